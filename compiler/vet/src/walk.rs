//! Walks syntax trees in source order.

use minigo_syntax::ast::{
    Block, Body, CaseClause, CommClause, Decl, Expr, ExprKind as E, File, FuncDecl, FuncType,
    InterfaceElem, Param, Stmt, StmtKind as S, TypeSpec, VarSpec,
};

/// A node of a syntax tree.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Node<'a> {
    File(&'a File),
    Decl(&'a Decl),
    Func(&'a FuncDecl),
    Var(&'a VarSpec),
    Type(&'a TypeSpec),
    Block(&'a Block),
    Stmt(&'a Stmt),
    Expr(&'a Expr),
    Case(&'a CaseClause),
    Comm(&'a CommClause),
}

/// A function that is called for each node before its children; if it returns false, the children are skipped.
type Visit<'v, 'a> = &'v mut dyn FnMut(Node<'a>) -> bool;

/// Visits a node and its descendants.
pub(crate) fn inspect<'a>(node: Node<'a>, visit: Visit<'_, 'a>) {
    if !visit(node) {
        return;
    }
    match node {
        Node::File(file) => file.decls.iter().for_each(|d| inspect(Node::Decl(d), visit)),
        Node::Decl(decl) => inspect_decl(decl, visit),
        Node::Func(func) => {
            params(func.recv.as_deref().unwrap_or_default(), visit);
            params(&func.tparams, visit);
            func_type(&func.ty, visit);
            if let Some(Body::Parsed(block)) = &func.body {
                inspect(Node::Block(block), visit);
            }
        }
        Node::Var(spec) => exprs(spec.ty.iter().chain(&spec.values), visit),
        Node::Type(spec) => {
            params(&spec.tparams, visit);
            inspect(Node::Expr(&spec.ty), visit);
        }
        Node::Block(block) => stmts(&block.stmts, visit),
        Node::Stmt(stmt) => inspect_stmt(stmt, visit),
        Node::Expr(e) => inspect_expr(e, visit),
        Node::Case(clause) => {
            exprs(clause.list.iter().flatten(), visit);
            stmts(&clause.body, visit);
        }
        Node::Comm(clause) => {
            stmts(clause.comm.as_slice(), visit);
            stmts(&clause.body, visit);
        }
    }
}

fn exprs<'a>(list: impl IntoIterator<Item = &'a Expr>, visit: Visit<'_, 'a>) {
    list.into_iter().for_each(|e| inspect(Node::Expr(e), visit));
}

fn stmts<'a>(list: &'a [Stmt], visit: Visit<'_, 'a>) {
    list.iter().for_each(|s| inspect(Node::Stmt(s), visit));
}

/// Visits parameters. The shared type of `a, b T` is visited once.
fn params<'a>(list: &'a [Param], visit: Visit<'_, 'a>) {
    let mut last = None;
    for param in list {
        if last != Some(param.ty.pos) {
            inspect(Node::Expr(&param.ty), visit);
        }
        last = Some(param.ty.pos);
    }
}

fn func_type<'a>(ty: &'a FuncType, visit: Visit<'_, 'a>) {
    params(&ty.params, visit);
    params(&ty.results, visit);
}

fn inspect_decl<'a>(decl: &'a Decl, visit: Visit<'_, 'a>) {
    match decl {
        Decl::Bad(_) => {}
        Decl::Const(specs) => {
            specs.iter().for_each(|spec| exprs(spec.ty.iter().chain(&spec.values), visit));
        }
        Decl::Var(specs) => specs.iter().for_each(|spec| inspect(Node::Var(spec), visit)),
        Decl::Type(specs) => specs.iter().for_each(|spec| inspect(Node::Type(spec), visit)),
        Decl::Func(func) => inspect(Node::Func(func), visit),
    }
}

fn inspect_stmt<'a>(stmt: &'a Stmt, visit: Visit<'_, 'a>) {
    match &stmt.kind {
        S::Bad | S::Empty | S::Branch(..) => {}
        S::Expr(e) | S::IncDec(e, _) | S::Go(e) | S::Defer(e) => inspect(Node::Expr(e), visit),
        S::Send(ch, x) => exprs([ch, x], visit),
        S::Assign(lhs, rhs) => exprs(lhs.iter().chain(rhs), visit),
        S::Define(_, rhs) | S::Return(rhs) => exprs(rhs, visit),
        S::OpAssign(_, pair) => exprs([&pair.0, &pair.1], visit),
        S::Decl(decl) => inspect(Node::Decl(decl), visit),
        S::Labeled(_, inner) => inspect(Node::Stmt(inner), visit),
        S::Block(block) => inspect(Node::Block(block), visit),
        S::If(s) => {
            stmts(s.init.as_slice(), visit);
            inspect(Node::Expr(&s.cond), visit);
            inspect(Node::Block(&s.then), visit);
            stmts(s.els.as_slice(), visit);
        }
        S::For(s) => {
            stmts(s.init.as_slice(), visit);
            exprs(&s.cond, visit);
            stmts(s.post.as_slice(), visit);
            inspect(Node::Block(&s.body), visit);
        }
        S::Range(s) => {
            exprs(s.key.iter().chain(&s.value).chain([&s.x]), visit);
            inspect(Node::Block(&s.body), visit);
        }
        S::Switch(s) => {
            stmts(s.init.as_slice(), visit);
            exprs(&s.tag, visit);
            s.clauses.iter().for_each(|clause| inspect(Node::Case(clause), visit));
        }
        S::TypeSwitch(s) => {
            stmts(s.init.as_slice(), visit);
            inspect(Node::Expr(&s.x), visit);
            s.clauses.iter().for_each(|clause| inspect(Node::Case(clause), visit));
        }
        S::Select(s) => s.clauses.iter().for_each(|clause| inspect(Node::Comm(clause), visit)),
    }
}

fn inspect_expr<'a>(e: &'a Expr, visit: Visit<'_, 'a>) {
    match &e.kind {
        E::Bad | E::Ident(_) | E::Literal(..) => {}
        E::Paren(x) | E::Star(x) | E::Unary(_, x) | E::Selector(x, _) => {
            inspect(Node::Expr(x), visit);
        }
        E::FuncLit(lit) => {
            func_type(&lit.ty, visit);
            inspect(Node::Block(&lit.body), visit);
        }
        E::Composite(lit) => {
            exprs(&lit.ty, visit);
            for elem in &lit.elems {
                exprs(elem.key.as_deref().into_iter().chain([&elem.value]), visit);
            }
        }
        E::Index(x, list) => exprs(std::iter::once(&**x).chain(list), visit),
        E::Slice(s) => exprs(std::iter::once(&s.x).chain(s.index.iter().flatten()), visit),
        E::TypeAssert(x, ty) => exprs(std::iter::once(x).chain(ty).map(|e| &**e), visit),
        E::Call(call) => exprs(std::iter::once(&call.func).chain(&call.args), visit),
        E::Binary(_) => inspect_chain(e, visit),
        E::ArrayType(len, elem) => exprs(len.iter().chain([elem]).map(|e| &**e), visit),
        E::SliceType(elem) | E::ChanType(_, elem) => inspect(Node::Expr(elem), visit),
        E::MapType(key, value) => exprs([&**key, &**value], visit),
        E::FuncType(ty) => func_type(ty, visit),
        E::StructType(fields) => exprs(fields.iter().map(|f| &f.ty), visit),
        E::InterfaceType(elems) => elems.iter().for_each(|elem| match elem {
            InterfaceElem::Method(_, ty) => func_type(ty, visit),
            InterfaceElem::Embedded(e) => inspect(Node::Expr(e), visit),
        }),
        E::Union(terms) => exprs(terms.iter().map(|t| &t.ty), visit),
    }
}

/// Visits the operands of `a + b + c + …` in a loop: such a chain may be too long for recursion.
fn inspect_chain<'a>(e: &'a Expr, visit: Visit<'_, 'a>) {
    let mut right = Vec::new();
    let mut at = e;
    loop {
        let E::Binary(b) = &at.kind else {
            inspect(Node::Expr(at), visit);
            break;
        };
        // The caller has already visited the outermost operation.
        if !std::ptr::eq(at, e) && !visit(Node::Expr(at)) {
            break;
        }
        right.push(&b.y);
        at = &b.x;
    }
    exprs(right.into_iter().rev(), visit);
}
