//! Suggestions for misspelt names.

/// Returns the candidate with the smallest edit distance to `word`, if it is small enough to suggest.
///
/// ```
/// use games::nearest::nearest;
/// assert_eq!(nearest("ramdom", ["human", "random"]), Some("random"));
/// assert_eq!(nearest("stockfish", ["human", "random"]), None);
/// ```
#[must_use]
pub fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let word: Vec<char> = word.chars().take(40).flat_map(char::to_lowercase).collect();
    let allowed = (word.len() / 3).max(1);
    candidates
        .into_iter()
        .map(|candidate| (distance(&word, candidate), candidate))
        .filter(|&(distance, _)| distance <= allowed)
        .min_by_key(|&(distance, _)| distance)
        .map(|(_, candidate)| candidate)
}

/// Returns the edit distance: insertions, deletions, substitutions and swaps of neighbours.
fn distance(a: &[char], b: &str) -> usize {
    let b: Vec<char> = b.chars().flat_map(char::to_lowercase).collect();
    let mut before: Vec<usize> = Vec::new();
    let mut above: Vec<usize> = (0..=b.len()).collect();
    for i in 1..=a.len() {
        let mut row = vec![i];
        for j in 1..=b.len() {
            let change = usize::from(a[i - 1] != b[j - 1]);
            let mut best = (above[j] + 1)
                .min(row[j - 1] + 1)
                .min(above[j - 1] + change);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                best = best.min(before[j - 2] + 1);
            }
            row.push(best);
        }
        before = std::mem::replace(&mut above, row);
    }
    above[b.len()]
}

/// Returns `; did you mean ...?`, or an empty text.
#[must_use]
pub fn hint<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> String {
    nearest(word, candidates)
        .map(|meant| format!("; did you mean {meant}?"))
        .unwrap_or_default()
}

/// Quotes untrusted text for an error message of one line: shortened and printable.
#[must_use]
pub fn quote(text: &str) -> String {
    const LONGEST: usize = 40;
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{:?}", format!("{}...", &text[..end])),
        None => format!("{text:?}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances_count_edits() {
        let of = |a: &str, b| distance(&a.chars().collect::<Vec<_>>(), b);
        assert_eq!(of("", "abc"), 3);
        assert_eq!(of("kitten", "sitting"), 3);
        assert_eq!(of("sede", "seed"), 1, "neighbours swapped");
        assert_eq!(of("same", "SAME"), 0);
    }

    #[test]
    fn long_or_odd_text_is_quoted_on_one_line() {
        assert_eq!(quote("a\nb"), r#""a\nb""#);
        assert_eq!(quote(&"é".repeat(100)).chars().count(), 45);
    }
}
