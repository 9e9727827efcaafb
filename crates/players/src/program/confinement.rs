//! What a program from outside may take of the machine besides time: memory, processes, files.
//!
//! A player that somebody starts for himself has no such limits unless its spec gives them. Programs of strangers, in grading
//! and in a class, are `limited`. `docs/matches.md` says what that protects from and what it does not.

use std::fmt;

use crate::spec::{SpecError, Takes};

/// The most that any of these can be set to: a number of mebibytes that still can be counted in bytes.
const MOST: u64 = 1 << 24;

/// Limits of a program, as its spec gives them.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Confinement {
    /// Whether what is not given has a limit all the same, see [`Caps::USUAL`].
    pub limited: bool,
    /// Mebibytes of memory in use, by the program and all it started together.
    pub memory: Option<u64>,
    /// Processes at a time, the program itself included.
    pub processes: Option<u64>,
    /// Mebibytes of a file it writes.
    pub filesize: Option<u64>,
    /// Seconds of processor time of a process.
    pub cpu: Option<u64>,
}

/// The limits that count. `None`: no limit.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Caps {
    /// Mebibytes of memory in use.
    pub memory: Option<u64>,
    /// Processes at a time.
    pub processes: Option<u64>,
    /// Mebibytes of a file.
    pub filesize: Option<u64>,
    /// Seconds of processor time.
    pub cpu: Option<u64>,
}

impl Caps {
    /// What a `limited` program may take: a search of a course, in any language, needs much less.
    pub const USUAL: Self = Self {
        memory: Some(1_024),
        processes: Some(16),
        filesize: Some(64),
        cpu: None,
    };
}

impl Confinement {
    /// The keys in a spec that take a number.
    pub(super) const NUMBERS: [&'static str; 4] = ["memory", "processes", "filesize", "cpu"];

    fn number(&mut self, key: &str) -> Option<&mut Option<u64>> {
        match key {
            "memory" => Some(&mut self.memory),
            "processes" => Some(&mut self.processes),
            "filesize" => Some(&mut self.filesize),
            "cpu" => Some(&mut self.cpu),
            _ => None,
        }
    }

    /// Takes a setting of a spec; `None` if it is none of these.
    pub(super) fn set(&mut self, key: &str, value: Option<&str>) -> Option<Result<(), SpecError>> {
        let value = value.unwrap_or_default().trim();
        if key == "limited" {
            return Some(match std::mem::replace(&mut self.limited, value != "off") {
                true => Err(SpecError::Twice(key.to_owned())),
                false => Takes::Switch.check(key, value),
            });
        }
        let place = self.number(key)?;
        let checked = Takes::Number(1, MOST).check(key, value);
        Some(match (checked, &place) {
            (Err(error), _) => Err(error),
            (Ok(()), Some(_)) => Err(SpecError::Twice(key.to_owned())),
            (Ok(()), None) => {
                *place = value.parse().ok();
                Ok(())
            }
        })
    }

    /// The limits that count; `None` if nothing is limited.
    #[must_use]
    pub fn caps(&self) -> Option<Caps> {
        let usual = if self.limited {
            Caps::USUAL
        } else {
            Caps::default()
        };
        let caps = Caps {
            memory: self.memory.or(usual.memory),
            processes: self.processes.or(usual.processes),
            filesize: self.filesize.or(usual.filesize),
            cpu: self.cpu.or(usual.cpu),
        };
        (caps != Caps::default()).then_some(caps)
    }
}

/// As a spec goes on with it: `,limited,memory=512`.
impl fmt::Display for Confinement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.limited {
            f.write_str(",limited")?;
        }
        let mut own = *self;
        for key in Self::NUMBERS {
            if let Some(Some(value)) = own.number(key) {
                write!(f, ",{key}={value}")?;
            }
        }
        Ok(())
    }
}
