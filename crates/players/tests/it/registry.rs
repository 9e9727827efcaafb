//! Every player can be had by name for every game, plays legal moves, and keeps its promises.

use games::{BoardGame, Chess, GameId, MiniChess, Record, WithGame};
use gametree::{Limits, Request, Searcher, SplitMix64, searches::Minimax};
use players::Seat;
use players::{Entry, Group, PlayerSpec, Registry, builtin};

struct PlaysLegally<'a>(&'a str);

impl WithGame for PlaysLegally<'_> {
    type Output = ();

    fn run<G: BoardGame>(self, game: &G) {
        let mut seat = Seat::<G>::builtin(self.0).unwrap_or_else(|error| panic!("{error}"));
        let mut record = Record::<G>::new(game.start());
        let request = Request::new(Limits::depth(2));
        for _ in 0..12 {
            let legal = game.legal_moves(record.state());
            let answer = seat.answer(game, &record, &request).expect("an answer");
            if legal.is_empty() {
                assert_eq!(answer.best, None);
                break;
            }
            let mv = answer.best.expect("an answer where there is a move");
            assert!(legal.contains(&mv), "{} in {}", self.0, G::ID);
            record.play(game, mv);
        }
        assert!(record.moves().len() >= 5);
    }
}

#[test]
fn every_player_plays_every_game() {
    for entry in Registry::builtin().entries() {
        for game in GameId::ALL {
            if entry.plays(game) {
                game.with(PlaysLegally(&entry.name));
            }
        }
    }
}

/// Specs whose value must equal minimax, whatever the game.
pub const EXACT: &[&str] = &[
    "minimax",
    "negamax",
    "alphabeta",
    "alphabeta:form=hard",
    "alphabeta:form=maxmin",
    "alphabeta:order=static+mvvlva",
    "alphabeta:order=random,seed=5",
    "alphabeta:order=hash+pv+killers+history+countermove,tt=1,id",
    "alphabeta:tt=1,replace=always",
    "pvs:tt=1,iid,order=hash+replies",
    "pvs",
    "pvs:order=hash+killers,tt=1,id,asp=30",
    "mtdf",
    "mtdf:id,tt=1",
    "classic:null=off,quiesce=off,ttmatch=exact",
];

/// So many positions of random games in which every exact player has the value of minimax.
struct EqualsMinimax(u64);

impl WithGame for EqualsMinimax {
    type Output = ();

    fn run<G: BoardGame>(self, game: &G) {
        let limits = Limits::depth(3);
        let name = G::EVALUATORS[0].0;
        let evaluator = G::evaluator(name).expect("the first evaluator");
        let mut minimax = Minimax::new(evaluator);
        let mut seats: Vec<(String, Seat<G>)> = EXACT
            .iter()
            .map(|spec| {
                // The classical player has another default evaluator.
                let separator = if spec.contains(':') { ',' } else { ':' };
                let spec = format!("{spec}{separator}eval={name}");
                let seat = Seat::builtin(&spec).unwrap_or_else(|error| panic!("{error}"));
                (spec, seat)
            })
            .collect();
        for seed in 0..self.0 {
            let mut rng = SplitMix64::new(seed);
            let mut record = Record::<G>::new(game.start());
            for _ in 0..rng.below(60) {
                let moves = game.legal_moves(record.state());
                if moves.is_empty() {
                    break;
                }
                record.play(game, moves[rng.below(moves.len() as u64) as usize]);
            }
            if game.terminal(record.state()).is_some() {
                continue;
            }
            let truth = minimax.search(game, record.state(), &limits);
            let truth = G::value(truth.score);
            for (spec, seat) in &mut seats {
                seat.new_game().expect("a new game");
                let request = Request::new(limits.clone());
                let answer = seat.answer(game, &record, &request).expect("an answer");
                let position = game.write_position(record.state());
                assert_eq!(answer.value, Some(truth), "{spec} in {}: {position}", G::ID);
            }
        }
    }
}

#[test]
fn exact_players_equal_minimax() {
    for game in GameId::ALL {
        game.with(EqualsMinimax(40));
    }
}

#[test]
fn a_player_without_a_depth_answers_within_its_nodes() {
    use games::{BoardGame, Chess};
    let game = Chess::default();
    let record = Record::new(game.start());
    for nodes in [1, 2, 50, 5_000] {
        for name in ["minimax", "alphabeta", "mtdf", "classic"] {
            let mut seat =
                Seat::<Chess>::builtin(&format!("{name}:nodes={nodes}")).expect("a player");
            let answer = seat
                .answer(&game, &record, &Request::default())
                .expect("an answer");
            assert!(answer.best.is_some(), "{name} with {nodes} nodes");
            assert!(
                answer.stats.nodes <= nodes,
                "{name} used {} of {nodes}",
                answer.stats.nodes
            );
        }
    }
}

#[test]
fn bad_specs_say_what_is_wrong() {
    use Chess;
    let error = |text: &str| match Seat::<Chess>::builtin(text) {
        Ok(_) => panic!("{text} is no player"),
        Err(error) => error.to_string(),
    };
    for (text, message) in [
        (
            "alphabet",
            "no player is called \"alphabet\"; did you mean alphabeta? (`espalier players` lists them)",
        ),
        (
            "random:sed=3",
            "the player random has no setting \"sed\"; did you mean seed? (it has: seed)",
        ),
        (
            "minimax:depth=0",
            "the setting depth takes a number from 1 to 200, not \"0\"",
        ),
        (
            "minimax:eval=materiel",
            "chess has no evaluator \"materiel\"; did you mean material? (it has: material, squares, mobility, zero, report, domination, boardweight, a8)",
        ),
        (
            "alphabeta:form=hard,tt=1",
            "form=hard is the bare textbook form and has no tt; leave one of them out",
        ),
        (
            "",
            "a player is name[:key=value,...], such as alphabeta:depth=4",
        ),
    ] {
        assert_eq!(error(text), message);
    }
}

/// A few positions of a game: the start, and others some plies from it.
fn positions<G: BoardGame>(game: &G, count: u64) -> Vec<Record<G>> {
    (0..count)
        .map(|number| {
            let mut rng = SplitMix64::new(number);
            let mut record = Record::<G>::new(game.start());
            for _ in 0..2 * number {
                let moves = game.legal_moves(record.state());
                if moves.is_empty() {
                    break;
                }
                let index = rng.below(moves.len() as u64) as usize;
                record.play(game, moves[index]);
            }
            record
        })
        .filter(|record| !game.legal_moves(record.state()).is_empty())
        .collect()
}

/// A player, and the same with every preset written out.
struct WrittenOut<'a>(&'a Entry);

impl WithGame for WrittenOut<'_> {
    type Output = ();

    fn run<G: BoardGame>(self, game: &G) {
        let spec = builtin(&self.0.name).expect("a player");
        let whole = spec.written_out::<G>();
        let again = builtin(&whole.to_string()).expect("what is printed can be read");
        assert_eq!(again.written_out::<G>(), again);
        for key in &self.0.settings {
            let printed = again.given(key.name);
            assert_eq!(
                printed.map(ToString::to_string),
                key.preset.value::<G>(),
                "{whole}: {}",
                key.name
            );
        }
        let sit = |spec: &str| Seat::<G>::builtin(spec).expect(spec);
        let (mut short, mut long) = (sit(&self.0.name), sit(&whole.to_string()));
        // Course players know no nodes; what they look at at depth 1 or 2 is little enough.
        let limits = match self.0.group {
            Group::Course => Limits::depth(1),
            _ => Limits::nodes(500),
        };
        let request = Request::new(limits);
        for record in positions(game, 10) {
            let answer = |seat: &mut Seat<G>| {
                seat.new_game().expect("a new game");
                let answer = seat.answer(game, &record, &request);
                answer.map(|answer| (answer.best, answer.value, answer.stats.nodes))
            };
            assert_eq!(answer(&mut short), answer(&mut long), "{whole}");
        }
    }
}

#[test]
fn a_player_with_all_presets_written_out_is_the_same_player() {
    for entry in Registry::builtin().entries() {
        for game in GameId::ALL.into_iter().filter(|&game| entry.plays(game)) {
            game.with(WrittenOut(entry));
        }
    }
}

#[test]
fn the_classical_player_lists_its_techniques() {
    let classic = Registry::builtin().find("classic").expect("a player");
    let preset = |key: &str| classic.setting(key).expect(key).preset.fixed();
    for (key, value) in [
        ("tt", "16"),
        ("quiesce", "on"),
        ("null", "on"),
        ("iid", "on"),
        ("order", "hash+pv+mvvlva+killers+countermove+history"),
    ] {
        assert_eq!(preset(key).as_deref(), Some(value), "{key}");
    }
}

#[test]
fn every_bug_and_every_step_is_a_player() {
    use gametree::bugs::Bug;
    let game = Chess::default();
    let record = Record::<Chess>::new(game.start());
    let request = Request::new(Limits::depth(3));
    let mut specs: Vec<String> = Bug::ALL
        .iter()
        .map(|bug| format!("alphabeta:bug={}", bug.name()))
        .collect();
    let steps = [
        "alphabeta:ties=random,seed=3",
        "alphabeta:tt=1",
        "pvs:null",
        "pvs:iid,tt=1",
        "pvs:lmr",
        "classic:lmr",
    ];
    specs.extend(steps.map(str::to_owned));
    for spec in specs {
        let mut seat = Seat::<Chess>::builtin(&spec).expect(&spec);
        let answer = seat.answer(&game, &record, &request).expect(&spec);
        assert!(answer.best.is_some(), "{spec}");
    }
}

/// Ties are broken by the seed, and only ties.
#[test]
fn ties_are_broken_at_random() {
    use games::{BoardGame, TicTacToe};
    let game = TicTacToe::default();
    let record = Record::<TicTacToe>::new(game.start());
    let chosen: std::collections::HashSet<String> = (0..60)
        .map(|seed| {
            let spec = format!("alphabeta:eval=zero,depth=9,ties=random,seed={seed}");
            let mut seat = Seat::<TicTacToe>::builtin(&spec).expect("a player");
            let answer = seat.answer(&game, &record, &Request::default());
            game.write_move(answer.expect("an answer").best.expect("a move"))
        })
        .collect();
    assert_eq!(chosen.len(), 9, "every first move draws: {chosen:?}");
}

/// A spec is the very search of the lecture, node for node.
#[test]
fn specs_are_the_searches_of_the_line() {
    use Chess;
    use games::chess::Material;
    use gametree::horizon::Static;
    use gametree::ordering::{Captures, HashMove};
    use gametree::searches::{
        AlphaBeta, InternalDeepening, LateMoveReductions, LateMoveRule, NullMove, NullMoveRule,
        OrderedAlphaBeta, Pvs, TableAlphaBeta,
    };
    use gametree::table::{DepthMatch, Entry as TableEntry, Replacement, Table};
    type Make = fn() -> Box<dyn Searcher<Chess>>;
    const EXACT: DepthMatch = DepthMatch::Exact;
    fn table() -> Table<chess::Move> {
        let entry = size_of::<Option<TableEntry<chess::Move>>>();
        Table::new((1 << 20) / entry, Replacement::Bucket)
    }
    fn null() -> Option<NullMoveRule> {
        Some(NullMoveRule::default())
    }
    const LEAF: Static<Material> = Static(Material);
    const ROW: (HashMove, Captures) = (HashMove, Captures);
    let line: [(&str, Make); 7] = [
        ("alphabeta", || Box::new(AlphaBeta::new(Material))),
        ("alphabeta:order=mvvlva", || {
            Box::new(OrderedAlphaBeta::with(LEAF, Captures))
        }),
        ("alphabeta:order=hash+mvvlva,tt=1", || {
            Box::new(TableAlphaBeta::with(LEAF, ROW, table(), EXACT))
        }),
        ("pvs:order=hash+mvvlva,tt=1", || {
            Box::new(Pvs::with(LEAF, ROW).with_table(table(), EXACT))
        }),
        ("pvs:order=hash+mvvlva,tt=1,null", || {
            let search = NullMove::with(LEAF, ROW).with_table(table(), EXACT);
            Box::new(search.with_null_move(null()))
        }),
        ("pvs:order=hash+mvvlva,tt=1,null,iid", || {
            let search = InternalDeepening::with(LEAF, ROW)
                .with_table(table(), EXACT)
                .with_null_move(null());
            Box::new(search.with_internal_deepening(true))
        }),
        ("pvs:order=hash+mvvlva,tt=1,null,iid,lmr", || {
            let search = LateMoveReductions::with(LEAF, ROW)
                .with_table(table(), EXACT)
                .with_null_move(null())
                .with_internal_deepening(true);
            Box::new(search.with_reductions(Some(LateMoveRule::default())))
        }),
    ];
    let game = Chess::default();
    let limits = Limits::depth(5);
    let mut before = None;
    for (spec, make) in line {
        let mut nodes = 0;
        for record in positions(&game, 4) {
            let mut seat = Seat::<Chess>::builtin(spec).expect(spec);
            let request = Request::new(limits.clone());
            let answer = seat.answer(&game, &record, &request).expect(spec);
            let mut result = make().search(&game, record.state(), &limits);
            result.stats.time = answer.stats.time;
            assert_eq!(answer.stats, result.stats, "{spec}");
            assert_eq!(answer.best, result.best, "{spec}");
            nodes += answer.stats.nodes;
        }
        assert_ne!(before, Some(nodes), "{spec} adds nothing to the one before");
        before = Some(nodes);
    }
}

#[test]
fn a_baseline_is_the_player_it_stands_for() {
    let game = MiniChess::default();
    let record = Record::new(game.start());
    let registry = Registry::builtin();
    for entry in registry.baselines(MiniChess::ID) {
        let name = &*entry.name;
        let inner = entry.stands_for.as_ref().map(PlayerSpec::to_string);
        let inner = &inner.expect(name);
        let answer = |spec: &str| {
            let mut seat = Seat::<MiniChess>::builtin(spec).expect(spec);
            seat.seed(7);
            seat.new_game().expect("a new game");
            let answer = seat.answer(&game, &record, &Request::default());
            let answer = answer.expect("a move");
            (answer.best, answer.value, answer.stats.nodes)
        };
        assert_eq!(answer(name), answer(inner), "{name}");
        let seat = Seat::<MiniChess>::builtin(name).expect(name);
        assert_eq!(seat.name(), name);
        let error = Seat::<Chess>::builtin(name).err().expect(name);
        assert!(error.to_string().contains("plays minichess"), "{error}");
    }
    assert_eq!(registry.baselines(MiniChess::ID).count(), 5);
    assert_eq!(registry.baselines(Chess::ID).count(), 0);
}
