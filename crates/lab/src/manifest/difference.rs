//! What is different in a second result.

use serde_json::Value;

/// The differences between two results, in words: `pairings[0].tally.wins is 5, was 6`. Parts whose name is one of
/// `varies` are passed over wherever they are.
///
/// ```
/// use lab::manifest::differences;
/// use serde_json::json;
/// let (before, now) = (json!({"solved": 3, "time_ms": 5}), json!({"solved": 4, "time_ms": 7}));
/// assert_eq!(differences(&before, &now, &["time_ms".to_owned()]), ["solved is 4, was 3"]);
/// ```
#[must_use]
pub fn differences(before: &Value, now: &Value, varies: &[String]) -> Vec<String> {
    let mut found = Vec::new();
    walk(before, now, varies, "", &mut found);
    found
}

fn walk(before: &Value, now: &Value, varies: &[String], path: &str, found: &mut Vec<String>) {
    match (before, now) {
        (Value::Object(old), Value::Object(new)) => {
            let added = new.keys().filter(|key| !old.contains_key(*key));
            for key in old.keys().chain(added) {
                if varies.contains(key) {
                    continue;
                }
                let at = match path {
                    "" => key.clone(),
                    path => format!("{path}.{key}"),
                };
                match (old.get(key), new.get(key)) {
                    (Some(old), Some(new)) => walk(old, new, varies, &at, found),
                    (Some(_), None) => found.push(format!("{at} is missing")),
                    _ => found.push(format!("{at} is new")),
                }
            }
        }
        (Value::Array(old), Value::Array(new)) if old.len() == new.len() => {
            for (index, (old, new)) in old.iter().zip(new).enumerate() {
                walk(old, new, varies, &format!("{path}[{index}]"), found);
            }
        }
        (Value::Array(old), Value::Array(new)) => {
            found.push(format!("{path} has {} parts, had {}", new.len(), old.len()));
        }
        (old, new) if old == new => {}
        (old, new) => {
            let place = if path.is_empty() { "it" } else { path };
            found.push(format!("{place} is {}, was {}", short(new), short(old)));
        }
    }
}

/// A value in a few letters.
fn short(value: &Value) -> String {
    const LONGEST: usize = 60;
    let text = value.to_string();
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn every_difference_has_its_place() {
        let before = json!({"a": [1, {"b": 2, "ms": 1}], "gone": 1, "list": [1, 2], "same": null});
        let now = json!({"a": [1, {"b": 3, "ms": 9}], "new": 1, "list": [1], "same": null});
        assert_eq!(
            differences(&before, &now, &["ms".to_owned()]),
            [
                "a[1].b is 3, was 2",
                "gone is missing",
                "list has 1 parts, had 2",
                "new is new"
            ]
        );
        assert_eq!(differences(&before, &before, &[]), [""; 0]);
        assert_eq!(
            differences(&json!(1), &json!("x"), &[]),
            ["it is \"x\", was 1"]
        );
    }
}
