//! `espalier match` and `espalier tournament`.

use std::sync::atomic::Ordering;

use contest::manifest::Manifest;
use contest::stats::Sprt;
use contest::{
    Adjudication, Contest, DrawRule, Format, JournalHeader, Openings, Order, Participant, Plan,
    PlayerLimit, Report, ResignRule, Scoreboard, Session, Shard, Source, TimeControl, status_line,
};

use crate::prelude::*;

/// The conditions of the games of a match or tournament.
#[derive(Args, Clone, Debug)]
pub struct ContestArgs {
    /// The game
    #[arg(long, default_value = "chess")]
    game: GameId,
    /// Games for each pair of players; each opening is played twice, so it is even [default: 100, in a tournament 10]
    #[arg(long, value_name = "N", value_parser = parse_games, allow_negative_numbers = true)]
    games: Option<u64>,
    /// A clock in seconds, with increment: 8+0.08, or 40/60+0.5 for 60 seconds per 40 moves
    #[arg(
        long,
        value_name = "CLOCK",
        value_delimiter = ',',
        allow_hyphen_values = true
    )]
    tc: Vec<TimeControl>,
    /// Milliseconds per move
    #[arg(long, value_name = "MS", value_delimiter = ',', value_parser = parse_amount, allow_negative_numbers = true)]
    movetime: Vec<u64>,
    /// Nodes per move
    #[arg(long, value_name = "N", value_delimiter = ',', value_parser = parse_amount, allow_negative_numbers = true)]
    nodes: Vec<u64>,
    /// Search depth in plies
    #[arg(long, value_name = "N", value_delimiter = ',', value_parser = parse_plies, allow_negative_numbers = true)]
    depth: Vec<u32>,
    /// Milliseconds after which a late move loses on time
    #[arg(long, value_name = "MS", default_value = "100", value_parser = number("a margin in milliseconds", 0, 60_000_u64), allow_negative_numbers = true)]
    time_margin: u64,
    /// Let players search on their opponent's time: the engine, and UCI programs with the option Ponder. Needs --tc or --movetime
    #[arg(long)]
    ponder: bool,
    /// Openings: unbalanced or level (large built-in books for chess), or a file: games (.pgn), positions, one per line (EPD for
    /// chess), or a packed book. The default is a built-in book: with --sprt unbalanced, otherwise the small one
    #[arg(long, value_name = "BOOK")]
    openings: Option<PathBuf>,
    /// Order of the openings of a file: random or sequential
    #[arg(long, default_value = "random", value_parser = ["random", "sequential"], requires = "openings")]
    order: String,
    /// Length of each opening in plies: random moves instead of a book, or the first moves of each game of a file
    #[arg(long, value_name = "N", value_parser = number("a length in plies", 0, 200_u32), allow_negative_numbers = true)]
    plies: Option<u32>,
    /// Random seed of the openings and the players
    #[arg(long, default_value = "0", value_parser = number("a seed", 0, u64::MAX), allow_negative_numbers = true)]
    seed: u64,
    /// Number of concurrent games
    #[arg(long, value_name = "N", default_value = "1", value_parser = parse_threads, allow_negative_numbers = true)]
    concurrency: NonZeroUsize,
    /// Adjudicate a draw after this number of moves that both players evaluate as equal
    #[arg(long, value_name = "N", value_parser = number("a number of moves", 1, 100_000_u32), allow_negative_numbers = true)]
    draw_moves: Option<u32>,
    /// Largest absolute score that counts as equal, in centipawns or the units of the evaluator
    #[arg(long, value_name = "SCORE", default_value = "10", value_parser = number("a score", 0, 1_000_000), requires = "draw_moves", allow_negative_numbers = true)]
    draw_score: i32,
    /// First move number of draw adjudication
    #[arg(long, value_name = "N", default_value = "40", value_parser = number("a number of moves", 1, 100_000_u32), requires = "draw_moves", allow_negative_numbers = true)]
    draw_from: u32,
    /// Adjudicate a loss after this number of moves that the player evaluates as lost
    #[arg(long, value_name = "N", value_parser = number("a number of moves", 1, 100_000_u32), allow_negative_numbers = true)]
    resign_moves: Option<u32>,
    /// Score that counts as lost, in centipawns or the units of the evaluator
    #[arg(long, value_name = "SCORE", default_value = "600", value_parser = number("a score", 0, 1_000_000), requires = "resign_moves", allow_negative_numbers = true)]
    resign_score: i32,
    /// Adjudicate a draw after this number of plies
    #[arg(long, value_name = "N", value_parser = number("a number of plies", 1, 100_000_u32), allow_negative_numbers = true)]
    max_plies: Option<u32>,
    /// Append every game to this file
    #[arg(long, value_name = "FILE")]
    pub pgn: Option<PathBuf>,
    /// Keep the progress in this file; an existing file is resumed
    #[arg(long, value_name = "FILE")]
    pub resume: Option<PathBuf>,
    /// Play only the pairs of games whose number is I modulo N, from 0; `espalier merge` joins the journals of all shards
    #[arg(
        long,
        value_name = "I/N",
        requires = "resume",
        allow_hyphen_values = true
    )]
    shard: Option<Shard>,
    /// Write the manifest to this file; by default next to --resume or --pgn
    #[arg(long, value_name = "FILE")]
    pub manifest: Option<PathBuf>,
    /// Print one JSON object instead of the report
    #[arg(long)]
    json: bool,
    /// Print the score after every N games
    #[arg(long, value_name = "N", value_parser = parse_amount, allow_negative_numbers = true)]
    verbose: Option<u64>,
}

const CONTEST_HELP: &str = "\
Limits (--tc, --movetime, --nodes, --depth) are for all players, or one for each: --depth 3,5. The limits of a player's spec
apply, too; the tighter one counts. Without any limit, textbook players search 4 plies.
A random player gets another seed for every game, derived from --seed; a seed in its spec replaces it. With fixed nodes or depth,
the same seed gives the same games for any --concurrency.
In games other than chess, --pgn writes the same form as PGN with the moves of the game and a tag Variant; White is the first side.";

#[derive(Args, Debug)]
#[command(after_help = CONTEST_HELP.to_owned() + "

Examples:
  espalier match alphabeta:depth=3 minimax:depth=2
  espalier match classic alphabeta --tc 2+0.02 --concurrency 2 --pgn games.pgn --resume match.jsonl
  espalier match classic classic:null=off --nodes 20000 --games 4000 --sprt 0,10
  espalier match alphabeta alphabeta:eval=discs --game othello --depth 4")]
pub struct MatchArgs {
    /// The player whose result is reported; `espalier players` lists them
    #[arg(value_name = "PLAYER", value_parser = parse_player)]
    player: PlayerSpec,
    /// Its opponent
    #[arg(value_name = "OPPONENT", value_parser = parse_player)]
    opponent: PlayerSpec,
    #[command(flatten)]
    pub contest: ContestArgs,
    /// Stop when a sequential probability ratio test (SPRT) accepts one of two Elo differences
    #[arg(long, value_name = "ELO0,ELO1", value_parser = parse_sprt, allow_hyphen_values = true)]
    sprt: Option<Sprt>,
}

#[derive(Args, Debug)]
#[command(after_help = CONTEST_HELP.to_owned() + "

Examples:
  espalier tournament random minimax:depth=1 minimax:depth=2 alphabeta:depth=4
  espalier tournament classic alphabeta pvs mtdf --gauntlet --nodes 5000 --games 100")]
pub struct TournamentArgs {
    /// The players; `espalier players` lists them
    #[arg(value_name = "PLAYER", required = true, num_args = 2.., value_parser = parse_player)]
    players: Vec<PlayerSpec>,
    /// Only the first player plays against each of the others
    #[arg(long)]
    gauntlet: bool,
    #[command(flatten)]
    pub contest: ContestArgs,
}

fn parse_sprt(text: &str) -> Result<Sprt, String> {
    let elos = text.split_once(',');
    let elos = elos.and_then(|(a, b)| Some((a.trim().parse().ok()?, b.trim().parse().ok()?)));
    let (elo0, elo1) = elos.ok_or("a test has two Elo differences: 0,10")?;
    let sprt = Sprt::new(elo0, elo1);
    sprt.check().map_err(|error| error.to_string())?;
    Ok(sprt)
}

/// Plays a match of a hundred games by default. `command` is the command line.
pub fn play_match(
    args: &MatchArgs,
    command: &[String],
    output: &mut impl Write,
) -> Result<Manifest> {
    let event = Event {
        command,
        players: &[args.player.clone(), args.opponent.clone()],
        format: Format::RoundRobin,
        games: 100,
        sprt: args.sprt,
        args: &args.contest,
        output,
    };
    args.contest.game.with(event)
}

/// Plays a tournament with ten games for each pair of players by default. `command` is the command line.
pub fn play_tournament(
    args: &TournamentArgs,
    command: &[String],
    output: &mut impl Write,
) -> Result<Manifest> {
    let event = Event {
        command,
        players: &args.players,
        format: match args.gauntlet {
            true => Format::Gauntlet,
            false => Format::RoundRobin,
        },
        games: 10,
        sprt: None,
        args: &args.contest,
        output,
    };
    args.contest.game.with(event)
}

/// A match or tournament.
struct Event<'a, W> {
    command: &'a [String],
    players: &'a [PlayerSpec],
    format: Format,
    /// The default number of games for each pair of players.
    games: u64,
    sprt: Option<Sprt>,
    args: &'a ContestArgs,
    output: &'a mut W,
}

impl<W: Write> WithGame for Event<'_, W> {
    type Output = Result<Manifest>;

    fn run<G: BoardGame>(self, game: &G) -> Self::Output {
        let args = self.args;
        for spec in self.players {
            Seat::<G>::new(spec)?;
        }
        let shard = args.shard.unwrap_or(Shard::WHOLE);
        if self.sprt.is_some() && !shard.is_whole() {
            return fail!(
                "--sprt decides after every game, so it needs all games in one run: leave out --shard or --sprt"
            );
        }
        if args.pgn.is_some() && args.pgn == args.resume {
            return fail!("--pgn and --resume need a file each");
        }
        let outputs = [args.resume.as_deref(), args.pgn.as_deref()];
        manifest::place(args.manifest.as_deref(), &outputs)?;
        let openings = match (&args.openings, args.plies) {
            (Some(path), plies) => {
                let order = match args.order.as_str() {
                    "sequential" => Order::Sequential,
                    _ => Order::Random,
                };
                openings(game, path, plies, order, args.seed)?
            }
            (None, Some(plies)) => Openings::random(plies, args.seed),
            (None, None) => Openings::of_match(game, self.sprt.is_some(), args.seed),
        };
        let plan = self.plan(openings.source().clone())?;
        let mut run_info = manifest::run_info(self.command, args.concurrency.get());
        let header = JournalHeader::new(plan.clone(), run_info.clone());
        let [resume, pgn] = outputs;
        let mut session = Session::open(header, G::ID, resume, pgn)?;
        session.set_shard(shard);
        if let Some(sentence) = session.lost() {
            // A closed standard error does not end the match.
            _ = writeln!(io::stderr(), "note: {sentence}");
        }
        // A resumed match keeps its start.
        run_info.start.clone_from(&session.header().run_info.start);
        let book = args.openings.as_deref();
        let experiment = plan.experiment(self.players, G::ID, book)?;
        let given = args.manifest.as_deref();
        let manifest = manifest::begin(experiment, run_info, given, &outputs)?;
        let contest = Contest {
            game,
            plan: &plan,
            openings: &openings,
            make_seat: &|index| Seat::new(&self.players[index]),
            watch: None,
        };
        let stop = stop_on_ctrl_c();
        pool::quiet_panics();
        let mut status = Status::new(session.board().games(), args.verbose);
        let mut broken = Ok(());
        let output = self.output;
        let threads = args.concurrency.get();
        let played = session.run(&contest, threads, &stop, &mut |board| {
            if let Err(error) = status.update(board, output) {
                // The reader of the output has ended.
                stop.store(true, Ordering::Relaxed);
                broken = Err(error);
            }
        });
        drop(status);
        played?;
        broken?;
        let report = Report::new(session.board());
        let end = session.finish()?;
        files::print(&report, args.json, output)?;
        if let Some(end) = end {
            return Ok(manifest.finish_at(end, &report)?);
        }
        let left = session.left().len();
        if left == 0 {
            if !args.json {
                writeln!(
                    output,
                    "shard {shard} is complete; espalier merge joins it with the others"
                )?;
            }
            return Ok(manifest.finish(&report)?);
        }
        let how = match &args.resume {
            Some(path) => format!("the same command with --resume {} resumes", path.display()),
            None => "a match with --resume FILE can be resumed".to_owned(),
        };
        _ = writeln!(io::stderr(), "stopped with {left} games left; {how}");
        Err(Failure::Interrupted)
    }
}

impl<W> Event<'_, W> {
    fn plan(&self, openings: Source) -> Result<Plan> {
        let args = self.args;
        let count = self.players.len();
        let tc = one_each("tc", &args.tc, count)?;
        let movetime = one_each("movetime", &args.movetime, count)?;
        let nodes = one_each("nodes", &args.nodes, count)?;
        let depth = one_each("depth", &args.depth, count)?;
        let participant = |(index, spec): (usize, &PlayerSpec)| Participant {
            name: None,
            spec: spec.to_string(),
            limit: PlayerLimit {
                tc: tc(index),
                movetime: movetime(index),
                nodes: nodes(index),
                depth: depth(index),
            },
        };
        let players: Vec<Participant> = self.players.iter().enumerate().map(participant).collect();
        if args.ponder && !players.iter().all(Participant::is_timed) {
            return fail!(
                "--ponder uses the opponent's time, so every player needs a clock: give --tc or --movetime"
            );
        }
        Ok(Plan {
            format: self.format,
            game: args.game.name().to_owned(),
            players,
            games: args.games.unwrap_or(self.games),
            openings,
            seed: args.seed,
            time_margin: args.time_margin,
            ponder: args.ponder,
            adjudication: Adjudication {
                draw: args.draw_moves.map(|moves| DrawRule {
                    from: args.draw_from,
                    moves,
                    score: args.draw_score,
                }),
                resign: args.resign_moves.map(|moves| ResignRule {
                    moves,
                    score: args.resign_score,
                }),
                max_plies: args.max_plies,
            },
            sprt: self.sprt,
        })
    }
}

/// Returns a limit for each player: none, one for all, or one each.
fn one_each<'a, T: Copy>(
    name: &str,
    given: &'a [T],
    players: usize,
) -> Result<impl Fn(usize) -> Option<T> + use<'a, T>, Failure> {
    if given.len() > 1 && given.len() != players {
        return fail!(
            "--{name} takes one value, or one for each of the {players} players; {} are given",
            given.len()
        );
    }
    Ok(move |index: usize| given.get(if given.len() == 1 { 0 } else { index }).copied())
}

/// Returns the openings of a built-in book or a file.
pub fn openings<G: BoardGame>(
    game: &G,
    path: &Path,
    plies: Option<u32>,
    order: Order,
    seed: u64,
) -> Result<Openings<G>> {
    let name = path.to_str();
    match name.and_then(|name| Openings::named(game, name, order, seed)) {
        Some(openings) => Ok(openings),
        None => Ok(Openings::read(game, path, plies, order, seed)?),
    }
}

/// The score during a match: a bar on a terminal, and lines if requested.
struct Status {
    bar: Progress,
    /// Games that were played before this run.
    before: u64,
    /// A line is printed after this number of games.
    every: Option<u64>,
    /// Games at the last line.
    printed: u64,
}

impl Status {
    fn new(before: u64, every: Option<u64>) -> Self {
        Self {
            bar: Progress::new("games"),
            before,
            every,
            printed: before,
        }
    }

    fn update(&mut self, board: &Scoreboard, output: &mut impl Write) -> io::Result<()> {
        let games = board.games();
        let speed = 60.0 * (games - self.before) as f64 / self.bar.seconds().max(1e-9);
        let text = || format!("{}  {speed:.0} games/min", status_line(board));
        if let Some(every) = self.every
            && games / every > self.printed / every
        {
            self.printed = games;
            let line = format!("{games} of {}  {}", board.scheduled(), text());
            self.bar.suspend(|| writeln!(output, "{line}"))?;
            output.flush()?;
        }
        let scheduled = board.scheduled() as usize;
        self.bar.update_with(games as usize, scheduled, |_| text());
        Ok(())
    }
}
