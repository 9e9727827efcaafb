//! `espalier serve` and `espalier open`.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::process::{Child, Command, Stdio};

use crate::common::Folder;

/// Ends the program with the test.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        // It may have ended.
        _ = self.0.kill();
        _ = self.0.wait();
    }
}

fn espalier() -> Command {
    Command::new(env!("CARGO_BIN_EXE_espalier"))
}

#[test]
fn serve_prints_its_address_and_answers_there() {
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
    let (address, query) = line
        .split_whitespace()
        .find_map(|word| word.strip_prefix("http://"))
        .and_then(|rest| rest.split_once('/'))
        .expect("an address");
    assert!(address.starts_with("127.0.0.1:"), "{line}");
    let get = |place: &str, cookie: &str| {
        let mut stream = TcpStream::connect(address).expect("the server listens");
        let request = format!(
            "GET {place} HTTP/1.1\r\nHost: {address}\r\nCookie: {cookie}\r\nConnection: close\r\n\r\n"
        );
        stream.write_all(request.as_bytes()).expect("a request");
        let mut text = Vec::new();
        stream.read_to_end(&mut text).expect("an answer");
        String::from_utf8_lossy(&text).into_owned()
    };
    // Other users of the machine do not know the token. A browser gets a cookie for it, and the address without it.
    let text = get("/", "");
    assert!(text.starts_with("HTTP/1.1 403"), "{text}");
    assert!(
        text.contains("open the address that espalier serve prints"),
        "{text}"
    );
    let text = get(&format!("/{query}"), "");
    assert!(text.starts_with("HTTP/1.1 303"), "{text}");
    assert!(text.contains("location: /\r\n"), "{text}");
    let cookie = text
        .split("set-cookie: ")
        .nth(1)
        .and_then(|rest| rest.split(';').next())
        .expect("a cookie");
    let text = get("/", cookie);
    assert!(text.starts_with("HTTP/1.1 200"), "{text}");
    // With the web bundle this is the app, without it one line about how to build it.
    assert!(
        text.contains("Espalier") || text.contains("make run"),
        "{text}"
    );
}

/// All users of the machine see the command line of the browser.
#[cfg(target_os = "linux")]
#[test]
fn the_token_of_the_opened_address_works_once() {
    use std::os::unix::fs::PermissionsExt;
    let folder = Folder::new("once");
    let [browser, opened] = ["xdg-open", "opened"].map(|name| folder.file(name));
    let script =
        format!("#!/bin/sh\nprintf '%s\\n' \"$1\" > {opened}.part\nmv {opened}.part {opened}\n");
    std::fs::write(&browser, script).expect("a file");
    let executable = std::fs::Permissions::from_mode(0o755);
    std::fs::set_permissions(&browser, executable).expect("a file");
    let path = std::env::var("PATH").unwrap_or_default();
    let mut child = espalier()
        .args(["serve", "--port", "0", "--open"])
        .env("PATH", format!("{}:{path}", folder.file("")))
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program starts");
    let output = child.stdout.take().expect("a pipe");
    let _running = Running(child);
    let mut printed = String::new();
    BufReader::new(output)
        .read_line(&mut printed)
        .expect("a line");
    let url = loop {
        if let Ok(url) = std::fs::read_to_string(&opened) {
            break url;
        }
        std::thread::sleep(std::time::Duration::from_millis(5));
    };
    let url = url.trim();
    assert!(!printed.contains(url), "{printed}");
    let (address, place) = url
        .strip_prefix("http://")
        .and_then(|rest| rest.split_once('/'))
        .expect("an address");
    let status = || {
        let mut stream = TcpStream::connect(address).expect("the server listens");
        let request =
            format!("GET /{place} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n");
        stream.write_all(request.as_bytes()).expect("a request");
        let mut text = Vec::new();
        stream.read_to_end(&mut text).expect("an answer");
        String::from_utf8_lossy(&text[..12]).into_owned()
    };
    assert_eq!([status(), status()], ["HTTP/1.1 303", "HTTP/1.1 403"]);
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
            // Prevents the start of a browser.
            .env("PATH", "")
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("the program starts");
        let output = child.stdout.take().expect("a pipe");
        let _running = Running(child);
        let mut line = String::new();
        BufReader::new(output).read_line(&mut line).expect("a line");
        assert!(line.contains(&format!("{place} ")), "{line}");
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
fn the_error_of_a_port_in_use_names_the_fix() {
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
fn only_an_existing_program_can_be_allowed() {
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
