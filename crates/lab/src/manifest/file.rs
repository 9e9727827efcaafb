//! The file a manifest is kept in.

use std::fs;
use std::path::{Path, PathBuf};

use serde::Serialize;

use super::{Experiment, Manifest, ManifestError, Sitting};
use contest::when;

/// The manifest of a run in progress, and the file it goes to, if to any.
pub struct ManifestFile {
    manifest: Manifest,
    path: Option<PathBuf>,
}

impl ManifestFile {
    /// Where the manifest goes if nobody says: beside a file that is written anyway, `out.html` and `out.manifest.json`.
    #[must_use]
    pub fn beside(output: &Path) -> PathBuf {
        output.with_extension("manifest.json")
    }

    /// A run begins. The file is written at once, so that a name that cannot be written is known before the work is done,
    /// and a run that is killed has a manifest. A file that is there already must be a manifest.
    pub fn begin(
        experiment: Experiment,
        sitting: Sitting,
        path: Option<PathBuf>,
    ) -> Result<Self, ManifestError> {
        let begun = Self {
            manifest: Manifest::new(experiment, sitting),
            path,
        };
        if let Some(path) = &begun.path
            && path.is_file()
            && Manifest::read(path).is_err()
        {
            return Err(ManifestError(format!(
                "{} is there already and is not a manifest: name another file with --manifest",
                path.display()
            )));
        }
        begun.write()?;
        Ok(begun)
    }

    /// The run is over: what came of it is written, and the manifest given back.
    pub fn finish(self, result: &impl Serialize) -> Result<Manifest, ManifestError> {
        self.finish_at(when::timestamp(when::now()), result)
    }

    /// The same for a run that was over at another time.
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

    /// Writes a whole file beside and puts it in place, so that the name never stands for half a manifest.
    fn write(&self) -> Result<(), ManifestError> {
        let Some(path) = &self.path else {
            return Ok(());
        };
        let text = self.manifest.to_text();
        let written = if path.exists() && !path.is_file() {
            // A device, such as /dev/stderr, stays what it is.
            fs::write(path, text)
        } else {
            let mut name = path.as_os_str().to_owned();
            name.push(".part");
            fs::write(&name, text).and_then(|()| fs::rename(&name, path))
        };
        written.map_err(|error| ManifestError(format!("cannot write {}: {error}", path.display())))
    }
}
