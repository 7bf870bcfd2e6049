//! Whether a slice that a conversion of a string makes stays with the variable that is declared with it.
//!
//! Such a slice has room for 32 elements in programs of gc, which lets it lie in the frame: programs may slice it
//! beyond its length, and append to it in place. One that may get away has what the allocator rounds up to. gc follows
//! slices through calls; here one that is passed on, returned, stored or captured counts as gone, since room that is
//! not there in gc is the worse mistake: an append would write where gc's makes a copy.

use crate::program::walk::{Node, walk};
use minigo_types::program::{
    Body, Builtin, Conversion as C, Expr, ExprKind as K, Program, Stmt, StmtKind as S, VarId,
};

/// The slices' room in gc, in elements.
pub(crate) const ROOM: u16 = 32;

/// How a variable is used.
#[derive(Default)]
struct Uses {
    all: usize,
    /// Those after which nothing else has the slice.
    harmless: usize,
    /// Whether elements are stored or appended.
    writes: bool,
    /// Whether an element's address is taken.
    addressed: bool,
}

/// Whether the slice that `var` is declared with stays with it. Of `bytes` that are only read gc makes no slice, but
/// looks at the string's: these have no room, so they do not count.
pub(crate) fn stays(program: &Program, var: VarId, bytes: bool) -> bool {
    let declared = program.var(var);
    let Body::Block(body) = &program.func(declared.owner).body else { return false };
    if declared.captured || declared.addressed {
        return false;
    }
    let mut uses = Uses::default();
    walk(body.iter().map(Node::Stmt), &mut |node| {
        match node {
            Node::Expr(e) => uses.of_expr(e, var),
            Node::Stmt(s) => uses.of_stmt(s, var),
        }
        true
    });
    uses.all == uses.harmless && !uses.addressed && (uses.writes || !bytes)
}

/// The innermost operand of nested slice expressions: `x` of `x[a:b][c:d]`.
pub(crate) fn sliced(mut e: &Expr) -> &Expr {
    while let K::Slice(op) = &e.kind {
        e = &op.x;
    }
    e
}

fn is_var(e: &Expr, var: VarId) -> bool {
    matches!(sliced(e).kind, K::Var(v) if v == var)
}

impl Uses {
    fn of_expr(&mut self, e: &Expr, var: VarId) {
        let mut harmless = |e: &Expr| self.harmless += usize::from(is_var(e, var));
        match &e.kind {
            K::Var(v) => self.all += usize::from(*v == var),
            K::Index(x, _) | K::Convert(C::RunesToString | C::BytesToString, x) => harmless(x),
            K::Compare(_, x, y) => {
                harmless(x);
                harmless(y);
            }
            K::Builtin(Builtin::Len | Builtin::Cap, args) => harmless(&args[0]),
            K::Builtin(Builtin::Clear, args) => {
                harmless(&args[0]);
                self.writes |= is_var(&args[0], var);
            }
            K::Builtin(Builtin::Copy, args) => {
                args.iter().for_each(harmless);
                self.writes |= is_var(&args[0], var);
            }
            // The elements are copied.
            K::Builtin(Builtin::AppendSlice, args) => harmless(&args[1]),
            K::Addr(x) => {
                self.addressed |= matches!(&x.kind, K::Index(x, _) if is_var(x, var));
            }
            _ => {}
        }
    }

    fn of_stmt(&mut self, s: &Stmt, var: VarId) {
        let is_element = |e: &Expr| matches!(&e.kind, K::Index(x, _) if is_var(x, var));
        match &s.kind {
            S::Range(r) => self.harmless += usize::from(is_var(&r.x, var)),
            S::Assign(Some(to), value) => {
                self.writes |= is_element(to);
                if matches!(to.kind, K::Var(v) if v == var) {
                    self.harmless += 1 + usize::from(is_var(value, var));
                    self.of_append(value, var);
                }
            }
            S::AssignOp(_, to, _) => self.writes |= is_element(to),
            S::AssignMany(to, _) => self.writes |= to.iter().flatten().any(is_element),
            _ => {}
        }
    }

    /// The slice that is appended to, where the result is assigned to the variable.
    fn of_append(&mut self, value: &Expr, var: VarId) {
        if let K::Builtin(Builtin::Append | Builtin::AppendSlice, args) = &value.kind
            && is_var(&args[0], var)
        {
            self.harmless += 1;
            self.writes = true;
        }
    }
}
