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
    // Iterative deepening.
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
    /// On a clock the only legal move is played after this depth.
    only_move_depth = 6 in 1..=20;
    /// Threads vote with this many centipawns more than the worst of them found.
    vote_offset = 14 in 1..=60;

    // The transposition table.
    /// From so many plies without a capture or a pawn move on, the table's values are not believed.
    table_clock = 90 in 60..=100;
    /// An entry of this search is not replaced by one that is shallower by more than this.
    table_keep_depth = 4 in 0..=10;
    /// And an entry of a principal variation counts for so many plies more.
    table_keep_pv = 2 in 0..=6;
    /// An entry loses so many plies of its worth with every search.
    table_age = 8 in 1..=16;

    // Before any move is made.
    /// Hindsight: from so many plies of reduction on, a bad move is looked at again.
    hindsight_reduction = 3 in 1..=6;
    /// Razoring: the greatest depth.
    razor_depth = 4 in 1..=8;
    /// Razoring: how far below alpha, at depth 0.
    razor_base = 220 in 80..=500;
    /// Razoring: and more for each square of the depth.
    razor_factor = 200 in 80..=400;
    /// Reverse futility: the greatest depth.
    rfp_depth = 9 in 4..=12;
    /// Reverse futility: margin a ply.
    rfp_margin = 76 in 40..=150;
    /// Reverse futility: what improving takes off.
    rfp_improving = 70 in 20..=150;
    /// Reverse futility: what a last move of the opponent that was bad for him takes off.
    rfp_worsening = 25 in 0..=100;
    /// Reverse futility: beta counts so many times as much as the value in what is returned.
    rfp_beta_share = 2 in 0..=6;
    /// Null move: plies saved at least.
    null_base = 5 in 2..=6;
    /// Null move: one more ply for so many of depth.
    null_divisor = 3 in 2..=6;
    /// Null move: one more ply for so many centipawns above beta.
    null_eval = 190 in 80..=400;
    /// Null move: and no more plies than this for that.
    null_eval_most = 3 in 0..=6;
    /// Null move: how far below beta the static value may be, a ply of depth.
    null_depth_margin = 18 in 5..=40;
    /// Null move: how far above that it must be at depth 0.
    null_margin = 120 in 0..=350;
    /// Null move: from this depth on, zugzwang is ruled out by a second look.
    null_verify_depth = 14 in 6..=30;
    /// Null move: in this many quarters of the second look's depth nobody passes.
    null_verify_quarters = 3 in 1..=4;
    /// In so many first plies a king that can hardly move is looked out for.
    corner_plies = 8 in 0..=127;
    /// From this depth on, a search is long: nothing is passed over in its first plies.
    long_depth = 13 in 8..=127;
    /// From this depth on, a mate is looked for in a game that is as good as won.
    hunt_depth = 4 in 1..=127;
    /// As good as won: so many centipawns.
    hunt_value = 1000 in 300..=20000;
    /// Where a mate is looked for: nothing is passed over in so many first moves of each side.
    hunt_moves = 2 in 0..=8;
    /// Internal reduction: the least depth.
    iir_depth = 4 in 2..=8;
    /// ProbCut: the least depth.
    probcut_depth = 5 in 4..=10;
    /// ProbCut: by how much less deep the captures are looked at.
    probcut_reduction = 4 in 2..=4;
    /// ProbCut: how far above beta.
    probcut_margin = 190 in 100..=350;
    /// ProbCut: and nearer if the position improves.
    probcut_improving = 50 in 0..=120;

    // Moves that are passed over.
    /// Late move pruning: moves at depth 0; the square of the depth comes on top.
    lmp_base = 3 in 1..=10;
    /// Moves that are passed over: the depth they would be looked at with is a ply more for so much history.
    pruning_history = 8192 in 2048..=65536;
    /// History pruning: below this depth, as reduced.
    history_pruning_depth = 6 in 2..=12;
    /// History pruning: how bad a ply.
    history_pruning = 3800 in 1500..=6000;
    /// Futility: below this depth, as reduced.
    futility_depth = 9 in 4..=14;
    /// Futility: margin at depth 0.
    futility_base = 70 in 30..=250;
    /// Futility: and more a ply.
    futility_factor = 80 in 40..=180;
    /// Futility: history for one centipawn.
    futility_history = 128 in 32..=512;
    /// Captures: futility below this depth, as reduced.
    capture_futility_depth = 7 in 3..=12;
    /// Captures: futility margin at depth 0.
    capture_futility_base = 220 in 100..=400;
    /// Captures: and more a ply.
    capture_futility_factor = 210 in 100..=350;
    /// Captures: history for one centipawn of futility.
    capture_futility_history = 20 in 8..=80;
    /// Exchange pruning of quiet moves: centipawns a squared ply.
    see_quiet = 22 in 8..=60;
    /// Exchange pruning of captures: centipawns a ply.
    see_capture = 110 in 50..=220;
    /// Exchange pruning of captures: history for one centipawn.
    see_capture_history = 40 in 10..=160;

    // Moves that are looked at more deeply.
    /// No line is extended beyond so many times the depth of the iteration.
    extension_plies = 2 in 1..=4;
    /// Singular extensions: the least depth.
    singular_depth = 6 in 4..=10;
    /// Singular extensions: by how much less deep the table's entry may be.
    singular_table_depth = 3 in 1..=5;
    /// Singular extensions: how much worse the others must be, in 64ths of a centipawn a ply.
    singular_margin = 56 in 20..=120;
    /// Double extension: how much worse still.
    double_margin = 14 in 5..=50;
    /// Triple extension: how much worse.
    triple_margin = 100 in 40..=250;
    /// Singular extensions: plies less where the table's value is too good and the others are not much worse.
    singular_too_good = 3 in 0..=4;
    /// Singular extensions: plies less where a cut is expected and the others are not much worse.
    singular_cut = 2 in 0..=4;
    /// Check extension: the greatest depth.
    check_depth = 8 in 0..=20;

    // Moves that are looked at less deeply.
    /// Late move reductions: the least depth.
    lmr_depth = 2 in 1..=5;
    /// Late move reductions: hundredths of a ply at the start.
    lmr_base = 78 in 20..=150;
    /// Late move reductions: hundredths of the logarithms' divisor.
    lmr_divisor = 235 in 150..=350;
    /// Late move reductions: history for one ply less.
    lmr_history = 8200 in 4000..=16000;
    /// Late move reductions: history counts for no more than this, in 1,024ths of a ply.
    lmr_history_cap = 2048 in 1024..=8192;
    /// Late move reductions: less at the position asked about, in 1,024ths of a ply.
    lmr_root = 1024 in 0..=4096;
    /// Late move reductions: less in the first plies where a mate is looked for.
    lmr_hunt = 2048 in 0..=4096;
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
    /// Late move reductions: more where more positions below than this were cut off.
    lmr_cutoff_count = 3 in 0..=8;
    /// Late move reductions: how much more that is.
    lmr_cutoffs = 1000 in 0..=2048;
    /// Late move reductions: less for a capture.
    lmr_capture = 700 in 0..=2048;
    /// Late move reductions: the second look is deeper by one for so many centipawns more than the best.
    deeper_margin = 45 in 10..=120;
    /// Late move reductions: and for so many more a ply.
    deeper_factor = 2 in 0..=8;
    /// Once a best move is found, the others are looked at less deeply above this depth.
    best_found_least = 2 in 1..=6;
    /// And below this one.
    best_found_most = 12 in 6..=20;

    // The quiet search.
    /// Quiet search: what a capture may fall short by.
    quiescence_margin = 160 in 60..=350;
    /// Quiet search: what a move may lose in the exchange.
    quiescence_exchange = 60 in 0..=150;

    // The order of moves.
    /// Captures: what the piece that is taken counts for.
    victim_weight = 7 in 1..=30;
    /// Captures: a score of so much may lose a centipawn and still come among the good ones.
    good_capture_divisor = 40 in 10..=160;
    /// Under-promotions: how far behind everything else.
    underpromotion = 20000 in 0..=40000;
    /// Quiet moves: what their own history counts for.
    order_quiet = 2 in 0..=8;
    /// Quiet moves: and that after the last move.
    order_after_one = 2 in 0..=8;
    /// Quiet moves: and that after the own move before it.
    order_after_two = 2 in 0..=8;
    /// Quiet moves: and that four plies ago.
    order_after_four = 1 in 0..=8;
    /// Quiet moves: six plies ago, one part in so many.
    order_after_six_divisor = 2 in 1..=8;
    /// Quiet moves: and that in the same pawn structure.
    order_pawns = 2 in 0..=8;
    /// Quiet moves: for leaving a square where a pawn attacks a knight or a bishop, and against going there.
    threat_minor = 14000 in 0..=60000;
    /// Quiet moves: the same for a rook and what is smaller.
    threat_rook = 24000 in 0..=60000;
    /// Quiet moves: the same for a queen and what is smaller.
    threat_queen = 48000 in 0..=90000;

    /// Quiet moves: for giving check.
    order_check = 20000 in 0..=60000;
    /// Quiet moves: what such a check may lose in the exchange.
    order_check_loss = 75 in 0..=300;

    // Learning.
    /// Learning: bonus a ply.
    bonus_factor = 160 in 80..=320;
    /// Learning: what is taken off the bonus.
    bonus_offset = 60 in 0..=200;
    /// Learning: the largest bonus.
    bonus_max = 1600 in 800..=3200;
    /// Learning: after moves four and six plies ago, one part in so many.
    bonus_far_divisor = 2 in 1..=8;
    /// Learning: credit for each centipawn that a quiet move gained at sight, in eighths.
    sight_factor = 40 in 0..=160;
    /// Learning: the largest such credit.
    sight_max = 600 in 200..=2400;
    /// Learning: credit for a move against which nothing helped, in hundredths of the bonus.
    fail_low_credit = 100 in 0..=300;
    /// Corrections: how fast they move.
    correction_speed = 8 in 1..=32;
    /// Corrections: from this depth on, all searches are believed alike.
    correction_depth = 16 in 4..=32;
    /// Corrections: a larger difference counts like this one, in centipawns.
    correction_difference = 256 in 64..=1024;
    /// Corrections: one table corrects by no more than this, in centipawns.
    correction_limit = 48 in 16..=120;

    // Time. Most are hundredths.
    /// Time: as if so many moves were to come.
    time_moves = 24 in 12..=60;
    /// Time: the part of the increment that is used.
    time_increment = 75 in 20..=100;
    /// Time: the largest part of the clock for one move.
    time_most = 60 in 20..=80;
    /// Time: the largest part of a move's share.
    time_most_share = 500 in 150..=900;
    /// Time: where the best move has just changed.
    time_stable_base = 155 in 120..=250;
    /// Time: less for each iteration in which it stayed.
    time_stable_step = 9 in 0..=9;
    /// Time: so many iterations count.
    time_stable_most = 9 in 1..=12;
    /// Time: twice as much for so many centipawns that the value has fallen.
    time_fall = 140 in 40..=400;
    /// Time: the least for a value that rises.
    time_fall_least = 80 in 40..=100;
    /// Time: the most for a value that falls.
    time_fall_most = 160 in 100..=300;
    /// Time: for a best move that took no work at all.
    time_effort_base = 155 in 100..=250;
    /// Time: the least for one that took all.
    time_effort_least = 55 in 20..=100;
    /// Time: the most for one that took little.
    time_effort_most = 135 in 100..=250;
    /// Time: what all that is multiplied by.
    time_effort_factor = 125 in 60..=200;
}
