//! The three documents that print no tables: what must hold for them.

use super::{Job, Row, Source, commas, job};
use crate::a8::search::{INFINITY, Version};
use crate::a8::{A8Evaluator, evaluator, search};
use crate::fascicle3::{FindBestMove, Part, example};
use crate::i2p3::search::{Cut, Faithful};
use crate::i2p3::{AsPrinted, I2p3Player, MendedPlayer};
use crate::player::{Control, CoursePlayer, Log};
use crate::presets::Document;
use chess::{Color, Position};
use games::minichess::Material;
use games::{BoardGame, MiniChess};
use gametree::{Game, Player, Score, perft};

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

fn lines(control: &Control) -> (Vec<Row>, String) {
    let game = MiniChess::default();
    let expected = [7, 49, 452, 4_214, 46_406, 514_912, 6_327_126];
    let depths = (1..).zip(expected).take_while(|_| !control.is_stopped());
    let rows = depths.map(|(depth, expected)| {
        let count = perft(&game, &game.start(), depth);
        let row = Row::new(format!("depth {depth}"), commas(expected), commas(count));
        // Python would take an hour for the last one.
        if depth == 7 {
            row.said_by(Source::Ours)
        } else {
            row
        }
    });
    (
        rows.collect(),
        "A won position counts as one line and is not played on.".into(),
    )
}

fn strict_cut(control: &Control) -> (Vec<Row>, String) {
    let start = MiniChess::default().start();
    let run = |cut| {
        let mut search = Faithful::new(AsPrinted);
        search.cut = cut;
        search.root(&start, 5, control)
    };
    let (strict, usual) = (run(Cut::Strict), run(Cut::Usual));
    let more = if strict.calls > usual.calls {
        "yes"
    } else {
        "no"
    };
    let rows = vec![
        Row::new(
            "value with `>=` is that with `>`",
            strict.value,
            usual.value,
        ),
        Row::new("`>` takes more calls", "yes", more),
        Row::note(
            "calls at depth 5 from the start, `>` and `>=`",
            format!("{} and {}", commas(strict.calls), commas(usual.calls)),
        ),
    ];
    let remark = "The document cuts if alpha > beta. It costs calls, but only so is the random choice among root moves of \
                  equal value a choice among equals.";
    (rows, remark.into())
}

/// +1, 0 or -1 for the first player.
fn minichess_game(
    white: &mut dyn CoursePlayer<MiniChess>,
    black: &mut dyn CoursePlayer<MiniChess>,
    control: &Control,
) -> i32 {
    let game = MiniChess::default();
    let mut history = vec![game.start()];
    loop {
        let mut state = history[history.len() - 1];
        let white_moves = state.side() == Player::First;
        let sign = if white_moves { 1 } else { -1 };
        if let Some(score) = game.terminal(&state) {
            return sign * score.signum();
        }
        let choice = if white_moves {
            white.choose(&history, 4, control)
        } else {
            black.choose(&history, 4, control)
        };
        if choice.stopped {
            return 0;
        }
        // A player without a move has lost, as the referee has it.
        let Some(mv) = choice.best else {
            return -sign;
        };
        game.play(&mut state, mv);
        history.push(state);
    }
}

fn matches(control: &Control) -> (Vec<Row>, String) {
    const GAMES: u64 = 20;
    let play = |make: &dyn Fn(u64) -> Box<dyn CoursePlayer<MiniChess>>| {
        let mut points = 0;
        for seed in 0..GAMES {
            let mut player = make(seed);
            let mut plain = I2p3Player::with(Material, seed + 1_000);
            points += if seed % 2 == 0 {
                minichess_game(player.as_mut(), &mut plain, control)
            } else {
                -minichess_game(&mut plain, player.as_mut(), control)
            };
        }
        // Wins count 1, draws a half.
        f64::midpoint(f64::from(points), GAMES as f64)
    };
    let faithful = play(&|seed| Box::new(I2p3Player::new(seed)));
    let mended = play(&|seed| Box::new(MendedPlayer::new(seed)));
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
        row("the mended player", "at least 16", mended, mended >= 16.0),
    ];
    let remark =
        "Points of 20 seeded games against the same search with plain material, four plies each.";
    (rows, remark.into())
}

fn worked_example(control: &Control) -> (Vec<Row>, String) {
    let tree = example();
    let mut seen = Vec::new();
    let weight = |state: &(usize, u32), over: Option<Score>, _| {
        // The tree gives the score to the mover; drawings give it to White.
        let score = over.unwrap_or(0);
        let white = match tree.side(state) {
            Player::First => score,
            Player::Second => -score,
        };
        seen.push(white);
        white
    };
    let mut log = Log::new(control);
    let mut search = FindBestMove::new(&tree, weight, &mut log);
    let found = search.find(&tree.root(), 2, true);
    let looked_at_12 = if seen.contains(&12) { "yes" } else { "no" };
    let rows = vec![
        Row::new("White's node is worth", 3, found.weight),
        Row::new(
            "the 2 is looked at",
            "yes",
            if seen.contains(&2) { "yes" } else { "no" },
        ),
        Row::new("the 12 is looked at", "no", looked_at_12),
    ];
    (
        rows,
        "White has 3 in hand; once Black has a 2 below the next move, White will not go there."
            .into(),
    )
}

fn pawn_example(_: &Control) -> (Vec<Row>, String) {
    let position = Position::from_fen("4k3/8/8/1P6/8/8/8/4K3 w - - 0 1").expect("a right FEN");
    let points = Part::Advance.points(&position, Color::White);
    let rows = vec![Row::new(
        "points of a pawn that went from a2 to b5",
        3,
        points,
    )];
    (rows, String::new())
}

fn piece_values(_: &Control) -> (Vec<Row>, String) {
    let total = |enemy_king: i32| -> i32 {
        const COUNTS: [i32; 6] = [8, 2, 2, 2, 1, 1];
        let pieces: i32 = (0..6)
            .map(|kind| COUNTS[kind] * (evaluator::OWN[kind] + evaluator::ENEMY[kind]))
            .sum();
        pieces - evaluator::ENEMY[5] + enemy_king
    };
    let end_game = |enemy_king| {
        if total(enemy_king) < evaluator::END_GAME {
            "yes"
        } else {
            "no"
        }
    };
    let start = Position::startpos();
    let value = |color| A8Evaluator::default().value(&start, color);
    let rows = vec![
        Row::new(
            "end game at the start, enemy king 1000 as printed",
            "yes",
            end_game(1_000),
        ),
        Row::new(
            "end game at the start, enemy king 10000",
            "no",
            end_game(10_000),
        ),
        Row::new(
            "both sides think they are ahead at the start",
            "yes",
            if value(Color::White) > 0 && value(Color::Black) > 0 {
                "yes"
            } else {
                "no"
            },
        ),
    ];
    let remark = "With the printed 1000 the threshold of 24000 would hold from the first move, so it must be 10000. Both sides \
                  believe to be ahead: the evaluator is not antisymmetric.";
    (rows, remark.into())
}

fn stalemate(control: &Control) -> (Vec<Row>, String) {
    // White can take everything but must not: queen to f7 leaves Black without a move.
    let position = Position::from_fen("7k/8/6K1/8/8/8/5Q2/8 w - - 0 1").expect("a right FEN");
    let stalemates = chess::uci::parse(&position, "f2f7").expect("a legal move");
    let value = |version| {
        let searched = search::search(&position, 2, A8Evaluator::default(), version, control);
        searched
            .moves
            .iter()
            .find(|(m, _)| *m == stalemates)
            .map_or(0, |&(_, value)| value)
    };
    let rows = vec![
        Row::new(
            "a stalemating move is taken for a win",
            "yes",
            if value(Version::Faithful) == INFINITY {
                "yes"
            } else {
                "no"
            },
        ),
        Row::new("a stalemating move, mended", 0, value(Version::Mended)).said_by(Source::Ours),
    ];
    (
        rows,
        "No legal move for the opponent counts as a win, though it may be stalemate.".into(),
    )
}
