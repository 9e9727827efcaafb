//! Assignment 4 against the random player: the two printed games within the distribution.

use super::{Job, Row, Source, job};
use crate::a4::{A4Player, Method, Rules, Side, play_game};
use crate::player::RandomPlayer;
use crate::presets::Document;
use chess::{Color, Position};
use games::Chess;
use games::chess::Draws;
use gametree::Signal;

/// Unoptimised builds are slow, and a fifth of the games is enough to place a printed game.
const GAMES: u64 = if cfg!(debug_assertions) { 40 } else { 200 };
/// A game not won within this many turns counts as not won.
const MAX_TURNS: usize = 150;

pub(super) fn jobs() -> Vec<Job> {
    let job = |title, work| job(Document::A4, Source::Printed, title, work);
    vec![
        job("turns to beat the random player, max-depth 3", |signal| {
            section(3, 8, signal)
        }),
        job("turns to beat the random player, max-depth 1", |signal| {
            section(1, 19, signal)
        }),
    ]
}

/// Returns the numbers of turns of the games that White won, sorted.
fn turns(depth: u32, signal: &Signal) -> Vec<usize> {
    // Only the last pass determines the move, and alpha-beta plays minimax's moves.
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
        let game = play_game(&Position::startpos(), sides, MAX_TURNS, signal);
        if game.winner() == Some(Color::White) {
            turns.push(game.turns());
        }
    }
    turns.sort_unstable();
    turns
}

fn section(depth: u32, printed: usize, signal: &Signal) -> (Vec<Row>, String) {
    let turns = turns(depth, signal);
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
            "games won in fewer, equal and more turns",
            format!("{sooner}, {equal}, {}", turns.len() - sooner - equal),
        ),
        Row::note(
            format!("games drawn, or not won within {MAX_TURNS} turns"),
            GAMES as usize - turns.len(),
        ),
    ];
    let remark = format!(
        "{GAMES} games with seeds 0 to {}, White against a player that chooses uniformly among all legal moves (the document does not specify its random player).",
        GAMES - 1
    );
    (rows, remark)
}
