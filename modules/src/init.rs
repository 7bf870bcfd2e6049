//! `go mod init`.

use std::fs;
use std::path::Path;

use crate::path::{PathKind, check_elements, major_of_suffix, quote, split_major};

/// Makes a `go.mod` in the directory; returns the lines to print.
///
/// # Errors
/// Fails if the path is no module path, or a `go.mod` exists already.
pub fn init(dir: &Path, module: Option<&str>, release: &str) -> Result<Vec<String>, String> {
    let file = dir.join("go.mod");
    if file.exists() {
        return Err(format!("{} already exists", file.display()));
    }
    let module = module.filter(|module| !module.is_empty()).ok_or_else(|| {
        format!(
            "cannot determine module path for source directory {} (outside GOPATH, module path must be specified)\n\nExample usage:\n\t'go mod init example.com/m' to initialize a v0 or v1 module\n\t'go mod init example.com/m/v2' to initialize a v2 module\n\nRun 'go help mod init' for more information.",
            dir.display()
        )
    })?;
    check_module(module)?;
    let mut text = crate::modfile::ModFile::default();
    text.set_module(module);
    text.set_go(Some(release));
    fs::write(&file, text.print()).map_err(|error| format!("open {}: {error}", file.display()))?;
    let mut said = vec![format!("creating new go.mod: module {module}")];
    if has_go_files(dir, 0) {
        said.push("to add module requirements and sums:\n\tgo mod tidy".into());
    }
    Ok(said)
}

/// Checks that a main module may have this path.
fn check_module(module: &str) -> Result<(), String> {
    let shown = quote(module);
    let local = ["./", "../", "/"].iter().any(|start| module.starts_with(start));
    if local || module == "." || module == ".." {
        return Err(format!("malformed module path {shown}: is a local import path"));
    }
    if let Err(why) = check_elements(module, PathKind::Import) {
        return Err(format!("malformed module path {shown}: {why}"));
    }
    if matches!(module, "go" | "toolchain") {
        return Err(format!("invalid module path {shown}: "));
    }
    if split_major(module).is_some() {
        return Ok(());
    }
    if module.starts_with("gopkg.in/") {
        return Err(format!(
            "invalid module path {shown}: module paths beginning with gopkg.in/ must always have a major version suffix in the form of .vN:\n\tgo mod init {module}.v1"
        ));
    }
    let plain = module.trim_end_matches(|c: char| c.is_ascii_digit() || c == '.');
    let number = module[plain.len()..].split('.').next().unwrap_or_default();
    let number = number.trim_start_matches('0');
    let number = if matches!(number, "" | "1") { "2" } else { number };
    let prefix = plain.strip_suffix("/v").unwrap_or(plain);
    let hint = major_of_suffix(&format!("/v{number}")).to_owned();
    Err(format!(
        "invalid module path {shown}: major version suffixes must be in the form of /vN and are only allowed for v2 or later:\n\tgo mod init {prefix}/{hint}"
    ))
}

/// Reports whether there are Go files in the directory or up to `depth` levels below it.
fn has_go_files(dir: &Path, depth: usize) -> bool {
    let entries = fs::read_dir(dir).into_iter().flatten().flatten();
    entries.into_iter().any(|entry| {
        let name = entry.file_name().to_string_lossy().into_owned();
        let path = entry.path();
        if path.is_dir() {
            return depth < 8 && !name.starts_with(['.', '_']) && has_go_files(&path, depth + 1);
        }
        name.ends_with(".go")
    })
}
