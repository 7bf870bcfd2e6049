//! `//go:linkname` directives: declarations with another linker symbol, and the declarations that other packages find
//! by it.

use crate::checker::Checker;
use crate::checker::func::FuncInfo;
use crate::checker::package::DeclKind;
use crate::ids::{FuncId, GlobalId, PkgId};
use crate::input::{Input, PackageInput};
use crate::program::walk::{Node, walk};
use crate::program::{Body, Callee, ExprKind, Func};
use crate::scope::object::{Color, ObjId, ObjectKind};
use crate::ty::{Type, TypeId};
use minigo_syntax::ast::{File, Linkname, Name};
use minigo_syntax::diagnostic::Code;
use minigo_syntax::hash::HashSet;
use minigo_syntax::small_sort::SmallSort as _;

/// The package of minigo's library whose declarations exist only for link names; their own `//go:linkname` directives
/// give the symbols.
const LINKNAME_PACKAGE: &str = "internal/linkname";

/// The function or variable that a linker symbol denotes.
#[derive(Clone, Copy, Debug)]
pub(crate) enum LinkTarget {
    Func(FuncId),
    Global(GlobalId),
}

impl<'a> Checker<'a> {
    /// Records the link names of a package whose declarations have been collected.
    pub(crate) fn collect_linknames(&mut self, pkg: PkgId, input: &PackageInput) {
        let files = input.files.iter().filter(|file| imports_unsafe(file));
        for link in files.flat_map(|file| &file.linknames) {
            let Some(obj) = self.linkable_object(pkg, link) else { continue };
            let own = || format!("{}.{}", self.package(pkg).path, link.local_name).into();
            let name = link.name.clone().unwrap_or_else(own);
            let is_elsewhere = match self.decl_of(obj).map(|decl| &decl.kind) {
                Some(DeclKind::Func(func)) => func.body.is_none(),
                _ => false,
            };
            if !is_elsewhere {
                self.link_names.linkable_objects.entry(name.clone()).or_insert(obj);
            }
            self.link_names.names.entry(obj).or_insert(name);
        }
    }

    /// The function or variable that a directive names.
    fn linkable_object(&self, pkg: PkgId, link: &Linkname) -> Option<ObjId> {
        let obj = self.scope(self.package(pkg).scope).get(&link.local_name)?;
        let kind = self.decl_of(obj).map(|decl| &decl.kind);
        matches!(kind, Some(DeclKind::Func(_) | DeclKind::Var { .. })).then_some(obj)
    }

    /// Reports the directives that gc rejects.
    pub(crate) fn check_linknames(&mut self, input: &Input<'_>) {
        for (index, package) in input.packages.iter().enumerate() {
            let pkg = PkgId(index as u32);
            let mut seen = HashSet::default();
            for file in &package.files {
                for link in &file.linknames {
                    let text = match self.linkable_object(pkg, link) {
                        _ if !imports_unsafe(file) => {
                            "//go:linkname only allowed in Go files that import \"unsafe\"".into()
                        }
                        None => "//go:linkname must refer to declared function or variable".into(),
                        Some(obj) if !seen.insert(obj) => {
                            format!("duplicate //go:linkname for {}", link.local_name)
                        }
                        Some(_) => continue,
                    };
                    self.error(Code::BadDecl, link.pos, text);
                }
            }
        }
    }

    /// The link name of a user's function that has no body.
    pub(crate) fn link_name_of(&self, info: &FuncInfo<'_>) -> Option<Name> {
        if let Some(name) = self.link_names.names.get(&info.obj) {
            return Some(name.clone());
        }
        let object = self.object(info.obj);
        let own = format!("{}.{}", self.package(object.pkg?).path, object.name);
        self.link_names.linkable_objects.contains_key(own.as_str()).then(|| own.into())
    }

    /// The function or variable other than `from` whose symbol is `link_name`: either a package gives it this symbol by
    /// a `//go:linkname` directive, or it has this name in the package with this path.
    pub(crate) fn link_target(&mut self, from: ObjId, link_name: &str) -> Option<LinkTarget> {
        let places: [fn(&mut Self, &str) -> Option<ObjId>; 4] = [
            Self::library_func_for_link_name,
            Self::object_by_path,
            |checker, name| checker.link_names.linkable_objects.get(name).copied(),
            // Go's runtime defines functions for other packages, with link names such as `sync.runtime_Semacquire`.
            |checker, name| {
                let (_, name) = name.rsplit_once(".runtime_")?;
                checker.object_by_path(&format!("runtime.{name}"))
            },
        ];
        let mut found = places.into_iter().filter_map(|place| {
            let obj = place(self, link_name)?;
            self.link_target_of(from, obj)
        });
        found.next().or_else(|| self.linked_from_other_package(from, link_name))
    }

    /// The variable of another package to which `obj` is linked, a variable of type `ty` without a value.
    pub(crate) fn linked_global(&mut self, obj: ObjId, ty: TypeId) -> Option<GlobalId> {
        let name = self.link_names.names.get(&obj)?.clone();
        let LinkTarget::Global(global) = self.link_target(obj, &name)? else { return None };
        if self.globals[global.0 as usize].ty != ty {
            let pos = self.object(obj).pos;
            let text = format!("{} has another type than {name}", self.object(obj).name);
            self.error(Code::BadDecl, pos, text);
        }
        Some(global)
    }

    /// The function of minigo's library that exists for this link name.
    fn library_func_for_link_name(&mut self, link_name: &str) -> Option<ObjId> {
        let pkg = self.library_package(LINKNAME_PACKAGE)?;
        let indexed = self.collected_decls.indexed_decls.get(&pkg)?.indexed;
        let texts = indexed.files.iter().map(|&file| &*self.sources.file(file).text);
        let mut lines = texts.flat_map(str::lines);
        let local = lines.find_map(|line| {
            let (local, name) = line.strip_prefix("//go:linkname ")?.split_once(' ')?;
            (name == link_name).then_some(local)
        })?;
        let local = local.to_owned();
        self.object_in_package(pkg, &local)
    }

    /// The object that `path.name`, `path.T.method` or `path.(*T).method` denotes.
    fn object_by_path(&mut self, link_name: &str) -> Option<ObjId> {
        // A dot in the last element of a path is escaped as `%2e`.
        let element = link_name.rfind('/').map_or(0, |slash| slash + 1);
        let dot = element + link_name[element..].find('.')?;
        let path = link_name[..dot].replace("%2e", ".");
        let pkg = PkgId(self.packages.iter().position(|p| p.path == path.as_str())? as u32);
        let name = &link_name[dot + 1..];
        let Some((of, method)) = name.rsplit_once('.') else {
            return self.object_in_package(pkg, name);
        };
        let of = of.strip_prefix("(*").and_then(|of| of.strip_suffix(')')).unwrap_or(of);
        let of = self.object_in_package(pkg, of)?;
        self.resolve_object(of);
        let ObjectKind::TypeName(ty) = self.object(of).kind else { return None };
        let &Type::Named(id) = self.types.get(ty) else { return None };
        let at = self.types.named_type(id).methods.iter().position(|m| m.name == method)?;
        self.named_info(id).methods.get(at).copied()
    }

    fn linked_from_other_package(&mut self, from: ObjId, link_name: &str) -> Option<LinkTarget> {
        let mut packages: Vec<PkgId> = self.collected_decls.indexed_decls.keys().copied().collect();
        packages.small_sort();
        packages.into_iter().find_map(|pkg| {
            let foreign =
                self.collected_decls.indexed_decls[&pkg].indexed.index.go_compiler_package()?;
            let name = foreign.linked_func(link_name)?.to_owned();
            let obj = self.object_in_package(pkg, &name)?;
            self.link_target_of(from, obj)
        })
    }

    /// The object as a link target: a variable, or a function that is not itself linked elsewhere.
    fn link_target_of(&mut self, from: ObjId, obj: ObjId) -> Option<LinkTarget> {
        if obj == from {
            return None;
        }
        if self.object(obj).color == Color::White {
            self.resolve_object(obj);
        }
        match self.object(obj).kind {
            ObjectKind::Func(func) => {
                let has_body = self.func_info.get(&func)?.decl.body.is_some();
                (has_body || self.is_native(func)).then_some(LinkTarget::Func(func))
            }
            ObjectKind::Global(global) => Some(LinkTarget::Global(global)),
            _ => None,
        }
    }

    /// Reports whether a function without a body belongs to minigo's library, so that the machine implements it.
    fn is_native(&self, func: FuncId) -> bool {
        let Some(info) = self.func_info.get(&func) else { return false };
        let pkg = self.funcs[func.0 as usize].pkg;
        let Some(declared) = self.collected_decls.indexed_decls.get(&pkg) else { return false };
        let file = self.sources.file_of(info.decl.name.pos).map(|source| source.id);
        let foreign = declared.indexed.index.go_compiler_package();
        foreign.is_none_or(|foreign| file.is_some_and(|file| foreign.has_natives(file)))
    }

    /// Reports functions with undefined link names if the program may call them: if `main` or an initialiser mentions
    /// them, directly or indirectly. Other functions are not reported: only a call of such a function fails, at run
    /// time.
    pub(crate) fn report_undefined_link_names(&mut self, inits: &[FuncId], main: Option<FuncId>) {
        if self.link_names.undefined_funcs.is_empty() || main.is_none() {
            return;
        }
        let mut reached: HashSet<FuncId> = inits.iter().copied().chain(main).collect();
        let mut todo: Vec<FuncId> = reached.iter().copied().collect();
        todo.small_sort();
        let mut found = Vec::new();
        while let Some(func) = todo.pop() {
            let Func { body: Body::Block(body), name, .. } = &self.funcs[func.0 as usize] else {
                continue;
            };
            walk(body.iter().map(Node::Stmt), &mut |node| {
                let Node::Expr(e) = node else { return true };
                let used = match &e.kind {
                    ExprKind::Func(f) | ExprKind::Closure(f) | ExprKind::BoundMethod(_, f) => *f,
                    ExprKind::Call(call) => match call.callee {
                        Callee::Func(f) => f,
                        _ => return true,
                    },
                    _ => return true,
                };
                if let Some(target) = self.link_names.undefined_funcs.get(&used) {
                    let text = format!("{name}: relocation target {target} not defined");
                    found.push((self.funcs[used.0 as usize].pos, text));
                }
                if reached.insert(used) {
                    todo.push(used);
                }
                true
            });
        }
        found.small_sort();
        found.dedup();
        for (pos, text) in found {
            self.error(Code::MissingBody, pos, text);
        }
    }
}

fn imports_unsafe(file: &File) -> bool {
    file.imports.iter().any(|import| import.path == "unsafe")
}
