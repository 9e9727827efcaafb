//! A sheet as a page.

use super::sheet::Sheet;
use crate::report::{escape, page};

impl Sheet {
    /// The page.
    #[must_use]
    pub fn to_html(&self) -> String {
        let body = format!("<pre>{}</pre>", escape(&self.to_string()));
        page(&format!("{}: {}", self.title, self.program), &body)
    }
}
