//! Checks labels and jumps: the labels that `break`, `continue`, `goto` and `fallthrough` may name, and the places
//! where these statements may stand.
//!
//! A separate pass over the statements of a function, which needs no types.

use crate::checker::Checker;
use crate::errors::name_suggestions::did_you_mean;
use minigo_syntax::ast::{Block, BranchKind, CaseClause, Decl, Ident, Name, Stmt, StmtKind as S};
use minigo_syntax::diagnostic::{Code, Diagnostic};
use minigo_syntax::hash::HashMap;
use minigo_syntax::source::{Pos, Span};
use minigo_syntax::suggest::nearest;

/// The kind of statement that has a label.
#[derive(Clone, Copy, PartialEq, Eq)]
enum LabeledKind {
    Loop,
    /// A switch or a select.
    Breakable,
    Other,
}

struct Label {
    pos: Pos,
    block_number: usize,
    start: Pos,
    kind: LabeledKind,
    is_used: bool,
    /// Whether the labelled statement encloses the current one.
    is_open: bool,
}

/// The targets of `break`, `continue` and `fallthrough` at a statement.
#[derive(Clone, Copy)]
struct Targets {
    is_break_target: bool,
    is_continue_target: bool,
    switch_clause: Option<Clause>,
}

/// The clause of a switch that contains the statement.
#[derive(Clone, Copy)]
struct Clause {
    is_type_switch: bool,
    /// Whether the clause is the last one; `None` inside a nested block.
    is_last: Option<bool>,
}

#[derive(Clone)]
struct Jump {
    label: Ident,
    /// The declaration of a variable in the jump's block that the jump skips.
    skipped_decl: Option<(Name, Pos)>,
}

#[derive(Default)]
struct LabelPass {
    labels: HashMap<Name, Label>,
    label_order: Vec<Name>,
    /// The numbers of the enclosing blocks, innermost last.
    enclosing_blocks: Vec<usize>,
    label_count: usize,
    errors: Vec<(Code, Pos, BranchProblem)>,
}

/// A message. Messages that name positions are formatted at the end, when all labels are known.
enum BranchProblem {
    Text(String),
    /// A message about an undefined label, and the label's name.
    Undefined(String, Name),
    JumpsInto(Name, Pos),
    JumpsOver(Name, Name, Pos),
    Defined(Name, Pos),
}

impl Checker<'_> {
    /// Checks the labels and jumps of a function's body.
    pub(crate) fn check_branches(&mut self, body: &Block) {
        if self.context.suppresses_errors {
            return;
        }
        let mut pass = LabelPass::default();
        let none =
            Targets { is_break_target: false, is_continue_target: false, switch_clause: None };
        let open = pass.block(none, body.pos, &body.stmts);
        for jump in open {
            let name = &jump.label.name;
            let (code, problem) = match pass.labels.get_mut(name) {
                Some(label) => {
                    label.is_used = true;
                    (Code::JumpIntoBlock, BranchProblem::JumpsInto(name.clone(), label.start))
                }
                None => {
                    let message = format!("label {name} not defined");
                    (Code::UndeclaredLabel, BranchProblem::Undefined(message, name.clone()))
                }
            };
            pass.errors.push((code, jump.label.pos, problem));
        }
        for name in &pass.label_order {
            let label = &pass.labels[name];
            if !label.is_used {
                let message = format!("label {name} defined and not used");
                pass.errors.push((Code::UnusedLabel, label.pos, BranchProblem::Text(message)));
            }
        }
        for (code, pos, problem) in pass.errors {
            self.report_problem(code, pos, problem, &pass.label_order);
        }
    }

    fn report_problem(&mut self, code: Code, pos: Pos, problem: BranchProblem, labels: &[Name]) {
        let error = |message| Diagnostic::error(code, Span::at(pos), message);
        let error = match problem {
            BranchProblem::Text(text) => error(text),
            BranchProblem::Undefined(text, name) => {
                let span = Span::of_name(&name, pos);
                let near = nearest(&name, labels.iter().map(Name::as_str));
                let error = Diagnostic::error(code, span, text);
                error.with_suggestion(near.map(|near| did_you_mean(span, near)))
            }
            BranchProblem::JumpsInto(name, start) => {
                let at = self.position_text(start);
                error(format!("goto {name} jumps into block starting at {at}"))
                    .with_label_at(Span::at(start), "the block")
            }
            BranchProblem::JumpsOver(name, var, at) => {
                // The position of a `:=` statement is that of its operator, after the names.
                let at = if self.is_name_start(at) { at } else { self.define_pos_after(at) };
                let position = self.position_text(at);
                error(format!("goto {name} jumps over declaration of {var} at {position}"))
                    .with_label_at(Span::at(at), "the declaration")
            }
            BranchProblem::Defined(name, at) => {
                error(format!("label {name} already defined at {}", self.position_text(at)))
                    .with_label_at(Span::of_name(&name, at), "the first definition")
            }
        };
        self.report(error);
    }
}

impl Checker<'_> {
    /// Reports whether an identifier begins at the position.
    fn is_name_start(&self, pos: Pos) -> bool {
        let Some(source) = self.sources.file_of(pos) else { return true };
        let rest = source.text.get((pos.0 - source.base.0) as usize..).unwrap_or("");
        rest.starts_with(|c: char| c.is_alphabetic() || c == '_')
    }
}

impl LabelPass {
    fn error(&mut self, code: Code, pos: Pos, message: impl Into<String>) {
        self.errors.push((code, pos, BranchProblem::Text(message.into())));
    }

    /// Checks a block. Returns the forward jumps whose label the block does not declare.
    fn block(&mut self, targets: Targets, start: Pos, list: &[Stmt]) -> Vec<Jump> {
        self.label_count += 1;
        self.enclosing_blocks.push(self.label_count);
        let end = list.iter().rposition(|s| !matches!(s.kind, S::Empty)).map_or(0, |at| at + 1);
        let list = &list[..end];
        let mut jumps = Vec::new();
        for (i, s) in list.iter().enumerate() {
            self.stmt(s, targets, start, i + 1 == list.len(), &mut jumps);
        }
        self.enclosing_blocks.pop();
        // The variables that this block declares go out of scope at its end.
        jumps.iter_mut().for_each(|jump| jump.skipped_decl = None);
        jumps
    }

    fn stmt(
        &mut self,
        s: &Stmt,
        targets: Targets,
        start: Pos,
        is_last: bool,
        jumps: &mut Vec<Jump>,
    ) {
        let inner = Targets { switch_clause: targets.switch_clause.map(nested_clause), ..targets };
        let looping =
            Targets { is_break_target: true, is_continue_target: true, switch_clause: None };
        match &s.kind {
            S::Decl(decl) => {
                if let Decl::Var(specs) = &**decl
                    && let Some(name) = specs.first().and_then(|s| s.names.first())
                {
                    note_skipped_decl(jumps, &name.name, specs[0].pos);
                }
            }
            S::Define(names, _) => {
                let list: Vec<&str> = names.iter().map(|n| n.name.as_str()).collect();
                let end = names.last().map_or(s.pos, |last| last.span().end);
                note_skipped_decl(jumps, &Name::from(list.join(", ")), end);
            }
            S::Labeled(label, labeled) => {
                self.label(label, labeled, start, jumps);
                self.stmt(labeled, targets, start, is_last, jumps);
                if let Some(label) = self.labels.get_mut(&label.name) {
                    label.is_open = false;
                }
            }
            S::Branch(kind, None) => self.plain_branch(*kind, s.pos, targets, is_last),
            S::Branch(kind, Some(label)) => self.labeled_branch(*kind, label, jumps),
            S::Block(block) => jumps.extend(self.block(inner, block.pos, &block.stmts)),
            S::If(s) => {
                jumps.extend(self.block(inner, s.then.pos, &s.then.stmts));
                if let Some(els) = &s.els {
                    jumps.extend(self.block(inner, els.pos, std::slice::from_ref(els)));
                }
            }
            S::For(s) => jumps.extend(self.block(looping, s.body.pos, &s.body.stmts)),
            S::Range(s) => jumps.extend(self.block(looping, s.body.pos, &s.body.stmts)),
            S::Switch(s) => self.clauses(&s.clauses, targets, false, jumps),
            S::TypeSwitch(s) => self.clauses(&s.clauses, targets, true, jumps),
            S::Select(s) => {
                let targets = Targets { is_break_target: true, switch_clause: None, ..targets };
                for clause in &s.clauses {
                    jumps.extend(self.block(targets, clause.pos, &clause.body));
                }
            }
            _ => {}
        }
    }

    fn clauses(
        &mut self,
        clauses: &[CaseClause],
        targets: Targets,
        type_switch: bool,
        jumps: &mut Vec<Jump>,
    ) {
        for (i, clause) in clauses.iter().enumerate() {
            let switch =
                Some(Clause { is_type_switch: type_switch, is_last: Some(i + 1 == clauses.len()) });
            let targets = Targets { is_break_target: true, switch_clause: switch, ..targets };
            jumps.extend(self.block(targets, clause.pos, &clause.body));
        }
    }

    fn label(&mut self, label: &Ident, labeled: &Stmt, start: Pos, jumps: &mut Vec<Jump>) {
        if label.is_blank() {
            return;
        }
        let kind = match labeled.kind {
            S::For(_) | S::Range(_) => LabeledKind::Loop,
            S::Switch(_) | S::TypeSwitch(_) | S::Select(_) => LabeledKind::Breakable,
            _ => LabeledKind::Other,
        };
        if let Some(old) = self.labels.get(&label.name) {
            let problem = BranchProblem::Defined(label.name.clone(), old.pos);
            self.errors.push((Code::DuplicateLabel, label.pos, problem));
        } else {
            let block = *self.enclosing_blocks.last().expect("inside a block");
            let new = Label {
                pos: label.pos,
                block_number: block,
                start,
                kind,
                is_used: false,
                is_open: true,
            };
            self.labels.insert(label.name.clone(), new);
            self.label_order.push(label.name.clone());
        }
        let (here, rest): (Vec<_>, Vec<_>) =
            jumps.drain(..).partition(|jump| jump.label.name == label.name);
        *jumps = rest;
        for jump in here {
            self.labels.get_mut(&label.name).expect("just declared").is_used = true;
            if let Some((var, at)) = jump.skipped_decl {
                let problem = BranchProblem::JumpsOver(label.name.clone(), var, at);
                self.errors.push((Code::JumpOverDecl, jump.label.pos, problem));
            }
        }
    }

    fn plain_branch(&mut self, kind: BranchKind, pos: Pos, targets: Targets, is_last: bool) {
        match kind {
            BranchKind::Break if !targets.is_break_target => {
                let message = "break is not in a loop, switch, or select";
                self.error(Code::MisplacedBreak, pos, message);
            }
            BranchKind::Continue if !targets.is_continue_target => {
                self.error(Code::MisplacedContinue, pos, "continue is not in a loop");
            }
            BranchKind::Fallthrough => {
                let message = match targets.switch_clause {
                    Some(Clause { is_type_switch: true, .. }) => {
                        "cannot fallthrough in type switch"
                    }
                    Some(Clause { is_last: Some(last), .. }) if is_last => {
                        if !last {
                            return;
                        }
                        "cannot fallthrough final case in switch"
                    }
                    _ => "fallthrough statement out of place",
                };
                self.error(Code::MisplacedFallthrough, pos, message);
            }
            _ => {}
        }
    }

    fn labeled_branch(&mut self, kind: BranchKind, label: &Ident, jumps: &mut Vec<Jump>) {
        let name = &label.name;
        let verb = match kind {
            BranchKind::Break => "break",
            BranchKind::Continue => "continue",
            BranchKind::Goto => {
                let found = self.labels.get_mut(name).is_some_and(|found| {
                    found.is_used = true;
                    self.enclosing_blocks.contains(&found.block_number)
                });
                if !found {
                    jumps.push(Jump { label: label.clone(), skipped_decl: None });
                }
                return;
            }
            BranchKind::Fallthrough => return,
        };
        let Some(found) = self.labels.get_mut(name) else {
            let message = format!("{verb} label not defined: {name}");
            let problem = BranchProblem::Undefined(message, name.clone());
            self.errors.push((Code::UndeclaredLabel, label.pos, problem));
            return;
        };
        found.is_used = true;
        let fits = match kind {
            BranchKind::Continue => found.kind == LabeledKind::Loop,
            _ => found.kind != LabeledKind::Other,
        };
        if !fits || !found.is_open {
            let message = format!("invalid {verb} label {name}");
            self.error(Code::MisplacedLabel, label.pos, message);
        }
    }
}

/// Records that all forward jumps so far skip this declaration.
fn note_skipped_decl(jumps: &mut [Jump], name: &Name, pos: Pos) {
    for jump in jumps {
        jump.skipped_decl = Some((name.clone(), pos));
    }
}

fn nested_clause(clause: Clause) -> Clause {
    Clause { is_last: None, ..clause }
}
