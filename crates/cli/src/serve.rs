//! `espalier serve`: the web app on this machine.

use std::sync::Arc;

use engine::tablebase::{Tablebase, TablebaseSettings};
use programs::{Program, Protocol};
use server::{Server, assets, desktop};
use web_api::{AllowedPlayers, Config, Folder, Store};

use crate::manifest::program;
use crate::prelude::*;

#[derive(Args, Debug)]
#[command(after_help = "\
The app is reachable only from this machine, and only with the token in the address that is printed. Each match has a journal and a PGN file in the folder --matches;
`espalier match ... --resume JOURNAL` resumes one in the terminal.

A page can start only the programs of --allow, exactly as they are written there: with the same path, arguments, options and
limits.

Examples:
  espalier serve --open
  espalier serve --port 8080
  espalier serve --allow uci:/usr/games/stockfish --allow script:python3,arg=search.py,limited")]
pub struct ServeArgs {
    /// The port; by default 8960, or any free port
    #[arg(long, value_name = "P")]
    port: Option<u16>,
    /// Accept requests without the token of the address, from scripts and from all users of this machine
    #[arg(long)]
    no_token: bool,
    /// Open the app in the browser
    #[arg(long)]
    open: bool,
    /// Serve the pages of this folder instead of the built-in ones, for development
    #[arg(long, value_name = "FOLDER")]
    pages: Option<PathBuf>,
    /// Keep matches in this folder; by default $XDG_DATA_HOME/espalier/matches or ~/.local/share/espalier/matches
    #[arg(long, value_name = "DIR")]
    matches: Option<PathBuf>,
    /// Allow pages to start this program: uci:PATH..., file:PATH... or script:PATH...; can be given several times
    #[arg(long, value_name = "PROGRAM", value_parser = parse_allowed)]
    allow: Vec<PlayerSpec>,
    /// Add the lessons of this folder, files that end in .txt, to the built-in ones
    #[arg(long, value_name = "DIR")]
    lessons: Option<PathBuf>,
    /// Show the results of the Syzygy tables of this folder in Analyse
    #[arg(long, value_name = "DIR")]
    syzygy: Option<PathBuf>,
}

/// Parses an external program and checks that it exists.
fn parse_allowed(text: &str) -> Result<PlayerSpec, String> {
    let parsed = Program::parse(text).ok_or_else(|| {
        format!(
            "a program is {}, {} or {}; players of this program are always allowed",
            Protocol::Uci.form(),
            Protocol::File.form(),
            Protocol::Script.form()
        )
    })?;
    let program = parsed.map_err(|error| error.to_string())?;
    program.locate().map_err(|error| error.to_string())?;
    program.spec().map_err(|error| error.to_string())
}

/// Opens the Syzygy tables of a folder.
fn tables(folder: &Path) -> Result<Arc<dyn Tablebase>> {
    let settings = TablebaseSettings {
        path: folder.display().to_string(),
        ..TablebaseSettings::default()
    };
    let (found, remark) = engine::tablebase::open(&settings);
    found.ok_or_else(|| failure!("--syzygy: {}", remark.unwrap_or_default()))
}

/// Prints the address and serves until Ctrl-C.
pub fn command(args: &ServeArgs, output: &mut impl Write) -> Result {
    serve(args, None, output)
}

/// Prints the address, opens the screen of a link's fragment in the browser, and serves until Ctrl-C.
pub fn serve(args: &ServeArgs, fragment: Option<&str>, output: &mut impl Write) -> Result {
    let mut lessons = teaching::lesson::lessons().map_err(Failure::input)?;
    if let Some(folder) = &args.lessons {
        lessons.extend(teaching::lesson::lessons_in(folder).map_err(Failure::input)?);
    }
    let tablebase = args.syzygy.as_deref().map(tables).transpose()?;
    let server = Server::bind(args.port).map_err(|error| match args.port {
        Some(port) => {
            failure!("cannot use port {port}: {error}; leave --port out to use any free port")
        }
        None => failure!("cannot open a port of this machine: {error}"),
    })?;
    let server = match args.no_token {
        true => server.without_token(),
        false => server,
    };
    let url = format!("{}{}", server.url(), fragment.unwrap_or_default());
    writeln!(output, "Espalier is at {url} (Ctrl-C ends it)")?;
    output.flush()?;
    if args.pages.is_none() && !assets::has_pages() {
        // The server works without a reader of this line.
        _ = writeln!(
            io::stderr(),
            "The web pages are not built in: run `make run`, which builds them first."
        );
    }
    for program in &args.allow {
        writeln!(output, "Pages may start {program}")?;
    }
    output.flush()?;
    if args.open || fragment.is_some() {
        let url = server
            .url_once()
            .map_err(|error| failure!("cannot create a token: {error}"))?;
        desktop::open(&format!("{url}{}", fragment.unwrap_or_default()));
    }
    let matches = args.matches.clone().or_else(desktop::matches_folder);
    let store = matches.map(|folder| Arc::new(Folder::new(folder)) as Arc<dyn Store>);
    let server = server.with_config(Config {
        store,
        allowed: AllowedPlayers::new(args.allow.iter().cloned()),
        program: program(),
        lessons: Arc::new(lessons),
        tablebase,
        ..Config::default()
    });
    let server = match &args.pages {
        Some(folder) => server.with_pages(folder.clone()),
        None => server,
    };
    server
        .run()
        .map_err(|error| failure!("the server has stopped: {error}"))
}
