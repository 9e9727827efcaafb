//! `espalier open`: opens a link or a saved page of the web app on this machine.

use server::desktop;

use crate::prelude::*;
use crate::serve::{self, ServeArgs};

#[derive(Args, Debug)]
#[command(after_help = "\
The button Share of the web app copies a link. The link holds the whole screen after its # and opens on any machine. A page
that was saved from the app contains its link.

Examples:
  espalier open 'http://127.0.0.1:8960/#/tree?tree=[[3,12,8],[2,4,6]]'
  espalier open '#/analyse?moves=e2e4.e7e5'
  espalier open analysis.html")]
pub struct OpenArgs {
    /// The link, or the file of a saved page
    #[arg(value_name = "LINK")]
    link: String,
    #[command(flatten)]
    serve: ServeArgs,
}

/// Starts the web app and opens the link.
pub fn command(args: &OpenArgs, output: &mut impl Write) -> Result {
    serve::serve(&args.serve, Some(&fragment(&args.link)?), output)
}

/// Returns the part of a link that selects the screen: `#/` and the rest.
fn fragment(link: &str) -> Result<String> {
    let found = match link.find("#/") {
        Some(at) => Some(link[at..].trim().to_owned()),
        None if Path::new(link).is_file() => {
            let page = files::read_text(Path::new(link))?;
            Some(desktop::saved_link(&page).ok_or_else(|| {
                failure!(
                    "{link} is not a page that was saved from the web app: it contains no link"
                )
            })?)
        }
        None => None,
    };
    let found = found.filter(|fragment| !fragment.chars().any(char::is_control));
    found.ok_or_else(|| {
        failure!(
            "{link:?} is neither a link nor a file; a link has #/ and a page, such as '#/analyse?moves=e2e4'"
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_fragment_of_a_link_counts() {
        let fragment = |link| fragment(link).map_err(|error| error.message().unwrap_or_default());
        let tree = "#/tree?tree=[[3,12],[2]]";
        let whole = format!("http://127.0.0.1:8960/{tree}");
        assert_eq!(fragment(&whole), Ok(tree.to_owned()));
        assert_eq!(fragment(tree), Ok(tree.to_owned()));
        assert!(fragment("http://127.0.0.1:8960/").is_err_and(|error| error.contains("such as")));
    }
}
