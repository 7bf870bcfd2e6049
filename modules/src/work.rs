//! `go work`: makes a `go.work`, adds modules to it, and raises requirements to the versions of the workspace.

use minigo_syntax::small_sort::SmallSort as _;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use crate::config::Config;
use crate::get::edit_requirements::edit_requirements_again;
use crate::load_packages::{LoadRules, LoadedPackages, load_packages, main_packages, packages_of};
use crate::modfile::{self, FileKind, ModFile};
use crate::module_cache::ModuleCache;
use crate::project::{
    Project, WantedMainModules, clean_path, nearest_directory, read_work, relative_path,
};
use crate::release::Release;
use crate::requirements::Requirements;
use crate::tidy::{ResolveRules, compatible_sums, resolve_packages};
use crate::update_requirements::{KeptSums, needed_sums, tidy_roots, write_files};
use crate::version::ModuleVersion;

/// The path of the `go.work` that is in use in a directory.
///
/// # Errors
/// Fails if `GOWORK` is not an absolute path.
pub fn find_go_work(config: &Config, here: &Path) -> Result<Option<PathBuf>, String> {
    match config.go_work.as_deref() {
        Some("off") => Ok(None),
        Some(file) if !file.is_empty() && !file.starts_with('/') => {
            Err("invalid GOWORK: not an absolute path".into())
        }
        Some(file) if !file.is_empty() => Ok(Some(file.into())),
        _ => Ok(nearest_directory(here, "go.work").map(|dir| dir.join("go.work"))),
    }
}

/// The name of a directory in `go.work`.
fn use_path(dir: &Path, work: &Path, given: &str) -> String {
    if given.starts_with('/') {
        return given.trim_end_matches('/').to_owned();
    }
    let name = relative_path(dir, work);
    let local = matches!(&*name, "." | "..") || name.starts_with("./") || name.starts_with("../");
    if local { name } else { format!("./{name}") }
}

/// Makes a `go.work` that uses the modules in these directories.
///
/// # Errors
/// Fails if one of the directories contains no module.
pub fn init(file: &Path, here: &Path, dirs: &[String], release: &str) -> Result<(), String> {
    let mut work = ModFile::default();
    work.set_go(Some(release));
    let parent = file.parent().unwrap_or(here);
    for given in dirs {
        let dir = clean_path(&here.join(given));
        if !dir.is_dir() {
            return Err(format!("directory {} does not exist", shown_path(given)));
        }
        if !dir.join("go.mod").is_file() {
            let name = clean_name(given);
            return Err(format!("no go.mod file exists in directory {name}"));
        }
        work.add_line_once(FileKind::Work, "use", &[&use_path(&dir, parent, given)]);
    }
    finish_file(&mut work, parent, file)
}

fn clean_name(given: &str) -> String {
    let name = clean_path(Path::new(given)).display().to_string();
    if name.is_empty() { ".".into() } else { name }
}

fn shown_path(given: &str) -> String {
    clean_name(given)
}

/// Raises the go line to the modules' latest version, then sorts and writes the file.
pub(crate) fn finish_file(work: &mut ModFile, dir: &Path, file: &Path) -> Result<(), String> {
    raise_go_line(work, dir)?;
    work.sort_blocks();
    work.clean_up();
    fs::write(file, work.print()).map_err(|error| format!("open {}: {error}", file.display()))
}

fn raise_go_line(work: &mut ModFile, dir: &Path) -> Result<(), String> {
    let mut go = work.go.clone().unwrap_or_else(|| "1.18".into());
    for used in work.uses.clone() {
        let path = clean_path(&dir.join(&used.path)).join("go.mod");
        let text = fs::read_to_string(&path).map_err(|error| match error.kind() {
            std::io::ErrorKind::NotFound => {
                format!("open {}: no such file or directory", path.display())
            }
            _ => format!("open {}: {error}", path.display()),
        })?;
        if let Ok(module) = modfile::parse("go.mod", &text, FileKind::Dependency, None)
            && let Some(other) = module.go
            && Release::parse(&other) > Release::parse(&go)
        {
            go = other;
        }
    }
    if work.go.as_ref() != Some(&go) {
        work.set_go(Some(&go));
    }
    Ok(())
}

/// Adds module directories to a workspace; returns whether all could be added.
///
/// # Errors
/// Fails if the file is malformed or cannot be written.
pub fn add_uses(
    file: &Path,
    here: &Path,
    dirs: &[String],
    recursive: bool,
    release: &str,
    report: &dyn Fn(&str),
) -> Result<bool, String> {
    let work = read_work(file, here, release)?;
    let mut changed = work.file;
    let mut all_good = true;
    for given in dirs {
        let top = clean_path(&here.join(given));
        let mut found = vec![(top.clone(), given.clone())];
        if recursive && top.is_dir() {
            found = modules_below(&top, given);
            // Listed directories below `top` that no longer contain a module are removed.
            let listed: Vec<String> = changed.uses.iter().map(|used| used.path.clone()).collect();
            for path in listed {
                let dir = clean_path(&work.dir.join(&path));
                if dir.starts_with(&top) && !dir.join("go.mod").is_file() {
                    changed.drop_lines(FileKind::Work, "use", &[&path]);
                }
            }
            if found.is_empty() {
                continue;
            }
        }
        for (dir, given) in found {
            let listed: Vec<String> = changed
                .uses
                .iter()
                .filter(|used| clean_path(&work.dir.join(&used.path)) == dir)
                .map(|used| used.path.clone())
                .collect();
            if dir.join("go.mod").is_file() {
                let name = use_path(&dir, &work.dir, &given);
                for other in listed.iter().filter(|other| **other != name) {
                    changed.drop_lines(FileKind::Work, "use", &[other]);
                }
                changed.add_line_once(FileKind::Work, "use", &[&name]);
                continue;
            }
            if !dir.is_dir() {
                let name = clean_name(&given);
                all_good = false;
                report(&match dir.exists() {
                    true => format!("go: {name} is not a directory"),
                    false => format!("go: directory {name} does not exist"),
                });
                continue;
            }
            for path in listed {
                changed.drop_lines(FileKind::Work, "use", &[&path]);
            }
        }
    }
    match all_good {
        true => finish_file(&mut changed, &work.dir, file)?,
        false => raise_go_line(&mut changed, &work.dir)?,
    }
    Ok(all_good)
}

impl Project<'_> {
    /// Checks that no module of a workspace needs a later Go than `go.work` names. Before Go 1.21 a go line was no
    /// requirement.
    ///
    /// # Errors
    /// Fails if a module needs a later Go.
    pub(crate) fn check_go_lines(&self) -> Result<(), String> {
        let listed = self.go_version();
        let mut errors = Vec::new();
        for main in &self.mains {
            let go = main.file.go_version();
            let go_of_module = Release::parse(go);
            if go_of_module >= Release::parse("1.21") && go_of_module > Release::parse(&listed) {
                let shown = self.shown_path(&main.dir);
                errors.push(format!(
                    "module {shown} listed in go.work file requires go >= {go}, but go.work lists go {listed}; to download and use go {go}:\n\tgo work use"
                ));
            }
        }
        if errors.is_empty() { Ok(()) } else { Err(errors.join("\ngo: ")) }
    }

    /// Reports a `go.work` that replaces a module of the workspace at all versions. As in the go command, the command
    /// continues.
    pub(crate) fn check_replaced_modules(&mut self) {
        let Some(work) = &self.work else { return };
        let all = work.file.replaces.iter().filter(|it| it.old.version.is_empty());
        let wrong = all.filter(|it| self.find_main(&it.old.path).is_some());
        let mut has_failed = false;
        for replace in wrong {
            let path = &replace.old.path;
            (self.report_progress)(&format!(
                "go: workspace module {path} is replaced at all versions in the go.work file. To fix, remove the replacement from the go.work file or specify the version at which to replace the module."
            ));
            has_failed = true;
        }
        self.has_printed_error |= has_failed;
    }
}

/// The directories with a `go.mod` in a directory and below it.
fn modules_below(top: &Path, given: &str) -> Vec<(PathBuf, String)> {
    let mut out = Vec::new();
    let mut todo = vec![top.to_path_buf()];
    while let Some(dir) = todo.pop() {
        if dir.join("go.mod").is_file() {
            let below = dir.strip_prefix(top).map(Path::to_path_buf).unwrap_or_default();
            out.push((dir.clone(), Path::new(given).join(below).display().to_string()));
        }
        for entry in fs::read_dir(&dir).into_iter().flatten().flatten() {
            let name = entry.file_name().to_string_lossy().into_owned();
            if entry.file_type().is_ok_and(|kind| kind.is_dir()) && name != "vendor" {
                todo.push(entry.path());
            }
        }
    }
    out.small_sort();
    out
}

/// The modules of the packages that a main module's packages and their tests import, directly or indirectly.
fn needed_modules(loaded: &LoadedPackages) -> Vec<ModuleVersion> {
    let modules = loaded.packages.iter().filter_map(|package| package.module.as_ref());
    let needed: BTreeSet<_> = modules.filter(|module| !module.version.is_empty()).collect();
    needed.into_iter().cloned().collect()
}

/// For each module of the workspace, raises its requirements of modules that provide packages to the versions that the
/// workspace selects, and adds the requirements that its packages need.
///
/// # Errors
/// Fails if a module cannot be read or written.
pub fn sync<'c>(
    project: &mut Project<'c>,
    store: &dyn Fn() -> Result<ModuleCache<'c>, String>,
) -> Result<(), String> {
    let workspace = Requirements::of_files(project);
    workspace.graph(project)?;
    let how = LoadRules {
        loads_tests: true,
        loads_all: true,
        are_roots_imported: false,
        all_includes_tests: false,
    };
    if project.has_printed_error {
        return Ok(());
    }
    let needed: Vec<Vec<ModuleVersion>> = project
        .mains
        .iter()
        .map(|main| {
            Ok(needed_modules(&load_packages(project, &workspace, &packages_of(main), how)?))
        })
        .collect::<Result<_, String>>()?;
    let mut read: Option<Project<'c>> = None;
    for (main, needed) in project.mains.iter().zip(&needed) {
        let wants = WantedMainModules {
            uses_workspace: false,
            requires_main: true,
            allows_later_go: false,
        };
        let own_store = store()?;
        // A go.mod that was read for the workspace or another module is not read again: its checksum may not be listed.
        own_store.take_mod_files(read.as_ref().map_or(&project.store, |it| &it.store));
        let mut own = Project::open(
            project.config,
            own_store,
            project.report_progress,
            &main.dir,
            wants,
            None,
        )
        .map_err(|error| error.to_string())?;
        let old = Requirements::of_files(&own);
        let listed = old.roots.clone();
        let edited = edit_requirements_again(&own, old, &BTreeMap::new(), needed)?.requirements;
        if edited.roots != listed {
            let roots = main_packages(&own);
            let resolving = ResolveRules {
                load_rules: how,
                drops_unneeded: true,
                ignores_dependency_tests: false,
                adds_missing_modules: false,
            };
            let resolved = resolve_packages(&own, edited, &roots, resolving)?;
            let loaded = resolved.loaded;
            let updated = tidy_roots(&own, &resolved.requirements, &loaded)?;
            // The go command drops checksums as `go mod tidy` does.
            let mut tidy = needed_sums(&own, &updated, Some(&loaded), true, KeptSums::Loaded);
            tidy.extend(compatible_sums(&own, &updated, &loaded, None)?);
            own.store.sums.borrow_mut().written_sums.drop_unneeded(&|module| tidy.contains(module));
            let keep = needed_sums(&own, &updated, Some(&loaded), false, KeptSums::BuildList);
            write_files(&mut own, &updated, &keep)?;
        }
        read = Some(own);
    }
    let work = project.work.as_mut().ok_or("no go.work file found")?;
    let (dir, path) = (work.dir.clone(), work.path.clone());
    finish_file(&mut work.file, &dir, &path)
}
