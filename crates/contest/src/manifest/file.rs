//! The file of a manifest.

use std::fs;
use std::path::{Path, PathBuf};

use serde::Serialize;

use super::{Experiment, Manifest, ManifestError, RunInfo};
use crate::store::replace_file;
use crate::when;

/// The manifest of a run in progress, and its file if it has one.
pub struct ManifestFile {
    manifest: Manifest,
    path: Option<PathBuf>,
}

impl ManifestFile {
    /// Returns the default path of the manifest of an output file: `out.manifest.json` for `out.html`.
    #[must_use]
    pub fn beside(output: &Path) -> PathBuf {
        output.with_extension("manifest.json")
    }

    /// Begins a run. The file is written at once, so that a path that cannot be written is an error before the work
    /// begins, and a killed run leaves a manifest. An existing file must be a manifest.
    pub fn begin(
        experiment: Experiment,
        run_info: RunInfo,
        path: Option<PathBuf>,
    ) -> Result<Self, ManifestError> {
        let begun = Self {
            manifest: Manifest::new(experiment, run_info),
            path,
        };
        if let Some(path) = &begun.path
            && path.is_file()
            && Manifest::read(path).is_err()
        {
            return Err(ManifestError(format!(
                "{} exists and is not a manifest: name another file with --manifest",
                path.display()
            )));
        }
        begun.write()?;
        Ok(begun)
    }

    /// Ends the run: writes the result and returns the manifest.
    pub fn finish(self, result: &impl Serialize) -> Result<Manifest, ManifestError> {
        self.finish_at(when::timestamp(when::now()), result)
    }

    /// Ends the run with the time at which it ended.
    pub fn finish_at(
        mut self,
        end: String,
        result: &impl Serialize,
    ) -> Result<Manifest, ManifestError> {
        let result = serde_json::to_value(result)
            .map_err(|error| ManifestError(format!("the result cannot be written: {error}")))?;
        self.manifest.result = Some(result);
        self.manifest.end = Some(end);
        self.write()?;
        Ok(self.manifest)
    }

    fn write(&self) -> Result<(), ManifestError> {
        let Some(path) = &self.path else {
            return Ok(());
        };
        let text = self.manifest.to_text();
        let written = if path.exists() && !path.is_file() {
            // A device, such as /dev/stderr, cannot be replaced.
            fs::write(path, text)
        } else {
            replace_file(path, text.as_bytes())
        };
        written.map_err(|error| ManifestError(format!("cannot write {}: {error}", path.display())))
    }
}
