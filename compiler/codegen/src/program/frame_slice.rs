//! Decides whether a slice that is converted from a string does not escape from the variable that it initialises.
//!
//! In programs that gc compiles, a slice that does not escape has a capacity of 32 elements, because gc allocates it in
//! the frame: a program may slice it beyond its length and append to it in place. If the slice may escape, its capacity
//! is the size class of the allocator. gc follows slices through calls. This analysis treats a slice that is passed on,
//! returned, stored or captured as escaping, since capacity that gc does not give is the worse error: an append would
//! write in place where gc copies.

use crate::program::walk::{Node, walk};
use minigo_types::program::{
    Body, Builtin, Conversion as C, Expr, ExprKind as K, Program, Stmt, StmtKind as S, VarId,
};

/// The capacity that gc gives a slice that is converted from a string and does not escape, in elements.
pub(crate) const FRAME_SLICE_CAPACITY: u16 = 32;

/// The uses of a variable.
#[derive(Default)]
struct Uses {
    use_count: usize,
    /// The number of uses through which the slice does not escape.
    nonescaping_uses: usize,
    /// Whether any use stores or appends elements.
    is_written: bool,
    /// Whether any use takes an element's address.
    is_addressed: bool,
}

/// Reports whether the slice with which `var` is declared does not escape and has gc's extra capacity. A `[]byte`
/// (`bytes`) that the program only reads has no extra capacity: gc reads the string's bytes and makes no slice.
pub(crate) fn is_frame_slice(program: &Program, var: VarId, bytes: bool) -> bool {
    let declared = program.var(var);
    let Body::Block(body) = &program.func(declared.owner).body else { return false };
    if declared.is_captured || declared.is_addressed {
        return false;
    }
    let mut uses = Uses::default();
    walk(body.iter().map(Node::Stmt), &mut |node| {
        match node {
            Node::Expr(e) => uses.count_in_expr(e, var),
            Node::Stmt(s) => uses.count_in_stmt(s, var),
        }
        true
    });
    uses.use_count == uses.nonescaping_uses && !uses.is_addressed && (uses.is_written || !bytes)
}

/// The innermost operand of nested slice expressions: `x` of `x[a:b][c:d]`.
pub(crate) fn sliced_array(mut e: &Expr) -> &Expr {
    while let K::Slice(op) = &e.kind {
        e = &op.x;
    }
    e
}

fn is_var(e: &Expr, var: VarId) -> bool {
    matches!(sliced_array(e).kind, K::Var(v) if v == var)
}

impl Uses {
    fn count_in_expr(&mut self, e: &Expr, var: VarId) {
        let mut harmless = |e: &Expr| self.nonescaping_uses += usize::from(is_var(e, var));
        match &e.kind {
            K::Var(v) => self.use_count += usize::from(*v == var),
            K::Index(x, _) | K::Convert(C::RunesToString | C::BytesToString, x) => harmless(x),
            K::Compare(_, x, y) => {
                harmless(x);
                harmless(y);
            }
            K::Builtin(Builtin::Len | Builtin::Cap, args) => harmless(&args[0]),
            K::Builtin(Builtin::Clear, args) => {
                harmless(&args[0]);
                self.is_written |= is_var(&args[0], var);
            }
            K::Builtin(Builtin::Copy, args) => {
                args.iter().for_each(harmless);
                self.is_written |= is_var(&args[0], var);
            }
            // `append` copies the elements of the appended slice, so the slice does not escape.
            K::Builtin(Builtin::AppendSlice, args) => harmless(&args[1]),
            K::Addr(x) => {
                self.is_addressed |= matches!(&x.kind, K::Index(x, _) if is_var(x, var));
            }
            _ => {}
        }
    }

    fn count_in_stmt(&mut self, s: &Stmt, var: VarId) {
        let is_element = |e: &Expr| matches!(&e.kind, K::Index(x, _) if is_var(x, var));
        match &s.kind {
            S::Range(r) => self.nonescaping_uses += usize::from(is_var(&r.x, var)),
            S::Assign(Some(to), value) => {
                self.is_written |= is_element(to);
                if matches!(to.kind, K::Var(v) if v == var) {
                    self.nonescaping_uses += 1 + usize::from(is_var(value, var));
                    self.count_in_append(value, var);
                }
            }
            S::AssignOp(_, to, _) => self.is_written |= is_element(to),
            S::AssignMany(to, _) => self.is_written |= to.iter().flatten().any(is_element),
            _ => {}
        }
    }

    /// Visits the slice operand of an append whose result is assigned to the variable.
    fn count_in_append(&mut self, value: &Expr, var: VarId) {
        if let K::Builtin(Builtin::Append | Builtin::AppendSlice, args) = &value.kind
            && is_var(&args[0], var)
        {
            self.nonescaping_uses += 1;
            self.is_written = true;
        }
    }
}
