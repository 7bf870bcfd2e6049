//! The module graph and the versions that minimal version selection takes from it.
//!
//! As in the go command, a module of Go 1.17 or later is trusted to list all modules that its packages need. So an
//! imported package is first searched in the modules that the main module lists. Only if none of them has it, the graph
//! is read, without the requirements of modules that are only reached through the listed ones (the graph is *pruned*).
//! For a main module before Go 1.17 the whole graph is read. The graph of a workspace has all modules of the workspace
//! as roots.

use std::collections::{HashMap, HashSet, VecDeque};
use std::rc::Rc;

use minigo_modules::version::{ModuleVersion, compare};

/// How many of a module's requirements belong to the graph.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Pruning {
    /// The modules that it lists.
    Pruned,
    /// The modules that it lists and all that are reached from them.
    Unpruned,
    /// The module belongs to a workspace.
    Workspace,
}

/// The contents of the `go.mod` of a module that the graph needs.
#[derive(Clone, Debug)]
pub(super) struct Summary {
    pub(super) requires: Vec<ModuleVersion>,
    pub(super) pruning: Pruning,
    /// The module's language version.
    pub(super) go_version: (u32, u32),
}

/// The beginning of messages about the program as a whole rather than about one of its imports.
pub(super) const FATAL: &str = "go: ";

/// The reason why the `go.mod` of a module cannot be read; `of` is the module or its replacement.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct SummaryError {
    pub(super) of: ModuleVersion,
    pub(super) text: String,
}

pub(super) type Read = Rc<Result<Summary, SummaryError>>;

/// The modules that are reached from the roots, with their requirements.
#[derive(Debug, Default)]
pub(super) struct Graph {
    required: HashMap<ModuleVersion, Vec<ModuleVersion>>,
    selected: HashMap<String, String>,
    /// For each module, the first module that requires it: the way back to the roots.
    first: HashMap<ModuleVersion, ModuleVersion>,
    /// The first module whose requirements cannot be read.
    failed: Option<(ModuleVersion, SummaryError)>,
}

impl Graph {
    /// Reads the graph of a main module that requires `roots`.
    pub(super) fn of_module(
        main: &ModuleVersion,
        pruning: Pruning,
        roots: &[ModuleVersion],
        read: &dyn Fn(&ModuleVersion) -> Read,
    ) -> Self {
        let mut graph = Self::default();
        graph.selected.insert(main.path.clone(), String::new());
        graph.require(main, roots);
        let mut reader = Reader { graph, seen: HashSet::new(), read };
        reader.read_all(roots.iter().map(|root| (root.clone(), pruning)).collect());
        reader.graph
    }

    /// Reads the graph of a workspace.
    pub(super) fn of_workspace(
        mains: &[ModuleVersion],
        read: &dyn Fn(&ModuleVersion) -> Read,
    ) -> Self {
        let mut graph = Self::default();
        for main in mains {
            graph.selected.insert(main.path.clone(), String::new());
        }
        let mut reader = Reader { graph, seen: HashSet::new(), read };
        reader.read_all(mains.iter().map(|main| (main.clone(), Pruning::Workspace)).collect());
        reader.read_selected(mains);
        reader.graph
    }

    fn require(&mut self, module: &ModuleVersion, requires: &[ModuleVersion]) {
        for required in requires {
            let selected = self.selected.entry(required.path.clone());
            let selected = selected.or_insert_with(|| required.version.clone());
            if compare(selected, &required.version).is_lt() {
                selected.clone_from(&required.version);
            }
            if !self.first.contains_key(required) {
                self.first.insert(required.clone(), module.clone());
            }
        }
        self.required.insert(module.clone(), requires.to_vec());
    }

    /// The selected version of the module at this path, if the graph has one.
    pub(super) fn selected(&self, path: &str) -> Option<&str> {
        self.selected.get(path).map(String::as_str)
    }

    /// The selected version of each module in the graph, sorted by path.
    pub(super) fn all(&self) -> Vec<ModuleVersion> {
        let all = self.selected.iter().filter(|(_, version)| *version != "none");
        let mut all: Vec<_> =
            all.map(|(path, version)| ModuleVersion::new(path, version)).collect();
        all.sort_by(|a, b| a.path.cmp(&b.path));
        all
    }

    /// Reports whether the graph contains the requirements of the module.
    pub(super) fn has_requirements_of(&self, module: &ModuleVersion) -> bool {
        self.required.contains_key(module)
    }

    /// The error of an incomplete graph: the chain of requirements down to the module that cannot be read.
    pub(super) fn error(&self) -> Option<String> {
        let (module, error) = self.failed.as_ref()?;
        if error.text.starts_with(FATAL) {
            return Some(error.text.clone());
        }
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
            false if error.of.version.is_empty() => {
                format!("{module} (replaced by {})", error.of.path)
            }
            false => format!("{module} (replaced by {})", error.of),
        };
        Some(format!("{out}{shown}: {}", error.text))
    }
}

struct Reader<'r> {
    graph: Graph,
    seen: HashSet<(ModuleVersion, Pruning)>,
    read: &'r dyn Fn(&ModuleVersion) -> Read,
}

impl Reader<'_> {
    fn read_all(&mut self, mut todo: VecDeque<(ModuleVersion, Pruning)>) {
        while let Some((module, pruning)) = todo.pop_front() {
            if !self.seen.insert((module.clone(), pruning)) {
                continue;
            }
            let summary = (self.read)(&module);
            let summary = match &*summary {
                Ok(summary) => summary,
                Err(error) => {
                    self.graph.failed.get_or_insert_with(|| (module, error.clone()));
                    continue;
                }
            };
            self.graph.require(&module, &summary.requires);
            // A module before Go 1.17 requires modules that its dependents do not list.
            let next = if pruning == Pruning::Unpruned { pruning } else { summary.pruning };
            if pruning != Pruning::Pruned || summary.pruning == Pruning::Unpruned {
                todo.extend(summary.requires.iter().map(|required| (required.clone(), next)));
            }
        }
    }

    /// Reads the selected versions again. The modules of a workspace may raise the versions of each other's
    /// dependencies, and the versions that are selected then have requirements of their own.
    fn read_selected(&mut self, mains: &[ModuleVersion]) {
        let mut paths: Vec<String> = mains.iter().map(|main| main.path.clone()).collect();
        let mut seen = HashSet::new();
        loop {
            let mut new = Vec::new();
            let selected = |graph: &Graph, path: &str| {
                ModuleVersion::new(path, graph.selected(path).unwrap_or_default())
            };
            for path in &paths {
                let module = selected(&self.graph, path);
                if !seen.contains(&module) {
                    new.push(module);
                    continue;
                }
                for required in self.graph.required.get(&module).into_iter().flatten() {
                    let other = selected(&self.graph, &required.path);
                    let raised = compare(&other.version, &required.version).is_gt();
                    if raised && !seen.contains(&other) && !new.contains(&other) {
                        new.push(other);
                    }
                }
            }
            if new.is_empty() {
                return;
            }
            for module in &new {
                seen.insert(module.clone());
                if !paths.contains(&module.path) {
                    paths.push(module.path.clone());
                }
            }
            self.read_all(new.into_iter().map(|module| (module, Pruning::Workspace)).collect());
        }
    }
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
    fn reader(text: &'static str) -> impl Fn(&ModuleVersion) -> Read {
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
                    Ok(Summary { requires, pruning, go_version: (1, 20) })
                }
                None => Err(SummaryError { of: module.clone(), text: "missing".into() }),
            })
        }
    }

    fn selected(graph: &Graph, paths: &str) -> String {
        let version = |path: &str| graph.selected(path).unwrap_or("none").to_owned();
        paths.split_whitespace().map(version).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn the_greatest_of_the_least_versions_is_selected() {
        let read = reader(
            "-a@v1.0.0: c@v1.3.0\n-b@v1.0.0: c@v1.4.0 d@v1.0.0\n-c@v1.3.0:\n-c@v1.4.0: d@v1.2.0\n-d@v1.0.0:\n-d@v1.2.0:",
        );
        let main = ModuleVersion::new("m", "");
        let graph =
            Graph::of_module(&main, Pruning::Unpruned, &versions("a@v1.0.0 b@v1.0.0"), &read);
        assert_eq!(selected(&graph, "m a b c d e"), " v1.0.0 v1.0.0 v1.4.0 v1.2.0 none");
        assert_eq!(graph.error(), None);
    }

    #[test]
    fn requirements_behind_listed_modules_are_pruned() {
        // a is a module of Go 1.17 or later, so the requirements of b are not read; those of -c are read, with all that
        // follow.
        let read = reader("a@v1.0.0: b@v1.0.0\n-c@v1.0.0: d@v1.0.0\nd@v1.0.0: e@v1.0.0\ne@v1.0.0:");
        let main = ModuleVersion::new("m", "");
        let roots = versions("a@v1.0.0 c@v1.0.0");
        let graph = Graph::of_module(&main, Pruning::Pruned, &roots, &read);
        assert_eq!(selected(&graph, "a b c d e"), "v1.0.0 v1.0.0 v1.0.0 v1.0.0 v1.0.0");
        assert!(!graph.has_requirements_of(&versions("b@v1.0.0")[0]));
        let graph = Graph::of_module(&main, Pruning::Unpruned, &roots, &read);
        assert_eq!(graph.error().unwrap(), "a@v1.0.0 requires\n\tb@v1.0.0: missing");
    }

    #[test]
    fn modules_of_a_workspace_raise_each_others_versions() {
        let read = reader(
            "x: a@v1.0.0\ny: a@v1.1.0 b@v1.0.0\na@v1.0.0:\na@v1.1.0: b@v1.2.0\nb@v1.0.0:\nb@v1.2.0: c@v1.0.0\nc@v1.0.0:",
        );
        let mains = [ModuleVersion::new("x", ""), ModuleVersion::new("y", "")];
        let graph = Graph::of_workspace(&mains, &read);
        assert_eq!(selected(&graph, "x y a b c"), "  v1.1.0 v1.2.0 v1.0.0");
        assert_eq!(graph.error(), None);
    }
}
