//! `espalier train`: trains a network from packs of games.

use ::train::{
    CHUNK, Data, Exam, Files, Kernel, Session, Settings, Shape, State, Target, Trainer, Weights,
};
use contest::manifest::{Experiment, Input};
use engine::network::{self, Network};
use report::grouped;

use crate::prelude::*;

#[derive(Args, Debug)]
#[command(after_help = "\
A pack has the games of espalier datagen, and its quiet positions are kept; a file whose name ends in .bin has the records of \
espalier pack unpack. One game in a hundred is held out. The training continues from the built-in network, unless --from or \
--random is given; the network may get wider. The kept network is the moving average of the weights.

Beside NET.nnue are written NET.csv and NET.svg (the errors during the training), NET.manifest.json, and every 30 seconds \
NET.checkpoint, with which --resume continues after Ctrl-C or a crash. After Ctrl-C, NET.nnue has the network so far.

The same seed gives the same file, byte for byte, with any number of threads and any kernel.

Examples:
  espalier train games.pack -o next.nnue
  espalier train g1.pack g2.pack -o next.nnue --samples 4e8 --exam exam.txt
  espalier train games.pack -o small.nnue --random --width 32 --samples 1e6
  espalier match \"uci:espalier,option.EvalFile=next.nnue\" engine --nodes 8000 --games 500")]
pub struct TrainArgs {
    /// Packs of games, or .bin files of records
    #[arg(value_name = "PACK", required = true)]
    data: Vec<PathBuf>,
    /// The network to write
    #[arg(long, short, value_name = "NET")]
    output: PathBuf,
    /// Number of samples to learn from; positions repeat if there are fewer
    #[arg(long, value_name = "N", default_value = "66e6", value_parser = parse_samples)]
    samples: u64,
    /// Continue from the network in this file instead of the built-in one
    #[arg(long, value_name = "NET", conflicts_with = "random")]
    from: Option<PathBuf>,
    /// Begin with random weights
    #[arg(long)]
    random: bool,
    /// Neurons of one perspective: a multiple of 32 up to 1024; by default those of the first network, or 512
    #[arg(long, value_name = "N")]
    width: Option<usize>,
    /// Output buckets: 1 or 8; by default those of the first network, or 8
    #[arg(long, value_name = "N")]
    buckets: Option<usize>,
    /// Weight of the result of a game against the score of the search, from 0 to 1
    #[arg(long, value_name = "SHARE", default_value = "0.05", value_parser = number("a share", 0.0_f32, 1.0))]
    result_weight: f32,
    /// Centipawns at which the expected score is 73%
    #[arg(long, value_name = "CP", default_value = "180", value_parser = number("a scale", 1.0_f32, 10_000.0))]
    scale: f32,
    /// Highest learning rate; it falls to a hundredth on a cosine
    #[arg(long, value_name = "RATE", default_value = "0.001", value_parser = number("a rate", 1e-6_f32, 1.0))]
    rate: f32,
    /// Share of the moving average of the weights that a batch keeps; 0 keeps the last weights; by default 0.9998, or less in a short
    /// training from random weights
    #[arg(long, value_name = "SHARE", value_parser = number("a share", 0.0_f32, 0.999_999))]
    average: Option<f32>,
    /// Samples of a batch: a multiple of 1024
    #[arg(long, value_name = "N", default_value = "16384", value_parser = parse_batch)]
    batch: usize,
    /// Percentage of the games that are held out
    #[arg(long, value_name = "PERCENT", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..=50))]
    held_out: u64,
    /// Positions that also test the network: lines FEN|score, the score for the side to move
    #[arg(long, value_name = "FILE")]
    exam: Option<PathBuf>,
    /// Write held-out records with the values of the network to this file, to test other programs
    #[arg(long, value_name = "FILE")]
    vectors: Option<PathBuf>,
    /// Random seed
    #[arg(long, value_name = "SEED", default_value_t = 1)]
    seed: u64,
    /// Number of threads, by default those of the machine
    #[arg(long, value_name = "N", value_parser = parse_threads)]
    threads: Option<NonZeroUsize>,
    /// Instructions: avx512, avx2 or portable; by default the best of this processor
    #[arg(long, value_name = "NAME", value_parser = str::parse::<Kernel>)]
    kernel: Option<Kernel>,
    /// Continue a training that was stopped
    #[arg(long)]
    resume: bool,
    /// File for the manifest
    #[arg(long, value_name = "FILE")]
    manifest: Option<PathBuf>,
}

/// Parses a number of samples, such as 400000000 or 4e8.
fn parse_samples(text: &str) -> Result<u64, String> {
    let number = text.parse::<f64>().ok();
    let number = number.filter(|number| (1.0..=1e13).contains(number) && number.fract() == 0.0);
    let number = number.map(|number| number as u64);
    number.ok_or_else(|| "it is a whole number from 1 to 1e13, such as 4e8".to_owned())
}

fn parse_batch(text: &str) -> Result<usize, String> {
    let number = text.parse().ok();
    let number = number.filter(|&number: &usize| {
        number.is_multiple_of(CHUNK) && (CHUNK..=1 << 20).contains(&number)
    });
    number.ok_or_else(|| format!("a batch is a multiple of {CHUNK} up to 1048576"))
}

/// Trains the network and writes it with its curves and its manifest.
pub fn command(args: &TrainArgs, typed: &[String], output: &mut impl Write) -> Result {
    let threads = args.threads.unwrap_or_else(pool::all_threads).get();
    let kernel = args.kernel.unwrap_or_else(Kernel::best);
    let first = first_network(args)?;
    let settings = settings(args, first.as_deref())?;
    let exam = args.exam.as_deref().map(read_exam).transpose()?;
    let weights = first_weights(args, first.as_deref(), &settings)?;
    let (inputs, data) = read(args, threads)?;
    let hashes: Vec<&str> = inputs.iter().map(|input| &*input.hash).collect();
    let description = format!(
        "{settings:?}, held out {}%, inputs {hashes:?}",
        args.held_out
    );
    let files = Files::new(&args.output, args.vectors.as_deref());
    let run_info = manifest::run_info(typed, threads);
    let mut experiment = Experiment::new(&[], json!(format!("{settings:?}")))?;
    experiment.seeds.push(args.seed);
    experiment.inputs = inputs;
    let given = args.manifest.as_deref();
    let outputs = [Some(&*args.output)];
    let resumed = match args.resume {
        true => files.resume(&description)?,
        false => None,
    };
    let (state, curve) = resumed.unwrap_or_else(|| (State::new(weights), Vec::new()));
    let file = manifest::begin(experiment, run_info, given, &outputs)?;
    // From the first line on, Ctrl-C leaves a usable network.
    let stop = stop_on_ctrl_c();
    let (learned, held) = (data.train.len() as u64, data.held_out.len() as u64);
    let (learned, held) = (grouped(learned), grouped(held));
    writeln!(
        output,
        "{learned} positions to learn from, {held} held out; kernel {kernel}, {threads} threads"
    )?;
    output.flush()?;

    let session = Session {
        trainer: Trainer::new(settings, &state, kernel, threads),
        data: &data,
        curve,
        threads,
    };
    drop(state);
    let mut progress = Progress::new("samples");
    let trained = files.train(session, &description, &stop, &mut |now| {
        let held_out = now.held_out.map_or(String::new(), |error| {
            format!(", held-out error {error:.6}")
        });
        progress.update_with(now.samples as usize, now.of as usize, |what| {
            format!("{what}, {:.2} million a second{held_out}", now.speed / 1e6)
        });
    });
    drop(progress);
    let trained = trained.map_err(Failure::input)?;
    let [own, score] = trained.held_out;
    let samples = trained.batches[0] * settings.batch as u64;
    let mut result = json!({
        "network": trained.name, "samples": samples, "held_out": own, "held_out_score": score,
    });
    write!(output, "{}: {trained}", args.output.display())?;
    if let Some(exam) = &exam {
        let scale = settings.target.scale;
        let error = |scale| exam.error(&trained.network, scale);
        let (standard, own) = (error(Target::SCORE.scale), error(scale));
        let count = grouped(exam.len() as u64);
        writeln!(
            output,
            "exam of {count} positions: error {standard:.6}, with scale {scale} {own:.6}"
        )?;
        result["exam"] = json!(standard);
    }
    output.flush()?;
    if !trained.is_complete() {
        let [done, of] = trained.batches;
        _ = writeln!(
            io::stderr(),
            "stopped after {done} of {of} batches; the same command with --resume continues"
        );
        return Err(Failure::Interrupted);
    }
    file.finish(&result)?;
    Ok(())
}

/// Returns the network that the training continues from.
fn first_network(args: &TrainArgs) -> Result<Option<std::sync::Arc<Network>>> {
    match &args.from {
        _ if args.random => Ok(None),
        Some(path) => network::read(path).map(Some).map_err(Failure::Input),
        None => network::embedded().map(Some).map_err(|error| {
            failure!("{error}: name another network with --from, or begin with --random")
        }),
    }
}

fn settings(args: &TrainArgs, first: Option<&Network>) -> Result<Settings> {
    let defaults = Settings::default();
    let shape = Shape {
        width: args
            .width
            .unwrap_or_else(|| first.map_or(defaults.shape.width, Network::width)),
        buckets: args
            .buckets
            .unwrap_or_else(|| first.map_or(defaults.shape.buckets, Network::buckets)),
    };
    if !shape.is_valid() {
        return fail!(
            "the engine has no networks of width {} with {} buckets: the width is a multiple of 32 up to 1024, and there are 1 or 8 buckets",
            shape.width,
            shape.buckets
        );
    }
    let batches = args.samples.div_ceil(args.batch as u64);
    // Random weights are no part of the average of a short training.
    let average = match first {
        Some(_) => defaults.average,
        None => defaults.average.min((1.0 - 20.0 / batches as f32).max(0.0)),
    };
    Ok(Settings {
        shape,
        samples: args.samples,
        batch: args.batch,
        rate: args.rate,
        last_rate: args.rate / 100.0,
        average: args.average.unwrap_or(average),
        target: Target {
            scale: args.scale,
            result_weight: args.result_weight,
        },
        seed: args.seed,
        ..defaults
    })
}

fn first_weights(
    args: &TrainArgs,
    first: Option<&Network>,
    settings: &Settings,
) -> Result<Weights> {
    let shape = settings.shape;
    let Some(first) = first else {
        return Ok(Weights::random(shape, args.seed));
    };
    let weights = Weights::of(first).widened(shape, args.seed);
    weights.ok_or_else(|| {
        failure!(
            "the first network has width {} and {} buckets, which cannot become width {} and {} buckets: keep or increase both, or begin with --random",
            first.width(),
            first.buckets(),
            shape.width,
            shape.buckets
        )
    })
}

fn read_exam(path: &Path) -> Result<Exam> {
    let text = files::read_text(path)?;
    Exam::read(&text).map_err(|reason| failure!("{}: {reason}", path.display()))
}

/// Reads the samples, and hashes their files.
fn read(args: &TrainArgs, threads: usize) -> Result<(Vec<Input>, Data)> {
    let progress = std::sync::Mutex::new(Progress::new("files read"));
    let show = |done: usize| {
        if let Ok(mut progress) = progress.lock() {
            progress.update(done, args.data.len());
        }
    };
    let mut inputs = Vec::new();
    for path in args.data.iter().chain(&args.from) {
        inputs.push(Input::file(path, &files::read(path)?));
    }
    let data = Data::read(&args.data, args.held_out, threads, &show)?;
    drop(progress);
    if data.train.is_empty() {
        return fail!(
            "the data has no quiet position to learn from: play more games with espalier datagen"
        );
    }
    if data.held_out.is_empty() {
        return fail!(
            "no game is held out: give more games, or a larger --held-out than {}",
            args.held_out
        );
    }
    Ok((inputs, data))
}
