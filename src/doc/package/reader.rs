//! Reads the declarations of files, and assigns values, functions and methods to types.

use super::declaration_positions::{DeclarationPositions, declarations_of};
use super::{Files, Func, Keyword, Methods, Package, Spec, Type, Value, ValueDecl};
use crate::doc::sources::Sources;
use minigo_syntax::ast::{
    Decl, Expr, ExprKind, FuncDecl, Ident, Import, InterfaceElem, TypeSpec, is_exported,
};
use minigo_syntax::small_sort::SmallSort as _;
use minigo_syntax::source::Pos;
use std::collections::{BTreeMap, HashSet};

/// The declarations collected for a type name; the type itself may be declared nowhere.
#[derive(Debug, Default)]
struct NamedType<'f> {
    decl: Option<TypeDecl<'f>>,
    is_struct: bool,
    is_embedded: bool,
    /// The names of the types that the type embeds, and whether it embeds pointers to them.
    embedded_types: Vec<(String, bool)>,
    values: Vec<Value<'f>>,
    funcs: Methods<'f>,
    methods: Methods<'f>,
}

#[derive(Debug)]
struct TypeDecl<'f> {
    spec: &'f TypeSpec,
    place: DeclarationPositions,
}

struct Reader<'f> {
    sources: &'f Sources,
    package: Package<'f>,
    values: Vec<Value<'f>>,
    funcs: Methods<'f>,
    types: BTreeMap<String, NamedType<'f>>,
    dot_import: bool,
    next_order: usize,
}

impl<'f> Package<'f> {
    /// Reads the package that these files form.
    pub fn read(files: &'f Files) -> Self {
        let mut reader = Reader {
            sources: &files.sources,
            package: Package::default(),
            values: Vec::new(),
            funcs: Methods::new(),
            types: BTreeMap::new(),
            dot_import: false,
            next_order: 0,
        };
        for file in &files.files {
            reader.package.name.clone_from(&file.package.name.to_string());
            let source = files.sources.source_map.file(file.id);
            let places = declarations_of(source);
            if let Some(clause) = places.first() {
                reader.add_package_comment(clause.pos);
            }
            file.imports.iter().for_each(|import| reader.add_import(import));
            file.decls.iter().for_each(|decl| reader.add_decl(decl, &places));
        }
        for decl in files.files.iter().flat_map(|file| &file.decls) {
            if let Decl::Func(func) = decl {
                reader.add_func(func);
            }
        }
        reader.compute_method_sets();
        reader.move_undeclared_types();
        reader.finish_package()
    }
}

impl Files {
    /// Returns all functions and methods.
    pub(in crate::doc) fn funcs(&self) -> impl Iterator<Item = Func<'_>> {
        let decls = self.files.iter().flat_map(|file| &file.decls);
        decls.filter_map(|decl| match decl {
            Decl::Func(func) => Some(self::new_func(&self.sources, func)),
            _ => None,
        })
    }
}

fn new_func<'f>(sources: &Sources, decl: &'f FuncDecl) -> Func<'f> {
    let doc = sources.comment_text(sources.doc_before(decl.pos));
    Func { doc, decl, receiver_name: None, is_promoted: false, embedding_depth: 0 }
}

impl<'f> Reader<'f> {
    fn add_package_comment(&mut self, pos: Pos) {
        let Some(comment) = self.sources.doc_before(pos) else { return };
        let text = self.sources.comment_text(Some(comment));
        let doc = &mut self.package.doc;
        if !doc.is_empty() {
            doc.push('\n');
        }
        doc.push_str(&text);
    }

    fn add_import(&mut self, import: &Import) {
        let name = match &import.name {
            Some(name) if name.name == "." => {
                self.dot_import = true;
                return;
            }
            Some(name) => name.name.to_string(),
            None => assumed_name(&import.path).to_owned(),
        };
        let path = Some(import.path.to_string());
        let known = self.package.imports.entry(name).or_insert_with(|| path.clone());
        if *known != path {
            *known = None;
        }
    }

    fn add_decl(&mut self, decl: &'f Decl, places: &[DeclarationPositions]) {
        let place_of = |pos: Pos| {
            let at = places.partition_point(|place| place.pos <= pos);
            places[at.saturating_sub(1)]
        };
        let ends = |names: &[Ident], ty: Option<&Expr>, values: &[Expr]| {
            let name = names[names.len() - 1].span().end;
            values.last().map(|e| e.end).or(ty.map(|e| e.end)).unwrap_or(name)
        };
        let (keyword, specs): (_, Vec<Spec<'f>>) = match decl {
            Decl::Const(specs) => {
                let spec = |s: &'f minigo_syntax::ast::ConstSpec| Spec {
                    pos: s.pos,
                    end: ends(&s.names, s.ty.as_ref(), &s.values),
                    names: &s.names,
                    ty: s.ty.as_ref(),
                    inherited_type: None,
                    values: &s.values,
                };
                (Keyword::Const, specs.iter().map(spec).collect())
            }
            Decl::Var(specs) => {
                let spec = |s: &'f minigo_syntax::ast::VarSpec| Spec {
                    pos: s.pos,
                    end: ends(&s.names, s.ty.as_ref(), &s.values),
                    names: &s.names,
                    ty: s.ty.as_ref(),
                    inherited_type: None,
                    values: &s.values,
                };
                (Keyword::Var, specs.iter().map(spec).collect())
            }
            Decl::Type(specs) => {
                specs.iter().for_each(|spec| self.add_type_decl(spec, place_of(spec.pos)));
                return;
            }
            Decl::Func(_) | Decl::Bad(_) => return,
        };
        if let Some(first) = specs.first() {
            let DeclarationPositions { pos, end, parentheses: parens } = place_of(first.pos);
            self.add_values(ValueDecl { keyword, pos, end, parentheses: parens, specs });
        }
    }

    /// Adds constants or variables, which belong to a type if at least three quarters of them have that type and no
    /// other named type occurs.
    fn add_values(&mut self, decl: ValueDecl<'f>) {
        let (mut owner, mut count, mut before) = ("", 0usize, "");
        for spec in &decl.specs {
            let name = match spec.ty {
                Some(ty) => base_name(ty).filter(|base| !base.is_imported).map_or("", |b| b.name),
                None if decl.keyword == Keyword::Const && spec.values.is_empty() => before,
                None => "",
            };
            if !name.is_empty() {
                if !owner.is_empty() && owner != name {
                    owner = "";
                    break;
                }
                owner = name;
                count += 1;
            }
            before = name;
        }
        let enough = count >= decl.specs.len() * 3 / 4;
        let doc = self.sources.comment_text(self.sources.doc_before(decl.pos));
        let owner = if enough && owner != "_" { owner.to_owned() } else { String::new() };
        let value = Value { doc, decl, source_order: self.next_order };
        self.next_order += 1;
        match owner.as_str() {
            "" => self.values.push(value),
            _ => self.type_named(&owner).values.push(value),
        }
    }

    fn type_named(&mut self, name: &str) -> &mut NamedType<'f> {
        self.types.entry(name.to_owned()).or_default()
    }

    fn add_type_decl(&mut self, spec: &'f TypeSpec, place: DeclarationPositions) {
        if spec.name.is_blank() {
            return;
        }
        let mut embedded: Vec<&'f Expr> = Vec::new();
        let mut is_struct = false;
        match &spec.ty.kind {
            ExprKind::StructType(fields) => {
                is_struct = true;
                let unnamed = fields.iter().filter(|field| field.names.is_empty());
                embedded.extend(unnamed.map(|field| &field.ty));
            }
            ExprKind::InterfaceType(elements) => {
                embedded.extend(elements.iter().filter_map(|element| match element {
                    InterfaceElem::Embedded(ty) => Some(ty),
                    InterfaceElem::Method(..) => None,
                }));
            }
            _ => {}
        }
        for ty in embedded {
            if let Some(base) = base_name(ty).filter(|base| !base.is_imported && base.name != "_") {
                self.type_named(base.name).is_embedded = true;
                let pointer = matches!(ty.kind, ExprKind::Star(_));
                self.type_named(&spec.name.name)
                    .embedded_types
                    .push((base.name.to_owned(), pointer));
            }
        }
        let named = self.type_named(&spec.name.name);
        named.is_struct = is_struct;
        named.decl = Some(TypeDecl { spec, place });
    }

    fn add_func(&mut self, func: &'f FuncDecl) {
        let found = self::new_func(self.sources, func);
        if let Some(recv) = &func.recv {
            let base = recv.first().and_then(|recv| base_name(&recv.ty));
            if let Some(base) = base.filter(|base| !base.is_imported && base.name != "_") {
                add_function(&mut self.type_named(base.name).methods, found);
            }
            return;
        }
        let mut owners = Vec::new();
        let mut seen = None;
        for result in &func.ty.results {
            // `a, b T` counts as one result.
            if seen.replace(result.ty.pos) == Some(result.ty.pos) {
                continue;
            }
            let ty = match &result.ty.kind {
                ExprKind::SliceType(of) | ExprKind::ArrayType(_, of) => of,
                _ => &result.ty,
            };
            let Some(base) = base_name(ty).filter(|base| !base.is_imported) else { continue };
            let parameter = func
                .tparams
                .iter()
                .any(|p| p.name.as_ref().is_some_and(|name| name.name == base.name));
            let predeclared = is_predeclared(base.name) && !self.types.contains_key(base.name);
            if !predeclared && !parameter && base.name != "_" {
                self.type_named(base.name);
                owners.push(base.name.to_owned());
            }
        }
        match &owners[..] {
            [owner] => add_function(&mut self.type_named(owner).funcs, found),
            _ => add_function(&mut self.funcs, found),
        }
    }

    /// Adds the methods of embedded types to the method sets of structs.
    fn compute_method_sets(&mut self) {
        let structs = self.types.iter().filter(|(_, named)| named.is_struct);
        let names: Vec<String> = structs.map(|(name, _)| name.clone()).collect();
        for name in names {
            let mut found = Methods::new();
            let methods = &self.types[&name].methods;
            methods
                .iter()
                .for_each(|(name, method)| drop(found.insert(name.clone(), method.clone())));
            self.embedded_methods(&mut found, &name, &name, (false, 1), &mut HashSet::new());
            self.type_named(&name).methods = found;
        }
    }

    fn embedded_methods(
        &self,
        found: &mut Methods<'f>,
        of: &str,
        receiver: &str,
        (pointer, level): (bool, usize),
        visited: &mut HashSet<String>,
    ) {
        visited.insert(of.to_owned());
        for (name, by_pointer) in &self.types[of].embedded_types {
            let pointer = pointer || *by_pointer;
            let embedded = &self.types[name];
            for method in
                embedded.methods.values().flatten().filter(|method| method.embedding_depth == 0)
            {
                let own_pointer = method.decl.recv.iter().flatten().any(is_pointer);
                let star = if !pointer && own_pointer { "*" } else { "" };
                let (receiver, promoted) = (Some(format!("{star}{receiver}")), is_exported(name));
                add_method(
                    found,
                    Func {
                        receiver_name: receiver,
                        is_promoted: promoted,
                        embedding_depth: level,
                        ..method.clone()
                    },
                );
            }
            if !visited.contains(name) {
                self.embedded_methods(found, name, receiver, (pointer, level + 1), visited);
            }
        }
        visited.remove(of);
    }

    /// Moves the declarations of types that are not declared in these files to the package.
    fn move_undeclared_types(&mut self) {
        let (values, funcs, dot_import) = (&mut self.values, &mut self.funcs, self.dot_import);
        self.types.retain(|name, named| {
            if named.decl.is_some() {
                return true;
            }
            let predeclared = is_predeclared(name);
            if predeclared || named.is_embedded || dot_import {
                values.append(&mut named.values);
                funcs.append(&mut named.funcs);
                if !predeclared {
                    for (name, method) in std::mem::take(&mut named.methods) {
                        funcs.entry(name).or_insert(method);
                    }
                }
            }
            false
        });
    }

    fn finish_package(mut self) -> Package<'f> {
        let mut package = std::mem::take(&mut self.package);
        (package.consts, package.vars) = consts_and_vars(self.values);
        package.funcs = self.funcs.into_values().flatten().collect();
        for (_, named) in self.types {
            let Some(TypeDecl { spec, place }) = named.decl else { continue };
            let grouped = place.parentheses.is_some();
            let doc = grouped.then(|| self.sources.doc_before(spec.pos)).flatten();
            let doc = doc.or_else(|| self.sources.doc_before(place.pos));
            let (consts, vars) = consts_and_vars(named.values);
            package.types.push(Type {
                doc: self.sources.comment_text(doc),
                spec,
                pos: if grouped { spec.pos } else { place.pos },
                is_grouped: grouped,
                keyword_pos: place.pos,
                consts,
                vars,
                funcs: named.funcs.into_values().flatten().collect(),
                methods: named.methods.into_values().flatten().filter(|m| !m.is_promoted).collect(),
            });
        }
        package.bugs = crate::doc::notes::bug_notes(self.sources);
        package.collect_symbols();
        package
    }
}

impl Package<'_> {
    fn collect_symbols(&mut self) {
        let mut symbols = HashSet::new();
        let mut values = |all: &[Value<'_>]| {
            symbols.extend(all.iter().flat_map(Value::names).map(str::to_owned));
        };
        values(&self.consts);
        values(&self.vars);
        self.types.iter().for_each(|ty| {
            values(&ty.consts);
            values(&ty.vars);
        });
        for ty in &self.types {
            let member = |name: &str| format!("{}.{name}", ty.name());
            symbols.insert(ty.name().to_owned());
            symbols.extend(ty.funcs.iter().map(|func| func.name().to_owned()));
            symbols.extend(ty.methods.iter().map(|method| member(method.name())));
            match &ty.spec.ty.kind {
                ExprKind::StructType(fields) => symbols
                    .extend(fields.iter().flat_map(|f| &f.names).map(|name| member(&name.name))),
                ExprKind::InterfaceType(elements) => {
                    symbols.extend(elements.iter().filter_map(|element| match element {
                        InterfaceElem::Method(name, _) => Some(member(&name.name)),
                        InterfaceElem::Embedded(_) => None,
                    }));
                }
                _ => {}
            }
        }
        symbols.extend(self.funcs.iter().map(|func| func.name().to_owned()));
        self.symbols = symbols;
    }
}

/// Adds a function. If two functions have the same name, the first that has a comment is kept.
fn add_function<'f>(methods: &mut Methods<'f>, func: Func<'f>) {
    let known = methods.get(func.name()).and_then(Option::as_ref);
    if known.is_none_or(|known| known.doc.is_empty()) {
        methods.insert(func.name().to_owned(), Some(func));
    }
}

/// Adds a method. The method hides methods of that name that are embedded deeper; two methods of the same depth hide
/// each other.
fn add_method<'f>(methods: &mut Methods<'f>, method: Func<'f>) {
    let name = method.name().to_owned();
    match methods.get(&name) {
        None => drop(methods.insert(name, Some(method))),
        Some(Some(known)) if method.embedding_depth < known.embedding_depth => {
            drop(methods.insert(name, Some(method)));
        }
        Some(Some(known)) if method.embedding_depth == known.embedding_depth => {
            drop(methods.insert(name, None));
        }
        Some(_) => {}
    }
}

fn consts_and_vars(mut values: Vec<Value<'_>>) -> (Vec<Value<'_>>, Vec<Value<'_>>) {
    values.small_sort_by(|a, b| {
        a.sorting_name().cmp(b.sorting_name()).then(a.source_order.cmp(&b.source_order))
    });
    values.into_iter().partition(|value| value.decl.keyword == Keyword::Const)
}

/// The name of a type without pointers and type arguments.
struct BaseName<'e> {
    name: &'e str,
    is_imported: bool,
}

fn base_name(ty: &Expr) -> Option<BaseName<'_>> {
    match &ty.kind {
        ExprKind::Ident(name) => Some(BaseName { name, is_imported: false }),
        ExprKind::Index(x, _) | ExprKind::Paren(x) | ExprKind::Star(x) => base_name(x),
        ExprKind::Selector(x, name) if matches!(x.kind, ExprKind::Ident(_)) => {
            Some(BaseName { name: &name.name, is_imported: true })
        }
        _ => None,
    }
}

fn is_pointer(receiver: &minigo_syntax::ast::Param) -> bool {
    matches!(receiver.ty.kind, ExprKind::Star(_))
}

/// Go's predeclared types.
const PREDECLARED: &[&str] = &[
    "any",
    "bool",
    "byte",
    "comparable",
    "complex128",
    "complex64",
    "error",
    "float32",
    "float64",
    "int",
    "int16",
    "int32",
    "int64",
    "int8",
    "rune",
    "string",
    "uint",
    "uint16",
    "uint32",
    "uint64",
    "uint8",
    "uintptr",
];

fn is_predeclared(name: &str) -> bool {
    PREDECLARED.binary_search(&name).is_ok()
}

/// Returns the name that a package at this path most likely has.
fn assumed_name(path: &str) -> &str {
    let (before, mut base) = path.rsplit_once('/').unwrap_or(("", path));
    let version = base.strip_prefix('v').is_some_and(|v| v.parse::<u32>().is_ok());
    if version && !before.is_empty() {
        base = before.rsplit_once('/').map_or(before, |(_, base)| base);
    }
    let base = base.strip_prefix("go-").unwrap_or(base);
    let end = base.find(|c: char| c != '_' && !c.is_alphanumeric()).unwrap_or(base.len());
    &base[..end]
}
