//! The line of lectures: each file is its parent plus one marked step, in the source and in
//! the nodes that it visits.

use gametree::horizon::Static;
use gametree::observer::{Cut, Enter, Leave, Probe, Try};
use gametree::ordering::{Captures, GeneratorOrder, HashMove, History, Killers, PvMove, Rank};
use gametree::searches::{
    AlphaBeta, Deepening, InternalDeepening, LateMoveReductions, LateMoveRule, Minimax, Negamax,
    NullMove, NullMoveRule, OrderedAlphaBeta, Pvs, TableAlphaBeta,
};
use gametree::synthetic::{GraphGame, GraphState, NodeValue, UniformTree, VertexValue};
use gametree::table::{DepthMatch, Replacement, Table};
use gametree::{Bound, Evaluator, Game, Limits, Marked, Observer, Score, Searcher, Side, Stats};
use std::fmt::Debug;

/// A file of the line: its name, its parent, and the words in its body that differ from the
/// parent's because the step adds parameters.
struct Lecture {
    file: &'static str,
    parent: Option<&'static str>,
    body: Body,
}

enum Body {
    /// The parent's body, except for the marked step and these words (this file's, the parent's).
    Parents(&'static str, &'static [(&'static str, &'static str)]),
    /// Another body: the search wraps another one, or is another form of it.
    Own,
}

const SAME_CALLS: &[(&str, &str)] = &[];

const LINE: [Lecture; 12] = [
    Lecture {
        file: "minimax",
        parent: None,
        body: Body::Own,
    },
    Lecture {
        file: "negamax",
        parent: Some("Minimax"),
        body: Body::Own,
    },
    Lecture {
        file: "alphabeta",
        parent: Some("Negamax"),
        body: Body::Parents(
            "negamax",
            &[
                ("ply+1,a,b)", "ply+1)"),
                ("ply,alpha,beta)", "ply,-INF,INF)"),
                ("depth,alpha,beta)", "depth,-INF,INF)"),
            ],
        ),
    },
    Lecture {
        file: "deepening",
        parent: Some("AlphaBeta"),
        body: Body::Own,
    },
    Lecture {
        file: "ordering",
        parent: Some("AlphaBeta"),
        body: Body::Parents("alphabeta", SAME_CALLS),
    },
    Lecture {
        file: "transposition",
        parent: Some("OrderedAlphaBeta"),
        body: Body::Parents("ordering", SAME_CALLS),
    },
    Lecture {
        file: "pvs",
        parent: Some("TableAlphaBeta"),
        body: Body::Parents("transposition", SAME_CALLS),
    },
    Lecture {
        file: "aspiration",
        parent: Some("Pvs"),
        body: Body::Own,
    },
    Lecture {
        file: "quiescence",
        parent: Some("Static"),
        body: Body::Own,
    },
    Lecture {
        file: "null_move",
        parent: Some("Pvs"),
        body: Body::Parents("pvs", &[("ply+1,a,b,true)", "ply+1,a,b)")]),
    },
    Lecture {
        file: "internal_deepening",
        parent: Some("NullMove"),
        body: Body::Parents("null_move", SAME_CALLS),
    },
    Lecture {
        file: "late_move_reductions",
        parent: Some("InternalDeepening"),
        body: Body::Parents("internal_deepening", SAME_CALLS),
    },
];

/// The branches and their origins.
const BRANCHES: [(&str, &str); 4] = [
    ("maxmin_alphabeta", "Minimax"),
    ("fail_hard", "AlphaBeta"),
    ("best_moves", "AlphaBeta"),
    ("mtdf", "TableAlphaBeta"),
];

/// The parallel searches in their reading order, with their parents and the title of each step.
const PARALLEL: [(&str, &str, &str); 5] = [
    ("root_splitting", "AlphaBeta", "root splitting"),
    (
        "pv_splitting",
        "RootSplitting",
        "principal variation splitting",
    ),
    ("young_brothers_wait", "PvSplitting", "Young Brothers Wait"),
    ("lazy_smp", "TableAlphaBeta", "lazy SMP"),
    ("abdada", "LazySmp", "ABDADA"),
];

fn source(file: &str) -> String {
    let path = format!("{}/src/searches/{file}.rs", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// Returns the name in the first link after `word` in the head of a file. `word` must occur once.
fn named_after(file: &str, source: &str, word: &str) -> Option<String> {
    let head: String = source
        .lines()
        .map_while(|line| line.strip_prefix("//!"))
        .collect();
    assert_eq!(head.matches(word).count(), 1, "{file}: {word}");
    let rest = head.split_once(word)?.1;
    let sentence = rest.split("**").next()?;
    let name = sentence.split_once("[`")?.1.split_once("`]")?.0;
    Some(name.to_owned())
}

/// Returns the lines of `fn value` between its braces.
fn body(source: &str) -> Vec<&str> {
    source
        .lines()
        .skip_while(|line| !line.trim_start().starts_with("fn value<"))
        .skip_while(|line| *line != "    {")
        .skip(1)
        .take_while(|line| *line != "    }")
        .map(str::trim)
        .collect()
}

/// Returns the code without comments, white space and trailing commas.
fn bare<'a>(lines: impl Iterator<Item = &'a str>) -> String {
    let code: String = lines.filter(|line| !line.starts_with("//")).collect();
    let code: String = code.chars().filter(|c| !c.is_whitespace()).collect();
    code.replace(",)", ")")
}

/// Returns the body with each marked part replaced by its `Was:` lines.
fn without_the_step<'a>(lines: &[&'a str]) -> Vec<&'a str> {
    let mut inside = false;
    let mut kept = Vec::new();
    for &line in lines {
        if line.starts_with("// >>>") {
            inside = true;
        } else if line == "// <<<" {
            inside = false;
        } else if let Some(was) = line.strip_prefix("// Was: ") {
            assert!(inside, "{line}");
            kept.push(was);
        } else if !inside {
            kept.push(line);
        }
    }
    kept
}

#[test]
fn every_file_of_the_line_names_its_parent_and_marks_one_step() {
    for (index, lecture) in LINE.iter().enumerate() {
        let (file, source) = (lecture.file, source(lecture.file));
        let parent = named_after(file, &source, "**Parent.**");
        assert_eq!(parent.as_deref(), lecture.parent, "{file}");
        named_after(file, &source, "**New here.**");

        // One step, in one part or in parts that are counted: "New in step 3 (2 of 4): ...".
        let marks: Vec<&str> = source
            .lines()
            .map(str::trim)
            .filter(|line| line.starts_with("// >>>") || line.starts_with("// <<<"))
            .collect();
        let parts = marks.len() / 2;
        assert!(parts > 0 && marks.len() == 2 * parts, "{file}: {marks:?}");
        for (part, pair) in marks.chunks(2).enumerate() {
            let step = index + 1;
            let label = match parts {
                1 => format!("// >>> New in step {step}: "),
                _ => format!("// >>> New in step {step} ({} of {parts}): ", part + 1),
            };
            assert!(pair[0].starts_with(&label), "{file}: {}", pair[0]);
            assert_eq!(pair[1], "// <<<", "{file}");
        }
    }
}

#[test]
fn without_its_step_a_file_is_its_parent() {
    let mut compared = 0;
    for lecture in &LINE {
        let Body::Parents(parent, words) = lecture.body else {
            continue;
        };
        let (file, parent_file) = (source(lecture.file), source(parent));
        let lines = body(&file);
        let mut ours = bare(without_the_step(&lines).into_iter());
        for (own, parents) in words {
            assert!(ours.contains(own), "{}: {own}", lecture.file);
            ours = ours.replace(own, parents);
        }
        let theirs = bare(body(&parent_file).into_iter());
        assert!(theirs.len() > 300, "{parent}: no body found");
        assert_eq!(ours, theirs, "{} without its step", lecture.file);
        assert_ne!(bare(lines.into_iter()), theirs, "{}: no step", lecture.file);
        compared += 1;
    }
    assert_eq!(compared, 7);
}

#[test]
fn every_branch_names_its_origin_and_every_file_is_listed() {
    for (file, from) in BRANCHES {
        let source = source(file);
        let parent = named_after(file, &source, "**Branch of.**");
        assert_eq!(parent.as_deref(), Some(from), "{file}");
        named_after(file, &source, "**Different here.**");
        assert!(!source.contains("// >>>"), "{file} is not on the line");
    }
    let folder = format!("{}/src/searches", env!("CARGO_MANIFEST_DIR"));
    let files = std::fs::read_dir(folder).unwrap().count();
    assert_eq!(
        files,
        LINE.len() + BRANCHES.len() + 2,
        "mod.rs and parallel"
    );
    // The table of contents has the line in order.
    let contents = source("mod");
    let places: Vec<usize> = (1..=LINE.len())
        .map(|step| contents.find(&format!("//! {step}. [`")).expect("a line"))
        .collect();
    assert!(places.is_sorted());
}

#[test]
fn every_parallel_search_names_its_parent_and_marks_its_step() {
    let contents = source("parallel/mod");
    let mut places = Vec::new();
    for (number, (file, from, title)) in PARALLEL.into_iter().enumerate() {
        let source = source(&format!("parallel/{file}"));
        assert_eq!(
            named_after(file, &source, "**Parent.**").as_deref(),
            Some(from)
        );
        for part in ["New here", "The idea", "Why it is right", "What it costs"] {
            assert!(source.contains(&format!("**{part}.**")), "{file}: {part}");
        }
        assert!(source.contains("**The invariant.**") && source.contains("**Reference"));
        let marks: Vec<&str> = source
            .lines()
            .map(str::trim)
            .filter(|line| line.starts_with("// >>>") || line.starts_with("// <<<"))
            .collect();
        let parts = marks.len() / 2;
        assert!(parts > 0 && marks.len() == 2 * parts, "{file}: {marks:?}");
        for (part, pair) in marks.chunks(2).enumerate() {
            let label = match parts {
                1 => format!("// >>> New in {title}: "),
                _ => format!("// >>> New in {title} ({} of {parts}): ", part + 1),
            };
            assert!(pair[0].starts_with(&label), "{file}: {}", pair[0]);
            assert_eq!(pair[1], "// <<<", "{file}");
        }
        let line = format!("//! {}. [`", number + 1);
        places.push(contents.find(&line).expect("a line of the contents"));
    }
    assert!(places.is_sorted());
}

/// A graph game in which the side to move may pass, some moves are captures, and some positions are
/// checks: something for every step to do.
struct Lively(GraphGame);

/// The vertex of the token, and whether passes have swapped the sides.
#[derive(Clone, Copy)]
struct LivelyState {
    graph: GraphState,
    swapped: bool,
}

impl LivelyState {
    fn seen(self, value: Score) -> Score {
        if self.swapped { -value } else { value }
    }
}

impl Lively {
    fn root(&self) -> LivelyState {
        LivelyState {
            graph: self.0.root(),
            swapped: false,
        }
    }
}

impl Game for Lively {
    type State = LivelyState;
    type Move = u16;
    type Undo = LivelyState;

    fn side(&self, state: &LivelyState) -> Side {
        let side = self.0.side(&state.graph);
        if state.swapped { side.other() } else { side }
    }
    fn moves(&self, state: &LivelyState, out: &mut Vec<u16>) {
        self.0.moves(&state.graph, out);
    }
    fn play(&self, state: &mut LivelyState, mv: u16) -> LivelyState {
        let before = *state;
        self.0.play(&mut state.graph, mv);
        before
    }
    fn undo(&self, state: &mut LivelyState, _: u16, before: LivelyState) {
        *state = before;
    }
    fn terminal(&self, state: &LivelyState) -> Option<Score> {
        let value = self.0.terminal(&state.graph)?;
        Some(state.seen(value))
    }
    fn key(&self, state: &LivelyState) -> u64 {
        self.0.key(&state.graph) ^ u64::from(state.swapped)
    }
    fn move_slot(&self, mv: u16) -> Option<usize> {
        self.0.move_slot(mv)
    }
    fn null_move(&self, state: &mut LivelyState) -> Option<LivelyState> {
        let before = *state;
        if self.in_check(state) {
            return None;
        }
        state.swapped = !state.swapped;
        Some(before)
    }
    fn undo_null(&self, state: &mut LivelyState, before: LivelyState) {
        *state = before;
    }
    fn in_check(&self, state: &LivelyState) -> bool {
        self.0.key(&state.graph).is_multiple_of(16)
    }
    fn capture_value(&self, state: &LivelyState, mv: u16) -> Option<i32> {
        let draw = self.0.key(&state.graph) >> mv;
        draw.is_multiple_of(8).then_some(i32::from(mv))
    }
}

#[derive(Clone)]
struct LivelyValue;

impl Evaluator<Lively> for LivelyValue {
    fn evaluate(&mut self, game: &Lively, state: &LivelyState) -> Score {
        state.seen(VertexValue.evaluate(&game.0, &state.graph))
    }
}

/// Logs every event of a search as text.
#[derive(Default)]
struct Log(Vec<String>);

impl<M: Debug> Observer<M> for Log {
    fn enter(&mut self, event: &Enter) {
        self.0.push(format!("{event:?}"));
    }
    fn probe(&mut self, found: Option<&Probe>) {
        self.0.push(format!("{found:?}"));
    }
    fn order(&mut self, moves: &[M], ranks: &[Rank]) {
        let scores = ranks.iter().map(|rank| (rank.score, rank.source));
        let scores = scores.collect::<Vec<_>>();
        self.0.push(format!("{moves:?} {scores:?}"));
    }
    fn try_move(&mut self, mv: Option<M>, why: Try) {
        self.0.push(format!("{mv:?} {why:?}"));
    }
    fn cut(&mut self, reason: Cut, skipped: &[M]) {
        self.0.push(format!("{reason:?} {skipped:?}"));
    }
    fn mark(&mut self, child: Option<M>, marks: &[Marked]) {
        self.0.push(format!("{child:?} {marks:?}"));
    }
    fn leave(&mut self, event: &Leave<M>) {
        self.0.push(format!("{event:?}"));
    }
    fn iteration(&mut self, depth: u32, score: Score, bound: Bound, pv: &[M], stats: &Stats) {
        let nodes = stats.nodes;
        self.0
            .push(format!("{depth} {score} {bound:?} {pv:?} {nodes}"));
    }
    fn stopped(&mut self) {
        self.0.push("stopped".to_owned());
    }
}

/// Returns the value, the number of nodes and every event of a search.
fn seen<G: Game>(
    mut search: impl Searcher<G>,
    game: &G,
    root: &G::State,
    depth: u32,
) -> (Score, u64, Vec<String>) {
    let mut log = Log::default();
    let result = search.search_watched(game, root, &Limits::depth(depth), &mut log);
    (result.score, result.stats.nodes, log.0)
}

/// The number of games on which each step, switched on, differed from its parent: null move, internal deepening,
/// late move reductions.
#[derive(Default)]
struct Differences([u32; 3]);

/// Checks that each step, switched off, does exactly what its parent does with its own steps on.
fn check_steps<G, E>(game: &G, root: &G::State, eval: &E, depth: u32, differ: &mut Differences)
where
    G: Game,
    E: Evaluator<G> + Clone,
{
    let horizon = || Static(eval.clone());
    let exact = DepthMatch::Exact;
    let all = seen(Minimax::new(eval.clone()), game, root, depth);
    let nega = seen(Negamax::new(eval.clone()), game, root, depth);
    assert_eq!((all.0, all.1), (nega.0, nega.1), "negamax is minimax");

    let plain = AlphaBeta::new(eval.clone());
    let ordered = OrderedAlphaBeta::with(horizon(), GeneratorOrder);
    assert!(seen(plain, game, root, depth) == seen(ordered, game, root, depth));

    let row = || (HashMove, PvMove, Captures, Killers::new(), History::new());
    let parent = OrderedAlphaBeta::with(horizon(), row());
    let child = TableAlphaBeta::with(horizon(), row(), None, exact);
    let deep = (Deepening::new(parent), Deepening::new(child));
    assert!(seen(deep.0, game, root, depth) == seen(deep.1, game, root, depth));

    for entries in [None, Some(8), Some(1 << 10)] {
        let table = || entries.map(|entries| Table::new(entries, Replacement::TwoTier));
        let passes = NullMoveRule::default();
        let late = LateMoveRule {
            full_moves: 1,
            ..LateMoveRule::default()
        };
        let pvs = || Pvs::with(horizon(), row()).with_table(table(), exact);
        let null = || NullMove::with(horizon(), row()).with_table(table(), exact);
        let internal = || {
            InternalDeepening::with(horizon(), row())
                .with_table(table(), exact)
                .with_null_move(passes)
        };
        let reduced = || {
            LateMoveReductions::with(horizon(), row())
                .with_table(table(), exact)
                .with_null_move(passes)
                .with_internal_deepening(true)
        };
        macro_rules! run {
            ($search:expr) => {
                seen(Deepening::new($search), game, root, depth)
            };
        }
        let (parent, on) = (run!(pvs()), run!(null().with_null_move(passes)));
        assert!(parent == run!(null()), "null move, off");
        assert_eq!(parent.0, all.0, "principal variation search is exact");
        differ.0[0] += u32::from(parent != on);

        let (parent, on) = (on, run!(internal().with_internal_deepening(true)));
        assert!(parent == run!(internal()), "internal deepening, off");
        differ.0[1] += u32::from(parent != on);

        let (parent, on) = (on, run!(reduced().with_reductions(late)));
        assert!(parent == run!(reduced()), "late move reductions, off");
        differ.0[2] += u32::from(parent != on);
    }
}

#[test]
fn a_step_switched_off_does_what_its_parent_does() {
    let mut differ = Differences::default();
    for seed in 0..20 {
        let tree = UniformTree::random(3, 6, seed).with_range(20);
        check_steps(&tree, &tree.root(), &NodeValue, 6, &mut differ);
    }
    assert_eq!(differ.0[0], 0, "a tree has no null move");
    for seed in 0..20 {
        let lively = Lively(GraphGame::with_double_moves(30, seed));
        check_steps(&lively, &lively.root(), &LivelyValue, 7, &mut differ);
    }
    // A step that never changes anything would make this test empty.
    assert!(differ.0.iter().all(|&games| games > 20), "{:?}", differ.0);
}

#[test]
fn the_rule_for_late_moves_leaves_a_ply() {
    let rule = LateMoveRule::default();
    assert_eq!(rule.reduction_at(2, 9), 0, "too near the horizon");
    assert_eq!(rule.reduction_at(3, 3), 0, "the fourth move");
    assert_eq!(rule.reduction_at(3, 4), 1);
    assert_eq!(rule.reduction_at(7, 4), 2);
    let wild = LateMoveRule {
        from_depth: 0,
        full_moves: 0,
        reduction: u32::MAX,
        adaptive: true,
    };
    for depth in 0..10 {
        assert_eq!(wild.reduction_at(depth, 0), 0, "the first move");
        assert_eq!(wild.reduction_at(depth, 1), depth.saturating_sub(2));
    }
}
