//! JSON as Go's encoder writes it with tabs: `<`, `>` and `&` are escaped.

use serde::Serialize;
use serde_json::ser::{PrettyFormatter, Serializer};

/// A value, indented by tabs.
#[must_use]
pub fn text(value: &impl Serialize) -> String {
    let mut out = Vec::new();
    let mut to = Serializer::with_formatter(&mut out, PrettyFormatter::with_indent(b"\t"));
    // Values with string keys are written to memory: that does not fail.
    if value.serialize(&mut to).is_err() {
        return "null".to_owned();
    }
    let text = String::from_utf8_lossy(&out).into_owned();
    // They stand in strings only.
    text.replace('<', "\\u003c").replace('>', "\\u003e").replace('&', "\\u0026")
}

/// An object with these fields, whose values are JSON.
#[must_use]
pub fn object<'f>(fields: impl Iterator<Item = &'f (&'static str, String)>) -> String {
    let field =
        |(name, value): &(&str, String)| format!("\t\"{name}\": {}", value.replace('\n', "\n\t"));
    let fields: Vec<String> = fields.map(field).collect();
    match fields.is_empty() {
        true => "{}".to_owned(),
        false => format!("{{\n{}\n}}", fields.join(",\n")),
    }
}
