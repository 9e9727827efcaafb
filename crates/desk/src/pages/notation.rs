//! Games as PGN, in and out, with their variations.
//!
//! Chess is read and written by the crate `pgn`. The other games look the same, as in match files: the tag `Variant`
//! has the name of the game, `FEN` a position in its own notation, and moves are written as the game writes them.

use std::collections::HashMap;

use pgn::{Builder, GameResult, Limits};

use games::GameKind;

use crate::board::{Shown, WithShown};
use crate::caps::caps;
use crate::protocol::{GameId, GameTree, Say, TreeMove};

/// Variations stand inside each other no deeper than this.
const DEEPEST: usize = 64;

/// Answers `read-pgn`.
pub fn read(text: &str) -> Result<Say, String> {
    let other = variant(text).and_then(|name| name.parse::<GameKind>().ok());
    let tree = match other.map(GameId::from) {
        None | Some(GameId::Chess) => read_chess(text)?,
        Some(id) => id.with(ReadOther(text))?,
    };
    let most = caps().moves;
    if tree.moves.len() > 10 * most {
        return Err(format!(
            "a game has at most {} moves here, variations included",
            10 * most
        ));
    }
    Ok(Say::Tree { tree })
}

/// The value of the tag `Variant`.
fn variant(text: &str) -> Option<&str> {
    text.lines()
        .find_map(|line| line.trim().strip_prefix("[Variant \""))
        .and_then(|rest| rest.split('"').next())
}

fn read_chess(text: &str) -> Result<GameTree, String> {
    let game: pgn::Game = text
        .parse()
        .map_err(|error: pgn::Error| error.to_string())?;
    let mut moves = Vec::new();
    collect(game.main_line(), *game.start(), None, &mut moves);
    let usual = *game.start() == chess::Position::startpos();
    Ok(GameTree {
        game: GameId::Chess,
        start: (!usual).then(|| game.start().to_string()),
        tags: game
            .tags
            .iter()
            .filter(|(_, value)| !matches!(*value, "?" | "????.??.??"))
            .map(|(name, value)| (name.to_owned(), value.to_owned()))
            .collect(),
        result: game.result.to_string(),
        moves,
    })
}

fn collect(
    line: &pgn::Line,
    mut position: chess::Position,
    mut after: Option<u32>,
    moves: &mut Vec<TreeMove>,
) {
    let rules = games::Chess::default();
    for node in line.nodes() {
        let mv = rules.message_move(&position, node.played());
        moves.push(TreeMove { mv, after });
        let place = moves.len() as u32 - 1;
        for variation in node.variations() {
            collect(variation, position, after, moves);
        }
        if position.try_play(node.played()).is_err() {
            return;
        }
        after = Some(place);
    }
}

/// Which moves follow which: `None` is the beginning.
fn followers(tree: &GameTree) -> Result<HashMap<Option<u32>, Vec<u32>>, String> {
    let mut followers: HashMap<Option<u32>, Vec<u32>> = HashMap::new();
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
    let text = match tree.game {
        GameId::Chess => write_chess(tree)?,
        id => id.with(WriteOther(tree))?,
    };
    Ok(Say::Text { text })
}

fn write_chess(tree: &GameTree) -> Result<String, String> {
    let start = match &tree.start {
        None => chess::Position::startpos(),
        Some(fen) => chess::Position::from_fen(fen).map_err(|error| error.to_string())?,
    };
    let followers = followers(tree)?;
    let mut builder = Builder::new(start, Limits::default());
    build(tree, &followers, None, &mut builder)?;
    let mut game = builder.finish().map_err(|error| error.to_string())?;
    for (name, value) in &tree.tags {
        // Tags that follow from the game are set by it.
        _ = game.tags.set(name, value);
    }
    game.result = match tree.result.as_str() {
        "1-0" => GameResult::WhiteWins,
        "0-1" => GameResult::BlackWins,
        "1/2-1/2" => GameResult::Draw,
        _ => GameResult::Unknown,
    };
    Ok(game.to_string())
}

fn build(
    tree: &GameTree,
    followers: &HashMap<Option<u32>, Vec<u32>>,
    mut after: Option<u32>,
    builder: &mut Builder,
) -> Result<(), String> {
    let rules = games::Chess::default();
    let play = |index: u32, builder: &mut Builder| -> Result<(), String> {
        let text = &tree.moves[index as usize].mv;
        let mv = rules.typed_move(builder.position(), text)?;
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
            build(tree, followers, Some(other), builder)?;
            builder.end_variation().map_err(|error| error.to_string())?;
        }
        after = Some(*main);
    }
    Ok(())
}

struct WriteOther<'a>(&'a GameTree);

impl WithShown for WriteOther<'_> {
    type Output = Result<String, String>;

    fn run<G: Shown>(self, game: &G) -> Self::Output {
        let tree = self.0;
        let start = match &tree.start {
            None => game.start(),
            Some(text) => game
                .read_position(text)
                .map_err(|error| error.to_string())?,
        };
        let mut text = String::new();
        let mut tag = |name: &str, value: &str| {
            let value = value
                .replace(char::is_control, " ")
                .replace('\\', "\\\\")
                .replace('"', "\\\"");
            text += &format!("[{name} \"{value}\"]\n");
        };
        for (name, value) in tree.tags.iter().filter(|(name, _)| is_tag_name(name)) {
            tag(name, value);
        }
        tag("Result", &tree.result);
        tag("Variant", G::KIND.name());
        if tree.start.is_some() {
            tag("FEN", &game.write_position(&start));
        }
        let followers = followers(tree)?;
        let mut words = Vec::new();
        write_line(game, tree, &followers, None, start, 0, &mut words, DEEPEST)?;
        words.push(tree.result.clone());
        text.push('\n');
        let mut column = 0;
        for word in words {
            if column + word.len() > 79 {
                text.push('\n');
                column = 0;
            } else if column > 0 {
                text.push(' ');
            }
            column += word.len() + 1;
            text += &word;
        }
        text.push('\n');
        Ok(text)
    }
}

fn is_tag_name(name: &str) -> bool {
    let reserved = ["Result", "Variant", "FEN", "SetUp"].contains(&name);
    !reserved && !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
}

#[allow(clippy::too_many_arguments)]
fn write_line<G: Shown>(
    game: &G,
    tree: &GameTree,
    followers: &HashMap<Option<u32>, Vec<u32>>,
    mut after: Option<u32>,
    mut state: G::State,
    mut ply: usize,
    words: &mut Vec<String>,
    deepest: usize,
) -> Result<(), String> {
    let mut number_is_due = true;
    let word = |index: u32, state: &G::State, ply: usize, due: bool, words: &mut Vec<String>| {
        let mv = game.typed_move(state, &tree.moves[index as usize].mv)?;
        if ply.is_multiple_of(2) {
            words.push(format!("{}.", ply / 2 + 1));
        } else if due {
            words.push(format!("{}...", ply / 2 + 1));
        }
        words.push(game.message_move(state, mv));
        Ok::<_, String>(mv)
    };
    while let Some(next) = followers.get(&after) {
        let (main, others) = next.split_first().ok_or("a line without a move")?;
        let mv = word(*main, &state, ply, number_is_due, words)?;
        for &other in others {
            let deepest = deepest.checked_sub(1).ok_or_else(|| {
                format!("variations stand inside each other more than {DEEPEST} deep")
            })?;
            let first = words.len();
            let other_mv = word(other, &state, ply, true, words)?;
            let mut then = state.clone();
            game.play(&mut then, other_mv);
            write_line(
                game,
                tree,
                followers,
                Some(other),
                then,
                ply + 1,
                words,
                deepest,
            )?;
            words[first].insert(0, '(');
            if let Some(last) = words.last_mut() {
                last.push(')');
            }
        }
        number_is_due = !others.is_empty();
        game.play(&mut state, mv);
        ply += 1;
        after = Some(*main);
    }
    Ok(())
}

struct ReadOther<'a>(&'a str);

impl WithShown for ReadOther<'_> {
    type Output = Result<GameTree, String>;

    fn run<G: Shown>(self, game: &G) -> Self::Output {
        let mut tree = GameTree {
            game: G::ID,
            start: None,
            tags: Vec::new(),
            result: "*".to_owned(),
            moves: Vec::new(),
        };
        let mut movetext = String::new();
        for line in self.0.lines() {
            match line
                .trim()
                .strip_prefix('[')
                .and_then(|rest| rest.strip_suffix("\"]"))
            {
                None => movetext = movetext + line + " ",
                Some(tag) => {
                    let (name, value) = tag
                        .split_once(" \"")
                        .ok_or_else(|| format!("a tag is [Name \"value\"], not {}", line.trim()))?;
                    match name {
                        "FEN" => tree.start = Some(value.to_owned()),
                        "Variant" | "SetUp" | "Result" => {}
                        _ => tree.tags.push((name.to_owned(), value.to_owned())),
                    }
                }
            }
        }
        let start = match &tree.start {
            None => game.start(),
            Some(text) => game
                .read_position(text)
                .map_err(|error| format!("tag FEN: {error}"))?,
        };
        read_moves(game, &without_comments(&movetext), start, &mut tree)?;
        Ok(tree)
    }
}

/// The text without what stands in braces.
fn without_comments(text: &str) -> String {
    let mut depth = 0;
    text.chars()
        .filter(|&c| {
            match c {
                '{' => depth = 1,
                '}' => {
                    depth = 0;
                    return false;
                }
                _ => {}
            }
            depth == 0
        })
        .collect()
}

fn read_moves<G: Shown>(
    game: &G,
    text: &str,
    start: G::State,
    tree: &mut GameTree,
) -> Result<(), String> {
    /// A line that is being read: the position, the one before the last move, and the same as places in the list.
    struct Open<S> {
        now: S,
        before: S,
        last: Option<u32>,
        before_last: Option<u32>,
    }
    let mut open = vec![Open {
        now: start.clone(),
        before: start,
        last: None,
        before_last: None,
    }];
    let spaced = text.replace('(', " ( ").replace(')', " ) ");
    for word in spaced.split_whitespace() {
        let depth = open.len();
        let top = open.last_mut().ok_or("a variation ends that never began")?;
        match word {
            "(" if depth >= DEEPEST => {
                return Err(format!(
                    "variations stand inside each other more than {DEEPEST} deep"
                ));
            }
            "(" => {
                let (now, last) = (top.before.clone(), top.before_last);
                open.push(Open {
                    before: now.clone(),
                    now,
                    last,
                    before_last: last,
                });
            }
            ")" => {
                open.pop();
                if open.is_empty() {
                    return Err("a variation ends that never began".to_owned());
                }
            }
            "1-0" | "0-1" | "1/2-1/2" | "*" => word.clone_into(&mut tree.result),
            _ if word
                .trim_end_matches('.')
                .bytes()
                .all(|b| b.is_ascii_digit()) => {}
            _ => {
                let mv = game
                    .typed_move(&top.now, word)
                    .map_err(|error| format!("move {}: {error}", tree.moves.len() + 1))?;
                tree.moves.push(TreeMove {
                    mv: game.message_move(&top.now, mv),
                    after: top.last,
                });
                top.before = top.now.clone();
                top.before_last = top.last;
                top.last = Some(tree.moves.len() as u32 - 1);
                game.play(&mut top.now, mv);
            }
        }
    }
    if open.len() > 1 {
        return Err(
            "the game ends inside a variation: a closing parenthesis is missing".to_owned(),
        );
    }
    if tree.moves.is_empty() && tree.tags.is_empty() && tree.start.is_none() {
        return Err("there is no tag and no move in it".to_owned());
    }
    Ok(())
}

#[cfg(test)]
mod tests {
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
        assert_eq!(found.game, GameId::Othello);
        assert_eq!(found.moves.len(), 4);
        assert_eq!(found.moves[2].after, Some(0));
        assert_eq!(found.moves[3].after, Some(1));
        assert_eq!(tree(&text(&found)), Ok(found));
    }

    #[test]
    fn what_cannot_be_read_is_told() {
        let error = tree("1. e4 e5 2. Bb6 *").unwrap_err();
        assert_eq!(
            error,
            "game 1, move 2 of White: there is no legal move Bb6 here"
        );
        let error = tree("[Variant \"othello\"]\n\n1. a1 *").unwrap_err();
        assert!(error.starts_with("move 1: bad move: found `a1`"), "{error}");
        let error = tree("[Variant \"othello\"]\n\n1. f5 (1. d3 *").unwrap_err();
        assert!(error.contains("closing parenthesis"), "{error}");
        assert!(tree("").is_err());
    }

    #[test]
    fn a_tree_that_bites_its_tail_is_refused() {
        let mut found = tree("1. e4 e5 *").expect("a game");
        found.moves[0].after = Some(1);
        assert!(write(&found).is_err());
    }
}
