//! Several players on one position, one after the other so that none disturbs another's clock.

use std::sync::Arc;

use lab::compare;

use super::think::line_of;
use crate::board::{Shown, WithShown};
use crate::caps::{self, caps};
use crate::job::Job;
use crate::position::{over, record};
use crate::protocol::{Limit, Line, RaceRow, Say};

/// Answers `race`.
pub struct Race {
    /// The game so far.
    pub line: Line,
    /// The players.
    pub specs: Vec<String>,
    /// What each may spend.
    pub limit: Limit,
    /// Whom to tell.
    pub job: Job,
}

impl WithShown for Race {
    type Output = Result<Say, String>;

    fn run<G: Shown>(self, game: &G) -> Self::Output {
        let record = record(game, &self.line)?;
        if let Some(over) = over(game, &record) {
            return Err(format!(
                "there is nothing to search, the game is over: {}",
                over.text
            ));
        }
        let most = caps().racers;
        if self.specs.len() > most {
            return Err(format!("at most {most} players race at once"));
        }
        if self.limit == Limit::default() {
            return Err("a race needs a limit: depth, nodes or time".to_owned());
        }
        for spec in &self.specs {
            let spec = caps::spec(spec)?.to_string();
            lab::registry::build::<G>(&spec).map_err(|error| error.to_string())?;
        }
        let mut limits = caps::limits(&self.limit, caps().search_ms);
        if self.limit.movetime.is_none() {
            // A race to a depth is checked against minimax only if nothing else limits it; the page can always stop it.
            limits.time = None;
        }
        limits.stop = Some(Arc::clone(&self.job.stop));
        let state = record.state();
        for (index, spec) in self.specs.iter().enumerate() {
            let one = std::slice::from_ref(spec);
            let found =
                compare::compare(game, one, std::slice::from_ref(state), &limits, |_, _| {})
                    .map_err(|error| error.to_string())?;
            if self.job.is_stopped() {
                break;
            }
            let found = found
                .positions
                .into_iter()
                .flat_map(|position| position.rows);
            for row in found {
                let row = shown(game, state, row);
                self.job.part(Say::RaceRow { index, row });
            }
        }
        Ok(Say::Done)
    }
}

fn shown<G: Shown>(game: &G, state: &G::State, row: compare::Row) -> RaceRow {
    let answer = row.answer;
    let moves: Vec<G::Move> = {
        let mut state = state.clone();
        let read = answer.pv.iter().map_while(|text| {
            let mv = game.read_move(&state, text).ok()?;
            game.play(&mut state, mv);
            Some(mv)
        });
        read.collect()
    };
    let (line, messages) = line_of(game, state, &moves);
    let best = answer
        .bestmove
        .as_deref()
        .and_then(|text| game.read_move(state, text).ok());
    RaceRow {
        spec: answer.player,
        san: best.map(|mv| game.people_move(state, mv)),
        mv: messages.first().cloned(),
        score: answer.score.to_string(),
        depth: answer.depth,
        seldepth: answer.seldepth,
        nodes: answer.nodes,
        evals: answer.evals,
        ms: answer.time_ms,
        ebf: row.ebf,
        tt_hits: answer.tt_hits,
        first_move_cuts: answer.first_move_cuts,
        equals_minimax: row.equals_minimax,
        nodes_by_depth: row.nodes_by_depth,
        line,
    }
}
