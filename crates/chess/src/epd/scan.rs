//! Splits a line into fields, counters and uninterpreted operations.

use super::{EpdError, Operand};
use crate::san::excerpt;

/// An operation that is not interpreted yet.
pub(super) struct RawOperation {
    pub opcode: String,
    pub operands: Vec<Operand>,
}

impl RawOperation {
    /// Returns the operands joined to one text.
    pub fn text(&self) -> String {
        let texts: Vec<&str> = self.operands.iter().map(Operand::text).collect();
        texts.join(" ")
    }

    /// Returns the only operand.
    pub fn single(&self, needs: &'static str) -> Result<String, EpdError> {
        match self.operands.as_slice() {
            [operand] => Ok(operand.text().to_owned()),
            _ => Err(self.wrong(needs)),
        }
    }

    pub fn wrong(&self, needs: &'static str) -> EpdError {
        EpdError::Operands {
            opcode: self.opcode.clone(),
            needs,
            found: excerpt(&self.text()),
        }
    }
}

/// Splits off the first word, which a semicolon ends.
fn word(text: &str) -> (&str, &str) {
    let text = text.trim_start();
    let end = text
        .find(|c: char| c.is_whitespace() || c == ';')
        .unwrap_or(text.len());
    text.split_at(end)
}

/// Splits off the four required fields.
pub(super) fn fields(line: &str) -> Result<([&str; 4], &str), EpdError> {
    let mut fields = [""; 4];
    let mut rest = line;
    for (index, field) in fields.iter_mut().enumerate() {
        (*field, rest) = word(rest);
        if field.is_empty() {
            return Err(EpdError::Fields(index));
        }
    }
    Ok((fields, rest))
}

/// Splits off up to two numbers before the operations.
pub(super) fn counters(text: &str) -> (Vec<&str>, &str) {
    let mut counters = Vec::new();
    let mut rest = text;
    while counters.len() < 2 {
        let (number, after) = word(rest);
        if number.is_empty() || !number.bytes().all(|byte| byte.is_ascii_digit()) {
            break;
        }
        counters.push(number);
        rest = after;
    }
    (counters, rest)
}

/// Reads the operations. The semicolon after the last is optional.
pub(super) fn operations(text: &str) -> Result<Vec<RawOperation>, EpdError> {
    let mut operations = Vec::new();
    let mut rest = text.trim();
    while !rest.is_empty() {
        let (opcode, after) = word(rest);
        if opcode.is_empty() {
            // An empty operation.
            rest = after[1..].trim_start();
            continue;
        }
        if !opcode.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
            || opcode.contains('"')
        {
            return Err(EpdError::Opcode(excerpt(opcode)));
        }
        let (operands, after) = operands(after)?;
        operations.push(RawOperation {
            opcode: opcode.to_owned(),
            operands,
        });
        rest = after.trim_start();
    }
    Ok(operations)
}

/// Splits off the operands up to and including the next semicolon.
fn operands(text: &str) -> Result<(Vec<Operand>, &str), EpdError> {
    let mut operands = Vec::new();
    let mut rest = text.trim_start();
    loop {
        if let Some(after) = rest.strip_prefix(';') {
            return Ok((operands, after));
        }
        if rest.is_empty() {
            return Ok((operands, rest));
        }
        if let Some(quoted) = rest.strip_prefix('"') {
            let (text, after) = unquote(quoted)?;
            operands.push(Operand::Text(text));
            rest = after.trim_start();
        } else {
            let (text, after) = word(rest);
            operands.push(Operand::Word(text.to_owned()));
            rest = after.trim_start();
        }
    }
}

/// Reads up to the closing quotation mark. A backslash escapes a quotation mark or a backslash, as in PGN.
fn unquote(text: &str) -> Result<(String, &str), EpdError> {
    let mut inside = String::new();
    let mut letters = text.char_indices().peekable();
    while let Some((at, letter)) = letters.next() {
        match letter {
            '"' => return Ok((inside, &text[at + 1..])),
            '\\' => match letters.next_if(|&(_, next)| matches!(next, '"' | '\\')) {
                Some((_, protected)) => inside.push(protected),
                None => inside.push('\\'),
            },
            _ => inside.push(letter),
        }
    }
    Err(EpdError::Quote(excerpt(text)))
}
