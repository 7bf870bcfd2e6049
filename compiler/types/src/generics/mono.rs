//! Instantiation without end: `func f[T any]() { f[*T]() }`.
//!
//! Every instantiation inside a generic declaration says how the type parameters of what is instantiated depend on
//! those around it; a cycle on which a type grows would need infinitely many instances.

use crate::checker::Checker;
use crate::checker::generic::Edge;
use crate::scope::object::GenericId;
use crate::ty::{Type, TypeId};
use minigo_syntax::diagnostic::{Code, Diagnostic};
use minigo_syntax::hash::HashMap;
use minigo_syntax::source::{Pos, Span};

/// What is known about a type parameter: the largest weight on a path to it, the path's last edge and length.
#[derive(Clone, Copy, Debug, Default)]
struct Vertex {
    weight: usize,
    edge: usize,
    len: usize,
}

impl Checker<'_> {
    /// Whether an instance of `id` with `args` would be one of infinitely many. What instantiates what is known as soon
    /// as the declarations have been checked, which is before their instances are.
    pub(crate) fn is_endless(&mut self, id: GenericId, args: &[TypeId]) -> bool {
        let nesting = args.iter().map(|&a| self.nesting(a)).max().unwrap_or(0);
        let generic = self.generic_mut(id);
        generic.asked += 1;
        let asked = generic.asked;
        if nesting <= self.generics.growth.nesting && asked <= self.generics.growth.asked {
            return false;
        }
        let endless = self.generics.growth.endless || self.growing_cycle().is_some();
        self.generics.growth.endless = endless;
        if !endless {
            self.generics.growth.nesting = self.generics.growth.nesting.max(nesting * 4);
            self.generics.growth.asked = self.generics.growth.asked.max(asked * 4);
        }
        endless
    }

    /// How deeply type arguments are nested in `ty`.
    fn nesting(&mut self, ty: TypeId) -> usize {
        if let Some(&known) = self.generics.growth.known.get(&ty) {
            return known;
        }
        let parts: Vec<TypeId> = match self.types.get(ty) {
            Type::Named(id) => self.types.named(*id).args.to_vec(),
            Type::Pointer(e) | Type::Slice(e) | Type::Array(e, _) | Type::Chan(_, e) => vec![*e],
            Type::Map(k, v) => vec![*k, *v],
            Type::Struct(fields) => fields.iter().map(|f| f.ty).collect(),
            _ => return 0,
        };
        let nesting = parts.into_iter().map(|t| self.nesting(t) + 1).max().unwrap_or(0);
        self.generics.growth.known.insert(ty, nesting);
        nesting
    }

    /// Notes an instantiation with `args` for `params`.
    pub(crate) fn note_instance(
        &mut self,
        params: &[TypeId],
        args: &[TypeId],
        at: &[Pos],
        pos: Pos,
    ) {
        for (i, (&to, &ty)) in params.iter().zip(args).enumerate() {
            let mut from = Vec::new();
            self.collect_params(ty, &mut from);
            let pos = at.get(i).copied().unwrap_or(pos);
            for from in from {
                let weight = usize::from(from != ty);
                self.generics.edges.push(Edge { from, to, weight, pos, ty });
            }
        }
    }

    fn collect_params(&self, ty: TypeId, out: &mut Vec<TypeId>) {
        let mut list = |checker: &Self, list: &[TypeId]| {
            list.iter().for_each(|&t| checker.collect_params(t, out));
        };
        match self.types.get(ty) {
            Type::Basic(_) => {}
            Type::TypeParam(_) => out.push(ty),
            Type::Named(id) => list(self, &self.types.named(*id).args),
            Type::Pointer(e) | Type::Slice(e) | Type::Array(e, _) | Type::Chan(_, e) => {
                self.collect_params(*e, out);
            }
            Type::Map(k, v) => list(self, &[*k, *v]),
            Type::Tuple(types) => list(self, types),
            Type::Struct(fields) => fields.iter().for_each(|f| self.collect_params(f.ty, out)),
            Type::Signature(sig) => {
                list(self, &sig.params);
                list(self, &sig.results);
            }
            Type::Interface(i) => i.methods.iter().for_each(|m| self.collect_params(m.sig, out)),
        }
    }

    /// Reports instantiation without end.
    pub(crate) fn check_instantiations(&mut self) {
        if let Some(cycle) = self.growing_cycle() {
            let edges = std::mem::take(&mut self.generics.edges);
            let cycle: Vec<&Edge> = cycle.into_iter().map(|e| &edges[e]).collect();
            self.report_instances(&cycle);
        }
    }

    /// The edges of a cycle on which a type grows.
    fn growing_cycle(&self) -> Option<Vec<usize>> {
        let mut index: HashMap<TypeId, usize> = HashMap::default();
        for ty in self.generics.edges.iter().flat_map(|edge| [edge.from, edge.to]) {
            let next = index.len();
            index.entry(ty).or_insert(next);
        }
        let mut vertices = vec![Vertex::default(); index.len()];
        let mut again = true;
        while again {
            again = false;
            for (i, edge) in self.generics.edges.iter().enumerate() {
                let source = vertices[index[&edge.from]];
                let to = index[&edge.to];
                let weight = source.weight + edge.weight;
                if weight <= vertices[to].weight {
                    continue;
                }
                vertices[to] = Vertex { weight, edge: i, len: source.len + 1 };
                if vertices[to].len == vertices.len() {
                    let before = |v: usize| {
                        let edge = vertices[v].edge;
                        (index[&self.generics.edges[edge].from], edge)
                    };
                    return Some(find_cycle(to, vertices.len(), before));
                }
                again = true;
            }
        }
        None
    }

    fn report_instances(&mut self, cycle: &[&Edge]) {
        let Some(first) = cycle.first() else { return };
        let name = |c: &Self, ty| match *c.types.get(ty) {
            Type::TypeParam(p) => (c.types.param(p).name.clone(), c.types.param(p).pos),
            _ => Default::default(),
        };
        let (_, pos) = name(self, first.to);
        let at = Span::at(pos);
        let mut error = Diagnostic::error(Code::InvalidInstanceCycle, at, "instantiation cycle");
        for edge in cycle {
            let (param, _) = name(self, edge.to);
            let message = format!("{param} instantiated as {}", self.type_string(edge.ty));
            error = error.with_gc_line(Span::at(edge.pos), message);
        }
        self.report(error);
    }
}

/// The edges of the cycle that is found by walking back from `start`.
fn find_cycle(start: usize, count: usize, before: impl Fn(usize) -> (usize, usize)) -> Vec<usize> {
    let mut seen = vec![false; count];
    let mut stack = Vec::new();
    let mut at = start;
    while !seen[at] {
        seen[at] = true;
        stack.push(at);
        at = before(at).0;
    }
    let from = stack.iter().position(|&v| v == at).unwrap_or(0);
    stack[from..].iter().map(|&v| before(v).1).collect()
}
