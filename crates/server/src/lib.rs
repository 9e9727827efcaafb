//! Serves the web app on 127.0.0.1.
//!
//! `guard` rejects requests of pages of other sites. [`assets`] serves the files of the bundle, and `socket` connects a page to the
//! [`web_api`] through a WebSocket.

#![forbid(unsafe_code)]

pub mod assets;
pub mod desktop;
mod guard;
mod listener;
mod socket;
mod token;

use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::middleware::from_fn_with_state;
use axum::routing::{any, get};
use tokio::runtime::Runtime;
use web_api::{Config, WebApi, caps};

use guard::Guard;
use listener::{HEADER_TIME, LimitedListener};
use token::Token;

/// The default port, if it is free.
pub const DEFAULT_PORT: u16 = 8960;

/// A server bound to its address.
pub struct Server {
    runtime: Runtime,
    listener: tokio::net::TcpListener,
    address: SocketAddr,
    token: Option<Arc<Token>>,
    header_time: Duration,
    pages: Option<Arc<PathBuf>>,
    config: Config,
}

impl Server {
    /// Binds to a port of the loopback interface: `port`, or else the default one, or else any free one.
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
            None => listen(DEFAULT_PORT).or_else(|_| listen(0))?,
        };
        let address = listener.local_addr()?;
        Ok(Self {
            address,
            token: Some(Arc::new(Token::random(address.port())?)),
            runtime,
            header_time: HEADER_TIME,
            listener,
            pages: assets::default_folder().map(Arc::new),
            config: Config::default(),
        })
    }

    /// Serves the files of a folder instead of the built-in ones.
    #[must_use]
    pub fn with_pages(mut self, folder: PathBuf) -> Self {
        self.pages = Some(Arc::new(folder));
        self
    }

    /// Replaces the default configuration of the web API.
    #[must_use]
    pub fn with_config(mut self, config: Config) -> Self {
        self.config = config;
        self
    }

    /// Sets the time for the header of a request.
    #[must_use]
    pub fn with_header_time(mut self, time: Duration) -> Self {
        self.header_time = time;
        self
    }

    /// Serves all users of this machine, and scripts, which need no token then.
    #[must_use]
    pub fn without_token(mut self) -> Self {
        self.token = None;
        self
    }

    /// Returns the address to start a browser with. Its token works once: all users of the machine see the command line.
    pub fn url_once(&self) -> io::Result<String> {
        let query = self.token.as_ref().map(|token| token.query_once());
        Ok(format!(
            "http://{}/{}",
            self.address,
            query.transpose()?.unwrap_or_default()
        ))
    }

    /// Returns the address to print. It contains the token.
    #[must_use]
    pub fn url(&self) -> String {
        let query = self.token.as_ref().map(|token| token.query());
        format!("http://{}/{}", self.address, query.unwrap_or_default())
    }

    /// The address.
    #[must_use]
    pub const fn address(&self) -> SocketAddr {
        self.address
    }

    /// Serves until the program ends.
    pub fn run(self) -> io::Result<()> {
        let guard = Guard {
            address: self.address,
            token: self.token,
        };
        let app = Router::new()
            .route("/ws", any(socket::upgrade))
            .with_state(WebApi::new(self.config))
            .fallback(get(assets::file).with_state(self.pages))
            .layer(from_fn_with_state(guard, guard::guard));
        let listener = LimitedListener::new(self.listener, self.header_time);
        self.runtime.block_on(listener.serve(app))
    }
}
