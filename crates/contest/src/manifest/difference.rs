//! The differences between two results, and the verdict on a repeated run.

use serde_json::Value;

use super::Manifest;

/// Returns the differences between two results in words: `pairings[0].tally.wins is 5, was 6`. Parts with a name in
/// `varies` are skipped at every level.
///
/// ```
/// use contest::manifest::differences;
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

/// Describes the first part that differs between two objects: its name, its value before and its value now.
#[must_use]
pub fn first_difference(before: &Value, now: &Value) -> Option<String> {
    let objects = before.as_object().into_iter().chain(now.as_object());
    let mut keys = objects.flat_map(|parts| parts.keys());
    let key = keys.find(|&key| before.get(key) != now.get(key))?;
    let show = |parts: &Value| {
        let part = parts.get(key);
        part.map_or("nothing".to_owned(), ToString::to_string)
    };
    let name = key.replace('_', " ");
    Some(format!("its {name} is {}, not {}", show(before), show(now)))
}

/// Formats a value, shortened if it is long.
fn short(value: &Value) -> String {
    const LONGEST: usize = 60;
    let text = value.to_string();
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text,
    }
}

/// Compares two runs of an experiment. Returns a sentence, and whether the second result is as it should be: the same, or allowed to
/// vary.
#[must_use]
pub fn verdict(before: &Manifest, again: &Manifest) -> (String, bool) {
    let experiment = &before.experiment;
    let settings = differences(&experiment.settings, &again.experiment.settings, &[]);
    if !settings.is_empty() {
        let text = "this version interprets the arguments differently";
        return (format!("{text}: {}", first_few(&settings)), false);
    }
    let (Some(old), Some(new)) = (&before.result, &again.result) else {
        let text = "no result to compare with: the first run did not come to its end";
        return (text.to_owned(), true);
    };
    let varies = experiment.varies_throughout();
    let found = differences(old, new, &experiment.varies);
    let text = match found.is_empty() {
        true if varies || experiment.varies.is_empty() => "the same result".to_owned(),
        true => format!(
            "the same result, except for parts that vary between runs: {}",
            experiment.varies.join(", ")
        ),
        false if varies => format!(
            "another result, which can happen because it depends on time or other programs: {}",
            first_few(&found)
        ),
        false => format!("another result: {}", first_few(&found)),
    };
    (text, found.is_empty() || varies)
}

/// Lists the first few differences.
fn first_few(differences: &[String]) -> String {
    const SHOWN: usize = 5;
    let mut text = differences[..differences.len().min(SHOWN)].join("; ");
    if differences.len() > SHOWN {
        text += &format!("; and {} more", differences.len() - SHOWN);
    }
    text
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
