//! Comma-separated values, for a spreadsheet.

/// One line, its end included. Fields that hold commas, quotation marks or line ends are put in quotation marks.
///
/// ```
/// use lab::report::csv_line;
/// assert_eq!(csv_line(["a", "b, c", "say \"d\""]), "a,\"b, c\",\"say \"\"d\"\"\"\n");
/// ```
pub fn csv_line<F: AsRef<str>>(fields: impl IntoIterator<Item = F>) -> String {
    let fields: Vec<String> = fields
        .into_iter()
        .map(|field| quoted(field.as_ref()))
        .collect();
    fields.join(",") + "\n"
}

/// A field, in quotes if it has to be.
fn quoted(field: &str) -> String {
    if field.contains([',', '"', '\n']) {
        format!("\"{}\"", field.replace('"', "\"\""))
    } else {
        field.to_owned()
    }
}
