//! From what a page wishes to a plan, and from a plan to the command that plays the same match in the terminal.

use contest::stats::Sprt;
use contest::{Adjudication, Entrant, Format, Openings, Plan, PlayerLimit, Source};
use games::BoardGame;
use gametree::MAX_DEPTH;

use crate::caps::{self, caps};
use crate::protocol::{Limit, MatchPlan};
use crate::wanted::Allowed;

/// Games longer than this are drawn.
const MAX_PLIES: u32 = 400;

/// Milliseconds by which a move may be late: others work on this machine, too.
const TIME_MARGIN: u64 = 1_000;

/// Whether a page may have this match; an error is a sentence.
pub(super) fn check<G: BoardGame>(wish: &MatchPlan, allowed: &Allowed) -> Result<(), String> {
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
    let Limit {
        depth,
        nodes,
        movetime,
    } = wish.limit;
    if depth.is_some_and(|depth| !(1..MAX_DEPTH).contains(&depth)) {
        return Err(format!(
            "a search looks from 1 to {} plies ahead",
            MAX_DEPTH - 1
        ));
    }
    if nodes == Some(0) || movetime == Some(0) {
        return Err("a limit is a whole number from 1".to_owned());
    }
    for text in &wish.specs {
        caps::spec(text, allowed)?.sit::<G>()?;
    }
    Ok(())
}

/// The plan of a match that was checked.
pub(super) fn plan<G: BoardGame>(wish: &MatchPlan, openings: &Openings<G>) -> Result<Plan, String> {
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
    let players = wish.specs.iter().map(|spec| Entrant {
        name: None,
        spec: spec.trim().to_owned(),
        limit,
    });
    Ok(Plan {
        format: Format::RoundRobin,
        game: G::KIND.name().to_owned(),
        players: players.collect(),
        games: wish.games,
        openings: openings.source().clone(),
        seed: wish.seed,
        time_margin: TIME_MARGIN,
        ponder: false,
        adjudication: Adjudication {
            max_plies: Some(MAX_PLIES),
            ..Adjudication::default()
        },
        sprt,
    })
}

/// The arguments with which the terminal plays a plan of this desk: everything is said, nothing is left to defaults that
/// may differ.
pub(super) fn arguments(plan: &Plan, at_once: usize) -> Vec<String> {
    let two = plan.players.len() == 2;
    let mut words = vec![if two { "match" } else { "tournament" }.to_owned()];
    words.extend(plan.players.iter().map(|player| player.spec.clone()));
    let mut option = |name: &str, value: Option<String>| {
        if let Some(value) = value {
            words.extend([format!("--{name}"), value]);
        }
    };
    // Every player has the same limit.
    let limit = plan.players.first().map(|player| player.limit);
    let limit = limit.unwrap_or_default();
    option("game", Some(plan.game.clone()));
    option("depth", limit.depth.map(|depth| depth.to_string()));
    option("nodes", limit.nodes.map(|nodes| nodes.to_string()));
    option("movetime", limit.movetime.map(|time| time.to_string()));
    option("games", Some(plan.games.to_string()));
    option("seed", Some(plan.seed.to_string()));
    option(
        "plies",
        match plan.openings {
            Source::Random { plies } => Some(plies.to_string()),
            // The program's own book is what the terminal takes if nothing is said.
            Source::Book { .. } => None,
        },
    );
    let max_plies = plan.adjudication.max_plies;
    option("max-plies", max_plies.map(|plies| plies.to_string()));
    option("time-margin", Some(plan.time_margin.to_string()));
    let sprt = plan.sprt.map(|test| format!("{},{}", test.elo0, test.elo1));
    option("sprt", sprt);
    option("concurrency", Some(at_once.to_string()));
    words
}

/// The command line, as a shell takes it.
pub(super) fn command(arguments: &[String]) -> String {
    let mut line = "espalier".to_owned();
    for word in arguments {
        let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b":=,+-._/".contains(&byte);
        line.push(' ');
        if !word.is_empty() && word.bytes().all(is_plain) {
            line.push_str(word);
        } else {
            line.push('\'');
            line.push_str(&word.replace('\'', r"'\''"));
            line.push('\'');
        }
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn odd_words_are_quoted() {
        let words = ["match", "alphabeta:depth=3,order=mvvlva+hash", "a b'c$d"];
        assert_eq!(
            command(&words.map(str::to_owned)),
            r"espalier match alphabeta:depth=3,order=mvvlva+hash 'a b'\''c$d'"
        );
    }
}
