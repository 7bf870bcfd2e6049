//! Inlines functions whose bodies are statements.
//!
//! The code inlined here may panic, call and park, in contrast to the single expressions of [`expr`](super::expr). So
//! the line table records for each instruction the inlined calls that it belongs to, and tracebacks print these as
//! frames. The callee's variables live in slots of the caller's frame; parameters that are never assigned are the
//! arguments themselves.

use crate::func::FuncGen;
use crate::func::jump_targets::{InlineReturn, Target};
use crate::func::vars::keeps_variable_names;
use crate::inline::atomic::begins_with_atomic;
use crate::invariant::panic_broken_invariant;
use crate::program::expr_forms::writes_destination_in_parts;
use crate::program::inlining::Inlining;
use crate::program::location::Location;
use crate::program::walk::{Node, walk};
use minigo_bytecode::assembler::Label;
use minigo_bytecode::func::{InlineId, InlinedCall};
use minigo_bytecode::operand::Slot;
use minigo_bytecode::ops::Op;
use minigo_syntax::hash::HashMap;
use minigo_syntax::source::Pos;
use minigo_types::program::{
    Body, Call, Callee, Expr, ExprKind, Func, FuncId, LabelId, Stmt, StmtKind, TargetId, VarId,
};

/// Bodies with more nodes are not inlined.
const MAX_BODY_NODES: usize = 60;

/// The number of nodes that a call in the body counts as.
const CALL_NODE_WEIGHT: usize = 6;

/// The maximal nesting of inlined calls. (The frame numbers in return positions have three bits.)
const MAX_INLINING_DEPTH: usize = 5;

/// No more calls are inlined into functions with more instructions than this.
const MAX_CALLER_INSTRUCTIONS: u32 = 8_000;

/// The state of the caller, saved while the callee is generated.
struct CallerState<'p> {
    func: Option<&'p Func>,
    epilogue: Option<Label>,
    results_in_vars: bool,
    targets: HashMap<TargetId, Target>,
    labels: HashMap<LabelId, Label>,
    volatile_vars: Vec<VarId>,
    inline_return: Option<InlineReturn>,
    inline_site: Option<InlineId>,
}

impl<'p> FuncGen<'_, 'p> {
    /// The function to inline for this call, if there is one.
    pub(crate) fn inlined_callee(&mut self, call: &Call) -> Option<FuncId> {
        let func = match &call.callee {
            Callee::Func(f) => *f,
            Callee::Value(f) => self.static_callee_func(f)?,
            Callee::Interface(..) => return None,
        };
        if !self.can_inline() || self.inlined_funcs.contains(&func) {
            return None;
        }
        let inlined = match self.inlining_of(func) {
            Inlining::Never => false,
            Inlining::WithStaticClosure => self.has_static_closure_argument(func, &call.args),
            Inlining::Always => true,
        };
        inlined.then_some(func)
    }

    /// Reports whether a call at this point can be inlined.
    pub(crate) fn can_inline(&self) -> bool {
        let room = self.inlined_funcs.len() <= MAX_INLINING_DEPTH
            && self.asm.next_pc() < MAX_CALLER_INSTRUCTIONS;
        room && self.func.is_some_and(|func| !func.is_wrapper) && self.inlining_depth == 0
    }

    /// Reports whether the function is small, contains no loop, and no part of it needs a frame of its own.
    pub(crate) fn has_inlinable_body(&mut self, f: FuncId) -> bool {
        self.inlining_of(f) == Inlining::Always
    }

    /// Decides whether calls of the function can be inlined.
    pub(crate) fn inlining_of(&mut self, f: FuncId) -> Inlining {
        if let Some(&known) = self.program_gen.inlinings.get(&f) {
            return known;
        }
        let found = self.find_inlining(f);
        self.program_gen.inlinings.insert(f, found);
        found
    }

    fn find_inlining(&mut self, f: FuncId) -> Inlining {
        let func = self.program.func(f);
        let Body::Block(body) = &func.body else { return Inlining::Never };
        if self.program_gen.is_debugged && keeps_variable_names(self.program, func) {
            return Inlining::Never;
        }
        let special = func.has_defer || func.has_recover || func.is_wrapper || func.is_replaceable;
        let mut vars = func.recv.iter().chain(&func.params).chain(&func.results);
        if special || vars.any(|&var| self.program_gen.is_boxed(var)) {
            return Inlining::Never;
        }
        let (mut parts, mut loops) = (0, false);
        let fits = walk(body.iter().map(Node::Stmt), &mut |node| {
            parts += match node {
                Node::Expr(Expr { kind: ExprKind::Call(_), .. }) => CALL_NODE_WEIGHT,
                _ => 1,
            };
            let is_loop = is_loop(node);
            loops |= is_loop;
            parts <= MAX_BODY_NODES && (is_loop || is_inlinable_node(node))
        });
        match (fits, loops) {
            (false, _) => Inlining::Never,
            (true, true) => Inlining::WithStaticClosure,
            (true, false) => Inlining::Always,
        }
    }

    /// Generates the statements of an inlined body, which ends at `end`.
    fn inline_statements(&mut self, body: &'p [Stmt], func: &Func, end: Label) {
        for stmt in body {
            self.stmt(stmt);
        }
        if self.is_reachable() {
            if func.results.is_empty() {
                self.jump(end);
            } else {
                self.emit(Op::Unreachable {});
            }
        }
        self.asm.pop_jump_to(end);
        self.asm.bind(end);
    }

    /// Inlines a call. Returns where the results are: in the slots `to`, or else in new slots.
    pub(crate) fn inline_call(
        &mut self,
        e: &'p Expr,
        call: &'p Call,
        f: FuncId,
        to: Option<Slot>,
    ) -> Slot {
        let func = self.program.func(f);
        let Body::Block(body) = &func.body else {
            panic_broken_invariant("only bodies are inlined")
        };
        let n = self.slots(e.ty);
        let results = to.unwrap_or_else(|| self.regs.alloc(n));
        let mark = self.regs.height();
        let named = self.open_scope();
        let known = match &call.callee {
            Callee::Value(callee) => Some(self.static_callee(callee)),
            _ => None,
        };
        self.bind_arguments(func, &call.args);
        let around = known.map(|known| self.enter_static_closure(known));
        let inline_return =
            InlineReturn { results, has_unread_results: to.is_none(), end: self.label() };
        let outer = self.enter_inlined(f, func, e.pos, inline_return);
        self.declare_results(func);
        self.inline_statements(body, func, inline_return.end);
        self.leave_inlined(outer);
        self.close_scope(named);
        if let Some(around) = around {
            self.set_capture_locations(around);
        }
        self.regs.release(mark);
        self.set_pos(e.pos);
        results
    }

    fn enter_inlined(
        &mut self,
        f: FuncId,
        func: &'p Func,
        pos: Pos,
        inline_return: InlineReturn,
    ) -> CallerState<'p> {
        let (file, line) = self.program_gen.file_and_line(pos);
        let id = InlineId(self.inlined_calls.len() as u32);
        let callee = self.program_gen.func_id(f);
        self.inlined_calls.push(InlinedCall { func: callee, file, line, parent: self.inline_site });
        self.inlined_funcs.push(f);
        self.forget_position();
        CallerState {
            func: self.func.replace(func),
            epilogue: self.epilogue.take(),
            results_in_vars: std::mem::take(&mut self.results_in_vars),
            targets: std::mem::take(&mut self.targets),
            labels: std::mem::take(&mut self.labels),
            volatile_vars: std::mem::take(&mut self.volatile_vars),
            inline_return: self.inline_return.replace(inline_return),
            inline_site: self.inline_site.replace(id),
        }
    }

    fn leave_inlined(&mut self, outer: CallerState<'p>) {
        self.inlined_funcs.pop();
        self.forget_position();
        self.func = outer.func;
        self.epilogue = outer.epilogue;
        self.results_in_vars = outer.results_in_vars;
        self.targets = outer.targets;
        self.labels = outer.labels;
        self.volatile_vars = outer.volatile_vars;
        self.inline_return = outer.inline_return;
        self.inline_site = outer.inline_site;
    }

    /// Binds the parameters to the arguments, which are evaluated in the order of a call.
    fn bind_arguments(&mut self, func: &'p Func, args: &'p [Expr]) {
        let params = func.recv.iter().chain(&func.params).copied();
        let last_call = args.iter().rposition(|arg| self.has_call(arg)).unwrap_or(0);
        let locks = begins_with_atomic(&func.name);
        let mut locations = Vec::new();
        let mut late = Vec::new();
        for (i, (param, arg)) in params.zip(args).enumerate() {
            if i < last_call && !self.is_unchanged_by_calls(arg) && !self.has_call(arg) {
                late.push((param, arg));
            } else {
                locations.push((param, self.bind_argument(param, arg, locks)));
            }
        }
        for (param, arg) in late {
            locations.push((param, self.bind_argument(param, arg, locks)));
        }
        for (param, location) in locations {
            self.set_parameter(func, param, location);
        }
    }

    fn bind_argument(&mut self, param: VarId, arg: &'p Expr, locks: bool) -> Location {
        if self.is_static_closure_argument(param, arg)
            && let Some(id) = self.static_closure(arg)
        {
            return Location::StaticClosure(id);
        }
        if !self.program.var(param).is_reassigned {
            let field = if locks { self.field_argument(arg) } else { None };
            return field.unwrap_or_else(|| self.inline_argument(arg));
        }
        let slot = self.temp(arg.ty);
        self.eval_into_unread_slot(arg, slot);
        Location::Slots(slot)
    }

    /// Generates a `return` in the body of an inlined function.
    pub(crate) fn return_inlined(
        &mut self,
        func: &'p Func,
        values: &'p [Expr],
        inline_return: InlineReturn,
    ) {
        let to = u32::from(inline_return.results.0);
        if values.is_empty() {
            self.load_results(func, to);
        } else if let [value] = values
            && (inline_return.has_unread_results || !writes_destination_in_parts(value))
        {
            self.expr_to(value, inline_return.results);
        } else {
            self.eval_results_to(values, to, !inline_return.has_unread_results);
        }
        self.jump(inline_return.end);
    }

    /// For analyses of loops, the statements of a small function's body up to the first that cannot be inlined.
    pub(crate) fn inlined_statements(&mut self, e: &'p Expr) -> &'p [Stmt] {
        let f = match &e.kind {
            ExprKind::Closure(f) if self.has_inlinable_body(*f) => *f,
            ExprKind::Call(call) => match call.callee {
                Callee::Func(f) => match self.inlining_of(f) {
                    Inlining::Always => f,
                    Inlining::WithStaticClosure
                        if self.has_static_closure_argument(f, &call.args) =>
                    {
                        f
                    }
                    _ => return &[],
                },
                _ => return &[],
            },
            _ => return &[],
        };
        match &self.program.func(f).body {
            Body::Block(body) => body,
            _ => &[],
        }
    }
}

fn is_loop(node: Node<'_>) -> bool {
    let Node::Stmt(s) = node else { return false };
    matches!(s.kind, StmtKind::For(_) | StmtKind::Range(_) | StmtKind::Continue(_))
}

/// Reports whether a node of a body can be generated in another function's code.
fn is_inlinable_node(node: Node<'_>) -> bool {
    match node {
        Node::Stmt(s) => matches!(
            s.kind,
            StmtKind::Expr(_)
                | StmtKind::Var(..)
                | StmtKind::VarTuple(..)
                | StmtKind::AssignTuple(..)
                | StmtKind::Assign(..)
                | StmtKind::AssignMany(..)
                | StmtKind::AssignOp(..)
                | StmtKind::Send(..)
                | StmtKind::Block(_)
                | StmtKind::If(..)
                | StmtKind::Switch(_)
                | StmtKind::Break(_)
                | StmtKind::Return(_)
        ),
        Node::Expr(e) => !matches!(e.kind, ExprKind::Closure(_)),
    }
}
