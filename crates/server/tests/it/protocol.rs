//! The protocol between server and pages, including malformed and excessive requests.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::sync::Arc;
use std::time::{Duration, Instant};

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use server::Server;
use tokio_tungstenite::connect_async;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::{Error, Message};
use web_api::{Config, Folder};

use crate::wire::{ask, connect, line, one, runtime, start, start_with};

/// Sends a raw HTTP request and returns the response.
fn http(address: SocketAddr, request: &str) -> String {
    let mut stream = TcpStream::connect(address).expect("a connection");
    stream
        .set_read_timeout(Some(Duration::from_secs(5)))
        .expect("a timeout");
    stream.write_all(request.as_bytes()).expect("a request");
    let mut text = Vec::new();
    // The server closes the connection after `Connection: close`.
    _ = stream.read_to_end(&mut text);
    String::from_utf8_lossy(&text).into_owned()
}

#[test]
fn foreign_hosts_and_origins_are_rejected() {
    let address = start();
    let get = |host: &str, more: &str| {
        http(
            address,
            &format!("GET / HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n{more}\r\n"),
        )
    };
    let own = format!("{address}");
    assert!(get(&own, "").starts_with("HTTP/1.1 200"));
    assert!(get("evil.example", "").starts_with("HTTP/1.1 403"));
    assert!(get(&format!("evil.example:{}", address.port()), "").starts_with("HTTP/1.1 403"));
    let second = get(&own, "Host: evil.example\r\n");
    assert!(second.starts_with("HTTP/1.1 403"), "{second}");
    let foreign = get(&own, "Origin: https://evil.example\r\n");
    assert!(foreign.starts_with("HTTP/1.1 403"), "{foreign}");
    assert!(
        foreign.contains("only the pages of this server"),
        "{foreign}"
    );
    assert!(get(&own, &format!("Origin: http://{address}\r\n")).starts_with("HTTP/1.1 200"));
}

/// Such connections kept all places, and all others got 503.
#[test]
fn connections_without_a_whole_header_are_closed() {
    let server = Server::bind(Some(0)).expect("a free port");
    let server = server
        .without_token()
        .with_header_time(Duration::from_millis(50));
    let address = server.address();
    std::thread::spawn(move || server.run());
    let slow: Vec<TcpStream> = (0..256)
        .map(|_| {
            let mut stream = TcpStream::connect(address).expect("a connection");
            _ = stream.write_all(b"GET / HTTP/1.1\r\nHost");
            stream
        })
        .collect();
    for mut stream in slow {
        // The end comes from the server: this side keeps the connection open.
        _ = stream.read_to_end(&mut Vec::new());
    }
    let request = format!("GET / HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n");
    let text = http(address, &request);
    assert!(text.starts_with("HTTP/1.1 200"), "{text}");
}

#[test]
fn without_its_token_a_server_refuses_pages_and_conversations() {
    let server = Server::bind(Some(0)).expect("a free port");
    let (address, url) = (server.address(), server.url());
    std::thread::spawn(move || server.run());
    let request = |place: &str| {
        let request =
            format!("GET {place} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n");
        http(address, &request)
    };
    assert!(request("/").starts_with("HTTP/1.1 403"));
    assert!(request("/icon.svg").starts_with("HTTP/1.1 403"));
    let place = url
        .strip_prefix(&format!("http://{address}"))
        .expect("its address");
    assert!(request(place).starts_with("HTTP/1.1 303"));
    runtime().block_on(async {
        match connect_async(format!("ws://{address}/ws")).await {
            Err(Error::Http(response)) => assert_eq!(response.status(), 403),
            other => panic!("{other:?}"),
        }
    });
}

#[test]
fn a_foreign_page_gets_no_websocket() {
    let address = start();
    runtime().block_on(async {
        let mut request = format!("ws://{address}/ws")
            .into_client_request()
            .expect("a request");
        let origin = "https://evil.example".parse().expect("a header");
        request.headers_mut().insert("Origin", origin);
        match connect_async(request).await {
            Err(Error::Http(response)) => assert_eq!(response.status(), 403),
            other => panic!("{other:?}"),
        }
    });
}

#[test]
fn every_response_has_the_security_headers() {
    let address = start();
    let text = http(
        address,
        &format!("GET /nothing HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n"),
    );
    let text = text.to_lowercase();
    for header in [
        "content-security-policy: default-src 'none'",
        "x-content-type-options: nosniff",
        "x-frame-options: deny",
        "referrer-policy: no-referrer",
        "cross-origin-opener-policy: same-origin",
    ] {
        assert!(text.contains(header), "{header} is missing in {text}");
    }
}

#[test]
fn a_message_of_ten_megabytes_closes_only_its_connection() {
    let address = start();
    runtime().block_on(async {
        let mut sender = connect(address).await;
        let huge = format!(
            r#"{{"id":1,"ask":"read-pgn","text":"{}"}}"#,
            "x".repeat(10 << 20)
        );
        // The server may close the connection before everything is sent.
        _ = sender.send(Message::text(huge)).await;
        let end = tokio::time::timeout(Duration::from_secs(10), async {
            while let Some(Ok(message)) = sender.next().await {
                assert!(!message.is_text(), "the message was answered: {message}");
            }
        });
        end.await.expect("the server closes the connection");
        let mut other = connect(address).await;
        let hello = one(&mut other, json!({ "id": 1, "ask": "hello" })).await;
        assert_eq!(hello["say"], "hello");
    });
}

#[test]
fn malformed_and_unknown_messages_get_an_error() {
    let address = start();
    runtime().block_on(async {
        let mut socket = connect(address).await;
        for (text, id) in [
            ("", 0),
            ("{", 0),
            ("[]", 0),
            ("null", 0),
            (r#"{"id":7}"#, 7),
            (r#"{"id":7,"ask":"fly"}"#, 7),
            (r#"{"id":7,"ask":"show"}"#, 7),
            (
                r#"{"id":7,"ask":"show","line":{"game":"go","start":null,"moves":[]}}"#,
                7,
            ),
            (r#"{"id":-1,"ask":"hello"}"#, 0),
        ] {
            socket.send(Message::text(text)).await.expect("sent");
            let answer = socket.next().await.expect("open").expect("a message");
            let answer: Value =
                serde_json::from_str(answer.to_text().expect("text")).expect("JSON");
            assert_eq!(answer["say"], "refused", "{text}: {answer}");
            assert_eq!(answer["id"], id, "{text}: {answer}");
        }
        socket
            .send(Message::binary(vec![1, 2, 3]))
            .await
            .expect("sent");
        let answer = socket.next().await.expect("open").expect("a message");
        assert!(answer.to_text().expect("text").contains("JSON texts"));
        // Deep nesting does not overflow the stack.
        let deep = format!(r#"{{"id":1,"ask":{}}}"#, "[".repeat(100_000));
        socket.send(Message::text(deep)).await.expect("sent");
        let answer = socket.next().await.expect("open").expect("a message");
        assert!(answer.to_text().expect("text").contains("refused"));
        let hello = one(&mut socket, json!({ "id": 9, "ask": "hello" })).await;
        assert_eq!(hello["say"], "hello");
    });
}

#[test]
fn the_number_of_sockets_is_limited() {
    let address = start();
    runtime().block_on(async {
        let mut open = Vec::new();
        let mut refused = 0;
        for _ in 0..1_000 {
            match connect_async(format!("ws://{address}/ws")).await {
                Ok((socket, _)) => open.push(socket),
                Err(Error::Http(response)) => {
                    assert_eq!(response.status(), 503);
                    refused += 1;
                }
                Err(other) => panic!("not status 503: {other}"),
            }
        }
        assert_eq!(open.len(), web_api::caps::SOCKETS);
        assert_eq!(refused, 1_000 - web_api::caps::SOCKETS);
        // The connected pages are served, and after they disconnect others can connect.
        let hello = one(&mut open[0], json!({ "id": 1, "ask": "hello" })).await;
        assert_eq!(hello["say"], "hello");
        drop(open);
        let end = Instant::now() + Duration::from_secs(10);
        loop {
            match connect_async(format!("ws://{address}/ws")).await {
                Ok(_) => break,
                Err(_) if Instant::now() < end => {
                    tokio::time::sleep(Duration::from_millis(50)).await;
                }
                Err(error) => panic!("still full after all pages disconnected: {error}"),
            }
        }
    });
}

#[test]
fn connections_beyond_the_limit_get_status_503() {
    let address = start();
    let idle: Vec<TcpStream> = (0..256)
        .map(|_| TcpStream::connect(address).expect("a connection"))
        .collect();
    // Connections are accepted in the order in which they were made.
    let text = http(
        address,
        &format!("GET / HTTP/1.1\r\nHost: {address}\r\n\r\n"),
    );
    assert!(
        text.contains("503") && text.contains("close some pages"),
        "{text}"
    );
    drop(idle);
    // The server accepts connections again when it notices that others were closed.
    let request = format!("GET / HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n");
    let deadline = Instant::now() + Duration::from_secs(30);
    loop {
        let text = http(address, &request);
        if text.starts_with("HTTP/1.1 200") {
            break;
        }
        assert!(Instant::now() < deadline, "{text}");
        std::thread::yield_now();
    }
}

#[test]
fn specs_with_large_tables_or_files_are_rejected() {
    let address = start();
    runtime().block_on(async {
        let mut socket = connect(address).await;
        for (spec, word) in [
            ("alphabeta:tt=65536", "tt=128"),
            ("report-book:book=/etc/passwd", "files"),
            ("uci:/bin/sh", "a page may not start programs"),
            ("file:/bin/sh", "a page may not start programs"),
            ("alphabeta:dept=3", "did you mean depth?"),
            ("i2p3-minimax", "plays minichess"),
        ] {
            let request = json!({ "id": 3, "ask": "think", "line": line("chess", &[]), "spec": spec,
                "seat": null, "limit": { "depth": 1 }, "clocks": null, "live": false });
            let answer = one(&mut socket, request).await;
            assert_eq!(answer["say"], "refused", "{spec}");
            let reason = answer["reason"].as_str().unwrap_or_default();
            assert!(
                reason.contains(word) || spec.starts_with("i2p3"),
                "{spec}: {reason}"
            );
        }
    });
}

#[test]
fn a_page_has_at_most_four_jobs_and_can_stop_them() {
    let address = start();
    runtime().block_on(async {
        let mut socket = connect(address).await;
        let think = |id: u32| {
            json!({ "id": id, "ask": "think", "line": line("chess", &[]), "spec": "alphabeta",
            "seat": null, "limit": {}, "clocks": null, "live": true })
        };
        for id in 1..=4 {
            socket.send(Message::text(think(id).to_string())).await.expect("sent");
        }
        let answer = one(&mut socket, think(5)).await;
        assert_eq!(answer["say"], "refused");
        for id in 1..=4 {
            let stop = json!({ "id": 0, "ask": "stop", "job": id });
            socket.send(Message::text(stop.to_string())).await.expect("sent");
        }
        let mut ended = 0;
        while ended < 4 {
            let message = tokio::time::timeout(Duration::from_secs(20), socket.next()).await;
            let message = message.expect("in time").expect("open").expect("a message");
            let answer: Value = serde_json::from_str(message.to_text().expect("text")).expect("JSON");
            ended += usize::from(answer["last"] == true && answer["id"] != 0);
        }
        let again = one(&mut socket, json!({ "id": 9, "ask": "think", "line": line("chess", &[]),
            "spec": "alphabeta:depth=2", "seat": null, "limit": {}, "clocks": null, "live": false }))
        .await;
        assert_eq!(again["say"], "chosen");
    });
}

#[test]
fn searches_end_when_their_page_disconnects() {
    let address = start();
    runtime().block_on(async {
        // More searches than the budget of all pages allows.
        for _ in 0..20 {
            let mut socket = connect(address).await;
            let think = json!({ "id": 1, "ask": "think", "line": line("chess", &[]), "spec": "alphabeta",
                "seat": null, "limit": {}, "clocks": null, "live": true });
            socket.send(Message::text(think.to_string())).await.expect("sent");
            drop(socket);
        }
        let mut socket = connect(address).await;
        let think = json!({ "id": 1, "ask": "think", "line": line("chess", &[]), "spec": "alphabeta:depth=2",
            "seat": null, "limit": {}, "clocks": null, "live": false });
        assert_eq!(one(&mut socket, think).await["say"], "chosen");
    });
}

#[test]
fn a_line_has_its_moves_and_its_end() {
    let address = start();
    runtime().block_on(async {
        let mut socket = connect(address).await;
        let mate = line("chess", &["f2f3", "e7e5", "g2g4", "d8h4"]);
        let answer = one(&mut socket, json!({ "id": 1, "ask": "show", "line": mate })).await;
        let view = &answer["view"];
        assert_eq!(view["plies"][3]["san"], "Qh4#");
        assert_eq!(view["position"]["over"]["text"], "Black wins by checkmate");
        assert_eq!(view["position"]["legal"], json!([]));
        assert_eq!(view["start"]["legal"].as_array().map(Vec::len), Some(20));
        for game in ["minichess", "othello", "othello6", "othello4", "tictactoe"] {
            let request = json!({ "id": 2, "ask": "show", "line": line(game, &[]) });
            let answer = one(&mut socket, request).await;
            let legal = answer["view"]["position"]["legal"]
                .as_array()
                .map_or(0, Vec::len);
            assert!(legal > 1, "{game}: {answer}");
        }
        let bad = json!({ "game": "chess", "start": "8/8/8/8/8/8/8/8 w - - 0 1", "moves": [] });
        let answer = one(&mut socket, json!({ "id": 3, "ask": "show", "line": bad })).await;
        assert_eq!(answer["say"], "refused");
    });
}

#[test]
fn castling_and_a_king_move_to_the_same_square_differ() {
    let address = start();
    runtime().block_on(async {
        let mut socket = connect(address).await;
        // King on f1, rook on g1: castling short moves the king by one square, like a king move.
        let start = "4k3/8/8/8/8/8/8/5KR1 w G - 0 1";
        let line = json!({ "game": "chess", "start": start, "moves": [] });
        let answer = one(&mut socket, json!({ "id": 1, "ask": "show", "line": line })).await;
        let legal = answer["view"]["position"]["legal"]
            .as_array()
            .cloned()
            .unwrap_or_default();
        let castle = legal
            .iter()
            .find(|mv| mv["san"] == "O-O")
            .expect("castling is legal");
        assert_eq!(castle["mv"], "f1g1");
        let played = json!({ "game": "chess", "start": start, "moves": ["f1g1"] });
        let answer = one(
            &mut socket,
            json!({ "id": 2, "ask": "show", "line": played }),
        )
        .await;
        assert_eq!(answer["view"]["plies"][0]["san"], "O-O");
    });
}

#[test]
fn a_race_agrees_with_minimax() {
    let address = start();
    runtime().block_on(async {
        let mut socket = connect(address).await;
        let request = json!({ "id": 1, "ask": "race", "line": line("othello", &[]),
            "specs": ["minimax", "alphabeta", "pvs:order=hash,tt=1"], "limit": { "depth": 4 } });
        let answers = ask(&mut socket, request).await;
        assert_eq!(answers.len(), 4);
        for row in &answers[..3] {
            assert_eq!(row["row"]["equals_minimax"], true, "{row}");
        }
        assert_eq!(answers[3]["say"], "done");
    });
}

#[test]
fn a_recorded_tree_can_be_explored() {
    let address = start();
    runtime().block_on(async {
        let mut socket = connect(address).await;
        let nothing = one(
            &mut socket,
            json!({ "id": 1, "ask": "tree-inspect", "node": 0 }),
        )
        .await;
        assert_eq!(nothing["say"], "refused");
        let request = json!({ "id": 2, "ask": "trace", "line": line("chess", &["e2e4"]),
            "spec": "alphabeta:order=mvvlva,tt=1", "limit": { "depth": 3 }, "nodes": 1_000_000 });
        let answer = one(&mut socket, request).await;
        let summary = &answer["summary"];
        assert_eq!(summary["nodes"], summary["recorded"]);
        let root = summary["roots"][0]["id"].clone();
        let answer = one(
            &mut socket,
            json!({ "id": 3, "ask": "tree-children", "node": root }),
        )
        .await;
        let children = answer["children"].as_array().cloned().unwrap_or_default();
        assert_eq!(children.len(), 20);
        // The sizes of the subtrees and the root add up.
        let sum: u64 = children
            .iter()
            .filter_map(|child| child["node"]["nodes"].as_u64())
            .sum();
        assert_eq!(Some(sum + 1), summary["nodes"].as_u64());
        let first = children[0]["node"]["mv"].clone();
        let find = json!({ "id": 4, "ask": "tree-find", "text": first });
        let found = one(&mut socket, find).await;
        let id = &children[0]["node"]["id"];
        assert_eq!(found["node"]["node"]["id"], *id);
        assert_eq!(found["node"]["ids"], json!([root, id]));
        let cut =
            json!({ "id": 5, "ask": "tree-seek", "event": 0, "backwards": false, "kinds": ["cut"], "line": null });
        let cut = one(&mut socket, cut).await;
        assert_eq!(cut["event"]["kind"], "cut");
        let back =
            json!({ "id": 6, "ask": "tree-seek", "event": 0, "backwards": true, "kinds": ["cut"], "line": null });
        assert_eq!(one(&mut socket, back).await["say"], "refused");
        for wrong in [
            json!({ "id": 7, "ask": "tree-inspect", "node": 4_000_000_000_u32 }),
            json!({ "id": 7, "ask": "tree-event", "event": 4_000_000_000_u32 }),
            json!({ "id": 7, "ask": "tree-find", "text": "Qh8" }),
        ] {
            assert_eq!(one(&mut socket, wrong).await["say"], "refused");
        }
        let overview = one(
            &mut socket,
            json!({ "id": 8, "ask": "tree-overview", "node": root, "plies": 9 }),
        )
        .await;
        let bars = overview["bars"].as_array().cloned().unwrap_or_default();
        assert!(bars.len() > 20 && bars.len() <= 3_000, "{}", bars.len());
    });
}

#[test]
fn a_match_sends_all_its_games() {
    let folder = tempfile::tempdir().expect("a folder");
    let address = start_with(Config {
        store: Some(Arc::new(Folder::new(folder.path().to_owned()))),
        ..Config::default()
    });
    runtime().block_on(async {
        let mut socket = connect(address).await;
        let plan = json!({ "game": "tictactoe", "specs": ["negamax", "random"], "games": 20,
            "limit": { "depth": 9 }, "threads": 1, "seed": 3, "sprt": null });
        let answers = ask(
            &mut socket,
            json!({ "id": 1, "ask": "match", "plan": plan }),
        )
        .await;
        let last = &answers.last().expect("an answer")["state"];
        assert_eq!(last["games"], 20);
        assert_eq!(last["complete"], true);
        let ended: usize = answers
            .iter()
            .map(|answer| answer["state"]["ended"].as_array().map_or(0, Vec::len))
            .sum();
        assert_eq!(ended, 20);
        assert_eq!(
            last["pairings"][0]["wdl"][2], 0,
            "perfect play does not lose"
        );
        let odd = json!({ "game": "tictactoe", "specs": ["random", "random"], "games": 3,
            "limit": {}, "threads": 1, "seed": 0, "sprt": null });
        let refused = one(&mut socket, json!({ "id": 2, "ask": "match", "plan": odd })).await;
        assert_eq!(refused["say"], "refused");
    });
    let kept = std::fs::read_dir(folder.path()).expect("the folder");
    assert_ne!(kept.count(), 0, "the match is stored");
}

#[test]
fn the_engine_analyses_within_its_limits() {
    let address = start();
    runtime().block_on(async {
        let mut socket = connect(address).await;
        // Lines, threads and memory above the limits are reduced to them.
        let answers = ask(
            &mut socket,
            json!({
                "id": 1, "ask": "analyse", "line": line("chess", &["e2e4"]), "limit": { "depth": 7 },
                "engine": { "lines": 99, "threads": 9_999, "hash": 1_000_000_000 },
            }),
        )
        .await;
        let last = answers.last().expect("an answer");
        assert_eq!(last["say"], "analysis", "{last}");
        let lines = last["analysis"]["lines"].as_array().expect("lines");
        assert_eq!(lines.len(), 8, "{last}");
        for (index, line) in lines.iter().enumerate() {
            assert_eq!(line["rank"], index + 1);
            assert_eq!(line["line"].as_array().map(Vec::len), line["moves"].as_array().map(Vec::len));
            let wdl: u64 = line["wdl"].as_array().expect("chances").iter().filter_map(Value::as_u64).sum();
            assert_eq!(wdl, 1_000);
        }
        let other = json!({ "id": 2, "ask": "analyse", "line": line("othello", &[]), "limit": {}, "engine": { "lines": 1, "threads": 1, "hash": 1 } });
        assert_eq!(one(&mut socket, other).await["say"], "refused");
    });
}

#[test]
fn an_analysis_reports_at_most_sixty_times_a_second_and_can_be_stopped() {
    let address = start();
    runtime().block_on(async {
        let mut socket = connect(address).await;
        let began = Instant::now();
        let answers = ask(
            &mut socket,
            json!({
                "id": 1, "ask": "analyse", "line": line("chess", &[]), "limit": { "movetime": 1_000 },
                "engine": { "lines": 3, "threads": 1, "hash": 16 },
            }),
        )
        .await;
        let most = began.elapsed().as_secs_f64() * 60.0 + 2.0;
        assert!(answers.len() >= 2, "{} messages", answers.len());
        assert!((answers.len() as f64) <= most, "{} messages, {most} at most", answers.len());
        let nodes: Vec<u64> = answers.iter().filter_map(|answer| answer["analysis"]["nodes"].as_u64()).collect();
        assert!(nodes.is_sorted(), "{nodes:?}");
        // Without a limit it runs until it is stopped.
        let endless = json!({
            "id": 2, "ask": "analyse", "line": line("chess", &[]), "limit": {}, "engine": { "lines": 1, "threads": 1, "hash": 16 },
        });
        socket.send(Message::text(endless.to_string())).await.expect("a message can be sent");
        tokio::time::sleep(Duration::from_millis(200)).await;
        let stop = json!({ "id": 3, "ask": "stop", "job": 2 });
        socket.send(Message::text(stop.to_string())).await.expect("a message can be sent");
        // The analysis must send its last reply.
        loop {
            let message = tokio::time::timeout(Duration::from_secs(60), socket.next());
            let message = message.await.expect("an end in time").expect("open").expect("good");
            let Message::Text(text) = message else { continue };
            let answer: Value = serde_json::from_str(&text).expect("JSON");
            if answer["id"] == 2 && answer["last"] == true {
                assert_eq!(answer["say"], "analysis");
                break;
            }
        }
    });
}

#[test]
fn moves_are_explained_terms_add_up_and_games_are_reviewed() {
    let address = start();
    runtime().block_on(async {
        let mut socket = connect(address).await;
        let why = json!({ "id": 1, "ask": "why", "line": line("chess", &["e2e4", "e7e5", "g1f3", "b8c6"]), "mv": "f3e5", "limit": { "nodes": 50_000 } });
        let why = one(&mut socket, why).await;
        assert_eq!(why["why"]["isBest"], false, "{why}");
        assert!(why["why"]["sentences"][1]["text"].as_str().is_some_and(|text| text.starts_with("White loses a knight")), "{why}");
        let bad = json!({ "id": 2, "ask": "why", "line": line("chess", &[]), "mv": "e2e5", "limit": {} });
        assert_eq!(one(&mut socket, bad).await["say"], "refused");

        let terms = one(&mut socket, json!({ "id": 3, "ask": "terms", "line": line("chess", &["e2e4"]) })).await;
        let rows = terms["terms"]["terms"].as_array().expect("terms");
        let sum: i64 = rows.iter().map(|row| row["white"][0].as_i64().unwrap_or(0) - row["black"][0].as_i64().unwrap_or(0)).sum();
        assert_eq!(Some(sum), terms["terms"]["sum"][0].as_i64(), "{terms}");

        let review = json!({ "id": 4, "ask": "review", "text": "1. f3 e5 2. g4 Qh4# 0-1", "limit": { "nodes": 5_000 } });
        let answers = ask(&mut socket, review).await;
        assert_eq!(answers.iter().filter(|answer| answer["say"] == "reviewed").count(), 5);
        let report = &answers.last().expect("a report")["report"];
        assert_eq!(report["complete"], true);
        assert_eq!(report["moves"][2]["judgement"], "Blunder");
        assert_eq!(report["worst"][0], 2);
        let bad = json!({ "id": 5, "ask": "review", "text": "1. e4 Ke5 *", "limit": {} });
        let bad = one(&mut socket, bad).await;
        assert!(bad["reason"].as_str().is_some_and(|reason| reason.contains("move 1 of Black")), "{bad}");
        let empty = one(&mut socket, json!({ "id": 6, "ask": "review", "text": "*", "limit": {} })).await;
        assert_eq!(empty["say"], "refused", "{empty}");
    });
}

#[test]
fn engine_specs_above_the_limits_are_rejected() {
    let address = start();
    runtime().block_on(async {
        let mut socket = connect(address).await;
        for (id, (spec, word)) in [
            ("engine:hash=4096", "hash=128"),
            ("engine:threads=200", "processors"),
            ("engine:off=magic", "magic"),
        ]
        .into_iter()
        .enumerate()
        {
            let request =
                json!({ "id": id + 1, "ask": "read-spec", "game": "chess", "text": spec });
            let answer = one(&mut socket, request).await;
            assert_eq!(answer["say"], "refused", "{spec}");
            let reason = answer["reason"].as_str().unwrap_or_default();
            assert!(reason.contains(word), "{reason}");
        }
        let othello = json!({ "id": 8, "ask": "read-spec", "game": "othello", "text": "engine" });
        assert_eq!(one(&mut socket, othello).await["say"], "refused");
        let hello = one(&mut socket, json!({ "id": 9, "ask": "hello" })).await;
        let techniques = hello["techniques"].as_array().map_or(0, Vec::len);
        assert!(techniques >= 20, "{techniques}");
    });
}

#[test]
fn a_race_of_the_engine_reports_each_depth() {
    let address = start();
    runtime().block_on(async {
        let mut socket = connect(address).await;
        let request = json!({ "id": 1, "ask": "race", "line": line("chess", &["e2e4"]),
            "specs": ["engine", "engine:off=lmr+null", "alphabeta"], "limit": { "depth": 4 } });
        let answers = ask(&mut socket, request).await;
        assert_eq!(answers.len(), 4);
        for row in &answers[..3] {
            let row = &row["row"];
            let steps = row["by_depth"].as_array().cloned().unwrap_or_default();
            let depths: Vec<_> = steps
                .iter()
                .filter_map(|step| step["depth"].as_u64())
                .collect();
            assert_eq!(depths, [1, 2, 3, 4], "{row}");
            assert_eq!(steps[3]["nodes"], row["nodes"]);
            let cuts = row["cut_places"].as_array().map_or(0, Vec::len);
            assert!(cuts > 0, "{row}");
            // Only the engine reports how full its table is.
            let reports = row["player"]
                .as_str()
                .is_some_and(|spec| spec.starts_with("engine"));
            assert_eq!(steps[3]["hashfull"].is_u64(), reports, "{row}");
        }
        // With a node limit, the steps are the iterations.
        let request = json!({ "id": 2, "ask": "race", "line": line("chess", &[]),
            "specs": ["engine"], "limit": { "nodes": 20_000 } });
        let answers = ask(&mut socket, request).await;
        let steps = answers[0]["row"]["by_depth"]
            .as_array()
            .cloned()
            .unwrap_or_default();
        assert!(steps.len() > 3, "{}", answers[0]);
        assert!(
            steps
                .windows(2)
                .all(|pair| pair[0]["nodes"].as_u64() <= pair[1]["nodes"].as_u64())
        );
    });
}

#[test]
fn the_tree_of_the_engine_has_cut_reasons_and_seek_events() {
    let address = start();
    runtime().block_on(async {
        let mut socket = connect(address).await;
        let request = json!({ "id": 1, "ask": "trace", "line": line("chess", &["e2e4", "e7e5", "g1f3", "b8c6"]),
            "spec": "engine", "limit": { "nodes": 30_000 }, "nodes": 1_000_000 });
        let answer = one(&mut socket, request).await;
        let charts = &answer["summary"]["charts"];
        let reasons: Vec<String> = charts["reasons"]
            .as_array()
            .into_iter()
            .flatten()
            .filter_map(|pair| pair[0].as_str().map(str::to_owned))
            .collect();
        for expected in ["beta", "table", "reverse-futility", "late-move", "see", "null-move"] {
            assert!(reasons.iter().any(|reason| reason == expected), "{expected} in {reasons:?}");
        }
        assert!(!reasons.iter().any(|reason| reason == "cut"), "{reasons:?}");
        let counted: u64 = charts["nodesByPly"].as_array().into_iter().flatten().filter_map(Value::as_u64).sum();
        assert_eq!(answer["summary"]["recorded"].as_u64(), Some(counted));

        // A node cut by reverse futility pruning marks its line of the pseudo-code.
        let mut event = 0;
        let node = loop {
            let seek = json!({ "id": 2, "ask": "tree-seek", "event": event, "backwards": false, "kinds": ["cut"], "line": null });
            let cut = one(&mut socket, seek).await;
            event = cut["event"]["event"].as_u64().expect("a cut");
            if cut["event"]["text"].as_str().is_some_and(|text| text.contains("far above β")) {
                break cut["event"]["node"].clone();
            }
        };
        let found = one(&mut socket, json!({ "id": 3, "ask": "tree-inspect", "node": node })).await;
        assert_eq!(found["node"]["node"]["cut"], "reverse-futility");
        let lines = found["node"]["lines"].as_array().cloned().unwrap_or_default();
        let marked = lines.iter().filter_map(|line| found["node"]["code"][line.as_u64()? as usize].as_str());
        assert!(marked.into_iter().any(|line| line.contains("reverse futility")), "{found}");

        // Seek: a root move becomes the best one; a line is entered.
        let best = json!({ "id": 4, "ask": "tree-seek", "event": 0, "backwards": false, "kinds": ["new-best"], "line": null });
        let best = one(&mut socket, best).await;
        assert_eq!(best["event"]["newBest"], true, "{best}");
        assert_eq!(best["event"]["kind"], "leave");
        let entered = json!({ "id": 5, "ask": "tree-seek", "event": 0, "backwards": false, "kinds": [], "line": "d4 exd4" });
        let entered = one(&mut socket, entered).await;
        assert_eq!(entered["event"]["kind"], "enter", "{entered}");
        let node = one(&mut socket, json!({ "id": 6, "ask": "tree-inspect", "node": entered["event"]["node"] })).await;
        assert_eq!(node["node"]["path"], json!(["d4", "exd4"]));
        let wrong = json!({ "id": 7, "ask": "tree-seek", "event": 0, "backwards": false, "kinds": [], "line": "Ke7" });
        assert_eq!(one(&mut socket, wrong).await["say"], "refused");

        // At least one iteration reaches positions by several move orders. The counts are consistent.
        let mut met = 0;
        for root in answer["summary"]["roots"].as_array().expect("roots") {
            let meetings = one(&mut socket, json!({ "id": 8, "ask": "tree-meetings", "root": root["id"] })).await;
            let meetings = &meetings["meetings"];
            let count = |name: &str| meetings[name].as_u64().unwrap_or_default();
            met += count("met");
            assert!(count("met") <= count("positions") && count("positions") <= count("nodes"), "{meetings}");
            assert!(count("met") == 0 || count("positions") < count("nodes"), "{meetings}");
            for meeting in meetings["list"].as_array().into_iter().flatten() {
                assert!(meeting["ways"].as_u64() >= Some(2) && meeting["times"].as_u64() >= meeting["ways"].as_u64(), "{meeting}");
            }
        }
        assert!(met > 0);
        let inner = json!({ "id": 9, "ask": "tree-meetings", "root": 1 });
        assert_eq!(one(&mut socket, inner).await["say"], "refused");
    });
}

#[test]
fn attacks_and_threats_have_overlays() {
    let address = start();
    runtime().block_on(async {
        let mut socket = connect(address).await;
        let attacks =
            json!({ "id": 1, "ask": "overlay", "kind": "attacks", "line": line("chess", &[]) });
        let attacks = one(&mut socket, attacks).await;
        let squares = attacks["overlay"]["squares"]
            .as_array()
            .cloned()
            .unwrap_or_default();
        let f3 = squares
            .iter()
            .find(|square| square["square"] == "f3")
            .expect("f3");
        // Two pawns and a knight.
        assert_eq!(f3["sides"], json!([3, 0]));
        // The queen and the bishop attack f7.
        let mate = ["e2e4", "e7e5", "f1c4", "b8c6", "d1h5"];
        let mut moves = mate.to_vec();
        let threat =
            json!({ "id": 2, "ask": "overlay", "kind": "threat", "line": line("chess", &moves) });
        let threat = one(&mut socket, threat).await;
        assert_eq!(threat["overlay"]["mv"], "h5f7", "{threat}");
        assert!(
            threat["overlay"]["text"]
                .as_str()
                .is_some_and(|text| text.contains("#1")),
            "{threat}"
        );
        // A side in check cannot pass.
        moves.extend(["g7g6", "h5e5"]);
        let check =
            json!({ "id": 3, "ask": "overlay", "kind": "threat", "line": line("chess", &moves) });
        assert_eq!(one(&mut socket, check).await["say"], "refused");
        let othello =
            json!({ "id": 4, "ask": "overlay", "kind": "attacks", "line": line("othello", &[]) });
        assert_eq!(one(&mut socket, othello).await["say"], "refused");
    });
}
