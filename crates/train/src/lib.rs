//! Training: better evaluations from games.
//!
//! [`Trainer`] trains networks for [`nnue`] on the CPU; [`terms`] tunes the weights of the engine's hand-crafted evaluation on
//! positions with game results.

mod adam;
mod barrier;
mod checkpoint;
mod chunk;
mod columns;
pub mod curve;
mod files;
mod kernels;
pub mod lesson;
mod permutation;
pub mod play;
mod quantised;
pub mod reference;
mod sample;
mod session;
mod sha256;
mod target;
pub mod terms;
mod trainer;
mod values;
mod weights;

pub use checkpoint::{Checkpoint, CheckpointError, replace};
pub use chunk::CHUNK;
pub use files::{Files, Progress, Trained};
pub use kernels::Kernel;
pub use quantised::{Exam, held_out, quantise, vectors};
pub use sample::{Data, DataError, Sample};
pub use session::Session;
pub use target::Target;
pub use trainer::{Settings, State, Trainer};
pub use values::Values;
pub use weights::{Shape, Weights};
