//! The set of optimisation passes that a build runs.

/// A pass over the bytecode of a function.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Pass {
    /// Global value numbering, which renaming and copy propagation depend on.
    Numbering,
    Renaming,
    CopyPropagation,
    DeadCode,
    Coalescing,
}

use Pass::{Coalescing, CopyPropagation, DeadCode, Numbering, Renaming};

/// All passes by name.
const ALL: [(&str, Pass); 5] = [
    ("gvn", Numbering),
    ("rename", Renaming),
    ("copies", CopyPropagation),
    ("dce", DeadCode),
    ("coalesce", Coalescing),
];

/// The passes to run: all of them, unless a test checks whether a pass changes the behaviour of a program.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Passes {
    /// A bit set of the omitted passes.
    omitted_passes: u8,
}

impl Passes {
    /// All passes except those with these names.
    ///
    /// # Errors
    /// Returns a message with the names of all passes if one of the names is unknown.
    pub fn all_but<'n>(names: impl IntoIterator<Item = &'n str>) -> Result<Self, String> {
        let mut passes = Self::default();
        for name in names {
            let Some((_, pass)) = ALL.iter().find(|(known, _)| *known == name) else {
                let known = ALL.map(|(known, _)| known).join(", ");
                return Err(format!("there is no pass {name:?}; there are {known}"));
            };
            passes.omitted_passes |= 1 << *pass as u8;
        }
        Ok(passes)
    }

    pub(crate) const fn has(self, pass: Pass) -> bool {
        self.omitted_passes & 1 << pass as u8 == 0
    }
}
