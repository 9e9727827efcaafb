//! The tuner of the hand-crafted evaluation: the model equals the evaluation, known weights are recovered, and errors name lines.

use std::convert::Infallible;
use std::num::NonZeroUsize;

use chess::{Game, Position};
use engine::eval::{GROUPS, traced};
use gametree::SplitMix64;
use train::terms::{self, Dataset, Settings, model::expected};

/// A reproducible random generator.
struct Random(SplitMix64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        (self.0.next_u64() % bound as u64) as usize
    }
}

/// Positions of random games without a check.
fn positions(count: usize) -> Vec<Position> {
    let mut random = Random(SplitMix64::new(11));
    let mut positions = Vec::new();
    while positions.len() < count {
        let mut game = Game::new(Position::startpos());
        while game.outcome().is_none() && game.moves().len() < 120 {
            let moves = game.position().legal_moves();
            let m = moves[random.below(moves.len())];
            game.play(m).unwrap();
            if !game.position().in_check() && game.moves().len() > 8 {
                positions.push(*game.position());
            }
        }
    }
    positions.truncate(count);
    positions
}

const ONE: NonZeroUsize = NonZeroUsize::MIN;

#[test]
fn model_equals_evaluation() {
    let positions = positions(2_000);
    let params = terms::current();
    let mut seen = 0;
    for position in positions {
        let (value, known) = traced(&position, &mut engine::eval::NoTrace);
        if known.is_some() {
            continue;
        }
        let mut data = Dataset::new();
        data.read("test", &format!("{position}|0.5"), ONE).unwrap();
        let forward = data.position(0).forward(&params);
        // The evaluation rounds intermediate results.
        let error = (forward.value - f64::from(value)).abs();
        assert!(error < 3.0, "{position}: {} and {value}", forward.value);
        seen += 1;
    }
    assert!(seen > 1_500);
}

#[test]
fn known_weights_are_recovered() {
    // The targets come from the engine's weights; the tuner starts from wrong ones.
    let k = 1.0;
    let text: String = positions(6_000)
        .iter()
        .filter_map(|position| {
            let (value, known) = traced(position, &mut engine::eval::NoTrace);
            known.is_none().then(|| format!("{position}|0.5|{value}\n"))
        })
        .collect();
    let mut data = Dataset::new();
    let threads = NonZeroUsize::new(2).unwrap();
    data.read("test", &text, threads).unwrap();
    let truth = terms::current();
    let mut start = truth.clone();
    let material = GROUPS
        .iter()
        .find(|group| group.name == "material")
        .unwrap();
    for (n, wrong) in [-30.0, -120.0, 90.0, -100.0, 150.0].into_iter().enumerate() {
        start[material.start + n][0] += wrong;
        start[material.start + n][1] += wrong;
    }
    let settings = Settings {
        epochs: 30,
        batch: 256,
        rate: 4.0,
        lambda: 1.0,
        k: Some(k),
        threads,
        patience: 30,
        // The start is wrong on purpose.
        trust: 1e6,
        start: start.clone(),
        ..Settings::default()
    };
    let mut first = None;
    let outcome = terms::tune(&data, &settings, |step| {
        if let terms::Step::Epoch(epoch) = step {
            first.get_or_insert(epoch.validation);
        }
        Ok::<_, Infallible>(())
    });
    let Ok(outcome) = outcome;
    assert!(
        outcome.validation < first.unwrap() / 20.0,
        "{} after {first:?}",
        outcome.validation
    );
    // Predictions are right again, and so is most of the material; the rest has moved into placement.
    let error = |params: &[terms::Pair]| {
        let total: f64 = (0..data.len())
            .map(|n| {
                let position = data.position(n);
                (expected(position.forward(params).value, k)
                    - expected(position.forward(&truth).value, k))
                .abs()
            })
            .sum();
        total / data.len() as f64
    };
    assert!(error(&outcome.params) < 0.2 * error(&start));
    for n in 1..5 {
        let off = |params: &[terms::Pair]| {
            let [a, b] = params[material.start + n];
            let [c, d] = truth[material.start + n];
            (a - c).abs() + (b - d).abs()
        };
        assert!(
            off(&outcome.params) < 0.75 * off(&start),
            "kind {n}: {} of {}",
            off(&outcome.params),
            off(&start)
        );
    }
}

#[test]
fn steepness_is_fitted() {
    // Values of about plus and minus 200 that score 75%: K is near 1 for 190.
    let mut text = String::new();
    for (fen, results) in [
        (
            "4k2r/pp4pp/8/8/8/8/PP3PPP/4KB1R w - - 0 1",
            ["1", "1", "1", "0"],
        ),
        (
            "4kb1r/pp3ppp/8/8/8/8/PP4PP/4K2R b - - 0 1",
            ["0", "0", "0", "1"],
        ),
    ] {
        for result in results {
            text += &format!("{fen}|{result}\n");
        }
    }
    let mut data = Dataset::new();
    data.read("test", &text, ONE).unwrap();
    let params = terms::current();
    let value = data.position(0).forward(&params).value;
    let k = terms::fit_k(&data, &params, ONE);
    assert!((expected(value, k) - 0.75).abs() < 0.01, "{value} {k}");
}

#[test]
fn errors_name_the_line() {
    let good = "4k3/pp6/8/8/8/8/PPP5/4K3 w - - 0 1|1";
    for (bad, reason) in [
        ("4k3/pp6/8/8/8/8/PPP5/4K3 w - - 0 1", "has no |"),
        ("4k3/pp6/8/8/8/8/PPP5/4K3 w - - 0 1|2", "1, 0.5 or 0"),
        ("4k3/pp6/8/8/8/8/PPP5/4K3 w - - 0 1|1|x", "whole number"),
        ("nonsense|1", ""),
    ] {
        let text = format!("{good}\n# a remark\n{bad}\n{good}\n");
        let error = Dataset::new()
            .read("games.txt", &text, NonZeroUsize::new(2).unwrap())
            .unwrap_err();
        assert_eq!(error.line, 3, "{error}");
        let message = error.to_string();
        assert!(message.starts_with("games.txt, line 3: "), "{message}");
        assert!(message.contains(reason), "{message}");
        assert_eq!(message.lines().count(), 1);
    }
}

#[test]
fn checks_and_known_endgames_are_skipped() {
    let mut data = Dataset::new();
    let text = "4k3/8/8/8/8/8/8/4K2R w - - 0 1|1\n4k2R/pp6/8/8/8/8/8/4K3 b - - 0 1|1\n\n";
    data.read("test", text, ONE).unwrap();
    assert!(data.is_empty());
    assert_eq!(data.left_out(), 2);
}
