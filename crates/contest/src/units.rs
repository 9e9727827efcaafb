//! Merges the journals of runs of numbered units, such as the positions of a suite or the students of a class.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde_json::{Map, Value};

use crate::ledger::{Ledger, LedgerError};

/// The form of a journal: one line with the plan, and a line for each unit. Every line is an object with one entry.
#[derive(Clone, Copy, Debug)]
pub struct Units {
    /// The key of the plan. Its value has the entry `program`, the version of the program.
    pub plan: &'static str,
    /// The key of a unit. Its value has a number from 0.
    pub unit: &'static str,
    /// The entry with the number of a unit.
    pub number: &'static str,
    /// The name of a unit in messages.
    pub name: &'static str,
    /// Returns the number of units of a plan.
    pub count: fn(&Value) -> Option<u64>,
}

/// The entries of a unit that differ between machines.
const TIMES: [&str; 2] = ["time_ms", "ms"];

/// The merged units.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MergedUnits {
    /// The number of merged units.
    pub units: u64,
    /// The number of units of the plan.
    pub of: u64,
    /// The numbers of the units that no journal has, from 1.
    pub missing: Vec<u64>,
}

impl Units {
    /// Merges journals into a new file: the plan, then the units in the order of their numbers. With `mix`, the program may have
    /// different versions.
    ///
    /// # Errors
    /// A file cannot be used, has another plan, was written by another version of the program, or has another result of a unit than
    /// an earlier one.
    pub fn merge(
        self,
        paths: &[PathBuf],
        output: &Path,
        mix: bool,
    ) -> Result<MergedUnits, LedgerError> {
        let mut first: Option<(String, Value)> = None;
        let mut units: BTreeMap<u64, (String, Value)> = BTreeMap::new();
        for path in paths {
            let name = path.display().to_string();
            let mut is_begun = false;
            Ledger::read(path, |number, mut line: Map<String, Value>| {
                if let Some(plan) = line.remove(self.plan).filter(|_| !is_begun) {
                    is_begun = true;
                    let Some((known, before)) = &first else {
                        first = Some((name.clone(), plan));
                        return Ok(());
                    };
                    return same_plan(before, &plan, known, mix);
                }
                let unit = line.remove(self.unit).filter(|_| is_begun);
                let unit = unit.ok_or_else(|| format!("line {number} is out of place"))?;
                let place = unit[self.number].as_u64();
                let place = place.ok_or_else(|| format!("line {number} has no number"))?;
                match units.get(&place) {
                    Some((from, known)) if timeless(known) != timeless(&unit) => Err(format!(
                        "its {} {} differs from that of {from}",
                        self.name,
                        place + 1
                    )),
                    Some(_) => Ok(()),
                    None => {
                        units.insert(place, (name.clone(), unit));
                        Ok(())
                    }
                }
            })?;
            if !is_begun {
                let reason = "it has no complete line".to_owned();
                return Err(LedgerError::Wrong(name, reason));
            }
        }
        let plan = first.map(|(_, plan)| plan).unwrap_or_default();
        let of = (self.count)(&plan).unwrap_or_default();
        let mut merged = Ledger::open(output)?;
        merged.add(&Map::from_iter([(self.plan.to_owned(), plan)]))?;
        for (_, unit) in units.values() {
            merged.add(&Map::from_iter([(self.unit.to_owned(), unit.clone())]))?;
        }
        Ok(MergedUnits {
            units: units.len() as u64,
            of,
            missing: (0..of)
                .filter(|number| !units.contains_key(number))
                .map(|number| number + 1)
                .collect(),
        })
    }
}

/// Returns an error if two plans differ. `known` is the journal of the first.
fn same_plan(before: &Value, plan: &Value, known: &str, mix: bool) -> Result<(), String> {
    let entries = |plan: &Value| plan.as_object().cloned().unwrap_or_default();
    let (mut before, mut plan) = (entries(before), entries(plan));
    let [theirs, ours] = [plan.remove("program"), before.remove("program")];
    if let Some((name, value)) = before
        .iter()
        .find(|(name, value)| plan.get(*name) != Some(value))
    {
        let other = plan.get(name).unwrap_or(&Value::Null);
        let differs = match (value, other) {
            (Value::Array(_) | Value::Object(_), _) => format!("{name} differs"),
            _ => format!("{name} is {other}, not {value}"),
        };
        return Err(format!("it has another plan than {known}: {differs}"));
    }
    if theirs != ours && !mix {
        let written = |program: Option<Value>| match program {
            Some(Value::String(text)) => text,
            _ => "an unknown version".to_owned(),
        };
        return Err(format!(
            "it was written by {}, {known} by {}; --mix merges them",
            written(theirs),
            written(ours)
        ));
    }
    Ok(())
}

/// Returns a unit without its times, which differ between machines.
fn timeless(unit: &Value) -> Value {
    match unit {
        Value::Object(map) => {
            let kept = map.iter().filter(|(key, _)| !TIMES.contains(&key.as_str()));
            Value::Object(
                kept.map(|(key, value)| (key.clone(), timeless(value)))
                    .collect(),
            )
        }
        Value::Array(list) => list.iter().map(timeless).collect(),
        other => other.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    const UNITS: Units = Units {
        plan: "plan",
        unit: "unit",
        number: "number",
        name: "unit",
        count: |plan| plan["units"].as_u64(),
    };

    #[test]
    fn units_are_merged_once_and_missing_and_contradicting_ones_are_named() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = |name: &str, text: &str| {
            let path = folder.path().join(name);
            fs::write(&path, text).expect("a file");
            path
        };
        let plan = "{\"plan\":{\"units\":4,\"seed\":1,\"program\":\"a\"}}\n";
        let unit =
            |number: u64, ms: u64| format!("{{\"unit\":{{\"number\":{number},\"ms\":{ms}}}}}\n");
        let one = file("one", &format!("{plan}{}{}", unit(2, 5), unit(0, 6)));
        let two = file(
            "two",
            &format!("{plan}{}{}{{\"unit\":", unit(3, 7), unit(2, 8)),
        );
        let all = folder.path().join("all");
        let merged = UNITS.merge(&[two.clone(), one.clone()], &all, false);
        let merged = merged.expect("a journal");
        assert_eq!((merged.units, merged.of), (3, 4));
        assert_eq!(merged.missing, [2]);
        let expected = format!("{plan}{}{}{}", unit(0, 6), unit(2, 8), unit(3, 7));
        let sorted = |text: &str| {
            text.lines()
                .map(|line| serde_json::from_str::<Value>(line).expect("JSON"))
                .collect::<Vec<_>>()
        };
        assert_eq!(
            sorted(&fs::read_to_string(&all).expect("a file")),
            sorted(&expected)
        );
        for (text, mix, reason) in [
            (plan.replace(":1,", ":2,"), false, "seed is 2, not 1"),
            (plan.replace("\"a\"", "\"b\""), false, "written by b"),
            (
                format!("{plan}{{\"unit\":{{\"number\":2,\"x\":1}}}}\n"),
                true,
                "unit 3 differs",
            ),
            (unit(1, 1), false, "line 1 is out of place"),
            (String::new(), false, "no complete line"),
        ] {
            let other = file("other", &text);
            let none = folder.path().join("none");
            let error = UNITS.merge(&[one.clone(), other], &none, mix);
            let error = error.expect_err(reason).to_string();
            assert!(error.contains(reason), "{error}");
        }
    }
}
