//! Every figure the report prints.
use chess::uci::CastlingStyle;
use classroom::report::table::{Hit, Key, Stored, TableRules};
use classroom::report::*;

fn show(s: Settings, b: usize) {
    for d in 0..4 {
        let c = s.choose(&board(b), d);
        print!(
            "  {}, {} {} |",
            c.calls,
            c.value.unwrap(),
            c.best.unwrap().to_uci(CastlingStyle::KingMoves)
        );
    }
    println!(" board {b}");
}
#[test]
fn look() {
    for m in [
        Method::Minimax,
        Method::AlphaBeta,
        Method::Table(TableRules::FAITHFUL),
    ] {
        for b in [1, 3, 4] {
            show(Settings::faithful(m), b);
        }
    }
    println!("reorder");
    for b in [1, 3, 4] {
        show(
            Settings {
                root_order: RootOrder::Heap,
                ..Settings::faithful(Method::AlphaBeta)
            },
            b,
        );
    }
    println!("ids");
    for b in [2, 5] {
        show(Settings::faithful(Method::Minimax), b);
    }
    println!("inner reorder");
    for b in [1, 3, 4] {
        show(
            Settings {
                inner_order: InnerOrder::ByGain,
                ..Settings::faithful(Method::AlphaBeta)
            },
            b,
        );
    }
    println!("carried");
    for b in [1, 3, 4] {
        show(
            Settings {
                root_window: RootWindow::Carried,
                ..Settings::faithful(Method::AlphaBeta)
            },
            b,
        );
    }
    println!("carried inner");
    for b in [1, 3, 4] {
        show(
            Settings {
                root_window: RootWindow::Carried,
                inner_order: InnerOrder::ByGain,
                ..Settings::faithful(Method::AlphaBeta)
            },
            b,
        );
    }
    println!("right sign");
    for b in [1, 3, 5] {
        show(
            Settings {
                sign: leaf::Sign::OfRoot,
                ..Settings::faithful(Method::AlphaBeta)
            },
            b,
        );
    }
    for b in [5] {
        show(
            Settings {
                mates: leaf::Mates::Win,
                sign: leaf::Sign::OfRoot,
                ..Settings::faithful(Method::AlphaBeta)
            },
            b,
        );
    }
    println!("ablation");
    for (hit, stored, key) in [
        (Hit::Compares, Stored::Running, Key::Pieces),
        (Hit::Overwrites, Stored::Child, Key::Pieces),
        (Hit::Compares, Stored::Child, Key::Pieces),
        (Hit::Compares, Stored::Child, Key::PiecesTurnAndPly),
    ] {
        show(
            Settings::faithful(Method::Table(TableRules { hit, stored, key })),
            3,
        );
    }
}
