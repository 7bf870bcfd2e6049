//! The requirements of the main modules: the roots of the module graph.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::rc::Rc;

use crate::graph::{Graph, Pruning, compare_versions, pruning, sort};
use crate::project::Project;
use crate::version::ModuleVersion;

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
            let go = vec![ModuleVersion::new("go", project.config.go_release)];
            return Self::new(Pruning::Pruned, go, BTreeSet::new());
        };
        let listed = main.file.requires.iter().filter(|require| {
            !project.is_excluded(&require.module) && require.module.path != main.path
        });
        for require in main.file.requires.iter().filter(|it| project.is_excluded(&it.module)) {
            let ModuleVersion { path, version } = &require.module;
            let gone = if project.store.read_only.get() { "ignoring" } else { "dropping" };
            (project.report_progress)(&format!(
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
        roots.push(ModuleVersion::new("go", project.config.go_release));
        Self::new(self.pruning, roots, self.direct)
    }

    /// The required version of the module at this path: the greatest, if there are several.
    #[must_use]
    pub fn root_version<'r>(&'r self, project: &Project<'_>, path: &str) -> Option<&'r str> {
        if project.find_main(path).is_some() {
            return Some("");
        }
        let versions = self.roots.iter().filter(|root| root.path == path);
        versions.map(|root| root.version.as_str()).max_by(|a, b| compare_versions(path, a, b))
    }

    /// The version in the `go` line.
    #[must_use]
    pub fn go(&self) -> &str {
        let go = self.roots.iter().filter(|root| root.path == "go").map(|root| &*root.version);
        go.max_by(|a, b| compare_versions("go", a, b)).unwrap_or("1.16")
    }

    /// The version in the `toolchain` line: a toolchain is listed if it is later than the `go` line implies.
    #[must_use]
    pub fn toolchain(&self) -> Option<&str> {
        let listed = self.roots.iter().find(|root| root.path == "toolchain");
        let listed = listed.map(|root| root.version.as_str());
        listed.filter(|version| compare_versions("go", version, self.go()).is_gt())
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
    /// Fails if a module cannot be read; the message names it and the modules that require it.
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
        let graph = read_graph(project, self.pruning, &self.roots);
        let error = graph.error().map(|error| error.text);
        let graph = (Rc::new(graph), error);
        *self.graph.borrow_mut() = Some(graph.clone());
        graph
    }
}

fn read_graph(project: &Project<'_>, kind: Pruning, roots: &[ModuleVersion]) -> Graph {
    let mains = project.mains.iter().map(|main| ModuleVersion::new(&main.path, "")).collect();
    let read = |module: &ModuleVersion| project.summary(module);
    match kind {
        Pruning::Workspace => Graph::of_workspace(mains, roots, &read),
        _ => Graph::of_module(mains, kind, roots, &read),
    }
}
