//! A match of a fixed number of games between two players, with its own journal: what an experiment of few games is made of.

use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::{fmt, io};

use games::BoardGame;
use serde::Serialize;

use crate::pairs::LedgerError;
use contest::Sitting;
use contest::stats::{Claim, Estimate, Pentanomial, Strength};
use contest::{
    self, Adjudication, Contest, Entrant, Format, Manifest, Openings, Plan, PlayerLimit, Session,
    SessionError,
};
use players::Seat;
use players::SpecError;

/// How much is played.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Size {
    /// Games of a match.
    pub games: u64,
    /// Games that take longer are drawn.
    pub max_plies: u32,
    /// Decides the openings.
    pub seed: u64,
    /// Games at once.
    pub concurrency: usize,
}

/// A match of two players.
#[derive(Clone, Debug, Serialize)]
pub struct Step {
    /// Wins, draws and losses of the first.
    pub wins: u64,
    /// See above.
    pub draws: u64,
    /// See above.
    pub losses: u64,
    /// Its pairs of games.
    pub pairs: Pentanomial,
    /// The Elo it gains, with its 95% interval.
    pub elo: Estimate,
    /// What can be said about that, also where an end of the interval is infinite.
    pub claim: Claim,
    /// What the games say: stronger, weaker, or open.
    pub strength: Strength,
}

/// A measurement that is begun or gone on with.
#[derive(Clone, Copy, Debug)]
pub struct Run<'a> {
    /// How much is played.
    pub size: Size,
    /// The folder where the games are kept, so that it can be stopped and gone on with: each match has its journal
    /// there. Games that are in it already are not played again.
    pub keep: Option<&'a Path>,
    /// Who plays them now, and where.
    pub sitting: &'a Sitting,
    /// Ends it as soon as it is true.
    pub stop: &'a AtomicBool,
}

/// Why a ladder was not measured.
#[derive(Debug)]
pub enum LadderError {
    /// A rung is no player.
    Spec(SpecError),
    /// The games that were kept cannot be used.
    Kept(SessionError),
    /// The pairs that were kept cannot be used.
    Ledger(LedgerError),
    /// What was kept besides the games cannot be used.
    File(io::Error),
    /// It was stopped.
    Stopped,
}

impl fmt::Display for LadderError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Spec(error) => error.fmt(f),
            Self::Kept(error) => error.fmt(f),
            Self::Ledger(error) => error.fmt(f),
            Self::File(error) => write!(f, "what is kept cannot be used: {error}"),
            Self::Stopped => f.write_str("stopped before the ladder was measured"),
        }
    }
}

impl std::error::Error for LadderError {}

impl From<SpecError> for LadderError {
    fn from(error: SpecError) -> Self {
        Self::Spec(error)
    }
}

impl From<SessionError> for LadderError {
    fn from(error: SessionError) -> Self {
        Self::Kept(error)
    }
}

impl From<io::Error> for LadderError {
    fn from(error: io::Error) -> Self {
        Self::File(error)
    }
}

impl From<LedgerError> for LadderError {
    fn from(error: LedgerError) -> Self {
        Self::Ledger(error)
    }
}

/// The match of two players.
fn plan<G: BoardGame>(
    openings: &Openings<G>,
    specs: [&str; 2],
    limit: PlayerLimit,
    size: Size,
) -> Result<Plan, SpecError> {
    for spec in specs {
        Seat::<G>::sit(spec)?;
    }
    let entrant = |spec: &str| Entrant {
        name: None,
        spec: spec.to_owned(),
        limit,
    };
    Ok(Plan {
        format: Format::RoundRobin,
        game: G::KIND.name().to_owned(),
        players: specs.map(entrant).to_vec(),
        games: size.games,
        openings: openings.source().clone(),
        seed: size.seed,
        // The time of a move is given, not a clock: being a little late is not what is measured.
        time_margin: 1_000,
        ponder: false,
        adjudication: Adjudication {
            max_plies: Some(size.max_plies),
            ..Adjudication::default()
        },
        sprt: None,
    })
}

/// Plays a match of two players, or what is left of it, and says what came of it for the first.
pub(crate) fn duel<G: BoardGame>(
    game: &G,
    openings: &Openings<G>,
    specs: [&str; 2],
    limit: PlayerLimit,
    run: Run<'_>,
    journal: Option<&Path>,
    progress: &mut dyn FnMut(u64),
) -> Result<Step, LadderError> {
    let plan = plan(openings, specs, limit, run.size)?;
    let contest = Contest {
        game,
        plan: &plan,
        openings,
        sit: &Seat::sit,
        watch: None,
    };
    step(&contest, run, journal, progress)
}

/// Plays a match, or what is left of it.
fn step<G: BoardGame>(
    contest: &Contest<'_, G>,
    run: Run<'_>,
    journal: Option<&Path>,
    progress: &mut dyn FnMut(u64),
) -> Result<Step, LadderError> {
    let manifest = Manifest::new(contest.plan.clone(), run.sitting.clone());
    let mut session = Session::open(manifest, G::KIND, journal, None)?;
    progress(session.board().games());
    session.run(contest, run.size.concurrency, run.stop, &mut |board| {
        progress(board.games());
    })?;
    if session.finish()?.is_none() {
        return Err(LadderError::Stopped);
    }
    let standing = session.board().first();
    let claim = standing.sample().claim();
    Ok(Step {
        wins: standing.tally.wins,
        draws: standing.tally.draws,
        losses: standing.tally.losses,
        pairs: standing.pairs,
        elo: standing.sample().elo(),
        claim,
        strength: claim.strength(),
    })
}
