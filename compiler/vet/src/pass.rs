//! The input of every analysis: a file's nodes, the types of its expressions, and the list of findings.

use crate::walk::{Node, inspect};
use minigo_syntax::ast::{
    Block, Body, CallExpr, Expr, ExprKind as E, File, FuncDecl, FuncType, Param, Stmt, TypeSpec,
    VarSpec,
};
use minigo_syntax::diagnostic::{Code, Diagnostic, Diagnostics, Suggestion};
use minigo_syntax::hash::HashMap;
use minigo_syntax::source::{Pos, Source, Span};
use minigo_types::TypeInfo;
use minigo_types::info::{Object, ObjectId, ObjectKind, PkgId, SelectionKind, TypeAndValue};
use minigo_types::ty::methodset::MethodEntry;
use minigo_types::ty::print::Qualifier;
use minigo_types::ty::{Basic, Interface, Signature, Type, TypeId, Types};
use std::cell::RefCell;
use std::rc::Rc;

/// A file under analysis.
pub(crate) struct Pass<'a> {
    /// The checker's findings: types, objects and selections.
    pub info: &'a TypeInfo,
    /// The package.
    pub pkg: PkgId,
    /// The syntax tree of the file.
    pub file: &'a File,
    /// The text of the file.
    pub source: &'a Source,
    /// The language version.
    pub version: (u32, u32),
    /// All expressions, types included, in source order.
    pub exprs: Vec<&'a Expr>,
    /// All statements in source order.
    pub stmts: Vec<&'a Stmt>,
    /// All functions in source order.
    pub funcs: Vec<Func<'a>>,
    /// The specs of all `var` declarations.
    pub vars: Vec<&'a VarSpec>,
    /// The specs of all `type` declarations.
    pub types: Vec<&'a TypeSpec>,
    shared: &'a SharedPassState<'a>,
}

/// A function with a body, declared or literal.
#[derive(Clone, Copy)]
pub(crate) struct Func<'a> {
    /// The declaration; `None` for a function literal.
    pub decl: Option<&'a FuncDecl>,
    /// The signature.
    pub ty: &'a FuncType,
    /// The body.
    pub body: Option<&'a Block>,
}

impl<'a> Func<'a> {
    /// The receiver of a method.
    pub(crate) fn recv(&self) -> Option<&'a Param> {
        self.decl?.recv.as_ref()?.first()
    }
}

/// The state that the passes over all files share.
pub(crate) struct SharedPassState<'a> {
    /// The checker's findings: types, objects and selections.
    pub info: &'a TypeInfo,
    /// The findings of the analyses so far.
    pub findings: RefCell<Diagnostics>,
    /// A cache of method sets.
    methods: RefCell<MethodSets>,
}

/// Method sets by type; the flag `true` selects the method set of the pointer to the type.
type MethodSets = HashMap<(TypeId, bool), Rc<[MethodEntry]>>;

impl<'a> SharedPassState<'a> {
    /// Makes the shared state, without findings.
    pub(crate) fn new(info: &'a TypeInfo) -> Self {
        Self { info, findings: RefCell::default(), methods: RefCell::default() }
    }

    fn methods(&self, ty: TypeId, pointer: bool) -> Rc<[MethodEntry]> {
        let types = &self.info.types;
        let compute = || match pointer {
            true => types.pointer_method_set(ty).into(),
            false => types.method_set(ty).into(),
        };
        self.methods.borrow_mut().entry((ty, pointer)).or_insert_with(compute).clone()
    }
}

impl<'a> Pass<'a> {
    /// Collects the nodes of a file for the analyses.
    pub(crate) fn new(
        shared: &'a SharedPassState<'a>,
        (pkg, version): (PkgId, (u32, u32)),
        (file, source): (&'a File, &'a Source),
    ) -> Self {
        let mut pass = Self {
            info: shared.info,
            pkg,
            file,
            source,
            version: file.go_version.unwrap_or(version),
            exprs: Vec::new(),
            stmts: Vec::new(),
            funcs: Vec::new(),
            vars: Vec::new(),
            types: Vec::new(),
            shared,
        };
        inspect(Node::File(file), &mut |node| {
            pass.collect(node);
            true
        });
        pass
    }

    fn collect(&mut self, node: Node<'a>) {
        match node {
            Node::Func(decl) => {
                let body = match &decl.body {
                    Some(Body::Parsed(block)) => Some(block),
                    _ => None,
                };
                self.funcs.push(Func { decl: Some(decl), ty: &decl.ty, body });
            }
            Node::Var(spec) => self.vars.push(spec),
            Node::Type(spec) => self.types.push(spec),
            Node::Stmt(stmt) => self.stmts.push(stmt),
            Node::Expr(e) => {
                self.exprs.push(e);
                if let E::FuncLit(lit) = &e.kind {
                    self.funcs.push(Func { decl: None, ty: &lit.ty, body: Some(&lit.body) });
                }
            }
            _ => {}
        }
    }

    /// Reports a finding.
    pub(crate) fn report(&self, code: Code, span: Span, message: impl Into<String>) {
        self.push_finding(self.finding(code, span, message));
    }

    /// Makes a finding, for [`Self::push_finding`]. Its own span is the part of `span` on the first line.
    pub(crate) fn finding(&self, code: Code, span: Span, message: impl Into<String>) -> Diagnostic {
        Diagnostic::warning(code, self.first_line(span), message).with_vet_end(span.end)
    }

    /// Reports a finding together with a second position that explains it.
    pub(crate) fn report_with_label(
        &self,
        (code, span): (Code, Span),
        message: impl Into<String>,
        (at, reason): (Span, String),
    ) {
        let finding = self.finding(code, span, message);
        self.push_finding(finding.with_label_at(self.first_line(at), reason));
    }

    /// Makes a finding with a suggestion: a replacement for the text of a span, and words that describe it.
    pub(crate) fn finding_with_suggestion(
        &self,
        (code, span): (Code, Span),
        message: impl Into<String>,
        (at, replacement, words): (Span, String, String),
    ) -> Diagnostic {
        let suggestion = Suggestion { span: at, replacement, message: words };
        self.finding(code, span, message).with_suggestion(Some(suggestion))
    }

    /// Reports a finding.
    pub(crate) fn push_finding(&self, finding: Diagnostic) {
        self.shared.findings.borrow_mut().push(finding);
    }

    /// The part of a span that lies on its first line: the excerpt of a long call would hide the point of the finding.
    fn first_line(&self, span: Span) -> Span {
        match self.source.slice(span).find('\n') {
            Some(length) => Span::new(span.start, Pos(span.start.0 + length as u32)),
            None => span,
        }
    }

    /// All calls in source order.
    pub(crate) fn calls(&self) -> impl Iterator<Item = (&'a Expr, &'a CallExpr)> {
        self.exprs.iter().filter_map(|e| match &e.kind {
            E::Call(call) => Some((*e, &**call)),
            _ => None,
        })
    }

    /// The table of types.
    pub(crate) fn type_table(&self) -> &'a Types {
        &self.info.types
    }

    /// The mode, type and value of an expression that has a value.
    pub(crate) fn value(&self, e: &Expr) -> Option<&'a TypeAndValue> {
        self.info.expr(e).filter(|found| found.mode.is_value())
    }

    /// The type of an expression; `None` if it is unknown or invalid.
    pub(crate) fn type_of(&self, e: &Expr) -> Option<TypeId> {
        self.info.type_of(e).filter(|&ty| ty != Basic::Invalid.id())
    }

    /// Reports whether an expression has a value.
    pub(crate) fn is_value(&self, e: &Expr) -> bool {
        self.value(e).is_some()
    }

    /// The types in a type parameter's type set, as far as they are listed; for any other type the type itself.
    pub(crate) fn term_types(&self, ty: TypeId) -> Vec<TypeId> {
        let Type::TypeParam(param) = self.type_table().get(ty) else { return vec![ty] };
        let interface = self.interface(self.type_table().param(*param).constraint);
        let terms = interface.and_then(|i| i.terms.as_deref()).unwrap_or_default();
        terms.iter().map(|term| term.ty).collect()
    }

    /// The underlying type of an expression's type.
    pub(crate) fn underlying_type(&self, e: &Expr) -> Option<&'a Type> {
        self.type_of(e).map(|ty| self.type_table().underlying_structure(ty))
    }

    /// The value of a constant string expression.
    pub(crate) fn constant_string(&self, e: &Expr) -> Option<String> {
        let bytes = self.info.expr(e)?.value.as_ref()?.as_str()?;
        Some(String::from_utf8_lossy(&bytes).into_owned())
    }

    /// The text of a type with full package paths, as vet writes it.
    pub(crate) fn type_text(&self, ty: TypeId) -> String {
        self.type_table().display(ty, Qualifier::Path)
    }

    /// The object that an identifier or a qualified identifier denotes.
    pub(crate) fn object(&self, e: &Expr) -> Option<(ObjectId, &'a Object)> {
        match &e.kind {
            E::Ident(_) => self.info.object_at_use(e.pos),
            E::Selector(_, sel) => self.info.object_at_use(sel.pos),
            _ => None,
        }
    }

    /// The object that a call calls, if it is known statically: a function, a declared method, a variable that holds a
    /// function, or a built-in function.
    pub(crate) fn callee(&self, call: &CallExpr) -> Option<(ObjectId, &'a Object)> {
        let mut func = call.func.unparen();
        if let E::Index(base, _) = &func.kind {
            func = base.unparen();
        }
        if let E::Selector(_, sel) = &func.kind
            && let Some(selection) = self.info.selection(sel.pos)
        {
            let SelectionKind::Method(id) = selection.kind else { return None };
            return Some((id, self.info.object(id)?));
        }
        let found = self.object(func)?;
        let kind = &found.1.kind;
        let callable = matches!(kind, ObjectKind::Func(_) | ObjectKind::Builtin)
            || matches!(kind, ObjectKind::Var | ObjectKind::Global);
        callable.then_some(found)
    }

    /// The full name of the declared function that a call calls, such as `fmt.Printf` or `(*log.Logger).Printf`.
    pub(crate) fn callee_name(&self, call: &CallExpr) -> Option<String> {
        let (_, object) = self.callee(call)?;
        matches!(object.kind, ObjectKind::Func(_)).then(|| full_name(object))
    }

    /// Reports whether the call calls one of the functions `names` of the package `path`.
    pub(crate) fn calls_function(&self, call: &CallExpr, path: &str, names: &[&str]) -> bool {
        let Some((_, object)) = self.callee(call) else { return false };
        let ObjectKind::Func(full) = &object.kind else { return false };
        let at = |pkg: PkgId| self.info.package(pkg).path == path;
        object.pkg.is_some_and(at)
            && names.contains(&object.name.as_str())
            && full.strip_prefix(path).and_then(|rest| rest.get(1..)).is_some_and(|rest| {
                rest.strip_suffix("[...]").unwrap_or(rest) == object.name.as_str()
            })
    }

    /// The name of the built-in function that a call calls.
    pub(crate) fn builtin(&self, call: &CallExpr) -> Option<&'a str> {
        let (_, object) = self.object(call.func.unparen())?;
        (object.kind == ObjectKind::Builtin).then_some(object.name.as_str())
    }

    /// The signature of a type whose underlying type is a function type.
    pub(crate) fn signature(&self, ty: TypeId) -> Option<&'a Signature> {
        match self.type_table().underlying_structure(ty) {
            Type::Signature(sig) => Some(sig),
            _ => None,
        }
    }

    /// The underlying interface of a type; `None` for type parameters.
    pub(crate) fn interface(&self, ty: TypeId) -> Option<&'a Interface> {
        match self.type_table().underlying_structure(ty) {
            Type::Interface(interface) => Some(interface),
            _ => None,
        }
    }

    /// Reports whether the type is the defined type `name` of the package `path`.
    pub(crate) fn is_named(&self, ty: TypeId, path: &str, name: &str) -> bool {
        let Type::Named(id) = self.type_table().get(ty) else { return false };
        let named = self.type_table().named_type(*id);
        named.name == name && named.pkg.is_some_and(|p| self.info.package(p).path == path)
    }

    /// The signature of the exported method `name` in the type's method set.
    pub(crate) fn method(&self, ty: TypeId, name: &str) -> Option<&'a Signature> {
        let interface = match self.type_table().get(ty) {
            Type::TypeParam(param) => self.interface(self.type_table().param(*param).constraint),
            _ => self.interface(ty),
        };
        let sig = match interface {
            Some(interface) => interface.methods.iter().find(|m| m.name == name)?.sig,
            None => self.declared_method(ty, false, name)?.sig,
        };
        self.signature(sig)
    }

    /// The method `name` of a non-interface type, or with `pointer` of the pointer to it.
    pub(crate) fn declared_method(
        &self,
        ty: TypeId,
        pointer: bool,
        name: &str,
    ) -> Option<MethodEntry> {
        if !self.may_have_methods(ty) {
            return None;
        }
        self.shared.methods(ty, pointer).iter().find(|m| m.name == name).cloned()
    }

    /// Reports whether the type, or its pointer base type, is a defined type or a struct: no other types have methods.
    fn may_have_methods(&self, ty: TypeId) -> bool {
        let base = match self.type_table().get(ty) {
            Type::Pointer(base) => *base,
            _ => ty,
        };
        matches!(self.type_table().get(base), Type::Named(_) | Type::Struct(_))
    }

    /// Reports whether values of the type are errors.
    pub(crate) fn is_error(&self, ty: TypeId) -> bool {
        self.method(ty, "Error").is_some_and(|sig| self.returns_string(sig))
    }

    /// Reports whether the signature is `func() string`.
    pub(crate) fn returns_string(&self, sig: &Signature) -> bool {
        sig.params.is_empty() && *sig.results == [Basic::String.id()]
    }
}

/// The full name of a function in the form of go/types: `fmt.Printf`, `(*log.Logger).Printf`, `(time.Time).String`.
pub(crate) fn full_name(object: &Object) -> String {
    let ObjectKind::Func(name) = &object.kind else { return object.name.to_string() };
    let name = name.replace("[...]", "");
    let Some((before, last)) = name.rsplit_once('.') else { return name };
    // The package's path may contain dots, but none after the last slash before the receiver.
    let slash = before.rfind('/').map_or(0, |at| at + 1);
    let Some(dot) = before[slash..].find('.').map(|at| at + slash) else { return name };
    let (path, recv) = (&before[..dot], &before[dot + 1..]);
    match recv.strip_prefix("(*").and_then(|r| r.strip_suffix(')')) {
        Some(base) => format!("(*{path}.{base}).{last}"),
        None => format!("({path}.{recv}).{last}"),
    }
}
