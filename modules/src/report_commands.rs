//! Commands that report on modules: `download`, `graph`, `verify`, `why`.

use minigo_syntax::small_sort::SmallSort as _;
use serde::Serialize;

use crate::graph::{Pruning, is_go_or_toolchain};
use crate::module_cache::DownloadedFiles;
use crate::project::Project;
use crate::proxy::MessageSubject;
use crate::query::AllowedVersions;
use crate::requirements::Requirements;
use crate::update_requirements::{
    KeptSums, convert_pruning, needed_sums, update_roots, write_files,
};
use crate::version::ModuleVersion;

/// A module as `go mod download -json` prints it.
#[derive(Debug, Default, Serialize)]
struct ModuleJson {
    #[serde(rename = "Path")]
    path: String,
    #[serde(rename = "Version", skip_serializing_if = "String::is_empty")]
    version: String,
    #[serde(rename = "Query", skip_serializing_if = "String::is_empty")]
    query: String,
    #[serde(rename = "Error", skip_serializing_if = "String::is_empty")]
    error: String,
    #[serde(rename = "Info", skip_serializing_if = "String::is_empty")]
    info: String,
    #[serde(rename = "GoMod", skip_serializing_if = "String::is_empty")]
    go_mod: String,
    #[serde(rename = "Zip", skip_serializing_if = "String::is_empty")]
    zip: String,
    #[serde(rename = "Dir", skip_serializing_if = "String::is_empty")]
    dir: String,
    #[serde(rename = "Sum", skip_serializing_if = "String::is_empty")]
    sum: String,
    #[serde(rename = "GoModSum", skip_serializing_if = "String::is_empty")]
    go_mod_sum: String,
}

impl ModuleJson {
    fn new(module: &ModuleVersion, query: &str, files: DownloadedFiles, error: String) -> Self {
        let text = |path: std::path::PathBuf| path.display().to_string();
        Self {
            path: module.path.clone(),
            query: query.to_owned(),
            version: module.version.clone(),
            error,
            info: text(files.info),
            go_mod: text(files.mod_file),
            zip: text(files.zip),
            dir: text(files.dir),
            sum: files.sum,
            go_mod_sum: files.mod_sum,
        }
    }

    fn json(&self) -> String {
        let mut out = Vec::new();
        let formatter = serde_json::ser::PrettyFormatter::with_indent(b"\t");
        let mut serializer = serde_json::Serializer::with_formatter(&mut out, formatter);
        // Serialising strings cannot fail.
        let _ = self.serialize(&mut serializer);
        out.push(b'\n');
        String::from_utf8(out).unwrap_or_default()
    }
}

/// Downloads the modules that the arguments name, or all modules that the main module needs. Returns the output of
/// `-json`.
///
/// # Errors
/// Returns the text for standard output, and the error messages.
pub fn download(
    project: &mut Project<'_>,
    args: &[String],
    json: bool,
) -> Result<String, (String, Vec<String>)> {
    let one = |error: String| (String::new(), vec![format!("go: {error}")]);
    project.store.quiet.set(true);
    let mut requirements = Requirements::of_files(project).with_go_line(project);
    requirements = convert_pruning(project, &requirements).map_err(one)?.unwrap_or(requirements);
    if args.is_empty() && requirements.pruning == Pruning::Pruned {
        requirements.graph(project).map_err(one)?;
    }
    let mut errors = Vec::new();
    let mut out = String::new();
    let WantedDownloads { downloads, graph_error } =
        wanted_downloads(project, &requirements, args, &mut errors);
    if downloads.is_empty() && graph_error.is_none() && args.is_empty() {
        (project.report_progress)("go: no module dependencies to download");
    }
    let mut downloaded = Vec::new();
    for Download { module, query, error } in downloads {
        if let Some(error) = error {
            out += &ModuleJson::new(&module, &query, DownloadedFiles::default(), error).json();
            continue;
        }
        if module.version.is_empty() {
            continue;
        }
        let actual = project.effective_module(&module);
        if actual.version.is_empty() {
            continue;
        }
        match project.store.download_all(&actual) {
            (files, None) => {
                out += &ModuleJson::new(&module, &query, files, String::new()).json();
                downloaded.push(actual.mod_file());
            }
            (files, Some(failure)) => {
                let error = match failure.message_subject {
                    MessageSubject::Reason => format!("{module}: {}", failure.text),
                    MessageSubject::Module
                    | MessageSubject::ListedSum
                    | MessageSubject::SumDatabase => failure.text,
                };
                out += &ModuleJson::new(&module, &query, files, error.clone()).json();
                errors.push(format!("go: {error}"));
            }
        }
    }
    // With -json the objects contain the failures. Only the modules that arguments name must all have been downloaded.
    if (json || errors.is_empty() || args.is_empty()) && !project.mains.is_empty() {
        let mut keep = needed_sums(project, &requirements, None, false, KeptSums::BuildList);
        if args.is_empty() && project.work.is_none() {
            // Checksums of modules are only added for named or needed modules.
            keep.retain(|module| module.version.ends_with("/go.mod"));
        }
        if project.work.is_some() {
            keep.extend(downloaded);
        }
        if let Err(error) = write_files(project, &requirements, &keep) {
            errors.push(format!("go: {error}"));
        }
    }
    // A module whose go.mod cannot be read has most often been reported already, as one that cannot be downloaded.
    let has_failed = !errors.is_empty() || graph_error.is_some();
    if json {
        errors.clear();
    }
    if errors.is_empty() {
        errors.extend(graph_error.map(|error| format!("go: {error}")));
    }
    let out = if json { out } else { String::new() };
    if has_failed { Err((out, errors)) } else { Ok(out) }
}

/// The modules that `mod download` names.
struct WantedDownloads {
    downloads: Vec<Download>,
    /// The reason why the module graph, and so the list, is not whole.
    graph_error: Option<String>,
}

/// A module to download.
struct Download {
    module: ModuleVersion,
    /// The query in the argument, if it is not the version itself.
    query: String,
    /// The reason why no such version exists.
    error: Option<String>,
}

impl Download {
    fn new(module: ModuleVersion, query: &str) -> Self {
        Self { module, query: query.to_owned(), error: None }
    }
}

fn wanted_downloads(
    project: &Project<'_>,
    requirements: &Requirements,
    args: &[String],
    errors: &mut Vec<String>,
) -> WantedDownloads {
    let mut graph_error = None;
    let mut build_list = || {
        let (graph, error) = requirements.readable_graph(project);
        graph_error = error;
        graph.build_list()
    };
    if args.is_empty() {
        let mut all = match requirements.pruning {
            Pruning::Pruned => requirements.roots.clone(),
            _ => build_list(),
        };
        all.retain(|it| !is_go_or_toolchain(&it.path));
        let downloads = all.into_iter().map(|it| Download::new(it, "")).collect();
        return WantedDownloads { downloads, graph_error };
    }
    let mut out = Vec::new();
    for arg in args {
        if let Some((path, query)) = arg.split_once('@') {
            let found = project.query_among(path, query, None, AllowedVersions::Current);
            let found = found.map_err(|none| none.failure(&format!("module {path}"), query).text);
            if let Err(error) = &found {
                let module = ModuleVersion::new(path, query);
                out.push(Download { module, query: String::new(), error: Some(error.clone()) });
            }
            let shown = if found.as_deref() == Ok(query) { "" } else { query };
            match found {
                Ok(version) => out.push(Download::new(ModuleVersion::new(path, &version), shown)),
                Err(error) => errors.push(format!("go: {error}")),
            }
            continue;
        }
        let root = requirements.root_version(project, arg).filter(|version| !version.is_empty());
        if let Some(version) = root.filter(|_| requirements.pruning == Pruning::Pruned) {
            // The required version is the selected one, so the graph need not be read.
            out.push(Download::new(ModuleVersion::new(arg, version), ""));
            continue;
        }
        let all = build_list();
        let matches = |module: &&ModuleVersion| {
            !is_go_or_toolchain(&module.path)
                && (arg == "all" || matches_pattern(arg, &module.path))
        };
        let found: Vec<_> = all.iter().filter(matches).cloned().collect();
        if found.is_empty() && arg.contains("...") {
            (project.report_progress)(&format!("go: no matching modules for pattern {arg:?}"));
        } else if found.is_empty() && arg != "all" {
            errors.push(format!("go: module {arg}: not a known dependency"));
        }
        out.extend(found.into_iter().map(|module| Download::new(module, "")));
    }
    WantedDownloads { downloads: out, graph_error }
}

/// Reports whether a pattern with `...` matches a path.
#[must_use]
pub fn matches_pattern(pattern: &str, path: &str) -> bool {
    fn matches(pattern: &[u8], path: &[u8]) -> bool {
        match pattern {
            [] => path.is_empty(),
            [b'.', b'.', b'.', rest @ ..] => (0..=path.len()).any(|at| matches(rest, &path[at..])),
            [first, rest @ ..] => path.first() == Some(first) && matches(rest, &path[1..]),
        }
    }
    // `x/...` matches `x` too.
    let bare = pattern.strip_suffix("/...");
    bare.is_some_and(|bare| matches(bare.as_bytes(), path.as_bytes()))
        || matches(pattern.as_bytes(), path.as_bytes())
}

/// The module graph as text, one edge on each line.
///
/// # Errors
/// Fails if the graph cannot be read.
pub fn graph(project: &Project<'_>, go: Option<&str>) -> Result<String, String> {
    let mut requirements = Requirements::of_files(project);
    if let Some(go) = go {
        let pruning = crate::graph::pruning(go);
        requirements = Requirements::new(pruning, requirements.roots, requirements.direct);
    }
    requirements.graph(project)?;
    let direct = requirements.direct.clone();
    let mut requirements = update_roots(project, &requirements, direct, None, &[])?;
    let mut graph = requirements.graph(project)?;
    let listed = requirements.roots.iter().any(|root| root.path == "go");
    if let Some(go) = graph.selected_version("go").filter(|_| !listed && project.work.is_none()) {
        // The version of a main module without a go line is raised to the one that its dependencies require.
        let mut roots = requirements.roots.clone();
        roots.push(ModuleVersion::new("go", go));
        requirements = Requirements::new(requirements.pruning, roots, requirements.direct);
        graph = requirements.graph(project)?;
    }
    let mut out = String::new();
    let modules = if project.work.is_some() {
        // In a workspace, the go line is a root beside the modules, sorted by path.
        let go = ModuleVersion::new("go", requirements.go());
        let mut roots: Vec<_> = graph.main_modules.iter().cloned().chain([go]).collect();
        roots.small_sort_by(|a, b| a.path.cmp(&b.path));
        graph.breadth_first_from(roots)
    } else {
        graph.breadth_first()
    };
    for module in modules {
        for required in graph.required_by(&module).unwrap_or_default() {
            out += &format!("{module} {required}\n");
        }
    }
    Ok(out)
}

/// Compares the module cache with the checksums of the downloads.
///
/// # Errors
/// Returns the changes that were found, one message each.
pub fn verify(project: &Project<'_>) -> Result<String, Vec<String>> {
    let requirements = Requirements::of_files(project);
    let graph = requirements.graph(project).map_err(|error| vec![format!("go: {error}")])?;
    let mut wrong = Vec::new();
    for module in graph.build_list() {
        let actual = project.effective_module(&module);
        if actual.version.is_empty() || is_go_or_toolchain(&actual.path) {
            continue;
        }
        if let Err(errors) = project.store.verify_copy(&actual) {
            wrong.extend(errors.into_iter().map(|text| {
                text.replacen(
                    &actual.to_string(),
                    &format!("{} {}", actual.path, actual.version),
                    1,
                )
            }));
        }
    }
    if wrong.is_empty() { Ok("all modules verified\n".to_owned()) } else { Err(wrong) }
}
