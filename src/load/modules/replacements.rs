//! The replacements of modules, by the `replace` lines of the workspace and of the main modules.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use super::mod_file::ModFile;
use minigo_modules::project::{Replacement, clean_path};
use minigo_modules::version::ModuleVersion;

/// The replacement of a module as an error names it: a directory by its full path.
fn name_in_error(replacement: &Replacement) -> String {
    let directory = replacement.directory();
    directory.map_or_else(|| replacement.to.to_string(), |dir| dir.display().to_string())
}

/// All `replace` lines.
#[derive(Debug, Default)]
pub(super) struct Replacements {
    by_module: HashMap<ModuleVersion, Replacement>,
    /// The replaced modules in the order of the lines, with the file that contains the line.
    lines: Vec<(ModuleVersion, String)>,
    /// The directory of the workspace, if there is one.
    workspace: Option<PathBuf>,
    /// The number of lines that belong to the workspace.
    workspace_line_count: usize,
}

impl Replacements {
    pub(super) fn new(workspace: Option<&Path>) -> Self {
        Self { workspace: workspace.map(Path::to_path_buf), ..Self::default() }
    }

    /// Adds the `replace` lines of the file in `dir`. The workspace's file must come first: its lines override all
    /// others.
    ///
    /// # Errors
    /// Fails if two modules of a workspace, or two lines of a file, replace the same module differently.
    pub(super) fn add(&mut self, dir: &Path, shown: &str, file: &ModFile) -> Result<(), String> {
        let first = self.lines.len();
        for line in &file.replaces {
            let new = Replacement { to: line.new.clone(), base_dir: dir.to_path_buf() };
            let Some(known) = self.by_module.get(&line.old) else {
                self.by_module.insert(line.old.clone(), new);
                self.lines.push((line.old.clone(), shown.to_owned()));
                continue;
            };
            let same = known.to == new.to && known.directory() == new.directory();
            let place = self.lines.iter().position(|(old, _)| *old == line.old).unwrap_or_default();
            if same || place < self.workspace_line_count {
                continue;
            }
            if place >= first {
                return Err(format!(
                    "go: conflicting replacements for {}:\n\t{}\n\t{}",
                    line.old, known.to, new.to
                ));
            }
            let old = &line.old;
            return Err(format!(
                "go: conflicting replacements for {old}:\n\t{}\n\t{}\nuse \"go work edit -replace {old}=[override]\" to resolve",
                name_in_error(known),
                name_in_error(&new)
            ));
        }
        if file.path.is_none() && self.workspace.as_deref() == Some(dir) {
            self.workspace_line_count = self.lines.len();
        }
        Ok(())
    }

    /// The replacement of a module: a line for its version overrides a line for all versions.
    pub(super) fn replacement_of(&self, module: &ModuleVersion) -> Option<&Replacement> {
        let any = || self.by_module.get(&ModuleVersion::new(&module.path, ""));
        self.by_module.get(module).or_else(any)
    }

    /// The replaced modules, each once, with the names of the files that replace them.
    pub(super) fn lines(&self) -> impl Iterator<Item = (&ModuleVersion, &str)> {
        self.lines.iter().map(|(old, place)| (old, place.as_str()))
    }

    pub(super) fn has_workspace(&self) -> bool {
        self.workspace.is_some()
    }

    /// A replacement as `modules.txt` writes it: directories are relative to the workspace.
    pub(super) fn modules_txt_replacement(&self, new: &Replacement) -> ModuleVersion {
        let relative = !new.to.path.starts_with('/') && new.to.version.is_empty();
        match &self.workspace {
            Some(root) if relative && *root != new.base_dir => {
                let path = relative_path(&clean_path(&new.base_dir.join(&new.to.path)), root);
                ModuleVersion { path, version: String::new() }
            }
            _ => new.to.clone(),
        }
    }
}

/// The path of a directory relative to another: `./a`, `../b`.
fn relative_path(path: &Path, base: &Path) -> String {
    let mut ups = String::new();
    for ancestor in base.ancestors() {
        if let Ok(rest) = path.strip_prefix(ancestor) {
            let start = if ups.is_empty() { "./" } else { ups.as_str() };
            let text = format!("{start}{}", rest.display());
            return text.trim_end_matches('/').to_owned();
        }
        ups.push_str("../");
    }
    path.display().to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_made_relative_as_modules_txt_has_them() {
        assert_eq!(relative_path(Path::new("/w/lib"), Path::new("/w")), "./lib");
        assert_eq!(relative_path(Path::new("/lib"), Path::new("/w/x")), "../../lib");
        assert_eq!(relative_path(Path::new("/w"), Path::new("/w/x")), "..");
    }
}
