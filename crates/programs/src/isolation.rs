//! Isolation of untrusted programs: what they can see and reach besides their resource limits.
//!
//! An isolated program starts with a cleared environment, in an empty temporary folder that is also its home. Then the strongest
//! layer that this machine has is added:
//!
//! | layer | files | network | processes |
//! |---|---|---|---|
//! | namespaces, by bubblewrap | system and submission, read-only; 64 MiB of temporary files in memory | none | its own |
//! | Landlock, with a filter of system calls | system and submission, read-only; no others | none | no signals to others |
//! | environment | all of the user | all | all of the user |
//!
//! With both layers the program has no capabilities, even if the grader runs as root. The submission is its program and the files and
//! folders in its arguments.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;
use std::{fmt, fs};

use players::locate;

use super::{landlock, namespaces};

/// The isolation of a program, as its spec gives it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Isolation {
    /// None.
    Off,
    /// The strongest layer of this machine.
    Strongest,
    /// Namespaces, by bubblewrap.
    Namespaces,
    /// Landlock, by the kernel.
    Landlock,
    /// Only the cleared environment and the temporary folder.
    Environment,
}

impl Isolation {
    const ALL: [Self; 5] = [
        Self::Off,
        Self::Strongest,
        Self::Namespaces,
        Self::Landlock,
        Self::Environment,
    ];

    /// Returns the word in a spec.
    const fn name(self) -> &'static str {
        match self {
            Self::Off => "off",
            Self::Strongest => "on",
            Self::Namespaces => "namespaces",
            Self::Landlock => "landlock",
            Self::Environment => "environment",
        }
    }

    /// Parses the value of the setting `isolated`.
    pub(super) fn parse(value: &str) -> Option<Self> {
        let value = if value.is_empty() { "on" } else { value };
        Self::ALL.into_iter().find(|layer| layer.name() == value)
    }

    /// Returns the layer that is in force for this setting: the strongest one of this machine has a name.
    #[must_use]
    pub fn in_force(self) -> Self {
        match self {
            Self::Strongest => [Self::Namespaces, Self::Landlock]
                .into_iter()
                .find(|layer| layer.is_available())
                .unwrap_or(Self::Environment),
            other => other,
        }
    }

    /// Returns whether this machine has the layer.
    #[must_use]
    pub fn is_available(self) -> bool {
        match self {
            Self::Namespaces => namespaces::bubblewrap().is_some(),
            Self::Landlock => landlock::is_available(),
            Self::Off | Self::Strongest | Self::Environment => true,
        }
    }

    /// Describes in one sentence what an isolated program can reach.
    #[must_use]
    pub fn describe(self) -> &'static str {
        match self.in_force() {
            Self::Namespaces => {
                "isolated by namespaces: no network, no other files and processes, nothing written that stays"
            }
            Self::Landlock if landlock::stops_signals() => {
                "isolated by Landlock: no network, no other files, no signals to other processes, nothing written"
            }
            Self::Landlock => {
                "isolated by Landlock: no network, no other files, nothing written; Linux before 6.12 cannot stop signals to your \
                 other processes"
            }
            Self::Environment => {
                "not isolated: the program can read the files of the user and use the network; install bubblewrap"
            }
            Self::Off | Self::Strongest => "not isolated: the spec switches isolation off",
        }
    }
}

/// Writes the setting of a spec: `,isolated` or `,isolated=landlock`.
impl fmt::Display for Isolation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Strongest => f.write_str(",isolated"),
            other => write!(f, ",isolated={}", other.name()),
        }
    }
}

/// The parts of the system that a program may read: programs and libraries, and of the configuration what they need to start.
pub(super) fn system() -> &'static [PathBuf] {
    const PATHS: [&str; 14] = [
        "/usr",
        "/bin",
        "/sbin",
        "/lib",
        "/lib32",
        "/lib64",
        "/opt",
        "/nix/store",
        "/gnu/store",
        "/etc/alternatives",
        "/etc/ld.so.cache",
        "/etc/ld.so.conf",
        "/etc/ld.so.conf.d",
        "/etc/localtime",
    ];
    static ALL: OnceLock<Vec<PathBuf>> = OnceLock::new();
    ALL.get_or_init(|| {
        // Debian keeps the configuration of Java in /etc/java-17-openjdk, for example.
        let configurations = fs::read_dir("/etc").into_iter().flatten().flatten();
        let of_java = configurations.filter(|entry| {
            let name = entry.file_name();
            name.to_string_lossy().starts_with("java-")
        });
        let of_java = of_java.map(|entry| entry.path());
        PATHS
            .map(PathBuf::from)
            .into_iter()
            .chain(of_java)
            .collect()
    })
}

/// The folders in which the commands of a program are found.
const SEARCH_PATH: &str = "/usr/local/bin:/usr/bin:/bin:/usr/games";

/// The files of a program.
#[derive(Debug, Default)]
pub(super) struct Files {
    /// The submission, read-only.
    pub readable: Vec<PathBuf>,
    /// Files of the protocol and folders, which exist.
    pub writable: Vec<PathBuf>,
}

impl Files {
    /// Adds the files of a command. Returns its program, and its arguments with full paths in place of relative ones: an isolated
    /// program has another working folder.
    pub fn add_command(&mut self, path: &str, args: &[String]) -> (PathBuf, Vec<String>) {
        let program = locate(path).unwrap_or_else(|| PathBuf::from(path));
        let mut program = std::path::absolute(&program).unwrap_or(program);
        let is_system = |path: &Path| system().iter().any(|system| path.starts_with(system));
        if !is_system(&program) {
            match python(&program) {
                Some([executable, prefixes @ ..]) => {
                    program = executable;
                    (self.readable)
                        .extend(prefixes.into_iter().filter(|prefix| !is_system(prefix)));
                }
                None => self.readable.push(program.clone()),
            }
        }
        let args = args.iter().map(|arg| {
            let found = Some(Path::new(arg)).filter(|path| !arg.is_empty() && path.exists());
            let Some(path) = found.and_then(|path| std::path::absolute(path).ok()) else {
                return arg.clone();
            };
            let text = path.display().to_string();
            self.readable.push(path);
            text
        });
        (program, args.collect())
    }
}

/// Returns the executable and the folders of a Python interpreter that is not the system's: one of pyenv or conda, or of a virtual
/// environment. `None` if the program is no Python interpreter.
fn python(program: &Path) -> Option<[PathBuf; 3]> {
    const FOLDERS: &str =
        "import sys; print(sys.executable, sys.prefix, sys.base_prefix, sep='\\n')";
    let name = program.file_name()?.to_str()?;
    if !name.starts_with("python") {
        return None;
    }
    let output = Command::new(program).args(["-I", "-c", FOLDERS]).output();
    let text = String::from_utf8(output.ok()?.stdout).ok()?;
    let folders: Vec<PathBuf> = text.lines().map(PathBuf::from).collect();
    folders.try_into().ok()
}

/// Clears the environment of a command. `home` is also its working folder.
pub(super) fn clear_environment(command: &mut Command, home: &Path) {
    // Programs do not start on Windows without its variables.
    if cfg!(unix) {
        command.env_clear().env("PATH", SEARCH_PATH);
    }
    command
        .env("HOME", home)
        .env("TMPDIR", home)
        .env("LANG", "C.UTF-8")
        .current_dir(home);
}
