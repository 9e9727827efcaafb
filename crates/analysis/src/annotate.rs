//! A review as an annotated game.

use notation::{Command, Comment, Eval, Game, Part};

use super::{Opinion, Review, Reviewed};

/// The most moves of a better line.
const BETTER_PLIES: usize = 10;

/// The codes of the signs from `!` to `?!`.
const SIGNS: std::ops::RangeInclusive<u8> = 1..=6;

impl Review {
    /// Returns the game with `[%eval ...]` after every move, and with a sign, a judgement and a better line for each bad move.
    ///
    /// Replaces evaluations, and the signs of bad moves; other comments and variations remain.
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
            let is_known = node.variations().iter().any(|variation| {
                let first = variation.nodes().first();
                first.map(notation::Node::played) == line.first().copied()
            });
            if !is_known {
                // The line is legal here, where it was searched.
                _ = game.add_variation(reviewed.ply, line);
            }
        }
        _ = game.tags.set("Annotator", "Espalier");
        game
    }
}

/// Annotates the move of a review.
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
    let mut comment = Comment::default();
    if opinion.over.is_none() {
        comment = comment.with(&Command::Eval(Eval {
            value: opinion.score,
            depth: Some(opinion.depth),
        }));
    }
    if let Some(judgement) = reviewed.judgement {
        node.nags.retain(|nag| !SIGNS.contains(nag));
        node.nags.insert(0, judgement.nag());
        let better = reviewed.better.first().map_or("", String::as_str);
        let words = format!("{comment} {}. {better} was best.", judgement.name());
        comment = Comment::new(&words);
        // An earlier annotation may have the same comment.
        comments.retain(|other| other.text() != comment.text());
    }
    if !comment.parts().is_empty() {
        comments.insert(0, comment);
    }
    node.comments = comments;
}

/// Returns a comment without its evaluations.
fn without_eval(comment: &Comment) -> Comment {
    let parts = comment.parts().iter().filter_map(|part| match part {
        Part::Command(Command::Eval(_)) => None,
        Part::Command(command) => Some(command.to_string()),
        Part::Text(text) => Some(text.clone()),
    });
    Comment::new(&parts.collect::<Vec<_>>().join(" "))
}
