//! What the program can do besides talking UCI: every command with its arguments.

use clap::Parser;
use clap::builder::styling::{AnsiColor, Styles};

use crate::args::numbers::parse_depth;
use crate::args::{
    BookArgs, CompareArgs, ExperimentArgs, GradeArgs, LadderArgs, MatchArgs, MinichessArgs,
    PerftArgs, PlayArgs, PlayersArgs, ReproduceArgs, RerunArgs, ScriptArgs, SearchArgs, SpsaArgs,
    SuiteArgs, TournamentArgs,
};

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
  espalier analyse game.pgn -o annotated.pgn         what did each move cost, and what was better?
  espalier why --fen \"...\" --move Nxe5               why not this move? Only what a line proves
  espalier experiment alternatives --size small      alternatives to alpha-beta against alpha-beta
  espalier suite wac.epd classic --movetime 100      how many test positions does it solve?
  espalier rerun match.manifest.json                 the same again, and is the result the same?
  espalier reproduce report                          a course report's tables, printed beside obtained
  espalier grade my_search.py --assignment alphabeta is my alpha-beta right, and if not, which bug is it?
  espalier class group3.toml --html pages            a whole class, graded and playing each other
  espalier perft 6 --divide                          counts the leaves of the move tree
  espalier bench                                     measures the speed";

/// One program from the textbook minimax to a master-strength engine.
#[derive(Parser, Debug)]
#[command(name = "espalier", version, after_help = EXAMPLES, styles = STYLES, max_term_width = 100,
    override_usage = "espalier [COMMAND]\n       espalier [UCI COMMAND]..."
)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Subcommand,
}

/// What the program can do besides talking UCI.
#[derive(clap::Subcommand, Debug)]
pub enum Subcommand {
    /// The web app: play, analyse, race, look inside a search
    Serve(crate::serve::ServeArgs),
    /// Open a link or a saved page of the web app on this machine
    Open(crate::open::OpenArgs),
    /// Play in the terminal
    Play(PlayArgs),
    /// List the players, their settings and the evaluators
    Players(PlayersArgs),
    /// Let one player search a position, and see what it cost
    Search(SearchArgs),
    /// Let several players search the same positions
    Compare(CompareArgs),
    /// Play many games between two players, and see who is better and by how much
    Match(Box<MatchArgs>),
    /// Play many games between several players, and see the cross table
    Tournament(Box<TournamentArgs>),
    /// The players in order, each with one idea more, and what each idea buys
    Ladder(Box<LadderArgs>),
    /// The lessons: from a tree of numbers to who is better
    Lesson(crate::lesson::LessonArgs),
    /// Measure the alternatives to alpha-beta, or learn what they need from games
    Experiment(Box<ExperimentArgs>),
    /// Let a player solve a test suite
    Suite(SuiteArgs),
    /// Make an opening book: many positions in which nobody is much better, or one side by as much as is wished
    Book(BookArgs),
    /// Play the engine against itself, for a network or the weights to learn from
    Datagen(crate::datagen::DatagenArgs),
    /// Look into packs of games, shuffle, split and unpack them
    Pack(crate::pack::PackArgs),
    /// Go through a game: accuracy, what each move cost, what would have been better
    Analyse(crate::analyse::AnalyseArgs),
    /// Count over games what no person does: pieces not taken back, knights carried home
    Habits(crate::habits::HabitsArgs),
    /// Ask why a move is the best, or why another is not
    Why(crate::why::WhyArgs),
    /// Evaluate a position without searching, term by term
    Eval(crate::eval::EvalArgs),
    /// Tune the weights of the evaluation on positions with results
    Tune(crate::tune::TuneArgs),
    /// List the numbers of the search, or tune them by pairs of games
    Spsa(Box<SpsaArgs>),
    /// Run again what a manifest describes, and say whether the result is the same
    Rerun(RerunArgs),
    /// What five course documents printed, beside what their programs do here
    Reproduce(ReproduceArgs),
    /// Look at a student's program: marks, and the bug by its name
    Grade(GradeArgs),
    /// A whole class: every program graded, a tournament, and pages for teacher and students
    Class(crate::class::ClassArgs),
    /// Let a player answer questions as a student's program does, a JSON object a line
    Script(ScriptArgs),
    /// Play a move for the MiniChess referee of the course I2P3
    Minichess(MinichessArgs),
    /// Count the leaves of the move tree, or check the counts in a file
    Perft(PerftArgs),
    /// Measure the speed: the last line is `N nodes M nps`, and N is always the same
    Bench {
        /// Moves to look ahead
        #[arg(value_parser = parse_depth, allow_negative_numbers = true)]
        depth: Option<u32>,
    },
}
