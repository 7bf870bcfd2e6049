//! `minigo list -m`: lists modules.

use super::{ListedObject, print_error};
use crate::cmd::modules::{ProxyQueries, WantedFacts, with_proxy_queries};
use crate::load::fs_view::FsView;
use crate::load::listing::json;
use crate::load::modules::describe::{Description, ModuleError};
use crate::load::modules::module::{Module, is_local};
use crate::load::patterns::matches;
use crate::options::go_flags::CommandLine;
use minigo_modules::path::{PathKind, check};

/// The modules that the words name; without words the main modules.
///
/// # Errors
/// Returns an error for an unknown module, unless `-e` is given.
pub(super) fn module_objects(fs: &FsView, line: &CommandLine) -> Result<Vec<ListedObject>, String> {
    let facts = WantedFacts {
        wants_updates: line.is_on("u"),
        wants_versions: line.is_on("versions"),
        wants_retracted: line.is_on("retracted"),
    };
    let asks = facts.wants_updates || facts.wants_versions || facts.wants_retracted;
    let listed = match asks || line.words.iter().any(|word| word.contains('@')) {
        true => with_proxy_queries(fs, facts, |outlook| {
            let mut listed = listed_modules(fs, line, Some(outlook))?;
            listed.iter_mut().for_each(|module| outlook.complete_description(module));
            Ok(listed)
        })?,
        false => listed_modules(fs, line, None)?,
    };
    let wrong = listed.iter().filter_map(|module| module.error.as_ref());
    let wrong: Vec<String> = wrong.map(|error| format!("go: {}", error.text)).collect();
    if !wrong.is_empty() && !line.is_on("e") {
        return Err(wrong.join("\n"));
    }
    Ok(listed.iter().map(|module| json_object(module, facts)).collect())
}

fn listed_modules(
    fs: &FsView,
    line: &CommandLine,
    outlook: Option<&ProxyQueries<'_, '_>>,
) -> Result<Vec<Description>, String> {
    let words = &line.words;
    let module = Module::effective_main_module(fs)?;
    if words.is_empty() {
        let Some(module) = module else {
            let path = "command-line-arguments".to_owned();
            return Ok(vec![Description { path, main: true, ..Description::default() }]);
        };
        return Ok(module.describe_mains(fs));
    }
    if let Some(module) = module.as_ref().filter(|module| module.is_vendored()) {
        if let Some(what) = unvendored_argument(line) {
            return Err(format!("go: can't {what} using the vendor directory{BYPASS_HINT}"));
        }
        if words.iter().all(|word| word != "all" && !word.contains('@')) {
            return Ok(words.iter().map(|word| vendored_module(fs, module, word)).collect());
        }
    }
    let of_build_list = words.iter().find(|word| !word.contains('@'));
    let all = match (&module, of_build_list) {
        (Some(module), Some(_)) => module.describe_all(fs)?,
        (Some(module), None) => module.describe_all(fs).unwrap_or_default(),
        (None, Some(word)) if !line.is_on("versions") => {
            return Err(format!(
                "go: cannot match {word:?}: go.mod file not found in current directory or any parent directory; see 'go help modules'"
            ));
        }
        (None, _) => Vec::new(),
    };
    let mut found: Vec<Description> = Vec::new();
    for word in words {
        if is_local(word) {
            return Err(format!("go: cannot use relative path {word} to specify module"));
        }
        if let (Some(outlook), Some((path, query))) = (outlook, word.split_once('@')) {
            found.push(describe_at_version(fs, module.as_ref(), &all, outlook, (path, query)));
            continue;
        }
        let before = found.len();
        let wanted = |module: &&Description| word == "all" || matches(word, &module.path);
        found.extend(all.iter().filter(wanted).cloned());
        if found.len() > before || word == "all" {
            continue;
        }
        if word.contains("...") {
            let of = if line.is_on("e") { "warning" } else { "go: warning" };
            print_error(&format!("{of}: pattern {word:?} matched no module dependencies"));
            continue;
        }
        // The versions of any module can be listed, even if the program does not need it.
        let error = match line.is_on("versions") {
            true => None,
            false => ModuleError::new(format!("module {word}: not a known dependency")),
        };
        found.push(Description { path: word.clone(), error, ..Description::default() });
    }
    Ok(found)
}

const BYPASS_HINT: &str = "\n\t(Use -mod=mod or -mod=readonly to bypass.)";

/// The argument that cannot be answered from the directory `vendor`, if the command line has one.
fn unvendored_argument(line: &CommandLine) -> Option<&'static str> {
    match () {
        () if line.is_on("versions") => Some("determine available versions"),
        () if line.is_on("u") => Some("determine available upgrades"),
        () if line.words.iter().any(|word| word.contains("...")) => Some("match module patterns"),
        () => None,
    }
}

/// Describes a module that `vendor/modules.txt` lists.
fn vendored_module(fs: &FsView, module: &Module, path: &str) -> Description {
    module.describe_vendored(fs, path).unwrap_or_else(|| Description {
        path: path.to_owned(),
        error: ModuleError::new(format!(
            "module {path}: can't resolve module using the vendor directory{BYPASS_HINT}"
        )),
        ..Description::default()
    })
}

/// Describes a module at the version that a query selects.
fn describe_at_version(
    fs: &FsView,
    module: Option<&Module>,
    all: &[Description],
    outlook: &ProxyQueries<'_, '_>,
    (path, query): (&str, &str),
) -> Description {
    let current = all.iter().find(|known| known.path == path);
    let found = match check(path, PathKind::Module) {
        Err(why) => Err(format!("{path}@{query}: {why}")),
        Ok(()) if query.is_empty() => {
            Err(format!("{path}@{query}: invalid version: disallowed version string"))
        }
        Ok(()) => outlook.query(path, query, current.map(|known| known.version.as_str())),
    };
    match found {
        Err(why) => Description {
            path: path.to_owned(),
            version: query.to_owned(),
            error: ModuleError::new(why),
            ..Description::default()
        },
        Ok(found) => {
            let described = module.map(|module| module.describe_original(fs, &found));
            let mut described = described.unwrap_or_else(|| outlook.describe_module(fs, &found));
            if found.version != query {
                query.clone_into(&mut described.query);
            }
            described
        }
    }
}

/// The program's modules as JSON, for the template function `module`.
pub(super) fn modules_json(fs: &FsView) -> Vec<String> {
    let all = Module::effective_main_module(fs)
        .ok()
        .flatten()
        .and_then(|module| module.describe_all(fs).ok());
    all.iter().flatten().map(|module| json::object(fields(module).iter())).collect()
}

/// A module with its fields and the text that is printed without -f and -json.
fn json_object(module: &Description, facts: WantedFacts) -> ListedObject {
    let mut text = match facts.wants_versions {
        true => format!("{} {}", module.path, module.versions.join(" ")).trim_end().to_owned(),
        false => module_line(module),
    };
    if !module.deprecated.is_empty() {
        text += " (deprecated)";
    }
    if let Some(to) = module.replace.as_ref().filter(|_| !facts.wants_versions) {
        text += &format!(" => {}", module_line(to));
        if !to.deprecated.is_empty() {
            text += " (deprecated)";
        }
    }
    ListedObject { text, fields: fields(module) }
}

/// The module's path, its version with a mark if it is retracted, and the available update.
fn module_line(module: &Description) -> String {
    let mut text = module.path.clone();
    if !module.version.is_empty() {
        text += &format!(" {}", module.version);
        if !module.retracted.is_empty() {
            text += " (retracted)";
        }
        if let Some(update) = &module.update {
            text += &format!(" [{}]", update.version);
        }
    }
    text
}

/// The fields that are not empty, with their values as JSON.
fn fields(module: &Description) -> Vec<(&'static str, String)> {
    let text = |value: &String| (!value.is_empty()).then(|| json::text(value));
    let list = |values: &Vec<String>| (!values.is_empty()).then(|| json::text(values));
    let flag = |on: bool| on.then(|| "true".to_owned());
    let other = |of: &Option<Box<Description>>| {
        of.as_deref().map(|other| json::object(fields(other).iter()))
    };
    let all = [
        ("Path", text(&module.path)),
        ("Version", text(&module.version)),
        ("Query", text(&module.query)),
        ("Versions", list(&module.versions)),
        ("Replace", other(&module.replace)),
        ("Time", text(&module.time)),
        ("Update", other(&module.update)),
        ("Main", flag(module.main)),
        ("Indirect", flag(module.indirect)),
        ("Dir", text(&module.dir)),
        ("GoMod", text(&module.go_mod)),
        ("GoVersion", text(&module.go_version)),
        ("Retracted", list(&module.retracted)),
        ("Deprecated", text(&module.deprecated)),
        ("Error", module.error.as_ref().map(json::text)),
        ("Sum", text(&module.sum)),
        ("GoModSum", text(&module.go_mod_sum)),
    ];
    all.into_iter().filter_map(|(name, value)| Some((name, value?))).collect()
}
