//! The program that is graded, as it is named: a spec, or a source.

use std::fmt;
use std::path::Path;
use std::sync::Arc;

use games::nearest::quote;
use players::program::{CompileError, Program, Protocol, TemporaryFolder, compile};
use players::{SpecError, registry};

use super::assignment::ProgramLimits;

/// The loop of `docs/teaching/starter.py`, for a file that has only the function `answer(question)`.
const PYTHON_LOOP: &str = "exec(\"import json, runpy, sys\\n\
    answer = runpy.run_path(sys.argv[1])['answer']\\n\
    for line in sys.stdin:\\n\
    \\ttry: said = answer(json.loads(line))\\n\
    \\texcept Exception as error: said = {'error': repr(error)}\\n\
    \\tprint(json.dumps(said if isinstance(said, dict) else {'value': said}), flush=True)\")";

/// A program by its name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ProgramSpec {
    text: String,
    spec: String,
    pub(super) kind: Kind,
    /// Where it was compiled, if it was and nobody else keeps it.
    workshop: Option<Arc<TemporaryFolder>>,
}

/// How a program is asked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    /// A program that reads questions and writes answers.
    Script(Program),
    /// A program that plays one game, behind a seat.
    Plays(Program),
    /// A player of this program.
    Player,
}

impl ProgramSpec {
    /// Reads `uci:...`, `file:...`, `script:...`, the spec of a player, or the path of a source. A Python file may be a script
    /// of its own, or have a function `answer(question)` and nothing that reads; C, C++, Rust and Java are compiled. Programs
    /// are limited: they are a stranger's.
    pub fn read(text: &str) -> Result<Self, SpecError> {
        let failed = |error| SpecError::Conflict(format!("no folder to compile in: {error}"));
        let workshop = TemporaryFolder::new().map_err(failed)?;
        let mut program = Self::read_in(text, workshop.path())?;
        // What is not compiled needs no folder.
        if program.spec.contains(&*workshop.path().to_string_lossy()) {
            program.workshop = Some(Arc::new(workshop));
        }
        Ok(program)
    }

    /// The same, compiled in a folder that is kept.
    pub fn read_in(text: &str, folder: &Path) -> Result<Self, SpecError> {
        let text = text.trim();
        let compiled = compile(text, folder).map(|program| {
            program.map_err(|error| match error {
                CompileError::Spec(error) => error,
                CompileError::Source(reason) => SpecError::Conflict(reason),
            })
        });
        let spec = match compiled {
            Some(program) => program?.to_string(),
            None => python(text)?.unwrap_or_else(|| text.to_owned()),
        };
        let (spec, kind) = match Program::parse(&spec) {
            None => {
                registry::parse(&spec)?;
                (spec, Kind::Player)
            }
            Some(program) => {
                let program = program?.limited();
                program.locate()?;
                let spec = program.to_string();
                let kind = match program.protocol {
                    Protocol::Script => Kind::Script(program),
                    Protocol::Uci | Protocol::File => Kind::Plays(program),
                };
                (spec, kind)
            }
        };
        Ok(Self {
            text: text.to_owned(),
            spec,
            kind,
            workshop: None,
        })
    }

    /// The same with the limits of an assignment, where its spec has none.
    #[must_use]
    pub fn within(&self, limits: ProgramLimits) -> Self {
        let mut program = self.clone();
        if let Kind::Script(own) | Kind::Plays(own) = &mut program.kind {
            let confinement = &mut own.confinement;
            confinement.memory = confinement.memory.or(limits.mebibytes);
            confinement.processes = confinement.processes.or(limits.processes);
            program.spec = own.to_string();
        }
        program
    }

    /// The spec by which it can be seated in a match.
    #[must_use]
    pub fn spec(&self) -> &str {
        &self.spec
    }
}

/// As it was named.
impl fmt::Display for ProgramSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

/// The spec of a Python file; `None` if the text names none.
fn python(text: &str) -> Result<Option<String>, SpecError> {
    let is_file = Path::new(text)
        .extension()
        .is_some_and(|end| end.eq_ignore_ascii_case("py"));
    if !is_file || Program::parse(text).is_some() {
        return Ok(None);
    }
    let source = std::fs::read_to_string(text).map_err(|error| SpecError::Program {
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
