//! Compiles a student's source: C, C++, Rust and Java, with the compiler of the machine.
//!
//! The spec of a source is that of a program: `file:player.cpp`, `script:search.rs`, `uci:engine.cpp`, with the same settings. For
//! a path alone the protocol is derived from the source. Headers in the same folder are found. A program of several sources has
//! to be compiled by its own build system.
//!
//! A compiler is isolated as the program is: the directives `#include` and `include_str!` can name any file, and the error of a
//! compiler quotes it.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use games::nearest::quote;

use super::confinement::{Caps, Confinement};
use super::isolation::{Files, Isolation};
use super::os::{self, Start};
use super::spec::{Program, Protocol};
use players::{SpecError, locate};

/// The time limit of a compiler.
const LONGEST: Duration = Duration::from_secs(180);

/// The limits of a compiler: endless template recursion is stopped.
const LIMITS: Caps = Caps {
    memory: Some(4_096),
    processes: Some(64),
    filesize: Some(512),
    cpu: None,
};

/// A compiled language.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Language {
    C,
    Cpp,
    Rust,
    Java,
}

impl Language {
    fn of(path: &Path) -> Option<Self> {
        let end = path.extension()?.to_str()?;
        match end.to_ascii_lowercase().as_str() {
            "c" => Some(Self::C),
            "cpp" | "cc" | "cxx" => Some(Self::Cpp),
            "rs" => Some(Self::Rust),
            "java" => Some(Self::Java),
            _ => None,
        }
    }

    /// Returns its compilers. The first one found is used.
    const fn compilers(self) -> &'static [&'static str] {
        match self {
            Self::C => &["cc", "gcc", "clang"],
            Self::Cpp => &["c++", "g++", "clang++"],
            Self::Rust => &["rustc"],
            Self::Java => &["javac"],
        }
    }

    /// Returns the extensions of the files that a source may include.
    const fn headers(self) -> &'static [&'static str] {
        match self {
            Self::C => &["h"],
            Self::Cpp => &["h", "hh", "hpp", "hxx"],
            Self::Rust | Self::Java => &[],
        }
    }

    /// Returns the identifiers that show that a source reads standard input, and that it reads its command line.
    const fn signs(self) -> (&'static [&'static str], &'static [&'static str]) {
        match self {
            Self::C => (&["stdin", "getchar", "scanf", "gets("], &["argv"]),
            Self::Cpp => (&["cin", "stdin", "getchar", "scanf"], &["argv"]),
            Self::Rust => (&["stdin"], &["env::args"]),
            Self::Java => (&["System.in", "System.console"], &["args["]),
        }
    }
}

/// Compiles a source into an existing folder. Returns `None` if the text names no source. The path of the program is always the
/// same. The error is one sentence: the source cannot be read, there is no compiler, or the compiler reported an error.
pub(super) fn compile(text: &str, folder: &Path) -> Option<Result<Program, SpecError>> {
    let text = text.trim();
    let named = Program::parse(text);
    let path = match &named {
        Some(Ok(program)) => program.path.clone(),
        Some(Err(_)) => return None,
        None => text.to_owned(),
    };
    let language = Language::of(Path::new(&path))?;
    Some(match named {
        Some(Ok(program)) => build(language, program, folder),
        _ => protocol_of(language, &path).and_then(|protocol| {
            let program = Program::new(protocol, path);
            build(language, program, folder)
        }),
    })
}

/// Derives the protocol from the input that the source reads.
fn protocol_of(language: Language, path: &str) -> Result<Protocol, SpecError> {
    let source = fs::read(path).map_err(|error| unreadable(path, &error))?;
    let source = String::from_utf8_lossy(&source);
    let has = |signs: &[&str]| signs.iter().any(|sign| source.contains(sign));
    let (typed, command_line) = language.signs();
    Ok(match () {
        () if source.contains("uciok") => Protocol::Uci,
        () if has(command_line) && !has(typed) => Protocol::File,
        () => Protocol::Script,
    })
}

fn unreadable(path: &str, error: &io::Error) -> SpecError {
    SpecError::Conflict(format!("cannot read {}: {error}", quote(path)))
}

fn build(language: Language, mut program: Program, folder: &Path) -> Result<Program, SpecError> {
    let failed = |error: io::Error| {
        SpecError::Conflict(format!("cannot compile in {}: {error}", folder.display()))
    };
    let source = PathBuf::from(&program.path);
    File::open(&source).map_err(|error| unreadable(&program.path, &error))?;
    let folder = fs::canonicalize(folder).map_err(failed)?;
    let stem = source
        .file_stem()
        .map_or_else(String::new, |stem| stem.to_string_lossy().into_owned());
    let compiler = language
        .compilers()
        .iter()
        .find(|name| locate(name).is_some());
    let Some(compiler) = compiler else {
        return Err(SpecError::Conflict(format!(
            "{} cannot be compiled: there is no {} on this machine",
            quote(&program.path),
            language.compilers().join(", ")
        )));
    };
    let target = folder.join(&stem);
    // The target appears only when it is complete.
    let unfinished = folder.join(format!("{stem}.unfinished"));
    let out = unfinished.display().to_string();
    let args: &[&str] = match language {
        Language::C => &["-O2", "-o", &out],
        Language::Cpp => &["-std=c++20", "-O2", "-o", &out],
        Language::Rust => &["-O", "--edition", "2021", "-o", &out],
        Language::Java => &["-encoding", "UTF-8", "-d", &out],
    };
    let mut command = Program::new(Protocol::Script, executable(language, compiler));
    command.confinement = Confinement {
        limited: false,
        caps: LIMITS,
        isolation: Some(
            program
                .confinement
                .isolation
                .unwrap_or(Isolation::Strongest),
        ),
    };
    command.args = args.iter().map(|&arg| arg.to_owned()).collect();
    command.args.push(program.path.clone());
    if language == Language::C {
        command.args.push("-lm".to_owned());
    }
    if language == Language::Java {
        let _ = fs::remove_dir_all(&unfinished);
        fs::create_dir_all(&unfinished).map_err(failed)?;
    }
    let output = folder.join(format!("{stem}.messages"));
    let beside = match source.parent() {
        Some(parent) if parent != Path::new("") => parent,
        _ => Path::new("."),
    };
    let beside = std::path::absolute(beside).map_err(failed)?;
    let mut readable = headers(language, &beside);
    readable.extend(installation(&command.path));
    let files = Files {
        readable,
        writable: vec![folder.clone()],
    };
    let outcome = run(&command, files, &output).map_err(failed)?;
    if let Err(reason) = outcome {
        let messages = String::from_utf8_lossy(&fs::read(&output).unwrap_or_default())
            .replace(&format!("{}/", beside.display()), "");
        let found = first_error(&messages);
        let found = found.map_or(reason, |line| format!("{compiler}: {line}"));
        return Err(SpecError::Compile(format!(
            "{} does not compile: {found}",
            quote(&program.path)
        )));
    }
    if language == Language::Java {
        let _ = fs::remove_dir_all(&target);
    }
    fs::rename(&unfinished, &target).map_err(failed)?;
    let target = target.display().to_string();
    if language == Language::Java {
        // The default heap is a quarter of the machine's memory.
        let mut args = ["-Xmx512m", "-cp", &target, &stem]
            .map(str::to_owned)
            .to_vec();
        args.append(&mut program.args);
        program.args = args;
        program.path = "java".to_owned();
    } else {
        program.path = target;
    }
    Ok(program)
}

/// Returns the program of a compiler. The command `rustc` may only be a selector of toolchains, which needs the home of the user.
fn executable(language: Language, compiler: &str) -> String {
    let find = || {
        let output = Command::new(compiler)
            .args(["--print", "sysroot"])
            .stdin(Stdio::null())
            .output()
            .ok()?;
        let root = String::from_utf8(output.stdout).ok()?;
        let path = Path::new(root.trim()).join("bin").join(compiler);
        path.is_file().then(|| path.display().to_string())
    };
    let found = (language == Language::Rust).then(find).flatten();
    found.unwrap_or_else(|| compiler.to_owned())
}

/// Returns the folder of the installation of a compiler: above its folder `bin`.
fn installation(compiler: &str) -> Option<PathBuf> {
    let bin = locate(compiler)?.parent()?.to_owned();
    let root = bin.parent().filter(|root| root.parent().is_some())?;
    let is_home = std::env::home_dir().is_some_and(|home| home.starts_with(root));
    (bin.ends_with("bin") && !is_home).then(|| root.to_owned())
}

/// Returns the files of a folder that a source may include.
fn headers(language: Language, folder: &Path) -> Vec<PathBuf> {
    let files = fs::read_dir(folder).into_iter().flatten().flatten();
    let is_header = |path: &PathBuf| {
        let extension = path.extension().and_then(|it| it.to_str());
        extension.is_some_and(|it| language.headers().contains(&it))
            // A link could lead anywhere.
            && fs::symlink_metadata(path).is_ok_and(|data| data.is_file())
    };
    files.map(|file| file.path()).filter(is_header).collect()
}

/// Runs a compiler with a time limit, and writes its output to a file. The inner error describes a failure of the compiler.
fn run(command: &Program, files: Files, output: &Path) -> io::Result<Result<(), String>> {
    let file = File::create(output)?;
    let mut start = Start::new(command, None, files)?;
    start
        .command
        .stdin(Stdio::null())
        .stdout(file.try_clone()?)
        .stderr(file);
    let (mut child, watchdog) = start.spawn()?;
    let status = os::wait(&mut child, Instant::now() + LONGEST);
    os::end(&mut child, watchdog.as_ref());
    Ok(
        match (watchdog.and_then(|watchdog| watchdog.verdict()), status) {
            (Some(verdict), _) => Err(verdict),
            (None, None) => Err(format!("it takes longer than {} s", LONGEST.as_secs())),
            (None, Some(status)) if status.success() => Ok(()),
            (None, Some(status)) => Err(status.to_string()),
        },
    )
}

/// Returns the first line with an error, or the first line.
fn first_error(text: &str) -> Option<String> {
    let lines = || text.lines().filter(|line| !line.trim().is_empty());
    let found = lines().find(|line| line.contains("error"));
    let line = found.or_else(|| lines().next())?;
    let printable = line.trim().chars().filter(|letter| !letter.is_control());
    Some(printable.take(300).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn specs_without_a_source_are_not_compiled() {
        for text in [
            "alphabeta:depth=3",
            "uci:stockfish",
            "file:./player",
            "uci:",
            "player.py",
        ] {
            assert!(compile(text, Path::new("/")).is_none(), "{text}");
        }
    }

    #[test]
    fn the_first_error_is_shown() {
        let output = "In file a.cpp:\na.cpp:1:2: error: expected ';'\na.cpp:2:2: error: other\n";
        assert_eq!(
            first_error(output).as_deref(),
            Some("a.cpp:1:2: error: expected ';'")
        );
        assert_eq!(first_error("\nhello\n").as_deref(), Some("hello"));
        assert_eq!(first_error(""), None);
    }

    #[test]
    fn the_protocol_is_derived_from_the_source() {
        let temporary = tempfile::tempdir().expect("a folder");
        let folder = temporary.path();
        for (name, text, protocol) in [
            (
                "a.cpp",
                "int main(int, char** argv) { std::ofstream out(argv[2]); }",
                Protocol::File,
            ),
            (
                "b.cpp",
                "while (std::getline(std::cin, line)) {}",
                Protocol::Script,
            ),
            ("c.rs", "println!(\"uciok\"); stdin()", Protocol::Uci),
            ("D.java", "new FileReader(args[0])", Protocol::File),
        ] {
            let path = folder.join(name);
            fs::write(&path, text).expect("a file");
            let language = Language::of(&path).expect("a language");
            assert_eq!(
                protocol_of(language, &path.display().to_string()),
                Ok(protocol),
                "{name}"
            );
        }
        let missing = compile("no/such/player.cpp", folder).expect("a source");
        let error = missing.expect_err("an error").to_string();
        assert!(
            error.contains("cannot read \"no/such/player.cpp\""),
            "{error}"
        );
    }
}
