//! Every player can be had by name for every game, plays legal moves, and keeps its promises.

use gametree::{Limits, Request, Searcher, searches::Minimax};
use players::registry::players;
use players::{Arena, GameKind, Record, Seat, WithGame, value_of};

struct PlaysLegally(&'static str);

impl WithGame for PlaysLegally {
    type Output = ();

    fn run<G: Arena>(self, game: &G) {
        let mut seat = Seat::<G>::sit(self.0).unwrap_or_else(|error| panic!("{error}"));
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
            assert!(legal.contains(&mv), "{} in {}", self.0, G::KIND);
            record.play(game, mv);
        }
        assert!(record.moves().len() >= 5);
    }
}

#[test]
fn every_player_plays_every_game() {
    for entry in players() {
        for game in GameKind::ALL {
            if entry.game.is_none_or(|plays| plays == game) {
                game.with(PlaysLegally(entry.name));
            }
        }
    }
}

/// Specs whose value must equal minimax, whatever the game.
const EXACT: &[&str] = &[
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

struct EqualsMinimax;

impl WithGame for EqualsMinimax {
    type Output = ();

    fn run<G: Arena>(self, game: &G) {
        let mut record = Record::<G>::new(game.start());
        // A few plies from the start, so that something can happen.
        for index in [3, 1, 4, 1, 5, 9] {
            let moves = game.legal_moves(record.state());
            if moves.is_empty() {
                break;
            }
            record.play(game, moves[index % moves.len()]);
        }
        let limits = Limits::depth(3);
        let evaluator = G::evaluator(G::EVALUATORS[0].0).expect("the first evaluator");
        let truth = Minimax::new(evaluator).search(game, record.state(), &limits);
        for spec in EXACT {
            // The classical player has an evaluator of its own unless told otherwise.
            let separator = if spec.contains(':') { ',' } else { ':' };
            let spec = &format!("{spec}{separator}eval={}", G::EVALUATORS[0].0);
            let mut seat = Seat::<G>::sit(spec).unwrap_or_else(|error| panic!("{error}"));
            let request = Request::new(limits.clone());
            let answer = seat.answer(game, &record, &request).expect("an answer");
            let truth = value_of(G::KIND, truth.score);
            assert_eq!(answer.value, Some(truth), "{spec} in {}", G::KIND);
        }
    }
}

#[test]
fn exact_players_equal_minimax() {
    for game in GameKind::ALL {
        game.with(EqualsMinimax);
    }
}

#[test]
fn a_player_without_a_depth_answers_within_its_nodes() {
    use games::{BoardGame, Chess};
    let game = Chess::default();
    let record = Record::new(game.start());
    for nodes in [1, 2, 50, 5_000] {
        for name in ["minimax", "alphabeta", "mtdf", "classic"] {
            let mut seat = Seat::<Chess>::sit(&format!("{name}:nodes={nodes}")).expect("a player");
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
    use games::Chess;
    let error = |text: &str| match Seat::<Chess>::sit(text) {
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
            "chess has no evaluator \"materiel\"; did you mean material? (it has: material, squares, mobility, zero)",
        ),
        (
            "alphabeta:form=hard,tt=1",
            "form=hard is the bare textbook form and has no tt; leave one of them out",
        ),
        (
            "uci:no-such-program-anywhere",
            "there is no command \"no-such-program-anywhere\" (a program is uci:PATH[,arg=VALUE...][,option.NAME=VALUE...], a comma in it written twice)",
        ),
        (
            "uci",
            "the path is missing (a program is uci:PATH[,arg=VALUE...][,option.NAME=VALUE...], a comma in it written twice)",
        ),
        (
            "fil:./player",
            "no player is called \"fil\"; did you mean file? (`espalier players` lists them)",
        ),
        (
            "",
            "a player is name[:key=value,...], such as alphabeta:depth=4",
        ),
    ] {
        assert_eq!(error(text), message);
    }
}
