//! The order in which package-level variables are initialised.

use crate::checker::Checker;
use crate::checker::package::DeclKind;
use crate::ids::{FuncId, PkgId};
use crate::input::Input;
use crate::program::{Body, Stmt};
use crate::scope::object::{ObjId, ObjectKind};
use minigo_syntax::diagnostic::{Code, Diagnostic};
use minigo_syntax::hash::HashMap;
use minigo_syntax::small_sort::SmallSort as _;
use minigo_syntax::source::Span;
use std::collections::BTreeSet;

/// A constant, variable or function in the graph of dependencies.
struct Node {
    obj: ObjId,
    is_func: bool,
    is_const: bool,
    /// The nodes that depend on this node.
    predecessors: BTreeSet<usize>,
    /// The nodes that this node depends on.
    successors: BTreeSet<usize>,
}

impl Checker<'_> {
    /// Sorts the initialisers of a package and reports cycles among them.
    pub(crate) fn init_order(&mut self, pkg: PkgId) {
        // The names of an indexed package are declared in the order of their lookup, so they are sorted first. The
        // names of other packages are in the order of the package's files, which is not that of positions: files of
        // tests come last, whatever their names are.
        if self.collected_decls.indexed_decls.contains_key(&pkg) {
            let mut order = std::mem::take(&mut self.package_mut(pkg).source_order);
            order.small_sort_by_key(|&obj| self.object(obj).pos);
            self.package_mut(pkg).source_order = order;
        }
        let nodes = self.dependency_graph(pkg);
        let mut open: BTreeSet<(bool, usize, usize)> = BTreeSet::new();
        let mut count: Vec<usize> = nodes.iter().map(|n| n.successors.len()).collect();
        let key = |i: usize, count: &[usize]| (!nodes[i].is_const, count[i], i);
        for i in (0..nodes.len()).filter(|&i| !nodes[i].is_func) {
            open.insert(key(i, &count));
        }
        let mut rank: HashMap<ObjId, usize> = HashMap::default();
        while let Some((_, left, i)) = open.pop_first() {
            if left > 0
                && let Some(cycle) = self.find_path(nodes[i].obj)
            {
                self.report_init_cycle(&cycle);
            }
            for &p in &nodes[i].predecessors {
                if open.remove(&key(p, &count)) {
                    count[p] -= 1;
                    open.insert(key(p, &count));
                }
            }
            rank.insert(nodes[i].obj, rank.len());
        }
        // An initialiser of several variables runs when the first of them is ready.
        let mut inits = std::mem::take(&mut self.package_mut(pkg).global_inits);
        inits.small_sort_by_key(|init| {
            let ranks = init.lhs.iter().filter_map(|o| rank.get(o));
            ranks.min().copied().unwrap_or(usize::MAX)
        });
        self.package_mut(pkg).global_inits = inits;
    }

    /// The graph of dependencies between a package's constants and variables, with functions eliminated.
    fn dependency_graph(&self, pkg: PkgId) -> Vec<Node> {
        let mut nodes: Vec<Node> = Vec::new();
        let mut index: HashMap<ObjId, usize> = HashMap::default();
        for &obj in &self.package(pkg).source_order {
            let kind = self.decl_of(obj).map(|d| &d.kind);
            let (is_func, is_const) = match kind {
                Some(DeclKind::Func(_)) => (true, false),
                Some(DeclKind::Const { .. }) => (false, true),
                Some(DeclKind::Var { .. }) => (false, false),
                _ => continue,
            };
            if matches!(self.object(obj).kind, ObjectKind::Unresolved) {
                continue;
            }
            index.insert(obj, nodes.len());
            let (pred, succ) = (BTreeSet::new(), BTreeSet::new());
            nodes.push(Node { obj, is_func, is_const, predecessors: pred, successors: succ });
        }
        for i in 0..nodes.len() {
            for dep in self.resolving.dependencies.get(&nodes[i].obj).into_iter().flatten() {
                if let Some(&d) = index.get(dep) {
                    nodes[i].successors.insert(d);
                    nodes[d].predecessors.insert(i);
                }
            }
        }
        let mut funcs: Vec<usize> = (0..nodes.len()).filter(|&i| nodes[i].is_func).collect();
        funcs.small_sort_by_key(|&i| nodes[i].predecessors.len() * nodes[i].successors.len());
        for n in funcs {
            let pred = std::mem::take(&mut nodes[n].predecessors);
            let succ = std::mem::take(&mut nodes[n].successors);
            for &p in pred.iter().filter(|&&p| p != n) {
                for &s in succ.iter().filter(|&&s| s != n) {
                    nodes[p].successors.insert(s);
                    nodes[s].predecessors.insert(p);
                }
                nodes[p].successors.remove(&n);
            }
            for &s in succ.iter().filter(|&&s| s != n) {
                nodes[s].predecessors.remove(&n);
            }
        }
        nodes
    }

    /// A path of dependencies from `obj` to itself; the last element comes first.
    fn find_path(&self, obj: ObjId) -> Option<Vec<ObjId>> {
        let mut seen = BTreeSet::new();
        // Each entry is an object on the path, with its dependencies that the search has not visited yet.
        let mut stack: Vec<(ObjId, Vec<ObjId>)> = vec![(obj, self.sorted_deps(obj))];
        seen.insert(obj);
        while let Some((_, rest)) = stack.last_mut() {
            let Some(next) = rest.pop() else {
                stack.pop();
                continue;
            };
            if next == obj {
                let mut path = vec![obj];
                path.extend(stack.iter().skip(1).rev().map(|(o, _)| *o));
                return Some(path);
            }
            if seen.insert(next) {
                stack.push((next, self.sorted_deps(next)));
            }
        }
        None
    }

    /// The dependencies of `obj`, in descending source order.
    fn sorted_deps(&self, obj: ObjId) -> Vec<ObjId> {
        let mut deps = self.resolving.dependencies.get(&obj).cloned().unwrap_or_default();
        deps.small_sort_by_key(|&o| std::cmp::Reverse(o));
        deps
    }

    fn report_init_cycle(&mut self, cycle: &[ObjId]) {
        let name = |c: &Self, o: ObjId| c.object(o).name.clone();
        let first = cycle[0];
        let pos = self.object(first).pos;
        if cycle.len() == 1 {
            let name = name(self, first);
            let message = format!("initialization cycle: {name} refers to itself");
            self.error(Code::InvalidInitCycle, pos, message);
            return;
        }
        let message = format!("initialization cycle for {}", name(self, first));
        let mut error = Diagnostic::error(Code::InvalidInitCycle, Span::at(pos), message);
        let mut obj = first;
        for &next in cycle.iter().rev() {
            let (from, to) = (name(self, obj), name(self, next));
            let object = self.object(obj);
            let span = Span::of_name(&object.name, object.pos);
            error = error.with_go_compiler_label(span, format!("{from} refers to {to}"));
            obj = next;
        }
        self.report(error);
    }

    /// Fills the packages' init functions. Returns the functions to call before `main`, in order.
    pub(crate) fn build_inits(&mut self, input: &Input<'_>) -> Vec<FuncId> {
        let mut calls = Vec::new();
        self.number_init_literals();
        for pkg in self.initialization_order(input) {
            let package = &mut self.packages[pkg.0 as usize];
            let inits = std::mem::take(&mut package.global_inits);
            let stmts: Vec<Stmt> = inits.into_iter().flat_map(|i| i.stmts).collect();
            if !stmts.is_empty() {
                calls.push(package.init);
            }
            self.funcs[package.init.0 as usize].body = Body::Block(stmts);
            let funcs = package.init_funcs.iter();
            calls.extend(funcs.filter_map(|&obj| match self.objects[obj.0 as usize].kind {
                ObjectKind::Func(func) => Some(func),
                _ => None,
            }));
        }
        calls
    }
}
