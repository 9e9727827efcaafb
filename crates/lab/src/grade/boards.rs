//! Positions of games from a seed, and what is right about them.

use games::{BoardGame, Chess, GameKind, WithGame};
use gametree::{Game, Score, SplitMix64};
use players::evaluators;

use super::assignment::{Choice, QuestionSet};
use super::question::{Question, Setting};
use super::resident::lines;
use super::shadow::with_game;
use super::small::{SmallGame, Written};
use super::truth::{Truth, WON, survey};

/// The evaluator that a set asks for, or the first one of the game.
#[must_use]
pub fn evaluator(kind: GameKind, name: Option<&str>) -> String {
    struct First;
    impl WithGame for First {
        type Output = &'static str;
        fn run<G: BoardGame>(self, _: &G) -> &'static str {
            G::EVALUATORS.first().map_or("zero", |(name, _)| name)
        }
    }
    name.map_or_else(|| kind.with(First).to_owned(), str::to_owned)
}

/// Whether a game has an evaluator of this name.
#[must_use]
pub fn has_evaluator(kind: GameKind, name: &str) -> bool {
    struct Has<'a>(&'a str);
    impl WithGame for Has<'_> {
        type Output = bool;
        fn run<G: BoardGame>(self, _: &G) -> bool {
            evaluators::find::<G>(self.0).is_some()
        }
    }
    kind.with(Has(name))
}

/// The positions of a set, each with the depth to search it to.
pub fn questions(kind: GameKind, set: &QuestionSet, rng: &mut SplitMix64) -> Vec<(Setting, u32)> {
    let positions = with_game(kind, Positions { set, rng });
    let setting = |(position, depth)| (Setting::Board(kind, position), depth);
    positions.into_iter().map(setting).collect()
}

struct Positions<'a> {
    set: &'a QuestionSet,
    rng: &'a mut SplitMix64,
}

/// Nobody looks longer for a position than so many attempts.
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
            let place = match (set.positions, G::KIND) {
                (Choice::Random, _) => after_some_moves(game, rng).map(|it| (it, depth)),
                (Choice::Ends, GameKind::Chess) => {
                    let wanted = Wanted::ALL[found.len() % Wanted::ALL.len()];
                    ending(rng, wanted, set.depth)
                }
                (Choice::Ends, _) => before_the_end(game, rng, depth.max(1)).map(|it| (it, depth)),
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

/// How many moves are played before a question is asked.
const fn plies(kind: GameKind) -> (i32, i32) {
    match kind {
        GameKind::Chess => (8, 40),
        GameKind::MiniChess => (4, 16),
        GameKind::Othello => (8, 44),
        GameKind::Othello6 => (6, 22),
        GameKind::Othello4 => (2, 6),
        GameKind::TicTacToe => (0, 5),
    }
}

/// A position after some random moves, in which the game goes on.
fn after_some_moves<G: BoardGame>(game: &G, rng: &mut SplitMix64) -> Option<String> {
    let (least, most) = plies(G::KIND);
    let mut state = game.start();
    for _ in 0..rng.between(least, most) {
        step(game, &mut state, rng)?;
    }
    if game.legal_moves(&state).is_empty() {
        return None;
    }
    Some(without_history(game, &state))
}

/// A random move; `None` if the game is over.
fn step<G: BoardGame>(game: &G, state: &mut G::State, rng: &mut SplitMix64) -> Option<()> {
    let moves = game.legal_moves(state);
    let mv = *moves.get(rng.below(moves.len().max(1) as u64) as usize)?;
    game.play(state, mv);
    Some(())
}

/// A position as text, as if the game began there: no clock of the fifty-move rule, and no right to castle, so that it can
/// be looked at in a mirror.
fn without_history<G: BoardGame>(game: &G, state: &G::State) -> String {
    let text = game.write_position(state);
    if G::KIND != GameKind::Chess {
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

/// A position so many plies before the end of a random game.
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

/// What should be near in a chess ending.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Wanted {
    Mate,
    Stalemate,
    BeingMated,
}

impl Wanted {
    const ALL: [Self; 3] = [Self::Mate, Self::Stalemate, Self::BeingMated];
}

/// A chess position with few pieces in which this is near.
fn ending(rng: &mut SplitMix64, wanted: Wanted, [least, most]: [u32; 2]) -> Option<(String, u32)> {
    let needed = match wanted {
        Wanted::Mate | Wanted::Stalemate => 1,
        Wanted::BeingMated => 2,
    };
    // If the set is not so deep, what can be seen has to do.
    let (wanted, needed) = match needed <= most {
        true => (wanted, needed),
        false => (Wanted::Mate, 1),
    };
    let least = least.max(needed);
    let depth = rng.between(least as i32, most.max(least) as i32) as u32;
    let pieces: &[&str] = match wanted {
        Wanted::Mate => &["Q", "R", "QR", "QN", "RRp", "QPn"],
        Wanted::Stalemate => &["Q", "QP", "R", "P", "Qp"],
        Wanted::BeingMated => &["QR", "RR", "QQ", "QB"],
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
    let side = if wanted == Wanted::BeingMated {
        'b'
    } else {
        'w'
    };
    let fen = format!("{} {side} - - 0 1", rows(&board));
    let game = Chess::default();
    let state = game.read_position(&fen).ok()?;
    let moves = game.legal_moves(&state);
    let holds = match wanted {
        Wanted::Stalemate => moves.iter().any(|&mv| {
            let mut next = state;
            game.play(&mut next, mv);
            !next.has_legal_move() && !next.in_check()
        }),
        Wanted::Mate | Wanted::BeingMated => {
            let mut eval = evaluators::find::<Chess>("material")?;
            let truth = survey(&game, &state, needed, &mut *eval)?;
            truth.value.abs() == WON
        }
    };
    (holds && !moves.is_empty()).then_some((fen, depth))
}

/// The first field of a FEN.
fn rows(board: &[char; 64]) -> String {
    let rows = board.chunks(8).map(|row| {
        let letters = row
            .iter()
            .map(|&piece| if piece == ' ' { '1' } else { piece });
        merged(&letters.collect::<String>())
    });
    rows.collect::<Vec<_>>().join("/")
}

/// What is right about a question.
#[derive(Clone, PartialEq, Debug)]
pub struct Facts {
    /// As [`Truth`] has it.
    pub value: Score,
    /// Every legal move as text, with its value.
    pub moves: Vec<(String, Score)>,
    /// What minimax enters.
    pub minimax: u64,
    /// What no search without a table can do without.
    pub least: u64,
}

impl Facts {
    fn new<M: Copy>(truth: &Truth<M>, name: impl Fn(M) -> String) -> Self {
        let moves = truth.moves.iter().map(|&(mv, value)| (name(mv), value));
        Self {
            value: truth.value,
            moves: moves.collect(),
            minimax: truth.minimax,
            least: truth.least,
        }
    }

    /// Whether no move is better.
    #[must_use]
    pub fn is_best(&self, mv: &str) -> bool {
        let best = self.moves.iter().map(|(_, value)| *value).max();
        let found = self.moves.iter().find(|(name, _)| name == mv);
        found.is_some_and(|(_, value)| Some(*value) == best)
    }
}

/// What is right about a question; `None` if it cannot be read, or is too much to look at.
#[must_use]
pub fn facts(question: &Question) -> Option<Facts> {
    if let Some(game) = SmallGame::new(&question.setting) {
        let truth = survey(&game, &game.root(), question.depth, &mut Written)?;
        return Some(Facts::new(&truth, |mv| mv.to_string()));
    }
    let Setting::Board(kind, position) = &question.setting else {
        return None;
    };
    with_game(
        *kind,
        Surveyed {
            position,
            depth: question.depth,
            eval: question.eval.as_deref(),
        },
    )
}

struct Surveyed<'a> {
    position: &'a str,
    depth: u32,
    eval: Option<&'a str>,
}

impl WithGame for Surveyed<'_> {
    type Output = Option<Facts>;

    fn run<G: BoardGame>(self, game: &G) -> Option<Facts> {
        let state = game.read_position(self.position).ok()?;
        let mut eval = evaluators::find::<G>(self.eval?)?;
        let truth = survey(game, &state, self.depth, &mut *eval)?;
        Some(Facts::new(&truth, |mv| game.write_move(mv)))
    }
}

/// A move of a position as the rules write it; `None` if it is not legal.
#[must_use]
pub fn legal(kind: GameKind, position: &str, text: &str) -> Option<String> {
    struct Legal<'a>(&'a str, &'a str);
    impl WithGame for Legal<'_> {
        type Output = Option<String>;
        fn run<G: BoardGame>(self, game: &G) -> Option<String> {
            let state = game.read_position(self.0).ok()?;
            let mv = game.read_move(&state, self.1.trim()).ok()?;
            Some(game.write_move(mv))
        }
    }
    with_game(kind, Legal(position, text))
}

/// The lines of exactly so many plies from a position.
#[must_use]
pub fn count(kind: GameKind, position: &str, depth: u32) -> Option<u64> {
    struct Count<'a>(&'a str, u32);
    impl WithGame for Count<'_> {
        type Output = Option<u64>;
        fn run<G: BoardGame>(self, game: &G) -> Option<u64> {
            Some(lines(game, &game.read_position(self.0).ok()?, self.1))
        }
    }
    with_game(kind, Count(position, depth))
}

/// The board as lines of text.
#[must_use]
pub fn drawn(kind: GameKind, position: &str) -> Option<String> {
    struct Drawn<'a>(&'a str);
    impl WithGame for Drawn<'_> {
        type Output = Option<String>;
        fn run<G: BoardGame>(self, game: &G) -> Self::Output {
            let state = game.read_position(self.0).ok()?;
            Some(game.render(&state))
        }
    }
    with_game(kind, Drawn(position))
}

/// The same position seen in a mirror, left and right swapped: a program finds its moves in another order there. `None` if
/// there is no such thing.
#[must_use]
pub fn mirrored(kind: GameKind, position: &str) -> Option<String> {
    let backwards = |text: &str| text.chars().rev().collect::<String>();
    let (board, rest) = match position.split_once(' ') {
        Some((board, rest)) => (board, format!(" {rest}")),
        None => (position, String::new()),
    };
    match kind {
        GameKind::Chess | GameKind::MiniChess => {
            // A right to castle or to take in passing does not survive it.
            if kind == GameKind::Chess && !rest.contains(" - - ") {
                return None;
            }
            let rows: Vec<String> = board.split('/').map(backwards).collect();
            Some(rows.join("/") + &rest)
        }
        GameKind::TicTacToe | GameKind::Othello | GameKind::Othello6 | GameKind::Othello4 => {
            let squares: Vec<char> = board.chars().collect();
            let size = squares.len().isqrt();
            let rows = squares.chunks(size.max(1));
            let mirrored = rows.flat_map(|row| row.iter().rev());
            Some(mirrored.collect::<String>() + &rest)
        }
    }
}

/// The rows of a FEN with neighbouring empty squares counted together.
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

/// Whether a text is a position in which there is a move.
#[must_use]
pub fn goes_on(kind: GameKind, position: &str) -> bool {
    struct GoesOn<'a>(&'a str);
    impl WithGame for GoesOn<'_> {
        type Output = bool;
        fn run<G: BoardGame>(self, game: &G) -> bool {
            let state = game.read_position(self.0);
            state.is_ok_and(|state| !game.legal_moves(&state).is_empty())
        }
    }
    with_game(kind, GoesOn(position))
}
