//! The module graph and the versions that minimal version selection takes from it.
//!
//! As in the go command, a module of Go 1.17 or later is trusted to list all modules that its packages need: the graph
//! lacks the requirements of modules that are only reached through modules that such a module lists (the graph is
//! *pruned*). For a main module before Go 1.17 the whole graph is read. The graph of a workspace has all modules of the
//! workspace as roots.
//!
//! The graph does not know where `go.mod` files come from: its reader is a function.

use minigo_syntax::small_sort::SmallSort as _;
use std::collections::{BTreeMap, HashMap, HashSet, VecDeque};
use std::rc::Rc;

use crate::modfile::Retract;
use crate::path::has_prefix;
use crate::release::Release;
use crate::version::{ModuleVersion, compare};

/// How many of a module's requirements belong to the graph.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Pruning {
    /// The modules that the module lists.
    Pruned,
    /// The modules that the module lists and all that are reached from those.
    Unpruned,
    /// The module belongs to a workspace.
    Workspace,
}

/// The first Go version whose modules list all modules that their packages need.
const FIRST_PRUNED_VERSION: &str = "1.17";

/// The pruning of a module with this version in its `go` line.
#[must_use]
pub fn pruning(go: &str) -> Pruning {
    if crate::release::is_release_at_least(go, FIRST_PRUNED_VERSION) {
        Pruning::Pruned
    } else {
        Pruning::Unpruned
    }
}

/// The contents of a module's `go.mod` that the graph needs.
#[derive(Clone, Debug)]
pub struct ModFileSummary {
    /// The requirements of the module, with its Go version among them.
    pub requires: Vec<ModuleVersion>,
    /// How many of the requirements belong to the graph.
    pub pruning: Pruning,
    /// The version in the `go` line.
    pub go: Option<String>,
    /// The retracted versions of the module.
    pub retracts: Vec<Retract>,
    /// The reason why the module is deprecated; empty if it is not.
    pub deprecated: String,
}

/// The reason why the `go.mod` of a module cannot be read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ModSummaryError {
    /// The module whose file was read: the module itself or its replacement.
    pub module: ModuleVersion,
    /// The message.
    pub text: String,
    /// The kind of the reason.
    pub kind: ModSummaryErrorKind,
}

/// A kind of reason why the `go.mod` of a module cannot be read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ModSummaryErrorKind {
    /// The module is written for a later Go: this is an error of the program, not of an import.
    TooNew,
    /// Any other reason.
    Other,
}

/// A summary, or the reason why there is none.
pub type ModSummaryResult = Rc<Result<ModFileSummary, ModSummaryError>>;

/// Reads the summary of a module's `go.mod`.
pub type ModSummaryReader<'r> = &'r dyn Fn(&ModuleVersion) -> ModSummaryResult;

/// The reason why a graph is not complete.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GraphError {
    /// The message: the chain of requirements down to the module that cannot be read, and the reason.
    pub text: String,
    /// The reason alone.
    pub reason: ModSummaryError,
}

/// Compares two versions of a module. The versions of `go` and `toolchain` have an order of their own.
#[must_use]
pub fn compare_versions(path: &str, a: &str, b: &str) -> std::cmp::Ordering {
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
pub fn is_go_or_toolchain(path: &str) -> bool {
    matches!(path, "go" | "toolchain")
}

/// Sorts modules by path and version.
pub fn sort(modules: &mut [ModuleVersion]) {
    modules.small_sort_by(|a, b| {
        a.path.cmp(&b.path).then_with(|| crate::version::compare_semver(&a.version, &b.version))
    });
}

/// The modules that are reached from the roots, with their requirements.
#[derive(Debug, Default)]
pub struct Graph {
    requirements_by_module: HashMap<ModuleVersion, Vec<ModuleVersion>>,
    selected_versions: BTreeMap<String, String>,
    /// For each module, the first module that requires it: the way back to the roots.
    first_requirer: HashMap<ModuleVersion, ModuleVersion>,
    pub(crate) main_modules: Vec<ModuleVersion>,
    read_failure: Option<(ModuleVersion, ModSummaryError)>,
}

impl Graph {
    /// Reads the graph of main modules that together require `roots`. Without main modules, the roots belong to a main
    /// module that the graph names `command-line-arguments`.
    #[must_use]
    pub fn of_module(
        mains: Vec<ModuleVersion>,
        pruning: Pruning,
        roots: &[ModuleVersion],
        read: ModSummaryReader<'_>,
    ) -> Self {
        let mut graph = Self::of_main_modules(mains);
        if graph.main_modules.is_empty() {
            graph.main_modules.push(ModuleVersion::new("command-line-arguments", ""));
        }
        let main = graph.main_modules[0].clone();
        graph.require(&main, roots);
        let mut reading = GraphReader { graph, seen: HashSet::new(), read_summary: read };
        reading.read_modules(roots.iter().map(|root| (root.clone(), pruning)).collect());
        reading.graph
    }

    /// Reads the graph of a workspace. The Go version and the toolchain, which are no modules, are roots of the graph
    /// too.
    #[must_use]
    pub fn of_workspace(
        mains: Vec<ModuleVersion>,
        roots: &[ModuleVersion],
        read: ModSummaryReader<'_>,
    ) -> Self {
        let mut graph = Self::of_main_modules(mains);
        let roots: Vec<&ModuleVersion> =
            roots.iter().filter(|root| is_go_or_toolchain(&root.path)).collect();
        for root in &roots {
            graph.selected_versions.insert(root.path.clone(), root.version.clone());
        }
        let of_workspace = |module: &ModuleVersion| (module.clone(), Pruning::Workspace);
        let mains = graph.main_modules.clone();
        // By path: of several modules that cannot be read, the error names the first one in this order.
        let mut sorted = mains.clone();
        sort(&mut sorted);
        let todo = roots.into_iter().chain(&sorted).map(of_workspace);
        let mut reading = GraphReader { graph, seen: HashSet::new(), read_summary: read };
        reading.read_modules(todo.collect());
        reading.reread_selected_modules(&mains);
        // The Go version that a dependency raises the workspace to is a root too.
        if let Some(go) =
            reading.graph.selected_version("go").map(|go| ModuleVersion::new("go", go))
        {
            reading.read_modules(VecDeque::from([(go, Pruning::Workspace)]));
        }
        reading.graph
    }

    fn of_main_modules(mains: Vec<ModuleVersion>) -> Self {
        let selected = mains.iter().map(|main| (main.path.clone(), String::new())).collect();
        Self { selected_versions: selected, main_modules: mains, ..Self::default() }
    }

    fn require(&mut self, module: &ModuleVersion, requires: &[ModuleVersion]) {
        for required in requires {
            let selected = self.selected_versions.entry(required.path.clone());
            let selected = selected.or_insert_with(|| required.version.clone());
            if compare_versions(&required.path, selected, &required.version).is_lt() {
                selected.clone_from(&required.version);
            }
            if !self.first_requirer.contains_key(required) {
                self.first_requirer.insert(required.clone(), module.clone());
            }
        }
        self.requirements_by_module.insert(module.clone(), requires.to_vec());
    }

    /// The selected version of the module at this path, if it is in the graph; empty for a main module.
    #[must_use]
    pub fn selected_version(&self, path: &str) -> Option<&str> {
        self.selected_versions.get(path).map(String::as_str)
    }

    /// The requirements of a module, if they belong to the graph.
    #[must_use]
    pub fn required_by(&self, module: &ModuleVersion) -> Option<&[ModuleVersion]> {
        self.requirements_by_module.get(module).map(Vec::as_slice)
    }

    /// The selected version of each module: the main modules first, then the others sorted by path.
    #[must_use]
    pub fn build_list(&self) -> Vec<ModuleVersion> {
        let mut all = self.main_modules.clone();
        let others = self.sorted_by_path().into_iter();
        all.extend(others.filter(|module| !self.main_modules.contains(module)));
        all
    }

    /// The selected version of each module, sorted by path.
    #[must_use]
    pub fn sorted_by_path(&self) -> Vec<ModuleVersion> {
        let all =
            self.selected_versions.iter().map(|(path, version)| ModuleVersion::new(path, version));
        all.collect()
    }

    /// All modules of the graph in all versions, breadth first from the main modules.
    #[must_use]
    pub fn breadth_first(&self) -> Vec<ModuleVersion> {
        self.breadth_first_from(self.main_modules.iter().cloned())
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
            self.main_modules.iter().map(|main| (main.clone(), None)).collect();
        let mut queue: VecDeque<ModuleVersion> = self.main_modules.iter().cloned().collect();
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

    /// The error of an incomplete graph.
    #[must_use]
    pub fn error(&self) -> Option<GraphError> {
        let (module, error) = self.read_failure.as_ref()?;
        let mut way = Vec::new();
        let mut at = module;
        while let Some(before) = self.first_requirer.get(at).filter(|m| !m.version.is_empty()) {
            if way.contains(&before) {
                break;
            }
            way.push(before);
            at = before;
        }
        let mut text = String::new();
        for module in way.iter().rev() {
            text += &format!("{module} requires\n\t");
        }
        text += &match error.module == *module {
            true => format!("{module}: {}", error.text),
            false => format!("{module} (replaced by {}): {}", error.module, error.text),
        };
        Some(GraphError { text, reason: error.clone() })
    }
}

/// A graph that is being read.
struct GraphReader<'r> {
    graph: Graph,
    seen: HashSet<(ModuleVersion, Pruning)>,
    read_summary: ModSummaryReader<'r>,
}

impl GraphReader<'_> {
    /// Reads the modules in `todo` and all modules that belong to the graph because of their requirements.
    fn read_modules(&mut self, mut todo: VecDeque<(ModuleVersion, Pruning)>) {
        while let Some((module, kind)) = todo.pop_front() {
            if !self.seen.insert((module.clone(), kind)) {
                continue;
            }
            if is_go_or_toolchain(&module.path) {
                if module.path == "go"
                    && crate::release::is_release_at_least(&module.version, "1.21")
                {
                    let name = format!("go{}", module.version);
                    self.graph.require(&module, &[ModuleVersion::new("toolchain", &name)]);
                }
                continue;
            }
            let summary = (self.read_summary)(&module);
            let summary = match &*summary {
                Ok(summary) => summary,
                Err(error) => {
                    self.graph.read_failure.get_or_insert_with(|| (module, error.clone()));
                    continue;
                }
            };
            self.graph.require(&module, &summary.requires);
            // A module before Go 1.17 requires modules that its dependents do not list.
            let next = if kind == Pruning::Unpruned { kind } else { summary.pruning };
            if kind != Pruning::Pruned || summary.pruning == Pruning::Unpruned {
                todo.extend(summary.requires.iter().map(|required| (required.clone(), next)));
            }
        }
    }

    /// Reads the selected versions again, with all modules that they require. The modules of a workspace may raise the
    /// versions of each other's dependencies, and the versions that are selected then have requirements of their own.
    fn reread_selected_modules(&mut self, mains: &[ModuleVersion]) {
        let selected = |graph: &Graph, path: &str| {
            ModuleVersion::new(path, graph.selected_version(path).unwrap_or_default())
        };
        let mut paths: Vec<String> = mains.iter().map(|main| main.path.clone()).collect();
        let mut known: HashSet<String> = paths.iter().cloned().collect();
        let mut seen = HashSet::new();
        loop {
            let mut new = Vec::new();
            for path in &paths {
                let module = selected(&self.graph, path);
                if !seen.contains(&module) {
                    seen.insert(module.clone());
                    new.push(module);
                    continue;
                }
                for required in self.graph.required_by(&module).unwrap_or_default() {
                    let other = selected(&self.graph, &required.path);
                    let raised =
                        compare_versions(&required.path, &other.version, &required.version).is_gt();
                    if raised && !is_go_or_toolchain(&other.path) && seen.insert(other.clone()) {
                        new.push(other);
                    }
                }
            }
            if new.is_empty() {
                return;
            }
            for module in &new {
                if known.insert(module.path.clone()) {
                    paths.push(module.path.clone());
                }
            }
            self.read_modules(new.into_iter().map(|module| (module, Pruning::Workspace)).collect());
        }
    }
}

/// Reports whether the path of a module in the list is a prefix of the package's path.
#[must_use]
pub fn could_provide_package(modules: &[ModuleVersion], package: &str) -> bool {
    modules.iter().any(|module| has_prefix(package, &module.path))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn versions(list: &str) -> Vec<ModuleVersion> {
        let split = |word: &str| word.split_once('@').map(|(p, v)| ModuleVersion::new(p, v));
        list.split_whitespace().filter_map(split).collect()
    }

    /// The requirements in the form `a@v1.0.0: b@v1.0.0 c@v1.2.0`, one module a line; `-` before the name marks a
    /// module before Go 1.17.
    fn summary_reader(text: &'static str) -> impl Fn(&ModuleVersion) -> ModSummaryResult {
        move |module| {
            let found = text.lines().find_map(|line| {
                let (name, requires) = line.split_once(':')?;
                let early = name.starts_with('-');
                let name = name.trim_start_matches('-');
                (name == module.to_string()).then_some((early, versions(requires)))
            });
            Rc::new(match found {
                Some((early, requires)) => {
                    let pruning = if early { Pruning::Unpruned } else { Pruning::Pruned };
                    let (go, retracts, deprecated) = Default::default();
                    Ok(ModFileSummary { requires, pruning, go, retracts, deprecated })
                }
                None => Err(ModSummaryError {
                    module: module.clone(),
                    text: "missing".into(),
                    kind: ModSummaryErrorKind::Other,
                }),
            })
        }
    }

    fn selected_version_text(graph: &Graph, paths: &str) -> String {
        let version = |path: &str| graph.selected_version(path).unwrap_or("none").to_owned();
        paths.split_whitespace().map(version).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn the_greatest_of_the_least_versions_is_selected() {
        let read = summary_reader(
            "-a@v1.0.0: c@v1.3.0\n-b@v1.0.0: c@v1.4.0 d@v1.0.0\n-c@v1.3.0:\n-c@v1.4.0: d@v1.2.0\n-d@v1.0.0:\n-d@v1.2.0:",
        );
        let main = ModuleVersion::new("m", "");
        let graph = Graph::of_module(
            vec![main.clone()],
            Pruning::Unpruned,
            &versions("a@v1.0.0 b@v1.0.0"),
            &read,
        );
        assert_eq!(
            selected_version_text(&graph, "m a b c d e"),
            " v1.0.0 v1.0.0 v1.4.0 v1.2.0 none"
        );
        assert_eq!(graph.error(), None);
    }

    #[test]
    fn requirements_behind_listed_modules_are_pruned() {
        // a is a module of Go 1.17 or later, so the requirements of b are not read; those of -c are read, with all that
        // follow.
        let read = summary_reader(
            "a@v1.0.0: b@v1.0.0\n-c@v1.0.0: d@v1.0.0\nd@v1.0.0: e@v1.0.0\ne@v1.0.0:",
        );
        let main = ModuleVersion::new("m", "");
        let roots = versions("a@v1.0.0 c@v1.0.0");
        let graph = Graph::of_module(vec![main.clone()], Pruning::Pruned, &roots, &read);
        assert_eq!(
            selected_version_text(&graph, "a b c d e"),
            "v1.0.0 v1.0.0 v1.0.0 v1.0.0 v1.0.0"
        );
        assert!(graph.required_by(&versions("b@v1.0.0")[0]).is_none());
        let graph = Graph::of_module(vec![main.clone()], Pruning::Unpruned, &roots, &read);
        assert_eq!(graph.error().unwrap().text, "a@v1.0.0 requires\n\tb@v1.0.0: missing");
    }

    #[test]
    fn modules_of_a_workspace_raise_each_others_versions() {
        let read = summary_reader(
            "x: a@v1.0.0\ny: a@v1.1.0 b@v1.0.0\na@v1.0.0:\na@v1.1.0: b@v1.2.0\nb@v1.0.0:\nb@v1.2.0: c@v1.0.0\nc@v1.0.0:",
        );
        let mains = vec![ModuleVersion::new("x", ""), ModuleVersion::new("y", "")];
        let graph = Graph::of_workspace(mains, &[], &read);
        assert_eq!(selected_version_text(&graph, "x y a b c"), "  v1.1.0 v1.2.0 v1.0.0");
        assert_eq!(graph.error(), None);
    }
}
