//! Converts the state of a match to a message.

use contest::stats::Verdict;
use contest::{GameLine, Report, Scoreboard};
use games::Reason;
use gametree::Value;

use crate::protocol::{Faults, MatchGame, MatchMove, MatchState, Pairing, Test};

/// Converts a finished game.
pub(super) fn game(names: &[String], line: &GameLine) -> MatchGame {
    let name = |place: usize| names.get(place).cloned().unwrap_or_default();
    MatchGame {
        number: line.number,
        players: line.players.map(name),
        result: line.result.text().to_owned(),
        reason: line.reason.words().to_owned(),
        start: line.start.clone(),
        book: line.book,
        said: moves(line),
        moves: line
            .moves
            .split(' ')
            .filter(|mv| !mv.is_empty())
            .map(str::to_owned)
            .collect(),
    }
}

/// Converts the reports of the players about their moves, with scores for the first side.
fn moves(line: &GameLine) -> Vec<MatchMove> {
    // The sides alternate, because a pass is a move. A chess position may begin with the second side.
    let second_begins = line
        .start
        .as_ref()
        .is_some_and(|start| start.contains(" b "));
    let moves = line.notes.iter().enumerate().map(|(index, note)| {
        let ply = line.book + index + usize::from(second_begins);
        let sign = if ply.is_multiple_of(2) { 1 } else { -1 };
        let score = match (note.cp, note.mate, note.value) {
            (Some(score), _, _) => Value::Centipawns(sign * score).to_string(),
            (_, Some(moves), _) => Value::Mate(sign * moves).to_string(),
            (_, _, Some(score)) => Value::Points(sign * score).to_string(),
            _ => String::new(),
        };
        MatchMove {
            score,
            depth: note.depth,
            nodes: note.nodes,
            ms: note.ms,
        }
    });
    moves.collect()
}

/// Converts the results of a match. The reporter fills in the other fields.
pub(super) fn state(board: &Scoreboard) -> MatchState {
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
        ended: Vec::new(),
        command: String::new(),
        manifest: String::new(),
        threads: 0,
        journal: None,
        journal_file: None,
        pgn_file: None,
        unkept: None,
        ms: 0,
    }
}
