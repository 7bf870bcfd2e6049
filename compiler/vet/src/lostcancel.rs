//! Reports cancel functions of contexts that are discarded, or not used on every path: the context and its timer are
//! not released before the parent is cancelled.

use crate::cfg::{BlockId, Cfg};
use crate::pass::{Func, Pass};
use crate::statement::span;
use crate::walk::{Node, inspect};
use minigo_syntax::ast::{
    Block, CallExpr, Expr, ExprKind as E, Name, Stmt, StmtKind as S, VarSpec,
};
use minigo_syntax::diagnostic::Code;
use minigo_syntax::hash::{HashMap, HashSet};
use minigo_syntax::source::{Pos, Span};
use minigo_types::info::{ObjectId, ObjectKind};

const CONTEXT_CONSTRUCTORS: &[&str] = &[
    "WithCancel",
    "WithCancelCause",
    "WithDeadline",
    "WithDeadlineCause",
    "WithTimeout",
    "WithTimeoutCause",
];

/// Functions of the library that never return.
const NEVER_RETURNING_FUNCS: &[(&str, &[&str])] = &[
    ("log", &["Fatal", "Fatalf", "Fatalln", "Panic", "Panicf", "Panicln"]),
    ("os", &["Exit"]),
    ("runtime", &["Goexit"]),
    ("syscall", &["Exit"]),
];

/// For each function of the program, whether it never returns. A function under examination counts as returning.
#[derive(Default)]
pub(crate) struct NeverReturns {
    known_results: HashMap<ObjectId, bool>,
}

/// A variable to which a statement assigns a cancel function.
struct CancelVar {
    object: ObjectId,
    name: Name,
    /// The span of the statement.
    span: Span,
}

/// Reports cancel functions that are lost.
pub(crate) fn run(pass: &Pass<'_>) {
    if !pass.file.imports.iter().any(|import| import.path == "context") {
        return;
    }
    let mut endless = NeverReturns::default();
    for func in &pass.funcs {
        let Some(body) = func.body else { continue };
        let cancels = cancel_functions(pass, func, body);
        let main = func.decl.is_some_and(|decl| decl.name.name == "main" && decl.recv.is_none());
        // A context that main does not cancel ends with the program.
        if cancels.is_empty() || main && pass.info.package(pass.pkg).name == "main" {
            continue;
        }
        endless.examine_callees(pass, body);
        let cfg = Cfg::new(body, &|call| endless.never_returns(pass, call));
        for cancel in &cancels {
            check_cancel_use(pass, func, &cfg, cancel);
        }
    }
}

fn check_cancel_use(pass: &Pass<'_>, func: &Func<'_>, cfg: &Cfg<'_>, cancel: &CancelVar) {
    let Some(at) = return_without_use(pass, func, cfg, cancel) else { return };
    let name = &cancel.name;
    let message = format!("the {name} function is not used on all paths (possible context leak)");
    pass.report(Code::LostCancel, cancel.span, message);
    let (line, _) = pass.source.line_col(cancel.span.start);
    let message = format!(
        "this return statement may be reached without using the {name} var defined on line {line}"
    );
    let stmt = pass.stmts.iter().find(|s| s.pos == at && matches!(s.kind, S::Return(_)));
    // At the end of a function stands no return statement. go vet takes the brace for one.
    let end = match stmt {
        Some(stmt) => span(pass, stmt).end,
        None => Pos(at.0 + "return".len() as u32),
    };
    pass.push_finding(pass.finding(Code::LostCancel, Span::at(at), message).with_vet_end(end));
}

/// The variables to which the function's own statements assign cancel functions. Reports cancel functions that are
/// discarded.
fn cancel_functions(pass: &Pass<'_>, func: &Func<'_>, body: &Block) -> Vec<CancelVar> {
    let mut found = Vec::new();
    let from = func.decl.map_or(func.ty.pos, |decl| decl.pos);
    let mut add = |(name, at): (&Name, Span), pos: Pos, value: Option<&Expr>| {
        let Some((value, maker)) =
            value.and_then(|value| Some((value, context_constructor(pass, value)?)))
        else {
            return;
        };
        if name == "_" {
            let message = format!(
                "the cancel function returned by context.{maker} should be called, not discarded, to avoid a context leak"
            );
            return pass.report(Code::LostCancel, at, message);
        }
        let object =
            pass.info.object_at_use(at.start).or_else(|| pass.info.object_at_def(at.start));
        let Some((object, known)) = object else { return };
        let inside = from <= known.pos && known.pos < body.rbrace;
        if known.kind == ObjectKind::Var && inside {
            found.push(CancelVar { object, name: name.clone(), span: Span::new(pos, value.end) });
        }
    };
    inspect(Node::Block(body), &mut |node| {
        match node {
            Node::Expr(e) => return !matches!(e.kind, E::FuncLit(_)),
            Node::Var(VarSpec { pos, names, values, .. })
            | Node::Stmt(Stmt { pos, kind: S::Define(names, values) }) => {
                if let [_, name, ..] = &names[..] {
                    add((&name.name, name.span()), *pos, values.first());
                }
            }
            Node::Stmt(Stmt { pos, kind: S::Assign(lhs, rhs) }) => {
                if let [_, to, ..] = &lhs[..]
                    && let E::Ident(name) = &to.kind
                {
                    add((name, to.span()), *pos, rhs.first());
                }
            }
            _ => {}
        }
        true
    });
    found
}

/// The function of package context with which the expression makes a cancellable context.
fn context_constructor(pass: &Pass<'_>, value: &Expr) -> Option<&'static str> {
    let E::Call(call) = &value.kind else { return None };
    let E::Selector(..) = &call.func.kind else { return None };
    CONTEXT_CONSTRUCTORS.iter().copied().find(|name| pass.calls_function(call, "context", &[name]))
}

/// The position of a return that a path from the statement reaches without using the variable.
fn return_without_use(
    pass: &Pass<'_>,
    func: &Func<'_>,
    cfg: &Cfg<'_>,
    cancel: &CancelVar,
) -> Option<Pos> {
    let result = func.ty.results.iter().filter_map(|result| result.name.as_ref());
    let is_result = result
        .filter_map(|name| pass.info.object_at_def(name.pos))
        .any(|(object, _)| object == cancel.object);
    let uses = |nodes: &[Node<'_>]| {
        nodes.iter().any(|node| is_used(pass, *node, cancel.object, is_result))
    };
    let defines = |node: &Node<'_>| match node {
        Node::Stmt(stmt) => {
            stmt.pos == cancel.span.start
                || matches!(&stmt.kind, S::Decl(_)) && declares_cancel(stmt, cancel)
        }
        _ => false,
    };
    let (block, at) =
        cfg.blocks.iter().find_map(|block| Some((block, block.nodes.iter().position(defines)?)))?;
    if uses(&block.nodes[at + 1..]) {
        return None;
    }
    if block.return_pos.is_some() {
        return block.return_pos;
    }
    let mut seen = HashSet::default();
    let mut todo: Vec<BlockId> = block.successors.iter().rev().copied().collect();
    while let Some(id) = todo.pop() {
        let block = cfg.block(id);
        if !seen.insert(id) || uses(&block.nodes) {
            continue;
        }
        if block.return_pos.is_some() {
            return block.return_pos;
        }
        todo.extend(block.successors.iter().rev());
    }
    None
}

/// Reports whether the `var` statement declares the variable.
fn declares_cancel(stmt: &Stmt, cancel: &CancelVar) -> bool {
    let mut found = false;
    inspect(Node::Stmt(stmt), &mut |node| {
        found |= matches!(node, Node::Var(spec) if spec.pos == cancel.span.start);
        matches!(node, Node::Stmt(_) | Node::Decl(_))
    });
    found
}

/// Reports whether the variable is used, in function literals too. A bare `return` uses named results.
fn is_used(pass: &Pass<'_>, node: Node<'_>, object: ObjectId, is_result: bool) -> bool {
    let mut found = false;
    let is = |pos: Pos| pass.info.object_at_use(pos).is_some_and(|(id, _)| id == object);
    inspect(node, &mut |node| {
        found |= match node {
            Node::Expr(e) => matches!(e.kind, E::Ident(_)) && is(e.pos),
            Node::Stmt(stmt) => match &stmt.kind {
                S::Define(names, _) => names.iter().any(|name| is(name.pos)),
                S::Return(results) => is_result && results.is_empty(),
                _ => false,
            },
            _ => false,
        };
        !found
    });
    found
}

impl NeverReturns {
    /// Examines the functions of the file that the body calls, directly or indirectly.
    fn examine_callees(&mut self, pass: &Pass<'_>, body: &Block) {
        let mut called = Vec::new();
        inspect(Node::Block(body), &mut |node| {
            if let Node::Expr(Expr { kind: E::Call(call), .. }) = node {
                called.extend(pass.callee(call).map(|(id, _)| id));
            }
            true
        });
        for id in called {
            if self.known_results.contains_key(&id) {
                continue;
            }
            let declared = |func: &&Func<'_>| {
                let decl = func.decl.and_then(|decl| pass.info.object_at_def(decl.name.pos));
                decl.is_some_and(|(own, _)| own == id)
            };
            let Some(body) = pass.funcs.iter().find(declared).and_then(|func| func.body) else {
                continue;
            };
            self.known_results.insert(id, false);
            self.examine_callees(pass, body);
            let cfg = Cfg::new(body, &|call| self.never_returns(pass, call));
            self.known_results.insert(id, !cfg.may_return());
        }
    }

    /// Reports whether a call never returns.
    fn never_returns(&self, pass: &Pass<'_>, call: &CallExpr) -> bool {
        let library = NEVER_RETURNING_FUNCS
            .iter()
            .any(|(path, names)| pass.calls_function(call, path, names));
        let own = || pass.callee(call).and_then(|(id, _)| self.known_results.get(&id)).copied();
        library || pass.builtin(call) == Some("panic") || own().unwrap_or(false)
    }
}
