//! A class for the terminal and for a spreadsheet.

use std::fmt;

use super::report::{ClassReport, StudentReport};
use crate::grade::sheet::points;
use crate::report::csv_line;

impl StudentReport {
    /// The marks, such as `7.5 of 10`.
    #[must_use]
    pub fn marks(&self) -> String {
        match &self.sheet {
            Some(sheet) => format!("{} of {}", points(sheet.points()), points(sheet.of())),
            None => "-".to_owned(),
        }
    }

    /// The name of the mistake, if one explains what is wrong.
    #[must_use]
    pub fn bug(&self) -> Option<&str> {
        Some(self.sheet.as_ref()?.bug.as_ref()?.name.as_str())
    }

    /// The points of the tournament, such as `13.5 of 20`.
    #[must_use]
    pub fn score(&self) -> String {
        let told = |it: f64| format!("{} of {}", points(it), self.games);
        self.points.map_or("-".to_owned(), told)
    }

    /// What a teacher should know in a line.
    #[must_use]
    pub fn remark(&self) -> String {
        let faults = (self.faults > 0).then(|| {
            let games = if self.faults == 1 { "game" } else { "games" };
            format!("{} {games} lost by faults", self.faults)
        });
        let bug = self.bug().map(|bug| format!("bug: {bug}"));
        let refused = self.refused.as_ref().map(|it| format!("not run: {it}"));
        let ungraded = self.ungraded.as_ref().map(|it| format!("not graded: {it}"));
        let absent = self
            .absent
            .as_ref()
            .map(|it| format!("does not play: {it}"));
        let all = [refused, ungraded, absent, bug, faults];
        all.into_iter().flatten().collect::<Vec<_>>().join("; ")
    }
}

impl fmt::Display for ClassReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}\n", self.title)?;
        let width = |text: fn(&StudentReport) -> String, least: usize| {
            let widths = self.students.iter().map(|it| text(it).chars().count());
            widths.max().unwrap_or(0).max(least)
        };
        let name = width(|it| it.name.clone(), 7);
        let marks = width(StudentReport::marks, 5);
        let score = width(StudentReport::score, 6);
        let head = ["student", "marks", "points"];
        writeln!(
            f,
            "{:name$}  {:>marks$}  {:>score$}",
            head[0], head[1], head[2]
        )?;
        for student in &self.students {
            let line = format!(
                "{:name$}  {:>marks$}  {:>score$}  {}",
                student.name,
                student.marks(),
                student.score(),
                student.remark()
            );
            writeln!(f, "{}", line.trim_end())?;
        }
        if let Some(tournament) = &self.tournament {
            write!(f, "\n{tournament}")?;
        }
        Ok(())
    }
}

impl ClassReport {
    /// The marks as comma-separated values, a line for each student.
    #[must_use]
    pub fn to_csv(&self) -> String {
        let line = |cells: &[String]| csv_line(cells);
        let head = [
            "student", "program", "marks", "of", "bug", "points", "games", "faults", "remark",
        ];
        let mut text = line(&head.map(str::to_owned));
        for student in &self.students {
            let sheet = student.sheet.as_ref();
            let number = |it: Option<f64>| it.map_or(String::new(), points);
            text += &line(&[
                student.name.clone(),
                student.program.clone(),
                number(sheet.map(crate::grade::Sheet::points)),
                number(sheet.map(crate::grade::Sheet::of)),
                student.bug().unwrap_or_default().to_owned(),
                number(student.points),
                student.games.to_string(),
                student.faults.to_string(),
                student.remark(),
            ]);
        }
        text
    }
}
