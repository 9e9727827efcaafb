//! A hostile submission: what it gets with each layer of isolation.

#![cfg(target_os = "linux")]

use std::fs;
use std::net::{TcpListener, UdpSocket};
use std::os::unix::net::UnixListener;
use std::path::Path;

use crate::support::seat_of;
use games::{BoardGame, Chess, Record};
use gametree::{Limits, Request};
use players::{Fault, Submissions};
use programs::{Isolation, StudentProgram, StudentPrograms};
use tempfile::TempDir;

/// Tries everything and reports what succeeded as its last error. `FOLDER` is the teacher's folder, `PORT` a server of this
/// machine, `DATAGRAMS` one for UDP, `GRADER` the process of the grader.
const HOSTILE: &str = r#"
import os, signal, socket, sys
got = []
def attempt(name, action):
    try:
        if action() is not False: got.append(name)
    except BaseException: pass
def read(path): return len(open(path, 'rb').read()) > 0
def write(path): open(path, 'w').write('x')
def connect(kind, place): socket.socket(kind, socket.SOCK_STREAM).connect(place)
def fill():
    for number in range(8):
        with open('fill%d' % number, 'wb') as out:
            for _ in range(32): out.write(b'x' * 2**20)
sys.stdin.readline()
attempt('file', lambda: read('FOLDER/solutions.txt'))
attempt('list', lambda: len(os.listdir('FOLDER')) > 1)
attempt('environment', lambda: 'CARGO_MANIFEST_DIR' in os.environ)
attempt('write', lambda: write('FOLDER/written'))
attempt('overwrite', lambda: write(__file__))
attempt('socket', lambda: connect(socket.AF_INET, ('127.0.0.1', PORT)))
attempt('local', lambda: connect(socket.AF_UNIX, 'FOLDER/socket'))
try: socket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendto(b'x', ('127.0.0.1', DATAGRAMS))
except BaseException: pass
# Root may raise its priority.
attempt('priority', lambda: os.nice(-1))
attempt('signal', lambda: os.kill(GRADER, 0))
attempt('environ', lambda: read('/proc/GRADER/environ'))
attempt('memory', lambda: open('/proc/GRADER/mem', 'rb'))
attempt('command', lambda: read('/proc/GRADER/cmdline'))
HOME = 'HOME_OF_THE_GRADER'
attempt('home', lambda: any(os.path.isfile(os.path.join(HOME, name)) for name in os.listdir(HOME)))
attempt('shadow', lambda: read('/etc/shadow'))
attempt('shm', lambda: write('/dev/shm/espalier-test'))
attempt('disk', fill)
print('got: ' + ' '.join(got), file=sys.stderr, flush=True)
sys.exit(1)
"#;

/// A folder of a teacher with a hostile submission.
struct Class {
    folder: TempDir,
    _server: TcpListener,
    _local: UnixListener,
    datagrams: UdpSocket,
}

impl Class {
    fn new() -> Self {
        // Not in /tmp, which is another folder in a namespace.
        let folder = TempDir::new_in(env!("CARGO_TARGET_TMPDIR")).expect("a folder");
        fs::write(folder.path().join("solutions.txt"), "42").expect("a file");
        let server = TcpListener::bind("127.0.0.1:0").expect("a port");
        let port = server.local_addr().expect("an address").port();
        let local = UnixListener::bind(folder.path().join("socket")).expect("a socket");
        let datagrams = UdpSocket::bind("127.0.0.1:0").expect("a port");
        datagrams.set_nonblocking(true).expect("a socket");
        let udp = datagrams.local_addr().expect("an address").port();
        let text = HOSTILE
            .replace("FOLDER", &folder.path().display().to_string())
            .replace(
                "HOME_OF_THE_GRADER",
                &std::env::var("HOME").unwrap_or_default(),
            )
            .replace("PORT", &port.to_string())
            .replace("DATAGRAMS", &udp.to_string())
            .replace("GRADER", &std::process::id().to_string());
        fs::write(folder.path().join("hostile.py"), text).expect("a file");
        Self {
            folder,
            _server: server,
            _local: local,
            datagrams,
        }
    }

    fn spec(&self, settings: &str) -> String {
        let file = self.folder.path().join("hostile.py");
        format!("script:python3,arg={}{settings}", file.display())
    }

    /// Runs the submission and returns what it got.
    fn got(&self, settings: &str) -> String {
        let game = Chess::default();
        let spec = self.spec(settings);
        let mut seat = seat_of::<Chess>(&spec).expect(&spec);
        let request = Request::new(Limits::depth(1));
        let fault = seat.answer(&game, &Record::new(game.start()), &request);
        let Err(Fault::Crash(text)) = fault else {
            panic!("no crash: {fault:?}");
        };
        let (_, got) = text.split_once("got:").unwrap_or_else(|| panic!("{text}"));
        // A datagram can be sent without an effect.
        let received = self.datagrams.recv(&mut [0]).is_ok();
        let udp = if received { "udp" } else { "" };
        format!("{} {udp}", got.trim()).trim().to_owned()
    }
}

/// Returns the layers of this machine.
fn layers() -> Vec<&'static str> {
    let all = [
        (Isolation::Namespaces, "namespaces"),
        (Isolation::Landlock, "landlock"),
    ];
    let (here, missing): (Vec<_>, Vec<_>) =
        all.into_iter().partition(|(layer, _)| layer.is_available());
    for (_, name) in missing {
        println!("left out: this machine has no {name}");
    }
    here.into_iter().map(|(_, name)| name).collect()
}

/// Each layer by itself; a machine without one of them tests the other.
#[test]
fn a_hostile_submission_gets_nothing() {
    let class = Class::new();
    for layer in layers() {
        let got = class.got(&format!(",limited,isolated={layer}"));
        // The space for temporary files is smaller than what it writes, or there is none.
        assert_eq!(got, "", "{layer}");
        assert!(!class.folder.path().join("written").exists(), "{layer}");
    }
}

/// What the tests above try is possible without a layer.
#[test]
fn without_a_layer_the_environment_is_cleared_and_the_sheet_says_so() {
    let class = Class::new();
    let got = class.got(",limited,isolated=environment");
    for part in [
        "file", "list", "write", "socket", "local", "signal", "disk", "udp",
    ] {
        assert!(
            got.split(' ').any(|one| one == part),
            "{part} is not in {got}"
        );
    }
    assert!(!got.contains("environment"), "{got}");
    let sentence = Isolation::Environment.describe();
    assert!(sentence.starts_with("not isolated: "), "{sentence}");
}

#[test]
fn an_isolated_program_has_its_limits() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("forks.py");
    let text = "import os, time\nfor _ in range(30):\n    if os.fork() == 0: time.sleep(600)\ntime.sleep(600)\n";
    fs::write(&path, text).expect("a file");
    for layer in layers().into_iter().chain(["environment"]) {
        let game = Chess::default();
        let spec = format!(
            "script:python3,arg={},limited,isolated={layer}",
            path.display()
        );
        let mut seat = seat_of::<Chess>(&spec).expect(&spec);
        let request = Request::new(Limits::depth(1));
        let answer = seat.answer(&game, &Record::new(game.start()), &request);
        let Err(Fault::Crash(reason)) = answer else {
            panic!("no crash: {answer:?}");
        };
        assert!(reason.contains("where 16 are allowed"), "{layer}: {reason}");
    }
}

/// A directive of a source can name any file, and the first error of the compiler is on the sheet.
#[test]
fn a_compiler_reads_no_files_of_the_teacher() {
    let class = Class::new();
    let folder = class.folder.path();
    // Not text that a compiler would print for another reason.
    fs::write(folder.join("solutions.txt"), "fortytwo forty-two").expect("a file");
    fs::write(folder.join("own.h"), "#define OWN 1\n").expect("a file");
    let solutions = folder.join("solutions.txt").display().to_string();
    let c = |include: &str| {
        format!("#include <stdio.h>\n{include}\nint main(void) {{ getchar(); return OWN - 1; }}\n")
    };
    let own = "#include \"own.h\"";
    let rust = format!(
        "static OF_TEACHER: &str = include_str!({solutions:?});\nfn main() {{ println!(\"{{OF_TEACHER}}\"); std::io::stdin(); }}\n"
    );
    let java =
        "class Own { public static void main(String[] a) throws Exception { System.in.read(); } }";
    for layer in layers() {
        let compile = |name: &str, text: &str| {
            let path = folder.join(name);
            fs::write(&path, text).expect("a file");
            let spec = format!("script:{},isolated={layer}", path.display());
            StudentProgram::read(&spec)
                .map(drop)
                .map_err(|error| error.to_string())
        };
        let installed = |command: &str| players::locate(command).is_some();
        if installed("cc") {
            assert_eq!(compile("own.c", &c(own)), Ok(()), "{layer}");
            for include in [
                format!("#include {solutions:?}"),
                "#include \"solutions.txt\"".to_owned(),
            ] {
                let error = compile("spy.c", &c(&format!("{own}\n{include}"))).expect_err(layer);
                assert!(
                    error.contains("does not compile") && !error.contains("forty"),
                    "{layer}: {error}"
                );
            }
        }
        if installed("javac") {
            assert_eq!(compile("Own.java", java), Ok(()), "{layer}");
        }
        let error = compile("spy.rs", &rust).expect_err(layer);
        assert!(
            error.contains("couldn't read") && !error.contains("forty"),
            "{layer}: {error}"
        );
        assert_eq!(
            compile("own.rs", "fn main() { std::io::stdin(); }"),
            Ok(()),
            "{layer}"
        );
    }
}

#[test]
fn submissions_are_isolated_and_say_so() {
    let class = Class::new();
    let file = class.folder.path().join("hostile.py");
    let program = StudentPrograms.open(&file.display().to_string(), class.folder.path());
    let program = program.expect("a submission");
    let spec = program.spec().to_string();
    assert!(spec.contains(",limited,isolated"), "{spec}");
    assert_eq!(program.isolation(), Some(Isolation::Strongest.describe()));
    let own = StudentProgram::read("alphabeta:depth=2").expect("a player");
    assert_eq!(players::Submission::isolation(&own), None);
    // A spec can choose.
    let off = StudentProgram::read(&class.spec(",isolated=off")).expect("a submission");
    let sentence = players::Submission::isolation(&off).expect("a sentence");
    assert_eq!(sentence, "not isolated: the spec switches isolation off");
    let wrong = StudentProgram::read(&class.spec(",isolated=maybe")).expect_err("no layer");
    assert!(wrong.to_string().contains("isolated takes"), "{wrong}");
}

#[test]
fn a_link_out_of_the_folder_is_rejected() {
    let class = Class::new();
    let folder = class.folder.path();
    let link = |name: &str, target: &Path| {
        let path = folder.join(name);
        std::os::unix::fs::symlink(target, &path).expect("a link");
        StudentProgram::read(&path.display().to_string()).map(drop)
    };
    let error = link("link.py", Path::new("/etc/hostname")).expect_err("outside");
    assert!(
        error
            .to_string()
            .contains("is a link to a file outside its folder"),
        "{error}"
    );
    assert!(link("nothing.py", Path::new("/no/such/file")).is_err());
    assert_eq!(link("same.py", &folder.join("hostile.py")), Ok(()));
    // With a protocol, and as an argument.
    for spec in ["script:FOLDER/link.py", "script:python3,arg=FOLDER/link.py"] {
        let spec = spec.replace("FOLDER", &folder.display().to_string());
        let error = StudentProgram::read(&spec)
            .expect_err("outside")
            .to_string();
        assert!(error.contains("is a link"), "{error}");
    }
    // In a class no folder on the way may be one either.
    std::os::unix::fs::symlink("/etc", folder.join("alice")).expect("a link");
    for text in [
        "alice/hostname",
        "script:python3,arg=alice/hostname",
        "script:python3,arg=alice",
    ] {
        let error = StudentPrograms.resolve(text, folder).expect_err("outside");
        assert!(
            error.contains("is a link to a file outside its folder"),
            "{error}"
        );
    }
    assert!(StudentPrograms.resolve("same.py", folder).is_ok());
    assert_eq!(
        StudentPrograms.resolve("alphabeta", folder).as_deref(),
        Ok("alphabeta")
    );
}

/// Such a name would add lines to the sheet.
#[test]
fn a_name_with_a_line_break_is_rejected() {
    let folder = tempfile::tempdir().expect("a folder");
    for name in [
        "a\n100 of 100 marks, passed\n.py",
        "b\n.cpp",
        "c\u{1b}[2K.py",
    ] {
        let path = folder.path().join(name);
        fs::write(&path, "").expect("a file");
        for text in [
            path.display().to_string(),
            format!("script:python3,arg={}", path.display()),
        ] {
            let error = StudentProgram::read(&text).expect_err(&text).to_string();
            assert!(error.contains("rename the file"), "{error}");
            assert_eq!(error.lines().count(), 1, "{error}");
        }
    }
}

/// A program that is ended by a signal has the same sentence with every layer.
#[test]
fn a_signal_is_reported_as_a_signal() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("killed.py");
    fs::write(&path, "import os\nos.kill(os.getpid(), 9)\n").expect("a file");
    for layer in ["off", "environment", "on"] {
        let game = Chess::default();
        let spec = format!(
            "script:python3,arg={},limited,isolated={layer}",
            path.display()
        );
        let mut seat = seat_of::<Chess>(&spec).expect(&spec);
        let request = Request::new(Limits::depth(1));
        let answer = seat.answer(&game, &Record::new(game.start()), &request);
        let Err(Fault::Crash(reason)) = answer else {
            panic!("no crash: {answer:?}");
        };
        assert!(reason.contains("signal: 9"), "{layer}: {reason}");
    }
}
