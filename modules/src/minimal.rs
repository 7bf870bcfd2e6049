//! The shortest list of requirements from which the same versions are selected.

use std::collections::{HashMap, HashSet};

use crate::graph::{is_go, order, sort};
use crate::project::Project;
use crate::version::ModuleVersion;

/// The shortest list of modules from which minimal version selection selects the same versions as from `keep`. The
/// modules `always` are in the list; other modules only if no module of the list requires them.
///
/// # Errors
/// Fails if a module cannot be read.
pub fn minimal(
    project: &Project<'_>,
    keep: &[ModuleVersion],
    always: &[String],
) -> Result<Vec<ModuleVersion>, String> {
    let mut walk = Walk::new(project);
    for module in keep {
        walk.visit(module)?;
    }
    // In a cycle, the order of the modules decides which of them are listed. As in the go command, the modules are
    // visited in the order of the build list.
    let max = std::mem::take(&mut walk.max);
    let mut list: Vec<ModuleVersion> =
        max.iter().map(|(path, version)| ModuleVersion::new(path, version)).collect();
    sort(&mut list);
    walk = Walk { max, ..Walk::new(project) };
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
                todo.extend(walk.known.get(&module).into_iter().flatten().cloned());
            }
        }
    };
    for path in always {
        if let Some(version) = walk.max.get(path) {
            let module = ModuleVersion::new(path, version);
            if !list.contains(&module) {
                take(&module, &mut list);
                if !list.contains(&module) {
                    list.push(module);
                }
            }
        }
    }
    for module in walk.post.iter().rev() {
        if walk.max.get(&module.path) == Some(&module.version) {
            take(module, &mut list);
        }
    }
    sort(&mut list);
    Ok(list)
}

struct Walk<'w, 'c> {
    project: &'w Project<'c>,
    max: HashMap<String, String>,
    post: Vec<ModuleVersion>,
    known: HashMap<ModuleVersion, Vec<ModuleVersion>>,
}

impl<'w, 'c> Walk<'w, 'c> {
    fn new(project: &'w Project<'c>) -> Self {
        Self { project, max: HashMap::new(), post: Vec::new(), known: HashMap::new() }
    }

    /// Visits a module and its requirements. In `post` each module comes after the modules that it requires.
    fn visit(&mut self, module: &ModuleVersion) -> Result<(), String> {
        let mut stack = vec![(module.clone(), false)];
        while let Some((module, done)) = stack.pop() {
            if done {
                self.post.push(module);
                continue;
            }
            if self.known.contains_key(&module) {
                continue;
            }
            let max = self.max.entry(module.path.clone()).or_insert(module.version.clone());
            if order(&module.path, max, &module.version).is_lt() {
                max.clone_from(&module.version);
            }
            let requires = match is_go(&module.path) {
                true => Vec::new(),
                false => match &*self.project.summary(&module) {
                    Ok(summary) => summary.requires.clone(),
                    Err(error) => return Err(format!("{module}: {}", error.text)),
                },
            };
            stack.push((module.clone(), true));
            stack.extend(requires.iter().rev().map(|required| (required.clone(), false)));
            self.known.insert(module, requires);
        }
        Ok(())
    }
}
