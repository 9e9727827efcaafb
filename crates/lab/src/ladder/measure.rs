//! What each rung buys: games between neighbours at equal nodes and at equal time, and the nodes to a fixed depth.

use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::{fmt, io};

use engine::Technique;
use games::{BoardGame, GameKind, Record};
use gametree::{Limits, Request, SplitMix64};
use serde::Serialize;

use super::rungs::{Rung, rungs};
use contest::Sitting;
use contest::stats::{Claim, Estimate, Pentanomial, Strength};
use contest::{
    self, Adjudication, Contest, Entrant, Format, Manifest, Openings, Plan, PlayerLimit, Session,
    SessionError, default_plies,
};
use players::Seat;
use players::SpecError;

/// How much is measured.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Size {
    /// Games between two neighbours, for each of the two conditions.
    pub games: u64,
    /// Nodes a move for games at equal nodes.
    pub nodes: u64,
    /// Milliseconds a move for games at equal time.
    pub movetime: u64,
    /// Nodes a move for games of the engine without one of its techniques.
    pub ablation_nodes: u64,
    /// Positions on which nodes are counted.
    pub positions: usize,
    /// The depth they are searched to.
    pub depth: u32,
    /// Games that take longer are drawn.
    pub max_plies: u32,
    /// Decides the openings and positions.
    pub seed: u64,
    /// Games at once.
    pub concurrency: usize,
}

/// A match of two players, as a rung against the one below it.
#[derive(Clone, Debug, Serialize)]
pub struct Step {
    /// Wins, draws and losses of the upper rung, or of the whole engine.
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

/// What was measured about one rung.
#[derive(Clone, Debug, Serialize)]
pub struct Measured {
    /// Its name.
    pub name: &'static str,
    /// Its spec.
    pub spec: &'static str,
    /// Against the rung below at equal nodes.
    pub at_nodes: Option<Step>,
    /// Against the rung below at equal time.
    pub at_time: Option<Step>,
    /// Nodes to the fixed depth, the mean over the positions; `None` for random moves.
    pub nodes: Option<f64>,
}

/// What one technique of the engine is worth to it: the whole engine against itself without the technique.
#[derive(Clone, Debug, Serialize)]
pub struct Ablation {
    /// The technique.
    pub name: &'static str,
    /// The engine without it.
    pub spec: String,
    /// One sentence about it.
    pub about: &'static str,
    /// The whole engine against that one at equal nodes.
    pub at_nodes: Step,
}

/// The ladder of one game, measured.
#[derive(Clone, Debug, Serialize)]
pub struct Ladder {
    /// The game.
    pub game: &'static str,
    /// How much was measured.
    pub size: Size,
    /// The rungs, lowest first.
    pub rungs: Vec<Measured>,
    /// The engine without each of its techniques, in games that it plays.
    pub ablations: Vec<Ablation>,
}

/// A measurement that is begun or gone on with.
#[derive(Clone, Copy, Debug)]
pub struct Run<'a> {
    /// How much is measured.
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

impl From<io::Error> for LadderError {
    fn from(error: io::Error) -> Self {
        Self::File(error)
    }
}

impl From<SessionError> for LadderError {
    fn from(error: SessionError) -> Self {
        Self::Kept(error)
    }
}

/// Measures the ladder of a game. `progress` is told how many of all games are played.
pub fn measure<G: BoardGame>(
    game: &G,
    run: Run<'_>,
    progress: &mut dyn FnMut(u64, u64),
) -> Result<Ladder, LadderError> {
    let size = run.size;
    let rungs = rungs(G::KIND);
    let techniques = techniques(G::KIND);
    let matches = 2 * (rungs.len() - 1) + techniques.len();
    let total = size.games * matches as u64;
    let openings = Openings::<G>::usual(game, size.seed);
    let mut begun = 0;
    let mut play = |above: &str, below: &str, limit: PlayerLimit| {
        let before = begun * size.games;
        begun += 1;
        let name = format!("{}-{begun:03}.jsonl", G::KIND.name());
        let journal = run.keep.map(|folder| folder.join(name));
        let pair = [above, below];
        let journal = journal.as_deref();
        duel(game, &openings, pair, limit, run, journal, &mut |games| {
            progress(before + games, total);
        })
    };
    let nodes = |nodes: u64| PlayerLimit {
        nodes: Some(nodes),
        ..PlayerLimit::default()
    };
    let time = PlayerLimit {
        movetime: Some(size.movetime),
        ..PlayerLimit::default()
    };
    let positions = positions(game, size);
    let mut measured = Vec::new();
    for (index, rung) in rungs.iter().enumerate() {
        let below = index.checked_sub(1).map(|below| rungs[below].spec);
        let mut step = |limit| below.map(|below| play(rung.spec, below, limit));
        measured.push(Measured {
            name: rung.name,
            spec: rung.spec,
            at_nodes: step(nodes(size.nodes)).transpose()?,
            at_time: step(time).transpose()?,
            nodes: nodes_to_depth(game, rung, &positions, size.depth)?,
        });
    }
    let mut ablations = Vec::new();
    for &technique in techniques {
        let spec = format!("engine:off={technique}");
        let at_nodes = play("engine", &spec, nodes(size.ablation_nodes))?;
        ablations.push(Ablation {
            name: technique.name(),
            spec,
            about: technique.about(),
            at_nodes,
        });
    }
    Ok(Ladder {
        game: G::KIND.name(),
        size,
        rungs: measured,
        ablations,
    })
}

/// The techniques that the engine is played without: all of them in the game that it plays.
const fn techniques(game: GameKind) -> &'static [Technique] {
    match game {
        GameKind::Chess => Technique::ALL,
        _ => &[],
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

/// Positions some random moves into the game, the same for the same seed.
fn positions<G: BoardGame>(game: &G, size: Size) -> Vec<G::State> {
    let mut random = SplitMix64::new(size.seed);
    let mut positions = Vec::new();
    let plies = default_plies(G::KIND) + 4;
    // Games that end before that are tried again, but not for ever.
    for _ in 0..size.positions * 20 {
        if positions.len() == size.positions {
            break;
        }
        let mut record = Record::<G>::new(game.start());
        for _ in 0..plies {
            let moves = game.legal_moves(record.state());
            if moves.is_empty() {
                break;
            }
            record.play(game, moves[random.below(moves.len() as u64) as usize]);
        }
        if !game.legal_moves(record.state()).is_empty() {
            positions.push(record.state().clone());
        }
    }
    positions
}

/// The mean number of nodes to a depth; `None` for players that do not search.
fn nodes_to_depth<G: BoardGame>(
    game: &G,
    rung: &Rung,
    positions: &[G::State],
    depth: u32,
) -> Result<Option<f64>, SpecError> {
    if rung.spec == "random" || positions.is_empty() {
        return Ok(None);
    }
    let mut sum = 0;
    for state in positions {
        let mut seat = Seat::<G>::sit(rung.spec)?;
        let record = Record::<G>::new(state.clone());
        let answer = seat.answer(game, &record, &Request::new(Limits::depth(depth)));
        sum += answer.map_or(0, |answer| answer.stats.nodes);
    }
    Ok(Some(sum as f64 / positions.len() as f64))
}
