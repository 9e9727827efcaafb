//! Packs made from other packs.

use std::collections::BTreeMap;
use std::path::Path;

use gametree::{SplitMix64, mix};

use super::{Origin, Pack, PackError, PackWriter, ScoredGame};

/// Writes the games of several packs to one, in random order and with new numbers. Returns their number.
///
/// # Errors
/// If a file cannot be read or written, or if the packs have different players or recipes and `may_mix` is false.
pub fn shuffle<P: AsRef<Path>>(
    from: &[P],
    to: &Path,
    seed: u64,
    may_mix: bool,
) -> Result<u64, PackError> {
    let packs = from.iter().map(|path| Pack::open(path.as_ref()));
    let packs: Vec<Pack> = packs.collect::<Result<_, _>>()?;
    let Some(origin) = common_origin(&packs, may_mix)? else {
        return Ok(0);
    };
    let games = packs.iter().flat_map(Pack::games);
    let mut games: Vec<ScoredGame> = games.collect::<Result<_, _>>()?;
    SplitMix64::new(seed).shuffle(&mut games);
    // The numbers of different runs are equal, so the games get new ones.
    for (number, game) in (0..).zip(&mut games) {
        game.number = number;
    }
    import(games, to, &origin)
}

/// Returns the origin of the games of several packs; `None` without packs.
fn common_origin(packs: &[Pack], may_mix: bool) -> Result<Option<Origin>, PackError> {
    let Some((first, others)) = packs.split_first() else {
        return Ok(None);
    };
    let mut origin = first.origin.clone();
    for pack in others {
        let other = &pack.origin;
        if other.seed != origin.seed {
            origin.seed = None;
        }
        if (&other.player, &other.recipe) == (&origin.player, &origin.recipe) {
            continue;
        }
        if !may_mix {
            return Err(PackError::Mixed(first.path.clone(), pack.path.clone()));
        }
        origin.recipe = None;
        if !origin.player.split("; ").any(|name| name == other.player) {
            origin.player = format!("{}; {}", origin.player, other.player);
        }
    }
    Ok(Some(origin))
}

/// Merges the packs of the shards of one run: every game once, in the order of their numbers. Returns the number of games, and the
/// missing numbers below the largest one.
///
/// # Errors
/// If a file cannot be read or written, or if two packs have different players, recipes or seeds, or different games of the same
/// number. With `may_mix` the players may differ.
pub fn merge<P: AsRef<Path>>(
    from: &[P],
    to: &Path,
    may_mix: bool,
) -> Result<(u64, Vec<u64>), PackError> {
    let mut first: Option<Pack> = None;
    let mut games: BTreeMap<u64, ScoredGame> = BTreeMap::new();
    for path in from {
        let pack = Pack::open(path.as_ref())?;
        let mixed = || {
            let known = first.as_ref().map_or(to, |first| &first.path);
            PackError::Mixed(known.to_owned(), path.as_ref().to_owned())
        };
        let is_same = first.as_ref().is_none_or(|first| {
            let (one, other) = (&first.origin, &pack.origin);
            let is_plan = (&one.recipe, one.seed) == (&other.recipe, other.seed);
            is_plan && other.seed.is_some() && (may_mix || one.player == other.player)
        });
        if !is_same {
            return Err(mixed());
        }
        for game in pack.games() {
            let game = game?;
            match games.get(&game.number) {
                Some(known) if *known != game => return Err(mixed()),
                Some(_) => {}
                None => _ = games.insert(game.number, game),
            }
        }
        first.get_or_insert(pack);
    }
    let Some(first) = first else {
        return Ok((0, Vec::new()));
    };
    let end = games.last_key_value().map_or(0, |(&number, _)| number);
    let missing = (0..end).filter(|number| !games.contains_key(number));
    let missing = missing.collect();
    let count = import(games.into_values().collect(), to, &first.origin)?;
    Ok((count, missing))
}

/// Splits the games of a pack at random: `percent` of them go to the first of two packs. Returns both numbers of games. A game goes
/// to the same side in every pack that has it.
///
/// # Errors
/// If a file cannot be read or written.
pub fn split(from: &Path, to: [&Path; 2], percent: u64, seed: u64) -> Result<[u64; 2], PackError> {
    let pack = Pack::open(from)?;
    let [one, other] = to.map(|path| PackWriter::create(path, &pack.origin));
    let (mut writers, mut counts) = ([one?, other?], [0; 2]);
    for game in pack.games() {
        let game = game?;
        let chance = SplitMix64::new(mix(seed) ^ mix(game.number)).below(100);
        let side = usize::from(chance >= percent);
        counts[side] += 1;
        writers[side].add(game)?;
    }
    for writer in &mut writers {
        writer.flush()?;
    }
    Ok(counts)
}

/// Writes games to a new pack. Returns their number.
///
/// # Errors
/// If the file cannot be written.
pub fn import(games: Vec<ScoredGame>, to: &Path, origin: &Origin) -> Result<u64, PackError> {
    let mut writer = PackWriter::create(to, origin)?;
    let count = games.len() as u64;
    for game in games {
        writer.add(game)?;
    }
    writer.flush()?;
    Ok(count)
}
