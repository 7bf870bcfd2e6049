//! Whether a program is to be loaded with what minigo's own packages have only where Go is installed.
//!
//! They cost what they import, so they are left out of programs that do not use them. What a program uses is known once
//! all its packages are loaded; then it is loaded once more.

use super::Loader;

impl Loader<'_> {
    /// Whether the program uses what own packages have only in more files.
    pub(super) fn wants_more(&self) -> bool {
        let mentions = |word: &str| {
            let of_user = self.loaded.packages.iter().zip(&self.loaded.named);
            let of_user = of_user.filter(|(package, _)| !package.library);
            let mut files = of_user.flat_map(|(_, named)| &named.files);
            files.any(|&file| self.loaded.sources.file(file).text.contains(word))
        };
        let wants = |more: &minigo_stdlib::WithGo| {
            self.index.contains_key(more.path)
                && (self.index.contains_key(more.import) || mentions(more.word))
        };
        !self.more && minigo_stdlib::WITH_GO_SIGNS.iter().any(wants)
    }
}
