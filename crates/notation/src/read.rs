//! Reading games.

use std::io::Read;
use std::str::FromStr;

use games::{BoardGame, Chess, GameKind, GameResult, NotationError};

use crate::scan::{Scanner, Token};
use crate::{Builder, Comment, Error, ErrorKind, Game, Limit, Limits, Tags, Variant};

/// Reads games one after the other. After a bad game, reading goes on with the next one.
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
    /// What stands between here and the next game.
    left: Left,
}

/// What was not read of a game.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Left {
    Nothing,
    Moves,
    TagsAndMoves,
    /// There is no next game.
    Done,
}

impl<R: Read> Games<R> {
    /// Reads games of chess with the usual limits. What is read is buffered here.
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
        }
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

    /// The game with these tags, and whether its moves end with a result.
    fn moves(&mut self, head: Head) -> Result<(Game<G>, bool), ErrorKind> {
        let start = match &head.fen {
            Some(fen) => self.rules.read_position(fen).map_err(fen_error)?,
            None => self.rules.start(),
        };
        let usual = Variant::of_start::<G>(&start);
        let variant = match head.variant()? {
            Some((found, _)) if found != G::KIND => {
                return Err(ErrorKind::OtherGame {
                    found,
                    wanted: G::KIND,
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
                    match self.rules.recorded_move(state, &text) {
                        Ok(mv) => builder.play(mv)?,
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
                // Some programs end variations with `*`, which says nothing.
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

    /// Reads a text that holds exactly one game.
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

/// The game that the first tags of a text name; chess if they name none.
///
/// ```
/// use games::GameKind;
/// let text = "[White \"me\"]\n[Variant \"Othello\"]\n\n1. f5 *\n";
/// assert_eq!(notation::kind_of(text).unwrap(), GameKind::Othello);
/// assert_eq!(notation::kind_of("1. e4 *").unwrap(), GameKind::Chess);
/// ```
pub fn kind_of(text: &str) -> Result<GameKind, Error> {
    let limits = Limits::default();
    let mut scanner = Scanner::new(text.as_bytes(), limits);
    let mut read = || {
        scanner.next_game()?;
        Head::read(&mut scanner, &limits)?.variant()
    };
    match read() {
        Ok(variant) => Ok(variant.map_or(GameKind::Chess, |(kind, _)| kind)),
        Err(kind) => Err(Error { game: 1, kind }),
    }
}

/// An error of one short line, however long the tag was.
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

    fn variant(&self) -> Result<Option<(GameKind, Variant)>, ErrorKind> {
        let Some(name) = &self.variant else {
            return Ok(None);
        };
        match Variant::read(name) {
            Some(found) => Ok(Some(found)),
            None => Err(ErrorKind::Variant(name.chars().take(30).collect())),
        }
    }
}
