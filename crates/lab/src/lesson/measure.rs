//! What the formulas of lessons can ask for: every number of a lesson is computed by the program it is about.

use std::collections::HashSet;

use games::{BoardGame, GameKind, Record, WithGame};
use gametree::synthetic::{Arrangement, UniformTree};
use gametree::{Limits, Request, Searcher, Value, Zero, searches::AlphaBeta};
use players::{Listener, Seat};

use super::expression::{Worth, compute};
use crate::Measured;
use crate::small_tree::SmallTree;

/// Every function of a formula: how it is called, and what it gives.
pub const FUNCTIONS: [(&str, &str); 17] = [
    (
        "perft(GAME, PLIES[, POSITION])",
        "the leaves of the tree of moves",
    ),
    (
        "positions(GAME, PLIES)",
        "different positions after so many plies",
    ),
    (
        "shapes(PLIES)",
        "the same for tic-tac-toe, turned and mirrored ones being one",
    ),
    (
        "nodes(SPEC, GAME, DEPTH[, POSITION])",
        "positions that a player enters",
    ),
    (
        "leaves(SPEC, GAME, DEPTH[, POSITION])",
        "positions that it values without looking further",
    ),
    (
        "counted(SPEC, GAME, DEPTH[, POSITION])",
        "positions as its own document counts them",
    ),
    (
        "value(SPEC, GAME, DEPTH[, POSITION])",
        "what it finds: pawns, points, or what its document prints",
    ),
    (
        "mate(SPEC, GAME, DEPTH[, POSITION])",
        "in how many moves it sees mate",
    ),
    (
        "best(SPEC, GAME, DEPTH[, POSITION])",
        "the move it plays, in squares",
    ),
    ("tree(SEARCH, TREE)", "the value of a small tree"),
    (
        "seen(SEARCH, TREE)",
        "the leaves of a small tree that are looked at",
    ),
    ("all(TREE)", "all leaves of a small tree"),
    (
        "uniform(ORDER, WIDTH, DEPTH)",
        "leaves that alpha-beta looks at in a tree of best, worst or random order",
    ),
    (
        "weight(EVAL, POSITION)",
        "what an evaluator says about a chess position for White, in its own units",
    ),
    ("score(ELO)", "the points per game that so much Elo expects"),
    ("elo(SCORE)", "the other way round"),
    (
        "round(X[, DIGITS]), floor(X), ceil(X), sqrt(X), ln(X)",
        "as everywhere",
    ),
];

/// What a formula comes to, as a lesson writes it.
#[derive(Clone, PartialEq, Debug)]
pub struct Measure(Worth);

impl Measure {
    /// Whether this is what a lesson says: the same number, commas aside, or the same word.
    #[must_use]
    pub fn is(&self, said: &str) -> bool {
        match &self.0 {
            Worth::Text(text) => text == said,
            Worth::Number(number) => {
                let said = said.replace(',', "").replace('\u{2212}', "-");
                said.parse::<f64>()
                    .is_ok_and(|said| (said - number).abs() < 1e-9)
            }
        }
    }

    /// As text.
    #[must_use]
    pub fn text(&self) -> String {
        match &self.0 {
            Worth::Text(text) => text.clone(),
            Worth::Number(number) => number.to_string(),
        }
    }
}

/// Computes a formula.
///
/// ```
/// use lab::lesson::measure;
/// assert!(measure("perft(\"tictactoe\", 2)").unwrap().is("72"));
/// assert!(measure("seen(\"alphabeta\", \"[[3,12,8],[2,4,6],[14,5,2]]\")").unwrap().is("7"));
/// assert!(measure("nodes(\"nobody\", \"chess\", 2)").is_err());
/// ```
pub fn measure(formula: &str) -> Result<Measure, String> {
    compute(formula, &mut call).map(Measure)
}

/// Whether a text is a position of a game.
pub(super) fn position(game: GameKind, text: &str) -> Result<(), String> {
    struct Read<'a>(&'a str);
    impl WithGame for Read<'_> {
        type Output = Result<(), String>;
        fn run<G: BoardGame>(self, game: &G) -> Self::Output {
            game.read_position(self.0)
                .map(drop)
                .map_err(|error| error.to_string())
        }
    }
    game.with(Read(text))
}

fn call(name: &str, values: &[Worth]) -> Result<Worth, String> {
    let number = |place: usize| -> Result<f64, String> {
        let value = values.get(place);
        value
            .ok_or_else(|| format!("{name} needs {} values", place + 1))?
            .number()
    };
    let text = |place: usize| match values.get(place) {
        Some(Worth::Text(text)) => Ok(text.as_str()),
        _ => Err(format!("value {} of {name} is a text in quotes", place + 1)),
    };
    let game = |place: usize| -> Result<GameKind, String> {
        text(place)?.parse().map_err(|error| format!("{error}"))
    };
    let plies = |place: usize| -> Result<u32, String> {
        let plies = number(place)?;
        if plies.fract() != 0.0 || !(0.0..=12.0).contains(&plies) {
            return Err(format!("{name} takes from 0 to 12 plies, not {plies}"));
        }
        Ok(plies as u32)
    };
    let asked = || -> Result<Measured, String> {
        game(1)?.with(Ask {
            spec: text(0)?,
            depth: plies(2)?,
            position: values.get(3).map(|_| text(3)).transpose()?,
        })
    };
    let tree = |place: usize| text(place)?.parse::<SmallTree>();
    let found = match name {
        "round" => {
            let shift = 10_f64.powf(if values.len() > 1 { number(1)? } else { 0.0 });
            (number(0)? * shift).round() / shift
        }
        "floor" => number(0)?.floor(),
        "ceil" => number(0)?.ceil(),
        "sqrt" => number(0)?.sqrt(),
        "ln" => number(0)?.ln(),
        "score" => 1.0 / (1.0 + 10_f64.powf(-number(0)? / 400.0)),
        "elo" => -400.0 * (1.0 / number(0)? - 1.0).log10(),
        "perft" => game(0)?.with(Count {
            plies: plies(1)?,
            position: values.get(2).map(|_| text(2)).transpose()?,
            distinct: false,
            shapes: false,
        })?,
        "positions" => game(0)?.with(Count {
            plies: plies(1)?,
            position: None,
            distinct: true,
            shapes: false,
        })?,
        "shapes" => GameKind::TicTacToe.with(Count {
            plies: plies(0)?,
            position: None,
            distinct: true,
            shapes: true,
        })?,
        "nodes" => asked()?.nodes as f64,
        "leaves" => asked()?.leaves as f64,
        "counted" => {
            let found = asked()?;
            found.counted.unwrap_or(found.nodes) as f64
        }
        "value" => match asked()?.score {
            Some(Value::Centipawns(value)) => f64::from(value) / 100.0,
            Some(Value::Points(value) | Value::Printed(value)) => f64::from(value),
            Some(Value::Mate(moves)) => {
                return Err(format!("the value is mate in {moves}: use mate(...)"));
            }
            Some(value @ Value::Proved(_)) => {
                return Err(format!("the value is no number: {value}"));
            }
            None => return Err("the player has no opinion".to_owned()),
        },
        "mate" => {
            let found = asked()?;
            match found.score {
                Some(Value::Mate(moves)) => f64::from(moves),
                _ => return Err(format!("the value is {} and no mate", found.value_text())),
            }
        }
        "best" => {
            let best = asked()?.bestmove;
            return best
                .map(Worth::Text)
                .ok_or_else(|| "the game is over".to_owned());
        }
        "tree" => f64::from(tree(1)?.search(text(0)?)?.value),
        "seen" => tree(1)?.search(text(0)?)?.leaves as f64,
        "all" => tree(0)?.leaves() as f64,
        "uniform" => uniform(text(0)?, number(1)?, plies(2)?)?,
        "weight" => {
            let position =
                games::chess::named::read(text(1)?).map_err(|error| error.to_string())?;
            let parts = players::evaluators::parts(text(0)?, &position);
            let parts = parts.ok_or("no evaluator of chess has this name")?;
            f64::from(parts.for_white(&position))
        }
        _ => {
            let names: Vec<&str> = FUNCTIONS.iter().map(|(how, _)| *how).collect();
            return Err(format!(
                "no function is called {name}: there are {}",
                names.join("; ")
            ));
        }
    };
    Ok(Worth::Number(found))
}

/// Leaves that alpha-beta looks at in a tree whose nodes all have the same number of children.
fn uniform(order: &str, width: f64, depth: u32) -> Result<f64, String> {
    if width.fract() != 0.0 || !(1.0..=40.0).contains(&width) || width.powi(depth as i32) > 2e6 {
        return Err(
            "a uniform tree is from 1 to 40 wide and has at most two million leaves".to_owned(),
        );
    }
    let width = width as u32;
    let tree = match order {
        "best" => UniformTree::sorted(width, depth, Arrangement::BestFirst),
        "worst" => UniformTree::sorted(width, depth, Arrangement::WorstFirst),
        "random" => UniformTree::random(width, depth, 1),
        _ => return Err("the order of a uniform tree is best, worst or random".to_owned()),
    };
    let result = AlphaBeta::new(Zero).search(&tree, &tree.root(), &Limits::depth(depth));
    Ok(result.stats.leaves as f64)
}

/// Asks a player.
struct Ask<'a> {
    spec: &'a str,
    depth: u32,
    position: Option<&'a str>,
}

impl WithGame for Ask<'_> {
    type Output = Result<Measured, String>;

    fn run<G: BoardGame>(self, game: &G) -> Self::Output {
        let start = start(game, self.position)?;
        let mut seat = Seat::<G>::sit(self.spec).map_err(|error| error.to_string())?;
        let request = Request::new(Limits::depth(self.depth));
        let record = Record::new(start);
        Measured::of(
            self.spec,
            &mut seat,
            game,
            &record,
            &request,
            Listener::nobody(),
        )
        .map_err(|fault| format!("{} {fault}", self.spec))
    }
}

fn start<G: BoardGame>(game: &G, position: Option<&str>) -> Result<G::State, String> {
    match position {
        None => Ok(game.start()),
        Some(text) => game.read_position(text).map_err(|error| error.to_string()),
    }
}

/// Counts positions.
struct Count<'a> {
    plies: u32,
    position: Option<&'a str>,
    /// Each position once.
    distinct: bool,
    /// Positions that look alike when the board is turned or mirrored are one.
    shapes: bool,
}

/// More than this takes too long for a lesson.
const MOST: usize = 3_000_000;

impl WithGame for Count<'_> {
    type Output = Result<f64, String>;

    fn run<G: BoardGame>(self, game: &G) -> Self::Output {
        let mut now = vec![start(game, self.position)?];
        for _ in 0..self.plies {
            let mut next = Vec::new();
            let mut seen = HashSet::new();
            for state in &now {
                for mv in game.legal_moves(state) {
                    let mut after = state.clone();
                    game.play(&mut after, mv);
                    // Positions are equal by their key, whatever their move counters say.
                    let name = || match self.shapes {
                        true => shape(&game.board(&after)),
                        false => game.key(&after).to_string(),
                    };
                    if !self.distinct || seen.insert(name()) {
                        next.push(after);
                    }
                    if next.len() > MOST {
                        return Err(format!("there are more than {MOST} positions"));
                    }
                }
            }
            now = next;
        }
        Ok(now.len() as f64)
    }
}

/// A square board in the one of its eight views that comes first in the alphabet.
fn shape(board: &str) -> String {
    let rows: Vec<Vec<char>> = board
        .split('/')
        .map(|row| {
            let squares = row.chars().flat_map(|letter| match letter.to_digit(10) {
                Some(empty) => vec!['.'; empty as usize],
                None => vec![letter],
            });
            squares.collect()
        })
        .collect();
    let last = rows.len() - 1;
    let mut views: Vec<String> = (0..8)
        .map(|view| {
            let squares = (0..=last).flat_map(|row| (0..=last).map(move |column| (row, column)));
            squares
                .map(|(row, column)| {
                    let (row, column) = if view & 4 == 0 {
                        (row, column)
                    } else {
                        (column, row)
                    };
                    let row = if view & 2 == 0 { row } else { last - row };
                    let column = if view & 1 == 0 { column } else { last - column };
                    rows[row][column]
                })
                .collect()
        })
        .collect();
    views.sort();
    views.swap_remove(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_that_look_alike_are_one() {
        let count = |formula: &str| measure(formula).expect("a number").text();
        assert_eq!(count("shapes(1)"), "3");
        assert_eq!(count("positions(\"tictactoe\", 1)"), "9");
        assert_eq!(count("perft(\"chess\", 3)"), "8902");
        assert_eq!(count("uniform(\"best\", 5, 4)"), "49");
        assert_eq!(count("round(elo(0.75), 1)"), "190.8");
    }

    #[test]
    fn what_cannot_be_computed_is_told_in_a_sentence() {
        for bad in [
            "nobody(1)",
            "perft(\"chess\", 99)",
            "nodes(\"minimax\", \"go\", 2)",
            "tree(\"minimax\", \"[\")",
            "score()",
            "best(1)",
        ] {
            let error = measure(bad).expect_err("no number");
            assert_eq!(error.lines().count(), 1, "{error}");
        }
    }
}
