//! The cost of every move of a game: the log of assignment 4, for any player.
//!
//! The assignment wrote the milliseconds of each move into a text file per player. Here each line also has the nodes,
//! which are the same on every machine.

use chess::uci::CastlingStyle;
use chess::{Color, Move};
use gametree::Score;
use std::fmt;
use std::time::Duration;

/// The cost of one turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveCost {
    /// The number of the move, as in the score of a game.
    pub turn: u16,
    /// The side that moved.
    pub color: Color,
    /// The move, if the player found one.
    pub best: Option<Move>,
    /// The value the player gave to it.
    pub value: Option<Score>,
    /// The nodes or function calls, as the player counts.
    pub nodes: u64,
    /// The time.
    pub time: Duration,
}

/// The cost of each turn of a game, in order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Profile {
    /// One entry for each turn.
    pub moves: Vec<MoveCost>,
}

impl Profile {
    /// Returns the total nodes and time of one side.
    #[must_use]
    pub fn total(&self, color: Color) -> (u64, Duration) {
        let own = self.moves.iter().filter(|cost| cost.color == color);
        own.fold((0, Duration::ZERO), |(nodes, time), cost| {
            (nodes + cost.nodes, time + cost.time)
        })
    }

    /// Returns CSV with a heading line.
    ///
    /// A missing move or value is an empty field.
    #[must_use]
    pub fn to_csv(&self) -> String {
        let mut text = String::from("turn,color,move,value,nodes,microseconds\n");
        for cost in &self.moves {
            let color = match cost.color {
                Color::White => "white",
                Color::Black => "black",
            };
            text += &format!(
                "{},{color},{},{},{},{}\n",
                cost.turn,
                move_text(cost.best, ""),
                cost.value.map_or(String::new(), |value| value.to_string()),
                cost.nodes,
                cost.time.as_micros()
            );
        }
        text
    }
}

fn move_text(best: Option<Move>, none: &str) -> String {
    best.map_or(none.to_owned(), |m| m.to_uci(CastlingStyle::KingMoves))
}

/// Writes a table of turns with each side's move, nodes and milliseconds, and the totals.
impl fmt::Display for Profile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "{:>4}  {:6} {:>10} {:>9}  {:6} {:>10} {:>9}",
            "turn", "White", "nodes", "ms", "Black", "nodes", "ms"
        )?;
        let mut moves = self.moves.iter().peekable();
        while let Some(first) = moves.next() {
            let (white, black) = match first.color {
                Color::White => {
                    let reply = moves.next_if(|cost| cost.color == Color::Black);
                    (Some(first), reply)
                }
                Color::Black => (None, Some(first)),
            };
            write!(f, "{:>4}", first.turn)?;
            write_side(f, white)?;
            write_side(f, black)?;
            writeln!(f)?;
        }
        write!(f, "{:>4}", "sum")?;
        for color in Color::ALL {
            let (nodes, time) = self.total(color);
            write!(f, "  {:6} {nodes:>10} {:>9.2}", "", milliseconds(time))?;
        }
        writeln!(f)
    }
}

fn milliseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}

fn write_side(f: &mut fmt::Formatter<'_>, cost: Option<&MoveCost>) -> fmt::Result {
    match cost {
        None => write!(f, "  {:6} {:>10} {:>9}", "", "", ""),
        Some(cost) => write!(
            f,
            "  {:6} {:>10} {:>9.2}",
            move_text(cost.best, "none"),
            cost.nodes,
            milliseconds(cost.time)
        ),
    }
}
