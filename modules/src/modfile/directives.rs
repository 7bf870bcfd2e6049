//! The directives of `go.mod` and `go.work`: reads their arguments and reports errors in them.

use super::syntax::{Comments, SyntaxErrors, quoted};
use super::{
    FileKind, Godebug, ModFile, Replace, Require, Retract, Use, VersionFixer, comment_text,
    deprecation,
};
use crate::path::{self, PathKind, canonical, fits_major, major, major_of_suffix, split_major};
use crate::version::ModuleVersion;

pub(super) struct DirectiveReader<'r, 'f> {
    pub(super) mod_file: &'r mut ModFile,
    pub(super) kind: FileKind,
    pub(super) faults: &'r mut SyntaxErrors<'f>,
    pub(super) fix: Option<VersionFixer<'r>>,
}

impl DirectiveReader<'_, '_> {
    /// Reads one directive.
    pub(super) fn directive(
        &mut self,
        verb: &str,
        args: &mut [String],
        at: (usize, usize),
        comments: &Comments,
        block: Option<&Comments>,
    ) {
        let read = match (verb, self.kind) {
            ("go", _) => self.go(args),
            ("module", FileKind::Main | FileKind::Dependency) => self.module(args, comments, block),
            ("require" | "exclude", FileKind::Main) | ("require", FileKind::Dependency) => {
                self.require(verb, args, comments)
            }
            ("retract", FileKind::Main | FileKind::Dependency) => {
                match self.retract(args, comments, block) {
                    // Malformed retractions in another module are ignored.
                    Err(_) if self.kind == FileKind::Dependency => Ok(()),
                    read => read,
                }
            }
            (_, FileKind::Dependency) => Ok(()),
            ("toolchain", _) => self.toolchain(args),
            ("godebug", _) => godebug(args, at.0).map(|it| self.mod_file.godebugs.push(it)),
            ("replace", _) => self.replace(args),
            ("use", FileKind::Work) => only_argument(args, "usage: use local/dir").map(|path| {
                let module_path = comment_text(comments, block);
                self.mod_file.uses.push(Use { path, module_path });
            }),
            ("tool" | "ignore", FileKind::Main) => only_argument(
                args,
                &format!("{verb} directive expects exactly one argument"),
            )
            .map(|path| {
                let tool = verb == "tool";
                let list = if tool { &mut self.mod_file.tools } else { &mut self.mod_file.ignores };
                list.push(path);
            }),
            _ => Err(format!("unknown directive: {verb}")),
        };
        if let Err(text) = read {
            self.faults.add(at, text);
        }
    }

    fn go(&mut self, args: &[String]) -> Result<(), String> {
        if self.mod_file.go.is_some() {
            return Err("repeated go statement".to_owned());
        }
        let [version] = args else {
            return Err("go directive expects exactly one argument".to_owned());
        };
        let lax = self.kind == FileKind::Dependency;
        match is_version(version) {
            true => self.mod_file.go = Some(version.clone()),
            false if lax && lax_version(version).is_some() => {
                self.mod_file.go = lax_version(version);
            }
            false => {
                return Err(format!("invalid go version '{version}': must match format 1.23.0"));
            }
        }
        Ok(())
    }

    fn module(
        &mut self,
        args: &mut [String],
        comments: &Comments,
        block: Option<&Comments>,
    ) -> Result<(), String> {
        if self.mod_file.path.is_some() {
            return Err("repeated module statement".to_owned());
        }
        // A `module` line without a path still counts as the module statement.
        self.mod_file.path = Some(String::new());
        self.mod_file.deprecated = deprecation(&comment_text(comments, block));
        self.mod_file.path = Some(only_argument(args, "usage: module module/path")?);
        Ok(())
    }

    fn require(
        &mut self,
        verb: &str,
        args: &mut [String],
        comments: &Comments,
    ) -> Result<(), String> {
        let [path, version] = args else {
            return Err(format!("usage: {verb} module/path v1.2.3"));
        };
        let path = unquote(path)?;
        let version = self.version(verb, &path, version)?;
        check_major(&path, &version).map_err(|why| format!("{verb} {path}: {why}"))?;
        let module = ModuleVersion { path, version };
        if verb == "require" {
            let indirect = is_indirect(comments);
            self.mod_file.requires.push(Require { module, indirect });
        } else {
            self.mod_file.excludes.push(module);
        }
        Ok(())
    }

    /// Reads a version for the module at this path. The word is replaced by the full version.
    fn version(&mut self, verb: &str, path: &str, word: &mut String) -> Result<String, String> {
        let mut version = unquote(word)?;
        if let Some(fix) = self.fix
            && canonical(&version) != version
        {
            version = fix(path, &version).map_err(|why| format!("{verb} {path}: {why}"))?;
        }
        let full = canonical(&version);
        if full.is_empty() {
            let version = path::quote(&version);
            let why = "must be of the form v1.2.3";
            return Err(format!("{verb} {path}: version {version} invalid: {why}"));
        }
        *word = quoted(&full);
        Ok(full)
    }

    fn toolchain(&mut self, args: &[String]) -> Result<(), String> {
        if self.mod_file.toolchain.is_some() {
            return Err("repeated toolchain statement".to_owned());
        }
        let [name] = args else {
            return Err("toolchain directive expects exactly one argument".to_owned());
        };
        if name == "default" || name == "go1" || name.starts_with("go1.") {
            self.mod_file.toolchain = Some(name.clone());
            return Ok(());
        }
        Err(format!("invalid toolchain version '{name}': must match format go1.23.0 or default"))
    }

    fn replace(&mut self, args: &mut [String]) -> Result<(), String> {
        let arrow = if args.get(1).is_some_and(|a| a == "=>") { 1 } else { 2 };
        let right = args.len().saturating_sub(arrow + 1);
        if !(1..=2).contains(&right) || args[arrow] != "=>" {
            let usage = "usage: replace module/path [v1.2.3] => other/module v1.4\n\
                \t or replace module/path [v1.2.3] => ../local/directory";
            return Err(usage.to_owned());
        }
        let old = unquote(&mut args[0])?;
        let mut version = String::new();
        if arrow == 2 {
            version = self.version("replace", &old, &mut args[1])?;
            check_major(&old, &version).map_err(|why| format!("replace {old}: {why}"))?;
        }
        let new = unquote(&mut args[arrow + 1])?;
        let new_version = match (right, is_directory(&new)) {
            (1, true) => String::new(),
            (1, false) if new.contains('@') => {
                return Err(
                    "replacement module must match format 'path version', not 'path@version'"
                        .to_owned(),
                );
            }
            (1, false) => {
                return Err("replacement module without version must be directory path \
                    (rooted or starting with . or ..)"
                    .to_owned());
            }
            (_, true) => {
                return Err(format!(
                    "replacement module directory path {} cannot have version",
                    path::quote(&new)
                ));
            }
            (_, false) => {
                let version = self.version("replace", &new, &mut args[arrow + 2])?;
                check_major(&new, &version).map_err(|why| format!("replace {new}: {why}"))?;
                version
            }
        };
        let old = ModuleVersion { path: old, version };
        let new = ModuleVersion { path: new, version: new_version };
        self.mod_file.replaces.push(Replace { old, new });
        Ok(())
    }

    /// Reads the arguments of `retract`: one version, or two in brackets.
    fn retract(
        &mut self,
        args: &mut [String],
        comments: &Comments,
        block: Option<&Comments>,
    ) -> Result<(), String> {
        let rationale = comment_text(comments, block);
        let path = self.mod_file.path.clone().unwrap_or_default();
        let mut version = |word: &mut String| self.version("retract", &path, word);
        let (low, high) = match args {
            [] => return Err("expected '[' or version".to_owned()),
            [first] if first != "[" && first != "(" => {
                let version = version(first)?;
                (version.clone(), version)
            }
            [open, low, comma, high, close] if open == "[" && comma == "," && close == "]" => {
                (version(low)?, version(high)?)
            }
            [open, .., close] if open == "[" && close != "]" => {
                return Err("expected ']' after version".to_owned());
            }
            [open, _, ..] if open == "[" => {
                return Err("expected ',' after version".to_owned());
            }
            [open, ..] if open == "[" || open == "(" => {
                return Err("expected '[' or version".to_owned());
            }
            [_, after, ..] => return Err(format!("unexpected token after version: {after:?}")),
            [_] => return Err("expected '[' or version".to_owned()),
        };
        self.mod_file.retracts.push(Retract { low, high, rationale });
        Ok(())
    }
}

/// Reports whether the path of a replacement is that of a directory.
#[must_use]
pub fn is_directory(path: &str) -> bool {
    path == "." || path == ".." || ["./", "../", "/"].iter().any(|start| path.starts_with(start))
}

/// Reports whether the comment at the end of a `require` line is `// indirect`.
pub(super) fn is_indirect(comments: &Comments) -> bool {
    let Some(comment) = comments.suffix.first() else { return false };
    let mut words = comment.trim_start_matches("//").split_whitespace();
    let first_two = (words.next(), words.next());
    matches!(first_two, (Some("indirect"), None) | (Some("indirect;"), Some(_)))
}

/// The only argument; it is an error if there are more or fewer.
fn only_argument(args: &mut [String], usage: &str) -> Result<String, String> {
    match args {
        [arg] => unquote(arg),
        _ => Err(usage.to_owned()),
    }
}

/// The value of a word that may be quoted. Quotes that the word does not need are removed from it.
fn unquote(word: &mut String) -> Result<String, String> {
    let plain = unquoted(word)?;
    *word = quoted(&plain);
    Ok(plain)
}

fn unquoted(word: &str) -> Result<String, String> {
    if word.starts_with('"') {
        // Only the escapes `\"` and `\\` are handled: paths need no others.
        let inner = word.strip_prefix('"').unwrap_or(word).strip_suffix('"').unwrap_or_default();
        let plain = inner.replace("\\\\", "").replace("\\\"", "");
        if plain.contains('\\') {
            return Err("invalid quoted string: invalid syntax".to_owned());
        }
        return Ok(inner.replace("\\\"", "\"").replace("\\\\", "\\"));
    }
    if word.contains(['"', '`']) {
        let text = "invalid quoted string: unquoted string cannot contain quote";
        return Err(text.to_owned());
    }
    Ok(word.to_owned())
}

/// Reports whether the text is a version such as `1.27`, `1.27.3` or `1.27rc1`.
#[must_use]
pub fn is_version(text: &str) -> bool {
    let digits = text.find(|c: char| c != '.' && !c.is_ascii_digit()).unwrap_or(text.len());
    let (numbers, suffix) = text.split_at(digits);
    let parts: Vec<&str> = numbers.split('.').collect();
    let number = |p: &&str| !p.is_empty() && (*p == "0" || !p.starts_with('0'));
    let letters = suffix.trim_start_matches(|c: char| c.is_ascii_lowercase());
    let pre = suffix.is_empty()
        || letters.len() < suffix.len()
            && !letters.is_empty()
            && letters.bytes().all(|b| b.is_ascii_digit());
    matches!(parts.len(), 2 | 3) && parts.iter().all(number) && parts[0] != "0" && pre
}

/// The version `1.14` in texts such as `v1.14.3` or `1.14-x`, which old modules contain.
fn lax_version(text: &str) -> Option<String> {
    let text = text.strip_prefix('v').unwrap_or(text);
    let (major, rest) = text.split_once('.')?;
    let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
    let plain = format!("{major}.{}", &rest[..end]);
    is_version(&plain).then_some(plain)
}

fn godebug(args: &[String], line: usize) -> Result<Godebug, String> {
    let setting = match args {
        [setting] if !setting.contains(['"', '`', '\'', ',']) => setting.split_once('='),
        _ => None,
    };
    let (key, value) = setting.ok_or("usage: godebug key=value")?;
    Ok(Godebug { key: key.to_owned(), value: value.to_owned(), line })
}

/// Checks that the module at this path may have this major version.
///
/// # Errors
/// Returns a message in the words of the go command.
pub(crate) fn check_major(path: &str, version: &str) -> Result<(), String> {
    let suffix = match split_major(path) {
        Some((_, suffix)) => suffix,
        None if path.starts_with("gopkg.in/") => {
            return path::check(path, PathKind::Module);
        }
        None => "",
    };
    if fits_major(version, suffix) {
        return Ok(());
    }
    let wanted = match suffix {
        "" => "v0 or v1",
        suffix => major_of_suffix(suffix),
    };
    let (shown, major) = (path::quote(version), major(version));
    Err(format!("version {shown} invalid: should be {wanted}, not {major}"))
}
