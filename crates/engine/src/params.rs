//! The numbers of the search, in one place.
//!
//! They are constants. With the feature `spsa` they can be set while the program runs, as tuning by games wants
//! (OpenBench); [`all`] lists them with their ranges.

/// A number that can be tuned.
#[derive(Clone, Copy, Debug)]
pub struct Param {
    /// Its name.
    pub name: &'static str,
    /// What it is.
    pub value: i32,
    /// The least it should be tried with.
    pub min: i32,
    /// The most.
    pub max: i32,
}

/// Whether they can be set. A constant, so that the usual build has nothing but the numbers.
pub const TUNABLE: bool = cfg!(feature = "spsa");

macro_rules! params {
    ($($(#[$doc:meta])+ $name:ident = $value:literal in $min:literal..=$max:literal;)+) => {
        mod cells {
            use std::sync::atomic::AtomicI32;
            $(#[allow(non_upper_case_globals)] pub static $name: AtomicI32 = AtomicI32::new($value);)+
        }

        $(
            $(#[$doc])+
            #[inline(always)]
            #[must_use]
            pub fn $name() -> i32 {
                if TUNABLE {
                    cells::$name.load(std::sync::atomic::Ordering::Relaxed)
                } else {
                    $value
                }
            }
        )+

        /// All of them.
        #[must_use]
        pub fn all() -> Vec<Param> {
            vec![$(Param { name: stringify!($name), value: $name(), min: $min, max: $max }),+]
        }

        /// Sets one; false if there is none of this name, the value is out of range, or this is not a build for tuning.
        pub fn set(name: &str, value: i32) -> bool {
            match name {
                _ if !TUNABLE => false,
                $(stringify!($name) if ($min..=$max).contains(&value) => {
                    cells::$name.store(value, std::sync::atomic::Ordering::Relaxed);
                    true
                })+
                _ => false,
            }
        }
    };
}

params! {
    /// Half the first aspiration window.
    aspiration_window = 14 in 6..=40;
    /// Aspiration: the first depth with a small window.
    aspiration_depth = 4 in 2..=8;
    /// Aspiration: one centipawn wider for so many that the value is away from zero.
    aspiration_divisor = 40 in 10..=160;
    /// Aspiration: a window that would be widened by more than this is opened on that side.
    aspiration_widest = 600 in 100..=2000;
    /// Aspiration: a value that is too good is looked at again with so many plies less, at most.
    aspiration_reduction = 3 in 0..=5;
    /// Razoring: how far below alpha, at depth 0.
    razor_base = 220 in 80..=500;
    /// Razoring: and more for each square of the depth.
    razor_factor = 200 in 80..=400;
    /// Reverse futility: margin a ply.
    rfp_margin = 76 in 40..=150;
    /// Reverse futility: what improving takes off.
    rfp_improving = 70 in 20..=150;
    /// Null move: plies saved at least.
    null_base = 4 in 2..=6;
    /// Null move: one more ply for so many centipawns above beta.
    null_eval = 190 in 80..=400;
    /// Null move: how far below beta the static value may be, a ply of depth.
    null_depth_margin = 18 in 5..=40;
    /// Null move: how far above that it must be at depth 0.
    null_margin = 160 in 0..=350;
    /// In so many first plies a king that can hardly move is looked out for.
    corner_plies = 8 in 0..=127;
    /// From this depth on, a search is long: nothing is passed over in its first plies.
    long_depth = 13 in 8..=127;
    /// ProbCut: how far above beta.
    probcut_margin = 190 in 100..=350;
    /// ProbCut: and nearer if the position improves.
    probcut_improving = 50 in 0..=120;
    /// Futility: margin at depth 0.
    futility_base = 90 in 30..=250;
    /// Futility: and more a ply.
    futility_factor = 80 in 40..=180;
    /// Captures: futility margin at depth 0.
    capture_futility_base = 220 in 100..=400;
    /// Captures: and more a ply.
    capture_futility_factor = 210 in 100..=350;
    /// Exchange pruning of quiet moves: centipawns a squared ply.
    see_quiet = 22 in 8..=60;
    /// Exchange pruning of captures: centipawns a ply.
    see_capture = 110 in 50..=220;
    /// History pruning: how bad a ply.
    history_pruning = 3200 in 1500..=6000;
    /// Late move reductions: hundredths of a ply at the start.
    lmr_base = 78 in 20..=150;
    /// Late move reductions: hundredths of the logarithms' divisor.
    lmr_divisor = 235 in 150..=350;
    /// Late move reductions: history for one ply less.
    lmr_history = 8200 in 4000..=16000;
    /// Late move reductions: history counts for no more than this, in 1,024ths of a ply.
    lmr_history_cap = 2048 in 1024..=8192;
    /// Late move reductions: less at the position asked about, in 1,024ths of a ply.
    lmr_root = 3072 in 0..=4096;
    /// Late move reductions: less on what was a principal variation.
    lmr_on_pv = 1400 in 0..=3072;
    /// Late move reductions: less on a principal variation.
    lmr_pv = 768 in 0..=3072;
    /// Late move reductions: more where a cut is expected.
    lmr_cut = 1900 in 0..=4096;
    /// Late move reductions: more if the position does not improve.
    lmr_improving = 800 in 0..=2048;
    /// Late move reductions: less for a check.
    lmr_check = 2048 in 0..=4096;
    /// Late move reductions: more for a quiet move where the table's takes something.
    lmr_noisy = 900 in 0..=2048;
    /// Late move reductions: less for the killer.
    lmr_killer = 900 in 0..=2048;
    /// Late move reductions: more where many positions below were cut off.
    lmr_cutoffs = 1000 in 0..=2048;
    /// Late move reductions: less for a capture.
    lmr_capture = 700 in 0..=2048;
    /// Late move reductions: the second look is deeper by one for so many centipawns more than the best.
    deeper_margin = 45 in 10..=120;
    /// Reverse futility: the greatest depth.
    rfp_depth = 9 in 4..=12;
    /// Singular extensions: how much worse the others must be, in 64ths of a centipawn a ply.
    singular_margin = 56 in 20..=120;
    /// Double extension: how much worse still.
    double_margin = 18 in 5..=50;
    /// Triple extension: how much worse.
    triple_margin = 100 in 40..=250;
    /// Quiet search: what a capture may fall short by.
    quiescence_margin = 160 in 60..=350;
    /// Quiet search: what a move may lose in the exchange.
    quiescence_exchange = 60 in 0..=150;
    /// Learning: bonus a ply.
    bonus_factor = 160 in 80..=320;
    /// Learning: the largest bonus.
    bonus_max = 1600 in 800..=3200;
    /// Learning: credit for each centipawn that a quiet move gained at sight, in eighths.
    sight_factor = 40 in 0..=160;
    /// Learning: the largest such credit.
    sight_max = 600 in 200..=2400;
}
