//! Ways in which one page once could harm the others, or itself. The server of commit 2d58586 had all of these holes: there
//! each of these tests fails, for the reason its comment gives, but for the last one, which is younger. One hole was in the
//! page, a link that started work by itself: web/e2e/links.test.js.

use std::net::SocketAddr;
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::net::TcpSocket;
use tokio::time::{sleep, timeout};
use tokio_tungstenite::client_async;
use tokio_tungstenite::tungstenite::Message;

use desk::{Allowed, Budget, Config};
use players::program::Program;

use crate::wire::{Socket, connect, line, one, runtime, start, start_with};

/// Jobs of all pages together that there is room for: as many as there was when the holes were open.
fn room() -> usize {
    2 * std::thread::available_parallelism().map_or(1, usize::from) + 2
}

/// A server with no more room than that, which is not given to others before a job has really ended: whoever goes on when it
/// should not is missed.
fn narrow() -> SocketAddr {
    start_with(Config {
        all: Budget {
            jobs: room(),
            threads: room(),
            ..Budget::of_all()
        },
        grace: Duration::from_secs(3_600),
        patience: Duration::from_millis(500),
        ..Config::default()
    })
}

/// A course player with minutes of work: queens and bishops are out, so there are twice as many moves as at the start.
fn minutes_of_work(id: u32) -> Value {
    let moves = [
        "e2e4", "e7e5", "d2d4", "d7d5", "d1h5", "d8h4", "f1b5", "c7c6", "c1g5", "f8b4", "b1c3",
        "c8g4",
    ];
    let mut question = think(id, "report-minimax:depth=5", false);
    question["line"] = line("chess", &moves);
    question
}

fn think(id: u32, spec: &str, live: bool) -> Value {
    json!({ "id": id, "ask": "think", "line": line("chess", &[]), "spec": spec, "seat": null, "limit": {},
        "clocks": null, "live": live })
}

async fn send(socket: &mut Socket, question: &Value) {
    let text = Message::text(question.to_string());
    socket.send(text).await.expect("a message can be sent");
}

/// The next message.
async fn next(socket: &mut Socket) -> Value {
    loop {
        let message = timeout(Duration::from_secs(30), socket.next()).await;
        let message = message.expect("in time").expect("open").expect("good");
        if let Message::Text(text) = message {
            return serde_json::from_str(&text).expect("JSON");
        }
    }
}

/// Somebody else asks for a move, and gets it.
async fn others_are_served(address: SocketAddr) {
    let mut socket = connect(address).await;
    let said = one(&mut socket, think(1, "alphabeta:depth=2", false)).await;
    assert_eq!(said["say"], "chosen", "{said}");
}

/// All ten ran, because the page was known to have one job; a stop ended one of them.
#[test]
fn one_number_does_not_make_one_job_of_many() {
    let address = start();
    runtime().block_on(async {
        let mut socket = connect(address).await;
        for _ in 0..10 {
            send(&mut socket, &think(7, "alphabeta", true)).await;
        }
        // There is news of those that run all the time, so somebody has to look at the clock.
        let refusals = async {
            let mut refused = 0;
            while refused < 6 {
                let said = next(&mut socket).await;
                refused += usize::from(said["say"] == "refused");
            }
        };
        timeout(Duration::from_secs(30), refusals)
            .await
            .expect("six are refused");
        // One stop ends all the others.
        send(&mut socket, &json!({ "id": 8, "ask": "stop", "job": 7 })).await;
        let (mut ended, mut answered) = (0, false);
        while ended < 4 || !answered {
            let said = next(&mut socket).await;
            ended += usize::from(said["id"] == 7 && said["last"] == true);
            answered |= said["id"] == 8 && said["last"] == true && said["jobs"] == 4;
        }
        others_are_served(address).await;
    });
}

/// Of ten jobs with one number nine ran on, for the ten minutes that an analysis may take, and nobody else got a move.
#[test]
fn nothing_runs_on_when_its_page_is_gone() {
    let address = narrow();
    runtime().block_on(async {
        // Each has at least three jobs that run, whatever it is allowed.
        for _ in 0..room().div_ceil(3) {
            let mut socket = connect(address).await;
            for _ in 0..10 {
                send(&mut socket, &think(1, "alphabeta", true)).await;
            }
            // This is answered when all the others were heard.
            let hello = one(&mut socket, json!({ "id": 2, "ask": "hello" })).await;
            assert_eq!(hello["say"], "hello");
        }
        others_are_served(address).await;
    });
}

/// It did not look at its stop, and went on to its end.
#[test]
fn a_course_player_ends_when_it_is_told_to() {
    let address = narrow();
    runtime().block_on(async {
        let mut socket = connect(address).await;
        send(&mut socket, &minutes_of_work(1)).await;
        sleep(Duration::from_millis(300)).await;
        send(&mut socket, &json!({ "id": 2, "ask": "stop", "job": 1 })).await;
        let (mut answered, mut ended) = (false, false);
        while !answered || !ended {
            let said = next(&mut socket).await;
            answered |= said["id"] == 2 && said["jobs"] == 1;
            if said["id"] == 1 && said["last"] == true {
                assert_eq!(said["stopped"], "asked", "{said}");
                ended = true;
            }
        }
    });
}

/// Nor did it end with its page: a few pages that came and went, and nobody else got a move for minutes.
#[test]
fn zombies_hold_nothing_that_others_need() {
    let address = narrow();
    runtime().block_on(async {
        for _ in 0..room() + 2 {
            let mut socket = connect(address).await;
            send(&mut socket, &minutes_of_work(1)).await;
            // It is heard before the page is gone.
            let hello = one(&mut socket, json!({ "id": 2, "ask": "hello" })).await;
            assert_eq!(hello["say"], "hello");
        }
        others_are_served(address).await;
    });
}

/// A match waited until its page read, and kept the room it had for as long as the page was there.
#[test]
fn whoever_does_not_read_blocks_nobody() {
    let address = narrow();
    runtime().block_on(async {
        let mut unread = Vec::new();
        for _ in 0..room() + 2 {
            // The system keeps little for this page, so the server soon has nowhere to write.
            let socket = TcpSocket::new_v4().expect("a socket");
            socket.set_recv_buffer_size(4_096).expect("a size");
            let stream = socket.connect(address).await.expect("a connection");
            let (mut socket, _) = client_async(format!("ws://{address}/ws"), stream)
                .await
                .expect("a conversation");
            // Twenty-eight thousand games, each told with how all players stand; long names fill what waits sooner.
            let name = format!("random:seed={:0>300}", 1);
            let plan = json!({ "game": "tictactoe", "specs": vec![name; 8], "games": 1_000, "limit": {},
                "threads": 1, "seed": 1, "sprt": null });
            let question = json!({ "id": 1, "ask": "match", "plan": plan });
            socket.send(Message::text(question.to_string())).await.expect("sent");
            unread.push(socket);
        }
        others_are_served(address).await;
        drop(unread);
    });
}

/// They were built, a gibibyte for each game at once: there was a limit for a table, and none for all of them.
#[test]
fn eight_large_tables_are_refused() {
    let address = start();
    runtime().block_on(async {
        let mut socket = connect(address).await;
        let plan = json!({ "game": "chess", "specs": vec!["alphabeta:depth=1,tt=128"; 8], "games": 2, "limit": {},
            "threads": 1, "seed": 1, "sprt": null });
        let said = one(&mut socket, json!({ "id": 1, "ask": "match", "plan": plan })).await;
        assert_eq!(said["say"], "refused", "{said}");
        assert!(said["reason"].as_str().is_some_and(|text| text.contains("MiB")), "{said}");
    });
}

/// Seconds of work.
fn figures(id: u32) -> Value {
    json!({ "id": id, "ask": "reproduce", "document": "a4" })
}

/// They were computed to their end.
#[test]
fn figures_can_be_stopped() {
    let address = start();
    runtime().block_on(async {
        let mut socket = connect(address).await;
        send(&mut socket, &figures(1)).await;
        sleep(Duration::from_millis(200)).await;
        send(&mut socket, &json!({ "id": 2, "ask": "stop", "job": 1 })).await;
        let said = loop {
            let said = next(&mut socket).await;
            if said["id"] == 1 && said["last"] == true {
                break said;
            }
        };
        let how = (&said["say"], &said["stopped"]);
        assert_eq!(how, (&json!("refused"), &json!("asked")), "{said}");
    });
}

/// Whoever wanted other figures waited for these.
#[test]
fn figures_hold_nobody_up() {
    let address = start();
    runtime().block_on(async {
        let (mut socket, mut other) = (connect(address).await, connect(address).await);
        send(&mut socket, &figures(1)).await;
        let hello = one(&mut socket, json!({ "id": 2, "ask": "hello" })).await;
        assert_eq!(hello["say"], "hello");
        let few = json!({ "id": 1, "ask": "reproduce", "document": "fascicle3" });
        let said = one(&mut other, few).await;
        assert_eq!(said["say"], "reproduced", "{said}");
        // The first ones are not ready yet.
        send(&mut socket, &json!({ "id": 3, "ask": "hello" })).await;
        loop {
            let said = next(&mut socket).await;
            assert!(said["id"] != 1 || said["last"] == false, "{said}");
            if said["id"] == 3 {
                break;
            }
        }
    });
}

#[test]
fn a_socket_starts_no_program_but_one_that_was_allowed() {
    let folder = std::env::temp_dir().join(format!("socket-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let (program, trace) = (folder.join("program.py"), folder.join("started"));
    let text = format!(
        "import sys\nopen({:?}, 'w')\nfor line in sys.stdin: print('{{\"move\":\"b2\"}}', flush=True)\n",
        trace.display().to_string()
    );
    std::fs::write(&program, text).expect("a file");
    let spec = format!("script:python3,arg={}", program.display());
    let question = |spec: &str| {
        json!({ "id": 5, "ask": "think", "line": line("tictactoe", &[]), "spec": spec,
            "seat": null, "limit": { "depth": 1 }, "clocks": null, "live": false })
    };
    let closed = start();
    let allowed = Program::parse(&spec).map(|program| program.expect("a program"));
    let open = start_with(Config {
        allowed: Allowed::new(allowed),
        ..Config::default()
    });
    runtime().block_on(async {
        let mut socket = connect(closed).await;
        let answer = one(&mut socket, question(&spec)).await;
        assert_eq!(answer["say"], "refused", "{answer}");
        let mut socket = connect(open).await;
        let answer = one(&mut socket, question(&format!("{spec},arg=x"))).await;
        assert_eq!(answer["say"], "refused", "{answer}");
        assert!(!trace.exists(), "it was started");
        let answer = one(&mut socket, question(&spec)).await;
        assert_eq!(
            (&answer["say"], &answer["mv"]),
            (&json!("chosen"), &json!("b2")),
            "{answer}"
        );
    });
    assert!(trace.exists());
}
