//! Pages that open without a server: HTML with everything inside, plots as SVG.

pub mod board;
mod csv;
pub mod plot;

pub use csv::csv_line;

/// Text as it may stand in HTML.
#[must_use]
pub fn escape(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\'' => safe.push_str("&#39;"),
            other => safe.push(other),
        }
    }
    safe
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
thead th{border-bottom:2px solid var(--line)}
code{font-family:ui-monospace,monospace;font-size:.95em}
.soft{color:var(--soft)}
svg{max-width:100%;height:auto}
svg text{fill:var(--ink);font:13px system-ui,sans-serif}
svg .grid{stroke:var(--line);stroke-width:1}
svg .axis{stroke:var(--soft);stroke-width:1}
";

/// A whole page.
#[must_use]
pub fn page(title: &str, body: &str) -> String {
    let title = escape(title);
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>{title}</title>\n\
         <style>\n{STYLE}</style>\n</head>\n<body>\n<h1>{title}</h1>\n{body}\n</body>\n</html>\n"
    )
}

/// A number with commas.
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
