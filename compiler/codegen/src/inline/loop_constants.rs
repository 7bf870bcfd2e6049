//! Loop constants: an outermost loop loads the constants that its body needs as operands into slots, once.
//!
//! The constants are collected from the body before its code is generated.

use crate::func::FuncGen;
use crate::program::layout::Shape;
use crate::program::location::Location;
use crate::program::walk::{Node, walk};
use minigo_types::program::{BinaryOp, Builtin, Callee, CompareOp, Expr, ExprKind, Stmt, StmtKind};

/// The maximal number of constants that a loop loads.
const MAX_LOOP_CONSTANTS: usize = 16;

/// The nesting of inlined calls up to which constants are collected.
const MAX_INLINED_DEPTH: usize = 4;

impl<'p> FuncGen<'_, 'p> {
    /// Loads the constants that an outermost loop uses. Returns the previous number of loaded constants.
    pub(crate) fn load_loop_constants(
        &mut self,
        body: &'p [Stmt],
        cond: Option<&'p Expr>,
        post: &'p [Stmt],
    ) -> usize {
        let before = self.loop_constants.len();
        if before > 0 {
            return before;
        }
        let mut loaded: Vec<i64> = Vec::new();
        for bits in self.needed_constants(body, cond, post) {
            if loaded.len() < MAX_LOOP_CONSTANTS && !loaded.contains(&bits) {
                loaded.push(bits);
            }
        }
        for bits in loaded {
            let slot = self.regs.alloc(1);
            self.load_int(slot, bits);
            self.loop_constants.push((bits, slot));
        }
        before
    }

    /// The constants that a loop and its inlined calls need as operands.
    fn needed_constants(
        &mut self,
        body: &'p [Stmt],
        cond: Option<&'p Expr>,
        post: &'p [Stmt],
    ) -> Vec<i64> {
        let mut wanted: Vec<i64> = Vec::new();
        let mut start: Vec<Node<'p>> =
            body.iter().chain(post).map(Node::Stmt).chain(cond.map(Node::Expr)).collect();
        for _ in 0..MAX_INLINED_DEPTH {
            let mut inlined: Vec<Node<'p>> = Vec::new();
            walk(start, &mut |node| {
                match node {
                    Node::Expr(e) => {
                        self.collect_expr_constants(e, &mut wanted);
                        match self.inlined_body(e) {
                            Some(body) => inlined.push(Node::Expr(body)),
                            None => {
                                inlined.extend(self.inlined_statements(e).iter().map(Node::Stmt));
                            }
                        }
                    }
                    Node::Stmt(s) => self.collect_stmt_constants(s, &mut wanted),
                }
                true
            });
            start = inlined;
        }
        wanted
    }

    /// Drops the constants of a loop that has ended.
    pub(crate) fn drop_loop_constants(&mut self, before: usize) {
        self.loop_constants.truncate(before);
    }

    /// The expression that replaces a call.
    fn inlined_body(&mut self, e: &'p Expr) -> Option<&'p Expr> {
        match &e.kind {
            ExprKind::Call(call) => match call.callee {
                Callee::Func(f) => self.inline_expr_of(f),
                _ => None,
            },
            _ => None,
        }
    }

    fn collect_expr_constants(&mut self, e: &'p Expr, wanted: &mut Vec<i64>) {
        match &e.kind {
            ExprKind::Binary(op, x, y) => {
                self.constant_operand(*op, e, x, false, wanted);
                self.constant_operand(*op, e, y, true, wanted);
            }
            ExprKind::Compare(op, x, y) => {
                let unsigned =
                    self.shape(x.ty).is_u64() && !matches!(op, CompareOp::Eq | CompareOp::Ne);
                for side in [x, y] {
                    if let Some(bits) = self.const_bits(side)
                        && (!fits_immediate(bits) || unsigned || self.is_float(side))
                    {
                        wanted.push(bits);
                    }
                }
            }
            ExprKind::Index(x, i) if self.shape(x.ty) != Shape::Array => {
                wanted.extend(self.const_bits(i));
            }
            ExprKind::Builtin(Builtin::Append, args) if args.len() == 2 => {
                wanted.extend(self.const_bits(&args[1]));
            }
            _ => {}
        }
    }

    fn collect_stmt_constants(&mut self, s: &'p Stmt, wanted: &mut Vec<i64>) {
        match &s.kind {
            StmtKind::Assign(Some(to), e) if !self.is_slot_var(to) => {
                wanted.extend(self.const_bits(e));
            }
            StmtKind::AssignOp(op, to, e) => {
                let word = matches!(self.shape(to.ty), Shape::Int { bytes: 8, .. });
                let in_memory = !self.is_slot_var(to)
                    && (word || self.is_float(to))
                    && matches!(op, BinaryOp::Add | BinaryOp::Sub)
                    && !matches!(to.kind, ExprKind::MapIndex(..));
                if !in_memory {
                    return self.constant_operand(*op, to, e, true, wanted);
                }
                if let Some(bits) = self.const_bits(e) {
                    let minus = word && *op == BinaryOp::Sub;
                    wanted.push(if minus { bits.wrapping_neg() } else { bits });
                }
            }
            _ => {}
        }
    }

    /// A constant operand of arithmetic, if it does not fit into an immediate operand.
    fn constant_operand(
        &mut self,
        op: BinaryOp,
        e: &'p Expr,
        operand: &'p Expr,
        right: bool,
        wanted: &mut Vec<i64>,
    ) {
        use BinaryOp as B;
        let Some(bits) = self.const_bits(operand) else { return };
        let shift = matches!(op, B::Shl | B::Shr);
        let unsigned = self.shape(e.ty).is_u64() && matches!(op, B::Quo | B::Rem);
        let immediate = match op {
            _ if self.is_float(operand) => false,
            B::Shl | B::Shr => right,
            B::Or => false,
            B::Quo | B::Rem => {
                right && fits_immediate(bits) && (!unsigned || bits.count_ones() == 1)
            }
            B::And if right && (bits == 0xffff || bits == 0xffff_ffff) => true,
            B::And | B::Xor | B::AndNot => right && fits_immediate(bits),
            _ => fits_immediate(bits),
        };
        if !(immediate || shift && right) {
            wanted.push(bits);
        }
    }

    fn is_float(&mut self, e: &Expr) -> bool {
        matches!(self.shape(e.ty), Shape::F64 | Shape::F32)
    }

    fn is_slot_var(&self, e: &Expr) -> bool {
        // Variables that the loop itself declares have no location yet.
        matches!(e.kind, ExprKind::Var(var) if !self.program_gen.is_boxed(var)
            && !matches!(self.location(var), Location::Cell(_) | Location::Spilled { .. }))
    }
}

/// Reports whether the number fits into an immediate operand.
fn fits_immediate(bits: i64) -> bool {
    i16::try_from(bits).is_ok()
}
