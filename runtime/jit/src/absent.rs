//! The twin of the compiler for builds without Cranelift: no processor is supported.

use crate::abi::ContextLayout;
use crate::{CompileRefusal, CompiledCode, Unit};

/// A compiler that cannot be constructed.
pub enum Compiler {}

impl Compiler {
    /// Fails for every layout.
    ///
    /// # Errors
    /// Returns [`CompileRefusal::NoTarget`], always.
    pub fn new(_: ContextLayout) -> Result<Self, CompileRefusal> {
        Err(CompileRefusal::NoTarget("this build has no native tier".to_owned()))
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
    pub fn compile(&mut self, _: &Unit<'_>, _: bool) -> Result<CompiledCode, CompileRefusal> {
        match *self {}
    }
}
