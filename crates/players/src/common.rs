//! Settings that several players have.

use crate::setting::{Cost, Preset, Setting, SettingType};

use Preset::{Absent, Is};

/// Mebibytes in bytes.
pub(crate) const MEBIBYTE: u64 = 1 << 20;

/// The source of random choices.
pub(crate) const SEED: Setting = Setting::number("seed", 0, u64::MAX, Preset::Number(0))
    .about("the same seed plays the same game");
/// Depth limit of a move.
pub(crate) const DEPTH: Setting =
    Setting::number("depth", 1, 200, Absent("no limit")).about("plies to look ahead");
/// Node limit of a move.
pub(crate) const NODES: Setting =
    Setting::number("nodes", 1, u64::MAX, Absent("no limit")).about("nodes per move");
/// Evaluation limit of a move.
pub(crate) const EVALS: Setting =
    Setting::number("evals", 1, u64::MAX, Absent("no limit")).about("evaluations per move");
/// Time limit of a move.
pub(crate) const MOVETIME: Setting =
    Setting::number("movetime", 1, 86_400_000, Absent("no limit")).about("milliseconds per move");
/// The evaluator of leaves.
pub(crate) const EVAL: Setting = Setting::new(
    "eval",
    SettingType::Evaluator,
    Preset::FirstEvaluator,
    "evaluator of the leaves",
);
/// The size of a transposition table.
pub(crate) const TT: Setting = Setting::number("tt", 0, 65_536, Is("0"))
    .about("size of the transposition table in mebibytes; 0 disables it")
    .costs(Cost::Mebibytes);
