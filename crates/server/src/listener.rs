//! Limits the number of connections. Further clients get status 503.

use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use axum::Router;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::io::{AsyncRead, AsyncWrite, AsyncWriteExt, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::{Duration, sleep, timeout};

/// The most connections; a browser opens a few for each page.
const CONNECTIONS: usize = 256;

/// The time for the header of a request, also for the next one on the same connection.
pub(crate) const HEADER_TIME: Duration = Duration::from_secs(10);

const FULL: &[u8] = b"HTTP/1.1 503 Service Unavailable\r\nContent-Type: text/plain; charset=utf-8\r\n\
    Connection: close\r\nContent-Length: 65\r\n\r\nToo many connections: close some pages of Espalier and try again.";

/// A listener with a connection limit.
pub(crate) struct LimitedListener {
    inner: TcpListener,
    room: Arc<Semaphore>,
    header_time: Duration,
}

impl LimitedListener {
    pub(crate) fn new(inner: TcpListener, header_time: Duration) -> Self {
        Self {
            inner,
            room: Arc::new(Semaphore::new(CONNECTIONS)),
            header_time,
        }
    }
}

impl LimitedListener {
    /// Serves connections until the program ends. A connection that sends no complete header in time is closed.
    pub(crate) async fn serve(self, app: Router) -> io::Result<()> {
        let mut http = http1::Builder::new();
        http.timer(TokioTimer::new())
            .header_read_timeout(self.header_time);
        loop {
            let stream = TokioIo::new(self.accept().await);
            let app = TowerToHyperService::new(app.clone());
            let connection = http.serve_connection(stream, app).with_upgrades();
            // An error ends the connection, and there is no reader to report it to.
            tokio::spawn(async { _ = connection.await });
        }
    }

    async fn accept(&self) -> LimitedStream {
        loop {
            let (mut stream, _) = match self.inner.accept().await {
                Ok(found) => found,
                Err(_) => {
                    // The usual cause is that the process has too many open files.
                    sleep(Duration::from_millis(50)).await;
                    continue;
                }
            };
            match Arc::clone(&self.room).try_acquire_owned() {
                Ok(permit) => {
                    return LimitedStream {
                        stream,
                        _permit: permit,
                    };
                }
                Err(_) => {
                    _ = timeout(Duration::from_millis(100), stream.write_all(FULL)).await;
                }
            }
        }
    }
}

/// A connection that counts until it is dropped.
pub(crate) struct LimitedStream {
    stream: TcpStream,
    _permit: OwnedSemaphorePermit,
}

impl AsyncRead for LimitedStream {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, buffer)
    }
}

impl AsyncWrite for LimitedStream {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write(context, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_content_length_is_right() {
        let text = String::from_utf8_lossy(super::FULL);
        let (head, body) = text.split_once("\r\n\r\n").expect("a head and a body");
        assert!(
            head.contains(&format!("Content-Length: {}", body.len())),
            "{}",
            body.len()
        );
    }
}
