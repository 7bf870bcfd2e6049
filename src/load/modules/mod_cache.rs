//! The module cache that the go command fills: the sources of a module at a version, its `go.mod`, and the checksum
//! from its download. [`downloads`](super::downloads) fills it.

use std::path::{Path, PathBuf};

use crate::load::fs_view::FsView;
use crate::load::go_env::module_cache;
use minigo_modules::sums::sum_of_directory;
use minigo_modules::version::{ModuleVersion, escaped};

/// The directory of the cache; `None` if the environment does not name one.
#[derive(Debug)]
pub(super) struct ModCache(Option<PathBuf>);

impl ModCache {
    pub(super) fn find(fs: &FsView) -> Self {
        Self(module_cache(fs))
    }

    /// Reports whether a directory lies in the cache.
    pub(super) fn contains(&self, dir: &Path) -> bool {
        self.0.as_ref().is_some_and(|cache| dir.starts_with(cache))
    }

    /// The directory of a module's sources, if the module was downloaded.
    pub(super) fn source_dir(&self, fs: &FsView, module: &ModuleVersion) -> Option<PathBuf> {
        let at = format!("{}@{}", escaped(&module.path), escaped(&module.version));
        let dir = self.0.as_ref()?.join(at);
        // A file `.partial` says that the go command has not unpacked all of the module.
        let partial = self.download_path(module, "partial")?;
        (fs.is_dir(&dir) && fs.read(&partial).is_err()).then_some(dir)
    }

    /// Reports whether there is a cache and it lacks a module's sources. The function asks the file system, not the
    /// [`FsView`], which keeps its first answer: a download changes the answer.
    pub(super) fn lacks_sources(&self, module: &ModuleVersion) -> bool {
        let at = format!("{}@{}", escaped(&module.path), escaped(&module.version));
        let dir = self.0.as_ref().map(|cache| cache.join(at));
        let partial = self.download_path(module, "partial");
        dir.is_some_and(|dir| !dir.is_dir()) || partial.is_some_and(|partial| partial.exists())
    }

    /// Reports whether there is a cache and it lacks a module's `go.mod`.
    pub(super) fn lacks_mod_file(&self, module: &ModuleVersion) -> bool {
        self.download_path(module, "mod").is_some_and(|file| !file.exists())
    }

    /// The text of a module's `go.mod`, if it was downloaded.
    pub(super) fn mod_file(&self, fs: &FsView, module: &ModuleVersion) -> Option<Vec<u8>> {
        fs.read(&self.download_path(module, "mod")?).ok()
    }

    /// The checksum of a module whose sources are in the cache: the one stored with the download, else the one computed
    /// from the directory.
    pub(super) fn sum(&self, fs: &FsView, module: &ModuleVersion) -> Option<String> {
        let stored = fs.read_text(&self.download_path(module, "ziphash")?);
        let stored = stored.map(|text| text.trim().to_owned());
        if let Some(sum) = stored.filter(|sum| sum.starts_with("h1:") && sum.len() == 47) {
            return Some(sum);
        }
        sum_of_directory(&self.source_dir(fs, module)?, module).ok()
    }

    /// The error for a module that is not in the cache.
    pub(super) fn missing_error(&self, module: &ModuleVersion) -> String {
        let place = match &self.0 {
            Some(dir) => format!("not in the module cache {}", dir.display()),
            None => {
                "not found: module cache not found: neither GOMODCACHE nor GOPATH is set".into()
            }
        };
        format!("{module}: module is {place}; to download it:\n\tgo mod download {}", module.path)
    }

    /// The path of the file with this extension in the download of a module.
    pub(super) fn download_path(&self, module: &ModuleVersion, extension: &str) -> Option<PathBuf> {
        let (path, version) = (escaped(&module.path), escaped(&module.version));
        Some(self.0.as_ref()?.join(format!("cache/download/{path}/@v/{version}.{extension}")))
    }
}
