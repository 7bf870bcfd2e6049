//! The twin of the compiler for builds without Cranelift: no processor is supported.

use crate::abi::Layout;
use crate::{Compiled, Refused, Unit};

/// A compiler that cannot be constructed.
pub enum Compiler {}

impl Compiler {
    /// Fails for every layout.
    ///
    /// # Errors
    /// Returns [`Refused::NoTarget`], always.
    pub fn new(_: Layout) -> Result<Self, Refused> {
        Err(Refused::NoTarget("this build has no native tier".to_owned()))
    }

    /// Cannot be called.
    #[must_use]
    pub fn target(&self) -> String {
        match *self {}
    }

    /// Cannot be called.
    ///
    /// # Errors
    /// None.
    pub fn compile(&mut self, _: &Unit<'_>, _: bool) -> Result<Compiled, Refused> {
        match *self {}
    }
}
