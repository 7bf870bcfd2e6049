//! What functions share while they are generated: the tables of the program that is made, and what analyses of the
//! typed program found.

use crate::program::boxing;
use crate::program::descriptor::Descriptors;
use crate::program::inlining::{Inlining, StaticClosures};
use crate::program::layout::{Layout, Layouts};
use crate::program::location::Location;
use minigo_bytecode::func::{Detail, Func as BcFunc};
use minigo_bytecode::operand as bc;
use minigo_bytecode::program::{CallSite, GlobalVar, NativeRef, Program as BcProgram};
use minigo_bytecode::rtype::MethodName;
use minigo_syntax::diagnostic::{Code, Diagnostics};
use minigo_syntax::hash::HashMap;
use minigo_syntax::source::{Pos, SourceMap};
use minigo_types::program::{Expr, FuncId, PkgId, Program, VarId};
use minigo_types::ty::{Signature, Type, TypeId};
use std::rc::Rc;
use std::sync::Arc;

/// What a thunk adapts.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Thunk {
    /// A method with its receiver in the closure.
    Bound(FuncId),
    /// A method of a type, its receiver in an interface's data word.
    Method(TypeId, String),
}

/// What functions share while they are generated.
pub(crate) struct ProgramGen<'p> {
    pub(crate) program: &'p Program,
    pub(crate) sources: &'p SourceMap,
    pub(crate) layouts: Layouts<'p>,
    pub(crate) boxed: Vec<bool>,
    pub(crate) locations: Vec<Location>,
    pub(crate) out: BcProgram,
    pub(crate) diagnostics: Diagnostics,
    pub(crate) descriptors: Descriptors,
    /// The thunks so far, by what they adapt.
    pub(crate) thunks: HashMap<crate::program::tables::Thunk, bc::FuncId>,
    /// What calls of functions can be replaced by, as far as that has been asked.
    pub(crate) inlines: HashMap<FuncId, Option<&'p Expr>>,
    /// Whether bodies of functions can stand in place of their calls, as far as that has been asked.
    pub(crate) bodies: HashMap<FuncId, Inlining>,
    pub(crate) static_closures: StaticClosures,
    pub(crate) calls: crate::program::walk::Calls,
    globals: Vec<u32>,
    consts: HashMap<u64, u32>,
    strings: HashMap<Rc<[u8]>, u32>,
    methods: HashMap<MethodName, bc::MethodId>,
    natives: HashMap<FuncId, bc::NativeId>,
}

impl<'p> ProgramGen<'p> {
    pub(crate) fn new(program: &'p Program, sources: &'p SourceMap) -> Self {
        let mut layouts = Layouts::new(&program.types);
        let boxed = boxing::boxed(program, &mut layouts);
        let files = sources.files().iter().map(|f| f.name.clone()).collect();
        let mut out = BcProgram { files, ..BcProgram::default() };
        Self {
            program,
            sources,
            layouts,
            boxed,
            locations: vec![Location::Undeclared; program.vars.len()],
            descriptors: Descriptors::new(program, &mut out),
            out,
            diagnostics: Diagnostics::new(),
            thunks: HashMap::default(),
            inlines: HashMap::default(),
            bodies: HashMap::default(),
            static_closures: StaticClosures::default(),
            calls: Default::default(),
            globals: Vec::new(),
            consts: HashMap::default(),
            strings: HashMap::default(),
            methods: HashMap::default(),
            natives: HashMap::default(),
        }
    }

    pub(crate) fn layout(&mut self, ty: TypeId) -> Layout {
        self.layouts.of(ty)
    }

    pub(crate) fn slots(&mut self, ty: TypeId) -> u32 {
        self.layouts.of(ty).slots()
    }

    pub(crate) fn slots_of(&mut self, tys: impl IntoIterator<Item = TypeId>) -> u32 {
        tys.into_iter().map(|ty| self.slots(ty)).sum()
    }

    pub(crate) fn is_boxed(&self, var: VarId) -> bool {
        self.boxed[var.0 as usize]
    }

    /// The parameters and results of a function type.
    pub(crate) fn signature(&self, ty: TypeId) -> &'p Signature {
        match self.program.types.under(ty) {
            Type::Signature(sig) => sig,
            _ => unreachable!("functions have signatures"),
        }
    }

    /// The types of all arguments of `func`, the receiver first.
    pub(crate) fn arg_types(&self, func: FuncId) -> Vec<TypeId> {
        let func = self.program.func(func);
        let recv = func.recv.map(|v| self.program.var(v).ty);
        recv.into_iter().chain(self.signature(func.sig).params.iter().copied()).collect()
    }

    /// Slots of the arguments and of the results of `func`.
    pub(crate) fn call_slots(&mut self, func: FuncId) -> (u32, u32) {
        let args = self.arg_types(func);
        let results = &self.signature(self.program.func(func).sig).results;
        (self.slots_of(args), self.slots_of(results.iter().copied()))
    }

    /// The index of a 64-bit constant in the table.
    pub(crate) fn constant(&mut self, value: u64) -> bc::Wide {
        let next = self.consts.len() as u32;
        let id = *self.consts.entry(value).or_insert(next);
        if id == next {
            self.out.consts.push(value);
        }
        bc::Wide::new(id)
    }

    /// The index of a string constant in the table.
    pub(crate) fn string(&mut self, value: &Rc<[u8]>) -> bc::Wide {
        if let Some(&id) = self.strings.get(value) {
            return bc::Wide::new(id);
        }
        let id = self.out.strings.len() as u32;
        self.strings.insert(value.clone(), id);
        self.out.strings.push(value.to_vec().into());
        bc::Wide::new(id)
    }

    pub(crate) fn method_id(&mut self, name: &str, pkg: Option<PkgId>) -> bc::MethodId {
        let pkg_path = pkg.map_or("", |p| &*self.program.package(p).path);
        let name = MethodName { name: name.into(), pkg_path: pkg_path.into() };
        if let Some(&id) = self.methods.get(&name) {
            return id;
        }
        let id = bc::MethodId(self.out.methods.len() as u32);
        self.out.methods.push(name.clone());
        self.methods.insert(name, id);
        id
    }

    /// The call site of method number `index` of the interface type `iface`.
    pub(crate) fn site(&mut self, iface: TypeId, index: u32) -> bc::SiteId {
        let Type::Interface(interface) = self.program.types.under(iface) else {
            unreachable!("interface methods belong to interfaces")
        };
        let method = &interface.methods[index as usize];
        let method = self.method_id(&method.name, method.pkg);
        let iface = self.rtype(iface);
        // Sites carry inline caches: each call has its own.
        let id = bc::SiteId(self.out.sites.len() as u32);
        self.out.sites.push(CallSite { method, iface });
        id
    }

    /// The entry of the native `func` in the table.
    pub(crate) fn native(&mut self, func: FuncId) -> bc::NativeId {
        if let Some(&id) = self.natives.get(&func) {
            return id;
        }
        let (arg_slots, result_slots) = self.call_slots(func);
        let declared = self.program.func(func);
        let package = &self.program.package(declared.pkg).path;
        let name = declared.name.strip_prefix(&**package).and_then(|n| n.strip_prefix('.'));
        let id = bc::NativeId(self.out.natives.len() as u32);
        self.out.natives.push(NativeRef {
            package: Arc::from(&**package),
            name: Arc::from(name.unwrap_or(&declared.name)),
            func: bc::FuncId(func.0),
            arg_slots,
            result_slots,
        });
        self.natives.insert(func, id);
        id
    }

    /// The byte offset of a package-level variable.
    pub(crate) fn global_offset(&self, global: minigo_types::program::GlobalId) -> u32 {
        self.globals[global.0 as usize]
    }

    /// Gives every global its offset. Each begins at a word, so that small ones can be accessed as whole words.
    pub(crate) fn lay_out_globals(&mut self) {
        let mut offset: u64 = 0;
        for global in &self.program.globals {
            let layout = self.layouts.of(global.ty);
            let ty = self.rtype(global.ty);
            let package = &self.program.package(global.pkg).path;
            let at = u32::try_from(offset).unwrap_or(u32::MAX);
            self.globals.push(at);
            let name = format!("{package}.{}", global.name).into();
            self.out.globals.push(GlobalVar { name, ty, offset: at });
            offset += layout.size.max(1).next_multiple_of(8);
            if offset > u64::from(u32::MAX) {
                let text = "package-level variables take more than 4 GiB";
                self.diagnostics.error_at(Code::ProgramTooLarge, global.pos, text);
                offset = 0;
            }
        }
        self.out.globals_size = offset as u32;
    }

    /// Fills the function table, so that calls can be generated before what they call.
    pub(crate) fn declare_funcs(&mut self) {
        for (id, func) in self.program.funcs.iter().enumerate() {
            let (arg_slots, result_slots) = self.call_slots(FuncId(id as u32));
            let (file, line) = self.file_and_line(func.pos);
            let mut empty = empty_func(&func.name, arg_slots, result_slots);
            empty.wrapper = func.wrapper;
            (empty.file, empty.line) = (file, line);
            self.out.funcs.push(empty);
        }
    }

    /// File and line of a position.
    pub(crate) fn file_and_line(&mut self, pos: Pos) -> (u32, u32) {
        if !pos.is_known() {
            return (0, 0);
        }
        let Some(source) = self.sources.file_of(pos) else { return (0, 0) };
        let Some(called) = self.sources.renamed(pos) else {
            return (source.id.0, source.line_col(pos).0);
        };
        let files = &mut self.out.files;
        let known = files.iter().position(|f| *f == called.file);
        let file = known.unwrap_or_else(|| {
            files.push(called.file);
            files.len() - 1
        });
        (file as u32, called.line)
    }

    /// A new function that no typed function stands for.
    pub(crate) fn add_func(&mut self, func: BcFunc) -> bc::FuncId {
        let id = bc::FuncId(self.out.funcs.len() as u32);
        self.out.funcs.push(func);
        id
    }
}

/// A function without code.
pub(crate) fn empty_func(name: &str, arg_slots: u32, result_slots: u32) -> BcFunc {
    let detail = Detail { name: name.into(), ..Detail::default() };
    BcFunc { arg_slots, result_slots, detail: detail.into(), ..BcFunc::default() }
}
