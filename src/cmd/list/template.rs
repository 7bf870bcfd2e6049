//! `-f`: executes a template of Go's text/template. The Go program in `template.go` uses the real package.

use super::ListedObject;
use crate::cache;
use crate::load::fs_view::FsView;
use crate::load::go_env::go_env;
use crate::load::goroot::Goroot;
use crate::load::listing::{experiments, json};
use crate::load::modules::LANGUAGE_VERSION;
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

/// The source of the program. The program reads objects as JSON and prints the output of the template for each.
const PROGRAM: &str = include_str!("template.go");

/// Prints the output of a template for packages or modules; returns the exit status.
///
/// # Errors
/// Fails if the program cannot be run.
pub(super) fn print_template(
    fs: &FsView,
    format: &str,
    modules: bool,
    objects: &[ListedObject],
) -> Result<u8, String> {
    let failed = |error: std::io::Error| format!("minigo list: -f: {}", crate::errno::text(&error));
    let (file, _until_here) =
        cache::helper_program_file("list_template.go", PROGRAM).map_err(failed)?;
    let mut input = context_json(fs);
    let known =
        if format.contains("module") { super::modules::modules_json(fs) } else { Vec::new() };
    input += &format!("[{}]\n", known.join(","));
    for object in objects {
        input += &json::object(object.fields.iter());
        input.push('\n');
    }
    let minigo = std::env::current_exe().map_err(failed)?;
    let kind = if modules { "module" } else { "package" };
    let mut command = Command::new(minigo);
    // The user's flags and environment are meant for the listed packages, so the program gets none of them.
    command
        .arg("run")
        .arg("--")
        .arg(file)
        .args([kind, format])
        .env_remove("GOFLAGS")
        .env("GO111MODULE", "off");
    let mut child = command.stdin(Stdio::piped()).spawn().map_err(failed)?;
    if let Some(mut stdin) = child.stdin.take() {
        // If the program has ended early, it has printed the reason.
        let _ = stdin.write_all(input.as_bytes());
    }
    let status = child.wait().map_err(failed)?;
    Ok(status.code().and_then(|code| u8::try_from(code).ok()).unwrap_or(super::FAILURE_STATUS))
}

/// The result of the template function `context`, as JSON.
fn context_json(fs: &FsView) -> String {
    let root = Goroot::find(fs).ok();
    let root = root.as_ref().and_then(|root| root.src().parent()).unwrap_or(Path::new(""));
    let home = || fs.env("HOME").map_or_else(String::new, |home| format!("{home}/go"));
    let path = go_env(fs, "GOPATH").unwrap_or_else(home);
    let tags = fs.build_flags().ok().and_then(|flags| flags.tags.clone()).unwrap_or_default();
    let tags: Vec<&str> = tags.split([',', ' ']).filter(|tag| !tag.is_empty()).collect();
    let releases: Vec<String> =
        (1..=LANGUAGE_VERSION.1).map(|minor| format!("go1.{minor}")).collect();
    let context = serde_json::json!({
        "GOARCH": "amd64",
        "GOOS": "linux",
        "GOROOT": root.display().to_string(),
        "GOPATH": path,
        "CgoEnabled": false,
        "Compiler": "gc",
        "BuildTags": tags,
        "ToolTags": experiments(),
        "ReleaseTags": releases,
    });
    format!("{context}\n")
}
