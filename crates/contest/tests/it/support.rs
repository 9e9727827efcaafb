//! Small matches, and players that misbehave.

// Each test file uses a part of this.
#![allow(dead_code)]

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::time::Duration;

use games::BoardGame;
use games::Chess;
use gametree::Limits;

use contest::{
    Adjudication, Contest, Entrant, Format, GameLine, Machine, Manifest, Openings, Plan,
    PlayerLimit, Program, Scoreboard, Session, SessionError, SitDown, Sitting, Source,
    default_plies, for_each_game,
};
use games::GameKind;
use players::{Answer, Fault, Listener, Player, Seat, Task};

/// A round robin with random openings.
pub fn plan(game: &str, specs: &[&str], games: u64) -> Plan {
    let kind: GameKind = game.parse().expect("a game");
    Plan {
        format: Format::RoundRobin,
        game: game.to_owned(),
        players: specs
            .iter()
            .map(|spec| Entrant {
                name: None,
                spec: (*spec).to_owned(),
                limit: PlayerLimit::default(),
            })
            .collect(),
        games,
        openings: Source::Random {
            plies: default_plies(kind),
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
pub fn play_with<G: BoardGame>(plan: &Plan, threads: usize, sit: &SitDown<G>) -> Vec<GameLine> {
    let contest = Contest {
        game: &G::default(),
        plan,
        openings: &openings(plan),
        sit,
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
    play_with(plan, threads, &Seat::<G>::sit)
}

/// Begins a match or goes on with it.
pub fn sit<G: BoardGame>(
    plan: &Plan,
    threads: usize,
    journal: &Path,
    pgn: &Path,
    stop: &AtomicBool,
    watch: &mut dyn FnMut(&Scoreboard),
) -> Result<(), SessionError> {
    let sitting = Sitting {
        start: "now".to_owned(),
        program: Program {
            version: "0".to_owned(),
            commit: None,
        },
        machine: Machine::here(),
        command: Vec::new(),
        concurrency: threads,
    };
    let manifest = Manifest::new(plan.clone(), sitting);
    let mut session = Session::open(manifest, G::KIND, Some(journal), Some(pgn))?;
    let contest = Contest {
        game: &G::default(),
        plan,
        openings: &openings(plan),
        sit: &Seat::<G>::sit,
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

/// Checks that journal and PGN have each game of the schedule exactly once, and say the same about it.
#[track_caller]
pub fn check_files(plan: &Plan, kind: GameKind, journal: &Path, pgn: &Path) {
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
    if kind != GameKind::Chess {
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

/// A folder that goes when the test is over.
pub struct Folder(PathBuf);

impl Folder {
    pub fn new(name: &str) -> Self {
        let path =
            std::env::temp_dir().join(format!("espalier-contest-{}-{name}", std::process::id()));
        fs::create_dir_all(&path).expect("a folder");
        Self(path)
    }

    pub fn file(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        _ = fs::remove_dir_all(&self.0);
    }
}

/// Somebody who is not in the registry, with no limits of their own.
pub fn seat(name: &str, player: impl Player<Chess> + 'static) -> Seat<Chess> {
    Seat::of(name, Box::new(player), &Limits::default())
}

fn first_move(task: &Task<'_, Chess>) -> Answer<chess::Move> {
    Answer::unvalued(task.moves().first().copied())
}

/// Takes its time.
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

/// Panics at its third move, and says so if it is not made anew after that.
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

/// Plays a move of the start position, which is no move here.
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
