//! Converts games with variations between PGN and messages.

use std::collections::HashMap;

use games::{BoardGame, Chess, GameResult, WithGame};
use notation::{Builder, Comment, Game, Limits, Variant};

use crate::caps::caps;
use crate::protocol::{GameTree, PgnGame, Reply, TreeMove};

/// The most games of a text that are listed.
const MOST_GAMES: usize = 1_000;

/// Answers `read-pgn`.
pub fn read(text: &str, which: usize) -> Result<Reply, String> {
    let id = notation::kind_of(text).map_err(|error| error.to_string())?;
    let (tree, games) = id.with(Read(text, which))?;
    let most = caps().moves;
    if tree.moves.len() > 10 * most {
        return Err(format!(
            "a game has at most {} moves here, variations included",
            10 * most
        ));
    }
    Ok(Reply::Tree { tree, games })
}

/// The tag that names a chess variant.
const VARIANT: &str = "Variant";

/// Its value for Chess960, which includes the usual start position with the castling notation of Chess960.
const CHESS960: &str = "Chess960";

fn texts(comments: &[Comment]) -> Vec<String> {
    comments.iter().map(Comment::to_string).collect()
}

/// Reads the game with this index from a text.
struct Read<'a>(&'a str, usize);

impl WithGame for Read<'_> {
    type Output = Result<(GameTree, Vec<PgnGame>), String>;

    fn run<G: BoardGame>(self, rules: &G) -> Self::Output {
        let Self(text, which) = self;
        let mut selected = None;
        let mut list = Vec::new();
        let games = notation::Games::of(rules, text.as_bytes(), Limits::default());
        for (index, game) in games.take(MOST_GAMES).enumerate() {
            list.push(summary(&game));
            if index == which {
                selected = Some(match game {
                    Ok(game) => game,
                    // The moves before an illegal one are shown; the list has the error.
                    Err(error) => {
                        let game = legal_part(rules, text, which, &error)?;
                        if let Some(summary) = list.last_mut() {
                            summary.plies = game.main_line().nodes().len();
                        }
                        game
                    }
                });
            }
        }
        let game = selected.ok_or_else(|| match list.len() {
            0 => "there is no game in this text".to_owned(),
            games => format!(
                "this text has {games} games: there is no game {}",
                which + 1
            ),
        })?;
        let mut moves = Vec::new();
        collect(
            rules,
            game.main_line(),
            game.start().clone(),
            None,
            &mut moves,
        );
        let usual = *game.start() == rules.start();
        // The writer adds the unset tags as unknown, so they are left out here.
        let unset = notation::Tags::default();
        let tags = game.tags.iter();
        let mut tags: Vec<(String, String)> = tags
            .filter(|(name, value)| unset.get(name) != Some(value))
            .map(|(name, value)| (name.to_owned(), value.to_owned()))
            .collect();
        // From the usual start position only the tag distinguishes Chess960.
        if game.variant == Variant::Chess960 {
            tags.push((VARIANT.to_owned(), CHESS960.to_owned()));
        }
        let tree = GameTree {
            game: G::ID,
            start: (!usual).then(|| rules.write_position(game.start())),
            tags,
            comments: texts(&game.main_line().comments),
            result: game.result_text().to_owned(),
            moves,
        };
        Ok((tree, list))
    }
}

/// Returns the moves of a game before its first illegal move, or its error.
fn legal_part<G: BoardGame>(
    rules: &G,
    text: &str,
    which: usize,
    error: &notation::Error,
) -> Result<Game<G>, String> {
    let games = notation::Games::of(rules, text.as_bytes(), Limits::default());
    let game = games.up_to_illegal_moves().nth(which).and_then(Result::ok);
    game.filter(|game| {
        matches!(error.kind, notation::ErrorKind::Move { .. })
            && !game.main_line().nodes().is_empty()
    })
    .ok_or_else(|| error.to_string())
}

/// Summarizes a game for the list of games.
fn summary<G: BoardGame>(game: &Result<Game<G>, notation::Error>) -> PgnGame {
    let tag = |name: &str| {
        let found = game.as_ref().ok().and_then(|game| game.tags.get(name));
        found
            .filter(|value| !value.starts_with('?'))
            .unwrap_or("")
            .to_owned()
    };
    let sides = match G::SIDES {
        ["White", _] => ["White", "Black"],
        _ => ["Black", "White"],
    };
    PgnGame {
        players: sides.map(tag),
        event: tag("Event"),
        date: tag("Date"),
        result: game.as_ref().map_or("", Game::result_text).to_owned(),
        plies: game
            .as_ref()
            .map_or(0, |game| game.main_line().nodes().len()),
        problem: game.as_ref().err().map(ToString::to_string),
    }
}

fn collect<G: BoardGame>(
    rules: &G,
    line: &notation::Line<G::Move>,
    mut state: G::State,
    mut after: Option<u32>,
    moves: &mut Vec<TreeMove>,
) {
    for node in line.nodes() {
        let mv = rules.wire_move(&state, node.played());
        moves.push(TreeMove {
            mv,
            after,
            before: Vec::new(),
            nags: node.nags.clone(),
            comments: texts(&node.comments),
            later: texts(&node.later_comments),
        });
        let place = moves.len() as u32 - 1;
        for variation in node.variations() {
            let head = moves.len();
            collect(rules, variation, state.clone(), after, moves);
            // A variation without moves becomes a comment.
            match moves.get_mut(head) {
                Some(head) => head.before = texts(&variation.comments),
                None => moves[place as usize]
                    .later
                    .extend(texts(&variation.comments)),
            }
        }
        rules.play(&mut state, node.played());
        after = Some(place);
    }
}

/// The successors of each move; `None` is the start.
type Successors = HashMap<Option<u32>, Vec<u32>>;

fn successors(tree: &GameTree) -> Result<Successors, String> {
    let mut successors = Successors::new();
    for (index, step) in tree.moves.iter().enumerate() {
        if step.after.is_some_and(|after| after as usize >= index) {
            return Err(format!(
                "move {index} of the game comes before its predecessor"
            ));
        }
        successors.entry(step.after).or_default().push(index as u32);
    }
    Ok(successors)
}

/// Answers `write-pgn`.
pub fn write(tree: &GameTree) -> Result<Reply, String> {
    tree.game.with(Write(tree)).map(|text| Reply::Text { text })
}

struct Write<'a>(&'a GameTree);

impl WithGame for Write<'_> {
    type Output = Result<String, String>;

    fn run<G: BoardGame>(self, rules: &G) -> Self::Output {
        let tree = self.0;
        let start = match &tree.start {
            None => rules.start(),
            Some(text) => rules
                .read_position(text)
                .map_err(|error| error.to_string())?,
        };
        let mut builder = Builder::of(rules, start, Limits::default());
        comment(&tree.comments, &mut builder)?;
        build(rules, tree, &successors(tree)?, None, &mut builder)?;
        let mut game: Game<G> = builder.finish().map_err(|error| error.to_string())?;
        for (name, value) in &tree.tags {
            // Tags that follow from the game are set by it.
            _ = game.tags.set(name, value);
        }
        let is_960 = |(name, value): &(String, String)| name == VARIANT && value == CHESS960;
        if G::ID == Chess::ID && tree.tags.iter().any(is_960) {
            game.variant = Variant::Chess960;
        }
        game.result = GameResult::from_text(&tree.result);
        Ok(game.to_string())
    }
}

/// Adds comments at the current place of the builder.
fn comment<G: BoardGame>(texts: &[String], builder: &mut Builder<G>) -> Result<(), String> {
    texts
        .iter()
        .try_for_each(|text| builder.comment(Comment::new(text)))
        .map_err(|error| error.to_string())
}

fn build<G: BoardGame>(
    rules: &G,
    tree: &GameTree,
    successors: &Successors,
    mut after: Option<u32>,
    builder: &mut Builder<G>,
) -> Result<(), String> {
    let play = |index: u32, builder: &mut Builder<G>| -> Result<(), String> {
        let text = &tree.moves[index as usize].mv;
        let mv = rules.parse_pgn_move(builder.position(), text)?;
        builder.play(mv).map_err(|error| error.to_string())?;
        for &nag in &tree.moves[index as usize].nags {
            builder.nag(nag).map_err(|error| error.to_string())?;
        }
        comment(&tree.moves[index as usize].comments, builder)
    };
    while let Some(next) = successors.get(&after) {
        let (main, others) = next.split_first().ok_or("a line without a move")?;
        play(*main, builder)?;
        for &other in others {
            builder
                .begin_variation()
                .map_err(|error| error.to_string())?;
            comment(&tree.moves[other as usize].before, builder)?;
            play(other, builder)?;
            // Variations of this move are written beside it, so its later comments come first.
            comment(&tree.moves[other as usize].later, builder)?;
            build(rules, tree, successors, Some(other), builder)?;
            builder.end_variation().map_err(|error| error.to_string())?;
        }
        comment(&tree.moves[*main as usize].later, builder)?;
        after = Some(*main);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use games::Othello;

    use super::*;

    fn tree(text: &str) -> Result<GameTree, String> {
        match read(text, 0)? {
            Reply::Tree { tree, .. } => Ok(tree),
            other => panic!("{other:?}"),
        }
    }

    fn text(tree: &GameTree) -> String {
        match write(tree) {
            Ok(Reply::Text { text }) => text,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn chess_with_variations_round_trips() {
        let game = "[White \"A\"]\n\n1. e4 e5 (1... c5 2. Nf3 (2. c3)) 2. Nf3 1-0\n";
        let found = tree(game).expect("a game");
        assert_eq!(found.moves.len(), 6);
        assert_eq!(found.moves[2].after, Some(0));
        assert_eq!(tree(&text(&found)), Ok(found));
    }

    #[test]
    fn other_games_with_variations_round_trip() {
        let game = "[Variant \"othello\"]\n[Black \"me\"]\n\n1. f5 d6 (1... f4) 2. c3 *\n";
        let found = tree(game).expect("a game");
        assert_eq!(found.game, Othello::<8>::ID);
        assert_eq!(found.moves.len(), 4);
        assert_eq!(found.moves[2].after, Some(0));
        assert_eq!(found.moves[3].after, Some(1));
        assert_eq!(tree(&text(&found)), Ok(found));
    }

    /// Returns a random game with tags, annotation glyphs, comments, clocks and nested variations.
    fn annotated(seed: u64) -> String {
        let mut random = gametree::SplitMix64::new(seed);
        let mut pick = |n: u64| random.next_u64() % n;
        let rules = Chess::default();
        let start = match pick(4) {
            0 => chess::Position::chess960(pick(960) as u16).expect("a start"),
            _ => rules.start(),
        };
        let mut builder = Builder::of(&rules, start, Limits::default());
        if pick(2) == 0 {
            let before = Comment::new("Before it all: [%clk 1:30:00] so");
            builder.comment(before).expect("a comment");
        }
        let words = [
            "too soon",
            "the only move",
            "a \\ odd ) thing",
            "näher am König",
        ];
        // The number of moves in each open line. A variation of the first move of a variation equals one beside it.
        let mut open = vec![0];
        for _ in 0..60 {
            let here = open.len() - 1;
            match pick(12) {
                0 if here < 4 && open[here] > usize::from(here > 0) => {
                    builder.begin_variation().expect("a move to vary");
                    open.push(0);
                    if pick(2) == 0 {
                        let head = Comment::new("or");
                        builder.comment(head).expect("a comment");
                    }
                }
                1 if here > 0 && open[here] > 0 => {
                    builder.end_variation().expect("an open variation");
                    open.pop();
                }
                2 if open[here] > 0 => builder.nag(pick(139) as u8 + 1).expect("a move"),
                3 => {
                    let text = words[pick(4) as usize];
                    builder.comment(Comment::new(text)).expect("a comment");
                }
                4 => {
                    let (value, clock) = (pick(999), pick(3_600));
                    let text = format!(
                        "[%eval {}.{:02},12] [%clk 0:{:02}:{:02}]",
                        value / 100,
                        value % 100,
                        clock / 60,
                        clock % 60
                    );
                    builder.comment(Comment::new(&text)).expect("a comment");
                }
                _ => {
                    let moves = rules.legal_moves(builder.position());
                    if moves.is_empty() {
                        break;
                    }
                    let mv = moves[pick(moves.len() as u64) as usize];
                    builder.play(mv).expect("a legal move");
                    open[here] += 1;
                }
            }
        }
        while open.len() > 1 {
            if open.pop() == Some(0) {
                let moves = rules.legal_moves(builder.position());
                builder.play(moves[0]).expect("it stands for a legal move");
            }
            builder.end_variation().expect("an open variation");
        }
        let mut game = builder.finish().expect("a game");
        for (name, value) in [
            ("Event", "Offene Meisterschaft \"A\""),
            ("White", "Anna \\ B."),
            ("Black", "?"),
            ("WhiteElo", "?"),
            ("X-Odd_1", ""),
            ("TimeControl", "40/7200:3600"),
        ] {
            game.tags.set(name, value).expect("a tag");
        }
        let results = ["1-0", "0-1", "1/2-1/2", "*"];
        game.result = GameResult::from_text(results[pick(4) as usize]);
        game.to_string()
    }

    /// Reading a game and writing it again gives the same text.
    #[test]
    fn two_hundred_annotated_games_round_trip() {
        for seed in 0..200 {
            let before = annotated(seed);
            let found = tree(&before).unwrap_or_else(|error| panic!("{error}: {before}"));
            let sent = serde_json::to_string(&found).expect("a message");
            let back: GameTree = serde_json::from_str(&sent).expect("the same message");
            assert_eq!(text(&back), before);
        }
    }

    /// A variation of the first move of a variation is written beside it, and one without a move becomes a comment.
    #[test]
    fn unusual_variations_keep_their_comments() {
        let odd = "1. e4 ({one} 1. d4 ({two} 1. c4) {three} 1... d5) ({four}) 1... e5 *\n";
        let even = "1. e4 ({one} 1. d4 {three} 1... d5) ({two} 1. c4) {four} 1... e5 *\n";
        let after = text(&tree(odd).expect("a game"));
        assert!(after.ends_with(even), "{after}");
    }

    /// Texts of other programs, and escapes that once grew with each round trip.
    #[test]
    fn numbers_without_a_space_glyphs_and_backslashes_are_read() {
        let game = "[Variant \"othello\"]\n[Event \"a \\\\ \\\"b\\\"\"]\n\n1.f5 $1 d6 2.c3 *\n";
        let mut found = tree(game).expect("a game");
        assert_eq!(found.moves.len(), 3);
        assert!(
            found
                .tags
                .contains(&("Event".to_owned(), "a \\ \"b\"".to_owned()))
        );
        for _ in 0..5 {
            let again = tree(&text(&found)).expect("our own text");
            assert_eq!(again, found);
            found = again;
        }
    }

    #[test]
    fn the_moves_before_an_illegal_one_are_read() {
        for (text, mainline, problem) in [
            (
                "1. e4 e5 2. Bb6 Nc6 1-0",
                2,
                "game 1, move 2 of White: there is no legal move Bb6 here",
            ),
            (
                "1. e4 e5 (1... c5 2. Bb6 d6) 2. Nf3 *",
                2,
                "game 1, move 2 of White: there is no legal move Bb6 here",
            ),
        ] {
            let Ok(Reply::Tree { tree, games }) = read(text, 0) else {
                panic!("the moves before the illegal one: {text}")
            };
            assert_eq!(games[0].plies, mainline, "{text}");
            assert_eq!(games[0].problem.as_deref(), Some(problem));
            assert_eq!(tree.result, "*");
        }
    }

    #[test]
    fn errors_name_the_move() {
        let error = tree("1. Bb6 e5 *").unwrap_err();
        assert_eq!(
            error,
            "game 1, move 1 of White: there is no legal move Bb6 here"
        );
        for bad in [
            "[Variant \"othello\"]\n\n1. a1 *",
            "[Variant \"othello\"]\n\n1. f5 (1. d3 *",
            "[Variant \"draughts\"]\n\n1. a1 *",
            "",
        ] {
            let error = tree(bad).unwrap_err();
            assert_eq!(error.lines().count(), 1, "{bad:?}: {error}");
        }
    }

    #[test]
    fn a_text_with_several_games_is_listed_and_each_game_can_be_read() {
        let text = "[White \"A\"]\n[Black \"B\"]\n\n1. e4 1-0\n\n[White \"C\"]\n\n1. Bb6 *\n\n[Event \"Cup\"]\n\n1. d4 d5 *\n";
        let Ok(Reply::Tree { tree, games }) = read(text, 2) else {
            panic!("the third game")
        };
        assert_eq!(tree.moves[0].mv, "d2d4");
        assert_eq!(games.len(), 3);
        assert_eq!(games[0].players, ["A", "B"]);
        assert_eq!((games[0].result.as_str(), games[0].plies), ("1-0", 1));
        assert!(
            games[1]
                .problem
                .as_ref()
                .is_some_and(|why| why.contains("Bb6"))
        );
        assert_eq!((games[2].event.as_str(), games[2].plies), ("Cup", 2));
        assert!(read(text, 1).is_err_and(|why| why.contains("game 2")));
        let error = read(text, 3).unwrap_err();
        assert_eq!(error, "this text has 3 games: there is no game 4");
    }

    #[test]
    fn a_cyclic_tree_is_rejected() {
        let mut found = tree("1. e4 e5 *").expect("a game");
        found.moves[0].after = Some(1);
        assert!(write(&found).is_err());
    }
}
