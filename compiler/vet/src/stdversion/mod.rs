//! Reports uses of symbols of Go's library that are newer than the Go version of the file.
//!
//! `type_table.txt` lists the symbols since Go 1.22: a line `PATH` for a package, then lines `MINOR SYMBOL [NAME]`.
//! `NAME` is the name in messages, if it is not the symbol's. `tests/vet/table/table.py` makes the table with the real
//! go vet.

use crate::pass::Pass;
use minigo_syntax::ast::{Expr, ExprKind as E};
use minigo_syntax::diagnostic::Code;
use minigo_syntax::hash::HashMap;
use minigo_syntax::release::LANGUAGE_VERSION;
use minigo_syntax::source::Span;
use minigo_types::info::{ObjectKind, PkgId};
use minigo_types::ty::{Type, TypeId};

const SYMBOL_TABLE: &str = include_str!("table.txt");

/// Older Go versions are reported as this one: its symbols are not in the table.
const OLDEST_MINOR_VERSION: u32 = 21;

/// A symbol's minor Go version and its name in messages, by symbol.
type Symbols = HashMap<&'static str, (u32, &'static str)>;

/// The symbols of each package.
fn symbols() -> HashMap<&'static str, Symbols> {
    let mut all: HashMap<&str, Symbols> = HashMap::default();
    let mut path = "";
    for line in SYMBOL_TABLE.lines() {
        let Some(entry) = line.strip_prefix('\t') else {
            path = line;
            continue;
        };
        let mut words = entry.split(' ');
        let minor = words.next().and_then(|word| word.parse().ok());
        if let (Some(minor), Some(symbol)) = (minor, words.next()) {
            let name = words.next().unwrap_or(symbol);
            all.entry(path).or_default().insert(symbol, (minor, name));
        }
    }
    all
}

/// Reports too new symbols in the files of one package, whose module has the language version `module`.
pub(crate) fn run(passes: &[Pass<'_>], module: (u32, u32)) {
    let is_old = |pass: &Pass<'_>| pass.version < LANGUAGE_VERSION;
    // Before Go 1.22 a module's version did not say which library it needs.
    if module < (1, OLDEST_MINOR_VERSION + 1) || !passes.iter().any(is_old) {
        return;
    }
    let symbols = symbols();
    for pass in passes.iter().filter(|pass| is_old(pass)) {
        for e in &pass.exprs {
            match &e.kind {
                E::Selector(x, name) => {
                    check_selector(pass, &symbols, x, (&name.name, name.span()));
                }
                E::Ident(name) => {
                    if let Some((_, object)) = pass.info.object_at_use(e.pos)
                        && let Some(pkg) = object.pkg
                        && pkg != pass.pkg
                        && !matches!(object.kind, ObjectKind::Package(_) | ObjectKind::Var)
                    {
                        report(pass, &symbols, (pkg, name), e.span());
                    }
                }
                E::Composite(lit) => {
                    let Some(ty) = pass.type_of(e) else { continue };
                    for key in lit.elems.iter().filter_map(|elem| elem.key.as_deref()) {
                        field_key(pass, &symbols, ty, key);
                    }
                }
                _ => {}
            }
        }
    }
}

/// Checks `x.name`: a package's symbol, a field or a method.
fn check_selector(
    pass: &Pass<'_>,
    symbols: &HashMap<&'static str, Symbols>,
    x: &Expr,
    (name, at): (&str, Span),
) {
    if let Some((_, object)) = pass.object(x)
        && let ObjectKind::Package(pkg) = object.kind
    {
        report(pass, symbols, (pkg, name), at);
        return;
    }
    let Some(selection) = pass.info.selection(at.start) else { return };
    // The type may have the member from a field that is embedded in it.
    let mut ty = selection.recv;
    let mut path = selection.path.iter();
    loop {
        if check_member(pass, symbols, ty, (name, at)) {
            return;
        }
        let base = base_of(pass, ty);
        let Type::Struct(fields) = pass.type_table().underlying_structure(base) else { return };
        match path.next().and_then(|&number| fields.get(number as usize)) {
            Some(field) if field.embedded => ty = field.ty,
            _ => return,
        }
    }
}

fn base_of(pass: &Pass<'_>, ty: TypeId) -> TypeId {
    match pass.type_table().get(ty) {
        Type::Pointer(base) => *base,
        _ => ty,
    }
}

/// Reports the member `name` of a type if it is too new; returns whether the table has it.
fn check_member(
    pass: &Pass<'_>,
    symbols: &HashMap<&'static str, Symbols>,
    ty: TypeId,
    (name, at): (&str, Span),
) -> bool {
    let Type::Named(id) = pass.type_table().get(base_of(pass, ty)) else { return false };
    let named = pass.type_table().named_type(*id);
    let Some(pkg) = named.pkg else { return false };
    report(pass, symbols, (pkg, &format!("{}.{name}", named.name)), at)
}

/// Checks the key of a composite literal of the type `ty`.
fn field_key(pass: &Pass<'_>, symbols: &HashMap<&'static str, Symbols>, ty: TypeId, key: &Expr) {
    let E::Ident(name) = &key.kind else { return };
    if matches!(pass.type_table().underlying_structure(base_of(pass, ty)), Type::Struct(_)) {
        check_member(pass, symbols, ty, (name, key.span()));
    }
}

/// Reports a symbol of a library package if it is newer than the file; returns whether the table has it.
fn report(
    pass: &Pass<'_>,
    symbols: &HashMap<&'static str, Symbols>,
    (pkg, symbol): (PkgId, &str),
    at: Span,
) -> bool {
    let package = pass.info.package(pkg);
    let Some(&(minor, name)) = symbols.get(&*package.path).and_then(|list| list.get(symbol)) else {
        return false;
    };
    let file = pass.version.1.max(OLDEST_MINOR_VERSION);
    if package.is_library && minor > file {
        let message =
            format!("{}.{name} requires go1.{minor} or later (file is go1.{file})", package.name);
        pass.report(Code::StdVersion, at, message);
    }
    true
}
