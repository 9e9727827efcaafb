//! Statistics of game results: Elo and its error, sequential tests, ratings.
//!
//! All functions are pure functions of counts. Games are played in pairs, the same opening with colours swapped, and
//! the unit of observation is the pair if there are pairs: the two games of an opening are dependent, so counting
//! single games overstates the error with unbalanced openings. [`Pentanomial`] counts pairs, [`Tally`] counts games,
//! and a [`Sample`] is either of them as numbers between 0 and 1. Everything else is computed from a sample:
//!
//! ```
//! use contest::stats::{Pentanomial, Sample, Sprt, Tally, Verdict};
//! let tally = Tally { wins: 260, draws: 540, losses: 200 };
//! let pairs = Pentanomial([15, 90, 240, 130, 25]);
//! let sample = Sample::of(tally, pairs);
//! let elo = sample.elo();
//! assert_eq!(format!("{:.1} +- {:.1}", elo.value, elo.error()), "20.9 +- 13.2");
//! assert_eq!(format!("{:.3}", sample.los()), "0.999");
//! let sprt = Sprt::new(0.0, 10.0);
//! assert_eq!(format!("{:.2}", sprt.llr(&sample)), "3.46");
//! assert_eq!(sprt.verdict(&sample), Verdict::H1);
//! ```
//!
//! The models and their names are those of the testing frameworks of this field (fishtest, fastchess, OpenBench), so
//! that figures can be compared. References:
//!
//! - M. Van den Bergh, "A practical introduction to the GSPRT" and "Comments on normalized Elo" (notes published at
//!   hardy.uhasselt.be/Fishtest): the likelihood ratio from the maximum-likelihood distribution under each hypothesis,
//!   the pentanomial, the scale of normalised Elo.
//! - A. Wald, "Sequential tests of statistical hypotheses", Annals of Mathematical Statistics 16, 1945: the bounds.
//! - M. Sobel and A. Wald, "A sequential decision procedure for choosing one of three hypotheses", Annals of
//!   Mathematical Statistics 20, 1949.
//! - R. A. Fisher, "The arrangement of field experiments", Journal of the Ministry of Agriculture 33, 1926: factorial
//!   experiments.
//! - E. B. Wilson, "Probable inference, the law of succession, and statistical inference", JASA 22, 1927.
//! - R. A. Bradley and M. E. Terry, "Rank analysis of incomplete block designs", Biometrika 39, 1952: ratings.

mod claim;
mod counts;
mod elo;
mod factorial;
mod likelihood;
mod matrix;
mod normal;
mod ratings;
mod regression;
mod result;
mod sample;
mod sprt;
mod three_way;

pub use claim::Claim;
pub use counts::{Pentanomial, Points, Tally};
pub use elo::{Estimate, elo_of_score, score_of_elo};
pub use factorial::{Trial, elo_per_technique};
pub use normal::normal_cdf;
pub use ratings::{Encounter, Ratings, ratings};
pub use result::MatchResult;
pub use sample::Sample;
pub use sprt::{Model, Sprt, SprtError, Verdict};
pub use three_way::{Answer, Decision, ThreeWay, ThreeWayState};

/// 95% of a normal distribution is within this number of standard deviations of its mean.
pub const Z95: f64 = 1.959_963_984_540_054;

/// One unit of the t-value of a game, in normalised Elo: 800 / ln 10. With it, normalised and logistic Elo agree for
/// small differences between players that never draw.
pub const NORMALISED_UNIT: f64 = 347.435_585_522_601_45;
