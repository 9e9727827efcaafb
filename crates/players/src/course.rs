//! Course players as players of the registry.

use std::path::Path;

use courses::a8::Idea;
use courses::presets::{self, Document, PRESETS, Preset as CoursePreset, Unit};
use courses::{CoursePlayer, deepen_until_stopped};
use games::chess::book::Book;
use games::{BoardGame, Chess, GameId, MiniChess};
use gametree::{Bound, Limits, Score, Silent, Value};

use crate::answer::{Answer, Listener};
use crate::common::{MOVETIME, SEED};
use crate::error::SpecError;
use crate::fault::Fault;
use crate::player::{Player, Task};
use crate::registry::{Build, Entry, Games, Group, OneGame};
use crate::reporter::Reporter;
use crate::setting::{Cost, Preset, Setting, SettingType, Settings};
use crate::spec::PlayerSpec;

/// Values from here on are infinities of a document.
const INFINITIES: Score = 1_000_000;

/// One entry for each player of the documents.
pub(crate) fn entries() -> Vec<Entry> {
    PRESETS.iter().map(entry).collect()
}

fn entry(preset: &'static CoursePreset) -> Entry {
    let mut settings = vec![depth(preset), MOVETIME, SEED];
    if preset.document == Document::A8 {
        settings.push(A8_OFF);
    }
    if preset.name.starts_with("report-book") {
        settings.push(BOOK);
    }
    // Saved specs have the suffix "mended" of earlier versions.
    let alias = preset.name.strip_suffix("-fixed");
    let new = |game: GameId, build: Box<dyn Build>| Entry {
        aliases: alias
            .map(|stem| format!("{stem}-mended"))
            .into_iter()
            .collect(),
        settings,
        games: Games::Only(vec![game]),
        usual: |settings| Limits::depth(settings.number("depth").unwrap_or(1) as u32),
        least_depth: u32::from(preset.plies_more() == 0),
        is_random: |_| true,
        build,
        ..Entry::new(
            preset.name,
            preset.about,
            Group::Course,
            OneGame::<Chess>(chess),
        )
    };
    match preset.document {
        Document::I2p3 => new(MiniChess::ID, Box::new(OneGame::<MiniChess>(minichess))),
        _ => new(Chess::ID, Box::new(OneGame::<Chess>(chess))),
    }
}

const BOOK: Setting = Setting::new(
    "book",
    SettingType::Text,
    Preset::Absent("32 well-known openings"),
    "a Polyglot book (.bin) or a file of opening lines",
)
.costs(Cost::File);

const A8_OFF: Setting = Setting::new(
    "off",
    SettingType::List(A8_IDEAS),
    Preset::Absent("nothing"),
    "ideas of the evaluator to do without; without kingvalue the enemy king counts 1,000, as printed",
);

/// The names of [`courses::a8::Idea`].
const A8_IDEAS: &[&str] = &[
    Idea::Asymmetry.name(),
    Idea::PawnCount.name(),
    Idea::Squares.name(),
    Idea::EndGame.name(),
    Idea::Shield.name(),
    Idea::Doubled.name(),
    Idea::Mobility.name(),
    Idea::KingValue.name(),
];

const fn depth(preset: &CoursePreset) -> Setting {
    Setting::new(
        "depth",
        SettingType::Number(0, 8),
        Preset::Number(preset.depth as u64),
        "as the document counts: the report's depth 3 looks four plies ahead",
    )
}

fn chess(spec: &PlayerSpec, settings: &Settings) -> Result<Box<dyn Player<Chess>>, SpecError> {
    let name = spec.name();
    let seed = settings.number("seed").unwrap_or(0);
    let player = if let Some(file) = settings.text("book") {
        let book = Book::open(Path::new(file));
        let book = book.map_err(|error| SpecError::Conflict(error.to_string()))?;
        presets::book_player(name, book, seed)
    } else if spec.gives("off") {
        let off: Vec<Idea> = (settings.list("off").iter())
            .filter_map(|name| Idea::named(name))
            .collect();
        presets::a8_player(name, &off)
    } else {
        presets::chess_player(name, seed)
    };
    boxed(spec, settings, player)
}

fn minichess(
    spec: &PlayerSpec,
    settings: &Settings,
) -> Result<Box<dyn Player<MiniChess>>, SpecError> {
    let seed = settings.number("seed").unwrap_or(0);
    boxed(spec, settings, presets::minichess_player(spec.name(), seed))
}

fn boxed<G: BoardGame>(
    spec: &PlayerSpec,
    settings: &Settings,
    player: Option<Box<dyn CoursePlayer<G>>>,
) -> Result<Box<dyn Player<G>>, SpecError> {
    let other_game = || spec.entry().other_game(G::ID);
    let preset = presets::find(spec.name()).ok_or_else(other_game)?;
    let depth = settings.number("depth").unwrap_or(1) as u32;
    let player = player.ok_or_else(other_game)?;
    Ok(Box::new(Course::new(player, preset, depth)))
}

/// A player of a course document. Its depth counts as the document counts, and its values are in the document's units.
pub(crate) struct Course<G: BoardGame> {
    player: Box<dyn CoursePlayer<G>>,
    preset: &'static CoursePreset,
    /// The depth if the request has none, as the document counts.
    depth: u32,
}

impl<G: BoardGame> Course<G> {
    pub(crate) fn new(
        player: Box<dyn CoursePlayer<G>>,
        preset: &'static CoursePreset,
        depth: u32,
    ) -> Self {
        Self {
            player,
            preset,
            depth,
        }
    }
}

/// Returns a value as the document would print it.
fn value<G: BoardGame>(preset: &CoursePreset, score: Score) -> Value {
    match preset.unit() {
        Unit::Centipawns if score.unsigned_abs() < INFINITIES.unsigned_abs() => G::value(score),
        _ => Value::Printed(score),
    }
}

/// Returns a score of a player's search in the units of its document, if it is a course player, else in those of the game.
#[must_use]
pub fn value_of_player<G: BoardGame>(player: &str, score: Score) -> Value {
    match presets::find(player) {
        Some(preset) => value::<G>(preset, score),
        None => G::value(score),
    }
}

impl<G: BoardGame> Player<G> for Course<G> {
    fn choose(
        &mut self,
        task: &Task<'_, G>,
        listener: &mut Listener<'_, G::Move>,
    ) -> Result<Answer<G::Move>, Fault> {
        let limits = &task.request.limits;
        let start = limits.clock.now();
        let preset = self.preset;
        let mut silent = Silent;
        let mut reporter = Reporter {
            report: listener.report.as_deref_mut(),
            observer: match &mut listener.observer {
                Some(observer) => *observer,
                None => &mut silent,
            },
            value: &|score| value::<G>(preset, score),
            limits,
            start,
        };
        let history = task.record.states();
        let has_time = limits.time.is_some() || task.request.infinite;
        let player = self.player.as_mut();
        let choice = match (limits.depth, preset.step()) {
            (None, Some(step)) if has_time => {
                let depths = (self.depth, step);
                deepen_until_stopped(player, history, depths, limits, &mut reporter)
            }
            (depth, _) => {
                let mut limits = limits.clone();
                limits.depth = depth.or(Some(self.depth));
                player.search_watched(history, &limits, &mut reporter)
            }
        };
        let mut stats = choice.stats;
        // Some of these programs find no move although there is one; that is reported. None of them can restrict itself
        // to some of the moves.
        let best = match choice.best {
            Some(mv) if !task.allows(mv) => task.moves().first().copied(),
            best => best,
        };
        let Some(best) = best else {
            return Err(Fault::NoMove);
        };
        stats.time = limits.clock.now().saturating_sub(start);
        Ok(Answer {
            value: choice.value.map(|score| value::<G>(preset, score)),
            bound: Bound::Exact,
            depth: choice.depth,
            plies_more: preset.plies_more(),
            stopped: choice.stopped,
            counted: (choice.calls != stats.nodes).then_some(choice.calls),
            stats,
            ..Answer::unvalued(Some(best))
        })
    }

    fn new_game(&mut self) -> Result<(), Fault> {
        self.player.new_game();
        Ok(())
    }
}
