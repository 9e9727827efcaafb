//! A child process that talks in lines, and cannot harm the one who listens.
//!
//! One thread reads its output and another drains its errors. Both keep only so much: lines are cut, and when the
//! listener is behind, the child has to wait. Whoever drops a [`Process`] ends the child and its children.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, TryRecvError, sync_channel};
use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use super::Program;
use super::system::{self, Start, without_waiting};
use super::warden::Guard;

/// The longest line that is kept; the rest of a longer one is thrown away.
const LONGEST_LINE: usize = 8 * 1024;

/// How many lines wait to be read before the child has to.
const WAITING_LINES: usize = 512;

/// How often to look whether a silent child still lives.
const LOOK_AGAIN: Duration = Duration::from_millis(200);

/// How long a child that closed its output may take to end, and how long we wait for its last words.
const TIME_TO_END: Duration = Duration::from_secs(2);

/// Why nothing was heard.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Silence {
    /// It is late.
    Late,
    /// The child is gone, or will never say anything again; how it ended.
    Gone(String),
}

/// A running program.
pub(super) struct Process {
    child: Child,
    guard: Option<Guard>,
    stdin: ChildStdin,
    lines: Receiver<String>,
    last_error: Arc<Mutex<String>>,
    errors: Option<JoinHandle<()>>,
}

impl Process {
    /// Starts a program, in a process group of its own: Ctrl-C is for us, and whoever it starts ends with it.
    pub fn start(program: &Program) -> io::Result<Self> {
        let mut start = Start::new(program, None);
        start
            .command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        let (mut child, guard) = start.spawn()?;
        let (Some(stdin), Some(stdout), Some(stderr)) =
            (child.stdin.take(), child.stdout.take(), child.stderr.take())
        else {
            return Err(io::Error::other("no pipes to talk through"));
        };
        let (sender, lines) = sync_channel(WAITING_LINES);
        let last_error = Arc::new(Mutex::new(String::new()));
        let mut process = Self {
            child,
            guard,
            stdin,
            lines,
            last_error: Arc::clone(&last_error),
            errors: None,
        };
        // A thread ends when its pipe does, or when nobody listens any more. From here on, an error ends the child.
        let thread = |name: &str| thread::Builder::new().name(name.to_owned());
        thread("program output").spawn(|| listen(stdout, move |line| sender.send(line).is_ok()))?;
        let errors = thread("program errors")
            .spawn(|| listen(stderr, move |line| keep(&last_error, &line)))?;
        process.errors = Some(errors);
        without_waiting(&process.stdin)?;
        Ok(process)
    }

    /// The number the system knows it by.
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

    /// The next line, without its end.
    pub fn line(&mut self, deadline: Instant) -> Result<String, Silence> {
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() {
                // Even if there is more to read: there may be no end of it.
                return Err(Silence::Late);
            }
            match self.lines.recv_timeout(left.min(LOOK_AGAIN)) {
                Ok(line) => return Ok(line),
                Err(RecvTimeoutError::Disconnected) => return Err(self.gone()),
                // Its output may be held open by somebody it started. What it said before it ended may still be on its way.
                Err(RecvTimeoutError::Timeout) => {
                    if let Ok(Some(status)) = self.child.try_wait() {
                        let last = self.lines.recv_timeout(TIME_TO_END);
                        return last.map_err(|_| self.describe(status));
                    }
                }
            }
        }
    }

    /// Throws away what was said so far and never asked for. Not without end, if the child does not stop talking.
    pub fn forget_lines(&mut self) -> Result<(), Silence> {
        for _ in 0..2 * WAITING_LINES {
            match self.lines.try_recv() {
                Ok(_) => {}
                Err(TryRecvError::Empty) => break,
                Err(TryRecvError::Disconnected) => return Err(self.gone()),
            }
        }
        Ok(())
    }

    /// How a child ended that does not talk any more.
    fn gone(&mut self) -> Silence {
        let deadline = Instant::now() + TIME_TO_END;
        loop {
            match self.child.try_wait() {
                Ok(Some(status)) => return self.describe(status),
                Ok(None) if Instant::now() < deadline => thread::sleep(Duration::from_millis(2)),
                _ => return Silence::Gone("it closed its input or output".to_owned()),
            }
        }
    }

    fn describe(&mut self, status: ExitStatus) -> Silence {
        if let Some(verdict) = self.verdict() {
            return Silence::Gone(verdict);
        }
        let deadline = Instant::now() + TIME_TO_END;
        let done =
            |errors: &Option<JoinHandle<()>>| errors.as_ref().is_none_or(JoinHandle::is_finished);
        while !done(&self.errors) && Instant::now() < deadline {
            thread::sleep(Duration::from_millis(2));
        }
        let last_error = self.last_error.lock().map(|text| text.clone());
        Silence::Gone(match last_error {
            Ok(text) if !text.is_empty() => format!("{status}, its last words: {text}"),
            _ => status.to_string(),
        })
    }

    /// Gives a child with limits time to start, and nobody's clock runs.
    pub fn wait_until_idle(&self, patience: Duration) {
        if let Some(guard) = &self.guard {
            guard.wait_until_idle(patience);
        }
    }

    /// What it was ended for, if it took more than it may.
    fn verdict(&self) -> Option<String> {
        self.guard.as_ref()?.verdict()
    }

    /// Gives a child that was told to quit so much time to do it.
    pub fn wait(&mut self, patience: Duration) {
        let deadline = Instant::now() + patience;
        while matches!(self.child.try_wait(), Ok(None)) && Instant::now() < deadline {
            thread::sleep(Duration::from_millis(1));
        }
    }
}

impl Drop for Process {
    /// Ends the child and waits for it, so that nothing is left behind. It may have ended already.
    fn drop(&mut self) {
        system::end(&mut self.child, self.guard.as_ref());
    }
}

/// Hands each line to `take` until that says no or there is nothing more to read.
fn listen(stream: impl Read, mut take: impl FnMut(String) -> bool) {
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

/// Keeps the last line that says something, made short and printable.
fn keep(errors: &Mutex<String>, line: &str) -> bool {
    const LONGEST: usize = 200;
    if let Ok(mut kept) = errors.lock()
        && !line.trim().is_empty()
    {
        *kept = line
            .chars()
            .filter(|letter| !letter.is_control())
            .take(LONGEST)
            .collect();
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(bytes: &[u8]) -> Vec<String> {
        let mut lines = Vec::new();
        listen(bytes, |line| {
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
    fn nobody_is_told_what_nobody_wants() {
        let mut heard = 0;
        listen(&b"a\nb\nc\n"[..], |_| {
            heard += 1;
            heard < 2
        });
        assert_eq!(heard, 2);
    }

    #[test]
    fn last_words_are_short_and_printable() {
        let kept = Mutex::new(String::new());
        keep(&kept, &format!("\u{1b}[31m{}", "é".repeat(1_000)));
        keep(&kept, "  ");
        let text = kept.into_inner().expect("a text");
        assert_eq!(text.chars().count(), 200);
        assert!(text.starts_with("[31mé"));
    }
}
