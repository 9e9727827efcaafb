//! The three documents that print no tables: properties that must hold for them.

use super::{Job, Row, Source, grouped, job, to_depth};
use crate::a8::search::{INFINITY, Version};
use crate::a8::{A8Evaluator, evaluator, search};
use crate::fascicle3::{FindBestMove, Part, example};
use crate::i2p3::search::{Cut, Faithful};
use crate::i2p3::{AsPrinted, FixedPlayer, I2p3Player};
use crate::player::CoursePlayer;
use crate::presets::Document;
use chess::{Color, Position};
use games::minichess::Material;
use games::{BoardGame, MiniChess};
use gametree::{Game, Score, Side, Signal, Silent, perft};

pub(super) fn jobs() -> Vec<Job> {
    use Source::{Derived, Ours, Printed, Recomputed};
    vec![
        job(
            Document::I2p3,
            Recomputed,
            "lines of play from the start",
            lines,
        ),
        job(Document::I2p3, Ours, "the strict cut", strict_cut),
        job(
            Document::I2p3,
            Ours,
            "the tables, subtracted and added",
            matches,
        ),
        job(
            Document::Fascicle3,
            Printed,
            "the worked example of pruning",
            worked_example,
        ),
        job(
            Document::Fascicle3,
            Printed,
            "the example of a pawn's advance",
            pawn_example,
        ),
        job(
            Document::A8,
            Derived,
            "the printed piece values",
            piece_values,
        ),
        job(Document::A8, Derived, "stalemate", stalemate),
    ]
}

fn lines(signal: &Signal) -> (Vec<Row>, String) {
    let game = MiniChess::default();
    let expected = [7, 49, 452, 4_214, 46_406, 514_912, 6_327_126];
    let depths = (1..).zip(expected).take_while(|_| !signal.is_stopped());
    let rows = depths.map(|(depth, expected)| {
        let count = perft(&game, &game.start(), depth);
        let row = Row::new(format!("depth {depth}"), grouped(expected), grouped(count));
        // A Python script would take an hour for the last count.
        if depth == 7 {
            row.with_source(Source::Ours)
        } else {
            row
        }
    });
    (
        rows.collect(),
        "A won position counts as one line and is not played on.".into(),
    )
}

fn strict_cut(signal: &Signal) -> (Vec<Row>, String) {
    let start = MiniChess::default().start();
    let run = |cut| {
        let mut search = Faithful::new(AsPrinted);
        search.cut = cut;
        search.root(&start, &to_depth(5, signal))
    };
    let (strict, usual) = (run(Cut::Strict), run(Cut::Usual));
    let rows = vec![
        Row::new(
            "value with `>=` is that with `>`",
            strict.value,
            usual.value,
        ),
        Row::yes_no("`>` takes more calls", true, strict.calls > usual.calls),
        Row::note(
            "calls at depth 5 from the start, `>` and `>=`",
            format!("{} and {}", grouped(strict.calls), grouped(usual.calls)),
        ),
    ];
    let remark = "The document cuts off if alpha > beta. That costs calls, but without it the root moves of equal returned value would not all be of equal value.";
    (rows, remark.into())
}

/// Plays a game and returns +1, 0 or -1 for the first player.
fn minichess_game(
    white: &mut dyn CoursePlayer<MiniChess>,
    black: &mut dyn CoursePlayer<MiniChess>,
    signal: &Signal,
) -> i32 {
    let game = MiniChess::default();
    let mut history = vec![game.start()];
    loop {
        let mut state = history[history.len() - 1];
        let white_moves = state.side() == Side::First;
        let sign = if white_moves { 1 } else { -1 };
        if let Some(score) = game.terminal(&state) {
            return sign * score.signum();
        }
        let choice = if white_moves {
            white.search(&history, &to_depth(4, signal))
        } else {
            black.search(&history, &to_depth(4, signal))
        };
        if choice.stopped {
            return 0;
        }
        // The referee scores a missing move as a loss.
        let Some(mv) = choice.best else {
            return -sign;
        };
        game.play(&mut state, mv);
        history.push(state);
    }
}

fn matches(signal: &Signal) -> (Vec<Row>, String) {
    const GAMES: u64 = 20;
    let play = |make: &dyn Fn(u64) -> Box<dyn CoursePlayer<MiniChess>>| {
        let mut points = 0;
        for seed in 0..GAMES {
            let mut player = make(seed);
            let mut plain = I2p3Player::with(Material, seed + 1_000);
            points += if seed % 2 == 0 {
                minichess_game(player.as_mut(), &mut plain, signal)
            } else {
                -minichess_game(&mut plain, player.as_mut(), signal)
            };
        }
        // A win counts 1, a draw 1/2.
        f64::midpoint(f64::from(points), GAMES as f64)
    };
    let faithful = play(&|seed| Box::new(I2p3Player::new(seed)));
    let fixed = play(&|seed| Box::new(FixedPlayer::new(seed)));
    let row = |what: &str, expected: &str, score: f64, same| {
        Row::check(what, expected, format!("{score} of {GAMES}"), same)
    };
    let rows = vec![
        row(
            "tables subtracted, as in the document",
            "at most 4",
            faithful,
            faithful <= 4.0,
        ),
        row("the fixed player", "at least 16", fixed, fixed >= 16.0),
    ];
    let remark = "Points of 20 seeded games against the same search with a material evaluator, four plies each.";
    (rows, remark.into())
}

fn worked_example(signal: &Signal) -> (Vec<Row>, String) {
    let tree = example();
    let mut seen = Vec::new();
    let weight = |state: &usize, over: Option<Score>, _| {
        // The tree has scores for the side to move; the drawing has them for White.
        let score = over.unwrap_or(0);
        let white = match tree.side(state) {
            Side::First => score,
            Side::Second => -score,
        };
        seen.push(white);
        white
    };
    let limits = to_depth(2, signal);
    let mut silent = Silent;
    let mut search = FindBestMove::new(&tree, weight, &limits, &mut silent);
    let found = search.find(&tree.root(), 2, true);
    let rows = vec![
        Row::new("value of White's node", 3, found.weight),
        Row::yes_no("the 2 is visited", true, seen.contains(&2)),
        Row::yes_no("the 12 is visited", false, seen.contains(&12)),
    ];
    (
        rows,
        "White already has 3; once Black has a 2 after the next move, White will not play it."
            .into(),
    )
}

fn pawn_example(_: &Signal) -> (Vec<Row>, String) {
    let position = Position::from_fen("4k3/8/8/1P6/8/8/8/4K3 w - - 0 1").expect("a right FEN");
    let points = Part::Advance.points(&position, Color::White);
    let rows = vec![Row::new(
        "points of a pawn that went from a2 to b5",
        3,
        points,
    )];
    (rows, String::new())
}

fn piece_values(_: &Signal) -> (Vec<Row>, String) {
    let total = |enemy_king: i32| -> i32 {
        const COUNTS: [i32; 6] = [8, 2, 2, 2, 1, 1];
        let pieces: i32 = (0..6)
            .map(|kind| COUNTS[kind] * (evaluator::OWN[kind] + evaluator::ENEMY[kind]))
            .sum();
        pieces - evaluator::ENEMY[5] + enemy_king
    };
    let end_game = |enemy_king| total(enemy_king) < evaluator::END_GAME;
    let start = Position::startpos();
    let value = |color| A8Evaluator::default().value(&start, color);
    let rows = vec![
        Row::yes_no(
            "end game at the start, enemy king 1000 as printed",
            true,
            end_game(1_000),
        ),
        Row::yes_no(
            "end game at the start, enemy king 10000",
            false,
            end_game(10_000),
        ),
        Row::yes_no(
            "both sides are ahead at the start",
            true,
            value(Color::White) > 0 && value(Color::Black) > 0,
        ),
    ];
    let remark = "With the printed 1000 the threshold of 24000 would hold from the first move, so 10000 must be meant. Both sides are ahead: the evaluator is not antisymmetric.";
    (rows, remark.into())
}

fn stalemate(signal: &Signal) -> (Vec<Row>, String) {
    // Queen to f7 stalemates Black.
    let position = Position::from_fen("7k/8/6K1/8/8/8/5Q2/8 w - - 0 1").expect("a right FEN");
    let stalemates = chess::uci::parse(&position, "f2f7").expect("a legal move");
    let value = |version| {
        let searched = search::search(
            &position,
            A8Evaluator::default(),
            version,
            &to_depth(2, signal),
        );
        searched
            .moves
            .iter()
            .find(|(m, _)| *m == stalemates)
            .map_or(0, |&(_, value)| value)
    };
    let rows = vec![
        Row::yes_no(
            "a stalemating move is scored as a win",
            true,
            value(Version::Faithful) == INFINITY,
        ),
        Row::new("a stalemating move, fixed", 0, value(Version::Fixed)).with_source(Source::Ours),
    ];
    (
        rows,
        "A position without legal moves for the opponent is scored as a win, even if it is stalemate.".into(),
    )
}
