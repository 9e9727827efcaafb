//! UCI engines as players.

use std::fmt::Write as _;
use std::time::{Duration, Instant};

use chess::uci::CastlingStyle;
use chess::{Castling, Color, File, Move, Position};
use games::nearest::quote;
use games::{Chess, Record};
use gametree::{Event, Game, Request, Signal};
use players::{Answer, Fault, Listener, Player, Task};

use super::options::{self, EngineOption};
use super::process::{Process, Silence};
use super::progress::Progress;
use super::{LONGEST_MOVE, Patience, Program};

/// The most options that are read.
const MOST_OPTIONS: usize = 1_000;

const CHESS960: &str = "UCI_Chess960";

const PONDER: &str = "Ponder";

/// A UCI engine. Its process starts with the first game, and again after a crash.
pub struct UciEngine {
    program: Program,
    patience: Patience,
    running: Option<Running>,
    /// A warning for the next move.
    note: Option<String>,
    /// Whether no game has started. The first move then starts one.
    is_new: bool,
}

/// An engine that runs and has sent `uciok`.
struct Running {
    process: Process,
    name: Option<String>,
    options: Vec<EngineOption>,
    /// Whether `UCI_Chess960` is on.
    chess960: bool,
    /// Whether `Ponder` was switched on.
    may_ponder: bool,
}

impl UciEngine {
    /// Returns an engine that is not started yet.
    #[must_use]
    pub fn new(program: Program) -> Self {
        Self::with_patience(program, Patience::DEFAULT)
    }

    /// Returns an engine with other time-outs.
    #[must_use]
    pub const fn with_patience(program: Program, patience: Patience) -> Self {
        Self {
            program,
            patience,
            running: None,
            note: None,
            is_new: true,
        }
    }

    /// Returns the name that the running engine sent.
    #[must_use]
    pub fn name(&self) -> Option<&str> {
        self.running.as_ref()?.name.as_deref()
    }

    /// Returns the process id of the running engine.
    #[must_use]
    pub fn process_id(&self) -> Option<u32> {
        Some(self.running.as_ref()?.process.id())
    }

    /// Returns whether the spec switches Chess960 on for all games.
    fn is_chess960(&self) -> bool {
        self.is_set(CHESS960, "true")
    }

    /// Returns whether the spec sets an option to this value.
    fn is_set(&self, option: &str, to: &str) -> bool {
        self.program
            .options
            .iter()
            .any(|(name, value)| name.eq_ignore_ascii_case(option) && value.as_deref() == Some(to))
    }

    fn start(&self) -> Result<Running, Fault> {
        let failed =
            |error: std::io::Error| Fault::Start(format!("{}: {error}", quote(&self.program.path)));
        let process = Process::start(&self.program).map_err(failed)?;
        let mut running = Running {
            process,
            name: None,
            options: Vec::new(),
            chess960: self.is_chess960(),
            may_ponder: false,
        };
        running.handshake(self.patience).map_err(Fault::Start)?;
        let mut lines = String::new();
        for (name, value) in &self.program.options {
            let option = options::find(&running.options, name).map_err(Fault::Start)?;
            lines += &option.set(value.as_deref()).map_err(Fault::Start)?;
        }
        running.ready(&lines, self.patience).map_err(Fault::Start)?;
        Ok(running)
    }
}

impl Running {
    /// Sends `uci`, and reads the name and the options.
    fn handshake(&mut self, patience: Patience) -> Result<(), String> {
        let (name, options) = (&mut self.name, &mut self.options);
        exchange(
            &mut self.process,
            "uci\n",
            "uciok",
            patience.start,
            |line| {
                if let Some(text) = line.strip_prefix("id name ") {
                    *name = Some(printable(text.trim()));
                } else if let Some(text) = line.strip_prefix("option ")
                    && options.len() < MOST_OPTIONS
                {
                    options.extend(EngineOption::parse(text));
                }
            },
        )
    }

    /// Sends commands, and waits until the engine has processed them.
    fn ready(&mut self, lines: &str, patience: Patience) -> Result<(), String> {
        let text = format!("{lines}isready\n");
        exchange(&mut self.process, &text, "readyok", patience.ready, |_| {})
    }

    /// Sets the option `Ponder`. Returns `false` if the engine has no such option.
    fn allow_pondering(&mut self, patience: Patience) -> Result<bool, String> {
        let line = options::find(&self.options, PONDER).and_then(|option| option.set(Some("true")));
        let Ok(line) = line else {
            return Ok(false);
        };
        if !self.may_ponder {
            self.ready(&line, patience)?;
            self.may_ponder = true;
        }
        Ok(true)
    }

    /// Returns the command that switches between chess and Chess960, if this game needs it.
    fn switch(&mut self, chess960: bool) -> Result<String, Fault> {
        if self.chess960 == chess960 {
            return Ok(String::new());
        }
        let line = options::find(&self.options, CHESS960)
            .and_then(|option| option.set(Some(if chess960 { "true" } else { "false" })))
            .map_err(|reason| Fault::Start(format!("the game is Chess960, and {reason}")))?;
        self.chess960 = chess960;
        Ok(line)
    }

    /// Sends the position and the limits, and reads the move.
    fn search(
        &mut self,
        task: &Task<'_, Chess>,
        chess960: bool,
        patience: Patience,
        listener: &mut Listener<'_, Move>,
    ) -> Result<Answer<Move>, Fault> {
        let (record, request) = (task.record, task.request);
        let side = Chess::default().side(record.state());
        let mut command = self.switch(chess960)?;
        write_position(&mut command, record, self.chess960);
        write_go(&mut command, request, self.chess960);
        self.process.discard_lines()?;
        let start = Instant::now();
        self.process.write(&command, patience.grace)?;
        let clock = request.clocks.left[side.index()];
        let allowed = [request.limits.time, clock].into_iter().flatten().min();
        let endless = request.infinite || request.ponder;
        let limit = match allowed {
            _ if endless => LONGEST_MOVE,
            Some(time) => time.min(LONGEST_MOVE) + patience.margin,
            None => patience.untimed,
        };

        let mut progress = Progress::new(record.states());
        let mut deadline = start + limit;
        let mut flags = Flags::new(request.ponder);
        let mut stopped = false;
        loop {
            let pondering = request.ponder && !task.signal.is_ponder_hit();
            let next_check = Instant::now() + if pondering { PONDER_INTERVAL } else { INTERVAL };
            if let Some(line) = flags.next_command(task.signal) {
                self.process.write(line, patience.grace)?;
                if line == STOP {
                    stopped = true;
                    deadline = Instant::now() + patience.grace;
                } else if let Some(time) = allowed {
                    deadline = Instant::now() + time.min(LONGEST_MOVE) + patience.margin;
                }
            }
            match self.process.line(deadline.min(next_check)) {
                Ok(line) => {
                    if let Some(answer) = word(&line, "bestmove") {
                        return progress.end(answer);
                    }
                    if let Some(info) = progress.read(&line, start.elapsed()) {
                        listener.report(&Event::Info(info));
                    }
                }
                Err(Silence::Late) if Instant::now() < deadline => {}
                Err(Silence::Late) if !stopped => {
                    stopped = true;
                    self.process.write(STOP, patience.grace)?;
                    deadline = Instant::now() + patience.grace;
                }
                Err(Silence::Late) => return Err(Fault::Stall(progress.stalled(start.elapsed()))),
                Err(gone) => return Err(gone.into()),
            }
        }
    }
}

impl Player<Chess> for UciEngine {
    fn new_game(&mut self) -> Result<(), Fault> {
        self.is_new = false;
        if let Some(mut running) = self.running.take() {
            match running.ready("ucinewgame\n", self.patience) {
                Ok(()) => {
                    self.running = Some(running);
                    return Ok(());
                }
                Err(reason) => self.note = Some(format!("restarted between games: {reason}")),
            }
        }
        let mut running = self.start()?;
        running
            .ready("ucinewgame\n", self.patience)
            .map_err(Fault::Start)?;
        self.running = Some(running);
        Ok(())
    }

    fn choose(
        &mut self,
        task: &Task<'_, Chess>,
        listener: &mut Listener<'_, Move>,
    ) -> Result<Answer<Move>, Fault> {
        let chess960 = self.is_chess960() || needs_chess960(&task.record.states()[0]);
        if self.running.is_none() && self.is_new {
            self.new_game()?;
        }
        let running = self.running.as_mut().ok_or_else(|| {
            Fault::Crash("it does not run; it starts again with the next game".to_owned())
        })?;
        let mut answer = running.search(task, chess960, self.patience, listener);
        match &mut answer {
            Ok(reply) => reply.warnings.extend(self.note.take()),
            // The process still answers.
            Err(Fault::IllegalMove(_) | Fault::NoMove) => {}
            Err(_) => self.running = None,
        }
        answer
    }

    /// An engine can ponder if it has the option and its spec does not switch it off.
    fn get_ready_to_ponder(&mut self) -> Result<bool, Fault> {
        let is_off = self.is_set(PONDER, "false");
        match &mut self.running {
            Some(running) if !is_off => {
                running.allow_pondering(self.patience).map_err(Fault::Start)
            }
            _ => Ok(false),
        }
    }
}

impl Drop for UciEngine {
    /// Sends `quit` before the process is killed: some engines save files.
    fn drop(&mut self) {
        const LAST_MOMENT: Duration = Duration::from_millis(200);
        if let Some(running) = &mut self.running
            && running.process.write("quit\n", LAST_MOMENT).is_ok()
        {
            running.process.wait(LAST_MOMENT);
        }
    }
}

/// Sends `text` and reads until the line `answer`. Passes every other line to `each`.
fn exchange(
    process: &mut Process,
    text: &str,
    answer: &str,
    patience: Duration,
    mut each: impl FnMut(&str),
) -> Result<(), String> {
    let deadline = Instant::now() + patience;
    let late = |last: &str| {
        let output = match last {
            "" => String::new(),
            last => format!(", its last line is {}", quote(last)),
        };
        format!("no {answer} within {:.1} s{output}", patience.as_secs_f64())
    };
    let mut last = String::new();
    let reason = |silence, last: &str| match silence {
        Silence::Late => late(last),
        Silence::Gone(how) => format!("it ended before {answer} ({how})"),
    };
    process
        .write(text, patience)
        .map_err(|silence| reason(silence, &last))?;
    loop {
        let line = process
            .line(deadline)
            .map_err(|silence| reason(silence, &last))?;
        if word(&line, answer).is_some() {
            return Ok(());
        }
        each(&line);
        last = line;
    }
}

/// Returns a name without control characters, shortened.
fn printable(text: &str) -> String {
    const LONGEST: usize = 100;
    let letters = text.chars().filter(|letter| !letter.is_control());
    letters.take(LONGEST).collect()
}

/// Returns the text after `word`, if the line begins with it.
fn word<'a>(line: &'a str, word: &str) -> Option<&'a str> {
    let rest = line.trim_start().strip_prefix(word)?;
    (rest.is_empty() || rest.starts_with([' ', '\t'])).then_some(rest)
}

/// A process that does not communicate during a game.
impl From<Silence> for Fault {
    fn from(silence: Silence) -> Self {
        match silence {
            Silence::Late => Self::Stall("it does not read its input".to_owned()),
            Silence::Gone(how) => Self::Crash(how),
        }
    }
}

/// Returns whether castling in a game from here has the notation of Chess960.
fn needs_chess960(start: &Position) -> bool {
    Color::ALL.into_iter().any(|color| {
        [
            (Castling::KingSide, File::H),
            (Castling::QueenSide, File::A),
        ]
        .into_iter()
        .filter_map(|(side, file)| Some((start.castling_rook(color, side)?, file)))
        .any(|(rook, file)| rook.file() != file || start.king(color).file() != File::E)
    })
}

/// Writes `position startpos|fen ... moves ...`.
fn write_position(out: &mut String, record: &Record<Chess>, chess960: bool) {
    let style = castling_style(chess960);
    let start = &record.states()[0];
    // Writing to a text cannot fail.
    let _ = match *start == Position::startpos() {
        true => write!(out, "position startpos"),
        false => write!(out, "position fen {start}"),
    };
    if !record.moves().is_empty() {
        out.push_str(" moves");
    }
    for mv in record.moves() {
        out.push(' ');
        out.push_str(&mv.to_uci(style));
    }
    out.push('\n');
}

/// Writes `go` with the limits. A time of 0 is written as 1 millisecond: many engines take 0 for no limit.
fn write_go(out: &mut String, request: &Request<Move>, chess960: bool) {
    let milliseconds = |time: Duration| time.as_millis().max(1);
    out.push_str("go");
    let mut put = |key: &str, value: u128| {
        // Writing to a text cannot fail.
        let _ = write!(out, " {key} {value}");
    };
    let clocks = &request.clocks;
    let [white, black] = [0, 1].map(|side| clocks.left[side].or(clocks.left[1 - side]));
    if let (Some(white), Some(black)) = (white, black) {
        put("wtime", milliseconds(white));
        put("btime", milliseconds(black));
        put("winc", clocks.increment[0].as_millis());
        put("binc", clocks.increment[1].as_millis());
        if let Some(moves) = clocks.moves_to_go {
            put("movestogo", u128::from(moves.max(1)));
        }
    }
    let limits = &request.limits;
    if let Some(time) = limits.time {
        put("movetime", milliseconds(time));
    }
    if let Some(depth) = limits.depth {
        put("depth", u128::from(depth.max(1)));
    }
    if let Some(nodes) = limits.nodes {
        put("nodes", u128::from(nodes.max(1)));
    }
    if let Some(moves) = request.mate {
        put("mate", u128::from(moves));
    }
    if request.infinite {
        out.push_str(" infinite");
    }
    if request.ponder {
        out.push_str(" ponder");
    }
    if !request.moves.is_empty() {
        out.push_str(" searchmoves");
        for mv in &request.moves {
            out.push(' ');
            out.push_str(&mv.to_uci(castling_style(chess960)));
        }
    }
    out.push('\n');
}

/// Returns the notation of castling.
const fn castling_style(chess960: bool) -> CastlingStyle {
    match chess960 {
        true => CastlingStyle::KingTakesRook,
        false => CastlingStyle::KingMoves,
    }
}

const STOP: &str = "stop\n";

/// Time between checks of the signal.
const INTERVAL: Duration = Duration::from_millis(10);

/// Time between checks while pondering: the clock starts with the ponderhit.
const PONDER_INTERVAL: Duration = Duration::from_millis(1);

/// The stop and ponderhit flags that were not sent yet.
struct Flags {
    may_hit: bool,
    may_stop: bool,
}

impl Flags {
    const fn new(ponder: bool) -> Self {
        Self {
            may_hit: ponder,
            may_stop: true,
        }
    }

    /// Returns the command to send now.
    fn next_command(&mut self, signal: &Signal) -> Option<&'static str> {
        if self.may_stop && signal.is_stopped() {
            self.may_stop = false;
            return Some(STOP);
        }
        if self.may_hit && signal.is_ponder_hit() {
            self.may_hit = false;
            return Some("ponderhit\n");
        }
        None
    }
}
