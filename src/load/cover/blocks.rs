//! The basic blocks of a file, divided as `go tool cover` divides them, and the file with a counter at the beginning
//! of each.

use super::code::Code;
use minigo_syntax::ast::{
    Block, Body, CallExpr, Decl, Expr, ExprKind, File, IfStmt, Stmt, StmtKind,
};
use minigo_syntax::source::{Pos, Source};
use std::ops::Range;

/// A basic block, or a part of one: lines without code divide a block into parts.
pub(super) struct CoverBlock {
    pub(super) code: Range<usize>,
    pub(super) statements: usize,
}

/// A text to insert at the offset `at`.
pub(super) struct Insertion {
    pub(super) at: usize,
    pub(super) inserted: Inserted,
}

pub(super) enum Inserted {
    /// The counter of the block with this number.
    Counter(usize),
    /// A brace around the `if` statement after `else`, so that a counter can be inserted before that statement.
    Brace(char),
}

/// The blocks of a file.
pub(super) struct Blocks<'s> {
    source: &'s Source,
    code: Code<'s>,
    pub(super) counted: Vec<CoverBlock>,
    pub(super) insertions: Vec<Insertion>,
}

/// A statement in a list that is divided into blocks.
struct Item<'a> {
    /// The statement; `None` for a label, which is an item apart from its statement.
    stmt: Option<&'a Stmt>,
    start: usize,
    end: usize,
}

/// A list of statements that is divided into blocks.
struct List<'a> {
    /// The offset at which the first block begins; `insert` is the offset for its counter.
    start: usize,
    insert: usize,
    /// The offset at which the list's last block ends if `closing` is set; otherwise the block ends with its last
    /// statement.
    end: usize,
    closing: bool,
    stmts: &'a [Stmt],
    /// The offset of the first token after the last statement.
    limit: usize,
}

impl<'s> Blocks<'s> {
    pub(super) fn of(source: &'s Source, file: &File) -> Self {
        let (counted, insertions) = Default::default();
        let mut blocks = Self { source, code: Code::new(source), counted, insertions };
        for decl in &file.decls {
            match decl {
                Decl::Func(func) => {
                    if let Some(Body::Parsed(body)) = &func.body
                        && !func.name.is_blank()
                    {
                        blocks.block(body);
                    }
                }
                decl => literals_of_decl(decl, &mut |body| blocks.block(body)),
            }
        }
        // The sort is stable: insertions at one offset stay in their order.
        blocks.insertions.sort_by_key(|insertion| insertion.at);
        blocks
    }

    fn offset(&self, pos: Pos) -> usize {
        (pos.0 - self.source.base.0) as usize
    }

    fn block(&mut self, block: &Block) {
        let start = self.offset(block.pos);
        self.block_from(block, start, start + 1);
    }

    /// Divides a block whose code counts from `start`; its counter is inserted at `insert`.
    fn block_from(&mut self, block: &Block, start: usize, insert: usize) {
        let limit = self.offset(block.rbrace);
        let stmts = &block.stmts;
        self.list(&List { start, insert, end: limit + 1, closing: true, stmts, limit });
    }

    fn list(&mut self, list: &List<'_>) {
        self.divide(list);
        for (at, stmt) in list.stmts.iter().enumerate() {
            self.divide_inside(stmt, self.limit(list, at));
        }
    }

    /// The offset of the first token after the statement number `at` of a list.
    fn limit(&self, list: &List<'_>, at: usize) -> usize {
        list.stmts.get(at + 1).map_or(list.limit, |next| self.offset(next.pos))
    }

    /// Divides a list into basic blocks: each ends with the first statement that affects the flow of control.
    fn divide(&mut self, list: &List<'_>) {
        if list.stmts.is_empty() {
            let part = self.code.parts(list.insert..list.end).swap_remove(0);
            self.count(part.start, part, 0);
            return;
        }
        let mut items: Vec<Item<'_>> = Vec::new();
        let (mut start, mut insert) = (list.start, list.insert);
        for (at, stmt) in list.stmts.iter().enumerate() {
            let limit = self.limit(list, at);
            let end = self.end(stmt, limit);
            let from = self.offset(stmt.pos);
            if items.is_empty() && at > 0 {
                (start, insert) = (from, from);
            }
            match &stmt.kind {
                // A goto can jump to the statement, so a counter is inserted between the label and the statement.
                StmtKind::Labeled(_, labeled) if !is_control(labeled) => {
                    let labeled_at = self.offset(labeled.pos);
                    items.push(Item { stmt: None, start: from, end: labeled_at });
                    self.count_parts(start..from, insert, &items);
                    items = vec![Item { stmt: Some(labeled), start: labeled_at, end }];
                    (start, insert) = (labeled_at, labeled_at);
                }
                _ => items.push(Item { stmt: Some(stmt), start: from, end }),
            }
            let last = items.last().and_then(|item| item.stmt).unwrap_or(stmt);
            if ends_block(last) {
                let boundary = self.boundary(last, end);
                self.count_parts(start..boundary, insert, &items);
                items.clear();
            }
        }
        if let Some(last) = items.last() {
            // If the whole list is one basic block, the block extends to the closing brace.
            let whole =
                items.len() == list.stmts.len() && items[0].start == self.offset(list.stmts[0].pos);
            let end = if list.closing && whole { list.end } else { last.end };
            self.count_parts(start..end, insert, &items);
        }
    }

    /// Adds a counter for each part of a block that contains code. No part begins inside a statement.
    fn count_parts(&mut self, block: Range<usize>, insert: usize, items: &[Item<'_>]) {
        if block.is_empty() {
            return;
        }
        let mut merged: Vec<(Range<usize>, usize)> = Vec::new();
        for part in self.code.parts(block) {
            let begin = items.iter().filter(|item| part.contains(&item.start)).count();
            let inside = items.iter().any(|item| item.start < part.start && part.start < item.end);
            match merged.last_mut() {
                Some((last, statements)) if inside => {
                    last.end = part.end;
                    *statements += begin;
                }
                _ => merged.push((part, begin)),
            }
        }
        for (number, (part, statements)) in merged.into_iter().enumerate() {
            let at = if number == 0 { insert } else { part.start };
            self.count(at, part, statements);
        }
    }

    fn count(&mut self, at: usize, code: Range<usize>, statements: usize) {
        let inserted = Inserted::Counter(self.counted.len());
        self.insertions.push(Insertion { at, inserted });
        self.counted.push(CoverBlock { code, statements });
    }

    /// The offset at which a statement ends; `limit` is the offset of the next statement.
    fn end(&self, stmt: &Stmt, limit: usize) -> usize {
        match &stmt.kind {
            StmtKind::If(it) => match &it.els {
                Some(els) => self.end(els, limit),
                None => self.offset(it.then.rbrace) + 1,
            },
            StmtKind::Labeled(_, labeled) => self.end(labeled, limit),
            _ => self.code.end_before(limit).max(self.offset(stmt.pos)),
        }
    }

    /// The offset at which a basic block ends whose last statement is `stmt`: before the first block inside the
    /// statement.
    fn boundary(&self, stmt: &Stmt, end: usize) -> usize {
        if let StmtKind::Labeled(_, labeled) = &stmt.kind {
            return self.boundary(labeled, end);
        }
        let mut literal = None;
        literals_of_head(stmt, &mut |body| _ = literal.get_or_insert(body.pos));
        let brace = match &stmt.kind {
            StmtKind::Block(block) => Some(block.pos),
            StmtKind::If(it) => Some(it.then.pos),
            StmtKind::For(it) => Some(it.body.pos),
            StmtKind::Range(it) => Some(it.body.pos),
            StmtKind::Switch(it) => Some(it.lbrace),
            _ => None,
        };
        if let Some(pos) = literal.or(brace) {
            return self.offset(pos);
        }
        match &stmt.kind {
            StmtKind::TypeSwitch(it) => self.code.brace_from(self.offset(it.x.end)),
            StmtKind::Select(_) => self.code.brace_from(self.offset(stmt.pos)),
            _ => end,
        }
    }

    /// Divides the blocks inside a statement.
    fn divide_inside(&mut self, stmt: &Stmt, limit: usize) {
        literals_of_head(stmt, &mut |body| self.block(body));
        match &stmt.kind {
            StmtKind::Labeled(_, labeled) => self.divide_inside(labeled, limit),
            StmtKind::Block(block) => self.block(block),
            StmtKind::If(it) => self.branches(it, limit),
            StmtKind::For(it) => self.block(&it.body),
            StmtKind::Range(it) => self.block(&it.body),
            StmtKind::Switch(it) => {
                let heads = it.clauses.iter().map(|c| (c.pos, c.colon, &c.body[..]));
                self.clauses(heads, it.rbrace);
                let lists = it.clauses.iter().flat_map(|clause| clause.list.iter().flatten());
                lists.for_each(|e| literals(e, &mut |body| self.block(body)));
            }
            StmtKind::TypeSwitch(it) => {
                let heads = it.clauses.iter().map(|c| (c.pos, c.colon, &c.body[..]));
                self.clauses(heads, it.rbrace);
            }
            StmtKind::Select(it) => {
                let heads = it.clauses.iter().map(|c| (c.pos, c.colon, &c.body[..]));
                self.clauses(heads, it.rbrace);
                for comm in it.clauses.iter().filter_map(|clause| clause.comm.as_ref()) {
                    literals_of_head(comm, &mut |body| self.block(body));
                }
            }
            _ => {}
        }
    }

    /// Divides the branches of an `if`. The code after `else` counts from the end of `else`; braces turn an `else if`
    /// into a block.
    fn branches(&mut self, it: &IfStmt, limit: usize) {
        self.block(&it.then);
        let Some(els) = &it.els else { return };
        let after_else = self.code.end_before(self.offset(els.pos));
        match &els.kind {
            StmtKind::Block(block) => {
                let insert = self.offset(block.pos) + 1;
                self.block_from(block, after_else, insert);
            }
            _ => {
                let (insert, end) = (self.offset(els.pos), self.end(els, limit));
                self.insertions.push(Insertion { at: after_else, inserted: Inserted::Brace('{') });
                let stmts = std::slice::from_ref(els);
                self.list(&List { start: after_else, insert, end, closing: false, stmts, limit });
                self.insertions.push(Insertion { at: end, inserted: Inserted::Brace('}') });
            }
        }
    }

    fn clauses<'a>(&mut self, heads: impl Iterator<Item = (Pos, Pos, &'a [Stmt])>, rbrace: Pos) {
        let mut heads = heads.peekable();
        while let Some((_, colon, stmts)) = heads.next() {
            let start = self.offset(colon) + 1;
            let limit = self.offset(heads.peek().map_or(rbrace, |(pos, ..)| *pos));
            let end = match stmts.last() {
                Some(last) => self.end(last, limit),
                None => start,
            };
            self.list(&List { start, insert: start, end, closing: false, stmts, limit });
        }
    }
}

/// Reports whether a label must stay directly before this statement, as `break` and `continue` can name the label.
fn is_control(stmt: &Stmt) -> bool {
    matches!(
        stmt.kind,
        StmtKind::For(_)
            | StmtKind::Range(_)
            | StmtKind::Switch(_)
            | StmtKind::TypeSwitch(_)
            | StmtKind::Select(_)
    )
}

/// Reports whether a basic block ends with the statement: it affects the flow of control or has blocks inside.
fn ends_block(stmt: &Stmt) -> bool {
    match &stmt.kind {
        StmtKind::Block(_) | StmtKind::Branch(..) | StmtKind::If(_) | StmtKind::Labeled(..) => true,
        StmtKind::Expr(Expr { kind: ExprKind::Call(call), .. }) if panics(call) => true,
        _ if is_control(stmt) => true,
        _ => {
            let mut found = false;
            literals_of_head(stmt, &mut |_| found = true);
            found
        }
    }
}

fn panics(call: &CallExpr) -> bool {
    matches!(&call.func.kind, ExprKind::Ident(name) if *name == "panic") && call.args.len() == 1
}

/// Calls `visit` with the body of each function literal in a simple statement, or in the head of a statement with
/// blocks.
fn literals_of_head<'a>(stmt: &'a Stmt, visit: &mut dyn FnMut(&'a Block)) {
    let mut all = |list: &'a [Expr]| list.iter().for_each(|e| literals(e, visit));
    match &stmt.kind {
        StmtKind::Expr(x) | StmtKind::IncDec(x, _) | StmtKind::Go(x) | StmtKind::Defer(x) => {
            literals(x, visit);
        }
        StmtKind::Send(to, value) => [to, value].into_iter().for_each(|e| literals(e, visit)),
        StmtKind::Assign(to, values) => [to, values].into_iter().for_each(|list| all(list)),
        StmtKind::Define(_, values) | StmtKind::Return(values) => all(values),
        StmtKind::OpAssign(_, both) => {
            literals(&both.0, visit);
            literals(&both.1, visit);
        }
        StmtKind::Decl(decl) => literals_of_decl(decl, visit),
        StmtKind::If(it) => {
            it.init.iter().for_each(|init| literals_of_head(init, visit));
            literals(&it.cond, visit);
        }
        StmtKind::For(it) => {
            it.init.iter().for_each(|init| literals_of_head(init, visit));
            it.cond.iter().for_each(|cond| literals(cond, visit));
            it.post.iter().for_each(|post| literals_of_head(post, visit));
        }
        StmtKind::Range(it) => literals(&it.x, visit),
        StmtKind::Switch(it) => {
            it.init.iter().for_each(|init| literals_of_head(init, visit));
            it.tag.iter().for_each(|tag| literals(tag, visit));
        }
        StmtKind::TypeSwitch(it) => {
            it.init.iter().for_each(|init| literals_of_head(init, visit));
            literals(&it.x, visit);
        }
        _ => {}
    }
}

fn literals_of_decl<'a>(decl: &'a Decl, visit: &mut dyn FnMut(&'a Block)) {
    if let Decl::Var(specs) = decl {
        specs.iter().flat_map(|spec| &spec.values).for_each(|value| literals(value, visit));
    }
}

/// Calls `visit` with the body of each function literal in an expression, but not with literals inside such bodies.
fn literals<'a>(e: &'a Expr, visit: &mut dyn FnMut(&'a Block)) {
    match &e.kind {
        ExprKind::FuncLit(literal) => visit(&literal.body),
        ExprKind::Paren(x)
        | ExprKind::Selector(x, _)
        | ExprKind::Star(x)
        | ExprKind::Unary(_, x) => {
            literals(x, visit);
        }
        ExprKind::TypeAssert(x, _) => literals(x, visit),
        ExprKind::Composite(it) => {
            for element in &it.elems {
                element.key.iter().for_each(|key| literals(key, visit));
                literals(&element.value, visit);
            }
        }
        ExprKind::Index(x, list) => {
            literals(x, visit);
            list.iter().for_each(|e| literals(e, visit));
        }
        ExprKind::Slice(it) => {
            literals(&it.x, visit);
            it.index.iter().flatten().for_each(|e| literals(e, visit));
        }
        ExprKind::Call(it) => {
            literals(&it.func, visit);
            it.args.iter().for_each(|e| literals(e, visit));
        }
        ExprKind::Binary(it) => {
            literals(&it.x, visit);
            literals(&it.y, visit);
        }
        _ => {}
    }
}
