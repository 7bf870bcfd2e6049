//! `-mod=mod`: adds the requirements and checksums that the packages of a command need, as build commands with this
//! flag do before they build.

use crate::imports;
use crate::load_packages::{LoadRules, LoadedPackages, main_packages};
use crate::project::Project;
use crate::requirements::Requirements;
use crate::tidy::{ResolveRules, ResolvedPackages, resolve_packages};
use crate::update_requirements::{KeptSums, needed_sums, write_files};
use crate::why::{is_local, named_packages};
use minigo_syntax::small_sort::SmallSort as _;

/// Changes `go.mod` and `go.sum` so that the packages that the words name can be built: with the modules that provide
/// missing packages, in their latest versions. The words are packages, patterns, or the names of files. With `tests`,
/// the tests of the packages can be built too. The build command reports packages that no module provides.
///
/// # Errors
/// Fails if the modules are inconsistent, or a file cannot be written.
pub fn add_needed_modules(
    project: &mut Project<'_>,
    words: &[String],
    tests: bool,
) -> Result<(), String> {
    let requirements = Requirements::of_files(project).with_go_line(project);
    let all = words.iter().any(|word| word == "all");
    let how = LoadRules {
        loads_tests: tests,
        loads_all: all,
        are_roots_imported: false,
        all_includes_tests: false,
    };
    let resolving = ResolveRules {
        load_rules: how,
        drops_unneeded: false,
        ignores_dependency_tests: false,
        adds_missing_modules: true,
    };
    let roots = named_import_paths(project, &requirements, words);
    let ResolvedPackages { requirements, loaded } =
        resolve_packages(project, requirements, &roots, resolving)?;
    let keep = needed_sums(project, &requirements, Some(&loaded), false, KeptSums::Loaded);
    write_files(project, &requirements, &keep)
}

/// Adds the checksums of the `go.mod` files in the module graph; with `all`, also those of the modules that the graph
/// selects but does not read.
///
/// # Errors
/// Fails if the graph cannot be read, or a file cannot be written.
pub fn add_graph_sums(project: &mut Project<'_>, all: bool) -> Result<(), String> {
    let requirements = Requirements::of_files(project).with_go_line(project);
    let graph = requirements.graph(project)?;
    let mut keep = needed_sums(project, &requirements, None, false, KeptSums::Loaded);
    for module in graph.build_list().iter().filter(|module| all && !module.version.is_empty()) {
        if !crate::graph::is_go_or_toolchain(&module.path) {
            let _ = project.summary(module);
            keep.insert(project.effective_module(module).mod_file());
        }
    }
    write_files(project, &requirements, &keep)
}

/// The import paths of the packages that the words name; for files, the packages that they import.
fn named_import_paths(
    project: &Project<'_>,
    requirements: &Requirements,
    words: &[String],
) -> Vec<String> {
    if words.iter().any(|word| word.ends_with(".go")) {
        let read = |word: &String| imports::of_file(&project.working_dir.join(word));
        let mut all: Vec<String> = words.iter().filter_map(read).flatten().collect();
        all.small_sort();
        all.dedup();
        return all;
    }
    let (of_all, others): (Vec<String>, Vec<String>) =
        words.iter().cloned().partition(|word| word == "all");
    let mut out = if of_all.is_empty() { Vec::new() } else { main_packages(project) };
    if of_all.is_empty() || !others.is_empty() {
        out.extend(named_packages(project, requirements, &LoadedPackages::default(), &others));
    }
    out.retain(|path| !path.contains("...") && !is_local(path));
    out
}
