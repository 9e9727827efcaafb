//! The arguments of the program.

use std::ffi::OsString;
use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::builder::styling::{AnsiColor, Styles};
use clap::error::ErrorKind;
use clap::{Args, CommandFactory, Parser};
use classroom::Document;
use lab::GameKind;
use lab::contest::{Order, TimeControl};
use lab::stats::Sprt;

use crate::error::Failure;
use crate::players::Seat;
use crate::uci::command::{DEEPEST, is_command};
use lab::nearest::{hint, quote};

const STYLES: Styles = Styles::styled()
    .header(AnsiColor::Green.on_default().bold())
    .usage(AnsiColor::Green.on_default().bold())
    .literal(AnsiColor::Cyan.on_default())
    .placeholder(AnsiColor::Cyan.on_default().dimmed());

const EXAMPLES: &str = "\
Without arguments, or with arguments that are UCI commands, Espalier is a chess engine for any GUI:
  espalier                                           talks UCI on standard input and output
  espalier \"position startpos\" \"go perft 3\" quit     runs UCI commands in turn

Examples:
  espalier play                                      you have White against a textbook player
  espalier play --game othello --black alphabeta:depth=6
  espalier players                                   who can play, and their settings
  espalier search alphabeta:depth=5,order=mvvlva     what does it find, at what cost?
  espalier compare minimax alphabeta pvs --depth 4   the same position, several players
  espalier match alphabeta:depth=3 minimax:depth=2   a hundred games, with statistics
  espalier suite wac.epd classic --movetime 100      how many test positions does it solve?
  espalier rerun match.manifest.json                 the same again, and is the result the same?
  espalier reproduce report                          a course report's tables, printed beside obtained
  espalier perft 6 --divide                          counts the leaves of the move tree
  espalier bench                                     measures the speed";

/// One program from the textbook minimax to a master-strength engine.
#[derive(Parser, Debug)]
#[command(name = "espalier", version, after_help = EXAMPLES, styles = STYLES, max_term_width = 100,
    override_usage = "espalier [COMMAND]\n       espalier [UCI COMMAND]..."
)]
struct Cli {
    #[command(subcommand)]
    command: Subcommand,
}

/// What the program can do besides talking UCI.
#[derive(clap::Subcommand, Debug)]
pub enum Subcommand {
    /// Play in the terminal
    Play(PlayArgs),
    /// List the players, their settings and the evaluators
    Players,
    /// Let one player search a position, and see what it cost
    Search(SearchArgs),
    /// Let several players search the same positions
    Compare(CompareArgs),
    /// Play many games between two players, and see who is better and by how much
    Match(Box<MatchArgs>),
    /// Play many games between several players, and see the cross table
    Tournament(Box<TournamentArgs>),
    /// The players in order, each with one idea more, and what each idea buys
    Ladder(LadderArgs),
    /// Let a player solve a test suite
    Suite(SuiteArgs),
    /// Make an opening book: many positions in which nobody is much better
    Book(BookArgs),
    /// Play the engine against itself and write the positions, to tune on
    Datagen(crate::datagen::DatagenArgs),
    /// Run again what a manifest describes, and say whether the result is the same
    Rerun(RerunArgs),
    /// What five course documents printed, beside what their programs do here
    Reproduce(ReproduceArgs),
    /// Play a move for the MiniChess referee of the course I2P3
    Minichess(MinichessArgs),
    /// Evaluate a position without searching, term by term
    Eval(crate::eval::EvalArgs),
    /// Tune the weights of the evaluation on positions with results
    Tune(crate::tune::TuneArgs),
    /// Count the leaves of the move tree, or check the counts in a file
    Perft(PerftArgs),
    /// Measure the speed: the last line is `N nodes M nps`, and N is always the same
    Bench {
        /// Moves to look ahead
        #[arg(value_parser = parse_depth, allow_negative_numbers = true)]
        depth: Option<u32>,
    },
}

/// Arguments of `espalier perft`.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  espalier perft 6
  espalier perft 4 --divide --fen \"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1\"
  espalier perft --epd suite.epd --max-nodes 1000000    lines such as: FEN ;D1 20 ;D2 400")]
pub struct PerftArgs {
    /// Moves to look ahead; with --epd, the deepest count to check
    #[arg(value_parser = parse_depth, required_unless_present = "epd", allow_negative_numbers = true)]
    pub depth: Option<u32>,
    /// The game
    #[arg(long, default_value = "chess")]
    pub game: GameKind,
    /// Start from this position instead of the start position
    #[arg(long, value_name = "POSITION", conflicts_with = "epd")]
    pub fen: Option<String>,
    /// List the count below each move
    #[arg(long, conflicts_with = "epd")]
    pub divide: bool,
    /// How many threads count; all that the machine has unless given
    #[arg(long, value_name = "N", value_parser = parse_threads, allow_negative_numbers = true)]
    pub threads: Option<NonZeroUsize>,
    /// Check every count in this file; exit status 1 if one differs
    #[arg(long, value_name = "FILE")]
    pub epd: Option<PathBuf>,
    /// Pass over counts above this number
    #[arg(long, value_name = "N", value_parser = parse_nodes, requires = "epd", allow_negative_numbers = true)]
    pub max_nodes: Option<u64>,
}

/// Arguments of `espalier play`.
#[derive(Args, Debug)]
#[command(after_help = "\
A player is human or one of `espalier players`, such as random, minimax:depth=2 or alphabeta:depth=4,quiesce.

Examples:
  espalier play                                         you have White
  espalier play --white minimax:depth=2 --black human   you have Black
  espalier play --white human --black human             two people, one keyboard
  espalier play --game minichess
  espalier play --white a4-ids --black a4-abp --profile moves.csv
  espalier play --white random:seed=1 --black random:seed=2 --delay 500")]
pub struct PlayArgs {
    /// The game
    #[arg(long, default_value = "chess")]
    pub game: GameKind,
    /// Who has White (in Othello Black, in tic-tac-toe X: who begins)
    #[arg(long, value_name = "PLAYER", default_value = "human")]
    pub white: Seat,
    /// Who has Black: the other side
    #[arg(long, value_name = "PLAYER", default_value = "classic:movetime=500")]
    pub black: Seat,
    /// Start from this position instead of the start position
    #[arg(long, value_name = "POSITION")]
    pub fen: Option<String>,
    /// Letters instead of chess symbols
    #[arg(long)]
    pub ascii: bool,
    /// Show every move of a game between programs, and wait so many milliseconds after it
    #[arg(long, value_name = "MS", value_parser = parse_delay, allow_negative_numbers = true)]
    pub delay: Option<u64>,
    /// Write the nodes and time of every move of a program to this file: .csv for a spreadsheet, else a table
    #[arg(long, value_name = "FILE")]
    pub profile: Option<PathBuf>,
}

/// What a search may spend.
#[derive(Args, Clone, Copy, Debug)]
pub struct LimitArgs {
    /// Plies to look ahead
    #[arg(long, value_name = "N", value_parser = parse_plies, allow_negative_numbers = true)]
    pub depth: Option<u32>,
    /// Nodes a search
    #[arg(long, value_name = "N", value_parser = parse_amount, allow_negative_numbers = true)]
    pub nodes: Option<u64>,
    /// Evaluations a search
    #[arg(long, value_name = "N", value_parser = parse_amount, allow_negative_numbers = true)]
    pub evals: Option<u64>,
    /// Milliseconds a search
    #[arg(long, value_name = "MS", value_parser = parse_amount, allow_negative_numbers = true)]
    pub movetime: Option<u64>,
}

impl LimitArgs {
    /// As the searches take them.
    #[must_use]
    pub fn limits(&self) -> gametree::Limits {
        gametree::Limits {
            depth: self.depth.unwrap_or(gametree::MAX_DEPTH),
            nodes: self.nodes,
            evals: self.evals,
            time: self.movetime.map(std::time::Duration::from_millis),
            ..gametree::Limits::default()
        }
    }
}

/// Arguments of `espalier search`.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  espalier search alphabeta:depth=5,order=mvvlva+killers,tt=16
  espalier search classic --movetime 1000 --fen \"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1\"
  espalier search negamax:depth=9 --game tictactoe --json
  espalier search alphabeta:depth=3 --trace tree.json    every node, with windows and cuts")]
pub struct SearchArgs {
    /// The player; `espalier players` lists them
    #[arg(value_name = "PLAYER")]
    pub player: String,
    /// The game
    #[arg(long, default_value = "chess")]
    pub game: GameKind,
    /// Search this position instead of the start position
    #[arg(long, value_name = "POSITION")]
    pub fen: Option<String>,
    #[command(flatten)]
    #[allow(missing_docs)]
    pub limits: LimitArgs,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
    /// Write the search tree to this file: JSON if its name ends in .json, else the compact form
    #[arg(long, value_name = "FILE")]
    pub trace: Option<PathBuf>,
    /// Write at most so many nodes of the tree
    #[arg(long, value_name = "N", default_value = "1000000", value_parser = parse_trace_nodes, requires = "trace")]
    pub trace_nodes: u32,
}

/// Arguments of `espalier compare`.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  espalier compare minimax alphabeta alphabeta:order=mvvlva pvs:order=hash,tt=16 --depth 4
  espalier compare minimax alphabeta --game othello6 --depth 6 --html othello.html
  espalier compare alphabeta:tt=16 mtdf --epd positions.epd --depth 5 --csv numbers.csv")]
pub struct CompareArgs {
    /// The players; `espalier players` lists them
    #[arg(value_name = "PLAYER", required = true)]
    pub players: Vec<String>,
    /// The game
    #[arg(long, default_value = "chess")]
    pub game: GameKind,
    /// Search this position instead of the start position
    #[arg(long, value_name = "POSITION", conflicts_with = "epd")]
    pub fen: Option<String>,
    /// Search every position of this file: EPD for chess, else one position a line
    #[arg(long, value_name = "FILE")]
    pub epd: Option<PathBuf>,
    #[command(flatten)]
    #[allow(missing_docs)]
    pub limits: LimitArgs,
    /// Print one JSON object instead of the table
    #[arg(long)]
    pub json: bool,
    /// Write the numbers to this file as comma-separated values
    #[arg(long, value_name = "FILE")]
    pub csv: Option<PathBuf>,
    /// Write a page with tables and plots to this file
    #[arg(long, value_name = "FILE")]
    pub html: Option<PathBuf>,
    /// Write what is run, with what, and what came of it to this file, for `espalier rerun`; beside --html or --csv unless given
    #[arg(long, value_name = "FILE")]
    pub manifest: Option<PathBuf>,
}

/// How games of a match or tournament are played.
#[derive(Args, Clone, Debug)]
pub struct ContestArgs {
    /// The game
    #[arg(long, default_value = "chess")]
    pub game: GameKind,
    /// Games for each two players; each opening is played twice, so this is even [default: 100, in a tournament 10]
    #[arg(long, value_name = "N", value_parser = parse_games, allow_negative_numbers = true)]
    pub games: Option<u64>,
    /// A clock in seconds, with increment: 8+0.08, or 40/60+0.5 for a share every 40 moves
    #[arg(
        long,
        value_name = "CLOCK",
        value_delimiter = ',',
        allow_hyphen_values = true
    )]
    pub tc: Vec<TimeControl>,
    /// Milliseconds a move
    #[arg(long, value_name = "MS", value_delimiter = ',', value_parser = parse_amount, allow_negative_numbers = true)]
    pub movetime: Vec<u64>,
    /// Nodes a move
    #[arg(long, value_name = "N", value_delimiter = ',', value_parser = parse_amount, allow_negative_numbers = true)]
    pub nodes: Vec<u64>,
    /// Plies to look ahead
    #[arg(long, value_name = "N", value_delimiter = ',', value_parser = parse_plies, allow_negative_numbers = true)]
    pub depth: Vec<u32>,
    /// Milliseconds a move may be late before it loses on time
    #[arg(long, value_name = "MS", default_value = "100", value_parser = parse_margin, allow_negative_numbers = true)]
    pub time_margin: u64,
    /// Openings: games (.pgn), or positions, one a line (EPD for chess); the program's own book unless given
    #[arg(long, value_name = "FILE")]
    pub openings: Option<PathBuf>,
    /// In which order the openings of a file come: random or sequential
    #[arg(long, default_value = "random", value_parser = parse_order, requires = "openings")]
    pub order: Order,
    /// Moves of each opening: so many random ones instead of a book, or the first of each game of a file
    #[arg(long, value_name = "N", value_parser = parse_opening_plies, allow_negative_numbers = true)]
    pub plies: Option<u32>,
    /// Decides openings and whatever players leave to chance
    #[arg(long, default_value = "0", value_parser = parse_seed, allow_negative_numbers = true)]
    pub seed: u64,
    /// Games at once
    #[arg(long, value_name = "N", default_value = "1", value_parser = parse_threads, allow_negative_numbers = true)]
    pub concurrency: NonZeroUsize,
    /// End a game as a draw if both players find it equal for so many moves
    #[arg(long, value_name = "N", value_parser = parse_count, allow_negative_numbers = true)]
    pub draw_moves: Option<u32>,
    /// How far from equal still counts: hundredths of a pawn, or the evaluator's units
    #[arg(long, value_name = "SCORE", default_value = "10", value_parser = parse_score, requires = "draw_moves", allow_negative_numbers = true)]
    pub draw_score: i32,
    /// No such draw before so many moves by each side
    #[arg(long, value_name = "N", default_value = "40", value_parser = parse_count, requires = "draw_moves", allow_negative_numbers = true)]
    pub draw_from: u32,
    /// End a game as lost for the player who finds it lost for so many moves
    #[arg(long, value_name = "N", value_parser = parse_count, allow_negative_numbers = true)]
    pub resign_moves: Option<u32>,
    /// How far behind is lost: hundredths of a pawn, or the evaluator's units
    #[arg(long, value_name = "SCORE", default_value = "600", value_parser = parse_score, requires = "resign_moves", allow_negative_numbers = true)]
    pub resign_score: i32,
    /// End a game as a draw after so many moves by both sides together
    #[arg(long, value_name = "N", value_parser = parse_count, allow_negative_numbers = true)]
    pub max_plies: Option<u32>,
    /// Add every game to this file
    #[arg(long, value_name = "FILE")]
    pub pgn: Option<PathBuf>,
    /// Keep the progress in this file; if it is there already, go on from it
    #[arg(long, value_name = "FILE")]
    pub resume: Option<PathBuf>,
    /// Write what is run, with what, and what came of it to this file, for `espalier rerun`; beside --resume or --pgn unless given
    #[arg(long, value_name = "FILE")]
    pub manifest: Option<PathBuf>,
    /// Print one JSON object instead of the report
    #[arg(long)]
    pub json: bool,
    /// Print the standing every so many games
    #[arg(long, value_name = "N", value_parser = parse_games_between, allow_negative_numbers = true)]
    pub verbose: Option<u64>,
}

const CONTEST_HELP: &str = "\
Limits (--tc, --movetime, --nodes, --depth) are for all players, or one for each: --depth 3,5. They come on top of what a
player's spec says; the tighter one counts. Without any, textbook players look 4 plies ahead.
A player that leaves something to chance, such as random, gets another seed for every game, made from --seed; a seed in
its spec counts instead. At fixed nodes or depth the same seed gives the same games, whatever --concurrency is.
In games other than chess --pgn looks like PGN, with the game's own moves and a tag Variant; White is who begins.";

/// Arguments of `espalier match`.
#[derive(Args, Debug)]
#[command(after_help = CONTEST_HELP.to_owned() + "

Examples:
  espalier match alphabeta:depth=3 minimax:depth=2
  espalier match classic alphabeta --tc 2+0.02 --concurrency 2 --pgn games.pgn --resume match.jsonl
  espalier match classic classic:null=off --nodes 20000 --games 4000 --sprt 0,10
  espalier match alphabeta alphabeta:eval=discs --game othello --depth 4")]
pub struct MatchArgs {
    /// The player the result is about; `espalier players` lists them
    #[arg(value_name = "PLAYER")]
    pub player: String,
    /// Its opponent
    #[arg(value_name = "OPPONENT")]
    pub opponent: String,
    #[command(flatten)]
    #[allow(missing_docs)]
    pub contest: ContestArgs,
    /// Stop as soon as it is clear which of two Elo differences is the truer one
    #[arg(long, value_name = "ELO0,ELO1", value_parser = parse_sprt, allow_hyphen_values = true)]
    pub sprt: Option<Sprt>,
}

/// Arguments of `espalier tournament`.
#[derive(Args, Debug)]
#[command(after_help = CONTEST_HELP.to_owned() + "

Examples:
  espalier tournament random minimax:depth=1 minimax:depth=2 alphabeta:depth=4
  espalier tournament classic alphabeta pvs mtdf --gauntlet --nodes 5000 --games 100")]
pub struct TournamentArgs {
    /// The players; `espalier players` lists them
    #[arg(value_name = "PLAYER", required = true, num_args = 2..)]
    pub players: Vec<String>,
    /// Only the first player against each of the others
    #[arg(long)]
    pub gauntlet: bool,
    #[command(flatten)]
    #[allow(missing_docs)]
    pub contest: ContestArgs,
}

/// Arguments of `espalier ladder`.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  espalier ladder                                    the rungs, and a paragraph on each
  espalier ladder --measure                          play neighbours, write docs/ladder.md, .html and .json
  espalier ladder --measure --game othello --games 20 --output /tmp/ladder")]
pub struct LadderArgs {
    /// One game only; chess, minichess and othello unless given
    #[arg(long)]
    pub game: Option<GameKind>,
    /// Play the rungs against each other and count their nodes
    #[arg(long)]
    pub measure: bool,
    /// Games between two neighbours, at equal nodes and again at equal time
    #[arg(long, value_name = "N", default_value = "200", value_parser = parse_games, allow_negative_numbers = true)]
    pub games: u64,
    /// Nodes a move
    #[arg(long, value_name = "N", default_value = "2000", value_parser = parse_amount, allow_negative_numbers = true)]
    pub nodes: u64,
    /// Milliseconds a move
    #[arg(long, value_name = "MS", default_value = "5", value_parser = parse_amount, allow_negative_numbers = true)]
    pub movetime: u64,
    /// Decides the openings
    #[arg(long, default_value = "0", value_parser = parse_seed, allow_negative_numbers = true)]
    pub seed: u64,
    /// Games at once; as many as the machine has threads unless given
    #[arg(long, value_name = "N", value_parser = parse_threads, allow_negative_numbers = true)]
    pub concurrency: Option<NonZeroUsize>,
    /// The folder for the results
    #[arg(long, value_name = "FOLDER", default_value = "docs")]
    pub output: Option<PathBuf>,
    /// Write what is run, with what, and what came of it to this file, for `espalier rerun`; ladder.manifest.json in the folder unless given
    #[arg(long, value_name = "FILE")]
    pub manifest: Option<PathBuf>,
}

/// Arguments of `espalier suite`.
#[derive(Args, Debug)]
#[command(after_help = "\
A record is solved if the player's move is one of bm and none of am; dm asks for a mate in so many moves to be announced.
Points are read from c0 \"move=10, move=5\". Records that cannot be read are named and left out.

Examples:
  espalier suite wac.epd
  espalier suite sts.epd alphabeta:quiesce,order=mvvlva --nodes 20000 --concurrency 2
  espalier suite mates.epd classic --depth 7 --csv mates.csv --html mates.html")]
pub struct SuiteArgs {
    /// The suite: EPD records with bm, am, dm, or points in c0
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// The player; `espalier players` lists them
    #[arg(value_name = "PLAYER", default_value = "engine")]
    pub player: String,
    #[command(flatten)]
    #[allow(missing_docs)]
    pub limits: LimitArgs,
    /// Print one JSON object instead of the table
    #[arg(long)]
    pub json: bool,
    /// Write the numbers to this file as comma-separated values
    #[arg(long, value_name = "FILE")]
    pub csv: Option<PathBuf>,
    /// Write a page with the table and a plot to this file
    #[arg(long, value_name = "FILE")]
    pub html: Option<PathBuf>,
    /// Write what is run, with what, and what came of it to this file, for `espalier rerun`; beside --html or --csv unless given
    #[arg(long, value_name = "FILE")]
    pub manifest: Option<PathBuf>,
    /// How many positions to search at the same time
    #[arg(long, value_name = "K", default_value = "1", value_parser = parse_threads, allow_negative_numbers = true)]
    pub concurrency: NonZeroUsize,
}

/// Arguments of `espalier book`.
#[derive(Args, Debug)]
#[command(after_help = "\
Each position is so many plies from the start. The plies are moves that a shallow search finds about as good as the best
one, or any legal moves with --random. Positions in check, finished games, doubles, and positions that the player values
further from 0 than --balance are left out. Values are in the units of the evaluator. The same seed makes the same book.

Examples:
  espalier book --count 3000 --plies 8 -o chess.epd
  espalier book --game othello --count 200 --plies 8 --random --seed 7 -o othello.txt")]
pub struct BookArgs {
    /// The game
    #[arg(long, default_value = "chess")]
    pub game: GameKind,
    /// How many positions
    #[arg(long, value_name = "N", default_value = "1000", value_parser = parse_book_size, allow_negative_numbers = true)]
    pub count: usize,
    /// How many plies from the start
    #[arg(long, value_name = "P", default_value = "8", value_parser = parse_plies, allow_negative_numbers = true)]
    pub plies: u32,
    /// Any legal moves, instead of moves that are about as good as the best
    #[arg(long)]
    pub random: bool,
    /// How much worse than the best a move may be; as much as --balance unless given
    #[arg(long, value_name = "CP", value_parser = parse_difference, conflicts_with = "random", allow_negative_numbers = true)]
    pub margin: Option<i32>,
    /// What to begin the randomness with
    #[arg(long, value_name = "S", default_value = "1")]
    pub seed: u64,
    /// How far from 0 a value may be; 30 for chess, 15 for MiniChess, else 300, unless given
    #[arg(long, value_name = "CP", value_parser = parse_difference, allow_negative_numbers = true)]
    pub balance: Option<i32>,
    /// Who values the positions; classic with 20000 nodes unless given
    #[arg(long, value_name = "PLAYER")]
    pub player: Option<String>,
    /// The file to write
    #[arg(short, long, value_name = "FILE", required = true)]
    pub output: Option<PathBuf>,
    /// Write what is run, with what, and what came of it to this file, for `espalier rerun`; beside --output unless given
    #[arg(long, value_name = "FILE")]
    pub manifest: Option<PathBuf>,
    /// How many threads; all that the machine has unless given. The book does not depend on it
    #[arg(long, value_name = "K", value_parser = parse_threads, allow_negative_numbers = true)]
    pub concurrency: Option<NonZeroUsize>,
}

/// Arguments of `espalier rerun`.
#[derive(Args, Debug)]
#[command(after_help = "\
The same command is run with the same arguments, if every file it reads is still what it was. Nothing that was written
then is written over: with --into the files of the second run go to a folder, without it they are left out. The last line
says whether the result is the same. Exit status 1 if it is not, though it should be: results that depend on time or on
other programs may differ.

Examples:
  espalier compare minimax alphabeta --depth 4 --html compare.html    writes compare.manifest.json too
  espalier rerun compare.manifest.json
  espalier rerun match.manifest.json --into again")]
pub struct RerunArgs {
    /// What `--manifest` wrote
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// Write the files of the second run to this folder
    #[arg(long, value_name = "FOLDER")]
    pub into: Option<PathBuf>,
}

/// One document, or all of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DocumentChoice(pub Option<Document>);

/// Arguments of `espalier reproduce`.
#[derive(Args, Debug)]
#[command(after_help = "\
The documents: a4 (AI Assignment 4, Java), i2p3 (MiniChess, C++), fascicle3 (Better AI, C#), a8 (Assignment 8, Python),
report (Chess AI Report, Python). Exit status 1 if a figure differs.")]
pub struct ReproduceArgs {
    /// Which document: a4, i2p3, fascicle3, a8, report; all of them unless given
    #[arg(value_parser = parse_document)]
    pub document: Option<DocumentChoice>,
}

/// Arguments of `espalier minichess`.
#[derive(Args, Debug)]
#[command(after_help = "\
The referee runs `timeout 10s espalier minichess STATE ACTION` and takes the last complete line of ACTION. STATE holds the
player's number and the two boards. Better moves are appended until the process is killed, or --movetime is over.")]
pub struct MinichessArgs {
    /// The file the referee wrote
    pub state: PathBuf,
    /// The file to append moves to
    pub action: PathBuf,
    /// Who plays
    #[arg(long, value_name = "PLAYER", default_value = "classic")]
    pub player: String,
    /// Stop after so many milliseconds instead of waiting to be killed
    #[arg(long, value_name = "MS", value_parser = parse_amount, allow_negative_numbers = true)]
    pub movetime: Option<u64>,
}

fn parse_document(text: &str) -> Result<DocumentChoice, String> {
    if text == "all" {
        return Ok(DocumentChoice(None));
    }
    let names = Document::ALL.map(Document::name);
    let found = Document::ALL
        .into_iter()
        .find(|document| document.name() == text);
    found
        .map(|document| DocumentChoice(Some(document)))
        .ok_or_else(|| {
            format!(
                "no document is called so{} (documents: {}, all)",
                hint(text, names),
                names.join(", ")
            )
        })
}

fn parse_games(text: &str) -> Result<u64, String> {
    let games = text.parse().ok();
    let games = games.filter(|games| (2..=10_000_000).contains(games) && games % 2 == 0);
    games.ok_or_else(|| {
        "openings are played with both colours: an even number from 2 to 10000000".to_owned()
    })
}

fn parse_games_between(text: &str) -> Result<u64, String> {
    let games = text.parse().ok().filter(|&games| games > 0);
    games.ok_or_else(|| "games are a whole number from 1".to_owned())
}

fn parse_margin(text: &str) -> Result<u64, String> {
    let margin = text.parse().ok().filter(|&margin| margin <= 60_000);
    margin.ok_or_else(|| "a margin is a whole number of milliseconds from 0 to 60000".to_owned())
}

fn parse_order(text: &str) -> Result<Order, String> {
    match text {
        "random" => Ok(Order::Random),
        "sequential" => Ok(Order::Sequential),
        _ => Err(format!(
            "an order is random or sequential{}",
            hint(text, ["random", "sequential"])
        )),
    }
}

fn parse_opening_plies(text: &str) -> Result<u32, String> {
    let plies = text.parse().ok().filter(|&plies| plies <= 200);
    plies.ok_or_else(|| "an opening has from 0 to 200 moves".to_owned())
}

fn parse_seed(text: &str) -> Result<u64, String> {
    text.parse()
        .map_err(|_| "a seed is a whole number from 0".to_owned())
}

fn parse_count(text: &str) -> Result<u32, String> {
    let count = text
        .parse()
        .ok()
        .filter(|count| (1..=100_000).contains(count));
    count.ok_or_else(|| "moves are a whole number from 1 to 100000".to_owned())
}

fn parse_score(text: &str) -> Result<i32, String> {
    let score = text
        .parse()
        .ok()
        .filter(|score| (0..=1_000_000).contains(score));
    score.ok_or_else(|| "a score is a whole number from 0 to 1000000".to_owned())
}

fn parse_sprt(text: &str) -> Result<Sprt, String> {
    let wrong = || "a test has two Elo differences: 0,10".to_owned();
    let (elo0, elo1) = text.split_once(',').ok_or_else(wrong)?;
    let elo = |text: &str| text.trim().parse::<f64>().map_err(|_| wrong());
    let sprt = Sprt::new(elo(elo0)?, elo(elo1)?);
    sprt.check().map_err(|error| error.to_string())?;
    Ok(sprt)
}

fn parse_plies(text: &str) -> Result<u32, String> {
    const MOST: u32 = gametree::MAX_DEPTH - 1;
    let plies = text.parse().ok().filter(|plies| (1..=MOST).contains(plies));
    plies.ok_or_else(|| format!("a search looks from 1 to {MOST} plies ahead"))
}

fn parse_amount(text: &str) -> Result<u64, String> {
    let amount = text.parse().ok().filter(|&amount| amount > 0);
    amount.ok_or_else(|| "a limit is a whole number from 1".to_owned())
}

fn parse_book_size(text: &str) -> Result<usize, String> {
    const MOST: usize = 10_000_000;
    let count = text.parse().ok().filter(|count| (1..=MOST).contains(count));
    count.ok_or_else(|| format!("a book has from 1 to {MOST} positions"))
}

fn parse_difference(text: &str) -> Result<i32, String> {
    const MOST: i32 = 100_000;
    let margin = text
        .parse()
        .ok()
        .filter(|margin| (0..=MOST).contains(margin));
    margin.ok_or_else(|| format!("a difference in value is a whole number from 0 to {MOST}"))
}

fn parse_trace_nodes(text: &str) -> Result<u32, String> {
    let nodes = text
        .parse()
        .ok()
        .filter(|nodes| (1..=20_000_000).contains(nodes));
    nodes.ok_or_else(|| "a trace has from 1 to 20000000 nodes".to_owned())
}

fn parse_depth(text: &str) -> Result<u32, String> {
    let depth = text.parse().ok().filter(|&depth| depth <= DEEPEST);
    depth.ok_or_else(|| format!("a depth is a whole number from 0 to {DEEPEST}"))
}

fn parse_threads(text: &str) -> Result<NonZeroUsize, String> {
    let threads = text
        .parse()
        .ok()
        .filter(|threads: &NonZeroUsize| threads.get() <= 1024);
    threads.ok_or_else(|| "threads are a whole number from 1 to 1024".to_owned())
}

fn parse_nodes(text: &str) -> Result<u64, String> {
    text.parse()
        .map_err(|_| "nodes are a whole number from 0".to_owned())
}

fn parse_delay(text: &str) -> Result<u64, String> {
    let delay = text.parse().ok().filter(|&delay| delay <= 60_000);
    delay.ok_or_else(|| "a delay is a whole number of milliseconds from 0 to 60000".to_owned())
}

/// What the arguments ask for.
#[derive(Debug)]
pub enum Call {
    /// Talk UCI on standard input and output.
    UciLoop,
    /// Run these UCI commands.
    UciCommands(Vec<String>),
    /// Run a subcommand.
    Subcommand(Subcommand),
    /// Print a text: help or the version.
    Text(String),
}

/// Reads the arguments, the first of which is the program's name.
pub fn read(arguments: impl IntoIterator<Item = OsString>) -> Result<Call, Failure> {
    let arguments: Vec<OsString> = arguments.into_iter().collect();
    let Some(first) = arguments.get(1) else {
        return Ok(Call::UciLoop);
    };
    let words = first.to_string_lossy();
    let is_ours = words.starts_with('-')
        || words == "help"
        || Cli::command()
            .get_subcommands()
            .any(|subcommand| subcommand.get_name() == words);
    if !is_ours {
        return uci_commands(&arguments[1..]);
    }
    match Cli::try_parse_from(&arguments) {
        Ok(cli) => Ok(Call::Subcommand(cli.command)),
        Err(error) => match error.kind() {
            ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => {
                Ok(Call::Text(error.render().ansi().to_string()))
            }
            _ => Err(Failure::Input(one_line(&error, &words))),
        },
    }
}

/// Arguments that are UCI commands. Test frameworks give one command in each argument (`"position startpos" "go"`);
/// by hand one also types a single command in several arguments (`go perft 3`).
fn uci_commands(arguments: &[OsString]) -> Result<Call, Failure> {
    let mut lines = Vec::new();
    for argument in arguments {
        let text = argument.to_str().ok_or_else(|| {
            Failure::input(format_args!(
                "the argument {} is not UTF-8",
                quote(&argument.to_string_lossy())
            ))
        })?;
        lines.push(text.to_owned());
    }
    let is_one_command = is_command(&lines[0])
        && lines.iter().all(|line| !line.contains(char::is_whitespace))
        && !lines.iter().all(|line| is_command(line));
    if is_one_command {
        return Ok(Call::UciCommands(vec![lines.join(" ")]));
    }
    match lines.iter().find(|line| !is_command(line)) {
        None => Ok(Call::UciCommands(lines)),
        Some(line) => {
            let cli = Cli::command();
            let known: Vec<&str> = cli.get_subcommands().map(clap::Command::get_name).collect();
            Err(Failure::input(format_args!(
                "{} is neither a command ({}) nor a UCI command{} (see espalier --help)",
                quote(line),
                known.join(", "),
                hint(line, known.iter().copied()),
            )))
        }
    }
}

/// The first paragraph of what clap says, and its tips, in one line. `command` is the first argument.
fn one_line(error: &clap::Error, command: &str) -> String {
    let text = error.render().to_string();
    let text = text.strip_prefix("error: ").unwrap_or(&text);
    let (first, rest) = text.split_once("\n\n").unwrap_or((text, ""));
    let mut line: String = first.split_whitespace().collect::<Vec<_>>().join(" ");
    let tips = rest
        .lines()
        .filter_map(|line| line.trim().strip_prefix("tip: "));
    for tip in tips {
        line.push_str("; ");
        line.push_str(tip);
    }
    match error.kind() {
        // What would be right is said already.
        ErrorKind::ValueValidation => line,
        _ if command.starts_with('-') || command == "help" => line + " (see espalier --help)",
        _ => format!("{line} (see espalier {command} --help)"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn call(arguments: &[&str]) -> Result<Call, Failure> {
        read(
            std::iter::once("espalier")
                .chain(arguments.iter().copied())
                .map(OsString::from),
        )
    }

    fn commands(arguments: &[&str]) -> Vec<String> {
        match call(arguments) {
            Ok(Call::UciCommands(commands)) => commands,
            other => panic!("{arguments:?} gave {other:?}"),
        }
    }

    #[test]
    fn clap_finds_nothing_wrong_with_the_definitions() {
        Cli::command().debug_assert();
    }

    #[test]
    fn uci_commands_come_one_by_one_or_as_one() {
        assert_eq!(
            commands(&["position startpos", "go perft 3", "quit"]),
            ["position startpos", "go perft 3", "quit"]
        );
        assert_eq!(commands(&["uci", "quit"]), ["uci", "quit"]);
        assert_eq!(commands(&["go", "perft", "3"]), ["go perft 3"]);
        assert_eq!(commands(&["d"]), ["d"]);
    }

    #[test]
    fn subcommands_come_before_uci_commands_of_the_same_name() {
        assert!(matches!(
            call(&["bench", "3"]),
            Ok(Call::Subcommand(Subcommand::Bench { depth: Some(3) }))
        ));
        assert!(matches!(call(&[]), Ok(Call::UciLoop)));
    }

    #[test]
    fn every_error_is_one_line() {
        for bad in [
            &["perft"][..],
            &["perft", "-3"],
            &["perft", "abc"],
            &["perft", "3", "4"],
            &["perft", "3", "--gmae", "chess"],
            &["perft", "3", "--game", "go"],
            &["perft", "3", "--threads", "0"],
            &["perft", "3", "--max-nodes", "5"],
            &["search"],
            &["search", "minimax", "--depth", "0"],
            &["search", "minimax", "--nodes", "-5"],
            &["search", "minimax", "--game", "go"],
            &["compare"],
            &["compare", "minimax", "--fen", "x", "--epd", "y"],
            &["minichess", "state"],
            &["match"],
            &["match", "random"],
            &["match", "random", "random", "random"],
            &["match", "random", "random", "--games", "3"],
            &["match", "random", "random", "--games", "-2"],
            &["match", "random", "random", "--tc", "8+"],
            &["match", "random", "random", "--tc", "-8"],
            &["match", "random", "random", "--depth", "1,x"],
            &["match", "random", "random", "--order", "random"],
            &[
                "match",
                "random",
                "random",
                "--openings",
                "x",
                "--order",
                "rnadom",
            ],
            &["match", "random", "random", "--sprt", "5"],
            &["match", "random", "random", "--sprt", "5,0"],
            &["match", "random", "random", "--draw-score", "5"],
            &["match", "random", "random", "--concurrency", "0"],
            &["tournament"],
            &["tournament", "random"],
            &["play", "--white", "randm"],
            &["play", "--delay", "-1"],
            &["plya"],
            &["uci", "plya x"],
            &["--frob"],
            &[""],
        ] {
            match call(bad) {
                Err(Failure::Input(message)) => {
                    assert!(
                        !message.contains('\n') && message.len() > 20,
                        "{bad:?}: {message}"
                    );
                }
                other => panic!("{bad:?} gave {other:?}"),
            }
        }
    }
}
