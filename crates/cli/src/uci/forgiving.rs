//! FENs that GUIs send and that are almost right.
//!
//! A board editor leaves castling rights and en-passant squares behind that the pieces no longer allow. A GUI that sends such
//! a FEN waits for a move in that position, so what cannot be is left out, and said. Everything else that is wrong is refused:
//! the position would be another one.

use chess::Position;

/// The position without the castling rights and the en-passant square that cannot be, and what was left out. `None`: that
/// is not what is wrong with it.
pub fn read(fen: &str) -> Option<(Position, String)> {
    let mut fields: Vec<&str> = fen.split_whitespace().collect();
    let [rights, en_passant] = [*fields.get(2)?, *fields.get(3)?];
    let parse = |fields: &[&str]| Position::from_fen(&fields.join(" ")).ok();
    (fields[2], fields[3]) = ("-", "-");
    parse(&fields)?;
    let mut kept = String::new();
    for right in rights.chars().filter(|&right| right != '-') {
        let more = format!("{kept}{right}");
        let mut tried = fields.clone();
        tried[2] = &more;
        if parse(&tried).is_some() {
            kept = more;
        }
    }
    let lost: String = rights
        .chars()
        .filter(|&right| right != '-' && !kept.contains(right))
        .collect();
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
    let said = format!(
        "left out of the FEN, because it cannot be: {}",
        left_out.join(" and ")
    );
    Some((parse(&fields)?, said))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_be_is_left_out_and_said() {
        let (position, said) = read("r3k2r/8/8/8/8/8/8/4K3 w KQkq - 0 1").expect("castling");
        assert_eq!(position.to_string(), "r3k2r/8/8/8/8/8/8/4K3 w kq - 0 1");
        assert_eq!(
            said,
            "left out of the FEN, because it cannot be: the castling rights KQ"
        );
        let (position, said) = read("4k3/8/8/8/8/8/8/4K2R w K e6 0 1").expect("en passant");
        assert_eq!(position.to_string(), "4k3/8/8/8/8/8/8/4K2R w K - 0 1");
        assert!(said.ends_with("the en-passant square e6"), "{said}");
    }

    #[test]
    fn another_position_is_not_made_up() {
        for fen in [
            "",
            "8/8/8 w - - 0 1",
            "8/8/8/8/8/8/8/4K3 w KQ - 0 1",
            "4k3/8/8/8/8/8/8/4K2R x K - 0 1",
        ] {
            assert!(read(fen).is_none(), "{fen}");
        }
    }
}
