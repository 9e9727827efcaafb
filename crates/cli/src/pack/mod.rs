//! `espalier pack`: inspects packs of games and makes files from them.

mod samples;

use std::fs::File;
use std::io::{BufWriter, Read};

use clap::Subcommand;
use datagen::{Form, Neighbours, Terms, Unpacking};
use packs::{Keep, Origin, Pack, PackError, import, read_raw, shuffle, split};

use samples::SamplesArgs;

use crate::prelude::*;

#[derive(Args, Debug)]
#[command(after_help = "Examples:
  espalier pack inspect games.pack
  espalier pack verify games.pack more.pack
  espalier pack shuffle games.pack more.pack -o all.pack --seed 1
  espalier pack split games.pack --share 1 -o held-out.pack --rest train.pack
  espalier pack unpack train.pack -o train.bin
  espalier pack unpack train.pack -o train.txt --as text
  espalier pack unpack train.pack -o train.data --as bullet
  espalier pack unpack train.pack -o first.bin --neighbours 10
  espalier pack unpack train.pack -o terms.bin --terms
  espalier pack samples train.pack -o tree.bin --each 6 --nodes 200
  xz -dc games.bin.xz | espalier pack import - -o games.pack --player \"espalier 2d58586\"")]
pub struct PackArgs {
    #[command(subcommand)]
    action: Action,
}

#[derive(Subcommand, Debug)]
enum Action {
    /// Print the origin of the games, their number and results, and the bytes per position
    Inspect {
        /// The packs
        #[arg(value_name = "PACK", required = true)]
        packs: Vec<PathBuf>,
    },
    /// Read every move of every game and check it
    Verify {
        /// The packs
        #[arg(value_name = "PACK", required = true)]
        packs: Vec<PathBuf>,
    },
    /// Combine packs to one, in random order
    Shuffle {
        /// The packs
        #[arg(value_name = "PACK", required = true)]
        packs: Vec<PathBuf>,
        /// The pack to write
        #[arg(long, short, value_name = "PACK")]
        output: PathBuf,
        /// Random seed
        #[arg(long, default_value_t = 1)]
        seed: u64,
        /// Combine packs of different programs or recipes
        #[arg(long)]
        mix: bool,
    },
    /// Hold out a random part of the games
    Split {
        /// The pack
        #[arg(value_name = "PACK")]
        pack: PathBuf,
        /// Percentage of held-out games
        #[arg(long, value_name = "PERCENT", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..=99))]
        share: u64,
        /// The pack of the held-out games
        #[arg(long, short, value_name = "PACK")]
        output: PathBuf,
        /// The pack of the other games
        #[arg(long, value_name = "PACK")]
        rest: PathBuf,
        /// Random seed
        #[arg(long, default_value_t = 1)]
        seed: u64,
    },
    /// Write the quiet positions, for a trainer or `espalier tune`
    Unpack(UnpackArgs),
    /// Sample positions from search trees, each with the score of a search, for a trainer
    Samples(SamplesArgs),
    /// Pack the games of an uncompressed file: result, unscored moves, moves, scores
    Import {
        /// The file; - for standard input
        #[arg(value_name = "FILE")]
        input: PathBuf,
        /// The pack to write
        #[arg(long, short, value_name = "PACK")]
        output: PathBuf,
        /// The program that played
        #[arg(long, value_name = "NAME")]
        player: String,
    },
}

#[derive(Args, Debug)]
struct UnpackArgs {
    /// The packs
    #[arg(value_name = "PACK", required = true)]
    packs: Vec<PathBuf>,
    /// The file to write
    #[arg(long, short, value_name = "FILE")]
    output: PathBuf,
    /// Format of a position: records of 32 bytes, text (lines FEN|result|score, for White), or bullet (records of 32 bytes for bullet, a
    /// trainer for GPUs)
    #[arg(long = "as", value_name = "FORM", default_value = "records", value_parser = str::parse::<Form>)]
    form: Form,
    /// Skip the positions before this ply
    #[arg(long, value_name = "PLY", default_value_t = Keep::default().from_ply)]
    from_ply: usize,
    /// Skip scores of this size and above, in centipawns
    #[arg(long, value_name = "SCORE", default_value_t = Keep::default().below, value_parser = clap::value_parser!(i16).range(1..))]
    below: i16,
    /// Write quiet positions up to three random moves from those of the games instead, with the score of the hand-crafted
    /// evaluation, after N attempts per position: a start for training a network
    #[arg(long, value_name = "N")]
    neighbours: Option<u64>,
    /// Replace the score of the search by the hand-crafted evaluation, for the same positions in the same order
    #[arg(long, conflicts_with = "neighbours")]
    terms: bool,
    /// Random seed
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// Executes an action on packs.
pub fn command(args: &PackArgs, out: &mut impl Write) -> Result {
    match &args.action {
        Action::Inspect { packs } => {
            for path in packs {
                let report = Pack::open(path)?.inspect();
                write!(
                    out,
                    "{}
{report}",
                    path.display()
                )?;
            }
        }
        Action::Verify { packs } => {
            for path in packs {
                let (tally, fault) = Pack::open(path)?.tally();
                fault.map_or(Ok(()), Err)?;
                let (name, games) = (path.display(), tally.games);
                writeln!(out, "{name}: {games} games are complete, {tally}")?;
            }
        }
        Action::Shuffle {
            packs,
            output,
            seed,
            mix,
        } => {
            let count = shuffle(packs, output, *seed, *mix).map_err(|error| match error {
                PackError::Mixed(..) => {
                    failure!("{error}: --mix combines them anyway")
                }
                error => error.into(),
            })?;
            writeln!(out, "{count} games in {}", output.display())?;
        }
        Action::Split {
            pack,
            share,
            output,
            rest,
            seed,
        } => {
            let counts = split(pack, [output, rest], *share, *seed)?;
            for (count, path) in counts.into_iter().zip([output, rest]) {
                writeln!(out, "{count} games in {}", path.display())?;
            }
        }
        Action::Unpack(args) => unpack(args, out)?,
        Action::Samples(args) => samples::command(args, out)?,
        Action::Import {
            input,
            output,
            player,
        } => {
            let games = read_raw(&read_input(input)?, 0)
                .map_err(|reason| failure!("{}: {reason}", input.display()))?;
            let origin = Origin {
                player: player.clone(),
                recipe: None,
                seed: None,
            };
            let count = import(games, output, &origin)?;
            writeln!(out, "{count} games in {}", output.display())?;
        }
    }
    Ok(())
}

fn unpack(args: &UnpackArgs, output: &mut impl Write) -> Result {
    if args.form == Form::Bullet && args.neighbours.is_some() {
        return fail!(
            "neighbours have no result, which bullet needs: omit --neighbours or --as bullet"
        );
    }
    let how = Unpacking {
        keep: Keep {
            from_ply: args.from_ply,
            below: args.below,
            ..Keep::default()
        },
        form: args.form,
        neighbours: args.neighbours.map(|each| Neighbours::new(each, args.seed)),
        terms: args.terms.then(Terms::default),
    };
    let cannot = files::cannot("write", &args.output);
    let mut file = BufWriter::new(File::create(&args.output).map_err(&cannot)?);
    let count = datagen::unpack(&args.packs, how, &mut file, cannot)?;
    let name = args.output.display();
    Ok(writeln!(output, "{count} positions in {name}")?)
}

/// Reads a file, or standard input.
fn read_input(from: &Path) -> Result<Vec<u8>> {
    if from != Path::new("-") {
        return files::read(from);
    }
    let mut bytes = Vec::new();
    let read = io::stdin().lock().read_to_end(&mut bytes);
    read.map_err(|error| failure!("cannot read the input: {error}"))?;
    Ok(bytes)
}
