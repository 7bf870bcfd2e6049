//! The parts of `go.mod` and `go.work` that loading a program needs; crate `minigo-modules` reads the format.

use minigo_modules::modfile;
pub use minigo_modules::modfile::{FileKind, Replace};
use minigo_modules::version::ModuleVersion;

use crate::load::godebug::Setting;

/// The contents of a `go.mod` or `go.work`.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ModFile {
    /// The module's path.
    pub path: Option<String>,
    /// The `go` line as written.
    pub go: Option<String>,
    /// The required modules.
    pub requires: Vec<ModuleVersion>,
    /// The excluded versions.
    pub excludes: Vec<ModuleVersion>,
    /// The `replace` lines.
    pub replaces: Vec<Replace>,
    /// The module directories in the `use` lines of a workspace.
    pub uses: Vec<String>,
    /// The GODEBUG settings.
    pub godebugs: Vec<Setting>,
}

impl ModFile {
    /// The version in the `go` line; `1.16` for a file without one.
    pub fn go_version(&self) -> &str {
        self.go.as_deref().unwrap_or("1.16")
    }
}

/// Reads the text of a file; messages name the file as `file`.
///
/// # Errors
/// Returns the errors, one on each line.
pub fn parse(file: &str, text: &str, kind: FileKind) -> Result<ModFile, String> {
    let found = modfile::parse(file, text, kind, None)?;
    let setting = |it: modfile::Godebug| Setting { name: it.key, value: it.value, line: it.line };
    Ok(ModFile {
        path: found.path,
        go: found.go,
        requires: found.requires.into_iter().map(|require| require.module).collect(),
        excludes: found.excludes,
        replaces: found.replaces,
        uses: found.uses.into_iter().map(|used| used.path).collect(),
        godebugs: found.godebugs.into_iter().map(setting).collect(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_and_single_lines_say_the_same() {
        let text = "module m // x\nreplace (\n\ta.b/x v1.0.0 => ../x // why\n\tq => q/v2 v2.0.0\n)\n\nreplace a.b/y => ./y\n";
        let found = parse("go.mod", text, FileKind::Main).unwrap();
        assert_eq!(found.path.as_deref(), Some("m"));
        let shown = found.replaces.iter().map(|r| format!("{} => {}", r.old, r.new));
        let wanted = ["a.b/x@v1.0.0 => ../x", "q => q/v2@v2.0.0", "a.b/y => ./y"];
        assert_eq!(shown.collect::<Vec<_>>(), wanted);
    }

    // The expected texts are those of the go command.
    #[test]
    fn module_file_errors_match_the_go_command() {
        let cases = [
            ("module\n", "go.mod:1: usage: module module/path"),
            ("module m\nfoo bar\n", "go.mod:2: unknown directive: foo"),
            ("module m\ngo 1.x\n", "go.mod:2: invalid go version '1.x': must match format 1.23.0"),
            ("module m\ngo 1\n", "go.mod:2: invalid go version '1': must match format 1.23.0"),
            ("module m\nmodule n\n", "go.mod:2: repeated module statement"),
            ("module m\ngo 1.20\ngo 1.21\n", "go.mod:3: repeated go statement"),
            ("module \"m\n", "go.mod:1:10: unexpected newline in string"),
            (
                "module m\nrequire (\n",
                "go.mod:3: syntax error (unterminated block started at go.mod:2:1)",
            ),
            ("module m\n)\n", "go.mod:2: unknown directive: )"),
            ("module m\nrequire x\n", "go.mod:2: usage: require module/path v1.2.3"),
            ("module m\nrequire (\n\tx\n)\n", "go.mod:3:2: usage: require module/path v1.2.3"),
            (
                "module m\nreplace x ../y\n",
                "go.mod:2: usage: replace module/path [v1.2.3] => other/module v1.4\n\t or replace module/path [v1.2.3] => ../local/directory",
            ),
            ("module m\nfoo (\n a\n b\n)\n", "go.mod:2: unknown block type: foo"),
            (
                "module m /* x */\n",
                "go.mod:1:10: mod files must use // comments (not /* */ comments)",
            ),
            (
                "module `m`\n",
                "go.mod:1: invalid quoted string: unquoted string cannot contain quote",
            ),
            ("module \"m\\x\"\n", "go.mod:1: invalid quoted string: invalid syntax"),
            ("module m\ngodebug x\n", "go.mod:2: usage: godebug key=value"),
            ("module m\ntool\n", "go.mod:2: tool directive expects exactly one argument"),
            ("module m\nretract\n", "go.mod:2: expected '[' or version"),
        ];
        for (text, wanted) in cases {
            assert_eq!(parse("go.mod", text, FileKind::Main), Err(wanted.to_owned()), "{text:?}");
        }
        for text in ["module (\n m\n)\n", "module m\nrequire ( )\n", "module m\ngo 1.20rc1\n"] {
            assert!(parse("go.mod", text, FileKind::Main).is_ok(), "{text:?}");
        }
        assert!(parse("go.mod", "module m\nfoo bar\n", FileKind::Dependency).is_ok());
    }
}
