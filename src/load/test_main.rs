//! Generates the main package of a test program. Like the one that the go command generates, it lists the tests,
//! benchmarks, fuzz targets and examples of a package and passes them to package testing.

use std::fmt::Write as _;

use minigo_syntax::ast::{Block, Body, Decl, ExprKind, File, FuncDecl};
use minigo_syntax::lexer::Lexer;
use minigo_syntax::source::{Pos, Source, SourceMap, Span};
use minigo_syntax::token::Token;

/// The names by which the generated file imports the package and its external tests.
pub(super) const PACKAGE_NAME: &str = "_test";
pub(super) const EXTERNAL_TESTS_IMPORT_NAME: &str = "_xtest";

/// The functions that the test files of a package declare.
#[derive(Debug, Default)]
pub(super) struct TestFunctions {
    tests: Vec<TestFunction>,
    benchmarks: Vec<TestFunction>,
    fuzz_targets: Vec<TestFunction>,
    examples: Vec<Example>,
    main: Option<TestFunction>,
}

/// A function of a test file; `package` is the name by which the generated file imports its package.
#[derive(Debug)]
struct TestFunction {
    package: &'static str,
    name: String,
}

/// An example whose comment gives its expected output.
#[derive(Debug)]
struct Example {
    function: TestFunction,
    output: String,
    unordered: bool,
}

impl TestFunctions {
    /// Adds the test functions that a file declares.
    ///
    /// # Errors
    /// Returns an error for a function that is named as a test but has another signature, in the words of the go
    /// command.
    pub(super) fn add(
        &mut self,
        sources: &SourceMap,
        file: &File,
        package: &'static str,
    ) -> Result<(), String> {
        let source = sources.file(file.id);
        for decl in &file.decls {
            let Decl::Func(func) = decl else { continue };
            if func.recv.is_some() {
                continue;
            }
            let name = func.name.name.to_string();
            let function = || TestFunction { package, name: name.clone() };
            if name == "TestMain" && !has_signature(func, "T") {
                check_signature(sources, func, "M")?;
                if self.main.replace(function()).is_some() {
                    return Err("multiple definitions of TestMain".into());
                }
            } else if has_test_name(&name, "Test") {
                check_signature(sources, func, "T")?;
                self.tests.push(function());
            } else if has_test_name(&name, "Benchmark") {
                check_signature(sources, func, "B")?;
                self.benchmarks.push(function());
            } else if has_test_name(&name, "Fuzz") {
                check_signature(sources, func, "F")?;
                self.fuzz_targets.push(function());
            } else if has_test_name(&name, "Example") && func.ty.params.is_empty() {
                let output = expected_output(source, func).filter(|_| func.ty.results.is_empty());
                self.examples.extend(output.map(|(output, unordered)| Example {
                    function: function(),
                    output,
                    unordered,
                }));
            }
        }
        Ok(())
    }

    /// The text of the generated file for the package at `path` of the module at `module`; `imports` has the names and
    /// paths of the package and of its external tests, if they exist.
    pub(super) fn main_text(
        &self,
        path: &str,
        module: &str,
        imports: &[(&'static str, String)],
    ) -> String {
        let mut text = String::from("package main\n\nimport (\n\t\"os\"\n");
        if self.main.is_some() {
            text.push_str("\t\"reflect\"\n");
        }
        text.push_str("\t\"testing\"\n\t\"testing/internal/testdeps\"\n\n");
        let functions = || {
            let examples = self.examples.iter().map(|example| &example.function);
            let lists = [&self.tests, &self.benchmarks, &self.fuzz_targets];
            lists.into_iter().flatten().chain(examples).chain(&self.main)
        };
        for (package, path) in imports {
            let used = functions().any(|function| function.package == *package);
            let _ = writeln!(text, "\t{} {path:?}", if used { package } else { "_" });
        }
        text.push_str(")\n\n");
        let lists = [
            ("tests", "InternalTest", &self.tests),
            ("benchmarks", "InternalBenchmark", &self.benchmarks),
            ("fuzzTargets", "InternalFuzzTarget", &self.fuzz_targets),
        ];
        for (name, ty, list) in lists {
            let _ = writeln!(text, "var {name} = []testing.{ty}{{");
            for TestFunction { package, name } in list {
                let _ = writeln!(text, "\t{{{name:?}, {package}.{name}}},");
            }
            text.push_str("}\n\n");
        }
        text.push_str("var examples = []testing.InternalExample{\n");
        for Example { function: TestFunction { package, name }, output, unordered } in
            &self.examples
        {
            let output = go_quoted(output);
            let _ = writeln!(text, "\t{{{name:?}, {package}.{name}, {output}, {unordered}}},");
        }
        let _ = write!(
            text,
            "}}\n\nfunc init() {{\n\ttestdeps.ModulePath = {module:?}\n\ttestdeps.ImportPath = {path:?}\n}}\n\n\
             func main() {{\n\tm := testing.MainStart(testdeps.TestDeps{{}}, tests, benchmarks, fuzzTargets, examples)\n"
        );
        match &self.main {
            Some(TestFunction { package, name }) => {
                let status = "reflect.ValueOf(m).Elem().FieldByName(\"exitCode\").Int()";
                let _ = writeln!(text, "\t{package}.{name}(m)\n\tos.Exit(int({status}))\n}}");
            }
            None => text.push_str("\tos.Exit(m.Run())\n}\n"),
        }
        text
    }
}

/// The suffix that the path of external tests has behind the package's path.
pub(super) const EXTERNAL_TESTS_PATH_SUFFIX: &str = "_test";

/// A string literal in Go syntax.
fn go_quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for c in text.chars() {
        match c {
            '"' => quoted.push_str("\\\""),
            '\\' => quoted.push_str("\\\\"),
            '\n' => quoted.push_str("\\n"),
            c if c.is_control() || c == '\u{feff}' => {
                let _ = write!(quoted, "\\U{:08x}", c as u32);
            }
            c => quoted.push(c),
        }
    }
    quoted + "\""
}

/// Reports whether the name is the prefix, or the prefix followed by a character that is no lower-case letter.
fn has_test_name(name: &str, prefix: &str) -> bool {
    name.strip_prefix(prefix).is_some_and(|rest| !rest.starts_with(char::is_lowercase))
}

/// Reports whether the function has no results and one parameter: a pointer to a type with this name.
fn has_signature(func: &FuncDecl, name: &str) -> bool {
    let [param] = func.ty.params.as_slice() else { return false };
    let ExprKind::Star(to) = &param.ty.kind else { return false };
    let named = match &to.kind {
        ExprKind::Ident(found) => *found == name,
        ExprKind::Selector(_, found) => found.name == name,
        _ => false,
    };
    named && !param.variadic && func.ty.results.is_empty()
}

fn check_signature(sources: &SourceMap, func: &FuncDecl, arg: &str) -> Result<(), String> {
    let name = &func.name.name;
    let why = if !func.tparams.is_empty() {
        "test functions cannot have type parameters".into()
    } else if !has_signature(func, arg) {
        format!("must be: func {name}({} *testing.{arg})", arg.to_lowercase())
    } else {
        return Ok(());
    };
    let file = sources.file_of(func.pos).map(|file| (file.name.clone(), file.line_col(func.pos)));
    let (file, (line, column)) = file.unwrap_or_default();
    Err(format!("{file}:{line}:{column}: wrong signature for {name}, {why}"))
}

/// The expected output in the last comment of an example's body, and whether the lines may come in any order.
fn expected_output(source: &Source, func: &FuncDecl) -> Option<(String, bool)> {
    let Some(Body::Parsed(body)) = &func.body else { return None };
    let text = last_comment(source, body)?;
    let rest = text.trim_start();
    let (rest, unordered) = match strip_prefix_any_case(rest, "unordered ") {
        Some(rest) => (rest, true),
        None => (rest, false),
    };
    let output = strip_prefix_any_case(rest, "output:")?.trim_start_matches(' ');
    Some((output.strip_prefix('\n').unwrap_or(output).to_owned(), unordered))
}

fn strip_prefix_any_case<'t>(text: &'t str, prefix: &str) -> Option<&'t str> {
    let head = text.get(..prefix.len())?;
    head.eq_ignore_ascii_case(prefix).then(|| &text[prefix.len()..])
}

/// The text of the last comment group in a block: neither a blank line nor code divides a group.
fn last_comment(source: &Source, block: &Block) -> Option<String> {
    let offset = |pos: Pos| (pos.0 - source.base.0) as usize;
    let mut group: Vec<&str> = Vec::new();
    let mut last: Vec<&str> = Vec::new();
    let mut newlines = 0;
    for (start, token, end) in Lexer::of_range(source, offset(block.pos), offset(block.rbrace)) {
        match token {
            Token::LineComment | Token::BlockComment(_) => {
                if newlines > 1 {
                    group.clear();
                }
                newlines = 0;
                group.push(source.slice(Span::new(start, end)));
                last.clone_from(&group);
            }
            Token::Newline => newlines += 1,
            _ => group.clear(),
        }
    }
    (!last.is_empty()).then(|| comment_text(&last))
}

/// The text of a comment group as go/ast returns it: without comment markers, directives and trailing blanks, and with
/// at most one blank line in a row.
fn comment_text(group: &[&str]) -> String {
    let mut lines: Vec<&str> = Vec::new();
    for comment in group {
        let text = match comment.strip_prefix("//") {
            Some(text) if text.starts_with(' ') => &text[1..],
            Some(text) if is_directive(text) => continue,
            Some(text) => text,
            None => {
                comment.strip_prefix("/*").and_then(|t| t.strip_suffix("*/")).unwrap_or(comment)
            }
        };
        lines.extend(text.split('\n').map(|line| line.trim_end_matches([' ', '\t', '\r', '\n'])));
    }
    let mut text = String::new();
    for line in lines {
        if !line.is_empty() || !(text.is_empty() || text.ends_with("\n\n")) {
            text.push_str(line);
            text.push('\n');
        }
    }
    // The last blank line only says that the text ends with a newline.
    if text.ends_with("\n\n") {
        text.pop();
    }
    text
}

/// Reports whether a line comment is a directive for tools, such as `//go:noinline`.
fn is_directive(text: &str) -> bool {
    if ["line ", "extern ", "export "].iter().any(|word| text.starts_with(word)) {
        return true;
    }
    let word = |c: u8| c.is_ascii_lowercase() || c.is_ascii_digit();
    let Some((tool, rest)) = text.split_once(':') else { return false };
    !tool.is_empty() && tool.bytes().all(word) && rest.bytes().next().is_some_and(word)
}

#[cfg(test)]
mod tests {
    use super::*;
    use minigo_syntax::parse_file;

    fn functions(text: &str) -> Result<TestFunctions, String> {
        let mut sources = SourceMap::new();
        let source = sources.add("a_test.go", text.to_owned()).unwrap().clone();
        let file = parse_file(&source).file;
        let mut functions = TestFunctions::default();
        functions.add(&sources, &file, PACKAGE_NAME).map(|()| functions)
    }

    #[test]
    fn the_last_comment_of_an_example_is_its_output() {
        let of = |body: &str| {
            let text = format!("package a\nfunc ExampleX() {{\n{body}\n}}\n");
            let functions = functions(&text).unwrap();
            functions.examples.into_iter().map(|e| (e.output, e.unordered)).next()
        };
        assert_eq!(of("f()\n// Output: a\n//  b\n"), Some(("a\n b\n".into(), false)));
        assert_eq!(
            of("f()\n\n// note\n\n// unordered OUTPUT:\n// a\n"),
            Some(("a\n".into(), true))
        );
        assert_eq!(of("f()\n// Output:"), Some((String::new(), false)));
        assert_eq!(of("// Output: a\nf()\n// end"), None);
        assert_eq!(of("/* Output:\na\n\n\nb */"), Some(("a\n\nb\n".into(), false)));
        assert_eq!(of("// note\n// Output: a"), None);
    }

    #[test]
    fn names_and_signatures_make_tests() {
        let found = functions(
            "package a\nfunc Test(t *testing.T) {}\nfunc TestA(t *T) {}\nfunc Testify() {}\nfunc TestMain(m *testing.M) {}\nfunc FuzzX(f *testing.F) {}\n",
        )
        .unwrap();
        let names: Vec<&str> = found.tests.iter().map(|f| f.name.as_str()).collect();
        assert_eq!(names, ["Test", "TestA"]);
        assert!(found.main.is_some() && found.fuzz_targets.len() == 1);
        let wrong = functions("package a\nfunc TestA(t testing.T) {}\n").unwrap_err();
        assert!(wrong.ends_with("wrong signature for TestA, must be: func TestA(t *testing.T)"));
    }
}
