//! The functions of the formulas in lessons. Each computes a number of this program.

use std::collections::HashSet;

use games::{BoardGame, GameId, Record, TicTacToe, WithGame};
use gametree::simulation::{Algorithm, MAX_PROCESSORS, Machine, ModelTree, Order, Run};
use gametree::synthetic::{Arrangement, UniformTree};
use gametree::{Limits, Request, Searcher, Value, Zero, searches::AlphaBeta};
use players::{Listener, Measured, Seat};

use super::expression::{Scalar, compute};
use crate::number_search;

/// The functions, for errors. `docs/teaching/lessons.md` describes them.
const FUNCTIONS: &str = "perft(GAME, PLIES[, POSITION]); positions(GAME, PLIES); shapes(PLIES); \
    nodes, leaves, counted, value, mate and best(SPEC, GAME, DEPTH[, POSITION]); tree and seen(SEARCH, TREE); all(TREE); \
    uniform(ORDER, WIDTH, DEPTH); ticks and entered(SEARCH, PROCESSORS, ORDER, WIDTH, DEPTH); weight(EVAL, POSITION); score(ELO); elo(SCORE); \
    round(X[, DIGITS]), floor(X), ceil(X), sqrt(X), ln(X)";

/// The value of a formula.
#[derive(Clone, PartialEq, Debug)]
pub struct Measure(Scalar);

impl Measure {
    /// Returns whether a text in a lesson is this number or word.
    #[must_use]
    pub fn is(&self, text: &str) -> bool {
        match &self.0 {
            Scalar::Text(word) => word == text,
            Scalar::Number(number) => plain(text)
                .parse::<f64>()
                .is_ok_and(|stated| (stated - number).abs() < 1e-9),
        }
    }

    /// Returns the value as text.
    #[must_use]
    pub fn text(&self) -> String {
        match &self.0 {
            Scalar::Text(text) => text.clone(),
            Scalar::Number(number) => number.to_string(),
        }
    }
}

/// Returns a number without commas between groups of digits, and with a hyphen as its sign.
pub(super) fn plain(number: &str) -> String {
    number.replace(',', "").replace('\u{2212}', "-")
}

/// Computes a formula.
///
/// ```
/// use teaching::lesson::measure;
/// assert!(measure("perft(\"tictactoe\", 2)").unwrap().is("72"));
/// assert!(measure("seen(\"alphabeta\", \"[[3,12,8],[2,4,6],[14,5,2]]\")").unwrap().is("7"));
/// assert!(measure("nodes(\"ludo\", \"chess\", 2)").is_err());
/// ```
pub fn measure(formula: &str) -> Result<Measure, String> {
    compute(formula, &mut call).map(Measure)
}

/// Returns an error if a text is not a position of a game.
pub(super) fn position(game: GameId, text: &str) -> Result<(), String> {
    struct Read<'a>(&'a str);
    impl WithGame for Read<'_> {
        type Output = Result<(), String>;
        fn run<G: BoardGame>(self, game: &G) -> Self::Output {
            start(game, Some(self.0)).map(drop)
        }
    }
    game.with(Read(text))
}

fn call(name: &str, values: &[Scalar]) -> Result<Scalar, String> {
    let number = |place: usize| -> Result<f64, String> {
        let value = values.get(place);
        value
            .ok_or_else(|| format!("{name} needs {} arguments", place + 1))?
            .number()
    };
    let text = |place: usize| match values.get(place) {
        Some(Scalar::Text(text)) => Ok(text.as_str()),
        _ => Err(format!(
            "argument {} of {name} is a text in quotes",
            place + 1
        )),
    };
    let game = |place: usize| -> Result<GameId, String> {
        text(place)?.parse().map_err(|error| format!("{error}"))
    };
    let plies = |place: usize| -> Result<u32, String> {
        let plies = number(place)?;
        if plies.fract() != 0.0 || !(0.0..=12.0).contains(&plies) {
            return Err(format!("{name} takes from 0 to 12 plies, not {plies}"));
        }
        Ok(plies as u32)
    };
    let optional = |place: usize| values.get(place).map(|_| text(place)).transpose();
    let answer = || -> Result<Measured, String> {
        game(1)?.with(Answer {
            spec: text(0)?,
            depth: plies(2)?,
            position: optional(3)?,
        })
    };
    let tree = |place: usize| number_search::read(text(place)?);
    let searched = || number_search::search(&tree(1)?, text(0)?);
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
            position: optional(2)?,
            distinct: Distinct::Lines,
        })?,
        "positions" => game(0)?.with(Count {
            plies: plies(1)?,
            position: None,
            distinct: Distinct::Positions,
        })?,
        "shapes" => TicTacToe::ID.with(Count {
            plies: plies(0)?,
            position: None,
            distinct: Distinct::Shapes,
        })?,
        "nodes" => answer()?.nodes as f64,
        "leaves" => answer()?.leaves as f64,
        "counted" => {
            let found = answer()?;
            found.counted.unwrap_or(found.nodes) as f64
        }
        "value" => match answer()?.score {
            Some(Value::Centipawns(value)) => f64::from(value) / 100.0,
            Some(Value::Points(value) | Value::Printed(value)) => f64::from(value),
            Some(Value::Mate(moves)) => {
                return Err(format!("the value is mate in {moves}: use mate(...)"));
            }
            Some(value @ Value::Proved(_)) => {
                return Err(format!("the value is not a number: {value}"));
            }
            None => return Err("the player reports no value".to_owned()),
        },
        "mate" => {
            let found = answer()?;
            match found.score {
                Some(Value::Mate(moves)) => f64::from(moves),
                _ => return Err(format!("the value is {}, not a mate", found.value_text())),
            }
        }
        "best" => {
            let best = answer()?.bestmove;
            return best
                .map(Scalar::Text)
                .ok_or_else(|| "the game is over".to_owned());
        }
        "tree" => f64::from(searched()?.value),
        "seen" => searched()?.leaves as f64,
        "all" => tree(0)?.leaves().count() as f64,
        "uniform" => uniform(text(0)?, number(1)?, plies(2)?)?,
        "ticks" | "entered" => {
            let run = simulated(text(0)?, number(1)?, text(2)?, number(3)?, plies(4)?)?;
            (if name == "ticks" {
                run.ticks
            } else {
                run.nodes
            }) as f64
        }
        "weight" => {
            let position =
                games::chess::named::read(text(1)?).map_err(|error| error.to_string())?;
            let parts = players::evaluators::parts(text(0)?, &position);
            let parts = parts.ok_or("no evaluator of chess has this name")?;
            f64::from(parts.for_white(&position))
        }
        _ => {
            return Err(format!(
                "no function is called {name} (functions: {FUNCTIONS})"
            ));
        }
    };
    Ok(Scalar::Number(found))
}

/// Searches a uniform tree with random leaves on simulated processors with free messages.
fn simulated(
    search: &str,
    processors: f64,
    order: &str,
    width: f64,
    depth: u32,
) -> Result<Run, String> {
    let search = Algorithm::ALL.iter().find(|it| it.name() == search);
    let order = match order {
        "best" => Some(Order::BestFirst),
        "worst" => Some(Order::WorstFirst),
        "random" => Some(Order::Generated),
        _ => None,
    };
    let is_tree = width.fract() == 0.0 && (1.0..=40.0).contains(&width);
    let is_small = is_tree && width.powi(depth as i32) <= 200_000.0;
    let is_machine = (1.0..=MAX_PROCESSORS as f64).contains(&processors);
    match (search, order) {
        (Some(&search), Some(order)) if is_small && is_machine => {
            let tree = ModelTree::random(width as u32, depth, 1).ordered(order);
            Ok(Machine::new(processors as usize).run(&tree, search))
        }
        _ => Err("simulated processors have a search (root, pv, ybw, abdada, lazy), from 1 to 1024 processors, \
             an order (best, worst, random), a width from 1 to 40, and at most 200000 leaves"
            .to_owned()),
    }
}

/// Returns the leaves that alpha-beta visits in a tree whose inner nodes all have the same number of children.
fn uniform(order: &str, width: f64, depth: u32) -> Result<f64, String> {
    if width.fract() != 0.0 || !(1.0..=40.0).contains(&width) || width.powi(depth as i32) > 2e6 {
        return Err(
            "a uniform tree has a width from 1 to 40 and at most two million leaves".to_owned(),
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

/// The answer of a player.
struct Answer<'a> {
    spec: &'a str,
    depth: u32,
    position: Option<&'a str>,
}

impl WithGame for Answer<'_> {
    type Output = Result<Measured, String>;

    fn run<G: BoardGame>(self, game: &G) -> Self::Output {
        let record = Record::new(start(game, self.position)?);
        let spec = self.spec;
        let mut seat = Seat::<G>::builtin(spec).map_err(|error| error.to_string())?;
        let request = Request::new(Limits::depth(self.depth));
        let listener = Listener::silent();
        Measured::of(spec, &mut seat, game, &record, &request, listener)
            .map_err(|fault| format!("{spec} {fault}"))
    }
}

fn start<G: BoardGame>(game: &G, position: Option<&str>) -> Result<G::State, String> {
    match position {
        None => Ok(game.start()),
        Some(text) => game.read_position(text).map_err(|error| error.to_string()),
    }
}

/// The number of lines, positions or shapes after some plies.
struct Count<'a> {
    plies: u32,
    position: Option<&'a str>,
    distinct: Distinct,
}

/// The things that are counted once.
#[derive(Clone, Copy)]
enum Distinct {
    /// Each line of moves.
    Lines,
    /// Each position, whatever its move counters are.
    Positions,
    /// Positions that are rotations or reflections of each other.
    Shapes,
}

/// The most positions. More take too long for a lesson.
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
                    let is_new = match self.distinct {
                        Distinct::Lines => true,
                        Distinct::Positions => seen.insert(game.key(&after).to_string()),
                        Distinct::Shapes => seen.insert(shape(&game.board(&after))),
                    };
                    if is_new {
                        next.push(after);
                    }
                    if next.len() > MOST {
                        return Err(format!("more than {MOST} positions"));
                    }
                }
            }
            now = next;
        }
        Ok(now.len() as f64)
    }
}

/// Returns the alphabetically first of the eight rotations and reflections of a square board.
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
                    let [row, column] = match view & 4 {
                        0 => [row, column],
                        _ => [column, row],
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
    fn formulas_are_computed() {
        let count = |formula: &str| measure(formula).expect("a number").text();
        assert_eq!(count("shapes(1)"), "3");
        assert_eq!(count("positions(\"tictactoe\", 1)"), "9");
        assert_eq!(count("perft(\"chess\", 3)"), "8902");
        assert_eq!(count("uniform(\"best\", 5, 4)"), "49");
        assert_eq!(
            count("ticks(\"ybw\", 1, \"best\", 4, 3)"),
            count("entered(\"root\", 1, \"best\", 4, 3)")
        );
        assert_eq!(count("round(elo(0.75), 1)"), "190.8");
    }

    #[test]
    fn errors_are_one_line() {
        for bad in [
            "ludo(1)",
            "perft(\"chess\", 99)",
            "nodes(\"minimax\", \"go\", 2)",
            "tree(\"minimax\", \"[\")",
            "score()",
            "ticks(\"go\", 1, \"best\", 3, 3)",
            "ticks(\"ybw\", 1, \"best\", 40, 12)",
            "best(1)",
        ] {
            let error = measure(bad).expect_err("no number");
            assert_eq!(error.lines().count(), 1, "{error}");
        }
    }
}
