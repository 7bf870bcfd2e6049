//! The phases of one input of a session.

use crate::checker::body::BodyContext;
use crate::checker::context::Context;
use crate::checker::inputs::SessionState;
use crate::checker::package::FileState;
use crate::checker::{Checker, MAX_SUGGESTION_COMPARISONS};
use crate::decl::collect::{DeclContext, UnresolvedMethod};
use crate::expr::operand::Mode;
use crate::ids::{FuncId, GlobalId, PkgId, VarId};
use crate::input::PackageInput;
use crate::lower::eval_order::order_operands;
use crate::lower::promote_to_globals::promote_to_globals;
use crate::program::{Body, Expr, ExprKind, Func, Global, Name, Stmt, StmtKind};
use crate::scope::ScopeId;
use crate::scope::object::{ObjId, ObjectKind};
use crate::session::{CheckedInput, SessionDeclaration};
use crate::ty::TypeId;
use minigo_syntax::ast::{self, Block, ExprKind as E, StmtKind as S};
use minigo_syntax::diagnostic::Code;
use minigo_syntax::hash::HashMap;
use minigo_syntax::release::LANGUAGE_VERSION;

/// An input under check. The input's declarations are kept for the session; its other trees are not.
pub(crate) struct NewInput<'a, 'i> {
    /// The name of the function that executes the statements.
    pub name: &'i Name,
    /// Whether the value of the input leaves `_` unchanged.
    pub is_query: bool,
    /// The imports.
    pub import_specs: &'i [ast::Import],
    /// The declarations outside of the statements.
    pub decls: &'a [ast::Decl],
    /// The statements.
    pub body: &'i Block,
    /// The number of expressions in the list that ends the input.
    pub final_expr_count: usize,
    /// The files that belong to the input.
    pub files: &'i [NewFile<'a>],
}

/// A file that belongs to an input, with imports of its own.
pub(crate) struct NewFile<'a> {
    pub import_specs: Vec<ast::Import>,
    pub decls: &'a [ast::Decl],
    pub version: (u32, u32),
}

/// The sizes of the checker's tables before an input.
pub(crate) struct TableSizes {
    pub(super) scope: ScopeId,
    pub(super) packages: usize,
    pub(super) funcs: usize,
    pub(super) named_types: usize,
    pub(super) instantiation_edges: usize,
    pub(super) globals: usize,
}

impl<'a> Checker<'a> {
    pub(super) fn session_state_mut(&mut self) -> &mut SessionState {
        self.session_state.as_mut().expect("only sessions have inputs")
    }

    pub(super) fn session_state(&self) -> &SessionState {
        self.session_state.as_ref().expect("only sessions have inputs")
    }

    pub(super) fn session_package(&self) -> PkgId {
        self.session_state().main_pkg
    }

    /// Checks an input. With `undo` the input is undone afterwards.
    pub(crate) fn check_input(
        &mut self,
        mark: TableSizes,
        input: &NewInput<'a, '_>,
        imports: &PackageInput,
        undo: bool,
    ) -> CheckedInput {
        self.begin_input(input);
        self.remaining_suggestion_comparisons.set(MAX_SUGGESTION_COMPARISONS);
        let main = self.session_package();
        self.collect_input(input, imports);
        let order = self.package(main).source_order.clone();
        self.report_direct_cycles(&order);
        let func = (!input.body.stmts.is_empty()).then(|| {
            let name = format!("{}.{}", self.package(main).path, input.name).into();
            self.new_func(name, main, input.body.pos, input.body.rbrace)
        });
        let values = func.map_or_else(Vec::new, |func| self.input_body(func, input));
        self.check_package(main);
        self.reach_vm_types();
        self.reach_vm_funcs();
        self.check_reached_bodies();
        if self.generics.instantiation_graph.edges.len() > mark.instantiation_edges {
            self.check_instantiations(main);
        }
        for pkg in self.new_packages(&mark) {
            self.report_unused_imports(pkg);
        }
        self.report_endless_instances();
        self.check_sizes();
        self.check_globals(&mark);
        self.report_unprintable();
        self.init_order(main);
        self.report_unreported_failure();
        if self.diags.has_errors() || undo {
            let types = values.iter().map(|v| self.globals[v.0 as usize].ty);
            let value_type_ids: Vec<TypeId> = types.collect();
            let value_types = value_type_ids.iter().map(|&ty| self.type_string(ty)).collect();
            self.undo_input(&mark);
            if !self.diags.has_errors() {
                return CheckedInput { value_types, value_type_ids, ..Default::default() };
            }
            return CheckedInput {
                diagnostics: std::mem::take(&mut self.diags),
                ..Default::default()
            };
        }
        let calls = self.input_calls(func);
        self.erase_generic_func_type_params(mark.funcs);
        let for_gc = self.packages_relying_on_gc_eval_order();
        let wanted = |func: &Func| for_gc[func.pkg.0 as usize];
        let now = self.funcs.len();
        let inputs = self.session_state.as_mut().expect("only sessions have inputs");
        let first = std::mem::replace(&mut inputs.ordered_func_count, now) as u32;
        order_operands(&mut self.funcs, &mut self.vars, &self.types, first, wanted);
        let last = values.first().copied().filter(|_| values.len() == 1 && !input.is_query);
        let mut accepted = self.accept_input(&mark, calls);
        accepted.underscore_var = last;
        accepted.value_vars = values;
        accepted
    }

    /// Reports an error if package-level variables exceed the 4 GiB that the machine has for them.
    fn check_globals(&mut self, mark: &TableSizes) {
        let size = |global: &Global| self.types.size_of(global.ty).max(1).next_multiple_of(8);
        let sizes = self.globals.iter().skip(mark.globals).map(|global| (size(global), global.pos));
        let mut all = self.session_state().globals_size;
        let mut too_large = None;
        for (size, pos) in sizes {
            all = all.saturating_add(size);
            if all > u64::from(u32::MAX) {
                too_large = too_large.or(Some(pos));
            }
        }
        match too_large {
            Some(pos) => {
                let text = "package-level variables take more than 4 GiB";
                self.error(Code::ProgramTooLarge, pos, text);
            }
            None => self.session_state_mut().globals_size = all,
        }
    }

    /// Records the sizes of the checker's tables before an input and before the packages that it is the first to
    /// import.
    pub(crate) fn record_sizes(&self) -> TableSizes {
        TableSizes {
            scope: self.package(self.session_package()).scope,
            packages: self.packages.len(),
            funcs: self.funcs.len(),
            named_types: self.types.named_type_count(),
            instantiation_edges: self.generics.instantiation_graph.edges.len(),
            globals: self.globals.len(),
        }
    }

    /// The user's packages that the input is the first to import.
    pub(super) fn new_packages(&self, mark: &TableSizes) -> Vec<PkgId> {
        let new = (mark.packages as u32..self.packages.len() as u32).map(PkgId);
        new.filter(|&pkg| !self.package(pkg).is_library).collect()
    }

    fn begin_input(&mut self, input: &NewInput<'_, '_>) {
        let main = self.session_package();
        let number = self.session_state().input_number.wrapping_add(1);
        self.session_state_mut().input_number = number;
        let scope = self.new_scope(Some(self.universe.scope));
        let names = &mut self.scopes[scope.0 as usize];
        names.input_number = Some(number);
        names.objects.reserve_exact(input.decls.len() + input.import_specs.len());
        let mut decls = input.decls.iter().chain(input.files.iter().flat_map(|file| file.decls));
        if decls.any(|decl| matches!(decl, ast::Decl::Var(_))) {
            let init = self.new_init_func(main);
            self.package_mut(main).init = init;
        }
        let package = self.package_mut(main);
        package.scope = scope;
        package.source_order.clear();
        package.init_funcs.clear();
        package.global_inits.clear();
        package.files = vec![FileState { scope, imports: Vec::new() }];
    }

    /// Makes the objects of the input's declarations.
    fn collect_input(&mut self, input: &NewInput<'a, '_>, imports: &PackageInput) {
        let main = self.session_package();
        let scope = self.package(main).scope;
        let version = imports.go_version;
        self.context = Context::of_scope(main, scope, version);
        let mut state = FileState { scope, imports: Vec::new() };
        for import in input.import_specs {
            self.import(&mut state, imports, import);
        }
        let cx = DeclContext { pkg: main, scope, version };
        let mut methods = Vec::new();
        for decl in input.decls {
            self.collect_decl(&cx, decl, &mut methods);
        }
        for file in input.files {
            self.collect_file(file, imports, &mut methods);
        }
        self.add_methods_to_earlier_types(&methods);
        self.keep_common_imports();
    }

    /// Makes the objects of the declarations of a file of the input.
    fn collect_file(
        &mut self,
        file: &NewFile<'a>,
        imports: &PackageInput,
        methods: &mut Vec<UnresolvedMethod<'a>>,
    ) {
        let main = self.session_package();
        let scope = self.new_scope(Some(self.package(main).scope));
        let outer =
            std::mem::replace(&mut self.context, Context::of_scope(main, scope, file.version));
        let mut state = FileState { scope, imports: Vec::new() };
        for import in &file.import_specs {
            self.import(&mut state, imports, import);
        }
        let cx = DeclContext { pkg: main, scope, version: file.version };
        for decl in file.decls {
            self.collect_decl(&cx, decl, methods);
        }
        self.package_mut(main).files.push(state);
        self.context = outer;
    }

    /// Each file has its own imports; the inputs that follow are in no file. The inputs after the files get those
    /// imports whose names denote the same package in all files.
    fn keep_common_imports(&mut self) {
        let main = self.session_package();
        let (own, files) = (self.package(main).scope, self.package(main).files.clone());
        let mut shared: Vec<(Name, Option<ObjId>)> = Vec::new();
        for (name, obj) in files[1..].iter().flat_map(|file| self.scope(file.scope).objects.clone())
        {
            let ObjectKind::Package(pkg) = self.object(obj).kind else { continue };
            let same = |checker: &Self, other: ObjId| matches!(checker.object(other).kind, ObjectKind::Package(p) if p == pkg);
            match shared.iter_mut().find(|(known, _)| *known == name) {
                None => shared.push((name, Some(obj))),
                Some((_, other)) => *other = other.filter(|&other| same(self, other)),
            }
        }
        for (name, obj) in shared {
            if let Some(obj) = obj.filter(|_| self.scope(own).get(&name).is_none()) {
                self.insert(own, obj);
            }
        }
    }

    /// Checks the input's statements as the body of `func`. Returns the variables that hold the values of the input's
    /// last expression.
    fn input_body(&mut self, func: FuncId, input: &NewInput<'a, '_>) -> Vec<GlobalId> {
        let body = input.body;
        let main = self.session_package();
        let (scope, version) = (self.package(main).scope, LANGUAGE_VERSION);
        let mark = self.funcs.len();
        self.context = Context {
            func: Some(func),
            decl_func: Some(func),
            body: BodyContext { enclosing: vec![func], ..BodyContext::default() },
            ..Context::of_scope(main, scope, version)
        };
        let top = self.open_scope();
        self.session_state_mut().top_scope = Some(top);
        self.check_branches(body);
        let mut out = Vec::new();
        let listed = input.final_expr_count.max(1);
        let (before, last) = body.stmts.split_at(body.stmts.len().saturating_sub(listed));
        let expression =
            |stmt: &'_ ast::Stmt| matches!(&stmt.kind, S::Expr(e) if listed > 1 || prints_value(e));
        let all_shown = last.iter().all(expression);
        let (before, last) = if all_shown { (before, last) } else { (&body.stmts[..], &last[..0]) };
        self.stmts(before, &mut out);
        let mut values = Vec::new();
        for stmt in last {
            if let S::Expr(e) = &stmt.kind {
                values.extend(self.store_shown_values(e, &mut out));
            }
        }
        self.funcs[func.0 as usize].body = Body::Block(out);
        let globals = self.promote_block_variables(top);
        let (input, closures) = self.funcs.split_at_mut(mark);
        promote_to_globals(&mut input[func.0 as usize..=func.0 as usize], &self.vars, &globals);
        promote_to_globals(closures, &self.vars, &globals);
        self.session_state_mut().top_scope = None;
        self.context = Context::of_scope(main, scope, version);
        values
    }

    /// Stores the values of an expression in new variables.
    fn store_shown_values(&mut self, e: &ast::Expr, out: &mut Vec<Stmt>) -> Vec<GlobalId> {
        let (x, _) = self.raw_expr(e, None, false);
        match x.mode {
            Mode::Invalid | Mode::Builtin(_) | Mode::TypeExpr | Mode::Nil => {
                if x.is_valid() {
                    let message = format!("{} is not a value", self.describe(&x));
                    self.error_span(Code::UnusedExpr, x.span(), message);
                }
                return Vec::new();
            }
            Mode::NoValue => {
                out.extend(x.ir.map(|ir| Stmt { kind: StmtKind::Expr(ir), pos: e.pos }));
                return Vec::new();
            }
            _ => {}
        }
        let values = self.split_values(e, x, false);
        if let Some((temps, ir)) = values.tuple {
            let temps = temps.into_iter().map(Some).collect();
            out.push(Stmt { kind: StmtKind::VarTuple(temps, ir), pos: e.pos });
        }
        let mut globals = Vec::new();
        for x in values.operands {
            let (ty, value) = self.init_value(None, x, "expression");
            let Some(value) = value else { continue };
            // The printer calls the methods of the value.
            self.mark_runtime_type(ty);
            let global = self.new_session_global("_".into(), ty, e.pos);
            let to = Expr { kind: ExprKind::Global(global), ty, pos: e.pos };
            out.push(Stmt { kind: StmtKind::Assign(Some(to), value), pos: e.pos });
            globals.push(global);
        }
        globals
    }

    fn new_session_global(
        &mut self,
        name: Name,
        ty: TypeId,
        pos: minigo_syntax::source::Pos,
    ) -> GlobalId {
        let id = GlobalId(self.globals.len() as u32);
        let pkg = self.session_package();
        self.globals.push(Global { name, pkg, ty, pos });
        id
    }

    /// Makes package-level variables of the variables that the block declares.
    fn promote_block_variables(&mut self, block: ScopeId) -> HashMap<VarId, GlobalId> {
        let mut globals = HashMap::default();
        let scope = self.package(self.session_package()).scope;
        for (name, obj) in self.scope(block).objects.clone() {
            if let ObjectKind::Var(var) = self.object(obj).kind {
                let (ty, pos) = (self.vars[var.0 as usize].ty, self.object(obj).pos);
                let global = self.new_session_global(name, ty, pos);
                self.object_mut(obj).kind = ObjectKind::Global(global);
                globals.insert(var, global);
            }
            self.insert(scope, obj);
        }
        globals
    }

    /// The functions to call for the input: initialisers of variables that no accepted input has reached before (an
    /// input in error may have reached them), then the input's statements.
    fn input_calls(&mut self, func: Option<FuncId>) -> Vec<FuncId> {
        let main = self.session_package();
        let mut order: Vec<PkgId> = (0..self.packages.len() as u32).map(PkgId).collect();
        order.retain(|&pkg| pkg != main);
        order.push(main);
        let mut calls = Vec::new();
        for pkg in order {
            if !self.package(pkg).global_inits.is_empty() {
                calls.push(self.input_init_func(pkg));
            }
            for obj in std::mem::take(&mut self.package_mut(pkg).init_funcs) {
                if let ObjectKind::Func(init) = self.object(obj).kind {
                    calls.push(init);
                }
            }
        }
        calls.extend(func.filter(|func| {
            matches!(&self.funcs[func.0 as usize].body, Body::Block(list) if !list.is_empty())
        }));
        calls
    }

    /// Makes the function that executes those initialisers of a package that have not been executed. Variables that are
    /// reached by a later input are initialised with that input.
    fn input_init_func(&mut self, pkg: PkgId) -> FuncId {
        let main = self.session_package();
        if pkg != main {
            self.init_order(pkg);
        }
        let inits = std::mem::take(&mut self.package_mut(pkg).global_inits);
        let stmts = inits.into_iter().flat_map(|init| init.stmts).collect();
        let init = self.package(pkg).init;
        self.funcs[init.0 as usize].body = Body::Block(stmts);
        if pkg != main {
            let next = self.new_init_func(pkg);
            self.package_mut(pkg).init = next;
        }
        init
    }

    /// Publishes the declarations of the input.
    fn accept_input(&mut self, mark: &TableSizes, calls: Vec<FuncId>) -> CheckedInput {
        let main = self.session_package();
        let scope = self.package(main).scope;
        let list = self.scope(scope).objects.clone();
        let mut out = CheckedInput { funcs_to_call: calls, ..Default::default() };
        let has_late = !self.session_state_mut().added_methods.is_empty();
        out.replaced_funcs = self.replaced_methods();
        let resolved = self.reachability.resolved_method_count;
        let before =
            std::mem::replace(&mut self.session_state_mut().resolved_method_count, resolved);
        out.has_methods_of_earlier_types = has_late || resolved > before;
        for (name, obj) in &list {
            self.shadow_object(name, *obj, &mut out);
        }
        if !out.renamed_types.is_empty() {
            self.rename_instances(&mut out.renamed_types);
        }
        for (name, obj) in list {
            out.declarations.extend(self.declared_object(name.clone(), obj));
            self.session_state_mut().publish_name(name, obj);
        }
        debug_assert!(mark.funcs <= self.funcs.len());
        out.diagnostics = std::mem::take(&mut self.diags);
        out
    }

    /// Makes `_` denote `value` for the inputs that follow.
    pub(crate) fn publish_underscore(&mut self, value: GlobalId) {
        let pos = self.globals[value.0 as usize].pos;
        let ident = ast::Ident { name: "_".into(), pos };
        let obj = self.new_object(&ident, ObjectKind::Global(value));
        self.session_state_mut().publish_name("_".into(), obj);
    }

    /// The description of an object that users see.
    pub(crate) fn declared_object(&self, name: Name, obj: ObjId) -> Option<SessionDeclaration> {
        let (kind, ty) = match &self.object(obj).kind {
            ObjectKind::Package(pkg) => {
                ("package", format!("{:?}", self.package(*pkg).path.as_str()))
            }
            ObjectKind::Const { ty, .. } => ("const", self.type_string(*ty)),
            ObjectKind::TypeName(ty) => ("type", self.type_string(self.types.underlying(*ty))),
            ObjectKind::GenericType(id) => ("type", self.generic_string(*id)),
            ObjectKind::Global(global) => {
                ("var", self.type_string(self.globals[global.0 as usize].ty))
            }
            ObjectKind::Func(func) => ("func", self.type_string(self.funcs[func.0 as usize].sig)),
            ObjectKind::GenericFunc(id) => ("func", self.generic_string(*id)),
            _ => return None,
        };
        let (global, value) = match &self.object(obj).kind {
            ObjectKind::Global(global) => (Some(*global), None),
            ObjectKind::Const { value, .. } => (None, Some(value.to_string())),
            _ => (None, None),
        };
        let generic = matches!(
            self.object(obj).kind,
            ObjectKind::GenericType(_) | ObjectKind::GenericFunc(_)
        );
        let (params, ty) = match generic {
            true => self.generic_header(&name, obj).unwrap_or_else(|| (String::new(), ty)),
            false => (String::new(), ty),
        };
        Some(SessionDeclaration { name, kind, params, ty, global, value })
    }

    /// The type parameters of a generic function or type, and the rest of its header, as written.
    fn generic_header(&self, name: &str, obj: ObjId) -> Option<(String, String)> {
        let text = super::members::func_header(&self.sources, self.object(obj).pos)?;
        let rest = text.strip_prefix(name)?;
        let mut depth = 0;
        let is_end = |c: char| {
            depth += i32::from(c == '[') - i32::from(c == ']');
            c == ']' && depth == 0
        };
        let end = rest.find(is_end)? + 1;
        let (params, behind) = rest.split_at(end);
        let is_func = matches!(self.object(obj).kind, ObjectKind::GenericFunc(_));
        let ty = if is_func { format!("func{behind}") } else { behind.trim().to_owned() };
        Some((params.to_owned(), ty))
    }
}

/// Reports whether the value of an expression that ends an input is printed. The results of package fmt's print
/// functions are not printed.
fn prints_value(e: &ast::Expr) -> bool {
    let E::Call(call) = &e.unparen().kind else { return true };
    let E::Selector(x, sel) = &call.func.unparen().kind else { return true };
    let prints = sel.name.starts_with("Print") || sel.name.starts_with("Fprint");
    !(prints && matches!(&x.kind, E::Ident(name) if name == "fmt"))
}
