//! The command `espalier open`: a link or a saved page of the web app, opened on this machine.

use std::fs;
use std::io::Write;
use std::path::Path;

use clap::Args;

use crate::error::Failure;
use crate::serve::{self, ServeArgs};

/// Arguments of `espalier open`.
#[derive(Args, Debug)]
#[command(after_help = "\
A link is what the button Share of the web app copies. It holds the whole screen and opens on any machine: only what stands
after the # counts. A page that was saved from the app knows its link, too.

Examples:
  espalier open 'http://127.0.0.1:8960/#/tree?tree=[[3,12,8],[2,4,6]]'
  espalier open '#/analyse?moves=e2e4.e7e5'
  espalier open analysis.html")]
pub struct OpenArgs {
    /// The link, or the file of a saved page
    #[arg(value_name = "LINK")]
    pub link: String,
    /// How it is served.
    #[command(flatten)]
    pub serve: ServeArgs,
}

/// In a saved page, what stands before its link.
const SAVED: &str = "<meta name=\"espalier-link\" content=\"";

/// Serves, and opens the link there.
pub fn command(args: &OpenArgs, output: &mut impl Write) -> Result<(), Failure> {
    let place = place(&args.link)?;
    serve::at(&args.serve, Some(&place), output)
}

/// The part of a link that says which screen it is: `#/` and what follows.
fn place(link: &str) -> Result<String, Failure> {
    let found = match link.find("#/") {
        Some(at) => Some(link[at..].trim().to_owned()),
        None if Path::new(link).is_file() => {
            let page = fs::read_to_string(link)
                .map_err(|error| Failure::input(format_args!("cannot read {link}: {error}")))?;
            let linked = saved(&page);
            if linked.is_none() {
                return Err(Failure::input(format_args!(
                    "{link} is no page that was saved from the web app: its first lines would name a link"
                )));
            }
            linked
        }
        None => None,
    };
    let place = found.filter(|place| !place.chars().any(char::is_control));
    place.ok_or_else(|| {
        Failure::input(format_args!(
            "{link:?} is no link and no file; a link has #/ and a page, such as '#/analyse?moves=e2e4'"
        ))
    })
}

/// The link in a saved page.
fn saved(page: &str) -> Option<String> {
    let at = page.find(SAVED)? + SAVED.len();
    let end = page[at..].find('"')?;
    let text = page[at..at + end]
        .replace("&quot;", "\"")
        .replace("&amp;", "&");
    text.starts_with("#/").then_some(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_stands_after_the_hash_counts() {
        let place = |link| place(link).map_err(|error| error.message().unwrap_or_default());
        let tree = "#/tree?tree=[[3,12],[2]]";
        let whole = format!("http://127.0.0.1:8960/{tree}");
        assert_eq!(place(&whole), Ok(tree.to_owned()));
        assert_eq!(place(tree), Ok(tree.to_owned()));
        assert!(place("http://127.0.0.1:8960/").is_err_and(|error| error.contains("such as")));
    }

    #[test]
    fn a_saved_page_knows_its_link() {
        let page = format!("<head>{SAVED}#/play?moves=e2e4&amp;flip=1\"></head>");
        assert_eq!(saved(&page).as_deref(), Some("#/play?moves=e2e4&flip=1"));
        assert_eq!(saved("<head></head>"), None);
    }
}
