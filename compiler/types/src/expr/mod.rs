//! Expressions: what each form denotes.
//!
//! A module of its own since it is the switch over all forms; rules that fill more than a page live in files of their own.

pub(crate) mod assignable;
pub(crate) mod binary;
pub(crate) mod builtin;
pub(crate) mod call;
pub(crate) mod composite;
pub(crate) mod convert;
pub(crate) mod implements;
pub(crate) mod index;
pub(crate) mod initializer;
pub(crate) mod lookup;
pub(crate) mod operand;
pub(crate) mod print;
pub(crate) mod selector;
pub(crate) mod unary;

use crate::check::Checker;
use crate::constant::ConstValue;
use crate::decl::collect::is_exported;
use crate::expr::assignable::Purpose;
use crate::expr::operand::{Mode, Operand, Origin, Role, is_valid};
use crate::expr::print::expr_string;
use crate::program::{Expr, ExprKind, FuncId, PkgId, VarId};
use crate::scope::object::{ObjId, ObjectKind};
use crate::ty::{Basic, Type, TypeId};
use minigo_syntax::ast::{self, ChanDir, ExprKind as E, Ident, LiteralKind, Name, UnaryOp};
use minigo_syntax::source::Pos;

/// Numbers written with more characters than this are refused.
const MAX_LITERAL: usize = 10_000;

/// One value, or several of one call or comma-ok form.
#[derive(Debug)]
pub(crate) struct Values<'e> {
    pub(crate) list: Vec<Operand<'e>>,
    /// Where several come from: the temporaries that the operands read, and the tuple that fills them.
    pub(crate) tuple: Option<(Vec<VarId>, Expr)>,
}

impl Checker<'_> {
    /// Checks an expression or a type. `hint` is the type of an element of a composite literal around it.
    /// Unless `generic_ok`, generic functions and types must be instantiated.
    pub(crate) fn raw_expr<'e>(
        &mut self,
        e: &'e ast::Expr,
        hint: Option<TypeId>,
        generic_ok: bool,
    ) -> (Operand<'e>, Role) {
        let (mut x, role) = self.expr_form(e, hint);
        x.origin = Origin::Expr(e);
        let in_decl = self.depth > 0 && self.cx.func == self.cx.decl_func;
        if in_decl && x.is_valid() && x.mode != Mode::TypeExpr && !self.complete(x.ty) {
            x.invalidate();
        }
        if !generic_ok {
            self.non_generic(&mut x);
        }
        if !x.is_valid() {
            self.give_up(e.pos, || format!("cannot compile {}", expr_string(e)));
        }
        (x, role)
    }

    /// Reports a generic function or type without type arguments.
    pub(crate) fn non_generic(&mut self, x: &mut Operand<'_>) {
        let what = match x.mode {
            Mode::Generic(..) => "function",
            Mode::GenericType(_) => "type",
            _ => return,
        };
        if self.finish_partial(x) {
            return;
        }
        let message = format!("cannot use generic {what} {} without instantiation", x.text());
        self.error_span("WrongTypeArgCount", x.span(), message);
        x.invalidate();
    }

    fn expr_form<'e>(&mut self, e: &'e ast::Expr, hint: Option<TypeId>) -> (Operand<'e>, Role) {
        let x = match &e.kind {
            E::Bad => Operand::invalid(e),
            E::Ident(name) => self.ident(e, name),
            E::Literal(kind, text) => self.literal(e, *kind, text),
            E::Paren(inner) => return self.raw_expr(inner, None, false),
            E::FuncLit(lit) => self.func_lit(e, lit),
            E::Composite(lit) => self.composite(e, lit, hint),
            E::Selector(x, sel) => self.selector(e, x, sel),
            E::Index(x, list) => self.index_expr(e, x, list),
            E::Slice(slice) => self.slice_expr(e, slice),
            E::TypeAssert(x, ty) => self.type_assert(e, x, ty.as_deref()),
            E::Call(call) => return self.call_expr(e, call),
            E::Star(x) => self.star(e, x),
            E::Unary(op, x) => {
                let x = self.unary(e, *op, x);
                if *op == UnaryOp::Recv && x.is_valid() {
                    return (x, Role::Statement);
                }
                x
            }
            E::Binary(_) => self.binary_chain(e),
            E::ArrayType(..)
            | E::SliceType(_)
            | E::MapType(..)
            | E::ChanType(..)
            | E::FuncType(_)
            | E::StructType(_)
            | E::InterfaceType(_)
            | E::Union(_) => self.type_operand(e),
        };
        let role = if x.is_valid() { Role::Expression } else { Role::Statement };
        (x, role)
    }

    fn type_operand<'e>(&mut self, e: &'e ast::Expr) -> Operand<'e> {
        let ty = self.type_expr(e);
        let mode = if is_valid(ty) { Mode::TypeExpr } else { Mode::Invalid };
        Operand::new(e, mode, ty)
    }

    fn literal<'e>(&mut self, e: &'e ast::Expr, kind: LiteralKind, text: &str) -> Operand<'e> {
        let number = matches!(kind, LiteralKind::Int | LiteralKind::Float | LiteralKind::Imag);
        if number {
            self.check_literal_version(e, kind, text);
            if text.len() > MAX_LITERAL {
                let (head, len) = (&text[..10], text.len());
                let message = format!("excessively long constant: {head}... ({len} chars)");
                self.error_span("InvalidConstVal", e.span(), message);
                return Operand::invalid(e);
            }
        }
        let value = ConstValue::from_literal(kind, text);
        if value.is_unknown() {
            let message = format!("malformed constant: {text}");
            self.error_span("InvalidConstVal", e.span(), message);
            return Operand::invalid(e);
        }
        let basic = match kind {
            LiteralKind::Int => Basic::UntypedInt,
            LiteralKind::Float => Basic::UntypedFloat,
            LiteralKind::Imag => Basic::UntypedComplex,
            LiteralKind::Char => Basic::UntypedRune,
            LiteralKind::String => Basic::UntypedString,
        };
        let mut x = Operand::constant(e, value, basic.id());
        self.check_overflow(&mut x, e.pos, "");
        x
    }

    fn check_literal_version(&mut self, e: &ast::Expr, kind: LiteralKind, text: &str) {
        if self.allows(13) || text.len() <= 2 {
            return;
        }
        let what = match text.as_bytes() {
            _ if text.contains('_') => "underscore in numeric literal",
            [b'0', b'b' | b'B', ..] => "binary literal",
            [b'0', b'o' | b'O', ..] => "0o/0O-style octal literal",
            [b'0', b'x' | b'X', ..] if kind != LiteralKind::Int => {
                "hexadecimal floating-point literal"
            }
            _ => return,
        };
        self.require(13, e.pos, what);
    }

    fn ident<'e>(&mut self, e: &'e ast::Expr, name: &Name) -> Operand<'e> {
        let Some(obj) = self.lookup(name) else {
            if name == "_" {
                self.error_span("InvalidBlank", e.span(), "cannot use _ as value or type");
            } else {
                let message = format!("undefined: {name}");
                self.error_span("UndeclaredName", e.span(), message);
            }
            return Operand::invalid(e);
        };
        if matches!(self.object(obj).kind, ObjectKind::Package(_)) {
            let message = format!("use of package {name} not in selector");
            self.error_span("InvalidPkgUse", e.span(), message);
            return Operand::invalid(e);
        }
        self.object_operand(e, obj)
    }

    /// What a name that denotes `obj` yields.
    fn object_operand<'e>(&mut self, e: &'e ast::Expr, obj: ObjId) -> Operand<'e> {
        self.use_object(obj);
        self.resolve(obj);
        if let (ObjectKind::TypeName(_), E::Ident(name), None) =
            (&self.object(obj).kind, &e.kind, self.object(obj).pkg)
        {
            self.note_spelling(name, e.pos);
        }
        let value = |kind, mode, ty| Operand::with_ir(e, mode, Expr { kind, ty, pos: e.pos });
        let x = match self.object(obj).kind.clone() {
            ObjectKind::Const { ty, value } => Operand::constant(e, value, ty),
            ObjectKind::TypeName(ty) => Operand::new(e, Mode::TypeExpr, ty),
            ObjectKind::GenericType(id) => Operand::new(e, Mode::GenericType(id), Basic::Int.id()),
            ObjectKind::Var(var) => {
                self.note_capture(var);
                value(ExprKind::Var(var), Mode::Variable, self.vars[var.0 as usize].ty)
            }
            ObjectKind::Global(global) => {
                let ty = self.globals[global.0 as usize].ty;
                value(ExprKind::Global(global), Mode::Variable, ty)
            }
            ObjectKind::Func(func) => {
                value(ExprKind::Func(func), Mode::Value, self.funcs[func.0 as usize].sig)
            }
            ObjectKind::GenericFunc(id) => {
                Operand::new(e, Mode::Generic(id, Vec::new()), Basic::Int.id())
            }
            ObjectKind::Builtin(builtin) => {
                Operand::new(e, Mode::Builtin(builtin), Basic::Int.id())
            }
            ObjectKind::Nil => Operand::new(e, Mode::Nil, Basic::UntypedNil.id()),
            ObjectKind::Iota => match self.cx.iota.clone() {
                Some(value) => Operand::constant(e, value, Basic::UntypedInt.id()),
                None => {
                    let message = "cannot use iota outside constant declaration";
                    self.error_span("InvalidIota", e.span(), message);
                    Operand::invalid(e)
                }
            },
            ObjectKind::Package(_) | ObjectKind::Unresolved | ObjectKind::Bad => {
                Operand::invalid(e)
            }
        };
        if is_valid(x.ty) { x } else { Operand::invalid(e) }
    }

    /// Notes that the function at hand uses a variable, perhaps of a function around it.
    pub(crate) fn note_capture(&mut self, var: VarId) {
        let owner = self.vars[var.0 as usize].owner;
        let mut captured = false;
        for at in (0..self.cx.body.enclosing.len()).rev() {
            let func = self.cx.body.enclosing[at];
            if func == owner {
                break;
            }
            captured = true;
            let captures = &mut self.funcs[func.0 as usize].captures;
            if !captures.contains(&var) {
                captures.push(var);
            }
        }
        self.vars[var.0 as usize].captured |= captured;
    }

    /// The function whose body is being checked.
    pub(crate) fn current_func(&self) -> FuncId {
        let inner = self.cx.body.enclosing.last().copied();
        inner.or(self.cx.func).unwrap_or(FuncId(0))
    }

    /// `pkg.Name`, if `x` names a package.
    pub(crate) fn qualified_ident<'e>(
        &mut self,
        e: &'e ast::Expr,
        x: &ast::Expr,
        sel: &Ident,
    ) -> Option<Operand<'e>> {
        let E::Ident(name) = &x.kind else { return None };
        let obj = self.lookup(name)?;
        let ObjectKind::Package(pkg) = self.object(obj).kind else { return None };
        self.use_object(obj);
        let state = &self.packages[pkg.0 as usize];
        let (library, package, fake) = (state.library, state.name.clone(), state.fake);
        let Some(found) = self.name_in(pkg, &sel.name) else {
            if sel.name != "_" {
                let other = self.other_case(pkg, &sel.name);
                let tail = match other {
                    Some(other) => format!(" (but have {other})"),
                    None if fake => return Some(Operand::invalid(e)),
                    None if library && package != "unsafe" => {
                        " (not part of minigo's library yet)".to_owned()
                    }
                    None => String::new(),
                };
                let message = format!("undefined: {}{tail}", expr_string(e));
                self.error_span("UndeclaredImportedName", sel.span(), message);
            }
            return Some(Operand::invalid(e));
        };
        if !is_exported(&sel.name) {
            let message = format!("name {} not exported by package {package}", sel.name);
            self.error_span("UnexportedName", sel.span(), message);
        }
        Some(self.object_operand(e, found))
    }

    /// An exported name of the package that differs in case only.
    fn other_case(&self, pkg: PkgId, name: &str) -> Option<Name> {
        let lower = name.to_lowercase();
        self.exported_names(pkg).into_iter().find(|n| n.to_lowercase() == lower)
    }

    fn star<'e>(&mut self, e: &'e ast::Expr, inner: &'e ast::Expr) -> Operand<'e> {
        let mut x = self.expr_or_type(inner, false);
        match x.mode {
            Mode::Invalid => Operand::invalid(e),
            Mode::TypeExpr => {
                self.check_var_type(x.ty, inner.pos);
                let ty = self.types.intern(Type::Pointer(x.ty));
                Operand::new(e, Mode::TypeExpr, ty)
            }
            _ => {
                let base = if x.is_nil() { None } else { self.pointer_base(x.ty) };
                let Some(base) = base else {
                    let message =
                        format!("invalid operation: cannot indirect {}", self.describe(&x));
                    self.error_span("InvalidIndirection", x.span(), message);
                    return Operand::invalid(e);
                };
                if !is_valid(base) {
                    return Operand::invalid(e);
                }
                self.set_default_type(&mut x);
                let kind = ExprKind::Deref(Box::new(self.take(x)));
                Operand::with_ir(e, Mode::Variable, Expr { kind, ty: base, pos: e.pos })
            }
        }
    }

    /// What a pointer type points to; of a type parameter, if all its types agree.
    fn pointer_base(&self, ty: TypeId) -> Option<TypeId> {
        match self.types.get(self.common_under(ty)?) {
            Type::Pointer(base) => Some(*base),
            _ => None,
        }
    }

    /// The underlying type of `ty`; of a type parameter the one that all its types share. Channels may differ in their
    /// direction: the one that allows less is shared.
    pub(crate) fn common_under(&self, ty: TypeId) -> Option<TypeId> {
        let Some(terms) = self.types.terms(ty) else { return Some(self.types.underlying(ty)) };
        self.common_underlying(terms?)
    }

    /// The same, or why there is none. `refuse` is asked first about each of the types, or about none if there are no
    /// specific ones, and has its own reason.
    pub(crate) fn common_under_or(
        &self,
        ty: TypeId,
        refuse: impl Fn(Option<TypeId>) -> Option<String>,
    ) -> Result<TypeId, String> {
        let refuse = |ty| refuse(ty).map_or(Ok(()), Err);
        let Some(terms) = self.types.terms(ty) else {
            refuse(Some(ty))?;
            return Ok(self.types.underlying(ty));
        };
        let mut common: Option<(TypeId, TypeId)> = None;
        for term in terms.into_iter().flatten() {
            refuse(Some(term.ty))?;
            let under = self.types.underlying(term.ty);
            let Some((first, shared)) = common else {
                common = Some((term.ty, under));
                continue;
            };
            if shared == under {
                continue;
            }
            let (a, b) = (self.type_string(first), self.type_string(term.ty));
            match (self.types.get(shared), self.types.get(under)) {
                (Type::Chan(_, x), Type::Chan(_, y)) if x != y => {
                    return Err(format!("channels {a} and {b} have different element types"));
                }
                (Type::Chan(ChanDir::Both, _), Type::Chan(..)) => common = Some((term.ty, under)),
                (Type::Chan(..), Type::Chan(ChanDir::Both, _)) => {}
                (Type::Chan(..), Type::Chan(..)) => {
                    return Err(format!("channels {a} and {b} have conflicting directions"));
                }
                _ => return Err(format!("{a} and {b} have different underlying types")),
            }
        }
        match common {
            Some((_, under)) => Ok(under),
            None => {
                refuse(None)?;
                Err("no specific type".to_owned())
            }
        }
    }

    fn type_assert<'e>(
        &mut self,
        e: &'e ast::Expr,
        inner: &'e ast::Expr,
        ty: Option<&'e ast::Expr>,
    ) -> Operand<'e> {
        let mut x = self.expr(inner);
        if !x.is_valid() {
            return Operand::invalid(e);
        }
        let Some(ty) = ty else {
            let message = "invalid syntax tree: use of .(type) outside type switch";
            self.error_span("InvalidSyntaxTree", e.span(), message);
            return Operand::invalid(e);
        };
        if self.types.is_type_param(x.ty) {
            let message = format!(
                "invalid operation: cannot use type assertion on type parameter value {}",
                self.describe(&x)
            );
            self.error_span("InvalidAssert", x.span(), message);
            return Operand::invalid(e);
        }
        if !self.types.is_interface(x.ty) {
            let message = format!("invalid operation: {} is not an interface", self.describe(&x));
            self.error_span("InvalidAssert", x.span(), message);
            return Operand::invalid(e);
        }
        let target = self.var_type(ty);
        if !is_valid(target) {
            return Operand::invalid(e);
        }
        self.check_assertion(e, &mut x, target, false);
        let kind = ExprKind::TypeAssert(Box::new(self.take(x)));
        Operand::with_ir(e, Mode::CommaOk, Expr { kind, ty: target, pos: e.pos })
    }

    /// Reports an assertion (or a case of a type switch) that can never hold.
    pub(crate) fn check_assertion(
        &mut self,
        e: &ast::Expr,
        x: &mut Operand<'_>,
        target: TypeId,
        type_switch: bool,
    ) {
        // What type parameters stand for may make an assertion impossible; then it fails.
        let open = self.types.is_interface(target) || self.types.is_type_param(target);
        if open || self.silent > 0 {
            return;
        }
        let Some(missing) = self.missing_method(target, x.ty, false) else { return };
        let (t, shown) = (self.type_string(target), expr_string(e));
        let message = if type_switch {
            let what = self.describe(x);
            format!(
                "impossible type switch case: {shown}\n\t{what} cannot have dynamic type {t} {}",
                missing.cause
            )
        } else {
            let iface = self.type_string(x.ty);
            format!(
                "impossible type assertion: {shown}\n\t{t} does not implement {iface} {}",
                missing.cause
            )
        };
        self.error_span("ImpossibleAssert", e.span(), message);
    }

    /// Checks an expression that must have one value.
    pub(crate) fn expr<'e>(&mut self, e: &'e ast::Expr) -> Operand<'e> {
        let (mut x, _) = self.raw_expr(e, None, false);
        self.exclude(&mut x, true);
        self.single_value(&mut x);
        x
    }

    /// The same; generic functions may lack their type arguments.
    pub(crate) fn generic_expr<'e>(
        &mut self,
        e: &'e ast::Expr,
        hint: Option<TypeId>,
    ) -> Operand<'e> {
        let (mut x, _) = self.raw_expr(e, hint, true);
        self.exclude(&mut x, true);
        self.single_value(&mut x);
        x
    }

    /// Checks a single value or a type.
    pub(crate) fn expr_or_type<'e>(&mut self, e: &'e ast::Expr, generic_ok: bool) -> Operand<'e> {
        let (mut x, _) = self.raw_expr(e, None, generic_ok);
        if x.mode == Mode::NoValue {
            self.exclude(&mut x, false);
        }
        self.single_value(&mut x);
        x
    }

    /// Reports operands that are no values. Without `types`, types and built-in functions pass.
    pub(crate) fn exclude(&mut self, x: &mut Operand<'_>, types: bool) {
        let (code, tail) = match x.mode {
            Mode::NoValue if types => ("TooManyValues", "used as value"),
            Mode::NoValue => ("TooManyValues", "used as value or type"),
            Mode::Builtin(_) if types => ("UncalledBuiltin", "must be called"),
            Mode::TypeExpr | Mode::GenericType(_) if types => ("NotAnExpr", "is not an expression"),
            _ => return,
        };
        let message = format!("{} {tail}", self.describe(x));
        self.error_span(code, x.span(), message);
        x.invalidate();
    }

    /// Reports several values where one is wanted.
    pub(crate) fn single_value(&mut self, x: &mut Operand<'_>) {
        if x.mode == Mode::Value && matches!(self.types.get(x.ty), Type::Tuple(_)) {
            let message = format!("multiple-value {} in single-value context", self.describe(x));
            self.error_span("TooManyValues", x.span(), message);
            x.invalidate();
        }
    }

    /// Checks an expression that may have several values: a call, or (`allow_ok`) a comma-ok form.
    pub(crate) fn multi_expr<'e>(&mut self, e: &'e ast::Expr, allow_ok: bool) -> Values<'e> {
        let (mut x, _) = self.raw_expr(e, None, false);
        self.exclude(&mut x, true);
        self.spread(e, x, allow_ok)
    }

    /// Takes the values of `x` apart.
    pub(crate) fn spread<'e>(
        &mut self,
        e: &'e ast::Expr,
        x: Operand<'e>,
        allow_ok: bool,
    ) -> Values<'e> {
        if x.is_valid()
            && let Type::Tuple(types) = self.types.get(x.ty)
        {
            let types = types.to_vec();
            let temps: Vec<VarId> = types.iter().map(|&ty| self.temp(ty, e.pos)).collect();
            let part = |(i, (&var, &ty)): (usize, (&VarId, &TypeId))| {
                let name = format!("{} function result", ordinal(i + 1));
                let ir = Expr { kind: ExprKind::Var(var), ty, pos: e.pos };
                Operand::named(name, e.span(), ir)
            };
            let list = temps.iter().zip(&types).enumerate().map(part).collect();
            return Values { list, tuple: x.ir.map(|ir| (temps, ir)) };
        }
        if !allow_ok || !matches!(x.mode, Mode::MapIndex | Mode::CommaOk) {
            return Values { list: vec![x], tuple: None };
        }
        let ty = x.ty;
        let bool_ty = Basic::Bool.id();
        let mut ir = self.take(x.clone());
        ir.kind = match ir.kind {
            ExprKind::MapIndex(m, k) => ExprKind::MapIndexOk(m, k),
            ExprKind::TypeAssert(v) => ExprKind::TypeAssertOk(v),
            ExprKind::Recv(c) => ExprKind::RecvOk(c),
            other => other,
        };
        ir.ty = self.types.intern(Type::Tuple([ty, bool_ty].into()));
        let temps = vec![self.temp(ty, e.pos), self.temp(bool_ty, e.pos)];
        let first = Expr { kind: ExprKind::Var(temps[0]), ty, pos: e.pos };
        let second = Expr { kind: ExprKind::Var(temps[1]), ty: bool_ty, pos: e.pos };
        let mut ok = Operand::named("ok value of (comma, ok) expression", e.span(), second);
        ok.ty = Basic::UntypedBool.id();
        let value = Operand { ir: Some(first), ..x };
        Values { list: vec![value, ok], tuple: Some((temps, ir)) }
    }

    /// Checks expressions for their errors only. Returns whether there were none.
    pub(crate) fn use_exprs<'e>(&mut self, list: impl IntoIterator<Item = &'e ast::Expr>) -> bool {
        let mut ok = true;
        for e in list {
            ok &= self.use_expr(e, false);
        }
        ok
    }

    /// The same for one; `lhs` says that a variable that is only assigned to does not count as used.
    pub(crate) fn use_expr(&mut self, e: &ast::Expr, lhs: bool) -> bool {
        match &e.unparen().kind {
            E::Ident(name) if name == "_" => true,
            E::Ident(name) => {
                let before = lhs.then(|| self.local_use(name)).flatten();
                let x = self.expr_or_type(e.unparen(), true);
                if let Some((obj, used)) = before {
                    self.object_mut(obj).used = used;
                }
                x.is_valid()
            }
            _ => self.raw_expr(e, None, true).0.is_valid(),
        }
    }

    /// The variable a name denotes, and whether it counts as used so far.
    pub(crate) fn local_use(&mut self, name: &str) -> Option<(ObjId, bool)> {
        let obj = self.lookup(name)?;
        let object = self.object(obj);
        matches!(object.kind, ObjectKind::Var(_)).then_some((obj, object.used))
    }

    /// An expression that must be boolean: of an `if` or a `for`.
    pub(crate) fn condition(&mut self, e: &ast::Expr, what: &str) -> Expr {
        let x = self.expr(e);
        if x.is_valid() && !self.types.all_basic(x.ty, Basic::is_boolean) {
            let message = format!("non-boolean condition in {what} statement");
            self.error_span("InvalidCond", e.span(), message);
        }
        let ty = x.ty;
        self.assign(x, None, Purpose::Text("condition"))
            .unwrap_or_else(|| crate::expr::convert::dummy(ty, e.pos))
    }

    /// A new temporary of the function at hand.
    pub(crate) fn temp(&mut self, ty: TypeId, pos: Pos) -> VarId {
        self.new_var("", ty, pos)
    }
}

/// `1st`, `2nd`, …
fn ordinal(n: usize) -> String {
    let tail = match n {
        1 => "st",
        2 => "nd",
        3 => "rd",
        _ => "th",
    };
    format!("{n}{tail}")
}
