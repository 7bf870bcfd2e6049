//! Prints the typed program as text that reads like Go, for `minigo dump types` and its golden tests.
//!
//! Scopes are resolved and the program is desugared, so the text uses notations that Go lacks:
//!
//! * a name that several variables of a function share gets a number, `v·2`; temporaries are `t·1`, `t·2`; a captured
//!   variable is `f.v`, where `f` is the function that declares it
//! * `zero(T)` is the zero value; `T(x)` is any conversion, implicit ones included; a constant is printed with its type
//!   unless it has its default type
//! * `bind(x, f)` is a method value; `{ …; x }` is statements before a value; `break L1` names the statement that it
//!   leaves

mod expr;
mod stmt;

use super::{Body, Func, FuncId, Program, VarId};
use crate::ty::{Type, TypeId};
use minigo_syntax::hash::HashMap;

/// The printer of functions.
pub struct Printer<'p> {
    program: &'p Program,
    out: String,
    /// The number of open braces.
    depth: usize,
    /// The function that is printed.
    func: FuncId,
    /// For each variable, its printed name in the function that declares it.
    names: Vec<String>,
}

impl<'p> Printer<'p> {
    /// Makes a printer for the functions of a program.
    #[must_use]
    pub fn new(program: &'p Program) -> Self {
        let mut used: HashMap<(FuncId, &str), u32> = HashMap::default();
        let names = program.vars.iter().map(|var| {
            let base = if var.name.is_empty() { "t" } else { var.name.as_str() };
            let count = used.entry((var.owner, base)).or_default();
            *count += 1;
            let numbered = *count > 1 || var.name.is_empty();
            if numbered { format!("{base}·{count}") } else { base.to_owned() }
        });
        Self { program, out: String::new(), depth: 0, func: FuncId(0), names: names.collect() }
    }

    /// The text of a function with its body.
    pub fn function(&mut self, id: FuncId) -> String {
        self.func = id;
        self.write(self.program.func(id));
        std::mem::take(&mut self.out)
    }

    fn write(&mut self, func: &Func) {
        self.write_text("func ");
        if let Some(recv) = func.recv {
            self.write_text("(");
            self.write_var(recv);
            self.write_text(") ");
        }
        self.write_text(&func.name);
        self.write_variables("(", &func.params, ")");
        if !func.results.is_empty() {
            self.write_variables(" (", &func.results, ")");
        }
        match &func.body {
            Body::Native => self.write_text(" // native"),
            Body::Unreached => self.write_text(" // not reached"),
            Body::Block(stmts) => {
                self.write_text(" {");
                self.write_func_facts(func);
                self.block(stmts);
            }
        }
        self.write_text("\n");
    }

    /// Prints the facts about a function that are neither in its signature nor in its body.
    fn write_func_facts(&mut self, func: &Func) {
        let mut notes = Vec::new();
        if !func.captures.is_empty() {
            let names: Vec<String> = func.captures.iter().map(|&v| self.name(v)).collect();
            notes.push(format!("captures {}", names.join(", ")));
        }
        if func.is_wrapper {
            notes.push("wrapper".to_owned());
        }
        if !notes.is_empty() {
            self.write_text(&format!(" // {}", notes.join("; ")));
        }
    }

    fn write_variables(&mut self, open: &str, vars: &[VarId], close: &str) {
        self.write_text(open);
        for (i, &var) in vars.iter().enumerate() {
            self.write_text(if i > 0 { ", " } else { "" });
            self.write_var(var);
        }
        self.write_text(close);
    }

    /// Prints `name type`.
    fn write_var(&mut self, var: VarId) {
        let name = self.name(var);
        let ty = self.ty(self.program.var(var).ty);
        self.write_text(&format!("{name} {ty}"));
    }

    /// The printed name of the variable, prefixed with its function's name if it belongs to another function.
    fn name(&self, var: VarId) -> String {
        let (name, owner) = (&self.names[var.0 as usize], self.program.var(var).owner);
        if owner == self.func {
            return name.clone();
        }
        let owner = self.program.func(owner).name.rsplit('.').next().unwrap_or_default();
        format!("{owner}.{name}")
    }

    fn ty(&self, ty: TypeId) -> String {
        match self.program.types.get(ty) {
            Type::Tuple(parts) => {
                let parts: Vec<String> = parts.iter().map(|&part| self.ty(part)).collect();
                format!("({})", parts.join(", "))
            }
            _ => self.program.types.runtime_name(ty),
        }
    }

    fn write_text(&mut self, text: &str) {
        self.out.push_str(text);
    }

    fn write_line_start(&mut self) {
        self.out.push('\n');
        self.out.extend(std::iter::repeat_n('\t', self.depth));
    }
}
