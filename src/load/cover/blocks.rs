//! The basic blocks of a file, divided as `go tool cover` divides them, and the file with a counter at the beginning
//! of each.

use super::code::CodeTokens;
use minigo_syntax::ast::{
    Block, Body, CallExpr, Decl, Expr, ExprKind, File, IfStmt, Stmt, StmtKind,
};
use minigo_syntax::small_sort::SmallSort as _;
use minigo_syntax::source::{Pos, Source};
use std::ops::Range;

/// A basic block, or a part of one: lines without code divide a block into parts.
pub(super) struct CoverBlock {
    pub(super) code: Range<usize>,
    pub(super) statements: usize,
}

/// A text to insert at the offset `at`.
pub(super) struct Insertion {
    pub(super) offset: usize,
    pub(super) inserted: InsertedText,
}

pub(super) enum InsertedText {
    /// The counter of the block with this number.
    Counter(usize),
    /// A brace around the `if` statement after `else`, so that a counter can be inserted before that statement.
    Brace(char),
}

/// The blocks of a file.
pub(super) struct BlockDivider<'s> {
    source: &'s Source,
    code: CodeTokens<'s>,
    pub(super) counted_blocks: Vec<CoverBlock>,
    pub(super) insertions: Vec<Insertion>,
}

/// A statement in a list that is divided into blocks.
struct ListItem<'a> {
    /// The statement; `None` for a label, which is an item apart from its statement.
    stmt: Option<&'a Stmt>,
    start: usize,
    end: usize,
}

/// A list of statements that is divided into blocks.
struct StatementList<'a> {
    /// The offset at which the first block begins; `insert` is the offset for its counter.
    block_start: usize,
    counter_offset: usize,
    /// The offset at which the list's last block ends if `ends_at_brace` is set; otherwise the block ends with its last
    /// statement.
    end: usize,
    ends_at_brace: bool,
    stmts: &'a [Stmt],
    /// The offset of the first token after the last statement.
    next_token: usize,
}

impl<'s> BlockDivider<'s> {
    pub(super) fn of(source: &'s Source, file: &File) -> Self {
        let (counted, insertions) = Default::default();
        let mut blocks =
            Self { source, code: CodeTokens::new(source), counted_blocks: counted, insertions };
        for decl in &file.decls {
            match decl {
                Decl::Func(func) => {
                    if let Some(Body::Parsed(body)) = &func.body
                        && !func.name.is_blank()
                    {
                        blocks.divide_block(body);
                    }
                }
                decl => visit_decl_literals(decl, &mut |body| blocks.divide_block(body)),
            }
        }
        // The sort is stable: insertions at one offset stay in their order.
        blocks.insertions.small_sort_by_key(|insertion| insertion.offset);
        blocks
    }

    fn offset(&self, pos: Pos) -> usize {
        (pos.0 - self.source.base.0) as usize
    }

    fn divide_block(&mut self, block: &Block) {
        let start = self.offset(block.pos);
        self.divide_block_from(block, start, start + 1);
    }

    /// Divides a block whose code counts from `start`; its counter is inserted at `insert`.
    fn divide_block_from(&mut self, block: &Block, start: usize, insert: usize) {
        let limit = self.offset(block.rbrace);
        let stmts = &block.stmts;
        self.divide_list(&StatementList {
            block_start: start,
            counter_offset: insert,
            end: limit + 1,
            ends_at_brace: true,
            stmts,
            next_token: limit,
        });
    }

    fn divide_list(&mut self, list: &StatementList<'_>) {
        self.divide_statements(list);
        for (at, stmt) in list.stmts.iter().enumerate() {
            self.divide_inside(stmt, self.next_statement_offset(list, at));
        }
    }

    /// The offset of the first token after the statement number `at` of a list.
    fn next_statement_offset(&self, list: &StatementList<'_>, at: usize) -> usize {
        list.stmts.get(at + 1).map_or(list.next_token, |next| self.offset(next.pos))
    }

    /// Divides a list into basic blocks: each ends with the first statement that affects the flow of control.
    fn divide_statements(&mut self, list: &StatementList<'_>) {
        if list.stmts.is_empty() {
            let part = self.code.parts(list.counter_offset..list.end).swap_remove(0);
            self.add_counter(part.start, part, 0);
            return;
        }
        let mut items: Vec<ListItem<'_>> = Vec::new();
        let (mut start, mut insert) = (list.block_start, list.counter_offset);
        for (at, stmt) in list.stmts.iter().enumerate() {
            let limit = self.next_statement_offset(list, at);
            let end = self.statement_end(stmt, limit);
            let from = self.offset(stmt.pos);
            if items.is_empty() && at > 0 {
                (start, insert) = (from, from);
            }
            match &stmt.kind {
                // A goto can jump to the statement, so a counter is inserted between the label and the statement.
                StmtKind::Labeled(_, labeled) if !is_control(labeled) => {
                    let labeled_at = self.offset(labeled.pos);
                    items.push(ListItem { stmt: None, start: from, end: labeled_at });
                    self.add_part_counters(start..from, insert, &items);
                    items = vec![ListItem { stmt: Some(labeled), start: labeled_at, end }];
                    (start, insert) = (labeled_at, labeled_at);
                }
                _ => items.push(ListItem { stmt: Some(stmt), start: from, end }),
            }
            let last = items.last().and_then(|item| item.stmt).unwrap_or(stmt);
            if ends_block(last) {
                let boundary = self.block_end(last, end);
                self.add_part_counters(start..boundary, insert, &items);
                items.clear();
            }
        }
        if let Some(last) = items.last() {
            // If the whole list is one basic block, the block extends to the closing brace.
            let whole =
                items.len() == list.stmts.len() && items[0].start == self.offset(list.stmts[0].pos);
            let end = if list.ends_at_brace && whole { list.end } else { last.end };
            self.add_part_counters(start..end, insert, &items);
        }
    }

    /// Adds a counter for each part of a block that contains code. No part begins inside a statement.
    fn add_part_counters(&mut self, block: Range<usize>, insert: usize, items: &[ListItem<'_>]) {
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
            self.add_counter(at, part, statements);
        }
    }

    fn add_counter(&mut self, at: usize, code: Range<usize>, statements: usize) {
        let inserted = InsertedText::Counter(self.counted_blocks.len());
        self.insertions.push(Insertion { offset: at, inserted });
        self.counted_blocks.push(CoverBlock { code, statements });
    }

    /// The offset at which a statement ends; `limit` is the offset of the next statement.
    fn statement_end(&self, stmt: &Stmt, limit: usize) -> usize {
        match &stmt.kind {
            StmtKind::If(it) => match &it.els {
                Some(els) => self.statement_end(els, limit),
                None => self.offset(it.then.rbrace) + 1,
            },
            StmtKind::Labeled(_, labeled) => self.statement_end(labeled, limit),
            _ => self.code.end_before(limit).max(self.offset(stmt.pos)),
        }
    }

    /// The offset at which a basic block ends whose last statement is `stmt`: before the first block inside the
    /// statement.
    fn block_end(&self, stmt: &Stmt, end: usize) -> usize {
        if let StmtKind::Labeled(_, labeled) = &stmt.kind {
            return self.block_end(labeled, end);
        }
        let mut literal = None;
        visit_head_literals(stmt, &mut |body| _ = literal.get_or_insert(body.pos));
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
        visit_head_literals(stmt, &mut |body| self.divide_block(body));
        match &stmt.kind {
            StmtKind::Labeled(_, labeled) => self.divide_inside(labeled, limit),
            StmtKind::Block(block) => self.divide_block(block),
            StmtKind::If(it) => self.divide_branches(it, limit),
            StmtKind::For(it) => self.divide_block(&it.body),
            StmtKind::Range(it) => self.divide_block(&it.body),
            StmtKind::Switch(it) => {
                let heads = it.clauses.iter().map(|c| (c.pos, c.colon, &c.body[..]));
                self.divide_clauses(heads, it.rbrace);
                let lists = it.clauses.iter().flat_map(|clause| clause.list.iter().flatten());
                lists.for_each(|e| visit_literals(e, &mut |body| self.divide_block(body)));
            }
            StmtKind::TypeSwitch(it) => {
                let heads = it.clauses.iter().map(|c| (c.pos, c.colon, &c.body[..]));
                self.divide_clauses(heads, it.rbrace);
            }
            StmtKind::Select(it) => {
                let heads = it.clauses.iter().map(|c| (c.pos, c.colon, &c.body[..]));
                self.divide_clauses(heads, it.rbrace);
                for comm in it.clauses.iter().filter_map(|clause| clause.comm.as_ref()) {
                    visit_head_literals(comm, &mut |body| self.divide_block(body));
                }
            }
            _ => {}
        }
    }

    /// Divides the branches of an `if`. The code after `else` counts from the end of `else`; braces turn an `else if`
    /// into a block.
    fn divide_branches(&mut self, it: &IfStmt, limit: usize) {
        self.divide_block(&it.then);
        let Some(els) = &it.els else { return };
        let after_else = self.code.end_before(self.offset(els.pos));
        match &els.kind {
            StmtKind::Block(block) => {
                let insert = self.offset(block.pos) + 1;
                self.divide_block_from(block, after_else, insert);
            }
            _ => {
                let (insert, end) = (self.offset(els.pos), self.statement_end(els, limit));
                self.insertions
                    .push(Insertion { offset: after_else, inserted: InsertedText::Brace('{') });
                let stmts = std::slice::from_ref(els);
                self.divide_list(&StatementList {
                    block_start: after_else,
                    counter_offset: insert,
                    end,
                    ends_at_brace: false,
                    stmts,
                    next_token: limit,
                });
                self.insertions.push(Insertion { offset: end, inserted: InsertedText::Brace('}') });
            }
        }
    }

    fn divide_clauses<'a>(
        &mut self,
        heads: impl Iterator<Item = (Pos, Pos, &'a [Stmt])>,
        rbrace: Pos,
    ) {
        let mut heads = heads.peekable();
        while let Some((_, colon, stmts)) = heads.next() {
            let start = self.offset(colon) + 1;
            let limit = self.offset(heads.peek().map_or(rbrace, |(pos, ..)| *pos));
            let end = match stmts.last() {
                Some(last) => self.statement_end(last, limit),
                None => start,
            };
            self.divide_list(&StatementList {
                block_start: start,
                counter_offset: start,
                end,
                ends_at_brace: false,
                stmts,
                next_token: limit,
            });
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
        StmtKind::Expr(Expr { kind: ExprKind::Call(call), .. }) if is_panic_call(call) => true,
        _ if is_control(stmt) => true,
        _ => {
            let mut found = false;
            visit_head_literals(stmt, &mut |_| found = true);
            found
        }
    }
}

fn is_panic_call(call: &CallExpr) -> bool {
    matches!(&call.func.kind, ExprKind::Ident(name) if *name == "panic") && call.args.len() == 1
}

/// Calls `visit` with the body of each function literal in a simple statement, or in the head of a statement with
/// blocks.
fn visit_head_literals<'a>(stmt: &'a Stmt, visit: &mut dyn FnMut(&'a Block)) {
    let mut all = |list: &'a [Expr]| list.iter().for_each(|e| visit_literals(e, visit));
    match &stmt.kind {
        StmtKind::Expr(x) | StmtKind::IncDec(x, _) | StmtKind::Go(x) | StmtKind::Defer(x) => {
            visit_literals(x, visit);
        }
        StmtKind::Send(to, value) => [to, value].into_iter().for_each(|e| visit_literals(e, visit)),
        StmtKind::Assign(to, values) => [to, values].into_iter().for_each(|list| all(list)),
        StmtKind::Define(_, values) | StmtKind::Return(values) => all(values),
        StmtKind::OpAssign(_, both) => {
            visit_literals(&both.0, visit);
            visit_literals(&both.1, visit);
        }
        StmtKind::Decl(decl) => visit_decl_literals(decl, visit),
        StmtKind::If(it) => {
            it.init.iter().for_each(|init| visit_head_literals(init, visit));
            visit_literals(&it.cond, visit);
        }
        StmtKind::For(it) => {
            it.init.iter().for_each(|init| visit_head_literals(init, visit));
            it.cond.iter().for_each(|cond| visit_literals(cond, visit));
            it.post.iter().for_each(|post| visit_head_literals(post, visit));
        }
        StmtKind::Range(it) => visit_literals(&it.x, visit),
        StmtKind::Switch(it) => {
            it.init.iter().for_each(|init| visit_head_literals(init, visit));
            it.tag.iter().for_each(|tag| visit_literals(tag, visit));
        }
        StmtKind::TypeSwitch(it) => {
            it.init.iter().for_each(|init| visit_head_literals(init, visit));
            visit_literals(&it.x, visit);
        }
        _ => {}
    }
}

fn visit_decl_literals<'a>(decl: &'a Decl, visit: &mut dyn FnMut(&'a Block)) {
    if let Decl::Var(specs) = decl {
        specs.iter().flat_map(|spec| &spec.values).for_each(|value| visit_literals(value, visit));
    }
}

/// Calls `visit` with the body of each function literal in an expression, but not with literals inside such bodies.
fn visit_literals<'a>(e: &'a Expr, visit: &mut dyn FnMut(&'a Block)) {
    match &e.kind {
        ExprKind::FuncLit(literal) => visit(&literal.body),
        ExprKind::Paren(x)
        | ExprKind::Selector(x, _)
        | ExprKind::Star(x)
        | ExprKind::Unary(_, x) => {
            visit_literals(x, visit);
        }
        ExprKind::TypeAssert(x, _) => visit_literals(x, visit),
        ExprKind::Composite(it) => {
            for element in &it.elems {
                element.key.iter().for_each(|key| visit_literals(key, visit));
                visit_literals(&element.value, visit);
            }
        }
        ExprKind::Index(x, list) => {
            visit_literals(x, visit);
            list.iter().for_each(|e| visit_literals(e, visit));
        }
        ExprKind::Slice(it) => {
            visit_literals(&it.x, visit);
            it.index.iter().flatten().for_each(|e| visit_literals(e, visit));
        }
        ExprKind::Call(it) => {
            visit_literals(&it.func, visit);
            it.args.iter().for_each(|e| visit_literals(e, visit));
        }
        ExprKind::Binary(it) => {
            visit_literals(&it.x, visit);
            visit_literals(&it.y, visit);
        }
        _ => {}
    }
}
