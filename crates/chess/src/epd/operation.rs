//! The operations of an EPD record.

use std::fmt;

use super::EpdError;
use super::scan::RawOperation;
use crate::{Move, Position, san};

/// An operand of an unknown operation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Operand {
    /// A word without quotation marks.
    Word(String),
    /// A text between quotation marks.
    Text(String),
}

impl Operand {
    /// Returns the text of the operand, without quotation marks.
    #[must_use]
    pub fn text(&self) -> &str {
        match self {
            Self::Word(text) | Self::Text(text) => text,
        }
    }
}

/// The operand as in a record: texts, and words that are not a single word, have quotation marks.
impl fmt::Display for Operand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Word(word) if is_word(word) => f.write_str(word),
            Self::Word(text) | Self::Text(text) => write_text(text, f),
        }
    }
}

fn is_word(text: &str) -> bool {
    let breaks = |c: char| c.is_whitespace() || c.is_control() || c == ';';
    !text.is_empty() && !text.starts_with('"') && !text.contains(breaks)
}

fn write_text(text: &str, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    use fmt::Write;
    f.write_char('"')?;
    for letter in text.chars() {
        match letter {
            '"' | '\\' => write!(f, "\\{letter}")?,
            _ if letter.is_control() => f.write_char(' ')?,
            _ => f.write_char(letter)?,
        }
    }
    f.write_char('"')
}

/// An operation of a record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Operation {
    /// `bm`: the best moves.
    BestMoves(Vec<Move>),
    /// `am`: moves to avoid.
    AvoidMoves(Vec<Move>),
    /// `pv`: the principal variation from this position.
    PrincipalVariation(Vec<Move>),
    /// `id`: the name of the record.
    Id(String),
    /// `c0` to `c9`: comments.
    Comment(u8, String),
    /// `acd`: the depth of the analysis.
    AnalysisDepth(u32),
    /// `ce`: the evaluation in centipawns for the side to move.
    Evaluation(i32),
    /// `ce` as in mate suites, `+M4` or `-M4`: the number of moves to mate, negative if the side to move is mated.
    MateEvaluation(i32),
    /// `dm`: the number of moves in which the side to move mates.
    DirectMate(u32),
    /// `D1`, `D2` and so on: the perft count of a depth.
    Perft {
        /// The depth.
        depth: u32,
        /// The number of leaf nodes.
        nodes: u64,
    },
    /// Any other operation, not interpreted.
    Other {
        /// Its name.
        opcode: String,
        /// Its operands.
        operands: Vec<Operand>,
    },
}

impl RawOperation {
    /// Interprets the operation in a position.
    pub(super) fn interpret(self, position: &Position) -> Result<Operation, EpdError> {
        Ok(match self.opcode.as_str() {
            "bm" => Operation::BestMoves(self.moves(position)?),
            "am" => Operation::AvoidMoves(self.moves(position)?),
            "pv" => Operation::PrincipalVariation(self.line(position)?),
            "id" => Operation::Id(self.text()),
            "acd" => Operation::AnalysisDepth(self.number("one number")?),
            "ce" => self.evaluation()?,
            "dm" => Operation::DirectMate(self.number("one number of moves")?),
            opcode => match opcode.as_bytes() {
                [b'c', digit @ b'0'..=b'9'] => Operation::Comment(digit - b'0', self.text()),
                [b'D', digits @ ..] if is_number(digits) => Operation::Perft {
                    depth: opcode[1..]
                        .parse()
                        .map_err(|_| self.wrong("a smaller depth in its name"))?,
                    nodes: self.number("one number of positions")?,
                },
                _ => Operation::Other {
                    opcode: self.opcode,
                    operands: self.operands,
                },
            },
        })
    }

    fn number<N: std::str::FromStr>(&self, needs: &'static str) -> Result<N, EpdError> {
        self.single(needs)?.parse().map_err(|_| self.wrong(needs))
    }

    fn evaluation(&self) -> Result<Operation, EpdError> {
        let needs = "hundredths of a pawn, or a mate such as +M4";
        let text = self.single(needs)?;
        let mate = match text.as_bytes() {
            [b'M', digits @ ..] | [b'+', b'M', digits @ ..] => Some((1, digits)),
            [b'-', b'M', digits @ ..] => Some((-1, digits)),
            _ => None,
        };
        let Some((sign, digits)) = mate.filter(|(_, digits)| is_number(digits)) else {
            return self.number(needs).map(Operation::Evaluation);
        };
        let moves: i32 = text[text.len() - digits.len()..]
            .parse()
            .map_err(|_| self.wrong(needs))?;
        Ok(Operation::MateEvaluation(sign * moves))
    }

    /// Returns the operands as move texts: a separate mark (`Qd1 +`) belongs to the move before it, commas separate
    /// moves as spaces do, and move numbers are dropped.
    fn move_texts(&self) -> Vec<String> {
        let text = self.text();
        let mut moves: Vec<String> = Vec::new();
        for word in text.split(|c: char| c.is_whitespace() || c == ',') {
            let is_mark = word.bytes().all(|byte| b"+#!?".contains(&byte)) || word == "e.p.";
            let number = word.trim_end_matches('.');
            match moves.last_mut() {
                _ if word.is_empty()
                    || number.len() < word.len() && is_number(number.as_bytes()) => {}
                Some(last) if is_mark => last.push_str(word),
                _ => moves.push(word.to_owned()),
            }
        }
        moves
    }

    fn wrong_move(&self) -> impl Fn(san::SanError) -> EpdError {
        |error| EpdError::Move {
            opcode: self.opcode.clone(),
            error,
        }
    }

    /// Reads moves that are all played in `position`.
    fn moves(&self, position: &Position) -> Result<Vec<Move>, EpdError> {
        let texts = self.move_texts();
        if texts.is_empty() {
            return Err(self.wrong("moves"));
        }
        let moves = texts.iter().map(|text| san::parse(position, text));
        moves.collect::<Result<_, _>>().map_err(self.wrong_move())
    }

    /// Reads a line of moves that begins in `position`.
    fn line(&self, position: &Position) -> Result<Vec<Move>, EpdError> {
        let mut position = *position;
        let mut line = Vec::new();
        for text in self.move_texts() {
            let m = san::parse(&position, &text).map_err(self.wrong_move())?;
            position.play_unchecked(m);
            line.push(m);
        }
        Ok(line)
    }
}

fn is_number(digits: &[u8]) -> bool {
    !digits.is_empty() && digits.iter().all(u8::is_ascii_digit)
}

impl Operation {
    /// Writes the operation without its semicolon.
    pub(super) fn write(&self, position: &Position, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::BestMoves(moves) => write_moves("bm", position, moves, f),
            Self::AvoidMoves(moves) => write_moves("am", position, moves, f),
            Self::PrincipalVariation(line) => {
                f.write_str("pv")?;
                let mut position = *position;
                for &m in line {
                    write!(f, " {}", m.to_san(&position))?;
                    position.play_unchecked(m);
                }
                Ok(())
            }
            Self::Id(id) => {
                f.write_str("id ")?;
                write_text(id, f)
            }
            Self::Comment(number, text) => {
                write!(f, "c{number} ")?;
                write_text(text, f)
            }
            Self::AnalysisDepth(depth) => write!(f, "acd {depth}"),
            Self::Evaluation(centipawns) => write!(f, "ce {centipawns}"),
            Self::MateEvaluation(moves) => {
                let sign = if *moves < 0 { '-' } else { '+' };
                write!(f, "ce {sign}M{}", moves.unsigned_abs())
            }
            Self::DirectMate(moves) => write!(f, "dm {moves}"),
            Self::Perft { depth, nodes } => write!(f, "D{depth} {nodes}"),
            Self::Other { opcode, operands } => {
                f.write_str(opcode)?;
                operands
                    .iter()
                    .try_for_each(|operand| write!(f, " {operand}"))
            }
        }
    }
}

fn write_moves(
    opcode: &str,
    position: &Position,
    moves: &[Move],
    f: &mut fmt::Formatter<'_>,
) -> fmt::Result {
    f.write_str(opcode)?;
    moves
        .iter()
        .try_for_each(|m| write!(f, " {}", m.to_san(position)))
}
