//! Checks struct tags: malformed tags, names that occur twice in JSON or XML, and tags on fields that encoders cannot
//! access.

use crate::pass::Pass;
use minigo_syntax::ast::{self, ExprKind as E, Ident, is_exported};
use minigo_syntax::diagnostic::Code;
use minigo_syntax::hash::HashMap;
use minigo_syntax::literal;
use minigo_syntax::source::Pos;
use minigo_types::ty::{Field, Type};

const DIAGNOSTIC_CODE: Code = Code::StructTag;

/// The names found so far, each with its key and its depth of embedding.
type SeenNames = HashMap<(String, String, usize), Pos>;

/// Reports malformed and duplicate struct tags.
pub(crate) fn run(pass: &Pass<'_>) {
    // The tests of these packages use malformed tags.
    if pass.info.package(pass.pkg).path.starts_with("encoding/") {
        return;
    }
    for e in &pass.exprs {
        let E::StructType(decls) = &e.kind else { continue };
        let Some(Type::Struct(fields)) = pass.underlying_type(e) else { continue };
        let mut seen = SeenNames::default();
        for (field, name) in fields.iter().zip(decls.iter().flat_map(field_names)) {
            check_field_tag(pass, field, &name, &mut seen);
        }
    }
}

/// The names that a field declaration declares.
fn field_names(decl: &ast::Field) -> Vec<Ident> {
    if decl.names.is_empty() {
        embedded_name(&decl.ty).into_iter().collect()
    } else {
        decl.names.clone()
    }
}

/// The name of the embedded field of type `e`.
fn embedded_name(e: &ast::Expr) -> Option<Ident> {
    match &e.unparen().kind {
        E::Ident(name) => Some(Ident { name: name.clone(), pos: e.unparen().pos }),
        E::Selector(_, sel) => Some((**sel).clone()),
        E::Index(base, _) => embedded_name(base),
        E::Star(inner) => embedded_name(inner),
        _ => None,
    }
}

fn check_field_tag(pass: &Pass<'_>, field: &Field, name: &Ident, seen: &mut SeenNames) {
    for key in ["json", "xml"] {
        report_duplicates(pass, (field, name), key, seen, 1);
    }
    if let Err(problem) = validate_tag(&field.tag) {
        let tag = quote_tag(&field.tag);
        let message =
            format!("struct field tag {tag} not compatible with reflect.StructTag.Get: {problem}");
        pass.report(DIAGNOSTIC_CODE, name.span(), message);
    }
    if field.embedded || is_exported(&field.name) {
        return;
    }
    for key in ["json", "xml"] {
        let value = tag_value(&field.tag, key);
        if !value.is_empty() && value != "-" {
            let message = format!("struct field {} has {key} tag but is not exported", field.name);
            pass.report(DIAGNOSTIC_CODE, name.span(), message);
            return;
        }
    }
}

/// Reports a name that another field has. `nearest` is the name of the field of the outermost struct through which
/// `field` is reached.
fn report_duplicates(
    pass: &Pass<'_>,
    (field, nearest): (&Field, &Ident),
    key: &str,
    seen: &mut SeenNames,
    depth: usize,
) {
    let value = tag_value(&field.tag, key);
    if value == "-" {
        return;
    }
    if value.is_empty() || value.starts_with(',') {
        if let Type::Struct(fields) = pass.type_table().underlying_structure(field.ty)
            && field.embedded
        {
            for inner in fields.iter().filter(|inner| is_exported(&inner.name)) {
                report_duplicates(pass, (inner, nearest), key, seen, depth + 1);
            }
        }
        return;
    }
    if key == "xml" && field.name == "XMLName" {
        return;
    }
    let (name, flags) = value.split_once(',').unwrap_or((&value, ""));
    let attribute = key == "xml" && flags.split(',').any(|flag| flag == "attr");
    let key = if attribute { "xml attribute" } else { key };
    if let Some(first) = seen.get(&(key.to_owned(), name.to_owned(), depth)) {
        let (line, _) = pass.source.line_col(*first);
        let file = pass.source.name.rsplit('/').next().unwrap_or_default();
        let message =
            format!("struct field {} repeats {key} tag {name:?} also at {file}:{line}", field.name);
        pass.report(DIAGNOSTIC_CODE, nearest.span(), message);
    } else {
        seen.insert((key.to_owned(), name.to_owned(), depth), nearest.pos);
    }
}

/// The value of a key, as `reflect.StructTag.Get` returns it.
fn tag_value(tag: &str, key: &str) -> String {
    let mut rest = tag;
    loop {
        rest = rest.trim_start_matches(' ');
        let Some((name, value, after)) = first_pair(rest) else { return String::new() };
        if name == key {
            return unquote(value).unwrap_or_default();
        }
        rest = after;
    }
}

/// The first `key:"value"` pair of a tag: the key, the value with its quotation marks, and the rest of the tag.
fn first_pair(tag: &str) -> Option<(&str, &str, &str)> {
    let end = tag.bytes().position(|b| b <= b' ' || matches!(b, b':' | b'"' | 0x7f))?;
    let value = tag[end..].strip_prefix(':').filter(|v| end > 0 && v.starts_with('"'))?;
    let mut escaped = false;
    let close = value.bytes().skip(1).position(|b| {
        let ends = b == b'"' && !escaped;
        escaped = b == b'\\' && !escaped;
        ends
    })?;
    let (value, after) = value.split_at(close + 2);
    Some((&tag[..end], value, after))
}

/// Checks that the tag is a list of `key:"value"` pairs separated by blanks.
fn validate_tag(mut tag: &str) -> Result<(), &'static str> {
    let mut first = true;
    while !tag.is_empty() {
        if !first && !tag.starts_with(' ') {
            return Err("key:\"value\" pairs not separated by spaces");
        }
        first = false;
        tag = tag.trim_start_matches(' ');
        if tag.is_empty() {
            break;
        }
        let end = tag.bytes().position(|b| b <= b' ' || matches!(b, b':' | b'"' | 0x7f));
        match end.map(|end| (end, &tag.as_bytes()[end..])) {
            Some((0, _)) => return Err("bad syntax for struct tag key"),
            Some((_, [b':', b'"', ..])) => {}
            Some((_, [b':', _, ..])) => return Err("bad syntax for struct tag value"),
            _ => return Err("bad syntax for struct tag pair"),
        }
        let (key, value, after) = first_pair(tag).ok_or("bad syntax for struct tag value")?;
        let value = unquote(value).ok_or("bad syntax for struct tag value")?;
        if has_suspicious_space(key, &value) {
            return Err("suspicious space in struct tag value");
        }
        tag = after;
    }
    Ok(())
}

fn has_suspicious_space(key: &str, value: &str) -> bool {
    let (name, flags) = match value.split_once(',') {
        Some((name, flags)) => (name, Some(flags)),
        None => (value, None),
    };
    match key {
        "xml" => {
            value.trim_matches(' ') != value
                || value.matches(' ').count() > 1
                || flags.is_some_and(|flags| name.ends_with(' ') || flags.contains(' '))
        }
        // A JSON name may contain spaces.
        "json" => flags.is_some_and(|flags| flags.contains(' ')),
        "asn1" => value.contains(' '),
        _ => false,
    }
}

/// The value of a string literal in double quotation marks, if it is well formed.
fn unquote(literal: &str) -> Option<String> {
    let bytes = literal::unquote(literal).filter(|_| literal.starts_with('"'))?;
    Some(String::from_utf8_lossy(&bytes).into_owned())
}

/// The tag in back quotes if possible, as `%#q` prints it.
fn quote_tag(tag: &str) -> String {
    let plain = |c: char| c != '`' && c != '\u{feff}' && (c == '\t' || !c.is_control());
    if tag.chars().all(plain) { format!("`{tag}`") } else { format!("{tag:?}") }
}

#[cfg(test)]
mod tests {
    use super::{tag_value, validate_tag};

    #[test]
    fn tags_are_read_as_reflect_reads_them() {
        assert_eq!(tag_value(r#"xml:"a" json:"b\"c,omitempty""#, "json"), r#"b"c,omitempty"#);
        assert_eq!(tag_value("json:x", "json"), "");
        assert_eq!(validate_tag(r#"json:"a" xml:"b""#), Ok(()));
        assert_eq!(
            validate_tag(r#"json:"a",xml:"b""#),
            Err("key:\"value\" pairs not separated by spaces")
        );
        assert_eq!(validate_tag("json"), Err("bad syntax for struct tag pair"));
        assert_eq!(validate_tag("json:a"), Err("bad syntax for struct tag value"));
        assert_eq!(validate_tag(r#":"a""#), Err("bad syntax for struct tag key"));
        assert_eq!(
            validate_tag(r#"json:"a, omitempty""#),
            Err("suspicious space in struct tag value")
        );
    }
}
