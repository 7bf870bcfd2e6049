//! Prints the documentation of a package, a symbol, or a method or field, as `go doc` does.

use super::markup::{self, LinePrefixes};
use super::package::{Files, Func, Package, Spec, Type, Value};
use super::printer::{Printer, ShownMembers};
use minigo_syntax::ast::{Body, ExprKind, Field, FuncDecl, InterfaceElem, is_exported};
use minigo_syntax::source::{Pos, Span};
use std::collections::HashSet;

/// The flags of `go doc`.
#[derive(Clone, Copy, Debug, Default)]
pub struct Options {
    /// Print all documentation of the package.
    pub shows_all: bool,
    /// Lower-case letters match only lower-case letters.
    pub match_case: bool,
    /// Print the symbols of a `main` package too.
    pub shows_commands: bool,
    /// Print one line for each symbol.
    pub is_short: bool,
    /// Print the source.
    pub shows_source: bool,
    /// Print unexported symbols too.
    pub shows_unexported: bool,
}

/// The part of a package that is asked for; with an empty symbol, the package itself.
#[derive(Clone, Debug, Default)]
pub struct WantedSymbol {
    /// The name of a symbol, or empty.
    pub symbol: String,
    /// The name of a method or field of the symbol, or empty.
    pub member: String,
}

const INDENT: &str = "    ";

/// Returns the documentation of `wanted`; none if the package has no such symbol or member.
///
/// # Errors
/// Fails if a member is asked for, but the symbol is not a type.
pub fn show(
    files: &Files,
    package: &Package<'_>,
    path: &str,
    wanted: &WantedSymbol,
    options: Options,
) -> Result<Option<String>, String> {
    let printer = Printer { sources: &files.sources };
    let (out, has_clause) = (String::new(), false);
    let mut page = Page { printer, package, path, options, out, has_printed_clause: has_clause };
    let found = match (wanted.symbol.as_str(), wanted.member.as_str()) {
        ("", _) => {
            page.print_package();
            true
        }
        (symbol, "") => page.print_symbol(symbol),
        (symbol, member) => {
            if !page.package.types.iter().any(|ty| page.matches_name(symbol, ty.name())) {
                let name = &package.name;
                return Err(format!(
                    "symbol {symbol} is not a type in package {name} installed in {path:?}"
                ));
            }
            page.print_methods(symbol, member) || page.print_fields(symbol, member)
        }
    };
    Ok(found.then_some(page.out))
}

/// Returns the documentation of all functions, methods, types and values in `files`, without a package clause.
pub(super) fn all_declarations_text(files: &Files, package: &Package<'_>) -> String {
    let options = Options { shows_unexported: true, ..Options::default() };
    let printer = Printer { sources: &files.sources };
    let mut page =
        Page { printer, package, path: "", options, out: String::new(), has_printed_clause: true };
    let mut printed = PrintedDeclarations::new();
    for value in package.consts.iter().chain(&package.vars) {
        page.print_value(value, &mut printed);
    }
    package.types.iter().for_each(|ty| page.print_type(ty));
    files.funcs().for_each(|func| page.print_func(&func));
    page.out
}

struct Page<'p> {
    printer: Printer<'p>,
    package: &'p Package<'p>,
    path: &'p str,
    options: Options,
    out: String,
    /// Whether the package clause has been printed, or is not to be printed.
    has_printed_clause: bool,
}

/// The positions of the declarations of values that have been printed.
type PrintedDeclarations = HashSet<Pos>;

impl<'p> Page<'p> {
    /// Prints text; prints the package clause first if that is still missing.
    fn print(&mut self, text: &str) {
        let hidden = self.package.name == "main" && !self.options.shows_commands;
        if !std::mem::replace(&mut self.has_printed_clause, true)
            && !hidden
            && !self.options.is_short
        {
            self.out
                .push_str(&format!("package {} // import {:?}\n\n", self.package.name, self.path));
        }
        self.out.push_str(text);
    }

    fn print_line(&mut self, text: &str) {
        self.print(text);
        self.out.push('\n');
    }

    /// Adds newlines until the page ends with at least `count` of them.
    fn end_lines(&mut self, count: usize) {
        while !self.out.ends_with(&"\n\n"[..count]) {
            self.out.push('\n');
        }
    }

    fn comment(&self, text: &str, prefix: &str) -> String {
        let code = format!("{prefix}{INDENT}");
        markup::formatted_text(
            self.package,
            text,
            LinePrefixes { text: prefix, code_prefix: &code },
        )
    }

    fn is_shown(&self, name: &str) -> bool {
        self.options.shows_unexported || is_exported(name)
    }

    /// Reports whether the user's spelling `user` matches a name: a lower-case letter matches its upper-case letter
    /// too.
    fn matches_name(&self, user: &str, name: &str) -> bool {
        if !self.is_shown(name) {
            return false;
        }
        if self.options.match_case {
            return user == name;
        }
        let same = |(u, n): (char, char)| {
            u == n || u.is_lowercase() && u.to_lowercase().eq(n.to_lowercase())
        };
        user.chars().count() == name.chars().count() && user.chars().zip(name.chars()).all(same)
    }

    /// Prints a declaration and its comment; printed source already contains the comment.
    fn emit_text(&mut self, comment: &str, text: &str) {
        self.print(text);
        self.end_lines(1);
        if !comment.is_empty() && !self.options.shows_source {
            let comment = self.comment(comment, INDENT);
            self.out.push_str(&comment);
            self.end_lines(2);
        }
    }

    fn print_package(&mut self) {
        let package = self.package;
        self.print("");
        let Options { shows_all: all, is_short: short, shows_commands: command, .. } = self.options;
        if !short {
            let comment = self.comment(&package.doc, "");
            self.print(&comment);
            self.end_lines(1);
        }
        if all {
            self.print_all();
        } else if package.name == "main" && !command {
            return;
        } else {
            if !short {
                self.end_lines(2);
            }
            self.write_summary();
        }
        if !short && !package.bugs.is_empty() {
            self.print("\n");
            package.bugs.iter().for_each(|bug| self.print_line(&format!("BUG: {bug}")));
        }
    }

    fn write_summary(&mut self) {
        let package = self.package;
        let (types, hidden): (Vec<&Type<'_>>, Vec<&Type<'_>>) =
            package.types.iter().partition(|ty| self.is_shown(ty.name()));
        self.print_value_lines(
            package.consts.iter().chain(hidden.iter().flat_map(|ty| &ty.consts)),
            "",
        );
        self.print_value_lines(
            package.vars.iter().chain(hidden.iter().flat_map(|ty| &ty.vars)),
            "",
        );
        self.print_func_lines(
            package.funcs.iter().chain(hidden.iter().flat_map(|ty| &ty.funcs)),
            "",
        );
        for ty in types {
            self.print_line(&self.printer.type_line(ty.spec));
            self.print_value_lines(ty.consts.iter().chain(&ty.vars), INDENT);
            self.print_func_lines(ty.funcs.iter(), INDENT);
        }
    }

    fn print_value_lines<'v>(&mut self, values: impl Iterator<Item = &'v Value<'v>>, indent: &str) {
        for value in values {
            let specs = &value.decl.specs;
            let line = self.printer.value_line(&value.decl, specs, &|name| self.is_shown(name));
            if !line.is_empty() {
                self.print_line(&format!("{indent}{line}"));
            }
        }
    }

    fn print_func_lines<'f>(&mut self, funcs: impl Iterator<Item = &'f Func<'f>>, indent: &str) {
        for func in funcs {
            if self.is_shown(func.name()) {
                self.print_line(&format!("{indent}{}", self.printer.func_line(func)));
            }
        }
    }

    /// Prints the documentation of all that a package declares.
    fn print_all(&mut self) {
        let package = self.package;
        let mut printed = PrintedDeclarations::new();
        let (shown, hidden): (Vec<&Type<'_>>, Vec<&Type<'_>>) =
            package.types.iter().partition(|ty| self.is_shown(ty.name()));
        let consts = package.consts.iter().chain(hidden.iter().flat_map(|ty| &ty.consts));
        self.print_all_values("CONSTANTS", consts, &mut printed);
        let vars = package.vars.iter().chain(hidden.iter().flat_map(|ty| &ty.vars));
        self.print_all_values("VARIABLES", vars, &mut printed);
        let mut header = Some("\nFUNCTIONS\n\n");
        for func in package.funcs.iter().chain(hidden.iter().flat_map(|ty| &ty.funcs)) {
            if self.is_shown(func.name()) {
                self.print(header.take().unwrap_or_default());
                self.print_func(func);
            }
        }
        let mut header = Some("\nTYPES\n\n");
        for ty in shown {
            self.print(header.take().unwrap_or_default());
            self.print_type(ty);
        }
    }

    fn print_all_values<'v>(
        &mut self,
        header: &str,
        values: impl Iterator<Item = &'v Value<'v>>,
        printed: &mut PrintedDeclarations,
    ) {
        let mut header = Some(format!("\n{header}\n\n"));
        for value in values {
            if value.names().any(|name| self.is_shown(name)) {
                self.print(&header.take().unwrap_or_default());
                self.print_value(value, printed);
            }
        }
    }

    fn print_func(&mut self, func: &Func<'_>) {
        let text = match self.options.shows_source {
            true => self.source_of_func(func.decl, func.receiver_name.as_deref()),
            false => self.printer.function(func.decl, func.receiver_name.as_deref()),
        };
        self.emit_text(&func.doc, &text);
    }

    fn source_of_func(&self, func: &FuncDecl, receiver: Option<&str>) -> String {
        let head = self.printer.signature_end(func.name.span().end);
        let body = match &func.body {
            Some(Body::Parsed(block)) => Span::new(block.pos, Pos(block.rbrace.0 + 1)),
            Some(Body::Deferred(span)) => *span,
            None => return self.source_text(func.pos, func.pos, head),
        };
        // gofmt aligns the bodies of one-line functions in adjacent lines; that space is removed here.
        let mut text = self.source_text(func.pos, func.pos, body.end);
        let sources = self.printer.sources;
        if let (Some(receiver), Some([recv])) = (receiver, func.recv.as_deref()) {
            let name = sources.raw_text(Span::new(func.pos, recv.ty.pos));
            let from = sources.raw_text(Span::new(func.pos, recv.ty.end));
            return text.replacen(from, &format!("{name}{receiver}"), 1);
        }
        let between = sources.raw_text(Span::new(head, body.start));
        if between.trim().is_empty() {
            let (from, to) = (
                sources.raw_text(Span::new(func.pos, body.start)),
                sources.raw_text(Span::new(func.pos, head)),
            );
            text = text.replacen(from, &format!("{to} "), 1);
        }
        text
    }

    /// Returns the source from `pos` to `end`, with the comment above `documented` and the comment behind `end`.
    fn source_text(&self, documented: Pos, pos: Pos, end: Pos) -> String {
        let sources = self.printer.sources;
        let mut text = String::new();
        if let Some(comment) = sources.doc_before(documented) {
            let above = sources.raw_text(Span::new(comment.start(), documented));
            text.push_str(above.trim_end());
            text.push('\n');
        }
        text.push_str(sources.raw_text(Span::new(pos, end)));
        if let Some(comment) = sources.line_comment(end) {
            text.push(' ');
            text.push_str(sources.raw_text(comment.comments[0]));
        }
        text
    }

    /// Prints values that are declared together, unless they have been printed already. Only the lines of a group that
    /// have a shown name are printed.
    fn print_value(&mut self, value: &Value<'_>, printed: &mut PrintedDeclarations) {
        if printed.contains(&value.decl.pos) {
            return;
        }
        let mut specs: Vec<Spec<'_>> = Vec::new();
        let mut ty = None;
        for spec in &value.decl.specs {
            ty = spec.ty.or(ty);
            if self.options.shows_source || spec.names.iter().any(|name| self.is_shown(&name.name))
            {
                let mut spec = spec.clone();
                let inherits = spec.ty.is_none() && spec.values.is_empty();
                if let Some(ty) = ty.take().filter(|_| inherits) {
                    spec.inherited_type = Some(self.printer.expr_line(ty));
                }
                specs.push(spec);
            }
        }
        if specs.is_empty() {
            return;
        }
        let decl = &value.decl;
        printed.insert(decl.pos);
        if self.options.is_short {
            let line = self.printer.value_line(decl, &specs, &|name| self.is_shown(name));
            return self.print_line(&line);
        }
        let text = match self.options.shows_source {
            true => self.source_text(decl.pos, decl.pos, decl.end),
            false => self.printer.values(decl, &specs),
        };
        self.emit_text(&value.doc, &text);
    }

    fn print_type(&mut self, ty: &Type<'_>) {
        if self.options.is_short {
            return self.print_line(&self.printer.type_line(ty.spec));
        }
        let text = match (self.options.shows_source, self.options.shows_unexported) {
            (true, _) => self.source_of_type(ty),
            (_, true) => self.printer.type_decl(ty, ShownMembers::All),
            (_, false) => self.printer.type_decl(ty, ShownMembers::Exported),
        };
        self.emit_text(&ty.doc, &text);
        self.end_lines(2);
        if !self.options.shows_all {
            self.print_value_lines(ty.consts.iter().chain(&ty.vars), "");
            self.print_func_lines(ty.funcs.iter().chain(&ty.methods), "");
            return;
        }
        let mut printed = PrintedDeclarations::new();
        for value in ty.consts.iter().chain(&ty.vars) {
            if value.names().any(|name| self.is_shown(name)) {
                self.print_value(value, &mut printed);
            }
        }
        for func in ty.funcs.iter().chain(&ty.methods) {
            if self.is_shown(func.name()) {
                self.print_func(func);
                if func.doc.is_empty() {
                    self.end_lines(2);
                }
            }
        }
    }

    /// Returns the source of a type. A type of a group is shown as if it were declared alone, with the comment of the
    /// group.
    fn source_of_type(&self, ty: &Type<'_>) -> String {
        let text = self.source_text(ty.keyword_pos, ty.pos, ty.spec.ty.end);
        if !ty.is_grouped {
            return text;
        }
        let sources = self.printer.sources;
        let spec = Span::new(ty.pos, ty.spec.ty.end);
        let (above, behind) = text.split_once(sources.raw_text(spec)).unwrap_or(("", ""));
        let of = sources.raw_text(ty.spec.ty.span());
        let head = self.printer.type_head(ty);
        format!("{above}{head}{of}{behind}").replace("\n\t", "\n")
    }

    fn print_symbol(&mut self, symbol: &str) -> bool {
        let package = self.package;
        let mut found = false;
        let funcs = package.funcs.iter().chain(package.types.iter().flat_map(|ty| &ty.funcs));
        for func in funcs.filter(|func| self.matches_name(symbol, func.name())).collect::<Vec<_>>()
        {
            found = true;
            match self.options.is_short {
                true => self.print_line(&self.printer.func_line(func)),
                false => self.print_func(func),
            }
        }
        let consts = package.consts.iter().chain(package.types.iter().flat_map(|ty| &ty.consts));
        let vars = package.vars.iter().chain(package.types.iter().flat_map(|ty| &ty.vars));
        let mut printed = PrintedDeclarations::new();
        for value in consts.chain(vars) {
            if value.names().any(|name| self.matches_name(symbol, name)) {
                found = true;
                self.print_value(value, &mut printed);
            }
        }
        for ty in &package.types {
            if self.matches_name(symbol, ty.name()) {
                found = true;
                self.print_type(ty);
            }
        }
        found || self.print_methods("", symbol)
    }

    /// Returns the types that a symbol matches; all shown types if the symbol is empty.
    fn types_named(&self, symbol: &str) -> Vec<&'p Type<'p>> {
        let wanted = |ty: &&Type<'_>| match symbol {
            "" => self.is_shown(ty.name()),
            symbol => self.matches_name(symbol, ty.name()),
        };
        self.package.types.iter().filter(wanted).collect()
    }

    /// Prints the methods with this name of the types that match; returns whether there are any.
    fn print_methods(&mut self, symbol: &str, name: &str) -> bool {
        let mut found = false;
        for ty in self.types_named(symbol) {
            for method in &ty.methods {
                if self.matches_name(name, method.name()) {
                    found = true;
                    self.print_func(method);
                }
            }
            let ExprKind::InterfaceType(elements) = &ty.spec.ty.kind else { continue };
            if !ty.methods.is_empty() || symbol.is_empty() {
                continue;
            }
            let wanted = |element: &&InterfaceElem| match element {
                InterfaceElem::Method(method, _) => self.matches_name(name, &method.name),
                InterfaceElem::Embedded(_) => false,
            };
            let wanted: Vec<&InterfaceElem> = elements.iter().filter(wanted).collect();
            found |= !wanted.is_empty();
            if found {
                let text = self.printer.interface_text(&ty.spec.ty, &wanted);
                self.print(&format!("type {} {text}", ty.name()));
                self.end_lines(1);
            }
        }
        found
    }

    /// Prints the fields with this name of the structs that match; returns whether there are any.
    fn print_fields(&mut self, symbol: &str, name: &str) -> bool {
        let (mut found, mut others) = (false, false);
        for ty in self.types_named(symbol) {
            let ExprKind::StructType(fields) = &ty.spec.ty.kind else { continue };
            for field in fields {
                for ident in &field.names {
                    if !self.matches_name(name, &ident.name) {
                        others = true;
                        continue;
                    }
                    if !std::mem::replace(&mut found, true) {
                        self.print(&format!("type {} struct {{\n", ty.name()));
                    }
                    self.print_field(field, &ident.name);
                }
            }
        }
        if found {
            if others {
                self.print(&format!("\n{INDENT}// ... other fields elided ...\n"));
            }
            self.print_line("}");
        }
        found
    }

    fn print_field(&mut self, field: &Field, name: &str) {
        let sources = self.printer.sources;
        if let Some(comment) = sources.doc_before(field.pos) {
            let text = sources.comment_text(Some(comment));
            for line in self.comment(&text, "").lines() {
                self.print(&format!("{INDENT}// {line}\n"));
            }
        }
        let behind = sources.line_comment(self.printer.field_end(field));
        let behind = behind.map(|comment| format!("  {}", sources.raw_text(comment.comments[0])));
        let ty = self.printer.expr_line(&field.ty);
        self.print_line(&format!("{INDENT}{name} {ty}{}", behind.unwrap_or_default()));
    }
}
