//! The program that is graded, as it is named: a spec, or a Python file.

use std::fmt;
use std::path::Path;

use games::nearest::quote;
use players::program::{Program, Protocol};
use players::{SpecError, registry};

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
    /// Reads `uci:...`, `file:...`, `script:...`, the spec of a player, or the path of a Python file. The file may be a script
    /// of its own, or have a function `answer(question)` and nothing that reads.
    pub fn read(text: &str) -> Result<Self, SpecError> {
        let text = text.trim();
        let spec = match python(text)? {
            Some(spec) => spec,
            None => text.to_owned(),
        };
        let kind = match Program::parse(&spec) {
            None => {
                registry::parse(&spec)?;
                Kind::Player
            }
            Some(program) => {
                let program = program?;
                program.locate()?;
                match program.protocol {
                    Protocol::Script => Kind::Script(program),
                    Protocol::Uci | Protocol::File => Kind::Plays(program),
                }
            }
        };
        Ok(Self {
            text: text.to_owned(),
            spec,
            kind,
        })
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
