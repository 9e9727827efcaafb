//! Small matches, and faulty players.

// Each test file uses a part of this.
#![allow(dead_code)]

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::time::Duration;

use games::{BoardGame, Chess, GameId, WithGame};
use gametree::Limits;

use contest::{
    Adjudication, Contest, Format, GameLine, JournalHeader, LedgerError, Machine, Openings,
    Participant, Plan, PlayerLimit, Program, RunInfo, Scoreboard, Session, Source, for_each_game,
};
use players::{Answer, Fault, Listener, Player, Seat, SpecError, Task};
use tempfile::TempDir;

/// A round robin with random openings.
pub fn plan(game: &str, specs: &[&str], games: u64) -> Plan {
    struct Plies;
    impl WithGame for Plies {
        type Output = u32;
        fn run<G: BoardGame>(self, _: &G) -> u32 {
            G::OPENING_PLIES
        }
    }
    let kind: GameId = game.parse().expect("a game");
    Plan {
        format: Format::RoundRobin,
        game: game.to_owned(),
        players: specs
            .iter()
            .map(|spec| Participant {
                name: None,
                spec: (*spec).to_owned(),
                limit: PlayerLimit::default(),
            })
            .collect(),
        games,
        openings: Source::Random {
            plies: kind.with(Plies),
        },
        seed: 5,
        time_margin: 100,
        ponder: false,
        adjudication: Adjudication::default(),
        sprt: None,
    }
}

fn openings<G: BoardGame>(plan: &Plan) -> Openings<G> {
    match plan.openings {
        Source::Random { plies } => Openings::random(plies, plan.seed),
        Source::Book { .. } => panic!("no book in these tests"),
    }
}

/// Plays all games, in the order they end.
pub fn play_with<G: BoardGame>(
    plan: &Plan,
    threads: usize,
    sit: &(dyn Fn(&str) -> Result<Seat<G>, SpecError> + Sync),
) -> Vec<GameLine> {
    let contest = Contest {
        game: &G::default(),
        plan,
        openings: &openings(plan),
        make_seat: &|index| sit(&plan.players[index].spec),
        watch: None,
    };
    let games: Vec<_> = plan.schedule().iter().collect();
    let mut lines = Vec::new();
    contest.run(&games, threads, None, &Arc::default(), |ended| {
        lines.extend(ended.into_iter().map(|game| game.line));
    });
    lines
}

/// Plays all games between players of the registry.
pub fn play_all<G: BoardGame>(plan: &Plan, threads: usize) -> Vec<GameLine> {
    play_with(plan, threads, &seat_of::<G>)
}

/// The seat of a player of this program or of an external program.
pub fn seat_of<G: BoardGame>(spec: &str) -> Result<Seat<G>, SpecError> {
    Seat::new(&programs::registry().parse(spec)?)
}

/// Begins or resumes a match.
pub fn sit<G: BoardGame>(
    plan: &Plan,
    threads: usize,
    journal: &Path,
    pgn: &Path,
    stop: &AtomicBool,
    watch: &mut dyn FnMut(&Scoreboard),
) -> Result<(), LedgerError> {
    let run_info = RunInfo {
        start: "now".to_owned(),
        program: Program {
            version: "0".to_owned(),
            commit: None,
        },
        machine: Machine::here(),
        command: Vec::new(),
        concurrency: threads,
    };
    let header = JournalHeader::new(plan.clone(), run_info);
    let mut session = Session::open(header, G::ID, Some(journal), Some(pgn))?;
    let contest = Contest {
        game: &G::default(),
        plan,
        openings: &openings(plan),
        make_seat: &|index| seat_of(&plan.players[index].spec),
        watch: None,
    };
    session.run(&contest, threads, stop, watch)
}

/// The games of a journal; none if there is no journal.
pub fn games_of(journal: &Path) -> Vec<GameLine> {
    let mut lines = Vec::new();
    if journal.exists() {
        for_each_game(journal, |line| lines.push(line.clone())).expect("a journal");
    }
    lines
}

/// Checks that journal and PGN have each game of the schedule exactly once, and agree about it.
#[track_caller]
pub fn check_files(plan: &Plan, kind: GameId, journal: &Path, pgn: &Path) {
    let lines = games_of(journal);
    let all: Vec<u64> = (1..=plan.schedule().games()).collect();
    let mut numbers: Vec<u64> = lines.iter().map(|line| line.number).collect();
    numbers.sort_unstable();
    assert_eq!(numbers, all, "the games of the journal");
    let text = fs::read_to_string(pgn).expect("a file");
    let tags = |name: &str| -> Vec<String> {
        let start = format!("[{name} \"");
        text.lines()
            .filter_map(|line| line.strip_prefix(&start)?.strip_suffix("\"]"))
            .map(str::to_owned)
            .collect()
    };
    let rounds: Vec<u64> = tags("Round")
        .iter()
        .map(|round| round.parse().expect("a number"))
        .collect();
    assert_eq!(
        rounds.iter().copied().collect::<BTreeSet<_>>().len(),
        all.len(),
        "the games of the PGN"
    );
    assert_eq!(rounds.len(), all.len(), "the games of the PGN");
    if kind != Chess::ID {
        assert!(
            tags("Variant")
                .iter()
                .all(|variant| *variant == kind.name())
        );
    }
    for (round, result) in rounds.iter().zip(tags("Result")) {
        let line = lines
            .iter()
            .find(|line| line.number == *round)
            .expect("a game");
        assert_eq!(line.result.text(), result, "game {round}");
    }
}

/// A temporary folder, removed when the test ends.
pub struct Folder(TempDir);

impl Folder {
    pub fn new(name: &str) -> Self {
        Self(TempDir::with_prefix(name).expect("a folder"))
    }

    pub fn file(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }
}

/// Creates the seat of a player that is not in the registry, without limits.
pub fn seat(name: &str, player: impl Player<Chess> + 'static) -> Seat<Chess> {
    Seat::of(name, Box::new(player), &Limits::default())
}

fn first_move(task: &Task<'_, Chess>) -> Answer<chess::Move> {
    Answer::unvalued(task.moves().first().copied())
}

/// A slow player.
pub struct Slow;

impl Player<Chess> for Slow {
    fn choose(
        &mut self,
        task: &Task<'_, Chess>,
        _: &mut Listener<'_, chess::Move>,
    ) -> Result<Answer<chess::Move>, Fault> {
        std::thread::sleep(Duration::from_millis(15));
        Ok(first_move(task))
    }
}

/// Panics at its third move, and again if it is not replaced after that.
#[derive(Default)]
pub struct Panics(AtomicU32);

impl Player<Chess> for Panics {
    fn new_game(&mut self) -> Result<(), Fault> {
        self.0.store(0, Ordering::Relaxed);
        Ok(())
    }

    fn choose(
        &mut self,
        task: &Task<'_, Chess>,
        _: &mut Listener<'_, chess::Move>,
    ) -> Result<Answer<chess::Move>, Fault> {
        assert!(
            self.0.fetch_add(1, Ordering::Relaxed) < 2,
            "it all went wrong"
        );
        Ok(first_move(task))
    }
}

/// Plays an illegal move.
pub struct Cheats;

impl Player<Chess> for Cheats {
    fn choose(
        &mut self,
        task: &Task<'_, Chess>,
        _: &mut Listener<'_, chess::Move>,
    ) -> Result<Answer<chess::Move>, Fault> {
        let legal = task.moves();
        let elsewhere = task.game.legal_moves(&task.game.start());
        let illegal = elsewhere.into_iter().find(|mv| !legal.contains(mv));
        Ok(Answer::unvalued(illegal.or(legal.first().copied())))
    }
}
