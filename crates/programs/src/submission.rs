//! Student programs under test: a spec, or a source that is compiled.

use std::fs;
use std::path::{Component, Path};
use std::sync::Arc;
use std::time::Duration;

use games::nearest::quote;
use games::{BoardGame, Chess, MiniChess};
use gametree::hash::fnv1a;
use players::{
    Answering, Connection, Fault, PlayerSpec, SpecError, Submission, Submissions, locate,
};

use crate::compile::compile;
use crate::script::ScriptPlayer;
use crate::{Caps, Program, Protocol};

/// Runs a Python file that only defines `answer(question)`, as the loop of `docs/teaching/example.py` does.
const PYTHON_LOOP: &str = "exec(\"import json, runpy, sys\\n\
    answer = runpy.run_path(sys.argv[1])['answer']\\n\
    for line in sys.stdin:\\n\
    \\ttry: reply = answer(json.loads(line))\\n\
    \\texcept Exception as error: reply = {'error': repr(error)}\\n\
    \\tprint(json.dumps(reply if isinstance(reply, dict) else {'value': reply}), flush=True)\")";

/// A student program.
#[derive(Clone, Debug)]
pub struct StudentProgram {
    name: String,
    spec: PlayerSpec,
    /// `None` for a player of this program.
    program: Option<Program>,
    /// The folder of the compiled program, deleted with the last copy of this value.
    folder: Option<Arc<tempfile::TempDir>>,
}

impl StudentProgram {
    /// Reads `uci:...`, `file:...`, `script:...`, the spec of a player, or the path of a source.
    ///
    /// A Python file may read its input, or only define a function `answer(question)`. C, C++, Rust and Java are
    /// compiled. Programs run with limits, because they are untrusted.
    pub fn read(text: &str) -> Result<Self, SpecError> {
        let failed =
            |error| SpecError::Conflict(format!("cannot create a folder to compile in: {error}"));
        let folder = tempfile::tempdir().map_err(failed)?;
        let mut program = Self::read_in(text, folder.path())?;
        let is_compiled = program
            .spec
            .to_string()
            .contains(&*folder.path().to_string_lossy());
        program.folder = is_compiled.then(|| Arc::new(folder));
        Ok(program)
    }

    /// As [`StudentProgram::read`], but compiles in a given folder.
    pub fn read_in(text: &str, folder: &Path) -> Result<Self, SpecError> {
        let name = text.trim();
        if name.contains(char::is_control) {
            return Err(SpecError::Conflict(format!(
                "the name {} has a line break or another control character: rename the file",
                quote(name)
            )));
        }
        check_links(name)?;
        let spec = match compile(name, folder) {
            Some(program) => program?.to_string(),
            None => python(name)?.unwrap_or_else(|| name.to_owned()),
        };
        let mut spec = crate::registry().parse(&spec)?;
        let program = Program::of(&spec).cloned();
        let program = program.map(|program| program.limited().isolated());
        if let Some(program) = &program {
            program.locate()?;
            spec = program.spec()?;
        }
        Ok(Self {
            name: name.to_owned(),
            spec,
            program,
            folder: None,
        })
    }
}

impl Submission for StudentProgram {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn spec(&self) -> &PlayerSpec {
        &self.spec
    }

    fn isolation(&self) -> Option<&'static str> {
        let program = self.program.as_ref()?;
        Some(program.isolation().describe())
    }

    fn limited(&self, memory: Option<u64>, processes: Option<u64>) -> Box<dyn Submission> {
        let mut limited = self.clone();
        if let Some(program) = &mut limited.program {
            let caps = &mut program.confinement.caps;
            *caps = caps.or(Caps {
                memory,
                processes,
                ..Caps::default()
            });
            if let Ok(spec) = program.spec() {
                limited.spec = spec;
            }
        }
        Box::new(limited)
    }

    fn connect(&self) -> Connection {
        let Some(program) = &self.program else {
            return Connection::Builtin;
        };
        match program.protocol {
            Protocol::Script => Connection::Questions(Box::new(ScriptPlayer::new(program.clone()))),
            Protocol::Uci => Connection::Moves(Chess::ID),
            Protocol::File => Connection::Moves(MiniChess::ID),
        }
    }
}

impl Answering for ScriptPlayer {
    fn send(&mut self, lines: &str) -> Result<(), Fault> {
        Self::send(self, lines)
    }

    fn receive(&mut self, time: Duration) -> Result<String, Fault> {
        Self::receive(self, time)
    }

    fn restart(&mut self) -> bool {
        self.end();
        true
    }
}

/// Rejects a submission with a link that leaves its folder: the files of the user are not the student's.
fn check_links(text: &str) -> Result<(), SpecError> {
    let files = match Program::parse(text) {
        Some(program) => {
            let program = program?;
            // A command such as `python3` may be a link.
            let path = Some(program.path).filter(|path| path.contains('/'));
            path.into_iter().chain(program.args).collect()
        }
        None => vec![text.to_owned()],
    };
    for file in files {
        let path = Path::new(&file);
        let folder = path.parent().filter(|it| !it.as_os_str().is_empty());
        if !stays(path, folder.unwrap_or(Path::new("."))) {
            return Err(SpecError::Conflict(left(&file)));
        }
    }
    Ok(())
}

/// Returns whether a path that exists, or is a link, is in a folder after all links are followed.
fn stays(path: &Path, folder: &Path) -> bool {
    if fs::symlink_metadata(path).is_err() {
        return true;
    }
    let folder = fs::canonicalize(folder);
    let target = fs::canonicalize(path);
    matches!((target, folder), (Ok(target), Ok(folder)) if target.starts_with(&folder))
}

/// Returns the error of a file that leaves its folder.
fn left(file: &str) -> String {
    format!(
        "{} is a link to a file outside its folder: submit the file itself",
        quote(file)
    )
}

/// Returns the spec of a Python file, or `None` if the text is not the path of one.
fn python(text: &str) -> Result<Option<String>, SpecError> {
    let is_file = Path::new(text)
        .extension()
        .is_some_and(|end| end.eq_ignore_ascii_case("py"));
    if !is_file || Program::parse(text).is_some() {
        return Ok(None);
    }
    let source = fs::read_to_string(text).map_err(|error| SpecError::Program {
        form: Protocol::Script.form(),
        reason: format!("cannot read {}: {error}", quote(text)),
    })?;
    let reads = source.contains("stdin") || source.contains("input(");
    let mut args = Vec::new();
    if !reads {
        args.extend(["-c".to_owned(), PYTHON_LOOP.to_owned()]);
    }
    args.push(text.to_owned());
    let mut program = Program::new(Protocol::Script, "python3");
    program.args = args;
    Ok(Some(program.to_string()))
}

/// The student programs on this machine.
#[derive(Clone, Copy, Debug)]
pub struct StudentPrograms;

impl Submissions for StudentPrograms {
    fn resolve(&self, text: &str, folder: &Path) -> Result<String, String> {
        let root = if folder == Path::new("") {
            Path::new(".")
        } else {
            folder
        };
        let found = |name: &str| -> Result<Option<String>, String> {
            let path = folder.join(name);
            // A path with `..` or from `/` is the teacher's choice.
            let is_below = (Path::new(name).components())
                .all(|part| matches!(part, Component::Normal(_) | Component::CurDir));
            if name.is_empty() {
                return Ok(None);
            }
            if is_below && !stays(&path, root) {
                return Err(left(name));
            }
            Ok(path.exists().then(|| path.display().to_string()))
        };
        let Some(Ok(mut program)) = Program::parse(text) else {
            return Ok(found(text.trim())?.unwrap_or_else(|| text.to_owned()));
        };
        for name in [&mut program.path].into_iter().chain(&mut program.args) {
            if let Some(path) = found(name)? {
                *name = path;
            }
        }
        Ok(program.to_string())
    }

    fn hash(&self, text: &str) -> u64 {
        let files: Vec<String> = match Program::parse(text) {
            Some(Ok(program)) => [program.path].into_iter().chain(program.args).collect(),
            _ => vec![text.trim().to_owned()],
        };
        let contents = files.into_iter().filter_map(|file| {
            let found = locate(&file).and_then(|path| fs::read(path).ok());
            found.or_else(|| fs::read(&file).ok())
        });
        fnv1a(&contents.collect::<Vec<_>>().concat())
    }

    fn open(&self, text: &str, folder: &Path) -> Result<Box<dyn Submission>, SpecError> {
        Ok(Box::new(StudentProgram::read_in(text, folder)?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_in_the_folder_get_full_paths() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
        let path = folder.join("lib.rs").display().to_string();
        for (text, resolved) in [
            ("lib.rs", path.clone()),
            (
                "script:python3,arg=lib.rs,arg=-v",
                format!("script:python3,arg={path},arg=-v"),
            ),
            ("alphabeta:depth=3", "alphabeta:depth=3".to_owned()),
        ] {
            assert_eq!(StudentPrograms.resolve(text, &folder), Ok(resolved));
        }
    }
}
