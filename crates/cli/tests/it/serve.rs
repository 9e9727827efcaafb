//! `espalier serve` as somebody starts it.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::process::{Child, Command, Stdio};

use crate::common::Folder;

/// Ends the program with the test.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        // It may be gone already.
        _ = self.0.kill();
        _ = self.0.wait();
    }
}

fn espalier() -> Command {
    Command::new(env!("CARGO_BIN_EXE_espalier"))
}

#[test]
fn prints_its_address_and_answers_there() {
    let mut child = espalier()
        .args(["serve", "--port", "0"])
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program starts");
    let output = child.stdout.take().expect("a pipe");
    let _running = Running(child);
    let mut line = String::new();
    BufReader::new(output)
        .read_line(&mut line)
        .expect("a line is printed");
    let address = line
        .split_whitespace()
        .find_map(|word| word.strip_prefix("http://"))
        .map(|rest| rest.trim_end_matches('/'))
        .expect("an address");
    assert!(address.starts_with("127.0.0.1:"), "{line}");
    let mut stream = TcpStream::connect(address).expect("the server listens");
    let request = format!("GET / HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).expect("a request");
    let mut text = Vec::new();
    stream.read_to_end(&mut text).expect("an answer");
    let text = String::from_utf8_lossy(&text);
    assert!(text.starts_with("HTTP/1.1 200"), "{text}");
    // With the web bundle this is the app, without it one line about how to build it.
    assert!(
        text.contains("Espalier") || text.contains("make run"),
        "{text}"
    );
}

#[test]
fn a_link_from_another_machine_is_opened_here() {
    let folder = Folder::new("open");
    let page = folder.file("saved.html");
    let meta = "<meta name=\"espalier-link\" content=\"#/tree?tree=[[1],[2]]&amp;search=maxmin\">";
    std::fs::write(
        &page,
        format!("<!doctype html><html><head>{meta}</head></html>"),
    )
    .expect("a file");
    for (link, place) in [
        (
            "http://10.0.0.7:8960/#/play?moves=e2e4",
            "#/play?moves=e2e4",
        ),
        (page.as_str(), "#/tree?tree=[[1],[2]]&search=maxmin"),
    ] {
        let mut child = espalier()
            .args(["open", link, "--port", "0"])
            // No browser is to start.
            .env("PATH", "")
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("the program starts");
        let output = child.stdout.take().expect("a pipe");
        let _running = Running(child);
        let mut line = String::new();
        BufReader::new(output).read_line(&mut line).expect("a line");
        assert!(line.contains(&format!("/{place} ")), "{line}");
        assert!(line.contains("http://127.0.0.1:"), "{line}");
    }
    for wrong in ["nonsense", "http://127.0.0.1:8960/"] {
        let output = espalier().args(["open", wrong]).output().expect("it runs");
        let errors = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{errors}");
        assert_eq!(errors.lines().count(), 1, "{errors}");
        assert!(errors.contains("a link has #/"), "{errors}");
    }
}

#[test]
fn a_port_that_is_taken_is_named_with_what_to_do() {
    let taken = TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = taken.local_addr().expect("an address").port();
    let output = espalier()
        .args(["serve", "--port", &port.to_string()])
        .output()
        .expect("the program runs");
    let error = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{error}");
    assert_eq!(error.lines().count(), 1, "{error}");
    assert!(
        error.contains(&port.to_string()) && error.contains("leave --port out"),
        "{error}"
    );
}

#[test]
fn only_a_program_that_is_there_can_be_allowed() {
    for (program, word) in [
        ("alphabeta", "a program is uci:PATH"),
        ("uci:/no/such/engine", "there is no file"),
        ("script:python3,flag", "\"flag\" is no setting"),
    ] {
        let output = espalier()
            .args(["serve", "--port", "0", "--allow", program])
            .output()
            .expect("the program starts");
        let errors = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{errors}");
        assert!(errors.contains(word), "{program}: {errors}");
    }
}
