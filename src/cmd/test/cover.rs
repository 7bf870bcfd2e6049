//! Coverage across all tested packages: chooses the packages to cover, and joins the profiles of their test programs.

use super::{Flags, Package, print_error};
use crate::errno;
use crate::load::cover::untested_profile;
use crate::load::fs_view::FsView;
use crate::load::modules::module::Module;
use crate::load::{load, patterns};
use crate::options::coverage::{Coverage, Mode};
use crate::options::{Target, Tests};
use minigo_syntax::small_sort::SmallSort as _;
use std::collections::HashSet;
use std::fs::File;
use std::io::Write as _;
use std::path::Path;
use std::sync::Mutex;

/// The coverage of a run of `minigo test`.
pub(super) struct RunCoverage {
    mode: Mode,
    /// The packages that are covered in every test program, and the words that named them; `None` covers each package
    /// under test.
    chosen_packages: Option<(Vec<String>, String)>,
    profile: Option<Mutex<File>>,
}

impl RunCoverage {
    /// The coverage that the flags ask for; `None` if they ask for none.
    pub(super) fn new(
        fs: &FsView,
        tested: &[Package],
        flags: &Flags,
    ) -> Result<Option<Self>, String> {
        let Some(cover) = &flags.cover else {
            return if flags.fuzz { Self::for_fuzzing(fs, tested) } else { Ok(None) };
        };
        let mode = cover.mode.unwrap_or(Mode::Set);
        let mut chosen = None;
        if cover.packages.is_empty() {
            tested.iter().try_for_each(check_not_library)?;
        } else {
            let paths = choose_packages(fs, tested, &cover.packages)?;
            chosen = Some((paths, cover.packages.join(", ")));
        }
        let profile = match &cover.profile {
            Some(path) => Some(Mutex::new(create_profile(&flags.output(path), mode)?)),
            None => None,
        };
        Ok(Some(Self { mode, chosen_packages: chosen, profile }))
    }

    /// The coverage that guides the fuzzer: the blocks of the main module's packages that run.
    fn for_fuzzing(fs: &FsView, tested: &[Package]) -> Result<Option<Self>, String> {
        if tested.iter().any(|package| package.goroot.is_some()) {
            return Ok(None);
        }
        let needed = needed_packages(tested);
        let mut paths: Vec<String> = tested.iter().map(|package| package.path.clone()).collect();
        if let Some(module) = Module::effective_main_module(fs)? {
            let all = patterns::expand(fs, &[format!("{}/...", module.path)], |_| ())?;
            paths.extend(all.into_iter().map(|p| p.path).filter(|path| needed.contains(path)));
        }
        paths.small_sort();
        paths.dedup();
        let chosen = Some((paths, String::new()));
        Ok(Some(Self { mode: Mode::Fuzz, chosen_packages: chosen, profile: None }))
    }

    /// The coverage of the test program of a package.
    pub(super) fn coverage_of(&self, package: &Package) -> Coverage {
        let (packages, words) = match &self.chosen_packages {
            Some((paths, words)) => (paths.clone(), Some(words.clone())),
            None => (vec![package.path.clone()], None),
        };
        Coverage { mode: self.mode, packages, words }
    }

    /// Reports whether test programs write profiles.
    pub(super) fn writes_profiles(&self) -> bool {
        self.profile.is_some()
    }

    /// Adds the profile that a test program has written, if there is one.
    pub(super) fn add_file(&self, file: &Path) {
        if let Ok(text) = std::fs::read_to_string(file)
            && let Some((_, lines)) = text.split_once('\n')
        {
            self.add(lines);
        }
    }

    fn add(&self, lines: &str) {
        if let Some(profile) = &self.profile
            && let Ok(mut file) = profile.lock()
            && let Err(error) = file.write_all(lines.as_bytes())
        {
            print_error(&format!("saving coverage profile: {}", errno::text(&error)));
        }
    }

    /// The line about a package without tests: none of its statements ran. `None` if the package has no statements.
    pub(super) fn untested_line(&self, package: &Package) -> Option<String> {
        let (profile, any) = untested_profile(&FsView::default(), package).ok()?;
        self.add(&profile);
        any.then(|| format!("\t{}\t\tcoverage: 0.0% of statements\n", package.path))
    }
}

/// The packages that the words name and that are tested or imported, directly or indirectly, by tested packages.
fn choose_packages(
    fs: &FsView,
    tested: &[Package],
    words: &[String],
) -> Result<Vec<String>, String> {
    let mut paths = Vec::new();
    let mut known: Option<HashSet<String>> = None;
    let is_tested = |path: &str| tested.iter().any(|package| package.path == path);
    for word in words {
        let before = paths.len();
        for package in patterns::expand(fs, std::slice::from_ref(word), |_| {})? {
            if package.goroot.is_some() && (word == "all" || word.contains("...")) {
                continue;
            }
            check_not_library(&package)?;
            let path = package.path;
            if is_tested(&path)
                || known.get_or_insert_with(|| needed_packages(tested)).contains(&path)
            {
                paths.push(path);
            }
        }
        if paths.len() == before {
            print_error(&format!(
                "warning: no packages being tested depend on matches for pattern {word}"
            ));
        }
    }
    Ok(paths)
}

/// The packages of all test programs. Errors of loading are ignored: the test program reports them itself.
fn needed_packages(tested: &[Package]) -> HashSet<String> {
    let mut needed = HashSet::new();
    for package in tested.iter().filter(|package| package.error.is_none()) {
        let import_path = package.is_of_dependency.then(|| package.path.clone());
        let target =
            Target::Tests(Tests { paths: package.paths.clone(), import_path, coverage: None });
        let loaded = load(&FsView::default(), &target, None);
        needed.extend(loaded.into_iter().flat_map(|it| it.named).map(|named| named.path));
    }
    needed
}

/// Refuses packages of the library, which are never compiled with counters.
fn check_not_library(package: &Package) -> Result<(), String> {
    match &package.goroot {
        Some(_) => Err(format!(
            "minigo measures no coverage of packages of the standard library: {}",
            package.path
        )),
        None => Ok(()),
    }
}

fn create_profile(path: &Path, mode: Mode) -> Result<File, String> {
    let begun = File::create(path).and_then(|mut file| {
        writeln!(file, "mode: {}", mode.name())?;
        Ok(file)
    });
    begun.map_err(|error| format!("open {}: {}", path.display(), errno::text(&error)))
}

/// The coverage line in the output of a test program; the last line about the package repeats it.
pub(super) fn coverage_line(output: &[u8]) -> String {
    const COVERAGE_PREFIX: &[u8] = b"coverage: ";
    let Some(at) = memchr::memmem::find(output, COVERAGE_PREFIX) else { return String::new() };
    let said = &output[at..];
    let Some(end) = memchr::memchr(b'\n', said) else { return String::new() };
    format!("\t{}", String::from_utf8_lossy(&said[..end]))
}
