//! Aligned columns, as go/printer makes them with text/tabwriter. A terminated cell is as wide as the widest cell of
//! its column in the adjacent lines that have such a cell too.

/// A line: its terminated cells, and the text behind the last of them.
#[derive(Debug, Default)]
struct Line {
    cells: Vec<String>,
    open_cell: String,
    /// Whether the line's text contains its own indentation.
    is_indented: bool,
}

/// Output in progress: lines with the same indentation whose columns are aligned with each other.
#[derive(Debug, Default)]
pub(super) struct TabWriter {
    finished_lines: String,
    lines: Vec<Line>,
    indent: usize,
    ended_line_count: usize,
}

impl TabWriter {
    /// Writes text into the open cell. All lines of the text but the first contain their own indentation.
    pub(super) fn write_text(&mut self, text: &str) {
        let mut lines = text.split('\n');
        self.line().open_cell.push_str(lines.next().unwrap_or_default());
        for line in lines {
            self.ended_line_count += 1;
            self.lines.push(Line {
                open_cell: line.to_owned(),
                is_indented: true,
                ..Line::default()
            });
        }
    }

    /// Ends the open cell.
    pub(super) fn end_cell(&mut self) {
        let line = self.line();
        let cell = std::mem::take(&mut line.open_cell);
        line.cells.push(cell);
    }

    /// Ends the line, and leaves `empty` lines behind it.
    pub(super) fn end_line(&mut self, empty: usize) {
        self.line();
        self.ended_line_count += 1;
        self.lines.extend((0..=empty).map(|_| Line::default()));
    }

    /// Ends the line, leaves `empty` lines behind it, and aligns the following lines separately.
    pub(super) fn end_section(&mut self, empty: usize) {
        self.flush_lines();
        self.ended_line_count += 1;
        self.finished_lines.push_str(&"\n".repeat(empty + 1));
    }

    /// Changes the indentation of the following lines by `by` tabs. The line must have been ended by
    /// [`Self::end_section`].
    pub(super) fn change_indent(&mut self, by: isize) {
        self.flush_lines();
        self.indent = self.indent.saturating_add_signed(by);
    }

    /// Returns the indentation of the following lines in tabs.
    pub(super) fn indentation_width(&self) -> usize {
        self.indent
    }

    /// Returns the number of lines that have been ended.
    pub(super) fn ended_line_count(&self) -> usize {
        self.ended_line_count
    }

    /// Returns the whole output.
    pub(super) fn finish(mut self) -> String {
        self.flush_lines();
        self.finished_lines
    }

    fn line(&mut self) -> &mut Line {
        if self.lines.is_empty() {
            self.lines.push(Line::default());
        }
        self.lines.last_mut().expect("there is always a last line")
    }

    fn flush_lines(&mut self) {
        let lines = std::mem::take(&mut self.lines);
        let mut widths: Vec<Vec<usize>> = vec![Vec::new(); lines.len()];
        align(&lines, 0..lines.len(), 0, &mut widths);
        for (i, (line, widths)) in lines.iter().zip(&widths).enumerate() {
            if i > 0 {
                self.finished_lines.push('\n');
            }
            let mut text = "\t".repeat(if line.has_own_indent() { 0 } else { self.indent });
            for (cell, &width) in line.cells.iter().zip(widths) {
                text.push_str(cell);
                let missing = width.saturating_sub(cell.chars().count());
                text.extend(std::iter::repeat_n(' ', missing));
            }
            text.push_str(&line.open_cell);
            self.finished_lines.push_str(text.trim_end_matches(' '));
        }
    }
}

impl Line {
    fn has_own_indent(&self) -> bool {
        self.is_indented || self.open_cell.is_empty() && self.cells.iter().all(String::is_empty)
    }
}

/// Sets the widths of the columns from `column` on, in the lines of `range`.
fn align(lines: &[Line], range: std::ops::Range<usize>, column: usize, widths: &mut [Vec<usize>]) {
    let has = |at: usize| lines[at].cells.len() > column;
    let mut at = range.start;
    while at < range.end {
        if !has(at) {
            at += 1;
            continue;
        }
        let end = (at..range.end).find(|&at| !has(at)).unwrap_or(range.end);
        let cell_width = |line: &Line| line.cells[column].chars().count();
        let widest = lines[at..end].iter().map(cell_width).max().unwrap_or(0);
        let width = if widest == 0 { 0 } else { widest + 1 };
        widths[at..end].iter_mut().for_each(|widths| widths.push(width));
        align(lines, at..end, column + 1, widths);
        at = end;
    }
}
