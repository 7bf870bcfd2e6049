//! `minigo list -m`: modules.

use super::Object;
use crate::load::fs_view::FsView;
use crate::load::listing::json;
use crate::load::modules::describe::Description;
use crate::load::modules::module::{Module, is_local};
use crate::load::patterns::matches;
use crate::options::go_flags::Line;

/// The modules that the words name; without words the main modules.
///
/// # Errors
/// A module that is not known.
pub(super) fn objects(fs: &FsView, line: &Line) -> Result<Vec<Object>, String> {
    let module = Module::in_effect(fs)?;
    if module.is_none() && line.words.is_empty() {
        let path = "command-line-arguments".to_owned();
        return Ok(vec![object(&Description { path, main: true, ..Description::default() })]);
    }
    let module = module.ok_or_else(|| {
        "go: cannot match \"all\": go.mod file not found in current directory or any parent directory; see 'go help modules'"
            .to_owned()
    })?;
    if line.words.is_empty() {
        return Ok(module.describe_mains(fs).iter().map(object).collect());
    }
    let all = module.describe_all(fs)?;
    let (mut found, mut unknown): (Vec<&Description>, Vec<String>) = Default::default();
    for word in &line.words {
        if word.contains('@') {
            return Err(format!(
                "minigo list: -m {word} is not supported: it does not look for other versions"
            ));
        }
        if is_local(word) {
            return Err(format!("go: cannot use relative path {word} to specify module"));
        }
        let before = found.len();
        let wanted = |module: &&Description| word == "all" || matches(word, &module.path);
        for module in all.iter().filter(wanted) {
            if !found.contains(&module) {
                found.push(module);
            }
        }
        if found.len() == before
            && !all.iter().any(|module| matches(word, &module.path))
            && word != "all"
        {
            match word.contains("...") {
                true => {
                    super::print_error(&format!(
                        "go: warning: pattern {word:?} matched no module dependencies"
                    ));
                }
                false => unknown.push(format!("go: module {word}: not a known dependency")),
            }
        }
    }
    if unknown.is_empty() {
        Ok(found.into_iter().map(object).collect())
    } else {
        Err(unknown.join("\n"))
    }
}

/// The modules of the program as JSON, for the template's function `module`.
pub(super) fn known(fs: &FsView) -> Vec<String> {
    let all = Module::in_effect(fs).ok().flatten().and_then(|module| module.describe_all(fs).ok());
    all.iter().flatten().map(|module| json::object(fields(module).iter())).collect()
}

fn object(module: &Description) -> Object {
    let words = |module: &Description| match module.version.as_str() {
        "" => module.path.clone(),
        version => format!("{} {version}", module.path),
    };
    let mut text = words(module);
    if let Some(to) = &module.replace {
        text += &format!(" => {}", words(to));
    }
    Object { text, fields: fields(module) }
}

/// The fields that say something, with their values as JSON.
fn fields(module: &Description) -> Vec<(&'static str, String)> {
    let mut all = Vec::new();
    let mut text = |name, value: &String| {
        all.extend((!value.is_empty()).then(|| (name, json::text(value))));
    };
    text("Path", &module.path);
    text("Version", &module.version);
    let replace = module.replace.as_deref().map(|to| json::object(fields(to).iter()));
    text("Time", &module.time);
    let mut after = Vec::new();
    for (name, on) in [("Main", module.main), ("Indirect", module.indirect)] {
        after.extend(on.then(|| (name, "true".to_owned())));
    }
    let rest = [
        ("Dir", &module.dir),
        ("GoMod", &module.go_mod),
        ("GoVersion", &module.go_version),
        ("Sum", &module.sum),
        ("GoModSum", &module.go_mod_sum),
    ];
    after.extend(
        rest.into_iter()
            .filter(|(_, value)| !value.is_empty())
            .map(|(name, value)| (name, json::text(value))),
    );
    let version = all.iter().position(|(name, _)| *name == "Time").unwrap_or(all.len());
    all.splice(version..version, replace.map(|replace| ("Replace", replace)));
    all.extend(after);
    all
}
