//! The pages of a class: one for the teacher, and a sheet for each student.

use maud::{PreEscaped, html};
use report::{Cell, Column, Table, page};

use super::report::ClassReport;
use crate::grade::sheet::points;

/// The name stays in view, and a class of 30 fits a screen.
const STYLE: &str = "\
body{max-width:none;margin:.8rem 1rem;font-size:13px;line-height:1.25}h1{margin:.2rem 0}h2{margin:.8rem 0 .3rem}
table{width:100%}
th,td{padding:.12rem .45rem}
thead th{white-space:normal;vertical-align:bottom;font-weight:600}
th:first-child,td:first-child{position:sticky;left:0;background:var(--paper)}
td:last-child{white-space:normal;min-width:14rem}
";

const LEADERBOARD_STYLE: &str = "\
body{max-width:none;margin:2vh 4vw;font-size:clamp(1rem,3.2vh,2.4rem)}h1{font-size:1.5em}
ol{padding-left:2em;margin:0}
li{padding:.12em 0}
li>span{display:inline-block;vertical-align:middle}
.name{width:34%;overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
.bar{width:50%}.bar span{display:block;height:.6em;background:#1769c4;border-radius:.15em}
.points{width:14%;text-align:right;font-variant-numeric:tabular-nums}
";

impl ClassReport {
    /// Returns the pages with the names of their files: `index.html`, and a sheet for each graded student.
    #[must_use]
    pub fn pages(&self) -> Vec<(String, String)> {
        let sheets = self.students.iter().filter_map(|student| {
            let sheet = student.sheet.as_ref()?;
            Some((student.page(), sheet.to_html()))
        });
        let index = ("index.html".to_owned(), self.index());
        let leaderboard = (self.tournament.as_ref())
            .map(|report| ("leaderboard.html".to_owned(), self.leaderboard(report)));
        let pages = std::iter::once(index).chain(leaderboard);
        pages.chain(sheets).collect()
    }

    /// Returns the standings of the tournament in large type, for a projector. It has no marks.
    fn leaderboard(&self, report: &contest::Report) -> String {
        let most = report.players.iter().map(|it| it.tally.points());
        let most = most.fold(1.0, f64::max);
        let body = html! {
            style { (PreEscaped(LEADERBOARD_STYLE)) }
            p.soft { (report.games) " of " (report.scheduled) " games" }
            ol {
                @for player in &report.players {
                    @let share = 100.0 * player.tally.points() / most;
                    li {
                        span.name { (player.player) }
                        span.bar { span style=(format!("width:{share:.1}%")) {} }
                        span.points { (points(player.tally.points())) }
                    }
                }
            }
        };
        page(&self.title, &body)
    }

    fn index(&self) -> String {
        let body = html! {
            style { (PreEscaped(STYLE)) }
            @if !self.complete { p { "This class is incomplete. The same command continues it." } }
            h2 { "Marks" }
            (self.marks().to_html())
            @if let Some(report) = &self.tournament {
                h2 { "Tournament" }
                p {
                    (report.games) " of " (report.scheduled) " games. A cell has the points against the player of that column. "
                    a href="games.pgn" { "All games" } ", " a href="leaderboard.html" { "the standings for a projector" }
                }
                (cross_table(report).to_html())
                h2 { "Faults" }
                @if self.faults.is_empty() { p { "No crash, time-out or illegal move." } }
                @else { (self.faults().to_html()) }
            }
        };
        page(&self.title, &body)
    }

    fn faults(&self) -> Table<'_, super::FaultReport> {
        Table::new(&self.faults)
            .column(Column::left("player"), |it| &it.player)
            .column(Column::left("fault"), |it| &it.what)
            .column(Column::right("game"), |it| Cell::count(it.game))
            .column(Column::left("opponent"), |it| &it.opponent)
            .column(Column::right("after moves"), |it| it.moves.to_string())
            .column(Column::left("kind"), |it| &it.kind)
    }
}

fn cross_table(report: &contest::Report) -> Table<'_, contest::PlayerReport> {
    let table = Table::new(&report.players)
        .column(Column::left("player"), |it| &it.player)
        .column(Column::right("points"), |it| points(it.tally.points()))
        .column(Column::right("games"), |it| Cell::count(it.tally.games()))
        .column(Column::right("Elo"), |it| {
            // Adding 0 turns -0 into 0.
            format!("{:+.0} ± {:.0}", it.rating.round() + 0.0, it.rating_error)
        });
    let opponents = report.players.iter().enumerate();
    opponents.fold(table, |table, (index, opponent)| {
        table.column(Column::right((index + 1).to_string()), |player| {
            report.cell(player, opponent)
        })
    })
}
