//! JSON as Go's encoder writes it with tabs: `<`, `>` and `&` are escaped.

use serde::Serialize;
use serde_json::ser::{PrettyFormatter, Serializer};

/// A value as JSON, indented by tabs.
#[must_use]
pub fn text(value: &impl Serialize) -> String {
    let mut out = Vec::new();
    let mut to = Serializer::with_formatter(&mut out, PrettyFormatter::with_indent(b"\t"));
    // Serialising to memory cannot fail for values with string keys.
    if value.serialize(&mut to).is_err() {
        return "null".to_owned();
    }
    let text = String::from_utf8_lossy(&out).into_owned();
    // The three characters only occur inside strings.
    text.replace('<', "\\u003c").replace('>', "\\u003e").replace('&', "\\u0026")
}

/// A JSON object with these fields; the values are JSON already.
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
