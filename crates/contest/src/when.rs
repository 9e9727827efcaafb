//! Dates and times in UTC.

use gametree::clock;

/// Returns the milliseconds since the beginning of 1970.
#[must_use]
pub fn now() -> u64 {
    clock::since_epoch().as_millis() as u64
}

/// Formats a time as `2026-08-30T12:34:56.789Z`.
#[must_use]
pub fn timestamp(millis: u64) -> String {
    let (year, month, day) = date(millis);
    let seconds = millis / 1_000 % 86_400;
    format!(
        "{year:04}-{month:02}-{day:02}T{:02}:{:02}:{:02}.{:03}Z",
        seconds / 3_600,
        seconds / 60 % 60,
        seconds % 60,
        millis % 1_000
    )
}

/// Formats a date for PGN: `2026.08.30`.
#[must_use]
pub fn pgn_date(millis: u64) -> String {
    let (year, month, day) = date(millis);
    format!("{year:04}.{month:02}.{day:02}")
}

/// Returns year, month and day. The calendar has a period of 400 years, which are 146,097 days. Years are counted from March,
/// so that the extra day of a leap year is the last one.
const fn date(millis: u64) -> (u64, u64, u64) {
    let days = millis / 86_400_000 + 719_468;
    let (era, day) = (days / 146_097, days % 146_097);
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let day_of_month = day - (153 * month + 2) / 5 + 1;
    let (month, carry) = if month < 10 {
        (month + 3, 0)
    } else {
        (month - 9, 1)
    };
    (era * 400 + year + carry, month, day_of_month)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_days() {
        for (seconds, text) in [
            (0, "1970-01-01T00:00:00.000Z"),
            (951_782_399, "2000-02-28T23:59:59.000Z"),
            (951_782_400, "2000-02-29T00:00:00.000Z"),
            (1_000_000_000, "2001-09-09T01:46:40.000Z"),
            (1_709_251_199, "2024-02-29T23:59:59.000Z"),
            (4_107_542_400, "2100-03-01T00:00:00.000Z"),
        ] {
            assert_eq!(timestamp(seconds * 1_000), text);
        }
        assert_eq!(timestamp(1_234), "1970-01-01T00:00:01.234Z");
        assert_eq!(pgn_date(951_782_400_000), "2000.02.29");
    }
}
