//! The names that most commands use.

pub use std::io::{self, Write};
pub use std::num::NonZeroUsize;
pub use std::path::{Path, PathBuf};

pub use clap::Args;
pub use contest::pool;
pub use games::nearest::{hint, quote};
pub use games::{BoardGame, Chess, GameId, WithGame};
pub use players::{PlayerSpec, Seat};
pub use serde_json::json;

pub use crate::arguments::*;
pub use crate::error::{Failure, Result};
pub(crate) use crate::error::{fail, failure};
pub use crate::files::ReportArgs;
pub use crate::progress::Progress;
pub use crate::stop::stop_on_ctrl_c;
pub(crate) use crate::{files, manifest};
