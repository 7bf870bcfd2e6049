//! Reports methods with the name of a well-known method but another signature: `func (t T) ReadByte() byte` does not
//! implement `io.ByteReader`.

use crate::pass::Pass;
use minigo_syntax::ast::{ExprKind as E, Ident, InterfaceElem};
use minigo_syntax::diagnostic::Code;
use minigo_types::ty::print::Qualifier;
use minigo_types::ty::{Signature, TypeId};

/// Names, parameters and results. If the types marked with `=` match, the well-known method is meant, and the other
/// types must match too.
const METHODS: &[(&str, &[&str], &[&str])] = &[
    ("As", &["any"], &["bool"]),
    ("Format", &["=fmt.State", "rune"], &[]),
    ("GobDecode", &["[]byte"], &["error"]),
    ("GobEncode", &[], &["[]byte", "error"]),
    ("Is", &["error"], &["bool"]),
    ("MarshalJSON", &[], &["[]byte", "error"]),
    ("MarshalXML", &["*xml.Encoder", "xml.StartElement"], &["error"]),
    ("ReadByte", &[], &["byte", "error"]),
    ("ReadFrom", &["=io.Reader"], &["int64", "error"]),
    ("ReadRune", &[], &["rune", "int", "error"]),
    ("Scan", &["=fmt.ScanState", "rune"], &["error"]),
    ("Seek", &["=int64", "int"], &["int64", "error"]),
    ("UnmarshalJSON", &["[]byte"], &["error"]),
    ("UnmarshalXML", &["*xml.Decoder", "xml.StartElement"], &["error"]),
    ("UnreadByte", &[], &["error"]),
    ("UnreadRune", &[], &["error"]),
    ("Unwrap", &[], &["error"]),
    ("WriteByte", &["byte"], &["error"]),
    ("WriteTo", &["=io.Writer"], &["int64", "error"]),
];

/// Reports methods that resemble well-known methods but have another signature.
pub(crate) fn run(pass: &Pass<'_>) {
    for decl in pass.funcs.iter().filter_map(|func| func.decl) {
        let Some(recv) = decl.recv.as_ref().and_then(|list| list.first()) else { continue };
        let Some((_, object)) = pass.info.defined(decl.name.pos) else { continue };
        let error = pass.type_of(&recv.ty).is_some_and(|ty| pass.is_error(ty));
        if let Some(sig) = pass.signature(object.ty) {
            check(pass, &decl.name, sig, error);
        }
    }
    for e in &pass.exprs {
        let E::InterfaceType(elems) = &e.kind else { continue };
        let Some(interface) = pass.type_of(e).and_then(|ty| pass.interface(ty)) else { continue };
        for elem in elems {
            let InterfaceElem::Method(name, _) = elem else { continue };
            let method = interface.methods.iter().find(|m| m.name == name.name);
            if let Some(sig) = method.and_then(|m| pass.signature(m.sig)) {
                check(pass, name, sig, false);
            }
        }
    }
}

/// `error`: the method belongs to an error type.
fn check(pass: &Pass<'_>, name: &Ident, sig: &Signature, error: bool) {
    let Some((_, params, results)) = METHODS.iter().find(|(n, ..)| *n == name.name) else { return };
    if name.name == "WriteTo" && sig.params.len() > 1 {
        return;
    }
    if matches!(name.name.as_str(), "Is" | "As" | "Unwrap") && !error {
        return;
    }
    if name.name == "Unwrap" {
        let fits = matches!(*sig.results, [ty] if ["error", "[]error"].contains(&&*text(pass, ty)));
        if !fits || !sig.params.is_empty() {
            let message =
                "method Unwrap() should have signature Unwrap() error or Unwrap() []error";
            pass.report(Code::StdMethods, name.span(), message);
        }
        return;
    }
    let meant = fits(pass, params, &sig.params, true) && fits(pass, results, &sig.results, true);
    let right = fits(pass, params, &sig.params, false) && fits(pass, results, &sig.results, false);
    if meant && !right {
        let (actual, wanted) =
            (declared_signature(pass, name, sig), wanted(&name.name, params, results));
        let message = format!("method {actual} should have signature {wanted}");
        pass.report(Code::StdMethods, name.span(), message);
    }
}

/// Reports whether the types match the wanted types; with `marked` only the types marked with `=` count.
fn fits(pass: &Pass<'_>, wanted: &[&str], have: &[TypeId], marked: bool) -> bool {
    let same = |(at, want): (usize, &&str)| {
        let plain = want.trim_start_matches('=');
        let needed = !marked || plain.len() < want.len();
        !needed || have.get(at).is_some_and(|&ty| spelled(&text(pass, ty)) == spelled(plain))
    };
    wanted.iter().enumerate().all(same) && (marked || have.len() <= wanted.len())
}

/// The canonical spelling of a type that has two spellings.
fn spelled(ty: &str) -> String {
    let one = |word: &str| match word {
        "byte" => "uint8".to_owned(),
        "rune" => "int32".to_owned(),
        "interface{}" | "interface {}" => "any".to_owned(),
        other => other.to_owned(),
    };
    match ty.strip_prefix("[]") {
        Some(elem) => format!("[]{}", one(elem)),
        None => one(ty),
    }
}

fn text(pass: &Pass<'_>, ty: TypeId) -> String {
    pass.table().display(ty, Qualifier::Name)
}

/// The method's signature as it is declared.
fn declared_signature(pass: &Pass<'_>, name: &Ident, sig: &Signature) -> String {
    let declared = pass.funcs.iter().filter_map(|f| f.decl).find(|d| d.name.pos == name.pos);
    let names = declared.map(|decl| (&decl.ty.params, &decl.ty.results));
    let list = |types: &[TypeId], names: Option<&Vec<minigo_syntax::ast::Param>>| -> Vec<String> {
        let one = |(at, &ty): (usize, &TypeId)| {
            let name = names.and_then(|names| names.get(at)?.name.as_ref());
            let ty = text(pass, ty);
            name.map_or(ty.clone(), |name| format!("{} {ty}", name.name))
        };
        types.iter().enumerate().map(one).collect()
    };
    let params = list(&sig.params, names.map(|(params, _)| params)).join(", ");
    let results = list(&sig.results, names.map(|(_, results)| results));
    let unnamed = names.is_none_or(|(_, r)| r.iter().all(|param| param.name.is_none()));
    let results = match &results[..] {
        [] => String::new(),
        [one] if unnamed => format!(" {one}"),
        all => format!(" ({})", all.join(", ")),
    };
    format!("{}({params}){results}", name.name)
}

fn wanted(name: &str, params: &[&str], results: &[&str]) -> String {
    let list = |types: &[&str]| {
        let plain: Vec<&str> = types.iter().map(|ty| ty.trim_start_matches('=')).collect();
        plain.join(", ")
    };
    let results = match results {
        [] => String::new(),
        [_] => format!(" {}", list(results)),
        _ => format!(" ({})", list(results)),
    };
    format!("{name}({}){results}", list(params))
}
