//! The history of matches: the journals in the store, listed, opened, exported and deleted.

use std::io::{self, BufRead, BufReader, Read};
use std::sync::Arc;

use contest::{GameLine, JournalHeader, PgnWriter, Scoreboard};
use games::GameId;
use serde::Deserialize;

use super::plan;
use super::record::{Kept as Journal, PIECE, check};
use super::state;
use crate::job::Job;
use crate::protocol::{KeptMatch, Limit, MatchPlan, MatchState, Reply};
use crate::store::Store;

/// The most matches of the history: the last ones.
const LISTED: usize = 50;

/// The most games that are sent when a match is opened: the last ones.
const SHOWN: usize = 200;

/// The largest PGN that is exported, in bytes.
const PGN_BYTES: usize = 16 << 20;

/// A line of a journal.
#[derive(Deserialize)]
struct Line {
    #[serde(default)]
    manifest: Option<JournalHeader>,
    #[serde(default)]
    game: Option<GameLine>,
}

/// A journal that was read.
struct Kept {
    header: JournalHeader,
    board: Scoreboard,
    games: Vec<GameLine>,
}

/// A journal as a stream of bytes.
struct Bytes<'a> {
    store: &'a dyn Store,
    name: &'a str,
    read: u64,
}

impl Read for Bytes<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let bytes = self.store.read(self.name, self.read, buffer.len())?;
        buffer[..bytes.len()].copy_from_slice(&bytes);
        self.read += bytes.len() as u64;
        Ok(bytes.len())
    }
}

/// Reads the header of a journal, and calls `each` with every game. Lines that cannot be read are left out: a killed program
/// leaves the last line unfinished.
fn for_each(
    store: &Arc<dyn Store>,
    name: &str,
    mut each: impl FnMut(&JournalHeader, GameLine),
) -> Result<JournalHeader, String> {
    check(store, name)?;
    let bytes = Bytes {
        store: &**store,
        name,
        read: 0,
    };
    let lines = BufReader::with_capacity(PIECE, bytes).lines();
    let mut lines = lines
        .map_while(Result::ok)
        .filter_map(|line| serde_json::from_str::<Line>(&line).ok());
    let header = lines.next().and_then(|line| line.manifest);
    let header = header.ok_or_else(|| format!("{name} is no journal of a match"))?;
    for game in lines.filter_map(|line| line.game) {
        let players = header.plan.players.len();
        if game.players.iter().all(|&player| player < players) {
            each(&header, game);
        }
    }
    Ok(header)
}

/// Reads a journal.
fn read(store: &Arc<dyn Store>, name: &str) -> Result<Kept, String> {
    let mut board = None;
    let mut games = Vec::new();
    let header = for_each(store, name, |header, game| {
        board
            .get_or_insert_with(|| Scoreboard::new(&header.plan))
            .add(&game);
        games.push(game);
    })?;
    Ok(Kept {
        board: board.unwrap_or_else(|| Scoreboard::new(&header.plan)),
        header,
        games,
    })
}

fn store(job: &Job) -> Result<&Arc<dyn Store>, String> {
    let store = job.page.config.store.as_ref();
    store.ok_or_else(|| "this server has no folder for matches".to_owned())
}

/// Answers `matches`.
pub fn list(job: &Job) -> Reply {
    let Ok(store) = store(job) else {
        return Reply::Matches {
            matches: Vec::new(),
        };
    };
    let names = store.names().into_iter();
    let read = |name: String| Some((read(store, &name).ok()?, name));
    let matches = names
        .filter_map(read)
        .take(LISTED)
        .filter_map(|(kept, name)| {
            let state = state::state(&kept.board);
            let plan = kept.header.plan;
            let game = GameId::ALL.into_iter().find(|id| id.name() == plan.game)?;
            let limit = plan
                .players
                .first()
                .map(|player| player.limit)
                .unwrap_or_default();
            Some(KeptMatch {
                plan: MatchPlan {
                    game,
                    specs: plan
                        .players
                        .iter()
                        .map(|player| player.spec.clone())
                        .collect(),
                    games: plan.games,
                    limit: Limit {
                        depth: limit.depth,
                        nodes: limit.nodes,
                        movetime: limit.movetime,
                    },
                    threads: 1,
                    seed: plan.seed,
                    sprt: plan.sprt.map(|test| [test.elo0, test.elo1]),
                    resume: Some(name.clone()),
                    shard: None,
                },
                journal: name,
                began: kept.header.run_info.start,
                games: state.games,
                scheduled: state.scheduled,
                complete: state.complete,
                first: state.pairings.into_iter().next(),
            })
        });
    Reply::Matches {
        matches: matches.collect(),
    }
}

/// Answers `open-match`.
pub fn open(name: &str, job: &Job) -> Result<Reply, String> {
    let store = store(job)?;
    let kept = read(store, name)?;
    let files = store.files(name)?;
    let names = kept.header.plan.names();
    let last = kept.games.len().saturating_sub(SHOWN);
    let at_once = kept.header.run_info.concurrency;
    let arguments = plan::arguments(&kept.header.plan, at_once);
    let ended = kept.games[last..]
        .iter()
        .map(|line| state::game(&names, line));
    Ok(Reply::Match {
        state: MatchState {
            ended: ended.collect(),
            command: plan::command(&arguments),
            manifest: serde_json::to_string_pretty(&kept.header).unwrap_or_default(),
            threads: at_once,
            journal: Some(name.to_owned()),
            journal_file: files.as_ref().map(|it| it.journal.display().to_string()),
            pgn_file: files.as_ref().map(|it| it.pgn.display().to_string()),
            ms: kept.games.iter().map(|game| game.ms).sum(),
            ..state::state(&kept.board)
        },
    })
}

/// Answers `match-pgn`.
pub fn pgn(name: &str, job: &Job) -> Result<Reply, String> {
    let store = store(job)?;
    let mut writer = None;
    let mut text = String::new();
    for_each(store, name, |header, game| {
        if writer.is_none() {
            let mut kinds = GameId::ALL.into_iter();
            let kind = kinds.find(|id| id.name() == header.plan.game);
            writer = kind.map(|kind| PgnWriter::new(kind, header));
        }
        if let Some(writer) = &writer
            && text.len() <= PGN_BYTES
        {
            writer.write(&game, &mut text);
        }
    })?;
    if text.len() > PGN_BYTES {
        let file = match store.files(name)? {
            Some(files) => format!("copy the file {}", files.pgn.display()),
            None => "play fewer games in a match".to_owned(),
        };
        return Err(format!("the games are too large to send: {file}"));
    }
    Ok(Reply::Text { text })
}

/// Answers `delete-match`.
pub fn delete(name: &str, job: &Job) -> Result<Reply, String> {
    let store = store(job)?;
    check(store, name)?;
    // A match that is being played keeps its files.
    let record = Journal::acquire(store, name.to_owned());
    let _record =
        record.ok_or_else(|| format!("the match {name} is being played: stop it first"))??;
    store.remove(name)?;
    Ok(Reply::Done)
}
