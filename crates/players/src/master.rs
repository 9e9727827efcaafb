//! The engine behind a seat.

use chess::Move;
use engine::{Engine, Settings, StrengthSettings, Technique, Techniques};
use games::Chess;
use gametree::{Event, Observer, Stats};

use crate::answer::{Answer, Listener};
use crate::fault::Fault;
use crate::key::Values;
use crate::player::{Player, Task};
use crate::spec::Spec;

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

/// What the setting `only` takes: the techniques, and a word for none of them.
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

/// The techniques with a sentence about each.
pub fn about() -> impl Iterator<Item = (&'static str, &'static str)> {
    let all = Technique::ALL.iter();
    all.map(|technique| (technique.name(), technique.about()))
}

/// The engine.
pub(crate) struct Master {
    engine: Engine,
    values: Values,
    /// What its spec says, which counts more than settings from outside.
    spec: Spec,
}

impl Master {
    /// The engine of a spec that the registry has checked.
    #[must_use]
    pub(crate) fn new(spec: &Spec, values: Values) -> Self {
        let settings = settings(spec, &values, &Settings::default());
        Self {
            engine: Engine::new(&settings),
            spec: spec.clone(),
            values,
        }
    }
}

/// Settings from outside, with what the spec says in their place.
fn settings(spec: &Spec, values: &Values, outside: &Settings) -> Settings {
    let mut settings = outside.clone();
    let said = |key: &str| spec.get(key).is_some();
    if let Some(hash) = values.number("hash").filter(|_| said("hash")) {
        settings.hash = hash;
    }
    if let Some(threads) = values.number("threads").filter(|_| said("threads")) {
        settings.threads = threads as usize;
    }
    if said("only") || said("off") {
        settings.techniques = techniques(spec);
    }
    if let Some(elo) = values.number("elo") {
        settings.strength = StrengthSettings::of_elo(elo as u32);
    }
    if let Some(seed) = values.number("seed").filter(|_| said("seed")) {
        settings.seed = seed;
    }
    settings
}

/// The techniques that a spec leaves on.
#[must_use]
pub fn techniques(spec: &Spec) -> Techniques {
    let named = |key: &str| {
        let words = spec.get(key).unwrap_or_default().split('+');
        words
            .filter_map(|name| name.parse().ok())
            .collect::<Vec<Technique>>()
    };
    if spec.get("only").is_some() {
        let only = named("only").into_iter();
        return only.fold(Techniques::NONE, Techniques::with);
    }
    let off = named("off").into_iter();
    off.fold(Techniques::ALL, Techniques::without)
}

impl Player<Chess> for Master {
    fn choose(
        &mut self,
        task: &Task<'_, Chess>,
        listener: &mut Listener<'_, Move>,
    ) -> Result<Answer<Move>, Fault> {
        let mut game = chess::Game::new(task.record.states()[0]);
        for &m in task.record.moves() {
            _ = game.play(m);
        }
        let mut last = None;
        let (hear, watch) = (&mut listener.hear, &mut listener.watch);
        let mut tell = |event: &Event<Move>| {
            if let Event::Info(info) = event
                && info.rank == 1
            {
                last = Some(info.clone());
            }
            if let Some(hear) = hear {
                hear(event);
            }
        };
        let watch = watch
            .as_mut()
            .map(|watch| &mut **watch as &mut dyn Observer<Move>);
        let engine = &mut self.engine;
        let choice = engine.search_watched(&game, task.request, task.signal, &mut tell, watch);
        let nodes = engine.nodes();
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
        Ok(())
    }

    fn configure(&mut self, outside: &Settings) {
        let settings = settings(&self.spec, &self.values, outside);
        self.engine.configure(&settings);
    }

    fn clear_hash(&mut self) {
        self.engine.clear_hash();
    }

    fn plans_its_time(&self) -> bool {
        true
    }
}

#[cfg(test)]
mod tests {
    use games::BoardGame;
    use gametree::Request;

    use super::*;
    use crate::seat::Seat;
    use games::Record;

    fn search(spec: &str) -> Answer<Move> {
        let mut seat = Seat::<Chess>::sit(spec).expect(spec);
        let game = Chess::default();
        let record = Record::new(game.start());
        seat.answer(&game, &record, &Request::default())
            .expect("a move")
    }

    #[test]
    fn nobody_but_its_strength_limits_it() {
        let (weak, strong) = (search("engine:elo=1000"), search("engine:elo=2300"));
        assert!(weak.stats.nodes < 1_000, "{:?}", weak.stats);
        assert!(strong.stats.nodes > 2_000, "{:?}", strong.stats);
        assert!(strong.depth > 4, "{}", strong.depth);
        assert_eq!(search("engine:elo=2300,nodes=300").stats.nodes, 300);
    }
}
