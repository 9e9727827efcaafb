//! The conversation with one page.

use std::sync::Arc;

use axum::extract::State;
use axum::extract::ws::{CloseFrame, Message, WebSocket, WebSocketUpgrade};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use desk::Outbox;
use desk::answer::{answer, is_long};
use desk::caps::{self, caps};
use desk::job::{Job, Page};
use desk::protocol::{Ask, Asked, Say};
use futures_util::{SinkExt, StreamExt};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, mpsc};
use tokio::task::spawn_blocking;
use tokio::time::{Duration, timeout};

/// What all pages share: room for them, and for their long jobs.
pub(crate) struct House {
    pages: Arc<Semaphore>,
    jobs: Arc<Semaphore>,
}

impl House {
    pub(crate) fn new() -> Self {
        Self {
            pages: Arc::new(Semaphore::new(caps::SOCKETS)),
            jobs: Arc::new(Semaphore::new(caps::all_jobs())),
        }
    }
}

/// A page wants to talk.
pub(crate) async fn upgrade(
    State(house): State<Arc<House>>,
    upgrade: WebSocketUpgrade,
) -> Response {
    let Ok(permit) = Arc::clone(&house.pages).try_acquire_owned() else {
        let reason = "Too many pages are open: close one and try again.\n";
        return (StatusCode::SERVICE_UNAVAILABLE, reason).into_response();
    };
    let most = caps().message_bytes;
    upgrade
        .max_message_size(most)
        .max_frame_size(most)
        .on_upgrade(move |socket| talk(socket, house, permit))
}

async fn talk(socket: WebSocket, house: Arc<House>, _permit: OwnedSemaphorePermit) {
    /// Answers that wait for a slow page; beyond that, news are dropped and work waits.
    const WAITING: usize = 128;
    let (mut sink, mut stream) = socket.split();
    let (out, mut answers) = mpsc::channel::<Message>(WAITING);
    let writer = tokio::spawn(async move {
        while let Some(message) = answers.recv().await {
            if sink.send(message).await.is_err() {
                break;
            }
        }
    });
    let page = Arc::new(Page::default());
    while let Some(message) = stream.next().await {
        match message {
            Ok(Message::Text(text)) => hear(&text, &page, &out, &house).await,
            Ok(Message::Close(_)) => break,
            Ok(Message::Binary(_)) => {
                let job = Job::new(0, Arc::clone(&page), Arc::new(Wire(out.clone())));
                let reason = "messages are JSON texts, not bytes".to_owned();
                end(&job, &out, Err(reason)).await;
            }
            Ok(Message::Ping(_) | Message::Pong(_)) => {}
            Err(_) => {
                // Too large, or no WebSocket at all: nothing sensible can follow.
                let frame = CloseFrame {
                    code: 1009,
                    reason: "a message has at most one megabyte".into(),
                };
                _ = out.send(Message::Close(Some(frame))).await;
                break;
            }
        }
    }
    page.stop_all();
    _ = page.take_tree();
    drop(out);
    drop(page);
    // What is left to say may be said, but a job that cannot be stopped does not keep the page's place.
    let rest = writer.abort_handle();
    _ = timeout(Duration::from_secs(1), writer).await;
    rest.abort();
}

/// The way to a page over its WebSocket.
struct Wire(mpsc::Sender<Message>);

impl Outbox for Wire {
    fn offer(&self, message: String) -> bool {
        self.0.try_send(Message::text(message)).is_ok()
    }

    fn push(&self, message: String) {
        _ = self.0.blocking_send(Message::text(message));
    }
}

/// Answers one message.
async fn hear(text: &str, page: &Arc<Page>, out: &mpsc::Sender<Message>, house: &Arc<House>) {
    let job = |id| Job::new(id, Arc::clone(page), Arc::new(Wire(out.clone())));
    let asked = match Asked::read(text) {
        Ok(asked) => asked,
        Err((id, reason)) => {
            end(&job(id), out, Err(reason)).await;
            return;
        }
    };
    let job = job(asked.id);
    if let Ask::Stop { job } = asked.ask {
        page.stop(job);
        return;
    }
    if !is_long(&asked.ask) {
        let answer = {
            let job = job.clone();
            spawn_blocking(move || answer(asked.ask, job)).await
        };
        end(&job, out, answer.unwrap_or_else(|_| Err(crashed()))).await;
        return;
    }
    let most = caps().jobs;
    if !page.begin(&job, most) {
        let reason = format!("this page has {most} jobs running already: stop one first");
        end(&job, out, Err(reason)).await;
        return;
    }
    let (page, room, out) = (Arc::clone(page), Arc::clone(&house.jobs), out.clone());
    tokio::spawn(async move {
        // Whoever waits for room holds no thread.
        let permit = room.acquire_owned().await;
        let outcome = if job.is_stopped() {
            Err("stopped before it began".to_owned())
        } else {
            let job = job.clone();
            let work = spawn_blocking(move || answer(asked.ask, job)).await;
            work.unwrap_or_else(|_| Err(crashed()))
        };
        drop(permit);
        page.end(job.id);
        end(&job, &out, outcome).await;
    });
}

/// The end of an answer. Waits for a slow page.
async fn end(job: &Job, out: &mpsc::Sender<Message>, answer: Result<Say, String>) {
    _ = out.send(Message::text(job.last(answer))).await;
}

fn crashed() -> String {
    "something went wrong inside, which is a mistake of this program: please report what you did"
        .to_owned()
}
