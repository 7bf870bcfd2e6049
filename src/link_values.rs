//! `-ldflags "-X importpath.name=value"`: sets the values of string variables when a program is built.
//!
//! As with Go's linker, `-X` works on variables that are declared without a value or with a constant one. For a
//! variable whose value is computed when the program starts, the computed value overwrites the given one. Naming a
//! variable that the program does not have is no error.

use crate::load::fs_view::FsView;
use crate::load::go_env::quoted_fields;
use crate::load::patterns::matches;
use minigo_syntax::source::Pos;
use minigo_types::program::{
    Body, Const, Expr, ExprKind, FuncId, Global, GlobalId, Program, Stmt, StmtKind,
};
use minigo_types::ty::Basic;

/// One variable and the value that `-X` gives to it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LinkValue {
    /// The import path of the variable's package; `main` for the program's own package.
    pub package: String,
    /// The variable's name.
    pub name: String,
    /// The value.
    pub value: String,
}

/// Flags of Go's linker that take no value.
const SWITCH_FLAGS: &[&str] = &[
    "V",
    "a",
    "aslr",
    "asan",
    "bindnow",
    "c",
    "checklinkname",
    "compressdwarf",
    "d",
    "debugnosplit",
    "debugtramp",
    "dumpdep",
    "f",
    "g",
    "h",
    "linkshared",
    "msan",
    "n",
    "pruneweakmap",
    "race",
    "s",
    "v",
    "w",
];

/// Flags of Go's linker that take a value.
const VALUED_FLAGS: &[&str] = &[
    "B",
    "E",
    "H",
    "I",
    "L",
    "R",
    "T",
    "benchmark",
    "benchmarkprofile",
    "buildid",
    "buildmode",
    "capturehostobjs",
    "cpuprofile",
    "debugtextsize",
    "extar",
    "extld",
    "extldflags",
    "fipso",
    "funcalign",
    "importcfg",
    "installsuffix",
    "k",
    "libgcc",
    "linkmode",
    "macos",
    "macsdk",
    "memprofile",
    "memprofilerate",
    "o",
    "pluginpath",
    "r",
    "randlayout",
    "strictdups",
    "tmpdir",
];

/// The values of all `-ldflags`: each has values for the programs whose packages a pattern matches.
#[derive(Debug, Default)]
pub struct LinkFlags(Vec<PatternValues>);

/// The values of one `-ldflags`.
#[derive(Debug)]
struct PatternValues {
    pattern: Option<String>,
    values: Vec<LinkValue>,
}

impl LinkFlags {
    /// The values for the program whose package has this path: as in the go command, those of the last flag that is
    /// meant for it.
    #[must_use]
    pub fn values_of_program(&self, path: &str) -> &[LinkValue] {
        let last = self.0.iter().rev().find(|one| one.is_meant_for(path));
        last.map_or(&[], |one| &one.values)
    }
}

impl PatternValues {
    /// Reports whether the flag is meant for the program whose package has this path.
    fn is_meant_for(&self, path: &str) -> bool {
        let tested = path.strip_suffix(".test").unwrap_or(path);
        match self.pattern.as_deref() {
            None | Some("all") => true,
            Some("std" | "cmd") => false,
            // Programs are built from packages below the working directory nearly always.
            Some(pattern) if pattern.starts_with('.') => true,
            Some(pattern) => matches(pattern, tested),
        }
    }
}

/// The values that `-X` gives in the linker flags `flags`, which a pattern may precede.
///
/// # Errors
/// Returns the errors of [`parse`].
fn parse_pattern_values(flags: &str) -> Result<PatternValues, String> {
    let (pattern, flags) = split_pattern(flags);
    Ok(PatternValues { pattern: pattern.map(str::to_owned), values: parse(flags)? })
}

/// The values that `-X` gives in the linker flags `flags`. Other flags of the linker are ignored.
///
/// # Errors
/// Returns an error for a flag that Go's linker does not have, or a malformed value.
pub fn parse(flags: &str) -> Result<Vec<LinkValue>, String> {
    let words = quoted_fields(flags).map_err(|quote| {
        format!("invalid value {flags:?} for flag -ldflags: unterminated {quote} string")
    })?;
    let mut values = Vec::new();
    let mut words = words.iter();
    while let Some(word) = words.next() {
        let name = word.strip_prefix("--").or_else(|| word.strip_prefix('-'));
        let name =
            name.ok_or_else(|| format!("invalid value for flag -ldflags: {word:?} is no flag"))?;
        let (name, value) = match name.split_once('=') {
            Some((name, value)) => (name, Some(value)),
            None => (name, None),
        };
        if SWITCH_FLAGS.contains(&name) {
            continue;
        }
        if name != "X" && !VALUED_FLAGS.contains(&name) {
            return Err(format!("flag provided but not defined: -{name}"));
        }
        let value = value.or_else(|| words.next().map(String::as_str));
        let value = value.ok_or_else(|| format!("flag needs an argument: -{name}"))?;
        if name == "X" {
            values.push(parse_link_value(value)?);
        }
    }
    Ok(values)
}

/// Splits `pattern=flags`. The pattern says for which packages the flags are meant.
fn split_pattern(flags: &str) -> (Option<&str>, &str) {
    let flags = flags.trim_start();
    match flags.split_once('=') {
        Some((pattern, rest)) if !pattern.starts_with(['-', '\'', '"']) => (Some(pattern), rest),
        _ => (None, flags),
    }
}

fn parse_link_value(text: &str) -> Result<LinkValue, String> {
    let parts =
        text.split_once('=').and_then(|(name, value)| Some((name.rsplit_once('.')?, value)));
    let ((package, name), value) =
        parts.ok_or("-X flag requires argument of the form importpath.name=value")?;
    Ok(LinkValue { package: package.into(), name: name.into(), value: value.into() })
}

/// The linker flags of this build.
///
/// # Errors
/// Returns the errors of [`parse`].
pub fn link_flags(fs: &FsView) -> Result<LinkFlags, String> {
    let all = &fs.build_flags()?.ldflags;
    Ok(LinkFlags(all.iter().map(|flags| parse_pattern_values(flags)).collect::<Result<_, _>>()?))
}

/// The index of a variable in `program.globals`, if the program has the variable.
fn find_variable(program: &Program, package: &str, name: &str) -> Option<usize> {
    let path = |global: &Global| program.package(global.pkg).path.as_str();
    program.globals.iter().position(|global| path(global) == package && global.name == *name)
}

/// Reports whether the program has the variable `name` of the package with the import path `package`.
#[must_use]
pub fn has_variable(program: &Program, package: &str, name: &str) -> bool {
    find_variable(program, package, name).is_some()
}

/// Gives a variable its value. Returns false if the program does not have the variable.
///
/// # Errors
/// Fails if the variable is not of type string.
pub fn set_variable(program: &mut Program, value: &LinkValue) -> Result<bool, String> {
    let Some(number) = find_variable(program, &value.package, &value.name) else {
        return Ok(false);
    };
    let (id, global) = (GlobalId(number as u32), &program.globals[number]);
    let string = Basic::String.id();
    if global.ty != string {
        let LinkValue { package, name, .. } = value;
        return Err(format!("{package}.{name}: cannot set with -X: not a var of type string"));
    }
    let init = format!("{}.init", value.package);
    let func = program.funcs.iter().position(|func| *func.name == *init && func.pos == Pos::NONE);
    let Some(func) = func else { return Ok(false) };
    let expr = |kind| Expr { kind, ty: string, pos: Pos::NONE };
    let constant = expr(ExprKind::Const(Const::Str(value.value.as_bytes().into())));
    let Body::Block(stmts) = &mut program.funcs[func].body else { return Ok(false) };
    let assigns = |stmt: &Stmt| match &stmt.kind {
        StmtKind::Assign(Some(to), from) => {
            let is_it = matches!(to.kind, ExprKind::Global(other) if other == id);
            is_it && matches!(from.kind, ExprKind::Const(_) | ExprKind::Zero)
        }
        _ => false,
    };
    stmts.retain(|stmt| !assigns(stmt));
    let kind = StmtKind::Assign(Some(expr(ExprKind::Global(id))), constant);
    stmts.insert(0, Stmt { kind, pos: Pos::NONE });
    let func = FuncId(func as u32);
    if !program.inits.contains(&func) {
        // The constant depends on no other package, so this function can be the first of the initialisation.
        program.inits.insert(0, func);
    }
    Ok(true)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn flags_are_those_of_gos_linker() {
        let one = |package: &str, name: &str, value: &str| LinkValue {
            package: package.into(),
            name: name.into(),
            value: value.into(),
        };
        let flags = "-s -w -X main.version=1.2 '-X=a.b/c.d.Name=two words' -extldflags -static";
        assert_eq!(
            parse(flags).unwrap(),
            [one("main", "version", "1.2"), one("a.b/c.d", "Name", "two words")]
        );
        let all = LinkFlags(vec![
            parse_pattern_values("all=-X main.v=").unwrap(),
            parse_pattern_values("a.b/d=-X main.v=1").unwrap(),
        ]);
        assert_eq!(all.values_of_program("a.b/c"), [one("main", "v", "")]);
        assert_eq!(all.values_of_program("a.b/d"), [one("main", "v", "1")]);
        assert_eq!(parse("-q").unwrap_err(), "flag provided but not defined: -q");
        assert!(
            parse("-X").is_err()
                && parse("-X a").is_err()
                && parse("'-s").is_err()
                && parse("x").is_err()
        );
    }
}
