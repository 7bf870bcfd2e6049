//! The passes that a build runs.

/// A pass over the bytecode of a function.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Pass {
    /// Global value numbering, and what needs its numbers: renaming, copy propagation.
    Numbering,
    Renaming,
    CopyPropagation,
    DeadCode,
    Coalescing,
}

use Pass::{Coalescing, CopyPropagation, DeadCode, Numbering, Renaming};

/// All, by name.
const ALL: [(&str, Pass); 5] = [
    ("gvn", Numbering),
    ("rename", Renaming),
    ("copies", CopyPropagation),
    ("dce", DeadCode),
    ("coalesce", Coalescing),
];

/// Which passes are run: all of them unless a test wants to know whether one of them changes what a program does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Passes {
    /// A bit for each that is left out.
    left_out: u8,
}

impl Passes {
    /// All but these.
    ///
    /// # Errors
    /// One of the names is that of no pass; a message that says which there are.
    pub fn without<'n>(names: impl IntoIterator<Item = &'n str>) -> Result<Self, String> {
        let mut passes = Self::default();
        for name in names {
            let Some((_, pass)) = ALL.iter().find(|(known, _)| *known == name) else {
                let known = ALL.map(|(known, _)| known).join(", ");
                return Err(format!("there is no pass {name:?}; there are {known}"));
            };
            passes.left_out |= 1 << *pass as u8;
        }
        Ok(passes)
    }

    pub(crate) const fn has(self, pass: Pass) -> bool {
        self.left_out & 1 << pass as u8 == 0
    }
}
