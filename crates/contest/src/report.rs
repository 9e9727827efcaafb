//! The report on a match, as text and as JSON.

use std::collections::BTreeMap;
use std::fmt::{self, Write};

use report::{Column, Table};
use serde::Serialize;

use super::ponder::PonderCount;
use super::scoreboard::{Scoreboard, Standing};
use crate::stats::{Claim, Encounter, Pentanomial, Sprt, Tally, Verdict, ratings};

/// Returns a number that JSON can represent, or `None` if it is infinite.
fn finite(number: f64) -> Option<f64> {
    number.is_finite().then_some(number)
}

/// The results of a match or tournament.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "MatchReport"))]
pub struct Report {
    /// Whether all games were played or the test is decided.
    pub complete: bool,
    /// Games played.
    pub games: u64,
    /// Games planned.
    pub scheduled: u64,
    /// Plies of all games, including openings.
    pub plies: u64,
    /// Each pair of players.
    pub pairings: Vec<PairingReport>,
    /// Each player, the best first.
    pub players: Vec<PlayerReport>,
    /// The sequential test.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sprt: Option<TestReport>,
    /// The number of games by the reason of their result.
    pub reasons: BTreeMap<&'static str, u64>,
    /// All games from the view of the side that moves first.
    pub first_side: Tally,
    /// A hash of all games: 64 bits in hexadecimal.
    pub fingerprint: String,
}

/// The result of two players against each other, from the view of the first.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct PairingReport {
    /// The first player.
    pub player: String,
    /// The second player.
    pub opponent: String,
    /// Its games.
    pub tally: Tally,
    /// Its pairs of games.
    pub pentanomial: Pentanomial,
    /// Points for each game.
    pub score: f64,
    /// The Elo difference; missing if it is infinite.
    pub elo: Option<f64>,
    /// Half the width of the 95% interval.
    pub elo_error: Option<f64>,
    /// Normalised Elo.
    pub normalised_elo: Option<f64>,
    /// The likelihood of superiority.
    pub los: f64,
    /// The share of drawn games.
    pub draw_ratio: f64,
    /// The Elo difference at 95% confidence: an interval or a bound.
    pub claim: Claim,
    #[serde(skip)]
    places: (usize, usize),
}

/// The results of a player against all others.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct PlayerReport {
    /// The player.
    pub player: String,
    /// Its games.
    pub tally: Tally,
    /// Its rating; the mean of all players is 0.
    pub rating: f64,
    /// Half the width of the 95% interval.
    pub rating_error: f64,
    /// Games lost by faults, by kind.
    pub faults: BTreeMap<&'static str, u64>,
    /// Descriptions of the first of them.
    pub first_faults: Vec<String>,
    /// The number of warnings.
    pub warnings: u64,
    /// Descriptions of the first of them.
    pub first_warnings: Vec<String>,
    /// Its ponder counts, if the match allows pondering.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ponder: Option<PonderCount>,
    #[serde(skip)]
    place: usize,
}

/// A sequential test and its state.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct TestReport {
    /// The test.
    pub test: Sprt,
    /// The log-likelihood ratio.
    pub llr: f64,
    /// Its bounds.
    pub bounds: (f64, f64),
    /// Its verdict.
    pub verdict: Verdict,
}

impl Report {
    /// Creates the report on the current state of a match.
    #[must_use]
    pub fn new(board: &Scoreboard) -> Self {
        let names = board.names();
        let pairings = board
            .standings()
            .map(|(places, standing)| PairingReport::new(names, places, standing))
            .collect();
        let encounters: Vec<Encounter> = board
            .standings()
            .map(|((first, second), standing)| Encounter {
                first,
                second,
                tally: standing.tally,
            })
            .collect();
        let rated = ratings(names.len(), &encounters);
        let mut players: Vec<PlayerReport> = (0..names.len())
            .map(|place| {
                let conduct = &board.conduct[place];
                PlayerReport {
                    player: names[place].clone(),
                    tally: board.total(place),
                    rating: rated.elo[place],
                    rating_error: rated.error(place),
                    faults: conduct.faults.clone(),
                    first_faults: conduct.first_faults.clone(),
                    warnings: conduct.warnings,
                    first_warnings: conduct.first_warnings.clone(),
                    ponder: board.ponder.as_ref().map(|counts| counts[place]),
                    place,
                }
            })
            .collect();
        if names.len() > 2 {
            players.sort_by(|a, b| b.tally.points().total_cmp(&a.tally.points()));
        }
        Self {
            complete: board.games() == board.scheduled() || board.is_decided(),
            games: board.games(),
            scheduled: board.scheduled(),
            plies: board.plies,
            pairings,
            players,
            sprt: board.test().map(|(test, llr, verdict)| TestReport {
                test,
                llr,
                bounds: test.bounds(),
                verdict,
            }),
            reasons: board.reasons.clone(),
            first_side: board.by_side,
            fingerprint: format!("{:016x}", board.fingerprint()),
        }
    }
}

impl PairingReport {
    fn new(names: &[String], places: (usize, usize), standing: &Standing) -> Self {
        let sample = standing.sample();
        let elo = sample.elo();
        Self {
            player: names[places.0].clone(),
            opponent: names[places.1].clone(),
            tally: standing.tally,
            pentanomial: standing.pairs,
            score: standing.tally.score(),
            elo: finite(elo.value),
            elo_error: finite(elo.error()),
            normalised_elo: finite(sample.normalised_elo().value),
            los: sample.los(),
            draw_ratio: standing.tally.draw_ratio(),
            claim: sample.claim(),
            places,
        }
    }
}

/// Returns the standing in a few words, for a progress bar.
#[must_use]
pub fn status_line(board: &Scoreboard) -> String {
    let Some((_, standing)) = board
        .standings()
        .next()
        .filter(|_| board.names().len() == 2)
    else {
        let best = (0..board.names().len())
            .map(|player| (board.total(player).score(), player))
            .max_by(|a, b| a.0.total_cmp(&b.0));
        return best.map_or(String::new(), |(score, player)| {
            format!("{} leads with {:.1}%", board.names()[player], 100.0 * score)
        });
    };
    let sample = standing.sample();
    let mut text = format!(
        "{}  {:.1}%  Elo {}  LOS {:.1}%",
        standing.tally,
        100.0 * standing.tally.score(),
        sample.claim(),
        100.0 * sample.los()
    );
    if let Some((test, llr, _)) = board.test() {
        let (lower, upper) = test.bounds();
        _ = write!(text, "  LLR {llr:.2} ({lower:.2}, {upper:.2})");
    }
    text
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.pairings.as_slice() {
            [pairing] => self.write_match(f, pairing)?,
            _ => self.write_table(f)?,
        }
        if let Some(test) = &self.sprt {
            let verdict = match test.verdict {
                Verdict::H1 => "H1 accepted",
                Verdict::H0 => "H0 accepted",
                Verdict::Continue => "no answer yet",
            };
            let (lower, upper) = test.bounds;
            writeln!(
                f,
                "SPRT         LLR {:.2} ({lower:.2}, {upper:.2}) for [{}, {}]: {verdict}",
                test.llr, test.test.elo0, test.test.elo1
            )?;
        }
        let first = self.first_side;
        writeln!(f, "first side   {first} ({:.1}%)", 100.0 * first.score())?;
        let mut reasons: Vec<_> = self.reasons.iter().collect();
        reasons.sort_by_key(|(_, games)| std::cmp::Reverse(**games));
        let reasons = reasons
            .iter()
            .map(|(reason, games)| format!("{reason} {games}"));
        writeln!(f, "ended by     {}", reasons.collect::<Vec<_>>().join(", "))?;
        let pondered: Vec<String> = (self.players.iter())
            .filter_map(|player| Some(format!("{} {}", player.player, player.ponder?)))
            .collect();
        if !pondered.is_empty() {
            writeln!(f, "ponder hits  {}", pondered.join(", "))?;
        }
        self.players
            .iter()
            .try_for_each(|player| player.write_conduct(f))
    }
}

impl Report {
    fn write_match(&self, f: &mut fmt::Formatter<'_>, pairing: &PairingReport) -> fmt::Result {
        let Tally {
            wins,
            draws,
            losses,
        } = pairing.tally;
        writeln!(f, "{} against {}", pairing.player, pairing.opponent)?;
        writeln!(f, "games        {} of {}", self.games, self.scheduled)?;
        writeln!(f, "result       {wins} won, {draws} drawn, {losses} lost")?;
        writeln!(
            f,
            "pairs        {} (0, 1/2, 1, 3/2, 2 points)",
            pairing.pentanomial
        )?;
        let (points, games) = (pairing.tally.points(), pairing.tally.games());
        writeln!(
            f,
            "score        {points} of {games} ({:.2}%)",
            100.0 * pairing.score
        )?;
        writeln!(f, "Elo          {}", pairing.claim)?;
        if let Some(elo) = pairing.normalised_elo {
            writeln!(f, "normalised   {elo:+.1}")?;
        }
        writeln!(f, "LOS          {:.2}%", 100.0 * pairing.los)?;
        writeln!(f, "draws        {:.1}%", 100.0 * pairing.draw_ratio)
    }

    /// Writes the cross table: a row for each player, the best first, with the points against the player of each
    /// column.
    fn write_table(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rows: Vec<(usize, &PlayerReport)> = (1..).zip(&self.players).collect();
        let mut table = Table::new(&rows)
            .column(Column::left("     player"), |(row, player)| {
                format!("{row:>3}. {}", player.player)
            })
            .column(Column::right("games"), |(_, player)| {
                player.tally.games().to_string()
            })
            .column(Column::right("points"), |(_, player)| {
                player.tally.points().to_string()
            })
            .column(Column::right("Elo"), |(_, player)| {
                // Adding 0 turns -0 into 0.
                let rating = player.rating.round() + 0.0;
                format!("{rating:+.0} +- {:.0}", player.rating_error)
            });
        for (column, opponent) in &rows {
            table = table.column(Column::right(column.to_string()), |(_, player)| {
                self.cell(player, opponent)
            });
        }
        f.write_str(&table.to_text())?;
        writeln!(f, "games        {} of {}", self.games, self.scheduled)
    }

    /// Returns points and games of a player against another; both must be from this report.
    #[must_use]
    pub fn cell(&self, player: &PlayerReport, opponent: &PlayerReport) -> String {
        let (player, opponent) = (player.place, opponent.place);
        let met = self
            .pairings
            .iter()
            .find_map(|pairing| match pairing.places {
                (first, second) if (first, second) == (player, opponent) => Some(pairing.tally),
                (first, second) if (second, first) == (player, opponent) => {
                    Some(pairing.tally.other())
                }
                _ => None,
            });
        met.map_or("-".to_owned(), |tally| {
            format!("{}/{}", tally.points(), tally.games())
        })
    }
}

impl PlayerReport {
    fn write_conduct(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.faults.is_empty() {
            let faults = self
                .faults
                .iter()
                .map(|(fault, games)| format!("{fault} {games}"));
            let faults: Vec<String> = faults.collect();
            writeln!(f, "faults       {}: {}", self.player, faults.join(", "))?;
        }
        for fault in &self.first_faults {
            writeln!(f, "             {fault}")?;
        }
        if self.warnings > 0 {
            writeln!(f, "warnings     {}: {}", self.player, self.warnings)?;
        }
        for warning in &self.first_warnings {
            writeln!(f, "             {warning}")?;
        }
        Ok(())
    }
}
