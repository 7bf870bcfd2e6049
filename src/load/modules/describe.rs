//! Modules as `go list -m -json` describes them.

use minigo_syntax::small_sort::SmallSort as _;
use std::path::{Path, PathBuf};

use serde::Serialize;

use super::build_list::LookupError;
use super::module::Module;
use crate::load::fs_view::FsView;
use minigo_modules::version::ModuleVersion;

/// The fields of a module, in the order in which they are printed.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
#[serde(rename_all = "PascalCase")]
pub struct Description {
    /// The module's path.
    pub path: String,
    /// The module's version; empty for a main module.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub version: String,
    /// The version query, if the version was found by a query.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub query: String,
    /// All known versions of the module.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub versions: Vec<String>,
    /// The module or directory that replaces the module, by a `replace` line.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub replace: Option<Box<Description>>,
    /// The time of the version.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub time: String,
    /// A later version of the module, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub update: Option<Box<Description>>,
    /// Whether the module is a main module.
    #[serde(skip_serializing_if = "is_false")]
    pub main: bool,
    /// Whether the main module needs this module only indirectly.
    #[serde(skip_serializing_if = "is_false")]
    pub indirect: bool,
    /// The directory of the module's sources, if they have been downloaded.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub dir: String,
    /// The path of the module's `go.mod`.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub go_mod: String,
    /// The version in the `go` line of its `go.mod`.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub go_version: String,
    /// The reasons why the version is retracted, if it is.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub retracted: Vec<String>,
    /// The reason why the module is deprecated; empty if it is not.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub deprecated: String,
    /// The reason why the module could not be described.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<ModuleError>,
    /// The checksum of the module's sources.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub sum: String,
    /// The checksum of the module's `go.mod`.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub go_mod_sum: String,
}

/// The error of a module.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ModuleError {
    /// The error's text.
    #[serde(rename = "Err")]
    pub text: String,
}

impl ModuleError {
    /// An error with this text.
    #[must_use]
    pub fn new(text: impl Into<String>) -> Option<Self> {
        Some(Self { text: text.into() })
    }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_false(value: &bool) -> bool {
    !value
}

impl Module {
    /// Describes this module.
    #[must_use]
    pub fn describe(&self, fs: &FsView) -> Description {
        self.describe_version(fs, &ModuleVersion::new(&self.path, &self.version))
    }

    /// Describes all modules of the program: the main modules first, then the others sorted by path.
    ///
    /// # Errors
    /// Returns the reason why the module graph is not complete.
    pub fn describe_all(&self, fs: &FsView) -> Result<Vec<Description>, String> {
        if self.build_list.vendor.is_some() {
            let hint = "(Use -mod=mod or -mod=readonly to bypass.)";
            return Err(format!("go: can't compute 'all' using the vendor directory\n\t{hint}"));
        }
        let graph = self.build_list.graph(fs).map_err(LookupError::text)?;
        let mut all = graph.sorted_by_path();
        all.small_sort_by_key(|module| !module.version.is_empty());
        Ok(all.iter().map(|module| self.describe_version(fs, module)).collect())
    }

    /// Reports whether packages of other modules come from the directory `vendor`.
    #[must_use]
    pub fn is_vendored(&self) -> bool {
        self.build_list.vendor.is_some()
    }

    /// Describes a module that `vendor/modules.txt` lists, or a main module.
    #[must_use]
    pub fn describe_vendored(&self, fs: &FsView, path: &str) -> Option<Description> {
        let main = self.build_list.mains.find(path).map(|main| ModuleVersion::new(&main.path, ""));
        let module = main.or_else(|| self.build_list.vendor.as_ref()?.version(path).cloned())?;
        Some(self.describe_version(fs, &module))
    }

    /// Describes the main modules.
    #[must_use]
    pub fn describe_mains(&self, fs: &FsView) -> Vec<Description> {
        let mains = self.build_list.mains.all.iter().map(|main| ModuleVersion::new(&main.path, ""));
        mains.map(|main| self.describe_version(fs, &main)).collect()
    }

    /// Describes a version of a module without regard to replacements and to the selected version.
    #[must_use]
    pub fn describe_original(&self, fs: &FsView, module: &ModuleVersion) -> Description {
        let (path, version) = (module.path.clone(), module.version.clone());
        Description { path, version, ..self.describe_cached(fs, module) }
    }

    fn describe_version(&self, fs: &FsView, module: &ModuleVersion) -> Description {
        let (path, version) = (module.path.clone(), module.version.clone());
        if let Some(main) = self.build_list.mains.find(&path).filter(|_| version.is_empty()) {
            return Description {
                path,
                main: true,
                dir: read_text(&main.dir),
                go_mod: read_text(&main.dir.join("go.mod")),
                go_version: main.file.go.clone().unwrap_or_default(),
                ..Description::default()
            };
        }
        let indirect = self.is_indirect(fs, module);
        if let Some(vendor) = &self.build_list.vendor {
            let go_version = vendor.go_version(module).unwrap_or_default().to_owned();
            let replace =
                self.build_list.mains.replacements.replacement_of(module).map(|replacement| {
                    let ModuleVersion { path, version } = replacement.to.clone();
                    let found = match replacement.directory() {
                        Some(dir) => describe_directory(fs, &dir),
                        None => {
                            Description { go_version: go_version.clone(), ..Description::default() }
                        }
                    };
                    Box::new(Description { path, version, ..found })
                });
            // Only some of the module's packages lie in the vendor directory, so no directory is given.
            return Description {
                path,
                version,
                indirect,
                replace,
                go_version,
                ..Description::default()
            };
        }
        let replacement = self.build_list.mains.replacements.replacement_of(module);
        let Some(replacement) = replacement else {
            return Description { path, version, indirect, ..self.describe_cached(fs, module) };
        };
        let found = match replacement.directory() {
            Some(dir) => describe_directory(fs, &dir),
            None => self.describe_cached(fs, &replacement.to),
        };
        let ModuleVersion { path: to, version: to_version } = replacement.to.clone();
        let replace = Description { path: to, version: to_version, ..found.clone() };
        let replace = Some(Box::new(replace));
        // The checksums are shown with the replacement.
        let (sum, go_mod_sum, time) = Default::default();
        Description { path, version, indirect, replace, sum, go_mod_sum, time, ..found }
    }

    /// Describes a module by its files in the module cache.
    fn describe_cached(&self, fs: &FsView, module: &ModuleVersion) -> Description {
        let cache = self.build_list.cache(fs);
        let file = cache.download_path(module, "mod").filter(|file| fs.read(file).is_ok());
        let info = cache.download_path(module, "info").and_then(|file| fs.read_text(&file));
        let info: Option<serde_json::Value> =
            info.and_then(|text| serde_json::from_str(&text).ok());
        let time = info.and_then(|info| info.get("Time")?.as_str().map(str::to_owned));
        Description {
            time: time.unwrap_or_default(),
            dir: cache.source_dir(fs, module).map(|dir| read_text(&dir)).unwrap_or_default(),
            go_version: file.as_ref().map(|file| go_line(fs, file)).unwrap_or_default(),
            go_mod: file.map(|file| read_text(&file)).unwrap_or_default(),
            sum: self.build_list.listed_sum(fs, module),
            go_mod_sum: self.build_list.listed_sum(fs, &module.mod_file()),
            ..Description::default()
        }
    }

    /// Reports whether the main module needs a module only indirectly: its `go.mod` says so, or does not name the
    /// module.
    fn is_indirect(&self, fs: &FsView, module: &ModuleVersion) -> bool {
        let mut direct = false;
        for main in &self.build_list.mains.all {
            let file = fs.read_text(&main.dir.join("go.mod")).unwrap_or_default();
            direct |= file.lines().any(|line| {
                let (words, comment) = line.split_once("//").unwrap_or((line, ""));
                let words: Vec<&str> = words.split_whitespace().collect();
                let names = words.ends_with(&[&module.path, &module.version])
                    || words
                        .iter()
                        .map(|word| word.trim_matches('"'))
                        .any(|word| word == module.path);
                names && !words.contains(&"=>") && !comment.trim_start().starts_with("indirect")
            });
        }
        !direct
    }
}

/// Describes the module in a directory.
fn describe_directory(fs: &FsView, dir: &Path) -> Description {
    let file = dir.join("go.mod");
    let there = fs.is_dir(dir);
    Description {
        dir: if there { read_text(dir) } else { String::new() },
        go_version: go_line(fs, &file),
        go_mod: if there { read_text(&file) } else { String::new() },
        ..Description::default()
    }
}

/// The version in the `go` line of a file.
#[must_use]
pub fn go_line(fs: &FsView, file: &Path) -> String {
    let text = fs.read_text(file).unwrap_or_default();
    let mut lines = text.lines().filter_map(|line| line.trim().strip_prefix("go "));
    lines
        .next()
        .map(|version| version.split("//").next().unwrap_or_default().trim().to_owned())
        .unwrap_or_default()
}

fn read_text(path: &Path) -> String {
    PathBuf::from(path).display().to_string()
}
