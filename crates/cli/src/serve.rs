//! The command `espalier serve`: the web app on this machine.

use std::env;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::Arc;

use clap::Args;
use desk::{Allowed, Config, Folder, Store};
use players::program::{Program, Protocol};
use server::{Server, assets};

use crate::error::Failure;
use crate::manifest::program;

/// Arguments of `espalier serve`.
#[derive(Args, Debug)]
#[command(after_help = "\
The app is reachable only from this machine. Matches are kept in the folder --matches, a journal and a PGN file each:
`espalier match ... --resume JOURNAL` goes on with one in the terminal.

A page cannot start a program. With --allow it can use that one, exactly as it is written here: the same path, arguments,
options and limits.

Examples:
  espalier serve --open
  espalier serve --port 8080
  espalier serve --allow uci:/usr/games/stockfish --allow script:python3,arg=search.py,limited")]
pub struct ServeArgs {
    /// The port; 8960 or any other that is free unless given
    #[arg(long, value_name = "P")]
    pub port: Option<u16>,
    /// Open it in the browser
    #[arg(long)]
    pub open: bool,
    /// Serve the pages of this folder instead of those that are built in, to work on them
    #[arg(long, value_name = "FOLDER")]
    pub pages: Option<PathBuf>,
    /// Keep matches in this folder; $XDG_DATA_HOME/espalier/matches or ~/.local/share/espalier/matches unless given
    #[arg(long, value_name = "DIR")]
    pub matches: Option<PathBuf>,
    /// Let pages use this program: uci:PATH..., file:PATH... or script:PATH...; can be given several times
    #[arg(long, value_name = "PROGRAM", value_parser = program_to_allow)]
    pub allow: Vec<Program>,
    /// Add the lessons of this folder, files that end with .txt, to those that are built in
    #[arg(long, value_name = "DIR")]
    pub lessons: Option<PathBuf>,
}

/// A program that is there.
fn program_to_allow(text: &str) -> Result<Program, String> {
    let parsed = Program::parse(text).ok_or_else(|| {
        format!(
            "a program is {}, {} or {}; players of this program need not be allowed",
            Protocol::Uci.form(),
            Protocol::File.form(),
            Protocol::Script.form()
        )
    })?;
    let program = parsed.map_err(|error| error.to_string())?;
    program.locate().map_err(|error| error.to_string())?;
    Ok(program)
}

/// Prints the address and serves until Ctrl-C.
pub fn command(args: &ServeArgs, output: &mut impl Write) -> Result<(), Failure> {
    at(args, None, output)
}

/// Prints the address, opens a screen of the app if one is given, and serves until Ctrl-C.
pub fn at(args: &ServeArgs, place: Option<&str>, output: &mut impl Write) -> Result<(), Failure> {
    let mut lessons = lab::lesson::lessons().map_err(Failure::input)?;
    if let Some(folder) = &args.lessons {
        lessons.extend(lab::lesson::lessons_in(folder).map_err(Failure::input)?);
    }
    let server = Server::bind(args.port).map_err(|error| match args.port {
        Some(port) => Failure::input(format_args!(
            "cannot use port {port}: {error}; leave --port out to take any that is free"
        )),
        None => Failure::input(format_args!("cannot take a port of this machine: {error}")),
    })?;
    let url = format!("{}{}", server.url(), place.unwrap_or(""));
    writeln!(output, "Espalier is at {url} (Ctrl-C ends it)")?;
    output.flush()?;
    if args.pages.is_none() && !assets::has_pages() {
        // Nothing depends on whether somebody reads this.
        _ = writeln!(
            io::stderr(),
            "The web pages are not built in: run `make run`, which builds them first."
        );
    }
    for program in &args.allow {
        writeln!(output, "Pages may start {program}")?;
    }
    output.flush()?;
    if args.open || place.is_some() {
        open(&url);
    }
    let matches = args.matches.clone().or_else(usual_folder);
    let store = matches.map(|folder| Arc::new(Folder::new(folder)) as Arc<dyn Store>);
    let server = server.with_config(Config {
        store,
        allowed: Allowed::new(args.allow.iter().cloned()),
        program: program(),
        lessons: Arc::new(lessons),
        ..Config::default()
    });
    let server = match &args.pages {
        Some(folder) => server.with_pages(folder.clone()),
        None => server,
    };
    server
        .run()
        .map_err(|error| Failure::input(format_args!("the server has stopped: {error}")))
}

/// Where a user's matches are kept if nobody says otherwise; `None` if there is no such place.
fn usual_folder() -> Option<PathBuf> {
    // A relative path there is invalid by the specification, and to be ignored.
    let absolute = |name: &str| {
        env::var_os(name)
            .map(PathBuf::from)
            .filter(|path| path.is_absolute())
    };
    let data = absolute("XDG_DATA_HOME")
        .or_else(|| Some(absolute("HOME")?.join(".local/share")))
        .or_else(|| absolute("APPDATA"))?;
    Some(data.join("espalier").join("matches"))
}

/// Opens a browser, if there is one; the address is printed in any case.
fn open(url: &str) {
    let mut command = if cfg!(target_os = "macos") {
        Command::new("open")
    } else if cfg!(target_os = "windows") {
        let mut command = Command::new("cmd");
        command.args(["/C", "start", ""]);
        command
    } else {
        Command::new("xdg-open")
    };
    _ = command
        .arg(url)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn();
}
