//! The files to which programs are written.

use super::{NamedPackage, is_directory, name_of};
use crate::errno;
use crate::load::fs_view::FsView;
use crate::load::go_env::go_env;
use crate::load::patterns::Package;
use std::fs;
use std::io::Read as _;
use std::os::unix::fs::{FileTypeExt as _, MetadataExt as _};
use std::path::{Path, PathBuf};

/// The files to which programs are written.
pub(super) enum Destination {
    /// No file: packages are only compiled.
    Nowhere,
    /// A file in the working directory with the program's name.
    Here,
    /// The file at this path.
    File(PathBuf),
    /// Files in this directory with the programs' names. With `true`, it is an error if no package is a program.
    Directory(PathBuf, bool),
}

impl Destination {
    /// The place that -o names. Without -o, a single program is written to the working directory.
    ///
    /// # Errors
    /// Fails if -o names a file for several packages.
    pub(super) fn of_build(
        output: Option<&str>,
        packages: &[NamedPackage],
    ) -> Result<Self, String> {
        match output {
            None if packages.len() == 1 => Ok(Self::Here),
            None => Ok(Self::Nowhere),
            Some(path) if is_null(path) => Ok(Self::Nowhere),
            Some(path) if is_directory(path) => Ok(Self::Directory(path.into(), true)),
            Some(path) if packages.len() == 1 => Ok(Self::File(path.into())),
            Some(_) if packages.is_empty() => Err("no packages to build".to_owned()),
            Some(path) => {
                let file = Path::new(path).file_name().unwrap_or_default().to_string_lossy();
                Err(format!("go: cannot write multiple packages to non-directory {file}"))
            }
        }
    }

    /// The directory of installed programs: GOBIN, or `bin` in the first directory of GOPATH.
    ///
    /// # Errors
    /// Neither GOBIN nor GOPATH names a directory.
    pub(super) fn of_install(fs: &FsView) -> Result<Self, String> {
        if let Some(dir) = go_env(fs, "GOBIN") {
            if !Path::new(&dir).is_absolute() {
                return Err("cannot install, GOBIN must be an absolute path".to_owned());
            }
            return Ok(Self::Directory(dir.into(), false));
        }
        let list = go_env(fs, "GOPATH");
        let first = list.as_ref().and_then(|list| std::env::split_paths(list).next());
        let home = || Some(PathBuf::from(fs.env("HOME")?).join("go"));
        let path = first.filter(|path| !path.as_os_str().is_empty()).or_else(home);
        let path =
            path.ok_or("go: no install location: neither GOBIN nor GOPATH nor HOME is set")?;
        Ok(Self::Directory(path.join("bin"), false))
    }

    /// The path of the file for a program; `None` if it is not written.
    ///
    /// # Errors
    /// Fails if the path is a directory or a file that is no program, or if the path's directory cannot be made.
    pub(super) fn path_for(&self, package: &Package) -> Result<Option<PathBuf>, String> {
        let name = name_of(package);
        let path = match self {
            Self::Nowhere => return Ok(None),
            Self::Here => PathBuf::from(&name),
            Self::File(path) => {
                if let Some(dir) = path.parent().filter(|dir| !dir.as_os_str().is_empty()) {
                    make_directory(dir)?;
                }
                path.clone()
            }
            Self::Directory(dir, _) => {
                make_directory(dir)?;
                dir.join(&name)
            }
        };
        let shown = path.display();
        match self {
            _ if path.is_dir() => {
                Err(format!("go: build output \"{shown}\" already exists and is a directory"))
            }
            _ => match replaced_file(&path) {
                Some(file) => Ok(Some(file)),
                None => {
                    let path = &package.path;
                    let verb = match self {
                        Self::Directory(_, false) => "install",
                        _ => "build",
                    };
                    Err(format!(
                        "{path}: go {verb} {path}: build output \"{shown}\" already exists and is not an object file"
                    ))
                }
            },
        }
    }

    /// The error if no package is a program, for a place where programs are required.
    pub(super) fn no_program_error(&self) -> Option<String> {
        matches!(self, Self::Directory(_, true)).then(|| "go: no main packages to build".to_owned())
    }

    /// The error for a package that is not a program, if the place is a file.
    pub(super) fn not_program_error(&self) -> Option<String> {
        let Self::File(path) = self else { return None };
        let path = path.display();
        Some(format!(
            "minigo: -o {path}: the package is not a main package, and minigo writes no package archives"
        ))
    }
}

/// The path of the file to which a program is installed.
///
/// # Errors
/// Fails if there is no directory for installed programs.
pub(in crate::cmd) fn installed_path(
    fs: &FsView,
    package: &Package,
) -> Result<Option<PathBuf>, String> {
    Ok(match Destination::of_install(fs)? {
        Destination::Directory(dir, _) => Some(dir.join(name_of(package))),
        Destination::Nowhere | Destination::Here | Destination::File(_) => None,
    })
}

fn make_directory(dir: &Path) -> Result<(), String> {
    let made = fs::create_dir_all(dir);
    made.map_err(|error| format!("go: mkdir {}: {}", dir.display(), errno::text(&error)))
}

/// Reports whether a path leads to the null device, which may have another name than /dev/null.
fn is_null(path: &str) -> bool {
    let same = |found: fs::Metadata, null: fs::Metadata| {
        found.file_type().is_char_device() && found.rdev() == null.rdev()
    };
    path == NULL_DEVICE
        || fs::metadata(path)
            .is_ok_and(|found| fs::metadata(NULL_DEVICE).is_ok_and(|null| same(found, null)))
}

const NULL_DEVICE: &str = "/dev/null";

/// The path of the file that a program at `path` replaces; a symbolic link is followed, so the link stays. Returns
/// `None` if the existing file is no program or no regular file: a device or a pipe must not be replaced, and the go
/// command refuses to write into one too.
fn replaced_file(path: &Path) -> Option<PathBuf> {
    let Ok(found) = fs::metadata(path) else { return Some(path.to_path_buf()) };
    if !found.is_file() {
        return None;
    }
    let mut start = [0; 4];
    let read = fs::File::open(path).and_then(|mut file| file.read_exact(&mut start));
    let is_program = read.is_ok() && (start == *b"\x7fELF" || start == *b"!<ar");
    (found.len() == 0 || is_program).then(|| fs::canonicalize(path).ok()).flatten()
}
