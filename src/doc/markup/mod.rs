//! The markup of doc comments: reads paragraphs, headings, lists, code and links as go/doc/comment does, and writes
//! their text in lines of limited width.

mod links;
mod spans;
mod wrap;

use spans::{CommentPart, PartKind};

/// A part of a comment, with its text.
#[derive(Debug, PartialEq, Eq)]
enum Block {
    Paragraph(String),
    Heading(String),
    Code(Vec<String>),
    List { items: Vec<Item>, before: bool, between: bool },
}

/// An item of a list: its number, if it has one, and its paragraphs.
#[derive(Debug, Default, PartialEq, Eq)]
struct Item {
    number: String,
    paragraphs: Vec<String>,
}

/// The names that brackets in a comment may refer to.
pub(super) trait Names {
    /// Reports whether the package has a symbol, or a type `recv` with this method or field.
    fn has_symbol(&self, recv: &str, name: &str) -> bool;
    /// Returns the import path of the package that a name denotes; the empty name denotes the package itself.
    fn package_path(&self, name: &str) -> Option<String>;
}

/// The prefixes of lines.
#[derive(Clone, Copy, Debug)]
pub(super) struct LinePrefixes<'p> {
    /// The prefix of lines of text.
    pub(super) text: &'p str,
    /// The prefix of lines of code.
    pub(super) code_prefix: &'p str,
}

/// The width of a line in characters, including its prefix.
const WIDTH: usize = 80;

/// Returns a comment's text, broken into lines.
pub(super) fn formatted_text(names: &dyn Names, comment: &str, prefix: LinePrefixes<'_>) -> String {
    let lines = spans::remove_indent(&comment.split('\n').collect::<Vec<_>>());
    let mut reading = links::LinkDefinitions::default();
    let mut blocks = Vec::new();
    let mut end_before = 0;
    for part in spans::parts_of(&lines) {
        blocks.extend(read_block(&mut reading, &lines, &part, end_before < part.start));
        end_before = part.end;
    }
    let mut out =
        MarkupOutput { text: String::new(), prefix, width: WIDTH - prefix.text.chars().count() };
    for (i, block) in blocks.into_iter().enumerate() {
        if i > 0 && block.needs_blank_line() {
            out.text.push_str(prefix.text);
            out.end_line();
        }
        out.write_block(&mut reading, names, block);
    }
    let used = reading.used_definitions();
    if !used.is_empty() {
        out.end_line();
        used.iter().for_each(|(text, url)| out.text.push_str(&format!("[{text}]: {url}\n")));
    }
    out.text
}

fn read_block(
    reading: &mut links::LinkDefinitions,
    lines: &[String],
    part: &CommentPart,
    before: bool,
) -> Option<Block> {
    let own = &lines[part.start..part.end];
    match part.kind {
        PartKind::List => Some(read_list(reading, own, before)),
        PartKind::Code => Some(Block::Code(spans::remove_indent(
            &own.iter().map(String::as_str).collect::<Vec<_>>(),
        ))),
        PartKind::OldHeading => Some(Block::Heading(own[0].trim().to_owned())),
        PartKind::Heading => Some(Block::Heading(own[0][1..].trim().to_owned())),
        PartKind::Paragraph => read_paragraph(reading, own).map(Block::Paragraph),
    }
}

/// Returns the text of a paragraph; none if the paragraph defines links.
fn read_paragraph<T: AsRef<str>>(
    reading: &mut links::LinkDefinitions,
    lines: &[T],
) -> Option<String> {
    let lines: Vec<&str> = lines.iter().map(AsRef::as_ref).collect();
    match reading.define_links(&lines) {
        true => None,
        false => Some(lines.join("\n")),
    }
}

fn read_list(reading: &mut links::LinkDefinitions, lines: &[String], before: bool) -> Block {
    let is_numbered = |number: &str| !number.is_empty();
    let numbered = spans::list_marker(&lines[0]).is_some_and(|(number, _)| is_numbered(number));
    let (mut items, mut between): (Vec<Item>, _) = (Vec::new(), false);
    let mut pending: Vec<&str> = Vec::new();
    let mut flush = |items: &mut Vec<Item>, pending: &mut Vec<&str>| {
        if let Some(item) = items.last_mut() {
            item.paragraphs.extend(read_paragraph(reading, pending));
        }
        pending.clear();
    };
    for line in lines {
        let mut line = line.as_str();
        if let Some((number, rest)) = spans::list_marker(line)
            && is_numbered(number) == numbered
        {
            flush(&mut items, &mut pending);
            items.push(Item { number: number.to_owned(), paragraphs: Vec::new() });
            line = rest;
        }
        let line = line.trim();
        if line.is_empty() {
            between = true;
            flush(&mut items, &mut pending);
        } else {
            pending.push(line);
        }
    }
    flush(&mut items, &mut pending);
    Block::List { items, before, between }
}

impl Block {
    /// Reports whether an empty line must stand before the block.
    fn needs_blank_line(&self) -> bool {
        match self {
            Self::List { items, before, between } => *before || needs_blank_lines(items, *between),
            _ => true,
        }
    }
}

/// Reports whether empty lines must stand between the items of a list.
fn needs_blank_lines(items: &[Item], between: bool) -> bool {
    between || items.iter().any(|item| item.paragraphs.len() != 1)
}

/// The output written so far.
struct MarkupOutput<'p> {
    text: String,
    prefix: LinePrefixes<'p>,
    width: usize,
}

/// The indentation of an item's lines behind its first.
const ITEM_INDENT: &str = "    ";

impl MarkupOutput<'_> {
    /// Ends the line, and removes blanks at its end.
    fn end_line(&mut self) {
        self.text.truncate(self.text.trim_end_matches([' ', '\t']).len());
        self.text.push('\n');
    }

    fn write_block(
        &mut self,
        reading: &mut links::LinkDefinitions,
        names: &dyn Names,
        block: Block,
    ) {
        match block {
            Block::Paragraph(text) => {
                self.text.push_str(self.prefix.text);
                self.write_wrapped("", &reading.resolve_links(names, &text));
            }
            Block::Heading(text) => {
                self.text.push_str(self.prefix.text);
                self.text.push_str("# ");
                self.write_wrapped("", &text);
            }
            Block::Code(lines) => {
                for line in lines {
                    if !line.is_empty() {
                        self.text.push_str(self.prefix.code_prefix);
                        self.text.push_str(&line);
                    }
                    self.end_line();
                }
            }
            Block::List { items, between, .. } => {
                let loose = needs_blank_lines(&items, between);
                for (i, item) in items.into_iter().enumerate() {
                    if i > 0 && loose {
                        self.text.push_str(self.prefix.text);
                        self.end_line();
                    }
                    self.write_item(reading, names, item);
                }
            }
        }
    }

    fn write_item(&mut self, reading: &mut links::LinkDefinitions, names: &dyn Names, item: Item) {
        self.text.push_str(self.prefix.text);
        match item.number.as_str() {
            "" => self.text.push_str("  - "),
            number => self.text.push_str(&format!(" {number}. ")),
        }
        for (i, paragraph) in item.paragraphs.into_iter().enumerate() {
            if i > 0 {
                self.end_line();
                self.text.push_str(self.prefix.text);
                self.text.push_str(ITEM_INDENT);
            }
            self.write_wrapped(ITEM_INDENT, &reading.resolve_links(names, &paragraph));
        }
    }

    /// Writes words, broken into lines; the prefix of the first line has been written already.
    fn write_wrapped(&mut self, indent: &str, text: &str) {
        let words: Vec<&str> = text.split_whitespace().collect();
        let lines = wrap::break_lines(&words, self.width - indent.len());
        if lines.is_empty() {
            self.end_line();
        }
        for (i, line) in lines.into_iter().enumerate() {
            if i > 0 {
                self.text.push_str(self.prefix.text);
                self.text.push_str(indent);
            }
            self.text.push_str(&words[line].join(" "));
            self.end_line();
        }
    }
}
