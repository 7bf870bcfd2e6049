//! Tables of text: columns as wide as what stands in them.

/// Lines of cells, the first the heads of the columns.
#[derive(Default)]
pub(super) struct Table(Vec<Vec<String>>);

impl Table {
    /// Adds a line.
    pub(super) fn push<const N: usize>(&mut self, cells: [String; N]) {
        self.0.push(cells.into());
    }

    /// The table as text. Columns without anything below their heads are left out.
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
