//! Checks calls of print functions: verbs that do not fit the arguments, missing or surplus arguments, formatting
//! directives in functions that do not interpret them.
//!
//! The module `format` parses format strings, `verb` knows the types that a verb prints, `wrappers` finds the functions
//! that print.

mod format;
mod verb;
mod wrappers;

pub(crate) use wrappers::Wrappers;

use crate::pass::{Pass, full_name};
use format::Operation;
use minigo_syntax::ast::{CallExpr, Expr, ExprKind as E, LiteralKind, UnaryOp};
use minigo_syntax::diagnostic::Code;
use minigo_syntax::expr_text;
use minigo_syntax::source::{Pos, Span};
use minigo_types::ty::print::Qualifier;
use minigo_types::ty::{Signature, Type, TypeId};
use wrappers::PrintKind;

const DIAGNOSTIC_CODE: Code = Code::Printf;

/// Reports calls of print functions that do not print as intended.
pub(crate) fn run(pass: &Pass<'_>, wrappers: &Wrappers) {
    for (e, call) in pass.calls() {
        let Some(callee) = pass.callee(call) else { continue };
        let Some(kind) = wrappers.kind_of(callee) else { continue };
        let name = full_name(callee.1);
        let Some(sig) = pass.type_of(&call.func).and_then(|ty| pass.signature(ty)) else {
            continue;
        };
        let check = Call { pass, call, span: e.span(), name };
        match kind {
            PrintKind::Print => check.check_print_call(sig),
            PrintKind::Printf | PrintKind::Errorf => check.check_printf_call(sig, kind),
        }
    }
}

/// A call of a print function.
struct Call<'c, 'a> {
    pass: &'c Pass<'a>,
    call: &'c CallExpr,
    span: Span,
    name: String,
}

impl Call<'_, '_> {
    fn report(&self, span: Span, message: impl Into<String>) {
        self.pass.report(DIAGNOSTIC_CODE, span, message);
    }

    /// Checks a call like `fmt.Printf`.
    fn check_printf_call(&self, sig: &Signature, kind: PrintKind) {
        let (args, name) = (&self.call.args, &self.name);
        let at = sig.params.len().checked_sub(2).filter(|at| sig.variadic && *at < args.len());
        let Some(at) = at else { return };
        let format_arg = &args[at];
        let first = at + 1;
        let Some(format) = self.pass.constant_string(format_arg) else {
            if first == args.len() && self.pass.version >= (1, 24) {
                let message = format!("non-constant format string in call to {name}");
                let at = Span::at(format_arg.pos);
                let words = "print the text as it is: insert \"%s\"".to_owned();
                let suggestion = (at, "\"%s\", ".to_owned(), words);
                let edits = vec![(suggestion.0, suggestion.1.clone())];
                let code = (DIAGNOSTIC_CODE, format_arg.span());
                let finding = self.pass.finding_with_suggestion(code, message, suggestion);
                let finding = finding.with_vet_fix("Insert \"%s\" format string", Some(edits));
                self.pass.push_finding(finding);
            }
            return;
        };
        if !format.contains('%') {
            if let Some(arg) = args.get(first) {
                let message = format!("{name} call has arguments but no formatting directives");
                self.report(arg.span(), message);
            }
            return;
        }
        let operations = match format::parse(&format) {
            Ok(operations) => operations,
            Err(problem) => return self.report(format_arg.span(), format!("{name} {problem}")),
        };
        self.check_operations(&operations, (format_arg, first), kind);
    }

    fn check_operations(
        &self,
        list: &[Operation<'_>],
        (format, first): (&Expr, usize),
        kind: PrintKind,
    ) {
        let name = &self.name;
        // The number of arguments used so far.
        let mut used = 0;
        for operation in list {
            let span = operation_span(format, operation);
            if operation.verb == 'w' && kind != PrintKind::Errorf {
                let message = format!("{name} does not support error-wrapping directive %w");
                return self.report(span, message);
            }
            if self.check_operation(operation, span, first, &mut used).is_none() {
                return;
            }
        }
        let args = self.call.args.len();
        let all_read = self.call.ellipsis.is_some() && first + used + 1 >= args;
        if all_read || list.iter().any(|operation| operation.is_indexed) {
            return;
        }
        let given = args - first;
        if used < given {
            let message = format!(
                "{name} call needs {} but has {}",
                argument_count(used),
                argument_count(given)
            );
            self.report(self.span, message);
        }
    }

    /// Checks one operation. Returns `None` if the rest of the format cannot be checked.
    fn check_operation(
        &self,
        operation: &Operation<'_>,
        span: Span,
        first: usize,
        used: &mut usize,
    ) -> Option<()> {
        let (name, text) = (&self.name, operation.text);
        let verb = verb::find_verb(operation.verb, self.pass.version);
        let arg = self.call.args.get(first + operation.argument_index);
        let formatter = verb.is_none_or(|(_, kinds)| kinds != verb::ERROR)
            && arg
                .and_then(|e| self.type_of(e))
                .is_some_and(|ty| verb::is_formatter(self.pass, ty));
        if !formatter {
            let Some((flags, _)) = verb else {
                let verb = operation.verb;
                self.report(span, format!("{name} format {text} has unknown verb {verb}"));
                return None;
            };
            if let Some(flag) = operation.flags.chars().find(|&f| f != '0' && !flags.contains(f)) {
                self.report(span, format!("{name} format {text} has unrecognized flag {flag}"));
                return None;
            }
        }
        for &star in &operation.star_arguments {
            self.check_size(operation, span, self.argument_at(star, first, operation, span)?)?;
            *used = (*used).max(star + 1);
        }
        if operation.verb == '%' {
            return Some(());
        }
        *used = (*used).max(operation.argument_index + 1);
        if formatter {
            return Some(());
        }
        let arg = self.argument_at(operation.argument_index, first, operation, span)?;
        self.check_print(operation, span, verb?.1, arg)
    }

    /// Checks that the argument can be a width or precision.
    fn check_size(&self, operation: &Operation<'_>, span: Span, arg: &Expr) -> Option<()> {
        let Err(reason) = self.check_kinds(verb::INT, arg) else { return Some(()) };
        let (name, text) = (&self.name, operation.text);
        let (arg, why) = (expr_text(arg), in_parentheses(&reason));
        let message = format!("{name} format {text} uses non-int {arg}{why} as argument of *");
        self.report(span, message);
        None
    }

    /// Checks that the verb prints the argument.
    fn check_print(
        &self,
        operation: &Operation<'_>,
        span: Span,
        kinds: verb::ValueKinds,
        arg: &Expr,
    ) -> Option<()> {
        let (name, text, verb) = (&self.name, operation.text, operation.verb);
        let Some(ty) = self.type_of(arg) else { return Some(()) };
        if verb == 'w' && self.is_error_pointer(span, ty) {
            return None;
        }
        let shown = expr_text(arg);
        if matches!(self.pass.type_table().get(ty), Type::Signature(_))
            && !matches!(verb, 'p' | 'T')
        {
            let message = format!("{name} format {text} arg {shown} is a func value, not called");
            self.report(span, message);
            return None;
        }
        if let Err(reason) = self.check_kinds(kinds, arg) {
            let (ty, why) = (self.pass.type_text(ty), in_parentheses(&reason));
            let message = format!("{name} format {text} has arg {shown} of wrong type {ty}{why}");
            let reason = (arg.span(), format!("of type {ty}"));
            self.pass.report_with_label((DIAGNOSTIC_CODE, span), message, reason);
            return None;
        }
        let prints_text = !operation.flags.contains('#') || matches!(verb, 'q' | 'x' | 'X');
        if kinds & verb::STRING != 0
            && verb != 'T'
            && prints_text
            && let Some(method) = self.recursive_method(arg)
        {
            let message = format!(
                "{name} format {text} with arg {shown} causes recursive {method} method call"
            );
            self.report(span, message);
            return None;
        }
        Some(())
    }

    /// Reports a pointer to an error type: it does not match errors of that type.
    fn is_error_pointer(&self, span: Span, ty: TypeId) -> bool {
        let Type::Pointer(base) = self.pass.type_table().underlying_structure(ty) else {
            return false;
        };
        if self.pass.version < (1, 27) || !self.pass.is_error(*base) {
            return false;
        }
        let qualifier = Qualifier::Relative(self.pass.pkg);
        let (base, ty) = (
            self.pass.type_table().display(*base, qualifier),
            self.pass.type_table().display(ty, qualifier),
        );
        let message = format!(
            "%w wants operand of error type {base}, not pointer type {ty} (defeats errors.Is)"
        );
        self.report(span, message);
        true
    }

    /// The argument with this number. Returns `None` if the argument is unknown, or missing, which is reported.
    fn argument_at(
        &self,
        number: usize,
        first: usize,
        operation: &Operation<'_>,
        span: Span,
    ) -> Option<&Expr> {
        let args = &self.call.args;
        let at = first + number;
        if at + 1 < args.len() {
            return Some(&args[at]);
        }
        if self.call.ellipsis.is_some() {
            return None;
        }
        let arg = args.get(at);
        if arg.is_none() {
            let (name, text) = (&self.name, operation.text);
            let given = argument_count(args.len() - first);
            let number = number + 1;
            let message = format!("{name} format {text} reads arg #{number}, but call has {given}");
            self.report(span, message);
        }
        arg
    }

    fn type_of(&self, e: &Expr) -> Option<TypeId> {
        self.pass.value(e).map(|found| found.ty)
    }

    fn check_kinds(&self, kinds: verb::ValueKinds, arg: &Expr) -> Result<(), String> {
        self.type_of(arg).map_or(Ok(()), |ty| verb::check_kinds(self.pass, kinds, ty))
    }

    /// Checks a call like `fmt.Print`.
    fn check_print_call(&self, sig: &Signature) {
        let (name, pass) = (&self.name, self.pass);
        let Some(first) = sig.params.len().checked_sub(1).filter(|_| sig.variadic) else { return };
        let any = match pass.type_table().get(sig.params[first]) {
            Type::Slice(elem) => matches!(pass.type_table().get(*elem), Type::Interface(i)
                if i.methods.is_empty() && i.terms.is_none()),
            _ => false,
        };
        let Some(args) = self.call.args.get(first..).filter(|args| any && !args.is_empty()) else {
            return;
        };
        self.check_print_texts(args, first == 0);
        for arg in args {
            let Some(ty) = self.type_of(arg) else { continue };
            let shown = expr_text(arg);
            if matches!(pass.type_table().get(ty), Type::Signature(_)) {
                let message = format!("{name} arg {shown} is a func value, not called");
                self.report(self.span, message);
            }
            if let Some(method) = self.recursive_method(arg) {
                let message =
                    format!("{name} arg {shown} causes recursive call to {method} method");
                self.report(self.span, message);
            }
        }
    }

    /// Checks the constant arguments: directives would be printed verbatim, and line ends would be doubled.
    fn check_print_texts(&self, args: &[Expr], all: bool) {
        let (name, pass) = (&self.name, self.pass);
        if all && is_standard_stream(&args[0]) {
            let arg = expr_text(&args[0]);
            let message = format!("{name} does not take io.Writer but has first arg {arg}");
            self.report(self.span, message);
        }
        if let Some(text) = pass.constant_string(&args[0])
            && let Some(directive) = directive_in(text.strip_suffix('%').unwrap_or(&text))
        {
            let message =
                format!("{name} call has possible Printf formatting directive {directive}");
            self.report(self.span, message);
        }
        let last = args.last().and_then(|arg| pass.constant_string(arg));
        if name.ends_with("ln") && last.is_some_and(|text| text.ends_with('\n')) {
            self.report(self.span, format!("{name} arg list ends with redundant newline"));
        }
    }

    /// The `String` or `Error` method that contains this call, if printing the argument would call that method again.
    fn recursive_method(&self, arg: &Expr) -> Option<String> {
        let ty = self.type_of(arg)?;
        if verb::is_formatter(self.pass, ty) {
            return None;
        }
        let x = match &arg.kind {
            E::Unary(UnaryOp::Addr, x) => x,
            _ => arg,
        };
        let (used, _) = self.pass.object(x).filter(|_| matches!(x.kind, E::Ident(_)))?;
        self.pass.funcs.iter().find_map(|func| {
            let (decl, body, recv) = (func.decl?, func.body?, func.recv()?);
            let inside = body.pos < arg.pos && arg.pos < body.rbrace;
            let text = matches!(decl.name.name.as_str(), "String" | "Error");
            let name = recv.name.as_ref().filter(|_| inside && text)?;
            let (own, _) = self.pass.info.object_at_def(name.pos)?;
            let sig = self.pass.method(ty, &decl.name.name)?;
            // fmt does not call `String` on a type that also has `Error`.
            if decl.name.name == "String" && self.pass.is_error(ty) {
                return None;
            }
            let (_, object) = self.pass.info.object_at_def(decl.name.pos)?;
            (own == used && self.pass.returns_string(sig)).then(|| full_name(object))
        })
    }
}

/// Reports whether the expression is `os.Stdout` or `os.Stderr`.
fn is_standard_stream(e: &Expr) -> bool {
    let E::Selector(x, sel) = &e.kind else { return false };
    sel.name.starts_with("Std") && matches!(&x.kind, E::Ident(name) if name == "os")
}

/// The span of an operation in the source, if the format is a single literal.
fn operation_span(format: &Expr, operation: &Operation<'_>) -> Span {
    let E::Literal(LiteralKind::String, text) = &format.kind else { return format.span() };
    let at = |offset: usize| Pos(format.pos.0 + source_offset(text, offset) as u32);
    Span::new(at(operation.start), at(operation.start + operation.text.len()))
}

/// The offset in a string literal that corresponds to byte `offset` of its value.
fn source_offset(literal: &str, offset: usize) -> usize {
    let (mut value, mut at) = (0, 1);
    let raw = literal.starts_with('`');
    while value < offset && at < literal.len() {
        let Some(rest) = literal.get(at..) else { break };
        let used = match rest.as_bytes() {
            [b'\r', ..] if raw => {
                at += 1;
                continue;
            }
            [b'\\', b'x', ..] if !raw => 4,
            [b'\\', b'u', ..] if !raw => 6,
            [b'\\', b'U', ..] if !raw => 10,
            [b'\\', b'0'..=b'7', ..] if !raw => 4,
            [b'\\', _, ..] if !raw => 2,
            _ => rest.chars().next().map_or(1, char::len_utf8),
        };
        let unit = format!("\"{}\"", rest.get(..used).unwrap_or_default());
        value += match raw || used == 1 {
            true => used,
            false => minigo_syntax::literal::decode_string(&unit).len(),
        };
        at += used;
    }
    at
}

/// The first formatting directive in a text. `%20` and the like do not count: they occur in URLs.
fn directive_in(text: &str) -> Option<&str> {
    let mut at = 0;
    while let Some(percent) = text[at..].find('%') {
        let start = at + percent;
        at = start + 1;
        let Some(length) = directive_length(&text[start..]) else { continue };
        at = start + length;
        let found = &text[start..at];
        let hex = |i: usize| found.as_bytes()[i].is_ascii_hexdigit();
        if found.len() >= 3 && hex(1) && hex(2) {
            continue;
        }
        return Some(found);
    }
    None
}

/// The length of the directive at the start of the text.
fn directive_length(text: &str) -> Option<usize> {
    let digits = |s: &str| s.len() - s.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let index = |s: &str| {
        let inner = s.strip_prefix('[')?;
        let count = digits(inner);
        (count > 0 && inner[count..].starts_with(']')).then_some(count + 2)
    };
    let size = |s: &str| {
        let count = digits(s);
        if count > 0 {
            return count;
        }
        let bracket = index(s).unwrap_or(0);
        if s[bracket..].starts_with('*') { bracket + 1 } else { 0 }
    };
    let flags = text[1..].trim_start_matches(['+', '-', '#']);
    let mut at = text.len() - flags.len();
    at += size(&text[at..]);
    at += usize::from(text[at..].starts_with('.'));
    at += size(&text[at..]);
    at += index(&text[at..]).unwrap_or(0);
    let verb = text[at..].chars().next()?;
    "bcdefgopqstvxEFGTUX".contains(verb).then_some(at + 1)
}

fn in_parentheses(reason: &str) -> String {
    if reason.is_empty() { String::new() } else { format!(" ({reason})") }
}

/// Formats a number of arguments: `1 arg`, `2 args`.
fn argument_count(n: usize) -> String {
    if n == 1 { "1 arg".into() } else { format!("{n} args") }
}
