//! Finds the functions that print like those of package fmt: functions of the library, and functions of the program
//! that pass their format and arguments on to a print function.

use crate::pass::{Pass, full_name};
use crate::walk::{Node, inspect};
use minigo_syntax::ast::{
    Block, CallExpr, Expr, ExprKind as E, Ident, Param, StmtKind as S, UnaryOp,
};
use minigo_syntax::hash::HashMap;
use minigo_types::info::{Object, ObjectId, ObjectKind};
use minigo_types::ty::{Basic, Type};

/// The way in which a function prints.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum PrintKind {
    /// Like `fmt.Print` or `fmt.Println`.
    Print,
    /// Like `fmt.Printf`.
    Printf,
    /// Like `fmt.Errorf`, which accepts `%w`.
    Errorf,
}

impl PrintKind {
    fn name(self) -> &'static str {
        match self {
            Self::Print => "print",
            Self::Printf => "printf",
            Self::Errorf => "errorf",
        }
    }
}

/// The functions of the library that print.
const LIBRARY_PRINT_FUNCTIONS: &[&str] = &[
    "fmt.Append",
    "fmt.Appendf",
    "fmt.Appendln",
    "fmt.Errorf",
    "fmt.Fprint",
    "fmt.Fprintf",
    "fmt.Fprintln",
    "fmt.Print",
    "fmt.Printf",
    "fmt.Println",
    "fmt.Sprint",
    "fmt.Sprintf",
    "fmt.Sprintln",
    "runtime/trace.Logf",
    "log.Print",
    "log.Printf",
    "log.Println",
    "log.Fatal",
    "log.Fatalf",
    "log.Fatalln",
    "log.Panic",
    "log.Panicf",
    "log.Panicln",
    "(*log.Logger).Fatal",
    "(*log.Logger).Fatalf",
    "(*log.Logger).Fatalln",
    "(*log.Logger).Panic",
    "(*log.Logger).Panicf",
    "(*log.Logger).Panicln",
    "(*log.Logger).Print",
    "(*log.Logger).Printf",
    "(*log.Logger).Println",
    "(*testing.common).Error",
    "(*testing.common).Errorf",
    "(*testing.common).Fatal",
    "(*testing.common).Fatalf",
    "(*testing.common).Log",
    "(*testing.common).Logf",
    "(*testing.common).Skip",
    "(*testing.common).Skipf",
];

/// The functions of the program that print.
#[derive(Default)]
pub(crate) struct Wrappers {
    print_kinds: HashMap<ObjectId, PrintKind>,
}

/// Returns the object that an expression denotes if it is an identifier.
type ResolveName<'f> = dyn Fn(&Expr) -> Option<ObjectId> + 'f;

/// A function that may be a wrapper of a print function.
struct Candidate<'a> {
    object: ObjectId,
    format_param: Option<ObjectId>,
    args_param: ObjectId,
    body: &'a Block,
}

impl Wrappers {
    /// The kind of a callee that prints; `None` for other callees.
    pub(crate) fn kind_of(&self, (id, object): (ObjectId, &Object)) -> Option<PrintKind> {
        if let Some(kind) = self.print_kinds.get(&id) {
            return Some(*kind);
        }
        if !matches!(object.kind, ObjectKind::Func(_)) {
            return None;
        }
        let name = full_name(object);
        if !LIBRARY_PRINT_FUNCTIONS.contains(&name.as_str()) {
            return None;
        }
        Some(match name.as_str() {
            "fmt.Errorf" => PrintKind::Errorf,
            name if name.ends_with('f') => PrintKind::Printf,
            _ => PrintKind::Print,
        })
    }

    /// Finds the wrappers of a package. The wrappers of its imported packages are already known.
    pub(crate) fn find_wrappers(&mut self, passes: &[Pass<'_>]) {
        let candidates: Vec<(&Pass<'_>, Candidate<'_>)> = passes
            .iter()
            .flat_map(|pass| candidates(pass).into_iter().map(move |c| (pass, c)))
            .collect();
        // A wrapper may wrap a wrapper that is declared after it.
        loop {
            let before = self.print_kinds.len();
            for (pass, candidate) in &candidates {
                if let Some(kind) = self.forwards_format(pass, candidate, false) {
                    self.print_kinds.entry(candidate.object).or_insert(kind);
                }
            }
            if self.print_kinds.len() == before {
                break;
            }
        }
        for (pass, candidate) in &candidates {
            self.forwards_format(pass, candidate, true);
        }
    }

    /// The kind of the print function to which the candidate passes its arguments. With `report`, arguments that are
    /// passed without `...` are reported.
    fn forwards_format(
        &self,
        pass: &Pass<'_>,
        candidate: &Candidate<'_>,
        report: bool,
    ) -> Option<PrintKind> {
        let (mut found, mut changed) = (None, false);
        let own = |e: &Expr| {
            let used = pass.info.object_at_use(e.pos).filter(|_| matches!(e.kind, E::Ident(_)));
            used.map(|(id, _)| id)
        };
        let matters = |e: &Expr| {
            own(e)
                .is_some_and(|id| id == candidate.args_param || Some(id) == candidate.format_param)
        };
        inspect(Node::Block(candidate.body), &mut |node| {
            match node {
                // A parameter that is assigned to, directly or through a pointer, is not passed on unchanged.
                Node::Stmt(stmt) => {
                    if let S::Assign(lhs, _) = &stmt.kind {
                        changed |= lhs.iter().any(matters);
                    }
                }
                Node::Expr(e) if !changed => match &e.kind {
                    E::Unary(UnaryOp::Addr, x) => changed |= matters(x),
                    E::Call(call)
                        if call.args.last().and_then(own) == Some(candidate.args_param) =>
                    {
                        let kind = pass.callee(call).and_then(|callee| self.kind_of(callee));
                        let Some(kind) = kind else { return true };
                        if self.is_forwarded(pass, (e, call), kind, candidate, (&own, report)) {
                            found = found.or(Some(kind));
                        }
                    }
                    _ => {}
                },
                _ => {}
            }
            !changed
        });
        found
    }

    fn is_forwarded(
        &self,
        pass: &Pass<'_>,
        (e, call): (&Expr, &CallExpr),
        kind: PrintKind,
        candidate: &Candidate<'_>,
        (own, report): (&ResolveName<'_>, bool),
    ) -> bool {
        if kind != PrintKind::Print {
            let format = call.args.len().checked_sub(2).and_then(|at| own(&call.args[at]));
            if format.is_none() || format != candidate.format_param {
                return false;
            }
        }
        if call.ellipsis.is_some() {
            return true;
        }
        let sig = pass.type_of(&call.func).and_then(|ty| pass.signature(ty));
        if report && sig.is_some_and(|sig| call.args.len() <= sig.params.len()) {
            let message = format!("missing ... in args forwarded to {}-like function", kind.name());
            pass.report(super::DIAGNOSTIC_CODE, e.span(), message);
        }
        false
    }
}

/// The functions with parameters `…, args ...any`.
fn candidates<'a>(pass: &Pass<'a>) -> Vec<Candidate<'a>> {
    let mut list = Vec::new();
    for func in &pass.funcs {
        if let (Some(decl), Some(body)) = (func.decl, func.body)
            && let Some((object, _)) = pass.info.object_at_def(decl.name.pos)
        {
            list.extend(new_candidate(pass, object, &func.ty.params, body));
        }
    }
    list.extend(variable_candidates(pass));
    list
}

/// Variables that contain functions with parameters `…, args ...any`: those declared with or assigned a function
/// literal.
fn variable_candidates<'a>(pass: &Pass<'a>) -> Vec<Candidate<'a>> {
    let mut list = Vec::new();
    let literal = |e: &'a Expr, object: Option<ObjectId>| match &e.kind {
        E::FuncLit(lit) => new_candidate(pass, object?, &lit.ty.params, &lit.body),
        _ => None,
    };
    let defined = |name: &Ident| {
        let object =
            pass.info.object_at_def(name.pos).or_else(|| pass.info.object_at_use(name.pos));
        object.map(|(id, _)| id)
    };
    for spec in &pass.vars {
        let pairs = spec.names.iter().zip(&spec.values);
        list.extend(pairs.filter_map(|(name, value)| literal(value, defined(name))));
    }
    for stmt in &pass.stmts {
        match &stmt.kind {
            S::Define(names, rhs) => {
                let pairs = names.iter().zip(rhs);
                list.extend(pairs.filter_map(|(name, value)| literal(value, defined(name))));
            }
            S::Assign(lhs, rhs) => list.extend(
                lhs.iter()
                    .zip(rhs)
                    .filter_map(|(to, value)| literal(value, pass.object(to).map(|(id, _)| id))),
            ),
            _ => {}
        }
    }
    list
}

fn new_candidate<'a>(
    pass: &Pass<'a>,
    object: ObjectId,
    params: &[Param],
    body: &'a Block,
) -> Option<Candidate<'a>> {
    let (last, before) = params.split_last().filter(|(last, _)| last.variadic)?;
    let elem = pass.type_of(&last.ty)?;
    let any = matches!(pass.type_table().get(elem), Type::Interface(i)
        if i.methods.is_empty() && i.terms.is_none() && !i.comparable);
    if !any {
        return None;
    }
    let id = |param: &Param| {
        let name = param.name.as_ref()?;
        pass.info.object_at_def(name.pos).map(|(id, _)| id)
    };
    let string = |param: &&Param| pass.type_of(&param.ty) == Some(Basic::String.id());
    let format = before.last().filter(string).and_then(id);
    Some(Candidate { object, format_param: format, args_param: id(last)?, body })
}
