//! Reports composite literals of another package's struct types without field names: a new field of the struct breaks
//! them.

use crate::pass::Pass;
use minigo_syntax::ast::{CompositeLit, Expr, ExprKind as E};
use minigo_syntax::diagnostic::Code;
use minigo_syntax::source::Span;
use minigo_types::info::{ObjectKind, PkgId};
use minigo_types::ty::{Type, TypeId};

/// Struct types whose fields Go's library promises not to change, by package.
const UNKEYED_LITERAL_ALLOWED_STRUCTS: &[(&str, &[&str])] = &[
    ("image", &["Point", "Rectangle", "Uniform"]),
    (
        "image/color",
        &[
            "Alpha", "Alpha16", "CMYK", "Gray", "Gray16", "NRGBA", "NRGBA64", "NYCbCrA", "RGBA",
            "RGBA64", "YCbCr",
        ],
    ),
    ("testing", &["InternalBenchmark", "InternalExample", "InternalFuzzTarget", "InternalTest"]),
    ("unicode", &["Range16", "Range32"]),
];

/// Reports literals of imported struct types that name no fields.
pub(crate) fn run(pass: &Pass<'_>) {
    for e in &pass.exprs {
        let E::Composite(lit) = &e.kind else { continue };
        if lit.elems.is_empty() || lit.elems.iter().any(|elem| elem.key.is_some()) {
            continue;
        }
        let Some(ty) = pass.type_of(e) else { continue };
        if pass.term_types(ty).into_iter().any(|term| is_imported_struct(pass, term)) {
            let name = alias_name(pass, lit).unwrap_or_else(|| pass.type_text(ty));
            let message = format!("{name} struct literal uses unkeyed fields");
            let finding = pass.finding(Code::Composites, e.span(), message);
            pass.push_finding(match key_edits(pass, ty, lit) {
                Some(edits) => {
                    finding.with_vet_fix("Add field names to struct literal", Some(edits))
                }
                None => finding,
            });
        }
    }
}

/// The insertions of the field names before the elements of a literal.
fn key_edits(pass: &Pass<'_>, ty: TypeId, lit: &CompositeLit) -> Option<Vec<(Span, String)>> {
    let term = *pass.term_types(ty).first()?;
    let base = match pass.type_table().get(term) {
        Type::Pointer(base) => *base,
        _ => term,
    };
    let Type::Struct(fields) = pass.type_table().underlying_structure(base) else { return None };
    let pairs = fields.iter().zip(&lit.elems);
    Some(pairs.map(|(f, e)| (Span::at(e.value.pos), format!("{}: ", f.name))).collect())
}

/// Reports whether a type, or its pointer base type, is a struct type that another package declares and may change.
fn is_imported_struct(pass: &Pass<'_>, ty: TypeId) -> bool {
    let base = match pass.type_table().get(ty) {
        Type::Pointer(base) => *base,
        _ => ty,
    };
    let Type::Named(id) = pass.type_table().get(base) else { return false };
    if !matches!(pass.type_table().underlying_structure(base), Type::Struct(_)) {
        return false;
    }
    let named = pass.type_table().named_type(*id);
    let Some(pkg) = named.pkg else { return false };
    let path = &*pass.info.package(pkg).path;
    let stable = UNKEYED_LITERAL_ALLOWED_STRUCTS
        .iter()
        .any(|(of, names)| *of == path && names.contains(&&*named.name));
    !stable && !is_same_package(pass, pkg)
}

/// Reports whether `pkg` is the package under analysis, or the package that its external tests test.
fn is_same_package(pass: &Pass<'_>, pkg: PkgId) -> bool {
    let path = |pkg| {
        let path = &*pass.info.package(pkg).path;
        // The path of a package under test continues with ` [PROGRAM.test]`.
        let path = path.split(' ').next().unwrap_or(path);
        path.strip_suffix("_test").unwrap_or(path)
    };
    pkg == pass.pkg || path(pkg) == path(pass.pkg)
}

/// The full name of the alias that a literal's type is written as: the type itself is printed under its own name.
fn alias_name(pass: &Pass<'_>, lit: &CompositeLit) -> Option<String> {
    let ty = lit.ty.as_ref()?.unparen();
    let (base, args): (&Expr, &[Expr]) = match &ty.kind {
        E::Index(base, args) => (base, args),
        _ => (ty, &[]),
    };
    let (_, object) = pass.object(base).filter(|(_, object)| object.kind == ObjectKind::Type)?;
    let path = &pass.info.package(object.pkg?).path;
    let args: Vec<String> =
        args.iter().filter_map(|arg| Some(pass.type_text(pass.type_of(arg)?))).collect();
    let list = if args.is_empty() { String::new() } else { format!("[{}]", args.join(",")) };
    // A type parameter also has a package, but is no alias.
    let is_param = matches!(pass.type_table().get(pass.type_of(ty)?), Type::TypeParam(_));
    (!is_param).then(|| format!("{path}.{}{list}", object.name))
}
