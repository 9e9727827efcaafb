//! EPD records: accepted forms, standard output, and errors.

use chess::epd::{self, Epd, Operand, Operation};

fn read(line: &str) -> Epd {
    line.parse()
        .unwrap_or_else(|error| panic!("{line}: {error}"))
}

const ENDGAME: &str = "4k3/P7/8/8/8/8/4P3/4K3 w - -";

/// Reads the operations of a line and writes them back.
fn rewritten(operations: &str) -> String {
    let epd = read(&format!("{ENDGAME} {operations}"));
    let line = epd.to_string();
    assert_eq!(read(&line), epd, "{line}");
    line[ENDGAME.len()..].trim_start().to_owned()
}

#[test]
fn operations_are_read_and_written_back() {
    let table = [
        ("", ""),
        (";", ""),
        (" ; ; ", ""),
        ("bm e4;", "bm e4;"),
        ("bm e2-e4, a8=Q", "bm e4 a8=Q+;"),
        ("; bm a8Q + ; id EG.01 ", "bm a8=Q+; id \"EG.01\";"),
        ("am Kd1 Kd2!?; bm 1. e3", "am Kd1 Kd2; bm e3;"),
        ("pv 1. e4 Kd7 2. e5;", "pv e4 Kd7 e5;"),
        ("pv;", "pv;"),
        ("id \"one; two\";", "id \"one; two\";"),
        ("id one two;", "id \"one two\";"),
        (
            "id \"a \\\"b\\\" \\\\ c\\d\";",
            "id \"a \\\"b\\\" \\\\ c\\\\d\";",
        ),
        (
            "c0 \"e4=10, e3=5\"; c9 \"\";",
            "c0 \"e4=10, e3=5\"; c9 \"\";",
        ),
        ("acd 12; ce -35; dm 7;", "acd 12; ce -35; dm 7;"),
        ("ce +M4; ce -M2; ce M1;", "ce +M4; ce -M2; ce +M1;"),
        (
            ";D1 7 ;D2 35 ;D10 12345678901",
            "D1 7; D2 35; D10 12345678901;",
        ),
        ("0 1; D4 23441", "D4 23441;"),
        ("hmvc 0; fmvn 1;", ""),
        ("hmvc 12; fmvn 40;", "hmvc 12; fmvn 40;"),
        ("12 40 ;D1 7", "D1 7; hmvc 12; fmvn 40;"),
        ("fmvn 40; noop;", "noop; hmvc 0; fmvn 40;"),
        ("acs 5; Ae \"x\" y; D x;", "acs 5; Ae \"x\" y; D x;"),
        ("c10 a;", "c10 a;"),
    ];
    for (operations, expected) in table {
        assert_eq!(rewritten(operations), expected, "{operations}");
    }
}

#[test]
fn operations_have_typed_values() {
    let epd = read(&format!(
        "{ENDGAME} bm a8=Q+; bm e4; am Kd1; id \"x\"; c3 \"three\"; dm 9; D1 7; D2 35; tag 5 \"6\"; hmvc 3; fmvn 8;"
    ));
    let texts = |moves: &mut dyn Iterator<Item = chess::Move>| -> Vec<String> {
        moves.map(|m| m.to_string()).collect()
    };
    assert_eq!(texts(&mut epd.best_moves()), ["a7a8q", "e2e4"]);
    assert_eq!(texts(&mut epd.avoid_moves()), ["e1d1"]);
    assert_eq!(epd.id(), Some("x"));
    assert_eq!(epd.comment(3), Some("three"));
    assert_eq!(epd.comment(4), None);
    assert_eq!(epd.mate_in(), Some(9));
    assert_eq!(epd.perft().collect::<Vec<_>>(), [(1, 7), (2, 35)]);
    assert_eq!(epd.position.halfmove_clock(), 3);
    assert_eq!(epd.position.fullmove_number(), 8);
    let other = Operation::Other {
        opcode: "tag".to_owned(),
        operands: vec![Operand::Word("5".to_owned()), Operand::Text("6".to_owned())],
    };
    assert!(epd.operations.contains(&other));
}

#[test]
fn chess960_records() {
    let line = "3k4/8/8/8/8/8/8/4RK1R w HE - bm O-O-O+ O-O;";
    let epd = read(line);
    assert_eq!(epd.best_moves().count(), 2);
    assert_eq!(read(&epd.to_string()), epd);
}

#[test]
fn errors_name_the_wrong_part() {
    let table = [
        (
            "",
            "an EPD record begins with four fields (pieces, side, castling, en passant), and this has 0",
        ),
        (
            "4k3/8/8/8/8/8/8/4K3 w ; bm e4;",
            "an EPD record begins with four fields (pieces, side, castling, en passant), and this has 2",
        ),
        (
            "4k3/8/8/8/8/8/8/4K3 x - - bm Kd1;",
            "the side to move is \"x\" instead of w or b",
        ),
        ("4k3/8/8/8/8/8/8/8 w - -", "White has no king"),
        (
            "4k3/8/8/8/8/8/8/4K3 w - - 10000 1;",
            "the half-move clock \"10000\" is not a number from 0 to 9999",
        ),
        (
            "4k3/8/8/8/8/8/8/4K3 w - - hmvc -1;",
            "the half-move clock \"-1\" is not a number from 0 to 9999",
        ),
        (
            "4k3/8/8/8/8/8/8/4K3 w - - 0 99999;",
            "the move number \"99999\" is not a number from 0 to 9999",
        ),
        (
            "4k3/8/8/8/8/8/8/4K3 w - - fmvn;",
            "the operation fmvn needs one number, and has \"\"",
        ),
        (
            "4k3/8/8/8/8/8/8/4K3 w - - 1 2 3 bm Kd1;",
            "an operation begins with a name such as bm or id, not with \"3\"",
        ),
        (
            "4k3/8/8/8/8/8/8/4K3 w - - \"id\" x;",
            "an operation begins with a name such as bm or id, not with \"\\\"id\\\"\"",
        ),
        (
            "4k3/8/8/8/8/8/8/4K3 w - - id \"never closed;",
            "the quotation mark before \"never closed;\" is not closed",
        ),
        (
            "4k3/8/8/8/8/8/8/4K3 w - - bm;",
            "the operation bm needs moves, and has \"\"",
        ),
        (
            "4k3/8/8/8/8/8/8/4K3 w - - bm Kd3;",
            "in the operation bm, there is no legal move Kd3 here",
        ),
        (
            "4k3/8/8/8/8/8/8/4K3 w - - am what;",
            "in the operation am, \"what\" is not a move such as e4, Nbd7 or O-O",
        ),
        (
            "4k3/8/8/8/8/8/8/4K3 w - - pv Kd1 Kd1;",
            "in the operation pv, there is no legal move Kd1 here",
        ),
        (
            "4k3/8/8/8/8/8/8/4K3 w - - acd deep;",
            "the operation acd needs one number, and has \"deep\"",
        ),
        (
            "4k3/8/8/8/8/8/8/4K3 w - - ce +Mx;",
            "the operation ce needs hundredths of a pawn, or a mate such as +M4, and has \"+Mx\"",
        ),
        (
            "4k3/8/8/8/8/8/8/4K3 w - - dm -1;",
            "the operation dm needs one number of moves, and has \"-1\"",
        ),
        (
            "4k3/8/8/8/8/8/8/4K3 w - - D1 1 2;",
            "the operation D1 needs one number of positions, and has \"1 2\"",
        ),
        (
            "4k3/8/8/8/8/8/8/4K3 w - - D99999999999 1;",
            "the operation D99999999999 needs a smaller depth in its name, and has \"1\"",
        ),
    ];
    for (line, message) in table {
        let error = line.parse::<Epd>().expect_err(line);
        assert_eq!(error.to_string(), message, "{line}");
    }
}

#[test]
fn control_characters_do_not_break_the_line() {
    let mut epd = read(ENDGAME);
    epd.operations.push(Operation::Id("two\nlines".to_owned()));
    assert_eq!(epd.to_string(), format!("{ENDGAME} id \"two lines\";"));
    assert_eq!(read(&format!("{ENDGAME}\tid\u{1}a\tb;")).id(), Some("a b"));
}

#[test]
fn files_are_read_line_by_line() {
    let text = format!("# comment\r\n{ENDGAME} id a;\r\n\r\nnonsense\r\n  {ENDGAME} id b;");
    let found: Vec<_> = epd::lines(&text)
        .map(|(line, record)| {
            (
                line,
                record.ok().and_then(|epd| epd.id().map(str::to_owned)),
            )
        })
        .collect();
    let name = |id: &str| Some(id.to_owned());
    assert_eq!(found, [(2, name("a")), (4, None), (5, name("b"))]);
}
