//! Function types: parameters and results.

use crate::checker::Checker;
use crate::checker::func::{FuncSig, ParamInfo};
use crate::ty::{Signature, Type, TypeId};
use minigo_syntax::ast::{self, Ident};
use minigo_syntax::source::Pos;

impl<'a> Checker<'a> {
    /// Checks the signature `ty`.
    pub(crate) fn func_type(&mut self, ty: &ast::FuncType) -> FuncSig {
        self.with_completed_types(|checker| checker.func_sig(ty))
    }

    /// Checks the signature `ty`. Defined types in it may be incomplete.
    pub(crate) fn func_sig(&mut self, ty: &ast::FuncType) -> FuncSig {
        let params = self.params(&ty.params);
        let results = self.params(&ty.results);
        self.check_distinct_names(&params, &results);
        let variadic = ty.params.last().is_some_and(|p| p.variadic);
        let types = |list: &[ParamInfo]| list.iter().map(|p| p.ty).collect();
        let sig = Signature { params: types(&params), results: types(&results), variadic };
        FuncSig { ty: self.types.intern(Type::Signature(sig)), params, results }
    }

    pub(crate) fn params(&mut self, list: &[ast::Param]) -> Vec<ParamInfo> {
        let mut out: Vec<ParamInfo> = Vec::with_capacity(list.len());
        let mut last: Option<(Pos, TypeId)> = None;
        for param in list {
            // `a, b T` are two parameters that share a type expression, which is checked once.
            let mut ty = match last {
                Some((at, ty)) if at == param.ty.pos => ty,
                _ => self.var_type_inner(&param.ty),
            };
            last = Some((param.ty.pos, ty));
            if param.variadic {
                ty = self.types.intern(Type::Slice(ty));
            }
            let pos = param.name.as_ref().map_or(param.pos, |n| n.pos);
            out.push(ParamInfo { name: param.name.clone(), pos, ty });
        }
        out
    }

    pub(crate) fn check_distinct_names(&mut self, params: &[ParamInfo], results: &[ParamInfo]) {
        let mut seen: Vec<&Ident> = Vec::new();
        let mut clashes = Vec::new();
        for name in params.iter().chain(results).filter_map(|p| p.name.as_ref()) {
            if name.is_blank() {
                continue;
            }
            match seen.iter().find(|n| n.name == name.name) {
                Some(old) => clashes.push((name.clone(), old.pos)),
                None => seen.push(name),
            }
        }
        for (name, old) in clashes {
            self.report_redeclared(&name, old, " in this block");
        }
    }
}
