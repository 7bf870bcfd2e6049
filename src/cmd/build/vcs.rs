//! The state of the git working tree that a program is built from, as the go command records it in the build info.

use crate::load::build_info::Vcs;
use minigo_modules::version::{compare, is_valid};
use std::path::Path;
use std::process::Command;

/// The state of the git working tree that contains `dir`, if there is one. `wanted` is the value of -buildvcs.
///
/// # Errors
/// Returns the message, if git fails.
pub(super) fn vcs_state(wanted: &str, dir: &Path, module: &str) -> Result<Option<Vcs>, String> {
    match wanted {
        "auto" | "true" | "1" | "t" | "T" | "TRUE" | "True" => {}
        "false" | "0" | "f" | "F" | "FALSE" | "False" => return Ok(None),
        other => {
            return Err(format!(
                "go: value {other:?} for -buildvcs flag must be true, false or auto"
            ));
        }
    }
    let Some(root) = dir.ancestors().find(|dir| dir.join(".git").exists()) else {
        return Ok(None);
    };
    if wanted == "auto" && Command::new("git").arg("--version").output().is_err() {
        return Ok(None);
    }
    let status = run_git(root, &["status", "--porcelain"])?;
    let modified = !status.is_empty();
    let mut settings = vec![("vcs".to_owned(), "git".to_owned())];
    let mut version = None;
    // Before the first commit there is no revision to record.
    if let Ok(last) =
        run_git(root, &["-c", "log.showsignature=false", "log", "-1", "--format=%H:%ct"])
        && let Some((revision, seconds)) = last.trim().split_once(':')
        && let Ok(time) = jiff::Timestamp::from_second(seconds.parse().unwrap_or_default())
    {
        settings.push(("vcs.revision".into(), revision.into()));
        settings.push(("vcs.time".into(), time.strftime("%Y-%m-%dT%H:%M:%SZ").to_string()));
        let module_dir = dir.strip_prefix(root).unwrap_or(Path::new(""));
        version = module_version_at(root, module_dir, module, revision, time);
    }
    settings.push(("vcs.modified".into(), modified.to_string()));
    let dirty = if modified { "+dirty" } else { "" };
    let version = version.map_or_else(|| "(devel)".to_owned(), |version| version + dirty);
    Ok(Some(Vcs { version, settings }))
}

fn run_git(root: &Path, args: &[&str]) -> Result<String, String> {
    let hint = "\n\tUse -buildvcs=false to disable VCS stamping.";
    let ran = Command::new("git").arg("-C").arg(root).args(args).output();
    let ran = ran.map_err(|error| format!("error obtaining VCS status: {error}{hint}"))?;
    match ran.status.success() {
        true => Ok(String::from_utf8_lossy(&ran.stdout).into_owned()),
        false => Err(format!("error obtaining VCS status: {}{hint}", ran.status)),
    }
}

/// The version of the module at a commit: a tag of that commit, else a pseudo-version after the newest earlier tag. The
/// tags of a module below the root of the repository begin with its directory.
fn module_version_at(
    root: &Path,
    module_dir: &Path,
    module: &str,
    revision: &str,
    time: jiff::Timestamp,
) -> Option<String> {
    let major = major_of(module);
    let mut prefix = module_dir.display().to_string();
    if let Some(rest) =
        prefix.strip_suffix(&major.map_or(String::new(), |major| format!("v{major}")))
    {
        prefix = rest.trim_end_matches('/').to_owned();
    }
    let prefix = if prefix.is_empty() { prefix } else { prefix + "/" };
    let newest = |args: &[&str]| {
        let tags = run_git(root, args).ok()?;
        let versions = tags.lines().filter_map(|tag| tag.strip_prefix(&prefix));
        let fits = |version: &&str| {
            let number =
                version.strip_prefix('v').and_then(|v| v.split('.').next()?.parse::<u64>().ok());
            let of_major = match (number, major) {
                (Some(number), Some(major)) => number == major,
                (Some(number), None) => number < 2,
                (None, _) => false,
            };
            of_major && is_valid(version) && !version.contains('+')
        };
        versions.filter(fits).max_by(|a, b| compare(a, b)).map(str::to_owned)
    };
    if let Some(version) = newest(&["tag", "--points-at", "HEAD"]) {
        return Some(version);
    }
    let stamp = format!("{}-{}", time.strftime("%Y%m%d%H%M%S"), revision.get(..12)?);
    Some(match newest(&["tag", "--merged", "HEAD"]) {
        None => format!("v{}.0.0-{stamp}", major.unwrap_or(0)),
        Some(tag) if tag.contains('-') => format!("{tag}.0.{stamp}"),
        Some(tag) => {
            let (rest, patch) = tag.rsplit_once('.')?;
            format!("{rest}.{}-0.{stamp}", patch.parse::<u64>().ok()?.checked_add(1)?)
        }
    })
}

/// The major version at the end of a module path, if there is one.
fn major_of(module: &str) -> Option<u64> {
    let last = module.rsplit('/').next()?;
    let digits = last
        .strip_prefix('v')
        .or_else(|| module.strip_prefix("gopkg.in/")?.rsplit_once(".v").map(|(_, v)| v))?;
    digits.parse().ok()
}
