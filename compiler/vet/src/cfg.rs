//! The control flow graph of a function: basic blocks of statements and expressions, with their successors.
//!
//! The graph is as coarse as vet's analyses need: expressions are not taken apart, and both branches of a condition are
//! possible.

use crate::walk::Node;
use minigo_syntax::ast::{
    Block as Body, BranchKind, CallExpr, CaseClause, CommClause, ExprKind as E, ForStmt, IfStmt,
    Name, RangeStmt, Stmt, StmtKind as S, SwitchStmt, TypeSwitchStmt,
};
use minigo_syntax::hash::HashMap;
use minigo_syntax::source::Pos;

/// The index of a block in [`Cfg::blocks`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct BlockId(usize);

/// A basic block: its nodes are executed from the first to the last.
#[derive(Default)]
pub(crate) struct Block<'a> {
    /// The statements and expressions that the block executes, in order.
    pub nodes: Vec<Node<'a>>,
    /// The successors.
    pub successors: Vec<BlockId>,
    /// The position of the return at the end of the block: a `return`, or the brace that closes the body.
    pub return_pos: Option<Pos>,
}

/// The control flow graph of a function; the first block is its entry.
pub(crate) struct Cfg<'a> {
    /// All blocks, unreachable ones included.
    pub blocks: Vec<Block<'a>>,
}

impl<'a> Cfg<'a> {
    /// Builds the graph of a body. `never_returns` reports whether a call never returns.
    pub(crate) fn new(body: &'a Body, never_returns: &dyn Fn(&CallExpr) -> bool) -> Self {
        let mut builder = Builder {
            blocks: vec![Block::default()],
            current: BlockId(0),
            targets: Vec::new(),
            labels: HashMap::default(),
            never_returns,
        };
        builder.add_stmts(&body.stmts);
        let last = builder.current;
        let mut cfg = Self { blocks: builder.blocks };
        if cfg.is_reachable(last) {
            cfg.block_mut(last).return_pos = Some(body.rbrace);
        }
        cfg
    }

    /// The block `id`.
    pub(crate) fn block(&self, id: BlockId) -> &Block<'a> {
        &self.blocks[id.0]
    }

    fn block_mut(&mut self, id: BlockId) -> &mut Block<'a> {
        &mut self.blocks[id.0]
    }

    fn is_reachable(&self, id: BlockId) -> bool {
        self.reachable()[id.0]
    }

    /// For each block, whether a path leads from the entry to it.
    fn reachable(&self) -> Vec<bool> {
        let mut reached = vec![false; self.blocks.len()];
        let mut todo = vec![BlockId(0)];
        while let Some(id) = todo.pop() {
            if !std::mem::replace(&mut reached[id.0], true) {
                todo.extend(&self.block(id).successors);
            }
        }
        reached
    }

    /// Reports whether any path leads to the end of the function. A function that defers calls may recover from a
    /// panic.
    pub(crate) fn may_return(&self) -> bool {
        let defers =
            |node: &Node<'_>| matches!(node, Node::Stmt(s) if matches!(s.kind, S::Defer(_)));
        let reached = self.reachable();
        let mut live = self.blocks.iter().zip(reached).filter(|(_, reached)| *reached);
        live.any(|(block, _)| block.return_pos.is_some() || block.nodes.iter().any(defers))
    }
}

/// The blocks to which `break`, `continue` and `fallthrough` jump from inside a statement.
#[derive(Clone, Copy)]
struct Targets {
    break_block: BlockId,
    continue_block: Option<BlockId>,
    fallthrough_block: Option<BlockId>,
}

/// The blocks to which jumps with a label lead.
#[derive(Clone, Copy)]
struct Label {
    goto_block: BlockId,
    break_block: Option<BlockId>,
    continue_block: Option<BlockId>,
}

struct Builder<'a, 'f> {
    blocks: Vec<Block<'a>>,
    current: BlockId,
    targets: Vec<Targets>,
    labels: HashMap<Name, Label>,
    never_returns: &'f dyn Fn(&CallExpr) -> bool,
}

impl<'a> Builder<'a, '_> {
    fn new_block(&mut self) -> BlockId {
        self.blocks.push(Block::default());
        BlockId(self.blocks.len() - 1)
    }

    fn add(&mut self, node: Node<'a>) {
        self.blocks[self.current.0].nodes.push(node);
    }

    /// Ends the current block with the successors `next`, and makes `then` the current block.
    fn branch_to(&mut self, next: &[BlockId], then: BlockId) {
        self.blocks[self.current.0].successors.extend(next);
        self.current = then;
    }

    /// Ends the current block with the successor `next`, if any, and begins an unreachable block.
    fn jump_to(&mut self, next: Option<BlockId>) {
        let dead = self.new_block();
        self.branch_to(next.as_slice(), dead);
    }

    fn label(&mut self, name: &Name) -> Label {
        if let Some(label) = self.labels.get(name) {
            return *label;
        }
        let label = Label { goto_block: self.new_block(), break_block: None, continue_block: None };
        self.labels.insert(name.clone(), label);
        label
    }

    fn name_targets(&mut self, label: Option<&Name>, brk: BlockId, cont: Option<BlockId>) {
        if let Some(label) = label.and_then(|name| self.labels.get_mut(name)) {
            (label.break_block, label.continue_block) = (Some(brk), cont);
        }
    }

    fn add_stmts(&mut self, list: &'a [Stmt]) {
        list.iter().for_each(|stmt| self.stmt(stmt, None));
    }

    /// Adds the statements inside a statement that jumps can leave; continues at `next`.
    fn add_breakable(&mut self, list: &'a [Stmt], targets: Targets, next: BlockId) {
        self.targets.push(targets);
        self.add_stmts(list);
        self.targets.pop();
        self.branch_to(&[next], next);
    }

    fn stmt(&mut self, stmt: &'a Stmt, label: Option<&Name>) {
        match &stmt.kind {
            S::Expr(e) => {
                self.add(Node::Stmt(stmt));
                if matches!(&e.kind, E::Call(call) if (self.never_returns)(call)) {
                    self.jump_to(None);
                }
            }
            S::Return(_) => {
                self.add(Node::Stmt(stmt));
                self.blocks[self.current.0].return_pos = Some(stmt.pos);
                self.jump_to(None);
            }
            S::Labeled(name, inner) => {
                let goto = self.label(&name.name).goto_block;
                self.branch_to(&[goto], goto);
                self.stmt(inner, Some(&name.name));
            }
            S::Branch(kind, name) => self.branch(*kind, name.as_ref().map(|n| &n.name)),
            S::Block(block) => self.add_stmts(&block.stmts),
            S::If(s) => self.if_stmt(s),
            S::For(s) => self.for_stmt(s, label),
            S::Range(s) => self.range_stmt(s, label),
            S::Switch(s) => self.switch_stmt(s, label),
            S::TypeSwitch(s) => self.type_switch(s, label),
            S::Select(s) => self.select(&s.clauses, label),
            _ => self.add(Node::Stmt(stmt)),
        }
    }

    fn branch(&mut self, kind: BranchKind, name: Option<&Name>) {
        let label = name.map(|name| self.label(name));
        let near = |find: fn(&Targets) -> Option<BlockId>| self.targets.iter().rev().find_map(find);
        let next = match (kind, label) {
            (BranchKind::Break, Some(label)) => label.break_block,
            (BranchKind::Break, None) => near(|t| Some(t.break_block)),
            (BranchKind::Continue, Some(label)) => label.continue_block,
            (BranchKind::Continue, None) => near(|t| t.continue_block),
            (BranchKind::Goto, label) => label.map(|label| label.goto_block),
            (BranchKind::Fallthrough, _) => near(|t| t.fallthrough_block),
        };
        self.jump_to(next);
    }

    fn if_stmt(&mut self, s: &'a IfStmt) {
        s.init.iter().for_each(|init| self.stmt(init, None));
        let (then, done) = (self.new_block(), self.new_block());
        let els = if s.els.is_some() { self.new_block() } else { done };
        self.add(Node::Expr(&s.cond));
        self.branch_to(&[then, els], then);
        self.add_stmts(&s.then.stmts);
        self.branch_to(&[done], els);
        if let Some(stmt) = &s.els {
            self.stmt(stmt, None);
            self.branch_to(&[done], done);
        }
    }

    fn for_stmt(&mut self, s: &'a ForStmt, label: Option<&Name>) {
        s.init.iter().for_each(|init| self.stmt(init, None));
        let (body, done) = (self.new_block(), self.new_block());
        let head = if s.cond.is_some() { self.new_block() } else { body };
        let cont = if s.post.is_some() { self.new_block() } else { head };
        self.name_targets(label, done, Some(cont));
        self.branch_to(&[head], head);
        if let Some(cond) = &s.cond {
            self.add(Node::Expr(cond));
            self.branch_to(&[body, done], body);
        }
        let targets =
            Targets { break_block: done, continue_block: Some(cont), fallthrough_block: None };
        self.add_breakable(&s.body.stmts, targets, cont);
        if let Some(post) = &s.post {
            self.stmt(post, None);
            self.branch_to(&[head], done);
        }
        self.current = done;
    }

    fn range_stmt(&mut self, s: &'a RangeStmt, label: Option<&Name>) {
        self.add(Node::Expr(&s.x));
        s.key.iter().chain(&s.value).for_each(|e| self.add(Node::Expr(e)));
        let (head, body, done) = (self.new_block(), self.new_block(), self.new_block());
        self.name_targets(label, done, Some(head));
        self.branch_to(&[head], head);
        self.branch_to(&[body, done], body);
        self.add_breakable(
            &s.body.stmts,
            Targets { break_block: done, continue_block: Some(head), fallthrough_block: None },
            head,
        );
        self.current = done;
    }

    fn switch_stmt(&mut self, s: &'a SwitchStmt, label: Option<&Name>) {
        s.init.iter().for_each(|init| self.stmt(init, None));
        s.tag.iter().for_each(|tag| self.add(Node::Expr(tag)));
        self.add_cases(&s.clauses, label, true);
    }

    fn type_switch(&mut self, s: &'a TypeSwitchStmt, label: Option<&Name>) {
        s.init.iter().for_each(|init| self.stmt(init, None));
        self.add(Node::Expr(&s.x));
        self.add_cases(&s.clauses, label, false);
    }

    /// Adds the clauses of a switch. `values`: the cases are expressions, not types.
    fn add_cases(&mut self, clauses: &'a [CaseClause], label: Option<&Name>, values: bool) {
        let done = self.new_block();
        self.name_targets(label, done, None);
        let bodies: Vec<BlockId> = clauses.iter().map(|_| self.new_block()).collect();
        let mut default = None;
        for (at, clause) in clauses.iter().enumerate() {
            let fall = Some(bodies.get(at + 1).copied().unwrap_or(done)).filter(|_| values);
            let targets =
                Targets { break_block: done, continue_block: None, fallthrough_block: fall };
            let Some(list) = &clause.list else {
                default = Some((bodies[at], clause, targets));
                continue;
            };
            for e in list {
                let next = self.new_block();
                if values {
                    self.add(Node::Expr(e));
                }
                self.branch_to(&[bodies[at], next], next);
            }
            let after = self.current;
            self.current = bodies[at];
            self.add_breakable(&clause.body, targets, done);
            self.current = after;
        }
        match default {
            Some((body, clause, targets)) => {
                self.branch_to(&[body], body);
                self.add_breakable(&clause.body, targets, done);
            }
            None => self.branch_to(&[done], done),
        }
        self.current = done;
    }

    fn select(&mut self, clauses: &'a [CommClause], label: Option<&Name>) {
        clauses.iter().filter_map(|c| c.comm.as_ref()).for_each(|comm| self.stmt(comm, None));
        let done = self.new_block();
        self.name_targets(label, done, None);
        let targets = Targets { break_block: done, continue_block: None, fallthrough_block: None };
        for clause in clauses.iter().filter(|clause| clause.comm.is_some()) {
            let (body, after) = (self.new_block(), self.new_block());
            self.branch_to(&[body, after], body);
            self.add_breakable(&clause.body, targets, done);
            self.current = after;
        }
        if let Some(clause) = clauses.iter().find(|clause| clause.comm.is_none()) {
            self.add_breakable(&clause.body, targets, done);
        }
        self.current = done;
    }
}
