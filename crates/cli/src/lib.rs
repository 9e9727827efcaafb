//! The program `espalier`. Each file is a command with its arguments; it parses them, calls a library and prints the result.
//!
//! A library, so that the Python package has the same command.

#![forbid(unsafe_code)]
// All output goes through a writer that reports errors, so a closed pipe causes no panic.
#![warn(clippy::print_stdout, clippy::print_stderr)]

mod analyse;
mod arguments;
mod bench;
mod book;
mod calibrate;
mod call;
mod class;
mod compare;
mod completions;
mod datagen;
mod error;
mod eval;
mod experiment;
mod files;
mod grade;
mod habits;
mod host;
mod ladder;
mod lesson;
mod list_players;
mod man;
mod manifest;
mod matches;
mod merge;
mod minichess;
mod open;
mod pack;
mod perft;
mod play;
mod practice;
mod prelude;
mod progress;
mod reproduce;
mod rerun;
mod script;
mod search;
mod serve;
mod spsa;
mod stop;
mod suite;
mod train;
mod tune;
mod why;

use std::ffi::OsString;
use std::io::{self, IsTerminal, Write};

use clap::Parser;
use clap::builder::styling::{AnsiColor, Styles};

pub use host::{Host, Watch};

use call::Call;
use error::Result;

const STYLES: Styles = Styles::styled()
    .header(AnsiColor::Green.on_default().bold())
    .usage(AnsiColor::Green.on_default().bold())
    .literal(AnsiColor::Cyan.on_default())
    .placeholder(AnsiColor::Cyan.on_default().dimmed());

const EXAMPLES: &str = "\
Without arguments, or with UCI commands as arguments, Espalier is a chess engine for any GUI:
  espalier                                           a UCI engine on standard input and output
  espalier \"position startpos\" \"go perft 3\" quit     run UCI commands one after the other

Examples:
  espalier play                                      play White against a textbook player
  espalier play --game othello --black alphabeta:depth=6
  espalier players                                   list the players and their settings
  espalier search alphabeta:depth=5,order=mvvlva     search a position and print the cost
  espalier compare minimax alphabeta pvs --depth 4   search one position with several players
  espalier match alphabeta:depth=3 minimax:depth=2   play a hundred games and print statistics
  espalier analyse game.pgn -o annotated.pgn         find the mistakes of a game and better moves
  espalier why --fen \"...\" --move Nxe5               explain why a move is bad
  espalier experiment alternatives --size small      compare alternatives to alpha-beta with alpha-beta
  espalier suite wac.epd classic --movetime 100      count the solved positions of a test suite
  espalier rerun match.manifest.json                 repeat an experiment and compare the results
  espalier reproduce report                          compare a course report with a new computation
  espalier grade my_search.py --assignment alphabeta grade a program and name its bug
  espalier class group3.toml --html pages            grade a class and play a tournament
  espalier practice --shape 3x3x3                    answer questions about a random number tree
  espalier perft 6 --divide                          count the leaf nodes of the move tree
  espalier bench                                     measure the speed";

/// Game-tree search from textbook minimax to a strong chess engine.
#[derive(Parser, Debug)]
#[command(name = "espalier", version, after_help = EXAMPLES, styles = STYLES, max_term_width = 100,
    override_usage = "espalier [COMMAND]\n       espalier [UCI COMMAND]..."
)]
struct Cli {
    #[command(subcommand)]
    command: Subcommand,
}

/// The commands.
#[derive(clap::Subcommand, Debug)]
enum Subcommand {
    /// Start the web app: play, analyse, race, inspect a search
    Serve(serve::ServeArgs),
    /// Open a link or a saved page of the web app on this machine
    Open(open::OpenArgs),
    /// Play in the terminal
    Play(play::PlayArgs),
    /// List the players, their settings and the evaluators
    Players(list_players::PlayersArgs),
    /// Search a position with one player and print the cost
    Search(search::SearchArgs),
    /// Search the same positions with several players
    Compare(compare::CompareArgs),
    /// Play many games between two players and estimate the Elo difference
    Match(Box<matches::MatchArgs>),
    /// Play many games between several players and print the cross table
    Tournament(Box<matches::TournamentArgs>),
    /// Join the journals of the shards of a match, a tournament, a ladder or an experiment
    Merge(merge::MergeArgs),
    /// List the players in order, each with one more technique, or measure each step
    Ladder(Box<ladder::LadderArgs>),
    /// Read the lessons, from number trees to engine matches
    Lesson(lesson::LessonArgs),
    /// Practise minimax and alpha-beta on number trees, or print exercises for a class
    Practice(practice::PracticeArgs),
    /// Measure the alternatives to alpha-beta, or learn their models from games
    Experiment(Box<experiment::ExperimentArgs>),
    /// Solve a test suite
    Suite(Box<suite::SuiteArgs>),
    /// Make an opening book of balanced or unbalanced positions
    Book(book::BookArgs),
    /// Generate self-play games for training a network or the evaluation weights
    Datagen(datagen::DatagenArgs),
    /// Inspect, shuffle, split and unpack packs of games
    Pack(pack::PackArgs),
    /// Train a network from packs of games
    Train(Box<train::TrainArgs>),
    /// Analyse games: accuracy, the cost of each move, and better moves
    Analyse(analyse::AnalyseArgs),
    /// Rate the grades of limited strength by matches against Stockfish and each other
    Calibrate(calibrate::CalibrateArgs),
    /// Count moves that people do not play: missed recaptures, knights and bishops that retreat
    Habits(habits::HabitsArgs),
    /// Explain why a move is the best, or why another is not
    Why(why::WhyArgs),
    /// Print the static evaluation of a position, term by term
    Eval(eval::EvalArgs),
    /// Tune the weights of the evaluation on positions with results
    Tune(tune::TuneArgs),
    /// List the parameters of the search, or tune them by pairs of games
    Spsa(Box<spsa::SpsaArgs>),
    /// Repeat the run of a manifest and compare the results
    Rerun(rerun::RerunArgs),
    /// Compute the printed figures of five course documents again
    Reproduce(reproduce::ReproduceArgs),
    /// Grade a student's program and name its bug
    Grade(Box<grade::GradeArgs>),
    /// Grade a class, play a tournament, and write pages for teacher and students
    Class(class::ClassArgs),
    /// Answer questions as a student's program does, one JSON object per line
    Script(script::ScriptArgs),
    /// Play a move for the MiniChess referee of the course I2P3
    Minichess(minichess::MinichessArgs),
    /// Count the leaf nodes of the move tree, or check the counts in a file
    Perft(perft::PerftArgs),
    /// Print the completions of a shell
    Completions(completions::CompletionsArgs),
    /// Print the manual page of the program or of a command
    Man(man::ManArgs),
    /// Measure the speed: the last line is `N nodes M nps`, and N is constant
    Bench(bench::BenchArgs),
}

/// Runs a command line and returns its exit status. The first argument is the name of the program.
pub fn run(arguments: impl IntoIterator<Item = OsString>) -> u8 {
    let arguments: Vec<OsString> = arguments.into_iter().collect();
    // Manifests are text.
    let words = arguments.iter().skip(1);
    let typed: Vec<String> = words.map(|word| word.to_string_lossy().into()).collect();
    let output: &mut dyn Write = &mut anstream::stdout();
    match call::read(arguments).and_then(|call| execute(call, &typed, &mut { output })) {
        Ok(()) => 0,
        Err(failure) => {
            if let Some(message) = failure.message() {
                // There is no other place for an error.
                _ = writeln!(io::stderr(), "{message}");
            }
            failure.exit_status()
        }
    }
}

/// Describes a run that begins now, on this machine.
#[must_use]
pub fn run_info(concurrency: usize) -> contest::RunInfo {
    manifest::run_info(&[], concurrency)
}

fn execute(call: Call, typed: &[String], output: &mut &mut dyn Write) -> Result {
    let subcommand = match call {
        Call::Text(text) => return Ok(output.write_all(text.as_bytes())?),
        Call::UciLoop => return uci_loop(),
        Call::UciCommands(commands) => {
            let commands = commands.iter().map(String::as_str);
            return Ok(uci::run_all(commands, io::stdout())?);
        }
        Call::Subcommand(subcommand) => subcommand,
    };
    match subcommand {
        Subcommand::Serve(args) => serve::command(&args, output)?,
        Subcommand::Open(args) => open::command(&args, output)?,
        Subcommand::Search(args) => search::command(&args, output)?,
        Subcommand::Compare(args) => _ = compare::command(&args, typed, output)?,
        Subcommand::Match(args) => _ = matches::play_match(&args, typed, output)?,
        Subcommand::Tournament(args) => _ = matches::play_tournament(&args, typed, output)?,
        Subcommand::Merge(args) => merge::command(&args, output)?,
        Subcommand::Ladder(args) => ladder::command(&args, typed, output)?,
        Subcommand::Experiment(args) => experiment::command(&args, typed, output)?,
        Subcommand::Suite(args) => _ = suite::command(&args, typed, output)?,
        Subcommand::Book(args) => book::command(&args, typed, output)?,
        Subcommand::Calibrate(args) => calibrate::command(&args, output)?,
        Subcommand::Habits(args) => habits::command(&args, output)?,
        Subcommand::Spsa(args) => spsa::command(&args, typed, output)?,
        Subcommand::Rerun(args) => rerun::command(&args, output)?,
        Subcommand::Datagen(args) => datagen::command(&args, output)?,
        Subcommand::Pack(args) => pack::command(&args, output)?,
        Subcommand::Train(args) => train::command(&args, typed, output)?,
        Subcommand::Reproduce(args) => reproduce::command(&args, output)?,
        Subcommand::Grade(args) => grade::command(&args, output)?,
        Subcommand::Class(args) => class::command(&args, typed, output)?,
        Subcommand::Script(args) => script::command(&args, output)?,
        Subcommand::Minichess(args) => minichess::command(&args)?,
        Subcommand::Perft(args) => perft::command(&args, output)?,
        Subcommand::Play(args) => play::command(&args)?,
        Subcommand::Analyse(args) => analyse::command(&args, output)?,
        Subcommand::Why(args) => why::command(&args, output)?,
        Subcommand::Lesson(args) => lesson::command(&args, output)?,
        Subcommand::Practice(args) => practice::command(&args, output)?,
        Subcommand::Eval(args) => eval::command(&args, output)?,
        Subcommand::Tune(args) => tune::command(&args, output)?,
        Subcommand::Players(args) => list_players::command(&args, output)?,
        Subcommand::Completions(args) => completions::command(&args, output)?,
        Subcommand::Man(args) => man::command(&args, output)?,
        Subcommand::Bench(args) => bench::command(&args, output)?,
    }
    Ok(output.flush()?)
}

fn uci_loop() -> Result {
    let mut output = io::stdout();
    // A GUI starts the program with pipes. On a terminal, a person may have expected something else.
    if io::stdin().is_terminal() && output.is_terminal() {
        writeln!(
            output,
            "Espalier {}, a UCI engine. help lists the UCI commands, quit exits; espalier --help lists the other commands.",
            env!("CARGO_PKG_VERSION")
        )?;
    }
    Ok(uci::serve(io::stdin().lock(), output)?)
}
