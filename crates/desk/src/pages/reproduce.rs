//! What the course documents printed, beside what their programs do here. Computed once; then everybody gets it.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use classroom::reproduce;
use classroom::{Control, Document};

use crate::job::Job;
use crate::protocol::{Figure, Say, Section};

/// What was computed before. Nobody computes while this is locked.
static KNOWN: Mutex<BTreeMap<&'static str, Vec<Section>>> = Mutex::new(BTreeMap::new());

/// Answers `reproduce`.
pub fn reproduce(name: &str, job: &Job) -> Result<Say, String> {
    let document: Document = name
        .parse()
        .map_err(|error: classroom::UnknownDocument| error.to_string())?;
    let known = || KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(sections) = known().get(document.name()) {
        return Ok(Say::Reproduced {
            sections: sections.clone(),
        });
    }
    let control = Control::default().with_stop(Arc::clone(&job.stop));
    let found = reproduce::run_until(&[document], &control, &mut |step| {
        job.news(Say::Progress {
            done: step.done as u64,
            of: step.of as u64,
            what: step.title.to_owned(),
        });
    });
    if job.is_stopped() {
        return Err("it was stopped before all figures were there".to_owned());
    }
    let sections: Vec<Section> = found.iter().map(shown).collect();
    known().insert(document.name(), sections.clone());
    Ok(Say::Reproduced { sections })
}

fn shown(section: &reproduce::Section) -> Section {
    Section {
        title: section.title.clone(),
        source: section.source.name(),
        figures: section
            .rows
            .iter()
            .map(|row| Figure {
                source: section.source_of(row).name(),
                what: row.what.clone(),
                printed: row.printed.clone(),
                obtained: row.obtained.clone(),
                same: row.same,
            })
            .collect(),
        remark: section.remark.clone(),
    }
}
