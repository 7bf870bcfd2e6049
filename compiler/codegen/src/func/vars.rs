//! Variables: their locations, their scopes, and cells for variables that need one.

use crate::func::FuncGen;
use crate::func::lvalue::Lvalue;
use crate::invariant::panic_broken_invariant;
use crate::program::boxing::root_var;
use crate::program::location::Location;
use crate::program::unfinished_func::NamedVar;
use minigo_bytecode::assembler::Label;
use minigo_bytecode::operand::{Slot, Wide};
use minigo_bytecode::ops::Op;
use minigo_types::program::{Expr, ExprKind, Func, LabelId, Program, Stmt, VarId};

/// Reports whether the names of the function's variables are kept for debuggers and race reports; names in the library
/// are not.
pub(crate) fn keeps_variable_names(program: &Program, func: &Func) -> bool {
    !func.is_wrapper && func.pos.is_known() && !program.package(func.pkg).is_library
}

impl<'g, 'p> FuncGen<'g, 'p> {
    pub(crate) fn location(&self, var: VarId) -> Location {
        self.program_gen.locations[var.0 as usize]
    }

    pub(crate) fn set_location(&mut self, var: VarId, location: Location) {
        self.program_gen.locations[var.0 as usize] = location;
        // The passes preserve variables with names. For inlined code, names are kept only if race reports print them,
        // because preserved variables cost instructions.
        if self.inline_site.is_none() || self.program_gen.bytecode.has_race_detector {
            self.name_variable(var, location, self.func);
        }
    }

    /// Sets the location of a parameter of an inlined function.
    pub(crate) fn set_parameter(&mut self, callee: &Func, param: VarId, location: Location) {
        self.program_gen.locations[param.0 as usize] = location;
        if self.program_gen.bytecode.has_race_detector {
            self.name_variable(param, location, Some(callee));
        }
    }

    /// Keeps the name of a variable for reports, if the function's variables have names. Variables of library functions
    /// have none: the library's locks rely on passes that replace several instructions by one.
    fn name_variable(&mut self, var: VarId, location: Location, func: Option<&Func>) {
        let in_slots = matches!(location, Location::Slots(_) | Location::Cell(_));
        let program = self.program;
        if self.keeps_variable_names
            && in_slots
            && func.is_some_and(|func| keeps_variable_names(program, func))
            && !program.var(var).name.is_empty()
        {
            let from = self.label();
            self.asm.bind(from);
            self.named_vars.push(NamedVar { var, location, from_label: from, to_label: None });
        }
    }

    /// Reports whether `e` reads a slot of a variable that must be copied.
    pub(crate) fn reads_volatile_var(&mut self, e: &Expr) -> bool {
        !self.volatile_vars.is_empty()
            && root_var(e, &mut self.program_gen.layouts)
                .is_some_and(|v| self.volatile_vars.contains(&v))
    }
}

impl<'p> FuncGen<'_, 'p> {
    /// Reports whether the variable is never assigned after its declaration.
    pub(crate) fn is_never_reassigned(&self, var: VarId) -> bool {
        let var = self.program.var(var);
        !var.is_reassigned && !var.is_addressed
    }
}

impl<'g, 'p> FuncGen<'g, 'p> {
    /// Reports whether `e` reads a variable that occupies any of the `n` slots from `slot` on.
    pub(crate) fn reads_slots(&mut self, e: &'p Expr, slot: Slot, n: u32) -> bool {
        use minigo_types::program::ExprKind;
        let (program, range) = (self.program, u32::from(slot.0)..u32::from(slot.0) + n);
        let g = &mut *self.program_gen;
        let mut overlaps = |var: VarId| {
            // A static closure is inlined where it is called: it reads its captured variables in place.
            let mut locations = vec![(var, g.locations[var.0 as usize])];
            while let Some((var, location)) = locations.pop() {
                let found = match location {
                    Location::Slots(at) => {
                        let at = u32::from(at.0);
                        let ty = program.var(var).ty;
                        at < range.end && at + g.layouts.layout_of(ty).slots() > range.start
                    }
                    Location::Cell(at)
                    | Location::Field { ptr: at, .. }
                    | Location::Spilled { ptr: at, .. } => range.contains(&u32::from(at.0)),
                    Location::StaticClosure(id) => {
                        locations.extend(&g.static_closures.closures[id.0 as usize].captures);
                        false
                    }
                    Location::Const(_) | Location::Undeclared => false,
                };
                if found {
                    return true;
                }
            }
            false
        };
        crate::program::walk::any_expr(e, |e| match &e.kind {
            ExprKind::Var(var) => overlaps(*var),
            ExprKind::Closure(f) => program.func(*f).captures.iter().any(|&v| overlaps(v)),
            _ => false,
        })
    }
}

impl<'p> FuncGen<'_, 'p> {
    /// Reports whether filling `dst` part by part with `e` overwrites values that later parts of `e` read.
    pub(crate) fn clobbers(&mut self, e: &'p Expr, dst: Slot) -> bool {
        let n = self.slots(e.ty);
        let ExprKind::StructLit(fields) = &e.kind else { return self.reads_slots(e, dst, n) };
        let offsets = self.program_gen.layouts.offsets(e.ty);
        // Unless fields of whole slots fill all of it, the literal begins by zeroing its whole destination.
        let sizes = fields.iter().map(|(_, x)| self.layout(x.ty).size);
        let whole: u64 = sizes.filter(|size| size.is_multiple_of(8)).sum();
        if whole != u64::from(n) * 8 {
            return self.reads_slots(e, dst, n);
        }
        for (at, (index, x)) in fields.iter().enumerate() {
            let (off, n) = (offsets[*index as usize], self.slots(x.ty));
            let slot = Slot(dst.0.wrapping_add((off / 8) as u16));
            let nested = crate::program::expr_forms::writes_destination_in_parts(x)
                && self.clobbers(x, slot);
            if nested || fields[at + 1..].iter().any(|(_, y)| self.reads_slots(y, slot, n)) {
                return true;
            }
        }
        false
    }
}

impl<'g, 'p> FuncGen<'g, 'p> {
    /// Generates statements with a scope of their own.
    pub(crate) fn block(&mut self, stmts: &'p [Stmt]) {
        let mark = self.regs.height();
        let named = self.named_vars.len();
        let spill = self.current_spill.take();
        for stmt in stmts {
            if !self.declare_spilled(stmt) {
                self.stmt(stmt);
            }
        }
        self.current_spill = spill;
        self.close_scope(named);
        self.regs.release(mark);
    }

    /// Opens a scope: returns the number of named variables, for [`Self::close_scope`].
    pub(crate) fn open_scope(&self) -> usize {
        self.named_vars.len()
    }

    /// Closes a scope: ends the range of the variables declared since `opened`.
    pub(crate) fn close_scope(&mut self, opened: usize) {
        if self.named_vars.len() > opened {
            let to = self.label();
            self.asm.bind(to);
            for named in &mut self.named_vars[opened..] {
                named.to_label.get_or_insert(to);
            }
        }
    }

    /// The code label of a `goto` label, made on first use.
    pub(crate) fn goto_label(&mut self, id: LabelId) -> Label {
        let asm = &mut self.asm;
        *self.labels.entry(id).or_insert_with(|| asm.label())
    }

    /// Declares a variable with its zero value.
    pub(crate) fn declare_zero(&mut self, var: VarId) {
        if self.program_gen.is_boxed(var) {
            self.declare_cell(var);
        } else {
            let ty = self.program.var(var).ty;
            let n = self.slots(ty);
            let slot = self.regs.alloc(n);
            self.zero(slot, n);
            self.set_location(var, Location::Slots(slot));
        }
    }

    /// Declares a variable in a zeroed cell of its own.
    pub(crate) fn declare_cell(&mut self, var: VarId) {
        let ty = self.program.var(var).ty;
        let array = self.array_len(ty);
        let slot = self.regs.alloc(1 + u32::from(array.is_some()));
        let rtype = Wide::new(self.rtype(ty));
        self.emit(Op::New { dst: slot, ty: rtype });
        if let Some(len) = array {
            self.load_int(Slot(slot.0 + 1), len as i64);
        }
        self.set_location(var, Location::Cell(slot));
    }

    /// Declares a variable that is never changed; its cell is the value at the address in the slot.
    pub(crate) fn declare_existing_cell(&mut self, var: VarId, src: Slot) {
        let array = self.array_len(self.program.var(var).ty);
        let slot = self.regs.alloc(1 + u32::from(array.is_some()));
        self.mov(slot, src, 1);
        if let Some(len) = array {
            self.load_int(Slot(slot.0 + 1), len as i64);
        }
        self.set_location(var, Location::Cell(slot));
    }
}

impl<'p> FuncGen<'_, 'p> {
    /// Makes a new cell for a loop variable and copies the value from the old cell.
    pub(crate) fn renew_cell(&mut self, var: VarId) {
        let Location::Cell(slot) = self.location(var) else { return };
        let ty = self.program.var(var).ty;
        let mark = self.regs.height();
        let (new, value) = (self.regs.alloc(1), self.temp(ty));
        let rtype = Wide::new(self.rtype(ty));
        self.load(Lvalue::Mem { pointer: slot, offset: 0, is_nonnil: true }, ty, value);
        self.emit(Op::New { dst: new, ty: rtype });
        self.store(Lvalue::Mem { pointer: new, offset: 0, is_nonnil: true }, ty, value);
        self.mov(slot, new, 1);
        self.regs.release(mark);
    }
}

impl<'g, 'p> FuncGen<'g, 'p> {
    /// The location of a declared variable as an lvalue.
    pub(crate) fn var_lvalue(&self, var: VarId) -> Lvalue {
        match self.location(var) {
            Location::Slots(slot) => Lvalue::Slots(slot),
            Location::Cell(ptr) => Lvalue::Mem { pointer: ptr, offset: 0, is_nonnil: true },
            Location::Spilled { ptr, off } => {
                Lvalue::Mem { pointer: ptr, offset: off.into(), is_nonnil: true }
            }
            Location::Const(_) | Location::Field { .. } | Location::StaticClosure(_) => {
                panic_broken_invariant("such variables are no lvalues")
            }
            Location::Undeclared => {
                panic_broken_invariant("variables are declared before they are used")
            }
        }
    }
}
