//! Reports assertions from one interface to another if no type can implement both.

use crate::pass::Pass;
use minigo_syntax::ast::{Expr, ExprKind as E, StmtKind as S};
use minigo_syntax::diagnostic::Code;
use minigo_types::ty::{Type, TypeId};

/// Reports impossible assertions to interfaces.
pub(crate) fn run(pass: &Pass<'_>) {
    for e in &pass.exprs {
        if let E::TypeAssert(x, Some(target)) = &e.kind {
            check_assertion(pass, x, target);
        }
    }
    for stmt in &pass.stmts {
        let S::TypeSwitch(s) = &stmt.kind else { continue };
        for target in s.clauses.iter().filter_map(|clause| clause.list.as_ref()).flatten() {
            check_assertion(pass, &s.x, target);
        }
    }
}

fn check_assertion(pass: &Pass<'_>, x: &Expr, target: &Expr) {
    let (Some(from), Some(to)) = (pass.type_of(x), pass.type_of(target)) else { return };
    let (Some(a), Some(b)) = (pass.interface(from), pass.interface(to)) else { return };
    for method in &b.methods {
        let other = a.methods.iter().find(|m| m.name == method.name && m.pkg == method.pkg);
        let conflict = other.is_some_and(|other| other.sig != method.sig);
        // With some type arguments the signatures may be equal.
        if conflict && !other.is_some_and(|o| has_param(pass, o.sig) || has_param(pass, method.sig))
        {
            let (from, to) = (pass.type_text(from), pass.type_text(to));
            let message = format!(
                "impossible type assertion: no type can implement both {from} and {to} (conflicting types for {} method)",
                method.name
            );
            return pass.report(Code::IfaceAssert, target.span(), message);
        }
    }
}

/// Reports whether a type parameter is part of the type as written.
fn has_param(pass: &Pass<'_>, ty: TypeId) -> bool {
    let any = |list: &[TypeId]| list.iter().any(|&ty| has_param(pass, ty));
    match pass.type_table().get(ty) {
        Type::TypeParam(_) => true,
        Type::Basic(_) => false,
        Type::Named(id) => any(&pass.type_table().named_type(*id).args),
        Type::Pointer(e) | Type::Slice(e) | Type::Array(e, _) | Type::Chan(_, e) => {
            has_param(pass, *e)
        }
        Type::Map(key, value) => any(&[*key, *value]),
        Type::Tuple(parts) => any(parts),
        Type::Struct(fields) => fields.iter().any(|field| has_param(pass, field.ty)),
        Type::Signature(sig) => any(&sig.params) || any(&sig.results),
        Type::Interface(i) => i.methods.iter().any(|m| has_param(pass, m.sig)),
    }
}
