//! Shards: the parts of a long run that are done on different machines.

use std::fmt;
use std::str::FromStr;

/// The units of a run whose number is `index` modulo `count`, counted from 0.
///
/// A unit is what cannot be divided: a pair of games, a comparison of the ladder, a position of a suite.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shard {
    index: u64,
    count: u64,
}

impl Shard {
    /// The whole run.
    pub const WHOLE: Self = Self { index: 0, count: 1 };

    /// Returns a shard, or `None` if the index is not below the count.
    #[must_use]
    pub const fn new(index: u64, count: u64) -> Option<Self> {
        if index < count {
            Some(Self { index, count })
        } else {
            None
        }
    }

    /// Returns whether a unit is in this shard.
    #[must_use]
    pub const fn has(self, unit: u64) -> bool {
        unit % self.count == self.index
    }

    /// Returns whether this is the whole run.
    #[must_use]
    pub const fn is_whole(self) -> bool {
        self.count == 1
    }

    /// Returns the index and the count.
    #[must_use]
    pub const fn parts(self) -> (u64, u64) {
        (self.index, self.count)
    }
}

/// Writes as `0/4`.
impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.index, self.count)
    }
}

/// Reads `I/N`, counted from 0.
impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let parts = text.split_once('/');
        let parts =
            parts.and_then(|(index, count)| Some((index.parse().ok()?, count.parse().ok()?)));
        let (index, count) =
            parts.ok_or("a shard is I/N with I from 0: 0/4 is the first of four")?;
        Self::new(index, count).ok_or_else(|| match count {
            0 => "a run has at least one shard, such as 0/1".to_owned(),
            _ => format!(
                "there is no shard {index} of {count}: the first is 0/{count}, the last is {}/{count}",
                count - 1
            ),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_unit_is_in_one_shard() {
        for count in 1..6 {
            for unit in 0..20 {
                let shards = (0..count).filter_map(|index| Shard::new(index, count));
                assert_eq!(shards.filter(|shard| shard.has(unit)).count(), 1);
            }
        }
        assert_eq!("2/3".parse(), Ok(Shard { index: 2, count: 3 }));
        assert_eq!(
            Shard::new(2, 3).map(|it| it.to_string()),
            Some("2/3".to_owned())
        );
        let error = |text: &str| text.parse::<Shard>().expect_err(text);
        assert!(error("3/3").contains("the last is 2/3"));
        assert!(error("0/0").contains("at least one"));
        assert!(error("1").contains("I/N"));
        assert!(error("-1/2").contains("I/N"));
    }
}
