//! From a spec to an alternative to alpha-beta.

use games::{AnyEvaluator, BoardGame};
use gametree::Score;
use gametree::alternatives::{
    Alternative, BestFirst, BestFirstHybrid, BestFirstLinear, Dual, Form, MAndN, OnBoard, Sss,
};

use crate::evaluators;
use crate::key::Values;
use crate::spec::SpecError;
use crate::textbook::{AnySearch, Textbook};

/// The two ways to write SSS* and DUAL*, as `form=` names them.
pub const FORMS: &[&str] = &["list", "windows"];

/// Mebibytes in bytes.
const MEBIBYTE: u64 = 1 << 20;

/// The player that the values of a checked spec describe.
pub(crate) fn build<G: BoardGame>(name: &str, values: Values) -> Result<Textbook<G>, SpecError> {
    // Whatever can be wrong is found now, so that making the search again cannot fail.
    let opinions = OPINIONS.iter().filter_map(|key| values.get(key));
    for opinion in opinions {
        let found = evaluators::named::<G>(opinion)?;
        if !found.antisymmetric() {
            return Err(SpecError::Conflict(format!(
                "eval={opinion} is not worth the opposite to the other side, which {name} takes for granted; minimax and alphabeta:form=maxmin do not"
            )));
        }
    }
    let name = name.to_owned();
    let make = move || -> AnySearch<G> {
        let opinions = OPINIONS
            .iter()
            .filter_map(|key| evaluators::find::<G>(values.get(key)?))
            .collect::<Vec<AnyEvaluator<G>>>();
        let scale = G::LARGE as Score;
        let memory = values.number("mem").unwrap_or(64).max(1) * MEBIBYTE;
        let search = search(&name, &values, scale);
        Box::new(OnBoard::new(search, opinions, scale, memory))
    };
    Ok(Textbook::new(Box::new(make)))
}

/// The keys that name an evaluator: the player's own, and what it thinks is the opponent's.
const OPINIONS: [&str; 2] = ["eval", "model"];

/// The search of this name. Compiled once for all games.
fn search(name: &str, values: &Values, scale: Score) -> Box<dyn Alternative> {
    let number = |key: &str| values.number(key).unwrap_or(0);
    // A part of what nearly wins, in thousandths.
    let part = |key: &str| number(key) as f64 * f64::from(scale) / 1_000.0;
    let form = match values.get("form") {
        Some("windows") => Form::Windows,
        _ => Form::List,
    };
    match name {
        "sss" => Box::new(Sss::new(form)),
        "dual" => Box::new(Dual::new(form)),
        "mn" => {
            let (m, n) = (number("m") as usize, number("n") as usize);
            Box::new(MAndN::new(m, n, part("bonus"), part("reach")))
        }
        "bestfirst-linear" => Box::<BestFirstLinear>::default(),
        "bestfirst-hybrid" => Box::new(BestFirstHybrid::new(number("first") as u32)),
        _ => Box::new(BestFirst),
    }
}
