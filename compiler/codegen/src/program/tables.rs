//! The state that all functions share during generation: the tables of the generated program, and the results of
//! analyses of the typed program.

use crate::invariant::panic_broken_invariant;
use crate::opt::background::BackgroundOptimiser;
use crate::opt::passes::Passes;
use crate::program::boxing;
use crate::program::descriptor::Descriptors;
use crate::program::generator_state::{GeneratorState, TableSizes};
use crate::program::inlining::{Inlining, StaticClosures};
use crate::program::layout::{Layout, Layouts};
use crate::program::location::Location;
use crate::program::unfinished_func::UnfinishedFunc;
use minigo_bytecode::func::{Func as BcFunc, FuncDetail};
use minigo_bytecode::operand as bc;
use minigo_bytecode::program::{CallSite, GlobalVar, NativeRef, Program as BcProgram};
use minigo_bytecode::rtype::MethodName;
use minigo_syntax::diagnostic::{Code, Diagnostics};
use minigo_syntax::hash::HashMap;
use minigo_syntax::source::{Pos, SourceMap};
use minigo_types::program::{Body, Expr, Func, FuncId, PkgId, Program, VarId};
use minigo_types::ty::{Signature, Type, TypeId};
use std::ops::Range;
use std::rc::Rc;
use std::sync::Arc;

/// The call that a thunk adapts.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Thunk {
    /// A bound method: the closure contains the receiver.
    Bound(FuncId),
    /// A method of a type whose receiver is in the data word of an interface.
    Method(TypeId, String),
    /// A method promoted from the first field of a struct, called through an interface that holds the struct.
    Promoted(TypeId, String, DataWordContent),
}

/// The content of the interface's data word for a struct.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum DataWordContent {
    /// The struct itself.
    Word,
    /// The struct's address.
    Address,
}

/// The generator of a program: the state that all functions share.
pub(crate) struct ProgramGen<'p> {
    pub(crate) program: &'p Program,
    pub(crate) sources: &'p SourceMap,
    pub(crate) layouts: Layouts<'p>,
    pub(crate) boxed_vars: Vec<bool>,
    pub(crate) locations: Vec<Location>,
    pub(crate) bytecode: BcProgram,
    pub(crate) diagnostics: Diagnostics,
    pub(crate) descriptors: Descriptors,
    /// Whether the program may create struct types by reflection.
    pub(crate) may_make_struct_types: bool,
    /// See [`BcProgram::go_layout`].
    pub(crate) uses_go_interface_layout: bool,
    pub(crate) passes: Passes,
    /// [`Settings::is_debugged`](crate::Settings::is_debugged).
    pub(crate) is_debugged: bool,
    /// The thunks generated so far.
    pub(crate) thunks: HashMap<crate::program::tables::Thunk, bc::FuncId>,
    /// For each function examined so far, the expression that may replace its calls.
    pub(crate) inline_exprs: HashMap<FuncId, Option<&'p Expr>>,
    /// For each function examined so far, whether its body can be inlined.
    pub(crate) inlinings: HashMap<FuncId, Inlining>,
    pub(crate) static_closures: StaticClosures,
    pub(crate) call_cache: crate::program::walk::CallCache,
    pub(crate) tables: Tables,
    /// The optimiser on a second thread, if there are many functions, and its results.
    pub(crate) background: Option<BackgroundOptimiser>,
    pub(crate) unfinished_funcs: HashMap<bc::FuncId, UnfinishedFunc>,
    /// The position in the source of the code that is being generated, for reports of broken invariants.
    pub(crate) current_pos: Pos,
    /// The latest file and line, and the positions of that line: most queries are for the same line as the one before.
    cached_line: (u32, u32, Range<Pos>),
}

/// Maps the entities of the typed program to the tables of the generated program.
#[derive(Default)]
pub(crate) struct Tables {
    /// In a session, the sizes of the program that was generated before: `bytecode` contains only the code that the
    /// current input adds.
    pub(crate) base_sizes: TableSizes,
    /// The generated functions by typed function; `None` for a function that has no body so far.
    pub(crate) funcs: Vec<Option<bc::FuncId>>,
    /// The number of argument slots, by function and by native.
    pub(crate) arg_slots: Vec<u32>,
    pub(crate) native_arg_slots: Vec<u32>,
    /// The indices of file names, by source file.
    pub(crate) files: Vec<u32>,
    pub(crate) globals: Vec<u32>,
    pub(crate) globals_size: u64,
    consts: HashMap<u64, u32>,
    strings: HashMap<Rc<[u8]>, u32>,
    methods: HashMap<MethodName, bc::MethodId>,
    natives: HashMap<FuncId, bc::NativeId>,
}

/// Reports whether the program reaches `reflect.StructOf`.
fn may_make_struct_types(program: &Program) -> bool {
    let reached = |f: &Func| !matches!(f.body, Body::Unreached);
    program.funcs.iter().any(|f| &*f.name == "reflect.StructOf" && reached(f))
}

impl<'p> ProgramGen<'p> {
    pub(crate) fn new(program: &'p Program, sources: &'p SourceMap, go_layout: bool) -> Self {
        Self::resume(GeneratorState::default(), program, sources, go_layout)
    }

    /// Continues the generation of a program where an earlier generation, with the same layout, ended.
    pub(crate) fn resume(
        grown: GeneratorState,
        program: &'p Program,
        sources: &'p SourceMap,
        go_layout: bool,
    ) -> Self {
        let GeneratorState {
            layouts,
            boxed_vars: mut boxed,
            mut locations,
            mut descriptors,
            thunks,
            tables,
            ..
        } = grown;
        let mut layouts = Layouts::resume(layouts, &program.types);
        boxing::extend_boxed_vars(&mut boxed, program, &mut layouts, |f| {
            tables.funcs.get(f.0 as usize).copied().flatten().is_none()
        });
        locations.resize(program.vars.len(), Location::Undeclared);
        let mut out = BcProgram {
            known_types: grown.known_types,
            has_go_interface_layout: go_layout,
            ..BcProgram::default()
        };
        descriptors.extend(program, &mut out);
        let mut g = Self {
            program,
            sources,
            layouts,
            boxed_vars: boxed,
            locations,
            descriptors,
            bytecode: out,
            may_make_struct_types: may_make_struct_types(program),
            uses_go_interface_layout: go_layout,
            passes: Passes::default(),
            is_debugged: false,
            diagnostics: Diagnostics::new(),
            thunks,
            inline_exprs: HashMap::default(),
            inlinings: grown.inlinings,
            static_closures: grown.static_closures,
            call_cache: Default::default(),
            tables,
            background: None,
            unfinished_funcs: HashMap::default(),
            current_pos: Pos::NONE,
            cached_line: (0, 0, Pos::NONE..Pos::NONE),
        };
        for file in &sources.files()[g.tables.files.len()..] {
            g.tables.files.push(g.tables.base_sizes.files + g.bytecode.files.len() as u32);
            g.bytecode.files.push(file.name.clone());
        }
        g
    }

    /// The number that a function of the typed program has in the function table.
    pub(crate) fn func_id(&mut self, func: FuncId) -> bc::FuncId {
        match self.tables.funcs[func.0 as usize] {
            Some(id) => id,
            None => self.declare_func(func),
        }
    }

    /// The function `id`, mutable, during its generation.
    pub(crate) fn func_mut(&mut self, id: bc::FuncId) -> &mut BcFunc {
        &mut self.bytecode.funcs[(id.0 - self.tables.base_sizes.funcs) as usize]
    }

    pub(crate) fn layout_of(&mut self, ty: TypeId) -> Layout {
        self.layouts.layout_of(ty)
    }

    /// Reports whether an interface's data word contains a value of the type itself, as the type's descriptor says at
    /// run time.
    pub(crate) fn fits_data_word(&mut self, ty: TypeId) -> bool {
        let Layout { size, has_pointers, .. } = self.layout_of(ty);
        if self.uses_go_interface_layout {
            size == 0 || size == 8 && has_pointers
        } else {
            size <= 8
        }
    }

    pub(crate) fn slot_count(&mut self, ty: TypeId) -> u32 {
        self.layouts.layout_of(ty).slots()
    }

    pub(crate) fn slots_of(&mut self, tys: impl IntoIterator<Item = TypeId>) -> u32 {
        tys.into_iter().map(|ty| self.slot_count(ty)).sum()
    }

    pub(crate) fn is_boxed(&self, var: VarId) -> bool {
        self.boxed_vars[var.0 as usize]
    }

    /// The parameters and results of a function type.
    pub(crate) fn signature(&self, ty: TypeId) -> &'p Signature {
        match self.program.types.underlying_structure(ty) {
            Type::Signature(sig) => sig,
            _ => panic_broken_invariant("functions have signatures"),
        }
    }

    /// The types of all arguments of `func`, the receiver first.
    pub(crate) fn arg_types(&self, func: FuncId) -> Vec<TypeId> {
        let func = self.program.func(func);
        let recv = func.recv.map(|v| self.program.var(v).ty);
        recv.into_iter().chain(self.signature(func.sig).params.iter().copied()).collect()
    }

    /// The numbers of argument slots and result slots of `func`.
    pub(crate) fn call_slots(&mut self, func: FuncId) -> (u32, u32) {
        let args = self.arg_types(func);
        let results = &self.signature(self.program.func(func).sig).results;
        (self.slots_of(args), self.slots_of(results.iter().copied()))
    }

    /// The index of a 64-bit constant in the constant table.
    pub(crate) fn constant(&mut self, value: u64) -> bc::Wide {
        let next = self.tables.consts.len() as u32;
        let id = *self.tables.consts.entry(value).or_insert(next);
        if id == next {
            self.bytecode.consts.push(value);
        }
        bc::Wide::new(id)
    }

    /// The index of a string in the string table.
    pub(crate) fn string(&mut self, value: &Rc<[u8]>) -> bc::Wide {
        if let Some(&id) = self.tables.strings.get(value) {
            return bc::Wide::new(id);
        }
        let id = self.tables.base_sizes.strings + self.bytecode.strings.len() as u32;
        self.tables.strings.insert(value.clone(), id);
        self.bytecode.strings.push(value.to_vec().into());
        bc::Wide::new(id)
    }

    pub(crate) fn method_id(&mut self, name: &str, pkg: Option<PkgId>) -> bc::MethodId {
        let pkg_path = pkg.map_or("", |p| &*self.program.package(p).path);
        let name = MethodName { name: name.into(), pkg_path: pkg_path.into() };
        if let Some(&id) = self.tables.methods.get(&name) {
            return id;
        }
        let id = bc::MethodId(self.tables.methods.len() as u32);
        self.bytecode.method_names.push(name.clone());
        self.tables.methods.insert(name, id);
        id
    }

    /// Makes a call site for the method with number `index` of the interface type `iface`.
    pub(crate) fn call_site(&mut self, iface: TypeId, index: u32) -> bc::SiteId {
        let Type::Interface(interface) = self.program.types.underlying_structure(iface) else {
            panic_broken_invariant("interface methods belong to interfaces")
        };
        let method = &interface.methods[index as usize];
        let method = self.method_id(&method.name, method.pkg);
        let iface = self.rtype(iface);
        // Each call has a site of its own, because a site has an inline cache.
        let id =
            bc::SiteId(self.tables.base_sizes.call_sites + self.bytecode.call_sites.len() as u32);
        self.bytecode.call_sites.push(CallSite { method, iface });
        id
    }

    /// The index of the native `func` in the table of natives.
    pub(crate) fn native(&mut self, func: FuncId) -> bc::NativeId {
        if let Some(&id) = self.tables.natives.get(&func) {
            return id;
        }
        let (arg_slots, result_slots) = self.call_slots(func);
        let declared_as = self.func_id(func);
        let declared = self.program.func(func);
        let package = &self.program.package(declared.pkg).path;
        let name = declared.name.strip_prefix(&**package).and_then(|n| n.strip_prefix('.'));
        let id = bc::NativeId(self.tables.native_arg_slots.len() as u32);
        self.bytecode.natives.push(NativeRef {
            package: Arc::from(&**package),
            name: Arc::from(name.unwrap_or(&declared.name)),
            func: declared_as,
            arg_slots,
            result_slots,
        });
        self.tables.native_arg_slots.push(arg_slots);
        self.tables.natives.insert(func, id);
        id
    }

    /// The byte offset of a package-level variable in the memory of globals.
    pub(crate) fn global_offset(&self, global: minigo_types::program::GlobalId) -> u32 {
        self.tables.globals[global.0 as usize]
    }

    /// Assigns an offset to every global. Each global begins at a word boundary, so that small globals can be accessed
    /// as whole words.
    pub(crate) fn lay_out_globals(&mut self) {
        let mut offset = self.tables.globals_size;
        for global in &self.program.globals[self.tables.globals.len()..] {
            let layout = self.layouts.layout_of(global.ty);
            let ty = self.rtype(global.ty);
            let package = &self.program.package(global.pkg).path;
            let at = u32::try_from(offset).unwrap_or(u32::MAX);
            self.tables.globals.push(at);
            let name = format!("{package}.{}", global.name).into();
            self.bytecode.globals.push(GlobalVar { name, ty, offset: at });
            offset += layout.size.max(1).next_multiple_of(8);
            if offset > u64::from(u32::MAX) {
                let text = "package-level variables take more than 4 GiB";
                self.diagnostics.error_at(Code::ProgramTooLarge, global.pos, text);
                offset = 0;
            }
        }
        self.tables.globals_size = offset;
        self.bytecode.globals_size = offset as u32;
    }

    /// Fills the function table, so that the code of a call can be generated before that of the callee.
    pub(crate) fn declare_funcs(&mut self) {
        for id in 0..self.program.funcs.len() {
            self.declare_func(FuncId(id as u32));
        }
    }

    /// Assigns a function its entry in the function table.
    pub(crate) fn declare_func(&mut self, id: FuncId) -> bc::FuncId {
        let func = self.program.func(id);
        let (arg_slots, result_slots) = self.call_slots(id);
        let (file, line) = self.file_and_line(func.pos);
        let mut empty = empty_func(&func.name, arg_slots, result_slots);
        empty.is_wrapper = func.is_wrapper;
        (empty.file, empty.line) = (file, line);
        let made = self.add_func(empty);
        let funcs = &mut self.tables.funcs;
        if funcs.len() <= id.0 as usize {
            funcs.resize(self.program.funcs.len(), None);
        }
        funcs[id.0 as usize] = Some(made);
        made
    }

    /// The file index and the line number of a position.
    pub(crate) fn file_and_line(&mut self, pos: Pos) -> (u32, u32) {
        if !pos.is_known() {
            return (0, 0);
        }
        if self.cached_line.2.contains(&pos) {
            return (self.cached_line.0, self.cached_line.1);
        }
        if let Some((file, line, range)) = self.sources.physical_line(pos) {
            let file = self.tables.files[file.0 as usize];
            self.cached_line = (file, line, range);
            return (file, line);
        }
        let Some(source) = self.sources.file_of(pos) else { return (0, 0) };
        let Some(called) = self.sources.position_by_directive(pos) else {
            return (self.tables.files[source.id.0 as usize], source.line_col(pos).0);
        };
        // (A file that code of an earlier input mentions is added again, which costs a few bytes.)
        let files = &mut self.bytecode.files;
        let known = files.iter().position(|f| *f == called.file);
        let file = known.unwrap_or_else(|| {
            files.push(called.file);
            files.len() - 1
        });
        (self.tables.base_sizes.files + file as u32, called.line)
    }

    /// Adds a function that has no counterpart in the typed program.
    pub(crate) fn add_func(&mut self, func: BcFunc) -> bc::FuncId {
        let id = bc::FuncId(self.tables.arg_slots.len() as u32);
        self.tables.arg_slots.push(func.arg_slots);
        self.bytecode.funcs.push(func);
        id
    }
}

/// Makes a function without code.
pub(crate) fn empty_func(name: &str, arg_slots: u32, result_slots: u32) -> BcFunc {
    let detail = FuncDetail { name: name.into(), ..FuncDetail::default() };
    BcFunc { arg_slots, result_slots, func_detail: detail.into(), ..BcFunc::default() }
}
