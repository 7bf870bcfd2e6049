//! Completions of unfinished expressions: names of variables, package-level variables and fields.

use crate::debugger::expr::{self, Operand, Scope};
use minigo_syntax::small_sort::SmallSort as _;
use minigo_vm::debug::{Kind, StoppedMachine, Value};

/// Names that are no variables.
const PREDECLARED: [&str; 5] = ["cap", "false", "len", "nil", "true"];

/// The part of a text from which on it is one operand: names, dots and indexes.
fn operand(text: &str) -> &str {
    let mut depth = 0_i32;
    let mut start = text.len();
    for (at, c) in text.char_indices().rev() {
        match c {
            ']' => depth += 1,
            '[' if depth > 0 => depth -= 1,
            _ if depth > 0 || c == '.' || c == '_' || c.is_alphanumeric() => {}
            _ => break,
        }
        start = at;
    }
    &text[start..]
}

/// The texts that can stand for the last name of `text`, sorted.
pub(super) fn completions(
    stopped: &mut StoppedMachine<'_>,
    scope: &Scope,
    text: &str,
) -> Vec<String> {
    let operand = operand(text);
    let (names, begun) = match operand.rsplit_once('.') {
        Some((x, begun)) if !begun.contains(']') => (members(stopped, scope, x), begun),
        _ => (names(stopped, scope), operand),
    };
    let mut found: Vec<String> = names.into_iter().filter(|n| n.starts_with(begun)).collect();
    found.small_sort();
    found.dedup();
    found
}

fn names(stopped: &StoppedMachine<'_>, scope: &Scope) -> Vec<String> {
    let locals = scope.variables.iter().map(|variable| variable.name.clone());
    let globals = stopped.globals(&scope.package).into_iter();
    let prefix = scope.package.len() + 1;
    let globals = globals.filter_map(|global| global.name.get(prefix..).map(str::to_owned));
    locals.chain(globals).chain(PREDECLARED.map(str::to_owned)).collect()
}

/// The fields of a value, or the variables of a package.
fn members(stopped: &StoppedMachine<'_>, scope: &Scope, x: &str) -> Vec<String> {
    let value = expr::parse(x).and_then(|x| expr::evaluate(stopped, scope, &x));
    match value {
        Ok(Operand::Value(value)) => fields(stopped, value),
        Ok(Operand::Computed(_)) => Vec::new(),
        Err(_) => {
            let prefix = x.len() + 1;
            let globals = stopped.globals(x).into_iter();
            globals.filter_map(|global| global.name.get(prefix..).map(str::to_owned)).collect()
        }
    }
}

fn fields(stopped: &StoppedMachine<'_>, value: Value) -> Vec<String> {
    let value = stopped.dynamic_value(&value).unwrap_or(value);
    let value = stopped.pointee(&value).unwrap_or(value);
    match stopped.kind(&value) {
        Kind::Struct => {
            let fields = stopped.children(&value, 0, usize::MAX);
            fields.into_iter().map(|(name, _)| name).collect()
        }
        _ => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::operand;

    #[test]
    fn an_operand_begins_behind_the_last_operator() {
        assert_eq!(operand("a + b.c[i + 1].d"), "b.c[i + 1].d");
        assert_eq!(operand("len(many"), "many");
        assert_eq!(operand("a[b.x"), "b.x");
        assert_eq!(operand("a +"), "");
    }
}
