//! The trace as JSON.
//!
//! One object: `format`, `version`, `game`, `position`, `search`, `truncated` and
//! `events`, a list of objects, one per line. `e` is the type of an event. Absent values are omitted.

use gametree::observer::Probe;
use gametree::{Mark, Marked, Unit};
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

use crate::{Trace, VERSION};

/// The members before the events.
#[derive(Serialize)]
struct Head<'a> {
    format: &'a str,
    version: u8,
    game: &'a str,
    position: &'a str,
    search: &'a str,
    truncated: bool,
}

impl Trace {
    /// Returns the whole trace as one JSON object.
    #[must_use]
    pub fn to_json(&self) -> String {
        let head = text(&Head {
            format: "espalier-trace",
            version: VERSION,
            game: &self.game,
            position: &self.position,
            search: &self.search,
            truncated: self.truncated,
        });
        let name = |mv: u32| self.moves.get(mv as usize).map_or("?", String::as_str);
        let events = self.events.iter();
        let events: Vec<String> = events.map(|event| text(&event.clone().map(name))).collect();
        let head = head.trim_end_matches('}');
        format!("{head},\"events\":[\n{}\n]}}\n", events.join(",\n"))
    }
}

fn text(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("strings, numbers and lists have a JSON form")
}

/// Writes a look-up: whether it hit, and the entry.
pub(crate) fn probe<S: Serializer>(found: &Option<Probe>, to: S) -> Result<S::Ok, S::Error> {
    #[derive(Serialize)]
    struct LookUp<'a> {
        hit: bool,
        #[serde(flatten)]
        entry: &'a Option<Probe>,
    }
    let hit = found.is_some();
    LookUp { hit, entry: found }.serialize(to)
}

/// Writes each mark as a member with its name.
pub(crate) fn marks<S: Serializer>(marks: &[Marked], to: S) -> Result<S::Ok, S::Error> {
    let mut members = to.serialize_map(Some(marks.len()))?;
    for (mark, number) in marks {
        match (mark.unit(), *number) {
            (Unit::Count, Mark::NEVER) => members.serialize_entry(mark.name(), "never")?,
            (Unit::Thousandths, number) => {
                members.serialize_entry(mark.name(), &(f64::from(number) / 1_000.0))?;
            }
            (_, number) => members.serialize_entry(mark.name(), &number)?,
        }
    }
    members.end()
}
