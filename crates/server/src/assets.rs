//! The files of the web app: built into the program, or read from a folder. A debug build has no built-in files and reads the
//! folder of the web build.

use std::borrow::Cow;
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};

/// Name and content of every file of the bundle; empty if the web app was not built, and in a debug build.
static BUNDLE: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/bundle.rs"));

/// The folder of the files, in a debug build.
const ON_DISK: Option<&str> = option_env!("ESPALIER_PAGES");

/// The page that is served without a bundle.
const NO_BUNDLE: &str = "This espalier was built without its web pages: run `make run` in its folder, or `npm ci && npm run build` in web/ and build it again.\n";

/// Returns whether the web app can be served without `--pages`.
#[must_use]
pub fn has_pages() -> bool {
    !BUNDLE.is_empty() || default_folder().is_some()
}

/// Returns the folder of a debug build, if the web app was built.
pub(crate) fn default_folder() -> Option<PathBuf> {
    let folder = PathBuf::from(ON_DISK?);
    folder.join("index.html").exists().then_some(folder)
}

/// Serves a file of the bundle or of the folder.
pub(crate) async fn file(
    State(folder): State<Option<Arc<PathBuf>>>,
    uri: Uri,
    request: HeaderMap,
) -> Response {
    if folder.is_none() && !has_pages() {
        return NO_BUNDLE.into_response();
    }
    let name = match uri.path().trim_start_matches('/') {
        "" => "index.html",
        name => name,
    };
    let find = |name: &str| -> Option<Cow<'static, [u8]>> {
        match &folder {
            Some(folder) => read(folder, name).map(Cow::Owned),
            None => BUNDLE
                .iter()
                .find(|(other, _)| *other == name)
                .map(|(_, bytes)| Cow::Borrowed(*bytes)),
        }
    };
    // The web build compresses text files.
    let packed = accepts_gzip(&request)
        .then(|| find(&format!("{name}.gz")))
        .flatten();
    let encoding = packed.is_some().then_some("gzip");
    let Some(bytes) = packed.or_else(|| find(name)) else {
        return (StatusCode::NOT_FOUND, "Page not found: the app is at /.\n").into_response();
    };
    // Files in assets/ have a hash in their name, so they never change.
    let caching = if name.starts_with("assets/") {
        "public, max-age=31536000, immutable"
    } else {
        "no-cache"
    };
    let headers = [
        (
            header::CONTENT_TYPE,
            HeaderValue::from_static(content_type(name)),
        ),
        (header::CACHE_CONTROL, HeaderValue::from_static(caching)),
    ];
    let mut response = (headers, bytes).into_response();
    let vary = HeaderValue::from_static("accept-encoding");
    response.headers_mut().insert(header::VARY, vary);
    if let Some(encoding) = encoding {
        let value = HeaderValue::from_static(encoding);
        response
            .headers_mut()
            .insert(header::CONTENT_ENCODING, value);
    }
    response
}

/// Returns whether the client accepts gzip, with a weight above 0.
fn accepts_gzip(request: &HeaderMap) -> bool {
    let accepted = request.get_all(header::ACCEPT_ENCODING).into_iter();
    let mut words = accepted
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(','));
    words.any(|word| {
        let (name, weight) = word.split_once(';').unwrap_or((word, "q=1"));
        let weight = weight.trim().strip_prefix("q=").unwrap_or("1");
        name.trim().eq_ignore_ascii_case("gzip") && weight.parse() != Ok(0.0)
    })
}

/// Reads a file inside a folder. Rejects paths that lead out of it.
fn read(folder: &Path, name: &str) -> Option<Vec<u8>> {
    let name = Path::new(name);
    let stays_inside = name
        .components()
        .all(|part| matches!(part, Component::Normal(_)));
    stays_inside.then(|| std::fs::read(folder.join(name)).ok())?
}

fn content_type(name: &str) -> &'static str {
    match name.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("woff2") => "font/woff2",
        Some("json" | "webmanifest") => "application/json",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn compressed_files_need_a_client_that_accepts_gzip() {
        let accepts = |value: &str| {
            let mut request = HeaderMap::new();
            let value = value.parse().expect("a header");
            request.insert(header::ACCEPT_ENCODING, value);
            accepts_gzip(&request)
        };
        assert!(accepts("gzip") && accepts("br, GZIP;q=0.5") && accepts("deflate, gzip"));
        assert!(!accepts("br") && !accepts("gzip;q=0") && !accepts("x-gzip-not") && !accepts(""));
        assert!(!accepts_gzip(&HeaderMap::new()));
    }

    #[test]
    fn only_files_inside_the_folder_are_served() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
        assert!(read(folder, "build.rs").is_some());
        assert!(read(folder, "src/lib.rs").is_some());
        for name in [
            "../../Cargo.toml",
            "/etc/hostname",
            "src/../../../Cargo.toml",
            "nothing",
        ] {
            assert!(read(folder, name).is_none(), "{name}");
        }
    }
}
