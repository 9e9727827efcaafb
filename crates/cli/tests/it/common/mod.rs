//! Runs the program.

// Each test file uses a part of this.
#![allow(dead_code)]

use std::fs;
mod checker;

use std::cell::RefCell;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Output, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::{Duration, Instant};

pub use checker::Checker;
use tempfile::TempDir;

/// A temporary folder, removed when the test ends.
pub struct Folder(TempDir);

impl Folder {
    /// Creates an empty folder whose name begins with `name`.
    pub fn new(name: &str) -> Self {
        Self(TempDir::with_prefix(name).expect("a folder"))
    }

    /// A file in it, which need not be there.
    pub fn file(&self, name: &str) -> String {
        self.0
            .path()
            .join(name)
            .to_str()
            .expect("a plain name")
            .to_owned()
    }

    /// The names of what is in it, sorted.
    pub fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(self.0.path()).expect("a folder");
        let name = |entry: fs::DirEntry| entry.file_name().to_string_lossy().into_owned();
        let mut names: Vec<String> = entries.map(|entry| name(entry.expect("a file"))).collect();
        names.sort();
        names
    }
}

/// The time limit of an answer on a busy machine.
const PATIENCE: Duration = Duration::from_secs(60);

fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_espalier"));
    command
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

/// The result of a run.
pub struct Run {
    pub stdout: String,
    pub stderr: String,
    pub status: Option<i32>,
}

impl Run {
    /// The last line of the output.
    pub fn last_line(&self) -> &str {
        self.stdout.lines().last().unwrap_or_default()
    }

    /// Checks that the run failed with exactly one line on standard error that contains all of `parts`.
    #[track_caller]
    pub fn fails_saying(&self, parts: &[&str]) {
        assert_eq!(self.status, Some(2), "{}", self.stderr);
        assert_eq!(self.stdout, "");
        assert_eq!(self.stderr.lines().count(), 1, "{}", self.stderr);
        assert!(self.stderr.starts_with("error: "), "{}", self.stderr);
        for part in parts {
            assert!(
                self.stderr.contains(part),
                "{part:?} is not in {:?}",
                self.stderr
            );
        }
    }

    /// Checks that the run succeeded without output on standard error.
    #[track_caller]
    pub fn succeeds(self) -> Self {
        assert_eq!((self.status, self.stderr.as_str()), (Some(0), ""));
        self
    }
}

/// Runs the program to its end with nothing on standard input.
pub fn run(arguments: &[&str]) -> Run {
    run_with(arguments, b"")
}

/// Returns the JSON object that these arguments print.
pub fn json(arguments: &[&str]) -> serde_json::Value {
    let said = run(arguments).succeeds().stdout;
    serde_json::from_str(&said).expect("JSON")
}

/// Runs the program to its end in a folder, with `input` on standard input.
pub fn run_in(folder: &Folder, arguments: &[&str], input: &str) -> Run {
    let mut command = command(arguments);
    command.current_dir(folder.0.path());
    run_command(command, input.as_bytes())
}

/// Runs the program to its end with `input` on standard input.
pub fn run_with(arguments: &[&str], input: &[u8]) -> Run {
    run_command(command(arguments), input)
}

fn run_command(mut command: Command, input: &[u8]) -> Run {
    let mut child = command.spawn().expect("the program starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    let input = input.to_vec();
    // The program may end before it reads all input.
    let writer = thread::spawn(move || _ = stdin.write_all(&input));
    let Output {
        status,
        stdout,
        stderr,
    } = child.wait_with_output().expect("the program ends");
    writer.join().expect("the writer ends");
    Run {
        stdout: String::from_utf8(stdout).expect("the output is text"),
        stderr: String::from_utf8(stderr).expect("errors are text"),
        status: status.code(),
    }
}

/// Runs the program, reads one line of its output and closes the pipe. Gives the line, standard error and the status.
pub fn run_and_hang_up(arguments: &[&str]) -> (String, String, Option<i32>) {
    let mut child = command(arguments).spawn().expect("the program starts");
    let mut line = String::new();
    let mut stdout = BufReader::with_capacity(1, child.stdout.take().expect("a pipe"));
    stdout.read_line(&mut line).expect("a line");
    drop(stdout);
    let mut stderr = String::new();
    child
        .stderr
        .take()
        .expect("a pipe")
        .read_to_string(&mut stderr)
        .expect("errors are text");
    let status = child.wait().expect("the program ends");
    (line, stderr, status.code())
}

/// A UCI session with the program. A [`Checker`] checks every line.
pub struct Engine {
    child: Child,
    stdin: Option<ChildStdin>,
    lines: Receiver<String>,
    checker: RefCell<Checker>,
}

impl Engine {
    /// Starts the program without arguments.
    pub fn start() -> Self {
        Self::talk_to(command(&[]))
    }

    /// Starts the program with a memory limit in KiB.
    pub fn start_limited(kibibytes: u64) -> Self {
        let mut shell = Command::new("sh");
        let line = format!(
            "ulimit -v {kibibytes}; exec {}",
            env!("CARGO_BIN_EXE_espalier")
        );
        shell
            .args(["-c", &line])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null());
        Self::talk_to(shell)
    }

    fn talk_to(mut command: Command) -> Self {
        let mut child = command.spawn().expect("the program starts");
        let stdout = child.stdout.take().expect("a pipe");
        let (sender, lines) = mpsc::channel();
        thread::spawn(move || {
            for line in BufReader::new(stdout).lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    break;
                }
            }
        });
        Self {
            stdin: child.stdin.take(),
            child,
            lines,
            checker: RefCell::default(),
        }
    }

    /// Starts the program with the random player, which answers at once and in one line.
    pub fn random() -> Self {
        let mut engine = Self::start();
        engine.say("setoption name Player value random");
        engine
    }

    /// Sends a line and collects the output until a line begins with `end`.
    #[track_caller]
    pub fn until(&mut self, line: &str, end: &str) -> Vec<String> {
        self.say(line);
        self.collect(end)
    }

    /// Collects the output until a line begins with `end`.
    #[track_caller]
    pub fn collect(&self, end: &str) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            let line = self.read();
            let last = line.starts_with(end);
            lines.push(line);
            if last {
                return lines;
            }
        }
    }

    /// Requests a move and returns it.
    #[track_caller]
    pub fn best_move(&mut self, go: &str) -> String {
        let lines = self.until(go, "bestmove ");
        let last = lines.last().and_then(|line| line.split(' ').nth(1));
        let last = last.expect("a move");
        assert_ne!(last, "0000", "{lines:?}");
        last.to_owned()
    }

    /// Sends a line and returns the output until the program is ready.
    #[track_caller]
    pub fn listen_after(&mut self, line: &str) -> Vec<String> {
        self.say(line);
        self.until("isready", "readyok")
    }

    /// Returns the output within this time.
    #[track_caller]
    pub fn listen(&self, time: Duration) -> Vec<String> {
        let end = Instant::now() + time;
        let mut lines = Vec::new();
        while let Ok(line) = self
            .lines
            .recv_timeout(end.saturating_duration_since(Instant::now()))
        {
            self.checker.borrow_mut().received(&line);
            lines.push(line);
        }
        lines
    }

    /// Sends bytes as they are.
    pub fn send(&mut self, bytes: &[u8]) {
        let stdin = self.stdin.as_mut().expect("the input is open");
        stdin.write_all(bytes).expect("the program reads");
        stdin.flush().expect("the program reads");
    }

    /// Sends a line without waiting for an answer.
    pub fn say(&mut self, line: &str) {
        self.checker.get_mut().sent(line);
        self.send(format!("{line}\n").as_bytes());
    }

    /// Sends a line and checks that exactly these lines come next; `*` stands for anything.
    #[track_caller]
    pub fn expect(&mut self, line: &str, replies: &[&str]) -> Vec<String> {
        self.say(line);
        replies
            .iter()
            .map(|pattern| {
                let reply = self.read();
                assert!(
                    matches(pattern, &reply),
                    "after {line:?} came {reply:?} instead of {pattern:?}"
                );
                reply
            })
            .collect()
    }

    /// Sends a line and reads up to a line like `last`, which comes last in what is returned.
    #[track_caller]
    pub fn expect_until(&mut self, line: &str, last: &str) -> Vec<String> {
        self.say(line);
        let mut replies = Vec::new();
        loop {
            let reply = self.read();
            let is_last = matches(last, &reply);
            replies.push(reply);
            if is_last {
                return replies;
            }
        }
    }

    /// Checks that there is no output since the last answer and that the program runs.
    #[track_caller]
    pub fn is_quiet_and_alive(&mut self) {
        self.expect("isready", &["readyok"]);
    }

    /// The FEN that `d` shows.
    #[track_caller]
    pub fn fen(&mut self) -> String {
        let shown = self.expect_until("d", "Legal moves:*");
        let fen = shown.iter().find_map(|line| line.strip_prefix("Fen: "));
        fen.expect("a FEN is shown").to_owned()
    }

    #[track_caller]
    fn read(&self) -> String {
        let line = self.lines.recv_timeout(PATIENCE).expect("an answer comes");
        self.checker.borrow_mut().received(&line);
        line
    }

    /// Closes the input, and checks that the program prints exactly this before it exits.
    #[track_caller]
    pub fn ends_with(mut self, rest: &[&str]) {
        self.stdin = None;
        for pattern in rest {
            let reply = self.read();
            assert!(
                matches(pattern, &reply),
                "at the end came {reply:?} instead of {pattern:?}"
            );
        }
        assert!(
            self.lines.recv_timeout(PATIENCE).is_err(),
            "more came at the end"
        );
        let waiting = self.checker.get_mut().waiting();
        assert_eq!(waiting, 0, "searches without an answer");
        assert_eq!(self.child.wait().expect("the program ends").code(), Some(0));
        let mut stderr = String::new();
        self.child
            .stderr
            .take()
            .expect("a pipe")
            .read_to_string(&mut stderr)
            .expect("errors are text");
        assert_eq!(stderr, "");
    }
}

impl Drop for Engine {
    /// A failed test leaves no process.
    fn drop(&mut self) {
        _ = self.child.kill();
        _ = self.child.wait();
    }
}

/// Whether the text is the pattern, in which `*` stands for anything.
fn matches(pattern: &str, text: &str) -> bool {
    match pattern.split_once('*') {
        None => pattern == text,
        Some((before, after)) => text.strip_prefix(before).is_some_and(|rest| {
            let mut places = rest
                .char_indices()
                .map(|(index, _)| index)
                .chain([rest.len()]);
            places.any(|place| matches(after, &rest[place..]))
        }),
    }
}

/// Reports a skipped test in the last line of `make test`; on CI it is a failure.
pub fn skipped(what: &str) {
    assert!(std::env::var_os("CI").is_none(), "left out: {what}");
    left_out(what);
}

/// Reports a skipped test that is optional everywhere.
pub fn left_out(what: &str) {
    eprintln!("left out: {what}");
    let note = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/skipped");
    let file = fs::OpenOptions::new().create(true).append(true).open(note);
    if let Ok(mut file) = file {
        _ = file.write_all(format!("{what}\n").as_bytes());
    }
}
