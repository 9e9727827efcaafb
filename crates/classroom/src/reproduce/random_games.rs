//! Assignment 4 against the random player: where do the two printed games fall?

use super::{Job, Row, Source, job};
use crate::a4::{A4Player, Method, Rules, Side, play_game};
use crate::player::{Control, RandomPlayer};
use crate::presets::Document;
use chess::{Color, Position};
use games::Chess;
use games::chess::Draws;

/// A build for tests is slow, and a fifth of the games says as much about where a printed one falls.
const GAMES: u64 = if cfg!(debug_assertions) { 40 } else { 200 };
/// A game that is not won by then counts as not won.
const MAX_TURNS: usize = 150;

pub(super) fn jobs() -> Vec<Job> {
    let job = |title, work| job(Document::A4, Source::Printed, title, work);
    vec![
        job("turns to beat the random player, max-depth 3", |control| {
            section(3, 8, control)
        }),
        job("turns to beat the random player, max-depth 1", |control| {
            section(1, 19, control)
        }),
    ]
}

/// The turns of the games that White won, sorted.
fn turns(depth: u32, control: &Control) -> Vec<usize> {
    // Only the last pass decides, and alpha-beta plays minimax's moves: see the four pairings.
    let rules = Rules {
        deepen: false,
        ..Rules::faithful(Method::AlphaBeta)
    };
    let mut turns = Vec::new();
    for seed in 0..GAMES {
        let mut white = A4Player::new(rules);
        let mut black = RandomPlayer::new(Chess::new(Draws::STALEMATE_ONLY), seed);
        let sides = [
            Side {
                player: &mut white,
                depth,
            },
            Side {
                player: &mut black,
                depth,
            },
        ];
        let game = play_game(&Position::startpos(), sides, MAX_TURNS, control);
        if game.winner() == Some(Color::White) {
            turns.push(game.turns());
        }
    }
    turns.sort_unstable();
    turns
}

fn section(depth: u32, printed: usize, control: &Control) -> (Vec<Row>, String) {
    let turns = turns(depth, control);
    if turns.is_empty() {
        return (Vec::new(), "no game was won".to_owned());
    }
    let at = |percent: usize| turns[(turns.len() - 1) * percent / 100];
    let sooner = turns.iter().filter(|&&t| t < printed).count();
    let equal = turns.iter().filter(|&&t| t == printed).count();
    let rows = vec![
        Row::check(
            "turns, between the 5th and 95th percentile",
            printed,
            format!("{} to {}", at(5), at(95)),
            (at(5)..=at(95)).contains(&printed),
        ),
        Row::note("quartiles", format!("{}, {}, {}", at(25), at(50), at(75))),
        Row::note(
            "games won sooner, in as many turns, later",
            format!("{sooner}, {equal}, {}", turns.len() - sooner - equal),
        ),
        Row::note(
            format!("games drawn, or not won within {MAX_TURNS} turns"),
            GAMES as usize - turns.len(),
        ),
    ];
    let remark = format!(
        "{GAMES} games with seeds 0 to {}, White against a player that chooses evenly among all legal moves (the \
         document does not say how its random player chooses).",
        GAMES - 1
    );
    (rows, remark)
}
