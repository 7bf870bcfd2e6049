//! Orders map literals: entries that are known at compile time come first, the others one after the other.
//!
//! For two entries with one key the later assignment wins. The value of an entry is stored before the key of the next
//! entry is evaluated.

use super::Order;
use crate::program::{Conversion, Expr, ExprKind as K, Stmt, StmtKind as S};
use crate::ty::Type;
use minigo_syntax::small_sort::SmallSort as _;

impl Order<'_> {
    /// Orders the entries of map literals in the expressions of a statement, but not in nested statements.
    pub(super) fn order_stmt_map_literals(&mut self, s: &mut Stmt) {
        s.each_operand_mut(|e| self.order_map_literals(e));
    }

    fn order_map_literals(&mut self, e: &mut Expr) {
        match &mut e.kind {
            K::MapLit(entries) => {
                for (key, value) in entries.iter_mut() {
                    self.order_map_literals(key);
                    self.order_map_literals(value);
                }
                // The sort is stable: entries computed at run time keep their order.
                entries.small_sort_by_key(|(key, value)| {
                    !(self.is_known_at_compile_time(key) && self.is_known_at_compile_time(value))
                });
                let observable = |(key, value): &(Expr, Expr)| {
                    self.is_order_observable([value, key]) || self.is_order_observable([key, value])
                };
                if entries.iter().any(observable) {
                    self.store_entries(e);
                }
            }
            K::Seq(stmts, x) => {
                self.order_stmts(stmts);
                self.order_map_literals(x);
            }
            _ => e.each_operand_mut(|x| self.order_map_literals(x)),
        }
    }

    /// Makes assignments of the entries that are not known at compile time.
    fn store_entries(&mut self, e: &mut Expr) {
        let (ty, pos) = (e.ty, e.pos);
        let var = self.new_temporary(ty, pos);
        let value = Expr { kind: K::Var(var), ty, pos };
        let mut literal = std::mem::replace(e, value.clone());
        let (K::MapLit(entries), Type::Map(_, elem)) =
            (&mut literal.kind, self.types.underlying_structure(ty))
        else {
            unreachable!("the caller passes map literals only")
        };
        let known = entries.iter().take_while(|(k, v)| {
            self.is_known_at_compile_time(k) && self.is_known_at_compile_time(v)
        });
        let rest = entries.split_off(known.count());
        let mut stmts = vec![Stmt { kind: S::Var(var, Some(literal)), pos }];
        for (key, x) in rest {
            let pos = key.pos;
            let lvalue = K::MapIndex(Box::new(value.clone()), Box::new(key));
            let lvalue = Expr { kind: lvalue, ty: *elem, pos };
            stmts.push(Stmt { kind: S::Assign(Some(lvalue), x), pos });
        }
        self.order_stmts(&mut stmts);
        e.kind = K::Seq(stmts, Box::new(value));
    }

    /// Reports whether gc knows the value at compile time.
    fn is_known_at_compile_time(&self, e: &Expr) -> bool {
        match &e.kind {
            K::Const(_) | K::Zero | K::Func(_) | K::IntArray(_) => true,
            K::Convert(Conversion::Same | Conversion::ToInterface, x) => {
                self.is_known_at_compile_time(x)
            }
            K::StructLit(fields) => fields.iter().all(|(_, x)| self.is_known_at_compile_time(x)),
            K::ArrayLit(elems) => elems.iter().all(|(_, x)| self.is_known_at_compile_time(x)),
            _ => false,
        }
    }
}
