//! Tables: described once, written as text, CSV, Markdown or HTML.

use std::borrow::Cow;

use maud::{Markup, html};

use super::cell::{Cell, markdown};

/// The title and the alignment of a column, and the formats that have it.
#[derive(Clone, Debug)]
pub struct Column {
    title: String,
    csv: Option<String>,
    is_shown: bool,
    is_left: bool,
    is_optional: bool,
    cells: Vec<Cell>,
}

impl Column {
    fn new(title: impl Into<String>, is_left: bool) -> Self {
        let title = title.into();
        Self {
            csv: Some(title.clone()),
            title,
            is_shown: true,
            is_left,
            is_optional: false,
            cells: Vec::new(),
        }
    }

    /// Creates a column of words, aligned to the left.
    #[must_use]
    pub fn left(title: impl Into<String>) -> Self {
        Self::new(title, true)
    }

    /// Creates a column of numbers, aligned to the right.
    #[must_use]
    pub fn right(title: impl Into<String>) -> Self {
        Self::new(title, false)
    }

    /// Creates a column that only CSV has.
    #[must_use]
    pub fn csv_only(title: impl Into<String>) -> Self {
        let mut column = Self::new(title, true);
        column.is_shown = false;
        column
    }

    /// Sets the title in CSV.
    #[must_use]
    pub fn csv(mut self, title: impl Into<String>) -> Self {
        self.csv = Some(title.into());
        self
    }

    /// Leaves the column out of CSV.
    #[must_use]
    pub fn not_in_csv(mut self) -> Self {
        self.csv = None;
        self
    }

    /// Shows the column only if one of its cells has a value. CSV always has it, so that programs find the same columns.
    #[must_use]
    pub const fn optional(mut self) -> Self {
        self.is_optional = true;
        self
    }
}

/// A table of rows, with columns that are described once for all formats.
///
/// ```
/// use report::{Cell, Column, Table};
/// let rows = [("alphabeta:depth=4", 8_352_u64), ("random", 1)];
/// let table = Table::new(&rows)
///     .column(Column::left("player"), |row| Cell::code(row.0))
///     .column(Column::right("nodes"), |row| Cell::count(row.1));
/// assert_eq!(
///     table.to_text(),
///     "player             nodes\nalphabeta:depth=4  8,352\nrandom                 1\n"
/// );
/// assert_eq!(table.to_csv(), "player,nodes\nalphabeta:depth=4,8352\nrandom,1\n");
/// assert!(table.to_markdown().starts_with("| player | nodes |\n|---|---:|\n| `alphabeta:depth=4` | 8,352 |\n"));
/// assert!(table.to_html().into_string().contains("<td class=\"left\"><code>random</code></td><td>1</td>"));
/// ```
#[derive(Clone, Debug)]
pub struct Table<'a, R> {
    rows: &'a [R],
    columns: Vec<Column>,
}

impl<'a, R> Table<'a, R> {
    /// Creates a table of these rows without columns.
    #[must_use]
    pub const fn new(rows: &'a [R]) -> Self {
        Self {
            rows,
            columns: Vec::new(),
        }
    }

    /// Adds a column; `cell` returns its cell in a row.
    #[must_use]
    pub fn column<C: Into<Cell>>(mut self, mut column: Column, cell: impl Fn(&'a R) -> C) -> Self {
        column.cells = self.rows.iter().map(|row| cell(row).into()).collect();
        self.columns.push(column);
        self
    }

    /// Returns the displayed columns.
    fn shown(&self) -> Vec<&Column> {
        let is_shown = |column: &&Column| {
            column.is_shown && !(column.is_optional && column.cells.iter().all(Cell::is_missing))
        };
        self.columns.iter().filter(is_shown).collect()
    }

    /// Returns the table for a terminal: a line of titles, unless all are empty, and a line for each row, each with its line
    /// end.
    #[must_use]
    pub fn to_text(&self) -> String {
        // The lines of each column, padded to the same width.
        let columns = self.shown().into_iter().map(|column| {
            let cells = column.cells.iter().map(Cell::shown);
            let lines: Vec<String> = std::iter::once(&*column.title)
                .chain(cells)
                .map(|line| line.replace('\n', " "))
                .collect();
            let widths = lines.iter().map(|line| line.chars().count());
            let width = widths.max().unwrap_or(0);
            let pad = |line: String| match column.is_left {
                true => format!("{line:width$}"),
                false => format!("{line:>width$}"),
            };
            lines.into_iter().map(pad).collect()
        });
        let columns: Vec<Vec<String>> = columns.collect();
        let has_titles = self.shown().iter().any(|column| !column.title.is_empty());
        let mut text = String::new();
        for index in usize::from(!has_titles)..=self.rows.len() {
            let cells: Vec<&str> = columns.iter().map(|lines| &*lines[index]).collect();
            text += cells.join("  ").trim_end();
            text.push('\n');
        }
        text
    }

    /// Returns the table as comma-separated values with a line of titles.
    #[must_use]
    pub fn to_csv(&self) -> String {
        let columns = || self.columns.iter().filter(|column| column.csv.is_some());
        let mut text = csv_line(columns().filter_map(|column| column.csv.as_ref()));
        for index in 0..self.rows.len() {
            text += &csv_line(columns().map(|column| column.cells[index].data()));
        }
        text
    }

    /// Returns the table in Markdown.
    #[must_use]
    pub fn to_markdown(&self) -> String {
        let columns = self.shown();
        let line = |cells: Vec<String>| format!("| {} |\n", cells.join(" | "));
        let mut text = line(columns.iter().map(|it| markdown(&it.title)).collect());
        for column in &columns {
            text += if column.is_left { "|---" } else { "|---:" };
        }
        text += "|\n";
        for index in 0..self.rows.len() {
            text += &line(
                columns
                    .iter()
                    .map(|it| it.cells[index].markdown())
                    .collect(),
            );
        }
        text
    }

    /// Returns the table in HTML; a wide one scrolls by itself.
    #[must_use]
    pub fn to_html(&self) -> Markup {
        let columns = self.shown();
        let class = |column: &Column| column.is_left.then_some("left");
        html! {
            div.scroll {
                table.aligned {
                    thead {
                        tr {
                            @for column in &columns { th scope="col" class=[class(column)] { (column.title) } }
                        }
                    }
                    tbody {
                        @for index in 0..self.rows.len() {
                            tr {
                                @for column in &columns { td class=[class(column)] { (column.cells[index].html()) } }
                            }
                        }
                    }
                }
            }
        }
    }
}

/// Returns a line of comma-separated values with its line end. Quotes fields that have commas, quotation marks or line
/// ends, and makes texts that a spreadsheet would execute as formulas inert.
///
/// ```
/// use report::csv_line;
/// assert_eq!(csv_line(["=1+1", "-3.5", "@name"]), "'=1+1,-3.5,'@name\n");
/// assert_eq!(csv_line(["a", "b, c", "say \"d\""]), "a,\"b, c\",\"say \"\"d\"\"\"\n");
/// ```
pub fn csv_line<F: AsRef<str>>(fields: impl IntoIterator<Item = F>) -> String {
    let quoted = |field: F| {
        let field = &*inert(field.as_ref());
        if field.contains([',', '"', '\n', '\r']) {
            format!("\"{}\"", field.replace('"', "\"\""))
        } else {
            field.to_owned()
        }
    };
    let fields: Vec<String> = fields.into_iter().map(quoted).collect();
    fields.join(",") + "\n"
}

/// Returns a field that a spreadsheet does not execute: a text that begins like a formula gets an apostrophe. Numbers stay.
fn inert(field: &str) -> Cow<'_, str> {
    let is_formula = field.starts_with(['=', '+', '-', '@', '\t', '\r']);
    if is_formula && field.len() > 1 && field.parse::<f64>().is_err() {
        return Cow::Owned(format!("'{field}"));
    }
    Cow::Borrowed(field)
}

#[cfg(test)]
mod tests {
    use super::*;

    const HARD: &str = "a|b, <i>\"c\"</i> & d_e*\nf";

    fn hard() -> Table<'static, &'static str> {
        Table::new(&[HARD])
            .column(Column::left("x < y | z"), |&text| text)
            .column(Column::left("spec"), |&text| Cell::code(text))
    }

    #[test]
    fn each_format_escapes_its_own_markup() {
        assert_eq!(
            hard().to_csv(),
            "x < y | z,spec\n\"a|b, <i>\"\"c\"\"</i> & d_e*\nf\",\"a|b, <i>\"\"c\"\"</i> & d_e*\nf\"\n"
        );
        let html = hard().to_html().into_string();
        assert!(html.contains("<th scope=\"col\" class=\"left\">x &lt; y | z</th>"));
        assert!(
            html.contains("<code>a|b, &lt;i&gt;&quot;c&quot;&lt;/i&gt; &amp; d_e*\nf</code>"),
            "{html}"
        );
        let markdown = hard().to_markdown();
        assert!(markdown.starts_with("| x \\< y \\| z | spec |\n|---|---|\n"));
        assert!(
            markdown.contains("| a\\|b, \\<i>\"c\"\\</i> & d\\_e\\* f |"),
            "{markdown}"
        );
        assert_eq!(markdown.lines().count(), 3, "a row is a line: {markdown}");
        let text = hard().to_text();
        assert_eq!(text.lines().count(), 2, "a row is a line: {text}");
        assert!(text.contains("a|b, <i>\"c\"</i> & d_e* f"));
    }

    #[test]
    fn columns_are_left_out_where_they_do_not_belong() {
        let table = Table::new(&[1_u64, 2])
            .column(Column::csv_only("exact"), |&row| Cell::count(row))
            .column(Column::right("shown").not_in_csv(), |&row| Cell::count(row))
            .column(Column::right("empty").csv("none").optional(), |_| {
                Cell::missing()
            });
        assert_eq!(table.to_csv(), "exact,none\n1,\n2,\n");
        assert_eq!(table.to_text(), "shown\n    1\n    2\n");
        assert_eq!(table.to_markdown(), "| shown |\n|---:|\n| 1 |\n| 2 |\n");
        assert!(!table.to_html().into_string().contains("empty"));
    }

    #[test]
    fn text_is_aligned_by_letters_not_bytes() {
        let table = Table::new(&["é", "abc"])
            .column(Column::left("a"), |&text| text)
            .column(Column::right("n"), |text| Cell::count(text.len() as u64));
        assert_eq!(table.to_text(), "a    n\né    2\nabc  3\n");
    }

    #[test]
    fn a_table_without_rows_has_its_titles() {
        let table = Table::new(&[] as &[u64]).column(Column::left("a"), |&row| Cell::count(row));
        assert_eq!(table.to_text(), "a\n");
        assert_eq!(table.to_csv(), "a\n");
    }
}
