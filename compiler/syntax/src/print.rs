//! Prints the syntax tree as indented text, for `dump ast` and golden tests.
//!
//! Each node is on a line of its own: its kind, its position if a source is given, and its content.

use std::fmt::Write as _;

use crate::ast::*;
use crate::source::{Pos, Source};

/// Prints a file; each node is a line `kind @line:col text`.
#[must_use]
pub fn print_file(source: &Source, file: &File) -> String {
    let mut p = Printer { source, out: String::new(), depth: 0 };
    p.line(file.package.pos, &format!("package {}", file.package.name));
    for import in &file.imports {
        let name = import.name.as_ref().map_or_else(String::new, |n| format!("{} ", n.name));
        p.line(import.pos, &format!("import {name}{:?}", import.path.as_str()));
    }
    for decl in &file.decls {
        p.decl(decl);
    }
    p.out
}

/// Prints an input of a session in the same form.
#[must_use]
pub fn print_input(source: &Source, decls: &[Decl], body: &Block) -> String {
    let mut p = Printer { source, out: String::new(), depth: 0 };
    decls.iter().for_each(|decl| p.decl(decl));
    body.stmts.iter().for_each(|stmt| p.stmt(stmt));
    p.out
}

struct Printer<'a> {
    source: &'a Source,
    out: String,
    depth: usize,
}

fn names(list: &[Ident]) -> String {
    list.iter().map(|n| n.name.as_str()).collect::<Vec<_>>().join(", ")
}

impl Printer<'_> {
    fn line(&mut self, pos: Pos, text: &str) {
        let (line, column) = if pos.is_known() { self.source.line_col(pos) } else { (0, 0) };
        let indent = "  ".repeat(self.depth);
        let _ = writeln!(self.out, "{indent}{text} @{line}:{column}");
    }

    fn print_nested(&mut self, pos: Pos, text: &str, inner: impl FnOnce(&mut Self)) {
        self.line(pos, text);
        self.depth += 1;
        inner(self);
        self.depth -= 1;
    }

    fn decl(&mut self, decl: &Decl) {
        match decl {
            Decl::Bad(pos) => self.line(*pos, "bad declaration"),
            Decl::Const(specs) => {
                for s in specs {
                    self.print_nested(
                        s.pos,
                        &format!("const {} iota={}", names(&s.names), s.iota),
                        |p| {
                            p.print_optional("type", s.ty.as_ref());
                            p.exprs(&s.values);
                        },
                    );
                }
            }
            Decl::Var(specs) => {
                for s in specs {
                    self.print_nested(s.pos, &format!("var {}", names(&s.names)), |p| {
                        p.print_optional("type", s.ty.as_ref());
                        p.exprs(&s.values);
                    });
                }
            }
            Decl::Type(specs) => {
                for s in specs {
                    let alias = if s.is_alias { " =" } else { "" };
                    self.print_nested(s.pos, &format!("type {}{alias}", s.name.name), |p| {
                        p.params("type parameter", &s.tparams);
                        p.expr(&s.ty);
                    });
                }
            }
            Decl::Func(f) => self.func(f),
        }
    }

    fn func(&mut self, f: &FuncDecl) {
        self.print_nested(f.pos, &format!("func {}", f.name.name), |p| {
            p.params("receiver", f.recv.as_deref().unwrap_or_default());
            p.params("type parameter", &f.tparams);
            p.params("parameter", &f.ty.params);
            p.params("result", &f.ty.results);
            match &f.body {
                None => p.line(f.end, "no body"),
                Some(Body::Deferred(span)) => p.line(span.start, "deferred body"),
                Some(Body::Parsed(block)) => p.block(block),
            }
        });
    }

    fn params(&mut self, what: &str, list: &[Param]) {
        for param in list {
            let name = param.name.as_ref().map_or("", |n| n.name.as_str());
            let dots = if param.variadic { "..." } else { "" };
            self.print_nested(param.pos, &format!("{what} {name}{dots}"), |p| p.expr(&param.ty));
        }
    }

    fn print_optional(&mut self, what: &str, x: Option<&Expr>) {
        if let Some(x) = x {
            self.print_nested(x.pos, what, |p| p.expr(x));
        }
    }

    fn exprs(&mut self, list: &[Expr]) {
        for x in list {
            self.expr(x);
        }
    }

    fn block(&mut self, block: &Block) {
        self.print_nested(block.pos, "block", |p| p.stmts(&block.stmts));
    }

    fn stmts(&mut self, list: &[Stmt]) {
        for s in list {
            self.stmt(s);
        }
    }

    fn expr(&mut self, x: &Expr) {
        match &x.kind {
            ExprKind::Bad => self.line(x.pos, "bad expression"),
            ExprKind::Ident(name) => self.line(x.pos, &format!("name {name}")),
            ExprKind::Literal(kind, text) => {
                self.line(x.pos, &format!("{} {text}", format!("{kind:?}").to_lowercase()));
            }
            ExprKind::Paren(x) => self.print_nested(x.pos, "paren", |p| p.expr(x)),
            ExprKind::FuncLit(f) => self.print_nested(x.pos, "func literal", |p| {
                p.params("parameter", &f.ty.params);
                p.params("result", &f.ty.results);
                p.block(&f.body);
            }),
            ExprKind::Composite(c) => self.print_nested(x.pos, "composite", |p| {
                p.print_optional("type", c.ty.as_ref());
                for e in &c.elems {
                    p.print_optional("key", e.key.as_deref());
                    p.expr(&e.value);
                }
            }),
            ExprKind::Selector(l, name) => {
                self.print_nested(x.pos, &format!("selector {}", name.name), |p| p.expr(l));
            }
            ExprKind::Index(l, index) => self.print_nested(x.pos, "index", |p| {
                p.expr(l);
                p.exprs(index);
            }),
            ExprKind::Slice(s) => self.print_nested(x.pos, "slice", |p| {
                p.expr(&s.x);
                for (what, i) in ["low", "high", "max"].into_iter().zip(&s.index) {
                    p.print_optional(what, i.as_ref());
                }
            }),
            ExprKind::TypeAssert(l, ty) => self.print_nested(x.pos, "type assertion", |p| {
                p.expr(l);
                p.print_optional("type", ty.as_deref());
            }),
            ExprKind::Call(c) => {
                let dots = if c.ellipsis.is_some() { "call ..." } else { "call" };
                self.print_nested(x.pos, dots, |p| {
                    p.expr(&c.func);
                    p.exprs(&c.args);
                });
            }
            ExprKind::Star(l) => self.print_nested(x.pos, "star", |p| p.expr(l)),
            ExprKind::Unary(op, l) => {
                self.print_nested(x.pos, &format!("unary {}", op.text()), |p| p.expr(l));
            }
            ExprKind::Binary(b) => {
                self.print_nested(b.op_pos, &format!("binary {}", b.op.text()), |p| {
                    p.expr(&b.x);
                    p.expr(&b.y);
                });
            }
            _ => self.ty(x),
        }
    }

    fn ty(&mut self, x: &Expr) {
        match &x.kind {
            ExprKind::ArrayType(len, elem) => self.print_nested(x.pos, "array type", |p| {
                p.print_optional("length", len.as_deref());
                p.expr(elem);
            }),
            ExprKind::SliceType(elem) => self.print_nested(x.pos, "slice type", |p| p.expr(elem)),
            ExprKind::MapType(key, elem) => self.print_nested(x.pos, "map type", |p| {
                p.expr(key);
                p.expr(elem);
            }),
            ExprKind::ChanType(dir, elem) => {
                self.print_nested(x.pos, &format!("chan type {dir:?}"), |p| p.expr(elem));
            }
            ExprKind::FuncType(f) => self.print_nested(x.pos, "func type", |p| {
                p.params("parameter", &f.params);
                p.params("result", &f.results);
            }),
            ExprKind::StructType(fields) => self.print_nested(x.pos, "struct type", |p| {
                for f in fields {
                    let tag = f.tag.as_ref().map_or_else(String::new, |t| format!(" {t}"));
                    p.print_nested(f.pos, &format!("field {}{tag}", names(&f.names)), |p| {
                        p.expr(&f.ty);
                    });
                }
            }),
            ExprKind::InterfaceType(elems) => self.print_nested(x.pos, "interface type", |p| {
                for elem in elems {
                    match elem {
                        InterfaceElem::Method(name, f) => {
                            p.print_nested(name.pos, &format!("method {}", name.name), |p| {
                                p.params("parameter", &f.params);
                                p.params("result", &f.results);
                            });
                        }
                        InterfaceElem::Embedded(x) => {
                            p.print_nested(x.pos, "embedded", |p| p.expr(x));
                        }
                    }
                }
            }),
            ExprKind::Union(terms) => self.print_nested(x.pos, "union", |p| {
                for t in terms {
                    p.print_nested(t.pos, if t.tilde { "term ~" } else { "term" }, |p| {
                        p.expr(&t.ty);
                    });
                }
            }),
            _ => {}
        }
    }

    fn stmt(&mut self, s: &Stmt) {
        match &s.kind {
            StmtKind::Bad => self.line(s.pos, "bad statement"),
            StmtKind::Empty => self.line(s.pos, "empty"),
            StmtKind::Expr(x) => self.print_nested(s.pos, "expression", |p| p.expr(x)),
            StmtKind::Send(ch, x) => self.print_nested(s.pos, "send", |p| {
                p.expr(ch);
                p.expr(x);
            }),
            StmtKind::IncDec(x, what) => {
                self.print_nested(s.pos, &format!("{what:?}").to_lowercase(), |p| p.expr(x));
            }
            StmtKind::Assign(l, r) => self.print_nested(s.pos, "assign", |p| {
                p.exprs(l);
                p.print_nested(s.pos, "from", |p| p.exprs(r));
            }),
            StmtKind::Define(l, r) => {
                self.print_nested(s.pos, &format!("define {}", names(l)), |p| p.exprs(r));
            }
            StmtKind::OpAssign(op, pair) => {
                self.print_nested(s.pos, &format!("assign {}=", op.text()), |p| {
                    p.expr(&pair.0);
                    p.expr(&pair.1);
                });
            }
            StmtKind::Decl(d) => self.decl(d),
            StmtKind::Labeled(l, inner) => {
                self.print_nested(s.pos, &format!("label {}", l.name), |p| p.stmt(inner));
            }
            StmtKind::Go(x) => self.print_nested(s.pos, "go", |p| p.expr(x)),
            StmtKind::Defer(x) => self.print_nested(s.pos, "defer", |p| p.expr(x)),
            StmtKind::Return(list) => self.print_nested(s.pos, "return", |p| p.exprs(list)),
            StmtKind::Branch(kind, label) => {
                let label = label.as_ref().map_or_else(String::new, |l| format!(" {}", l.name));
                self.line(s.pos, &format!("{}{label}", format!("{kind:?}").to_lowercase()));
            }
            StmtKind::Block(b) => self.block(b),
            _ => self.print_compound(s),
        }
    }

    fn print_compound(&mut self, s: &Stmt) {
        match &s.kind {
            StmtKind::If(i) => self.print_nested(s.pos, "if", |p| {
                p.print_init(i.init.as_ref());
                p.print_optional("condition", Some(&i.cond));
                p.block(&i.then);
                if let Some(e) = &i.els {
                    p.print_nested(e.pos, "else", |p| p.stmt(e));
                }
            }),
            StmtKind::For(f) => self.print_nested(s.pos, "for", |p| {
                p.print_init(f.init.as_ref());
                p.print_optional("condition", f.cond.as_ref());
                if let Some(post) = &f.post {
                    p.print_nested(post.pos, "post", |p| p.stmt(post));
                }
                p.block(&f.body);
            }),
            StmtKind::Range(r) => {
                self.print_nested(s.pos, if r.is_define { "range :=" } else { "range" }, |p| {
                    p.print_optional("key", r.key.as_ref());
                    p.print_optional("value", r.value.as_ref());
                    p.expr(&r.x);
                    p.block(&r.body);
                });
            }
            StmtKind::Switch(w) => self.print_nested(s.pos, "switch", |p| {
                p.print_init(w.init.as_ref());
                p.print_optional("tag", w.tag.as_ref());
                p.clauses(&w.clauses);
            }),
            StmtKind::TypeSwitch(w) => {
                let name = w.name.as_ref().map_or("", |n| n.name.as_str());
                self.print_nested(s.pos, &format!("type switch {name}"), |p| {
                    p.print_init(w.init.as_ref());
                    p.expr(&w.x);
                    p.clauses(&w.clauses);
                });
            }
            StmtKind::Select(w) => self.print_nested(s.pos, "select", |p| {
                for c in &w.clauses {
                    let what = if c.comm.is_some() { "case" } else { "default" };
                    p.print_nested(c.pos, what, |p| {
                        if let Some(comm) = &c.comm {
                            p.stmt(comm);
                        }
                        p.stmts(&c.body);
                    });
                }
            }),
            _ => {}
        }
    }

    fn print_init(&mut self, s: Option<&Stmt>) {
        if let Some(s) = s {
            self.print_nested(s.pos, "init", |p| p.stmt(s));
        }
    }

    fn clauses(&mut self, list: &[CaseClause]) {
        for c in list {
            let what = if c.list.is_some() { "case" } else { "default" };
            self.print_nested(c.pos, what, |p| {
                p.exprs(c.list.as_deref().unwrap_or_default());
                p.stmts(&c.body);
            });
        }
    }
}
