//! Recordings, their file formats, and the marks of the alternatives.

mod marks;
mod recording;
