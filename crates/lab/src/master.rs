//! The engine as a player of the registry.

use engine::{
    Engine, Event, Score, ScoreBound, Settings, Signal, StrengthSettings, Technique, Techniques,
};
use games::Chess;
use gametree::{Bound, Limits, Observer, SearchResult, Stats};

use crate::contest::Budget;
use crate::player::{OwnLimits, Player, Record};
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
pub struct Master {
    engine: Engine,
    limits: OwnLimits,
    /// The clocks of the game, if it is played with clocks: the engine plans its time itself.
    clock: Option<Budget>,
    /// How full the table was after the last search.
    fill: Option<u32>,
}

impl Master {
    /// The engine of a spec that the registry has checked.
    #[must_use]
    pub fn new(spec: &Spec) -> Self {
        let settings = Settings {
            hash: spec.number("hash").unwrap_or(16),
            threads: spec.number("threads").unwrap_or(1) as usize,
            techniques: techniques(spec),
            strength: spec
                .number("elo")
                .map_or_else(StrengthSettings::default, |elo| {
                    StrengthSettings::of_elo(elo as u32)
                }),
            seed: spec.number("seed").unwrap_or(0),
            ..Settings::default()
        };
        Self {
            engine: Engine::new(&settings),
            limits: OwnLimits {
                depth: spec.number("depth").map(|depth| depth as u32),
                // Without any limit the textbook players look four plies ahead. This one has its own idea.
                nodes: Some(spec.number("nodes").unwrap_or(u64::MAX)),
                evals: None,
                milliseconds: spec.number("movetime"),
            },
            clock: None,
            fill: None,
        }
    }
}

/// The techniques that a spec leaves on.
#[must_use]
pub fn techniques(spec: &Spec) -> Techniques {
    let named = |key: &str| {
        let list = spec.get(key).unwrap_or_default();
        let words: Vec<Technique> = list
            .split('+')
            .filter_map(|name| name.parse().ok())
            .collect();
        words
    };
    if spec.get("only").is_some() {
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
        _game: &Chess,
        record: &Record<Chess>,
        limits: &Limits,
        watch: Option<&mut dyn Observer<chess::Move>>,
    ) -> SearchResult<chess::Move> {
        let limits = self.limits.tighter(limits);
        let mut game = chess::Game::new(record.states()[0]);
        for &m in record.moves() {
            _ = game.play(m);
        }
        let mut asked = engine::Limits {
            depth: (limits.depth < gametree::MAX_DEPTH).then_some(limits.depth),
            nodes: limits.nodes.filter(|&nodes| nodes < u64::MAX),
            move_time: limits.time,
            ..engine::Limits::default()
        };
        if let Some(clock) = self.clock.take() {
            asked.move_time = None;
            asked.time = clock.clock.map_or([None; 2], |times| times.map(Some));
            asked.increment = clock.increment;
            asked.moves_to_go = clock.moves_to_go;
        }
        let endless = asked.depth.is_none()
            && asked.nodes.is_none()
            && asked.move_time.is_none()
            && asked.time == [None; 2];
        if endless && limits.stop.is_none() {
            asked.nodes = Some(1_000_000);
        }
        let signal = limits
            .stop
            .as_ref()
            .map_or_else(Signal::default, |stop| Signal::with_stop(stop.clone()));
        let mut last = None;
        let choice = self.engine.search_watched(
            &game,
            &asked,
            &signal,
            &mut |event| {
                if let Event::Info(info) = event
                    && info.rank == 1
                {
                    last = Some(info.clone());
                }
            },
            watch,
        );
        let info = last.as_ref();
        self.fill = info.and_then(|info| info.hash_full);
        SearchResult {
            best: choice.best,
            score: info.map_or(0, |info| match info.score {
                Score::Centipawns(value) => value,
                Score::Mate(moves) if moves > 0 => gametree::score::win_in(2 * moves as u32 - 1),
                Score::Mate(moves) => gametree::score::loss_in(2 * moves.unsigned_abs()),
            }),
            bound: match info.map(|info| info.bound) {
                Some(ScoreBound::Lower) => Bound::Lower,
                Some(ScoreBound::Upper) => Bound::Upper,
                _ => Bound::Exact,
            },
            pv: info.map_or_else(Vec::new, |info| info.line.clone()),
            depth: info.map_or(0, |info| info.depth),
            stopped: limits.stop_requested(),
            stats: Stats {
                nodes: self.engine.nodes(),
                selective_depth: info.map_or(0, |info| info.selective_depth),
                ..Stats::default()
            },
        }
    }

    fn new_game(&mut self) {
        self.engine.new_game();
    }

    fn table_fill(&self) -> Option<u32> {
        self.fill
    }

    fn see_clock(&mut self, budget: &Budget) -> bool {
        self.clock = budget.clock.map(|_| *budget);
        self.clock.is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::registry;

    fn search(spec: &str) -> SearchResult<chess::Move> {
        let mut player = Master::new(&registry::parse(spec).expect(spec));
        let record = Record::new(chess::Position::startpos());
        player.choose(&Chess::default(), &record, &Limits::default(), None)
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
