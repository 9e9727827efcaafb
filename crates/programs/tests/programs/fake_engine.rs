//! A UCI engine, or a MiniChess program, with the fault named by its first argument.

use std::io::{self, BufRead, Write};
use std::process::{Command, exit};
use std::thread::sleep;
use std::time::{Duration, Instant};

use chess::uci::{self, CastlingStyle};
use chess::{Game, Position};

/// Longer than any test waits, but short enough if a test leaves the process behind.
const FOREVER: Duration = Duration::from_secs(120);

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let mode = args.first().map_or("good", String::as_str);
    // The output is closed while the program is being ended; that is no error.
    let _ = match mode.strip_prefix("file-") {
        Some(mode) => play_minichess(mode, &args),
        None => play_uci(mode),
    };
}

fn play_uci(mode: &str) -> io::Result<()> {
    match mode {
        "exit" => {
            eprintln!("no network file");
            exit(7);
        }
        "deaf" => {
            println!("option name Text type string\nuciok\nreadyok\nreadyok");
            sleep(FOREVER);
        }
        "sleep" => sleep(FOREVER),
        _ => {}
    }
    let mut game = Game::default();
    let mut chess960 = false;
    let mut moves_made = 0;
    let mut may_ponder = false;
    let mut heard = Instant::now();
    for line in io::stdin().lock().lines() {
        let line = line?;
        let (command, rest) = line.split_once(' ').unwrap_or((&line, ""));
        let mut out = io::stdout().lock();
        match command {
            "uci" if mode == "no-uciok" => writeln!(out, "I would rather not")?,
            "uci" => write!(
                out,
                "{}id name Fake {mode}\nid author None\n\
                 option name Hash type spin default 16 min 1 max 64\n\
                 option name Move Overhead type spin default 10 min 0 max 5000\n\
                 option name UCI_Chess960 type check default false\n\
                 option name Clear Hash type button\nuciok\n",
                match mode {
                    "ponder" => "option name Ponder type check default false\n",
                    _ => "",
                }
            )?,
            "isready" if mode == "no-readyok" => {}
            "isready" => writeln!(out, "readyok")?,
            "setoption" if rest.starts_with("name UCI_Chess960") => {
                chess960 = rest.ends_with("true");
            }
            "setoption" if rest == "name Ponder value true" => may_ponder = true,
            "position" => {
                heard = Instant::now();
                game = read_position(rest);
            }
            // Waits for the ponder hit; the option Ponder must be set before.
            "go" if rest.contains("ponder") => assert!(may_ponder, "the option Ponder is not set"),
            "ponderhit" => go(mode, moves_made, &game, chess960, "", heard)?,
            "go" => {
                go(mode, moves_made, &game, chess960, rest, heard)?;
                moves_made += 1;
            }
            "stop" if ["until-stop", "ponder"].contains(&mode) => {
                writeln!(
                    out,
                    "info score cp 0\nbestmove {}",
                    first_move(&game, false)
                )?;
            }
            "quit" if mode == "no-quit" => {}
            "quit" => return Ok(()),
            _ => {}
        }
        out.flush()?;
    }
    Ok(())
}

/// The behaviour of each mode during a search.
fn go(
    mode: &str,
    moves_made: u32,
    game: &Game,
    chess960: bool,
    limits: &str,
    heard: Instant,
) -> io::Result<()> {
    let mut out = io::stdout().lock();
    let best = first_move(game, chess960);
    match mode {
        "hang" | "until-stop" => return Ok(()),
        "crash" if moves_made == 2 => {
            eprintln!("assertion failed: luck > 0");
            exit(3);
        }
        "mute" => {
            // The child process keeps the output open after this program ends.
            Command::new(std::env::current_exe()?)
                .arg("sleep")
                .spawn()?;
            exit(4);
        }
        "parent" => {
            let child = Command::new(std::env::current_exe()?)
                .arg("sleep")
                .spawn()?;
            writeln!(out, "info string child {}", child.id())?;
            writeln!(out, "info score cp {}", child.id())?;
        }
        "garbage" => {
            for number in 100..200_u8 {
                out.write_all(&[number, 0xff, 0xfe, b' ', 0, b'\n'])?;
            }
            writeln!(
                out,
                "bestmov e2e4\nbestmoves e2e4\ninfo\ninfo score\nreadyok"
            )?;
            return Ok(());
        }
        "noisy" => {
            out.write_all(b"\n\r\n\xff\xfe\x00\ninfo pv\nuciok\nid name Other\n")?;
            eprintln!("{}", "x".repeat(1 << 20));
        }
        "flood" => loop {
            writeln!(out, "info depth 1 score cp 1 pv {best}")?;
        },
        "endless-line" => loop {
            out.write_all(&[b'x'; 4096])?;
        },
        "flood-and-move" => {
            for _ in 0..20_000 {
                writeln!(out, "info depth 1 score cp 1 nodes 1 pv {best}")?;
            }
        }
        "illegal" => return writeln!(out, "info score cp 0\nbestmove e2e5"),
        "none" => return writeln!(out, "info score cp 0\nbestmove (none)"),
        "null" => return writeln!(out, "info score cp 0\nbestmove 0000"),
        "empty" => return writeln!(out, "bestmove"),
        "bad-pv" => writeln!(out, "info depth 1 score cp 5 pv {best} a1a1")?,
        "other-pv" => {
            let legal = game.position().legal_moves();
            let last = legal[legal.len() - 1].to_uci(CastlingStyle::KingMoves);
            writeln!(out, "info depth 1 score cp 5 pv {last}")?;
        }
        "false-mate" => writeln!(out, "info depth 1 score mate 1 pv {best}")?,
        "no-score" => return writeln!(out, "bestmove {best}"),
        "slow" => sleep(Duration::from_millis(300)),
        // Reports its time, in microseconds.
        "timed" => {
            let time = heard.elapsed().as_micros();
            return write!(
                out,
                "info score cp 0 nodes {time} pv {best}\nbestmove {best}\n"
            );
        }
        // Returns its limits as score and nodes.
        "echo" => {
            let number = |key: &str| {
                let mut words = limits.split(' ').skip_while(|&word| word != key);
                words.nth(1).unwrap_or("-1").to_owned()
            };
            writeln!(
                out,
                "info depth {} seldepth {} nodes {} score cp {}",
                number("depth"),
                number("movestogo"),
                number("nodes"),
                number("wtime")
            )?;
            return writeln!(out, "bestmove {best}");
        }
        _ => {}
    }
    if !["bad-pv", "other-pv", "false-mate", "parent"].contains(&mode) {
        writeln!(out, "info depth 1 seldepth 2 nodes 3 score cp 4 pv {best}")?;
    }
    match expected(mode, game) {
        Some(reply) => writeln!(out, "bestmove {best} ponder {reply}")?,
        None => writeln!(out, "bestmove {best}")?,
    }
    out.flush()?;
    if mode == "crash-after" {
        exit(5);
    }
    Ok(())
}

/// The first legal move, or castling if that is one.
fn first_move(game: &Game, chess960: bool) -> String {
    let style = match chess960 {
        true => CastlingStyle::KingTakesRook,
        false => CastlingStyle::KingMoves,
    };
    let legal = game.position().legal_moves();
    let best = legal.iter().find(|mv| mv.is_castle()).or(legal.first());
    best.map_or("0000".to_owned(), |mv| mv.to_uci(style))
}

/// The first legal reply to the first legal move, for pondering.
fn expected(mode: &str, game: &Game) -> Option<String> {
    let best = uci::parse(game.position(), &first_move(game, false)).ok()?;
    let replies = game.position().after(best).legal_moves();
    let reply = replies.first().filter(|_| mode == "ponder")?;
    Some(reply.to_uci(CastlingStyle::KingMoves))
}

fn read_position(text: &str) -> Game {
    let (start, moves) = text.split_once(" moves ").unwrap_or((text, ""));
    let mut game = match start.strip_prefix("fen ") {
        Some(fen) => Game::new(Position::from_fen(fen).expect("a position")),
        None => Game::default(),
    };
    for text in moves.split_ascii_whitespace() {
        let mv = uci::parse(game.position(), text).expect("a legal move");
        game.play(mv).expect("a legal move");
    }
    game
}

fn play_minichess(mode: &str, args: &[String]) -> io::Result<()> {
    use games::minichess::referee;
    let [_, state, action] = args else { exit(2) };
    let text = std::fs::read_to_string(state)?;
    let state = referee::read_state(&text).expect("a state");
    let best = referee::write_action(referee::allowed_moves(&state)[0]);
    let mut file = std::fs::OpenOptions::new().append(true).open(action)?;
    match mode {
        "hang" => sleep(FOREVER),
        "crash" => exit(6),
        "none" => {}
        "illegal" => writeln!(file, "{best}\n0 0 0 0")?,
        "garbage" => file.write_all(&[0xff; 100])?,
        "flood" => loop {
            file.write_all(format!("{best}\n").repeat(1_000).as_bytes())?;
        },
        "endless-line" => loop {
            file.write_all(&[b'1'; 4096])?;
        },
        // Like most programs of the course: searches until it is ended.
        "think" => {
            writeln!(file, "{best}")?;
            write!(file, "0 0 0")?;
            sleep(FOREVER);
        }
        _ => write!(file, "{best}")?,
    }
    Ok(())
}
