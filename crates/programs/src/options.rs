//! The options of a UCI engine, and the values that they take.

use games::nearest::{hint, quote};

/// The most options that a message lists.
const MOST_NAMED: usize = 100;

/// The longest name that is read.
const LONGEST_NAME: usize = 100;

/// The type of an option.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Kind {
    Check,
    Spin(i64, i64),
    Combo(Vec<String>),
    Button,
    /// A text, or an unknown type.
    Text,
}

/// An option.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct EngineOption {
    pub name: String,
    kind: Kind,
}

impl EngineOption {
    /// Parses the text after `option`: `name <words> type <word> [default ..] [min ..] [max ..] [var ..]`.
    pub fn parse(text: &str) -> Option<Self> {
        let words: Vec<&str> = text.split_ascii_whitespace().collect();
        let (first, words) = words.split_first()?;
        let end = words.iter().position(|&word| word == "type")?;
        let name = words[..end].join(" ");
        if *first != "name" || name.is_empty() || name.len() > LONGEST_NAME {
            return None;
        }
        let number = |key: &str| {
            let at = words.iter().skip(end).position(|&word| word == key)?;
            words.get(end + at + 1)?.parse().ok()
        };
        let kind = match words.get(end + 1).copied().unwrap_or_default() {
            "check" => Kind::Check,
            "button" => Kind::Button,
            "spin" => Kind::Spin(
                number("min").unwrap_or(i64::MIN),
                number("max").unwrap_or(i64::MAX),
            ),
            "combo" => Kind::Combo(
                words[end..]
                    .split(|&word| word == "var")
                    .skip(1)
                    .map(|value| value.join(" "))
                    .collect(),
            ),
            _ => Kind::Text,
        };
        Some(Self { name, kind })
    }

    /// Returns the command that sets it, or an error if it does not take this value.
    pub fn set(&self, value: Option<&str>) -> Result<String, String> {
        let name = &self.name;
        let given = value.unwrap_or_default();
        let takes = match &self.kind {
            Kind::Button => match value {
                None => return Ok(format!("setoption name {name}\n")),
                Some(_) => "no value: it is a button".to_owned(),
            },
            Kind::Check if ["true", "false"].contains(&given) => String::new(),
            Kind::Check => "true or false".to_owned(),
            Kind::Spin(least, most) => match given.parse() {
                Ok(number) if (*least..=*most).contains(&number) => String::new(),
                _ => format!("a number from {least} to {most}"),
            },
            Kind::Combo(words) if words.iter().any(|word| word.eq_ignore_ascii_case(given)) => {
                String::new()
            }
            Kind::Combo(words) => format!("one of {}", words.join(", ")),
            Kind::Text if value.is_some() => String::new(),
            Kind::Text => "a value".to_owned(),
        };
        match takes.as_str() {
            "" => Ok(format!("setoption name {name} value {given}\n")),
            takes if value.is_none() => Err(format!("the option {name} takes {takes}")),
            takes => Err(format!(
                "the option {name} takes {takes}, not {}",
                quote(given)
            )),
        }
    }
}

/// Returns the option of this name, ignoring case, or an error.
pub(super) fn find<'a>(
    options: &'a [EngineOption],
    name: &str,
) -> Result<&'a EngineOption, String> {
    let names = || options.iter().map(|option| option.name.as_str());
    options
        .iter()
        .find(|option| option.name.eq_ignore_ascii_case(name))
        .ok_or_else(|| {
            let hint = hint(name, names());
            let mut all = names().take(MOST_NAMED).collect::<Vec<_>>().join(", ");
            match options.len() {
                0 => all.push_str("none"),
                1..=MOST_NAMED => {}
                _ => all.push_str(", ..."),
            }
            format!("it has no option {}{hint} (it has: {all})", quote(name))
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn option(text: &str) -> EngineOption {
        EngineOption::parse(text).expect(text)
    }

    #[test]
    fn options_are_read() {
        let spin = option("name Move Overhead type spin default 10 min 0 max 5000");
        assert_eq!(spin.name, "Move Overhead");
        assert_eq!(spin.kind, Kind::Spin(0, 5000));
        let combo = option("name Style type combo default Solid var Solid var Very Wild");
        assert_eq!(
            combo.kind,
            Kind::Combo(vec!["Solid".to_owned(), "Very Wild".to_owned()])
        );
        assert_eq!(option("name X type file").kind, Kind::Text);
        for text in ["", "name", "name type check", "name X", "Hash type spin"] {
            assert_eq!(EngineOption::parse(text), None, "{text:?}");
        }
    }

    #[test]
    fn values_are_checked() {
        let spin = option("name Hash type spin default 16 min 1 max 64");
        assert_eq!(
            spin.set(Some("64")),
            Ok("setoption name Hash value 64\n".to_owned())
        );
        assert_eq!(
            spin.set(Some("65")),
            Err("the option Hash takes a number from 1 to 64, not \"65\"".to_owned())
        );
        assert_eq!(
            spin.set(None),
            Err("the option Hash takes a number from 1 to 64".to_owned())
        );
        let button = option("name Clear Hash type button");
        assert_eq!(
            button.set(None),
            Ok("setoption name Clear Hash\n".to_owned())
        );
        assert!(button.set(Some("1")).is_err());
        assert!(option("name A type check").set(Some("yes")).is_err());
        assert!(option("name A type combo var b").set(Some("B")).is_ok());
        assert!(option("name A type combo var b").set(Some("c")).is_err());
        assert!(option("name A type string").set(Some("")).is_ok());
    }

    #[test]
    fn an_unknown_option_gets_a_hint() {
        let options = [
            option("name Hash type spin"),
            option("name Threads type spin"),
        ];
        assert_eq!(find(&options, "hash").map(|found| &*found.name), Ok("Hash"));
        assert_eq!(
            find(&options, "Thread").unwrap_err(),
            "it has no option \"Thread\"; did you mean Threads? (it has: Hash, Threads)"
        );
        assert_eq!(
            find(&[], "Hash").unwrap_err(),
            "it has no option \"Hash\" (it has: none)"
        );
    }
}
