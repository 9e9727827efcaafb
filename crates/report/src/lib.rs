//! Tables, boards and plots, and HTML pages that open without a server.

pub mod board;
mod cell;
pub mod plot;
mod table;
mod text_board;
pub mod tree;

pub use cell::Cell;
pub use maud::{Markup, PreEscaped};
pub use table::{Column, Table, csv_line};
pub use text_board::TextBoard;

use maud::{DOCTYPE, html};

/// Escapes a text for HTML.
#[must_use]
pub fn escape(text: &str) -> String {
    html! { (text) }.into_string()
}

const STYLE: &str = "\
:root{color-scheme:light dark;--ink:#1b1b1b;--paper:#fdfcf9;--line:#d8d3c8;--soft:#6b665c}
@media(prefers-color-scheme:dark){:root{--ink:#ece8df;--paper:#1d1c1a;--line:#45413a;--soft:#a39c8f}}
body{font:16px/1.5 system-ui,sans-serif;color:var(--ink);background:var(--paper);max-width:70rem;margin:2rem auto;padding:0 1rem}
h1{font-size:1.6rem}h2{font-size:1.2rem;margin-top:2rem}
.scroll{overflow-x:auto}
table{border-collapse:collapse;font-variant-numeric:tabular-nums;white-space:nowrap}
th,td{padding:.25rem .7rem;border-bottom:1px solid var(--line);text-align:right}
th:first-child,td:first-child,th:nth-child(2),td:nth-child(2){text-align:left}
table.aligned th,table.aligned td{text-align:right}
table.aligned .left{text-align:left}
thead th{border-bottom:2px solid var(--line)}
code{font-family:ui-monospace,monospace;font-size:.95em}
.soft{color:var(--soft)}
svg{max-width:100%;height:auto}
svg text{fill:var(--ink);font:13px system-ui,sans-serif}
svg .grid{stroke:var(--line);stroke-width:1}
svg .axis{stroke:var(--soft);stroke-width:1}
";

/// Returns a page that needs no other file.
///
/// ```
/// use report::{PreEscaped, page};
/// let text = page("a < b", &PreEscaped("<p>text</p>".to_owned()));
/// assert!(text.starts_with("<!DOCTYPE html><html lang=\"en\">"));
/// assert!(text.contains("<h1>a &lt; b</h1><p>text</p>"));
/// ```
#[must_use]
pub fn page(title: &str, body: &Markup) -> String {
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                title { (title) }
                style { (PreEscaped(STYLE)) }
            }
            body {
                h1 { (title) }
                (body)
            }
        }
    };
    page.into_string()
}

/// Returns a number with commas between groups of three digits.
#[must_use]
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::grouped;

    #[test]
    fn numbers_are_grouped_by_threes() {
        for (number, text) in [
            (0, "0"),
            (999, "999"),
            (1_000, "1,000"),
            (12_345_678, "12,345,678"),
        ] {
            assert_eq!(grouped(number), text);
        }
    }
}
