//! Reports methods with the name of a well-known method but another signature: `func (t T) ReadByte() byte` does not
//! implement `io.ByteReader`.

use crate::pass::Pass;
use minigo_syntax::ast::{Expr, ExprKind as E, FuncType, Ident, InterfaceElem, Param};
use minigo_syntax::diagnostic::Code;
use minigo_types::ty::print::Qualifier;
use minigo_types::ty::{Signature, TypeId};

/// The well-known methods: name, types of the parameters, types of the results. If the types marked with `=` match, the
/// well-known method is meant, and the other types must match too.
const STANDARD_METHODS: &[(&str, &[&str], &[&str])] = &[
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
        let Some((_, object)) = pass.info.object_at_def(decl.name.pos) else { continue };
        let error = pass.type_of(&recv.ty).is_some_and(|ty| pass.is_error(ty));
        if let Some(sig) = pass.signature(object.ty) {
            check_method_signature(pass, &decl.name, &decl.ty, sig, error);
        }
    }
    for e in &pass.exprs {
        let E::InterfaceType(elems) = &e.kind else { continue };
        let Some(interface) = pass.type_of(e).and_then(|ty| pass.interface(ty)) else { continue };
        for elem in elems {
            let InterfaceElem::Method(name, declared) = elem else { continue };
            let method = interface.methods.iter().find(|m| m.name == name.name);
            if let Some(sig) = method.and_then(|m| pass.signature(m.sig)) {
                check_method_signature(pass, name, declared, sig, false);
            }
        }
    }
}

/// `error`: the method belongs to an error type.
fn check_method_signature(
    pass: &Pass<'_>,
    name: &Ident,
    declared: &FuncType,
    sig: &Signature,
    error: bool,
) {
    let Some((_, params, results)) = STANDARD_METHODS.iter().find(|(n, ..)| *n == name.name) else {
        return;
    };
    if name.name == "WriteTo" && sig.params.len() > 1 {
        return;
    }
    if matches!(name.name.as_str(), "Is" | "As" | "Unwrap") && !error {
        return;
    }
    if name.name == "Unwrap" {
        let fits = matches!(*sig.results, [ty] if ["error", "[]error"].contains(&&*canonical_type_text(pass, ty)));
        if !fits || !sig.params.is_empty() {
            let message =
                "method Unwrap() should have signature Unwrap() error or Unwrap() []error";
            pass.report(Code::StdMethods, name.span(), message);
        }
        return;
    }
    let meant = types_match(pass, params, &sig.params, true)
        && types_match(pass, results, &sig.results, true);
    let right = types_match(pass, params, &sig.params, false)
        && types_match(pass, results, &sig.results, false);
    if meant && !right {
        let (actual, wanted) = (
            declared_signature(pass, name, declared, sig),
            wanted_signature(&name.name, params, results),
        );
        let message = format!("method {actual} should have signature {wanted}");
        pass.report(Code::StdMethods, name.span(), message);
    }
}

/// Reports whether the types match the wanted types; with `marked` only the types marked with `=` count.
fn types_match(pass: &Pass<'_>, wanted: &[&str], have: &[TypeId], marked: bool) -> bool {
    let same = |(at, want): (usize, &&str)| {
        let plain = want.trim_start_matches('=');
        let needed = !marked || plain.len() < want.len();
        !needed
            || have
                .get(at)
                .is_some_and(|&ty| spell_type(&canonical_type_text(pass, ty)) == spell_type(plain))
    };
    wanted.iter().enumerate().all(same) && (marked || have.len() <= wanted.len())
}

/// The canonical spelling of a type that has two spellings.
fn spell_type(ty: &str) -> String {
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

fn canonical_type_text(pass: &Pass<'_>, ty: TypeId) -> String {
    pass.type_table().display(ty, Qualifier::Name)
}

/// The method's signature as it is declared.
fn declared_signature(
    pass: &Pass<'_>,
    name: &Ident,
    declared: &FuncType,
    sig: &Signature,
) -> String {
    let list = |types: &[TypeId], declared: &[Param]| -> Vec<String> {
        let one = |(&ty, param): (&TypeId, &Param)| {
            let ty = written_type(pass, &param.ty, ty);
            param.name.as_ref().map_or(ty.clone(), |name| format!("{} {ty}", name.name))
        };
        types.iter().zip(declared).map(one).collect()
    };
    let params = list(&sig.params, &declared.params).join(", ");
    let results = list(&sig.results, &declared.results);
    let unnamed = declared.results.iter().all(|param| param.name.is_none());
    let results = match &results[..] {
        [] => String::new(),
        [one] if unnamed => format!(" {one}"),
        all => format!(" ({})", all.join(", ")),
    };
    format!("{}({params}){results}", name.name)
}

/// The type in go vet's words: `byte` and `uint8` are one type, of which go vet prints the name that the source has.
fn written_type(pass: &Pass<'_>, e: &Expr, ty: TypeId) -> String {
    match &e.kind {
        E::Ident(name)
            if spell_type(name) != name.as_str()
                && spell_type(name) == canonical_type_text(pass, ty) =>
        {
            name.to_string()
        }
        E::SliceType(elem) => match pass.type_of(elem) {
            Some(ty) => format!("[]{}", written_type(pass, elem, ty)),
            None => canonical_type_text(pass, ty),
        },
        _ => canonical_type_text(pass, ty),
    }
}

fn wanted_signature(name: &str, params: &[&str], results: &[&str]) -> String {
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
