//! Who may talk to the server: pages that it served itself, on this machine, and nobody else.
//!
//! It listens on the loopback address, but every web page in a browser on this machine can reach that too. A foreign
//! page gives itself away by its `Origin`, and one that hides behind a name of its own by its `Host`.

use std::net::SocketAddr;

use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

/// What every answer says to the browser: scripts, styles and connections only from here, no frames, no guessing.
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

/// Lets our own pages in, and adds the headers.
pub(crate) async fn guard(
    State(address): State<SocketAddr>,
    request: Request,
    next: Next,
) -> Response {
    let mut response = match refusal(request.headers(), address) {
        Some(reason) => (StatusCode::FORBIDDEN, reason).into_response(),
        None => next.run(request).await,
    };
    for (name, value) in HEADERS {
        response
            .headers_mut()
            .insert(name, HeaderValue::from_static(value));
    }
    response
}

/// Why a request is refused, if it is.
fn refusal(headers: &HeaderMap, address: SocketAddr) -> Option<&'static str> {
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
    if text(header::ORIGIN).is_some_and(|origin| !is_ours(origin)) {
        return Some("Refused: only the pages of this server may talk to it.\n");
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
            refusal(&headers, address).is_none()
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
            refusal(&HeaderMap::new(), address).is_some(),
            "no Host at all"
        );
    }
}
