//! Every alternative to alpha-beta obeys every limit on every game it plays, and the exact ones agree.

use games::{BoardGame, GameId, Record, TicTacToe, WithGame};
use gametree::{Limits, Proof, Request, SplitMix64, Value};
use players::Seat;
use players::{Entry, Group, Registry};

/// 1,000 nodes, one node, 500 evaluations, and 4 MiB with a limit of nodes. `punctual` tests the limit of time.
struct Obeys<'a>(&'a Entry);

impl WithGame for Obeys<'_> {
    type Output = ();

    fn run<G: BoardGame>(self, game: &G) {
        let name = &*self.0.name;
        let memory = ["mem", "tt"]
            .into_iter()
            .find(|key| self.0.setting(key).is_some());
        let small = memory.map_or(name.to_owned(), |key| format!("{name}:{key}=4"));
        let mut record = Record::<G>::new(game.start());
        let mut rng = SplitMix64::new(1);
        for _ in 0..4 {
            let moves = game.legal_moves(record.state());
            record.play(game, moves[rng.below(moves.len() as u64) as usize]);
        }
        let legal = game.legal_moves(record.state());
        for (spec, limits) in [
            (small.as_str(), Limits::nodes(1_000)),
            (name, Limits::nodes(1)),
            (name, Limits::default().with_evals(500)),
        ] {
            let mut seat = Seat::<G>::builtin(spec).unwrap_or_else(|error| panic!("{error}"));
            let request = Request::new(limits.clone());
            let answer = seat.answer(game, &record, &request).expect("an answer");
            let label = format!("{spec} in {} with {limits:?}", G::ID);
            assert!(answer.best.is_some_and(|mv| legal.contains(&mv)), "{label}");
            let stats = &answer.stats;
            assert!(stats.nodes <= limits.nodes.unwrap_or(u64::MAX), "{label}");
            assert!(stats.evals <= limits.evals.unwrap_or(u64::MAX), "{label}");
            if spec.ends_with("=4") {
                assert!(stats.peak_bytes <= 4 << 20, "{label}");
            }
        }
    }
}

#[test]
fn every_alternative_obeys_every_limit() {
    for entry in (Registry::builtin().entries()).filter(|it| it.group == Group::Alternative) {
        for game in GameId::ALL.into_iter().filter(|&game| entry.plays(game)) {
            game.with(Obeys(entry));
        }
    }
}

/// A game solved to its end by a spec: the value, in points.
fn solved(spec: &str) -> Option<Value> {
    let game = games::Othello::<4>::default();
    let mut seat = Seat::builtin(spec).unwrap_or_else(|error| panic!("{error}"));
    let record = Record::<games::Othello<4>>::new(game.start());
    let answer = seat.answer(&game, &record, &Request::new(Limits::default()));
    answer.expect("an answer").value
}

/// The second player wins 11 to 3.
#[test]
fn every_exact_search_solves_othello_on_four_by_four_squares() {
    for spec in [
        "alphabeta:depth=18,tt=1",
        "sss:depth=18,form=windows",
        "dual:depth=18,form=windows",
        "mn:depth=18,m=1,n=1",
        "pn:goal=value,nodes=3000000",
        "dfpn:goal=value,nodes=3000000",
        "ab-rollout:depth=18",
        "othello-solver:nodes=3000000",
    ] {
        assert_eq!(solved(spec), Some(Value::Points(-8)), "{spec}");
    }
}

/// UCT descends to a proved draw again and again if every other move seems lost. These descents count as nodes, so the limit ends it.
#[test]
fn uct_ends_where_a_draw_is_proved() {
    let game = TicTacToe::default();
    let mut seat = Seat::builtin("uct:seed=1").unwrap_or_else(|error| panic!("{error}"));
    let record = Record::<TicTacToe>::new(game.start());
    let request = Request::new(Limits::nodes(200_000));
    let answer = seat.answer(&game, &record, &request).expect("an answer");
    assert!(answer.best.is_some() && answer.stats.nodes <= 200_000);
}

/// The proof-number searches prove that tic-tac-toe is neither won nor lost.
#[test]
fn tic_tac_toe_is_proved_a_draw() {
    let game = TicTacToe::default();
    for spec in ["pn:nodes=300000", "dfpn:nodes=300000"] {
        let mut seat = Seat::builtin(spec).unwrap_or_else(|error| panic!("{error}"));
        let record = Record::<TicTacToe>::new(game.start());
        let answer = seat.answer(&game, &record, &Request::new(Limits::default()));
        let value = answer.expect("an answer").value;
        assert_eq!(value, Some(Value::Proved(Proof::Drawn)), "{spec}");
    }
}

/// UCT in tic-tac-toe plays mostly a best move with 50 games, nearly always where four marks or more are set, always with
/// 1,000, and the centre first. (Of 150 positions each: 130 with up to five marks, 149 with four to seven.)
#[test]
fn uct_plays_tic_tac_toe_well_with_few_games() {
    let game = TicTacToe::default();
    let mut solver = Seat::builtin("alphabeta:depth=9,eval=zero,tt=1").expect("a player");
    let mut value = |record: &Record<TicTacToe>| {
        let answer = solver.answer(&game, record, &Request::default());
        let value = answer.ok().and_then(|answer| answer.value);
        value.map_or(0, |value| value.score().signum())
    };
    let mut rng = SplitMix64::new(1);
    for (least, more, wanted) in [(0, 6, 48), (4, 4, 58)] {
        let (mut asked, mut right) = (0, [0; 2]);
        while asked < 60 {
            let mut record = Record::<TicTacToe>::new(game.start());
            for _ in 0..least + rng.below(more) {
                let moves = game.legal_moves(record.state());
                if !moves.is_empty() {
                    record.play(&game, moves[rng.below(moves.len() as u64) as usize]);
                }
            }
            if game.legal_moves(record.state()).is_empty() {
                continue;
            }
            asked += 1;
            let truth = value(&record);
            for (games, right) in [50, 1_000].into_iter().zip(&mut right) {
                let mut uct = Seat::builtin(&format!("uct:seed={asked}")).expect("a player");
                let request = Request::new(Limits::default().with_evals(games));
                let answer = uct.answer(&game, &record, &request).expect("an answer");
                let mut after = record.clone();
                after.play(&game, answer.best.expect("a move"));
                *right += i32::from(-value(&after) == truth);
            }
        }
        assert!(
            right[0] >= wanted && right[1] == asked,
            "{right:?} of {asked}"
        );
    }
    let mut uct = Seat::builtin("uct:seed=1").expect("a player");
    let request = Request::new(Limits::default().with_evals(5_000));
    let record = Record::<TicTacToe>::new(game.start());
    let answer = uct.answer(&game, &record, &request).expect("an answer");
    assert_eq!(
        answer.best.map(|mv| game.write_move(mv)).as_deref(),
        Some("b2")
    );
}
