//! Turns the request of a page into a plan, and a plan into the command that plays the same match in the terminal.

use contest::stats::Sprt;
use contest::{Adjudication, Format, Openings, Participant, Plan, PlayerLimit, Source};
use games::BoardGame;
use gametree::MAX_DEPTH;

use players::Seat;

use crate::allowed::AllowedPlayers;
use crate::caps::{self, caps};
use crate::protocol::{Limit, MatchPlan};

/// The length at which a game is adjudicated as a draw.
const MAX_PLIES: u32 = 400;

/// The time in milliseconds by which a move may exceed its limit, because the machine has other load.
const TIME_MARGIN: u64 = 1_000;

/// Checks a request against the limits of a page. Returns an error message if it exceeds them.
pub(super) fn check<G: BoardGame>(
    request: &MatchPlan,
    allowed: &AllowedPlayers,
) -> Result<(), String> {
    let caps = caps();
    if !(2..=caps::MATCH_PLAYERS).contains(&request.specs.len()) {
        return Err("a match has two players, a round robin at most eight".to_owned());
    }
    if request.games < 2 || request.games > caps.match_games || !request.games.is_multiple_of(2) {
        return Err(format!(
            "a match has an even number of games, from 2 to {}",
            caps.match_games
        ));
    }
    if request.threads == 0 || request.threads > caps.match_threads {
        return Err(format!(
            "a match plays from 1 to {} games at once",
            caps.match_threads
        ));
    }
    if request.sprt.is_some() && request.specs.len() != 2 {
        return Err("a sequential test is between two players".to_owned());
    }
    let Limit {
        depth,
        nodes,
        movetime,
    } = request.limit;
    if depth.is_some_and(|depth| !(1..MAX_DEPTH).contains(&depth)) {
        return Err(format!("a depth is a number from 1 to {}", MAX_DEPTH - 1));
    }
    if nodes == Some(0) || movetime == Some(0) {
        return Err("a limit is a whole number from 1".to_owned());
    }
    for text in &request.specs {
        let spec = caps::spec(text, allowed)?;
        Seat::<G>::new(&spec).map_err(|error| error.to_string())?;
    }
    Ok(())
}

/// Returns the plan of a checked request.
pub(super) fn plan<G: BoardGame>(
    request: &MatchPlan,
    openings: &Openings<G>,
) -> Result<Plan, String> {
    let sprt = request.sprt.map(|[elo0, elo1]| Sprt::new(elo0, elo1));
    if let Some(sprt) = &sprt {
        sprt.check().map_err(|error| error.to_string())?;
    }
    let limit = PlayerLimit {
        tc: None,
        movetime: request.limit.movetime,
        nodes: request.limit.nodes,
        depth: request.limit.depth,
    };
    let players = request.specs.iter().map(|spec| Participant {
        name: None,
        spec: spec.trim().to_owned(),
        limit,
    });
    Ok(Plan {
        format: Format::RoundRobin,
        game: G::ID.name().to_owned(),
        players: players.collect(),
        games: request.games,
        openings: openings.source().clone(),
        seed: request.seed,
        time_margin: TIME_MARGIN,
        ponder: false,
        adjudication: Adjudication {
            max_plies: Some(MAX_PLIES),
            ..Adjudication::default()
        },
        sprt,
    })
}

/// Returns the arguments with which the terminal plays a plan. Every value is given, so that no default matters.
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
            // The built-in book is the default of the terminal.
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

/// Quotes a command line for a shell.
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
    fn special_characters_are_quoted() {
        let words = ["match", "alphabeta:depth=3,order=mvvlva+hash", "a b'c$d"];
        assert_eq!(
            command(&words.map(str::to_owned)),
            r"espalier match alphabeta:depth=3,order=mvvlva+hash 'a b'\''c$d'"
        );
    }
}
