//! Prints declarations as go/printer does, from sources that gofmt has formatted. Expressions are printed as they are
//! written, comments that belong to no field or constant are left out, and columns are aligned again.

use super::package::{Spec, Type, ValueDecl};
use super::sources::{CommentGroup, Sources};
use super::tab_writer::TabWriter;
use minigo_syntax::ast::{Expr, ExprKind, Field, FuncDecl, Ident, InterfaceElem, is_exported};
use minigo_syntax::source::{Pos, Span};
use minigo_syntax::token::Token;

/// Prints declarations of these sources.
#[derive(Clone, Copy, Debug)]
pub(super) struct Printer<'s> {
    /// The texts from which declarations are printed.
    pub(super) sources: &'s Sources,
}

/// A field, method or constant in a list.
struct ListItem<'i> {
    pos: Pos,
    end: Pos,
    comment: Option<Comment>,
    print: Box<dyn Fn(&mut TabWriter) + 'i>,
}

/// The comment above an item: the line where it begins, and its text.
struct Comment {
    line: u32,
    lines: Vec<String>,
}

/// The fields and methods of a type that are shown, and the form of their comments.
#[derive(Clone, Copy, Debug)]
pub(super) enum ShownMembers {
    /// The source text of all fields and methods, including comments.
    AsWritten,
    /// Exported fields and methods only, with comments in go/doc's form.
    Exported,
    /// All fields and methods, with comments in go/doc's form.
    All,
}

/// A list in braces or parentheses.
struct List<'l> {
    open: Pos,
    close: Pos,
    items: Vec<ListItem<'l>>,
    /// A comment that stands for the items that are left out.
    omission_note: Option<&'static str>,
}

impl<'s> Printer<'s> {
    /// Returns the text of a function without its body; `receiver`, if given, replaces the receiver's type.
    pub(super) fn function(self, func: &FuncDecl, receiver: Option<&str>) -> String {
        let end = self.signature_end(func.name.span().end);
        let recv = func.recv.as_deref().and_then(<[_]>::first);
        match (receiver, recv) {
            (Some(receiver), Some(recv)) => {
                let name = recv.name.as_ref().map(|name| format!("{} ", name.name));
                let name = name.unwrap_or_default();
                let rest = self.sources.text_without_comments(Span::new(func.name.pos, end));
                format!("func ({name}{receiver}) {rest}")
            }
            _ => self.sources.text_without_comments(Span::new(func.pos, end)),
        }
    }

    /// Returns the text of a declaration with only the constants or variables in `specs`.
    pub(super) fn values(self, decl: &ValueDecl<'_>, specs: &[Spec<'_>]) -> String {
        let mut cells = TabWriter::default();
        cells.write_text(decl.keyword.text());
        cells.write_text(" ");
        let Some((open, close)) = decl.parentheses else {
            self.print_single_spec(&mut cells, &specs[0]);
            return cells.finish();
        };
        cells.write_text("(");
        let keep = type_columns(specs);
        let items = specs.iter().zip(keep).map(|(spec, keep)| ListItem {
            pos: spec.pos,
            end: spec.end,
            comment: self.comment(spec.pos, ShownMembers::AsWritten),
            print: Box::new(move |cells: &mut TabWriter| match specs.len() {
                1 => self.print_single_spec(cells, spec),
                _ => self.print_spec(cells, spec, keep),
            }),
        });
        let list = List { open, close, items: items.collect(), omission_note: None };
        self.print_list(&mut cells, &list);
        cells.write_text(")");
        cells.finish()
    }

    /// Returns the text of a type's declaration.
    pub(super) fn type_decl(self, ty: &Type<'_>, shown: ShownMembers) -> String {
        let mut cells = TabWriter::default();
        cells.write_text(&self.type_head(ty));
        self.print_type(&mut cells, &ty.spec.ty, shown);
        self.print_line_comment(&mut cells, ty.spec.ty.end);
        cells.finish()
    }

    /// Returns the text before the type in its declaration, which keeps the alignment of a group.
    pub(super) fn type_head(self, ty: &Type<'_>) -> String {
        let spec = ty.spec;
        let head = self.sources.text_without_comments(Span::new(spec.name.pos, spec.ty.pos));
        let head = head.trim_end().trim_end_matches('=').trim_end();
        format!("type {head} {}", if spec.is_alias { "= " } else { "" })
    }

    /// Returns the text of an interface type with only the given elements.
    pub(super) fn interface_text(self, interface: &Expr, elements: &[&InterfaceElem]) -> String {
        let mut cells = TabWriter::default();
        let items =
            elements.iter().map(|element| self.interface_element(element, ShownMembers::AsWritten));
        let (open, close) = (self.open_brace(interface), Pos(interface.end.0 - 1));
        let list = List { open, close, items: items.collect(), omission_note: None };
        cells.write_text("interface {");
        self.print_list(&mut cells, &list);
        cells.write_text("}");
        cells.finish()
    }

    /// Prints constants in a group, with name, type, value and comment as columns.
    fn print_spec(self, cells: &mut TabWriter, spec: &Spec<'_>, keep_type: bool) {
        cells.write_text(&comma_list(spec.names));
        let mut columns = 3;
        if spec.ty.is_some() || spec.inherited_type.is_some() || keep_type {
            cells.end_cell();
            columns -= 1;
        }
        self.print_spec_type(cells, spec);
        if !spec.values.is_empty() {
            cells.end_cell();
            cells.write_text("= ");
            cells.write_text(&self.expr_list(cells, spec.values));
            columns -= 1;
        }
        if let Some(comment) = self.sources.line_comment(spec.end) {
            (0..columns).for_each(|_| cells.end_cell());
            cells.write_text(self.sources.raw_text(comment.comments[0]));
        }
    }

    /// Prints constants that are declared without a group.
    fn print_single_spec(self, cells: &mut TabWriter, spec: &Spec<'_>) {
        cells.write_text(&comma_list(spec.names));
        if spec.ty.is_some() || spec.inherited_type.is_some() {
            cells.write_text(" ");
        }
        self.print_spec_type(cells, spec);
        if !spec.values.is_empty() {
            cells.write_text(" = ");
            cells.write_text(&self.expr_list(cells, spec.values));
        }
        self.print_line_comment(cells, spec.end);
    }

    fn print_spec_type(self, cells: &mut TabWriter, spec: &Spec<'_>) {
        match (spec.ty, &spec.inherited_type) {
            (Some(ty), _) => self.print_type(cells, ty, ShownMembers::AsWritten),
            (None, Some(inherited)) => cells.write_text(inherited),
            (None, None) => {}
        }
    }

    fn print_line_comment(self, cells: &mut TabWriter, end: Pos) {
        if let Some(comment) = self.sources.line_comment(end) {
            cells.write_text(" ");
            cells.write_text(self.sources.raw_text(comment.comments[0]));
        }
    }

    fn expr_list(self, cells: &TabWriter, exprs: &[Expr]) -> String {
        let span = Span::new(exprs[0].pos, exprs[exprs.len() - 1].end);
        self.indented_text(cells, span)
    }

    /// Returns a text without comments, with its lines indented for the current place in the output.
    fn indented_text(self, cells: &TabWriter, span: Span) -> String {
        let text = self.sources.text_without_comments(span);
        if !text.contains('\n') {
            return text;
        }
        let (from, to) = (self.sources.indentation_at(span.start), cells.indentation_width());
        let mut lines = text.split('\n');
        let mut moved = lines.next().unwrap_or_default().to_owned();
        for line in lines {
            moved.push('\n');
            let tabs = line.bytes().take_while(|b| *b == b'\t').count();
            let bare = &line[tabs.min(from)..];
            moved.push_str(&"\t".repeat(if bare.is_empty() { 0 } else { to }));
            moved.push_str(bare);
        }
        moved
    }

    /// Prints a type; the fields of structs within it keep their comments.
    fn print_type(self, cells: &mut TabWriter, ty: &Expr, shown: ShownMembers) {
        let inner = match &ty.kind {
            ExprKind::StructType(fields) => {
                return self.print_struct_type(cells, ty, fields, shown);
            }
            ExprKind::InterfaceType(elements) => {
                return self.print_interface_type(cells, ty, elements, shown);
            }
            ExprKind::Star(inner)
            | ExprKind::SliceType(inner)
            | ExprKind::ArrayType(_, inner)
            | ExprKind::MapType(_, inner)
            | ExprKind::ChanType(_, inner) => inner,
            _ => return cells.write_text(&self.indented_text(cells, ty.span())),
        };
        let before = self.indented_text(cells, Span::new(ty.pos, inner.pos));
        cells.write_text(&before);
        self.print_type(cells, inner, ShownMembers::AsWritten);
        let after = self.indented_text(cells, Span::new(inner.end, ty.end));
        cells.write_text(&after);
    }

    fn print_struct_type(
        self,
        cells: &mut TabWriter,
        ty: &Expr,
        fields: &[Field],
        shown: ShownMembers,
    ) {
        let is_hidden = |field: &&Field| match &field.names[..] {
            [] => embedded_name(&field.ty, false).is_some_and(|name| !is_exported(name)),
            names => names.iter().any(|name| !is_exported(&name.name)),
        };
        let kept: Vec<&Field> = match shown {
            ShownMembers::Exported => fields.iter().filter(|field| !is_hidden(field)).collect(),
            ShownMembers::AsWritten | ShownMembers::All => fields.iter().collect(),
        };
        let note = (kept.len() < fields.len()).then_some("// Has unexported fields.");
        let items = kept.into_iter().map(|field| self.field(field, shown)).collect();
        self.print_braces(cells, "struct", ty, (items, note));
    }

    fn field<'f>(self, field: &'f Field, shown: ShownMembers) -> ListItem<'f>
    where
        's: 'f,
    {
        let end = self.field_end(field);
        let print = move |cells: &mut TabWriter| {
            let mut columns = 2;
            if !field.names.is_empty() {
                cells.write_text(&comma_list(&field.names));
                cells.end_cell();
                columns = 1;
            }
            self.print_type(cells, &field.ty, ShownMembers::AsWritten);
            if let Some(tag) = &field.tag {
                (0..=usize::from(!field.names.is_empty())).for_each(|_| cells.end_cell());
                cells.write_text(tag);
                columns = 1;
            }
            if let Some(comment) = self.sources.line_comment(end) {
                (0..columns).for_each(|_| cells.end_cell());
                cells.write_text(self.sources.raw_text(comment.comments[0]));
            }
        };
        ListItem {
            pos: field.pos,
            end,
            comment: self.comment(field.pos, shown),
            print: Box::new(print),
        }
    }

    /// Returns the end of a field, including its tag.
    pub(super) fn field_end(self, field: &Field) -> Pos {
        let Some(tag) = &field.tag else { return field.ty.end };
        let rest = self.sources.text_from(field.ty.end);
        let at = rest.find(tag.as_str()).unwrap_or(0);
        Pos(field.ty.end.0 + (at + tag.len()) as u32)
    }

    fn print_interface_type(
        self,
        cells: &mut TabWriter,
        ty: &Expr,
        elements: &[InterfaceElem],
        shown: ShownMembers,
    ) {
        let is_hidden = |element: &&InterfaceElem| match element {
            InterfaceElem::Method(name, _) => !is_exported(&name.name),
            InterfaceElem::Embedded(ty) => {
                let always = |name: &str| name == "error" || name == "comparable";
                embedded_name(ty, true).is_some_and(|name| !is_exported(name) && !always(name))
            }
        };
        let kept: Vec<&InterfaceElem> = match shown {
            ShownMembers::Exported => {
                elements.iter().filter(|element| !is_hidden(element)).collect()
            }
            ShownMembers::AsWritten | ShownMembers::All => elements.iter().collect(),
        };
        let note = (kept.len() < elements.len()).then_some("// Has unexported methods.");
        let items =
            kept.into_iter().map(|element| self.interface_element(element, shown)).collect();
        self.print_braces(cells, "interface", ty, (items, note));
    }

    fn interface_element<'e>(self, element: &'e InterfaceElem, shown: ShownMembers) -> ListItem<'e>
    where
        's: 'e,
    {
        let span = match element {
            InterfaceElem::Method(name, _) => {
                Span::new(name.pos, self.signature_end(name.span().end))
            }
            InterfaceElem::Embedded(ty) => ty.span(),
        };
        let print = move |cells: &mut TabWriter| {
            let text = self.indented_text(cells, span);
            cells.write_text(&text);
            if let Some(comment) = self.sources.line_comment(span.end) {
                cells.end_cell();
                cells.write_text(self.sources.raw_text(comment.comments[0]));
            }
        };
        let comment = self.comment(span.start, shown);
        ListItem { pos: span.start, end: span.end, comment, print: Box::new(print) }
    }

    /// Prints fields or methods in braces; a list in one line stays in one line.
    fn print_braces(
        self,
        cells: &mut TabWriter,
        keyword: &str,
        ty: &Expr,
        (items, note): (Vec<ListItem<'_>>, Option<&'static str>),
    ) {
        let (open, close) = (self.open_brace(ty), Pos(ty.end.0 - 1));
        if note.is_none() && self.sources.line(open) == self.sources.line(close) {
            return cells.write_text(&self.indented_text(cells, ty.span()));
        }
        cells.write_text(keyword);
        cells.write_text(" {");
        self.print_list(cells, &List { open, close, items, omission_note: note });
        cells.write_text("}");
    }

    /// Returns the position of the brace that opens a struct or interface type.
    fn open_brace(self, ty: &Expr) -> Pos {
        let brace = self.sources.text_from(ty.pos).find('{').unwrap_or(0);
        Pos(ty.pos.0 + brace as u32)
    }

    /// Prints the lines of a list. Empty lines are kept where the source has them, or where items are left out.
    fn print_list(self, cells: &mut TabWriter, list: &List<'_>) {
        let mut last_line = self.sources.line(list.open);
        let (mut several_lines, mut ends_in_comment) = (true, false);
        for (i, item) in list.items.iter().enumerate() {
            let line = self.sources.line(item.pos);
            let empty = |line: u32| usize::from(line.saturating_sub(last_line) > 1);
            match &item.comment {
                Some(comment) => {
                    cells.end_section(empty(comment.line));
                    cells.change_indent(isize::from(i == 0));
                    for line in &comment.lines {
                        cells.write_text(line);
                        cells.end_section(0);
                    }
                }
                None if i == 0 => {
                    cells.end_section(0);
                    cells.change_indent(1);
                }
                None if several_lines => cells.end_section(empty(line)),
                None => cells.end_line(empty(line)),
            }
            let before = cells.ended_line_count();
            (item.print)(cells);
            several_lines = cells.ended_line_count() > before;
            let behind = self.sources.line_comment(item.end);
            last_line = self.sources.line(behind.map_or(item.end, CommentGroup::end));
            ends_in_comment = behind.is_some();
        }
        if let Some(note) = list.omission_note {
            let line = self.sources.line(Pos(list.close.0 - 1));
            let first = list.items.is_empty();
            cells.end_section(usize::from(!first && line.saturating_sub(last_line) > 1));
            cells.change_indent(isize::from(first));
            cells.write_text(note);
        }
        // An empty line before the closing brace is kept behind a comment, but not behind a field.
        let apart = self.sources.line(list.close) > last_line + 1;
        cells.end_section(usize::from(list.omission_note.is_none() && ends_in_comment && apart));
        if !list.items.is_empty() || list.omission_note.is_some() {
            cells.change_indent(-1);
        }
    }

    /// Returns the comment above the node that begins at `pos`.
    fn comment(self, pos: Pos, shown: ShownMembers) -> Option<Comment> {
        let group = self.sources.doc_before(pos)?;
        let line = self.sources.line(group.start());
        let raw = group.comments.iter().map(|&span| self.sources.raw_text(span));
        if matches!(shown, ShownMembers::AsWritten) {
            let lines = raw.flat_map(str::lines).map(|line| line.trim().to_owned());
            return Some(Comment { line, lines: lines.collect() });
        }
        let last = group.comments[group.comments.len() - 1];
        let ends_empty = self.sources.raw_text(last).len() == 2;
        let text = self.sources.comment_text(Some(group));
        let text = if ends_empty { &text } else { text.strip_suffix('\n').unwrap_or(&text) };
        let shown = |line: &str| match line.starts_with('\t') {
            true => format!("//{line}"),
            false => format!("// {line}").trim_end().to_owned(),
        };
        Some(Comment { line, lines: text.split('\n').map(shown).collect() })
    }

    /// Returns the end of the parameters and results behind a function's name, which ends at `pos`.
    pub(super) fn signature_end(self, pos: Pos) -> Pos {
        let (mut depth, mut end, mut lists) = (0usize, pos, 0);
        // Whether a brace as the next token would belong to a struct or interface type, not to the function's body.
        let mut braces_of_type = false;
        for (_, token, token_end) in self.sources.tokens_from(pos) {
            match token {
                Token::LineComment | Token::BlockComment(_) => continue,
                Token::LParen | Token::LBrack => depth += 1,
                Token::RParen | Token::RBrack => {
                    if depth == 0 {
                        break;
                    }
                    depth -= 1;
                    lists += usize::from(depth == 0 && token == Token::RParen);
                }
                Token::LBrace if depth == 0 && !braces_of_type => break,
                Token::LBrace => depth += 1,
                Token::RBrace if depth == 0 => break,
                Token::RBrace => depth -= 1,
                Token::Newline | Token::Semi if depth == 0 && lists > 0 => break,
                _ => {}
            }
            braces_of_type = matches!(token, Token::Struct | Token::Interface);
            end = token_end;
        }
        end
    }
}

/// Returns the name that an embedded field or interface gets from its type.
fn embedded_name(ty: &Expr, in_interface: bool) -> Option<&str> {
    match &ty.kind {
        ExprKind::Star(inner) if !in_interface => embedded_name(inner, true),
        ExprKind::Ident(name) => Some(name),
        ExprKind::Selector(_, name) => Some(&name.name),
        _ => None,
    }
}

fn comma_list(names: &[Ident]) -> String {
    names.iter().map(|name| name.name.as_str()).collect::<Vec<_>>().join(", ")
}

/// Returns for each constant whether it keeps an empty column for the type: it does if another constant in its run of
/// constants with values has a type.
fn type_columns(specs: &[Spec<'_>]) -> Vec<bool> {
    let mut keep = vec![false; specs.len()];
    let (mut start, mut has_type) = (None, false);
    for (i, spec) in specs.iter().enumerate() {
        match (spec.values.is_empty(), start) {
            (false, None) => (start, has_type) = (Some(i), false),
            (true, Some(from)) => {
                keep[from..i].fill(has_type);
                start = None;
            }
            _ => {}
        }
        has_type |= spec.ty.is_some() || spec.inherited_type.is_some();
    }
    if let Some(from) = start {
        keep[from..].fill(has_type);
    }
    keep
}
