//! From a student's source to a program: C, C++, Rust and Java are compiled with the machine's own compiler.
//!
//! A source is named like a program: `file:player.cpp`, `script:search.rs`, `uci:engine.cpp`, with the same settings behind it. A
//! path alone will do: what the source reads says how it talks. Headers beside the source are found; a program of many sources
//! is built by its own means and named by what comes out.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::{Duration, Instant};
use std::{fmt, io, thread};

use games::nearest::quote;

use super::confinement::Confinement;
use super::spec::{Program, Protocol, locate};
use super::system::{self, Start};
use crate::spec::SpecError;

/// No source takes longer to compile.
const LONGEST: Duration = Duration::from_secs(180);

/// What a compiler may take: a template that never ends harms nothing.
const COMPILER: Confinement = Confinement {
    limited: false,
    memory: Some(4_096),
    processes: Some(64),
    filesize: Some(512),
    cpu: None,
};

/// A language that is compiled.
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

    /// Compilers, the first of which that is there is taken.
    const fn compilers(self) -> &'static [&'static str] {
        match self {
            Self::C => &["cc", "gcc", "clang"],
            Self::Cpp => &["c++", "g++", "clang++"],
            Self::Rust => &["rustc"],
            Self::Java => &["javac"],
        }
    }

    /// What stands in a source that reads what is typed, and in one that reads its command line.
    const fn signs(self) -> (&'static [&'static str], &'static [&'static str]) {
        match self {
            Self::C => (&["stdin", "getchar", "scanf", "gets("], &["argv"]),
            Self::Cpp => (&["cin", "stdin", "getchar", "scanf"], &["argv"]),
            Self::Rust => (&["stdin"], &["env::args"]),
            Self::Java => (&["System.in", "System.console"], &["args["]),
        }
    }
}

/// Why there is no program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CompileError {
    /// The spec around the source.
    Spec(SpecError),
    /// The source cannot be read, there is no compiler, or it found something wrong. In a sentence.
    Source(String),
}

impl fmt::Display for CompileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Spec(error) => error.fmt(f),
            Self::Source(reason) => f.write_str(reason),
        }
    }
}

impl std::error::Error for CompileError {}

/// The program of a source, compiled into a folder that is there; `None` if the text names no source. Compiled again, it has
/// the same path.
///
/// ```no_run
/// use players::program::{Protocol, compile};
/// let program = compile("player.cpp", std::path::Path::new("/tmp")).unwrap().unwrap();
/// assert_eq!(program.protocol, Protocol::File);
/// ```
pub fn compile(text: &str, folder: &Path) -> Option<Result<Program, CompileError>> {
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

/// How a source talks, by what it reads.
fn protocol_of(language: Language, path: &str) -> Result<Protocol, CompileError> {
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

fn unreadable(path: &str, error: &io::Error) -> CompileError {
    CompileError::Source(format!("cannot read {}: {error}", quote(path)))
}

fn build(language: Language, mut program: Program, folder: &Path) -> Result<Program, CompileError> {
    let failed = |error: io::Error| {
        CompileError::Source(format!("cannot compile in {}: {error}", folder.display()))
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
        return Err(CompileError::Source(format!(
            "{} cannot be compiled: there is no {} on this machine",
            quote(&program.path),
            language.compilers().join(", ")
        )));
    };
    let target = folder.join(&stem);
    // A program that is killed here leaves no half a program behind.
    let unfinished = folder.join(format!("{stem}.unfinished"));
    let out = unfinished.display().to_string();
    let args: &[&str] = match language {
        Language::C => &["-O2", "-o", &out],
        Language::Cpp => &["-std=c++20", "-O2", "-o", &out],
        Language::Rust => &["-O", "--edition", "2021", "-o", &out],
        Language::Java => &["-encoding", "UTF-8", "-d", &out],
    };
    let mut command = Program::new(Protocol::Script, *compiler);
    command.confinement = COMPILER;
    command.args = args.iter().map(|&arg| arg.to_owned()).collect();
    command.args.push(program.path.clone());
    if language == Language::C {
        command.args.push("-lm".to_owned());
    }
    if language == Language::Java {
        let _ = fs::remove_dir_all(&unfinished);
        fs::create_dir_all(&unfinished).map_err(failed)?;
    }
    let said = folder.join(format!("{stem}.messages"));
    let outcome = run(&command, &said).map_err(failed)?;
    if let Err(reason) = outcome {
        let found = first_error(&fs::read(&said).unwrap_or_default());
        let found = found.map_or(reason, |line| format!("{compiler} says {line}"));
        return Err(CompileError::Source(format!(
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
        // Its heap is a quarter of the machine unless somebody says otherwise.
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

/// Runs a compiler; what it says goes to a file. Not without end. The inner error says how it ended.
fn run(command: &Program, said: &Path) -> io::Result<Result<(), String>> {
    let file = File::create(said)?;
    let mut start = Start::new(command, None);
    start
        .command
        .stdin(Stdio::null())
        .stdout(file.try_clone()?)
        .stderr(file);
    let (mut child, guard) = start.spawn()?;
    let deadline = Instant::now() + LONGEST;
    let status = loop {
        match child.try_wait()? {
            Some(status) => break Some(status),
            None if Instant::now() >= deadline => break None,
            None => thread::sleep(Duration::from_millis(5)),
        }
    };
    system::end(&mut child, guard.as_ref());
    Ok(match (guard.and_then(|guard| guard.verdict()), status) {
        (Some(verdict), _) => Err(verdict),
        (None, None) => Err(format!("it takes longer than {} s", LONGEST.as_secs())),
        (None, Some(status)) if status.success() => Ok(()),
        (None, Some(status)) => Err(status.to_string()),
    })
}

/// The first line that tells of an error, or the first line there is.
fn first_error(said: &[u8]) -> Option<String> {
    let text = String::from_utf8_lossy(said);
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
    fn what_is_no_source_is_left_alone() {
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
        let said = b"In file a.cpp:\na.cpp:1:2: error: expected ';'\na.cpp:2:2: error: other\n";
        assert_eq!(
            first_error(said).as_deref(),
            Some("a.cpp:1:2: error: expected ';'")
        );
        assert_eq!(first_error(b"\nhello\n").as_deref(), Some("hello"));
        assert_eq!(first_error(b""), None);
    }

    #[test]
    fn a_source_says_how_it_talks() {
        let folder = std::env::temp_dir().join(format!("talks-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("a folder");
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
        let missing = compile("no/such/player.cpp", &folder).expect("a source");
        let error = missing.expect_err("an error").to_string();
        assert!(
            error.contains("cannot read \"no/such/player.cpp\""),
            "{error}"
        );
        let _ = fs::remove_dir_all(&folder);
    }
}
