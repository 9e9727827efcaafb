//! A game in the terminal, or line by line through a pipe: the board, the prompts and the commands of `espalier play`.

mod chess_view;
mod panel;
mod session;
mod view;

pub use chess_view::ChessView;
pub use session::play;
pub use view::{PlainView, View};
