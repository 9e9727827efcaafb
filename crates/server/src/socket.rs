//! The WebSocket of a page: passes its requests to the web API and sends the replies.

use std::sync::Arc;

use axum::extract::State;
use axum::extract::ws::{CloseFrame, Message, WebSocket, WebSocketUpgrade};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use futures_util::stream::SplitSink;
use futures_util::{SinkExt, StreamExt};
use tokio::select;
use tokio::sync::{Notify, oneshot};
use tokio::task::spawn_blocking;
use tokio::time::{Duration, timeout};
use web_api::caps::caps;
use web_api::{Outbox, PageHandle, WebApi};

/// The time after which a page that accepts no message counts as disconnected.
const SEND_TIMEOUT: Duration = Duration::from_secs(60);

/// The time limit of the close handshake.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(1);

/// Connects a page, or rejects it with status 503 if too many are connected.
pub(crate) async fn upgrade(State(api): State<WebApi>, upgrade: WebSocketUpgrade) -> Response {
    let messages = Arc::new(Notify::new());
    let wake = Arc::clone(&messages);
    let outbox = Arc::new(Outbox::new(move || wake.notify_one()));
    let page = match api.page(outbox) {
        Ok(page) => page,
        Err(reason) => {
            return (StatusCode::SERVICE_UNAVAILABLE, format!("{reason}\n")).into_response();
        }
    };
    let most = caps().message_bytes;
    upgrade
        .max_message_size(most)
        .max_frame_size(most)
        .on_upgrade(move |socket| serve(socket, page, messages))
}

/// Passes messages between a page and the web API until either side disconnects.
async fn serve(socket: WebSocket, page: PageHandle, messages: Arc<Notify>) {
    let (sink, mut stream) = socket.split();
    let page = Arc::new(page);
    let room = Arc::new(Notify::new());
    let (close, end) = oneshot::channel();
    let writer = Writer {
        outbox: Arc::clone(page.outbox()),
        messages,
        room: Arc::clone(&room),
        end,
    };
    let mut writer = tokio::spawn(writer.run(sink));
    let last = loop {
        // Requests of a page that does not read its replies are not read.
        let message = if page.outbox().is_full() {
            select! {
                () = room.notified() => continue,
                _ = &mut writer => break None,
            }
        } else {
            select! {
                message = stream.next() => message,
                _ = &mut writer => break None,
            }
        };
        match message {
            Some(Ok(Message::Text(text))) => {
                let page = Arc::clone(&page);
                // After a panic this request has no reply; the connection continues.
                _ = spawn_blocking(move || page.receive(text.as_str())).await;
            }
            Some(Ok(Message::Binary(_))) => {
                page.reject(0, "messages are JSON texts, not bytes".to_owned());
            }
            Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
            Some(Ok(Message::Close(_))) | None => break Some(None),
            Some(Err(_)) => {
                // The message is too large or is no WebSocket frame. The stream cannot continue.
                break Some(Some(CloseFrame {
                    code: 1009,
                    reason: "a message has at most one megabyte".into(),
                }));
            }
        }
    };
    // This cancels its jobs. Dropping a large tree takes time, so it runs on a blocking thread.
    drop(spawn_blocking(move || drop(page)));
    if let Some(frame) = last {
        // An error means that the writer has ended.
        _ = close.send(frame);
        let rest = writer.abort_handle();
        _ = timeout(CLOSE_TIMEOUT, writer).await;
        rest.abort();
    }
}

/// Sends the messages of an outbox to its page.
struct Writer {
    outbox: Arc<Outbox>,
    /// Notified when the outbox has a new message.
    messages: Arc<Notify>,
    /// Notified when a message was taken.
    room: Arc<Notify>,
    /// Receives the end of the connection, with a close frame if there is one.
    end: oneshot::Receiver<Option<CloseFrame>>,
}

impl Writer {
    /// Runs until sending fails or the connection ends.
    async fn run(mut self, mut sink: SplitSink<WebSocket, Message>) {
        loop {
            while let Some(text) = self.outbox.take() {
                self.room.notify_one();
                let sent = timeout(SEND_TIMEOUT, sink.send(Message::text(text))).await;
                if !matches!(sent, Ok(Ok(()))) {
                    return;
                }
            }
            select! {
                () = self.messages.notified() => {}
                frame = &mut self.end => {
                    if let Ok(Some(frame)) = frame {
                        _ = sink.send(Message::Close(Some(frame))).await;
                    }
                    return;
                }
            }
        }
    }
}
