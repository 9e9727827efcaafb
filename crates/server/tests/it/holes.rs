//! Ways in which one page once could harm the others, or itself. Each of these tests fails on a server without jobs that
//! can always be stopped.

use std::net::SocketAddr;
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::net::TcpSocket;
use tokio::time::{Instant, sleep, timeout};
use tokio_tungstenite::client_async;
use tokio_tungstenite::tungstenite::Message;

use desk::{Allowed, Config};
use players::program::Program;

use crate::wire::{Socket, connect, line, one, runtime, start, start_with};

/// More jobs than there ever was room for, for all pages together.
fn too_many() -> usize {
    let processors = std::thread::available_parallelism().map_or(1, usize::from);
    2 * processors + 4
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

#[test]
fn nothing_runs_on_when_its_page_is_gone() {
    let address = start();
    runtime().block_on(async {
        let mut socket = connect(address).await;
        for _ in 0..too_many() {
            send(&mut socket, &think(1, "alphabeta", true)).await;
        }
        // The last of these is answered when all the others were heard.
        let hello = one(&mut socket, json!({ "id": 2, "ask": "hello" })).await;
        assert_eq!(hello["say"], "hello");
        drop(socket);
        others_are_served(address).await;
    });
}

#[test]
fn a_course_player_ends_when_it_is_told_to() {
    let address = start();
    runtime().block_on(async {
        let mut socket = connect(address).await;
        send(&mut socket, &think(1, "report-minimax:depth=5", false)).await;
        sleep(Duration::from_millis(300)).await;
        let began = Instant::now();
        send(&mut socket, &json!({ "id": 2, "ask": "stop", "job": 1 })).await;
        loop {
            let said = next(&mut socket).await;
            if said["id"] == 1 && said["last"] == true {
                assert_eq!(said["stopped"], "asked", "{said}");
                break;
            }
        }
        // A tenth of a second is wanted; even a player that does not obey would be answered for after two seconds.
        assert!(
            began.elapsed() < Duration::from_secs(10),
            "{:?}",
            began.elapsed()
        );
    });
}

#[test]
fn zombies_hold_nothing_that_others_need() {
    let address = start();
    runtime().block_on(async {
        for _ in 0..too_many() {
            let mut socket = connect(address).await;
            send(&mut socket, &think(1, "report-minimax:depth=5", false)).await;
            // It is heard before the page is gone.
            let hello = one(&mut socket, json!({ "id": 2, "ask": "hello" })).await;
            assert_eq!(hello["say"], "hello");
        }
        others_are_served(address).await;
    });
}

#[test]
fn whoever_does_not_read_blocks_nobody() {
    let address = start();
    runtime().block_on(async {
        let mut unread = Vec::new();
        for _ in 0..too_many() {
            // The system keeps little for this page, so the server soon has nowhere to write.
            let socket = TcpSocket::new_v4().expect("a socket");
            socket.set_recv_buffer_size(4_096).expect("a size");
            let stream = socket.connect(address).await.expect("a connection");
            let (mut socket, _) = client_async(format!("ws://{address}/ws"), stream)
                .await
                .expect("a conversation");
            // Twenty-eight thousand games, each told with how all players stand.
            let plan = json!({ "game": "tictactoe", "specs": vec!["random"; 8], "games": 1_000, "limit": {},
                "threads": 1, "seed": 1, "sprt": null });
            let question = json!({ "id": 1, "ask": "match", "plan": plan });
            socket.send(Message::text(question.to_string())).await.expect("sent");
            unread.push(socket);
        }
        // Time enough for all of them to run full.
        sleep(Duration::from_secs(2)).await;
        others_are_served(address).await;
        drop(unread);
    });
}

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

#[test]
fn figures_hold_nobody_up_and_can_be_stopped() {
    let address = start();
    runtime().block_on(async {
        let (mut socket, mut other) = (connect(address).await, connect(address).await);
        // Ten seconds of work and more.
        send(
            &mut socket,
            &json!({ "id": 1, "ask": "reproduce", "document": "a4" }),
        )
        .await;
        let hello = one(&mut socket, json!({ "id": 2, "ask": "hello" })).await;
        assert_eq!(hello["say"], "hello");
        let said = one(
            &mut other,
            json!({ "id": 1, "ask": "reproduce", "document": "fascicle3" }),
        )
        .await;
        assert_eq!(said["say"], "reproduced", "{said}");
        send(&mut socket, &json!({ "id": 3, "ask": "stop", "job": 1 })).await;
        loop {
            let said = next(&mut socket).await;
            if said["id"] == 1 && said["last"] == true {
                assert_eq!(
                    (&said["say"], &said["stopped"]),
                    (&json!("refused"), &json!("asked")),
                    "{said}"
                );
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
