//! An ordering is a stable permutation of the moves, and saves nodes.

use gametree::checks::{exact_searches, orderings};
use gametree::observer::Observer;
use gametree::ordering::{HashMove, History, Killers, Orderer, PvMove, Rank, Source, StaticValue};
use gametree::searches::{Deepening, OrderedAlphaBeta};
use gametree::synthetic::{GraphGame, NodeValue, UniformTree, VertexValue};
use gametree::{Limits, Searcher, horizon::Static};

/// In these games the moves of a node are 0, 1, ..., in generator order.
#[derive(Default)]
struct Permutations {
    seen: u64,
}

impl Observer<u16> for Permutations {
    fn order(&mut self, moves: &[u16], ranks: &[Rank]) {
        self.seen += 1;
        let mut sorted = moves.to_vec();
        sorted.sort_unstable();
        let all: Vec<u16> = (0..moves.len() as u16).collect();
        assert_eq!(sorted, all, "not a permutation");
        for place in 1..moves.len() {
            assert!(!ranks[place].goes_before(ranks[place - 1]), "not sorted");
            if !ranks[place - 1].goes_before(ranks[place]) {
                assert!(moves[place - 1] < moves[place], "not stable");
            }
        }
    }
}

#[test]
fn orderings_are_stable_permutations() {
    for seed in 0..20 {
        let game = GraphGame::new(30, seed);
        for (name, mut search) in orderings(&VertexValue)
            .into_iter()
            .chain(exact_searches(&VertexValue))
        {
            let mut check = Permutations::default();
            search.search_watched(&game, &game.root(), &Limits::depth(5), &mut check);
            let sorts = !matches!(
                name,
                "negamax"
                    | "max/min alpha-beta"
                    | "fail-hard alpha-beta"
                    | "alpha-beta"
                    | "all best moves"
                    | "pvs"
                    | "null move, off"
                    | "aspiration"
            );
            assert_eq!(check.seen > 0, sorts, "{name}");
        }
    }
}

fn nodes_with<R: Orderer<UniformTree>>(order: impl Fn() -> R) -> u64 {
    (0..30)
        .map(|seed| {
            let tree = UniformTree::random(4, 6, seed);
            let mut search = Deepening::new(OrderedAlphaBeta::with(Static(NodeValue), order()));
            let result = search.search(&tree, &tree.root(), &Limits::depth(6));
            result.stats.nodes
        })
        .sum()
}

#[test]
fn a_tuple_and_a_list_of_boxes_give_the_same_order() {
    let tuple = nodes_with(|| (PvMove, Killers::new(), History::new()));
    let boxes = nodes_with(|| -> Vec<Box<dyn Orderer<UniformTree>>> {
        vec![
            Box::new(PvMove),
            Box::new(Killers::new()),
            Box::new(History::new()),
        ]
    });
    assert_eq!(tuple, boxes);
    // An empty list, and a list of pieces that rank nothing, keep the order.
    let nothing = nodes_with(Vec::<Box<dyn Orderer<UniformTree>>>::new);
    let no_opinion = nodes_with(|| (HashMove, HashMove));
    assert_eq!(nothing, no_opinion);
}

#[test]
fn the_first_piece_that_ranks_a_move_is_its_source() {
    struct Sources(Vec<Source>);
    impl Observer<u32> for Sources {
        fn order(&mut self, _: &[u32], ranks: &[Rank]) {
            self.0.extend(ranks.iter().map(|rank| rank.source));
        }
    }
    let tree = UniformTree::random(3, 5, 1);
    let mut search = Deepening::new(OrderedAlphaBeta::with(
        Static(NodeValue),
        (PvMove, StaticValue(NodeValue)),
    ));
    let mut sources = Sources(Vec::new());
    search.search_watched(&tree, &tree.root(), &Limits::depth(5), &mut sources);
    let count = |wanted| sources.0.iter().filter(|&&source| source == wanted).count();
    // The line grows by one move per iteration: 0 + 1 + 2 + 3 + 4 nodes are on it.
    assert_eq!(count(Source::Pv), 10);
    assert_eq!(count(Source::Generator), 0);
    assert!(count(Source::Static) > 100);
}
