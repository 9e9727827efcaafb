//! Reads games.

use std::io::Read;
use std::str::FromStr;

use games::{BoardGame, Chess, GameId, GameResult, NotationError};

use crate::scan::{Scanner, Token};
use crate::{Builder, Comment, Error, ErrorKind, Game, Limit, Limits, Tags, Variant};

/// Iterator over the games of a file. After a game with an error it continues with the next game.
///
/// An empty line or a line that begins with `[` ends a game.
///
/// ```
/// let file = "1. e4 *\n\n[White \"A\"]\n\n1. Ke2 *\n\n[White \"B\"]\n\n1. d4 1-0\n";
/// let games: Vec<_> = notation::Games::new(file.as_bytes()).collect();
/// assert!(games[0].is_ok());
/// let error = games[1].as_ref().unwrap_err();
/// assert_eq!(error.to_string(), "game 2, move 1 of White: there is no legal move Ke2 here");
/// assert_eq!(games[2].as_ref().unwrap().tags.get("White"), Some("B"));
/// ```
pub struct Games<R, G = Chess> {
    rules: G,
    scanner: Scanner<R>,
    limits: Limits,
    number: usize,
    /// The unread part of the current game.
    left: Left,
    /// Whether an illegal move ends its game instead of rejecting it.
    ends_at_illegal: bool,
}

/// The unread part of a game.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Left {
    Nothing,
    Moves,
    TagsAndMoves,
    /// There is no next game.
    Done,
}

impl<R: Read> Games<R> {
    /// Reads games of chess with the default limits. The reader is buffered.
    pub fn new(reader: R) -> Self {
        Self::with_limits(reader, Limits::default())
    }

    /// Reads games of chess with other limits.
    pub fn with_limits(reader: R, limits: Limits) -> Self {
        Self::of(&Chess::default(), reader, limits)
    }
}

impl<R: Read, G: BoardGame> Games<R, G> {
    /// Reads games with these rules.
    pub fn of(rules: &G, reader: R, limits: Limits) -> Self {
        Self {
            rules: rules.clone(),
            scanner: Scanner::new(reader, limits),
            limits,
            number: 0,
            left: Left::Nothing,
            ends_at_illegal: false,
        }
    }

    /// Ends a game before its first illegal move, instead of rejecting it. The result of such a game is unknown.
    ///
    /// ```
    /// use games::Chess;
    /// use notation::{Games, Limits};
    /// let games = Games::of(&Chess::default(), "1. e4 e5 2. Ke3 1-0\n".as_bytes(), Limits::default());
    /// let game = games.up_to_illegal_moves().next().unwrap().unwrap();
    /// assert_eq!(game.main_line().nodes().len(), 2);
    /// assert_eq!(game.result_text(), "*");
    /// ```
    #[must_use]
    pub const fn up_to_illegal_moves(mut self) -> Self {
        self.ends_at_illegal = true;
        self
    }

    fn next_game(&mut self) -> Result<Option<Game<G>>, ErrorKind> {
        match std::mem::replace(&mut self.left, Left::Done) {
            Left::Done => return Ok(None),
            Left::Nothing => {}
            Left::Moves => self.scanner.skip_moves()?,
            Left::TagsAndMoves => self.scanner.skip_game()?,
        }
        if !self.scanner.next_game()? {
            return Ok(None);
        }
        self.number += 1;
        self.left = Left::TagsAndMoves;
        let head = Head::read(&mut self.scanner, &self.limits)?;
        self.left = Left::Moves;
        let has_tags = head.count > 0;
        let (game, has_result) = self.moves(head)?;
        let is_empty = game.main_line().nodes().is_empty() && game.main_line().comments.is_empty();
        if is_empty && !has_tags && !has_result {
            return Err(ErrorKind::NoGame);
        }
        Ok(Some(game))
    }

    /// Reads the game with these tags. Also returns whether its moves end with a result.
    fn moves(&mut self, head: Head) -> Result<(Game<G>, bool), ErrorKind> {
        let start = match &head.fen {
            Some(fen) => self.rules.read_position(fen).map_err(fen_error)?,
            None => self.rules.start(),
        };
        let usual = Variant::of_start::<G>(&start);
        let variant = match head.variant()? {
            Some((found, _)) if found != G::ID => {
                return Err(ErrorKind::OtherGame {
                    found,
                    expected: G::ID,
                });
            }
            Some((_, Variant::Chess960)) => Variant::Chess960,
            _ => usual,
        };
        let mut result = head.result;
        let mut has_result = false;
        let mut builder = Builder::of(&self.rules, start, self.limits);
        loop {
            match self.scanner.token()? {
                Token::Move(text) => {
                    let state = builder.position();
                    match self.rules.parse_pgn_move(state, &text) {
                        Ok(mv) => builder.play(mv)?,
                        Err(_) if self.ends_at_illegal => {
                            self.scanner.skip_moves()?;
                            while builder.in_variation() {
                                builder.end_variation()?;
                            }
                            (result, has_result) = (None, true);
                            break;
                        }
                        Err(error) => {
                            return Err(ErrorKind::Move {
                                number: builder.number(),
                                side: G::SIDES[self.rules.side(state).index()],
                                error,
                            });
                        }
                    }
                }
                Token::Nag(nag) => builder.nag(nag)?,
                Token::Comment(text) => builder.comment(Comment::new(&text))?,
                Token::Open => builder.begin_variation()?,
                Token::Close => builder.end_variation()?,
                // Some programs end variations with `*`, which is ignored.
                Token::Result(_) if builder.in_variation() => {}
                Token::Result(found) => {
                    has_result = true;
                    result = found.or(result);
                }
                Token::End => break,
            }
        }
        self.left = Left::Nothing;
        let mut game = builder.finish()?;
        game.tags = head.tags;
        game.variant = variant;
        game.result = result;
        Ok((game, has_result))
    }
}

impl<R: Read, G: BoardGame> Iterator for Games<R, G> {
    type Item = Result<Game<G>, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        let game = self.next_game().transpose()?;
        Some(game.map_err(|kind| {
            if matches!(kind, ErrorKind::Io(_)) {
                self.left = Left::Done;
            }
            Error {
                game: self.number.max(1),
                kind,
            }
        }))
    }
}

impl<G: BoardGame> FromStr for Game<G> {
    type Err = Error;

    /// Reads a text with exactly one game.
    fn from_str(text: &str) -> Result<Self, Error> {
        let mut games = Games::of(&G::default(), text.as_bytes(), Limits::default());
        let error = |kind| Error { game: 1, kind };
        let game = games
            .next()
            .unwrap_or_else(|| Err(error(ErrorKind::NoGame)))?;
        match games.next() {
            None => Ok(game),
            Some(_) => Err(error(ErrorKind::SeveralGames)),
        }
    }
}

/// Returns the kind of game named by the first tags of a text; chess by default.
///
/// ```
/// use games::{BoardGame, Chess, Othello};
/// let text = "[White \"me\"]\n[Variant \"Othello\"]\n\n1. f5 *\n";
/// assert_eq!(notation::kind_of(text).unwrap(), Othello::<8>::ID);
/// assert_eq!(notation::kind_of("1. e4 *").unwrap(), Chess::ID);
/// ```
pub fn kind_of(text: &str) -> Result<GameId, Error> {
    let limits = Limits::default();
    let mut scanner = Scanner::new(text.as_bytes(), limits);
    let mut read = || {
        scanner.next_game()?;
        Head::read(&mut scanner, &limits)?.variant()
    };
    match read() {
        Ok(variant) => Ok(variant.map_or(Chess::ID, |(kind, _)| kind)),
        Err(kind) => Err(Error { game: 1, kind }),
    }
}

/// Shortens the text of a long tag in an error.
fn fen_error(mut error: NotationError) -> ErrorKind {
    const LONGEST: usize = 100;
    if let Some((end, _)) = error.found.char_indices().nth(LONGEST) {
        error.found.truncate(end);
        error.found.push_str("...");
    }
    ErrorKind::Fen(error)
}

/// The tags of a game.
#[derive(Default)]
struct Head {
    tags: Tags,
    count: usize,
    fen: Option<String>,
    variant: Option<String>,
    result: Option<GameResult>,
}

impl Head {
    fn read<R: Read>(scanner: &mut Scanner<R>, limits: &Limits) -> Result<Self, ErrorKind> {
        let mut head = Self::default();
        while let Some((name, value)) = scanner.tag()? {
            head.count += 1;
            if head.count > limits.tags {
                return Err(Limit::Tags(limits.tags).into());
            }
            match name.as_str() {
                "FEN" => head.fen = Some(value),
                "Variant" => head.variant = Some(value),
                "Result" => head.result = GameResult::from_text(&value),
                "SetUp" => {}
                name => head.tags.set(name, &value).map_err(ErrorKind::Tag)?,
            }
        }
        Ok(head)
    }

    fn variant(&self) -> Result<Option<(GameId, Variant)>, ErrorKind> {
        let Some(name) = &self.variant else {
            return Ok(None);
        };
        match Variant::read(name) {
            Some(found) => Ok(Some(found)),
            None => Err(ErrorKind::Variant(name.chars().take(30).collect())),
        }
    }
}
