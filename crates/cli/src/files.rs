//! Files, with errors that name them, and the reports of commands.

use std::fmt::Display;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::Args;
use serde::Serialize;

use crate::error::{Failure, Result, failure};

/// Returns a function that adds the action and the path to an error.
pub fn cannot(action: &str, path: &Path) -> impl Fn(io::Error) -> Failure {
    move |error| failure!("cannot {action} {}: {error}", path.display())
}

/// Reads a file.
pub fn read(path: &Path) -> Result<Vec<u8>> {
    fs::read(path).map_err(cannot("read", path))
}

/// Reads a text file.
pub fn read_text(path: &Path) -> Result<String> {
    fs::read_to_string(path).map_err(cannot("read", path))
}

/// Writes a whole file.
pub fn write(path: &Path, bytes: impl AsRef<[u8]>) -> Result {
    fs::write(path, bytes).map_err(cannot("write", path))
}

/// Creates a folder, if it does not exist.
pub fn create_folder(path: &Path) -> Result {
    fs::create_dir_all(path).map_err(cannot("create", path))
}

/// Returns whether the name of a file ends in this extension, in any case.
pub fn has_extension(path: &Path, extension: &str) -> bool {
    path.extension()
        .is_some_and(|end| end.eq_ignore_ascii_case(extension))
}

/// Writes a result as one JSON object, or as text.
pub fn print<R: Serialize + Display>(result: &R, json: bool, output: &mut impl Write) -> Result {
    if json {
        writeln!(output, "{}", serde_json::to_string(result)?)?;
    } else {
        write!(output, "{result}")?;
    }
    Ok(output.flush()?)
}

/// The forms of a report.
#[derive(Args, Debug)]
pub struct ReportArgs {
    /// Print one JSON object instead of text
    #[arg(long)]
    pub json: bool,
    /// Write the figures to this file as comma-separated values
    #[arg(long, value_name = "FILE")]
    pub csv: Option<PathBuf>,
    /// Write an HTML page with tables and pictures to this file
    #[arg(long, value_name = "FILE")]
    pub html: Option<PathBuf>,
}

/// A result in all forms.
pub trait Report: Serialize + Display {
    /// Returns the figures as comma-separated values.
    fn to_csv(&self) -> String;
    /// Returns a page.
    fn to_html(&self) -> String;
}

macro_rules! reports {
    ($($report:ty)+) => {
        $(impl Report for $report {
            fn to_csv(&self) -> String {
                self.to_csv()
            }
            fn to_html(&self) -> String {
                self.to_html()
            }
        })+
    };
}
reports!(research::compare::Comparison research::parallel::Comparison research::simulated::Curves
    research::suite::Report teaching::grade::Sheet);

impl ReportArgs {
    /// Prints a report and writes its files.
    pub fn write(&self, report: &impl Report, output: &mut impl Write) -> Result {
        print(report, self.json, output)?;
        if let Some(path) = &self.csv {
            write(path, report.to_csv())?;
        }
        if let Some(path) = &self.html {
            write(path, report.to_html())?;
        }
        Ok(())
    }

    /// Returns the files.
    pub fn files(&self) -> [Option<&Path>; 2] {
        [self.html.as_deref(), self.csv.as_deref()]
    }
}
