//! The cells of a table.

use std::fmt;

use maud::{Markup, html};

use super::grouped;

/// One cell of a [`Table`](super::Table): the displayed text and the value for programs.
///
/// ```
/// use report::Cell;
/// let nodes = Cell::count(1_234_567_u64);
/// assert_eq!((nodes.shown(), nodes.data()), ("1,234,567", "1234567"));
/// let time = Cell::fixed(0.123_456, 2);
/// assert_eq!((time.shown(), time.data()), ("0.12", "0.1235"));
/// let share = Cell::percent(0.456_78, 0);
/// assert_eq!((share.shown(), share.data()), ("46%", "0.4568"));
/// let missing = Cell::from(None::<u64>.map(Cell::count));
/// assert_eq!((missing.shown(), missing.data()), ("-", ""));
/// ```
#[derive(Clone, Debug)]
pub struct Cell {
    shown: String,
    data: String,
    form: Form,
}

/// The appearance of a cell in Markdown and HTML.
#[derive(Clone, Debug)]
enum Form {
    Missing,
    Plain,
    Code,
    Markup(Markup),
}

impl Cell {
    fn new(shown: String, data: String, form: Form) -> Self {
        Self { shown, data, form }
    }

    /// Returns a cell without a value: `-` as text, nothing in CSV.
    #[must_use]
    pub fn missing() -> Self {
        Self::new("-".to_owned(), String::new(), Form::Missing)
    }

    /// Returns a text in the type of code, such as a spec.
    #[must_use]
    pub fn code(text: impl Into<String>) -> Self {
        let text = text.into();
        Self::new(text.clone(), text, Form::Code)
    }

    /// Returns a count, grouped by thousands except in CSV.
    #[must_use]
    pub fn count(number: impl Into<u64>) -> Self {
        let number = number.into();
        Self::new(grouped(number), number.to_string(), Form::Plain)
    }

    /// Returns a number with this many digits after the point, and two more in CSV.
    #[must_use]
    pub fn fixed(number: f64, digits: usize) -> Self {
        let exact = digits + 2;
        let (shown, data) = (format!("{number:.digits$}"), format!("{number:.exact$}"));
        Self::new(shown, data, Form::Plain)
    }

    /// Returns a share of 1 as a percentage with this many digits after the point. CSV has the share.
    #[must_use]
    pub fn percent(share: f64, digits: usize) -> Self {
        let exact = digits + 4;
        let shown = format!("{:.digits$}%", 100.0 * share);
        Self::new(shown, format!("{share:.exact$}"), Form::Plain)
    }

    /// Sets the value in CSV.
    #[must_use]
    pub fn with_data(mut self, data: impl fmt::Display) -> Self {
        self.data = format!("{data}");
        self
    }

    /// Sets the content in HTML.
    #[must_use]
    pub fn with_html(mut self, markup: Markup) -> Self {
        self.form = Form::Markup(markup);
        self
    }

    /// Returns the displayed text.
    #[must_use]
    pub fn shown(&self) -> &str {
        &self.shown
    }

    /// Returns the value in CSV.
    #[must_use]
    pub fn data(&self) -> &str {
        &self.data
    }

    pub(crate) fn is_missing(&self) -> bool {
        matches!(self.form, Form::Missing)
    }

    pub(crate) fn markdown(&self) -> String {
        match self.form {
            // Code has no escapes, but `|` and a line end still end a cell.
            Form::Code => format!("`{}`", self.shown.replace('|', "\\|").replace('\n', " ")),
            _ => markdown(&self.shown),
        }
    }

    pub(crate) fn html(&self) -> Markup {
        match &self.form {
            Form::Markup(markup) => markup.clone(),
            Form::Code => html! { code { (self.shown) } },
            Form::Missing | Form::Plain => html! { (self.shown) },
        }
    }
}

/// Escapes what Markdown would read as markup inside a cell.
pub(crate) fn markdown(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '|' | '*' | '_' | '`' | '\\' | '<' | '[' => safe.extend(['\\', letter]),
            '\n' => safe.push(' '),
            other => safe.push(other),
        }
    }
    safe
}

impl From<String> for Cell {
    fn from(text: String) -> Self {
        Self::new(text.clone(), text, Form::Plain)
    }
}

impl From<&str> for Cell {
    fn from(text: &str) -> Self {
        text.to_owned().into()
    }
}

impl From<&String> for Cell {
    fn from(text: &String) -> Self {
        text.clone().into()
    }
}

impl<T: Into<Cell>> From<Option<T>> for Cell {
    fn from(value: Option<T>) -> Self {
        value.map_or_else(Self::missing, Into::into)
    }
}
