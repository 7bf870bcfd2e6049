//! Reachability: which functions' bodies are checked.
//!
//! Functions of the user's packages all are. Of the library, those are that some checked body or initialiser mentions,
//! and the methods of types whose values are converted to interfaces (and of all types that reflection reaches from
//! those) as soon as some interface type has a method of that name, or the program asks reflection for methods.

use crate::check::{Checker, PackageState};
use crate::checker::context::Context;
use crate::decl::collect::DeclKind;
use crate::decl::named::UNRESOLVED;
use crate::program::{Body, FuncId, Name, PkgId, Var, VarId};
use crate::scope::object::{Color, ObjId, ObjectKind};
use crate::ty::{NamedId, Type, TypeId};
use minigo_syntax::ast;
use minigo_syntax::hash::{HashMap, HashSet};
use std::collections::VecDeque;

/// What has been reached.
#[derive(Debug, Default)]
pub(crate) struct Reach {
    /// Functions whose bodies are to be checked.
    bodies: VecDeque<FuncId>,
    /// Instances of generic functions among them. They wait until all generic bodies have been checked with their type
    /// parameters, which decides what in them is constant.
    instances: VecDeque<FuncId>,
    /// Types whose values can be in interfaces.
    types: HashSet<TypeId>,
    /// Those of them that have not been looked at.
    new_types: Vec<TypeId>,
    /// The names of methods of interface types.
    names: HashSet<Name>,
    /// Methods that nothing can call so far, by name.
    waiting: HashMap<Name, Vec<(NamedId, usize)>>,
    /// How many types of the table have been searched for interfaces.
    scanned: usize,
    /// Whether exported methods can be called by reflection.
    by_reflection: bool,
    /// The indexed packages of which something is used, and whose init functions have not been reached.
    packages: Vec<PkgId>,
}

impl Reach {
    fn next_body(&mut self) -> Option<FuncId> {
        self.bodies.pop_front().or_else(|| self.instances.pop_front())
    }

    fn is_done(&self) -> bool {
        let bodies = self.bodies.is_empty() && self.instances.is_empty();
        bodies && self.new_types.is_empty() && self.packages.is_empty()
    }
}

/// What gives methods by number or name.
const BY_REFLECTION: [&str; 3] = ["Method", "Methods", "MethodByName"];

/// What counts methods. The library asks it of interface types only, whose methods are all there.
const COUNTS_METHODS: &str = "NumMethod";

impl<'a> Checker<'a> {
    /// Notes that something uses the object: it counts as used, what depends on it knows, and a library function's body
    /// will be checked. To be called for every identifier and qualified identifier that is resolved.
    pub(crate) fn use_object(&mut self, obj: ObjId) {
        let object = self.object_mut(obj);
        object.used = true;
        let (pkg, declared) = (object.pkg, object.decl.is_some());
        let Some(pkg) = pkg else { return };
        if !declared {
            if self.has_dot_imports && self.unsafe_pkg == Some(pkg) {
                self.mark_dot_import(obj);
            }
            return;
        }
        if pkg != self.cx.pkg {
            if self.has_dot_imports {
                self.mark_dot_import(obj);
            }
        } else {
            self.note_dependency(obj);
        }
        let is_func = matches!(self.decl_of(obj).map(|d| &d.kind), Some(DeclKind::Func(_)));
        if is_func && self.object(obj).color == Color::White {
            self.resolve(obj);
        }
        if let ObjectKind::Func(func) = self.object(obj).kind {
            self.queue(func);
        }
    }

    /// The same for a method or function that is mentioned other than by its name: selected methods, instances.
    pub(crate) fn use_func(&mut self, func: FuncId) {
        let Some(info) = self.func_info.get(&func) else { return };
        let obj = info.obj;
        if self.object(obj).pkg == Some(self.cx.pkg) {
            self.note_dependency(obj);
        }
        self.queue(func);
    }

    /// Notes that values of this type are converted to an interface, so that its methods can be called from anywhere.
    pub(crate) fn mark_runtime_type(&mut self, ty: TypeId) {
        if !self.opaque && self.reach.types.insert(ty) {
            self.reach.new_types.push(ty);
        }
    }

    /// Notes that the program uses something of an indexed package, so that its init functions run.
    pub(crate) fn note_used_package(&mut self, pkg: PkgId) {
        self.reach.packages.push(pkg);
        if self.package(pkg).path == "reflect" {
            self.has_reflect = true;
            // They have been looked at without it. In order: what is made of them shall be the same each time.
            let mut all: Vec<TypeId> = self.reach.types.iter().copied().collect();
            all.sort_unstable_by_key(|ty| ty.0);
            self.reach.new_types.extend(all);
        }
    }

    /// Notes that code which is reached selects something of this name, which may be reflection's way to methods. That counts in the library
    /// too, in templates for instance, but not in package reflect itself: there it is the callers that count.
    pub(crate) fn note_reflection(&mut self, name: &str) {
        if !self.has_reflect || self.reach.by_reflection {
            return;
        }
        let package = self.package(self.cx.pkg);
        self.reach.by_reflection = match (package.library, name) {
            (false, COUNTS_METHODS) => true,
            (library, name) => {
                BY_REFLECTION.contains(&name) && !(library && package.path == "reflect")
            }
        };
    }

    fn note_dependency(&mut self, obj: ObjId) {
        let Some(from) = self.cx.decl else { return };
        let deps = self.deps.entry(from).or_default();
        if !deps.contains(&obj) {
            deps.push(obj);
        }
    }

    fn mark_dot_import(&mut self, obj: ObjId) {
        let Some(pkg) = self.object(obj).pkg else { return };
        let mut at = Some(self.cx.scope);
        while let Some(scope) = at {
            let files = &self.package(self.cx.pkg).files;
            if let Some(file) = files.iter().find(|f| f.scope == scope) {
                let imports = file.imports.clone();
                for import in imports {
                    let object = self.object_mut(import);
                    let same = matches!(object.kind, ObjectKind::Package(p) if p == pkg);
                    if same && object.name == "." {
                        object.used = true;
                    }
                }
                return;
            }
            at = self.scope(scope).parent;
        }
    }

    /// Puts a function on the list of bodies to check.
    fn queue(&mut self, func: FuncId) {
        let opaque = self.opaque;
        let Some(info) = self.func_info.get(&func) else { return };
        if info.queued || opaque {
            return;
        }
        let args = info.args.clone();
        if args.iter().any(|&a| self.mentions_param(a)) {
            return;
        }
        self.force_queue(func);
    }

    fn force_queue(&mut self, func: FuncId) {
        let Some(info) = self.func_info.get_mut(&func) else { return };
        if std::mem::replace(&mut info.queued, true) {
            return;
        }
        let args = info.args.clone();
        if args.is_empty() || args.iter().any(|&a| self.mentions_param(a)) {
            self.reach.bodies.push_back(func);
        } else {
            self.reach.instances.push_back(func);
        }
    }

    /// Puts a user's function on the list, generic ones with opaque type parameters.
    pub(crate) fn queue_object(&mut self, obj: ObjId) {
        match self.object(obj).kind {
            ObjectKind::Func(func) => self.force_queue(func),
            ObjectKind::GenericFunc(id) => {
                if let Some(func) = self.generic(id).opaque {
                    self.force_queue(func);
                }
            }
            _ => {}
        }
    }

    /// What the library runs by itself: its init functions.
    pub(crate) fn reach_roots(&mut self) {
        let parsed = |p: &&PackageState| p.library && self.scope(p.scope).indexed.is_none();
        self.has_reflect |= self.packages.iter().filter(parsed).any(|p| p.path == "reflect");
        let libraries = self.packages.iter().filter(|p| p.library);
        let roots: Vec<ObjId> = libraries.flat_map(|p| p.init_funcs.iter().copied()).collect();
        for obj in roots {
            self.resolve(obj);
            self.queue_object(obj);
        }
        self.reach_machine_types();
    }

    /// Types that the machine itself makes values of: run-time errors are Go values with methods.
    fn reach_machine_types(&mut self) {
        const NAMES: [(&str, &str); 6] = [
            ("runtime", "errorString"),
            ("runtime", "boundsError"),
            ("runtime", "plainError"),
            ("runtime", "TypeAssertionError"),
            ("runtime", "PanicNilError"),
            ("internal/runtime/maps", "unhashableTypeError"),
        ];
        for (path, name) in NAMES {
            if let Some(ty) = self.machine_type(path, name) {
                self.mark_runtime_type(ty);
                let pointer = self.types.intern(Type::Pointer(ty));
                self.mark_runtime_type(pointer);
            }
        }
    }

    /// A type of a package of the library.
    pub(crate) fn machine_type(&mut self, path: &str, name: &str) -> Option<TypeId> {
        let at = self.packages.iter().position(|p| p.path == path && p.library)?;
        let obj = self.name_in(PkgId(at as u32), name)?;
        if self.object(obj).color == Color::White {
            self.resolve(obj);
        }
        match self.object(obj).kind {
            ObjectKind::TypeName(ty) => Some(ty),
            _ => None,
        }
    }

    /// Checks bodies until nothing new is reached.
    pub(crate) fn check_reached(&mut self) {
        loop {
            while let Some(func) = self.reach.next_body() {
                self.check_body(func);
            }
            while let Some(pkg) = self.reach.packages.pop() {
                self.reach_inits(pkg);
            }
            self.reach_names();
            self.reach_types();
            if self.reach.is_done() {
                return;
            }
        }
    }

    fn check_body(&mut self, func: FuncId) {
        let Some(info) = self.func_info.get(&func) else { return };
        let (decl, args) = (info.decl, info.args.clone());
        let pkg = self.funcs[func.0 as usize].pkg;
        let cx = Context {
            pkg,
            scope: info.scope,
            version: info.version,
            iota: None,
            errpos: None,
            func: Some(func),
            decl_func: Some(func),
            decl: Some(info.obj),
            ..self.cx.clone()
        };
        let block = match &decl.body {
            None => {
                self.native(func);
                return;
            }
            Some(ast::Body::Parsed(block)) => Block::Borrowed(block),
            Some(ast::Body::Deferred(span)) => {
                let Some(source) = self.sources.file_of(span.start) else { return };
                let (block, found) = minigo_syntax::parse_body(source, *span);
                self.diags.extend(found);
                Block::Owned(block)
            }
        };
        let entered = self.enter_cx(cx);
        self.opaque = args.iter().any(|&a| self.mentions_param(a));
        self.silent = u32::from(!args.is_empty() && !self.opaque && !self.package(pkg).library);
        match &block {
            Block::Borrowed(block) => self.check_func_body(func, block),
            Block::Owned(block) => self.check_func_body(func, block),
        }
        self.check_frame(func);
        if self.opaque {
            self.funcs[func.0 as usize].body = Body::Unreached;
            self.discard_opaque();
        }
        self.leave_cx(entered);
    }

    /// Parameters and results must fit on a stack.
    fn check_frame(&mut self, func: FuncId) {
        let f = &self.funcs[func.0 as usize];
        let vars = f.recv.iter().chain(&f.params).chain(&f.results);
        let size = vars.map(|v| self.types.size_of(self.vars[v.0 as usize].ty));
        let size = size.fold(0u64, u64::saturating_add);
        if size >= 1 << 30 {
            let pos = self.func_info.get(&func).map_or(f.pos, |i| i.decl.name.pos);
            self.large_frames.push((pos, size));
        }
    }

    /// A function that is implemented in the machine.
    fn native(&mut self, func: FuncId) {
        let Some(info) = self.func_info.get(&func) else { return };
        let (recv, sig) = (info.recv.clone(), info.sig.clone());
        let recv = recv.map(|p| self.native_var(func, &p));
        let params = sig.params.iter().map(|p| self.native_var(func, p)).collect();
        let results = sig.results.iter().map(|p| self.native_var(func, p)).collect();
        let native = &mut self.funcs[func.0 as usize];
        native.recv = recv;
        native.params = params;
        native.results = results;
        native.body = Body::Native;
    }

    fn native_var(&mut self, owner: FuncId, param: &crate::check::ParamInfo) -> VarId {
        let id = VarId(self.vars.len() as u32);
        let name = param.name.as_ref().map_or_else(Name::default, |n| n.name.clone());
        self.vars.push(Var {
            name,
            ty: param.ty,
            pos: param.pos,
            owner,
            captured: false,
            addressed: false,
            reassigned: false,
        });
        id
    }

    /// Finds names of methods that interface types have, and reaches the methods that waited for them.
    fn reach_names(&mut self) {
        if self.reach.by_reflection {
            let exported = |name: &Name| crate::decl::collect::is_exported(name);
            let waiting = self.reach.waiting.extract_if(|name, _| exported(name));
            for (id, index) in waiting.flat_map(|(_, methods)| methods).collect::<Vec<_>>() {
                self.reach_method(id, index);
            }
        }
        while self.reach.scanned < self.types.len() {
            let ty = TypeId(self.reach.scanned as u32);
            self.reach.scanned += 1;
            let Type::Interface(interface) = self.types.get(ty) else { continue };
            let names: Vec<Name> = interface.methods.iter().map(|m| m.name.clone()).collect();
            for name in names {
                let waiting = self.reach.waiting.remove(&name).unwrap_or_default();
                self.reach.names.insert(name);
                for (id, index) in waiting {
                    self.reach_method(id, index);
                }
            }
        }
    }

    fn reach_method(&mut self, id: NamedId, index: usize) {
        let (func, sig) = self.resolve_method(id, index);
        if func != UNRESOLVED {
            self.queue(func);
            if self.reach.by_reflection {
                self.mark_runtime_type(sig);
            }
        }
    }

    /// Looks at the types whose values can be in interfaces, and at what reflection reaches from there.
    fn reach_types(&mut self) {
        while let Some(ty) = self.reach.new_types.pop() {
            match self.types.get(ty).clone() {
                Type::Named(id) => {
                    // The bodies of the program's own types are checked anyway.
                    let callable = self.reach.by_reflection
                        || self.types.named(id).pkg.is_some_and(|p| !self.package(p).library);
                    for index in 0..self.types.named(id).methods.len() {
                        let name = self.types.named(id).methods[index].name.clone();
                        let reflected = callable && crate::decl::collect::is_exported(&name);
                        if reflected || self.reach.names.contains(&name) {
                            self.reach_method(id, index);
                        } else {
                            self.reach.waiting.entry(name).or_default().push((id, index));
                        }
                    }
                    self.mark_runtime_type(self.types.named(id).underlying);
                    if self.has_reflect {
                        // Reflection can make a pointer to it, which has its methods.
                        self.types.intern(Type::Pointer(ty));
                    }
                }
                Type::Pointer(e) | Type::Slice(e) | Type::Array(e, _) | Type::Chan(_, e) => {
                    self.mark_runtime_type(e);
                }
                Type::Map(k, v) => {
                    self.mark_runtime_type(k);
                    self.mark_runtime_type(v);
                }
                Type::Struct(fields) => fields.iter().for_each(|f| self.mark_runtime_type(f.ty)),
                // With package reflect a program gets at the types of parameters and results, and makes values of them.
                Type::Signature(sig) if self.has_reflect => {
                    sig.params.iter().chain(&sig.results).for_each(|&t| self.mark_runtime_type(t));
                }
                Type::Interface(interface) if self.has_reflect => {
                    interface.methods.iter().for_each(|m| self.mark_runtime_type(m.sig));
                }
                _ => {}
            }
        }
    }

    /// Forgets methods that nothing has resolved: no interface in the program has a method of their name.
    pub(crate) fn drop_unresolved_methods(&mut self) {
        for id in 0..self.types.named_len() {
            let named = self.types.named_mut(NamedId(id as u32));
            named.methods.retain(|m| m.func != UNRESOLVED);
        }
    }
}

/// A body, parsed before or just now.
enum Block<'b> {
    Borrowed(&'b ast::Block),
    Owned(ast::Block),
}
