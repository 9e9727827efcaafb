//! The command `espalier reproduce`: what five course documents printed, beside what their programs do here.

use std::fmt::Write as _;
use std::io::Write;

use anstyle::{AnsiColor, Style};
use classroom::reproduce::{self, Section, Source, plots};
use classroom::{Control, Document};
use lab::report::plot::{Series, log_lines};
use lab::report::{csv_line, escape, page};
use serde_json::json;

use crate::args::ReproduceArgs;
use crate::error::Failure;
use crate::pool::Done;
use crate::progress::Progress;
use crate::search::write_file;

const GOOD: Style = AnsiColor::Green.on_default().bold();
const BAD: Style = AnsiColor::Red.on_default().bold();
const STRONG: Style = Style::new().bold();

/// Computes every figure and prints it beside the printed one. Exit status 1 if one differs.
pub fn command(args: &ReproduceArgs, output: &mut impl Write) -> Result<(), Failure> {
    let which = match args.document.and_then(|choice| choice.0) {
        Some(document) => vec![document],
        None => Document::ALL.to_vec(),
    };
    let mut progress = Progress::new("sections");
    let sections = reproduce::run(&which, &mut |step| {
        progress.update(Done {
            jobs: step.done,
            of: step.of,
        });
    });
    drop(progress);
    if let Some(path) = &args.csv {
        write_file(path, csv(&sections).as_bytes())?;
    }
    if let Some(path) = &args.html {
        write_file(path, html(&which, &sections).as_bytes())?;
    }
    if args.json {
        writeln!(output, "{}", as_json(&sections))?;
    } else {
        text(&sections, output)?;
    }
    output.flush()?;
    if sections.iter().all(Section::same) {
        Ok(())
    } else {
        Err(Failure::Mismatch)
    }
}

/// How many figures there are of each source, in words.
fn sources(sections: &[Section]) -> String {
    let words = |source| match source {
        Source::Printed => "printed",
        Source::Derived => "derived from the print",
        Source::Recomputed => "recomputed independently",
        Source::Ours => "our own",
    };
    let counts: Vec<String> = reproduce::tally(sections)
        .into_iter()
        .filter(|(_, count)| *count > 0)
        .map(|(source, count)| format!("{count} {}", words(source)))
        .collect();
    counts.join(", ")
}

/// The verdict in a sentence, and whether it is good.
fn verdict(sections: &[Section]) -> (String, bool) {
    let rows = || sections.iter().flat_map(|section| &section.rows);
    let compared = || rows().filter(|row| row.is_compared());
    let wrong = compared().filter(|row| !row.same).count();
    let count = compared().count();
    let sources = sources(sections);
    if wrong > 0 {
        (
            format!("{wrong} of {count} figures differ ({sources})."),
            false,
        )
    } else {
        (
            format!("All {count} figures are the same: {sources}."),
            true,
        )
    }
}

fn text(sections: &[Section], output: &mut impl Write) -> Result<(), Failure> {
    let mut document = None;
    for section in sections {
        if document != Some(section.document) {
            document = Some(section.document);
            writeln!(output, "{STRONG}{}{STRONG:#}\n", section.document.title())?;
        }
        writeln!(output, "{section}")?;
    }
    let (verdict, good) = verdict(sections);
    let style = if good { GOOD } else { BAD };
    writeln!(output, "{style}{verdict}{style:#}")?;
    Ok(())
}

fn csv(sections: &[Section]) -> String {
    let mut text = String::from("document,section,figure,source,expected,obtained,same\n");
    for section in sections {
        for row in &section.rows {
            let source = match row.is_compared() {
                true => section.source_of(row).name(),
                false => "",
            };
            text += &csv_line(
                [
                    section.document.name(),
                    &section.title,
                    &row.what,
                    source,
                    &row.printed,
                    &row.obtained,
                    if row.same { "true" } else { "false" },
                ]
                .map(str::to_owned),
            );
        }
    }
    text
}

fn as_json(sections: &[Section]) -> serde_json::Value {
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
    let tally =
        reproduce::tally(sections).map(|(source, count)| (source.name().to_owned(), json!(count)));
    json!({
        "sections": shown.collect::<Vec<_>>(),
        "figures": serde_json::Map::from_iter(tally),
        "same": sections.iter().all(Section::same),
    })
}

/// One page: a chapter for each document with its tables and plots.
fn html(which: &[Document], sections: &[Section]) -> String {
    let mut body = format!("<p>{}</p>\n<ul>\n", escape(&verdict(sections).0));
    for source in Source::ALL {
        let _ = writeln!(
            body,
            "<li><b>{}</b>: {}</li>",
            source.name(),
            escape(source.about())
        );
    }
    body += "</ul>\n";
    for &document in which {
        let _ = writeln!(
            body,
            "<h2 id=\"{}\">{}</h2>",
            document.name(),
            escape(document.title())
        );
        for plot in plots(document, Control::never()) {
            let series: Vec<Series> = plot
                .curves
                .into_iter()
                .map(|(name, points)| Series { name, points })
                .collect();
            let _ = writeln!(body, "<h3>{}</h3>", escape(&plot.title));
            body += &log_lines(&plot.title, plot.x, plot.y, &series);
        }
        for section in sections
            .iter()
            .filter(|section| section.document == document)
        {
            body += &table(section);
        }
    }
    page("Printed beside obtained", &body)
}

fn table(section: &Section) -> String {
    let mut html = format!(
        "<h3>{}</h3>\n<div class=\"scroll\"><table>\n<thead><tr><th></th><th>expected</th><th>by</th><th>obtained</th><th>same</th></tr></thead>\n<tbody>\n",
        escape(&section.title)
    );
    for row in &section.rows {
        let (source, same) = match (row.is_compared(), row.same) {
            (false, _) => ("", ""),
            (true, true) => (section.source_of(row).name(), "yes"),
            (true, false) => (section.source_of(row).name(), "NO"),
        };
        let _ = writeln!(
            html,
            "<tr><td>{}</td><td>{}</td><td>{source}</td><td>{}</td><td>{same}</td></tr>",
            escape(&row.what),
            escape(&row.printed),
            escape(&row.obtained)
        );
    }
    html += "</tbody>\n</table></div>\n";
    if !section.remark.is_empty() {
        let _ = writeln!(html, "<p>{}</p>", escape(&section.remark));
    }
    html
}
