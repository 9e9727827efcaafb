//! A WebSocket client that sends requests and reads replies as JSON.

use std::net::SocketAddr;
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use server::Server;
use tokio::runtime::Runtime;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};
use web_api::Config;

/// A connection.
pub type Socket = WebSocketStream<MaybeTlsStream<tokio::net::TcpStream>>;

/// Starts a server on a free port. It runs until the test program ends.
pub fn start() -> SocketAddr {
    start_with(Config::default())
}

/// Starts a server with this configuration.
pub fn start_with(config: Config) -> SocketAddr {
    let server = Server::bind(Some(0)).expect("a free port");
    let server = server.with_config(config).without_token();
    let address = server.address();
    std::thread::spawn(move || server.run());
    address
}

pub fn runtime() -> Runtime {
    tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .expect("a runtime")
}

pub async fn connect(address: SocketAddr) -> Socket {
    let (socket, _) = connect_async(format!("ws://{address}/ws"))
        .await
        .expect("a connection");
    socket
}

/// Sends a request and returns all its replies.
pub async fn ask(socket: &mut Socket, question: Value) -> Vec<Value> {
    let id = question["id"].clone();
    socket
        .send(Message::text(question.to_string()))
        .await
        .expect("a message can be sent");
    let mut answers = Vec::new();
    loop {
        let message = tokio::time::timeout(Duration::from_secs(30), socket.next())
            .await
            .expect("an answer in time")
            .expect("an open connection")
            .expect("a good message");
        let Message::Text(text) = message else {
            continue;
        };
        let answer: Value = serde_json::from_str(&text).expect("JSON");
        if answer["id"] != id {
            continue;
        }
        let last = answer["last"] == true;
        answers.push(answer);
        if last {
            return answers;
        }
    }
}

pub async fn one(socket: &mut Socket, question: Value) -> Value {
    ask(socket, question).await.pop().expect("an answer")
}

pub fn line(game: &str, moves: &[&str]) -> Value {
    json!({ "game": game, "start": null, "moves": moves })
}
