//! Rejects requests that do not come from the pages of this server.
//!
//! Every web page in a browser on this machine can reach the loopback address. `Origin` reveals a foreign page, and `Host` reveals
//! DNS rebinding.

use std::net::SocketAddr;
use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::token::{Access, Token};

/// The security headers of every response: scripts, styles and connections only from this server, no frames, no sniffing.
const HEADERS: [(HeaderName, &str); 8] = [
    (
        header::CONTENT_SECURITY_POLICY,
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; \
         connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    ),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::X_FRAME_OPTIONS, "DENY"),
    (header::REFERRER_POLICY, "no-referrer"),
    (
        HeaderName::from_static("cross-origin-opener-policy"),
        "same-origin",
    ),
    (
        HeaderName::from_static("cross-origin-embedder-policy"),
        "require-corp",
    ),
    (
        HeaderName::from_static("cross-origin-resource-policy"),
        "same-origin",
    ),
    (
        HeaderName::from_static("permissions-policy"),
        "camera=(), geolocation=(), microphone=(), usb=()",
    ),
];

/// The conditions for a request.
#[derive(Clone, Debug)]
pub(crate) struct Guard {
    pub address: SocketAddr,
    /// `None`: no token is needed.
    pub token: Option<Arc<Token>>,
}

const NO_TOKEN: &str = "Refused: open the address that espalier serve prints. It contains a token, which a browser needs once.\n";

/// Passes on requests of the pages of this server, and adds the headers to every response.
pub(crate) async fn guard(State(guard): State<Guard>, request: Request, next: Next) -> Response {
    let refused = |reason: &'static str| (StatusCode::FORBIDDEN, reason).into_response();
    let access = match &guard.token {
        Some(token) => token.check(request.uri(), request.headers()),
        None => Access::Granted,
    };
    let mut response = match (rejection(request.headers(), guard.address), access) {
        (Some(reason), _) => refused(reason),
        (None, Access::Denied) => refused(NO_TOKEN),
        (None, Access::Exchanged(response)) => *response,
        (None, Access::Granted) => next.run(request).await,
    };
    for (name, value) in HEADERS {
        response
            .headers_mut()
            .insert(name, HeaderValue::from_static(value));
    }
    response
}

/// Returns why a request is rejected, or `None`.
fn rejection(headers: &HeaderMap, address: SocketAddr) -> Option<&'static str> {
    if headers.get_all(header::HOST).iter().count() > 1 {
        return Some("Refused: a request has one Host.\n");
    }
    let text = |name| headers.get(name).map(|value| value.to_str().unwrap_or("?"));
    let is_here = |host: &str| {
        let (name, port) = match host.rsplit_once(':') {
            Some((name, port)) if !port.ends_with(']') => (name, port.parse().ok()),
            _ => (host, Some(80)),
        };
        matches!(name, "127.0.0.1" | "localhost" | "[::1]") && port == Some(address.port())
    };
    if !text(header::HOST).is_some_and(is_here) {
        return Some("Refused: this server answers only on 127.0.0.1 and localhost.\n");
    }
    let is_ours = |origin: &str| origin.strip_prefix("http://").is_some_and(is_here);
    let mut origins = headers.get_all(header::ORIGIN).iter();
    if origins.any(|origin| !origin.to_str().is_ok_and(is_ours)) {
        return Some("Refused: only the pages of this server may use it.\n");
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hosts_and_origins() {
        let address: SocketAddr = "127.0.0.1:8960".parse().expect("an address");
        let check = |host: &str, origin: Option<&str>| {
            let mut headers = HeaderMap::new();
            headers.insert(header::HOST, host.parse().expect("a header"));
            if let Some(origin) = origin {
                headers.insert(header::ORIGIN, origin.parse().expect("a header"));
            }
            rejection(&headers, address).is_none()
        };
        assert!(check("127.0.0.1:8960", None));
        assert!(check("localhost:8960", Some("http://localhost:8960")));
        assert!(check("[::1]:8960", None));
        for host in [
            "evil.example:8960",
            "127.0.0.1",
            "127.0.0.1:80",
            "127.0.0.1.evil.example:8960",
            "",
        ] {
            assert!(!check(host, None), "{host}");
        }
        for origin in [
            "https://localhost:8960",
            "http://evil.example",
            "null",
            "http://localhost:8961",
            "http://localhost:8960.evil.example",
            "",
        ] {
            assert!(!check("localhost:8960", Some(origin)), "{origin}");
        }
        assert!(
            rejection(&HeaderMap::new(), address).is_some(),
            "without Host"
        );
        let mut two = HeaderMap::new();
        two.append(header::HOST, "127.0.0.1:8960".parse().expect("a header"));
        assert!(rejection(&two, address).is_none());
        two.append(header::HOST, "evil.example".parse().expect("a header"));
        assert!(rejection(&two, address).is_some(), "two hosts");
    }
}
