//! Denial-of-service attacks by a page. Each test but the last fails with the server of commit 2d58586, for the reason in its
//! comment. web/e2e/links.test.js tests a link that starts work, which was possible then, too.

use std::net::SocketAddr;
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::net::TcpSocket;
use tokio::time::{sleep, timeout};
use tokio_tungstenite::client_async;
use tokio_tungstenite::tungstenite::Message;

use web_api::{AllowedPlayers, Budget, Config};

use crate::wire::{Socket, connect, line, one, runtime, start, start_with};

/// The number of running jobs that the old server allowed.
fn slots() -> usize {
    2 * std::thread::available_parallelism().map_or(1, usize::from) + 2
}

/// Starts a server with this number of threads and no lost jobs, so that a job that does not end blocks a thread.
fn start_narrow() -> SocketAddr {
    start_with(Config {
        total: Budget {
            jobs: slots(),
            threads: slots(),
            ..Budget::total()
        },
        grace: Duration::from_secs(3_600),
        read_timeout: Duration::from_millis(500),
        ..Config::default()
    })
}

/// Returns a request that takes a course player minutes: this position has twice as many moves as the start.
fn long_request(id: u32) -> Value {
    let moves = [
        "e2e4", "e7e5", "d2d4", "d7d5", "d1h5", "d8h4", "f1b5", "c7c6", "c1g5", "f8b4", "b1c3",
        "c8g4",
    ];
    let mut request = think(id, "report-minimax:depth=5", false);
    request["line"] = line("chess", &moves);
    request
}

fn think(id: u32, spec: &str, live: bool) -> Value {
    json!({ "id": id, "ask": "think", "line": line("chess", &[]), "spec": spec, "seat": null, "limit": {},
        "clocks": null, "live": live })
}

async fn send(socket: &mut Socket, request: &Value) {
    let text = Message::text(request.to_string());
    socket.send(text).await.expect("a message can be sent");
}

/// Returns the next reply.
async fn next(socket: &mut Socket) -> Value {
    loop {
        let message = timeout(Duration::from_secs(30), socket.next()).await;
        let message = message.expect("in time").expect("open").expect("good");
        if let Message::Text(text) = message {
            return serde_json::from_str(&text).expect("JSON");
        }
    }
}

/// Checks that another page gets a move.
async fn check_other_page(address: SocketAddr) {
    let mut socket = connect(address).await;
    let reply = one(&mut socket, think(1, "alphabeta:depth=2", false)).await;
    assert_eq!(reply["say"], "chosen", "{reply}");
}

/// All ten ran, because they counted as one job, and a stop ended only one.
#[test]
fn requests_with_one_id_are_separate_jobs() {
    let address = start();
    runtime().block_on(async {
        let mut socket = connect(address).await;
        for _ in 0..10 {
            send(&mut socket, &think(7, "alphabeta", true)).await;
        }
        // Running jobs send progress all the time, so this needs a timeout.
        let refusals = async {
            let mut refused = 0;
            while refused < 6 {
                let reply = next(&mut socket).await;
                refused += usize::from(reply["say"] == "refused");
            }
        };
        timeout(Duration::from_secs(30), refusals)
            .await
            .expect("six are refused");
        // One stop cancels all the others.
        send(&mut socket, &json!({ "id": 8, "ask": "stop", "job": 7 })).await;
        let (mut ended, mut answered) = (0, false);
        while ended < 4 || !answered {
            let reply = next(&mut socket).await;
            ended += usize::from(reply["id"] == 7 && reply["last"] == true);
            answered |= reply["id"] == 8 && reply["last"] == true && reply["jobs"] == 4;
        }
        check_other_page(address).await;
    });
}

/// Nine of ten jobs with one id continued for ten minutes, the limit of an analysis, and blocked other pages.
#[test]
fn jobs_of_a_disconnected_page_end() {
    let address = start_narrow();
    runtime().block_on(async {
        // Each page runs at least three jobs.
        for _ in 0..slots().div_ceil(3) {
            let mut socket = connect(address).await;
            for _ in 0..10 {
                send(&mut socket, &think(1, "alphabeta", true)).await;
            }
            // Requests are handled in order, so the server has all jobs when it replies.
            let hello = one(&mut socket, json!({ "id": 2, "ask": "hello" })).await;
            assert_eq!(hello["say"], "hello");
        }
        check_other_page(address).await;
    });
}

/// Course players ignored the cancellation token.
#[test]
fn a_stop_ends_a_course_player() {
    let address = start_narrow();
    runtime().block_on(async {
        let mut socket = connect(address).await;
        send(&mut socket, &long_request(1)).await;
        sleep(Duration::from_millis(300)).await;
        send(&mut socket, &json!({ "id": 2, "ask": "stop", "job": 1 })).await;
        let (mut answered, mut ended) = (false, false);
        while !answered || !ended {
            let reply = next(&mut socket).await;
            answered |= reply["id"] == 2 && reply["jobs"] == 1;
            if reply["id"] == 1 && reply["last"] == true {
                assert_eq!(reply["stopped"], "asked", "{reply}");
                ended = true;
            }
        }
    });
}

/// A few pages that disconnected during such a search blocked all others for minutes.
#[test]
fn a_course_player_ends_when_its_page_disconnects() {
    let address = start_narrow();
    runtime().block_on(async {
        for _ in 0..slots() + 2 {
            let mut socket = connect(address).await;
            send(&mut socket, &long_request(1)).await;
            // The server has the request before the page disconnects.
            let hello = one(&mut socket, json!({ "id": 2, "ask": "hello" })).await;
            assert_eq!(hello["say"], "hello");
        }
        check_other_page(address).await;
    });
}

/// A match waited for a page that did not read its messages, and used its threads as long as the page was connected.
#[test]
fn a_page_that_does_not_read_does_not_block_others() {
    let address = start_narrow();
    runtime().block_on(async {
        let mut unread = Vec::new();
        for _ in 0..slots() + 2 {
            // With a small receive buffer the server soon cannot write.
            let socket = TcpSocket::new_v4().expect("a socket");
            socket.set_recv_buffer_size(4_096).expect("a size");
            let stream = socket.connect(address).await.expect("a connection");
            let (mut socket, _) = client_async(format!("ws://{address}/ws"), stream)
                .await
                .expect("a conversation");
            // 28,000 games, each with a message about all players; long names fill the outbox sooner.
            let name = format!("random:seed={:0>300}", 1);
            let plan = json!({ "game": "tictactoe", "specs": vec![name; 8], "games": 1_000, "limit": {},
                "threads": 1, "seed": 1, "sprt": null });
            let request = json!({ "id": 1, "ask": "match", "plan": plan });
            socket.send(Message::text(request.to_string())).await.expect("sent");
            unread.push(socket);
        }
        check_other_page(address).await;
        drop(unread);
    });
}

/// Each table was limited, but not their sum: a gibibyte for each game played at once.
#[test]
fn eight_large_tables_are_rejected() {
    let address = start();
    runtime().block_on(async {
        let mut socket = connect(address).await;
        let plan = json!({ "game": "chess", "specs": vec!["alphabeta:depth=1,tt=128"; 8], "games": 2, "limit": {},
            "threads": 1, "seed": 1, "sprt": null });
        let reply = one(&mut socket, json!({ "id": 1, "ask": "match", "plan": plan })).await;
        assert_eq!(reply["say"], "refused", "{reply}");
        assert!(reply["reason"].as_str().is_some_and(|text| text.contains("MiB")), "{reply}");
    });
}

/// Returns a request that takes seconds.
fn figures(id: u32) -> Value {
    json!({ "id": id, "ask": "reproduce", "document": "a4" })
}

/// The computation could not be cancelled.
#[test]
fn figures_can_be_stopped() {
    let address = start();
    runtime().block_on(async {
        let mut socket = connect(address).await;
        send(&mut socket, &figures(1)).await;
        sleep(Duration::from_millis(200)).await;
        send(&mut socket, &json!({ "id": 2, "ask": "stop", "job": 1 })).await;
        let reply = loop {
            let reply = next(&mut socket).await;
            if reply["id"] == 1 && reply["last"] == true {
                break reply;
            }
        };
        let how = (&reply["say"], &reply["stopped"]);
        assert_eq!(how, (&json!("refused"), &json!("asked")), "{reply}");
    });
}

/// Requests for other figures waited for these.
#[test]
fn figures_of_two_documents_are_computed_at_once() {
    let address = start();
    runtime().block_on(async {
        let (mut socket, mut other) = (connect(address).await, connect(address).await);
        send(&mut socket, &figures(1)).await;
        let hello = one(&mut socket, json!({ "id": 2, "ask": "hello" })).await;
        assert_eq!(hello["say"], "hello");
        let few = json!({ "id": 1, "ask": "reproduce", "document": "fascicle3" });
        let reply = one(&mut other, few).await;
        assert_eq!(reply["say"], "reproduced", "{reply}");
        // The first request still runs.
        send(&mut socket, &json!({ "id": 3, "ask": "hello" })).await;
        loop {
            let reply = next(&mut socket).await;
            assert!(reply["id"] != 1 || reply["last"] == false, "{reply}");
            if reply["id"] == 3 {
                break;
            }
        }
    });
}

#[test]
fn only_allowed_programs_are_started() {
    let folder = tempfile::tempdir().expect("a folder");
    let [program, trace] = ["program.py", "started"].map(|name| folder.path().join(name));
    let text = format!(
        "import sys\nopen({:?}, 'w')\nfor line in sys.stdin: print('{{\"move\":\"b2\"}}', flush=True)\n",
        trace.display().to_string()
    );
    std::fs::write(&program, text).expect("a file");
    let spec = format!("script:python3,arg={}", program.display());
    let request = |spec: &str| {
        json!({ "id": 5, "ask": "think", "line": line("tictactoe", &[]), "spec": spec,
            "seat": null, "limit": { "depth": 1 }, "clocks": null, "live": false })
    };
    let closed = start();
    let allowed = programs::registry().parse(&spec).ok();
    let open = start_with(Config {
        allowed: AllowedPlayers::new(allowed),
        ..Config::default()
    });
    runtime().block_on(async {
        let mut socket = connect(closed).await;
        let answer = one(&mut socket, request(&spec)).await;
        assert_eq!(answer["say"], "refused", "{answer}");
        let mut socket = connect(open).await;
        let answer = one(&mut socket, request(&format!("{spec},arg=x"))).await;
        assert_eq!(answer["say"], "refused", "{answer}");
        assert!(!trace.exists(), "it was started");
        let answer = one(&mut socket, request(&spec)).await;
        assert_eq!(
            (&answer["say"], &answer["mv"]),
            (&json!("chosen"), &json!("b2")),
            "{answer}"
        );
    });
    assert!(trace.exists());
}
