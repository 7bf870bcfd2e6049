//! Reports calls such as `t.Fatal` in a goroutine that a test starts: they end the goroutine, not the test.

use crate::pass::Pass;
use crate::walk::{Node, inspect};
use minigo_syntax::ast::{Body, CallExpr, Expr, ExprKind as E, FuncDecl, FuncType, StmtKind as S};
use minigo_syntax::diagnostic::Code;
use minigo_syntax::hash::{HashMap, HashSet};
use minigo_syntax::source::Span;
use minigo_types::info::{ObjectId, ObjectKind, SelectionKind};
use minigo_types::ty::Type;

/// The methods that end the calling goroutine.
const GOROUTINE_ENDING_METHODS: &[&str] =
    &["FailNow", "Fatal", "Fatalf", "Skip", "SkipNow", "Skipf"];

/// The functions that names of a package denote: declared ones and literals that initialise a variable.
type Functions<'a> = HashMap<ObjectId, Node<'a>>;

/// Code that runs in another goroutine than the test's.
struct GoroutineCode<'a> {
    node: Node<'a>,
    /// The `go` statements that run the code.
    go_stmts: Vec<GoStmt<'a>>,
}

/// A `go` statement that runs a region.
#[derive(Clone, Copy)]
struct GoStmt<'a> {
    stmt: Span,
    /// The name of the function that the statement calls, if it is written as one name.
    name: Option<&'a str>,
    /// Whether the statement calls a function literal: calls in the literal are reported where they stand.
    is_literal: bool,
}

/// Reports calls that end a test in the files of one package.
pub(crate) fn run(passes: &[Pass<'_>]) {
    if !passes.iter().any(|pass| pass.file.imports.iter().any(|import| import.path == "testing")) {
        return;
    }
    let functions: Functions<'_> = passes.iter().flat_map(functions).collect();
    for pass in passes {
        check_file(pass, &functions);
    }
}

fn check_file<'a>(pass: &Pass<'a>, functions: &Functions<'a>) {
    let mut regions: Vec<GoroutineCode<'a>> = Vec::new();
    let mut subtests = HashSet::default();
    inspect(Node::File(pass.file), &mut |node| match node {
        Node::Func(decl) => takes_test(&decl.ty),
        Node::Stmt(stmt) => {
            if let S::Go(started) = &stmt.kind
                && let E::Call(call) = &started.kind
            {
                add_goroutine_code(
                    &mut regions,
                    pass,
                    functions,
                    (Span::new(stmt.pos, started.end), started, call),
                );
            }
            true
        }
        Node::Expr(e) => {
            if let E::Call(call) = &e.kind
                && let Some(body) = subtest(pass, functions, call)
            {
                subtests.insert(span(body));
            }
            true
        }
        _ => true,
    });
    let asynchronous: HashSet<Span> = regions.iter().map(|region| span(region.node)).collect();
    for region in &regions {
        let skips = |at: Span| {
            at != span(region.node) && (asynchronous.contains(&at) || subtests.contains(&at))
        };
        check_goroutine_code(pass, region, &skips);
    }
}

/// Adds the region that a `go` statement runs.
fn add_goroutine_code<'a>(
    regions: &mut Vec<GoroutineCode<'a>>,
    pass: &Pass<'a>,
    functions: &Functions<'a>,
    (stmt, started, call): (Span, &'a Expr, &'a CallExpr),
) {
    let func = call.func.unparen();
    let (named, name) = match &func.kind {
        E::Ident(name) => (func, Some(name.as_str())),
        E::Index(base, _) => (base.unparen(), None),
        _ => (func, None),
    };
    let found = match &named.kind {
        E::Ident(_) => pass.object(named).and_then(|(id, _)| functions.get(&id).copied()),
        _ => None,
    };
    let start = GoStmt {
        stmt,
        name: name.filter(|_| found.is_some()),
        is_literal: matches!(func.kind, E::FuncLit(_)),
    };
    let node = found.unwrap_or(Node::Expr(started));
    match regions.iter_mut().find(|region| span(region.node) == span(node)) {
        Some(region) => region.go_stmts.push(start),
        None => regions.push(GoroutineCode { node, go_stmts: vec![start] }),
    }
}

/// Reports the calls in a region that end a goroutine. `skips` reports whether code belongs to another region.
fn check_goroutine_code(pass: &Pass<'_>, region: &GoroutineCode<'_>, skips: &dyn Fn(Span) -> bool) {
    inspect(region.node, &mut |node| {
        let Node::Expr(e) = node else { return true };
        if skips(e.span()) {
            return false;
        }
        let E::Call(call) = &e.kind else { return true };
        let Some(method) = ending_method(pass, call) else { return true };
        for start in &region.go_stmts {
            let message = format!("call to {method} from a non-test goroutine");
            match start.name {
                Some(name) => {
                    let message = format!("{message} ({name} calls {method})");
                    pass.report(Code::TestingGoroutine, start.stmt, message);
                }
                None if start.is_literal => {
                    pass.report(Code::TestingGoroutine, e.span(), message);
                }
                None => pass.report(Code::TestingGoroutine, start.stmt, message),
            }
        }
        true
    });
}

/// The method that a call `x.Fatal(…)` calls, where `x` is a variable, if the method ends a test.
fn ending_method(pass: &Pass<'_>, call: &CallExpr) -> Option<String> {
    let E::Selector(x, name) = &call.func.unparen().kind else { return None };
    let E::Ident(_) = &x.unparen().kind else { return None };
    if !GOROUTINE_ENDING_METHODS.contains(&name.name.as_str()) {
        return None;
    }
    let selection = pass.info.selection(name.pos)?;
    let in_testing = match selection.kind {
        SelectionKind::Method(id) => {
            let pkg = pass.info.object(id)?.pkg?;
            pass.info.package(pkg).path == "testing"
        }
        SelectionKind::InterfaceMethod => has_testing_tb(pass, selection.recv),
        SelectionKind::Field => false,
    };
    if !in_testing {
        return None;
    }
    let recv = pass.type_text(selection.recv);
    Some(format!("({recv}).{}", name.name))
}

/// Reports whether an interface type is `testing.TB`, or has all methods of it.
fn has_testing_tb(pass: &Pass<'_>, ty: minigo_types::ty::TypeId) -> bool {
    // Only testing.TB has this method, which other packages cannot declare.
    pass.is_named(ty, "testing", "TB")
        || pass.interface(ty).is_some_and(|interface| {
            let of_testing = |pkg| pass.info.package(pkg).path == "testing";
            interface.methods.iter().any(|m| m.pkg.is_some_and(of_testing))
        })
}

/// The function that a call of `t.Run` runs as a subtest.
fn subtest<'a>(pass: &Pass<'a>, functions: &Functions<'a>, call: &'a CallExpr) -> Option<Node<'a>> {
    let [_, body] = &call.args[..] else { return None };
    let E::Selector(x, name) = &call.func.unparen().kind else { return None };
    let is_test = |ty| match pass.type_table().get(ty) {
        Type::Pointer(base) => ["T", "B"].iter().any(|name| pass.is_named(*base, "testing", name)),
        _ => false,
    };
    if name.name != "Run" || !pass.type_of(x).is_some_and(is_test) {
        return None;
    }
    let body = body.unparen();
    match &body.kind {
        E::FuncLit(_) => Some(Node::Expr(body)),
        E::Ident(_) => functions.get(&pass.object(body)?.0).copied(),
        _ => None,
    }
}

/// Reports whether a parameter is written as `*testing.T` or `*testing.B`.
fn takes_test(ty: &FuncType) -> bool {
    ty.params.iter().any(|param| {
        let E::Star(base) = &param.ty.kind else { return false };
        match &base.kind {
            E::Selector(pkg, name) => {
                matches!(&pkg.kind, E::Ident(pkg) if pkg == "testing")
                    && matches!(name.name.as_str(), "T" | "B")
            }
            _ => false,
        }
    })
}

/// The functions that the names which a file declares denote.
fn functions<'a>(pass: &Pass<'a>) -> Vec<(ObjectId, Node<'a>)> {
    let decls = pass.funcs.iter().filter_map(|func| func.decl);
    let declared = decls.filter(|decl| decl.recv.is_none()).filter_map(|decl| {
        let (id, object) = pass.info.object_at_def(decl.name.pos)?;
        matches!(object.kind, ObjectKind::Func(_)).then_some((id, Node::Func(decl)))
    });
    let specs = pass.vars.iter().map(|spec| (&spec.names, &spec.values));
    let defines = pass.stmts.iter().filter_map(|stmt| match &stmt.kind {
        S::Define(names, values) => Some((names, values)),
        _ => None,
    });
    let literals = specs.chain(defines).filter(|(names, values)| names.len() == values.len());
    let literals = literals.flat_map(|(names, values)| names.iter().zip(values));
    let literals = literals.filter_map(|(name, value)| match value.kind {
        E::FuncLit(_) => Some((pass.info.object_at_def(name.pos)?.0, Node::Expr(value))),
        _ => None,
    });
    declared.chain(literals).collect()
}

/// The span that identifies a region.
fn span(node: Node<'_>) -> Span {
    match node {
        Node::Expr(e) => e.span(),
        Node::Func(decl) => decl_span(decl),
        _ => Span::default(),
    }
}

fn decl_span(decl: &FuncDecl) -> Span {
    match &decl.body {
        Some(Body::Parsed(body)) => Span::new(decl.name.pos, body.rbrace),
        _ => decl.name.span(),
    }
}
