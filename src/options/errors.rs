//! The options for the form and the number of reported errors.

use super::CommonFlags;
use clap::ValueEnum;

/// How errors look.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum ErrorFormat {
    /// `file:line:column: message`, as gc prints them
    Go,
    /// Excerpts of the source with carets, notes and hints
    Pretty,
    /// One JSON object a line
    Json,
}

impl CommonFlags {
    /// Reports whether all errors of a package are wanted, not only the ten that gc prints. Programs that read JSON
    /// want all.
    #[must_use]
    pub fn wants_all_errors(&self) -> bool {
        self.all_errors || self.error_format == Some(ErrorFormat::Json)
    }
}
