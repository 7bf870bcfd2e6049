//! Packages that are loaded from an installed Go although minigo has its own: `MINIGODEBUG=goroot=net/url:net/http`
//! names packages to load from an installed Go, and `goroot=all` means all packages that can be loaded from it.

use minigo_syntax::hash::HashSet;

use super::LoadError;
use super::fs_view::FsView;
use super::std_packages::PACKAGES;

/// The name of the setting.
const GOROOT_SETTING: &str = "goroot";

/// The value of the setting that means all packages.
const ALL_PACKAGES: &str = "all";

/// The packages that are taken from an installed Go although minigo has its own.
#[derive(Clone, Debug, Default)]
pub(super) enum PackagesFromGo {
    /// Only the packages for which minigo always prefers those of an installed Go.
    #[default]
    Usual,
    /// These packages too.
    Named(HashSet<String>),
    /// All packages that do not depend on minigo's machine.
    All,
}

impl PackagesFromGo {
    /// Reads the setting from the environment.
    ///
    /// # Errors
    /// Fails if the setting names a package that Go's library does not have, or one that cannot come from there.
    pub(super) fn read(fs: &FsView) -> Result<Self, LoadError> {
        let Some(value) = fs.minigodebug_setting(GOROOT_SETTING).filter(|value| !value.is_empty())
        else {
            return Ok(Self::Usual);
        };
        if value == ALL_PACKAGES {
            return Ok(Self::All);
        }
        let refuse =
            |why: String| LoadError::Other(format!("MINIGODEBUG={GOROOT_SETTING}={value}: {why}"));
        let mut named = HashSet::default();
        for path in value.split(':') {
            if minigo_stdlib::must_not_come_from_go(path) {
                let why =
                    "depends on minigo's runtime, so it cannot be loaded from an installed Go";
                return Err(refuse(format!("package {path} {why}")));
            }
            if PACKAGES.binary_search(&path).is_err() {
                return Err(refuse(format!("Go's library has no public package {path:?}")));
            }
            named.insert(path.to_owned());
        }
        Ok(Self::Named(named))
    }

    /// Reports whether minigo's own package at this path must not be used.
    #[must_use]
    pub(super) fn excludes_own_package(&self, path: &str) -> bool {
        match self {
            Self::Usual => false,
            Self::Named(named) => named.contains(path),
            Self::All => !minigo_stdlib::must_not_come_from_go(path),
        }
    }
}

/// The error if a package that must come from an installed Go is not there.
#[must_use]
pub(super) fn missing_error(path: &str, no_go: &str) -> String {
    format!(
        "package {path} must be loaded from an installed Go (MINIGODEBUG={GOROOT_SETTING}=…), but {no_go}"
    )
}
