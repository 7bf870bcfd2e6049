//! `go mod vendor`: copies the packages that the main modules need into a directory `vendor`, and writes its
//! `modules.txt`.

use minigo_syntax::small_sort::SmallSort as _;
use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use crate::graph::{Pruning, is_go_or_toolchain, sort};
use crate::imports;
use crate::load_packages::{LoadRules, LoadedPackages, main_packages};
use crate::project::{Project, Replacement, relative_path};
use crate::release::is_release_at_least;
use crate::requirements::Requirements;
use crate::tidy::{ResolveRules, ResolvedPackages, resolve_packages};
use crate::update_requirements::{KeptSums, needed_sums, write_files};
use crate::version::ModuleVersion;

/// The prefixes of the names of files about a module as a whole, which are copied too.
const NOTICE_PREFIXES: &[&str] = &[
    "AUTHORS",
    "CONTRIBUTORS",
    "COPYLEFT",
    "COPYING",
    "COPYRIGHT",
    "LEGAL",
    "LICENSE",
    "NOTICE",
    "PATENTS",
];

/// The flags of `go mod vendor`.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// `-o`: the directory to write instead of `vendor`.
    pub out: Option<PathBuf>,
    /// `-v`: copied modules and packages are listed.
    pub verbose: bool,
    /// `-e`: errors do not end the command.
    pub lenient: bool,
}

/// Replaces the directory `vendor`.
///
/// # Errors
/// Returns an error for packages that cannot be loaded, or files that cannot be copied.
pub fn vendor(project: &mut Project<'_>, options: &Options) -> Result<(), Vec<String>> {
    let one = |error: String| vec![format!("go: {error}")];
    // `mod vendor` changes go.mod and go.sum only with -mod=mod; `work vendor` adds to go.work.sum.
    let read_only = project.config.module_mode.as_deref() != Some("mod") && project.work.is_none();
    project.store.read_only.set(read_only);
    let requirements = Requirements::of_files(project);
    let before = requirements.roots.clone();
    let how = LoadRules {
        loads_tests: false,
        loads_all: true,
        are_roots_imported: false,
        all_includes_tests: false,
    };
    let resolving = ResolveRules {
        load_rules: how,
        drops_unneeded: false,
        ignores_dependency_tests: true,
        adds_missing_modules: false,
    };
    let roots = main_packages(project);
    let ResolvedPackages { requirements, loaded } =
        resolve_packages(project, requirements, &roots, resolving).map_err(one)?;
    let mut errors: Vec<String> =
        (0..loaded.packages.len()).filter_map(|id| loaded.error(id)).collect();
    errors.dedup();
    if read_only && requirements.pruning == Pruning::Pruned || project.work.is_some() {
        errors.splice(0..0, implicit_import_errors(project, &requirements, &loaded, &before));
    }
    if !errors.is_empty() && !options.lenient {
        return Err(errors.into_iter().map(|text| format!("go: {text}")).collect());
    }
    if !read_only {
        let keep = needed_sums(project, &requirements, Some(&loaded), false, KeptSums::BuildList);
        write_files(project, &requirements, &keep).map_err(one)?;
    } else if before != requirements.roots {
        return Err(one("updates to go.mod needed; to update it:\n\tgo mod tidy".into()));
    }
    let base = match &project.work {
        Some(work) => work.dir.clone(),
        None => project.main().dir.clone(),
    };
    let out = match &options.out {
        Some(out) => project.working_dir.join(out),
        None => base.join("vendor"),
    };
    crate::files::remove_all(&out).map_err(|error| one(error.to_string()))?;
    let mut packages: BTreeMap<ModuleVersion, BTreeSet<usize>> = BTreeMap::new();
    for (id, package) in loaded.packages.iter().enumerate() {
        let module = package.module.as_ref().filter(|module| !module.version.is_empty());
        if let Some(module) = module.filter(|_| package.test_of.is_none()) {
            packages.entry(module.clone()).or_default().insert(id);
        }
    }
    let text = modules_txt_text(project, &requirements, &loaded, &packages, &base).map_err(one)?;
    if text.is_empty() {
        (project.report_progress)("go: no dependencies to vendor");
        return Ok(());
    }
    if options.verbose {
        text.lines()
            .filter(|it| !it.starts_with("## "))
            .for_each(|line| (project.report_progress)(line));
    }
    for (module, ids) in &packages {
        for id in ids {
            copy_package(project, module, &loaded, *id, &out).map_err(one)?;
        }
    }
    let write = || {
        fs::create_dir_all(&out)?;
        fs::write(out.join("modules.txt"), &text)
    };
    write().map_err(|error| one(error.to_string()))
}

/// The errors for imports of the main modules from modules that they do not require: read-only commands do not add the
/// requirements.
fn implicit_import_errors(
    project: &Project<'_>,
    requirements: &Requirements,
    loaded: &LoadedPackages,
    listed: &[ModuleVersion],
) -> Vec<String> {
    let graph = project.work.as_ref().map(|_| requirements.readable_graph(project).0);
    // In a workspace, a module counts as required if its requirements belong to the workspace's graph.
    let is_listed = |module: &ModuleVersion| match &graph {
        Some(graph) => graph.required_by(module).is_some(),
        None => listed.iter().any(|root| root.path == module.path),
    };
    let mut out = Vec::new();
    for (id, package) in loaded.packages.iter().enumerate() {
        if !package.module.as_ref().is_some_and(|module| module.version.is_empty()) {
            continue;
        }
        for import in package.imports.iter().map(|id| &loaded.packages[*id]) {
            let module = import.module.as_ref().filter(|module| !module.version.is_empty());
            let Some(module) = module.filter(|module| !is_listed(module)) else { continue };
            let (stack, path, import) = (loaded.import_stack(id), &package.path, &import.path);
            let test = if package.test_of.is_some() { ".test" } else { "" };
            out.push(format!(
                "{stack}{test}: package {path} imports {import} from implicitly required module; to add missing requirements, run:\n\tgo get {module}"
            ));
        }
    }
    out
}

/// The text of `modules.txt`.
fn modules_txt_text(
    project: &Project<'_>,
    requirements: &Requirements,
    loaded: &LoadedPackages,
    packages: &BTreeMap<ModuleVersion, BTreeSet<usize>>,
    base: &Path,
) -> Result<String, String> {
    let graph = requirements.graph(project)?;
    let go = requirements.go();
    let explicit: HashSet<ModuleVersion> = match &project.work {
        Some(_) => {
            let all = project.mains.iter().flat_map(|main| &main.file.requires);
            all.map(|require| require.module.clone()).collect()
        }
        None => requirements.roots.iter().cloned().collect(),
    };
    let with_notes = is_release_at_least(go, "1.14");
    let mut out = String::new();
    let mut written = HashSet::new();
    let mut all: Vec<ModuleVersion> = graph.build_list();
    if with_notes && project.work.is_some() {
        // Versions that modules of the workspace require are listed even if they are not selected.
        all.extend(explicit.iter().cloned());
        sort(&mut all);
        all.dedup();
    }
    for module in all {
        if module.version.is_empty() || is_go_or_toolchain(&module.path) {
            continue;
        }
        let used = packages.get(&module);
        let is_explicit = with_notes && explicit.contains(&module);
        if used.is_none() && !is_explicit {
            continue;
        }
        let replacement = project.replacement(&module);
        writeln!(out, "{}", module_line(project, &module, replacement, base)).expect("a string");
        // The `go` line of a version that is not selected is taken from the selected version.
        let selected = graph.selected_version(&module.path).unwrap_or(&module.version);
        let read = project.summary(&ModuleVersion::new(&module.path, selected));
        let version = read.as_ref().as_ref().ok().and_then(|summary| summary.go.clone());
        let version = version.filter(|_| is_release_at_least(go, "1.17"));
        let explicit = if is_explicit { "explicit" } else { "" };
        match (explicit, version) {
            ("", None) => {}
            ("", Some(go)) => writeln!(out, "## go {go}").expect("a string"),
            (_, None) => writeln!(out, "## explicit").expect("a string"),
            (_, Some(go)) => writeln!(out, "## explicit; go {go}").expect("a string"),
        }
        written.insert(module.clone());
        let paths = used.into_iter().flatten().map(|id| loaded.packages[*id].path.as_str());
        for path in paths.collect::<BTreeSet<&str>>() {
            writeln!(out, "{path}").expect("a string");
        }
    }
    if with_notes {
        let work = project.work.iter().flat_map(|work| &work.file.replaces);
        let mains = project.mains.iter().flat_map(|main| &main.file.replaces);
        for old in work.chain(mains).map(|replace| &replace.old) {
            if written.insert(old.clone()) {
                let replacement = project.replacement(old);
                writeln!(out, "{}", module_line(project, old, replacement, base))
                    .expect("a string");
            }
        }
    }
    if project.work.is_some() && !out.is_empty() {
        out.insert_str(0, "## workspace\n");
    }
    Ok(out)
}

fn module_line(
    project: &Project<'_>,
    module: &ModuleVersion,
    replacement: Option<&Replacement>,
    base: &Path,
) -> String {
    let mut out = format!("# {}", module.path);
    if !module.version.is_empty() {
        out += &format!(" {}", module.version);
    }
    let Some(replacement) = replacement else { return out };
    let to = &replacement.to;
    let path = match replacement.directory() {
        Some(dir) if project.work.is_some() && !to.path.starts_with('/') => {
            let relative = relative_path(&dir, base);
            if relative.starts_with('.') { relative } else { format!("./{relative}") }
        }
        _ => to.path.clone(),
    };
    out += &format!(" => {path}");
    if !to.version.is_empty() {
        out += &format!(" {}", to.version);
    }
    out
}

/// Copies a package, the files that it embeds, and the notices of the directories around it.
fn copy_package(
    project: &Project<'_>,
    module: &ModuleVersion,
    loaded: &LoadedPackages,
    id: usize,
    out: &Path,
) -> Result<(), String> {
    let package = &loaded.packages[id];
    let (root, _) = crate::load_packages::source_directory(project, module)?;
    let to = out.join(&package.path);
    let old = !is_release_at_least(&project.go_version(), "1.17");
    let text = |error: std::io::Error| error.to_string();
    fs::create_dir_all(&to).map_err(text)?;
    let entries = fs::read_dir(&package.dir).map_err(text)?;
    for entry in entries.flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        let path = entry.path();
        if path.is_file() && is_copied(&path, &name, old) {
            copy_file(&path, &to.join(&name))?;
        }
    }
    for file in embedded_files(&package.dir, &package.embeds) {
        copy_file(&package.dir.join(&file), &to.join(&file))?;
    }
    // The notices in the module's root and in the directories between the root and the package.
    let mut from = package.dir.clone();
    let mut below = package.path.clone();
    loop {
        for entry in fs::read_dir(&from).into_iter().flatten().flatten() {
            let name = entry.file_name().to_string_lossy().into_owned();
            let is_notice = NOTICE_PREFIXES.iter().any(|start| name.starts_with(start));
            let to = out.join(&below);
            if is_notice && entry.path().is_file() {
                fs::create_dir_all(&to).map_err(text)?;
                copy_file(&entry.path(), &to.join(&name))?;
            }
        }
        if from == root || below == module.path {
            return Ok(());
        }
        let (Some(parent), Some((above, _))) = (from.parent(), below.rsplit_once('/')) else {
            return Ok(());
        };
        (from, below) = (parent.to_path_buf(), above.to_owned());
    }
}

fn is_copied(path: &Path, name: &str, old: bool) -> bool {
    if name.ends_with("_test.go") {
        return false;
    }
    if matches!(name, "go.mod" | "go.sum") {
        return old;
    }
    if name.ends_with(".go") {
        let text = fs::read(path).unwrap_or_default();
        return imports::constraint_holds(&String::from_utf8_lossy(&text));
    }
    true
}

fn copy_file(from: &Path, to: &Path) -> Result<(), String> {
    let bytes = fs::read(from).map_err(|error| format!("open {}: {error}", from.display()))?;
    if let Some(dir) = to.parent() {
        fs::create_dir_all(dir).map_err(|error| error.to_string())?;
    }
    fs::write(to, bytes).map_err(|error| format!("open {}: {error}", to.display()))
}

/// The files below a directory that patterns of `//go:embed` lines match.
fn embedded_files(dir: &Path, patterns: &BTreeSet<String>) -> Vec<PathBuf> {
    let mut out = Vec::new();
    for pattern in patterns {
        let (all, pattern) = match pattern.strip_prefix("all:") {
            Some(pattern) => (true, pattern),
            None => (false, pattern.as_str()),
        };
        for found in matching_paths(dir, pattern) {
            let path = dir.join(&found);
            if path.is_file() {
                out.push(found);
            } else if path.is_dir() {
                add_files_below(dir, &found, all, &mut out);
            }
        }
    }
    out.small_sort();
    out.dedup();
    out
}

fn add_files_below(dir: &Path, at: &Path, all: bool, out: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(dir.join(at)).into_iter().flatten().flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        if !all && name.starts_with(['.', '_']) {
            continue;
        }
        let path = at.join(&name);
        if entry.path().is_dir() {
            if !entry.path().join("go.mod").is_file() {
                add_files_below(dir, &path, all, out);
            }
        } else if entry.path().is_file() {
            out.push(path);
        }
    }
}

/// The paths below a directory that a pattern matches, element by element.
fn matching_paths(dir: &Path, pattern: &str) -> Vec<PathBuf> {
    let mut found = vec![PathBuf::new()];
    for element in pattern.split('/') {
        let mut next = Vec::new();
        for at in found {
            for entry in fs::read_dir(dir.join(&at)).into_iter().flatten().flatten() {
                let name = entry.file_name().to_string_lossy().into_owned();
                if crate::config::glob(element.as_bytes(), name.as_bytes()) {
                    next.push(at.join(name));
                }
            }
        }
        found = next;
    }
    found
}
