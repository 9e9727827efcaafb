//! The rungs, from random moves upwards: each adds one technique to the one below.

use std::sync::LazyLock;

use games::{BoardGame, Chess, GameId, MiniChess, Othello};
use players::{PlayerSpec, Registry};

/// One player of the ladder.
#[derive(Clone, PartialEq, Debug)]
pub struct Rung {
    /// Its name.
    pub name: &'static str,
    /// The player, without limits.
    pub spec: PlayerSpec,
    /// The new technique, why it should help, and its cost.
    pub about: &'static str,
}

/// Name, spec, and description of a rung.
type Text = (&'static str, &'static str, &'static str);

/// The rungs of all games, with their specs parsed once.
struct Parsed {
    chess: Vec<Rung>,
    minichess: Vec<Rung>,
    othello: Vec<Rung>,
    simple: Vec<Rung>,
    engine: PlayerSpec,
}

static PARSED: LazyLock<Parsed> = LazyLock::new(|| {
    let registry = Registry::builtin();
    // The texts are constants; a test of this file parses all of them.
    let spec = |text: &str| match registry.parse(text) {
        Ok(spec) => spec,
        Err(error) => panic!("{text}: {error}"),
    };
    let rung = |name, text: &str, about| Rung {
        name,
        spec: spec(text),
        about,
    };
    let rungs = |texts: &[Text]| -> Vec<Rung> {
        let texts = texts.iter();
        texts
            .map(|&(name, text, about)| rung(name, text, about))
            .collect()
    };
    let mut below = "engine:only".to_owned();
    let mut separator = "=";
    let grown = ENGINE.map(|(name, added, about)| {
        below = format!("{below}{separator}{added}");
        separator = "+";
        rung(name, &below, about)
    });
    Parsed {
        chess: [rungs(&CHESS), grown.to_vec(), rungs(&WHOLE_ENGINE)].concat(),
        minichess: rungs(&MINICHESS),
        othello: rungs(&OTHELLO),
        simple: rungs(&SIMPLE),
        engine: spec("engine"),
    }
});

/// Returns the rungs of a game, the lowest first. A game without a special ladder has the first searches.
#[must_use]
pub fn rungs(game: GameId) -> &'static [Rung] {
    let othello = [Othello::<8>::ID, Othello::<6>::ID, Othello::<4>::ID];
    if game == Chess::ID {
        &PARSED.chess
    } else if game == MiniChess::ID {
        &PARSED.minichess
    } else if othello.contains(&game) {
        &PARSED.othello
    } else {
        &PARSED.simple
    }
}

/// Returns the engine with all techniques.
pub(super) fn engine() -> &'static PlayerSpec {
    &PARSED.engine
}

/// Returns whether a player is the engine.
pub(super) fn is_engine(spec: &PlayerSpec) -> bool {
    spec.name() == engine().name()
}

const RANDOM: Text = (
    "random",
    "random",
    "Plays any legal move. Every search should beat it; it is the zero of the scale.",
);

const MINIMAX: &str = "Searches every line to a depth and plays the move with the best guaranteed value. Like all rungs above, it \
    uses iterative deepening until its time is over, so it always has an answer. The tree grows by the full branching factor \
    with each ply, and most of it cannot change the result.";

const ALPHABETA: &str = "The same value from a part of the tree: as soon as a move is refuted, the other replies are not \
    searched. With a bad move order it saves little; with the best move first it searches twice as deep with the same \
    number of nodes.";

const KILLERS: &str = "Quiet moves that refuted a sibling node (killers), and moves that often caused cutoffs anywhere in the tree \
    (history), are tried before other quiet moves. Both cost almost nothing.";

const TABLE: &str = "A transposition table: positions that were searched before are not searched again, and the best move of the \
    last iteration is tried first. With a table, iterative deepening costs less than it saves.";

const PVS: &str = "Only the first move is searched with a full window. The others are searched with a null window, which needs \
    fewer nodes; a move that is better is searched again. It gains if the move order is already good.";

const NULL: &str = "Null-move pruning: if the value is above the window even after a pass, the node is cut off. It assumes that \
    a move is better than a pass, which is false in zugzwang, and gains many plies of depth.";

const QUIESCENCE: &str = "Quiescence search: leaves are evaluated only after the captures have been played out, so that a search does \
    not stop in the middle of an exchange and count a defended pawn as free.";

/// The order lets each technique show its gain. Quiescence search comes before the techniques that shrink the tree, because
/// a search that stops in the middle of an exchange gains little from more depth. In the engine, reductions and reverse
/// futility pruning come before the null move, which gains most where plies are already cheap. Pruning in quiescence search
/// comes late: below the reductions it gains nothing (`docs/experiments/ladder.md`).
const CHESS: [Text; 11] = [
    RANDOM,
    ("minimax", "minimax", MINIMAX),
    (
        "piece-square tables",
        "minimax:eval=squares",
        "The same search, with an evaluation of material and of the squares of the pieces. With material only, \
            a program moves aimlessly until something can be captured, and its games end in repetition.",
    ),
    ("alpha-beta", "alphabeta:eval=squares", ALPHABETA),
    (
        "captures first",
        "alphabeta:eval=squares,order=mvvlva",
        "Captures are tried first, the most valuable victim by the least valuable attacker. Most refutations in \
            chess are captures, so this one ordering does most of what orderings can do.",
    ),
    (
        "quiescence",
        "alphabeta:eval=squares,order=mvvlva,quiesce",
        QUIESCENCE,
    ),
    (
        "killers and history",
        "alphabeta:eval=squares,order=mvvlva+killers+history,quiesce",
        KILLERS,
    ),
    (
        "table",
        "alphabeta:eval=squares,order=hash+mvvlva+killers+history,tt=16,ttmatch=atleast,quiesce",
        TABLE,
    ),
    (
        "principal variation",
        "pvs:eval=squares,order=hash+mvvlva+killers+history,tt=16,ttmatch=atleast,quiesce",
        PVS,
    ),
    (
        "null move",
        "pvs:eval=squares,order=hash+mvvlva+killers+history,tt=16,ttmatch=atleast,quiesce,null",
        NULL,
    ),
    (
        "engine: bare",
        "engine:only=none",
        "The engine with all techniques off: principal variation search and quiescence search, without table, \
            pruning or reductions. The evaluation is new: pawn structure, mobility, king safety, threats and endgames in \
            addition to piece-square tables. It is slower, and it lacks the table and the move ordering of the rung below.",
    ),
];

/// Name of a rung, the techniques that it adds to the rung below, and description.
const ENGINE: [Text; 8] = [
    (
        "engine: table",
        "tt+aspiration",
        "The transposition table, and aspiration windows: each iteration searches a small window around the value \
            of the last one.",
    ),
    (
        "engine: learned orders",
        "killers+history+continuation+pawnhistory+evalhistory+faillow+capturehistory+threats+checkorder",
        "Move ordering by statistics of the search: killers, and history by move, by previous moves, by pawn \
            structure and by captured piece. It saves nodes, and the reductions above depend on it.",
    ),
    (
        "engine: reductions",
        "lmr+iir+hindsight+bestfound",
        "Late move reductions: moves late in the list are searched less deeply, and again at full depth only if \
            they raise the value. With a good order few of them do, so this gains plies at little cost.",
    ),
    (
        "engine: far ahead",
        "rfp+razor",
        "Pruning by static evaluation near the horizon: nodes far above the window are cut off (reverse futility \
            pruning), nodes far below it are searched with captures only (razoring).",
    ),
    (
        "engine: null move",
        "null",
        "Null-move pruning as in the textbook searches, with a reduction that grows with depth and value, and a \
            verification search at high depth.",
    ),
    (
        "engine: late moves",
        "futility+lmp+histprune",
        "Pruning of quiet moves near the horizon: moves late in the list, moves with a bad history, and moves \
            that cannot raise the value to the window (futility pruning).",
    ),
    (
        "engine: exchanges",
        "see+qsee+qfutility",
        "Pruning by static exchange evaluation: moves near the horizon and captures in quiescence search that lose \
            material are skipped, and so are captures in quiescence search that cannot reach the window. Most nodes are \
            there, so every saving counts.",
    ),
    (
        "engine: singular moves",
        "singular",
        "Singular extensions: a move that is much better than all others is searched deeper. If several moves are \
            good enough for a cutoff, the node is cut off.",
    ),
];

const WHOLE_ENGINE: [Text; 2] = [
    (
        "engine: by hand",
        "engine:off=nnue",
        "All techniques except the network: correction history, ProbCut, check extensions, one quiet evasion in \
            quiescence search, detection of repetitions one move ahead, and less pruning in the first plies, most of all \
            where a king has few moves. Some of them help in mates and puzzles more than in games.",
    ),
    (
        "engine: network",
        "engine",
        "The full engine: a neural network, trained on its own games, evaluates positions. The hand-crafted terms \
            only explain the value.",
    ),
];

const MINICHESS: [Text; 9] = [
    RANDOM,
    ("minimax", "minimax:eval=material", MINIMAX),
    ("alpha-beta", "alphabeta:eval=material", ALPHABETA),
    (
        "captures first",
        "alphabeta:eval=material,order=mvvlva",
        "Captures are tried first, the most valuable victim by the least valuable attacker.",
    ),
    (
        "killers and history",
        "alphabeta:eval=material,order=mvvlva+killers+history",
        KILLERS,
    ),
    (
        "table",
        "alphabeta:eval=material,order=hash+mvvlva+killers+history,tt=16,ttmatch=atleast",
        TABLE,
    ),
    (
        "quiescence",
        "pvs:eval=material,order=hash+mvvlva+killers+history,tt=16,ttmatch=atleast,quiesce",
        QUIESCENCE,
    ),
    (
        "null move",
        "pvs:eval=material,order=hash+mvvlva+killers+history,tt=16,ttmatch=atleast,quiesce,null",
        NULL,
    ),
    (
        "activity",
        "pvs:eval=activity,order=hash+mvvlva+killers+history,tt=16,ttmatch=atleast,quiesce,null",
        "The evaluation counts moves and advanced pawns as well as material. It is slower, and distinguishes \
            positions before material is won.",
    ),
];

const OTHELLO: [Text; 7] = [
    RANDOM,
    ("minimax", "minimax:eval=discs", MINIMAX),
    ("alpha-beta", "alphabeta:eval=discs", ALPHABETA),
    (
        "corners and mobility",
        "alphabeta:eval=corners",
        "The evaluation counts corners and moves. The number of discs has little information, because most of them \
            are turned before the end. Corners are never turned, and a side with few moves is soon forced to give one away.",
    ),
    (
        "fewest replies first",
        "alphabeta:eval=corners,order=replies",
        "Moves that leave the opponent few replies are tried first: they are often good, and their subtrees are \
            small.",
    ),
    (
        "table",
        "alphabeta:eval=corners,order=hash+replies,tt=16,ttmatch=atleast",
        TABLE,
    ),
    (
        "principal variation",
        "pvs:eval=corners,order=hash+killers+history,tt=16,ttmatch=atleast",
        PVS,
    ),
];

const SIMPLE: [Text; 3] = [
    RANDOM,
    ("minimax", "minimax", MINIMAX),
    ("alpha-beta", "alphabeta", ALPHABETA),
];

#[cfg(test)]
mod tests {
    use engine::Techniques;

    use super::*;
    use players::engine_player::techniques;

    #[test]
    fn every_name_is_unique() {
        for game in GameId::ALL {
            let names: Vec<&str> = rungs(game).iter().map(|rung| rung.name).collect();
            for (index, rung) in rungs(game).iter().enumerate() {
                assert!(!names[..index].contains(&rung.name), "{}", rung.name);
            }
        }
    }

    /// The files of earlier measurements identify players by these texts.
    #[test]
    fn a_parsed_spec_prints_its_text() {
        for (texts, game) in [
            (&CHESS[..], Chess::ID),
            (&MINICHESS[..], MiniChess::ID),
            (&OTHELLO[..], Othello::<8>::ID),
            (&SIMPLE[..], games::TicTacToe::ID),
        ] {
            for (text, rung) in texts.iter().zip(rungs(game)) {
                assert_eq!(rung.spec.to_string(), text.1);
            }
        }
    }

    /// The same holds for the rungs of the engine.
    #[test]
    fn each_rung_of_the_engine_prints_all_its_techniques() {
        let rungs = &rungs(Chess::ID)[CHESS.len()..];
        assert_eq!(rungs[0].spec.to_string(), "engine:only=tt+aspiration");
        for (pair, (_, added, _)) in rungs.windows(2).zip(&ENGINE[1..]) {
            let expected = format!("{}+{added}", pair[0].spec);
            assert_eq!(pair[1].spec.to_string(), expected);
        }
    }

    #[test]
    fn the_engine_grows_to_everything() {
        let mut below = None;
        for rung in rungs(Chess::ID) {
            if !is_engine(&rung.spec) {
                assert_eq!(below, None, "{} stands above the engine", rung.name);
                continue;
            }
            let now = techniques(&rung.spec);
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
