//! A comparison as comma-separated values: one line a player and position, for a spreadsheet.

use gametree::Value;

use super::Comparison;
use crate::report::csv_line;

impl Comparison {
    /// The lines, with a heading.
    #[must_use]
    pub fn to_csv(&self) -> String {
        let mut text = String::from(
            "game,position,limit,player,move,value,bound,depth,seldepth,nodes,interior,leaves,evals,tt_hits,\
             cutoffs,first_move_cuts,time_ms,ebf,equals_minimax,pv,as_printed\n",
        );
        for position in &self.positions {
            for row in &position.rows {
                let answer = &row.answer;
                let fields = [
                    self.game.to_owned(),
                    position.fen.clone(),
                    self.limit.clone(),
                    answer.player.clone(),
                    answer.bestmove.clone().unwrap_or_default(),
                    match answer.score {
                        None => String::new(),
                        Some(Value::Printed(value)) => value.to_string(),
                        Some(value) => value.score().to_string(),
                    },
                    answer.bound.to_owned(),
                    answer.depth.to_string(),
                    answer.seldepth.to_string(),
                    answer.nodes.to_string(),
                    answer.interior.to_string(),
                    answer.leaves.to_string(),
                    answer.evals.to_string(),
                    answer
                        .tt_hits
                        .map(|hits| hits.to_string())
                        .unwrap_or_default(),
                    answer.cutoffs.to_string(),
                    answer
                        .first_move_cuts
                        .map(|share| format!("{share:.4}"))
                        .unwrap_or_default(),
                    format!("{:.3}", answer.time_ms),
                    row.ebf.map(|ebf| format!("{ebf:.4}")).unwrap_or_default(),
                    row.equals_minimax
                        .map(|same| same.to_string())
                        .unwrap_or_default(),
                    answer.pv.join(" "),
                    answer
                        .counted
                        .map(|counted| counted.to_string())
                        .unwrap_or_default(),
                ];
                text += &csv_line(fields);
            }
        }
        text
    }
}
