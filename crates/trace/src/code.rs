//! The searches in pseudo-code, and the lines that decided a node.

use gametree::observer::{Cut, How, View};

/// The pseudo-code, with the tags of each line.
const CODE: &str = include_str!("code.txt");

/// The facts about a node that select lines.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Facts {
    pub(crate) view: View,
    pub(crate) how: Option<How>,
    pub(crate) cut: Option<Cut>,
    /// A move raised alpha or was the best.
    pub(crate) has_best: bool,
    /// Nothing was searched below the node.
    pub(crate) childless: bool,
}

/// The techniques that a recorded search used.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Uses {
    pub(crate) table: bool,
    pub(crate) null_move: bool,
}

impl Uses {
    /// Returns whether a line belongs to the search. The shared blocks have lines for a table and for null moves.
    fn has(self, search: &str, tags: &str) -> bool {
        let is_shared = ["AlphaBeta", "MaxMinAlphaBeta"].contains(&search);
        !is_shared || (tags != "tt" || self.table) && (tags != "null" || self.null_move)
    }
}

impl Facts {
    /// Returns the tags of the lines that decided the node, the most specific first.
    fn tags(self) -> impl Iterator<Item = &'static str> {
        let how: &[&str] = match self.how {
            Some(How::Table) => &["tt", "horizon"],
            Some(How::Horizon) => &["horizon"],
            _ => &[],
        };
        let is_over = self.how == Some(How::Terminal);
        is_over
            .then_some("over")
            .into_iter()
            .chain(self.cut.map(Cut::name))
            .chain(how.iter().copied())
            .chain(self.childless.then_some("childless"))
            .chain(self.has_best.then_some("best"))
            .chain(["else"])
            .chain([if self.view == View::Min { "min" } else { "max" }])
    }
}

/// Returns the tags and the text of each line of a search, by the name of one of its players.
fn lines_of(name: &str) -> Option<Vec<(&'static str, &'static str)>> {
    let blocks = CODE.split("\n\n").filter_map(|block| {
        let (names, code) = block.strip_prefix("# ")?.split_once('\n')?;
        names.split(' ').any(|other| other == name).then_some(code)
    });
    let code = blocks.last()?;
    Some(
        code.lines()
            .filter_map(|line| line.split_once("| "))
            .collect(),
    )
}

/// Returns the name of the search that a player runs at a node.
fn search_at(player: &str, view: View) -> &str {
    let searches_all = player == "negamax" || player.contains("minimax") || player.contains("-ids");
    match view {
        View::Quiescence => "Quiescence",
        _ if lines_of(player).is_some() => player,
        _ if searches_all => "Minimax",
        View::Max | View::Min => "MaxMinAlphaBeta",
        View::SideToMove => "AlphaBeta",
    }
}

/// Returns the code of a player and the indices of the lines that decided a node.
pub(crate) fn code(player: &str, facts: Facts, uses: Uses) -> (Vec<String>, Vec<u32>) {
    let search = search_at(player, facts.view);
    let mut lines = lines_of(search).expect("every search has code");
    lines.retain(|(tags, _)| uses.has(search, tags.trim()));
    let tagged = |tag: &str| -> Vec<u32> {
        let numbered = (0..).zip(&lines);
        let has = |tags: &str| tags.split_whitespace().any(|other| other == tag);
        numbered
            .filter(|(_, (tags, _))| has(tags))
            .map(|(index, _)| index)
            .collect()
    };
    let decided = facts.tags().map(tagged).find(|found| !found.is_empty());
    let text = lines.iter().map(|(_, text)| (*text).to_owned());
    (text.collect(), decided.unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the names of all players with separate code, and some without.
    fn players() -> impl Iterator<Item = &'static str> {
        let names = CODE.lines().filter_map(|line| line.strip_prefix("# "));
        let without = ["minimax", "alphabeta", "report-ab", "a4-ids"];
        names.flat_map(|names| names.split(' ')).chain(without)
    }

    fn facts(how: Option<How>, cut: Option<Cut>) -> Facts {
        Facts {
            view: View::SideToMove,
            how,
            cut,
            has_best: true,
            childless: false,
        }
    }

    const ALL: Uses = Uses {
        table: true,
        null_move: true,
    };

    #[test]
    fn plain_alpha_beta_has_no_table_and_no_null_move() {
        let none = Uses {
            table: false,
            null_move: false,
        };
        for view in [View::SideToMove, View::Max] {
            let facts = Facts {
                view,
                ..facts(Some(How::Searched), Some(Cut::Beta))
            };
            let text = |uses| code("alphabeta", facts, uses).0.join("\n");
            assert!(!text(none).contains("table") && !text(none).contains("null move"));
            assert!(text(ALL).contains("table"));
            let (lines, decided) = code("alphabeta", facts, none);
            assert!(
                decided
                    .iter()
                    .any(|&line| lines[line as usize].contains("cut"))
            );
        }
    }

    /// Returns the lines of a player that decided a node.
    fn lines_at(player: &str, facts: Facts) -> Vec<String> {
        let (code, lines) = code(player, facts, ALL);
        let lines = lines.into_iter();
        lines.map(|line| code[line as usize].clone()).collect()
    }

    #[test]
    fn every_line_that_is_named_exists() {
        let hows = [How::Terminal, How::Horizon, How::Table, How::Searched];
        let cuts = [
            Cut::Beta,
            Cut::Alpha,
            Cut::Table,
            Cut::NullMove,
            Cut::StandPat,
            Cut::Delta,
            Cut::ReverseFutility,
            Cut::Razor,
            Cut::ProbCut,
            Cut::MultiCut,
            Cut::Tablebase,
        ];
        for view in [View::SideToMove, View::Max, View::Min, View::Quiescence] {
            for how in hows.into_iter().map(Some).chain([None]) {
                for cut in cuts.into_iter().map(Some).chain([None]) {
                    for player in players() {
                        let facts = Facts {
                            view,
                            ..facts(how, cut)
                        };
                        assert!(!lines_at(player, facts).is_empty(), "{player}: {facts:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn a_cut_points_at_the_cut() {
        for player in ["alphabeta", "engine"] {
            let lines = lines_at(player, facts(Some(How::Searched), Some(Cut::Beta)));
            assert!(lines.iter().any(|line| line.contains("cut")), "{lines:?}");
        }
    }

    #[test]
    fn every_cut_of_the_engine_points_at_its_own_line() {
        for (cut, word) in [
            (Cut::Table, "table"),
            (Cut::Tablebase, "endgame"),
            (Cut::Razor, "razoring"),
            (Cut::ReverseFutility, "reverse futility"),
            (Cut::NullMove, "null move"),
            (Cut::ProbCut, "ProbCut"),
            (Cut::MultiCut, "multi-cut"),
        ] {
            let facts = Facts {
                has_best: false,
                childless: true,
                ..facts(Some(How::Searched), Some(cut))
            };
            let lines = lines_at("engine", facts);
            assert!(lines.iter().any(|line| line.contains(word)), "{word}");
        }
    }
}
