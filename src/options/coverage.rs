//! The packages and counters of `minigo test -cover`.

use serde::{Deserialize, Serialize};

/// The packages of a test program whose statements are counted.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Coverage {
    /// How statements are counted.
    pub mode: Mode,
    /// The import paths of the counted packages.
    pub packages: Vec<String>,
    /// The words of `-coverpkg` that named the packages; `None` if only the package under test is counted.
    pub words: Option<String>,
}

/// The kind of counter.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Mode {
    /// The counter says whether a block ran.
    Set,
    /// The counter says how often a block ran.
    Count,
    /// The counter says exactly how often a block ran, even if several goroutines run it.
    Atomic,
    /// The counter says how often a block ran, to the fuzzer only; nothing is reported to the user.
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

    /// The mode's name in a coverage profile.
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
