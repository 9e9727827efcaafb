//! Matches and round robins: played live, and stored so that they can be resumed.

mod kept;
mod live;
mod plan;
mod record;
mod state;

use contest::{
    Contest, JournalHeader, Machine, Openings, RunInfo, Scoreboard, Session, Shard, when,
};
use games::{BoardGame, Chess, WithGame};
use gametree::clock::Stopwatch;
use players::Seat;

use crate::caps;
use crate::data::UNBALANCED;
use crate::job::Job;
use crate::needs;
use crate::protocol::{MatchPlan, MatchState, Reply};
pub use kept::{delete, list, open, pgn};
use live::Live;
use record::{Kept, Memory, Record};

/// Answers `match`.
pub struct Match {
    /// The requested match.
    pub plan: MatchPlan,
    /// The job.
    pub job: Job,
}

impl WithGame for Match {
    type Output = Result<Reply, String>;

    fn run<G: BoardGame>(self, game: &G) -> Self::Output {
        let requested = &self.plan;
        plan::check::<G>(requested, &self.job.page.config.allowed)?;
        let is_unbalanced = requested.sprt.is_some() && G::ID == Chess::ID;
        let config = &self.job.page.config;
        let unbalanced = is_unbalanced.then(|| config.data(UNBALANCED));
        let unbalanced = unbalanced.transpose()?;
        let openings = Openings::<G>::of_match_with(game, unbalanced.as_deref(), requested.seed);
        let plan = plan::plan(requested, &openings)?;
        let at_once = needs::games_at_once(requested, &self.job.page.config)?;
        let arguments = plan::arguments(&plan, at_once);
        let run_info = RunInfo {
            start: when::timestamp(when::now()),
            program: self.job.page.config.program.clone(),
            machine: Machine::here(),
            command: arguments.clone(),
            concurrency: at_once,
        };
        let header = JournalHeader::new(plan.clone(), run_info);
        let (mut session, mut reporter) = self.open::<G>(&header)?;
        if let Some((index, count)) = requested.shard {
            let shard = Shard::new(index, count);
            session
                .set_shard(shard.ok_or_else(|| format!("there is no shard {index} of {count}"))?);
        }
        reporter.names = plan.names();
        reporter.command = plan::command(&arguments);
        reporter.manifest = serde_json::to_string_pretty(session.header()).unwrap_or_default();
        reporter.threads = at_once;
        // The page gets the name of the match first, so that it can resume the match after any interruption.
        reporter.report(session.board());
        let live = Live::new(plan.names());
        let allowed = &self.job.page.config.allowed;
        let specs = (plan.players.iter())
            .map(|player| caps::spec(&player.spec, allowed))
            .collect::<Result<Vec<_>, _>>()?;
        let contest = Contest {
            game,
            plan: &plan,
            openings: &openings,
            make_seat: &|index| Seat::new(&specs[index]),
            watch: Some(&|scheduled, record| {
                live.update(game, scheduled, record);
                // Without threads the session reports only ended games.
                if cfg!(target_family = "wasm")
                    && let Some(games) = live.changed_after_move()
                {
                    self.job.send(Reply::Playing { games });
                }
            }),
        };
        let mut reported = session.board().games();
        let played = session.run(&contest, at_once, &self.job.stop, &mut |board| {
            if board.games() > reported {
                reported = board.games();
                reporter.report(board);
            }
            if let Some(games) = live.changed() {
                self.job.send(Reply::Playing { games });
            }
        });
        played.map_err(|error| error.to_string())?;
        session.finish().map_err(|error| error.to_string())?;
        Ok(Reply::Match {
            state: reporter.state(session.board()),
        })
    }
}

impl Match {
    /// Opens the files of the match. A new match that cannot be stored is played nevertheless, and the state has the reason.
    fn open<G: BoardGame>(
        &self,
        header: &JournalHeader,
    ) -> Result<(Session, Reporter<'_>), String> {
        let store = self.job.page.config.store.as_ref();
        let reporter = |record: Record, unkept| Reporter {
            job: &self.job,
            start: Stopwatch::new(),
            names: Vec::new(),
            command: String::new(),
            manifest: String::new(),
            threads: 0,
            record,
            unkept,
        };
        let session = |kept: &Kept| {
            let header = header.clone();
            let session = match &kept.files {
                Some(files) => {
                    let [journal, pgn] = [&files.journal, &files.pgn].map(|path| Some(&**path));
                    Session::open(header, G::ID, journal, pgn)
                }
                None => Session::resume(header, kept.store.journal(&kept.name)?),
            };
            session.map_err(|error| error.to_string())
        };
        if let Some(name) = &self.plan.resume {
            let store = store.ok_or("matches are not stored here: start a new one")?;
            let kept = Kept::resume(store, name, &self.job)?;
            return Ok((session(&kept)?, reporter(Record::kept(kept), None)));
        }
        let stored = match store {
            None => Err("no folder for matches was given".to_owned()),
            Some(store) => {
                Kept::create(store, &header.plan.game).and_then(|kept| Ok((session(&kept)?, kept)))
            }
        };
        match stored {
            Ok((session, kept)) => Ok((session, reporter(Record::kept(kept), None))),
            Err(reason) => {
                let memory = Memory::default();
                let session = Session::resume(header.clone(), Box::new(memory.clone()));
                let session = session.map_err(|error| error.to_string())?;
                Ok((session, reporter(Record::memory(memory), Some(reason))))
            }
        }
    }
}

/// Sends the state of a match to its page.
struct Reporter<'a> {
    job: &'a Job,
    start: Stopwatch,
    names: Vec<String>,
    command: String,
    manifest: String,
    threads: usize,
    record: Record,
    /// Why the match is not stored.
    unkept: Option<String>,
}

impl Reporter<'_> {
    fn state(&self, board: &Scoreboard) -> MatchState {
        let kept = self.record.stored();
        let files = kept.and_then(|kept| kept.files.as_ref());
        MatchState {
            command: self.command.clone(),
            manifest: self.manifest.clone(),
            threads: self.threads,
            journal: kept.map(|kept| kept.name.clone()),
            journal_file: files.map(|files| files.journal.display().to_string()),
            pgn_file: files.map(|files| files.pgn.display().to_string()),
            unkept: self.unkept.clone(),
            ms: self.start.elapsed().as_millis() as u64,
            ..state::state(board)
        }
    }

    /// Sends the state, with the games written since the last report; in several messages if there are many.
    fn report(&mut self, board: &Scoreboard) {
        let mut games = self.record.games();
        loop {
            let ended = games.iter().map(|line| state::game(&self.names, line));
            let state = MatchState {
                ended: ended.collect(),
                ..self.state(board)
            };
            self.job.send(Reply::Match { state });
            games = self.record.games();
            if games.is_empty() {
                return;
            }
        }
    }
}
