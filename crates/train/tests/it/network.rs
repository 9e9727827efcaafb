//! The trainer of networks: gradients, equal results of all kernels and any number of threads.

use std::sync::atomic::{AtomicBool, Ordering};

use chess::{Game, Position};
use gametree::SplitMix64;
use train::lesson::Lesson;
use train::{
    CHUNK, Checkpoint, Data, Kernel, Sample, Session, Settings, Shape, State, Target, Trainer,
    Weights, reference,
};

/// Samples from random games. The score is the material, so there is something to learn.
pub fn samples(count: usize) -> Vec<Sample> {
    let mut random = SplitMix64::new(5);
    let mut samples = Vec::with_capacity(count);
    while samples.len() < count {
        let mut game = Game::new(Position::startpos());
        while game.outcome().is_none() && game.moves().len() < 150 && samples.len() < count {
            let moves = game.position().legal_moves();
            let m = moves[random.below(moves.len() as u64) as usize];
            game.play(m).expect("a legal move");
            let position = game.position();
            samples.push(Sample::of(position, material(position)));
        }
    }
    samples
}

/// Returns the material in centipawns for the side to move.
fn material(position: &Position) -> i16 {
    const VALUES: [i16; 6] = [100, 300, 300, 500, 900, 0];
    let pieces = position
        .occupied()
        .into_iter()
        .filter_map(|square| position.piece_at(square));
    let us = position.side_to_move();
    let signed = |piece: chess::Piece| {
        let value = VALUES[piece.kind() as usize];
        if piece.color() == us { value } else { -value }
    };
    pieces.map(signed).sum()
}

fn settings(width: usize, buckets: usize) -> Settings {
    Settings {
        shape: Shape { width, buckets },
        batch: CHUNK,
        ..Settings::default()
    }
}

fn cosine(a: &[f32], b: &[f32]) -> f64 {
    let dot = |a: &[f32], b: &[f32]| -> f64 {
        let pairs = a.iter().zip(b);
        pairs.map(|(&a, &b)| f64::from(a) * f64::from(b)).sum()
    };
    dot(a, b) / (dot(a, a) * dot(b, b)).sqrt()
}

#[test]
fn reference_gradient_equals_finite_differences() {
    let samples = samples(64);
    let target = Target::SCORE;
    let weights = Weights::random(
        Shape {
            width: 32,
            buckets: 8,
        },
        5,
    );
    let (_, gradient) = reference::gradient(&weights, &samples, target);
    let mut compared = 0;
    for part in 0..3 {
        let exact = gradient.parts()[part];
        let largest = exact.iter().fold(0.0_f32, |most, one| most.max(one.abs()));
        let places = (0..exact.len()).filter(|&place| exact[place].abs() > largest / 20.0);
        let places: Vec<usize> = places.collect();
        for &place in places.iter().step_by(places.len().div_ceil(40)) {
            let error = |step: f32| {
                let mut moved = weights.clone();
                moved.parts_mut()[part][place] += step;
                reference::errors(&moved, &samples, [target], 1)[0]
            };
            let step = 4e-3;
            let slope = (error(step) - error(-step)) / (2.0 * f64::from(step));
            let difference = (slope - f64::from(exact[place])).abs();
            assert!(
                difference < 0.03 * f64::from(largest),
                "part {part}, place {place}: {slope} and {}",
                exact[place]
            );
            compared += 1;
        }
    }
    assert!(compared > 20, "{compared}");
}

#[test]
fn kernel_gradients_equal_the_reference() {
    let samples = samples(CHUNK);
    for (width, buckets) in [(64, 8), (96, 1)] {
        let settings = settings(width, buckets);
        let weights = Weights::random(settings.shape, 3);
        let (error, exact) = reference::gradient(&weights, &samples, settings.target);
        for kernel in Kernel::available() {
            let mut trainer = Trainer::new(settings, &State::new(weights.clone()), kernel, 1);
            let (own_error, own) = trainer.gradient(&samples);
            assert!(
                (own_error / error - 1.0).abs() < 1e-3,
                "{own_error} and {error}"
            );
            for (own, exact) in own.parts().into_iter().zip(exact.parts()) {
                let cosine = cosine(own, exact);
                assert!(cosine > 0.999, "{kernel}, {width}x{buckets}: {cosine}");
                let ratio = own.iter().map(|x| x.abs()).sum::<f32>()
                    / exact.iter().map(|x| x.abs()).sum::<f32>();
                assert!((ratio - 1.0).abs() < 0.01, "{kernel}: {ratio}");
            }
        }
    }
}

/// Trains on samples with every kernel and number of threads, and compares all bits of the states.
fn same_with_all_kernels_and_threads(count: usize, width: usize, batches: u64, batch: usize) {
    let samples = samples(count);
    let settings = Settings {
        samples: batches * batch as u64,
        batch,
        ..settings(width, 8)
    };
    let start = State::new(Weights::random(settings.shape, 1));
    let mut states = Kernel::available().into_iter().flat_map(|kernel| {
        [1, 2, 3].map(|threads| {
            let mut trainer = Trainer::new(settings, &start, kernel, threads);
            trainer.learn(&samples, batches);
            (kernel, threads, trainer.state())
        })
    });
    let (_, _, first) = states.next().expect("the portable kernel");
    assert_ne!(first.parts[0], start.parts[0]);
    for (kernel, threads, state) in states {
        assert!(state == first, "{kernel} with {threads} threads");
    }
}

#[test]
fn kernels_and_threads_do_not_change_a_bit() {
    same_with_all_kernels_and_threads(3_000, 96, 3, CHUNK);
}

#[test]
#[ignore = "half a minute in a test build: cargo test -p train --test it --release -- --ignored hundred_thousand"]
fn hundred_thousand_samples_give_the_same_bits() {
    same_with_all_kernels_and_threads(20_000, 160, 7, 16 * CHUNK);
}

#[test]
fn a_network_learns_the_material() {
    let samples = samples(4 * CHUNK);
    let settings = Settings {
        samples: 60 * CHUNK as u64,
        rate: 1e-2,
        average: 0.9,
        ..settings(32, 1)
    };
    let start = State::new(Weights::random(settings.shape, 1));
    let mut trainer = Trainer::new(settings, &start, Kernel::best(), 2);
    let before = trainer.learn(&samples, 1);
    trainer.learn(&samples, 59);
    let [after] = reference::errors(&trainer.average(), &samples, [settings.target], 2);
    assert!(after < before / 4.0, "{before} before, {after} after");
}

/// Values of the pieces after the training of lesson 11, with less samples than in the page.
#[test]
fn the_lesson_learns_the_values_of_the_pieces() {
    let mut lesson = Lesson::new(1, 400_000).expect("the games of the lesson");
    let first = lesson.progress();
    while !lesson.is_done() {
        lesson.step();
    }
    let last = lesson.progress();
    assert!(
        last.held_out < first.held_out / 2.0,
        "{} and {}",
        first.held_out,
        last.held_out
    );
    let [pawn, knight, bishop, rook, queen] = last.values.kinds;
    let text = format!("{:?}", last.values.kinds);
    assert!(queen > rook && rook > bishop.max(knight), "{text}");
    assert!(knight.min(bishop) > pawn && pawn > 30.0, "{text}");
    let start = Position::startpos();
    let value = lesson.network().expect("a network").evaluate(&start);
    assert!(value.abs() < 100, "{value}");
}

#[test]
fn a_stopped_training_continues_with_the_same_result() {
    let samples = samples(2_500);
    let (held_out, train) = samples.split_at(200);
    let data = Data {
        train: train.to_vec(),
        held_out: held_out.to_vec(),
    };
    let settings = Settings {
        samples: 9 * CHUNK as u64,
        ..settings(32, 8)
    };
    let start = State::new(Weights::random(settings.shape, 1));
    let session = |state: &State, curve, threads| Session {
        trainer: Trainer::new(settings, state, Kernel::best(), threads),
        data: &data,
        curve,
        threads,
    };
    let never = AtomicBool::new(false);
    let mut whole = session(&start, Vec::new(), 1);
    whole
        .run(&never, &mut |_| Ok::<(), ()>(()))
        .expect("no error");
    assert_eq!(whole.curve.len(), 9);

    // It stops after four batches, as by Ctrl-C, and continues from the file with another number of threads.
    let stop = AtomicBool::new(false);
    let mut first = session(&start, Vec::new(), 2);
    let watch = &mut |session: &mut Session<'_>| {
        stop.store(session.trainer.batches() == 4, Ordering::Relaxed);
        Ok::<(), ()>(())
    };
    first.run(&stop, watch).expect("no error");
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("net.checkpoint");
    let checkpoint = Checkpoint {
        description: "this training".to_owned(),
        state: first.trainer.state(),
        curve: first.curve,
    };
    checkpoint.write(&path).expect("a checkpoint");
    let error = Checkpoint::read(&path, "another").expect_err("an error");
    assert!(
        error.to_string().contains("other settings or data"),
        "{error}"
    );
    let read = Checkpoint::read(&path, "this training").expect("a checkpoint");
    assert_eq!(read.state.batches, 4);
    let mut second = session(&read.state, read.curve, 1);
    second
        .run(&never, &mut |_| Ok::<(), ()>(()))
        .expect("no error");
    assert!(second.trainer.state() == whole.trainer.state());
    assert_eq!(second.curve, whole.curve);
}
