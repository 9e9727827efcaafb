//! The web app's back end: pages and a WebSocket on this machine, for every player and every tool of the lab.
//!
//! A request goes through `guard` (is it one of our own pages?), then gets a file of the bundle ([`assets`]) or a
//! conversation (`socket`). A message is a question of [`protocol`]; short ones are answered at once, long ones become
//! a [`job`] on a thread of its own that can be stopped and ends when its page goes away. [`caps`] says what a page may
//! ask for at most. Rules live here and never in the browser: [`position`] turns a line of moves into what is shown, for
//! every game that [`board`] knows.
//!
//! The server keeps nothing that a page cannot bring again: a page that finds a new server goes on where it was.

#![forbid(unsafe_code)]

pub mod assets;
pub mod board;
pub mod caps;
mod guard;
pub mod hello;
pub mod job;
mod listener;
pub mod pages;
pub mod position;
pub mod protocol;
mod socket;

use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::sync::Arc;

use axum::Router;
use axum::middleware::from_fn_with_state;
use axum::routing::{any, get};
use tokio::runtime::Runtime;

use listener::Counting;
use socket::House;

/// Where the app is found if nobody says otherwise and nobody else is there.
pub const USUAL_PORT: u16 = 8960;

/// A server that has its address and waits for `run`.
pub struct Server {
    runtime: Runtime,
    listener: tokio::net::TcpListener,
    address: SocketAddr,
    pages: Option<Arc<PathBuf>>,
}

impl Server {
    /// Takes a port of this machine, reachable only from this machine: the one given, else the usual one, else any.
    pub fn bind(port: Option<u16>) -> io::Result<Self> {
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(2)
            .max_blocking_threads(caps::all_jobs() + caps::SOCKETS)
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
            pages: None,
        })
    }

    /// Serves the files of a folder instead of those that are built in.
    #[must_use]
    pub fn with_pages(mut self, folder: PathBuf) -> Self {
        self.pages = Some(Arc::new(folder));
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
            .with_state(Arc::new(House::new()))
            .fallback(get(assets::file).with_state(self.pages))
            .layer(from_fn_with_state(self.address, guard::guard));
        let listener = Counting::new(self.listener);
        self.runtime
            .block_on(async { axum::serve(listener, app).await })
    }
}
