//! SHA-256 (FIPS 180-4): the name of a network in its file, and the checksum of a checkpoint.

/// The first 32 bits of the fractional parts of the cube roots of the first 64 primes.
const ROUND: [u32; 64] = roots::<64>(3);

/// The first 32 bits of the fractional parts of the square roots of the first eight primes.
const START: [u32; 8] = roots::<8>(2);

/// Returns the fractional parts of roots of primes, by bisection in 128-bit integers.
const fn roots<const N: usize>(degree: u32) -> [u32; N] {
    let mut roots = [0; N];
    let (mut found, mut number) = (0, 2_u128);
    while found < N {
        let mut divisor = 2;
        while divisor * divisor <= number && !number.is_multiple_of(divisor) {
            divisor += 1;
        }
        if divisor * divisor > number {
            // The largest root with 32 binary places: root^degree <= number * 2^(32 degree).
            let (mut low, mut high) = (0_u128, 1 << 37);
            while high - low > 1 {
                let middle = u128::midpoint(low, high);
                if middle.pow(degree) <= number << (32 * degree) {
                    low = middle;
                } else {
                    high = middle;
                }
            }
            roots[found] = low as u32;
            found += 1;
        }
        number += 1;
    }
    roots
}

/// Returns the SHA-256 of bytes.
#[must_use]
pub fn sha256(bytes: &[u8]) -> [u8; 32] {
    let mut state = START;
    let (blocks, rest) = bytes.as_chunks::<64>();
    for block in blocks {
        compress(&mut state, block);
    }
    let mut end = rest.to_vec();
    end.push(0x80);
    while end.len() % 64 != 56 {
        end.push(0);
    }
    end.extend((bytes.len() as u64 * 8).to_be_bytes());
    for block in end.as_chunks::<64>().0 {
        compress(&mut state, block);
    }
    let mut hash = [0; 32];
    for (bytes, word) in hash.as_chunks_mut::<4>().0.iter_mut().zip(state) {
        *bytes = word.to_be_bytes();
    }
    hash
}

fn compress(state: &mut [u32; 8], block: &[u8; 64]) {
    let mut words = [0_u32; 64];
    for (word, bytes) in words.iter_mut().zip(block.as_chunks::<4>().0) {
        *word = u32::from_be_bytes(*bytes);
    }
    for t in 16..64 {
        let (a, b) = (words[t - 15], words[t - 2]);
        let a = a.rotate_right(7) ^ a.rotate_right(18) ^ (a >> 3);
        let b = b.rotate_right(17) ^ b.rotate_right(19) ^ (b >> 10);
        let sum = words[t - 16].wrapping_add(words[t - 7]);
        words[t] = sum.wrapping_add(a).wrapping_add(b);
    }
    let [mut a, mut b, mut c, mut d, mut e, mut f, mut g, mut h] = *state;
    for (word, round) in words.into_iter().zip(ROUND) {
        let sum = e.rotate_right(6) ^ e.rotate_right(11) ^ e.rotate_right(25);
        let choice = (e & f) ^ (!e & g);
        let first = h.wrapping_add(sum).wrapping_add(choice);
        let first = first.wrapping_add(round).wrapping_add(word);
        let sum = a.rotate_right(2) ^ a.rotate_right(13) ^ a.rotate_right(22);
        let second = sum.wrapping_add((a & b) ^ (a & c) ^ (b & c));
        (h, g, f, e) = (g, f, e, d.wrapping_add(first));
        (d, c, b, a) = (c, b, a, first.wrapping_add(second));
    }
    for (number, change) in state.iter_mut().zip([a, b, c, d, e, f, g, h]) {
        *number = number.wrapping_add(change);
    }
}

#[cfg(test)]
mod tests {
    use super::sha256;

    #[test]
    fn the_hash_matches_the_published_values() {
        let hex = |text: &str| -> String {
            let hash = sha256(text.as_bytes());
            hash.iter().map(|byte| format!("{byte:02x}")).collect()
        };
        assert_eq!(
            hex("abc"),
            "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
        );
        assert_eq!(
            hex("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"),
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
        );
    }
}
