//! The parameters of the search.
//!
//! They are constants. With the feature `spsa` they can be set at run time, for tuning by games (OpenBench); [`all`] lists them
//! with their ranges.

/// A tunable parameter.
#[derive(Clone, Copy, Debug)]
pub struct Param {
    /// The name.
    pub name: &'static str,
    /// The value.
    pub value: i32,
    /// The smallest value to try.
    pub min: i32,
    /// The largest value to try.
    pub max: i32,
}

impl Param {
    /// SPSA: how far a won game moves a parameter in the last step (`R_end`), in units of its perturbation.
    pub const RATE: f64 = 0.002;

    /// SPSA: the perturbation in the last step (`C_end`), a twentieth of the range. Less than half a step would often round to
    /// nothing.
    #[must_use]
    pub fn perturbation(&self) -> f64 {
        (f64::from(self.max - self.min) / 20.0).max(0.5)
    }
}

impl std::fmt::Display for Param {
    /// Writes a line of OpenBench's SPSA form: `NAME, int, VALUE, MIN, MAX, C_END, R_END`.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (step, rate) = (self.perturbation(), Self::RATE);
        write!(
            f,
            "{}, int, {}, {}, {}, {step}, {rate}",
            self.name, self.value, self.min, self.max
        )
    }
}

/// Whether parameters can be set. It is a constant, so that the usual build contains plain constants.
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

        /// Returns all parameters.
        #[must_use]
        pub fn all() -> Vec<Param> {
            vec![$(Param { name: stringify!($name), value: $name(), min: $min, max: $max }),+]
        }

        /// Sets a parameter. Returns false if the name is unknown, the value is out of range, or the build has no `spsa`.
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
    // Iterative deepening.
    /// Aspiration window: half its initial width.
    aspiration_window = 14 in 6..=40;
    /// Aspiration window: minimum depth.
    aspiration_depth = 4 in 2..=8;
    /// Aspiration window: centipawns of the value for one more centipawn of width.
    aspiration_divisor = 40 in 10..=160;
    /// Aspiration window: a side that would be widened by more than this is opened.
    aspiration_widest = 600 in 100..=2000;
    /// Aspiration window: maximum reduction after fail highs, in plies.
    aspiration_reduction = 3 in 0..=5;
    /// With a clock, the only legal move is played after this depth.
    only_move_depth = 6 in 1..=20;
    /// Added to a thread's value, relative to the lowest, in the vote for the best thread.
    vote_offset = 14 in 1..=60;

    // The transposition table.
    /// The halfmove clock from which values of the table are not used.
    table_clock = 90 in 60..=100;
    /// An entry of this search is kept if it is deeper than the new one by more than this.
    table_keep_depth = 4 in 0..=10;
    /// Additional depth that an entry on a principal variation counts for replacement.
    table_keep_pv = 2 in 0..=6;
    /// Depth that an entry loses with each search, for replacement.
    table_age = 8 in 1..=16;

    // Before the move loop.
    /// Hindsight: minimum reduction.
    hindsight_reduction = 3 in 1..=6;
    /// Razoring: maximum depth.
    razor_depth = 4 in 1..=8;
    /// Razoring: margin at depth 0.
    razor_base = 220 in 80..=500;
    /// Razoring: margin for each squared ply.
    razor_factor = 200 in 80..=400;
    /// Reverse futility pruning: maximum depth.
    rfp_depth = 9 in 4..=12;
    /// Reverse futility pruning: margin for each ply.
    rfp_margin = 76 in 40..=150;
    /// Reverse futility pruning: margin less if improving.
    rfp_improving = 70 in 20..=150;
    /// Reverse futility pruning: margin less if the opponent is worsening.
    rfp_worsening = 25 in 0..=100;
    /// Reverse futility pruning: weight of beta against the evaluation in the returned value.
    rfp_beta_share = 2 in 0..=6;
    /// Null-move pruning: base reduction.
    null_base = 5 in 2..=6;
    /// Null-move pruning: plies of depth for one more ply of reduction.
    null_divisor = 3 in 2..=6;
    /// Null-move pruning: centipawns above beta for one more ply of reduction.
    null_eval = 190 in 80..=400;
    /// Null-move pruning: maximum of that reduction.
    null_eval_most = 3 in 0..=6;
    /// Null-move pruning: distance that the static evaluation may be below beta, for each ply.
    null_depth_margin = 18 in 5..=40;
    /// Null-move pruning: distance above beta that it must have at depth 0.
    null_margin = 120 in 0..=350;
    /// Null-move pruning: minimum depth of the verification search.
    null_verify_depth = 14 in 6..=30;
    /// Null-move pruning: quarters of the verification search's depth without null moves.
    null_verify_quarters = 3 in 1..=4;
    /// Cornered kings: number of plies from the root in which they restrict pruning.
    corner_plies = 8 in 0..=127;
    /// First plies: minimum depth of the iteration for full width.
    long_depth = 13 in 8..=127;
    /// Mate search: minimum depth of the iteration.
    hunt_depth = 4 in 1..=127;
    /// Mate search: minimum value of the root in centipawns.
    hunt_value = 1000 in 300..=20000;
    /// Mate search: number of first moves of each side without pruning.
    hunt_moves = 2 in 0..=8;
    /// Internal iterative reduction: minimum depth.
    iir_depth = 4 in 2..=8;
    /// ProbCut: minimum depth.
    probcut_depth = 5 in 4..=10;
    /// ProbCut: reduction of the search of captures.
    probcut_reduction = 4 in 2..=4;
    /// ProbCut: margin above beta.
    probcut_margin = 190 in 100..=350;
    /// ProbCut: margin less if improving.
    probcut_improving = 50 in 0..=120;

    // Pruning of moves.
    /// Late move pruning: number of moves at depth 0, to which the square of the depth is added.
    lmp_base = 3 in 1..=10;
    /// Pruning of quiet moves: history for one ply of reduced depth.
    pruning_history = 8192 in 2048..=65536;
    /// History pruning: limit of the reduced depth.
    history_pruning_depth = 6 in 2..=12;
    /// History pruning: negative history for each ply.
    history_pruning = 3800 in 1500..=6000;
    /// Futility pruning: limit of the reduced depth.
    futility_depth = 9 in 4..=14;
    /// Futility pruning: margin at depth 0.
    futility_base = 70 in 30..=250;
    /// Futility pruning: margin for each ply.
    futility_factor = 80 in 40..=180;
    /// Futility pruning: history for one centipawn.
    futility_history = 128 in 32..=512;
    /// Futility pruning of captures: limit of the reduced depth.
    capture_futility_depth = 7 in 3..=12;
    /// Futility pruning of captures: margin at depth 0.
    capture_futility_base = 220 in 100..=400;
    /// Futility pruning of captures: margin for each ply.
    capture_futility_factor = 210 in 100..=350;
    /// Futility pruning of captures: history for one centipawn.
    capture_futility_history = 20 in 8..=80;
    /// Static exchange evaluation of quiet moves: loss allowed for each squared ply.
    see_quiet = 22 in 8..=60;
    /// Static exchange evaluation of captures: loss allowed for each ply.
    see_capture = 110 in 50..=220;
    /// Static exchange evaluation of captures: history for one centipawn.
    see_capture_history = 40 in 10..=160;

    // Extensions.
    /// Extensions stop at this multiple of the iteration's depth.
    extension_plies = 2 in 1..=4;
    /// Singular extensions: minimum depth.
    singular_depth = 6 in 4..=10;
    /// Singular extensions: depth by which the table entry may be shallower.
    singular_table_depth = 3 in 1..=5;
    /// Singular extensions: margin below the table value, in 64ths of a centipawn for each ply.
    singular_margin = 56 in 20..=120;
    /// Double extension: additional margin.
    double_margin = 14 in 5..=50;
    /// Triple extension: additional margin.
    triple_margin = 100 in 40..=250;
    /// Singular extensions: reduction if not singular and the table value is at least beta.
    singular_too_good = 3 in 0..=4;
    /// Singular extensions: reduction if not singular in an expected cut node.
    singular_cut = 2 in 0..=4;
    /// Check extension: maximum depth.
    check_depth = 8 in 0..=20;

    // Reductions.
    /// Late move reductions: minimum depth.
    lmr_depth = 2 in 1..=5;
    /// Late move reductions: base in hundredths of a ply.
    lmr_base = 78 in 20..=150;
    /// Late move reductions: divisor of the product of logarithms, in hundredths.
    lmr_divisor = 235 in 150..=350;
    /// Late move reductions: history for one ply less.
    lmr_history = 8200 in 4000..=16000;
    /// Late move reductions: maximum effect of history, in 1,024ths of a ply, as in the following.
    lmr_history_cap = 2048 in 1024..=8192;
    /// Late move reductions: less at the root.
    lmr_root = 1024 in 0..=4096;
    /// Late move reductions: less in the first plies of a mate search.
    lmr_hunt = 2048 in 0..=4096;
    /// Late move reductions: less if the node is or was on a principal variation.
    lmr_on_pv = 1400 in 0..=3072;
    /// Late move reductions: less in PV nodes.
    lmr_pv = 768 in 0..=3072;
    /// Late move reductions: more in expected cut nodes.
    lmr_cut = 1900 in 0..=4096;
    /// Late move reductions: more if not improving.
    lmr_improving = 800 in 0..=2048;
    /// Late move reductions: less for a check.
    lmr_check = 2048 in 0..=4096;
    /// Late move reductions: more for a quiet move if the table move is a capture.
    lmr_noisy = 900 in 0..=2048;
    /// Late move reductions: less for the killer.
    lmr_killer = 900 in 0..=2048;
    /// Late move reductions: more if the children had more cutoffs than this.
    lmr_cutoff_count = 3 in 0..=8;
    /// Late move reductions: that amount.
    lmr_cutoffs = 1000 in 0..=2048;
    /// Late move reductions: less for a capture.
    lmr_capture = 700 in 0..=2048;
    /// Late move reductions: margin above the best value for a deeper re-search.
    deeper_margin = 45 in 10..=120;
    /// Late move reductions: that margin for each ply.
    deeper_factor = 2 in 0..=8;
    /// After alpha was raised: minimum depth, exclusive, at which later moves are searched a ply less deeply.
    best_found_least = 2 in 1..=6;
    /// After alpha was raised: maximum depth, exclusive.
    best_found_most = 12 in 6..=20;

    // Quiescence search.
    /// Quiescence search: margin of delta pruning.
    quiescence_margin = 160 in 60..=350;
    /// Quiescence search: loss allowed by static exchange evaluation.
    quiescence_exchange = 60 in 0..=150;

    // Move ordering.
    /// Captures: weight of the captured piece's value.
    victim_weight = 7 in 1..=30;
    /// Captures: ordering score for each centipawn that a good capture may lose.
    good_capture_divisor = 40 in 10..=160;
    /// Under-promotions: malus.
    underpromotion = 20000 in 0..=40000;
    /// Quiet moves: weight of the quiet history.
    order_quiet = 2 in 0..=8;
    /// Quiet moves: weight of the continuation history of the last move.
    order_after_one = 2 in 0..=8;
    /// Quiet moves: weight of the continuation history two plies ago.
    order_after_two = 2 in 0..=8;
    /// Quiet moves: weight of the continuation history four plies ago.
    order_after_four = 1 in 0..=8;
    /// Quiet moves: divisor of the continuation history six plies ago.
    order_after_six_divisor = 2 in 1..=8;
    /// Quiet moves: weight of the pawn history.
    order_pawns = 2 in 0..=8;
    /// Quiet moves: bonus for moving a minor piece away from an attack by a pawn, and malus for moving it into one.
    threat_minor = 14000 in 0..=60000;
    /// Quiet moves: the same for a rook and attacks by less valuable pieces.
    threat_rook = 24000 in 0..=60000;
    /// Quiet moves: the same for a queen and attacks by less valuable pieces.
    threat_queen = 48000 in 0..=90000;

    /// Quiet moves: bonus for a check.
    order_check = 20000 in 0..=60000;
    /// Quiet moves: loss allowed for that check by static exchange evaluation.
    order_check_loss = 75 in 0..=300;

    // Histories.
    /// History bonus for each ply.
    bonus_factor = 160 in 80..=320;
    /// History bonus: subtracted constant.
    bonus_offset = 60 in 0..=200;
    /// History bonus: maximum.
    bonus_max = 1600 in 800..=3200;
    /// History bonus: divisor for continuation histories four and six plies ago.
    bonus_far_divisor = 2 in 1..=8;
    /// Evaluation history: bonus for each centipawn gained, in eighths.
    sight_factor = 40 in 0..=160;
    /// Evaluation history: maximum bonus.
    sight_max = 600 in 200..=2400;
    /// Bonus for a quiet move after a fail low of the child, in hundredths of the history bonus.
    fail_low_credit = 100 in 0..=300;
    /// Correction history: learning rate.
    correction_speed = 8 in 1..=32;
    /// Correction history: depth at which the weight of a search reaches its maximum.
    correction_depth = 16 in 4..=32;
    /// Correction history: maximum difference that counts, in centipawns.
    correction_difference = 256 in 64..=1024;
    /// Correction history: maximum correction of one table, in centipawns.
    correction_limit = 48 in 16..=120;

    // Time management. Most values are hundredths.
    /// Time management: number of moves to plan for.
    time_moves = 24 in 12..=60;
    /// Time management: usable part of the increment.
    time_increment = 75 in 20..=100;
    /// Time management: maximum part of the clock for one move.
    time_most = 60 in 20..=80;
    /// Time management: maximum multiple of a move's share.
    time_most_share = 500 in 150..=900;
    /// Time management: factor if the best move has just changed.
    time_stable_base = 155 in 120..=250;
    /// Time management: reduction of that factor for each iteration with the same best move.
    time_stable_step = 9 in 0..=9;
    /// Time management: maximum number of such iterations.
    time_stable_most = 9 in 1..=12;
    /// Time management: fall of the value, in centipawns, that doubles the time.
    time_fall = 140 in 40..=400;
    /// Time management: minimum factor for a rising value.
    time_fall_least = 80 in 40..=100;
    /// Time management: maximum factor for a falling value.
    time_fall_most = 160 in 100..=300;
    /// Time management: factor for a best move without nodes, less its share of the nodes.
    time_effort_base = 155 in 100..=250;
    /// Time management: minimum of that factor.
    time_effort_least = 55 in 20..=100;
    /// Time management: maximum of that factor.
    time_effort_most = 135 in 100..=250;
    /// Time management: multiplier of that factor.
    time_effort_factor = 125 in 60..=200;
}
