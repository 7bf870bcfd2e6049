//! A session: generates the bytecode of a program that grows part by part.
//!
//! Each part contains only new code: functions that have got a body since the last part, with the constants, types and
//! sites that they are the first to mention. Indices continue those of earlier parts. Earlier parts are never modified;
//! changes that running code must see are listed in the [`ProgramGrowth`]:
//!
//! * New methods of described types. A method of the library is generated when a call can reach it, which may be long
//!   after its type was described.
//! * Functions that other functions replace. Calls of replaceable functions are never inlined, so that earlier callers
//!   call the replacement.
//! * Types whose names have changed.

use crate::program::generator_state::GeneratorState;
use crate::program::tables::ProgramGen;
use minigo_bytecode::growth::{InputValue, ProgramGrowth};
use minigo_bytecode::operand as bc;
use minigo_bytecode::rtype::RMethod;
use minigo_syntax::diagnostic::Diagnostics;
use minigo_syntax::hash::HashMap;
use minigo_syntax::source::{Pos, SourceMap};
use minigo_types::CheckedInput;
use minigo_types::program::{Body, Func, FuncId, Program};
use minigo_types::ty::TypeId;
use std::sync::Arc;

/// A described type, with the properties that can still change.
struct DescribedType {
    ty: TypeId,
    id: bc::TypeId,
    name: Arc<str>,
    methods: Vec<(bc::MethodId, Option<bc::FuncId>)>,
    is_interface: bool,
}

/// The state that a session keeps from part to part.
#[derive(Default)]
pub struct Session {
    generator_state: GeneratorState,
    described_types: Vec<DescribedType>,
    /// Functions that code mentions but that have no body so far: they are declared forward.
    forward_declared_funcs: Vec<FuncId>,
    /// For each function, the functions that it has replaced.
    replaced_funcs: HashMap<bc::FuncId, Vec<bc::FuncId>>,
    /// Whether the code is instrumented for the race detector.
    is_race_instrumented: bool,
}

impl std::fmt::Debug for Session {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Session({} types)", self.described_types.len())
    }
}

impl Session {
    /// Makes a session without code.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Makes a session without code whose code is instrumented for the race detector: see
    /// [`Settings::is_race_instrumented`](crate::Settings::is_race_instrumented).
    #[must_use]
    pub fn race_instrumented() -> Self {
        Self { is_race_instrumented: true, ..Self::default() }
    }

    /// Generates the code that an input adds to the program. The diagnostics report functions that need more slots than
    /// a frame may have, and bugs of minigo. A growth with such errors must be linked too, but not executed.
    pub fn grow_program(
        &mut self,
        input: &CheckedInput,
        program: &Program,
        sources: &SourceMap,
    ) -> (ProgramGrowth, Diagnostics) {
        let mut g =
            ProgramGen::resume(std::mem::take(&mut self.generator_state), program, sources, true);
        g.bytecode.has_race_detector = self.is_race_instrumented;
        let mut growth = ProgramGrowth::default();
        let pos = input.funcs_to_call.last().map_or(Pos::NONE, |&call| program.func(call).pos);
        g.generate_or_report(pos, |g| self.generate(input, g, &mut growth));
        let diagnostics = std::mem::take(&mut g.diagnostics);
        (self.generator_state, growth.program) = g.into_state();
        (growth, diagnostics)
    }

    fn generate(
        &mut self,
        input: &CheckedInput,
        g: &mut ProgramGen<'_>,
        growth: &mut ProgramGrowth,
    ) {
        g.lay_out_globals();
        growth.replaced_funcs = self.declare_new_bodies(g);
        let new = declare_new_funcs(g);
        let mut has_methods = input.has_methods_of_earlier_types;
        for &(id, func) in &new {
            has_methods |= func.recv.is_some();
            g.func(id, func);
        }
        // (The machine starts with an entry function, so the first part gets one even if it executes nothing.)
        if !input.funcs_to_call.is_empty() || g.tables.base_sizes.funcs == 0 {
            g.entry(input.funcs_to_call.clone());
        }
        g.describe_new_pointers();
        g.complete_types();
        if has_methods {
            growth.methods = self.new_methods(g);
        }
        if !input.renamed_types.is_empty() {
            growth.type_names = self.find_renamed_types(g);
        }
        growth.shown_values = expression_values(g, input);
        // Describing methods makes thunks, which may mention further types.
        g.complete_new_types();
        self.note_described_types(g);
        for &(from, to) in &input.replaced_funcs {
            let pair = (g.func_id(from), g.func_id(to));
            self.add_replacement(pair, &mut growth.replaced_funcs);
        }
        self.declare_forward(g);
    }

    /// Declares the functions with a forward declaration that have got a body since. Returns the pairs of a forward
    /// declaration and the function that replaces it.
    fn declare_new_bodies(&mut self, g: &mut ProgramGen<'_>) -> Vec<(bc::FuncId, bc::FuncId)> {
        let has_body = |f: &FuncId| !matches!(g.program.func(*f).body, Body::Unreached);
        let (found, rest) =
            std::mem::take(&mut self.forward_declared_funcs).into_iter().partition(has_body);
        self.forward_declared_funcs = rest;
        let found: Vec<FuncId> = found;
        let again = |func: FuncId| {
            let forward = g.func_id(func);
            g.tables.funcs[func.0 as usize] = None;
            (forward, g.declare_func(func))
        };
        found.into_iter().map(again).collect()
    }

    fn add_replacement(
        &mut self,
        (from, to): (bc::FuncId, bc::FuncId),
        out: &mut Vec<(bc::FuncId, bc::FuncId)>,
    ) {
        let mut all = self.replaced_funcs.remove(&from).unwrap_or_default();
        all.push(from);
        out.extend(all.iter().map(|&old| (old, to)));
        self.replaced_funcs.insert(to, all);
    }

    /// The types whose methods have changed since they were described.
    fn new_methods(&mut self, g: &mut ProgramGen<'_>) -> Vec<(bc::TypeId, Vec<RMethod>)> {
        let mut out = Vec::new();
        for described in self.described_types.iter_mut().filter(|d| !d.is_interface) {
            g.describe_pointer_to(described.ty);
            let methods = g.describe_methods(described.ty);
            let now = methods.iter().map(|m| (m.method, m.func)).collect();
            if described.methods != now {
                described.methods = now;
                out.push((described.id, methods));
            }
        }
        out
    }

    /// The types whose names have changed since they were described.
    fn find_renamed_types(&mut self, g: &ProgramGen<'_>) -> Vec<(bc::TypeId, Arc<str>, Arc<str>)> {
        let mut out = Vec::new();
        for described in &mut self.described_types {
            let now = g.program.types.runtime_name(described.ty);
            if *described.name != *now {
                described.name = now.as_str().into();
                let own = match g.program.types.get(described.ty) {
                    minigo_types::ty::Type::Named(id) => g.program.types.reflect_name(*id).into(),
                    _ => Arc::from(""),
                };
                out.push((described.id, described.name.clone(), own));
            }
        }
        out
    }

    fn note_described_types(&mut self, g: &mut ProgramGen<'_>) {
        for (ty, place) in std::mem::take(&mut g.descriptors.described_types) {
            let id = g.rtype(ty);
            let rtype = &g.bytecode.types[place as usize];
            self.described_types.push(DescribedType {
                ty,
                id,
                name: rtype.string.clone(),
                methods: rtype.methods.iter().map(|m| (m.method, m.func)).collect(),
                is_interface: rtype.kind == minigo_bytecode::rtype::Kind::Interface,
            });
        }
    }

    /// Declares the functions that are mentioned but have no body so far, with a body that is never executed.
    fn declare_forward(&mut self, g: &mut ProgramGen<'_>) {
        let first = g.tables.base_sizes.funcs;
        for (id, func) in (0..).map(FuncId).zip(&g.program.funcs) {
            let Some(made) = g.tables.funcs.get(id.0 as usize).copied().flatten() else { continue };
            if made.0 >= first && matches!(func.body, Body::Unreached) {
                let out = g.func_mut(made);
                out.code = vec![
                    minigo_bytecode::ops::Op::Nop {},
                    minigo_bytecode::ops::Op::Unreachable {},
                ]
                .into();
                out.frame_slots = out.arg_slots.max(out.result_slots);
                self.forward_declared_funcs.push(id);
            }
        }
    }
}

/// Declares and returns the functions that have got a body, those with a forward declaration included.
fn declare_new_funcs<'p>(g: &mut ProgramGen<'p>) -> Vec<(FuncId, &'p Func)> {
    let first = g.tables.base_sizes.funcs;
    let program = g.program;
    g.tables.funcs.resize(program.funcs.len(), None);
    let mut new = Vec::new();
    for (id, func) in (0..).map(FuncId).zip(&program.funcs) {
        let declared = g.tables.funcs[id.0 as usize];
        let is_new = declared.is_none_or(|made| made.0 >= first);
        if is_new && !matches!(func.body, Body::Unreached) {
            if declared.is_none() {
                g.declare_func(id);
            }
            new.push((id, func));
        }
    }
    new
}

/// The locations and types of the values of the input's last expression.
fn expression_values(g: &mut ProgramGen<'_>, input: &CheckedInput) -> Vec<InputValue> {
    let value = |&global: &minigo_types::program::GlobalId| {
        let ty = g.program.global(global).ty;
        InputValue { offset: g.global_offset(global), ty: g.rtype(ty) }
    };
    input.value_vars.iter().map(value).collect()
}
