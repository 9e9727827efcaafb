//! Resource limits of external programs: memory, processes, files, processor time.
//!
//! By default a program has only the limits in its spec. Untrusted programs, in grading and in a class, are `limited` and
//! `isolated`.
//! `docs/matches.md` describes what this protects from and what not.

use std::fmt;

use players::{SettingType, SpecError};

use super::isolation::Isolation;

/// The largest value of a limit: this number of mebibytes fits in 64 bits as bytes.
const MOST: u64 = 1 << 24;

/// The values of the setting `isolated`.
const ISOLATIONS: SettingType =
    SettingType::Choice(&["on", "off", "namespaces", "landlock", "environment"]);

/// Limits of a program, as its spec gives them.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Confinement {
    /// Whether resources without a limit get the usual one, see [`Caps::USUAL`].
    pub limited: bool,
    /// The limits of single resources.
    pub caps: Caps,
    /// The isolation; `None` if the spec does not give it.
    pub isolation: Option<Isolation>,
}

/// Limits of resources. `None`: no limit.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Caps {
    /// Mebibytes of memory in use, by the whole process tree.
    pub memory: Option<u64>,
    /// The number of simultaneous processes, the program itself included.
    pub processes: Option<u64>,
    /// Mebibytes per file.
    pub filesize: Option<u64>,
    /// Seconds of processor time per process.
    pub cpu: Option<u64>,
}

impl Caps {
    /// The limits of a `limited` program: a search of a course, in any language, needs much less.
    pub const USUAL: Self = Self {
        memory: Some(1_024),
        processes: Some(16),
        filesize: Some(64),
        cpu: None,
    };

    /// The keys in a spec.
    const KEYS: [&'static str; 4] = ["memory", "processes", "filesize", "cpu"];

    fn number(&mut self, key: &str) -> Option<&mut Option<u64>> {
        match key {
            "memory" => Some(&mut self.memory),
            "processes" => Some(&mut self.processes),
            "filesize" => Some(&mut self.filesize),
            "cpu" => Some(&mut self.cpu),
            _ => None,
        }
    }

    /// Returns these limits; those of `other` for resources without one.
    pub(super) fn or(self, other: Self) -> Self {
        Self {
            memory: self.memory.or(other.memory),
            processes: self.processes.or(other.processes),
            filesize: self.filesize.or(other.filesize),
            cpu: self.cpu.or(other.cpu),
        }
    }
}

impl Confinement {
    /// Applies a setting of a spec; `None` if it is not a limit.
    pub(super) fn set(&mut self, key: &str, value: Option<&str>) -> Option<Result<(), SpecError>> {
        let value = value.unwrap_or_default().trim();
        if key == "limited" {
            return Some(match std::mem::replace(&mut self.limited, value != "off") {
                true => Err(SpecError::Twice(key.to_owned())),
                false => SettingType::Switch.parse(key, value).map(drop),
            });
        }
        if key == "isolated" {
            let parsed = Isolation::parse(value).ok_or_else(|| SpecError::Value {
                key: key.to_owned(),
                value: value.to_owned(),
                expected: ISOLATIONS,
            });
            return Some(
                parsed.and_then(|isolation| match self.isolation.replace(isolation) {
                    Some(_) => Err(SpecError::Twice(key.to_owned())),
                    None => Ok(()),
                }),
            );
        }
        let place = self.caps.number(key)?;
        Some(match SettingType::Number(1, MOST).parse(key, value) {
            Err(error) => Err(error),
            Ok(_) if place.is_some() => Err(SpecError::Twice(key.to_owned())),
            Ok(_) => {
                *place = value.parse().ok();
                Ok(())
            }
        })
    }

    /// Returns the limits; `None` if there are none.
    #[must_use]
    pub fn caps(&self) -> Option<Caps> {
        let caps = match self.limited {
            true => self.caps.or(Caps::USUAL),
            false => self.caps,
        };
        (caps != Caps::default()).then_some(caps)
    }
}

/// Writes the settings of a spec: `,limited,memory=512`.
impl fmt::Display for Confinement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.limited {
            f.write_str(",limited")?;
        }
        let mut caps = self.caps;
        for key in Caps::KEYS {
            if let Some(Some(value)) = caps.number(key) {
                write!(f, ",{key}={value}")?;
            }
        }
        match self.isolation {
            Some(isolation) => isolation.fmt(f),
            None => Ok(()),
        }
    }
}
