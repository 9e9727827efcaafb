//! Reading games.

use std::io::{self, Read};
use std::ops::ControlFlow;
use std::str::FromStr;

use chess::{Position, san};
use pgn_reader::shakmaty::{self, KnownOutcome};
use pgn_reader::{Nag, RawComment, RawTag, Reader, SanPlus, Skip, Visitor};

use crate::{
    BuildError, Builder, Comment, Error, ErrorKind, Game, GameResult, Limit, Limits, Tags, Variant,
};

/// Reads games one after the other. After a bad game, reading goes on with the next one.
///
/// Three things come from `pgn-reader`, which splits the text: an empty line or a line that begins with `[` ends a
/// game; comments from `;` to the end of the line are left out; so are words that do not look like moves. A move left
/// out in this way shows when the next one turns out to be illegal.
///
/// ```
/// let file = "1. e4 *\n\n[White \"A\"]\n\n1. Ke2 *\n\n[White \"B\"]\n\n1. d4 1-0\n";
/// let games: Vec<_> = pgn::Games::new(file.as_bytes()).collect();
/// assert!(games[0].is_ok());
/// let error = games[1].as_ref().unwrap_err();
/// assert_eq!(error.to_string(), "game 2, move 1 of White: there is no legal move Ke2 here");
/// assert_eq!(games[2].as_ref().unwrap().tags.get("White"), Some("B"));
/// ```
pub struct Games<R> {
    reader: Reader<R>,
    limits: Limits,
    number: usize,
    done: bool,
}

impl<R: Read> Games<R> {
    /// Reads with the usual limits. The reader is buffered already.
    pub fn new(reader: R) -> Self {
        Self::with_limits(reader, Limits::default())
    }

    /// Reads with other limits.
    pub fn with_limits(reader: R, limits: Limits) -> Self {
        Self {
            reader: Reader::build(reader)
                .set_supported_tag_line_length(limits.tag.min(1 << 20))
                .finish(),
            limits,
            number: 0,
            done: false,
        }
    }

    fn error(&self, kind: ErrorKind) -> Error {
        Error {
            game: self.number,
            kind,
        }
    }
}

impl<R: Read> Iterator for Games<R> {
    type Item = Result<Game, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.done {
            return None;
        }
        self.number += 1;
        let mut visitor = Collector {
            limits: self.limits,
        };
        match self.reader.read_game(&mut visitor) {
            Ok(None) => {
                self.done = true;
                None
            }
            Ok(Some(game)) => Some(game.map_err(|kind| self.error(kind))),
            Err(error) if error.kind() == io::ErrorKind::InvalidData => {
                // The reader stands behind the bad tag: the rest of that game goes with it.
                self.done = self.reader.skip_game().is_err();
                Some(Err(self.error(ErrorKind::Syntax(error.to_string()))))
            }
            Err(error) => {
                self.done = true;
                Some(Err(self.error(ErrorKind::Io(error))))
            }
        }
    }
}

impl FromStr for Game {
    type Err = Error;

    /// Reads a text that holds exactly one game.
    fn from_str(text: &str) -> Result<Self, Error> {
        let mut games = Games::new(text.as_bytes());
        let first = games.next();
        let error = |kind| Error { game: 1, kind };
        let game = first.unwrap_or_else(|| Err(error(ErrorKind::NoGame)))?;
        match games.next() {
            None => Ok(game),
            Some(_) => Err(error(ErrorKind::SeveralGames)),
        }
    }
}

/// Bytes as text: UTF-8, or else Latin-1, which the standard of 1994 asks for.
fn decode(bytes: &[u8]) -> String {
    match str::from_utf8(bytes) {
        Ok(text) => text.to_owned(),
        Err(_) => bytes.iter().copied().map(char::from).collect(),
    }
}

/// The value of a tag without the backslashes that protect quotation marks and backslashes. (The decoder of
/// `pgn-reader` 0.29.0 loses a backslash right before a quotation mark.)
fn unescape(text: &str) -> String {
    let mut value = String::with_capacity(text.len());
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        let protected = match letter {
            '\\' => letters.next_if(|next| matches!(next, '"' | '\\')),
            _ => None,
        };
        value.push(protected.unwrap_or(letter));
    }
    value
}

/// Makes a game of what the reader finds.
struct Collector {
    limits: Limits,
}

#[derive(Default)]
struct Head {
    tags: Tags,
    count: usize,
    fen: Option<String>,
    variant: Option<String>,
    result: Option<String>,
}

struct Body {
    builder: Builder,
    tags: Tags,
    has_tags: bool,
    variant: Variant,
    /// From the tag, until the moves say more.
    result: GameResult,
    has_result: bool,
    /// The beginning of a long comment.
    comment: Vec<u8>,
}

type Flow<T = ()> = ControlFlow<Result<Game, ErrorKind>, T>;

fn stop<T>(kind: impl Into<ErrorKind>) -> Flow<T> {
    ControlFlow::Break(Err(kind.into()))
}

/// Goes on unless there is an error.
fn flow<E: Into<ErrorKind>>(result: Result<(), E>) -> Flow {
    match result {
        Ok(()) => ControlFlow::Continue(()),
        Err(error) => stop(error),
    }
}

impl Visitor for Collector {
    type Tags = Head;
    type Movetext = Body;
    type Output = Result<Game, ErrorKind>;

    fn begin_tags(&mut self) -> Flow<Head> {
        ControlFlow::Continue(Head::default())
    }

    fn tag(&mut self, head: &mut Head, name: &[u8], value: RawTag<'_>) -> Flow {
        head.count += 1;
        if head.count > self.limits.tags {
            return stop(BuildError::Limit(Limit::Tags(self.limits.tags)));
        }
        let name = decode(name);
        let value = unescape(&decode(value.as_bytes()));
        match name.trim() {
            "FEN" => head.fen = Some(value),
            "Variant" => head.variant = Some(value),
            "Result" => head.result = Some(value),
            "SetUp" => {}
            name => return flow(head.tags.set(name, &value).map_err(ErrorKind::Tag)),
        }
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, head: Head) -> Flow<Body> {
        let start = match &head.fen {
            Some(fen) => match Position::from_fen(fen) {
                Ok(position) => position,
                Err(error) => return stop(ErrorKind::Fen(error)),
            },
            None => Position::startpos(),
        };
        let variant = match &head.variant {
            Some(name) => match name.parse() {
                Ok(Variant::Standard) => Variant::of(&start),
                Ok(variant) => variant,
                Err(()) => return stop(ErrorKind::Variant(name.chars().take(30).collect())),
            },
            None => Variant::of(&start),
        };
        let result = match head.result.as_deref() {
            Some("1-0") => GameResult::WhiteWins,
            Some("0-1") => GameResult::BlackWins,
            Some("1/2-1/2") => GameResult::Draw,
            _ => GameResult::Unknown,
        };
        ControlFlow::Continue(Body {
            builder: Builder::new(start, self.limits),
            tags: head.tags,
            has_tags: head.count > 0,
            variant,
            result,
            has_result: false,
            comment: Vec::new(),
        })
    }

    fn san(&mut self, body: &mut Body, san_plus: SanPlus) -> Flow {
        let position = body.builder.position();
        match san::parse(position, &san_plus.san.to_string()) {
            Ok(m) => flow(body.builder.play(m)),
            Err(error) => stop(ErrorKind::Move {
                number: position.fullmove_number(),
                color: position.side_to_move(),
                error,
            }),
        }
    }

    fn nag(&mut self, body: &mut Body, nag: Nag) -> Flow {
        flow(body.builder.nag(nag.0))
    }

    fn partial_comment(&mut self, body: &mut Body, comment: RawComment<'_>) -> Flow {
        body.comment.extend_from_slice(comment.as_bytes());
        if body.comment.len() > self.limits.comment {
            return stop(BuildError::Limit(Limit::Comment(self.limits.comment)));
        }
        ControlFlow::Continue(())
    }

    fn comment(&mut self, body: &mut Body, comment: RawComment<'_>) -> Flow {
        self.partial_comment(body, comment)?;
        let bytes = std::mem::take(&mut body.comment);
        flow(body.builder.comment(Comment::new(&decode(&bytes))))
    }

    fn begin_variation(&mut self, body: &mut Body) -> Flow<Skip> {
        match body.builder.begin_variation() {
            Ok(()) => ControlFlow::Continue(Skip(false)),
            Err(error) => stop(error),
        }
    }

    fn end_variation(&mut self, body: &mut Body) -> Flow {
        flow(body.builder.end_variation())
    }

    fn outcome(&mut self, body: &mut Body, outcome: shakmaty::Outcome) -> Flow {
        // Some programs end variations with `*`, which says nothing.
        if body.builder.in_variation() {
            return ControlFlow::Continue(());
        }
        body.has_result = true;
        match outcome {
            shakmaty::Outcome::Known(KnownOutcome::Draw) => body.result = GameResult::Draw,
            shakmaty::Outcome::Known(KnownOutcome::Decisive { winner }) => {
                body.result = match winner {
                    shakmaty::Color::White => GameResult::WhiteWins,
                    shakmaty::Color::Black => GameResult::BlackWins,
                }
            }
            shakmaty::Outcome::Unknown => {}
        }
        ControlFlow::Continue(())
    }

    fn end_game(&mut self, body: Body) -> Result<Game, ErrorKind> {
        if body.builder.is_empty() && !body.has_tags && !body.has_result {
            return Err(ErrorKind::NoGame);
        }
        let mut game = body.builder.finish()?;
        game.tags = body.tags;
        game.variant = body.variant;
        game.result = body.result;
        Ok(game)
    }
}
