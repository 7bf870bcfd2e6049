//! Calls of built-in functions.
//!
//! A module of its own since each has its own rules; those of package unsafe are in `builtin_unsafe.rs`.

mod package_unsafe;

use crate::check::Checker;
use crate::constant::ConstValue;
use crate::expr::Values;
use crate::expr::assignable::Purpose;
use crate::expr::binary::{Form, Operation};
use crate::expr::operand::{Mode, Operand, Role, is_untyped, is_valid};
use crate::expr::print::expr_string;
use crate::program::{Builtin, Expr, ExprKind, Stmt, StmtKind};
use crate::scope::object::BuiltinFn as F;
use crate::ty::{Basic, Signature, Type, TypeId};
use minigo_syntax::ast::{self, BinaryOp, CallExpr};
use minigo_syntax::source::Span;

/// Fewest arguments, whether more are allowed, and as what a call may stand.
fn shape(id: F) -> (usize, bool, Role) {
    match id {
        F::Append | F::Max | F::Min => (1, true, Role::Expression),
        F::Make => (1, true, Role::Expression),
        F::Cap | F::Len | F::Imag | F::Real | F::New => (1, false, Role::Expression),
        F::UnsafeAlignof | F::UnsafeOffsetof | F::UnsafeSizeof => (1, false, Role::Expression),
        F::UnsafeSliceData | F::UnsafeStringData => (1, false, Role::Expression),
        F::Complex => (2, false, Role::Expression),
        F::UnsafeAdd | F::UnsafeSlice | F::UnsafeString => (2, false, Role::Expression),
        F::Clear | F::Close | F::Panic => (1, false, Role::Statement),
        F::Copy | F::Delete => (2, false, Role::Statement),
        F::Print | F::Println => (0, true, Role::Statement),
        F::Recover => (0, false, Role::Statement),
    }
}

/// A call of a built-in function under check.
pub(crate) struct BuiltinCall<'e> {
    pub(crate) id: F,
    pub(crate) e: &'e ast::Expr,
    pub(crate) call: &'e CallExpr,
}

impl Checker<'_> {
    pub(crate) fn builtin_call<'e>(
        &mut self,
        e: &'e ast::Expr,
        call: &'e CallExpr,
        id: F,
    ) -> (Operand<'e>, Role) {
        let (_, _, role) = shape(id);
        let b = BuiltinCall { id, e, call };
        let x = self.builtin(&b);
        if x.is_valid() && !x.is_constant() {
            self.cx.body.has_call = true;
        }
        (x, role)
    }

    fn builtin<'e>(&mut self, b: &BuiltinCall<'e>) -> Operand<'e> {
        let (fewest, more, _) = shape(b.id);
        if let Some(dots) = b.call.ellipsis
            && b.id != F::Append
        {
            let message =
                format!("invalid operation: invalid use of ... with built-in {}", b.id.name());
            self.error("InvalidDotDotDot", dots, message);
            self.use_exprs(&b.call.args);
            return Operand::invalid(b.e);
        }
        let measures = matches!(b.id, F::Len | F::Cap);
        let outer = measures.then(|| std::mem::take(&mut self.cx.body.has_call));
        let unevaluated = matches!(b.id, F::Make | F::New | F::UnsafeOffsetof);
        let args = if unevaluated {
            Values { list: Vec::new(), tuple: None }
        } else {
            self.builtin_args(&b.call.args)
        };
        let x = if args.list.iter().any(|x| !x.is_valid()) {
            Operand::invalid(b.e)
        } else {
            let count = if unevaluated { b.call.args.len() } else { args.list.len() };
            if count < fewest || !more && count > fewest {
                let what = if count < fewest { "not enough" } else { "too many" };
                let shown = expr_string(b.e);
                let message = format!(
                    "invalid operation: {what} arguments for {shown} (expected {fewest}, found {count})"
                );
                self.error_span("WrongArgCount", b.e.span(), message);
                Operand::invalid(b.e)
            } else {
                self.builtin_with(b, args)
            }
        };
        if let Some(outer) = outer {
            self.cx.body.has_call = outer;
        }
        x
    }

    fn builtin_args<'e>(&mut self, list: &'e [ast::Expr]) -> Values<'e> {
        if let [one] = list {
            return self.multi_expr(one, false);
        }
        let list = list.iter().map(|e| self.expr(e)).collect();
        Values { list, tuple: None }
    }

    fn builtin_with<'e>(&mut self, b: &BuiltinCall<'e>, args: Values<'e>) -> Operand<'e> {
        let Values { list, tuple, .. } = args;
        let mut x = match b.id {
            F::Append => self.append(b, list),
            F::Cap | F::Len => self.length(b, list),
            F::Clear | F::Close => self.clear_or_close(b, list),
            F::Complex => self.complex(b, list),
            F::Copy => self.copy(b, list),
            F::Delete => self.delete(b, list),
            F::Imag | F::Real => self.part(b, list),
            F::Make => self.make(b),
            F::Max | F::Min => self.extreme(b, list),
            F::New => self.new_call(b),
            F::Panic => self.panic_call(b, list),
            F::Print | F::Println => self.print_call(b, list),
            F::Recover => {
                let func = self.current_func();
                self.funcs[func.0 as usize].has_recover = true;
                let any = self.any_type;
                self.built(b, Builtin::Recover, Vec::new(), any)
            }
            _ => self.unsafe_call(b, list),
        };
        if let Some((temps, source)) = tuple
            && let Some(ir) = x.ir.take()
        {
            let (ty, pos) = (ir.ty, source.pos);
            let temps = temps.into_iter().map(Some).collect();
            let before = Stmt { kind: StmtKind::VarTuple(temps, source), pos };
            x.ir = Some(Expr { kind: ExprKind::Seq(vec![before], Box::new(ir)), ty, pos });
        }
        x
    }

    /// The value of a call of a built-in function.
    pub(crate) fn built<'e>(
        &mut self,
        b: &BuiltinCall<'e>,
        builtin: Builtin,
        args: Vec<Expr>,
        ty: TypeId,
    ) -> Operand<'e> {
        let pos = crate::expr::call::call_pos(b.e);
        Operand::with_ir(b.e, Mode::Value, Expr { kind: ExprKind::Builtin(builtin, args), ty, pos })
    }

    /// The same for one without result.
    fn built_stmt<'e>(
        &mut self,
        b: &BuiltinCall<'e>,
        builtin: Builtin,
        args: Vec<Expr>,
    ) -> Operand<'e> {
        let ty = self.types.intern(Type::Tuple([].into()));
        let kind = ExprKind::Builtin(builtin, args);
        let pos = crate::expr::call::call_pos(b.e);
        Operand::with_ir(b.e, Mode::NoValue, Expr { kind, ty, pos })
    }

    /// Reports that something is wrong with an argument, and gives up.
    pub(crate) fn bad_argument<'e>(
        &mut self,
        b: &BuiltinCall<'e>,
        code: &'static str,
        at: Span,
        message: String,
    ) -> Operand<'e> {
        self.error_span(code, at, message);
        Operand::invalid(b.e)
    }

    /// The element type of a slice, or why there is none.
    fn slice_elem(&mut self, x: &Operand<'_>) -> Result<TypeId, String> {
        if x.is_nil() {
            return Err("argument must be a slice; have untyped nil".to_owned());
        }
        let terms = self.types.terms(x.ty).map(|t| t.unwrap_or_default().to_vec());
        let types = terms.map_or_else(|| vec![x.ty], |t| t.iter().map(|t| t.ty).collect());
        let mut found: Option<TypeId> = None;
        for ty in &types {
            let Type::Slice(elem) = *self.types.under(*ty) else {
                return Err(format!("argument must be a slice; have {}", self.describe(x)));
            };
            if let Some(first) = found.filter(|&first| first != elem) {
                let (a, b) = (self.type_string(first), self.type_string(elem));
                let shown = self.describe(x);
                return Err(format!("mismatched slice element types {a} and {b} in {shown}"));
            }
            found = Some(elem);
        }
        found.ok_or_else(|| format!("argument must be a slice; have {}", self.describe(x)))
    }

    fn is_byte_slice(&mut self, x: &Operand<'_>) -> bool {
        let bytes = self.types.intern(Type::Slice(Basic::Uint8.id()));
        self.assignable(x, bytes, &mut String::new()).is_ok()
    }

    /// Whether all types of `ty` are strings or (if `bytes`) byte slices.
    fn is_string_or_bytes(&self, ty: TypeId) -> bool {
        let one = |ty: TypeId| match self.types.under(ty) {
            Type::Basic(basic) => basic.is_string(),
            Type::Slice(elem) => *elem == Basic::Uint8.id(),
            _ => false,
        };
        match self.types.terms(ty) {
            Some(terms) => terms.is_some_and(|t| !t.is_empty() && t.iter().all(|t| one(t.ty))),
            None => one(ty),
        }
    }

    fn append<'e>(&mut self, b: &BuiltinCall<'e>, mut list: Vec<Operand<'e>>) -> Operand<'e> {
        let elem = match self.slice_elem(&list[0]) {
            Ok(elem) => elem,
            Err(why) => {
                let at = list[0].span();
                return self.bad_argument(b, "InvalidAppend", at, format!("invalid append: {why}"));
            }
        };
        let ty = list[0].ty;
        let spread = b.call.ellipsis.is_some();
        if spread && list.len() == 2 && self.is_byte_slice(&list[0]) {
            let y = list[1].ty;
            let only_bytes = matches!(self.types.under(y), Type::Slice(_));
            if self.is_string_or_bytes(y) && !only_bytes {
                let y = list.pop().expect("two arguments");
                let x = list.pop().expect("two arguments");
                let args = vec![self.take(x), self.take(y)];
                return self.built(b, Builtin::AppendSlice, args, ty);
            }
        }
        let slice = self.types.intern(Type::Slice(elem));
        let sig = Signature { params: [ty, slice].into(), results: [].into(), variadic: true };
        let values = Values { list, tuple: None };
        let args = match self.arguments(b.call, &sig, values) {
            Some((args, _)) => args,
            None => Vec::new(),
        };
        let builtin = if spread { Builtin::AppendSlice } else { Builtin::Append };
        self.built(b, builtin, args, ty)
    }

    fn length<'e>(&mut self, b: &BuiltinCall<'e>, mut list: Vec<Operand<'e>>) -> Operand<'e> {
        let x = list.remove(0);
        let len = b.id == F::Len;
        let int = Basic::Int.id();
        let constant = |n: u64| Operand::constant(b.e, ConstValue::int(n), int);
        if let (true, Some(bytes)) = (len, x.const_value().and_then(ConstValue::as_str)) {
            return constant(bytes.len() as u64);
        }
        let array = match self.types.under(x.ty) {
            Type::Array(_, n) => Some(*n),
            Type::Pointer(base) => match self.types.under(*base) {
                Type::Array(_, n) => Some(*n),
                _ => None,
            },
            _ => None,
        };
        if let Some(n) = array.filter(|_| !self.cx.body.has_call) {
            return constant(n);
        }
        if array.is_none() && !self.has_length(x.ty, len) {
            if !is_valid(self.types.underlying(x.ty)) {
                return Operand::invalid(b.e);
            }
            let code = if len { "InvalidLen" } else { "InvalidCap" };
            let what = self.describe(&x);
            let message = format!("invalid argument: {what} for built-in {}", b.id.name());
            return self.bad_argument(b, code, x.span(), message);
        }
        let builtin = if len { Builtin::Len } else { Builtin::Cap };
        let args = vec![self.take(x)];
        self.built(b, builtin, args, int)
    }

    fn has_length(&self, ty: TypeId, len: bool) -> bool {
        match self.types.under(ty) {
            Type::Basic(basic) => basic.is_string() && len,
            Type::Slice(_) | Type::Chan(..) | Type::Array(..) => true,
            Type::Map(..) => len,
            Type::Pointer(base) => matches!(self.types.under(*base), Type::Array(..)),
            Type::TypeParam(_) => match self.types.terms(ty).flatten() {
                Some(terms) => {
                    !terms.is_empty() && terms.iter().all(|t| self.has_length(t.ty, len))
                }
                None => false,
            },
            _ => false,
        }
    }

    /// All underlying types that `ty` stands for.
    fn all_under(&self, ty: TypeId) -> Vec<TypeId> {
        match self.types.terms(ty) {
            None => vec![self.types.underlying(ty)],
            Some(terms) => {
                terms.unwrap_or_default().iter().map(|t| self.types.underlying(t.ty)).collect()
            }
        }
    }

    fn clear_or_close<'e>(
        &mut self,
        b: &BuiltinCall<'e>,
        mut list: Vec<Operand<'e>>,
    ) -> Operand<'e> {
        let x = list.remove(0);
        let clear = b.id == F::Clear;
        if clear {
            self.require(21, b.call.func.pos, "clear");
        }
        let types = self.all_under(x.ty);
        let mut problem = types.is_empty().then_some("non-channel");
        for ty in types {
            problem = problem.or(match self.types.get(ty) {
                Type::Map(..) | Type::Slice(_) if clear => None,
                Type::Chan(ast::ChanDir::Recv, _) if !clear => Some("receive-only channel"),
                Type::Chan(..) if !clear => None,
                _ => Some("non-channel"),
            });
        }
        if let Some(problem) = problem {
            let (what, at) = (self.describe(&x), x.span());
            let message = if clear {
                format!(
                    "invalid argument: cannot clear {what}: argument must be (or constrained by) map or slice"
                )
            } else {
                format!("invalid operation: cannot close {problem} {what}")
            };
            let code = if clear { "InvalidClear" } else { "InvalidClose" };
            return self.bad_argument(b, code, at, message);
        }
        let args = vec![self.take(x)];
        self.built_stmt(b, if clear { Builtin::Clear } else { Builtin::Close }, args)
    }

    fn complex<'e>(&mut self, b: &BuiltinCall<'e>, mut list: Vec<Operand<'e>>) -> Operand<'e> {
        let mut y = list.remove(1);
        let mut x = list.remove(0);
        match (is_untyped(x.ty), is_untyped(y.ty)) {
            (false, false) => {}
            (true, false) => self.convert_untyped(&mut x, y.ty),
            (false, true) => self.convert_untyped(&mut y, x.ty),
            (true, true) if x.is_constant() && y.is_constant() => {
                for z in [&mut x, &mut y] {
                    let real = z.const_value().is_some_and(|v| v.imag().sign() == 0);
                    if real && self.types.is_basic(z.ty, Basic::is_numeric) {
                        z.ty = Basic::UntypedFloat.id();
                    }
                }
            }
            (true, true) => {
                self.convert_untyped(&mut x, Basic::Float64.id());
                self.convert_untyped(&mut y, Basic::Float64.id());
            }
        }
        if !x.is_valid() || !y.is_valid() {
            return Operand::invalid(b.e);
        }
        if x.ty != y.ty {
            let (s, t) = (self.type_string(x.ty), self.type_string(y.ty));
            let shown = expr_string(b.e);
            let message = format!("invalid operation: {shown} (mismatched types {s} and {t})");
            return self.bad_argument(b, "InvalidComplex", x.span(), message);
        }
        let ty = match self.types.basic(x.ty) {
            Some(Basic::Float32) => Basic::Complex64,
            Some(Basic::Float64) => Basic::Complex128,
            Some(Basic::UntypedFloat) => Basic::UntypedComplex,
            _ => {
                let ty = self.type_string(x.ty);
                let message =
                    format!("invalid argument: arguments have type {ty}, expected floating-point");
                return self.bad_argument(b, "InvalidComplex", x.span(), message);
            }
        };
        if let (Some(re), Some(im)) = (x.const_value(), y.const_value()) {
            let value = ConstValue::complex(re.to_float(), im.to_float());
            return Operand::constant(b.e, value, ty.id());
        }
        let args = vec![self.take(x), self.take(y)];
        self.built(b, Builtin::Complex, args, ty.id())
    }

    fn part<'e>(&mut self, b: &BuiltinCall<'e>, mut list: Vec<Operand<'e>>) -> Operand<'e> {
        let mut x = list.remove(0);
        let real = b.id == F::Real;
        if is_untyped(x.ty) {
            if !x.is_constant() {
                self.convert_untyped(&mut x, Basic::Complex128.id());
                if !x.is_valid() {
                    return Operand::invalid(b.e);
                }
            } else if self.types.is_basic(x.ty, Basic::is_numeric) {
                x.ty = Basic::UntypedComplex.id();
            }
        }
        let ty = match self.types.basic(x.ty) {
            Some(Basic::Complex64) => Basic::Float32,
            Some(Basic::Complex128) => Basic::Float64,
            Some(Basic::UntypedComplex) => Basic::UntypedFloat,
            _ => {
                let ty = self.type_string(x.ty);
                let code = if real { "InvalidReal" } else { "InvalidImag" };
                let message =
                    format!("invalid argument: argument has type {ty}, expected complex type");
                return self.bad_argument(b, code, x.span(), message);
            }
        };
        if let Some(value) = x.const_value() {
            let value = if real { value.real() } else { value.imag() };
            return Operand::constant(b.e, value, ty.id());
        }
        let args = vec![self.take(x)];
        self.built(b, if real { Builtin::Real } else { Builtin::Imag }, args, ty.id())
    }

    fn copy<'e>(&mut self, b: &BuiltinCall<'e>, mut list: Vec<Operand<'e>>) -> Operand<'e> {
        let y = list.remove(1);
        let x = list.remove(0);
        let elem = match self.slice_elem(&x) {
            Ok(elem) => elem,
            Err(why) => {
                let message = format!("invalid copy: {why}");
                return self.bad_argument(b, "InvalidCopy", x.span(), message);
            }
        };
        let special = self.is_byte_slice(&x) && self.is_string_or_bytes(y.ty);
        if !special {
            let source = match self.slice_elem(&y) {
                Ok(elem) => elem,
                Err(_) if self.types.all_basic(y.ty, Basic::is_string) => Basic::Uint8.id(),
                Err(why) => {
                    let message = format!("invalid copy: {why}");
                    return self.bad_argument(b, "InvalidCopy", y.span(), message);
                }
            };
            if source != elem {
                let (dst, src) = (self.describe(&x), self.describe(&y));
                let (d, s) = (self.type_string(elem), self.type_string(source));
                let message = format!(
                    "invalid copy: arguments {dst} and {src} have different element types {d} and {s}"
                );
                return self.bad_argument(b, "InvalidCopy", x.span(), message);
            }
        }
        let args = vec![self.take(x), self.take(y)];
        self.built(b, Builtin::Copy, args, Basic::Int.id())
    }

    fn delete<'e>(&mut self, b: &BuiltinCall<'e>, mut list: Vec<Operand<'e>>) -> Operand<'e> {
        let key = list.remove(1);
        let map = list.remove(0);
        let types = self.all_under(map.ty);
        let mut key_ty = None;
        for ty in types {
            let Type::Map(k, _) = self.types.get(ty) else {
                key_ty = None;
                break;
            };
            key_ty = Some(*k);
        }
        let Some(key_ty) = key_ty else {
            let message = format!("invalid argument: {} is not a map", self.describe(&map));
            return self.bad_argument(b, "InvalidDelete", map.span(), message);
        };
        let Some(key) = self.assign(key, Some(key_ty), Purpose::Text("argument to delete")) else {
            return Operand::invalid(b.e);
        };
        let args = vec![self.take(map), key];
        self.built_stmt(b, Builtin::Delete, args)
    }

    fn make<'e>(&mut self, b: &BuiltinCall<'e>) -> Operand<'e> {
        let (first, sizes) = b.call.args.split_first().expect("the count has been checked");
        let ty = self.var_type(first);
        if !is_valid(ty) {
            self.use_exprs(sizes);
            return Operand::invalid(b.e);
        }
        let under = self.common_under_or(ty, |ty| match self.types.under(ty?) {
            Type::Slice(_) | Type::Map(..) | Type::Chan(..) => None,
            _ => Some("type must be slice, map, or channel".to_owned()),
        });
        let least = under.map(|under| match self.types.get(under) {
            Type::Slice(_) => 2,
            _ => 1,
        });
        let least = match least {
            Ok(least) => least,
            Err(why) => {
                let shown = expr_string(first);
                let message = format!("invalid argument: cannot make {shown}: {why}");
                return self.bad_argument(b, "InvalidMake", first.span(), message);
            }
        };
        let count = b.call.args.len();
        if count < least || least + 1 < count {
            let shown = expr_string(b.e);
            let message = format!(
                "invalid operation: {shown} expects {least} or {} arguments; found {count}",
                least + 1
            );
            return self.bad_argument(b, "WrongArgCount", b.e.span(), message);
        }
        let checked: Vec<_> = sizes.iter().filter_map(|e| self.index(e, None)).collect();
        if let [a, c] = &checked[..]
            && let (Some(a), Some(c)) = (a.value, c.value)
            && a > c
        {
            let message = "invalid argument: length and capacity swapped";
            self.error_span("SwappedMakeArgs", sizes[0].span(), message);
        }
        let args = checked.into_iter().map(|i| i.ir).collect();
        self.built(b, Builtin::Make, args, ty)
    }

    fn extreme<'e>(&mut self, b: &BuiltinCall<'e>, list: Vec<Operand<'e>>) -> Operand<'e> {
        let max = b.id == F::Max;
        let name = b.id.name();
        self.require(21, b.call.func.pos, &format!("built-in {name}"));
        let mut x = list[0].clone();
        for (i, a) in list.iter().enumerate() {
            if !self.types.all_basic(a.ty, Basic::is_ordered) || a.is_nil() {
                let message = format!("invalid argument: {} cannot be ordered", self.describe(a));
                return self.bad_argument(b, "InvalidMinMaxOperand", a.span(), message);
            }
            if i == 0 {
                continue;
            }
            let mut a = a.clone();
            self.match_types(&mut x, &mut a);
            if !x.is_valid() {
                return Operand::invalid(b.e);
            }
            if x.ty != a.ty {
                let (s, t) = (self.type_string(x.ty), self.type_string(a.ty));
                let shown = a.text();
                let message = format!(
                    "invalid argument: mismatched types {s} (previous argument) and {t} (type of {shown})"
                );
                return self.bad_argument(b, "MismatchedTypes", a.span(), message);
            }
            if let (Some(v), Some(w)) = (x.const_value(), a.const_value()) {
                let op = if max { BinaryOp::Gt } else { BinaryOp::Lt };
                if ConstValue::compare(op, w, v) {
                    x = a;
                }
            } else {
                x.mode = Mode::Value;
            }
        }
        if let Mode::Constant(value) = x.mode {
            return Operand::constant(b.e, value, x.ty);
        }
        let ty = self.types.default_type(x.ty);
        let mut args = Vec::new();
        for mut a in list {
            self.convert_untyped(&mut a, ty);
            if !a.is_valid() {
                return Operand::invalid(b.e);
            }
            args.push(self.take(a));
        }
        self.built(b, if max { Builtin::Max } else { Builtin::Min }, args, ty)
    }

    fn new_call<'e>(&mut self, b: &BuiltinCall<'e>) -> Operand<'e> {
        let arg = &b.call.args[0];
        let mut x = self.expr_or_type(arg, false);
        if matches!(x.mode, Mode::Builtin(_)) {
            self.exclude(&mut x, true);
        }
        let value = match x.mode {
            Mode::Invalid => return Operand::invalid(b.e),
            Mode::TypeExpr => {
                self.check_var_type(x.ty, arg.pos);
                crate::expr::convert::dummy(x.ty, b.e.pos)
            }
            _ => {
                let Some(value) = self.assign(x, None, Purpose::Text("argument to new")) else {
                    return Operand::invalid(b.e);
                };
                let shown = expr_string(arg);
                self.require(26, b.call.func.pos, &format!("new({shown})"));
                value
            }
        };
        let ty = self.types.intern(Type::Pointer(value.ty));
        Operand::value(b.e, ExprKind::New(Box::new(value)), ty)
    }

    fn panic_call<'e>(&mut self, b: &BuiltinCall<'e>, mut list: Vec<Operand<'e>>) -> Operand<'e> {
        self.cx.body.panics.insert(b.e.pos);
        let any = self.any_type;
        let x = list.remove(0);
        match self.assign(x, Some(any), Purpose::Text("argument to panic")) {
            Some(value) => self.built_stmt(b, Builtin::Panic, vec![value]),
            None => Operand::invalid(b.e),
        }
    }

    fn print_call<'e>(&mut self, b: &BuiltinCall<'e>, list: Vec<Operand<'e>>) -> Operand<'e> {
        let mut args = Vec::new();
        for x in list {
            match self.assign(x, None, Purpose::Builtin(b.id.name())) {
                Some(value) => {
                    self.check_printable(b, value.ty);
                    args.push(value);
                }
                None => return Operand::invalid(b.e),
            }
        }
        let line = b.id == F::Println;
        self.built_stmt(b, if line { Builtin::Println } else { Builtin::Print }, args)
    }

    /// Notes an argument of `print` that is composite. gc finds that when it generates code: no error must stand before it.
    fn check_printable(&mut self, b: &BuiltinCall<'_>, ty: TypeId) {
        if self.opaque || !matches!(self.types.under(ty), Type::Struct(_) | Type::Array(..)) {
            return;
        }
        let info = self.cx.decl_func.and_then(|func| self.func_info.get(&func));
        // gc compiles instances by the shapes of their type arguments.
        let shown = if info.is_some_and(|info| info.args.contains(&ty)) {
            format!("go.shape.{}", self.types.runtime_name(self.types.underlying(ty)))
        } else if self.types.has_name(ty) {
            self.type_string(ty)
        } else {
            self.types.runtime_name(ty)
        };
        let message = format!("illegal types for operand: {}\n\t{shown}", b.id.name());
        self.unprintable.push((crate::expr::call::call_pos(b.e), message));
    }

    /// Reports the arguments of `print` that are composite, if there are no other errors.
    pub(crate) fn report_unprintable(&mut self) {
        if self.diags.has_errors() {
            return;
        }
        let mut list = std::mem::take(&mut self.unprintable);
        list.sort_by_key(|&(pos, _)| pos);
        for (pos, message) in list {
            self.error("InvalidPrint", pos, message);
        }
    }

    /// `x op= y` and `x++` check their sides like a binary expression.
    pub(crate) fn assign_operation<'e>(
        &mut self,
        op: BinaryOp,
        x: Operand<'e>,
        (lhs, rhs): (&'e ast::Expr, &'e ast::Expr),
        y: Operand<'e>,
    ) -> Operand<'e> {
        let what = Operation { op, pos: lhs.pos, form: Form::Assign(lhs, rhs) };
        self.binary(what, x, y)
    }
}
