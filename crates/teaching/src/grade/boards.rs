//! Positions of games from a seed, and the right answers to questions.

use games::{BoardGame, Chess, GameId, Record, TicTacToe, WithGame, tictactoe};
use gametree::bugs::{SmallSearch, small_search};
use gametree::reference::Reference;
use gametree::synthetic::VertexValue;
use gametree::{Evaluator, Game, Limits, Request, Score, Side, SplitMix64, Value, perft};
use players::{PlayerSpec, Seat, evaluators};

use super::assignment::{Choice, QuestionSet};
use super::question::{EVALUATE, Problem, Question};
use super::simulate::Simulated;
use super::truth::{Truth, WON, flat};

/// Runs a job with a game as it is graded: a won game of tic-tac-toe has the value of any won game, not one point.
fn with_game<J: WithGame>(kind: GameId, job: J) -> J::Output {
    if kind == TicTacToe::ID {
        return job.run(&TicTacToe {
            scoring: tictactoe::Scoring::Distance,
        });
    }
    kind.with(job)
}

/// Returns the evaluator of a set: the given one, or the first one of the game.
#[must_use]
pub fn evaluator(kind: GameId, name: Option<&str>) -> String {
    struct First;
    impl WithGame for First {
        type Output = &'static str;
        fn run<G: BoardGame>(self, _: &G) -> &'static str {
            G::EVALUATORS.first().map_or("zero", |(name, _)| name)
        }
    }
    name.map_or_else(|| kind.with(First).to_owned(), str::to_owned)
}

/// Returns whether a game has an evaluator of this name.
#[must_use]
pub fn has_evaluator(kind: GameId, name: &str) -> bool {
    struct Has<'a>(&'a str);
    impl WithGame for Has<'_> {
        type Output = bool;
        fn run<G: BoardGame>(self, _: &G) -> bool {
            evaluators::find::<G>(self.0).is_some()
        }
    }
    kind.with(Has(name))
}

/// Returns the positions of a set, each with its search depth.
pub fn questions(kind: GameId, set: &QuestionSet, rng: &mut SplitMix64) -> Vec<(Problem, u32)> {
    let positions = with_game(kind, Positions { set, rng });
    let problem = |(position, depth)| (Problem::Board(kind, position), depth);
    positions.into_iter().map(problem).collect()
}

struct Positions<'a> {
    set: &'a QuestionSet,
    rng: &'a mut SplitMix64,
}

/// The most attempts to find the positions of a set.
const ATTEMPTS: u32 = 2_000;

impl WithGame for Positions<'_> {
    type Output = Vec<(String, u32)>;

    fn run<G: BoardGame>(self, game: &G) -> Self::Output {
        let Self { set, rng } = self;
        let [least, most] = set.depth;
        let mut found: Vec<(String, u32)> = Vec::new();
        for _ in 0..ATTEMPTS {
            if found.len() == set.count as usize {
                break;
            }
            let depth = rng.between(least as i32, most as i32) as u32;
            let place = match set.positions {
                Choice::Random => after_some_moves(game, rng).map(|it| (it, depth)),
                Choice::Ends if G::ID == Chess::ID => {
                    let near = Near::ALL[found.len() % Near::ALL.len()];
                    ending(rng, near, set.depth)
                }
                Choice::Ends => before_the_end(game, rng, depth.max(1)).map(|it| (it, depth)),
            };
            if let Some((position, depth)) = place
                && !found.iter().any(|(known, _)| *known == position)
            {
                found.push((position, depth));
            }
        }
        found
    }
}

/// Returns a position after random moves, or `None` if the game is over.
fn after_some_moves<G: BoardGame>(game: &G, rng: &mut SplitMix64) -> Option<String> {
    let (least, most) = G::EXERCISE_PLIES;
    let mut state = game.start();
    for _ in 0..rng.between(least as i32, most as i32) {
        step(game, &mut state, rng)?;
    }
    if game.legal_moves(&state).is_empty() {
        return None;
    }
    Some(without_history(game, &state))
}

/// Plays a random move, or returns `None` if the game is over.
fn step<G: BoardGame>(game: &G, state: &mut G::State, rng: &mut SplitMix64) -> Option<()> {
    let moves = game.legal_moves(state);
    let mv = *moves.get(rng.below(moves.len().max(1) as u64) as usize)?;
    game.play(state, mv);
    Some(())
}

/// Returns a position as text without castling rights and without the clock of the fifty-move rule, so that it can be mirrored.
fn without_history<G: BoardGame>(game: &G, state: &G::State) -> String {
    let text = game.write_position(state);
    if G::ID != Chess::ID {
        return text;
    }
    let mut fields: Vec<&str> = text.split(' ').collect();
    for (place, field) in [(2, "-"), (4, "0"), (5, "1")] {
        if let Some(slot) = fields.get_mut(place) {
            *slot = field;
        }
    }
    fields.join(" ")
}

/// Returns a position `back` plies before the end of a random game.
fn before_the_end<G: BoardGame>(game: &G, rng: &mut SplitMix64, back: u32) -> Option<String> {
    const LONGEST: usize = 300;
    let mut states = vec![game.start()];
    for _ in 0..LONGEST {
        let mut state = states.last()?.clone();
        if step(game, &mut state, rng).is_none() {
            let place = states.len().checked_sub(1 + back as usize)?;
            return Some(without_history(game, &states[place]));
        }
        states.push(state);
    }
    None
}

/// The result that is near in a chess ending, for the side to move.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Near {
    Mate,
    Stalemate,
    BeingMated,
}

impl Near {
    const ALL: [Self; 3] = [Self::Mate, Self::Stalemate, Self::BeingMated];
}

/// Returns a chess position with few pieces in which a result is near.
fn ending(rng: &mut SplitMix64, near: Near, [least, most]: [u32; 2]) -> Option<(String, u32)> {
    let needed = match near {
        Near::Mate | Near::Stalemate => 1,
        Near::BeingMated => 2,
    };
    // A shallow set has mates in one instead.
    let (near, needed) = match needed <= most {
        true => (near, needed),
        false => (Near::Mate, 1),
    };
    let least = least.max(needed);
    let depth = rng.between(least as i32, most.max(least) as i32) as u32;
    let pieces: &[&str] = match near {
        Near::Mate => &["Q", "R", "QR", "QN", "RRp", "QPn"],
        Near::Stalemate => &["Q", "QP", "R", "P", "Qp"],
        Near::BeingMated => &["QR", "RR", "QQ", "QB"],
    };
    let pieces = pieces[rng.below(pieces.len() as u64) as usize];
    let mut squares: Vec<usize> = (0..64).collect();
    rng.shuffle(&mut squares);
    let mut board = [' '; 64];
    for (piece, square) in "Kk".chars().chain(pieces.chars()).zip(squares) {
        if piece.eq_ignore_ascii_case(&'p') && !(8..56).contains(&square) {
            return None;
        }
        board[square] = piece;
    }
    let side = if near == Near::BeingMated { 'b' } else { 'w' };
    let fen = format!("{} {side} - - 0 1", rows(&board));
    let game = Chess::default();
    let state = game.read_position(&fen).ok()?;
    let moves = game.legal_moves(&state);
    let holds = match near {
        Near::Stalemate => moves.iter().any(|&mv| {
            let mut next = state;
            game.play(&mut next, mv);
            !next.has_legal_move() && !next.in_check()
        }),
        Near::Mate | Near::BeingMated => {
            let mut eval = evaluators::find::<Chess>("material")?;
            let reference = Reference::new(needed).with_cap(WON);
            let found = reference.minimax(&game, &state, &mut *eval)?;
            found.value.abs() == WON
        }
    };
    (holds && !moves.is_empty()).then_some((fen, depth))
}

/// Returns the first field of a FEN.
fn rows(board: &[char; 64]) -> String {
    let rows = board.chunks(8).map(|row| {
        let letters = row
            .iter()
            .map(|&piece| if piece == ' ' { '1' } else { piece });
        merged(&letters.collect::<String>())
    });
    rows.collect::<Vec<_>>().join("/")
}

/// A position of any game.
pub trait Board {
    /// Returns a move in the notation of the game, or `None` if it is not legal.
    fn legal(&self, text: &str) -> Option<String>;

    /// Returns the side to move.
    fn side(&self) -> Side;

    /// Returns whether there is a legal move.
    fn has_moves(&self) -> bool;

    /// Returns the perft count.
    fn perft(&self, depth: u32) -> u64;

    /// Returns the right answer with an evaluator, or `None` if it does not exist or the tree is too large.
    fn truth(&self, depth: u32, eval: &str) -> Option<Truth>;

    /// Returns the answer of a player.
    fn play(&self, spec: &PlayerSpec, limits: Limits) -> Result<Played, String>;

    /// Returns the answer of a search with a slip, or `None` if its tree is too large.
    fn slip(&self, depth: u32, eval: &str, search: SmallSearch) -> Option<Simulated>;

    /// Returns the result of a finished game, or the static evaluation. `None` is the first evaluator of the game.
    fn evaluate(&self, eval: Option<&str>) -> Result<Score, String>;

    /// Returns the board as lines of text.
    fn drawn(&self) -> String;
}

/// The answer of a player.
pub struct Played {
    /// The move.
    pub best: Option<String>,
    /// The score for the side to move.
    pub score: Option<Score>,
    /// The nodes entered; 0 if the player does not report them.
    pub nodes: u64,
}

/// Reads a position.
pub fn open(kind: GameId, position: &str) -> Result<Box<dyn Board>, String> {
    struct Open<'a>(&'a str);
    impl WithGame for Open<'_> {
        type Output = Result<Box<dyn Board>, String>;
        fn run<G: BoardGame>(self, game: &G) -> Self::Output {
            let state = game.read_position(self.0);
            let state = state.map_err(|error| error.to_string())?;
            let game = game.clone();
            Ok(Box::new(Opened { game, state }))
        }
    }
    with_game(kind, Open(position))
}

struct Opened<G: BoardGame> {
    game: G,
    state: G::State,
}

impl<G: BoardGame> Board for Opened<G> {
    fn legal(&self, text: &str) -> Option<String> {
        let mv = self.game.read_move(&self.state, text.trim()).ok()?;
        Some(self.game.write_move(mv))
    }

    fn side(&self) -> Side {
        self.game.side(&self.state)
    }

    fn has_moves(&self) -> bool {
        !self.game.legal_moves(&self.state).is_empty()
    }

    fn perft(&self, depth: u32) -> u64 {
        perft(&self.game, &self.state, depth)
    }

    fn truth(&self, depth: u32, eval: &str) -> Option<Truth> {
        let mut eval = evaluators::find::<G>(eval)?;
        let name = |mv| self.game.write_move(mv);
        Truth::of(&self.game, &self.state, depth, &mut *eval, name)
    }

    fn play(&self, spec: &PlayerSpec, limits: Limits) -> Result<Played, String> {
        let mut seat = Seat::<G>::new(spec).map_err(|error| error.to_string())?;
        let record = Record::new(self.state.clone());
        let answer = seat.answer(&self.game, &record, &Request::new(limits));
        let answer = answer.map_err(|fault| fault.to_string())?;
        Ok(Played {
            best: answer.best.map(|mv| self.game.write_move(mv)),
            score: answer.value.map(Value::score),
            nodes: answer.stats.nodes,
        })
    }

    fn slip(&self, depth: u32, eval: &str, search: SmallSearch) -> Option<Simulated> {
        let mut eval = evaluators::find::<G>(eval)?;
        let found = small_search(&self.game, &self.state, depth, &mut *eval, search)?;
        Some(Simulated {
            best: found.best.map(|mv| self.game.write_move(mv)),
            value: flat(found.value),
            nodes: found.nodes,
            leaves: Vec::new(),
        })
    }

    fn evaluate(&self, eval: Option<&str>) -> Result<Score, String> {
        let first = G::EVALUATORS.first().map(|(name, _)| *name);
        let name = eval.or(first).unwrap_or_default();
        let mut eval = evaluators::find::<G>(name).ok_or_else(|| format!("no evaluator {name}"))?;
        let score = self.game.terminal(&self.state);
        Ok(score.unwrap_or_else(|| eval.evaluate(&self.game, &self.state)))
    }

    fn drawn(&self) -> String {
        self.game.render(&self.state)
    }
}

/// Returns the right answer to a question, or `None` if the question is invalid or its tree is too large.
#[must_use]
pub fn truth(question: &Question) -> Option<Truth> {
    if question.search == EVALUATE {
        return Some(Truth::UNKNOWN);
    }
    let depth = question.depth;
    if let Some(game) = question.problem.graph_game() {
        let name = |mv: u16| mv.to_string();
        return Truth::of(&game, &game.root(), depth, &mut VertexValue, name);
    }
    question
        .problem
        .board()?
        .truth(depth, question.eval.as_deref()?)
}

/// Returns the position with left and right swapped, where a program generates its moves in another order, or `None` if the
/// mirrored position is not equivalent.
#[must_use]
pub fn mirrored(kind: GameId, position: &str) -> Option<String> {
    struct Columns;
    impl WithGame for Columns {
        type Output = usize;
        fn run<G: BoardGame>(self, _: &G) -> usize {
            G::SIZE.0 as usize
        }
    }
    let (board, rest) = match position.split_once(' ') {
        Some((board, rest)) => (board, format!(" {rest}")),
        None => (position, String::new()),
    };
    // Castling rights and en passant squares have no mirror image.
    if kind == Chess::ID && !rest.contains(" - - ") {
        return None;
    }
    let backwards = |row: &[char]| row.iter().rev().collect::<String>();
    let mirrored = if board.contains('/') {
        let rows = board.split('/');
        let rows = rows.map(|row| backwards(&row.chars().collect::<Vec<char>>()));
        rows.collect::<Vec<_>>().join("/")
    } else {
        let squares: Vec<char> = board.chars().collect();
        squares.chunks(kind.with(Columns)).map(backwards).collect()
    };
    Some(mirrored + &rest)
}

/// Returns the rows of a FEN with adjacent empty squares merged into one digit.
#[must_use]
pub fn merged(rows: &str) -> String {
    let mut text = String::new();
    let mut empty = 0;
    for letter in rows.chars() {
        if let Some(more) = letter.to_digit(10) {
            empty += more;
            continue;
        }
        if empty > 0 {
            text += &empty.to_string();
            empty = 0;
        }
        text.push(letter);
    }
    if empty > 0 {
        text += &empty.to_string();
    }
    text
}
