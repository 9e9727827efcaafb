//! Compares nodes a second with other engines, in one run: `make bench`.
//!
//! Every engine is a UCI process with one thread and a table of 16 MB. The engines search each position of
//! `espalier bench` in turn for the same time, so that other load on the machine affects all of them. Nodes and time are from
//! the last report of each search. The definition of a node differs a little: all three count entered positions,
//! including quiescence.
//!
//! The first argument is Espalier's program, the optional second one the milliseconds for each position. The other engines
//! are found on the PATH or in /usr/games, where Debian installs them.

use std::io::{BufRead, BufReader, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, ExitCode, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use engine::bench::POSITIONS;

/// The other engines: names and programs.
const PEERS: [(&str, &str); 2] = [("Stockfish", "stockfish"), ("Ethereal", "ethereal-chess")];

/// Default milliseconds for each position.
const MOVETIME: u64 = 250;

/// Tolerance for the time of an answer.
const PATIENCE: Duration = Duration::from_secs(20);

/// A running engine.
struct Engine {
    /// The name that the engine reports, with its version.
    name: String,
    process: Child,
    input: ChildStdin,
    lines: Receiver<String>,
    nodes: u64,
    milliseconds: u64,
}

impl Drop for Engine {
    fn drop(&mut self) {
        _ = writeln!(self.input, "quit");
        _ = self.process.kill();
        _ = self.process.wait();
    }
}

impl Engine {
    /// Starts a program with one thread and a table of 16 MB.
    fn start(program: &Path) -> Result<Self, String> {
        let mut process = Command::new(program)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|error| error.to_string())?;
        let (Some(input), Some(output)) = (process.stdin.take(), process.stdout.take()) else {
            return Err("no pipes".to_owned());
        };
        let (sender, lines) = channel();
        std::thread::spawn(move || {
            let lines = BufReader::new(output).lines().map_while(Result::ok);
            // The receiver is gone once the engine is no longer needed.
            lines
                .map(|line| sender.send(line))
                .take_while(Result::is_ok)
                .count();
        });
        let mut engine = Self {
            name: String::new(),
            process,
            input,
            lines,
            nodes: 0,
            milliseconds: 0,
        };
        let hello = engine.ask("uci", "uciok", Duration::ZERO)?;
        let name = hello.iter().find_map(|line| line.strip_prefix("id name "));
        engine.name = name.unwrap_or("?").trim().to_owned();
        engine.say("setoption name Hash value 16\nsetoption name Threads value 1")?;
        Ok(engine)
    }

    fn say(&mut self, words: &str) -> Result<(), String> {
        writeln!(self.input, "{words}").map_err(|error| error.to_string())
    }

    /// Sends a line and reads until a line begins with `end`.
    fn ask(&mut self, words: &str, end: &str, time: Duration) -> Result<Vec<String>, String> {
        self.say(words)?;
        let mut lines = Vec::new();
        loop {
            match self.lines.recv_timeout(time + PATIENCE) {
                Ok(line) if line.starts_with(end) => return Ok(lines),
                Ok(line) => lines.push(line),
                Err(_) => return Err(format!("no \"{end}\" after \"{words}\"")),
            }
        }
    }

    /// Searches a position.
    fn think(&mut self, fen: &str, movetime: u64) -> Result<(), String> {
        self.ask("ucinewgame\nisready", "readyok", Duration::ZERO)?;
        self.say(&format!("position fen {fen}"))?;
        let lines = self.ask(
            &format!("go movetime {movetime}"),
            "bestmove",
            Duration::from_millis(movetime),
        )?;
        let last = lines.iter().rev().find_map(|line| said(line));
        let (nodes, milliseconds) = last.ok_or_else(|| format!("no nodes for {fen}"))?;
        self.nodes += nodes;
        self.milliseconds += milliseconds;
        Ok(())
    }

    /// Returns nodes a second over all positions.
    fn speed(&self) -> f64 {
        self.nodes as f64 * 1_000.0 / self.milliseconds.max(1) as f64
    }
}

/// Returns the nodes and milliseconds of a line with both.
fn said(line: &str) -> Option<(u64, u64)> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let after = |name: &str| {
        let place = words.iter().position(|&word| word == name)?;
        words.get(place + 1)?.parse().ok()
    };
    if words.first() != Some(&"info") || words.get(1) == Some(&"string") {
        return None;
    }
    Some((after("nodes")?, after("time")?))
}

/// Returns a program on the PATH or in Debian's folder of games.
fn find(program: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path)
        .chain([PathBuf::from("/usr/games")])
        .map(|folder| folder.join(program))
        .find(|path| path.is_file())
}

fn run(own: &Path, movetime: u64) -> Result<(), String> {
    let start = |program: &Path| {
        Engine::start(program).map_err(|error| format!("{}: {error}", program.display()))
    };
    let mut engines = vec![start(own)?];
    let mut missing = Vec::new();
    for (name, program) in PEERS {
        match find(program) {
            Some(path) => engines.push(start(&path)?),
            None => missing.push(format!("left out: {name}, for {program} is not installed")),
        }
    }
    // Chess960 needs an option of the engine.
    let positions: Vec<&str> = POSITIONS
        .into_iter()
        .filter(|fen| {
            let castling = fen.split(' ').nth(2).unwrap_or_default();
            castling.chars().all(|right| "KQkq-".contains(right))
        })
        .collect();
    let seen = std::io::stderr().is_terminal();
    for (index, fen) in positions.iter().enumerate() {
        if seen {
            eprint!("\rposition {} of {} ", index + 1, positions.len());
        }
        for engine in &mut engines {
            let thought = engine.think(fen, movetime);
            thought.map_err(|error| format!("{}: {error}", engine.name))?;
        }
    }
    if seen {
        eprint!("\r{:30}\r", "");
    }
    println!(
        "\nNodes a second, one thread, 16 MB, {} positions, {movetime} ms each",
        positions.len()
    );
    println!(
        "{:32} {:>12} {:>11} {:>15}",
        "engine", "nodes", "a second", "Espalier / it"
    );
    let ours = engines[0].speed();
    for engine in &engines {
        println!(
            "{:32} {:>12} {:>11.0} {:>15.2}",
            engine.name,
            engine.nodes,
            engine.speed(),
            ours / engine.speed()
        );
    }
    for line in missing {
        println!("{line}");
    }
    Ok(())
}

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    let own = arguments.next().map(PathBuf::from);
    let movetime = arguments.next().map_or(Ok(MOVETIME), |word| word.parse());
    let (Some(own), Ok(movetime @ 1..)) = (own, movetime) else {
        eprintln!("which engine, and how long? engines PROGRAM [MILLISECONDS]");
        return ExitCode::from(2);
    };
    match run(&own, movetime) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_lines_with_both_figures_count() {
        let line = "info depth 9 seldepth 12 score cp 3 nodes 4500 nps 900000 time 5 pv e2e4";
        assert_eq!(said(line), Some((4_500, 5)));
        assert_eq!(said("info depth 9 currmove e2e4 currmovenumber 1"), None);
        assert_eq!(said("info string nodes 5 time 7"), None);
        assert_eq!(said("bestmove e2e4"), None);
    }
}
