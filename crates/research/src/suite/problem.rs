//! Reads the records of a test suite.

use chess::{Epd, Move, Position};
use gametree::{Proof, Value};

/// A position and the moves that solve it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Problem {
    /// The line of the file, from 1.
    pub line: usize,
    /// The name of the record, or its line.
    pub id: String,
    /// The position.
    pub position: Position,
    /// `bm`: one of these moves must be played. Empty if any move may.
    pub best: Vec<Move>,
    /// `am`: none of these moves must be played.
    pub avoid: Vec<Move>,
    /// `dm`: the number of moves of a mate that must be announced.
    pub mate_in: Option<u32>,
    /// `c0`: points for moves.
    pub points: Vec<(Move, u32)>,
}

/// A record that cannot be used.
#[derive(Clone, PartialEq, Eq, Debug, serde::Serialize)]
pub struct Skipped {
    /// The line of the file, from 1.
    pub line: usize,
    /// The reason.
    pub reason: String,
}

/// Reads a suite: the problems, and the records that cannot be used.
///
/// ```
/// let text = "6k1/5ppp/8/8/8/8/8/R3K3 w - - bm Ra8#; id \"back rank\";\n6k1/8 w - - bm Ra8;\n";
/// let (problems, skipped) = research::suite::read(text);
/// assert_eq!(problems[0].id, "back rank");
/// assert_eq!(skipped[0].line, 2);
/// ```
#[must_use]
pub fn read(text: &str) -> (Vec<Problem>, Vec<Skipped>) {
    let mut problems = Vec::new();
    let mut skipped = Vec::new();
    for (line, record) in chess::epd::lines(text) {
        let problem = record
            .or_else(|error| without_remark(text, line).ok_or(error))
            .map_err(|error| error.to_string())
            .and_then(|epd| Problem::new(line, &epd));
        match problem {
            Ok(problem) => problems.push(problem),
            Err(reason) => skipped.push(Skipped { line, reason }),
        }
    }
    (problems, skipped)
}

/// Reads the record of a line without the text after its last semicolon. Some suites put a remark there ("1 Kb2! Kg8
/// 2 Ka1!!, draw"), which is not an operation.
fn without_remark(text: &str, line: usize) -> Option<Epd> {
    let (record, _) = text.lines().nth(line - 1)?.rsplit_once(';')?;
    record.parse().ok()
}

impl Problem {
    /// Creates the problem of a record.
    ///
    /// # Errors
    /// The record has no requirement, or one that no move can meet.
    pub fn new(line: usize, epd: &Epd) -> Result<Self, String> {
        let position = epd.position;
        let mut problem = Self {
            line,
            id: epd
                .id()
                .map_or_else(|| format!("line {line}"), |id| id.trim().to_owned()),
            position,
            best: epd.best_moves().collect(),
            avoid: epd.avoid_moves().collect(),
            mate_in: epd.mate_in(),
            points: Vec::new(),
        };
        let has_operation =
            !problem.best.is_empty() || !problem.avoid.is_empty() || problem.mate_in.is_some();
        problem.points = points(&position, epd.comment(0).unwrap_or_default(), has_operation)?;
        if position.legal_moves().is_empty() {
            return Err("the game is over in this position".to_owned());
        }
        if problem.mate_in == Some(0) {
            return Err("a mate takes one move or more".to_owned());
        }
        if has_operation || !problem.points.is_empty() {
            Ok(problem)
        } else {
            Err("it has no bm, am, dm or points in c0".to_owned())
        }
    }

    /// Returns the points for a move; 0 if it has none.
    #[must_use]
    pub fn points_for(&self, mv: Move) -> u32 {
        let mine = self.points.iter().filter(|(known, _)| *known == mv);
        mine.map(|&(_, points)| points).max().unwrap_or(0)
    }

    /// Returns the most points of a move.
    #[must_use]
    pub fn most_points(&self) -> u32 {
        let points = self.points.iter().map(|&(_, points)| points);
        points.max().unwrap_or(0)
    }

    /// Returns whether an answer solves the problem. `value` is the value that the player reports, and `line` its PV.
    ///
    /// Every requirement of the record must hold. A mate in fewer moves than `dm` counts if the PV ends with it. A proved
    /// win counts too, although a proof does not have the number of moves. A record that has only points is solved by a
    /// move with the most points.
    #[must_use]
    pub fn is_solved_by(&self, value: Option<Value>, line: &[Move]) -> bool {
        let Some(&mv) = line.first() else {
            return false;
        };
        if !self.best.is_empty() && !self.best.contains(&mv) || self.avoid.contains(&mv) {
            return false;
        }
        if let Some(expected) = self.mate_in {
            let announced = match value {
                Some(Value::Mate(moves)) => u32::try_from(moves).ok(),
                _ => None,
            };
            let proved = value == Some(Value::Proved(Proof::Won));
            let right = proved
                || announced.is_some_and(|announced| {
                    announced == expected
                        || (1..expected).contains(&announced) && self.mates(line, announced)
                });
            if !right {
                return false;
            }
        }
        let only_points = self.best.is_empty() && self.avoid.is_empty() && self.mate_in.is_none();
        !only_points || self.points_for(mv) == self.most_points()
    }

    /// Returns whether the line ends with a mate after this number of moves of the side to move.
    fn mates(&self, line: &[Move], moves: u32) -> bool {
        let mut position = self.position;
        for &mv in line {
            if !position.is_legal(mv) {
                return false;
            }
            position.play_unchecked(mv);
        }
        let is_mate = position.in_check() && position.legal_moves().is_empty();
        is_mate && line.len() == 2 * moves as usize - 1
    }

    /// Returns the requirement in the notation of the record.
    #[must_use]
    pub fn expected(&self) -> String {
        let list = |name: &str, moves: &[Move]| {
            let moves: Vec<String> = moves.iter().map(|mv| self.san(*mv)).collect();
            (!moves.is_empty()).then(|| format!("{name} {}", moves.join(" ")))
        };
        let mate = self.mate_in.map(|moves| format!("dm {moves}"));
        let parts = [list("bm", &self.best), list("am", &self.avoid), mate];
        let parts: Vec<String> = parts.into_iter().flatten().collect();
        if parts.is_empty() {
            "points".to_owned()
        } else {
            parts.join("; ")
        }
    }

    /// Returns a move in SAN.
    #[must_use]
    pub fn san(&self, mv: Move) -> String {
        mv.to_san(&self.position).to_string()
    }
}

/// Reads points such as `f5=100, Bf2=46, e8=Q=10`. Returns none if the comment has another form. If the record has
/// another requirement, a comment with words that are not moves is a remark.
fn points(
    position: &Position,
    comment: &str,
    has_operation: bool,
) -> Result<Vec<(Move, u32)>, String> {
    let parts = comment.split(',').map(str::trim);
    let split: Option<Vec<(&str, u32)>> = parts
        .filter(|part| !part.is_empty())
        .map(|part| {
            let (mv, points) = part.rsplit_once('=')?;
            Some((mv.trim(), points.trim().parse().ok()?))
        })
        .collect();
    let split = split.unwrap_or_default();
    let is_move = |text: &str| {
        let read = chess::san::parse(position, text);
        !matches!(read, Err(chess::SanError::Syntax(_)))
    };
    if has_operation && !split.iter().all(|(text, _)| is_move(text)) {
        return Ok(Vec::new());
    }
    split
        .into_iter()
        .map(|(text, points)| {
            chess::san::parse(position, text)
                .map(|mv| (mv, points))
                .map_err(|error| format!("in the points of c0, {error}"))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn problem(text: &str) -> Result<Problem, String> {
        let epd: Epd = text.parse().expect("a record");
        Problem::new(1, &epd)
    }

    fn line(position: &Position, moves: &str) -> Vec<Move> {
        let mut position = *position;
        moves
            .split_whitespace()
            .map(|text| {
                let mv = chess::san::parse(&position, text).expect(text);
                position.play_unchecked(mv);
                mv
            })
            .collect()
    }

    #[test]
    fn a_remark_at_the_end_is_ignored() {
        let (problems, skipped) = read(
            "8/1p5k/1P1p4/3p4/3Pp2p/2K1P2p/7P/8 w - - bm Kb2; id \"corner\"; 1 Kb2! Kg8 2 Ka1!!, draw\n\
             8/1p5k/1P1p4/3p4/3Pp2p/2K1P2p/7P/8 w - - bm Kh8;\n",
        );
        assert_eq!(problems.len(), 1);
        assert_eq!(problems[0].id, "corner");
        assert_eq!(skipped.len(), 1);
        assert_eq!(skipped[0].line, 2);
    }

    #[test]
    fn best_and_avoided_moves_both_count() {
        let both = problem("4k3/8/8/8/8/8/4P3/4K3 w - - bm e4 e3; am e3;").expect("a problem");
        let solved = |moves: &str| both.is_solved_by(None, &line(&both.position, moves));
        assert!(solved("e4"));
        assert!(!solved("e3") && !solved("Kd2"));
        assert!(!both.is_solved_by(None, &[]));
        let avoid = problem("4k3/8/8/8/8/8/4P3/4K3 w - - am e3;").expect("a problem");
        assert!(avoid.is_solved_by(None, &line(&avoid.position, "Kd2")));
        assert!(!avoid.is_solved_by(None, &line(&avoid.position, "e3")));
        assert_eq!(both.expected(), "bm e4 e3; am e3");
    }

    #[test]
    fn a_mate_must_be_announced_right() {
        let mate = problem("6k1/5ppp/8/8/8/8/8/R3K2R w - - dm 2;").expect("a problem");
        let quick = line(&mate.position, "Ra8#");
        let announced = |moves: i32| Some(Value::Mate(moves));
        assert!(mate.is_solved_by(announced(2), &quick));
        assert!(
            mate.is_solved_by(announced(1), &quick),
            "shorter, and shown"
        );
        let other = line(&mate.position, "Rb1");
        assert!(
            !mate.is_solved_by(announced(1), &other),
            "shorter, not shown"
        );
        assert!(!mate.is_solved_by(announced(3), &quick));
        assert!(!mate.is_solved_by(announced(-2), &quick));
        assert!(mate.is_solved_by(Some(Value::Proved(Proof::Won)), &quick));
        assert!(!mate.is_solved_by(Some(Value::Proved(Proof::Drawn)), &quick));
        assert!(!mate.is_solved_by(None, &quick));
    }

    #[test]
    fn points_are_read_and_other_comments_are_not() {
        let text = "8/4P1k1/8/8/8/8/8/4K3 w - - c0 \"e8=Q=10, Kd2=3 , e8=N=1\";";
        let points = problem(text).expect("a problem");
        let score = |text: &str| points.points_for(line(&points.position, text)[0]);
        assert_eq!(
            [score("e8=Q"), score("Kd2"), score("e8=N"), score("Kf2")],
            [10, 3, 1, 0]
        );
        assert_eq!(points.most_points(), 10);
        assert!(points.is_solved_by(None, &line(&points.position, "e8=Q")));
        assert!(!points.is_solved_by(None, &line(&points.position, "Kd2")));
        let remark = problem("8/4P1k1/8/8/8/8/8/4K3 w - - bm e8=Q; c0 \"Lasker, move=41\";");
        assert!(remark.expect("a problem").points.is_empty());
        let comment = problem("8/4P1k1/8/8/8/8/8/4K3 w - - bm e8=Q; c0 \"a = 1 is how\";");
        assert_eq!(comment.expect("a problem").points, []);
    }

    #[test]
    fn records_without_a_possible_requirement_are_rejected() {
        let reason = |text: &str| problem(text).expect_err(text);
        assert_eq!(
            reason("4k3/8/8/8/8/8/4P3/4K3 w - - id \"x\";"),
            "it has no bm, am, dm or points in c0"
        );
        assert!(reason("4k3/8/8/8/8/8/4P3/4K3 w - - c0 \"e5=10\";").contains("e5"));
        assert!(reason("7k/5KQ1/8/8/8/8/8/8 b - - dm 1;").contains("over"));
        assert!(reason("4k3/8/8/8/8/8/4P3/4K3 w - - dm 0;").contains("one move"));
    }
}
