//! The context of one function: assembler, slots, jump targets, homes of variables.

use crate::captures::root_var;
use crate::inline_body::Leaving;
use crate::layout::{Layout, Shape};
use crate::package::{Home, ProgramGen};
use crate::place::Place;
use crate::regs::Regs;
use crate::reuse::{Named, reuse};
use crate::spill::Spill;
use minigo_bytecode::assembler::{Assembler, Finished, Label};
use minigo_bytecode::func::{CaptureLayout, InlineId, Inlined, VarPlace};
use minigo_bytecode::operand::{self as bc, Slot, Wide};
use minigo_bytecode::ops::Op;
use minigo_syntax::hash::HashMap;
use minigo_syntax::source::Pos;
use minigo_types::program::{Expr, Func, FuncId, LabelId, Program, Stmt, TargetId, VarId};
use minigo_types::ty::TypeId;

/// From so many bytes on a copy is a good part of a time slice's budget.
const WEIGHTY: u16 = 1024;

/// Where `break` and `continue` of a statement go.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Target {
    pub(crate) end: Label,
    pub(crate) next: Option<Label>,
}

/// A named variable whose scope begins at a label, and perhaps ends at one.
struct NamedVar {
    var: VarId,
    home: Home,
    from: Label,
    to: Option<Label>,
}

/// One function while it is generated.
pub(crate) struct FuncGen<'g, 'p> {
    pub(crate) g: &'g mut ProgramGen<'p>,
    pub(crate) program: &'p Program,
    pub(crate) func: Option<&'p Func>,
    pub(crate) asm: Assembler,
    pub(crate) regs: Regs,
    pub(crate) targets: HashMap<TargetId, Target>,
    pub(crate) labels: HashMap<LabelId, Label>,
    /// Variables that must be copied when they are read as operands, since they are assigned before the operand is used.
    pub(crate) volatile: Vec<VarId>,
    /// Where the code that loads the results and returns begins, in functions that defer.
    pub(crate) epilogue: Option<Label>,
    /// Whether `return` stores the results in their variables first.
    pub(crate) results_in_vars: bool,
    /// Constants that the loop around keeps in slots.
    pub(crate) kept: Vec<(i64, Slot)>,
    /// How many inlined calls the expression at hand is inside of.
    pub(crate) inlining: u32,
    /// The functions whose statements are being generated: this one, then those inlined into one another.
    pub(crate) inside: Vec<FuncId>,
    /// The inlined call that the statements at hand belong to, and what `return` does there.
    pub(crate) site: Option<InlineId>,
    pub(crate) leaving: Option<Leaving>,
    /// All inlined calls so far.
    pub(crate) inlined: Vec<Inlined>,
    /// Objects for variables, and the one of this block, if there is one.
    pub(crate) spills: Vec<Spill>,
    pub(crate) spill: Option<usize>,
    named: Vec<NamedVar>,
    wants_names: bool,
    last_pos: Pos,
}

impl<'g, 'p> FuncGen<'g, 'p> {
    pub(crate) fn new(g: &'g mut ProgramGen<'p>, func: Option<&'p Func>) -> Self {
        let program = g.program;
        let source = |f: &Func| g.sources.file_of(f.pos);
        let is_user = |f: &Func| source(f).is_some_and(|s| !s.name.starts_with(LIBRARY));
        let wants_names = func.is_some_and(|f| !f.wrapper && is_user(f));
        Self {
            g,
            program,
            func,
            asm: Assembler::new(),
            regs: Regs::new(0),
            targets: HashMap::default(),
            labels: HashMap::default(),
            volatile: Vec::new(),
            epilogue: None,
            results_in_vars: false,
            kept: Vec::new(),
            inlining: 0,
            inside: Vec::new(),
            site: None,
            leaving: None,
            inlined: Vec::new(),
            spills: Vec::new(),
            spill: None,
            named: Vec::new(),
            wants_names,
            last_pos: Pos::NONE,
        }
    }

    /// Generates the whole function `id` of the typed program.
    pub(crate) fn body(mut self, id: FuncId, func: &'p Func, body: &'p [Stmt]) {
        let (args, results) = self.g.call_slots(id);
        self.regs.alloc(args.max(results));
        self.inside.push(id);
        self.at(func.pos);
        let captures = self.load_captures(func);
        self.adopt_params(func);
        self.declare_results(func);
        self.block(body);
        self.at(func.end);
        self.implicit_return(func);
        if let Some(label) = self.epilogue {
            self.asm.place(label);
            self.load_results(func, 0);
            self.emit(Op::Ret {});
        }
        self.g.out.funcs[id.0 as usize].captures = captures;
        self.finish(bc::FuncId(id.0));
    }

    /// Hands the code over to the function table.
    pub(crate) fn finish(mut self, id: bc::FuncId) {
        let end = self.asm.label();
        self.asm.place(end);
        self.close_spills();
        if self.regs.overflowed() {
            let func = self.func.map_or(Pos::NONE, |f| f.pos);
            let name = self.g.out.funcs[id.0 as usize].name.clone();
            let text = format!("stack frame of {name} too large");
            self.g.diagnostics.error_at("TooLarge", func, text);
        }
        let named: Vec<(NamedVar, bc::TypeId)> = std::mem::take(&mut self.named)
            .into_iter()
            .map(|n| {
                let ty = self.g.rtype(self.program.var(n.var).ty);
                (n, ty)
            })
            .collect();
        let mut widened = 0;
        if self.epilogue.is_none() && !self.regs.overflowed() {
            let place = |label: Label| self.asm.place_of(label).unwrap_or(u32::MAX);
            let mut variables = Vec::new();
            for (n, _) in &named {
                let (slot, width) = match n.home {
                    Home::Slots(slot) => (slot, self.g.slots(self.program.var(n.var).ty)),
                    Home::Cell(slot) => (slot, 1),
                    _ => continue,
                };
                let (from, to) = (place(n.from), n.to.map_or(u32::MAX, place));
                variables.push(Named { slot: slot.0.into(), width, from, to });
            }
            let program = &self.g.out;
            let arguments = |op, a| match op {
                Op::Call { func, .. } => Some(program.funcs[func.get() as usize].arg_slots),
                Op::CallNative { native, .. } => {
                    Some(program.natives[native.get() as usize].arg_slots)
                }
                Op::CallClosure { n, .. } => Some(n.into()),
                // The first of them is not in the window yet.
                Op::CallClosureArg { .. } => Some(2),
                Op::GoFunc { .. } | Op::GoClosure { .. } => Some(u32::from(a)),
                _ => None,
            };
            let out = &program.funcs[id.0 as usize];
            let frame = self.regs.frame_slots().max(out.arg_slots).max(out.result_slots);
            widened = reuse(&mut self.asm, (frame, out.result_slots), variables, arguments);
        }
        let Finished { code, lines, unsigned, places } = self.asm.finish();
        let at = |label: Label| places[label.index()];
        let out = &mut self.g.out.funcs[id.0 as usize];
        out.code = code;
        out.lines = lines;
        out.unsigned = unsigned;
        out.inlined = std::mem::take(&mut self.inlined);
        out.frame_slots =
            self.regs.frame_slots().max(out.arg_slots).max(out.result_slots).max(widened);
        out.recover_pc = self.epilogue.map(at);
        out.vars = named
            .into_iter()
            .map(|(n, ty)| {
                let (slot, boxed) = match n.home {
                    Home::Slots(slot) => (slot, false),
                    Home::Cell(slot) => (slot, true),
                    _ => {
                        unreachable!("named variables have homes in slots")
                    }
                };
                let name = (&*self.program.var(n.var).name).into();
                VarPlace { name, ty, slot, boxed, from: at(n.from), to: at(n.to.unwrap_or(end)) }
            })
            .collect();
    }

    // ---- emitting

    pub(crate) fn emit(&mut self, op: Op) {
        // The copies themselves take nothing from the budget: small values are copied all the time.
        let bytes = match op {
            Op::LoadMem { bytes, .. } | Op::StoreMem { bytes, .. } => bytes,
            Op::MovN { n, .. } | Op::Zero { n, .. } => n.saturating_mul(8),
            _ => 0,
        };
        if bytes >= WEIGHTY {
            self.asm.emit(Op::Weigh { bytes });
        }
        self.asm.emit(op);
    }

    /// An instruction with its further operands.
    pub(crate) fn emit_ext(&mut self, op: Op, a: u32, b: u32) {
        self.asm.emit(op);
        self.asm.ext(a as u16, b);
    }

    /// Whether control can come here: the code before does not end in a jump, or a label stands here.
    pub(crate) fn is_reachable(&self) -> bool {
        let ends = self.asm.code().last().is_some_and(|&op| minigo_bytecode::verify::ends(op));
        !ends || self.asm.has_label_here()
    }

    pub(crate) fn label(&mut self) -> Label {
        self.asm.label()
    }

    pub(crate) fn jump(&mut self, label: Label) {
        let op = if self.asm.place_of(label).is_some() {
            Op::Loop { to: Wide::new(0) }
        } else {
            Op::Jmp { to: Wide::new(0) }
        };
        self.asm.jump(op, label);
    }

    /// Code from here on comes from `pos`.
    pub(crate) fn at(&mut self, pos: Pos) {
        if pos != self.last_pos && pos.is_known() && self.inlining == 0 {
            self.last_pos = pos;
            let (file, line) = self.g.place(pos);
            self.asm.line_inlined(file, line, self.site);
        }
    }

    /// The source position of the instructions that are emitted next.
    pub(crate) fn position(&self) -> Pos {
        self.last_pos
    }

    /// The next instruction's position is to be said again: it is another function's.
    pub(crate) fn forget_position(&mut self) {
        self.last_pos = Pos::NONE;
    }

    /// `dst = src` of `n` slots.
    pub(crate) fn mov(&mut self, dst: Slot, src: Slot, n: u32) {
        if dst == src {
            return;
        }
        match n {
            0 => {}
            1 => self.emit(Op::Mov { dst, src }),
            2 => self.emit(Op::Mov2 { dst, src }),
            3 => self.emit(Op::Mov3 { dst, src }),
            _ => self.emit(Op::MovN { dst, src, n: n as u16 }),
        }
    }

    /// `dst = value`
    pub(crate) fn load_int(&mut self, dst: Slot, value: i64) {
        if let Ok(imm) = i32::try_from(value) {
            self.emit(Op::LoadImm { dst, imm: Wide::signed(imm) });
        } else {
            let k = self.g.constant(value as u64);
            self.emit(Op::LoadConst { dst, k });
        }
    }

    pub(crate) fn zero(&mut self, dst: Slot, n: u32) {
        match n {
            0 => {}
            1 => self.load_int(dst, 0),
            _ => self.emit(Op::Zero { dst, n: n as u16 }),
        }
    }

    // ---- types

    pub(crate) fn layout(&mut self, ty: TypeId) -> Layout {
        self.g.layouts.of(ty)
    }

    pub(crate) fn shape(&mut self, ty: TypeId) -> Shape {
        self.g.layouts.of(ty).shape
    }

    pub(crate) fn slots(&mut self, ty: TypeId) -> u32 {
        self.g.layouts.of(ty).slots()
    }

    /// The run-time type, as an operand.
    pub(crate) fn rtype(&mut self, ty: TypeId) -> u32 {
        self.g.rtype(ty).0
    }

    /// New slots for a value of the type.
    pub(crate) fn temp(&mut self, ty: TypeId) -> Slot {
        let n = self.slots(ty);
        self.regs.alloc(n)
    }

    // ---- variables

    pub(crate) fn home(&self, var: VarId) -> Home {
        self.g.homes[var.0 as usize]
    }

    pub(crate) fn set_home(&mut self, var: VarId, home: Home) {
        self.g.homes[var.0 as usize] = home;
        let in_slots = !matches!(home, Home::Spilled { .. });
        if self.wants_names
            && in_slots
            && self.site.is_none()
            && !self.program.var(var).name.is_empty()
        {
            let from = self.label();
            self.asm.place(from);
            self.named.push(NamedVar { var, home, from, to: None });
        }
    }

    /// Whether `e` reads a slot of a variable that must be copied.
    pub(crate) fn is_volatile(&mut self, e: &Expr) -> bool {
        !self.volatile.is_empty()
            && root_var(e, &mut self.g.layouts).is_some_and(|v| self.volatile.contains(&v))
    }

    /// Whether a variable in slots that `e` reads has one of `n` slots from `slot` on.
    pub(crate) fn reads_slots(&mut self, e: &'p Expr, slot: Slot, n: u32) -> bool {
        use minigo_types::program::ExprKind;
        let (program, range) = (self.program, u32::from(slot.0)..u32::from(slot.0) + n);
        let g = &mut *self.g;
        let mut overlaps = |var: VarId| match g.homes[var.0 as usize] {
            Home::Slots(at) => {
                let at = u32::from(at.0);
                at < range.end && at + g.layouts.of(program.var(var).ty).slots() > range.start
            }
            Home::Cell(at) | Home::Field { ptr: at, .. } | Home::Spilled { ptr: at, .. } => {
                range.contains(&u32::from(at.0))
            }
            Home::Const(_) | Home::Known(_) | Home::None => false,
        };
        crate::walk::any_expr(e, |e| match &e.kind {
            ExprKind::Var(var) => overlaps(*var),
            ExprKind::Closure(f) => program.func(*f).captures.iter().any(|&v| overlaps(v)),
            _ => false,
        })
    }

    /// Statements with a scope of their own.
    pub(crate) fn block(&mut self, stmts: &'p [Stmt]) {
        let mark = self.regs.mark();
        let named = self.named.len();
        let spill = self.spill.take();
        for stmt in stmts {
            if !self.declare_spilled(stmt) {
                self.stmt(stmt);
            }
        }
        self.spill = spill;
        self.close_scope(named);
        self.regs.release(mark);
    }

    /// How many named variables there are; for [`Self::close_scope`].
    pub(crate) fn open_scope(&self) -> usize {
        self.named.len()
    }

    /// The variables declared since `opened` are out of scope.
    pub(crate) fn close_scope(&mut self, opened: usize) {
        if self.named.len() > opened {
            let to = self.label();
            self.asm.place(to);
            for named in &mut self.named[opened..] {
                named.to.get_or_insert(to);
            }
        }
    }

    /// The place in the code of a `goto` label.
    pub(crate) fn goto_label(&mut self, id: LabelId) -> Label {
        let asm = &mut self.asm;
        *self.labels.entry(id).or_insert_with(|| asm.label())
    }

    /// Parameters lie in the first slots; those that need a cell get one.
    fn adopt_params(&mut self, func: &'p Func) {
        let mut slot = 0;
        for &var in func.recv.iter().chain(&func.params) {
            let ty = self.program.var(var).ty;
            let at = Slot(slot as u16);
            slot += self.slots(ty);
            if self.g.is_boxed(var) && self.layout(ty).is_indirect() && self.is_constant(var) {
                self.adopt_cell(var, at);
            } else if self.g.is_boxed(var) {
                self.declare_cell(var);
                self.store(self.var_place(var), ty, at);
            } else {
                self.set_home(var, Home::Slots(at));
            }
        }
    }

    /// Result variables, where the function has use for them.
    pub(crate) fn declare_results(&mut self, func: &'p Func) {
        let named = func.results.iter().any(|&v| !self.program.var(v).name.is_empty());
        let boxed = func.results.iter().any(|&v| self.g.is_boxed(v));
        self.results_in_vars = func.has_defer || boxed;
        if func.has_defer {
            self.epilogue = Some(self.label());
        }
        if named || self.results_in_vars {
            for &var in &func.results {
                self.declare_zero(var);
            }
        }
    }

    /// A new variable with its zero value.
    pub(crate) fn declare_zero(&mut self, var: VarId) {
        if self.g.is_boxed(var) {
            self.declare_cell(var);
        } else {
            let ty = self.program.var(var).ty;
            let n = self.slots(ty);
            let slot = self.regs.alloc(n);
            self.zero(slot, n);
            self.set_home(var, Home::Slots(slot));
        }
    }

    /// A new variable in a zeroed cell of its own.
    pub(crate) fn declare_cell(&mut self, var: VarId) {
        let ty = self.program.var(var).ty;
        let array = self.array_len(ty);
        let slot = self.regs.alloc(1 + u32::from(array.is_some()));
        let rtype = Wide::new(self.rtype(ty));
        self.emit(Op::New { dst: slot, ty: rtype });
        if let Some(len) = array {
            self.load_int(Slot(slot.0 + 1), len as i64);
        }
        self.set_home(var, Home::Cell(slot));
    }

    /// A variable that is never changed, whose cell is the value that the slot leads to.
    pub(crate) fn adopt_cell(&mut self, var: VarId, src: Slot) {
        let array = self.array_len(self.program.var(var).ty);
        let slot = self.regs.alloc(1 + u32::from(array.is_some()));
        self.mov(slot, src, 1);
        if let Some(len) = array {
            self.load_int(Slot(slot.0 + 1), len as i64);
        }
        self.set_home(var, Home::Cell(slot));
    }

    /// The place that a declared variable is.
    pub(crate) fn var_place(&self, var: VarId) -> Place {
        match self.home(var) {
            Home::Slots(slot) => Place::Slots(slot),
            Home::Cell(ptr) => Place::Mem { ptr, off: 0, nonnil: true },
            Home::Spilled { ptr, off } => Place::Mem { ptr, off: off.into(), nonnil: true },
            Home::Const(_) | Home::Field { .. } | Home::Known(_) => {
                unreachable!("such variables are no places")
            }
            Home::None => unreachable!("variables are declared before they are used"),
        }
    }

    /// Copies the results from their variables to where the caller finds them: from `slot` on.
    pub(crate) fn load_results(&mut self, func: &'p Func, mut slot: u32) {
        for &var in &func.results {
            let ty = self.program.var(var).ty;
            let dst = Slot(slot as u16);
            slot += self.slots(ty);
            let own = !self.program.var(var).captured && !self.program.var(var).addressed;
            if let Home::Cell(cell) = self.home(var)
                && own
                && self.layout(ty).is_indirect()
            {
                // The function ends: nobody changes it any more.
                self.mov(dst, cell, 1);
            } else {
                self.load(self.var_place(var), ty, dst);
            }
        }
    }

    /// The end of the body, if it is reached.
    fn implicit_return(&mut self, func: &'p Func) {
        if !func.results.is_empty() {
            if self.is_reachable() {
                self.emit(Op::Unreachable {});
            }
        } else {
            self.leave(func);
        }
    }

    /// What a closure holds: of variables in cells the address, of others a copy.
    pub(crate) fn capture_layout(&mut self, func: &'p Func) -> (CaptureLayout, Vec<u32>) {
        let mut layout = CaptureLayout::default();
        let mut offsets = Vec::new();
        for &var in &func.captures {
            let word = layout.size / 8;
            offsets.push(8 + layout.size);
            if self.g.is_boxed(var) {
                layout.pointers.push(word);
                layout.size += 8;
            } else {
                let ty = self.program.var(var).ty;
                let words = self.g.pointer_slots(ty);
                layout.pointers.extend(words.iter().map(|w| word + w));
                layout.size += self.slots(ty) * 8;
            }
        }
        (layout, offsets)
    }

    /// At the start of a closure: its captures become variables of the frame.
    fn load_captures(&mut self, func: &'p Func) -> CaptureLayout {
        let (layout, offsets) = self.capture_layout(func);
        let mut closure = None;
        for (&var, &off) in func.captures.iter().zip(&offsets) {
            let ty = self.program.var(var).ty;
            if self.g.is_boxed(var) {
                let array = self.array_len(ty);
                let slot = self.regs.alloc(1 + u32::from(array.is_some()));
                match u16::try_from(off) {
                    Ok(off) => self.emit(Op::LoadCapture { dst: slot, off }),
                    Err(_) => {
                        let base = *closure.get_or_insert_with(|| self.regs.alloc(1));
                        self.emit(Op::Closure { dst: base });
                        self.load_words(base, off, slot, 1);
                    }
                }
                if let Some(len) = array {
                    self.load_int(Slot(slot.0 + 1), len as i64);
                }
                self.set_home(var, Home::Cell(slot));
                continue;
            }
            let n = self.slots(ty);
            let slot = self.regs.alloc(n);
            if n == 1 && off <= u32::from(u16::MAX) {
                self.emit(Op::LoadCapture { dst: slot, off: off as u16 });
            } else if n > 0 {
                let base = *closure.get_or_insert_with(|| self.regs.alloc(1));
                self.emit(Op::Closure { dst: base });
                self.load_words(base, off, slot, n);
            }
            self.set_home(var, Home::Slots(slot));
        }
        layout
    }
}

/// How the names of the library's files begin: its variables are not kept for reports.
const LIBRARY: &str = "$GOROOT";
