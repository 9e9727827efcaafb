//! Games as text, in and out, with their variations: the crate `notation` reads and writes them.

use std::collections::HashMap;

use games::{BoardGame, GameResult, WithGame};
use notation::{Builder, Game, Limits};

use crate::caps::caps;
use crate::protocol::{GameId, GameTree, Say, TreeMove};

/// Answers `read-pgn`.
pub fn read(text: &str) -> Result<Say, String> {
    let kind = notation::kind_of(text).map_err(|error| error.to_string())?;
    let tree = kind.with(Read(text))?;
    let most = caps().moves;
    if tree.moves.len() > 10 * most {
        return Err(format!(
            "a game has at most {} moves here, variations included",
            10 * most
        ));
    }
    Ok(Say::Tree { tree })
}

struct Read<'a>(&'a str);

impl WithGame for Read<'_> {
    type Output = Result<GameTree, String>;

    fn run<G: BoardGame>(self, rules: &G) -> Self::Output {
        let mut games = notation::Games::of(rules, self.0.as_bytes(), Limits::default());
        let game = games
            .next()
            .ok_or("there is no game in this text")?
            .map_err(|error| error.to_string())?;
        let mut moves = Vec::new();
        collect(
            rules,
            game.main_line(),
            game.start().clone(),
            None,
            &mut moves,
        );
        let usual = *game.start() == rules.start();
        Ok(GameTree {
            game: GameId(G::KIND),
            start: (!usual).then(|| rules.write_position(game.start())),
            tags: game
                .tags
                .iter()
                .filter(|(_, value)| !matches!(*value, "?" | "????.??.??"))
                .map(|(name, value)| (name.to_owned(), value.to_owned()))
                .collect(),
            result: game.result.map_or("*", GameResult::text).to_owned(),
            moves,
        })
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
        let mv = rules.message_move(&state, node.played());
        moves.push(TreeMove { mv, after });
        let place = moves.len() as u32 - 1;
        for variation in node.variations() {
            collect(rules, variation, state.clone(), after, moves);
        }
        rules.play(&mut state, node.played());
        after = Some(place);
    }
}

/// Which moves follow which: `None` is the beginning.
type Followers = HashMap<Option<u32>, Vec<u32>>;

fn followers(tree: &GameTree) -> Result<Followers, String> {
    let mut followers = Followers::new();
    for (index, step) in tree.moves.iter().enumerate() {
        if step.after.is_some_and(|after| after as usize >= index) {
            return Err(format!(
                "move {index} of the game comes before the one it follows"
            ));
        }
        followers.entry(step.after).or_default().push(index as u32);
    }
    Ok(followers)
}

/// Answers `write-pgn`.
pub fn write(tree: &GameTree) -> Result<Say, String> {
    tree.game.with(Write(tree)).map(|text| Say::Text { text })
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
        build(rules, tree, &followers(tree)?, None, &mut builder)?;
        let mut game: Game<G> = builder.finish().map_err(|error| error.to_string())?;
        for (name, value) in &tree.tags {
            // Tags that follow from the game are set by it.
            _ = game.tags.set(name, value);
        }
        let results = [GameResult::First, GameResult::Second, GameResult::Draw];
        game.result = results
            .into_iter()
            .find(|result| result.text() == tree.result);
        Ok(game.to_string())
    }
}

fn build<G: BoardGame>(
    rules: &G,
    tree: &GameTree,
    followers: &Followers,
    mut after: Option<u32>,
    builder: &mut Builder<G>,
) -> Result<(), String> {
    let play = |index: u32, builder: &mut Builder<G>| -> Result<(), String> {
        let text = &tree.moves[index as usize].mv;
        let mv = rules.recorded_move(builder.position(), text)?;
        builder.play(mv).map_err(|error| error.to_string())
    };
    while let Some(next) = followers.get(&after) {
        let (main, others) = next.split_first().ok_or("a line without a move")?;
        play(*main, builder)?;
        for &other in others {
            builder
                .begin_variation()
                .map_err(|error| error.to_string())?;
            play(other, builder)?;
            build(rules, tree, followers, Some(other), builder)?;
            builder.end_variation().map_err(|error| error.to_string())?;
        }
        after = Some(*main);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use games::GameKind;

    use super::*;

    fn tree(text: &str) -> Result<GameTree, String> {
        match read(text)? {
            Say::Tree { tree } => Ok(tree),
            other => panic!("{other:?}"),
        }
    }

    fn text(tree: &GameTree) -> String {
        match write(tree) {
            Ok(Say::Text { text }) => text,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn chess_with_variations_goes_there_and_back() {
        let game = "[White \"A\"]\n\n1. e4 e5 (1... c5 2. Nf3 (2. c3)) 2. Nf3 1-0\n";
        let found = tree(game).expect("a game");
        assert_eq!(found.moves.len(), 6);
        assert_eq!(found.moves[2].after, Some(0));
        assert_eq!(tree(&text(&found)), Ok(found));
    }

    #[test]
    fn other_games_with_variations_go_there_and_back() {
        let game = "[Variant \"othello\"]\n[Black \"me\"]\n\n1. f5 d6 (1... f4) 2. c3 *\n";
        let found = tree(game).expect("a game");
        assert_eq!(found.game, GameId(GameKind::Othello));
        assert_eq!(found.moves.len(), 4);
        assert_eq!(found.moves[2].after, Some(0));
        assert_eq!(found.moves[3].after, Some(1));
        assert_eq!(tree(&text(&found)), Ok(found));
    }

    /// What other programs write, and what once grew with each round trip.
    #[test]
    fn numbers_without_a_space_signs_and_backslashes_are_read() {
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
    fn what_cannot_be_read_is_told() {
        let error = tree("1. e4 e5 2. Bb6 *").unwrap_err();
        assert_eq!(
            error,
            "game 1, move 2 of White: there is no legal move Bb6 here"
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
    fn a_tree_that_bites_its_tail_is_refused() {
        let mut found = tree("1. e4 e5 *").expect("a game");
        found.moves[0].after = Some(1);
        assert!(write(&found).is_err());
    }
}
