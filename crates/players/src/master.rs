//! The engine behind a seat.

use std::thread;
use std::time::{Duration, Instant};

use chess::Move;
use engine::strength::pace::{self, OwnClock};
use engine::{Engine, Info, Settings, StrengthSettings, Technique, Techniques};
use games::Chess;
use games::chess::book::Book;
use gametree::{Bound, Event, Observer, Request, Signal, Stats, Value, mix};

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
    /// What a player of limited strength opens from.
    book: Option<Book>,
    /// How many games there were before this one.
    games: u64,
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
            book: None,
            games: 0,
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
    if said("person") {
        settings.strength.person = values.is_on("person");
    }
    if let Some(seed) = values.number("seed").filter(|_| said("seed")) {
        settings.seed = seed;
    }
    settings
}

/// What is said about a move of a book: its value is not known, and 0 is what an opening should be worth.
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

/// A player of limited strength beyond its moves: as a person, it opens as it has learned to and takes its time.
impl Master {
    /// Whether it plays like a person.
    fn is_person(&self) -> bool {
        let strength = &self.engine.settings().strength;
        strength.person && strength.strength().is_some()
    }

    /// What decides its choices in this game.
    fn seed(&self) -> u64 {
        mix(self.engine.settings().seed.wrapping_add(self.games)) | 1
    }

    /// The move of the repertoire, if it opens from there.
    fn opening(&mut self, game: &chess::Game, request: &Request<Move>) -> Option<Move> {
        let wants_thoughts = request.waits_for_a_word()
            || request.mate.is_some()
            || request.limits.depth.is_some()
            || !request.moves.is_empty();
        let begins = *game.start() == chess::Position::startpos();
        if !self.is_person() || wants_thoughts || !begins {
            return None;
        }
        let seed = self.seed();
        let book = self.book.get_or_insert_with(Book::standard);
        book.choose_by_seed(game.position(), seed)
    }

    /// Waits until a person would have moved. A word from outside ends the waiting.
    fn take_time(
        &self,
        game: &chess::Game,
        request: &Request<Move>,
        signal: &Signal,
        began: Instant,
        is_book: bool,
    ) {
        let side = game.position().side_to_move() as usize;
        let Some(left) = request.clocks.left[side] else {
            return;
        };
        if !self.is_person() || request.waits_for_a_word() {
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
            thread::sleep(left.min(Duration::from_millis(5)));
        }
    }
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
        let began = Instant::now();
        let mut game = chess::Game::new(task.record.states()[0]);
        for &m in task.record.moves() {
            _ = game.play(m);
        }
        let (hear, watch) = (&mut listener.hear, &mut listener.watch);
        if let Some(m) = self.opening(&game, task.request) {
            let info = of_the_book(m);
            if let Some(hear) = hear {
                hear(&Event::Info(info.clone()));
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

    fn get_ready_to_ponder(&mut self) -> Result<bool, Fault> {
        Ok(true)
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

    /// The answer after some moves with a clock, and how long it took.
    fn on_the_clock(spec: &str, moves: &[&str], left: Duration) -> (Answer<Move>, Duration) {
        let mut seat = Seat::<Chess>::sit(spec).expect(spec);
        let game = Chess::default();
        let mut record = Record::new(game.start());
        for text in moves {
            let m = game.read_move(record.state(), text).expect(text);
            record.play(&game, m);
        }
        let mut request = Request::default();
        request.clocks.left = [Some(left); 2];
        let start = Instant::now();
        let answer = seat.answer(&game, &record, &request).expect("a move");
        (answer, start.elapsed())
    }

    #[test]
    fn on_a_clock_it_takes_its_time_unless_told_not_to() {
        let odd = ["a2a3", "h7h6", "b2b3", "g7g6", "h2h3", "a7a6", "g2g3"];
        let clock = Duration::from_secs(12);
        let (slow, took) = on_the_clock("engine:elo=1000", &odd, clock);
        assert!(took > Duration::from_millis(30), "{took:?}");
        assert!(took < clock / 10 + Duration::from_millis(500), "{took:?}");
        let (soon, _) = on_the_clock("engine:elo=1000,person=off", &odd, clock);
        assert_eq!(soon.best, slow.best, "the same move, sooner");
        // In time trouble it moves at once.
        let (_, took) = on_the_clock("engine:elo=1000", &odd, Duration::from_millis(900));
        assert!(took < Duration::from_millis(500), "{took:?}");
    }

    #[test]
    fn it_opens_from_the_repertoire_unless_its_thoughts_are_wanted() {
        let first = |seed: u32| search(&format!("engine:elo=1000,seed={seed}"));
        let book = Book::standard();
        let known: Vec<Option<Move>> = (1..60)
            .map(|seed| book.choose_by_seed(&chess::Position::startpos(), seed))
            .collect();
        for seed in 0..5 {
            let answer = first(seed);
            assert!(known.contains(&answer.best), "{:?}", answer.best);
            assert_eq!(answer.stats.nodes, 0);
        }
        assert!(search("engine:elo=1000,person=off").stats.nodes > 0);
        assert!(search("engine:elo=1000,depth=2").stats.nodes > 0);
    }

    #[test]
    fn nobody_but_its_strength_limits_it() {
        let (weak, strong) = (
            search("engine:elo=1000,person=off"),
            search("engine:elo=2300,person=off"),
        );
        // Even the weakest looks at each of its moves once.
        assert!(weak.stats.nodes < 2_000, "{:?}", weak.stats);
        assert!(strong.stats.nodes > 10_000, "{:?}", strong.stats);
        assert!(strong.depth > 4, "{}", strong.depth);
        assert_eq!(
            search("engine:elo=2300,nodes=300,person=off").stats.nodes,
            300
        );
    }
}
