//! The files of the web app, built into the program; or those of a folder, for whoever works on them. A debug build has nothing
//! built in and takes the folder in which they are made.

use std::borrow::Cow;
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};

/// Name and bytes of every file of the bundle; empty if it was not built, and in a debug build.
static BUNDLE: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/bundle.rs"));

/// Where a debug build finds the files.
const ON_DISK: Option<&str> = option_env!("ESPALIER_PAGES");

/// What is shown if there is no bundle.
const NO_BUNDLE: &str = "This espalier was built without its web pages: run `make run` in its folder, or `npm ci && npm run build` in web/ and build it again.\n";

/// Whether there are pages without naming a folder.
#[must_use]
pub fn has_pages() -> bool {
    !BUNDLE.is_empty() || usual_folder().is_some()
}

/// The folder that a debug build takes, if the pages were made.
pub(crate) fn usual_folder() -> Option<PathBuf> {
    let folder = PathBuf::from(ON_DISK?);
    folder.join("index.html").exists().then_some(folder)
}

/// A file of the bundle, or of the folder.
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
    // Texts were packed when the pages were made, so that nothing has to be packed now.
    let packed = takes_gzip(&request)
        .then(|| find(&format!("{name}.gz")))
        .flatten();
    let encoding = packed.is_some().then_some("gzip");
    let Some(bytes) = packed.or_else(|| find(name)) else {
        return (
            StatusCode::NOT_FOUND,
            "There is no such page: the app is at /.\n",
        )
            .into_response();
    };
    // Files in assets/ have a hash in their name, so they never change.
    let caching = if name.starts_with("assets/") {
        "public, max-age=31536000, immutable"
    } else {
        "no-cache"
    };
    let headers = [
        (header::CONTENT_TYPE, HeaderValue::from_static(kind(name))),
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

/// Whether whoever asks can unpack gzip: it is named, and not with a weight of nothing.
fn takes_gzip(request: &HeaderMap) -> bool {
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

/// A file inside a folder, and never one outside of it.
fn read(folder: &Path, name: &str) -> Option<Vec<u8>> {
    let name = Path::new(name);
    let stays_inside = name
        .components()
        .all(|part| matches!(part, Component::Normal(_)));
    stays_inside.then(|| std::fs::read(folder.join(name)).ok())?
}

fn kind(name: &str) -> &'static str {
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
    fn packed_files_are_for_those_who_can_unpack_them() {
        let takes = |value: &str| {
            let mut request = HeaderMap::new();
            let value = value.parse().expect("a header");
            request.insert(header::ACCEPT_ENCODING, value);
            takes_gzip(&request)
        };
        assert!(takes("gzip") && takes("br, GZIP;q=0.5") && takes("deflate, gzip"));
        assert!(!takes("br") && !takes("gzip;q=0") && !takes("x-gzip-not") && !takes(""));
        assert!(!takes_gzip(&HeaderMap::new()));
    }

    #[test]
    fn a_folder_shows_only_what_is_in_it() {
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
