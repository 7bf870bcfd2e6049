//! Edits requirements so that some modules have exactly the requested versions and all others keep versions as near as
//! possible to their old ones.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::rc::Rc;

use super::VersionChoice;
use crate::graph::{Graph, Pruning, compare_versions, is_go_or_toolchain};
use crate::minimal_requirements::minimal_requirements;
use crate::project::Project;
use crate::requirements::Requirements;
use crate::update_requirements::convert_pruning;
use crate::version::{ModuleVersion, compare};

/// The result of an edit.
pub(crate) struct EditResult {
    pub(crate) requirements: Requirements,
    /// Whether the roots had to be computed anew because the new go version prunes the graph.
    pub(crate) recomputed_roots: bool,
}

/// The requirements in which each module of `fixed` has its version. Modules of `wished` get their versions unless a
/// module of `fixed` prevents it. Other modules are lowered or dropped only if they require a version that is too high.
///
/// # Errors
/// Fails if two modules of `fixed` exclude each other, or a module cannot be read.
pub(crate) fn edit_requirements(
    project: &Project<'_>,
    old: Requirements,
    fixed: &BTreeMap<String, VersionChoice>,
    wished: &[ModuleVersion],
) -> Result<EditResult, String> {
    if fixed.is_empty() && wished.is_empty() {
        return Ok(EditResult { requirements: old, recomputed_roots: false });
    }
    edit_requirements_again(project, old, fixed, wished)
}

/// As [`edit_requirements`], but even where nothing is requested the roots are raised to the versions that the graph
/// selects, the language version among them.
///
/// # Errors
/// The errors of [`edit_requirements`].
pub(crate) fn edit_requirements_again(
    project: &Project<'_>,
    old: Requirements,
    fixed: &BTreeMap<String, VersionChoice>,
    wished: &[ModuleVersion],
) -> Result<EditResult, String> {
    let mut editing = RequirementsEdit {
        project,
        pruning: old.pruning,
        fixed_versions: fixed,
        versions: BTreeMap::new(),
        root_paths: BTreeSet::new(),
        versions_before: HashMap::new(),
        refused_versions: HashMap::new(),
    };
    editing.set_initial_versions(&old, wished)?;
    let graph = editing.lower_requirers()?;
    let requirements = editing.final_requirements(&old, &graph)?;
    let same = requirements.roots == old.roots;
    let requirements = if same { old } else { requirements };
    let converted = convert_pruning(project, &requirements)?;
    let expanded = converted.as_ref().is_some_and(|it| it.pruning == Pruning::Pruned);
    Ok(EditResult { requirements: converted.unwrap_or(requirements), recomputed_roots: expanded })
}

struct RequirementsEdit<'e, 'c> {
    project: &'e Project<'c>,
    pruning: Pruning,
    fixed_versions: &'e BTreeMap<String, VersionChoice>,
    /// The version of each root; without pruning, of each module in the build list.
    versions: BTreeMap<String, String>,
    /// The modules that are or were roots: they become roots again if another module requires them.
    root_paths: BTreeSet<String>,
    /// The versions before the edit.
    versions_before: HashMap<String, String>,
    /// Versions that lead to a version that is too high, and the path to that version. Any module that requires a
    /// refused version leads to a version that is too high too, even where a pruned graph no longer contains the
    /// requirements.
    refused_versions: HashMap<ModuleVersion, Vec<ModuleVersion>>,
}

impl RequirementsEdit<'_, '_> {
    fn set_initial_versions(
        &mut self,
        old: &Requirements,
        wished: &[ModuleVersion],
    ) -> Result<(), String> {
        let listed = match old.pruning {
            Pruning::Unpruned => {
                let mut all = old.graph(self.project)?.build_list();
                all.retain(|it| !it.version.is_empty() && it.path != "toolchain");
                all.extend(old.roots.iter().filter(|it| it.path == "toolchain").cloned());
                all
            }
            _ => old.roots.clone(),
        };
        for module in listed {
            raise_version(&mut self.versions, &module);
        }
        self.versions_before = self.versions.clone().into_iter().collect();
        wished.iter().for_each(|module| raise_version(&mut self.versions, module));
        for (path, choice) in self.fixed_versions {
            match choice.version.as_str() {
                "" => drop(self.versions.remove(path)),
                version => drop(self.versions.insert(path.clone(), version.to_owned())),
            }
        }
        self.root_paths = self.versions.keys().cloned().collect();
        Ok(())
    }

    fn roots(&self) -> Vec<ModuleVersion> {
        self.versions.iter().map(|(path, version)| ModuleVersion::new(path, version)).collect()
    }

    /// The graph from the roots. The selected version of each root is a root of the graph too, so that its requirements
    /// are in the graph: it will be a root of the edited requirements.
    fn graph(&self) -> Result<Rc<Graph>, String> {
        let mut roots = self.roots();
        loop {
            let next = Requirements::new(self.pruning, roots.clone(), BTreeSet::new());
            let graph = next.graph(self.project)?;
            if self.pruning == Pruning::Unpruned {
                return Ok(graph);
            }
            let selected = self.root_paths.iter().filter_map(|path| {
                graph.selected_version(path).map(|version| ModuleVersion::new(path, version))
            });
            let new: Vec<ModuleVersion> =
                selected.filter(|it| !it.version.is_empty() && !roots.contains(it)).collect();
            if new.is_empty() {
                return Ok(graph);
            }
            roots.extend(new);
        }
    }

    /// Lowers modules until none requires a version that is too high.
    fn lower_requirers(&mut self) -> Result<Rc<Graph>, String> {
        loop {
            let graph = self.graph()?;
            let mut changed = false;
            for root in self.roots() {
                let Some(way) = self.path_to_excess_version(&graph, &root) else { continue };
                if let Some(choice) = self.fixed_versions.get(&root.path) {
                    return Err(self.conflict_message(choice, &way));
                }
                changed = true;
                self.refused_versions.insert(root.clone(), way);
                match self.next_lower_version(&root) {
                    Some(version) => self.versions.insert(root.path, version),
                    None => self.versions.remove(&root.path),
                };
            }
            if !changed {
                return Ok(graph);
            }
        }
    }

    /// Reports whether the version is higher than the requested one.
    fn exceeds_fixed_version(&self, module: &ModuleVersion) -> bool {
        self.fixed_versions.get(&module.path).is_some_and(|choice| match choice.version.as_str() {
            "" => !is_go_or_toolchain(&module.path),
            limit => compare_versions(&module.path, &module.version, limit).is_gt(),
        })
    }

    /// The shortest way from a root to a version that is too high, if the root leads to one.
    fn path_to_excess_version(
        &self,
        graph: &Graph,
        root: &ModuleVersion,
    ) -> Option<Vec<ModuleVersion>> {
        let mut queue = vec![(root.clone(), self.pruning, usize::MAX)];
        let mut seen: HashSet<(ModuleVersion, bool)> = HashSet::new();
        let mut at = 0;
        while at < queue.len() {
            let (module, kind, _) = queue[at].clone();
            let refused = self.refused_versions.get(&module).map(|way| &way[1..]);
            if let Some(rest) = refused.or(self.exceeds_fixed_version(&module).then_some(&[])) {
                let mut way = Vec::new();
                let mut next = at;
                while let Some((module, _, before)) = queue.get(next) {
                    way.push(module.clone());
                    next = *before;
                }
                way.reverse();
                way.extend_from_slice(rest);
                return Some(way);
            }
            let shown = module == *root
                || kind == Pruning::Unpruned
                || self.root_paths.contains(&module.path);
            if shown && seen.insert((module.clone(), kind == Pruning::Unpruned)) {
                let below = self.pruning_below(&module, kind);
                let requires = graph.required_by(&module).unwrap_or_default();
                queue.extend(requires.iter().map(|required| (required.clone(), below, at)));
            }
            at += 1;
        }
        None
    }

    /// Whether all modules that are reached from a module belong to the graph, or only those that it lists.
    fn pruning_below(&self, module: &ModuleVersion, kind: Pruning) -> Pruning {
        if kind == Pruning::Unpruned || is_go_or_toolchain(&module.path) {
            return kind;
        }
        self.project.summary(module).as_ref().as_ref().map_or(kind, |summary| summary.pruning)
    }

    /// The highest version below that of `module` that does not lead to a version that is too high. The version before
    /// the edit is a candidate even if the list of versions does not contain it.
    fn next_lower_version(&self, module: &ModuleVersion) -> Option<String> {
        let is_lower =
            |version: &str| compare_versions(&module.path, version, &module.version).is_lt();
        let before = self.versions_before.get(&module.path).filter(|version| is_lower(version));
        let may_do = |version: &&String| {
            let candidate = ModuleVersion::new(&module.path, version);
            !self.refused_versions.contains_key(&candidate)
        };
        let allowed = |version: &&String| {
            let candidate = ModuleVersion::new(&module.path, version);
            !self.project.is_excluded(&candidate) && self.project.retraction(&candidate).is_none()
        };
        let all = self.project.store.versions(&module.path).unwrap_or_default();
        let listed = all.iter().rev().filter(|version| is_lower(version));
        let listed = listed.filter(|it| may_do(it)).find(allowed);
        let before = before.filter(may_do);
        let best = listed.into_iter().chain(before).max_by(|a, b| compare(a, b));
        best.cloned()
    }

    fn conflict_message(&self, choice: &VersionChoice, way: &[ModuleVersion]) -> String {
        let Some(last) = way.last() else { return String::new() };
        let how = if way.len() > 2 { "indirectly requires" } else { "requires" };
        let other =
            self.fixed_versions.get(&last.path).map(VersionChoice::to_string).unwrap_or_default();
        format!("{choice} {how} {last}, not {other}")
    }

    fn final_requirements(
        &self,
        old: &Requirements,
        graph: &Graph,
    ) -> Result<Requirements, String> {
        let direct = old.direct.clone();
        if self.pruning != Pruning::Unpruned {
            let selected = self.root_paths.iter().filter_map(|path| {
                let version = graph.selected_version(path).filter(|version| !version.is_empty())?;
                Some(ModuleVersion::new(path, version))
            });
            return Ok(Requirements::new(self.pruning, selected.collect(), direct));
        }
        let mut keep = graph.build_list();
        keep.retain(|it| !it.version.is_empty() && self.root_paths.contains(&it.path));
        let listed = |path: &str| old.roots.iter().any(|root| root.path == path);
        let always = keep.iter().map(|module| &module.path).filter(|path| {
            direct.contains(*path) || listed(path) || self.fixed_versions.contains_key(*path)
        });
        let always: Vec<String> = always.cloned().collect();
        let list = minimal_requirements(self.project, &keep, &always)?;
        Ok(Requirements::new(self.pruning, list, direct))
    }
}

fn raise_version(versions: &mut BTreeMap<String, String>, module: &ModuleVersion) {
    let known = versions.entry(module.path.clone()).or_insert_with(|| module.version.clone());
    if compare_versions(&module.path, known, &module.version).is_lt() {
        known.clone_from(&module.version);
    }
}
