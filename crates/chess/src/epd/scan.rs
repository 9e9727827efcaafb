//! From a line to fields, counters and operations that nobody has made sense of yet.

use super::{EpdError, Operand};

/// An operation as it stands in the line.
pub(super) struct RawOperation {
    pub opcode: String,
    pub operands: Vec<Operand>,
}

impl RawOperation {
    /// The operands as one text.
    pub fn text(&self) -> String {
        let texts: Vec<&str> = self.operands.iter().map(Operand::text).collect();
        texts.join(" ")
    }

    /// The only operand.
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

/// Text from outside, short enough for a message.
pub(super) fn excerpt(text: &str) -> String {
    const LONGEST: usize = 20;
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text.to_owned(),
    }
}

/// Takes a word off the front. A semicolon ends it.
fn word(text: &str) -> (&str, &str) {
    let text = text.trim_start();
    let end = text
        .find(|c: char| c.is_whitespace() || c == ';')
        .unwrap_or(text.len());
    text.split_at(end)
}

/// The four fields every record has, and what comes after them.
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

/// Up to two numbers before the operations, and what comes after them.
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

/// The operations, with or without a semicolon after the last.
pub(super) fn operations(text: &str) -> Result<Vec<RawOperation>, EpdError> {
    let mut operations = Vec::new();
    let mut rest = text.trim();
    while !rest.is_empty() {
        let (opcode, after) = word(rest);
        if opcode.is_empty() {
            // A semicolon with nothing before it.
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

/// The operands up to a semicolon, which is taken too.
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

/// Reads up to the closing quotation mark. A backslash protects a quotation mark or another backslash, as in PGN.
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
