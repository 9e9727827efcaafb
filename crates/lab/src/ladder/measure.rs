//! What each rung buys, and each technique of the engine: games at equal nodes and at equal time. Two players play until it is
//! decided which is stronger; most techniques are asked together, in a number of games that is fixed beforehand.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;

use contest::stats::{Answer, ThreeWay, Watch};
use contest::{Adjudication, DrawRule, Openings, PlayerLimit, ResignRule, Source, default_plies};
use engine::Technique;
use games::{BoardGame, GameKind, Record};
use gametree::{Limits, Request, SplitMix64};
use players::{Seat, SpecError};
use serde::Serialize;

use super::duel::LadderError;
use super::judged::Judged;
use super::kept::Kept;
use super::rungs::{Rung, rungs};
use super::together;
use crate::pairs::{Terms, play_pair};

/// How much is measured.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Scale {
    /// The most games of a comparison.
    pub games: u64,
    /// The fewest: an Elo has an error that can be read.
    pub least: u64,
    /// The least difference worth naming, in Elo.
    pub margin: f64,
    /// Nodes a move for the engine.
    pub nodes: u64,
    /// Nodes a move for textbook players, whose ideas need depth to show and whose nodes are cheap.
    pub textbook_nodes: u64,
    /// Milliseconds a move for games at equal time.
    pub movetime: u64,
    /// Nodes a move for games of the engine without some of its techniques.
    pub ablation_nodes: u64,
    /// Games that ask about most techniques together.
    pub technique_games: u64,
    /// Positions on which nodes are counted.
    pub positions: usize,
    /// The depth they are searched to.
    pub depth: u32,
    /// Games that take longer are drawn.
    pub max_plies: u32,
    /// Decides the openings and positions.
    pub seed: u64,
}

impl Scale {
    /// What is asked of each comparison.
    #[must_use]
    pub fn question(&self) -> ThreeWay {
        ThreeWay {
            least_pairs: (self.least / 2).max(1),
            ..ThreeWay::new(self.margin)
        }
    }
}

/// What was measured about one rung.
#[derive(Clone, Debug, Serialize)]
pub struct Measured {
    /// Its name.
    pub name: &'static str,
    /// Its spec.
    pub spec: &'static str,
    /// Against the rung below at equal nodes.
    pub at_nodes: Option<Judged>,
    /// Against the rung below at equal time.
    pub at_time: Option<Judged>,
    /// Nodes to the fixed depth, the mean over the positions; `None` for random moves.
    pub nodes: Option<f64>,
}

/// What one technique of the engine is worth to it: the engine with it against the engine without it, and whatever else differs
/// taken into account.
#[derive(Clone, Debug, Serialize)]
pub struct Ablation {
    /// The technique.
    pub name: &'static str,
    /// The engine without it.
    pub spec: String,
    /// One sentence about it.
    pub about: &'static str,
    /// The engine with it against one without it at equal nodes.
    pub at_nodes: Option<Judged>,
    /// And at equal time.
    pub at_time: Option<Judged>,
}

/// The ladder of one game, measured.
#[derive(Clone, Debug, Serialize)]
pub struct Ladder {
    /// The game.
    pub game: &'static str,
    /// How much was measured.
    pub size: Scale,
    /// The rungs, lowest first.
    pub rungs: Vec<Measured>,
    /// The engine without each of its techniques, in games that it plays.
    pub ablations: Vec<Ablation>,
    /// Games in which techniques were asked about together, at equal nodes and at equal time.
    pub together: [u64; 2],
    /// Games that all of it rests on.
    pub games: u64,
}

/// How a ladder is measured here and now.
pub struct Sitters<'a> {
    /// Pairs at once; none if only what was kept is to be judged.
    pub threads: usize,
    /// Of the comparisons, only every so-manieth, beginning with this one: for several machines.
    pub part: (usize, usize),
    /// Ends it as soon as it is true.
    pub stop: &'a Arc<AtomicBool>,
}

/// How far a measurement has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Progress {
    /// Comparisons that are decided, or have had all their games.
    pub settled: usize,
    /// Comparisons in all.
    pub comparisons: usize,
    /// Games that were played, earlier sittings included.
    pub games: u64,
}

/// Who plays whom.
#[derive(Clone, PartialEq, Debug)]
enum Sides {
    /// The same two in every pair.
    Two([String; 2]),
    /// The engine without some of its techniques, others in every pair.
    Drawn,
}

/// Two players and what is equal between them.
#[derive(Clone, PartialEq, Debug)]
struct Comparison {
    sides: Sides,
    limit: PlayerLimit,
}

impl Comparison {
    /// The players of a pair.
    fn specs(&self, scale: &Scale, number: u64) -> [String; 2] {
        match &self.sides {
            Sides::Two(specs) => specs.clone(),
            Sides::Drawn => together::drawn(scale.seed, number).map(together::spec),
        }
    }

    /// A new count for it.
    fn standing(&self, scale: &Scale) -> Standing {
        match self.sides {
            Sides::Two(_) => Standing::new(Some(scale.question()), scale.games / 2),
            Sides::Drawn => Standing::new(None, scale.technique_games / 2),
        }
    }

    /// When a game is ended early. Where both are the engine, who is far behind resigns and what both find level is drawn: the
    /// rest would cost half of the time and change next to nothing. Textbook players cannot be believed so far.
    fn adjudication(&self, scale: &Scale) -> Adjudication {
        let is_engine = |spec: &String| spec.starts_with("engine");
        let both = match &self.sides {
            Sides::Two(specs) => specs.iter().all(is_engine),
            Sides::Drawn => true,
        };
        Adjudication {
            draw: both.then_some(DrawRule {
                from: 40,
                moves: 8,
                score: 5,
            }),
            resign: both.then_some(ResignRule {
                moves: 4,
                score: 800,
            }),
            max_plies: Some(scale.max_plies),
        }
    }

    /// Everything that decides its games, in words.
    fn key(&self, game: GameKind, scale: &Scale, openings: &Source) -> String {
        let limit = match (self.limit.nodes, self.limit.movetime) {
            (Some(nodes), _) => format!("{nodes} nodes"),
            (_, Some(time)) => format!("{time} ms"),
            _ => String::new(),
        };
        let book = match openings {
            Source::Book { hash, .. } => format!("book {hash}"),
            Source::Random { plies } => format!("{plies} random plies"),
        };
        let sides = match &self.sides {
            Sides::Two([one, other]) => format!("{one} | {other}"),
            Sides::Drawn => {
                let names: Vec<&str> = together::together().map(Technique::name).collect();
                format!("one in {} missing of {}", together::ONE_IN, names.join("+"))
            }
        };
        let adjudication = self.adjudication(scale);
        let early = match adjudication.resign {
            Some(rule) => format!(" | resigned at {}", rule.score),
            None => String::new(),
        };
        format!(
            "{} | {limit} | {sides} | seed {} | {book} | {} plies{early}",
            game.name(),
            scale.seed,
            scale.max_plies
        )
    }
}

/// Measures the ladder of a game, or goes on with it. `watch` is told after each pair. Gives the ladder with what is known
/// when all comparisons are settled or it was stopped, and how far it came.
pub fn measure<G: BoardGame>(
    game: &G,
    scale: Scale,
    kept: &mut Kept,
    sitters: &Sitters<'_>,
    watch: &mut (dyn FnMut(Progress) + Send),
) -> Result<(Ladder, Progress), LadderError> {
    let openings = Openings::<G>::of_match(game, true, scale.seed);
    let (comparisons, places) = comparisons(G::KIND, &scale);
    for spec in comparisons.iter().flat_map(|one| one.specs(&scale, 0)) {
        Seat::<G>::sit(&spec)?;
    }
    let keys: Vec<String> = comparisons
        .iter()
        .map(|one| one.key(G::KIND, &scale, openings.source()))
        .collect();
    let standings = keys
        .iter()
        .enumerate()
        .map(|(index, key)| {
            let mut standing = comparisons[index].standing(&scale);
            // What another machine plays is not ours, but what it played counts here.
            standing.ours = index % sitters.part.1.max(1) == sitters.part.0;
            for (number, points) in kept.pairs(key) {
                standing.add(number, points);
            }
            standing
        })
        .collect();
    let state = Mutex::new(State {
        standings,
        kept,
        watch,
        error: None,
    });
    lock(&state).tell();
    let board = Board {
        game,
        openings: &openings,
        comparisons: &comparisons,
        keys: &keys,
        scale: &scale,
    };
    thread::scope(|scope| {
        for _ in 0..sitters.threads {
            scope.spawn(|| board.work(&state, sitters.stop));
        }
    });
    let state = state.into_inner().unwrap_or_else(PoisonError::into_inner);
    if let Some(error) = state.error {
        return Err(error);
    }
    let progress = state.progress();
    let pairs: Vec<_> = state.standings.iter().map(Standing::in_order).collect();
    let ladder = places.into_ladder(game, scale, &pairs)?;
    Ok((ladder, progress))
}

/// Which comparison says what about whom.
struct Places {
    /// For each rung: at equal nodes, at equal time.
    rungs: Vec<[Option<usize>; 2]>,
    /// The techniques that are asked alone.
    alone: Vec<(Technique, [usize; 2])>,
    /// All others together, where there is an engine.
    together: Option<[usize; 2]>,
}

impl Places {
    fn into_ladder<G: BoardGame>(
        self,
        game: &G,
        scale: Scale,
        pairs: &[Vec<[u8; 2]>],
    ) -> Result<Ladder, LadderError> {
        let judge = |place: Option<usize>| Judged::of(scale.question(), &pairs[place?]);
        let positions = positions(game, &scale);
        let mut measured = Vec::new();
        for (rung, [at_nodes, at_time]) in rungs(G::KIND).iter().zip(self.rungs) {
            measured.push(Measured {
                name: rung.name,
                spec: rung.spec,
                at_nodes: judge(at_nodes),
                at_time: judge(at_time),
                nodes: nodes_to_depth(game, rung, &positions, scale.depth)?,
            });
        }
        let games_of = |place: usize| 2 * pairs[place].len() as u64;
        let together = self.together.map_or([0; 2], |places| places.map(games_of));
        let both = self.together.map(|places| {
            places.map(|place| together::judged(scale.seed, scale.margin, &pairs[place]))
        });
        let mut others = both.into_iter().flat_map(|[at_nodes, at_time]| {
            let both = at_nodes.into_iter().zip(at_time);
            both.map(|(at_nodes, at_time)| [at_nodes, at_time])
        });
        let ablations = techniques(G::KIND).iter().map(|&technique| {
            let own = self.alone.iter().find(|(alone, _)| *alone == technique);
            let [at_nodes, at_time] = match own {
                Some((_, places)) => places.map(|place| judge(Some(place))),
                None => others.next().unwrap_or_default(),
            };
            Ablation {
                name: technique.name(),
                spec: without(technique),
                about: technique.about(),
                at_nodes,
                at_time,
            }
        });
        Ok(Ladder {
            game: G::KIND.name(),
            size: scale,
            rungs: measured,
            ablations: ablations.collect(),
            together,
            games: pairs.iter().map(|pairs| 2 * pairs.len() as u64).sum(),
        })
    }
}

fn without(technique: Technique) -> String {
    format!("engine:off={technique}")
}

/// All comparisons of a game: every rung with the one below, and the engine with itself without techniques.
fn comparisons(game: GameKind, scale: &Scale) -> (Vec<Comparison>, Places) {
    let mut all = Vec::new();
    let mut both = |sides: Sides, nodes: u64| {
        let at = all.len();
        let limits = [
            PlayerLimit {
                nodes: Some(nodes),
                ..PlayerLimit::default()
            },
            PlayerLimit {
                movetime: Some(scale.movetime),
                ..PlayerLimit::default()
            },
        ];
        all.extend(limits.map(|limit| Comparison {
            sides: sides.clone(),
            limit,
        }));
        [at, at + 1]
    };
    let two = |above: &str, below: &str| Sides::Two([above.to_owned(), below.to_owned()]);
    let mut below: Option<&Rung> = None;
    let mut places = Vec::new();
    for rung in rungs(game) {
        let is_engine = rung.spec.starts_with("engine");
        let nodes = if is_engine {
            scale.nodes
        } else {
            scale.textbook_nodes
        };
        places.push(match below {
            Some(below) => both(two(rung.spec, below.spec), nodes).map(Some),
            None => [None; 2],
        });
        below = Some(rung);
    }
    let alone = techniques(game).iter().copied();
    let alone = alone.filter(|&technique| together::is_alone(technique));
    let alone = alone.map(|technique| {
        let sides = two("engine", &without(technique));
        (technique, both(sides, scale.ablation_nodes))
    });
    let alone = alone.collect();
    let together = !techniques(game).is_empty();
    let together = together.then(|| both(Sides::Drawn, scale.ablation_nodes));
    let places = Places {
        rungs: places,
        alone,
        together,
    };
    (all, places)
}

/// The techniques that the engine is played without: all of them in the game that it plays.
const fn techniques(game: GameKind) -> &'static [Technique] {
    match game {
        GameKind::Chess => Technique::ALL,
        _ => &[],
    }
}

/// How a comparison stands.
struct Standing {
    pairs: BTreeMap<u64, [u8; 2]>,
    /// The first number that nobody plays yet, and those before it that are played or being played are known.
    next: u64,
    /// The most pairs.
    most: u64,
    /// The test, which has seen the pairs before `seen`; none where the number of games is fixed.
    watch: Option<Watch>,
    seen: u64,
    /// Whether it is played here.
    ours: bool,
}

impl Standing {
    fn new(asked: Option<ThreeWay>, most: u64) -> Self {
        Self {
            pairs: BTreeMap::new(),
            next: 0,
            most,
            watch: asked.map(Watch::new),
            seen: 0,
            ours: true,
        }
    }

    fn add(&mut self, number: u64, points: [u8; 2]) {
        if number >= self.most {
            return;
        }
        self.pairs.entry(number).or_insert(points);
        // The test sees pairs in their order, whenever they end: then its answer is the same on any machine.
        while let Some(points) = self.pairs.get(&self.seen) {
            if let Some(watch) = &mut self.watch {
                watch.see(usize::from(points[0] + points[1]));
            }
            self.seen += 1;
        }
    }

    fn is_settled(&self) -> bool {
        let watch = self.watch.as_ref();
        watch.is_some_and(|watch| watch.answer() != Answer::Open) || self.seen >= self.most
    }

    /// The next pair to play.
    fn take(&mut self) -> Option<u64> {
        while self.pairs.contains_key(&self.next) {
            self.next += 1;
        }
        if !self.ours || self.is_settled() || self.next >= self.most {
            return None;
        }
        self.next += 1;
        Some(self.next - 1)
    }

    /// The pairs from the first on, as far as there is no gap.
    fn in_order(&self) -> Vec<[u8; 2]> {
        (0..self.seen)
            .filter_map(|number| self.pairs.get(&number).copied())
            .collect()
    }
}

/// What the threads share.
struct State<'a> {
    standings: Vec<Standing>,
    kept: &'a mut Kept,
    watch: &'a mut (dyn FnMut(Progress) + Send),
    error: Option<LadderError>,
}

impl State<'_> {
    /// So many pairs of one comparison are played before the next one has its turn.
    const TURN: u64 = 25;

    /// The next pair to play: of the comparison that has had the fewest turns. So all of them come forward together, and
    /// whoever stops early has a picture of the whole.
    fn take(&mut self) -> Option<(usize, u64)> {
        let mut order: Vec<usize> = (0..self.standings.len()).collect();
        order.sort_by_key(|&index| self.standings[index].next / Self::TURN);
        order
            .into_iter()
            .find_map(|index| Some((index, self.standings[index].take()?)))
    }

    fn progress(&self) -> Progress {
        let settled = self.standings.iter().filter(|one| one.is_settled());
        Progress {
            settled: settled.count(),
            comparisons: self.standings.len(),
            games: self
                .standings
                .iter()
                .map(|one| 2 * one.pairs.len() as u64)
                .sum(),
        }
    }

    fn tell(&mut self) {
        let progress = self.progress();
        (self.watch)(progress);
    }
}

fn lock<'a, 'b>(state: &'a Mutex<State<'b>>) -> MutexGuard<'a, State<'b>> {
    state.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What is played.
struct Board<'a, G: BoardGame> {
    game: &'a G,
    openings: &'a Openings<G>,
    comparisons: &'a [Comparison],
    keys: &'a [String],
    scale: &'a Scale,
}

impl<G: BoardGame> Board<'_, G> {
    /// One thread: takes the next pair, plays it, writes it down.
    fn work(&self, state: &Mutex<State<'_>>, stop: &Arc<AtomicBool>) {
        // Players stay seated as long as they are the ones to play.
        let mut seated: Option<(usize, [Seat<G>; 2])> = None;
        while !stop.load(Ordering::Relaxed) {
            let taken = lock(state).take();
            let Some((index, number)) = taken else {
                return;
            };
            let is_other = seated.as_ref().is_none_or(|(who, _)| *who != index);
            if is_other || self.comparisons[index].sides == Sides::Drawn {
                match self.sit(index, number) {
                    Ok(seats) => seated = Some((index, seats)),
                    Err(error) => {
                        lock(state).error.get_or_insert(error.into());
                        return stop.store(true, Ordering::Relaxed);
                    }
                }
            }
            let Some((_, [one, other])) = &mut seated else {
                return;
            };
            let terms = Terms {
                limit: self.comparisons[index].limit,
                adjudication: self.comparisons[index].adjudication(self.scale),
                seed: self.scale.seed,
            };
            let seats = [one, other];
            let Some(pair) = play_pair(self.game, self.openings, seats, number, &terms, stop)
            else {
                return;
            };
            let mut state = lock(state);
            let written = state.kept.add(&self.keys[index], number, &pair);
            let points = pair.points.map(|points| points.half_points() as u8);
            state.standings[index].add(number, points);
            if let Err(error) = written {
                state.error.get_or_insert(error.into());
                return stop.store(true, Ordering::Relaxed);
            }
            state.tell();
        }
    }

    fn sit(&self, index: usize, number: u64) -> Result<[Seat<G>; 2], SpecError> {
        let [one, other] = self.comparisons[index].specs(self.scale, number);
        Ok([Seat::sit(&one)?, Seat::sit(&other)?])
    }
}

/// Positions some random moves into the game, the same for the same seed.
fn positions<G: BoardGame>(game: &G, scale: &Scale) -> Vec<G::State> {
    let mut random = SplitMix64::new(scale.seed);
    let mut positions = Vec::new();
    let plies = default_plies(G::KIND) + 4;
    // Games that end before that are tried again, but not for ever.
    for _ in 0..scale.positions * 20 {
        if positions.len() == scale.positions {
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
