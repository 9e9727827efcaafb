//! A child process that exchanges lines of text. Its output is untrusted input.
//!
//! One thread reads its output, another its errors, both into bounded buffers: long lines are cut, and a full buffer blocks the
//! child. Dropping a [`Process`] kills the child and its process tree.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, TryRecvError, sync_channel};
use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use super::Program;
use super::isolation::Files;
use super::os::{self, Start, set_nonblocking};
use super::watchdog::Watchdog;

/// The longest line that is kept; the rest of a longer one is discarded.
const LONGEST_LINE: usize = 8 * 1024;

/// The capacity of the line buffer.
const WAITING_LINES: usize = 512;

/// Time between checks whether a silent child still runs.
const CHECK_INTERVAL: Duration = Duration::from_millis(200);

/// The time to wait for the end of a child that closed its output, and for its last error line.
const TIME_TO_END: Duration = Duration::from_secs(2);

/// Why no line was received.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Silence {
    /// The deadline has passed.
    Late,
    /// The child has ended or closed its output. The text describes how.
    Gone(String),
}

/// A running program.
pub(super) struct Process {
    child: Child,
    watchdog: Option<Watchdog>,
    stdin: ChildStdin,
    lines: Receiver<String>,
    last_error: Arc<Mutex<String>>,
    errors: Option<JoinHandle<()>>,
}

impl Process {
    /// Starts a program in a new process group: Ctrl-C does not reach it, and its children are killed with it.
    pub fn start(program: &Program) -> io::Result<Self> {
        let mut start = Start::new(program, None, Files::default())?;
        start
            .command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        let (mut child, watchdog) = start.spawn()?;
        let (Some(stdin), Some(stdout), Some(stderr)) =
            (child.stdin.take(), child.stdout.take(), child.stderr.take())
        else {
            return Err(io::Error::other("the pipes are missing"));
        };
        let (sender, lines) = sync_channel(WAITING_LINES);
        let last_error = Arc::new(Mutex::new(String::new()));
        let mut process = Self {
            child,
            watchdog,
            stdin,
            lines,
            last_error: Arc::clone(&last_error),
            errors: None,
        };
        // A thread ends with its pipe or its receiver. From here on, an error kills the child.
        let thread = |name: &str| thread::Builder::new().name(name.to_owned());
        thread("program output")
            .spawn(|| read_lines(stdout, move |line| sender.send(line).is_ok()))?;
        let mut place = None;
        let errors = thread("program errors")
            .spawn(move || read_lines(stderr, |line| keep(&last_error, &mut place, &line)))?;
        process.errors = Some(errors);
        set_nonblocking(&process.stdin)?;
        Ok(process)
    }

    /// Returns the process id.
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// Writes lines; `text` ends with a line break.
    pub fn write(&mut self, text: &str, patience: Duration) -> Result<(), Silence> {
        let deadline = Instant::now() + patience;
        let mut rest = text.as_bytes();
        while !rest.is_empty() {
            match self.stdin.write(rest) {
                Ok(0) => return Err(self.gone()),
                Ok(written) => rest = &rest[written..],
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                // The pipe is full: the child does not read.
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {
                    if Instant::now() >= deadline {
                        return Err(Silence::Late);
                    }
                    thread::sleep(Duration::from_millis(1));
                }
                Err(_) => return Err(self.gone()),
            }
        }
        Ok(())
    }

    /// Returns the next line, without its line break.
    pub fn line(&mut self, deadline: Instant) -> Result<String, Silence> {
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() {
                // Also if there is more to read: the output may be endless.
                return Err(Silence::Late);
            }
            match self.lines.recv_timeout(left.min(CHECK_INTERVAL)) {
                Ok(line) => return Ok(line),
                Err(RecvTimeoutError::Disconnected) => return Err(self.gone()),
                // A child of the program may hold its output open. Its last line may still be in the pipe.
                Err(RecvTimeoutError::Timeout) => {
                    if let Ok(Some(status)) = self.child.try_wait() {
                        let last = self.lines.recv_timeout(TIME_TO_END);
                        return last.map_err(|_| self.describe(status));
                    }
                }
            }
        }
    }

    /// Discards the lines received so far, up to a limit.
    pub fn discard_lines(&mut self) -> Result<(), Silence> {
        for _ in 0..2 * WAITING_LINES {
            match self.lines.try_recv() {
                Ok(_) => {}
                Err(TryRecvError::Empty) => break,
                Err(TryRecvError::Disconnected) => return Err(self.gone()),
            }
        }
        Ok(())
    }

    /// Returns how a child ended that closed its output.
    fn gone(&mut self) -> Silence {
        match os::wait(&mut self.child, Instant::now() + TIME_TO_END) {
            Some(status) => self.describe(status),
            None => Silence::Gone("it closed its input or output".to_owned()),
        }
    }

    fn describe(&mut self, status: ExitStatus) -> Silence {
        if let Some(verdict) = self.verdict() {
            return Silence::Gone(verdict);
        }
        let watchdog = self.watchdog.as_ref();
        let status = watchdog.map_or(status, |watchdog| watchdog.status_of_program(status));
        let deadline = Instant::now() + TIME_TO_END;
        let done =
            |errors: &Option<JoinHandle<()>>| errors.as_ref().is_none_or(JoinHandle::is_finished);
        while !done(&self.errors) && Instant::now() < deadline {
            thread::sleep(Duration::from_millis(2));
        }
        let last_error = self.last_error.lock().map(|text| text.clone());
        Silence::Gone(match last_error {
            Ok(text) if !text.is_empty() => format!("{status}, its last error: {text}"),
            _ => status.to_string(),
        })
    }

    /// Waits until a child with limits has started, see [`Watchdog::wait_until_idle`].
    pub fn wait_until_idle(&self, patience: Duration) {
        if let Some(watchdog) = &self.watchdog {
            watchdog.wait_until_idle(patience);
        }
    }

    /// Returns the exceeded limit, if the child was killed for it.
    fn verdict(&self) -> Option<String> {
        self.watchdog.as_ref()?.verdict()
    }

    /// Waits for the end of a child that received a quit command.
    pub fn wait(&mut self, patience: Duration) {
        _ = os::wait(&mut self.child, Instant::now() + patience);
    }
}

impl Drop for Process {
    /// Kills the child and waits for it, so that no process is left behind.
    fn drop(&mut self) {
        os::end(&mut self.child, self.watchdog.as_ref());
    }
}

/// Passes each line to `take` until it returns `false` or the stream ends.
fn read_lines(stream: impl Read, mut take: impl FnMut(String) -> bool) {
    let mut reader = BufReader::new(stream);
    let mut line = Vec::new();
    loop {
        let buffer = match reader.fill_buf() {
            Ok([]) => break,
            Ok(buffer) => buffer,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(_) => break,
        };
        let end = buffer.iter().position(|&byte| byte == b'\n');
        let part = &buffer[..end.unwrap_or(buffer.len())];
        let room = LONGEST_LINE - line.len();
        line.extend_from_slice(&part[..part.len().min(room)]);
        let used = part.len() + usize::from(end.is_some());
        reader.consume(used);
        if end.is_some() {
            let text = String::from_utf8_lossy(&line).trim_end().to_owned();
            line.clear();
            if !take(text) {
                return;
            }
        }
    }
    if !line.is_empty() {
        take(String::from_utf8_lossy(&line).trim_end().to_owned());
    }
}

/// Keeps the last line that is not blank, shortened and printable. A syntax error of Python gets its line number, which Python
/// prints three lines before: `File "a.py", line 7`.
fn keep(errors: &Mutex<String>, place: &mut Option<String>, line: &str) -> bool {
    const LONGEST: usize = 200;
    let line = line.trim_end();
    if let Some((_, number)) = line
        .trim_start()
        .strip_prefix("File \"")
        .and_then(|it| it.rsplit_once(", line "))
    {
        *place = Some(number.to_owned());
    }
    if let Ok(mut kept) = errors.lock()
        && !line.is_empty()
    {
        let printable = line.chars().filter(|letter| !letter.is_control());
        *kept = printable.take(LONGEST).collect();
        let is_syntax = ["SyntaxError:", "IndentationError:", "TabError:"];
        if let Some(place) = place
            .as_ref()
            .filter(|_| is_syntax.iter().any(|it| line.starts_with(it)))
        {
            *kept += &format!(" (line {place})");
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(bytes: &[u8]) -> Vec<String> {
        let mut lines = Vec::new();
        read_lines(bytes, |line| {
            lines.push(line);
            true
        });
        lines
    }

    #[test]
    fn lines_end_in_every_way() {
        assert_eq!(lines(b"a\nb\r\n\nc"), ["a", "b", "", "c"]);
        assert_eq!(lines(b""), [""; 0]);
        assert_eq!(lines(b"\xff\n"), ["\u{fffd}"]);
    }

    #[test]
    fn long_lines_are_cut() {
        let mut bytes = vec![b'x'; 1 << 20];
        bytes.extend_from_slice(b"\nnext\n");
        let lines = lines(&bytes);
        assert_eq!(lines[0].len(), LONGEST_LINE);
        assert_eq!(lines[1], "next");
    }

    #[test]
    fn reading_stops_when_the_receiver_is_gone() {
        let mut lines = 0;
        read_lines(&b"a\nb\nc\n"[..], |_| {
            lines += 1;
            lines < 2
        });
        assert_eq!(lines, 2);
    }

    #[test]
    fn the_last_error_is_short_and_printable() {
        let kept = Mutex::new(String::new());
        keep(
            &kept,
            &mut None,
            &format!("\u{1b}[31m{}", "é".repeat(1_000)),
        );
        keep(&kept, &mut None, "  ");
        let text = kept.into_inner().expect("a text");
        assert_eq!(text.chars().count(), 200);
        assert!(text.starts_with("[31mé"));
    }

    #[test]
    fn a_syntax_error_has_its_line() {
        let (kept, mut place) = (Mutex::new(String::new()), None);
        for line in [
            "  File \"a.py\", line 7",
            "    if x",
            "       ^",
            "SyntaxError: expected ':'",
        ] {
            keep(&kept, &mut place, line);
        }
        assert_eq!(
            kept.into_inner().expect("a text"),
            "SyntaxError: expected ':' (line 7)"
        );
    }
}
