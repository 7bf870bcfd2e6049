//! Calls and conversions as they are written.
//!
//! A module of its own since arguments are counted, spread and packed here.

use crate::check::Checker;
use crate::expr::Values;
use crate::expr::assignable::Purpose;
use crate::expr::convert::dummy;
use crate::expr::operand::{Mode, Operand, Role, is_untyped, is_valid};
use crate::expr::print::expr_string;
use crate::program::{Call, Callee, Expr, ExprKind, Stmt, StmtKind};
use crate::ty::{Basic, Signature, Type, TypeId};
use minigo_syntax::ast::{self, CallExpr};
use minigo_syntax::source::Pos;

impl Checker<'_> {
    /// `f(args)`, `T(x)`
    pub(crate) fn call_expr<'e>(
        &mut self,
        e: &'e ast::Expr,
        call: &'e CallExpr,
    ) -> (Operand<'e>, Role) {
        let f = self.expr_or_type(&call.func, true);
        let foldable = matches!(f.mode, Mode::TypeExpr | Mode::Builtin(_));
        let (mut x, role) = self.call_of(e, call, f);
        if foldable && x.is_valid() {
            self.keep_variable(call, &mut x);
        }
        (x, role)
    }

    /// A conversion to a type parameter, and a length or size that depends on one, is never constant, whatever the type
    /// argument is. Which ones these are is found out when the generic body is checked; its instances look it up.
    fn keep_variable(&mut self, call: &CallExpr, x: &mut Operand<'_>) {
        let at = call.func.end;
        if self.opaque {
            if !x.is_constant() {
                self.bodies.variable.insert(at);
            }
        } else if x.is_constant() && self.silent > 0 && self.bodies.variable.contains(&at) {
            x.ir = Some(self.take(x.clone()));
            x.mode = Mode::Value;
        }
    }

    fn call_of<'e>(
        &mut self,
        e: &'e ast::Expr,
        call: &'e CallExpr,
        f: Operand<'e>,
    ) -> (Operand<'e>, Role) {
        match f.mode {
            Mode::Invalid => {
                self.use_exprs(&call.args);
                (Operand::invalid(e), Role::Statement)
            }
            Mode::TypeExpr => (self.conversion_call(e, call, f.ty), Role::Conversion),
            Mode::GenericType(_) => {
                let mut f = f;
                self.non_generic(&mut f);
                (Operand::invalid(e), Role::Conversion)
            }
            Mode::Builtin(id) => self.builtin_call(e, call, id),
            Mode::Generic(..) => (self.generic_call(e, call, f), Role::Statement),
            _ => (self.function_call(e, call, f), Role::Statement),
        }
    }

    fn conversion_call<'e>(
        &mut self,
        e: &'e ast::Expr,
        call: &'e CallExpr,
        to: TypeId,
    ) -> Operand<'e> {
        let problem = match &call.args[..] {
            [] => {
                let ty = self.type_string(to);
                (e.span(), format!("missing argument in conversion to {ty}"))
            }
            [arg] => {
                let mut x = self.generic_expr(arg, None);
                if matches!(x.mode, Mode::Generic(..)) {
                    self.instantiate_for(&mut x, Some(to), Purpose::Text("conversion"));
                }
                if !x.is_valid() || !is_valid(to) {
                    return Operand::invalid(e);
                }
                if self.is_constraint(to) {
                    let ty = self.type_string(to);
                    let message = format!(
                        "cannot use interface {ty} in conversion (contains specific type constraints or is comparable)"
                    );
                    self.error_span("MisplacedConstraintIface", e.span(), message);
                    return Operand::invalid(e);
                }
                if call.ellipsis.is_some() {
                    let ty = self.type_string(to);
                    let message = format!("invalid use of ... in conversion to {ty}");
                    self.error_span("BadDotDotDotSyntax", arg.span(), message);
                    return Operand::invalid(e);
                }
                self.conversion(&mut x, to);
                return x;
            }
            [.., last] => {
                self.use_exprs(&call.args);
                let ty = self.type_string(to);
                (last.span(), format!("too many arguments in conversion to {ty}"))
            }
        };
        self.error_span("WrongArgCount", problem.0, problem.1);
        Operand::invalid(e)
    }

    /// Whether the type is an interface that only constraints may use.
    fn is_constraint(&self, ty: TypeId) -> bool {
        matches!(self.types.under(ty), Type::Interface(i) if i.terms.is_some() || i.comparable)
    }

    fn function_call<'e>(
        &mut self,
        e: &'e ast::Expr,
        call: &'e CallExpr,
        f: Operand<'e>,
    ) -> Operand<'e> {
        let not_function = |ty| format!("{} is not a function", self.type_string(ty));
        let under = self.common_under_or(f.ty, |ty| match self.types.under(ty?) {
            Type::Signature(_) => None,
            _ => ty.map(not_function),
        });
        let sig = match under.map(|under| self.types.get(under)) {
            Ok(Type::Signature(sig)) if !f.is_nil() => sig.clone(),
            other => {
                let why = other.err().unwrap_or_else(|| not_function(f.ty));
                let what = self.describe(&f);
                let message = format!("invalid operation: cannot call {what}: {why}");
                self.error_span("InvalidCall", f.span(), message);
                self.use_exprs(&call.args);
                return Operand::invalid(e);
            }
        };
        let args = self.args(&call.args);
        let values = self.arguments(call, &sig, args);
        let callee = self.take(f);
        self.finish_call(e, callee, &sig, values)
    }

    /// The operand that a call with checked arguments yields.
    pub(crate) fn finish_call<'e>(
        &mut self,
        e: &'e ast::Expr,
        callee: Expr,
        sig: &Signature,
        values: Option<(Vec<Expr>, Option<Stmt>)>,
    ) -> Operand<'e> {
        self.cx.body.has_call = true;
        let ty = self.result_type(&sig.results);
        if !is_valid(ty) {
            return Operand::invalid(e);
        }
        let mode = if sig.results.is_empty() { Mode::NoValue } else { Mode::Value };
        let Some((args, before)) = values else {
            return Operand::with_ir(e, mode, dummy(ty, e.pos));
        };
        let callee_ty = callee.ty;
        let ir = self.call_ir(callee, sig, args, before, e);
        let mut x = Operand::with_ir(e, mode, ir);
        if x.mode == Mode::NoValue {
            // As in gc: messages show the function's type where there is no value.
            x.ty = callee_ty;
        }
        x
    }

    fn call_ir(
        &mut self,
        callee: Expr,
        sig: &Signature,
        args: Vec<Expr>,
        before: Option<Stmt>,
        e: &ast::Expr,
    ) -> Expr {
        let mut args = self.pack(sig, args);
        let mut stmts = Vec::new();
        let callee = match callee.kind {
            ExprKind::Func(func) => Callee::Func(func),
            ExprKind::BoundMethod(recv, func) => {
                let recv = self.hoist(*recv, before.is_some(), &mut stmts);
                args.insert(0, recv);
                Callee::Func(func)
            }
            ExprKind::BoundInterfaceMethod(recv, index) => {
                Callee::Interface(self.hoist(*recv, before.is_some(), &mut stmts), index)
            }
            _ => Callee::Value(self.hoist(callee, before.is_some(), &mut stmts)),
        };
        let ty = self.result_type(&sig.results);
        let kind = ExprKind::Call(Box::new(Call { callee, args }));
        let pos = call_pos(e);
        let call = Expr { kind, ty, pos };
        match before {
            None => call,
            Some(before) => {
                stmts.push(before);
                Expr { kind: ExprKind::Seq(stmts, Box::new(call)), ty, pos: e.pos }
            }
        }
    }

    /// Evaluates `ir` into a temporary if something must be evaluated between it and the call.
    fn hoist(&mut self, ir: Expr, needed: bool, stmts: &mut Vec<Stmt>) -> Expr {
        let simple =
            matches!(ir.kind, ExprKind::Var(_) | ExprKind::Global(_) | ExprKind::Closure(_));
        if !needed || simple {
            return ir;
        }
        let (ty, pos) = (ir.ty, ir.pos);
        let var = self.temp(ty, pos);
        stmts.push(Stmt { kind: StmtKind::Var(var, Some(ir)), pos });
        Expr { kind: ExprKind::Var(var), ty, pos }
    }

    /// The arguments of a call: one call with several results, or any number of single values.
    pub(crate) fn args<'e>(&mut self, list: &'e [ast::Expr]) -> Values<'e> {
        if let [one] = list {
            let (mut x, _) = self.raw_expr(one, None, true);
            self.exclude(&mut x, true);
            let mut values = self.spread(one, x, false);
            if values.tuple.is_some() {
                // gc names the call itself, not its parts.
                for value in &mut values.list {
                    value.origin = crate::expr::operand::Origin::Expr(one);
                }
            }
            return values;
        }
        let list = list.iter().map(|e| self.generic_expr(e, None)).collect();
        Values { list, tuple: None }
    }

    /// Checks arguments against the parameters. Returns them converted but not packed, and the statement that takes a
    /// tuple apart; none if they are in error.
    pub(crate) fn arguments(
        &mut self,
        call: &CallExpr,
        sig: &Signature,
        args: Values<'_>,
    ) -> Option<(Vec<Expr>, Option<Stmt>)> {
        let params = self.match_params(call, sig, &args)?;
        let mut ok = true;
        let mut values = Vec::with_capacity(params.len());
        for (x, ty) in args.list.into_iter().zip(params) {
            match self.assign(x, Some(ty), Purpose::Argument(&call.func)) {
                Some(value) => values.push(value),
                None => ok = false,
            }
        }
        let before = args.tuple.map(|(temps, ir)| {
            let pos = ir.pos;
            Stmt { kind: StmtKind::VarTuple(temps.into_iter().map(Some).collect(), ir), pos }
        });
        ok.then_some((values, before))
    }

    /// The parameter type for each argument, if their number is right.
    pub(crate) fn match_params(
        &mut self,
        call: &CallExpr,
        sig: &Signature,
        args: &Values<'_>,
    ) -> Option<Vec<TypeId>> {
        let count = args.list.len();
        let spread = call.ellipsis.is_some();
        let mut params = sig.params.to_vec();
        let mut expected = params.len();
        if sig.variadic {
            if spread {
                if call.args.len() == 1 && count > 1 {
                    let shown = expr_string(&call.args[0]);
                    let message = format!("cannot use ... with {count}-valued {shown}");
                    self.error_span("InvalidDotDotDot", call.func.span(), message);
                    return None;
                }
            } else {
                let last = params.pop().expect("a variadic signature has parameters");
                expected -= 1;
                let elem = match self.types.get(last) {
                    Type::Slice(elem) => *elem,
                    _ => last,
                };
                if count >= expected {
                    params.resize(count, elem);
                    expected = count;
                }
            }
        } else if spread {
            let shown = expr_string(&call.func);
            let message = format!("cannot use ... in call to non-variadic {shown}");
            self.error_span("NonVariadicDotDotDot", call.func.span(), message);
            return None;
        }
        if count == expected {
            return Some(params);
        }
        self.wrong_count(call, sig, args, expected);
        None
    }

    fn wrong_count(
        &mut self,
        call: &CallExpr,
        sig: &Signature,
        args: &Values<'_>,
        expected: usize,
    ) {
        let count = args.list.len();
        let (at, what) = if count > expected {
            (args.list[expected].span(), "too many")
        } else if count > 0 {
            (args.list[count - 1].span(), "not enough")
        } else {
            (call.func.span(), "not enough")
        };
        let have: Vec<TypeId> = args.list.iter().map(|x| x.ty).collect();
        let have = self.types_summary(&have, false, call.ellipsis.is_some());
        let want = self.types_summary(&sig.params, sig.variadic, false);
        let func = expr_string(&call.func);
        let message = format!("{what} arguments in call to {func}\n\thave {have}\n\twant {want}");
        self.error_span("WrongArgCount", at, message);
    }

    /// `(int, number, string)`
    pub(crate) fn types_summary(&self, list: &[TypeId], variadic: bool, dots: bool) -> String {
        let mut parts = Vec::new();
        for (i, &ty) in list.iter().enumerate() {
            let mut part = if !is_valid(ty) {
                "unknown type".to_owned()
            } else if is_untyped(ty) {
                if self.types.is_basic(ty, Basic::is_numeric) {
                    "number".to_owned()
                } else {
                    self.type_string(ty).replace("untyped ", "")
                }
            } else {
                self.type_string(ty)
            };
            if i + 1 == list.len() {
                if variadic {
                    if let Type::Slice(elem) = self.types.get(ty) {
                        part = self.type_string(*elem);
                    }
                    part = format!("...{part}");
                } else if dots {
                    part.push_str("...");
                }
            }
            parts.push(part);
        }
        format!("({})", parts.join(", "))
    }

    /// Puts the arguments for `...T` into a slice. Those of `f(s...)` are one slice already.
    fn pack(&mut self, sig: &Signature, mut args: Vec<Expr>) -> Vec<Expr> {
        let fixed = sig.params.len().saturating_sub(1);
        let Some(&last) = sig.params.last().filter(|_| sig.variadic) else { return args };
        let whole = args.len() == fixed + 1 && args[fixed].ty == last;
        if whole && !matches!(self.types.get(last), Type::Slice(elem) if *elem == last) {
            return args;
        }
        let rest = args.split_off(fixed.min(args.len()));
        let pos = rest.first().map_or_else(Default::default, |x| x.pos);
        let kind = if rest.is_empty() {
            ExprKind::Zero
        } else {
            let count = rest.len() as u64;
            ExprKind::SliceLit(count, (0..).zip(rest).collect())
        };
        args.push(Expr { kind, ty: last, pos });
        args
    }
}

/// Where gc says that a call stands: at its opening parenthesis.
pub(crate) fn call_pos(e: &ast::Expr) -> Pos {
    match &e.unparen().kind {
        ast::ExprKind::Call(call) => call.func.end,
        _ => e.pos,
    }
}
