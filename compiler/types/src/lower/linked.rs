//! Functions of foreign packages that have no body: what stands in their place.
//!
//! Such a function is, by its link name, one that another package declares, or that another package gives its name to.
//! One that is neither is part of Go's own runtime or written in assembly; a program can do without it as long as
//! nothing calls it, so that only the call fails.

use crate::checker::Checker;
use crate::checker::context::Context;
use crate::checker::func::{FuncInfo, ParamInfo};
use crate::ids::{FuncId, PkgId, VarId};
use crate::program::{
    Body, Builtin, Call, Callee, Const, Conversion, Expr, ExprKind, Stmt, StmtKind,
};
use crate::scope::object::{Color, ObjId, ObjectKind};
use crate::ty::{Basic, Signature, Type, TypeId};
use minigo_syntax::source::Pos;
use std::rc::Rc;

impl<'a> Checker<'a> {
    /// Gives a function without body one, if it belongs to a foreign package.
    pub(crate) fn link_foreign(&mut self, func: FuncId) -> bool {
        let pkg = self.funcs[func.0 as usize].pkg;
        let Some(declared) = self.collected.indexed.get(&pkg) else { return false };
        let Some(foreign) = declared.indexed.index.foreign() else { return false };
        let Some(info) = self.func_info.get(&func).cloned() else { return false };
        let file = self.sources.file_of(info.decl.name.pos).map(|source| source.id);
        if file.is_some_and(|file| foreign.has_natives(file)) {
            return false;
        }
        let name = self.object(info.obj).name.clone();
        let own = format!("{}.{name}", self.package(pkg).path);
        let link_name = foreign.link_name(&name).unwrap_or(&own).to_owned();
        let target = match &info.recv {
            None => self.linked_func(func, &link_name).filter(|&to| self.can_forward(func, to)),
            Some(_) => None,
        };
        let cx = Context {
            func: Some(func),
            decl_func: Some(func),
            decl: Some(info.obj),
            ..Context::at(pkg, info.scope, info.version)
        };
        let outer = std::mem::replace(&mut self.cx, cx);
        self.native(func);
        self.cx.body.enclosing.push(func);
        let body = match target {
            Some(target) => self.forward(func, target, &info),
            None => self.missing_function(&own, info.decl.name.pos),
        };
        self.funcs[func.0 as usize].body = Body::Block(body);
        self.cx = outer;
        true
    }

    /// The function with a body that has this link name.
    fn linked_func(&mut self, from: FuncId, link_name: &str) -> Option<FuncId> {
        if let Some((path, name)) = link_name.rsplit_once('.')
            && let Some(found) = self.function_with_body(from, path, name)
        {
            return Some(found);
        }
        // The runtime gives functions of its own to other packages under such names.
        if let Some((_, name)) = link_name.rsplit_once(".runtime_")
            && let Some(found) = self.function_with_body(from, "runtime", name)
        {
            return Some(found);
        }
        let mut packages: Vec<PkgId> = self.collected.indexed.keys().copied().collect();
        packages.sort_unstable();
        for pkg in packages {
            let foreign = self.collected.indexed[&pkg].indexed.index.foreign();
            let Some(name) = foreign.and_then(|foreign| foreign.linked(link_name)) else {
                continue;
            };
            let (path, name) = (self.package(pkg).path.clone(), name.to_owned());
            if let Some(found) = self.function_with_body(from, &path, &name) {
                return Some(found);
            }
        }
        None
    }

    fn function_with_body(&mut self, from: FuncId, path: &str, name: &str) -> Option<FuncId> {
        let at = self.packages.iter().position(|p| p.path == path && p.library)?;
        let obj: ObjId = self.name_in(PkgId(at as u32), name)?;
        if self.object(obj).color == Color::White {
            self.resolve(obj);
        }
        let ObjectKind::Func(func) = self.object(obj).kind else { return None };
        (func != from && self.func_info.get(&func)?.decl.body.is_some()).then_some(func)
    }

    /// Whether both have parameters and results that are the same to the machine.
    fn can_forward(&self, from: FuncId, to: FuncId) -> bool {
        let signature = |func| self.func_info.get(&func).map(|info: &FuncInfo<'_>| &info.sig);
        let (Some(from), Some(to)) = (signature(from), signature(to)) else { return false };
        let same = |a: &[ParamInfo], b: &[ParamInfo]| {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| self.is_same_word(a.ty, b.ty))
        };
        same(&from.params, &to.params) && same(&from.results, &to.results)
    }

    fn is_same_word(&self, a: TypeId, b: TypeId) -> bool {
        let is_pointer = |ty| {
            matches!(self.types.under(ty), Type::Pointer(_) | Type::Basic(Basic::UnsafePointer))
        };
        a == b || self.types.under(a) == self.types.under(b) || is_pointer(a) && is_pointer(b)
    }

    /// `return target(parameters)`
    fn forward(&mut self, func: FuncId, target: FuncId, info: &FuncInfo<'a>) -> Vec<Stmt> {
        let pos = info.decl.name.pos;
        let params: Vec<VarId> = self.funcs[func.0 as usize].params.clone();
        let Some(to) = self.func_info.get(&target).map(|to| to.sig.clone()) else {
            return Vec::new();
        };
        let convert =
            |x: Expr, ty| Expr { kind: ExprKind::Convert(Conversion::Same, Box::new(x)), ty, pos };
        let args = params
            .iter()
            .zip(info.sig.params.iter().zip(&to.params))
            .map(|(&var, (own, its))| {
                let arg = Expr { kind: ExprKind::Var(var), ty: own.ty, pos };
                if own.ty == its.ty { arg } else { convert(arg, its.ty) }
            })
            .collect();
        self.use_func(target);
        let sig = Signature {
            params: [].into(),
            results: to.results.iter().map(|result| result.ty).collect(),
            variadic: false,
        };
        let mut body = self.call_and_return(Call { callee: Callee::Func(target), args }, &sig, pos);
        if let Some(Stmt { kind: StmtKind::Return(values), .. }) = body.last_mut() {
            for (value, result) in values.iter_mut().zip(&info.sig.results) {
                if value.ty != result.ty {
                    let inner =
                        std::mem::replace(value, Expr { kind: ExprKind::Zero, ty: result.ty, pos });
                    *value = convert(inner, result.ty);
                }
            }
        }
        body
    }

    /// Panics with the name of the function.
    fn missing_function(&mut self, name: &str, pos: Pos) -> Vec<Stmt> {
        let text = format!("{name} is written in assembly or in Go's runtime, which minigo lacks");
        let ty = self.machine_type("runtime", "plainError").unwrap_or(Basic::String.id());
        let kind = ExprKind::Const(Const::Str(Rc::from(text.as_bytes())));
        let value = self.coerce(Expr { kind, ty, pos }, self.universe.any);
        let ty = self.result_type(&[]);
        let kind = ExprKind::Builtin(Builtin::Panic, vec![value]);
        vec![Stmt { kind: StmtKind::Expr(Expr { kind, ty, pos }), pos }]
    }
}
