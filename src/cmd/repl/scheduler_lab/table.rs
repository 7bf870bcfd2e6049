//! Tables of text, whose columns are as wide as their widest cell.

/// The lines of the table as cells; the first line has the columns' headings.
#[derive(Default)]
pub(super) struct Table(Vec<Vec<String>>);

impl Table {
    /// Appends a line to the table.
    pub(super) fn push<const N: usize>(&mut self, cells: [String; N]) {
        self.0.push(cells.into());
    }

    /// Returns the table as text. Columns that are empty below their heading are left out.
    pub(super) fn text(&self) -> String {
        let columns = self.0.iter().map(Vec::len).max().unwrap_or(0);
        let width = |column: usize| {
            let cells = self.0.iter().skip(1).filter_map(move |line| line.get(column));
            let below = cells.map(|cell| cell.chars().count()).max().unwrap_or(0);
            let head = self.0.first().and_then(|line| line.get(column));
            (below > 0).then(|| below.max(head.map_or(0, |h| h.chars().count())))
        };
        let widths: Vec<Option<usize>> = (0..columns).map(width).collect();
        let mut out = String::new();
        for line in &self.0 {
            let mut text = String::new();
            for (cell, width) in line.iter().zip(&widths) {
                if let Some(width) = *width {
                    text.push_str(&format!("{cell:width$}  "));
                }
            }
            out.push_str(text.trim_end());
            out.push('\n');
        }
        out
    }
}
