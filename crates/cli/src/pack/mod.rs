//! The command `espalier pack`: what is in packs of games, and what can be made of them.

mod samples;

use std::fs::{self, File};
use std::io::{BufWriter, Read, Write};
use std::path::{Path, PathBuf};

use clap::{Args, Subcommand, ValueEnum};
use gametree::SplitMix64;
use lab::datagen::pack::{Origin, Pack, PackError, PackWriter};
use lab::datagen::{Keep, Neighbours, Record, Scored, ScoredGame, Tally, Terms, read_raw};

use crate::error::Failure;
pub use samples::SamplesArgs;

/// What `pack` takes.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  espalier pack inspect games.pack
  espalier pack verify games.pack more.pack
  espalier pack shuffle games.pack more.pack -o all.pack --seed 1
  espalier pack split games.pack --share 1 -o held-out.pack --rest train.pack
  espalier pack unpack train.pack -o train.bin
  espalier pack unpack train.pack -o train.txt --as text
  espalier pack unpack train.pack -o first.bin --neighbours 10
  espalier pack unpack train.pack -o terms.bin --terms
  espalier pack samples train.pack -o tree.bin --each 6 --nodes 200
  xz -dc games.bin.xz | espalier pack import - -o games.pack --player \"espalier 2d58586\"")]
pub struct PackArgs {
    /// What to do
    #[command(subcommand)]
    pub action: Action,
}

/// What can be done with packs.
#[derive(Subcommand, Debug)]
pub enum Action {
    /// How the games were made, how many there are, how they ended, and how many bytes a position takes
    Inspect {
        /// The packs
        #[arg(value_name = "PACK", required = true)]
        packs: Vec<PathBuf>,
    },
    /// Read every move of every game, and say whether all is well
    Verify {
        /// The packs
        #[arg(value_name = "PACK", required = true)]
        packs: Vec<PathBuf>,
    },
    /// Put the games of several packs in one, in an order that is left to chance
    Shuffle {
        /// The packs
        #[arg(value_name = "PACK", required = true)]
        packs: Vec<PathBuf>,
        /// The pack to write
        #[arg(long, short, value_name = "PACK")]
        output: PathBuf,
        /// Decides the order
        #[arg(long, default_value_t = 1)]
        seed: u64,
        /// Put games together that were made by different programs or recipes
        #[arg(long)]
        mix: bool,
    },
    /// Hold some whole games out
    Split {
        /// The pack
        #[arg(value_name = "PACK")]
        pack: PathBuf,
        /// So many of a hundred games are held out
        #[arg(long, value_name = "PERCENT", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..=99))]
        share: u64,
        /// The pack of those games
        #[arg(long, short, value_name = "PACK")]
        output: PathBuf,
        /// The pack of the other games
        #[arg(long, value_name = "PACK")]
        rest: PathBuf,
        /// Decides which
        #[arg(long, default_value_t = 1)]
        seed: u64,
    },
    /// Write the quiet positions, as a trainer or `espalier tune` reads them
    Unpack {
        /// The packs
        #[arg(value_name = "PACK", required = true)]
        packs: Vec<PathBuf>,
        /// The file to write
        #[arg(long, short, value_name = "FILE")]
        output: PathBuf,
        /// Records of 32 bytes, or lines FEN|result|score
        #[arg(long = "as", value_name = "FORM", default_value = "records")]
        form: Form,
        /// Leave out the positions before this ply
        #[arg(long, value_name = "PLY", default_value_t = Keep::default().from_ply)]
        from_ply: usize,
        /// Leave out scores from this on, in centipawns
        #[arg(long, value_name = "SCORE", default_value_t = Keep::default().below, value_parser = clap::value_parser!(i16).range(1..))]
        below: i16,
        /// Instead of the positions of the games, so many tries for each to find a quiet one up to three moves at random away,
        /// with what the evaluation by terms says of it: for a network to begin with
        #[arg(long, value_name = "N")]
        neighbours: Option<u64>,
        /// The same positions in the same order, but with what the evaluation by terms says instead of the search: for a teacher
        #[arg(long, conflicts_with = "neighbours")]
        terms: bool,
        /// Decides what is left to chance
        #[arg(long, default_value_t = 1)]
        seed: u64,
    },
    /// Write positions out of the trees of searches, each with what a search of its own says, for a trainer
    Samples(SamplesArgs),
    /// Pack the games of a plain file: result, unscored moves, moves, scores
    Import {
        /// The file; - for standard input
        #[arg(value_name = "FILE")]
        input: PathBuf,
        /// The pack to write
        #[arg(long, short, value_name = "PACK")]
        output: PathBuf,
        /// Who played
        #[arg(long, value_name = "NAME")]
        player: String,
    },
}

/// How positions are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Form {
    /// 32 bytes each.
    Records,
    /// A line each: FEN|result|score, for White.
    Text,
}

/// Does one of them.
pub fn command(args: &PackArgs, output: &mut impl Write) -> Result<(), Failure> {
    match &args.action {
        Action::Inspect { packs } => inspect(packs, output)?,
        Action::Verify { packs } => verify(packs, output)?,
        Action::Shuffle {
            packs,
            output: to,
            seed,
            mix,
        } => shuffle(packs, to, *seed, *mix, output)?,
        Action::Split {
            pack,
            share,
            output: held_out,
            rest,
            seed,
        } => split(pack, [held_out, rest], *share, *seed, output)?,
        Action::Unpack {
            packs,
            output: to,
            form,
            from_ply,
            below,
            neighbours,
            terms,
            seed,
        } => {
            let keep = Keep {
                from_ply: *from_ply,
                below: *below,
                ..Keep::default()
            };
            let which = match neighbours {
                Some(each) => Which::Neighbours(Neighbours::new(*each, *seed)),
                None if *terms => Which::ByTerms(Terms::default()),
                None => Which::Played,
            };
            unpack(packs, to, *form, &keep, which, output)?;
        }
        Action::Samples(args) => samples::command(args, output)?,
        Action::Import {
            input,
            output: to,
            player,
        } => import(input, to, player, output)?,
    }
    Ok(output.flush()?)
}

fn open(path: &Path) -> Result<Pack, Failure> {
    Pack::open(path).map_err(Failure::input)
}

/// The games of a pack. A damaged block is an error.
fn games(pack: &Pack) -> impl Iterator<Item = Result<ScoredGame, PackError>> + '_ {
    pack.blocks().flat_map(|block| match block {
        Ok(games) => games.into_iter().map(Ok).collect(),
        Err(error) => vec![Err(error)],
    })
}

fn inspect(packs: &[PathBuf], output: &mut impl Write) -> Result<(), Failure> {
    for path in packs {
        let pack = open(path)?;
        writeln!(output, "{}", path.display())?;
        writeln!(output, "  played by {}", pack.origin.player)?;
        if let Some(recipe) = pack.origin.recipe {
            let json = serde_json::to_string(&recipe).unwrap_or_default();
            writeln!(output, "  recipe {json}")?;
        }
        if let Some(seed) = pack.origin.seed {
            writeln!(output, "  seed {seed}")?;
        }
        let mut tally = Tally::default();
        let mut fault = None;
        for game in games(&pack) {
            match game {
                Ok(game) => tally.count(&game, &Keep::default()),
                Err(error) => fault = Some(error),
            }
        }
        writeln!(output, "  {} games, {tally}", tally.games)?;
        let each = |count: u64| pack.size() as f64 / count.max(1) as f64;
        writeln!(
            output,
            "  {} bytes: {:.2} a move, {:.2} a kept position",
            pack.size(),
            each(tally.moves),
            each(tally.kept)
        )?;
        if let Some(fault) = fault {
            writeln!(output, "  {fault}")?;
        }
    }
    Ok(())
}

fn verify(packs: &[PathBuf], output: &mut impl Write) -> Result<(), Failure> {
    for path in packs {
        let pack = open(path)?;
        let mut tally = Tally::default();
        for game in games(&pack) {
            tally.count(&game.map_err(Failure::input)?, &Keep::default());
        }
        writeln!(
            output,
            "{}: {} games are whole, {tally}",
            path.display(),
            tally.games
        )?;
    }
    Ok(())
}

/// What several packs together say about their games.
fn common_origin(packs: &[(PathBuf, Pack)], mix: bool) -> Result<Origin, Failure> {
    let (first_path, first) = &packs[0];
    let mut origin = first.origin.clone();
    for (path, pack) in &packs[1..] {
        let other = &pack.origin;
        if other.seed != origin.seed {
            origin.seed = None;
        }
        if (&other.player, &other.recipe) == (&origin.player, &origin.recipe) {
            continue;
        }
        if !mix {
            return Err(Failure::input(format_args!(
                "{} and {} were made in different ways: --mix puts them together all the same",
                first_path.display(),
                path.display()
            )));
        }
        origin.recipe = None;
        if !origin.player.split("; ").any(|name| name == other.player) {
            origin.player = format!("{}; {}", origin.player, other.player);
        }
    }
    Ok(origin)
}

fn shuffle(
    paths: &[PathBuf],
    to: &Path,
    seed: u64,
    mix: bool,
    output: &mut impl Write,
) -> Result<(), Failure> {
    let mut packs = Vec::new();
    for path in paths {
        packs.push((path.clone(), open(path)?));
    }
    let origin = common_origin(&packs, mix)?;
    let mut all = Vec::new();
    for (_, pack) in &packs {
        for game in games(pack) {
            all.push(game.map_err(Failure::input)?);
        }
    }
    // From here on a game is known by its place: numbers of different runs are alike.
    SplitMix64::new(seed).shuffle(&mut all);
    let mut writer = PackWriter::create(to, &origin).map_err(Failure::input)?;
    let count = all.len();
    for (number, mut game) in all.into_iter().enumerate() {
        game.number = number as u64;
        writer.add(game).map_err(Failure::input)?;
    }
    writer.flush().map_err(Failure::input)?;
    writeln!(output, "{count} games in {}", to.display())?;
    Ok(())
}

fn split(
    path: &Path,
    to: [&PathBuf; 2],
    share: u64,
    seed: u64,
    output: &mut impl Write,
) -> Result<(), Failure> {
    let pack = open(path)?;
    let mut writers = Vec::new();
    for path in to {
        writers.push(PackWriter::create(path, &pack.origin).map_err(Failure::input)?);
    }
    let mut counts = [0_u64; 2];
    for game in games(&pack) {
        let game = game.map_err(Failure::input)?;
        // By the game itself, so that it is held out wherever it stands.
        let chance = SplitMix64::new(gametree::mix(seed) ^ gametree::mix(game.number)).below(100);
        let side = usize::from(chance >= share);
        counts[side] += 1;
        writers[side].add(game).map_err(Failure::input)?;
    }
    for ((mut writer, count), path) in writers.into_iter().zip(counts).zip(to) {
        writer.flush().map_err(Failure::input)?;
        writeln!(output, "{count} games in {}", path.display())?;
    }
    Ok(())
}

/// What `unpack` writes of a game.
enum Which {
    /// Its quiet positions, with the scores of the searches.
    Played,
    /// The same, with the values of the terms.
    ByTerms(Terms),
    /// Positions beside them.
    Neighbours(Neighbours),
}

fn unpack(
    paths: &[PathBuf],
    to: &Path,
    form: Form,
    keep: &Keep,
    mut which: Which,
    output: &mut impl Write,
) -> Result<(), Failure> {
    let cannot = |error| Failure::input(format_args!("cannot write {}: {error}", to.display()));
    let mut file = BufWriter::new(File::create(to).map_err(cannot)?);
    let mut count = 0_u64;
    for path in paths {
        let pack = open(path)?;
        for game in games(&pack) {
            let game = game.map_err(Failure::input)?;
            let mut write = |scored: &Scored| {
                count += 1;
                match form {
                    Form::Records => file.write_all(&Record::new(&game, scored).0),
                    Form::Text => writeln!(file, "{}", game.line(scored)),
                }
                .map_err(cannot)
            };
            match &mut which {
                Which::Played => game.kept(keep).try_for_each(|scored| write(&scored))?,
                Which::ByTerms(terms) => game
                    .kept(keep)
                    .try_for_each(|scored| write(&terms.instead(&scored)))?,
                Which::Neighbours(neighbours) => neighbours.of(&game, keep, &mut write)?,
            }
        }
    }
    file.flush().map_err(cannot)?;
    writeln!(output, "{count} positions in {}", to.display())?;
    Ok(())
}

fn import(from: &Path, to: &Path, player: &str, output: &mut impl Write) -> Result<(), Failure> {
    let bytes = if from == Path::new("-") {
        let mut bytes = Vec::new();
        std::io::stdin()
            .lock()
            .read_to_end(&mut bytes)
            .map(|_| bytes)
    } else {
        fs::read(from)
    };
    let bytes = bytes
        .map_err(|error| Failure::input(format_args!("cannot read {}: {error}", from.display())))?;
    let games = read_raw(&bytes, 0)
        .map_err(|reason| Failure::input(format_args!("{}: {reason}", from.display())))?;
    let origin = Origin {
        player: player.to_owned(),
        recipe: None,
        seed: None,
    };
    let mut writer = PackWriter::create(to, &origin).map_err(Failure::input)?;
    let count = games.len();
    for game in games {
        writer.add(game).map_err(Failure::input)?;
    }
    writer.flush().map_err(Failure::input)?;
    writeln!(output, "{count} games in {}", to.display())?;
    Ok(())
}
