//! The conversation with one page: what it says goes to the desk, and what the desk tells it goes out.

use std::sync::Arc;

use axum::extract::State;
use axum::extract::ws::{CloseFrame, Message, WebSocket, WebSocketUpgrade};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use desk::caps::caps;
use desk::{Desk, Outbox, PageHandle};
use futures_util::stream::SplitSink;
use futures_util::{SinkExt, StreamExt};
use tokio::select;
use tokio::sync::{Notify, oneshot};
use tokio::task::spawn_blocking;
use tokio::time::{Duration, timeout};

/// A page that takes nothing for so long is gone, whatever its connection says.
const SILENCE: Duration = Duration::from_secs(60);

/// How long the last words may take.
const FAREWELL: Duration = Duration::from_secs(1);

/// A page wants to talk.
pub(crate) async fn upgrade(State(desk): State<Desk>, upgrade: WebSocketUpgrade) -> Response {
    let news = Arc::new(Notify::new());
    let wake = Arc::clone(&news);
    let outbox = Arc::new(Outbox::new(move || wake.notify_one()));
    let page = match desk.page(outbox) {
        Ok(page) => page,
        Err(reason) => {
            return (StatusCode::SERVICE_UNAVAILABLE, format!("{reason}\n")).into_response();
        }
    };
    let most = caps().message_bytes;
    upgrade
        .max_message_size(most)
        .max_frame_size(most)
        .on_upgrade(move |socket| talk(socket, page, news))
}

async fn talk(socket: WebSocket, page: PageHandle, news: Arc<Notify>) {
    let (sink, mut stream) = socket.split();
    let page = Arc::new(page);
    let room = Arc::new(Notify::new());
    let (hang_up, end) = oneshot::channel();
    let writer = Writer {
        outbox: Arc::clone(page.outbox()),
        news,
        room: Arc::clone(&room),
        end,
    };
    let mut writer = tokio::spawn(writer.run(sink));
    let last = loop {
        // A page that does not read is not heard either.
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
                // If the desk panicked the page gets no answer, and goes on.
                _ = spawn_blocking(move || page.hear(text.as_str())).await;
            }
            Some(Ok(Message::Binary(_))) => {
                page.refuse(0, "messages are JSON texts, not bytes".to_owned());
            }
            Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
            Some(Ok(Message::Close(_))) | None => break Some(None),
            Some(Err(_)) => {
                // Too large, or no WebSocket at all: nothing sensible can follow.
                break Some(Some(CloseFrame {
                    code: 1009,
                    reason: "a message has at most one megabyte".into(),
                }));
            }
        }
    };
    // Its jobs end now. A large tree takes a while to go, so this is no work for a thread that serves others.
    drop(spawn_blocking(move || drop(page)));
    if let Some(frame) = last {
        // If nobody listens, the writer has ended already.
        _ = hang_up.send(frame);
        let rest = writer.abort_handle();
        _ = timeout(FAREWELL, writer).await;
        rest.abort();
    }
}

/// Takes what the desk tells a page to the page.
struct Writer {
    outbox: Arc<Outbox>,
    /// There is something to take.
    news: Arc<Notify>,
    /// Something was taken.
    room: Arc<Notify>,
    /// The conversation ends, with a reason for the page if there is one.
    end: oneshot::Receiver<Option<CloseFrame>>,
}

impl Writer {
    /// Runs until the page cannot be told anything any more, or the conversation ends.
    async fn run(mut self, mut sink: SplitSink<WebSocket, Message>) {
        loop {
            while let Some(text) = self.outbox.take() {
                self.room.notify_one();
                let sent = timeout(SILENCE, sink.send(Message::text(text))).await;
                if !matches!(sent, Ok(Ok(()))) {
                    return;
                }
            }
            select! {
                () = self.news.notified() => {}
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
