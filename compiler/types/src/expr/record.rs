//! Records the check's findings about expressions and names, on request.
//!
//! All functions here return at once if nothing is recorded: ordinary runs do not pay for it. Bodies that are checked
//! again for concrete type arguments, and the library, are not recorded.

use crate::checker::Checker;
use crate::checker::named::UNRESOLVED;
use crate::checker::recorder::Recorder;
use crate::expr::lookup::Member;
use crate::expr::operand::{Mode, Operand, Origin, is_untyped};
use crate::info::{
    Constant, Object, ObjectId, ObjectKind as Kind, Selection, SelectionKind, TypeAndValue,
    TypeInfo, ValueMode,
};
use crate::program::Package;
use crate::scope::object::{ObjId, ObjectKind};
use crate::ty::{INVALID, NamedId, TypeId};
use minigo_syntax::ast::{self, ExprKind as E, UnaryOp};
use minigo_syntax::source::Pos;

impl Recorder {
    fn record_mode(&mut self, e: &ast::Expr, mode: ValueMode, ty: TypeId) {
        self.exprs.insert(e.span(), TypeAndValue { mode, ty, value: None });
    }

    /// Sets the final type of an untyped expression and of its untyped operands.
    fn change_type(&mut self, mut e: &ast::Expr, ty: TypeId) {
        loop {
            let Some(found) = self.exprs.get_mut(&e.span()) else { return };
            if !is_untyped(found.ty) {
                return;
            }
            found.ty = ty;
            e = match &e.kind {
                E::Paren(x) => x,
                E::Unary(UnaryOp::Recv, _) => return,
                E::Unary(_, x) => x,
                // The operands of a comparison have a type of their own.
                E::Binary(b) if b.op.is_comparison() => return,
                E::Binary(b) => {
                    if !b.op.is_shift() {
                        self.change_type(&b.y, ty);
                    }
                    &b.x
                }
                _ => return,
            };
        }
    }
}

impl Checker<'_> {
    fn recorder(&mut self) -> Option<&mut Recorder> {
        let recorder = self.recorder.as_deref_mut()?;
        let wanted = !self.context.suppresses_errors
            && !self.packages[self.context.pkg.0 as usize].is_library;
        wanted.then_some(recorder)
    }

    /// Records the mode, type and value of `e`.
    pub(crate) fn record_expr(&mut self, e: &ast::Expr, x: &Operand<'_>) {
        let Some(recorder) = self.recorder() else { return };
        let mode = match &x.mode {
            Mode::Invalid | Mode::GenericType(_) | Mode::Generic(..) => return,
            Mode::NoValue => ValueMode::NoValue,
            Mode::Builtin(_) => ValueMode::Builtin,
            Mode::TypeExpr => ValueMode::Type,
            Mode::Constant(_) => ValueMode::Constant,
            Mode::Variable => ValueMode::Variable,
            Mode::MapIndex => ValueMode::MapIndex,
            Mode::Value => ValueMode::Value,
            Mode::Nil => ValueMode::Nil,
            Mode::CommaOk => ValueMode::CommaOk,
        };
        let ty =
            if matches!(mode, ValueMode::NoValue | ValueMode::Builtin) { INVALID } else { x.ty };
        let value = x.const_value().cloned().map(Constant);
        recorder.exprs.insert(e.span(), TypeAndValue { mode, ty, value });
    }

    /// Records the final type of an operand that was untyped, or of a generic function that has been instantiated.
    pub(crate) fn record_final_type(&mut self, x: &Operand<'_>) {
        let Some(recorder) = self.recorder() else { return };
        let Origin::Expr(e) = x.origin else { return };
        if x.is_nil() {
            return;
        }
        if recorder.exprs.contains_key(&e.span()) {
            recorder.change_type(e, x.ty);
        } else {
            recorder.record_mode(e, ValueMode::Value, x.ty);
        }
    }

    /// Records the type of the instance that a call of a generic function calls.
    pub(crate) fn record_callee(&mut self, e: &ast::Expr, ty: TypeId) {
        if let Some(recorder) = self.recorder() {
            recorder.record_mode(e, ValueMode::Value, ty);
        }
    }

    /// Records the type that `e` denotes.
    pub(crate) fn record_type(&mut self, e: &ast::Expr, ty: TypeId) {
        if let Some(recorder) = self.recorder() {
            recorder.record_mode(e, ValueMode::Type, ty);
        }
    }

    /// Records that the name at `pos` denotes `obj`.
    pub(crate) fn record_use(&mut self, pos: Pos, obj: ObjId) {
        if let Some(recorder) = self.recorder() {
            recorder.uses.insert(pos, ObjectId(obj.0));
            recorder.pending_objects.push(obj);
        }
    }

    /// Records that the name at `pos` declares `obj`.
    pub(crate) fn record_def(&mut self, pos: Pos, obj: ObjId) {
        if let Some(recorder) = self.recorder() {
            recorder.defs.insert(pos, ObjectId(obj.0));
            recorder.pending_objects.push(obj);
        }
    }

    /// Records the selection of `sel` for an operand of type `recv`.
    pub(crate) fn record_selection(&mut self, sel: &ast::Ident, recv: TypeId, member: &Member) {
        if self.recorder().is_none() {
            return;
        }
        let (kind, path, ty) = match member {
            Member::Field { path, ty, .. } => (SelectionKind::Field, path, *ty),
            Member::Method { path, func, sig, .. } => {
                let Some(obj) = self.func_info.get(func).map(|info| info.obj) else { return };
                if let Some(recorder) = self.recorder() {
                    recorder.pending_objects.push(obj);
                }
                (SelectionKind::Method(ObjectId(obj.0)), path, *sig)
            }
            Member::InterfaceMethod { path, sig, .. } => {
                (SelectionKind::InterfaceMethod, path, *sig)
            }
            Member::Ambiguous | Member::NotFound => return,
        };
        let selection = Selection { kind, recv, path: path.clone(), ty };
        if let Some(recorder) = self.recorder() {
            recorder.selections.insert(sel.pos, selection);
        }
    }

    /// Resolves the types of a body's local variables before the body is discarded.
    pub(crate) fn record_body(&mut self) {
        let Some(recorder) = self.recorder() else { return };
        let pending = std::mem::take(&mut recorder.pending_objects);
        let mut later = Vec::new();
        for obj in pending {
            if matches!(self.object(obj).kind, ObjectKind::Var(_)) {
                self.record_object(obj);
            } else {
                later.push(obj);
            }
        }
        if let Some(recorder) = self.recorder() {
            recorder.pending_objects.extend(later);
        }
    }

    fn record_object(&mut self, obj: ObjId) {
        let object = self.object(obj);
        let (kind, ty) = match &object.kind {
            ObjectKind::Package(pkg) => (Kind::Package(*pkg), INVALID),
            ObjectKind::Const { ty, .. } => (Kind::Const, *ty),
            ObjectKind::TypeName(ty) => (Kind::Type, *ty),
            ObjectKind::GenericType(_) => (Kind::Type, INVALID),
            ObjectKind::Var(var) => (Kind::Var, self.vars[var.0 as usize].ty),
            ObjectKind::Global(global) => (Kind::Global, self.globals[global.0 as usize].ty),
            ObjectKind::Func(func) => self.func_object(*func),
            ObjectKind::GenericFunc(id) => match self.generic(*id).body_checking_func {
                Some(func) => self.func_object(func),
                None => (Kind::Other, INVALID),
            },
            ObjectKind::Builtin(_) => (Kind::Builtin, INVALID),
            ObjectKind::Nil => (Kind::Nil, INVALID),
            ObjectKind::Iota => (Kind::Const, INVALID),
            ObjectKind::Unresolved | ObjectKind::Bad => (Kind::Other, INVALID),
        };
        let (name, pos, pkg) = (object.name.clone(), object.pos, object.pkg);
        if let Some(recorder) = self.recorder.as_deref_mut() {
            let recorded = Object { name, pos, pkg, kind, ty };
            recorder.objects.entry(ObjectId(obj.0)).or_insert(recorded);
        }
    }

    fn func_object(&self, func: crate::ids::FuncId) -> (Kind, TypeId) {
        let func = &self.funcs[func.0 as usize];
        (Kind::Func(func.name.clone()), func.sig)
    }

    /// Resolves the methods whose names the request lists.
    pub(crate) fn resolve_requested_methods(&mut self) {
        let Some(request) = self.recorder.as_ref().map(|r| r.request) else { return };
        let mut at = 0;
        // Signatures may mention types that are new, which extends the list.
        while at < self.types.named_type_count() {
            let id = NamedId(at as u32);
            at += 1;
            for index in 0..self.types.named_type(id).methods.len() {
                let method = &self.types.named_type(id).methods[index];
                if method.func == UNRESOLVED && request.methods.contains(&method.name.as_str()) {
                    self.resolve_method(id, index);
                }
            }
        }
    }

    /// The complete record at the end of the check.
    pub(crate) fn recorded_info(&mut self) -> Option<TypeInfo> {
        self.recorder.as_ref()?;
        for at in 0..self.packages.len() {
            if self.packages[at].is_library {
                continue;
            }
            for obj in self.packages[at].source_order.clone() {
                let pos = self.object(obj).pos;
                if let Some(recorder) = self.recorder.as_deref_mut() {
                    recorder.defs.insert(pos, ObjectId(obj.0));
                    recorder.pending_objects.push(obj);
                }
            }
        }
        let pending = self.recorder.as_deref_mut().map(|r| std::mem::take(&mut r.pending_objects));
        for obj in pending.unwrap_or_default() {
            self.record_object(obj);
        }
        let package = |p: &crate::checker::package::PackageState| Package {
            path: p.path.clone(),
            name: p.name.clone(),
            is_library: p.is_library,
        };
        let recorder = self.recorder.take()?;
        Some(TypeInfo {
            types: self.types.clone(),
            packages: self.packages.iter().map(package).collect(),
            error: self.universe.error,
            exprs: recorder.exprs,
            uses: recorder.uses,
            defs: recorder.defs,
            objects: recorder.objects,
            selections: recorder.selections,
        })
    }
}
