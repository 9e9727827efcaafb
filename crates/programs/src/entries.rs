//! The entries of the registry: external programs as players.

use std::sync::Arc;

use games::{BoardGame, Chess, MiniChess};
use gametree::Limits;
use players::{
    AnyGame, Build, BuildAny, Entry, ExternalProgram, Games, Grammar, Group, OneGame, Player,
    PlayerSpec, Preset, Registry, Setting, SettingType, Settings, SpecError,
};

use crate::file::FilePlayer;
use crate::script::ScriptPlayer;
use crate::{Program, Protocol, USUAL_TIME, UciEngine};

const ARG: Setting = Setting::new(
    "arg",
    SettingType::Text,
    Preset::Absent("none"),
    "an argument of its command line; can be given several times",
);

const LIMITED: Setting = Setting::new(
    "limited",
    SettingType::Switch,
    Preset::Absent("off; on for programs that are graded and for a class"),
    "adds the usual limits: memory=1024,processes=16,filesize=64",
);

const fn limit(name: &'static str, about: &'static str) -> Setting {
    Setting::new(
        name,
        SettingType::Number(1, 1 << 24),
        Preset::Absent("no limit"),
        about,
    )
}

const MEMORY: Setting = limit("memory", "MiB of memory in use by the whole process tree");
const PROCESSES: Setting = limit("processes", "simultaneous processes, including the program");
const FILESIZE: Setting = limit("filesize", "MiB per file");
const CPU: Setting = limit("cpu", "seconds of processor time per process");

/// Returns the registry of the built-in players and of external programs.
#[must_use]
pub fn registry() -> Registry {
    Registry::builtin().with(entries())
}

/// Returns one entry for each protocol.
fn entries() -> Vec<Entry> {
    let option = Setting::new(
        "option.NAME",
        SettingType::Text,
        Preset::Absent("as the engine has it"),
        "an option of the engine, such as option.Hash=64",
    );
    let search = Setting::new(
        "search",
        SettingType::Text,
        Preset::Absent("nothing"),
        "passed to the program: the search to use, such as alphabeta",
    );
    let eval = Setting::new(
        "eval",
        SettingType::Text,
        Preset::Absent("nothing"),
        "passed to the program: the evaluator to use, such as material",
    );
    vec![
        entry(
            Protocol::Uci,
            "uci:PATH[,arg=VALUE...][,option.NAME=VALUE...]: any UCI engine; a comma in it is written twice",
            &[option],
            |text| read(Protocol::Uci, text),
            OneGame::<Chess>(|spec, _| Ok(Box::new(UciEngine::new(program(spec)?)))),
        ),
        entry(
            Protocol::File,
            "file:PATH[,arg=VALUE...]: a program with the command line PATH STATE ACTION of the course I2P3; its arguments come before the two files",
            &[],
            |text| read(Protocol::File, text),
            OneGame::<MiniChess>(|spec, _| Ok(Box::new(FilePlayer::new(program(spec)?)))),
        ),
        entry(
            Protocol::Script,
            "script:PATH[,arg=VALUE...][,search=NAME][,eval=NAME]: a program that reads {\"game\",\"position\",\"depth\",...} and writes {\"move\",\"value\",\"nodes\"}, a JSON object a line",
            &[search, eval],
            |text| read(Protocol::Script, text),
            AnyGame(Script),
        ),
    ]
}

type Read = fn(&str) -> Result<Arc<dyn ExternalProgram>, SpecError>;

fn entry(
    protocol: Protocol,
    about: &'static str,
    own: &[Setting],
    read: Read,
    build: impl Build,
) -> Entry {
    let limits = [LIMITED, MEMORY, PROCESSES, FILESIZE, CPU];
    Entry {
        settings: [&[ARG], own, &limits].concat(),
        games: (protocol.game()).map_or(Games::Any, |game| Games::Only(vec![game])),
        grammar: Grammar::External(read),
        usual: |_| Limits::time(USUAL_TIME),
        ..Entry::new(protocol.name(), about, Group::Program, build)
    }
}

fn read(protocol: Protocol, text: &str) -> Result<Arc<dyn ExternalProgram>, SpecError> {
    Ok(Arc::new(Program::read(protocol, text)?))
}

/// Returns the program of a spec, if its file exists.
fn program(spec: &PlayerSpec) -> Result<Program, SpecError> {
    let program = Program::of(spec).ok_or_else(|| SpecError::Outside(spec.name().to_owned()))?;
    program.locate()?;
    Ok(program.clone())
}

struct Script;

impl BuildAny for Script {
    fn build<G: BoardGame>(
        &self,
        spec: &PlayerSpec,
        _: &Settings,
    ) -> Result<Box<dyn Player<G>>, SpecError> {
        Ok(Box::new(ScriptPlayer::new(program(spec)?)))
    }
}

impl ExternalProgram for Program {
    fn path(&self) -> &str {
        &self.path
    }

    fn arguments(&self) -> &[String] {
        &self.args
    }

    fn is_limited(&self) -> bool {
        self.confinement.caps().is_some()
    }
}

impl Program {
    /// Returns the program of a spec; `None` if the player is not an external program.
    #[must_use]
    pub fn of(spec: &PlayerSpec) -> Option<&Self> {
        spec.program()?.as_type()
    }

    /// Returns the program as a player.
    ///
    /// # Errors
    /// A part of it cannot be written as a spec.
    pub fn spec(&self) -> Result<PlayerSpec, SpecError> {
        registry().parse(&self.to_string())
    }
}
