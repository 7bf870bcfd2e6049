//! Checks that every body-less func of a package has exactly one native, and every native such a func.
//!
//! The compiler notices a missing native only in a program that reaches it; this test checks all of them.

use std::collections::BTreeSet;

/// Returns the names of the funcs without body in a Go file. As gofmt formats it, a func without body is one line that
/// does not end in a brace.
fn bodyless_functions(source: &str) -> Vec<String> {
    let declared = |line: &str| {
        let rest = line.strip_prefix("func ")?;
        let open = rest.trim_end().ends_with('{') || rest.contains(" { ") || rest.contains("{}");
        let name: String = rest.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
        (!open && !name.is_empty()).then_some(name)
    };
    source.lines().filter_map(declared).collect()
}

#[test]
fn every_native_is_declared_and_every_declaration_has_one() {
    let mut wrong = Vec::new();
    for package in minigo_stdlib::packages() {
        let declared: BTreeSet<String> = minigo_stdlib::files(&package.path)
            .iter()
            .flat_map(|(_, text)| bodyless_functions(&text.unpack()))
            .collect();
        let mut registered = BTreeSet::new();
        for native in &package.natives {
            if !registered.insert(native.name.to_string()) {
                wrong.push(format!("{}.{} is registered twice", package.path, native.name));
            }
        }
        for name in declared.difference(&registered) {
            wrong.push(format!("{}.{name} has no native", package.path));
        }
        for name in registered.difference(&declared) {
            wrong.push(format!("{}.{name} is not declared", package.path));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
