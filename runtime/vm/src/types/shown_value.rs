//! Values as text before the layout: Go syntax, broken into several lines if long.

use std::fmt::Write as _;

/// The width from which lines are broken, where possible.
const MAX_LINE_WIDTH: usize = 80;

/// A value as text, or as a list of values.
pub(crate) enum ShownValue {
    /// The whole text.
    Text(String),
    /// The value with this index among those whose method gives their text.
    TextRequest(usize),
    /// The text before the brace, then the elements.
    List(String, Vec<ShownValue>),
    /// `name: value`.
    Named(String, Box<ShownValue>),
    /// `key: value`.
    Entry(Box<ShownValue>, Box<ShownValue>),
}

impl ShownValue {
    /// Inserts the texts that the values' methods have returned.
    pub(crate) fn fill_in_texts(&mut self, texts: &[String]) {
        match self {
            Self::Text(_) => {}
            Self::TextRequest(number) => {
                *self = Self::Text(texts.get(*number).cloned().unwrap_or_default());
            }
            Self::List(_, list) => list.iter_mut().for_each(|part| part.fill_in_texts(texts)),
            Self::Named(_, value) => value.fill_in_texts(texts),
            Self::Entry(key, value) => {
                key.fill_in_texts(texts);
                value.fill_in_texts(texts);
            }
        }
    }

    /// The text.
    pub(crate) fn layout_text(&self) -> String {
        let mut text = String::new();
        match self {
            // A text that stands alone may have several lines.
            Self::Text(all) => text.push_str(all),
            _ => self.write(&mut text, 0, 0),
        }
        text
    }

    /// Reports whether the value is a number, a boolean, or the placeholder for the rest of a list: lists of these stay
    /// on one line, however long.
    fn is_short_scalar(&self) -> bool {
        const MAX_SCALAR_BYTES: usize = 24;
        let starts = |text: &str| {
            text.starts_with(|c: char| c.is_ascii_digit() || matches!(c, '-' | '+' | '…' | 'N'))
        };
        matches!(self, Self::Text(text)
            if text.len() <= MAX_SCALAR_BYTES && (starts(text) || matches!(&**text, "true" | "false")))
    }

    fn width(&self) -> usize {
        match self {
            Self::Text(text) if text.contains('\n') => MAX_LINE_WIDTH + 1,
            Self::Text(text) => text.chars().count(),
            Self::TextRequest(_) => 0,
            Self::List(head, list) => {
                head.len() + list.iter().map(|e| e.width() + 2).sum::<usize>()
            }
            Self::Named(name, value) => name.chars().count() + 2 + value.width(),
            Self::Entry(key, value) => key.width() + 2 + value.width(),
        }
    }

    fn write(&self, out: &mut String, indent: usize, column: usize) {
        match self {
            Self::Text(text) => {
                let mut lines = text.split('\n');
                out.push_str(lines.next().unwrap_or_default());
                for line in lines {
                    let _ = write!(out, "\n{:indent$}{line}", "");
                }
            }
            Self::TextRequest(_) => {}
            Self::Named(name, value) => {
                out.push_str(name);
                out.push_str(": ");
                value.write(out, indent, column + name.chars().count() + 2);
            }
            Self::Entry(key, value) => {
                key.write(out, indent, column);
                out.push_str(": ");
                value.write(out, indent, column + key.width() + 2);
            }
            Self::List(head, list) => {
                out.push_str(head);
                out.push('{');
                let one_line = column + self.width() <= MAX_LINE_WIDTH
                    || list.iter().all(Self::is_short_scalar);
                write_list(list, out, indent, one_line);
                out.push('}');
            }
        }
    }
}

fn write_list(list: &[ShownValue], out: &mut String, indent: usize, one_line: bool) {
    if one_line {
        for (i, element) in list.iter().enumerate() {
            out.push_str(if i > 0 { ", " } else { "" });
            element.write(out, indent, 0);
        }
        return;
    }
    for element in list {
        let inner = indent + 4;
        let _ = write!(out, "\n{:inner$}", "");
        element.write(out, inner, inner);
        out.push(',');
    }
    let _ = write!(out, "\n{:indent$}", "");
}
