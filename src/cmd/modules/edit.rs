//! `minigo mod edit` and `minigo work edit`.

use super::flags::{Flag, ParsedFlags};
use super::{Context, fail_with, parse_flags, print};
use minigo_modules::modfile::{self, FileKind, ModFile};
use minigo_modules::path::{PathKind, canonical, check_elements, quote};
use minigo_modules::project::nearest_directory;
use minigo_modules::version::ModuleVersion;
use minigo_syntax::small_sort::SmallSort as _;
use serde_json::{Map, Value, json};
use std::path::PathBuf;

/// The flags that change a `go.mod`.
const MODULE_FLAGS: &[Flag] = &[
    Flag::Value("module"),
    Flag::Value("require"),
    Flag::Value("droprequire"),
    Flag::Value("exclude"),
    Flag::Value("dropexclude"),
    Flag::Value("retract"),
    Flag::Value("dropretract"),
    Flag::Value("tool"),
    Flag::Value("droptool"),
    Flag::Value("ignore"),
    Flag::Value("dropignore"),
];

/// The flags that change a `go.mod` or a `go.work`.
const COMMON_FLAGS: &[Flag] = &[
    Flag::Value("go"),
    Flag::Value("toolchain"),
    Flag::Value("godebug"),
    Flag::Value("dropgodebug"),
    Flag::Value("replace"),
    Flag::Value("dropreplace"),
    Flag::Switch("fmt"),
    Flag::Switch("print"),
    Flag::Switch("json"),
];

/// `minigo mod edit`
pub(super) fn run(words: &[String]) -> Result<(), u8> {
    let known = [MODULE_FLAGS, COMMON_FLAGS].concat();
    let given = parse_flags("mod edit", words, &known)?;
    edit_file(&given, FileKind::Main, "mod edit")
}

/// `minigo work edit`
pub(super) fn run_work(words: &[String]) -> Result<(), u8> {
    let known = [&[Flag::Value("use"), Flag::Value("dropuse")], COMMON_FLAGS].concat();
    let given = parse_flags("work edit", words, &known)?;
    edit_file(&given, FileKind::Work, "work edit")
}

fn edit_file(given: &ParsedFlags, kind: FileKind, name: &str) -> Result<(), u8> {
    if given.flags.iter().all(|(flag, _)| matches!(*flag, "modfile" | "modcacherw" | "x")) {
        return Err(fail_with(&format!("no flags specified (see 'go help {name}').")));
    }
    if given.has("json") && given.has("print") {
        return Err(fail_with("cannot use both -json and -print"));
    }
    if given.words.len() > 1 {
        return Err(fail_with("too many arguments"));
    }
    let path = edited_file_path(given, kind)?;
    let shown = path.display().to_string();
    let text = std::fs::read_to_string(&path)
        .map_err(|error| fail_with(&format!("open {shown}: {}", crate::errno::text(&error))))?;
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let mut file = modfile::parse(&shown, &text, kind, None)
        .map_err(|error| fail_with(&format!("errors parsing {name}:\n{error}")))?;
    for (flag, value) in &given.flags {
        apply_flag(&mut file, kind, flag, value).map_err(|error| match error {
            EditError::Value(text) => fail_with(&text),
            EditError::Option(text) => super::print_error(&format!("go mod: {text}")),
        })?;
    }
    file.sort_blocks();
    file.clean_up();
    if given.has("json") {
        let json = as_json(&file, kind);
        print(&(indented_json(&json) + "\n"));
        return Ok(());
    }
    let new = file.print();
    if given.has("print") {
        print(&new);
        return Ok(());
    }
    if new == text {
        return Ok(());
    }
    std::fs::write(&path, new)
        .map_err(|error| fail_with(&format!("open {shown}: {}", crate::errno::text(&error))))
}

fn edited_file_path(given: &ParsedFlags, kind: FileKind) -> Result<PathBuf, u8> {
    if let Some(file) = given.words.first() {
        return Ok(file.into());
    }
    let context = Context::new(given).map_err(|error| fail_with(&error))?;
    if kind == FileKind::Work {
        return super::work::go_work_path(&context).map_err(|error| fail_with(&error));
    }
    if let Some(file) = &context.config.mod_file {
        return Ok(file.clone());
    }
    nearest_directory(&context.working_dir, "go.mod").map(|dir| dir.join("go.mod")).ok_or_else(|| {
        fail_with("go.mod file not found in current directory or any parent directory; see 'go help modules'")
    })
}

/// The error of a flag that changes a file.
enum EditError {
    /// The message about a value; the go command prints it behind the prefix `go:`.
    Value(String),
    /// The message about the option `-go` or `-toolchain`; the go command prints it behind the prefix `go mod:`.
    Option(String),
}

impl From<String> for EditError {
    fn from(text: String) -> Self {
        Self::Value(text)
    }
}

/// Applies one flag to the file.
fn apply_flag(
    file: &mut ModFile,
    kind: FileKind,
    flag: &str,
    value: &str,
) -> Result<(), EditError> {
    let path_version = || path_version(flag, value);
    match flag {
        "module" => {
            check_elements(value, PathKind::Import).map_err(|why| {
                format!("invalid -module: malformed import path {}: {why}", quote(value))
            })?;
            file.set_module(value);
        }
        "go" if value == "none" => file.set_go(None),
        "go" if modfile::is_go_version(value) => file.set_go(Some(value)),
        "go" => {
            let release = crate::load::modules::RELEASE;
            return Err(EditError::Option(format!(
                "invalid -go option; expecting something like \"-go {release}\""
            )));
        }
        "toolchain" if value == "none" => file.set_toolchain(None),
        "toolchain" if value == "default" || value.starts_with("go1") => {
            file.set_toolchain(Some(value));
        }
        "toolchain" => {
            let release = crate::load::modules::RELEASE;
            return Err(EditError::Option(format!(
                "invalid -toolchain option; expecting something like \"-toolchain go{release}\""
            )));
        }
        "require" => {
            let module = path_version()?;
            file.add_require(&module.path, &module.version);
        }
        "exclude" => {
            let module = path_version()?;
            let words = [module.path.as_str(), &check_canonical(&module)?];
            file.add_line_once(kind, "exclude", &words);
        }
        "dropexclude" => {
            let module = path_version()?;
            file.drop_lines(kind, "exclude", &[&module.path, &module.version]);
        }
        "droprequire" => file.drop_lines(kind, "require", &[&path_without_version(flag, value)?]),
        "tool" | "ignore" | "use" => {
            file.add_line_once(kind, flag, &[&path_without_version(flag, value)?]);
        }
        "droptool" | "dropignore" | "dropuse" => {
            file.drop_lines(kind, &flag[4..], &[&path_without_version(flag, value)?]);
        }
        "godebug" => {
            let (key, _) = value
                .split_once('=')
                .filter(|_| !value.contains(['"', '`', '\'', ',']))
                .ok_or_else(|| format!("-godebug={value}: need key=value"))?;
            file.drop_godebug(kind, key);
            file.add_line_once(kind, "godebug", &[value]);
        }
        "dropgodebug" => file.drop_godebug(kind, value),
        "replace" => replace(file, kind, value)?,
        "dropreplace" => {
            let (path, version) = value.split_once('@').unwrap_or((value, ""));
            file.drop_replace(kind, &ModuleVersion::new(path, version));
        }
        "retract" | "dropretract" => {
            let (low, high) =
                parse_interval(value).map_err(|why| format!("-{flag}={value}: {why}"))?;
            match flag {
                "retract" => file.add_retract(&low, &high),
                _ => file.drop_retract(&low, &high),
            }
        }
        _ => {}
    }
    Ok(())
}

fn check_canonical(module: &ModuleVersion) -> Result<String, String> {
    let full = canonical(&module.version);
    if full.is_empty() {
        let version = quote(&module.version);
        return Err(format!("version {version} invalid: must be of the form v1.2.3"));
    }
    Ok(full)
}

fn path_version(flag: &str, value: &str) -> Result<ModuleVersion, String> {
    let (path, version) =
        value.split_once('@').ok_or_else(|| format!("-{flag}={value}: need path@version"))?;
    let path = path.trim();
    check_elements(path, PathKind::Import).map_err(|why| {
        format!("-{flag}={value}: invalid path: malformed import path {}: {why}", quote(path))
    })?;
    if version.is_empty() || version.contains([' ', '/', '\\']) {
        return Err(format!("-{flag}={value}: invalid version {}", quote(version)));
    }
    Ok(ModuleVersion::new(path, version))
}

fn path_without_version(flag: &str, value: &str) -> Result<String, String> {
    match value.contains('@') {
        true => Err(format!("-{flag}={value}: need just path, not path@version")),
        false => Ok(value.to_owned()),
    }
}

fn replace(file: &mut ModFile, kind: FileKind, value: &str) -> Result<(), String> {
    let (old, new) = value
        .split_once('=')
        .ok_or_else(|| format!("-replace={value}: need old[@v]=new[@w] (missing =)"))?;
    let module = |text: &str| {
        let (path, version) = text.trim().split_once('@').unwrap_or((text.trim(), ""));
        ModuleVersion::new(path, version)
    };
    if new.starts_with('>') {
        return Err(format!("-replace={value}: separator between old and new is =, not =>"));
    }
    let (old, new) = (module(old), module(new));
    if new.version.is_empty() && !modfile::is_directory(&new.path) {
        return Err(format!("-replace={value}: unversioned new path must be local directory"));
    }
    file.add_replace(kind, &old, &new);
    Ok(())
}

/// Reads an interval of versions: `v1.0.0` or `[v1.0.0,v1.2.0]`.
fn parse_interval(value: &str) -> Result<(String, String), String> {
    let one = |version: &str| check_canonical(&ModuleVersion::new("", version.trim()));
    let Some(inner) = value.strip_prefix('[') else {
        let version = one(value)?;
        return Ok((version.clone(), version));
    };
    let inner = inner.strip_suffix(']').ok_or("expected ']' after version")?;
    let (low, high) = inner.split_once(',').ok_or("expected ',' after version")?;
    Ok((one(low)?, one(high)?))
}

fn as_json(file: &ModFile, kind: FileKind) -> Value {
    let mut out = Map::new();
    if kind != FileKind::Work && file.path.is_some() {
        let mut module = Map::new();
        module.insert("Path".into(), json!(file.path));
        if !file.deprecated.is_empty() {
            module.insert("Deprecated".into(), json!(file.deprecated));
        }
        out.insert("Module".into(), module.into());
    }
    out.extend(file.go.iter().map(|go| ("Go".into(), json!(go))));
    out.extend(file.toolchain.iter().map(|name| ("Toolchain".into(), json!(name))));
    let module = |module: &ModuleVersion| {
        let mut out = Map::new();
        out.insert("Path".into(), json!(module.path));
        if !module.version.is_empty() {
            out.insert("Version".into(), json!(module.version));
        }
        out
    };
    let mut list = |name: &str, all: Vec<Value>| {
        if !all.is_empty() {
            out.insert(name.into(), all.into());
        }
    };
    let debug = file.godebugs.iter().map(|it| json!({"Key": it.key, "Value": it.value}));
    list("GoDebug", debug.collect());
    let used = |it: &modfile::Use| match it.module_path.as_str() {
        "" => json!({"DiskPath": it.path}),
        path => json!({"DiskPath": it.path, "ModulePath": path}),
    };
    list("Use", file.uses.iter().map(used).collect());
    let require = |it: &modfile::Require| {
        let mut out = module(&it.module);
        if it.indirect {
            out.insert("Indirect".into(), true.into());
        }
        out.into()
    };
    list("Require", file.requires.iter().map(require).collect());
    list("Exclude", file.excludes.iter().map(|it| module(it).into()).collect());
    let replaces =
        file.replaces.iter().map(|it| json!({"Old": module(&it.old), "New": module(&it.new)}));
    list("Replace", replaces.collect());
    let retract = |it: &modfile::Retract| match it.rationale.as_str() {
        "" => json!({"Low": it.low, "High": it.high}),
        why => json!({"Low": it.low, "High": it.high, "Rationale": why}),
    };
    list("Retract", file.retracts.iter().map(retract).collect());
    list("Tool", file.tools.iter().map(|it| json!({"Path": it})).collect());
    list("Ignore", file.ignores.iter().map(|it| json!({"Path": it})).collect());
    out.into()
}

/// A value as JSON indented by tabs; the fields of objects have the order of Go's struct fields.
fn indented_json(value: &Value) -> String {
    const FIELD_ORDER: &[&str] = &[
        "Module",
        "Path",
        "Deprecated",
        "Key",
        "Low",
        "Old",
        "DiskPath",
        "Go",
        "Toolchain",
        "GoDebug",
        "Use",
        "Require",
        "Exclude",
        "Replace",
        "Retract",
        "Tool",
        "Ignore",
        "Version",
        "Indirect",
        "Value",
        "High",
        "Rationale",
        "New",
        "ModulePath",
    ];
    fn write_json(out: &mut String, value: &Value, depth: usize) {
        let line = |out: &mut String, depth: usize| {
            out.push('\n');
            out.push_str(&"\t".repeat(depth));
        };
        match value {
            Value::Object(fields) => {
                let mut fields: Vec<_> = fields.iter().collect();
                fields.small_sort_by_key(|(name, _)| FIELD_ORDER.iter().position(|it| it == name));
                out.push('{');
                for (at, (name, value)) in fields.into_iter().enumerate() {
                    if at > 0 {
                        out.push(',');
                    }
                    line(out, depth + 1);
                    out.push_str(&format!("\"{name}\": "));
                    write_json(out, value, depth + 1);
                }
                line(out, depth);
                out.push('}');
            }
            Value::Array(all) => {
                out.push('[');
                for (at, value) in all.iter().enumerate() {
                    if at > 0 {
                        out.push(',');
                    }
                    line(out, depth + 1);
                    write_json(out, value, depth + 1);
                }
                line(out, depth);
                out.push(']');
            }
            other => out.push_str(&other.to_string()),
        }
    }
    let mut out = String::new();
    write_json(&mut out, value, 0);
    out
}
