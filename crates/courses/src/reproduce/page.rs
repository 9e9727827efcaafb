//! The figures as CSV, as JSON and as an HTML page.

use std::fmt::Write as _;

use ::report::plot::{Series, log_lines};
use ::report::{Cell, Column, PreEscaped, Table, escape, page};
use gametree::Signal;
use serde_json::{Map, Value, json};

use super::{Row, Section, Source, plots, tally};
use crate::presets::Document;

/// Returns the verdict in one sentence, and whether all figures are as expected.
#[must_use]
pub fn verdict(sections: &[Section]) -> (String, bool) {
    let sources: Vec<String> = tally(sections)
        .into_iter()
        .filter(|(_, count)| *count > 0)
        .map(|(source, count)| {
            let words = match source {
                Source::Printed => "printed",
                Source::Derived => "derived from the print",
                Source::Recomputed => "recomputed independently",
                Source::Ours => "our own",
            };
            format!("{count} {words}")
        })
        .collect();
    let sources = sources.join(", ");
    let rows = || sections.iter().flat_map(|section| &section.rows);
    let compared = || rows().filter(|row| row.is_compared());
    let count = compared().count();
    match compared().filter(|row| !row.same).count() {
        0 => (
            format!("All {count} figures are the same: {sources}."),
            true,
        ),
        wrong => (
            format!("{wrong} of {count} figures differ ({sources})."),
            false,
        ),
    }
}

/// Returns every figure as comma-separated values.
#[must_use]
pub fn to_csv(sections: &[Section]) -> String {
    table(&figures(sections)).to_csv()
}

/// Returns every figure with its source, and the numbers of figures by source.
#[must_use]
pub fn to_json(sections: &[Section]) -> Value {
    let shown = sections.iter().map(|section| {
        let figures = section.rows.iter().map(|row| {
            let mut figure =
                json!({ "what": row.what, "obtained": row.obtained, "same": row.same });
            if row.is_compared() {
                figure["expected"] = row.printed.clone().into();
                figure["source"] = section.source_of(row).name().into();
            }
            figure
        });
        json!({
            "document": section.document.name(),
            "title": section.title,
            "figures": figures.collect::<Vec<_>>(),
            "remark": section.remark,
        })
    });
    let tally = tally(sections).into_iter();
    let tally = tally.map(|(source, count)| (source.name().to_owned(), json!(count)));
    json!({
        "sections": shown.collect::<Vec<_>>(),
        "figures": tally.collect::<Map<_, _>>(),
        "same": sections.iter().all(Section::same),
    })
}

/// Returns a page with a chapter for each document.
#[must_use]
pub fn to_html(documents: &[Document], sections: &[Section]) -> String {
    let mut body = format!("<p>{}</p>\n<ul>\n", escape(&verdict(sections).0));
    for source in Source::ALL {
        let (name, about) = (source.name(), escape(source.about()));
        _ = writeln!(body, "<li><b>{name}</b>: {about}</li>");
    }
    body += "</ul>\n";
    for &document in documents {
        let (name, title) = (document.name(), escape(document.title()));
        _ = writeln!(body, "<h2 id=\"{name}\">{title}</h2>");
        for plot in plots(document, &Signal::default()) {
            let curves = plot.curves.into_iter();
            let series: Vec<Series> = curves
                .map(|(name, points)| Series { name, points })
                .collect();
            _ = writeln!(body, "<h3>{}</h3>", escape(&plot.title));
            body += &log_lines(&plot.title, plot.x, plot.y, &series);
        }
        for section in sections.iter().filter(|it| it.document == document) {
            _ = writeln!(body, "<h3>{}</h3>", escape(&section.title));
            body += &table(&figures([section])).to_html().into_string();
            if !section.remark.is_empty() {
                _ = writeln!(body, "<p>{}</p>", escape(&section.remark));
            }
        }
    }
    page("Printed beside obtained", &PreEscaped(body))
}

/// A figure with its section.
type Figure<'a> = (&'a Section, &'a Row);

fn figures<'a>(sections: impl IntoIterator<Item = &'a Section>) -> Vec<Figure<'a>> {
    let rows = |section: &'a Section| section.rows.iter().map(move |row| (section, row));
    sections.into_iter().flat_map(rows).collect()
}

/// Returns the table of CSV, and of a section in HTML.
fn table<'a>(figures: &'a [Figure<'a>]) -> Table<'a, Figure<'a>> {
    let source = |(section, row): &Figure<'_>| match row.is_compared() {
        true => section.source_of(row).name(),
        false => "",
    };
    Table::new(figures)
        .column(Column::csv_only("document"), |(section, _)| {
            section.document.name()
        })
        .column(Column::csv_only("section"), |(section, _)| &section.title)
        .column(Column::left("figure"), |(_, row)| &row.what)
        .column(Column::left("source"), source)
        .column(Column::right("expected"), |(_, row)| &row.printed)
        .column(Column::right("obtained"), |(_, row)| &row.obtained)
        .column(Column::left("same"), |(_, row)| {
            let shown = match (row.is_compared(), row.same) {
                (false, _) => "",
                (true, true) => "yes",
                (true, false) => "NO",
            };
            Cell::from(shown).with_data(row.same)
        })
}
