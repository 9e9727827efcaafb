//! Games defined at run time: searched by every textbook search and every alternative, with and without keys, and stopped by
//! errors of their rules.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use games::dynamic::{DynamicGame, Failure, Rules, RulesError};
use games::{BoardGame, Record};
use gametree::score::{loss_in, win_in};
use gametree::{Game, Limits, Request, Score, Side, Signal, SplitMix64, Value};
use players::{Fault, Group, Listener, Registry, Seat, SpecError, builtin};

use crate::registry::EXACT;

/// Alternatives that return the minimax value of a fixed depth.
const EXACT_ALTERNATIVES: &[&str] = &[
    "sss",
    "sss:form=windows",
    "dual",
    "dual:form=windows",
    "mn:m=1,n=1",
    "om:model=own",
    "ab-rollout",
    "ab-rollout:pick=hopeful",
    "ab-rollout:pick=uct",
];

/// Nim: a move takes matches from one heap, and the last match wins.
#[derive(Clone)]
struct Nim {
    heaps: Vec<u32>,
    has_keys: bool,
    /// The call that fails.
    fails_at: u64,
    calls: Arc<AtomicU64>,
}

impl Nim {
    fn new(heaps: &[u32]) -> Self {
        Self {
            heaps: heaps.to_vec(),
            has_keys: true,
            fails_at: u64::MAX,
            calls: Arc::default(),
        }
    }

    fn count(&self) -> Result<(), Failure> {
        let calls = self.calls.fetch_add(1, Ordering::Relaxed) + 1;
        if calls < self.fails_at {
            Ok(())
        } else {
            Err(Box::new(TooManyCalls(calls)))
        }
    }
}

#[derive(Debug)]
struct TooManyCalls(u64);

impl fmt::Display for TooManyCalls {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "call {}", self.0)
    }
}

impl std::error::Error for TooManyCalls {}

/// A heap and the number of matches taken from it.
struct Take(usize, u32);

impl fmt::Display for Take {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({}, {})", self.0, self.1)
    }
}

/// A key with the same hash in every position: only equality counts.
#[derive(PartialEq, Eq)]
struct Heaps(Vec<u32>);

impl Hash for Heaps {
    fn hash<H: Hasher>(&self, _: &mut H) {}
}

impl Rules for Nim {
    type State = Vec<u32>;
    type Move = Take;
    type Key = Heaps;

    fn start(&self) -> Result<Vec<u32>, Failure> {
        Ok(self.heaps.clone())
    }

    fn moves(&self, heaps: &Vec<u32>) -> Result<Vec<Take>, Failure> {
        self.count()?;
        let of_heap = |(heap, &left): (usize, &u32)| (1..=left).map(move |taken| Take(heap, taken));
        Ok(heaps.iter().enumerate().flat_map(of_heap).collect())
    }

    fn play(&self, heaps: &Vec<u32>, mv: &Take) -> Result<Vec<u32>, Failure> {
        self.count()?;
        let mut heaps = heaps.clone();
        heaps[mv.0] -= mv.1;
        Ok(heaps)
    }

    fn result(&self, heaps: &Vec<u32>) -> Result<Option<i64>, Failure> {
        self.count()?;
        Ok(heaps.iter().all(|&left| left == 0).then_some(-1))
    }

    fn evaluate(&self, heaps: &Vec<u32>) -> Result<i64, Failure> {
        self.count()?;
        Ok(mixed(heaps))
    }

    fn key(&self, heaps: &Vec<u32>) -> Result<Option<Heaps>, Failure> {
        Ok(self.has_keys.then(|| Heaps(heaps.clone())))
    }
}

/// Returns a small number that depends on every heap.
fn mixed(heaps: &[u32]) -> i64 {
    let number = heaps
        .iter()
        .fold(1, |sum, &left| gametree::mix(sum + u64::from(left)));
    number as i64 % 50
}

/// One heap: a move takes one or two matches, or passes once. After two matches the same side moves again. The last match
/// wins.
#[derive(Clone)]
struct Again;

#[derive(Clone, PartialEq, Eq, Hash)]
struct Heap {
    left: u32,
    side: Side,
    /// The last move.
    taken: u32,
}

impl Rules for Again {
    type State = Heap;
    type Move = u32;
    type Key = Heap;

    fn start(&self) -> Result<Heap, Failure> {
        Ok(Heap {
            left: 8,
            side: Side::Second,
            taken: 1,
        })
    }

    fn moves(&self, heap: &Heap) -> Result<Vec<u32>, Failure> {
        let least = u32::from(heap.taken == 0);
        Ok((least..=heap.left.min(2)).collect())
    }

    fn play(&self, heap: &Heap, &taken: &u32) -> Result<Heap, Failure> {
        let side = if taken == 2 {
            heap.side
        } else {
            heap.side.other()
        };
        Ok(Heap {
            left: heap.left - taken,
            side,
            taken,
        })
    }

    fn result(&self, heap: &Heap) -> Result<Option<i64>, Failure> {
        let result = if heap.taken == 2 { 1 } else { -1 };
        Ok((heap.left == 0).then_some(result))
    }

    fn evaluate(&self, heap: &Heap) -> Result<i64, Failure> {
        Ok(mixed(&[heap.left, heap.side.index() as u32]))
    }

    fn key(&self, heap: &Heap) -> Result<Option<Heap>, Failure> {
        Ok(Some(heap.clone()))
    }

    fn side(&self, heap: &Heap) -> Result<Option<Side>, Failure> {
        Ok(Some(heap.side))
    }
}

/// Returns the value for the side to move by minimax over the rules, without the trait of games.
fn plain<R: Rules>(rules: &R, state: &R::State, side: Side, depth: u32, ply: u32) -> Score {
    match rules.result(state).expect("a result") {
        Some(1) => return win_in(ply),
        Some(-1) => return loss_in(ply),
        Some(_) => return 0,
        None if depth == 0 => return rules.evaluate(state).expect("a value") as Score,
        None => {}
    }
    let values = rules.moves(state).expect("moves").into_iter().map(|mv| {
        let next = rules.play(state, &mv).expect("a position");
        let next_side = rules.side(&next).expect("a side").unwrap_or(side.other());
        let value = plain(rules, &next, next_side, depth - 1, ply + 1);
        if next_side == side { value } else { -value }
    });
    values.max().expect("a move")
}

/// Compares the players with plain minimax, from several positions and to several depths. Returns the specs that are refused.
fn check<R: Rules + Clone>(rules: &R, specs: &[&str]) -> Vec<SpecError> {
    let game = DynamicGame::new(rules.clone()).expect("rules");
    let mut refused = Vec::new();
    for spec in specs {
        let mut seat = match Seat::for_game(&game, &builtin(spec).expect(spec)) {
            Ok(seat) => seat,
            Err(error) => {
                refused.push(error);
                continue;
            }
        };
        for seed in 0..3 {
            let mut rng = SplitMix64::new(seed);
            let mut record = Record::new(game.start());
            let mut state = rules.start().expect("a position");
            for _ in 0..seed {
                let index = rng.below(game.legal(record.state()).len() as u64) as usize;
                record.play(&game, game.legal(record.state())[index]);
                let mv = &rules.moves(&state).expect("moves")[index];
                state = rules.play(&state, mv).expect("a position");
            }
            let side = game.side(record.state());
            for depth in 1..=5 {
                seat.new_game().expect("a new game");
                let request = Request::new(Limits::depth(depth));
                let answer = seat.answer(&game, &record, &request).expect(spec);
                let truth = plain(rules, &state, side, depth, 0);
                let label = format!("{spec}, depth {depth}, {:?}", record.moves());
                assert_eq!(answer.value, Some(Value::Points(truth)), "{label}");
            }
        }
    }
    assert!(game.failure().is_none());
    refused
}

#[test]
fn exact_players_equal_plain_minimax() {
    for entry in Registry::builtin().entries() {
        let name = &*entry.name;
        let is_listed = EXACT
            .iter()
            .any(|spec| spec.split(':').next() == Some(name));
        assert!(entry.group != Group::Textbook || is_listed, "{name}");
    }
    for specs in [EXACT, EXACT_ALTERNATIVES] {
        assert_eq!(check(&Nim::new(&[3, 2, 2]), specs), []);
        assert_eq!(check(&Again, specs), []);
    }
}

#[test]
fn a_game_without_keys_is_refused_by_table_searches_only() {
    let nim = Nim {
        has_keys: false,
        ..Nim::new(&[3, 2, 2])
    };
    let others: &[&str] = &["dfpn", "alphabeta:bug=no-research"];
    for spec in [EXACT, EXACT_ALTERNATIVES, others].concat() {
        let table = ["tt=1", "mtdf", "classic", "windows", "dfpn", "bug"];
        let is_refused = table.iter().any(|part| spec.contains(part));
        let refused = check(&nim, &[spec]);
        assert_eq!(refused.len(), usize::from(is_refused), "{spec}");
    }
    assert_eq!(
        check(&nim, &["classic:null=off"])[0].to_string(),
        "the player classic:null=off recognises positions by their keys, and this game has no keys; give the game a key, or set tt=0"
    );
    // A seat that was built without the game refuses it too.
    let game = DynamicGame::new(nim).expect("rules");
    let mut seat = Seat::builtin("mtdf:depth=3").expect("a player");
    let answer = seat.answer(&game, &Record::new(game.start()), &Request::default());
    assert!(matches!(answer, Err(Fault::Start(text)) if text.ends_with("such as pvs")));
}

#[test]
fn every_player_of_every_game_plays_nim() {
    let game = DynamicGame::new(Nim::new(&[2, 3])).expect("rules");
    for entry in Registry::builtin().entries() {
        if !entry.plays(DynamicGame::ID) {
            continue;
        }
        let spec = builtin(&entry.name).expect("a player");
        let mut seat = Seat::for_game(&game, &spec).expect("a player");
        let record = Record::new(game.start());
        let request = Request::new(Limits::depth(6).with_nodes(20_000));
        let answer = seat.answer(&game, &record, &request).expect("an answer");
        let text = answer.best.map(|mv| game.write_move(mv)).expect("a move");
        // The only move that wins leaves two equal heaps.
        if matches!(entry.group, Group::Textbook) {
            assert_eq!(text, "(1,1)", "{spec}");
        }
        if ["pn", "dfpn"].contains(&&*entry.name) {
            let value = answer.value.expect("a value");
            assert!(value.score() > 0, "{spec}: {value:?}");
        }
    }
}

#[test]
fn the_first_error_of_the_rules_ends_the_search() {
    for spec in ["minimax", "pvs:tt=1,id", "sss", "uct", "pn", "bp"] {
        let nim = Nim {
            fails_at: 1_000,
            ..Nim::new(&[5, 5, 5, 5])
        };
        let calls = Arc::clone(&nim.calls);
        let game = DynamicGame::new(nim).expect("rules");
        let mut seat = Seat::for_game(&game, &builtin(spec).expect(spec)).expect(spec);
        let record = Record::new(game.start());
        let request = Request::new(Limits::depth(12));
        let signal = Signal::with_stop(game.stop_flag());
        let answer = seat.ask(&game, &record, &request, &signal, Listener::silent());
        assert_eq!(calls.load(Ordering::Relaxed), 1_000, "{spec}");
        assert!(signal.is_stopped());
        let error = answer.expect_err(spec).to_string();
        assert!(
            error.starts_with("the rules of the game failed: "),
            "{error}"
        );
        assert!(error.ends_with(" failed: call 1000"), "{error}");
        let Some(RulesError::Failed { source, .. }) = game.failure() else {
            panic!("{:?}", game.failure());
        };
        assert_eq!(
            source.downcast_ref::<TooManyCalls>().map(|it| it.0),
            Some(1_000)
        );
    }
}

/// A game whose rules break their contract in one way.
struct Broken(&'static str);

impl Rules for Broken {
    type State = u32;
    type Move = &'static str;
    type Key = u32;

    fn start(&self) -> Result<u32, Failure> {
        Ok(0)
    }

    fn moves(&self, _: &u32) -> Result<Vec<&'static str>, Failure> {
        Ok(match self.0 {
            "moves" => Vec::new(),
            "text" => vec!["a b", "ab"],
            _ => vec!["a", "b"],
        })
    }

    fn play(&self, ply: &u32, _: &&'static str) -> Result<u32, Failure> {
        Ok(ply + 1)
    }

    fn result(&self, _: &u32) -> Result<Option<i64>, Failure> {
        Ok((self.0 == "result").then_some(2))
    }

    fn evaluate(&self, _: &u32) -> Result<i64, Failure> {
        Ok(if self.0 == "evaluate" { 1 << 40 } else { 0 })
    }

    fn key(&self, ply: &u32) -> Result<Option<u32>, Failure> {
        Ok((self.0 != "key" || *ply == 0).then_some(*ply))
    }
}

#[test]
fn broken_rules_are_named() {
    for (rules, message) in [
        (
            "moves",
            "moves returned no move, but result returned that the game is not over",
        ),
        ("text", "moves returned two moves with the text \"ab\""),
        (
            "result",
            "result returned 2; it returns 1, 0 or -1 for the side to move, or nothing if the game is not over",
        ),
        (
            "evaluate",
            "evaluate returned 1099511627776; it returns a number between -890000 and 890000",
        ),
        (
            "key",
            "key returned a key for the start position and none for another one",
        ),
    ] {
        let game = DynamicGame::new(Broken(rules)).expect("a start position");
        let mut seat = Seat::builtin("alphabeta:tt=1,depth=3").expect("a player");
        let record = Record::new(game.start());
        let answer = seat.answer(&game, &record, &Request::default());
        assert_eq!(answer.err(), Some(Fault::Rules(message.to_owned())));
    }
    // A move of another position.
    let game = DynamicGame::new(Nim::new(&[1, 2])).expect("rules");
    let mut state = game.start();
    let mv = game.read_move(&state, "(1,2)").expect("a move");
    game.play(&mut state, mv);
    game.play(&mut state, mv);
    let failure = game.failure().map(ToString::to_string);
    assert_eq!(
        failure.as_deref(),
        Some("the position has no move \"(1,2)\"")
    );
}

#[test]
fn texts_read_back() {
    let game = DynamicGame::new(Nim::new(&[1, 2])).expect("rules");
    let mut record = Record::new(game.start());
    for text in ["(1,1)", "(0,1)"] {
        let mv = game.read_move(record.state(), text).expect(text);
        record.play(&game, mv);
    }
    let text = game.write_position(record.state());
    assert_eq!(text, "start (1,1) (0,1)");
    assert_eq!(game.read_position(&text).as_ref(), Ok(record.state()));
    let error = game
        .read_move(record.state(), "(0,1)")
        .map_err(|it| it.to_string());
    assert_eq!(
        error,
        Err("bad move: found `(0,1)`, expected one of (1,1)".to_owned())
    );
}
