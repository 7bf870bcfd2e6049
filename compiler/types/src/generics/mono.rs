//! Detects infinite instantiation: `func f[T any]() { f[*T]() }`.
//!
//! Each instantiation inside a generic declaration tells how the type parameters of the instantiated declaration depend
//! on those of the declaration around it; so does each type declared inside a generic function. A cycle along which a
//! type grows would need infinitely many instances. The graph of a package is complete once its generic declarations
//! have been checked, before the bodies of their instances are. Instantiations that signatures and type declarations
//! cause are in the graph once each of them has been made once. So the check for a cycle runs as soon as an instance's
//! type arguments are unusually large, and no instance is made after a cycle has been found.

use crate::checker::Checker;
use crate::checker::generic::InstantiationEdge;
use crate::ids::PkgId;
use crate::scope::object::GenericId;
use crate::ty::print::Qualifier;
use crate::ty::{Type, TypeId};
use minigo_syntax::ast::{self, Name};
use minigo_syntax::diagnostic::{Code, Diagnostic};
use minigo_syntax::hash::HashMap;
use minigo_syntax::source::{Pos, Span};

/// The maximal number of parts of an instance's type arguments, even if there is no cycle: a chain of declarations can
/// double their number with each step.
const MAX_TYPE_PARTS: usize = 1 << 18;

/// The search state of a type parameter: the largest weight of a path to it, and that path's last edge and length.
#[derive(Clone, Copy, Debug, Default)]
struct Vertex {
    path_weight: usize,
    last_edge: usize,
    path_len: usize,
}

impl Checker<'_> {
    /// Reports whether an instance of `id` with `args` would be one of infinitely many, or is too large.
    pub(crate) fn is_instantiation_endless(&mut self, id: GenericId, args: &[TypeId]) -> bool {
        let parts =
            args.iter().fold(0_usize, |sum, &arg| sum.saturating_add(self.count_type_parts(arg)));
        if parts > MAX_TYPE_PARTS {
            return true;
        }
        let generic = self.generic_mut(id);
        generic.instance_request_count += 1;
        let asked = generic.instance_request_count;
        if parts <= self.generics.instantiation_limits.max_type_arg_parts
            && asked <= self.generics.instantiation_limits.max_instance_requests
        {
            return false;
        }
        let all: Vec<&InstantiationEdge> = self.generics.instantiation_graph.edges.iter().collect();
        let endless = self.generics.instantiation_limits.has_endless_instances
            || growing_cycle(&all).is_some();
        self.generics.instantiation_limits.has_endless_instances = endless;
        if !endless {
            self.generics.instantiation_limits.max_type_arg_parts =
                self.generics.instantiation_limits.max_type_arg_parts.max(parts.saturating_mul(4));
            self.generics.instantiation_limits.max_instance_requests =
                self.generics.instantiation_limits.max_instance_requests.max(asked * 4);
        }
        endless
    }

    /// The number of parts of a type as written, those of type arguments included. A defined type counts as one part.
    fn count_type_parts(&mut self, ty: TypeId) -> usize {
        if let Some(&known) = self.generics.instantiation_limits.type_part_counts.get(&ty) {
            return known;
        }
        let below: Vec<TypeId> = match self.types.get(ty) {
            Type::Named(id) => {
                let named = self.types.named_type(*id);
                named.implicit_args().iter().chain(&named.args).copied().collect()
            }
            Type::Pointer(e) | Type::Slice(e) | Type::Array(e, _) | Type::Chan(_, e) => vec![*e],
            Type::Map(k, v) => vec![*k, *v],
            Type::Struct(fields) => fields.iter().map(|f| f.ty).collect(),
            Type::Signature(sig) => sig.params.iter().chain(&sig.results).copied().collect(),
            Type::Interface(interface) => interface.methods.iter().map(|m| m.sig).collect(),
            Type::Basic(_) | Type::Tuple(_) | Type::TypeParam(_) => return 1,
        };
        let below = below.into_iter().map(|part| self.count_type_parts(part));
        let parts = below.fold(1, usize::saturating_add);
        self.generics.instantiation_limits.type_part_counts.insert(ty, parts);
        parts
    }

    /// Records an instantiation of `params` with `args`.
    pub(crate) fn note_instance(
        &mut self,
        params: &[TypeId],
        args: &[TypeId],
        at: &[Pos],
        pos: Pos,
    ) {
        for (i, (&to, &ty)) in params.iter().zip(args).enumerate() {
            let mut from = Vec::new();
            self.collect_vertices(ty, &mut from);
            let pos = at.get(i).copied().unwrap_or(pos);
            for from in from {
                self.note_local_vertex(from);
                self.add_instantiation_edge(from, to, usize::from(from != ty), (pos, ty));
            }
        }
    }

    /// The position at which gc reports a type argument; for a function type that of its parameters.
    pub(crate) fn type_pos(&self, e: &ast::Expr) -> Pos {
        if !matches!(e.kind, ast::ExprKind::FuncType(_)) {
            return e.pos;
        }
        let Some(source) = self.sources.file_of(e.pos) else { return e.pos };
        let before = source.slice(e.span()).find('(').unwrap_or_default();
        Pos(e.pos.0 + before as u32)
    }

    /// Records that each instance of the enclosing generic function, if there is one, has its own type `ty`.
    fn note_local_vertex(&mut self, ty: TypeId) {
        let Type::Named(id) = *self.types.get(ty) else { return };
        let (pos, args) =
            (self.types.named_type(id).pos, self.types.named_type(id).implicit_args().to_vec());
        if !self.generics.instantiation_graph.local_vertices.insert(pos) {
            return;
        }
        for arg in args {
            if self.types.is_type_param(arg) {
                self.add_instantiation_edge(arg, ty, 1, (pos, arg));
            }
        }
    }

    fn add_instantiation_edge(
        &mut self,
        from: TypeId,
        to: TypeId,
        weight: usize,
        (pos, ty): (Pos, TypeId),
    ) {
        let (Some((_, from)), Some((name, to_pos))) = (self.vertex_of(from), self.vertex_of(to))
        else {
            return;
        };
        self.generics.instantiation_graph.edges.push(InstantiationEdge {
            pkg: self.context.pkg,
            from,
            to: to_pos,
            growth_weight: weight,
            pos,
            name,
            is_local: !self.types.is_type_param(to),
            ty,
            receiver: self.receiver_names(),
        });
    }

    /// The name and the vertex of a type parameter or local type.
    fn vertex_of(&self, ty: TypeId) -> Option<(Name, Pos)> {
        match *self.types.get(ty) {
            Type::TypeParam(p) => Some((self.types.param(p).name.clone(), self.types.param(p).pos)),
            Type::Named(id) => {
                let named = self.types.named_type(id);
                Some((named.name.clone(), named.pos))
            }
            _ => None,
        }
    }

    /// Collects the type parameters and the types declared inside generic functions that `ty` mentions.
    fn collect_vertices(&self, ty: TypeId, out: &mut Vec<TypeId>) {
        let mut all = |list: &[TypeId]| list.iter().for_each(|&t| self.collect_vertices(t, out));
        match self.types.get(ty) {
            Type::Basic(_) => {}
            Type::TypeParam(_) => out.push(ty),
            Type::Named(id) => {
                let named = self.types.named_type(*id);
                all(&named.args);
                if named.implicit_args().iter().any(|&arg| self.types.is_type_param(arg)) {
                    out.push(ty);
                }
            }
            Type::Pointer(e) | Type::Slice(e) | Type::Array(e, _) | Type::Chan(_, e) => all(&[*e]),
            Type::Map(k, v) => all(&[*k, *v]),
            Type::Tuple(types) => all(types),
            Type::Struct(fields) => fields.iter().for_each(|f| all(&[f.ty])),
            Type::Signature(sig) => {
                all(&sig.params);
                all(&sig.results);
            }
            Type::Interface(i) => i.methods.iter().for_each(|m| all(&[m.sig])),
        }
    }

    /// Reports infinite instantiation in a package; like gc, only if there are no other errors.
    pub(crate) fn check_instantiations(&mut self, pkg: PkgId) {
        if self.diags.has_errors() {
            return;
        }
        let edges = std::mem::take(&mut self.generics.instantiation_graph.edges);
        let own: Vec<&InstantiationEdge> = edges.iter().filter(|edge| edge.pkg == pkg).collect();
        if let Some(cycle) = growing_cycle(&own) {
            self.report_instantiation_cycle(pkg, &cycle);
        }
        self.generics.instantiation_graph.edges = edges;
    }

    fn report_instantiation_cycle(&mut self, pkg: PkgId, cycle: &[&InstantiationEdge]) {
        let Some(first) = cycle.first() else { return };
        let at = Span::at(first.to);
        let mut error = Diagnostic::error(Code::InvalidInstanceCycle, at, "instantiation cycle:");
        for edge in cycle {
            let names = edge.receiver.as_ref().map_or(&[][..], |names| names);
            let ty = self.types.display_as(edge.ty, Qualifier::Relative(pkg), names);
            let how = if edge.is_local { "implicitly parameterized by" } else { "instantiated as" };
            let message = format!("{} {how} {ty}", edge.name);
            error = error.with_go_compiler_label(Span::at(edge.pos), message);
        }
        self.report(error);
    }
}

/// The edges of a cycle along which a type grows.
fn growing_cycle<'e>(edges: &[&'e InstantiationEdge]) -> Option<Vec<&'e InstantiationEdge>> {
    let mut index: HashMap<Pos, usize> = HashMap::default();
    for vertex in edges.iter().flat_map(|edge| [edge.from, edge.to]) {
        let next = index.len();
        index.entry(vertex).or_insert(next);
    }
    let mut vertices = vec![Vertex::default(); index.len()];
    let mut again = true;
    while again {
        again = false;
        for (i, edge) in edges.iter().enumerate() {
            let source = vertices[index[&edge.from]];
            let to = index[&edge.to];
            let weight = source.path_weight + edge.growth_weight;
            if weight <= vertices[to].path_weight {
                continue;
            }
            vertices[to] =
                Vertex { path_weight: weight, last_edge: i, path_len: source.path_len + 1 };
            if vertices[to].path_len == vertices.len() {
                let before = |v: usize| {
                    let edge = vertices[v].last_edge;
                    (index[&edges[edge].from], edge)
                };
                let cycle = find_cycle(to, vertices.len(), before);
                return Some(cycle.into_iter().map(|edge| edges[edge]).collect());
            }
            again = true;
        }
    }
    None
}

/// The edges of the cycle that a walk backwards from `start` finds.
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
