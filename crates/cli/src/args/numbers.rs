//! Numbers that several commands take.

use std::num::NonZeroUsize;

/// Perft and bench go no deeper.
pub const DEEPEST: u32 = 99;

/// Moves to look ahead where every leaf is counted; 0 is a depth too.
pub fn parse_depth(text: &str) -> Result<u32, String> {
    let depth = text.parse().ok().filter(|&depth| depth <= DEEPEST);
    depth.ok_or_else(|| format!("a depth is a whole number from 0 to {DEEPEST}"))
}

/// Plies a search looks ahead.
pub fn parse_plies(text: &str) -> Result<u32, String> {
    const MOST: u32 = gametree::MAX_DEPTH - 1;
    let plies = text.parse().ok().filter(|plies| (1..=MOST).contains(plies));
    plies.ok_or_else(|| format!("a search looks from 1 to {MOST} plies ahead"))
}

/// Plies a search looks ahead, or 0 for a player whose document counts from there.
pub fn parse_search_depth(text: &str) -> Result<u32, String> {
    if text.trim() == "0" {
        return Ok(0);
    }
    parse_plies(text)
}

/// So much and no more, of nodes, evaluations or milliseconds.
pub fn parse_amount(text: &str) -> Result<u64, String> {
    let amount = text.parse().ok().filter(|&amount| amount > 0);
    amount.ok_or_else(|| "a limit is a whole number from 1".to_owned())
}

/// An even number of games: each opening is played with both colours.
pub fn parse_games(text: &str) -> Result<u64, String> {
    let games = text.parse().ok();
    let games = games.filter(|games| (2..=10_000_000).contains(games) && games % 2 == 0);
    games.ok_or_else(|| {
        "openings are played with both colours: an even number from 2 to 10000000".to_owned()
    })
}

/// Threads, or things done at once.
pub fn parse_threads(text: &str) -> Result<NonZeroUsize, String> {
    let threads = text
        .parse()
        .ok()
        .filter(|threads: &NonZeroUsize| threads.get() <= 1024);
    threads.ok_or_else(|| "threads are a whole number from 1 to 1024".to_owned())
}

/// What chance is made from.
pub fn parse_seed(text: &str) -> Result<u64, String> {
    text.parse()
        .map_err(|_| "a seed is a whole number from 0".to_owned())
}
