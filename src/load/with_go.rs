//! Decides whether a program needs the additional files of minigo's own packages that require an installed Go.
//!
//! These files bring further imports, so programs that do not use them are loaded without them. Whether a program uses
//! them is known only when all its packages are loaded; then it is loaded once more.

use super::Loader;

impl Loader<'_> {
    /// Reports whether the program uses a feature that is in the additional files of minigo's own packages.
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
