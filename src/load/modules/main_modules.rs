//! The main modules: the one around a directory, or those of the workspace around it; and whether packages of other
//! modules come from the module cache or from `vendor`.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use super::mod_file::{self, FileKind, ModFile};
use super::replacements::Replacements;
use super::vendor;
use super::{DEFAULT_LANGUAGE_VERSION, RELEASE};
use crate::load::fs_view::FsView;
use crate::load::go_env::{BuildFlags, are_modules_off, go_env};
use crate::load::godebug::{self, Setting};
use crate::load::version::version_of;
use minigo_modules::path::{PathKind, check_elements, quote};
use minigo_modules::release::Release;
use minigo_modules::version::ModuleVersion;

/// The first Go version that uses a `vendor` directory without a flag.
const FIRST_VENDOR_VERSION: (u32, u32) = (1, 14);

/// The version that a `go.work` without a `go` line has.
const WORK_DEFAULT_GO_VERSION: &str = "1.18";

/// The version that a `go.mod` without a `go` line has.
const MODULE_DEFAULT_GO_VERSION: &str = "1.16";

/// A main module.
#[derive(Clone, Debug)]
pub(super) struct MainModule {
    pub(super) path: String,
    pub(super) dir: PathBuf,
    pub(super) file: ModFile,
}

impl MainModule {
    pub(super) fn go_version(&self) -> (u32, u32) {
        language_version(self.file.go.as_deref())
    }
}

/// The main modules of a program.
#[derive(Debug)]
pub(super) struct MainModules {
    pub(super) all: Vec<MainModule>,
    /// The directory of `go.work` and its contents, in a workspace.
    pub(super) work: Option<(PathBuf, ModFile)>,
    pub(super) mode: ModMode,
    pub(super) replacements: Replacements,
    pub(super) excluded: HashSet<ModuleVersion>,
}

/// The place from which packages of other modules come, and the reason for it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct ModMode {
    pub(super) kind: ModModeKind,
    /// The reason; it is printed where a package is missing.
    pub(super) reason: ModModeReason,
}

/// The value of `-mod`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum ModModeKind {
    /// From directories and the module cache, as `go.mod` and `go.sum` say.
    Readonly,
    /// Like `Readonly`, but missing entries of `go.mod` and `go.sum` may be added: here they count as added.
    Mod,
    /// From the directory `vendor`.
    Vendor,
}

/// The reason why a mode was chosen.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum ModModeReason {
    /// A flag has chosen the mode.
    Flag,
    /// `go.mod`, `go.work` or the vendor directory has chosen the mode; the text says how.
    Found(String),
    /// The mode is the default.
    Default,
}

impl ModMode {
    /// The part of an error that says why missing modules are not looked up: `import lookup disabled by -mod=vendor`.
    pub(super) fn no_lookup_message(&self) -> Option<String> {
        let name = match self.kind {
            ModModeKind::Mod => return None,
            ModModeKind::Readonly => "readonly",
            ModModeKind::Vendor => "vendor",
        };
        match &self.reason {
            ModModeReason::Flag => Some(format!("import lookup disabled by -mod={name}")),
            ModModeReason::Found(why) => {
                Some(format!("import lookup disabled by -mod={name}\n\t({why})"))
            }
            ModModeReason::Default => None,
        }
    }
}

/// The reason why there are no main modules around a directory, in the words of the go command.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum NoMainModulesReason {
    /// The directory's module does not belong to the workspace.
    OutsideWorkspace(String),
    /// A file or a setting is wrong; the text says how.
    Other(String),
}

impl From<String> for NoMainModulesReason {
    fn from(why: String) -> Self {
        Self::Other(why)
    }
}

impl From<NoMainModulesReason> for String {
    fn from(why: NoMainModulesReason) -> Self {
        match why {
            NoMainModulesReason::OutsideWorkspace(text) | NoMainModulesReason::Other(text) => text,
        }
    }
}

impl MainModules {
    /// The main modules around the directory `full`, whose links must be resolved. Returns `None` if there is no
    /// `go.mod` in that directory or above it. The number in the result is that of the module to which the directory
    /// belongs. With `anywhere`, a workspace counts even if the directory is in none of its modules; the number is then
    /// that of the first module.
    ///
    /// # Errors
    /// Returns a message that says what is wrong with a `go.mod` or `go.work`, in the words of the go command.
    pub(super) fn find_for_directory(
        fs: &FsView,
        full: &Path,
        flags: &BuildFlags,
        anywhere: bool,
    ) -> Result<Option<(usize, Self)>, NoMainModulesReason> {
        if are_modules_off(fs) {
            return Ok(None);
        }
        let nearest = |name| {
            full.ancestors().find_map(|at| Some((at.to_path_buf(), fs.read_text(&at.join(name))?)))
        };
        let module = nearest("go.mod");
        if module.is_none() && !anywhere {
            return Ok(None);
        }
        let work = match go_env(fs, "GOWORK") {
            Some(off) if off == "off" => None,
            Some(path) if !path.starts_with('/') => {
                let why = "go: go: invalid GOWORK: not an absolute path";
                return Err(why.to_owned().into());
            }
            Some(path) => {
                let path = PathBuf::from(path);
                let text = fs.read_text(&path).ok_or_else(|| {
                    let path = path.display();
                    format!("go: reading go.work: open {path}: no such file or directory")
                })?;
                let dir = path.parent().unwrap_or(&path);
                Some((fs.canonical(dir).unwrap_or_else(|| dir.into()), text))
            }
            None => nearest("go.work"),
        };
        match (work, module) {
            (Some((root, text)), module) => {
                let own = module.as_ref().map(|(at, _)| at.as_path());
                let (own, mains) = Self::of_workspace(fs, &root, &text, own, flags)?;
                Ok((own < mains.all.len()).then_some((own, mains)))
            }
            (None, Some((at, text))) => Ok(Some((0, Self::of_module(fs, at, &text, flags)?))),
            (None, None) => Ok(None),
        }
    }

    fn of_module(fs: &FsView, at: PathBuf, text: &str, flags: &BuildFlags) -> Result<Self, String> {
        let (name, text) = match &flags.mod_file {
            Some(other) => {
                let read = fs.read_text(other).ok_or_else(|| {
                    format!("go: open {}: no such file or directory", other.display())
                })?;
                (other.clone(), read)
            }
            None => (at.join("go.mod"), text.to_owned()),
        };
        let file = read_mod(fs, &name, &text, FileKind::Main)?;
        let Some(path) = file.path.clone() else {
            let hint = "missing module declaration. To specify the module path:\n\tgo mod edit -module=example.com/mod";
            return Err(format!("go: error reading {}: {hint}", shown_path(fs, &name)));
        };
        check_settings(&shown_path(fs, &name), "go.mod", &file)?;
        let mode = choose_mode(fs, flags, &at.join("vendor"), file.go.as_deref(), false)?;
        let all = vec![MainModule { path, dir: at, file }];
        Self::new(fs, all, None, mode)
    }

    /// The modules that the `go.work` in `root` uses. The module in the directory `own`, if there is one, must be among
    /// them.
    fn of_workspace(
        fs: &FsView,
        root: &Path,
        text: &str,
        own: Option<&Path>,
        flags: &BuildFlags,
    ) -> Result<(usize, Self), NoMainModulesReason> {
        let name = shown_path(fs, &root.join("go.work"));
        let file = mod_file::parse(&name, text, FileKind::Work)
            .map_err(|e| format!("go: errors parsing {name}:\n{e}"))?;
        check_version(&name, &file)?;
        check_settings(&name, "go.work", &file)?;
        let name = "go.work";
        let mut all: Vec<MainModule> = Vec::new();
        for main in used_modules(fs, root, name, &file)? {
            if all.iter().any(|known| known.path == main.path) {
                let path = main.path;
                let why = format!("go: module {path} appears multiple times in workspace");
                return Err(why.into());
            }
            all.push(main);
        }
        let number = own.map_or(Some(0), |own| all.iter().position(|main| main.dir == own));
        let Some(number) = number else {
            let own = own.unwrap_or(Path::new("."));
            let here = fs.canonical(Path::new(".")).is_some_and(|here| here == own);
            let (what, shown) = match here {
                true => ("current directory".to_owned(), ".".to_owned()),
                false => (format!("directory {}", shown_path(fs, own)), shown_path(fs, own)),
            };
            return Err(NoMainModulesReason::OutsideWorkspace(format!(
                "{what} is contained in a module that is not one of the workspace modules listed in {name}. You can add the module to the workspace using:\n\tgo work use {shown}"
            )));
        };
        let go = file.go.as_deref();
        let mode = choose_mode(fs, flags, &root.join("vendor"), go, true)?;
        Ok((number, Self::new(fs, all, Some((root.to_path_buf(), file)), mode)?))
    }

    fn new(
        fs: &FsView,
        all: Vec<MainModule>,
        work: Option<(PathBuf, ModFile)>,
        mode: ModMode,
    ) -> Result<Self, String> {
        let mut replaced = Replacements::new(work.as_ref().map(|(root, _)| root.as_path()));
        if let Some((root, file)) = &work {
            replaced.add(root, &shown_path(fs, &root.join("go.work")), file)?;
        }
        for main in &all {
            if let Err(why) = check_elements(&main.path, PathKind::Import) {
                return Err(format!("go: malformed module path {}: {why}", quote(&main.path)));
            }
            replaced.add(&main.dir, &shown_path(fs, &main.dir.join("go.mod")), &main.file)?;
        }
        let excluded = all.iter().flat_map(|main| main.file.excludes.iter().cloned()).collect();
        Ok(Self { all, work, mode, replacements: replaced, excluded })
    }

    /// The Go version whose GODEBUG defaults apply, and the settings in `go.mod` or `go.work`.
    pub(super) fn godebug(&self) -> (&str, &[Setting]) {
        let (file, unstated) = match &self.work {
            Some((_, file)) => (file, WORK_DEFAULT_GO_VERSION),
            None => (&self.all[0].file, MODULE_DEFAULT_GO_VERSION),
        };
        (file.go.as_deref().unwrap_or(unstated), &file.godebugs)
    }

    /// The directory that contains `vendor`, `go.sum` and the like.
    pub(super) fn root(&self) -> &Path {
        self.work.as_ref().map_or(&self.all[0].dir, |(root, _)| root)
    }

    /// Reports whether the main module's version is before Go 1.14, when `modules.txt` had fewer entries.
    pub(super) fn has_early_modules_txt(&self) -> bool {
        self.work.is_none() && self.all[0].go_version() < FIRST_VENDOR_VERSION
    }

    pub(super) fn find(&self, path: &str) -> Option<&MainModule> {
        self.all.iter().find(|main| main.path == path)
    }
}

/// The modules that a `go.work` uses.
fn used_modules(
    fs: &FsView,
    root: &Path,
    name: &str,
    work: &ModFile,
) -> Result<Vec<MainModule>, String> {
    let all = work.uses.iter().map(|used| used_module(fs, root, name, work, used));
    let (all, wrong): (Vec<_>, Vec<_>) = all.partition(Result::is_ok);
    if wrong.is_empty() {
        return Ok(all.into_iter().flatten().collect());
    }
    let texts: Vec<String> = wrong.into_iter().filter_map(Result::err).collect();
    Err(texts.join("\n"))
}

/// The module in a directory that a `go.work` uses.
fn used_module(
    fs: &FsView,
    root: &Path,
    name: &str,
    work: &ModFile,
    used: &str,
) -> Result<MainModule, String> {
    let dir = root.join(used);
    let Some(text) = fs.read_text(&dir.join("go.mod")) else {
        let at = Path::new(used).join("go.mod");
        return Err(format!(
            "go: cannot load module {used} listed in {name} file: open {}: no such file or directory",
            at.display()
        ));
    };
    let shown_name = shown_path(fs, &dir.join("go.mod"));
    let file = parse_mod(&shown_name, &text, FileKind::Main).map_err(|error| {
        let module = shown_path(fs, &dir);
        format!("go: cannot load module {module} listed in {name} file: {error}")
    })?;
    if let Some(wanted) = newer_go_version(work, &file) {
        let (verb, lists) = match &work.go {
            Some(lists) => ("lists", lists.as_str()),
            None => ("implicitly requires", WORK_DEFAULT_GO_VERSION),
        };
        let full = fs.canonical(&dir);
        let here = full.is_some() && full == fs.canonical(Path::new("."));
        let module = if here { ".".to_owned() } else { shown_path(fs, &dir) };
        return Err(format!(
            "go: module {module} listed in {name} file requires go >= {wanted}, but {name} {verb} go {lists}; to download and use go {wanted}:\n\tgo work use"
        ));
    }
    let Some(path) = file.path.clone() else {
        let hint = "missing module declaration. To specify the module path:\n\tgo mod edit -module=example.com/mod";
        return Err(format!("go: error reading {}: {hint}", shown_path(fs, &dir.join("go.mod"))));
    };
    Ok(MainModule { path, dir: fs.canonical(&dir).unwrap_or(dir), file })
}

/// The Go version that a module asks for, if it is later than the workspace's and the go command checks it (from Go
/// 1.21 on).
fn newer_go_version<'f>(work: &ModFile, file: &'f ModFile) -> Option<&'f str> {
    let wanted = file.go.as_deref()?;
    let release = Release::parse(wanted)?;
    let lists = Release::parse(work.go.as_deref().unwrap_or(WORK_DEFAULT_GO_VERSION));
    (release.has_strict_go_lines() && Some(release) > lists).then_some(wanted)
}

/// The mode that a flag chooses; without one, the vendor directory and the Go version of `go.mod` or `go.work` choose
/// it.
fn choose_mode(
    fs: &FsView,
    flags: &BuildFlags,
    vendor: &Path,
    go: Option<&str>,
    workspace: bool,
) -> Result<ModMode, String> {
    if let Some(value) = flags.module_mode.as_deref().filter(|value| !value.is_empty()) {
        let kind = match value {
            "readonly" => ModModeKind::Readonly,
            "vendor" => ModModeKind::Vendor,
            "mod" if !workspace => ModModeKind::Mod,
            "mod" => {
                return Err(
                    "go: -mod may only be set to readonly or vendor when in workspace mode, \
                    but it is set to \"mod\"\n\tRemove the -mod flag to use the default readonly \
                    value, \n\tor set GOWORK=off to disable workspace mode."
                        .into(),
                );
            }
            other => {
                return Err(format!(
                    "-mod={other} not supported (can be '', 'mod', 'readonly', or 'vendor')"
                ));
            }
        };
        return Ok(ModMode { kind, reason: ModModeReason::Flag });
    }
    let source = if workspace { "go.work" } else { "go.mod" };
    let readonly =
        |why: String| ModMode { kind: ModModeKind::Readonly, reason: ModModeReason::Found(why) };
    Ok(match go {
        _ if !fs.is_dir(vendor) => {
            ModMode { kind: ModModeKind::Readonly, reason: ModModeReason::Default }
        }
        None => readonly(format!(
            "Go version in {source} is unspecified, so vendor directory was not used."
        )),
        Some(go) if version_of(go) < Some(FIRST_VENDOR_VERSION) => {
            readonly(format!("Go version in {source} is {go}, so vendor directory was not used."))
        }
        Some(_) if vendor::is_of_workspace(fs, vendor) != workspace => readonly(match workspace {
            true => "In workspace mode, but vendor directory is not for a workspace".into(),
            false => "Outside workspace mode, but vendor directory is for a workspace.".into(),
        }),
        Some(_) => {
            let why =
                format!("Go version in {source} is at least 1.14 and vendor directory exists.");
            ModMode { kind: ModModeKind::Vendor, reason: ModModeReason::Found(why) }
        }
    })
}

/// The name of a module's file in messages.
pub(super) fn shown_path(fs: &FsView, path: &Path) -> String {
    let name = fs.display_name(path);
    name.strip_prefix("./").unwrap_or(&name).to_owned()
}

/// Reads a `go.mod`.
pub(super) fn read_mod(
    fs: &FsView,
    path: &Path,
    text: &str,
    kind: FileKind,
) -> Result<ModFile, String> {
    let name = shown_path(fs, path);
    let file = parse_mod(&name, text, kind).map_err(|error| format!("go: {error}"))?;
    check_version(&name, &file)?;
    Ok(file)
}

fn parse_mod(name: &str, text: &str, kind: FileKind) -> Result<ModFile, String> {
    mod_file::parse(name, text, kind).map_err(|e| format!("errors parsing {name}:\n{e}"))
}

/// Checks the GODEBUG settings in the file of a main module or workspace; `kind` is `go.mod` or `go.work`.
fn check_settings(name: &str, kind: &str, file: &ModFile) -> Result<(), String> {
    let wrong = |setting: &Setting| {
        let why = godebug::check_setting("godebug", &setting.name, &setting.value).err()?;
        Some(format!("go: error loading {kind}:\n{name}:{}: {why}", setting.line))
    };
    let mut all = file.godebugs.iter().filter_map(wrong);
    // For a workspace only the first error is reported.
    let errors: Vec<String> =
        if kind == "go.work" { all.next().into_iter().collect() } else { all.collect() };
    if errors.is_empty() { Ok(()) } else { Err(errors.join("\n")) }
}

/// Refuses a file whose Go version is later than minigo's.
fn check_version(name: &str, file: &ModFile) -> Result<(), String> {
    match too_new_version(file) {
        Some(go) => {
            Err(format!("go: {name} requires go >= {go} (running go {RELEASE}; GOTOOLCHAIN=local)"))
        }
        None => Ok(()),
    }
}

/// The version in the file's `go` line, if it is later than minigo's.
pub(super) fn too_new_version(file: &ModFile) -> Option<&str> {
    file.go.as_deref().filter(|go| Release::parse(go) > Release::parse(RELEASE))
}

/// The language version that the `go` line of a `go.mod` states.
pub(super) fn language_version(go: Option<&str>) -> (u32, u32) {
    go.and_then(version_of).unwrap_or(DEFAULT_LANGUAGE_VERSION)
}
