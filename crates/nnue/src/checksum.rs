//! CRC-32, the checksum of gzip and PNG, available in every language.

/// The effect of eight shifts on each byte.
const TABLE: [u32; 256] = {
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        let mut value = byte as u32;
        let mut bit = 0;
        while bit < 8 {
            let odd = value & 1;
            value = (value >> 1) ^ (odd * 0xEDB8_8320);
            bit += 1;
        }
        table[byte] = value;
        byte += 1;
    }
    table
};

/// Computes the CRC-32 of `bytes`.
pub(crate) fn crc32(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(!0, |crc: u32, &byte| {
        (crc >> 8) ^ TABLE[usize::from(crc as u8 ^ byte)]
    })
}

#[cfg(test)]
mod tests {
    use super::crc32;

    #[test]
    fn the_value_everyone_checks_with() {
        assert_eq!(crc32(b"123456789"), 0xCBF4_3926);
        assert_eq!(crc32(b""), 0);
    }
}
