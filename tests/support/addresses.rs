//! Addresses in the output of a program: they differ from run to run.

/// The text with `0x…` in place of each address.
pub(crate) fn without_addresses(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(at) = rest.find("0x") {
        let end = rest[at + 2..].find(|c: char| !c.is_ascii_hexdigit());
        out.push_str(&rest[..at]);
        out.push_str("0x…");
        rest = end.map_or("", |end| &rest[at + 2 + end..]);
    }
    out.push_str(rest);
    out
}
