//! The lines of the program's sources that a story shows.

use std::collections::HashMap;

/// The lines of the files that were read, by file name.
#[derive(Default)]
pub(super) struct Sources(HashMap<String, Vec<String>>);

impl Sources {
    /// The text of the line at `place` (`file:line`), without indentation; empty if the file cannot be read.
    pub(super) fn line(&mut self, place: &str) -> String {
        let Some((file, line)) = place.rsplit_once(':') else { return String::new() };
        let lines = self.0.entry(file.to_owned()).or_insert_with(|| {
            let text = std::fs::read(file).unwrap_or_default();
            String::from_utf8_lossy(&text).lines().map(|line| line.trim().to_owned()).collect()
        });
        let number = line.parse::<usize>().ok().and_then(|line| line.checked_sub(1));
        number.and_then(|number| lines.get(number)).cloned().unwrap_or_default()
    }
}
