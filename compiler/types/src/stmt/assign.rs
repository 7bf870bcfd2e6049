//! Assignments, definitions and declarations inside functions.
//!
//! A module of its own since values are matched with what they go to here, one by one or out of a tuple.

use crate::check::Checker;
use crate::expr::Values;
use crate::expr::assignable::Purpose;
use crate::expr::operand::{Operand, is_valid};
use crate::program::{Expr, ExprKind, Stmt, StmtKind as K, VarId};
use crate::scope::object::{Color, ObjId, Object, ObjectKind};
use crate::ty::{Basic, TypeId};
use minigo_syntax::ast::{self, ConstSpec, Decl, ExprKind as E, Ident, VarSpec};
use minigo_syntax::hash::HashSet;
use minigo_syntax::source::{Pos, Span};

/// The left side of an assignment.
enum Lhs {
    Blank,
    Invalid,
    Place(Expr),
}

/// A name on the left side of `:=`.
#[derive(Clone, Copy)]
enum Defined {
    /// A variable declared by the statement; blank ones too.
    New(VarId, ObjId),
    /// One that is there already.
    Old(VarId),
    Bad,
}

impl Checker<'_> {
    /// A left side that is not a definition. A variable that is only assigned to does not count as used.
    fn lhs(&mut self, e: &ast::Expr) -> Lhs {
        let before = match &e.unparen().kind {
            E::Ident(name) if name == "_" => return Lhs::Blank,
            E::Ident(name) => self.local_use(name),
            _ => None,
        };
        let x = self.expr(e);
        if let Some((obj, used)) = before {
            self.object_mut(obj).used = used;
        }
        if !x.is_valid() || !is_valid(x.ty) || !self.check_assignable(e, &x) {
            return Lhs::Invalid;
        }
        let place = self.take(x);
        self.mark_assigned(&place);
        Lhs::Place(place)
    }

    /// `a, b = x, y`
    pub(crate) fn assign_stmt(
        &mut self,
        lhs: &[ast::Expr],
        rhs: &[ast::Expr],
        pos: Pos,
        out: &mut Vec<Stmt>,
    ) {
        let why = if lhs.len() > 1 { "multiple assignment" } else { "assignment" };
        let is_call = rhs.len() == 1 && matches!(rhs[0].unparen().kind, E::Call(_));
        if lhs.len() == rhs.len() && !is_call {
            let one_each = || (Vec::with_capacity(lhs.len()), Vec::with_capacity(lhs.len()));
            let (mut places, mut values) = one_each();
            for (l, r) in lhs.iter().zip(rhs) {
                let Some((place, value)) = self.assign_one(l, r, why) else { continue };
                places.push(place);
                values.push(value);
            }
            self.push_assignment(places, values, pos, out);
            return;
        }
        if rhs.len() != 1 {
            let mut ok = true;
            for l in lhs {
                ok &= self.use_expr(l, true);
            }
            ok &= self.use_exprs(rhs);
            if ok {
                self.assign_mismatch(rhs, lhs.len(), rhs.len());
            }
            return;
        }
        let values = self.multi_expr(&rhs[0], lhs.len() == 2);
        if values.list.len() != lhs.len() {
            if values.list[0].is_valid() {
                self.assign_mismatch(rhs, lhs.len(), values.list.len());
            }
            for l in lhs {
                self.use_expr(l, true);
            }
            return;
        }
        self.assign_tuple(lhs, values, why, pos, out);
    }

    fn push_assignment(
        &mut self,
        mut places: Vec<Option<Expr>>,
        mut values: Vec<Expr>,
        pos: Pos,
        out: &mut Vec<Stmt>,
    ) {
        let kind = match (places.len(), values.pop()) {
            (1, Some(value)) => K::Assign(places.remove(0), value),
            (_, Some(value)) => {
                values.push(value);
                K::AssignMany(places, values)
            }
            (_, None) => return,
        };
        out.push(Stmt { kind, pos });
    }

    fn assign_one(
        &mut self,
        l: &ast::Expr,
        r: &ast::Expr,
        why: &'static str,
    ) -> Option<(Option<Expr>, Expr)> {
        match self.lhs(l) {
            Lhs::Invalid => {
                self.use_expr(r, false);
                None
            }
            Lhs::Blank => {
                let x = self.generic_expr(r, None);
                let why = if why == "assignment" { "assignment to _ identifier" } else { why };
                Some((None, self.assign(x, None, Purpose::Text(why))?))
            }
            Lhs::Place(place) => {
                let x = self.generic_expr(r, None);
                let value = self.assign(x, Some(place.ty), Purpose::Text(why))?;
                Some((Some(place), value))
            }
        }
    }

    fn assign_tuple(
        &mut self,
        lhs: &[ast::Expr],
        values: Values<'_>,
        why: &'static str,
        pos: Pos,
        out: &mut Vec<Stmt>,
    ) {
        let (mut places, mut irs) = (Vec::new(), Vec::new());
        for (l, x) in lhs.iter().zip(values.list) {
            let (place, ty, why) = match self.lhs(l) {
                Lhs::Invalid => continue,
                Lhs::Blank if why == "assignment" => (None, None, "assignment to _ identifier"),
                Lhs::Blank => (None, None, why),
                Lhs::Place(place) => {
                    let ty = place.ty;
                    (Some(place), Some(ty), why)
                }
            };
            if let Some(value) = self.assign(x, ty, Purpose::Text(why)) {
                places.push(place);
                irs.push(value);
            }
        }
        if let Some((temps, ir)) = values.tuple {
            let blank = |i: usize| matches!(places.get(i), Some(None));
            let temps: Vec<_> =
                temps.into_iter().enumerate().map(|(i, t)| (!blank(i)).then_some(t)).collect();
            out.push(Stmt { kind: K::VarTuple(temps, ir), pos });
            let used: Vec<_> =
                places.into_iter().zip(irs).filter(|(place, _)| place.is_some()).collect();
            let (places, irs): (Vec<_>, Vec<_>) = used.into_iter().unzip();
            self.push_assignment(places, irs, pos, out);
            return;
        }
        self.push_assignment(places, irs, pos, out);
    }

    /// `a, b := x, y`
    pub(crate) fn define_stmt(
        &mut self,
        names: &[Ident],
        rhs: &[ast::Expr],
        pos: Pos,
        out: &mut Vec<Stmt>,
    ) {
        let mut failed = false;
        let lhs = self.defined_names(names, &mut failed);
        let outer = self.declaring.replace(names.first().map_or(pos, |name| name.pos));
        self.define_values(names, &lhs, rhs, pos, out);
        self.declaring = outer;
        let fresh: Vec<ObjId> = lhs
            .iter()
            .zip(names)
            .filter_map(|(d, name)| match d {
                Defined::New(_, obj) if !name.is_blank() => Some(*obj),
                _ => None,
            })
            .collect();
        if fresh.is_empty() && !failed {
            let at = self.define_pos(names, pos);
            self.error("NoNewVar", at, "no new variables on left side of :=");
        }
        let scope = self.cx.scope;
        for obj in fresh {
            self.insert(scope, obj);
        }
    }

    fn defined_names(&mut self, names: &[Ident], failed: &mut bool) -> Vec<Defined> {
        let mut seen = HashSet::default();
        let mut lhs = Vec::with_capacity(names.len());
        for ident in names {
            let name = &ident.name;
            if !ident.is_blank() {
                if !seen.insert(name.clone()) {
                    let message = format!("{name} repeated on left side of :=");
                    self.error_span("RepeatedDecl", ident.span(), message);
                    *failed = true;
                    lhs.push(Defined::Bad);
                    continue;
                }
                if let Some(old) = self.scope(self.cx.scope).get(name) {
                    lhs.push(match self.object(old).kind {
                        ObjectKind::Var(var) => Defined::Old(var),
                        _ => {
                            let message = format!("cannot assign to {name}");
                            self.error_span("UnassignableOperand", ident.span(), message);
                            *failed = true;
                            Defined::Bad
                        }
                    });
                    continue;
                }
            }
            let (var, obj) = self.undeclared_var(ident);
            lhs.push(Defined::New(var, obj));
        }
        lhs
    }

    /// A local variable that is in no scope yet and has no type yet.
    pub(crate) fn undeclared_var(&mut self, ident: &Ident) -> (VarId, ObjId) {
        let invalid = Basic::Invalid.id();
        let var = self.new_var(&ident.name, invalid, ident.pos);
        let obj = ObjId(self.objects.len() as u32);
        let kind = ObjectKind::Var(var);
        let object = Object::new(ident.name.clone(), ident.pos, Some(self.cx.pkg), kind);
        self.objects.push(Object { color: Color::Black, ..object });
        (var, obj)
    }

    /// Where `:=` stands: after the names, which are separated by commas.
    fn define_pos(&self, names: &[Ident], pos: Pos) -> Pos {
        names.last().map_or(pos, |last| self.define_after(last.span().end))
    }

    /// Where `:=` stands after `pos`.
    pub(crate) fn define_after(&self, pos: Pos) -> Pos {
        let end = pos;
        let Some(source) = self.sources.file_of(end) else { return pos };
        let offset = (end.0 - source.base.0) as usize;
        match source.text.get(offset..).and_then(|rest| rest.find(":=")) {
            Some(at) => Pos(end.0 + at as u32),
            None => pos,
        }
    }

    fn define_values(
        &mut self,
        names: &[Ident],
        lhs: &[Defined],
        rhs: &[ast::Expr],
        pos: Pos,
        out: &mut Vec<Stmt>,
    ) {
        let why = if lhs.len() > 1 { "multiple assignment" } else { "assignment" };
        let is_call = rhs.len() == 1 && matches!(rhs[0].unparen().kind, E::Call(_));
        if lhs.len() == rhs.len() && !is_call {
            let simple = lhs.len() == 1 || lhs.iter().all(|d| matches!(d, Defined::New(..)));
            let mut late = Vec::with_capacity(lhs.len());
            for (((d, name), r), i) in lhs.iter().zip(names).zip(rhs).zip(0..) {
                let x = self.generic_expr(r, None);
                let Some(value) = self.define_one(*d, x, why) else { continue };
                let value =
                    if simple || i + 1 == lhs.len() { value } else { self.kept(value, out) };
                late.push((*d, name, value));
                if simple {
                    self.push_defined(&mut late, pos, out);
                }
            }
            self.push_defined(&mut late, pos, out);
            return;
        }
        if rhs.len() != 1 {
            if self.use_exprs(rhs) {
                self.assign_mismatch(rhs, lhs.len(), rhs.len());
            }
            self.poison(lhs);
            return;
        }
        let values = self.multi_expr(&rhs[0], lhs.len() == 2);
        if values.list.len() != lhs.len() {
            if values.list[0].is_valid() {
                self.assign_mismatch(rhs, lhs.len(), values.list.len());
            }
            self.poison(lhs);
            return;
        }
        let mut late = Vec::new();
        let mut targets = Vec::new();
        let mut temps = values.tuple.as_ref().map(|(t, _)| t.clone()).unwrap_or_default();
        temps.resize(lhs.len(), VarId(u32::MAX));
        let tupled = values.tuple.is_some();
        for (((d, name), x), temp) in lhs.iter().zip(names).zip(values.list).zip(temps) {
            let Some(value) = self.define_one(*d, x, why) else {
                targets.push(None);
                continue;
            };
            let direct = matches!(value.kind, ExprKind::Var(v) if v == temp);
            match d {
                Defined::New(..) if tupled && name.is_blank() => targets.push(None),
                Defined::New(var, _) if tupled && direct => targets.push(Some(*var)),
                _ => {
                    targets.push(Some(temp));
                    late.push((*d, name, value));
                }
            }
        }
        if let Some((_, ir)) = values.tuple {
            out.push(Stmt { kind: K::VarTuple(targets, ir), pos });
        }
        self.push_defined(&mut late, pos, out);
    }

    /// The value for a name of a definition; sets the type of a new variable.
    fn define_one(&mut self, d: Defined, x: Operand<'_>, why: &'static str) -> Option<Expr> {
        match d {
            Defined::New(var, _) => {
                let (ty, value) = self.init_value(None, x, why);
                self.vars[var.0 as usize].ty = ty;
                value
            }
            Defined::Old(var) => {
                let ty = self.vars[var.0 as usize].ty;
                self.vars[var.0 as usize].reassigned = true;
                self.init_value(Some(ty), x, why).1
            }
            Defined::Bad => {
                self.init_value(None, x, why);
                None
            }
        }
    }

    fn push_defined(
        &mut self,
        late: &mut Vec<(Defined, &Ident, Expr)>,
        pos: Pos,
        out: &mut Vec<Stmt>,
    ) {
        for (d, name, value) in late.drain(..) {
            let kind = match d {
                Defined::New(_, _) if name.is_blank() => K::Assign(None, value),
                Defined::New(var, _) => K::Var(var, Some(value)),
                Defined::Old(var) => K::Assign(Some(self.var_expr(var, name.pos)), value),
                Defined::Bad => continue,
            };
            out.push(Stmt { kind, pos });
        }
    }

    /// Gives variables whose initialiser is in error the invalid type.
    fn poison(&mut self, lhs: &[Defined]) {
        for d in lhs {
            if let Defined::New(var, _) = d {
                self.vars[var.0 as usize].ty = Basic::Invalid.id();
            }
        }
    }

    /// A declaration inside a function.
    pub(crate) fn local_decl(&mut self, decl: &Decl, out: &mut Vec<Stmt>) {
        match decl {
            Decl::Bad(_) | Decl::Func(_) => {}
            Decl::Const(specs) => self.local_consts(specs),
            Decl::Var(specs) => {
                for spec in specs {
                    self.local_vars(spec, out);
                }
            }
            Decl::Type(specs) => {
                for spec in specs {
                    self.local_type_decl(spec);
                }
            }
        }
    }

    fn local_consts(&mut self, specs: &[ConstSpec]) {
        let outer_iota = self.cx.iota.take();
        let outer_errpos = self.cx.errpos;
        let mut last: Option<&ConstSpec> = None;
        for spec in specs {
            let inherited = spec.ty.is_none() && spec.values.is_empty() && last.is_some();
            if !inherited {
                last = Some(spec);
            }
            let source = last.unwrap_or(spec);
            let mut objects = Vec::new();
            for (i, name) in spec.names.iter().enumerate() {
                self.cx.iota = Some(crate::constant::ConstValue::int(spec.iota));
                self.cx.errpos = inherited.then_some(name.pos);
                let kind = self.local_const(source, i);
                self.cx.errpos = None;
                objects.push(self.new_object(name, kind));
            }
            self.arity(&spec.names, &source.values, true, inherited.then_some(spec.pos));
            let scope = self.cx.scope;
            for obj in objects {
                self.insert(scope, obj);
            }
        }
        self.cx.iota = outer_iota;
        self.cx.errpos = outer_errpos;
    }

    fn local_const(&mut self, spec: &ConstSpec, index: usize) -> ObjectKind {
        let expected = spec.ty.as_ref().map(|ty| self.const_type(ty));
        let Some(value) = spec.values.get(index) else { return ObjectKind::Bad };
        let (ty, value) = self.expr_const(value, expected);
        if is_valid(ty) { ObjectKind::Const { ty, value } } else { ObjectKind::Bad }
    }

    fn const_type(&mut self, e: &ast::Expr) -> TypeId {
        let ty = self.type_expr(e);
        if is_valid(ty) && !self.types.is_basic(ty, Basic::is_const_type) {
            let shown = self.type_string(ty);
            if is_valid(self.types.underlying(ty)) {
                let message = format!("invalid constant type {shown}");
                self.error_span("InvalidConstType", e.span(), message);
            }
            return Basic::Invalid.id();
        }
        ty
    }

    fn local_vars(&mut self, spec: &VarSpec, out: &mut Vec<Stmt>) {
        let outer = self.declaring.replace(spec.names[0].pos);
        let declared = spec.ty.as_ref().map(|ty| self.var_type(ty));
        self.declaring = outer;
        let vars: Vec<_> = spec.names.iter().map(|name| self.undeclared_var(name)).collect();
        for &(var, _) in &vars {
            self.vars[var.0 as usize].ty = declared.unwrap_or(Basic::Invalid.id());
        }
        let (l, r) = (spec.names.len(), spec.values.len());
        if r == 1 && l > 1 {
            self.local_tuple(spec, declared, &vars, out);
        } else {
            for (i, (&(var, _), name)) in vars.iter().zip(&spec.names).enumerate() {
                let mut value = None;
                if let Some(e) = spec.values.get(i) {
                    let x = self.generic_expr(e, None);
                    let (ty, ir) = self.init_value(declared, x, "variable declaration");
                    self.vars[var.0 as usize].ty = ty;
                    value = ir;
                }
                let kind = match value {
                    Some(value) if name.is_blank() => K::Assign(None, value),
                    value => K::Var(var, value),
                };
                out.push(Stmt { kind, pos: spec.names[0].pos });
            }
            // Extra values are looked at, so that what they mention counts as used.
            self.use_exprs(spec.values.iter().skip(l));
            if spec.ty.is_none() || r > 0 {
                self.arity(&spec.names, &spec.values, false, None);
            }
        }
        let scope = self.cx.scope;
        for (_, obj) in vars {
            self.insert(scope, obj);
        }
    }

    /// `var a, b = f()`
    fn local_tuple(
        &mut self,
        spec: &VarSpec,
        declared: Option<TypeId>,
        vars: &[(VarId, ObjId)],
        out: &mut Vec<Stmt>,
    ) {
        let values = self.multi_expr(&spec.values[0], vars.len() == 2);
        if values.list.len() != vars.len() {
            if values.list[0].is_valid() {
                self.assign_mismatch(&spec.values, vars.len(), values.list.len());
            }
            return;
        }
        if let Some((temps, ir)) = values.tuple {
            let temps = temps.into_iter().map(Some).collect();
            out.push(Stmt { kind: K::VarTuple(temps, ir), pos: spec.pos });
        }
        for (&(var, _), x) in vars.iter().zip(values.list) {
            let (ty, value) = self.init_value(declared, x, "multiple assignment");
            self.vars[var.0 as usize].ty = ty;
            out.push(Stmt { kind: K::Var(var, value), pos: spec.pos });
        }
    }

    /// The values of a `return`, converted to the results' types; none if they are in error.
    pub(crate) fn result_values(
        &mut self,
        types: &[TypeId],
        values: &[ast::Expr],
        pos: Pos,
        out: &mut Vec<Stmt>,
    ) -> Option<Vec<Expr>> {
        if values.is_empty() {
            if !types.is_empty() {
                self.result_mismatch(Span::at(pos), types, &[]);
                return None;
            }
            return Some(Vec::new());
        }
        let is_call = values.len() == 1 && matches!(values[0].unparen().kind, E::Call(_));
        let list = if values.len() == types.len() && !is_call {
            Values {
                list: values.iter().map(|e| self.generic_expr(e, None)).collect(),
                tuple: None,
            }
        } else if values.len() > 1 {
            let list: Vec<_> = values.iter().map(|e| self.expr(e)).collect();
            if list.iter().all(Operand::is_valid) {
                self.return_mismatch(&list, types);
            }
            return None;
        } else {
            let e = &values[0];
            let (mut x, _) = self.raw_expr(e, None, true);
            self.exclude(&mut x, true);
            self.spread(e, x, false)
        };
        if list.list.len() != types.len() {
            if list.list[0].is_valid() {
                self.return_mismatch(&list.list, types);
            }
            return None;
        }
        if let Some((temps, ir)) = list.tuple {
            let temps = temps.into_iter().map(Some).collect();
            out.push(Stmt { kind: K::VarTuple(temps, ir), pos });
        }
        let mut irs = Vec::with_capacity(types.len());
        let mut ok = true;
        for (x, &ty) in list.list.into_iter().zip(types) {
            match self.init_value(Some(ty), x, "return statement").1 {
                Some(value) => irs.push(value),
                None => ok = false,
            }
        }
        ok.then_some(irs)
    }

    fn return_mismatch(&mut self, list: &[Operand<'_>], types: &[TypeId]) {
        let have: Vec<TypeId> = list.iter().map(|x| x.ty).collect();
        let at = match list.get(types.len()) {
            Some(extra) => extra.span(),
            None => list.last().map_or_else(Span::default, Operand::span),
        };
        self.result_mismatch(at, types, &have);
    }

    fn result_mismatch(&mut self, at: Span, types: &[TypeId], have: &[TypeId]) {
        let what = if have.len() > types.len() { "too many" } else { "not enough" };
        let (have, want) =
            (self.types_summary(have, false, false), self.types_summary(types, false, false));
        let message = format!("{what} return values\n\thave {have}\n\twant {want}");
        self.error_span("WrongResultCount", at, message);
    }

    /// Assigns a value that no expression of the program stands for to `e`: a loop's key or value.
    pub(crate) fn assign_to(
        &mut self,
        e: &ast::Expr,
        x: Operand<'_>,
        why: &'static str,
        out: &mut Vec<Stmt>,
    ) -> Option<TypeId> {
        let pos = e.pos;
        match self.lhs(e) {
            Lhs::Invalid => None,
            Lhs::Blank => {
                let value = self.assign(x, None, Purpose::Text("assignment to _ identifier"))?;
                Some(value.ty)
            }
            Lhs::Place(place) => {
                let ty = place.ty;
                let value = self.assign(x, Some(ty), Purpose::Text(why))?;
                out.push(Stmt { kind: K::Assign(Some(place), value), pos });
                Some(ty)
            }
        }
    }
}
