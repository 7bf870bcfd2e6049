//! The phases of a check, as a list of named calls.

use crate::checker::Checker;
use crate::checker::func::FuncInfo;
use crate::checker::package::DeclKind;
use crate::checker::recorder::Recorder;
use crate::ids::{FuncId, PkgId};
use crate::info::TypeInfo;
use crate::input::Input;
use crate::lower::eval_order::order_operands;
use crate::program::{Body, Func, Program};
use crate::scope::object::{ObjId, ObjectKind};
use crate::ty::{Signature, Type};
use minigo_syntax::diagnostic::{Code, Diagnostics};
use minigo_syntax::source::Pos;
use std::borrow::Cow;
use typed_arena::Arena;

/// The result of a check.
#[derive(Debug)]
pub struct CheckResult {
    /// The program, if there are no errors, and the check has not given up.
    pub program: Option<Program>,
    /// The errors.
    pub diagnostics: Diagnostics,
    /// The findings about the source, if the input requests them.
    pub info: Option<TypeInfo>,
}

/// Checks the packages of an input.
#[must_use]
pub fn check(input: &Input<'_>) -> CheckResult {
    let arena = Arena::new();
    let mut checker = Checker::new(Cow::Borrowed(input.sources), &arena);
    checker.diags = input.diagnostics.clone();
    checker.library_paths = input.library_paths;
    checker.recorder = input.record_request.map(Recorder::new);
    checker.deadline = input.deadline;
    for package in &input.packages {
        checker.load_package(package);
    }
    for (index, package) in input.packages.iter().enumerate() {
        checker.collect_package_decls(PkgId(index as u32), package);
    }
    for (index, package) in input.packages.iter().enumerate() {
        if !package.is_library {
            checker.check_package(PkgId(index as u32));
        }
    }
    checker.reach_roots();
    checker.check_reached_bodies();
    if input.deadline.is_over() {
        return CheckResult { program: None, diagnostics: checker.diags, info: None };
    }
    for (index, package) in input.packages.iter().enumerate() {
        let pkg = PkgId(index as u32);
        checker.init_order(pkg);
        if !package.is_library {
            checker.report_unused_imports(pkg);
            checker.check_instantiations(pkg);
        }
    }
    checker.report_endless_instances();
    if input.requires_bodies && !checker.diags.has_errors() {
        checker.report_missing_bodies();
        checker.check_linknames(input);
    }
    checker.finish(input)
}

impl<'a> Checker<'a> {
    /// Checks all declarations of a user's package.
    pub(crate) fn check_package(&mut self, pkg: PkgId) {
        self.context.pkg = pkg;
        self.context.scope = self.package(pkg).scope;
        let order = self.package(pkg).source_order.clone();
        let rank = |checker: &Self, obj: ObjId| match checker.decl_of(obj).map(|d| &d.kind) {
            Some(DeclKind::Type(spec)) => u8::from(spec.is_alias),
            _ => 2,
        };
        self.report_direct_cycles(&order);
        for step in 0..3 {
            for &obj in &order {
                if rank(self, obj) == step {
                    self.resolve_object(obj);
                }
            }
        }
        for &obj in &order {
            self.queue_object(obj);
        }
    }

    /// Reports functions that have neither a body nor a link name.
    fn report_missing_bodies(&mut self) {
        let of_user = |info: &&FuncInfo<'_>| {
            let pkg = self.object(info.obj).pkg;
            info.decl.body.is_none()
                && pkg.is_some_and(|p| !self.package(p).is_library)
                && self.link_name_of(info).is_none()
        };
        let at: Vec<Pos> =
            self.func_info.values().filter(of_user).map(|info| info.decl.name.pos).collect();
        for pos in at {
            self.error(Code::MissingBody, pos, "missing function body");
        }
    }

    /// Finishes the check and assembles the program.
    fn finish(mut self, input: &Input<'_>) -> CheckResult {
        self.check_sizes();
        self.report_unprintable();
        self.report_unreported_failure();
        self.resolve_requested_methods();
        let info = self.recorded_info();
        self.drop_unresolved_methods();
        self.erase_generic_func_type_params(0);
        let inits = self.build_inits(input);
        let main = self.main_func();
        if input.requires_bodies {
            self.report_undefined_link_names(&inits, main);
        }
        if !self.diags.has_errors() {
            let for_gc = self.packages_relying_on_gc_eval_order();
            let wanted = |func: &Func| for_gc[func.pkg.0 as usize];
            order_operands(&mut self.funcs, &mut self.vars, &self.types, 0, wanted);
        }
        let packages = self.loaded_packages();
        let program = (!self.diags.has_errors()).then_some(Program {
            types: self.types,
            packages,
            funcs: self.funcs,
            vars: self.vars,
            globals: self.globals,
            inits,
            main,
        });
        CheckResult { program, diagnostics: self.diags, info }
    }

    /// Removes the type parameters from the generic functions with number `first` and above. Generic functions
    /// themselves are never called, so their types are not needed.
    pub(crate) fn erase_generic_func_type_params(&mut self, first: usize) {
        let sig = Signature { params: [].into(), results: [].into(), variadic: false };
        let sig = self.types.intern(Type::Signature(sig));
        for func in first..self.funcs.len() {
            let f = &self.funcs[func];
            if matches!(f.body, Body::Unreached) && self.mentions_param(f.sig) {
                let f = &mut self.funcs[func];
                f.sig = sig;
                f.recv = None;
                f.params.clear();
                f.results.clear();
            }
        }
    }

    /// The function `main.main`, if there is one.
    fn main_func(&self) -> Option<FuncId> {
        let package = self.packages.iter().rfind(|p| p.name == "main" && !p.is_library)?;
        let obj = self.scope(package.scope).get("main")?;
        match self.object(obj).kind {
            ObjectKind::Func(func) => Some(func),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Arena, Checker, Code, Cow, Input};
    use minigo_syntax::deadline::Deadline;
    use minigo_syntax::diagnostic::Diagnostics;
    use minigo_syntax::source::{Pos, SourceMap};

    #[test]
    fn a_check_that_gives_up_ends_the_compilation() {
        let sources = &SourceMap::new();
        let packages = Vec::new();
        let input = Input {
            sources,
            diagnostics: Diagnostics::new(),
            packages,
            requires_bodies: true,
            library_init_tasks: |_| None,
            library_paths: Vec::new,
            deadline: Deadline::NEVER,
            record_request: None,
        };
        let arena = Arena::new();
        let mut checker = Checker::new(Cow::Borrowed(sources), &arena);
        checker.context.suppresses_errors = true;
        checker.error(Code::DivByZero, Pos::NONE, "invalid operation: division by zero");
        checker.context.suppresses_errors = false;
        let outcome = checker.finish(&input);
        assert!(outcome.program.is_none());
        let [found] = outcome.diagnostics.as_slice() else { panic!("the test expects one error") };
        assert!(found.message.starts_with("internal compiler error: invalid operation"));
    }
}
