//! The app on a desktop: the folder of its matches, the browser, and saved pages.

use std::env;
use std::path::PathBuf;
use std::process::{Command, Stdio};

/// The text before the link of a saved page.
const SAVED: &str = "<meta name=\"espalier-link\" content=\"";

/// Returns the default folder of matches, if the system has one.
#[must_use]
pub fn matches_folder() -> Option<PathBuf> {
    // The XDG specification ignores relative paths.
    let absolute = |name: &str| {
        let path = env::var_os(name).map(PathBuf::from);
        path.filter(|path| path.is_absolute())
    };
    let data = absolute("XDG_DATA_HOME")
        .or_else(|| Some(absolute("HOME")?.join(".local/share")))
        .or_else(|| absolute("APPDATA"))?;
    Some(data.join("espalier").join("matches"))
}

/// Opens the default browser. Errors are ignored, because the address is printed.
pub fn open(url: &str) {
    let command: &[&str] = match env::consts::OS {
        "macos" => &["open"],
        "windows" => &["cmd", "/C", "start", ""],
        _ => &["xdg-open"],
    };
    _ = Command::new(command[0])
        .args(&command[1..])
        .arg(url)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn();
}

/// Returns the link in a saved page.
#[must_use]
pub fn saved_link(page: &str) -> Option<String> {
    let (_, rest) = page.split_once(SAVED)?;
    let (link, _) = rest.split_once('"')?;
    let link = link.replace("&quot;", "\"").replace("&amp;", "&");
    link.starts_with("#/").then_some(link)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_saved_page_contains_its_link() {
        let page = format!("<head>{SAVED}#/play?moves=e2e4&amp;flip=1\"></head>");
        assert_eq!(
            saved_link(&page).as_deref(),
            Some("#/play?moves=e2e4&flip=1")
        );
        assert_eq!(saved_link("<head></head>"), None);
    }
}
