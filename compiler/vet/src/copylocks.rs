//! Reports copies of values that contain a lock: a `sync.Mutex`, a `sync.WaitGroup`, or any type whose pointer, but not
//! the type itself, has `Lock` and `Unlock` methods.

use crate::pass::{Func, Pass};
use minigo_syntax::ast::{CallExpr, Expr, ExprKind as E, Ident, RangeStmt, Stmt, StmtKind as S};
use minigo_syntax::diagnostic::Code;
use minigo_syntax::expr_text;
use minigo_syntax::hash::HashSet;
use minigo_types::ty::{Signature, Type, TypeId};

const DIAGNOSTIC_CODE: Code = Code::CopyLocks;

/// Types of Go's library that contain a `noCopy`; minigo's versions have other fields.
const NO_COPY_TYPES: &[&str] = &["Cond", "Map", "Once", "Pool", "WaitGroup"];

/// Reports copies of locks.
pub(crate) fn run(pass: &Pass<'_>) {
    pass.funcs.iter().for_each(|func| check_signature(pass, func));
    for spec in &pass.vars {
        for (value, name) in spec.values.iter().zip(&spec.names) {
            let name = &name.name;
            report(pass, value, |path| {
                format!("variable declaration copies lock value to {name}: {path}")
            });
        }
    }
    pass.stmts.iter().for_each(|stmt| check_statement(pass, stmt));
    for e in &pass.exprs {
        match &e.kind {
            E::Call(call) => check_arguments(pass, call),
            E::Composite(lit) => {
                for value in lit.elems.iter().map(|elem| &elem.value) {
                    report(pass, value, |path| {
                        format!("literal copies lock value from {}: {path}", expr_text(value))
                    });
                }
            }
            _ => {}
        }
    }
}

/// Reports a value whose copy contains a lock; `message` gets the path to the lock.
fn report(pass: &Pass<'_>, value: &Expr, message: impl FnOnce(String) -> String) {
    if let Some(path) = copied_lock(pass, value) {
        pass.report(DIAGNOSTIC_CODE, value.span(), message(path));
    }
}

fn check_statement(pass: &Pass<'_>, stmt: &Stmt) {
    match &stmt.kind {
        S::Assign(lhs, rhs) => {
            rhs.iter()
                .zip(lhs)
                .for_each(|(value, to)| check_assignment(pass, value, &expr_text(to)));
        }
        S::Define(names, rhs) => {
            rhs.iter().zip(names).for_each(|(value, to)| check_assignment(pass, value, &to.name));
        }
        S::OpAssign(_, pair) => check_assignment(pass, &pair.1, &expr_text(&pair.0)),
        S::Return(results) => {
            for value in results {
                report(pass, value, |path| format!("return copies lock value: {path}"));
            }
        }
        S::For(s) => {
            if let Some(S::Define(names, rhs)) = s.init.as_ref().map(|init| &init.kind) {
                check_iteration(pass, names, rhs);
            }
        }
        S::Range(s) => check_range(pass, s),
        _ => {}
    }
}

fn check_assignment(pass: &Pass<'_>, value: &Expr, to: &str) {
    report(pass, value, |path| format!("assignment copies lock value to {to}: {path}"));
}

/// Since Go 1.22 each iteration has its own copy of the variables that a `for` statement declares.
fn check_iteration(pass: &Pass<'_>, names: &[Ident], rhs: &[Expr]) {
    if pass.version < (1, 22) || rhs.iter().any(|value| copied_lock(pass, value).is_some()) {
        return;
    }
    for name in names.iter().filter(|name| !name.is_blank()) {
        let Some((_, object)) = pass.info.object_at_def(name.pos) else { continue };
        if let Some(path) = lock_path(pass, object.ty) {
            let message = format!("for loop iteration copies lock value to {}: {path}", name.name);
            pass.report(DIAGNOSTIC_CODE, name.span(), message);
        }
    }
}

fn check_range(pass: &Pass<'_>, s: &RangeStmt) {
    for e in s.key.iter().chain(&s.value) {
        let name = matches!(e.kind, E::Ident(_));
        let ty = match (s.is_define, name) {
            (true, false) => None,
            (true, true) => pass.info.object_at_def(e.pos).map(|(_, object)| object.ty),
            (false, _) => pass.type_of(e),
        };
        if let Some(path) = ty.and_then(|ty| lock_path(pass, ty)) {
            let message = format!("range var {} copies lock: {path}", expr_text(e));
            pass.push_finding(pass.finding(DIAGNOSTIC_CODE, e.span(), message).with_vet_end(e.pos));
        }
    }
}

fn check_arguments(pass: &Pass<'_>, call: &CallExpr) {
    const COPY_FREE_FUNCS: &[&str] = &["Alignof", "Offsetof", "Sizeof", "cap", "len"];
    if pass.builtin(call).is_some_and(|name| COPY_FREE_FUNCS.contains(&name)) {
        return;
    }
    for value in &call.args {
        report(pass, value, |path| {
            format!("call of {} copies lock value: {path}", expr_text(&call.func))
        });
    }
}

fn check_signature(pass: &Pass<'_>, func: &Func<'_>) {
    let name = func.decl.map_or("func", |decl| &decl.name.name);
    let mut last = None;
    for param in func.recv().into_iter().chain(&func.ty.params) {
        // `a, b T` is reported once. A variadic parameter is a slice, which is not copied.
        if last.replace(param.ty.pos) == Some(param.ty.pos) || param.variadic {
            continue;
        }
        if let Some(path) = pass.type_of(&param.ty).and_then(|ty| lock_path(pass, ty)) {
            let message = format!("{name} passes lock by value: {path}");
            pass.report(DIAGNOSTIC_CODE, param.ty.span(), message);
        }
    }
}

/// The path to a lock in the value that an assignment of `e` copies, if there is one. A new value and the result of a
/// call are moved, not copied.
fn copied_lock(pass: &Pass<'_>, e: &Expr) -> Option<String> {
    let e = e.unparen();
    match &e.kind {
        E::Composite(_) | E::Call(_) => return None,
        E::Star(x) if matches!(x.unparen().kind, E::Call(_)) => return None,
        _ => {}
    }
    lock_path(pass, pass.value(e)?.ty)
}

/// The path to a lock in values of a type: `main.T contains sync.Mutex`.
fn lock_path(pass: &Pass<'_>, ty: TypeId) -> Option<String> {
    let path = find_lock(pass, ty, &mut HashSet::default())?;
    Some(path.join(" contains "))
}

fn find_lock(pass: &Pass<'_>, mut ty: TypeId, seen: &mut HashSet<TypeId>) -> Option<Vec<String>> {
    if !seen.insert(ty) {
        return None;
    }
    let table = pass.type_table();
    if let Type::TypeParam(param) = table.get(ty) {
        let terms = pass.interface(table.param(*param).constraint)?.terms.as_ref()?;
        return terms.iter().find_map(|term| {
            let mut path = find_lock(pass, term.ty, seen)?;
            if term.has_tilde {
                path[0].insert(0, '~');
            }
            path.insert(0, pass.type_text(ty));
            Some(path)
        });
    }
    while let Type::Array(elem, _) = table.underlying_structure(ty) {
        ty = *elem;
    }
    let parts: Vec<TypeId> = match table.underlying_structure(ty) {
        Type::Tuple(parts) => parts.to_vec(),
        Type::Struct(_) if is_lock(pass, ty) => return Some(vec![pass.type_text(ty)]),
        Type::Struct(_) if NO_COPY_TYPES.iter().any(|name| pass.is_named(ty, "sync", name)) => {
            return Some(vec![pass.type_text(ty), "sync.noCopy".into()]);
        }
        Type::Struct(fields) => fields.iter().map(|field| field.ty).collect(),
        _ => return None,
    };
    let mut path = parts.into_iter().find_map(|part| find_lock(pass, part, seen))?;
    path.insert(0, pass.type_text(ty));
    Some(path)
}

/// Reports whether pointers to the type have `Lock` and `Unlock`, but the values themselves do not.
fn is_lock(pass: &Pass<'_>, ty: TypeId) -> bool {
    let nullary = |sig: &Signature| sig.params.is_empty() && sig.results.is_empty();
    let has = |pointer: bool| {
        ["Lock", "Unlock"].iter().all(|name| {
            let method = pass.declared_method(ty, pointer, name);
            method.and_then(|m| pass.signature(m.sig)).is_some_and(nullary)
        })
    };
    has(true) && !has(false)
}
