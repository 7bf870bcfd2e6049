//! A program linked for running: one block of code, string constants, caches of call sites.
//!
//! All goroutines of a machine share the image, and only its caches change. In a session the image [grows](grow), in
//! [tables](crate::memory::table) that can be read meanwhile. [`linked`] is the step before: code in one block, which
//! can be [mapped] from a file; [`code`] reads the instructions around calls, [`liveness`] computes live slots,
//! [`lines`] maps instructions to sources, and [`files`] has the absolute names of source files.

pub(crate) mod code;
pub(crate) mod compiled_entries;
pub(crate) mod files;
mod globals;
pub(crate) mod grow;
pub(crate) mod instr;
pub(crate) mod lines;
pub(crate) mod linked_program;
pub(crate) mod liveness;
pub(crate) mod mapped_file;
pub(crate) mod program_tables;

use crate::image::compiled_entries::{CompiledEntries, FUNCTION_START_ENTRY, hot_opcode};
use crate::image::globals::Globals;
use crate::image::grow::ImageGrowth;
use crate::image::instr::{Instr, opcode};
use crate::image::linked_program::{
    ENTER_BOUND_INDEX, ENTER_REFLECT_INDEX, FIRST_PROGRAM_INDEX, ImageCode, LEAVE_INDEX,
    LinkedProgram, REFLECT_RETURN_INDEX,
};
use crate::image::program_tables::{ProgramTables, table_limits};
use crate::map::MapLayout;
use crate::memory::memory_limit_allocator::ByteSize;
use crate::memory::table::{Owner, Table};
use crate::types::{DESC_ANY, ReusableTypes, Types, desc_of, desc_of_table};
use bytes::Bytes;
use hashbrown::HashMap;
use minigo_bytecode::operand::{FuncId, TypeId};
use minigo_bytecode::ops::Op;
use minigo_bytecode::rtype::{Kind, RType};
use minigo_heap::Desc;
use minigo_jit::abi::{HASH_FACTOR, LOOKUP_CACHE_WORDS};
use minigo_race::Region;
use parking_lot::{Mutex, RwLock};
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// A direct-mapped cache of look-ups of types, interfaces and methods that every P reads: 8 KB for each kind of
/// look-up.
pub(crate) struct LookupCache(Box<[AtomicU64; LOOKUP_CACHE_WORDS]>);

impl LookupCache {
    fn new() -> Self {
        Self(Box::new([const { AtomicU64::new(0) }; LOOKUP_CACHE_WORDS]))
    }

    /// Clears the cache.
    fn clear(&self) {
        self.0.iter().for_each(|entry| entry.store(0, Ordering::Relaxed));
    }

    /// The cache's table, for compiled code.
    pub(crate) fn table_address(&self) -> *const AtomicU64 {
        self.0.as_ptr()
    }

    /// The cache entry of a key.
    #[inline(always)]
    pub(crate) fn entry(&self, key: u64) -> &AtomicU64 {
        let at = key.wrapping_mul(HASH_FACTOR) >> (64 - LOOKUP_CACHE_WORDS.ilog2());
        &self.0[at as usize]
    }
}

/// The properties of a type that allocation needs.
#[derive(Clone, Copy, Debug)]
pub(crate) struct AllocationInfo {
    pub(crate) size: u64,
    pub(crate) desc: Desc,
}

/// Why a program cannot be linked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum LinkError {
    /// No package has this native.
    Missing(String),
    /// The native's parameters or results do not fit its declaration.
    Shape(String),
    /// The program is not well formed: a bug of the compiler.
    Malformed(String),
    /// A table of a session has no more room.
    Full,
    /// The package-level variables to be added do not fit into the memory limit, in bytes.
    NoMemory {
        /// The limit.
        limit: usize,
    },
    /// The system does not provide the addresses that a session may need.
    NoAddresses,
    /// The system does not provide the addresses that the descriptors of types may need.
    NoDescriptors,
}

impl fmt::Display for LinkError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Missing(name) => write!(f, "the library has no native {name}"),
            Self::Shape(text) => write!(f, "native does not fit its declaration: {text}"),
            Self::Malformed(text) => write!(f, "malformed program: {text}"),
            Self::Full => write!(f, "the session has grown too large"),
            Self::NoMemory { limit } => {
                write!(f, "out of memory: the limit is {}", ByteSize(*limit))
            }
            Self::NoDescriptors => write!(
                f,
                "the program reads the words of interface values, and the types that these lead to need 256 MB of \
                 addresses (not of memory): ulimit -v gives less"
            ),
            Self::NoAddresses => {
                write!(f, "a session needs 8 GB of addresses (not of memory): ulimit -v gives less")
            }
        }
    }
}

impl std::error::Error for LinkError {}

/// The memory of a finished run of the program, for another run at the same addresses.
#[derive(Clone)]
pub(crate) struct ReusableMemory {
    /// The package-level variables.
    pub(crate) globals: Arc<[AtomicU64]>,
    pub(crate) types: ReusableTypes,
}

/// A linked program.
pub(crate) struct Image {
    pub(crate) program: ProgramTables,
    /// See [`LinkedProgram`].
    pub(crate) code: ImageCode,
    /// The entries of compiled code.
    pub(crate) entries: Arc<CompiledEntries>,
    /// Whether frames keep their named variables to the ends of the scopes, for a debugger.
    pub(crate) keeps_variables: bool,
    /// The begins of the functions in the code.
    pub(crate) function_starts: Table<u32>,
    /// For each function a func value without captures: the address of its code.
    static_closures: Table<u64>,
    pub(crate) strings: Table<[u64; 2]>,
    pub(crate) type_infos: Table<AllocationInfo>,
    /// For each interface call: the last receiver type (low half) and the offset of its method's code (high half).
    pub(crate) call_sites: Table<AtomicU64>,
    /// A cache of methods that interface calls have found for receivers of other types than their site's.
    pub(crate) method_cache: LookupCache,
    /// A cache of whether types implement interfaces.
    pub(crate) implements_cache: LookupCache,
    pub(crate) types: Types,
    map_layouts: Table<Option<MapLayout>>,
    reflected_map_layouts: RwLock<HashMap<TypeId, Box<MapLayout>>>,
    /// The package-level variables.
    globals: Globals,
    /// The state for adding parts; `None` if the program is complete.
    growth: Option<Mutex<ImageGrowth>>,
}

// SAFETY: the image's pointers refer to itself; the parts that change are atomic, locked, or the program's own globals.
unsafe impl Send for Image {}

// SAFETY: as above.
unsafe impl Sync for Image {}

impl Image {
    /// The size of the code in bytes.
    pub(crate) fn code_byte_count(&self) -> usize {
        size_of_val(&*self.code)
    }

    /// Links a program, which may grow. The program's package-level variables lie in the last bytes of `watched`, if
    /// there is room.
    pub(crate) fn link(linked: LinkedProgram, grows: bool, watched: Option<Region>) -> Self {
        let LinkedProgram { mut program, placed_code: placed } = linked;
        let (code, starts) = (placed.code.clone(), &placed.function_starts);
        let infos = program.types.iter().enumerate().map(allocation_info).collect();
        let growing = grows.then(|| Mutex::new(ImageGrowth::with_types(program.types.len())));
        let methods = Table::new(
            program.method_names.clone(),
            grows.then_some(table_limits::MAX_TABLE_ENTRIES),
        );
        let types = Types::with_layout(
            std::mem::take(&mut program.types),
            methods,
            program.has_go_interface_layout,
        );
        let map_layout = |(id, ty): (usize, &RType)| {
            (ty.kind == Kind::Map).then(|| new_map_layout(&types, TypeId(id as u32)))
        };
        let maps = types.current_types().iter().enumerate().map(map_layout).collect();
        let strings = program.strings.iter().map(string_words).collect();
        let most = |n: usize| grows.then_some(n);
        let entries = match grows {
            true => Arc::new(CompiledEntries::new(table_limits::MAX_INSTRUCTIONS)),
            false => placed.entries.clone(),
        };
        let code = if grows {
            let code = code.iter().map(|instr| Instr::from(instr.current_op())).collect();
            ImageCode::Growing(Table::new(code, Some(table_limits::MAX_INSTRUCTIONS)))
        } else {
            ImageCode::Fixed(code)
        };
        let sites = program.call_sites.iter().map(|_| AtomicU64::new(0)).collect();
        let statics = starts.iter().map(|&s| code[s as usize..].as_ptr() as u64).collect();
        Self {
            strings: Table::new(strings, most(table_limits::MAX_TABLE_ENTRIES)),
            function_starts: Table::new(starts.to_vec(), most(table_limits::MAX_FUNCS)),
            static_closures: Table::new(statics, most(table_limits::MAX_FUNCS)),
            code,
            entries,
            keeps_variables: false,
            type_infos: Table::new(infos, most(table_limits::MAX_TYPES)),
            call_sites: Table::new(sites, most(table_limits::MAX_CALL_SITES)),
            method_cache: LookupCache::new(),
            implements_cache: LookupCache::new(),
            types,
            map_layouts: Table::new(maps, most(table_limits::MAX_TYPES)),
            reflected_map_layouts: RwLock::default(),
            globals: Globals::new(program.globals_size, grows, watched),
            growth: growing,
            program: ProgramTables::new(program, grows),
        }
    }

    /// The same program for another machine, with caches and variables of its own. The new image may reuse the memory
    /// that an earlier machine left, which no machine uses any more.
    ///
    /// # Panics
    /// Panics when the program may grow.
    pub(crate) fn for_other_machine(
        self: &Arc<Self>,
        watched: Option<Region>,
        left: Option<ReusableMemory>,
    ) -> Self {
        let ImageCode::Fixed(code) = &self.code else { panic!("the program is complete") };
        let owner: Owner = self.clone();
        let (globals, types) = match left {
            Some(left) => (Globals::in_memory(left.globals), Some(left.types)),
            None => (self.globals.fresh_copy(watched), None),
        };
        // SAFETY: the owner is this image, which holds the tables. The caller promises that no machine uses
        // `reusable_memory`.
        unsafe {
            Self {
                program: self.program.share(&owner),
                keeps_variables: false,
                code: ImageCode::Fixed(code.clone()),
                entries: self.entries.clone(),
                function_starts: self.function_starts.shared(&owner),
                static_closures: self.static_closures.shared(&owner),
                strings: self.strings.shared(&owner),
                type_infos: self.type_infos.shared(&owner),
                call_sites: Table::fixed(
                    self.call_sites.iter().map(|_| AtomicU64::new(0)).collect(),
                ),
                method_cache: LookupCache::new(),
                implements_cache: LookupCache::new(),
                types: self.types.share_with(&owner, types),
                map_layouts: self.map_layouts.shared(&owner),
                reflected_map_layouts: RwLock::default(),
                globals,
                growth: None,
            }
        }
    }

    /// The memory that another machine of the same program can reuse in order to have the same addresses, if possible.
    pub(crate) fn reusable_memory(&self) -> Option<ReusableMemory> {
        Some(ReusableMemory {
            globals: self.globals.memory()?.clone(),
            types: self.types.reusable_types()?,
        })
    }

    /// The return address of calls made by the VM.
    #[inline(always)]
    pub(crate) fn vm_return_address(&self) -> *const Op {
        self.code[LEAVE_INDEX].address()
    }

    /// The code of method values.
    pub(crate) fn enter_bound_pc(&self) -> *const Op {
        self.code[ENTER_BOUND_INDEX].address()
    }

    /// The code of functions made by reflection.
    pub(crate) fn enter_reflect_pc(&self) -> *const Op {
        self.code[ENTER_REFLECT_INDEX].address()
    }

    /// The code where a function made by reflection continues when its server (`unwind::reflected_func`) has returned.
    pub(crate) fn reflect_return_pc(&self) -> *const Op {
        self.code[REFLECT_RETURN_INDEX].address()
    }

    /// The code of a function.
    #[inline]
    pub(crate) fn entry_pc(&self, func: FuncId) -> *const Op {
        self.code[self.function_starts[func.0 as usize] as usize].address()
    }

    /// The func value of a function without captures.
    #[inline(always)]
    pub(crate) fn static_closure(&self, func: FuncId) -> u64 {
        &raw const self.static_closures[func.0 as usize] as u64
    }

    /// Reports whether an address is that of a func value without captures.
    pub(crate) fn is_static_closure(&self, at: u64) -> bool {
        self.static_closures.as_ptr_range().contains(&(at as *const u64))
    }

    /// The function whose code begins at `code`.
    pub(crate) fn func_of(&self, code: u64) -> Option<FuncId> {
        let func = self.has_pc(code).then(|| self.func_at(code as *const Op))?;
        (self.entry_pc(func) as u64 == code).then_some(func)
    }

    /// The function of the instruction before `pc`, or of the instruction at `pc` if that is a function's first.
    pub(crate) fn func_at(&self, pc: *const Op) -> FuncId {
        let at = self.offset_of(pc) as u32;
        let n = self.function_starts.partition_point(|&s| s <= at);
        FuncId(n.saturating_sub(1) as u32)
    }

    /// Reports whether an address lies in the functions' code.
    pub(crate) fn has_pc(&self, pc: u64) -> bool {
        let base = self.code.first_instruction() as u64;
        let first = base + 8 * FIRST_PROGRAM_INDEX as u64;
        (first..=base + 8 * self.code.len() as u64).contains(&pc)
    }

    /// Reports whether the compiled code of a function begins at `pc`.
    ///
    /// # Safety
    /// `pc` points to an instruction, of the functions or of the VM's own code.
    pub(crate) unsafe fn begins_compiled_function(&self, pc: *const Op) -> bool {
        // SAFETY: the caller's promise.
        let is_hot = || unsafe { opcode(pc) } == hot_opcode();
        self.has_pc(pc as u64)
            && is_hot()
            && self.entries.entry(self.offset_of(pc)).1 == FUNCTION_START_ENTRY
    }

    /// The original instruction at an index of the code.
    pub(crate) fn op_at_index(&self, at: usize) -> Op {
        // SAFETY: the address is that of an instruction of the code.
        unsafe { self.entries.original_op(at, self.code[at].address()) }
    }

    /// The original instruction at `pc`.
    ///
    /// # Safety
    /// `pc` points to an instruction of the code.
    pub(crate) unsafe fn op_at(&self, pc: *const Op) -> Op {
        // SAFETY: the caller's promise.
        unsafe { self.entries.original_op(self.offset_of(pc), pc) }
    }

    /// The index of an instruction in the code.
    pub(crate) fn offset_of(&self, pc: *const Op) -> usize {
        (pc as usize - self.code.first_instruction() as usize) / size_of::<Op>()
    }

    /// The address of the package-level variables.
    pub(crate) fn globals(&self) -> *mut u8 {
        self.globals.words().as_ptr().cast_mut().cast()
    }

    /// All words of the package-level variables.
    pub(crate) fn global_words(&self) -> &[AtomicU64] {
        self.globals.words()
    }

    /// The memory region that the package-level variables may grow to.
    pub(crate) fn globals_region(&self) -> Region {
        self.globals.reserved_region()
    }

    /// The layout of a map type.
    #[inline]
    pub(crate) fn map_layout(&self, ty: TypeId) -> &MapLayout {
        match self.map_layouts.get(ty.0 as usize) {
            Some(Some(layout)) => layout,
            _ => self.reflected_map_layout(ty),
        }
    }

    #[cold]
    fn reflected_map_layout(&self, ty: TypeId) -> &MapLayout {
        let found = self.reflected_map_layouts.read().get(&ty).map(|l| &raw const **l);
        let layout = found.unwrap_or_else(|| {
            let mut maps = self.reflected_map_layouts.write();
            let new = || Box::new(new_map_layout(&self.types, ty));
            &raw const **maps.entry(ty).or_insert_with(new)
        });
        // SAFETY: layouts are boxed and never removed.
        unsafe { &*layout }
    }
}

/// The two words of a string constant.
fn string_words(text: &Bytes) -> [u64; 2] {
    [text.as_ptr() as u64, text.len() as u64]
}

fn allocation_info((id, ty): (usize, &RType)) -> AllocationInfo {
    let desc = if ty.has_pointers { desc_of(TypeId(id as u32)) } else { Desc::NO_SCAN };
    AllocationInfo { size: ty.size, desc }
}

/// The layout of a map type; tables without pointers are not scanned.
fn new_map_layout(types: &Types, ty: TypeId) -> MapLayout {
    let map = types.get(ty);
    let pointers = [map.key, map.elem].iter().any(|&ty| types.get(ty).has_pointers_in_slots());
    let table = if pointers { desc_of_table(ty) } else { Desc::NO_SCAN };
    MapLayout::new(types.current_types(), ty, DESC_ANY, table)
}
