//! MiniChess programs with the file protocol of the course: `PATH STATE ACTION`, killed at the time limit.

use std::fs::{self, File};
use std::io::{self, Read, Seek, SeekFrom};
use std::path::Path;
use std::process::{Child, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use games::minichess::{Move, referee};
use games::nearest::quote;
use games::{BoardGame, MiniChess};
use gametree::Signal;
use players::{Answer, Fault, Listener, Player, Task};
use tempfile::TempDir;

use super::isolation::Files;
use super::os::{self, Start};
use super::watchdog::Watchdog;
use super::{LONGEST_MOVE, Program};

/// The time of a move without a time limit: the protocol has no other limit.
const UNTIMED: Duration = Duration::from_secs(1);

/// The part of a move's time that is reserved to start and end the program and to read its file.
const OWN_TIME: Duration = Duration::from_millis(10);

/// The largest action file. A line has 8 bytes.
const LARGEST: u64 = 1 << 20;

/// A program that reads a state and writes actions. It is started for each move.
pub(super) struct FilePlayer {
    program: Program,
    folder: Option<TempDir>,
}

impl FilePlayer {
    /// Returns the player of a program.
    pub const fn new(program: Program) -> Self {
        Self {
            program,
            folder: None,
        }
    }

    fn start(&self, files: [&Path; 2], time: Duration) -> io::Result<(Child, Option<Watchdog>)> {
        // The program writes until it is killed. This limit ends it if we are killed first.
        let cores = thread::available_parallelism().map_or(1, |cores| cores.get() as u64);
        let cpu = (time.as_secs() + 10) * cores;
        let own = Files {
            writable: files.map(Path::to_owned).to_vec(),
            ..Files::default()
        };
        let mut start = Start::new(&self.program, Some(cpu), own)?;
        start
            .command
            .args(files)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        start.spawn()
    }
}

impl Player<MiniChess> for FilePlayer {
    fn choose(
        &mut self,
        task: &Task<'_, MiniChess>,
        _listener: &mut Listener<'_, Move>,
    ) -> Result<Answer<Move>, Fault> {
        let record = task.record;
        let time = task
            .request
            .limits
            .time
            .unwrap_or(UNTIMED)
            .min(LONGEST_MOVE);
        let deadline = Instant::now() + time - OWN_TIME.min(time / 10);

        let failed =
            |error: io::Error| Fault::Start(format!("{}: {error}", quote(&self.program.path)));
        let folder = match &self.folder {
            Some(folder) => folder,
            None => self.folder.insert(tempfile::tempdir().map_err(failed)?),
        };
        let (state, action) = (folder.path().join("state"), folder.path().join("action"));
        fs::write(&state, referee::write_state(record.state())).map_err(failed)?;
        File::create(&action).map_err(failed)?;
        let (child, watchdog) = self.start([&state, &action], time).map_err(failed)?;
        let end = End::of(child, watchdog.as_ref(), &action, deadline, task.signal);
        if let Some(verdict) = watchdog.and_then(|watchdog| watchdog.verdict()) {
            return Err(Fault::Crash(verdict));
        }

        let text =
            read_end(&action).map_err(|error| Fault::Crash(format!("its action file: {error}")))?;
        let line = last_line(&text, matches!(end, End::Exited(_)));
        let Some(line) = line else {
            return Err(match end {
                End::Exited(status) if status.success() => Fault::NoMove,
                End::Exited(status) => Fault::Crash(format!("{status}, before it wrote a move")),
                End::TimeIsUp => {
                    Fault::Stall(format!("no move within {:.3} s", time.as_secs_f64()))
                }
                End::TooMuch => Fault::Stall("it writes without end".to_owned()),
            });
        };
        let best = task
            .game
            .legal_moves(record.state())
            .into_iter()
            .find(|&mv| numbers(&referee::write_action(mv)).eq(numbers(line)))
            .ok_or_else(|| Fault::IllegalMove(quote(line)))?;
        Ok(Answer::unvalued(Some(best)))
    }
}

/// The end of a program.
enum End {
    Exited(ExitStatus),
    TimeIsUp,
    TooMuch,
}

impl End {
    /// Waits for the program, and kills it and its process tree at the deadline.
    fn of(
        mut child: Child,
        watchdog: Option<&Watchdog>,
        action: &Path,
        deadline: Instant,
        signal: &Signal,
    ) -> Self {
        const INTERVAL: Duration = Duration::from_millis(1);
        let end = loop {
            if let Ok(Some(status)) = child.try_wait() {
                break Self::Exited(
                    watchdog.map_or(status, |watchdog| watchdog.status_of_program(status)),
                );
            }
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() || signal.is_stopped() {
                break Self::TimeIsUp;
            }
            if fs::metadata(action).is_ok_and(|file| file.len() > LARGEST) {
                break Self::TooMuch;
            }
            thread::sleep(left.min(INTERVAL));
        };
        os::end(&mut child, watchdog);
        end
    }
}

/// Reads the end of a file.
fn read_end(path: &Path) -> io::Result<String> {
    const ENOUGH: u64 = 4 * 1024;
    let mut file = File::open(path)?;
    let size = file.metadata()?.len();
    file.seek(SeekFrom::Start(size.saturating_sub(ENOUGH)))?;
    let mut bytes = Vec::new();
    file.take(ENOUGH).read_to_end(&mut bytes)?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// Returns the last complete line that is not empty. A program that was not killed may omit the last line break.
fn last_line(text: &str, has_exited: bool) -> Option<&str> {
    let complete = match text.rfind('\n') {
        _ if has_exited => text,
        Some(end) => &text[..end],
        None => "",
    };
    complete
        .lines()
        .map(str::trim)
        .rfind(|line| !line.is_empty())
}

fn numbers(line: &str) -> impl Iterator<Item = &str> {
    line.split_ascii_whitespace()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_complete_line_counts() {
        assert_eq!(last_line("4 0 3 0\n4 1 3 1\n", false), Some("4 1 3 1"));
        assert_eq!(last_line("4 0 3 0\n4 1 3", false), Some("4 0 3 0"));
        assert_eq!(last_line("4 0 3 0\n4 1 3 1", true), Some("4 1 3 1"));
        assert_eq!(last_line("4 0 3 0\r\n\n \n", false), Some("4 0 3 0"));
        assert_eq!(last_line("4 0 3 0", false), None);
        assert_eq!(last_line("", true), None);
    }
}
