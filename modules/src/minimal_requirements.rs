//! The shortest list of requirements from which the same versions are selected.

use std::collections::{HashMap, HashSet};

use crate::graph::{compare_versions, is_go_or_toolchain, sort};
use crate::project::Project;
use crate::version::ModuleVersion;

/// The shortest list of modules from which minimal version selection selects the same versions as from `keep`. The
/// modules `always` are in the list; other modules only if no module of the list requires them.
///
/// # Errors
/// Fails if a module cannot be read.
pub fn minimal_requirements(
    project: &Project<'_>,
    keep: &[ModuleVersion],
    always: &[String],
) -> Result<Vec<ModuleVersion>, String> {
    let mut walk = RequirementWalk::new(project);
    for module in keep {
        walk.visit(module)?;
    }
    // In a cycle, the order of the modules decides which of them are listed. As in the go command, the modules are
    // visited in the order of the build list.
    let max = std::mem::take(&mut walk.max_versions);
    let mut list: Vec<ModuleVersion> =
        max.iter().map(|(path, version)| ModuleVersion::new(path, version)).collect();
    sort(&mut list);
    walk = RequirementWalk { max_versions: max, ..RequirementWalk::new(project) };
    for module in &list {
        walk.visit(module)?;
    }
    let mut have = HashSet::new();
    let mut list: Vec<ModuleVersion> = Vec::new();
    let mut take = |module: &ModuleVersion, list: &mut Vec<ModuleVersion>| {
        if have.contains(module) {
            return;
        }
        list.push(module.clone());
        let mut todo = vec![module.clone()];
        while let Some(module) = todo.pop() {
            if have.insert(module.clone()) {
                todo.extend(walk.known_requirements.get(&module).into_iter().flatten().cloned());
            }
        }
    };
    for path in always {
        if let Some(version) = walk.max_versions.get(path) {
            let module = ModuleVersion::new(path, version);
            if !list.contains(&module) {
                take(&module, &mut list);
                if !list.contains(&module) {
                    list.push(module);
                }
            }
        }
    }
    for module in walk.postorder.iter().rev() {
        if walk.max_versions.get(&module.path) == Some(&module.version) {
            take(module, &mut list);
        }
    }
    sort(&mut list);
    Ok(list)
}

struct RequirementWalk<'w, 'c> {
    project: &'w Project<'c>,
    max_versions: HashMap<String, String>,
    postorder: Vec<ModuleVersion>,
    known_requirements: HashMap<ModuleVersion, Vec<ModuleVersion>>,
}

impl<'w, 'c> RequirementWalk<'w, 'c> {
    fn new(project: &'w Project<'c>) -> Self {
        Self {
            project,
            max_versions: HashMap::new(),
            postorder: Vec::new(),
            known_requirements: HashMap::new(),
        }
    }

    /// Visits a module and its requirements. In `postorder` each module comes after the modules that it requires.
    fn visit(&mut self, module: &ModuleVersion) -> Result<(), String> {
        let mut stack = vec![(module.clone(), false)];
        while let Some((module, done)) = stack.pop() {
            if done {
                self.postorder.push(module);
                continue;
            }
            if self.known_requirements.contains_key(&module) {
                continue;
            }
            let max =
                self.max_versions.entry(module.path.clone()).or_insert(module.version.clone());
            if compare_versions(&module.path, max, &module.version).is_lt() {
                max.clone_from(&module.version);
            }
            let requires = match is_go_or_toolchain(&module.path) {
                true => Vec::new(),
                false => match &*self.project.summary(&module) {
                    Ok(summary) => summary.requires.clone(),
                    Err(error) => return Err(format!("{module}: {}", error.text)),
                },
            };
            stack.push((module.clone(), true));
            stack.extend(requires.iter().rev().map(|required| (required.clone(), false)));
            self.known_requirements.insert(module, requires);
        }
        Ok(())
    }
}
