//! The twin of the compiler for builds without Cranelift: there is none for any processor.

use crate::abi::Layout;
use crate::{Compiled, Refused, Unit};

/// No compiler: it cannot be made.
pub enum Compiler {}

impl Compiler {
    /// None, whatever the layout.
    ///
    /// # Errors
    /// [`Refused::NoTarget`], always.
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
