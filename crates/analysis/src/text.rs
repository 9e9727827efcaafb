//! Reviews and explanations as text for the terminal.

use std::fmt;

use report::{Cell, Column, Table};

use super::{Proof, Review, Why};

/// Bad moves to print.
const WORST: usize = 8;

/// Moves of a better line to print.
const BETTER_PLIES: usize = 6;

/// Moves of a line to print.
const LINE_PLIES: usize = 12;

/// Prints the summary of each side and the worst moves.
impl fmt::Display for Review {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}, {}", self.title(), self.game.result_text())?;
        if !self.complete {
            let (done, of) = (self.moves.len(), self.game.main_line().nodes().len());
            writeln!(f, "stopped after {done} of {of} moves")?;
        }
        let sides = self.sides();

        let mut table = Table::new(&sides)
            .column(Column::left("player"), |side| side.name.as_str())
            .column(Column::right("accuracy"), |side| {
                side.accuracy
                    .map(|accuracy| Cell::percent(accuracy / 100.0, 1))
            })
            .column(Column::right("average loss"), |side| {
                side.average_loss.map(|loss| Cell::fixed(loss / 100.0, 2))
            });
        for (index, sign) in ["?!", "?", "??"].into_iter().enumerate() {
            table = table.column(Column::right(sign), |side| {
                Cell::count(side.judgements[index] as u64)
            });
        }
        write!(f, "\n{}", table.to_text())?;
        let worst = self.worst(WORST);
        if worst.is_empty() {
            return writeln!(f, "\nThere are no inaccuracies, mistakes or blunders.");
        }
        writeln!(f, "\nThe worst moves:")?;
        let width = worst.iter().map(|m| m.text.len()).max().unwrap_or(0);
        for reviewed in worst {
            let better = &reviewed.better[..reviewed.better.len().min(BETTER_PLIES)];
            writeln!(
                f,
                "{:width$}  from {:>6} to {:>6}, better {}",
                reviewed.text,
                self.opinions[reviewed.ply].text,
                self.opinions[reviewed.ply + 1].text,
                better.join(" ")
            )?;
        }
        Ok(())
    }
}

/// Prints the sentences and the lines.
impl fmt::Display for Why {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let first = |proof: &Proof| proof.sans[0].clone();
        match &self.other {
            Some(best) if !self.is_best => writeln!(
                f,
                "Why not {}? The engine plays {}.",
                first(&self.asked),
                first(best)
            )?,
            _ => writeln!(f, "{} is the engine's choice.", first(&self.asked))?,
        }
        for sentence in &self.sentences {
            writeln!(f, "- {}", sentence.text)?;
        }
        for proof in std::iter::once(&self.asked).chain(&self.other) {
            let shown = &proof.sans[..proof.sans.len().min(LINE_PLIES)];
            let (score, depth) = (proof.score.to_string(), proof.depth);
            writeln!(f, "{score:>6}  {} (depth {depth})", shown.join(" "))?;
        }
        Ok(())
    }
}
