//! The rungs, from random moves upwards: each adds one idea to the one below.

use games::GameKind;

/// One step of the ladder.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rung {
    /// What it is called.
    pub name: &'static str,
    /// The player, whatever it may spend.
    pub spec: &'static str,
    /// What is new, why it should help, and what it costs.
    pub about: &'static str,
}

/// The rungs of a game, lowest first.
#[must_use]
pub const fn rungs(game: GameKind) -> &'static [Rung] {
    match game {
        GameKind::Chess => &CHESS,
        GameKind::MiniChess => &MINICHESS,
        GameKind::Othello | GameKind::Othello6 | GameKind::Othello4 => &OTHELLO,
        GameKind::TicTacToe => &TICTACTOE,
    }
}

const RANDOM: Rung = Rung {
    name: "random",
    spec: "random",
    about: "Any legal move. Whoever looks at anything at all should beat it; it is here as the zero of the scale.",
};

const MINIMAX: &str = "Looks at every line to a depth and takes the best that the opponent cannot prevent. It deepens \
    step by step until its time is over, as all rungs above it do, so it always has an answer. The tree grows by the full \
    branching factor with each ply, and most of it does not matter.";

const ALPHABETA: &str = "The same value from a part of the tree: as soon as a move is refuted, its other refutations are \
    not looked at. With moves in a bad order it saves little, with the best move first it looks twice as deep for the same \
    work.";

const KILLERS: &str = "Quiet moves that refuted a sibling, and moves that cut often anywhere in the tree, are tried before \
    other quiet moves. Both are guesses that cost next to nothing.";

const TABLE: &str = "Positions that were reached before are not searched again, and the best move of the last iteration is \
    tried first. A table also lets iterative deepening pay for itself.";

const PVS: &str = "Only the first move is valued; the others are asked whether they are better, which needs a smaller tree. \
    If one is, it is searched again. It gains when the order is already good.";

const NULL: &str = "If the position is too good for the opponent even after we pass, it is cut at once. A bet on the rule \
    that a move is better than none, which fails in zugzwang, and pays for many plies of depth.";

const QUIESCENCE: &str = "Leaves are valued only after the captures have been played out, so that a search does not stop in \
    the middle of an exchange and take a defended pawn for a free one.";

/// A textbook player that plays captures out, and what it has besides.
macro_rules! quiet {
    ($name:literal, $more:literal) => {
        concat!($name, ":eval=squares,", $more, ",quiesce")
    };
}

/// The engine with the techniques of the rung below and these: each list begins with the one before it.
macro_rules! tables {
    () => {
        "tt+aspiration"
    };
}
macro_rules! orders {
    () => {
        concat!(
            tables!(),
            "+killers+history+continuation+pawnhistory+evalhistory+faillow+capturehistory+threats+checkorder"
        )
    };
}
macro_rules! reductions {
    () => {
        concat!(orders!(), "+lmr+iir+hindsight+bestfound")
    };
}
macro_rules! far_ahead {
    () => {
        concat!(reductions!(), "+rfp+razor")
    };
}
macro_rules! null_move {
    () => {
        concat!(far_ahead!(), "+null")
    };
}
macro_rules! futility {
    () => {
        concat!(null_move!(), "+futility+lmp+histprune")
    };
}
macro_rules! exchanges {
    () => {
        concat!(futility!(), "+see+qsee+qfutility")
    };
}
macro_rules! singular {
    () => {
        concat!(exchanges!(), "+singular")
    };
}

/// An order in which each step can show its worth. Quiescence comes before what makes the tree smaller, because a search
/// that stops in the middle of an exchange gains little by looking deeper. In the engine reductions and the bet on a static
/// value far above the window come before the null move, which is worth most where plies are already cheap. What beyond the
/// horizon is passed over comes late: below the reductions it gains nothing (`docs/experiments/ladder.md`).
const CHESS: [Rung; 21] = [
    RANDOM,
    Rung {
        name: "minimax",
        spec: "minimax",
        about: MINIMAX,
    },
    Rung {
        name: "piece-square tables",
        spec: "minimax:eval=squares",
        about: "The same search, but the evaluation knows more than material: where the pieces stand. Without that a \
            program shuffles until something can be taken, and its games end in repetition.",
    },
    Rung {
        name: "alpha-beta",
        spec: "alphabeta:eval=squares",
        about: ALPHABETA,
    },
    Rung {
        name: "captures first",
        spec: "alphabeta:eval=squares,order=mvvlva",
        about: "Captures are tried first, the most valuable victim by the least valuable attacker. Most refutations in \
            chess are captures, so this one ordering does most of what orderings can do.",
    },
    Rung {
        name: "quiescence",
        spec: quiet!("alphabeta", "order=mvvlva"),
        about: QUIESCENCE,
    },
    Rung {
        name: "killers and history",
        spec: quiet!("alphabeta", "order=mvvlva+killers+history"),
        about: KILLERS,
    },
    Rung {
        name: "table",
        spec: quiet!(
            "alphabeta",
            "order=hash+mvvlva+killers+history,tt=16,ttmatch=atleast"
        ),
        about: TABLE,
    },
    Rung {
        name: "principal variation",
        spec: quiet!(
            "pvs",
            "order=hash+mvvlva+killers+history,tt=16,ttmatch=atleast"
        ),
        about: PVS,
    },
    Rung {
        name: "null move",
        spec: "pvs:eval=squares,order=hash+mvvlva+killers+history,tt=16,ttmatch=atleast,quiesce,null",
        about: NULL,
    },
    Rung {
        name: "engine: bare",
        spec: "engine:only=none",
        about: "All techniques of the engine switched off: principal variation search and quiescence, and nothing that \
            remembers, prunes or reduces. What is new is what it knows: pawn structure, mobility, king safety, threats \
            and endgames instead of piece-square tables. It costs speed, and the table and orderings of the rung below \
            are missing here.",
    },
    Rung {
        name: "engine: table",
        spec: concat!("engine:only=", tables!()),
        about: "The table again, now with what searches found about a position, and a small window around the last value: \
            the first iteration tells the second where to look.",
    },
    Rung {
        name: "engine: learned orders",
        spec: concat!("engine:only=", orders!()),
        about: "The order of moves is learned during the search: by what cut in a sister position, by move, by the moves \
            before it, by pawn structure, by what is taken. Alone it saves nodes; the reductions above it live on it.",
    },
    Rung {
        name: "engine: reductions",
        spec: concat!("engine:only=", reductions!()),
        about: "Moves late in the list are looked at less deeply, and again only if they surprise. With a good order \
            nearly all of them are not good, so this buys plies where it costs little.",
    },
    Rung {
        name: "engine: far ahead",
        spec: concat!("engine:only=", far_ahead!()),
        about: "Near the horizon the static value is believed: positions far above the window are left at once, those far \
            below it get a look at captures only.",
    },
    Rung {
        name: "engine: null move",
        spec: concat!("engine:only=", null_move!()),
        about: "As in the textbook, with a reduction that grows with depth and value, and verified at great depth.",
    },
    Rung {
        name: "engine: late moves",
        spec: concat!("engine:only=", futility!()),
        about: "Near the horizon, quiet moves are passed over that stand late in the list, have a bad past, or cannot \
            bring the value up to the window.",
    },
    Rung {
        name: "engine: exchanges",
        spec: concat!("engine:only=", exchanges!()),
        about: "What loses material in the exchange is passed over, moves near the horizon and captures beyond it; beyond \
            it captures that cannot reach the window, too. Most nodes are there, so whatever saves some of them is felt \
            everywhere.",
    },
    Rung {
        name: "engine: singular moves",
        spec: concat!("engine:only=", singular!()),
        about: "Looks deeper at a move that is much better than all others; if several are good enough, the position is \
            left at once.",
    },
    Rung {
        name: "engine: by hand",
        spec: "engine:off=nnue",
        about: "All there is without a network: the static value corrected by what searches found in similar positions, \
            shallow captures that settle a matter, checks looked at deeper, one quiet way out of check beyond the horizon, \
            repetitions seen one move ahead, and a wider look at the first plies, where a king can hardly move above all. Some of it is for mates and puzzles more than \
            for games.",
    },
    Rung {
        name: "engine: network",
        spec: "engine",
        about: "The engine as it plays: a network that learned from its own games says what a position is worth, and the \
            terms made by hand only explain.",
    },
];

const MINICHESS: [Rung; 9] = [
    RANDOM,
    Rung {
        name: "minimax",
        spec: "minimax:eval=material",
        about: MINIMAX,
    },
    Rung {
        name: "alpha-beta",
        spec: "alphabeta:eval=material",
        about: ALPHABETA,
    },
    Rung {
        name: "captures first",
        spec: "alphabeta:eval=material,order=mvvlva",
        about: "Captures are tried first, the most valuable victim by the least valuable attacker.",
    },
    Rung {
        name: "killers and history",
        spec: "alphabeta:eval=material,order=mvvlva+killers+history",
        about: KILLERS,
    },
    Rung {
        name: "table",
        spec: "alphabeta:eval=material,order=hash+mvvlva+killers+history,tt=16,ttmatch=atleast",
        about: TABLE,
    },
    Rung {
        name: "quiescence",
        spec: "pvs:eval=material,order=hash+mvvlva+killers+history,tt=16,ttmatch=atleast,quiesce",
        about: QUIESCENCE,
    },
    Rung {
        name: "null move",
        spec: "pvs:eval=material,order=hash+mvvlva+killers+history,tt=16,ttmatch=atleast,quiesce,null",
        about: NULL,
    },
    Rung {
        name: "activity",
        spec: "pvs:eval=activity,order=hash+mvvlva+killers+history,tt=16,ttmatch=atleast,quiesce,null",
        about: "The evaluation counts moves and advanced pawns as well as material. It is slower, and sees where a game \
            is going before anything is won.",
    },
];

const OTHELLO: [Rung; 7] = [
    RANDOM,
    Rung {
        name: "minimax",
        spec: "minimax:eval=discs",
        about: MINIMAX,
    },
    Rung {
        name: "alpha-beta",
        spec: "alphabeta:eval=discs",
        about: ALPHABETA,
    },
    Rung {
        name: "corners and mobility",
        spec: "alphabeta:eval=corners",
        about: "Counting discs is what beginners do: most of them change hands before the end. Corners never do, and who \
            has few moves is soon forced to give one away.",
    },
    Rung {
        name: "fewest replies first",
        spec: "alphabeta:eval=corners,order=replies",
        about: "Moves that leave the opponent few replies are tried first: they are often good, and their subtrees are \
            small.",
    },
    Rung {
        name: "table",
        spec: "alphabeta:eval=corners,order=hash+replies,tt=16,ttmatch=atleast",
        about: TABLE,
    },
    Rung {
        name: "principal variation",
        spec: "pvs:eval=corners,order=hash+killers+history,tt=16,ttmatch=atleast",
        about: PVS,
    },
];

const TICTACTOE: [Rung; 3] = [
    RANDOM,
    Rung {
        name: "minimax",
        spec: "minimax",
        about: MINIMAX,
    },
    Rung {
        name: "alpha-beta",
        spec: "alphabeta",
        about: ALPHABETA,
    },
];

#[cfg(test)]
mod tests {
    use engine::Techniques;

    use super::*;
    use players::master::techniques;
    use players::registry;

    #[test]
    fn every_rung_can_be_seated_and_is_named_once() {
        for game in GameKind::ALL {
            let names: Vec<&str> = rungs(game).iter().map(|rung| rung.name).collect();
            for (index, rung) in rungs(game).iter().enumerate() {
                assert!(registry::parse(rung.spec).is_ok(), "{}", rung.spec);
                assert!(!names[..index].contains(&rung.name), "{}", rung.name);
            }
        }
    }

    #[test]
    fn the_engine_grows_to_everything() {
        let mut below = None;
        for rung in rungs(GameKind::Chess) {
            if !rung.spec.starts_with("engine") {
                assert_eq!(below, None, "{} stands above the engine", rung.name);
                continue;
            }
            let spec = registry::parse(rung.spec).expect(rung.spec);
            let now = techniques(&spec);
            if let Some(below) = below {
                let kept =
                    |below: Techniques| below.on().filter(|old| now.on().any(|on| on == *old));
                assert_eq!(kept(below).count(), below.on().count(), "{}", rung.name);
                assert!(now.on().count() > below.on().count(), "{}", rung.name);
            } else {
                assert_eq!(now, Techniques::NONE, "{}", rung.name);
            }
            below = Some(now);
        }
        assert_eq!(below, Some(Techniques::ALL));
    }
}
