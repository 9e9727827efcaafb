//! Prints the speed of training with each kernel and of a plain floating-point loop, in positions a second.
//!
//!     cargo run --release -p train --example speed -- train.bin [WIDTH [THREADS [SECONDS]]]
//!
//! The kernels alternate, so that other work on the machine affects all of them. On Linux the time is that of the processor: what
//! other programs use does not count.

use std::path::PathBuf;
use std::sync::OnceLock;
use std::time::Instant;

use train::{Data, Kernel, Settings, Shape, State, Trainer, Weights, reference};

/// Returns the seconds that the processor has spent on the main thread, which takes part in all work.
fn now() -> f64 {
    static START: OnceLock<Instant> = OnceLock::new();
    let spent = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let spent = spent.and_then(|text| text.split(' ').next()?.parse::<f64>().ok());
    match spent {
        Some(nanoseconds) => nanoseconds / 1e9,
        None => START.get_or_init(Instant::now).elapsed().as_secs_f64(),
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut words = std::env::args().skip(1);
    let path = PathBuf::from(words.next().ok_or("name a file of records")?);
    let mut number = |default: usize| words.next().map_or(Ok(default), |word| word.parse());
    let (width, threads, seconds) = (number(512)?, number(1)?, number(3)?);
    let data = Data::read(&[path], 1, 1, &|_| {})?;
    let shape = Shape { width, buckets: 8 };
    let settings = Settings {
        shape,
        samples: 1 << 40,
        ..Settings::default()
    };
    let state = State::new(Weights::random(shape, 1));
    let mut trainers: Vec<(Kernel, Trainer, u64, f64)> = Kernel::available()
        .into_iter()
        .map(|kernel| {
            (
                kernel,
                Trainer::new(settings, &state, kernel, threads),
                0,
                0.0,
            )
        })
        .collect();
    let (mut plain, mut plain_time) = (0, 0.0);
    let start = Instant::now();
    while start.elapsed().as_secs() < seconds as u64 * trainers.len() as u64 {
        for (_, trainer, samples, time) in &mut trainers {
            let begin = now();
            trainer.learn(&data.train, 4);
            *samples += 4 * settings.batch as u64;
            *time += now() - begin;
        }
        let begin = now();
        let some = &data.train[plain % (data.train.len() - 4096)..][..4096];
        let (error, _) = reference::gradient(&Weights::random(shape, 1), some, settings.target);
        assert!(error > 0.0);
        plain += some.len();
        plain_time += now() - begin;
    }
    let plain = plain as f64 / plain_time;
    println!("plain, one thread: {:.3} million a second", plain / 1e6);
    for (kernel, _, samples, time) in &trainers {
        let speed = *samples as f64 / time;
        println!(
            "{kernel}, {threads} threads: {:.3} million a second, {:.2} times the plain loop",
            speed / 1e6,
            speed / plain
        );
    }
    Ok(())
}
