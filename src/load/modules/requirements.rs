//! The module graph and the versions that minimal version selection takes from it.
//!
//! As the go command does, a module of Go 1.17 or later is trusted to list all modules that its packages need: what is
//! imported is looked for in the modules that the main module lists, and only if it is in none of them the graph is
//! read, without what modules behind the listed ones require (it is *pruned*). Modules before Go 1.17 have the whole
//! graph. The graph of a workspace has all its modules as roots.

use std::collections::{HashMap, HashSet, VecDeque};
use std::rc::Rc;

use minigo_modules::version::{ModuleVersion, compare};

/// How much of what a module requires belongs to the graph.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Pruning {
    /// What it lists.
    Pruned,
    /// That, and all that is reached from there.
    Unpruned,
    /// It is a module of a workspace.
    Workspace,
}

/// What the `go.mod` of a module says.
#[derive(Clone, Debug)]
pub(super) struct Summary {
    pub(super) requires: Vec<ModuleVersion>,
    pub(super) pruning: Pruning,
    /// The language version.
    pub(super) go_version: (u32, u32),
}

/// How messages begin that are about the program as a whole, not about one of its imports.
pub(super) const FATAL: &str = "go: ";

/// Why the `go.mod` of a module cannot be read; `of` is the module that takes its place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct SummaryError {
    pub(super) of: ModuleVersion,
    pub(super) text: String,
}

pub(super) type Read = Rc<Result<Summary, SummaryError>>;

/// The modules that are reached from the roots.
#[derive(Debug, Default)]
pub(super) struct Graph {
    required: HashMap<ModuleVersion, Vec<ModuleVersion>>,
    selected: HashMap<String, String>,
    /// Which module was the first to require another: the way back to the roots.
    first: HashMap<ModuleVersion, ModuleVersion>,
    /// The first module whose requirements cannot be read.
    failed: Option<(ModuleVersion, SummaryError)>,
}

impl Graph {
    /// Reads the graph of a main module with these requirements.
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

    /// The version of the module at this path, if any is in the graph.
    pub(super) fn selected(&self, path: &str) -> Option<&str> {
        self.selected.get(path).map(String::as_str)
    }

    /// All modules of the graph in the versions that count, in the order of their paths.
    pub(super) fn all(&self) -> Vec<ModuleVersion> {
        let all = self.selected.iter().filter(|(_, version)| *version != "none");
        let mut all: Vec<_> =
            all.map(|(path, version)| ModuleVersion::new(path, version)).collect();
        all.sort_by(|a, b| a.path.cmp(&b.path));
        all
    }

    /// Whether the requirements of the module belong to the graph.
    pub(super) fn has_requirements_of(&self, module: &ModuleVersion) -> bool {
        self.required.contains_key(module)
    }

    /// Why the graph is not whole: what requires what, down to the module that cannot be read.
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
            // What a module before Go 1.17 requires is not listed by those that require it.
            let next = if pruning == Pruning::Unpruned { pruning } else { summary.pruning };
            if pruning != Pruning::Pruned || summary.pruning == Pruning::Unpruned {
                todo.extend(summary.requires.iter().map(|required| (required.clone(), next)));
            }
        }
    }

    /// The modules of a workspace may raise the versions of each other's dependencies: those that are selected then
    /// list what they need themselves.
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

    /// `a@v1.0.0: b@v1.0.0 c@v1.2.0`, a line each; a `-` before the name marks modules before Go 1.17.
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
    fn what_lies_behind_listed_modules_is_pruned() {
        // a is of Go 1.17 or later, so the requirements of b are not read; those of -c are, with all behind them.
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
