//! The module graph, the versions that minimal version selection takes from it, and the requirements at its roots.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet, VecDeque};
use std::rc::Rc;

use crate::path::has_prefix;
use crate::project::{Project, Pruning, SummaryError, pruning};
use crate::release::Release;
use crate::version::{ModuleVersion, compare};

/// Compares two versions of a module. The versions of `go` and `toolchain` have an order of their own.
#[must_use]
pub fn order(path: &str, a: &str, b: &str) -> std::cmp::Ordering {
    match path {
        "go" | "toolchain" => {
            let release = |text: &str| Release::parse(text.strip_prefix("go").unwrap_or(text));
            release(a).cmp(&release(b))
        }
        _ => compare(a, b),
    }
}

/// Reports whether a path is not a module's, but denotes the language version or the toolchain.
#[must_use]
pub fn is_go(path: &str) -> bool {
    matches!(path, "go" | "toolchain")
}

/// Sorts modules by path and version.
pub fn sort(modules: &mut [ModuleVersion]) {
    modules.sort_by(|a, b| {
        a.path.cmp(&b.path).then_with(|| crate::version::semver(&a.version, &b.version))
    });
}

/// The modules that are reached from the roots, with their requirements.
#[derive(Debug, Default)]
pub struct Graph {
    required: HashMap<ModuleVersion, Vec<ModuleVersion>>,
    selected: BTreeMap<String, String>,
    /// For each module, the first module that requires it: the way back to the roots.
    first: HashMap<ModuleVersion, ModuleVersion>,
    pub(crate) mains: Vec<ModuleVersion>,
    failed: Option<(ModuleVersion, SummaryError)>,
}

impl Graph {
    fn require(&mut self, module: &ModuleVersion, requires: &[ModuleVersion]) {
        for required in requires {
            let selected = self.selected.entry(required.path.clone());
            let selected = selected.or_insert_with(|| required.version.clone());
            if order(&required.path, selected, &required.version).is_lt() {
                selected.clone_from(&required.version);
            }
            if !self.first.contains_key(required) {
                self.first.insert(required.clone(), module.clone());
            }
        }
        self.required.insert(module.clone(), requires.to_vec());
    }

    /// The selected version of the module at this path, if it is in the graph; empty for a main module.
    #[must_use]
    pub fn selected(&self, path: &str) -> Option<&str> {
        self.selected.get(path).map(String::as_str)
    }

    /// The requirements of a module, if they belong to the graph.
    #[must_use]
    pub fn required_by(&self, module: &ModuleVersion) -> Option<&[ModuleVersion]> {
        self.required.get(module).map(Vec::as_slice)
    }

    /// The selected version of each module: the main modules first, then the others sorted by path.
    #[must_use]
    pub fn build_list(&self) -> Vec<ModuleVersion> {
        let others = self.selected.iter().map(|(path, version)| ModuleVersion::new(path, version));
        let mut all = self.mains.clone();
        all.extend(others.filter(|module| !self.mains.contains(module)));
        all
    }

    /// All modules of the graph in all versions, breadth first from the main modules.
    #[must_use]
    pub fn breadth_first(&self) -> Vec<ModuleVersion> {
        self.breadth_first_from(self.mains.iter().cloned())
    }

    /// All modules of the graph in all versions, breadth first from these roots.
    pub(crate) fn breadth_first_from(
        &self,
        roots: impl IntoIterator<Item = ModuleVersion>,
    ) -> Vec<ModuleVersion> {
        let mut queue: VecDeque<ModuleVersion> = roots.into_iter().collect();
        let mut seen: HashSet<ModuleVersion> = queue.iter().cloned().collect();
        let mut out = Vec::new();
        while let Some(module) = queue.pop_front() {
            for required in self.required_by(&module).unwrap_or_default() {
                if seen.insert(required.clone()) {
                    queue.push_back(required.clone());
                }
            }
            out.push(module);
        }
        out
    }

    /// The shortest way from a main module to a module that `wanted` accepts.
    #[must_use]
    pub fn find_path(&self, wanted: &dyn Fn(&ModuleVersion) -> bool) -> Vec<ModuleVersion> {
        let mut before: HashMap<ModuleVersion, Option<ModuleVersion>> =
            self.mains.iter().map(|main| (main.clone(), None)).collect();
        let mut queue: VecDeque<ModuleVersion> = self.mains.iter().cloned().collect();
        while let Some(module) = queue.pop_front() {
            if wanted(&module) {
                let mut path = vec![module.clone()];
                let mut at = before.get(&module).cloned().flatten();
                while let Some(module) = at {
                    at = before.get(&module).cloned().flatten();
                    path.push(module);
                }
                path.reverse();
                return path;
            }
            for required in self.required_by(&module).unwrap_or_default() {
                if !before.contains_key(required) {
                    before.insert(required.clone(), Some(module.clone()));
                    queue.push_back(required.clone());
                }
            }
        }
        Vec::new()
    }

    fn error(&self) -> Option<String> {
        let (module, error) = self.failed.as_ref()?;
        let mut way = Vec::new();
        let mut at = module;
        while let Some(before) = self.first.get(at).filter(|m| !m.version.is_empty()) {
            if way.contains(&before) {
                break;
            }
            way.push(before);
            at = before;
        }
        let mut out = String::new();
        for module in way.iter().rev() {
            out += &format!("{module} requires\n\t");
        }
        let shown = match error.of == *module {
            true => module.to_string(),
            false => format!("{module} (replaced by {})", error.of),
        };
        Some(format!("{out}{shown}: {}", error.text))
    }
}

/// The requirements of the main module.
#[derive(Debug)]
pub struct Requirements {
    /// The pruning of the graph.
    pub pruning: Pruning,
    /// The required modules, sorted by path; `go` and `toolchain` are among them.
    pub roots: Vec<ModuleVersion>,
    /// The paths of the modules from which the main module imports packages.
    pub direct: BTreeSet<String>,
    graph: RefCell<Option<(Rc<Graph>, Option<String>)>>,
}

impl Requirements {
    /// Requirements with these roots.
    #[must_use]
    pub fn new(pruning: Pruning, mut roots: Vec<ModuleVersion>, direct: BTreeSet<String>) -> Self {
        sort(&mut roots);
        roots.dedup();
        Self { pruning, roots, direct, graph: RefCell::new(None) }
    }

    /// The requirements in the files of the main modules.
    #[must_use]
    pub fn of_files(project: &Project<'_>) -> Self {
        if let Some(work) = &project.work {
            let mut roots: Vec<ModuleVersion> =
                project.mains.iter().map(|main| ModuleVersion::new(&main.path, "")).collect();
            roots.push(ModuleVersion::new("go", work.file.go.as_deref().unwrap_or("1.18")));
            roots.extend(work.file.toolchain.iter().map(|it| ModuleVersion::new("toolchain", it)));
            let requires = project.mains.iter().flat_map(|main| &main.file.requires);
            let direct = requires.filter(|it| !it.indirect).map(|it| it.module.path.clone());
            return Self::new(Pruning::Workspace, roots, direct.collect());
        }
        let Some(main) = project.mains.first() else {
            let go = vec![ModuleVersion::new("go", project.config.release)];
            return Self::new(Pruning::Pruned, go, BTreeSet::new());
        };
        let listed = main.file.requires.iter().filter(|require| {
            !project.is_excluded(&require.module) && require.module.path != main.path
        });
        for require in main.file.requires.iter().filter(|it| project.is_excluded(&it.module)) {
            let ModuleVersion { path, version } = &require.module;
            let gone = if project.store.read_only.get() { "ignoring" } else { "dropping" };
            (project.report)(&format!(
                "go: {gone} requirement on excluded version {path} {version}"
            ));
        }
        let direct = listed.clone().filter(|it| !it.indirect).map(|it| it.module.path.clone());
        let mut roots: Vec<ModuleVersion> = listed.clone().map(|it| it.module.clone()).collect();
        roots.extend(main.file.go.iter().map(|go| ModuleVersion::new("go", go)));
        roots.extend(main.file.toolchain.iter().map(|it| ModuleVersion::new("toolchain", it)));
        Self::new(pruning(main.file.go_version()), roots, direct.collect())
    }

    /// The requirements with the `go` line that a command adds to a main module without one.
    #[must_use]
    pub fn with_go_line(self, project: &Project<'_>) -> Self {
        let listed = project.mains.first().is_none_or(|main| main.file.go.is_some());
        if listed || project.work.is_some() {
            return self;
        }
        let mut roots = self.roots;
        roots.push(ModuleVersion::new("go", project.config.release));
        Self::new(self.pruning, roots, self.direct)
    }

    /// The required version of the module at this path: the greatest, if there are several.
    #[must_use]
    pub fn root<'r>(&'r self, project: &Project<'_>, path: &str) -> Option<&'r str> {
        if project.find_main(path).is_some() {
            return Some("");
        }
        let versions = self.roots.iter().filter(|root| root.path == path);
        versions.map(|root| root.version.as_str()).max_by(|a, b| order(path, a, b))
    }

    /// The version in the `go` line.
    #[must_use]
    pub fn go(&self) -> &str {
        let go = self.roots.iter().filter(|root| root.path == "go").map(|root| &*root.version);
        go.max_by(|a, b| order("go", a, b)).unwrap_or("1.16")
    }

    /// The version in the `toolchain` line: a toolchain is listed if it is later than the `go` line implies.
    #[must_use]
    pub fn toolchain(&self) -> Option<&str> {
        let listed = self.roots.iter().find(|root| root.path == "toolchain");
        let listed = listed.map(|root| root.version.as_str());
        listed.filter(|version| order("go", version, self.go()).is_gt())
    }

    /// Reports whether a module is required in more than one version.
    #[must_use]
    pub fn has_redundant_root(&self) -> bool {
        self.roots.windows(2).any(|pair| pair[0].path == pair[1].path)
    }

    /// The graph, as far as it has been read.
    #[must_use]
    pub fn known_graph(&self) -> Option<Rc<Graph>> {
        self.graph.borrow().as_ref().map(|(graph, _)| graph.clone())
    }

    /// Reports whether the whole graph has been read.
    #[must_use]
    pub fn is_graph_known(&self) -> bool {
        self.graph.borrow().as_ref().is_some_and(|(_, error)| error.is_none())
    }

    /// The graph; it is read on the first call.
    ///
    /// # Errors
    /// A module cannot be read; the message names it and the modules that require it.
    pub fn graph(&self, project: &Project<'_>) -> Result<Rc<Graph>, String> {
        match self.readable_graph(project) {
            (graph, None) => Ok(graph),
            (_, Some(error)) => Err(error),
        }
    }

    /// The part of the graph that can be read, and the error if that is not the whole graph.
    #[must_use]
    pub fn readable_graph(&self, project: &Project<'_>) -> (Rc<Graph>, Option<String>) {
        if let Some(known) = &*self.graph.borrow() {
            return known.clone();
        }
        let graph = read(project, self.pruning, &self.roots);
        let error = graph.error();
        let graph = (Rc::new(graph), error);
        *self.graph.borrow_mut() = Some(graph.clone());
        graph
    }
}

fn read(project: &Project<'_>, kind: Pruning, roots: &[ModuleVersion]) -> Graph {
    let mut graph = Graph::default();
    let mains = project.mains.iter().map(|main| ModuleVersion::new(&main.path, ""));
    graph.mains = mains.collect();
    for main in &project.mains {
        graph.selected.insert(main.path.clone(), String::new());
    }
    if graph.mains.is_empty() {
        // Outside of modules the roots belong to a module that is not shown.
        graph.mains.push(ModuleVersion::new("command-line-arguments", ""));
    }
    let mut todo: VecDeque<(ModuleVersion, Pruning)> = VecDeque::new();
    if kind == Pruning::Workspace {
        for root in roots.iter().filter(|root| is_go(&root.path)) {
            graph.selected.insert(root.path.clone(), root.version.clone());
            todo.push_back((root.clone(), Pruning::Workspace));
        }
        todo.extend(graph.mains.iter().map(|main| (main.clone(), Pruning::Workspace)));
    } else {
        let main = graph.mains[0].clone();
        graph.require(&main, roots);
        todo.extend(roots.iter().map(|root| (root.clone(), kind)));
    }
    let mut seen = HashSet::new();
    while !todo.is_empty() {
        read_all(project, &mut graph, todo, &mut seen);
        todo = match kind {
            Pruning::Workspace => unread_selected(project, &graph, &seen),
            _ => VecDeque::new(),
        };
    }
    graph
}

/// The selected versions of the modules that the modules of a workspace require, if they have not been read. As in the
/// go command, the modules that they require are read too.
fn unread_selected(
    project: &Project<'_>,
    graph: &Graph,
    seen: &HashSet<(ModuleVersion, Pruning)>,
) -> VecDeque<(ModuleVersion, Pruning)> {
    let mains = graph.mains.iter().filter_map(|main| graph.required_by(main));
    let mut out = VecDeque::new();
    for path in mains.flatten().map(|required| &required.path) {
        let Some(version) = graph.selected(path).filter(|version| !version.is_empty()) else {
            continue;
        };
        let module = ModuleVersion::new(path, version);
        let is_read = project.find_main(path).is_some()
            || [Pruning::Pruned, Pruning::Unpruned, Pruning::Workspace]
                .iter()
                .any(|kind| seen.contains(&(module.clone(), *kind)));
        let module = (module, Pruning::Workspace);
        if !is_read && !out.contains(&module) {
            out.push_back(module);
        }
    }
    out
}

/// Reads these modules and all that belong to the graph with them.
fn read_all(
    project: &Project<'_>,
    graph: &mut Graph,
    mut todo: VecDeque<(ModuleVersion, Pruning)>,
    seen: &mut HashSet<(ModuleVersion, Pruning)>,
) {
    while let Some((module, kind)) = todo.pop_front() {
        if !seen.insert((module.clone(), kind)) {
            continue;
        }
        if is_go(&module.path) {
            if module.path == "go" && crate::project::at_least(&module.version, "1.21") {
                let name = format!("go{}", module.version);
                graph.require(&module, &[ModuleVersion::new("toolchain", &name)]);
            }
            continue;
        }
        let summary = project.summary(&module);
        let summary = match &*summary {
            Ok(summary) => summary,
            Err(error) => {
                graph.failed.get_or_insert_with(|| (module, error.clone()));
                continue;
            }
        };
        graph.require(&module, &summary.requires);
        // A module before Go 1.17 requires modules that its dependents do not list.
        let next = if kind == Pruning::Unpruned { kind } else { summary.pruning };
        let recurse = kind != Pruning::Pruned || summary.pruning == Pruning::Unpruned;
        for required in &summary.requires {
            if recurse {
                todo.push_back((required.clone(), next));
            }
        }
    }
}

/// The shortest list of modules from which minimal version selection selects the same versions as from `keep`. The
/// modules `always` are in the list; other modules only if no module of the list requires them.
///
/// # Errors
/// A module cannot be read.
pub fn minimal(
    project: &Project<'_>,
    keep: &[ModuleVersion],
    always: &[String],
) -> Result<Vec<ModuleVersion>, String> {
    let mut walk = Walk::new(project);
    for module in keep {
        walk.visit(module)?;
    }
    // In a cycle, the order of the modules decides which of them are listed. As in the go command, it is that of the
    // build list.
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

/// Reports whether the path of a module in the list is a prefix of the package's path.
#[must_use]
pub fn could_have(modules: &[ModuleVersion], package: &str) -> bool {
    modules.iter().any(|module| has_prefix(package, &module.path))
}
