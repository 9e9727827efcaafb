//! The conversation with one page.

use std::sync::Arc;

use axum::extract::State;
use axum::extract::ws::{CloseFrame, Message, WebSocket, WebSocketUpgrade};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use futures_util::{SinkExt, StreamExt};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, mpsc};
use tokio::task::spawn_blocking;
use tokio::time::{Duration, timeout};

use crate::caps::{self, caps};
use crate::hello::{ReadSpec, hello};
use crate::job::{Job, Page};
use crate::pages::{analyse, ladder, matches, notation, overlay, race, reproduce, think, tree};
use crate::position::{OfferDraw, ReadMove, Show};
use crate::protocol::{Ask, Asked, Say};

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
                let job = Job::new(0, Arc::clone(&page), out.clone());
                job.end(Err("messages are JSON texts, not bytes".to_owned()))
                    .await;
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

/// Answers one message.
async fn hear(text: &str, page: &Arc<Page>, out: &mpsc::Sender<Message>, house: &Arc<House>) {
    let asked: Asked = match serde_json::from_str(text) {
        Ok(asked) => asked,
        Err(error) => {
            let id = serde_json::from_str::<serde_json::Value>(text)
                .ok()
                .and_then(|value| value.get("id")?.as_u64())
                .and_then(|id| u32::try_from(id).ok());
            let job = Job::new(id.unwrap_or(0), Arc::clone(page), out.clone());
            let reason = format!(
                "this message is not understood: {error} (crates/server/src/protocol lists the messages)"
            );
            job.end(Err(reason)).await;
            return;
        }
    };
    let job = Job::new(asked.id, Arc::clone(page), out.clone());
    if let Ask::Stop { job } = asked.ask {
        page.stop(job);
        return;
    }
    if !is_long(&asked.ask) {
        let answer = {
            let job = job.clone();
            spawn_blocking(move || answer(asked.ask, job)).await
        };
        job.end(answer.unwrap_or_else(|_| Err(crashed()))).await;
        return;
    }
    let most = caps().jobs;
    if !page.begin(&job, most) {
        let reason = format!("this page has {most} jobs running already: stop one first");
        job.end(Err(reason)).await;
        return;
    }
    let (page, room) = (Arc::clone(page), Arc::clone(&house.jobs));
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
        job.end(outcome).await;
    });
}

fn crashed() -> String {
    "something went wrong inside, which is a mistake of this program: please report what you did"
        .to_owned()
}

/// Whether a question can take longer than a moment.
const fn is_long(ask: &Ask) -> bool {
    matches!(
        ask,
        Ask::Think { .. }
            | Ask::Analyse { .. }
            | Ask::Why { .. }
            | Ask::Review { .. }
            | Ask::Race { .. }
            | Ask::Trace { .. }
            | Ask::Overlay { .. }
            | Ask::Match { .. }
            | Ask::Reproduce { .. }
    )
}

/// The answer to a question. Runs on a thread that may wait.
fn answer(ask: Ask, job: Job) -> Result<Say, String> {
    match ask {
        Ask::Hello => Ok(hello()),
        Ask::Show { line } => line.game.with(Show(line)),
        Ask::ReadMove { line, text } => line.game.with(ReadMove(line, text)),
        Ask::Chess960 { number } => chess::Position::chess960(number)
            .map(|position| Say::Position {
                fen: position.to_string(),
            })
            .ok_or_else(|| format!("Chess960 has the start positions 0 to 959, not {number}")),
        Ask::ReadSpec { game, text } => game.with(ReadSpec(text)),
        Ask::Think {
            line,
            spec,
            seat,
            limit,
            clocks,
            live,
        } => line.game.with(think::Think {
            line,
            spec,
            seat,
            limit,
            clocks,
            live,
            job,
        }),
        Ask::Analyse {
            line,
            engine,
            limit,
        } => analyse::live(&line, engine, &limit, &job),
        Ask::Why { line, mv, limit } => analyse::why(&line, mv.as_deref(), &limit, &job),
        Ask::Terms { line } => analyse::terms(&line),
        Ask::Review { text, limit } => analyse::review(&text, &limit, &job),
        Ask::Stop { job: other } => {
            job.page.stop(other);
            Ok(Say::Done)
        }
        Ask::OfferDraw { line, side } => line.game.with(OfferDraw(line, side)),
        Ask::ReadPgn { text } => notation::read(&text),
        Ask::WritePgn { tree } => notation::write(&tree),
        Ask::Race { line, specs, limit } => line.game.with(race::Race {
            line,
            specs,
            limit,
            job,
        }),
        Ask::Trace {
            line,
            spec,
            limit,
            nodes,
        } => line.game.with(tree::Trace {
            line,
            spec,
            limit,
            nodes,
            job,
        }),
        Ask::TreeChildren { node } => Ok(Say::Children {
            children: job.page.tree()?.children(node)?,
        }),
        Ask::TreeOverview { node, plies } => Ok(Say::Overview {
            bars: job.page.tree()?.overview(node, plies)?,
        }),
        Ask::TreeInspect { node } => Ok(Say::Inspected {
            node: job.page.tree()?.inspect(node)?,
        }),
        Ask::TreeEvent { event } => Ok(Say::Event {
            event: job.page.tree()?.event(event)?,
        }),
        Ask::TreeSeek {
            event,
            backwards,
            kinds,
            line,
        } => Ok(Say::Event {
            event: job
                .page
                .tree()?
                .seek(event, backwards, &kinds, line.as_deref())?,
        }),
        Ask::TreeMeetings { root } => Ok(Say::Meetings {
            meetings: job.page.tree()?.meetings(root)?,
        }),
        Ask::Overlay { line, kind } => line.game.with(overlay::Overlay { line, kind, job }),
        Ask::TreeFind { text } => Ok(Say::Inspected {
            node: job.page.tree()?.find(&text)?,
        }),
        Ask::Match { plan } => plan.game.with(matches::Match { plan, job }),
        Ask::Ladder => ladder::ladder(),
        Ask::Reproduce { document } => reproduce::reproduce(&document, &job),
    }
}
