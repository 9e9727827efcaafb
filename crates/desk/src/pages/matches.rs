//! Matches and round robins between players of this program, live.

use std::time::Instant;

use contest::stats::{Sprt, Verdict};
use contest::{
    Adjudication, Contest, Entrant, Finished, Format, Openings, Plan, PlayerLimit, Report,
    Scoreboard,
};
use games::Reason;
use players::Seat;

use crate::caps::{self, caps};
use crate::job::Job;
use crate::protocol::{Faults, MatchGame, MatchPlan, MatchState, Pairing, Say, Test};
use games::{BoardGame, WithGame};

/// Games longer than this are drawn.
const MAX_PLIES: u32 = 400;

/// Answers `match`.
pub struct Match {
    /// What is played.
    pub plan: MatchPlan,
    /// Whom to tell.
    pub job: Job,
}

impl WithGame for Match {
    type Output = Result<Say, String>;

    fn run<G: BoardGame>(self, game: &G) -> Self::Output {
        let wish = &self.plan;
        check::<G>(wish)?;
        let openings = Openings::<G>::usual(game, wish.seed);
        let sprt = wish.sprt.map(|[elo0, elo1]| Sprt::new(elo0, elo1));
        if let Some(sprt) = &sprt {
            sprt.check().map_err(|error| error.to_string())?;
        }
        let limit = PlayerLimit {
            tc: None,
            movetime: wish.limit.movetime,
            nodes: wish.limit.nodes,
            depth: wish.limit.depth,
        };
        let plan = Plan {
            format: Format::RoundRobin,
            game: G::KIND.name().to_owned(),
            players: wish
                .specs
                .iter()
                .map(|spec| Entrant {
                    spec: spec.trim().to_owned(),
                    limit,
                })
                .collect(),
            games: wish.games,
            openings: openings.source().clone(),
            seed: wish.seed,
            time_margin: 1_000,
            adjudication: Adjudication {
                max_plies: Some(MAX_PLIES),
                ..Adjudication::default()
            },
            sprt,
        };
        let schedule: Vec<_> = plan.schedule().iter().collect();
        let contest = Contest {
            game,
            plan: &plan,
            openings: &openings,
            sit: &Seat::sit,
        };
        let names = plan.names();
        let command = command::<G>(wish);
        let (mut board, start) = (Scoreboard::new(&plan), Instant::now());
        let state = |board: &Scoreboard, ended: Vec<MatchGame>| {
            let mut state = shown(board, ended, command.clone());
            state.ms = start.elapsed().as_millis() as u64;
            state
        };
        let halt = &self.job.stop;
        contest.run(&schedule, wish.threads, None, halt, |finished| {
            if finished.is_empty() || board.is_decided() {
                return;
            }
            let ended: Vec<MatchGame> = finished.iter().map(|game| ended(&names, game)).collect();
            for game in &finished {
                board.add(&game.line);
            }
            self.job.part(Say::Match {
                state: state(&board, ended),
            });
            if board.is_decided() {
                halt.store(true, std::sync::atomic::Ordering::Relaxed);
            }
        });
        let mut last = state(&board, Vec::new());
        last.complete = last.complete || board.is_decided();
        Ok(Say::Match { state: last })
    }
}

fn check<G: BoardGame>(wish: &MatchPlan) -> Result<(), String> {
    let caps = caps();
    if !(2..=caps::MATCH_PLAYERS).contains(&wish.specs.len()) {
        return Err("a match has two players, a round robin at most eight".to_owned());
    }
    if wish.games < 2 || wish.games > caps.match_games || !wish.games.is_multiple_of(2) {
        return Err(format!(
            "a match has an even number of games, from 2 to {}",
            caps.match_games
        ));
    }
    if wish.threads == 0 || wish.threads > caps.match_threads {
        return Err(format!(
            "from 1 to {} games can be played at once",
            caps.match_threads
        ));
    }
    if wish.sprt.is_some() && wish.specs.len() != 2 {
        return Err("a sequential test is between two players".to_owned());
    }
    for text in &wish.specs {
        let spec = caps::spec(text)?;
        Seat::<G>::sit_spec(&spec).map_err(|error| error.to_string())?;
    }
    Ok(())
}

/// The command that plays the same match in the terminal.
fn command<G: BoardGame>(wish: &MatchPlan) -> String {
    let quoted: Vec<String> = wish
        .specs
        .iter()
        .map(|spec| format!("\"{}\"", spec.trim()))
        .collect();
    let what = if wish.specs.len() == 2 {
        "match"
    } else {
        "tournament"
    };
    let mut line = format!("espalier {what} {} --game {}", quoted.join(" "), G::KIND);
    let limits = [
        ("depth", wish.limit.depth.map(u64::from)),
        ("nodes", wish.limit.nodes),
        ("movetime", wish.limit.movetime),
    ];
    for (name, value) in limits {
        if let Some(value) = value {
            line += &format!(" --{name} {value}");
        }
    }
    line += &format!(
        " --games {} --seed {} --max-plies {MAX_PLIES}",
        wish.games, wish.seed
    );
    if let Some([elo0, elo1]) = wish.sprt {
        line += &format!(" --sprt {elo0},{elo1}");
    }
    line
}

fn ended(names: &[String], game: &Finished) -> MatchGame {
    let line = &game.line;
    MatchGame {
        number: line.number,
        players: line.players.map(|place| names[place].clone()),
        result: line.result.text().to_owned(),
        reason: line.reason.words().to_owned(),
        start: line.start.clone(),
        moves: line
            .moves
            .split(' ')
            .filter(|mv| !mv.is_empty())
            .map(str::to_owned)
            .collect(),
    }
}

fn shown(board: &Scoreboard, ended: Vec<MatchGame>, command: String) -> MatchState {
    let report = Report::new(board);
    let pairings = report.pairings.iter().map(|pairing| Pairing {
        player: pairing.player.clone(),
        opponent: pairing.opponent.clone(),
        wdl: [
            pairing.tally.wins,
            pairing.tally.draws,
            pairing.tally.losses,
        ],
        pairs: pairing.pentanomial.0,
        score: pairing.score,
        elo: pairing.elo,
        error: pairing.elo_error,
        los: pairing.los,
    });
    let faults = report.players.iter().flat_map(|player| {
        player
            .first_faults
            .iter()
            .map(move |fault| format!("{}: {fault}", player.player))
    });
    let conduct = report.players.iter().map(|player| {
        let count = |words: &[&str]| {
            let faults = player.faults.iter();
            faults
                .filter(|(what, _)| words.contains(what))
                .map(|(_, games)| games)
                .sum()
        };
        Faults {
            player: player.player.clone(),
            crashed: count(&[
                Reason::Crash.words(),
                Reason::Stall.words(),
                Reason::Start.words(),
            ]),
            time: count(&[Reason::Time.words()]),
            illegal: count(&[Reason::IllegalMove.words(), Reason::NoMove.words()]),
        }
    });
    MatchState {
        games: report.games,
        scheduled: report.scheduled,
        complete: report.complete,
        pairings: pairings.collect(),
        sprt: report.sprt.as_ref().map(|test| Test {
            llr: test.llr,
            lower: test.bounds.0,
            upper: test.bounds.1,
            elo: [test.test.elo0, test.test.elo1],
            verdict: match test.verdict {
                Verdict::H0 => "H0",
                Verdict::H1 => "H1",
                Verdict::Continue => "go on",
            }
            .to_owned(),
        }),
        reasons: report
            .reasons
            .iter()
            .map(|(&reason, &games)| (reason.to_owned(), games))
            .collect(),
        conduct: conduct.collect(),
        faults: faults.collect(),
        ended,
        command,
        ms: 0,
    }
}
