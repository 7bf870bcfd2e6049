//! What `minigo test -cover` counts.

use serde::{Deserialize, Serialize};

/// What of a test program's packages is counted.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Coverage {
    /// How.
    pub mode: Mode,
    /// The import paths of the packages.
    pub packages: Vec<String>,
    /// The words that named them, if they are not just the package under test.
    pub words: Option<String>,
}

/// What a counter does.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Mode {
    /// It says whether a block ran.
    Set,
    /// It says how often.
    Count,
    /// The same, exactly, where several goroutines run a block.
    Atomic,
    /// It says how often, to the fuzzer only: nothing is reported.
    Fuzz,
}

impl Mode {
    /// The mode of this name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        [Self::Set, Self::Count, Self::Atomic, Self::Fuzz]
            .into_iter()
            .find(|mode| mode.name() == name)
    }

    /// Its name, as in a profile.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Set => "set",
            Self::Count => "count",
            Self::Atomic => "atomic",
            Self::Fuzz => "fuzz",
        }
    }
}
