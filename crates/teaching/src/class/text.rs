//! The marks of a class: for the terminal, for a spreadsheet, and for the page.

use std::fmt;

use maud::html;
use report::{Cell, Column, Table};

use super::report::{ClassReport, StudentReport};
use crate::grade::Sheet;
use crate::grade::sheet::points;

impl StudentReport {
    /// Returns the marks, such as `7.5 of 10`. CSV has the points alone.
    fn marks(&self) -> Option<Cell> {
        let (given, of) = (
            self.number(|sheet| sheet.total)?,
            self.number(|sheet| sheet.maximum)?,
        );
        Some(Cell::from(format!("{given} of {of}")).with_data(given))
    }

    /// Returns whether the program passes the assignment.
    fn verdict(&self) -> Option<Cell> {
        let passed = self.sheet.as_ref()?.passed;
        let (shown, data) = if passed {
            ("yes", "true")
        } else {
            ("no", "false")
        };
        Some(Cell::from(shown).with_data(data))
    }

    /// Returns the points of the tournament, such as `13.5 of 20`. CSV has the points alone.
    fn score(&self) -> Option<Cell> {
        let score = points(self.points?);
        Some(Cell::from(format!("{score} of {}", self.games)).with_data(score))
    }

    /// Returns a number of the sheet as text.
    fn number(&self, of: fn(&Sheet) -> f64) -> Option<String> {
        Some(points(of(self.sheet.as_ref()?)))
    }

    /// Returns the name of the known bug that explains the wrong answers.
    fn bug(&self) -> Option<&str> {
        Some(self.sheet.as_ref()?.bug.as_ref()?.name.as_str())
    }

    /// Returns the problems of the program in one line.
    fn remark(&self) -> String {
        let problem =
            |reason: &Option<String>, what: &str| Some(format!("{what}: {}", reason.as_ref()?));
        let faults = (self.faults > 0).then(|| {
            let games = if self.faults == 1 { "game" } else { "games" };
            format!("{} {games} lost by faults", self.faults)
        });
        let problems = [
            problem(&self.refused, "not run"),
            problem(&self.ungraded, "not graded"),
            problem(&self.absent, "does not play"),
            self.bug().map(|bug| format!("bug: {bug}")),
            faults,
        ];
        let problems: Vec<String> = problems.into_iter().flatten().collect();
        problems.join("; ")
    }

    /// Returns the cell of the name. On the page it links to the sheet.
    fn named(&self) -> Cell {
        let link = match &self.sheet {
            Some(_) => html! { a href=(self.page()) { (self.name) } },
            None => html! { (self.name) },
        };
        Cell::from(&self.name).with_html(html! { span title=(self.program) { (link) } })
    }
}

impl ClassReport {
    /// Returns the table of students for the terminal.
    fn summary(&self) -> Table<'_, StudentReport> {
        Table::new(&self.students)
            .column(Column::left("student"), StudentReport::named)
            .column(Column::right("marks"), StudentReport::marks)
            .column(Column::right("points"), StudentReport::score)
            .column(Column::left(""), StudentReport::remark)
    }

    /// Returns the table of students with a column for each criterion: name, total and verdict first, remarks last.
    pub(super) fn marks(&self) -> Table<'_, StudentReport> {
        let table = Table::new(&self.students)
            .column(Column::left("student"), StudentReport::named)
            .column(Column::csv_only("id"), |it| it.id.clone())
            .column(Column::csv_only("email"), |it| it.email.clone())
            .column(Column::right("marks"), StudentReport::marks)
            .column(Column::csv_only("of"), |it| {
                it.number(|sheet| sheet.maximum)
            })
            .column(Column::left("passed"), StudentReport::verdict);
        let first = self.students.iter().find_map(|it| it.sheet.as_ref());
        let criteria = first.map_or(&[][..], |sheet| &sheet.marks).iter();
        let table = criteria
            .enumerate()
            .fold(table, |table, (index, criterion)| {
                let title = format!("{}, of {}", criterion.title, points(criterion.weight));
                let column = Column::right(title).csv(&criterion.title);
                table.column(column, move |student| {
                    let mark = student.sheet.as_ref()?.marks.get(index)?;
                    let given = points(mark.points);
                    let html = html! { span title=(mark.line) { (given) } };
                    Some(Cell::from(given).with_html(html))
                })
            });
        table
            .column(Column::right("points").optional(), StudentReport::score)
            .column(Column::csv_only("games"), |it| Cell::count(it.games))
            .column(Column::csv_only("faults"), |it| Cell::count(it.faults))
            .column(Column::csv_only("bug"), |it| it.bug())
            .column(Column::csv_only("program"), |it| &it.program)
            .column(Column::left("remark"), StudentReport::remark)
    }

    /// Returns the marks as comma-separated values, a line for each student.
    #[must_use]
    pub fn to_csv(&self) -> String {
        self.marks().to_csv()
    }
}

impl fmt::Display for ClassReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}\n\n{}", self.title, self.summary().to_text())?;
        match &self.tournament {
            Some(tournament) => write!(f, "\n{tournament}"),
            None => Ok(()),
        }
    }
}
