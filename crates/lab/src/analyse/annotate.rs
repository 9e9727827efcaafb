//! A review as an annotated game.

use notation::{Command, Comment, Eval, Game, Part};

use super::{Opinion, Review, Reviewed};

/// Moves of a better line to show.
const BETTER_PLIES: usize = 10;

/// Signs from `!` to `?!`, which say how good a move is.
const SIGNS: std::ops::RangeInclusive<u8> = 1..=6;

impl Review {
    /// The game with `[%eval ...]` after every move, and with a sign, a word and the better line where a move was bad.
    ///
    /// What the game had before stays: only its evaluations are replaced, and signs where there is a new one.
    #[must_use]
    pub fn annotated(&self) -> Game {
        let mut game = self.game.clone();
        for (reviewed, opinion) in self.moves.iter().zip(self.opinions.iter().skip(1)) {
            annotate(&mut game, reviewed, opinion);
            if reviewed.judgement.is_none() {
                continue;
            }
            let Some(before) = self.opinions.get(reviewed.ply) else {
                continue;
            };
            let line = &before.line[..before.line.len().min(BETTER_PLIES)];
            let node = &game.main_line().nodes()[reviewed.ply];
            let has_it = node.variations().iter().any(|variation| {
                let first = variation.nodes().first();
                first.map(notation::Node::played) == line.first().copied()
            });
            if !has_it {
                // The line is legal where it was searched, which is where it is added.
                _ = game.add_variation(reviewed.ply, line);
            }
        }
        _ = game.tags.set("Annotator", "Espalier");
        game
    }
}

fn annotate(game: &mut Game, reviewed: &Reviewed, opinion: &Opinion) {
    let Some(node) = game.main_line_mut().nodes_mut().get_mut(reviewed.ply) else {
        return;
    };
    let mut comments: Vec<Comment> = node
        .comments
        .iter()
        .map(without_eval)
        .filter(|comment| !comment.parts().is_empty())
        .collect();
    let mut said = Comment::default();
    if opinion.over.is_none() {
        said = said.with(&Command::Eval(Eval {
            value: opinion.score,
            depth: Some(opinion.depth),
        }));
    }
    if let Some(judgement) = reviewed.judgement {
        node.nags.retain(|nag| !SIGNS.contains(nag));
        node.nags.insert(0, judgement.nag());
        let better = reviewed.better.first().map_or("", String::as_str);
        let word = format!("{said} {}. {better} was best.", judgement.name());
        // A game that was annotated before says so already.
        let same = |comment: &Comment| comment.text() == Comment::new(&word).text();
        comments.retain(|comment| !same(comment));
        said = Comment::new(&word);
    }
    if !said.parts().is_empty() {
        comments.insert(0, said);
    }
    node.comments = comments;
}

/// A comment without its evaluations.
fn without_eval(comment: &Comment) -> Comment {
    let parts = comment.parts().iter().filter_map(|part| match part {
        Part::Command(Command::Eval(_)) => None,
        Part::Command(command) => Some(command.to_string()),
        Part::Text(text) => Some(text.clone()),
    });
    Comment::new(&parts.collect::<Vec<_>>().join(" "))
}
