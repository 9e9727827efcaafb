//! The desk behind HTTP and a WebSocket on this machine.
//!
//! A request goes through `guard` (is it one of our own pages?), then gets a file of the bundle ([`assets`]) or a
//! conversation (`socket`), which carries messages between a page and the [`desk`].

#![forbid(unsafe_code)]

pub mod assets;
mod guard;
mod listener;
mod socket;

use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::sync::Arc;

use axum::Router;
use axum::middleware::from_fn_with_state;
use axum::routing::{any, get};
use desk::{Config, Desk, caps};
use tokio::runtime::Runtime;

use listener::Counting;

/// Where the app is found if nobody says otherwise and nobody else is there.
pub const USUAL_PORT: u16 = 8960;

/// A server that has its address and waits for `run`.
pub struct Server {
    runtime: Runtime,
    listener: tokio::net::TcpListener,
    address: SocketAddr,
    pages: Option<Arc<PathBuf>>,
    config: Config,
}

impl Server {
    /// Takes a port of this machine, reachable only from this machine: the one given, else the usual one, else any.
    pub fn bind(port: Option<u16>) -> io::Result<Self> {
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(2)
            .max_blocking_threads(2 * caps::SOCKETS)
            .enable_all()
            .build()?;
        let listen =
            |port| runtime.block_on(tokio::net::TcpListener::bind((Ipv4Addr::LOCALHOST, port)));
        let listener = match port {
            Some(port) => listen(port)?,
            None => listen(USUAL_PORT).or_else(|_| listen(0))?,
        };
        Ok(Self {
            address: listener.local_addr()?,
            runtime,
            listener,
            pages: assets::usual_folder().map(Arc::new),
            config: Config::default(),
        })
    }

    /// Serves the files of a folder instead of those that are built in.
    #[must_use]
    pub fn with_pages(mut self, folder: PathBuf) -> Self {
        self.pages = Some(Arc::new(folder));
        self
    }

    /// Sets the desk up otherwise than usual.
    #[must_use]
    pub fn with_config(mut self, config: Config) -> Self {
        self.config = config;
        self
    }

    /// The address, as a browser takes it.
    #[must_use]
    pub fn url(&self) -> String {
        format!("http://{}/", self.address)
    }

    /// The address.
    #[must_use]
    pub const fn address(&self) -> SocketAddr {
        self.address
    }

    /// Serves until the program ends.
    pub fn run(self) -> io::Result<()> {
        let app = Router::new()
            .route("/ws", any(socket::upgrade))
            .with_state(Desk::new(self.config))
            .fallback(get(assets::file).with_state(self.pages))
            .layer(from_fn_with_state(self.address, guard::guard));
        let listener = Counting::new(self.listener);
        self.runtime
            .block_on(async { axum::serve(listener, app).await })
    }
}
