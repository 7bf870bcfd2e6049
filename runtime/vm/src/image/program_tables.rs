//! The tables of a linked program: those of [`Program`], but able to grow.

use crate::memory::table::{Owner, Table};
use bytes::Bytes;
use minigo_bytecode::func::Func;
use minigo_bytecode::operand::FuncId;
use minigo_bytecode::program::{
    CallSite, FileNames, GlobalVar, KnownTypes, NativeRef, Program, SelectTable, Tables,
};
use minigo_bytecode::rtype::MethodName;
use std::sync::Arc;

/// The most entries of a session's tables. Entries that are not used take address space but no memory.
pub(crate) mod table_limits {
    use memmap2::MmapOptions;

    pub(crate) const MAX_FUNCS: usize = 1 << 20;
    pub(crate) const MAX_INSTRUCTIONS: usize = 1 << 25;
    pub(crate) const MAX_TYPES: usize = 1 << 20;
    pub(crate) const MAX_CALL_SITES: usize = 1 << 20;
    pub(crate) const MAX_TABLE_ENTRIES: usize = 1 << 21;
    /// The most words of package-level variables.
    pub(crate) const MAX_GLOBAL_WORDS: usize = 1 << 29;

    /// More bytes than all tables take, together with the other memory of a new machine.
    const TOTAL_BYTES: usize = 8 << 30;

    /// Reports whether the system provides that many addresses.
    pub(crate) fn has_address_space() -> bool {
        MmapOptions::new().len(TOTAL_BYTES).no_reserve_swap().map_anon().is_ok()
    }
}

/// The tables of a linked program. See [`Program`] for the meaning of the tables; types are in
/// [`Types`](crate::types::Types).
pub(crate) struct ProgramTables {
    pub(crate) funcs: Table<Func>,
    pub(crate) constants: Table<u64>,
    pub(crate) strings: Table<Bytes>,
    pub(crate) methods: Table<MethodName>,
    pub(crate) call_sites: Table<CallSite>,
    pub(crate) select_tables: Table<SelectTable>,
    pub(crate) natives: Table<NativeRef>,
    pub(crate) files: Table<Arc<str>>,
    /// How the program names its files.
    pub(crate) file_names: FileNames,
    pub(crate) globals: Table<GlobalVar>,
    pub(crate) entry: FuncId,
    pub(crate) known_types: KnownTypes,
    /// The default of GODEBUG, which the environment overrides.
    pub(crate) godebug: Arc<str>,
}

impl ProgramTables {
    pub(crate) fn new(program: Program, grows: bool) -> Self {
        use table_limits::{MAX_CALL_SITES, MAX_FUNCS, MAX_TABLE_ENTRIES};
        let most = |n: usize| grows.then_some(n);
        Self {
            funcs: Table::new(program.funcs, most(MAX_FUNCS)),
            constants: Table::new(program.consts, most(MAX_TABLE_ENTRIES)),
            strings: Table::new(program.strings, most(MAX_TABLE_ENTRIES)),
            methods: Table::new(program.method_names, most(MAX_TABLE_ENTRIES)),
            call_sites: Table::new(program.call_sites, most(MAX_CALL_SITES)),
            select_tables: Table::new(program.selects, most(MAX_TABLE_ENTRIES)),
            natives: Table::new(program.natives, most(MAX_TABLE_ENTRIES)),
            files: Table::new(program.files, most(MAX_TABLE_ENTRIES)),
            file_names: program.file_names,
            globals: Table::new(program.globals, most(MAX_TABLE_ENTRIES)),
            entry: program.entry,
            known_types: program.known_types,
            godebug: program.godebug,
        }
    }

    /// A copy of these tables that shares their memory, for another image.
    ///
    /// # Safety
    /// `owner` keeps these tables alive.
    pub(crate) unsafe fn share(&self, owner: &Owner) -> Self {
        // SAFETY: the caller's promise.
        unsafe {
            Self {
                funcs: self.funcs.shared(owner),
                constants: self.constants.shared(owner),
                strings: self.strings.shared(owner),
                methods: self.methods.shared(owner),
                call_sites: self.call_sites.shared(owner),
                select_tables: self.select_tables.shared(owner),
                natives: self.natives.shared(owner),
                files: self.files.shared(owner),
                file_names: self.file_names,
                globals: self.globals.shared(owner),
                entry: self.entry,
                known_types: self.known_types,
                godebug: self.godebug.clone(),
            }
        }
    }

    /// The tables that instructions refer to.
    pub(crate) fn tables(&self) -> Tables<'_> {
        let Self { funcs, call_sites: sites, select_tables: selects, natives, .. } = self;
        Tables { funcs, call_sites: sites, selects, natives }
    }
}
