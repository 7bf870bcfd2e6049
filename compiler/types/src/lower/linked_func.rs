//! Functions without a body whose link name denotes a function elsewhere: calls go to that function.
//!
//! Foreign packages, those of an installed Go, have many functions without a body. A function that neither minigo nor
//! another package implements is part of Go's runtime or written in assembly. A foreign package may contain a function
//! without an implementation: only a call of the function fails. In a user's package a `//go:linkname` line declares a
//! function without a body; as in Go's linker, a function without an implementation is an error if the program reaches
//! it.

use crate::checker::Checker;
use crate::checker::context::Context;
use crate::checker::func::{FuncInfo, ParamInfo};
use crate::decl::linkname::LinkTarget;
use crate::ids::{FuncId, VarId};
use crate::program::{
    Body, Builtin, Call, Callee, Const, Conversion, Expr, ExprKind, Stmt, StmtKind,
};
use crate::ty::{Basic, Type, TypeId};
use minigo_syntax::source::Pos;
use std::rc::Rc;

impl<'a> Checker<'a> {
    /// Gives a function without a body a body that calls the function's implementation elsewhere. Reports whether there
    /// is such an implementation; for a native there is none.
    pub(crate) fn link_function(&mut self, func: FuncId) -> bool {
        let pkg = self.funcs[func.0 as usize].pkg;
        let Some(info) = self.func_info.get(&func).cloned() else { return false };
        let name = self.object(info.obj).name.clone();
        let own = format!("{}.{name}", self.package(pkg).path);
        let of_user = !self.package(pkg).is_library;
        let link_name = if of_user {
            let Some(link_name) = self.link_name_of(&info) else { return false };
            link_name.to_string()
        } else {
            let Some(declared) = self.collected_decls.indexed_decls.get(&pkg) else { return false };
            let Some(foreign) = declared.indexed.index.go_compiler_package() else { return false };
            let file = self.sources.file_of(info.decl.name.pos).map(|source| source.id);
            if file.is_some_and(|file| foreign.has_natives(file)) {
                return false;
            }
            foreign.link_name(&name).unwrap_or(&own).to_owned()
        };
        let target = match &info.recv {
            None => self.link_target(info.obj, &link_name),
            Some(_) => None,
        };
        let cx = Context {
            func: Some(func),
            decl_func: Some(func),
            dependent_object: Some(info.obj),
            ..Context::of_scope(pkg, info.scope, info.version)
        };
        let outer = std::mem::replace(&mut self.context, cx);
        self.complete_native(func);
        self.context.body.enclosing.push(func);
        let missing = if of_user { &link_name } else { &own };
        let body = match target {
            Some(LinkTarget::Func(to)) if self.can_forward(func, to) => {
                self.forwarding_body(func, to, &info)
            }
            Some(LinkTarget::Func(_)) if of_user => {
                let text = format!("{own} has other parameters or results than {link_name}");
                self.panic_body(&text, info.decl.name.pos)
            }
            Some(LinkTarget::Global(_)) if of_user => {
                let lacks = "which uses data structures of Go's runtime that minigo does not have";
                let text = format!("{own} is linked to {link_name}, {lacks}");
                self.panic_body(&text, info.decl.name.pos)
            }
            _ => {
                if of_user && target.is_none() {
                    self.link_names.undefined_funcs.insert(func, link_name.as_str().into());
                }
                let lacks = "is written in assembly or in Go's runtime, which minigo lacks";
                self.panic_body(&format!("{missing} {lacks}"), info.decl.name.pos)
            }
        };
        self.funcs[func.0 as usize].body = Body::Block(body);
        self.context = outer;
        true
    }

    /// Reports whether a call of `from` can be forwarded to `to`. As gc passes parameters and results in registers,
    /// `from` may have further parameters at the end of the list, and `to` further results.
    fn can_forward(&self, from: FuncId, to: FuncId) -> bool {
        let (Some(from), Some(to)) = (self.func_info.get(&from), self.func_info.get(&to)) else {
            return false;
        };
        let has = |more: &[ParamInfo], less: &[&ParamInfo]| {
            let mut pairs = less.iter().zip(more);
            more.len() >= less.len() && pairs.all(|(a, b)| self.has_same_memory_layout(a.ty, b.ty))
        };
        let results: Vec<&ParamInfo> = from.sig.results.iter().collect();
        has(&from.sig.params, &receiver_and_params(to)) && has(&to.sig.results, &results)
    }

    /// Reports whether a variable of one type can be reinterpreted as one of the other type.
    fn has_same_memory_layout(&self, a: TypeId, b: TypeId) -> bool {
        let (mut of_a, mut of_b) = (Vec::new(), Vec::new());
        a == b
            || self.types.size_of(a) == self.types.size_of(b)
                && self.flatten_memory_pieces(a, 0, &mut of_a)
                && self.flatten_memory_pieces(b, 0, &mut of_b)
                && of_a == of_b
    }

    /// Appends the offset, the size and the kind (floating point or not) of each number, pointer and word in a value.
    /// Returns false if the value has too many numbers, pointers and words to compare.
    fn flatten_memory_pieces(&self, ty: TypeId, at: u64, out: &mut Vec<(u64, u64, bool)>) -> bool {
        const MAX_MEMORY_PIECES: usize = 64;
        let words = |out: &mut Vec<_>, n| out.extend((0..n).map(|i| (at + 8 * i, 8, false)));
        match self.types.underlying_structure(ty) {
            Type::Struct(fields) => {
                let offsets = self.types.field_offsets(ty);
                return fields
                    .iter()
                    .zip(offsets)
                    .all(|(f, off)| self.flatten_memory_pieces(f.ty, at + off, out));
            }
            &Type::Array(elem, len) => {
                let size = self.types.size_of(elem);
                return len <= MAX_MEMORY_PIECES as u64
                    && (0..len).all(|i| self.flatten_memory_pieces(elem, at + i * size, out))
                    && out.len() <= MAX_MEMORY_PIECES;
            }
            Type::Basic(Basic::String) | Type::Interface(_) => words(out, 2),
            Type::Slice(_) => words(out, 3),
            Type::Basic(basic) => {
                let is_float = matches!(
                    basic,
                    Basic::Float32 | Basic::Float64 | Basic::Complex64 | Basic::Complex128
                );
                out.push((at, basic.size(), is_float));
            }
            _ => words(out, 1),
        }
        out.len() <= MAX_MEMORY_PIECES
    }

    /// Makes the body `return target(parameters)`.
    fn forwarding_body(&mut self, func: FuncId, target: FuncId, info: &FuncInfo<'a>) -> Vec<Stmt> {
        let pos = info.decl.name.pos;
        let Some(to) = self.func_info.get(&target) else { return Vec::new() };
        let wanted: Vec<TypeId> = receiver_and_params(to).iter().map(|param| param.ty).collect();
        let given: Vec<TypeId> = to.sig.results.iter().map(|result| result.ty).collect();
        let params = self.funcs[func.0 as usize].params.clone();
        let args = params.into_iter().zip(&info.sig.params).zip(wanted);
        let args =
            args.map(|((var, own), ty)| self.reinterpret_var(var, own.ty, ty, pos)).collect();
        self.use_func(target);
        let ty = self.result_type(&given);
        let kind = ExprKind::Call(Box::new(Call { callee: Callee::Func(target), args }));
        let call = Expr { kind, ty, pos };
        let temps: Vec<VarId> = given.iter().map(|&ty| self.new_temporary(ty, pos)).collect();
        let called = match temps[..] {
            [] => StmtKind::Expr(call),
            [temp] => StmtKind::Var(temp, Some(call)),
            _ => StmtKind::VarTuple(temps.iter().copied().map(Some).collect(), call),
        };
        let values = temps.into_iter().zip(given).zip(&info.sig.results);
        let values =
            values.map(|((var, ty), own)| self.reinterpret_var(var, ty, own.ty, pos)).collect();
        [called, StmtKind::Return(values)].map(|kind| Stmt { kind, pos }).into()
    }

    /// The variable, of type `from`, reinterpreted as a value of type `to` with the same memory.
    fn reinterpret_var(&mut self, var: VarId, from: TypeId, to: TypeId, pos: Pos) -> Expr {
        let value = Expr { kind: ExprKind::Var(var), ty: from, pos };
        let is_int = |ty| self.types.is_basic(ty, Basic::is_integer);
        let is_pointer = |ty| match self.types.underlying_structure(ty) {
            Type::Basic(basic) => *basic == Basic::UnsafePointer,
            Type::Pointer(_) | Type::Map(..) | Type::Chan(..) | Type::Signature(_) => true,
            _ => false,
        };
        let is_slice = |ty| matches!(self.types.underlying_structure(ty), Type::Slice(_));
        if from == to {
            return value;
        }
        let how = if is_int(from) && is_int(to) {
            Conversion::Numeric
        } else if self.types.underlying_structure(from) == self.types.underlying_structure(to)
            || is_pointer(from) && is_pointer(to)
            || is_slice(from) && is_slice(to)
        {
            Conversion::Same
        } else {
            let pointers = [from, to].map(|ty| self.types.intern(Type::Pointer(ty)));
            self.vars[var.0 as usize].is_addressed = true;
            let addr = Expr { kind: ExprKind::Addr(Box::new(value)), ty: pointers[0], pos };
            let kind = ExprKind::Convert(Conversion::Same, Box::new(addr));
            let addr = Expr { kind, ty: pointers[1], pos };
            return Expr { kind: ExprKind::Deref(Box::new(addr)), ty: to, pos };
        };
        Expr { kind: ExprKind::Convert(how, Box::new(value)), ty: to, pos }
    }

    /// Makes a panic with this text.
    fn panic_body(&mut self, text: &str, pos: Pos) -> Vec<Stmt> {
        let ty = self.library_type("runtime", "plainError").unwrap_or(Basic::String.id());
        let kind = ExprKind::Const(Const::Str(Rc::from(text.as_bytes())));
        let value = self.coerce_to(Expr { kind, ty, pos }, self.universe.any);
        let ty = self.result_type(&[]);
        let kind = ExprKind::Builtin(Builtin::Panic, vec![value]);
        vec![Stmt { kind: StmtKind::Expr(Expr { kind, ty, pos }), pos }]
    }
}

/// The parameters of a function, with its receiver first.
fn receiver_and_params<'i>(info: &'i FuncInfo<'_>) -> Vec<&'i ParamInfo> {
    info.recv.iter().chain(&info.sig.params).collect()
}
