//! The appearance of a game: what differs between chess, which has a drawn board, and the other games.

use std::time::Duration;

use contest::LiveGame;
use games::BoardGame;
use gametree::Side;
use players::Answer;

/// The appearance of a game.
pub trait View<G: BoardGame> {
    /// The first line.
    const INTRODUCTION: &'static str;
    /// Whether the board can be turned.
    const CAN_FLIP: bool;
    /// Draws the board.
    fn board(&self, live: &LiveGame<G>) -> String;
    /// Returns the line of the static evaluation, if it is shown.
    fn value(&self, _: &LiveGame<G>) -> Option<String> {
        None
    }
    /// Lists the legal moves.
    fn moves(&self, live: &LiveGame<G>) -> String;
    /// Returns examples of moves.
    fn examples(&self, live: &LiveGame<G>) -> String;
    /// Names a side.
    fn side(&self, live: &LiveGame<G>, side: Side) -> String;
    /// Describes the length of a game.
    fn length(&self, plies: usize) -> String;
    /// Turns the board.
    fn flip(&mut self) {}
    /// Notes the answer of a program before its move is played.
    fn note(&mut self, _: &LiveGame<G>, _: &Answer<G::Move>, _: Duration) {}
}

/// The appearance of most games: the board as text.
#[derive(Debug)]
pub struct PlainView;

impl<G: BoardGame> View<G> for PlainView {
    const INTRODUCTION: &'static str = "Type a move; help lists the other commands.";
    const CAN_FLIP: bool = false;

    fn board(&self, live: &LiveGame<G>) -> String {
        format!("\n{}\n", live.game.render(live.state()))
    }

    fn moves(&self, live: &LiveGame<G>) -> String {
        let moves = live.game.legal_moves(live.state()).into_iter();
        let moves: Vec<String> = moves.map(|mv| live.game.write_move(mv)).collect();
        moves.join(" ") + "\n"
    }

    fn examples(&self, live: &LiveGame<G>) -> String {
        let moves = live.game.legal_moves(live.state());
        let example = moves.first().map(|&mv| live.game.write_move(mv));
        example.map_or_else(String::new, |example| format!(" such as {example}"))
    }

    fn side(&self, live: &LiveGame<G>, side: Side) -> String {
        format!("{} ({})", G::SIDES[side.index()], live.place(side).name)
    }

    fn length(&self, plies: usize) -> String {
        format!("{plies} plies")
    }
}
