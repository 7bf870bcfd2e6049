//! A `vendor` directory: reads its `modules.txt`, and checks that it agrees with the main modules.

use std::collections::{HashMap, HashSet};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use super::main_modules::MainModule;
use super::replacements::Replacements;
use crate::load::fs_view::FsView;
use minigo_modules::version::{ModuleVersion, is_valid};

/// A vendor directory.
#[derive(Debug)]
pub(super) struct Vendor {
    pub(super) dir: PathBuf,
    /// The vendored packages by import path, with their modules.
    pub(super) packages: HashMap<String, ModuleVersion>,
    modules: HashMap<ModuleVersion, VendorNotes>,
    /// Modules with vendored packages, and modules that are replaced, in the order of the file.
    used_modules: Vec<ModuleVersion>,
    replaced_modules: Vec<ModuleVersion>,
}

/// The notes about a module in `modules.txt`.
#[derive(Clone, Debug, Default)]
struct VendorNotes {
    explicit: bool,
    replacement: Option<ModuleVersion>,
    go: Option<String>,
}

/// Reports whether the `modules.txt` of a vendor directory was written for a workspace.
pub(super) fn is_of_workspace(fs: &FsView, dir: &Path) -> bool {
    let text = fs.read_text(&dir.join("modules.txt")).unwrap_or_default();
    let notes = text.lines().next().and_then(|line| line.strip_prefix("## "));
    notes.is_some_and(|notes| notes.split(';').any(|note| note.trim() == "workspace"))
}

impl Vendor {
    /// Reads the `modules.txt` of the directory `dir`.
    pub(super) fn read(fs: &FsView, dir: PathBuf) -> Self {
        let text = fs.read_text(&dir.join("modules.txt")).unwrap_or_default();
        let (packages, modules) = (HashMap::new(), HashMap::new());
        let mut vendor =
            Self { dir, packages, modules, used_modules: Vec::new(), replaced_modules: Vec::new() };
        let mut module = None;
        for line in text.lines() {
            if let Some(words) = line.strip_prefix("# ") {
                module = vendor.read_module(&words.split_whitespace().collect::<Vec<_>>());
            } else if let Some(module) = &module {
                vendor.read_note(module, line);
            }
        }
        vendor
    }

    /// Reads `# module version => replacement`.
    fn read_module(&mut self, words: &[&str]) -> Option<ModuleVersion> {
        let (module, rest) = match words {
            [path, version, rest @ ..] if is_valid(version) => {
                (ModuleVersion::new(path, version), rest)
            }
            [path, "=>", ..] => (ModuleVersion::new(path, ""), &words[1..]),
            _ => return None,
        };
        let replacement = match rest {
            ["=>", path] => Some(ModuleVersion::new(path, "")),
            ["=>", path, version] if is_valid(version) => Some(ModuleVersion::new(path, version)),
            _ => None,
        };
        let notes = self.modules.entry(module.clone()).or_default();
        if replacement.is_some() {
            self.replaced_modules.push(module.clone());
            notes.replacement = replacement;
        }
        Some(module)
    }

    /// Reads a line below a module: notes about it, or one of its packages.
    fn read_note(&mut self, module: &ModuleVersion, line: &str) {
        if let Some(notes) = line.strip_prefix("## ") {
            let about = self.modules.entry(module.clone()).or_default();
            for note in notes.split(';').map(str::trim) {
                about.explicit |= note == "explicit";
                about.go = note.strip_prefix("go ").map(str::to_owned).or(about.go.take());
            }
        } else if !line.starts_with('#') && line.split_whitespace().count() == 1 {
            self.packages.insert(line.trim().to_owned(), module.clone());
            if !self.used_modules.contains(module) {
                self.used_modules.push(module.clone());
            }
        }
    }

    /// The listed module with this path and its version.
    pub(super) fn version(&self, path: &str) -> Option<&ModuleVersion> {
        self.modules.keys().find(|module| module.path == path && !module.version.is_empty())
    }

    /// The version in the `go` line of a module.
    pub(super) fn go_version(&self, module: &ModuleVersion) -> Option<&str> {
        self.modules.get(module)?.go.as_deref()
    }

    /// Checks that `modules.txt` agrees with the main modules. For versions before Go 1.14 (`early`) fewer entries are
    /// required.
    ///
    /// # Errors
    /// Returns a message with all differences, in the words of the go command.
    pub(super) fn check_consistency(
        &self,
        mains: &[MainModule],
        replaced: &Replacements,
        early: bool,
    ) -> Result<(), String> {
        let workspace = replaced.has_workspace();
        let mut found = String::new();
        self.check_requires(mains, early, &mut found);
        self.check_replaces(replaced, early, &mut found);
        let required: HashSet<_> = mains.iter().flat_map(|main| &main.file.requires).collect();
        for module in &self.used_modules {
            if self.modules.get(module).is_some_and(|notes| notes.explicit)
                && !required.contains(module)
            {
                let article = if workspace { "a " } else { "" };
                let text = format!(
                    "is marked as explicit in vendor/modules.txt, but not explicitly required in {article}go.mod"
                );
                add_difference(&mut found, module, &text);
            }
        }
        for module in &self.replaced_modules {
            if replaced.replacement_of(module).is_none() {
                let place = if workspace { "the workspace" } else { "go.mod" };
                let text = format!(
                    "is marked as replaced in vendor/modules.txt, but not replaced in {place}"
                );
                add_difference(&mut found, module, &text);
            }
        }
        if found.is_empty() {
            return Ok(());
        }
        let (dir, word) =
            (self.dir.parent().unwrap_or(&self.dir), if workspace { "work" } else { "mod" });
        Err(format!(
            "go: inconsistent vendoring in {}:{found}\n\n\tTo ignore the vendor directory, use -mod=readonly or -mod=mod.\n\tTo sync the vendor directory, run:\n\t\tgo {word} vendor",
            dir.display()
        ))
    }

    fn check_requires(&self, mains: &[MainModule], early: bool, found: &mut String) {
        for required in mains.iter().flat_map(|main| &main.file.requires) {
            if self.modules.get(required).is_some_and(|notes| notes.explicit) {
                continue;
            }
            if !early {
                let text = "is explicitly required in go.mod, but not marked as explicit in vendor/modules.txt";
                add_difference(found, required, text);
            } else if let Some(other) =
                self.used_modules.iter().find(|used| used.path == required.path)
                && other != required
            {
                let text = format!(
                    "is explicitly required in go.mod, but vendor/modules.txt indicates {other}"
                );
                add_difference(found, required, &text);
            }
        }
    }

    fn check_replaces(&self, replaced: &Replacements, early: bool, found: &mut String) {
        for (old, place) in replaced.lines() {
            let Some(new) = replaced.replacement_of(old) else { continue };
            let marked = self.modules.get(old).and_then(|notes| notes.replacement.as_ref());
            match marked {
                None if early && !self.used_modules.contains(old) => {}
                None => {
                    let text = format!(
                        "is replaced in {place}, but not marked as replaced in vendor/modules.txt"
                    );
                    add_difference(found, old, &text);
                }
                Some(marked) if *marked != replaced.modules_txt_replacement(new) => {
                    let text = format!(
                        "is replaced by {} in {place}, but marked as replaced by {marked} in vendor/modules.txt",
                        new.to
                    );
                    add_difference(found, old, &text);
                }
                Some(_) => {}
            }
        }
    }
}

fn add_difference(found: &mut String, module: &ModuleVersion, text: &str) {
    write!(found, "\n\t{module}: {text}").expect("writing to a string");
}
