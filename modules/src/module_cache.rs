//! The module cache, in the layout of the go command and under its locks. Files are read from the cache; missing ones
//! are downloaded, verified and added.

use minigo_syntax::small_sort::SmallSort as _;
use std::cell::{Cell, RefCell};
use std::collections::{HashMap, HashSet};
use std::fs;
use std::path::{Path, PathBuf};

use crate::archive::{self, ArchiveError};
use crate::config::Config;
use crate::fetch::Fetch;
use crate::files::{lock, make_read_only, remove_all, write_atomically};
use crate::path::{PathKind, check_elements};
use crate::proxy::{DownloadFailure, MessageSubject, Proxies, is_pseudo};
use crate::rev_info::RevInfo;
use crate::sumdb::{SumDb, is_used_for};
use crate::sums::{GoSum, SumFiles, sum_of_directory, sum_of_mod_file};
use crate::version::{ModuleVersion, compare, escaped, is_valid};

/// The checksums of the main module, or of a workspace and its modules.
#[derive(Debug, Default)]
pub struct Sums {
    /// The checksums of the file that is written.
    pub written_sums: GoSum,
    /// The name of the written file in messages.
    pub name_in_messages: String,
    /// The checksums of files that are only read.
    pub read_only_sums: SumFiles,
    /// Whether there is a main module; without one no checksums are added.
    pub has_main_module: bool,
}

impl Sums {
    /// The text of the file that is written. When `go.work.sum` changes, the checksums that a workspace module's
    /// `go.sum` lists are left out of the text.
    pub(crate) fn print(&mut self, keep: &HashSet<ModuleVersion>) -> String {
        if !self.read_only_sums.is_empty() && self.written_sums.has_new() {
            let others = &self.read_only_sums;
            self.written_sums.retain(&|module| !others.has_sum(module));
        }
        self.written_sums.print(&|module| keep.contains(module))
    }
}

/// The module cache and the sources from which it is filled.
pub struct ModuleCache<'c> {
    config: &'c Config,
    fetch: &'c dyn Fetch,
    proxies: Proxies,
    sum_db: RefCell<Option<SumDb>>,
    /// The checksums that are known.
    pub sums: RefCell<Sums>,
    report_progress: &'c dyn Fn(&str),
    /// Whether a missing checksum is an error instead of being added.
    pub read_only: Cell<bool>,
    /// Whether a download or a file in the cache did not have the checksum that `go.sum` lists.
    mismatched: Cell<bool>,
    /// Whether downloads are not reported.
    pub quiet: Cell<bool>,
    versions: RefCell<HashMap<String, Result<Vec<String>, DownloadFailure>>>,
    infos: RefCell<HashMap<ModuleVersion, Result<RevInfo, DownloadFailure>>>,
    mod_files: RefCell<HashMap<ModuleVersion, Result<Vec<u8>, DownloadFailure>>>,
    sources: RefCell<HashMap<ModuleVersion, Result<PathBuf, DownloadFailure>>>,
}

/// Reports whether the path is a directory and no link: the target of a link may not be what was unpacked.
fn is_real_directory(dir: &Path) -> bool {
    fs::symlink_metadata(dir).is_ok_and(|found| found.is_dir())
}

/// The paths and checksums of a module in the cache.
#[derive(Clone, Debug, Default)]
pub struct DownloadedFiles {
    /// The path of the `.info` file.
    pub info: PathBuf,
    /// The path of the `go.mod`.
    pub mod_file: PathBuf,
    /// The path of the zip file.
    pub zip: PathBuf,
    /// The directory of the sources.
    pub dir: PathBuf,
    /// The checksum of the sources.
    pub sum: String,
    /// The checksum of the `go.mod`.
    pub mod_sum: String,
}

impl<'c> ModuleCache<'c> {
    /// A cache that `fetch` fills; `report` prints progress lines.
    ///
    /// # Errors
    /// Returns a message that says which setting is wrong.
    pub fn new(
        config: &'c Config,
        fetch: &'c dyn Fetch,
        report: &'c dyn Fn(&str),
    ) -> Result<Self, String> {
        let proxies = Proxies::new(config)?;
        let (sum_db, sums, versions, infos, mod_files, sources) = Default::default();
        Ok(Self {
            config,
            fetch,
            proxies,
            sum_db,
            sums,
            report_progress: report,
            read_only: Cell::new(false),
            mismatched: Cell::new(false),
            quiet: Cell::new(false),
            versions,
            infos,
            mod_files,
            sources,
        })
    }

    /// The directory of the cache.
    ///
    /// # Errors
    /// Fails if the environment does not name a directory.
    pub fn cache_root(&self) -> Result<&Path, DownloadFailure> {
        self.config.cache.as_deref().ok_or_else(|| {
            DownloadFailure::fatal("module cache not found: neither GOMODCACHE nor GOPATH is set")
        })
    }

    /// The path of a file in the download cache.
    fn download_path(&self, path: &str, name: &str) -> Result<PathBuf, DownloadFailure> {
        Ok(self.cache_root()?.join(format!("cache/download/{}/@v/{name}", escaped(path))))
    }

    fn file_path(
        &self,
        module: &ModuleVersion,
        extension: &str,
    ) -> Result<PathBuf, DownloadFailure> {
        self.download_path(&module.path, &format!("{}.{extension}", escaped(&module.version)))
    }

    /// The versions of a module without pseudo-versions, sorted.
    ///
    /// # Errors
    /// Returns the reason why the versions cannot be listed.
    pub fn versions(&self, path: &str) -> Result<Vec<String>, DownloadFailure> {
        if let Some(known) = self.versions.borrow().get(path) {
            return known.clone();
        }
        let found = self.proxies.versions(self.fetch, path);
        self.versions.borrow_mut().insert(path.to_owned(), found.clone());
        found
    }

    /// The latest revision of a module without versions.
    ///
    /// # Errors
    /// Returns the reason why the revision cannot be found.
    pub fn latest(&self, path: &str) -> Result<RevInfo, DownloadFailure> {
        self.proxies.latest(self.fetch, path)
    }

    /// The version that a version or a revision's name denotes.
    ///
    /// # Errors
    /// Fails if there is no such version, or the proxies cannot be read.
    pub fn info(&self, path: &str, revision: &str) -> Result<RevInfo, DownloadFailure> {
        let key = ModuleVersion::new(path, revision);
        if let Some(known) = self.infos.borrow().get(&key) {
            return known.clone();
        }
        let found = self.read_info(&key);
        self.infos.borrow_mut().insert(key, found.clone());
        found
    }

    fn read_info(&self, module: &ModuleVersion) -> Result<RevInfo, DownloadFailure> {
        let ModuleVersion { path, version } = module;
        let kept = |version: &ModuleVersion| self.file_path(version, "info");
        if is_valid(version)
            && let Ok(text) = fs::read(kept(module)?)
            && let Ok(info) = RevInfo::parse(&text)
        {
            return Ok(info);
        }
        let info = self.proxies.info(self.fetch, path, version)?;
        self.write_file(&kept(&ModuleVersion::new(path, &info.version))?, info.text().as_bytes())?;
        Ok(info)
    }

    fn write_file(&self, file: &Path, bytes: &[u8]) -> Result<(), DownloadFailure> {
        let failed = |error: std::io::Error| DownloadFailure::fatal(error.to_string());
        fs::create_dir_all(file.parent().unwrap_or(file)).map_err(failed)?;
        write_atomically(file, bytes, 0o666).map_err(failed)
    }

    /// The path of a module's `go.mod` in the cache; the file exists once it has been read.
    #[must_use]
    pub fn mod_file_path(&self, module: &ModuleVersion) -> PathBuf {
        self.file_path(module, "mod").unwrap_or_default()
    }

    /// The verified text of a module's `go.mod`.
    ///
    /// # Errors
    /// Fails if the file cannot be downloaded, or its checksum does not match.
    pub fn mod_file(&self, module: &ModuleVersion) -> Result<Vec<u8>, DownloadFailure> {
        if let Some(known) = self.mod_files.borrow().get(module) {
            return known.clone();
        }
        let found = self.read_mod_file(module);
        self.mod_files.borrow_mut().insert(module.clone(), found.clone());
        found
    }

    fn read_mod_file(&self, module: &ModuleVersion) -> Result<Vec<u8>, DownloadFailure> {
        if self.lacks_sum(&module.mod_file()) {
            let path = &module.path;
            return Err(DownloadFailure::fatal(format!(
                "missing go.sum entry for go.mod file; to add it:\n\tgo mod download {path}"
            )));
        }
        let file = self.file_path(module, "mod")?;
        if let Ok(text) = fs::read(&file) {
            self.verify(&module.mod_file(), &sum_of_mod_file(&text))?;
            return Ok(text);
        }
        let text = self.proxies.mod_file(self.fetch, module)?;
        self.verify(&module.mod_file(), &sum_of_mod_file(&text))?;
        self.write_file(&file, &text)?;
        self.write_list(&module.path)?;
        Ok(text)
    }

    /// Takes over the `go.mod` files that another store has read: they are not verified again, and their checksums are
    /// not added.
    pub fn take_mod_files(&self, other: &Self) {
        self.mod_files.borrow_mut().extend(
            other.mod_files.borrow().iter().map(|(module, text)| (module.clone(), text.clone())),
        );
    }

    /// Writes the list of a module's cached versions, so that the cache can serve as a proxy.
    fn write_list(&self, path: &str) -> Result<(), DownloadFailure> {
        let file = self.download_path(path, "list")?;
        let dir = file.parent().unwrap_or(&file);
        let names = fs::read_dir(dir).into_iter().flatten().flatten();
        let names = names.map(|entry| entry.file_name().to_string_lossy().into_owned());
        let versions = names.filter_map(|name| crate::path::unescape(name.strip_suffix(".mod")?));
        let mut all: Vec<String> = versions.filter(|it| is_valid(it) && !is_pseudo(it)).collect();
        all.small_sort_by(|a, b| compare(a, b));
        let text: String = all.iter().flat_map(|version| [version.as_str(), "\n"]).collect();
        if fs::read_to_string(&file).is_ok_and(|old| old == text) {
            return Ok(());
        }
        self.write_file(&file, text.as_bytes())
    }

    /// Verifies a checksum by `go.sum` or, if it is not listed, by the checksum database; then adds it to `go.sum`.
    fn verify(&self, module: &ModuleVersion, sum: &str) -> Result<(), DownloadFailure> {
        let listed = self.is_listed(module, sum).map_err(|text| {
            self.mismatched.set(true);
            DownloadFailure::with_subject(MessageSubject::ListedSum, text)
        })?;
        if listed {
            return Ok(());
        }
        if is_used_for(&self.config.sum_db, &self.config.no_sum_db, &module.path) {
            let mut db = self.sum_db.borrow_mut();
            if db.is_none() {
                *db = Some(SumDb::new(self.config).map_err(DownloadFailure::fatal)?);
            }
            if let Some(db) = db.as_mut() {
                let checked = db.check(self.fetch, &self.proxies, module, sum);
                checked.map_err(|text| {
                    DownloadFailure::with_subject(MessageSubject::SumDatabase, text)
                })?;
            }
        }
        let mut sums = self.sums.borrow_mut();
        if sums.has_main_module {
            sums.written_sums.add(module, sum);
        }
        Ok(())
    }

    /// Reports whether a module had another checksum than the one that `go.sum` lists.
    #[must_use]
    pub fn has_mismatch(&self) -> bool {
        self.mismatched.get()
    }

    fn is_listed(&self, module: &ModuleVersion, sum: &str) -> Result<bool, String> {
        let sums = self.sums.borrow();
        let own = sums.written_sums.check(module, sum, &sums.name_in_messages)?;
        Ok(sums.read_only_sums.check(module, sum)? || own)
    }

    /// Reports whether a checksum is listed for a module or a `go.mod`.
    #[must_use]
    pub fn has_sum(&self, module: &ModuleVersion) -> bool {
        let sums = self.sums.borrow();
        sums.written_sums.has_sum(module) || sums.read_only_sums.has_sum(module)
    }

    /// Reports whether a module or a `go.mod` cannot be used because its checksum is not listed and may not be added.
    #[must_use]
    pub fn lacks_sum(&self, module: &ModuleVersion) -> bool {
        self.read_only.get() && self.sums.borrow().has_main_module && !self.has_sum(module)
    }

    /// The directory with the verified sources of a module.
    ///
    /// # Errors
    /// Fails if the sources cannot be downloaded, or their checksum does not match.
    pub fn source_dir(&self, module: &ModuleVersion) -> Result<PathBuf, DownloadFailure> {
        if let Some(known) = self.sources.borrow().get(module) {
            return known.clone();
        }
        let found = self.find_sources(module);
        self.sources.borrow_mut().insert(module.clone(), found.clone());
        found
    }

    /// The directory for a module's sources, which may not exist yet.
    ///
    /// # Errors
    /// Fails if there is no module cache.
    pub fn module_dir(&self, module: &ModuleVersion) -> Result<PathBuf, DownloadFailure> {
        let ModuleVersion { path, version } = module;
        Ok(self.cache_root()?.join(format!("{}@{}", escaped(path), escaped(version))))
    }

    fn find_sources(&self, module: &ModuleVersion) -> Result<PathBuf, DownloadFailure> {
        check_elements(&module.path, PathKind::Module).map_err(DownloadFailure::fatal)?;
        let dir = self.module_dir(module)?;
        let partial = self.file_path(module, "partial")?;
        if is_real_directory(&dir) && !partial.exists() {
            let sum = self.stored_sum(module, &dir)?;
            self.verify(module, &sum)?;
            return Ok(dir);
        }
        let failed = |error: std::io::Error| DownloadFailure::fatal(error.to_string());
        let zip = self.zip_path(module)?;
        let _lock = lock(&self.file_path(module, "lock")?).map_err(failed)?;
        // Another process may have unpacked the module meanwhile.
        if is_real_directory(&dir) && !partial.exists() {
            return Ok(dir);
        }
        remove_all(&dir).map_err(failed)?;
        self.write_file(&partial, b"")?;
        let bytes = fs::read(&zip).map_err(failed)?;
        if let Err(why) = archive::unpack(&bytes, module, &dir) {
            let _ = remove_all(&dir);
            let _ = fs::remove_file(&partial);
            return Err(DownloadFailure::fatal(format!("unzip {}: {why}", zip.display())));
        }
        fs::remove_file(&partial).map_err(failed)?;
        if !self.config.cache_is_writable {
            make_read_only(&dir).map_err(failed)?;
        }
        Ok(dir)
    }

    /// The checksum of sources in the cache: the one stored with the download, or else that of the directory.
    fn stored_sum(&self, module: &ModuleVersion, dir: &Path) -> Result<String, DownloadFailure> {
        let stored = fs::read_to_string(self.file_path(module, "ziphash")?).unwrap_or_default();
        let stored = stored.trim();
        if stored.starts_with("h1:") && stored.len() == 47 {
            return Ok(stored.to_owned());
        }
        sum_of_directory(dir, module).map_err(|error| DownloadFailure::fatal(error.to_string()))
    }

    /// The path of a module's verified zip file.
    fn zip_path(&self, module: &ModuleVersion) -> Result<PathBuf, DownloadFailure> {
        let (zip, hash) = (self.file_path(module, "zip")?, self.file_path(module, "ziphash")?);
        let failed = |error: std::io::Error| DownloadFailure::fatal(error.to_string());
        if zip.is_file() && hash.is_file() {
            let sum = fs::read_to_string(&hash).map_err(failed)?;
            self.verify(module, sum.trim())?;
            return Ok(zip);
        }
        if !self.quiet.get() {
            (self.report_progress)(&format!("go: downloading {} {}", module.path, module.version));
        }
        let _lock = lock(&self.file_path(module, "lock")?).map_err(failed)?;
        self.info(&module.path, &module.version)?;
        let bytes = match fs::read(&zip) {
            Ok(bytes) => bytes,
            Err(_) => self.proxies.zip(self.fetch, module)?,
        };
        let sum = archive::sum(&bytes, module).map_err(|why| match &why {
            ArchiveError::NoZip(_) => DownloadFailure::fatal(why.to_string()),
            ArchiveError::OfModule(text) => DownloadFailure::of_module(module, text),
        })?;
        self.verify(module, &sum)?;
        self.write_file(&hash, sum.as_bytes())?;
        self.write_file(&zip, &bytes)?;
        Ok(zip)
    }

    /// Downloads all files of a module. After a failure, returns the files that were downloaded before it, and the
    /// failure.
    #[must_use]
    pub fn download_all(
        &self,
        module: &ModuleVersion,
    ) -> (DownloadedFiles, Option<DownloadFailure>) {
        let mut out = DownloadedFiles::default();
        let failure = self.download_files(module, &mut out).err();
        (out, failure)
    }

    fn download_files(
        &self,
        module: &ModuleVersion,
        out: &mut DownloadedFiles,
    ) -> Result<(), DownloadFailure> {
        self.info(&module.path, &module.version)?;
        out.info = self.file_path(module, "info")?;
        let text = self.mod_file(module)?;
        out.mod_file = self.file_path(module, "mod")?;
        out.mod_sum = sum_of_mod_file(&text);
        out.zip = self.zip_path(module)?;
        out.sum = fs::read_to_string(self.file_path(module, "ziphash")?).unwrap_or_default();
        out.dir = self.source_dir(module)?;
        Ok(())
    }

    /// Compares the files of a module in the cache with the checksum of the download, if the module is in the cache.
    ///
    /// # Errors
    /// Returns the differences, one message each.
    pub fn verify_copy(&self, module: &ModuleVersion) -> Result<(), Vec<String>> {
        let text = |failure: DownloadFailure| vec![failure.text];
        let zip = self.file_path(module, "zip").map_err(text)?;
        let dir = self.module_dir(module).map_err(text)?;
        let hash = fs::read_to_string(self.file_path(module, "ziphash").map_err(text)?);
        let Ok(hash) = hash else {
            return match zip.exists() || dir.exists() {
                true => Err(vec![format!("{module}: missing ziphash: no such file or directory")]),
                false => Ok(()),
            };
        };
        let hash = hash.trim();
        let mut wrong = Vec::new();
        let bytes = fs::read(&zip);
        let sum = bytes.map_err(|error| ArchiveError::OfModule(error.to_string()));
        match sum.and_then(|bytes| archive::sum(&bytes, module)) {
            Ok(sum) if sum == hash => {}
            Ok(_) => wrong.push(format!("{module}: zip has been modified ({})", zip.display())),
            Err(_) if !zip.exists() => {}
            Err(why) => wrong.push(format!("{module}: {why}")),
        }
        match sum_of_directory(&dir, module) {
            Ok(sum) if sum == hash => {}
            Ok(_) => wrong.push(format!("{module}: dir has been modified ({})", dir.display())),
            Err(_) if !dir.exists() => {}
            Err(why) => wrong.push(format!("{module}: {why}")),
        }
        if wrong.is_empty() { Ok(()) } else { Err(wrong) }
    }
}
