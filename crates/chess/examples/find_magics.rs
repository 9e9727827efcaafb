//! Finds the multipliers in `src/attacks/magics.rs`: tries sparse random numbers until one maps different attacks to
//! different indices: `cargo run --release -p espalier-chess --example find_magics > crates/chess/src/attacks/magics.rs`.

use chess::random::SplitMix64;
use chess::{Bitboard, Square, attacks};

/// Computes attacks step by step, up to the first occupied square.
fn walk(square: Square, steps: &[(i8, i8)], occupied: Bitboard) -> Bitboard {
    let mut seen = Bitboard::EMPTY;
    for &(files, ranks) in steps {
        let mut at = square;
        while let Some(next) = at.offset(files, ranks) {
            at = next;
            seen |= at.bitboard();
            if occupied.has(at) {
                break;
            }
        }
    }
    seen
}

fn find(random: &mut SplitMix64, square: Square, steps: &[(i8, i8)]) -> u64 {
    // The last square of a ray is irrelevant.
    let mut mask = Bitboard::EMPTY;
    for &step in steps {
        let ray = walk(square, &[step], Bitboard::EMPTY);
        let last = ray
            .into_iter()
            .find(|to| to.offset(step.0, step.1).is_none());
        mask |= ray - last.map_or(Bitboard::EMPTY, Bitboard::from);
    }
    let bits = mask.count();
    let mut sets = Vec::new();
    let mut blockers = 0_u64;
    loop {
        sets.push((blockers, walk(square, steps, Bitboard::new(blockers))));
        blockers = blockers.wrapping_sub(mask.bits()) & mask.bits();
        if blockers == 0 {
            break;
        }
    }
    let mut table = vec![(0_u32, Bitboard::EMPTY); 1 << bits];
    for attempt in 1.. {
        let magic = random.next_u64() & random.next_u64() & random.next_u64();
        // Too few bits at the top cannot fill the index.
        if (mask.bits().wrapping_mul(magic) >> 56).count_ones() < 6 {
            continue;
        }
        let fits = sets.iter().all(|&(blockers, attacks)| {
            let slot = &mut table[(blockers.wrapping_mul(magic) >> (64 - bits)) as usize];
            let free = slot.0 != attempt || slot.1 == attacks;
            *slot = (attempt, attacks);
            free
        });
        if fits {
            return magic;
        }
    }
    unreachable!("the loop ends with a magic")
}

fn main() {
    const ROOK: [(i8, i8); 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];
    const BISHOP: [(i8, i8); 4] = [(1, 1), (-1, -1), (1, -1), (-1, 1)];
    let mut random = SplitMix64::new(2026);
    println!(
        "//! Magic multipliers, found by `cargo run --release -p espalier-chess --example find_magics`."
    );
    for (name, steps) in [("ROOK", ROOK), ("BISHOP", BISHOP)] {
        println!("\n#[rustfmt::skip]\npub(super) const {name}: [u64; 64] = [");
        for square in Square::ALL {
            let magic = find(&mut random, square, &steps);
            let groups = [48, 32, 16, 0].map(|shift| format!("{:04X}", magic >> shift & 0xFFFF));
            println!("    0x{},", groups.join("_"));
        }
        println!("];");
    }
    // Check that the attacks of the crate equal those computed step by step.
    for square in Square::ALL {
        let blockers = Bitboard::new(random.next_u64() & random.next_u64());
        assert_eq!(
            attacks::rook(square, blockers),
            walk(square, &ROOK, blockers)
        );
        assert_eq!(
            attacks::bishop(square, blockers),
            walk(square, &BISHOP, blockers)
        );
    }
}
