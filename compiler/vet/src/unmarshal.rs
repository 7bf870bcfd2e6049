//! Reports decoding into a value that is not a pointer, which always fails.

use crate::pass::Pass;
use minigo_syntax::diagnostic::Code;
use minigo_syntax::source::Span;
use minigo_types::ty::Type;

const UNMARSHAL_FUNCTIONS: &[&str] =
    &["encoding/asn1.Unmarshal", "encoding/json.Unmarshal", "encoding/xml.Unmarshal"];
const UNMARSHAL_METHODS: &[&str] = &[
    "(*encoding/gob.Decoder).Decode",
    "(*encoding/json.Decoder).Decode",
    "(*encoding/xml.Decoder).Decode",
];

/// Reports destinations of decoders that are not pointers.
pub(crate) fn run(pass: &Pass<'_>) {
    for (_, call) in pass.calls() {
        let Some(name) = pass.callee_name(call) else { continue };
        let (at, tail) = match name.as_str() {
            name if UNMARSHAL_FUNCTIONS.contains(&name) => (1, " as second argument"),
            name if UNMARSHAL_METHODS.contains(&name) => (0, ""),
            _ => continue,
        };
        let Some(ty) = call.args.get(at).and_then(|arg| pass.type_of(arg)) else { continue };
        let table = pass.type_table();
        let param = matches!(table.get(ty), Type::TypeParam(_));
        if param || matches!(table.underlying_structure(ty), Type::Pointer(_) | Type::Interface(_))
        {
            continue;
        }
        let function = name.rsplit('.').next().unwrap_or_default();
        let message = format!("call of {function} passes non-pointer{tail}");
        pass.report(Code::Unmarshal, Span::new(call.func.end, call.rparen), message);
    }
}
