//! The report on a reviewed game: its phases, its turning points and its worst moves.

use chess::{Bitboard, Color, PieceKind, Position, Rank};
use serde::Serialize;

use super::review::mean_accuracy;
use super::{Opinion, Review, Reviewed, SideSummary};

/// The report on a game.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "GameReport"))]
pub struct Report {
    /// Whether the whole game was reviewed.
    pub complete: bool,
    /// The evaluation of the first position and after each move.
    pub points: Vec<Opinion>,
    /// The moves.
    pub moves: Vec<Reviewed>,
    /// The summaries of White and Black.
    pub sides: [SideSummary; 2],
    /// The indices of the worst moves in `moves`, the worst first.
    pub worst: Vec<usize>,
    /// The phases of the game: opening, middle game, end game.
    pub phases: Vec<Phase>,
    /// The indices of the moves in `moves` that changed the winning side.
    pub turning: Vec<usize>,
    /// The annotated game.
    pub pgn: String,
}

/// A phase of the game.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "ReportPhase"))]
pub struct Phase {
    /// `Opening`, `Middle game` or `End game`.
    pub name: &'static str,
    /// The index of its first move in `moves`.
    pub from: usize,
    /// The index after its last move.
    pub to: usize,
    /// The mean accuracy of White's and Black's moves in it, in percent.
    pub accuracy: [Option<f64>; 2],
}

impl Report {
    /// Creates the report, with up to `worst` bad moves.
    #[must_use]
    pub fn new(review: &Review, worst: usize) -> Self {
        let worst = review.worst(worst);
        Self {
            complete: review.complete,
            sides: review.sides(),
            worst: worst.iter().map(|reviewed| reviewed.ply).collect(),
            phases: phases(review),
            turning: turns(&review.win_percents()),
            pgn: review.annotated().to_string(),
            points: review.opinions.clone(),
            moves: review.moves.clone(),
        }
    }
}

/// A position with at most this many queens, rooks, bishops and knights belongs to the middle game, or to the end game.
const MIDDLE_GAME: u32 = 10;
const END_GAME: u32 = 6;

/// The opening ends when a side has fewer pieces than this on its first rank.
const AT_HOME: u32 = 4;

/// The least winning chances, in percent, of a side that is winning.
const WINNING: f64 = 65.0;

const NAMES: [&str; 3] = ["Opening", "Middle game", "End game"];

const PIECES: [PieceKind; 4] = [
    PieceKind::Queen,
    PieceKind::Rook,
    PieceKind::Bishop,
    PieceKind::Knight,
];

/// Returns the phases of a game. A game never returns to an earlier phase.
fn phases(review: &Review) -> Vec<Phase> {
    let mut position = *review.game.start();
    let mut now = 0;
    // The phase of each move is that of the position before it.
    let of_move: Vec<usize> = (review.game.main_line().nodes().iter())
        .take(review.moves.len())
        .map(|node| {
            now = now.max(phase(&position));
            position = position.after(node.played());
            now
        })
        .collect();
    let mut found = Vec::new();
    for (which, name) in NAMES.into_iter().enumerate() {
        let from = of_move.partition_point(|&phase| phase < which);
        let to = of_move.partition_point(|&phase| phase <= which);
        if from == to {
            continue;
        }
        let accuracy = Color::ALL.map(|color| {
            let own = review.moves[from..to].iter().filter(|m| m.side == color);
            mean_accuracy(&own.collect::<Vec<_>>())
        });
        found.push(Phase {
            name,
            from,
            to,
            accuracy,
        });
    }
    found
}

/// Returns the phase of a position: 0 is the opening.
fn phase(position: &Position) -> usize {
    let pieces_of = |color| PIECES.map(|kind| position.pieces(color, kind)).into_iter();
    let count = |color| pieces_of(color).map(Bitboard::count).sum::<u32>();
    let at_home = |color: Color| {
        pieces_of(color)
            .flatten()
            .filter(|square| square.rank().relative_to(color) == Rank::ALL[0])
            .count() as u32
    };
    match count(Color::White) + count(Color::Black) {
        left if left <= END_GAME => 2,
        left if left <= MIDDLE_GAME => 1,
        _ if Color::ALL.into_iter().any(|color| at_home(color) < AT_HOME) => 1,
        _ => 0,
    }
}

/// Returns the indices of the moves that changed the winning side for at least two positions. `wins` are White's winning chances
/// before the first move and after each.
fn turns(wins: &[f64]) -> Vec<usize> {
    let winner = |win: f64| i32::from(win >= WINNING) - i32::from(win <= 100.0 - WINNING);
    let mut now = wins.first().map_or(0, |&win| winner(win));
    let mut found = Vec::new();
    for (place, &win) in wins.iter().enumerate().skip(1) {
        let next = wins
            .get(place + 1)
            .map_or_else(|| winner(win), |&win| winner(win));
        if winner(win) != now && next == winner(win) {
            now = winner(win);
            found.push(place - 1);
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(fen: &str) -> usize {
        phase(&Position::from_fen(fen).expect("a position"))
    }

    #[test]
    fn phases_follow_the_pieces() {
        assert_eq!(
            of("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"),
            0
        );
        // White has castled and its rooks are connected.
        assert_eq!(
            of("r1bqk2r/pppp1ppp/2n2n2/2b1p3/2B1P3/2NPBN2/PPPQ1PPP/R4RK1 b kq - 0 1"),
            1
        );
        assert_eq!(of("2r3k1/5ppp/8/8/8/8/5PPP/2R3K1 w - - 0 1"), 2);
    }

    /// A game of random moves with random evaluations.
    fn random_review(seed: u64) -> Review {
        let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
        let mut random = |most: usize| {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            (state % most as u64) as usize
        };
        let mut position = Position::default();
        let mut text = String::new();
        let mut opinions = vec![Opinion::new(
            gametree::Value::Centipawns(20),
            1,
            Vec::new(),
            None,
        )];
        for _ in 0..120 {
            let legal = position.legal_moves();
            if legal.is_empty() {
                break;
            }
            let mv = legal[random(legal.len())];
            text += &format!("{} ", mv.to_san(&position));
            position = position.after(mv);
            let value = gametree::Value::Centipawns(random(1_200) as i32 - 600);
            opinions.push(Opinion::new(value, 1, Vec::new(), None));
        }
        Review::new(text.parse().expect("a game"), opinions)
    }

    #[test]
    fn the_accuracy_of_a_game_is_the_mean_of_its_phases_by_moves_in_50_games() {
        let mut several = 0;
        for seed in 1..=50 {
            let report = Report::new(&random_review(seed), 3);
            for color in Color::ALL {
                let side = color as usize;
                let phases = report.phases.iter().filter_map(|phase| {
                    let moves = report.moves[phase.from..phase.to].iter();
                    let own = moves.filter(|m| m.side == color).count() as f64;
                    Some((phase.accuracy[side]?, own))
                });
                let phases: Vec<(f64, f64)> = phases.collect();
                let overall = report.sides[side].accuracy.expect("an accuracy");
                let lowest = phases.iter().map(|(a, _)| *a).fold(100.0, f64::min);
                let highest = phases.iter().map(|(a, _)| *a).fold(0.0, f64::max);
                assert!(
                    lowest - 1e-9 <= overall && overall <= highest + 1e-9,
                    "{seed}"
                );
                let all: f64 = phases.iter().map(|(_, own)| own).sum();
                let weighted: f64 = phases.iter().map(|(a, own)| a * own / all).sum();
                assert!(
                    (weighted - overall).abs() < 1e-9,
                    "{seed}: {phases:?}, {overall}"
                );
                several += usize::from(phases.len() > 1);
            }
        }
        assert!(several > 30, "{several} sides with several phases");
    }

    #[test]
    fn a_turning_point_lasts() {
        // A blunder after a blunder changes nothing. The last one does.
        assert_eq!(turns(&[50.0, 80.0, 52.0, 20.0, 15.0, 10.0]), [2]);
        assert_eq!(turns(&[52.0, 55.0, 70.0, 72.0, 30.0]), [1, 3]);
        assert_eq!(turns(&[]), [0; 0]);
    }
}
