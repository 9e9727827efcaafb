//! Isolation by namespaces, by the program bubblewrap: <https://github.com/containers/bubblewrap>.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::OnceLock;

use players::locate;

use super::isolation::{Files, system};

/// The processes that bubblewrap adds to those of the program.
pub const PROCESSES: u64 = 2;

/// The working folder inside.
pub const HOME: &str = "/tmp";

/// The bytes of temporary files, in memory.
const SPACE: &str = "67108864";

/// Returns the path of bubblewrap, if it can create namespaces here.
pub fn bubblewrap() -> Option<&'static PathBuf> {
    static FOUND: OnceLock<Option<PathBuf>> = OnceLock::new();
    let find = || {
        let path = locate("bwrap").filter(|_| cfg!(target_os = "linux"))?;
        let mut test = Command::new(&path);
        test.args(arguments(&Files::default()))
            .args(["/bin/sh", "-c", ":"])
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        let works = test.status().is_ok_and(|status| status.success());
        works.then_some(path)
    };
    FOUND.get_or_init(find).as_ref()
}

/// Returns the arguments of bubblewrap before the command.
pub fn arguments(files: &Files) -> Vec<String> {
    let mut all: Vec<String> = [
        "--unshare-all",
        "--die-with-parent",
        "--new-session",
        "--cap-drop",
        "ALL",
    ]
    .map(str::to_owned)
    .to_vec();
    let mut add = |words: &[&str]| all.extend(words.iter().map(|&word| word.to_owned()));
    for path in system() {
        let name = path.to_string_lossy();
        match fs::read_link(path) {
            Ok(target) => add(&["--symlink", &target.to_string_lossy(), &name]),
            Err(_) => add(&["--ro-bind-try", &name, &name]),
        }
    }
    add(&["--proc", "/proc", "--dev", "/dev", "--remount-ro", "/dev"]);
    add(&["--size", SPACE, "--tmpfs", HOME]);
    for file in &files.readable {
        let file = file.to_string_lossy();
        add(&["--ro-bind", &file, &file]);
    }
    for file in &files.writable {
        let file = file.to_string_lossy();
        add(&["--bind", &file, &file]);
    }
    add(&["--remount-ro", "/", "--chdir", HOME, "--"]);
    all
}
