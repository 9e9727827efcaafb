//! Matches and round robins between players of this program and programs that were allowed, live and kept.

mod live;
mod plan;
mod record;
mod shown;

use std::time::Instant;

use contest::{Contest, GameLine, Machine, Manifest, Openings, Scoreboard, Session, Sitting, when};
use games::{BoardGame, WithGame};
use players::Seat;

use crate::job::Job;
use crate::needs;
use crate::protocol::{MatchPlan, MatchState, Say};
use live::Live;
use record::Record;

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
        plan::check::<G>(wish, &self.job.page.config.allowed)?;
        let openings = Openings::<G>::of_match(game, wish.sprt.is_some(), wish.seed);
        let plan = plan::plan(wish, &openings)?;
        let at_once = needs::games_at_once(wish, &self.job.page.config)?;
        let arguments = plan::arguments(&plan, at_once);
        let sitting = Sitting {
            start: when::timestamp(when::now()),
            program: self.job.page.config.program.clone(),
            machine: Machine::here(),
            command: arguments.clone(),
            concurrency: at_once,
        };
        let manifest = Manifest::new(plan.clone(), sitting);
        let (mut session, mut teller) = self.open::<G>(&manifest)?;
        teller.names = plan.names();
        teller.command = plan::command(&arguments);
        teller.manifest = serde_json::to_string_pretty(session.manifest()).unwrap_or_default();
        teller.threads = at_once;
        // The page learns the name of the match before anything can happen to it.
        teller.tell(session.board());
        let live = Live::new(plan.names());
        let contest = Contest {
            game,
            plan: &plan,
            openings: &openings,
            sit: &Seat::sit,
            watch: Some(&|scheduled, record| live.see(game, scheduled, record)),
        };
        let mut told = session.board().games();
        let played = session.run(&contest, at_once, &self.job.stop, &mut |board| {
            if board.games() > told {
                told = board.games();
                teller.tell(board);
            }
            if let Some(games) = live.news() {
                self.job.part(Say::Playing { games });
            }
        });
        played.map_err(|error| error.to_string())?;
        session.finish().map_err(|error| error.to_string())?;
        Ok(Say::Match {
            state: teller.state(session.board()),
        })
    }
}

impl Match {
    /// Opens the files of the match. A new one that cannot be kept is played all the same, and the page is told so.
    fn open<G: BoardGame>(&self, manifest: &Manifest) -> Result<(Session, Teller<'_>), String> {
        let store = self.job.page.config.store.as_ref();
        let teller = |record, unkept| Teller {
            job: &self.job,
            start: Instant::now(),
            names: Vec::new(),
            command: String::new(),
            manifest: String::new(),
            threads: 0,
            record,
            unkept,
        };
        let session = |record: Option<&Record>| {
            let [journal, pgn] = match record {
                Some(record) => {
                    [&record.files.journal, &record.files.pgn].map(|path| Some(&**path))
                }
                None => [None, None],
            };
            Session::open(manifest.clone(), G::KIND, journal, pgn)
        };
        if let Some(name) = &self.plan.resume {
            let store = store.ok_or("matches are not kept here: begin a new one")?;
            let record = Record::resume(store, name, &self.job)?;
            let session = session(Some(&record)).map_err(|error| error.to_string())?;
            return Ok((session, teller(Some(record), None)));
        }
        let kept = match store {
            None => Err("no folder for matches was given".to_owned()),
            Some(store) => Record::begin(store, &manifest.plan.game).and_then(|record| {
                let session = session(Some(&record)).map_err(|error| error.to_string())?;
                Ok((session, record))
            }),
        };
        match kept {
            Ok((session, record)) => Ok((session, teller(Some(record), None))),
            Err(reason) => {
                let session = session(None).map_err(|error| error.to_string())?;
                Ok((session, teller(None, Some(reason))))
            }
        }
    }
}

/// Tells a page how a match stands.
struct Teller<'a> {
    job: &'a Job,
    start: Instant,
    names: Vec<String>,
    command: String,
    manifest: String,
    threads: usize,
    record: Option<Record>,
    /// Why it is not kept.
    unkept: Option<String>,
}

impl Teller<'_> {
    fn state(&self, board: &Scoreboard) -> MatchState {
        let files = self.record.as_ref().map(|record| &record.files);
        MatchState {
            command: self.command.clone(),
            manifest: self.manifest.clone(),
            threads: self.threads,
            journal: self.record.as_ref().map(|record| record.name.clone()),
            journal_file: files.map(|files| files.journal.display().to_string()),
            pgn_file: files.map(|files| files.pgn.display().to_string()),
            unkept: self.unkept.clone(),
            ms: self.start.elapsed().as_millis() as u64,
            ..shown::state(board)
        }
    }

    /// How it stands, with the games that were written since the last time; several messages if there are many.
    fn tell(&mut self, board: &Scoreboard) {
        let mut games = self.games();
        loop {
            let ended = games.iter().map(|line| shown::game(&self.names, line));
            let state = MatchState {
                ended: ended.collect(),
                ..self.state(board)
            };
            self.job.part(Say::Match { state });
            games = self.games();
            if games.is_empty() {
                return;
            }
        }
    }

    fn games(&mut self) -> Vec<GameLine> {
        self.record.as_mut().map(Record::games).unwrap_or_default()
    }
}
