//! The generator's state that a session keeps between inputs: the generator adds the code of each input to the code of
//! the inputs before.

use crate::program::descriptor::Descriptors;
use crate::program::inlining::{Inlining, StaticClosures};
use crate::program::layout::KnownLayouts;
use crate::program::location::Location;
use crate::program::tables::{ProgramGen, Tables, Thunk};
use minigo_bytecode::operand as bc;
use minigo_bytecode::program::KnownTypes;
use minigo_syntax::hash::HashMap;
use minigo_types::program::FuncId;

/// The sizes of the tables after all earlier parts of the program.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct TableSizes {
    pub(crate) funcs: u32,
    pub(crate) strings: u32,
    pub(crate) types: u32,
    pub(crate) call_sites: u32,
    pub(crate) selects: u32,
    pub(crate) files: u32,
}

/// The generator's tables after it has generated a part of the program.
#[derive(Default)]
pub(crate) struct GeneratorState {
    pub(crate) layouts: KnownLayouts,
    pub(crate) boxed_vars: Vec<bool>,
    pub(crate) locations: Vec<Location>,
    pub(crate) descriptors: Descriptors,
    pub(crate) thunks: HashMap<Thunk, bc::FuncId>,
    pub(crate) inlinings: HashMap<FuncId, Inlining>,
    pub(crate) static_closures: StaticClosures,
    pub(crate) tables: Tables,
    pub(crate) known_types: KnownTypes,
}

impl ProgramGen<'_> {
    /// Ends a part. Returns the state for the next part, and the part's code.
    pub(crate) fn into_state(self) -> (GeneratorState, minigo_bytecode::program::Program) {
        let Self {
            layouts,
            boxed_vars: boxed,
            locations,
            descriptors,
            bytecode: out,
            thunks,
            inlinings: bodies,
            static_closures,
            mut tables,
            ..
        } = self;
        let base = &mut tables.base_sizes;
        base.funcs += out.funcs.len() as u32;
        base.strings += out.strings.len() as u32;
        base.types += out.types.len() as u32;
        base.call_sites += out.call_sites.len() as u32;
        base.selects += out.selects.len() as u32;
        base.files += out.files.len() as u32;
        let layouts = layouts.into_layouts();
        let known = out.known_types;
        let grown = GeneratorState {
            layouts,
            boxed_vars: boxed,
            locations,
            descriptors,
            thunks,
            inlinings: bodies,
            static_closures,
            tables,
            known_types: known,
        };
        (grown, out)
    }
}
