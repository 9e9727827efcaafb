//! Repairs FENs with impossible castling rights or en-passant squares.
//!
//! Board editors leave rights and squares behind that the pieces no longer allow. A GUI that sends such a FEN expects a move in
//! that position, so the impossible fields are removed and reported. Other errors would change the position and are rejected.

use chess::Position;

/// Returns the position without impossible castling rights and en-passant square, and a sentence about the removed fields. Returns
/// `None` if the FEN has another error.
pub fn read(fen: &str) -> Option<(Position, String)> {
    let mut fields: Vec<&str> = fen.split_whitespace().collect();
    let [rights, en_passant] = [*fields.get(2)?, *fields.get(3)?];
    let parse = |fields: &[&str]| Position::from_fen(&fields.join(" ")).ok();
    (fields[2], fields[3]) = ("-", "-");
    parse(&fields)?;
    let (mut kept, mut lost) = (String::new(), String::new());
    for right in rights.chars().filter(|&right| right != '-') {
        let more = format!("{kept}{right}");
        let mut tried = fields.clone();
        tried[2] = &more;
        if parse(&tried).is_some() {
            kept = more;
        } else {
            lost.push(right);
        }
    }
    if !kept.is_empty() {
        fields[2] = &kept;
    }
    let mut left_out = Vec::new();
    if !lost.is_empty() {
        left_out.push(format!("the castling rights {lost}"));
    }
    fields[3] = en_passant;
    if parse(&fields).is_none() {
        left_out.push(format!("the en-passant square {en_passant}"));
        fields[3] = "-";
    }
    let sentence = format!(
        "removed from the FEN, because it is impossible: {}",
        left_out.join(" and ")
    );
    Some((parse(&fields)?, sentence))
}
