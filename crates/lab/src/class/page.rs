//! A class as pages: one for the teacher, and a sheet for each student.

use std::fmt::Write as _;

use super::report::ClassReport;
use crate::grade::sheet::points;
use crate::report::{escape, page};

impl ClassReport {
    /// The pages by the names of their files: `index.html`, and a sheet for each student who was graded.
    #[must_use]
    pub fn pages(&self) -> Vec<(String, String)> {
        let mut pages = vec![("index.html".to_owned(), self.index())];
        for (number, student) in self.students.iter().enumerate() {
            if let Some(sheet) = &student.sheet {
                pages.push((sheet_name(number), sheet.to_html()));
            }
        }
        pages
    }

    fn index(&self) -> String {
        let mut body = String::new();
        if !self.complete {
            body += "<p>This class is not over yet: the same command goes on with it.</p>\n";
        }
        body += &self.marks();
        body += &self.table();
        body += &self.faults();
        page(&self.title, &body)
    }

    /// Students and their marks, a column for each criterion.
    fn marks(&self) -> String {
        let criteria = self.students.iter().find_map(|student| {
            let marks = &student.sheet.as_ref()?.marks;
            Some(marks.iter().map(|mark| mark.title.clone()).collect())
        });
        let criteria: Vec<String> = criteria.unwrap_or_default();
        let mut text = String::from(
            "<h2>Marks</h2>\n<div class=\"scroll\"><table>\n<thead><tr><th>Student</th><th>Remark</th>",
        );
        for title in ["Marks", "Tournament"] {
            cell(&mut text, "th", title);
        }
        for title in &criteria {
            cell(&mut text, "th", title);
        }
        text += "</tr></thead>\n<tbody>\n";
        for (number, student) in self.students.iter().enumerate() {
            let name = escape(&student.name);
            let program = escape(&student.program);
            let who = match &student.sheet {
                Some(_) => format!("<a href=\"{}\">{name}</a>", sheet_name(number)),
                None => name,
            };
            // Writing to a text cannot fail.
            let _ = write!(text, "<tr><td title=\"{program}\">{who}</td>");
            cell(&mut text, "td", &student.remark());
            cell(&mut text, "td", &student.marks());
            cell(&mut text, "td", &student.score());
            let marks = student.sheet.as_ref().map(|sheet| &sheet.marks);
            for mark in marks.into_iter().flatten() {
                let given = match mark.graded {
                    true => format!("{} of {}", points(mark.points), points(mark.weight)),
                    false => "-".to_owned(),
                };
                let _ = write!(text, "<td title=\"{}\">{given}</td>", escape(&mark.line));
            }
            text += "</tr>\n";
        }
        text + "</tbody></table></div>\n"
    }

    /// The cross table.
    fn table(&self) -> String {
        let Some(report) = &self.tournament else {
            return String::new();
        };
        let mut text = format!(
            "<h2>Tournament</h2>\n<p>{} of {} games. A cell has the points against the player of that column. \
             <a href=\"games.pgn\">All games</a></p>\n<div class=\"scroll\"><table>\n<thead><tr><th></th><th>Player</th>",
            report.games, report.scheduled
        );
        for title in ["Points", "Games", "Elo"] {
            cell(&mut text, "th", title);
        }
        for column in 1..=report.players.len() {
            cell(&mut text, "th", &column.to_string());
        }
        text += "</tr></thead>\n<tbody>\n";
        for (row, player) in report.players.iter().enumerate() {
            text += "<tr>";
            cell(&mut text, "td", &format!("{}.", row + 1));
            cell(&mut text, "td", &player.player);
            cell(&mut text, "td", &points(player.tally.points()));
            cell(&mut text, "td", &player.tally.games().to_string());
            // Adding nothing turns -0 into 0.
            let elo = format!(
                "{:+.0} ± {:.0}",
                player.rating.round() + 0.0,
                player.rating_error
            );
            cell(&mut text, "td", &elo);
            for opponent in &report.players {
                cell(&mut text, "td", &report.cell(player, opponent));
            }
            text += "</tr>\n";
        }
        text + "</tbody></table></div>\n"
    }

    /// Who timed out or crashed, and in which game.
    fn faults(&self) -> String {
        if self.tournament.is_none() {
            return String::new();
        }
        let mut text = String::from("<h2>Faults</h2>\n");
        if self.faults.is_empty() {
            return text + "<p>Nobody crashed, was late, or played an illegal move.</p>\n";
        }
        text += "<div class=\"scroll\"><table>\n<thead><tr><th>Player</th><th>What happened</th><th>Game</th><th>Against</th>\
                 <th>After moves</th><th>Kind</th></tr></thead>\n<tbody>\n";
        for fault in &self.faults {
            text += "<tr>";
            cell(&mut text, "td", &fault.player);
            cell(&mut text, "td", &fault.what);
            cell(&mut text, "td", &fault.game.to_string());
            cell(&mut text, "td", &fault.opponent);
            cell(&mut text, "td", &fault.moves.to_string());
            cell(&mut text, "td", &fault.kind);
            text += "</tr>\n";
        }
        text + "</tbody></table></div>\n"
    }
}

/// The file of a student's sheet. Names are people's, and no file names.
fn sheet_name(number: usize) -> String {
    format!("student-{}.html", number + 1)
}

fn cell(text: &mut String, tag: &str, content: &str) {
    // Writing to a text cannot fail.
    let _ = write!(text, "<{tag}>{}</{tag}>", escape(content));
}
