//! Assignment 4: its four equal games, and the effect of its table on them.

use super::{Job, Row, Source, grouped, job, to_depth};
use crate::a4::{
    A4Player, Bounds, DepthTest, GameRecord, Hit, Lifetime, Method, Rules, Side, Sorting,
    TableRules, move_code, play_game,
};
use crate::player::CoursePlayer;
use crate::presets::Document;
use chess::{Color, Position};
use gametree::Signal;

/// The last position of all four games.
pub(super) const FINAL: &str = "1Bbkq2r/1p3p1p/3p1Q2/2pP4/5P2/2P5/P5PP/2KnR3 b - - 1 29";
const LAST_MOVE: i16 = 7030;

pub(super) fn jobs() -> Vec<Job> {
    let printed = |title, work| job(Document::A4, Source::Printed, title, work);
    let recomputed = |title, work| job(Document::A4, Source::Recomputed, title, work);
    let derived = |title, work| job(Document::A4, Source::Derived, title, work);
    let ours = |title, work| job(Document::A4, Source::Ours, title, work);
    vec![
        printed(
            "minimax against alpha-beta: the same game with either colour",
            pairings,
        ),
        recomputed("nodes of those games", node_totals),
        derived("the printed final position is not mate", not_mate),
        ours("games that the hash table changes", as_white),
        ours("the same with Black", as_black),
        derived(
            "the final positions against the random player are mates",
            mates,
        ),
    ]
}

/// Plays a game at depth 3 from the start position.
pub(super) fn game(white: Method, black: Method, signal: &Signal) -> GameRecord {
    let mut white = A4Player::new(Rules::faithful(white));
    let mut black = A4Player::new(Rules::faithful(black));
    let side = |player| Side { player, depth: 3 };
    play_game(
        &Position::startpos(),
        [side(&mut white), side(&mut black)],
        200,
        signal,
    )
}

const PAIRINGS: [(&str, Method, Method); 4] = [
    ("Minimax - ABP", Method::Minimax, Method::AlphaBeta),
    ("ABP - Minimax", Method::AlphaBeta, Method::Minimax),
    ("Minimax - Minimax", Method::Minimax, Method::Minimax),
    ("ABP - ABP", Method::AlphaBeta, Method::AlphaBeta),
];

fn pairings(signal: &Signal) -> (Vec<Row>, String) {
    let mut rows = Vec::new();
    for (name, white, black) in PAIRINGS {
        let game = game(white, black, signal);
        let last = game.moves.last().map_or(0, |&m| move_code(m));
        let row = Row::new(
            name,
            format!("{LAST_MOVE} {FINAL}"),
            format!("{last} {}", game.last()),
        );
        // The document prints the first three.
        let is_printed = white == Method::Minimax || black == Method::Minimax;
        rows.push(if is_printed {
            row
        } else {
            row.with_source(Source::Recomputed)
        });
    }
    let remark = "The last move's code and the final position. The document prints the first three pairings.";
    (rows, remark.into())
}

fn node_totals(signal: &Signal) -> (Vec<Row>, String) {
    let mut rows = Vec::new();
    let (mut minimax, mut pruned) = ([0; 2], [0; 2]);
    for ((name, white, black), expected) in PAIRINGS.into_iter().zip([
        "1,378,225 and 211,116",
        "228,898 and 1,272,578",
        "1,378,225 and 1,272,578",
        "228,898 and 211,116",
    ]) {
        let game = game(white, black, signal);
        if white == black {
            let totals = if white == Method::Minimax {
                &mut minimax
            } else {
                &mut pruned
            };
            *totals = game.nodes();
        }
        let [w, b] = game.nodes().map(grouped);
        rows.push(Row::new(
            format!("{name}, White and Black"),
            expected,
            format!("{w} and {b}"),
        ));
    }
    let mut player = A4Player::new(Rules::faithful(Method::Minimax));
    let first = player
        .search(&[Position::startpos()], &to_depth(3, signal))
        .calls;
    rows.push(Row::new(
        "first move: 21 + 421 + 9,323 in three passes",
        "9,765",
        grouped(first),
    ));
    for color in Color::ALL {
        let ratio = minimax[color] as f64 / pruned[color] as f64;
        let expected = ["6.02", "6.03"][color as usize];
        let what = format!("minimax / alpha-beta, {color}");
        let row = Row::new(what, expected, format!("{ratio:.2}"));
        rows.push(row.with_source(Source::Ours));
    }
    let remark = "The document measures milliseconds (4051 and 888) and concludes that alpha-beta is three times as fast. By its own figures the factor is 4.6, and by nodes it is 6.";
    (rows, remark.into())
}

fn not_mate(signal: &Signal) -> (Vec<Row>, String) {
    let position = Position::from_fen(FINAL).expect("the printed position");
    let moves = position.legal_moves();
    let mut mated = 0;
    for m in &moves {
        let reply = position.after(m);
        let mates = |m| {
            let next = reply.after(m);
            next.in_check() && !next.has_legal_move()
        };
        mated += u32::from(reply.legal_moves().into_iter().any(mates));
    }
    let game = game(Method::AlphaBeta, Method::AlphaBeta, signal);
    let turns = &game.profile.moves;
    let value = |index: usize| turns.get(index).and_then(|cost| cost.value).unwrap_or(0);
    let mut fixed = A4Player::new(Rules::fixed(Method::AlphaBeta));
    let answer = fixed.search(&game.positions, &to_depth(3, signal));
    let rows = vec![
        Row::new("legal moves of Black", 2, moves.len()),
        Row::new("of these, mated by the next move", 2, mated),
        Row::new("White's last value", i32::MAX, value(56)).with_source(Source::Recomputed),
        Row::new("Black's value then", i32::MIN, value(57)).with_source(Source::Recomputed),
        Row::yes_no("Black finds a move", false, !game.gave_up()),
        Row::yes_no("the fixed player finds one", true, answer.best.is_some()),
    ];
    let remark = "All of Black's moves have the value MIN_VALUE. None is strictly better than the MIN_VALUE that the search starts from, so there is no best move.";
    (rows, remark.into())
}

const VARIANTS: [(&str, TableRules); 5] = [
    (
        "as printed, cleared before each move",
        rules(Hit::Overwrites, Lifetime::Move, DepthTest::Pass),
    ),
    (
        "as printed, kept for the game",
        rules(Hit::Overwrites, Lifetime::Game, DepthTest::Pass),
    ),
    (
        "compared on a hit, cleared",
        rules(Hit::Compares, Lifetime::Move, DepthTest::Pass),
    ),
    (
        "compared on a hit, kept",
        rules(Hit::Compares, Lifetime::Game, DepthTest::Pass),
    ),
    (
        "compared, kept, remaining depth",
        rules(Hit::Compares, Lifetime::Game, DepthTest::Remaining),
    ),
];

const fn rules(hit: Hit, lifetime: Lifetime, depth: DepthTest) -> TableRules {
    TableRules {
        hit,
        lifetime,
        depth,
        bounds: Bounds::TakenForExact,
        sorting: Sorting::Off,
    }
}

/// Describes the end of a game for the player with the table.
fn story(game: &GameRecord, color: Color) -> String {
    let last = game.last();
    if last.to_string() == FINAL {
        return format!("the printed game, {} nodes", grouped(game.nodes()[color]));
    }
    let lost = last.side_to_move() == color;
    let verb = if lost { "loses" } else { "wins" };
    let how = if game.gave_up() {
        "no move found"
    } else {
        "mate"
    };
    // The number of the last move.
    format!("{verb}, {how} after move {}", game.turns())
}

fn as_white(signal: &Signal) -> (Vec<Row>, String) {
    let expected = [
        "wins, no move found after move 41",
        "loses, mate after move 5",
        "the printed game, 182,073 nodes",
        "loses, mate after move 97",
        "the printed game, 180,292 nodes",
    ];
    let rows = VARIANTS
        .iter()
        .zip(expected)
        .map(|((name, rules), expected)| {
            let game = game(Method::Table(*rules), Method::Minimax, signal);
            Row::new(*name, expected, story(&game, Color::White))
        });
    let remark = "The document's own test is that a pruned search plays minimax's moves. The printed table fails it. Comparing on a hit fixes it if the table is cleared or the remaining depth is stored.";
    (rows.collect(), remark.into())
}

fn as_black(signal: &Signal) -> (Vec<Row>, String) {
    let expected = [
        "wins, no move found after move 73",
        "loses, no move found after move 35",
        "the printed game, 173,378 nodes",
        "loses, mate after move 4",
        "the printed game, 172,297 nodes",
    ];
    let rows = VARIANTS
        .iter()
        .zip(expected)
        .map(|((name, rules), expected)| {
            let game = game(Method::Minimax, Method::Table(*rules), signal);
            Row::new(*name, expected, story(&game, Color::Black))
        });
    (rows.collect(), String::new())
}

/// The last positions and moves of the two games against the random player.
const AGAINST_RANDOM: [(&str, &str, i16); 2] = [
    (
        "depth 1",
        "N4k2/5Q2/2P1B3/7p/3P1p2/P4P2/P1P3PP/R3K1NR b KQ - 1 19",
        7534,
    ),
    (
        "depth 3",
        "rnbqk2r/2pp1Q1p/pp1bp1p1/3nP1N1/8/2N5/PPPP1PPP/R1B1KB1R b KQkq - 0 8",
        -25251,
    ),
];

fn mates(_: &Signal) -> (Vec<Row>, String) {
    let mut rows = Vec::new();
    for (name, fen, code) in AGAINST_RANDOM {
        let position = Position::from_fen(fen).expect("a printed position");
        let mate = position.in_check() && !position.has_legal_move();
        rows.push(Row::new(
            format!("{name}, the final position is"),
            "mate",
            if mate { "mate" } else { "not mate" },
        ));
        // The queen is on the target square of the code.
        let to = chess::Square::masked((code as u16 >> 6 & 63) as u8);
        let queen = position.piece_at(to).map_or('.', chess::Piece::letter);
        rows.push(Row::new(
            format!("{name}, on the target of move {code}"),
            "Q",
            queen,
        ));
    }
    (rows, String::new())
}
