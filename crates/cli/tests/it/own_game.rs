//! A game defined at run time in a comparison, in a match and as a recorded tree.

use contest::{Adjudication, Contest, Format, Openings, Participant, Plan, PlayerLimit};
use games::dynamic::{DynamicGame, Failure, Rules};
use games::{BoardGame, Record};
use gametree::{Limits, Request, Signal};
use players::{Listener, PlayerSpec, Seat, builtin, value_of_player};
use research::compare::compare;
use trace::{Recorded, Recorder};

/// Fourteen matches. A move takes one, two or three; the last match wins. `fails` is the number of matches at which the rules
/// fail.
struct Matches {
    fails: u32,
}

impl Rules for Matches {
    type State = u32;
    type Move = u32;
    type Key = u32;

    fn start(&self) -> Result<u32, Failure> {
        Ok(14)
    }

    fn moves(&self, left: &u32) -> Result<Vec<u32>, Failure> {
        Ok((1..=3.min(*left)).collect())
    }

    fn play(&self, left: &u32, taken: &u32) -> Result<u32, Failure> {
        Ok(left - taken)
    }

    fn result(&self, left: &u32) -> Result<Option<i64>, Failure> {
        if *left == self.fails {
            return Err("an accident".into());
        }
        Ok((*left == 0).then_some(-1))
    }

    fn key(&self, left: &u32) -> Result<Option<u32>, Failure> {
        Ok(Some(*left))
    }
}

fn game(fails: u32) -> DynamicGame {
    DynamicGame::new(Matches { fails }).expect("rules")
}

fn specs(texts: &[&str]) -> Vec<PlayerSpec> {
    let parse = |text: &&str| builtin(text).expect(text);
    texts.iter().map(parse).collect()
}

#[test]
fn a_game_of_ones_own_is_compared() {
    let game = game(99);
    let specs = specs(&["minimax", "alphabeta:order=history", "mtdf", "sss", "uct"]);
    let limits = Limits::depth(6);
    let comparison = compare(&game, &specs, &[game.start()], &limits, |_, _| {}).expect("rows");
    assert_eq!(comparison.positions[0].fen, "start");
    for row in &comparison.positions[0].rows[..4] {
        assert_eq!(row.equals_minimax, Some(true), "{}", row.answer.player);
    }
}

/// Returns the half points of the first player, one number for each game.
fn play(game: &DynamicGame, specs: &[PlayerSpec]) -> Vec<usize> {
    let openings = Openings::random(2, 7);
    let plan = Plan {
        format: Format::RoundRobin,
        game: DynamicGame::ID.name().to_owned(),
        players: (specs.iter())
            .map(|spec| Participant {
                name: None,
                spec: spec.to_string(),
                limit: PlayerLimit::default(),
            })
            .collect(),
        games: 8,
        openings: openings.source().clone(),
        seed: 7,
        time_margin: 10_000,
        ponder: false,
        adjudication: Adjudication::default(),
        sprt: None,
    };
    let contest = Contest {
        game,
        plan: &plan,
        openings: &openings,
        make_seat: &|index| Seat::for_game(game, &specs[index]),
        watch: None,
    };
    let schedule: Vec<_> = plan.schedule().iter().collect();
    let mut points = Vec::new();
    contest.run(&schedule, 2, None, &game.stop_flag(), |finished| {
        for one in finished {
            let first = one.line.result.half_points();
            let is_first = one.line.players[0] == 0;
            points.push(if is_first { first } else { 2 - first });
        }
    });
    points
}

#[test]
fn players_play_a_match_in_a_game_of_ones_own() {
    let players = specs(&["alphabeta:depth=14,tt=1", "random"]);
    let sound = game(99);
    let points = play(&sound, &players);
    assert_eq!(points.len(), 8);
    assert!(points.iter().sum::<usize>() > 8, "{points:?}");
    // An error of the rules stops the match. No player loses by it.
    let broken = game(2);
    assert!(play(&broken, &players).is_empty());
    let failure = broken.failure().map(ToString::to_string);
    assert_eq!(failure.as_deref(), Some("result failed: an accident"));
}

#[test]
fn the_tree_of_a_game_of_ones_own_is_recorded() {
    let game = game(99);
    let record = Record::new(game.start());
    for spec in specs(&[
        "alphabeta:depth=4",
        "pvs:tt=1,depth=4",
        "bestfirst:nodes=200",
    ]) {
        let mut seat = Seat::for_game(&game, &spec).expect("a player");
        let mut recorder = Recorder::new();
        let signal = Signal::with_stop(game.stop_flag());
        let listener = Listener::observing(&mut recorder);
        let answer = seat.ask(&game, &record, &Request::default(), &signal, listener);
        let answer = answer.expect("an answer");
        let name = spec.name();
        let recorded = Recorded::new(
            game.clone(),
            game.start(),
            name,
            value_of_player::<DynamicGame>,
            recorder,
        );
        let summary = recorded.summary(name, answer.best, String::new(), answer.stats.nodes, 0.0);
        assert!(u64::from(summary.recorded) >= answer.stats.nodes, "{spec}");
        assert_eq!(summary.best, answer.best.map(|mv| game.write_move(mv)));
    }
}
