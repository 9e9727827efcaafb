//! Compares the printed figures of course documents with those of their programs. Each document is computed once.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use courses::Document;
use courses::reproduce;
use gametree::Signal;

use crate::job::Job;
use crate::protocol::{Figure, Reply, Section};

/// The computed documents. Not locked during a computation.
static CACHE: Mutex<BTreeMap<&'static str, Vec<Section>>> = Mutex::new(BTreeMap::new());

/// Answers `reproduce`.
pub fn reproduce(name: &str, job: &Job) -> Result<Reply, String> {
    let document: Document = name
        .parse()
        .map_err(|error: courses::UnknownDocument| error.to_string())?;
    let cache = || CACHE.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(sections) = cache().get(document.name()) {
        return Ok(Reply::Reproduced {
            sections: sections.clone(),
        });
    }
    let signal = Signal::with_stop(Arc::clone(&job.stop));
    let found = reproduce::run_until(&[document], &signal, &mut |step| {
        job.try_send(Reply::Progress {
            done: step.done as u64,
            of: step.of as u64,
            what: step.title.to_owned(),
        });
    });
    if job.is_stopped() {
        return Err("the job was cancelled before all figures were computed".to_owned());
    }
    let sections: Vec<Section> = found.iter().map(section).collect();
    cache().insert(document.name(), sections.clone());
    Ok(Reply::Reproduced { sections })
}

fn section(section: &reproduce::Section) -> Section {
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
