//! Connections, counted: whoever comes when the house is full gets a sentence and is sent away.

use std::io;
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use axum::serve::Listener;
use tokio::io::{AsyncRead, AsyncWrite, AsyncWriteExt, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::{Duration, sleep, timeout};

/// Connections at once; a browser needs a handful for each page.
const CONNECTIONS: usize = 256;

const FULL: &[u8] = b"HTTP/1.1 503 Service Unavailable\r\nContent-Type: text/plain; charset=utf-8\r\n\
    Connection: close\r\nContent-Length: 65\r\n\r\nToo many connections: close some pages of Espalier and try again.";

/// A listener that counts.
pub(crate) struct Counting {
    inner: TcpListener,
    room: Arc<Semaphore>,
}

impl Counting {
    pub(crate) fn new(inner: TcpListener) -> Self {
        Self {
            inner,
            room: Arc::new(Semaphore::new(CONNECTIONS)),
        }
    }
}

impl Listener for Counting {
    type Io = Counted;
    type Addr = SocketAddr;

    async fn accept(&mut self) -> (Counted, SocketAddr) {
        loop {
            let (mut stream, address) = match self.inner.accept().await {
                Ok(found) => found,
                Err(_) => {
                    // Mostly the system has no files left to give; some will be closed.
                    sleep(Duration::from_millis(50)).await;
                    continue;
                }
            };
            match Arc::clone(&self.room).try_acquire_owned() {
                Ok(permit) => {
                    let counted = Counted {
                        stream,
                        _permit: permit,
                    };
                    return (counted, address);
                }
                Err(_) => {
                    _ = timeout(Duration::from_millis(100), stream.write_all(FULL)).await;
                }
            }
        }
    }

    fn local_addr(&self) -> io::Result<SocketAddr> {
        self.inner.local_addr()
    }
}

/// A connection that makes room when it ends.
pub(crate) struct Counted {
    stream: TcpStream,
    _permit: OwnedSemaphorePermit,
}

impl AsyncRead for Counted {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, buffer)
    }
}

impl AsyncWrite for Counted {
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
    fn the_sentence_is_as_long_as_it_says() {
        let text = String::from_utf8_lossy(super::FULL);
        let (head, body) = text.split_once("\r\n\r\n").expect("a head and a body");
        assert!(
            head.contains(&format!("Content-Length: {}", body.len())),
            "{}",
            body.len()
        );
    }
}
