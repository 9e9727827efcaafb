//! The engine as a player.

use std::time::Duration;

use chess::Move;
use engine::strength::pace::{self, OwnClock};
use engine::{Engine, Info, NotEnoughMemory, Strength, StrengthSettings, Technique, Techniques};
use games::chess::book::Book;
use games::{BoardGame, Chess};
use gametree::clock::Stopwatch;
use gametree::{Bound, Event, Limits, Observer, Request, Signal, Stats, Value, mix};

use crate::answer::{Answer, Listener};
use crate::common::{MOVETIME, NODES, SEED};
use crate::error::SpecError;
use crate::fault::Fault;
use crate::player::{Player, Task};
use crate::registry::{Entry, Games, Group, OneGame};
use crate::setting::{Cost, Preset, Setting, SettingType, Settings};
use crate::spec::PlayerSpec;

use Preset::{Absent, Is};

/// The names of the engine's techniques, for the setting `off`.
pub const TECHNIQUES: &[&str] = &{
    let mut names = [""; Technique::ALL.len()];
    let mut index = 0;
    while index < names.len() {
        names[index] = Technique::ALL[index].name();
        index += 1;
    }
    names
};

/// The words of the setting `only`: the techniques, and a word for none of them.
pub const ONLY: &[&str] = &{
    let mut words = [NONE; Technique::ALL.len() + 1];
    let mut index = 0;
    while index < TECHNIQUES.len() {
        words[index + 1] = TECHNIQUES[index];
        index += 1;
    }
    words
};

/// The word for no technique at all.
const NONE: &str = "none";

/// Returns the techniques with a description of each.
pub fn about() -> impl Iterator<Item = (&'static str, &'static str)> {
    let all = Technique::ALL.iter();
    all.map(|technique| (technique.name(), technique.about()))
}

/// The entry of the registry.
pub(crate) fn entry() -> Entry {
    Entry {
        settings: vec![
            Setting::number("depth", 1, 127, Absent("no limit")).about("plies to look ahead"),
            NODES.preset(Absent("1000000 if nothing limits the player")),
            MOVETIME,
            Setting::number("hash", 1, 65_536, Is("16"))
                .about("transposition table, in mebibytes")
                .costs(Cost::Mebibytes),
            Setting::number("threads", 1, 256, Is("1"))
                .about("threads that search together")
                .costs(Cost::Threads),
            Setting::new(
                "off",
                SettingType::List(TECHNIQUES),
                Absent("nothing"),
                "techniques to switch off",
            ),
            Setting::new(
                "only",
                SettingType::List(ONLY),
                Absent("all of them"),
                "the only techniques to use",
            ),
            Setting::number(
                "elo",
                Strength::MIN as u64,
                Strength::MAX as u64,
                Absent("no limit"),
            )
            .about("limited strength: plays at this rating, by overlooking moves"),
            Setting::switch("person").preset(Is("on")).about(
                "with a rating: uses its clock like a person, and opens from the repertoire",
            ),
            SEED.preset(Is("0"))
                .about("with a rating: what it misjudges and overlooks"),
        ],
        games: Games::Only(vec![Chess::ID]),
        usual: |_| Limits::nodes(USUAL_NODES),
        is_random: |spec| spec.gives("elo"),
        least_depth: 1,
        ..Entry::new(
            "engine",
            "the engine of this program: every technique of a strong search; each can be switched off",
            Group::Engine,
            OneGame::<Chess>(|spec, settings| Ok(Box::new(Master::new(spec, settings)?))),
        )
    }
}

/// The nodes of a move if nothing limits the player.
const USUAL_NODES: u64 = 1_000_000;

/// The engine.
pub(crate) struct Master {
    engine: Engine,
    /// The opening repertoire of a player of limited strength.
    book: Option<Book>,
    /// The number of games before this one.
    games: u64,
    settings: Settings,
    /// The spec. Its settings take precedence over settings from outside.
    spec: PlayerSpec,
}

impl Master {
    /// The engine of a spec.
    fn new(spec: &PlayerSpec, settings: &Settings) -> Result<Self, SpecError> {
        let engine_settings = engine_settings(spec, settings, &engine::Settings::default());
        Ok(Self {
            engine: Engine::try_new(&engine_settings)
                .map_err(|error| SpecError::Conflict(error.to_string()))?,
            book: None,
            games: 0,
            spec: spec.clone(),
            settings: settings.clone(),
        })
    }
}

/// Returns settings from outside, with those of the spec in their place.
fn engine_settings(
    spec: &PlayerSpec,
    own: &Settings,
    outside: &engine::Settings,
) -> engine::Settings {
    let mut settings = outside.clone();
    if let Some(hash) = spec.number("hash") {
        settings.hash = hash;
    }
    if let Some(threads) = spec.number("threads") {
        settings.threads = threads as usize;
    }
    if spec.gives("only") || spec.gives("off") {
        settings.techniques = techniques(spec);
    }
    if let Some(elo) = spec.number("elo") {
        settings.strength = StrengthSettings::of_elo(elo as u32);
    }
    if spec.gives("person") {
        settings.strength.person = own.is_on("person");
    }
    if let Some(seed) = spec.number("seed") {
        settings.seed = seed;
    }
    settings
}

/// Returns the report about a book move. Its value is unknown and reported as 0.
#[must_use]
pub fn of_the_book(m: Move) -> Info {
    Info {
        depth: 1,
        selective_depth: 1,
        rank: 1,
        score: Value::Centipawns(0),
        bound: Bound::Exact,
        wdl: None,
        nodes: 0,
        hash_full: None,
        table_hits: 0,
        time: Duration::ZERO,
        line: vec![m],
    }
}

/// With limited strength the engine plays like a person: it opens from a repertoire and uses its clock.
impl Master {
    /// Returns whether it plays like a person.
    fn is_person(&self) -> bool {
        let strength = &self.engine.settings().strength;
        strength.person && strength.strength().is_some()
    }

    /// Returns the seed of its choices in this game.
    fn seed(&self) -> u64 {
        mix(self.engine.settings().seed.wrapping_add(self.games)) | 1
    }

    /// Returns a move of the repertoire, if there is one and the request allows it.
    fn opening(&mut self, game: &chess::Game, request: &Request<Move>) -> Option<Move> {
        let needs_search = request.waits_for_signal()
            || request.mate.is_some()
            || request.limits.depth.is_some()
            || !request.moves.is_empty();
        let begins = *game.start() == chess::Position::startpos();
        if !self.is_person() || needs_search || !begins {
            return None;
        }
        let seed = self.seed();
        let book = self.book.get_or_insert_with(Book::standard);
        book.choose_by_seed(game.position(), seed)
    }

    /// Waits until a person would have moved, or until the search is stopped.
    fn take_time(
        &self,
        game: &chess::Game,
        request: &Request<Move>,
        signal: &Signal,
        began: Stopwatch,
        is_book: bool,
    ) {
        let side = game.position().side_to_move() as usize;
        let Some(left) = request.clocks.left[side] else {
            return;
        };
        if !self.is_person() || request.waits_for_signal() {
            return;
        }
        let clock = OwnClock {
            left,
            increment: request.clocks.increment[side],
            moves_to_go: request.clocks.moves_to_go,
        };
        let time = pace::thinking_time(game, clock, is_book, self.seed());
        while !signal.is_stopped() {
            let left = time.saturating_sub(began.elapsed());
            if left.is_zero() {
                return;
            }
            gametree::clock::pause(left.min(Duration::from_millis(5)));
        }
    }
}

/// Returns the techniques that a spec leaves on.
#[must_use]
pub fn techniques(spec: &PlayerSpec) -> Techniques {
    let named = |key: &str| -> Vec<Technique> {
        (spec.list(key).iter())
            .filter_map(|name| name.parse().ok())
            .collect()
    };
    if spec.gives("only") {
        return named("only")
            .into_iter()
            .fold(Techniques::NONE, Techniques::with);
    }
    named("off")
        .into_iter()
        .fold(Techniques::ALL, Techniques::without)
}

impl Player<Chess> for Master {
    fn choose(
        &mut self,
        task: &Task<'_, Chess>,
        listener: &mut Listener<'_, Move>,
    ) -> Result<Answer<Move>, Fault> {
        let began = Stopwatch::new();
        let mut game = chess::Game::new(task.record.states()[0]);
        for &m in task.record.moves() {
            _ = game.play(m);
        }
        let (report, observer) = (&mut listener.report, &mut listener.observer);
        if let Some(m) = self.opening(&game, task.request) {
            let info = of_the_book(m);
            if let Some(report) = report {
                // There is no search to report: the line has no nodes.
                report(&Event::Remark("book move".to_owned()));
                report(&Event::Info(info.clone()));
            }
            self.take_time(&game, task.request, task.signal, began, true);
            return Ok(Answer {
                value: Some(info.score),
                depth: info.depth,
                line: info.line,
                ..Answer::unvalued(Some(m))
            });
        }
        let mut last = None;
        let mut each = |event: &Event<Move>| {
            if let Event::Info(info) = event
                && info.rank == 1
            {
                last = Some(info.clone());
            }
            if let Some(report) = report {
                report(event);
            }
        };
        let observer = observer
            .as_mut()
            .map(|observer| &mut **observer as &mut dyn Observer<Move>);
        let engine = &mut self.engine;
        let choice = engine.search_watched(&game, task.request, task.signal, &mut each, observer);
        let nodes = engine.nodes();
        self.take_time(&game, task.request, task.signal, began, false);
        let Some(info) = last else {
            return Ok(Answer {
                ponder: choice.ponder,
                ..Answer::unvalued(choice.best)
            });
        };
        Ok(Answer {
            best: choice.best,
            ponder: choice.ponder,
            value: Some(info.score),
            bound: info.bound,
            depth: info.depth,
            line: info.line,
            hash_full: info.hash_full,
            stopped: task.signal.is_stopped(),
            stats: Stats {
                nodes,
                selective_depth: info.selective_depth,
                ..Stats::default()
            },
            ..Answer::unvalued(choice.best)
        })
    }

    fn new_game(&mut self) -> Result<(), Fault> {
        self.engine.new_game();
        self.games += 1;
        Ok(())
    }

    fn configure(&mut self, outside: &engine::Settings) -> Result<(), NotEnoughMemory> {
        let settings = engine_settings(&self.spec, &self.settings, outside);
        self.engine.configure(&settings)
    }

    fn clear_hash(&mut self) {
        self.engine.clear_hash();
    }

    fn plans_its_time(&self) -> bool {
        true
    }

    fn get_ready_to_ponder(&mut self) -> Result<bool, Fault> {
        Ok(true)
    }
}
