//! Fills the module cache with what a load needs, from the proxies in GOPROXY. Crate `minigo-modules` does the work.

use std::io::Write as _;
use std::path::PathBuf;

use super::build_list::UnusableModule;
use crate::load::fs_view::FsView;
use crate::load::go_env::{are_modules_off, check_module_setting, go_env, go_flags, module_cache};
use crate::load::modules::RELEASE;
use crate::load::std_packages::PACKAGES;
use minigo_modules::config::{self, Config};
use minigo_modules::fetch::Network;
use minigo_modules::module_cache::{ModuleCache, Sums};
use minigo_modules::sums::SumFiles;
use minigo_modules::version::ModuleVersion;

/// The part of a module that is downloaded.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum ModulePart {
    ModFile,
    Sources,
}

/// The sources of modules, and the checksums by which downloads are verified.
#[derive(Debug)]
pub(super) struct Downloads {
    config: Config,
    network: Network,
    sums: SumFiles,
}

impl Downloads {
    /// Reads the settings; downloads are verified by the checksums in `sums`.
    pub(super) fn new(fs: &FsView, sums: SumFiles) -> Result<Self, String> {
        let config = read_config(fs).map_err(|why| format!("go: {why}"))?;
        Ok(Self { config, network: Network::default(), sums })
    }

    /// Downloads a part of a module into the cache. A part whose checksum is not that in `go.sum` or, if there is none,
    /// in the checksum database, does not get into the cache.
    pub(super) fn download_part(
        &self,
        module: &ModuleVersion,
        part: ModulePart,
    ) -> Result<(), UnusableModule> {
        let store = ModuleCache::new(&self.config, &self.network, &print_progress)
            .map_err(UnusableModule::Fatal)?;
        *store.sums.borrow_mut() = Sums { read_only_sums: self.sums.clone(), ..Sums::default() };
        let done = match part {
            ModulePart::ModFile => store.mod_file(module).map(drop),
            ModulePart::Sources => store.source_dir(module).map(drop),
        };
        let kind = |text| match store.has_mismatch() {
            true => UnusableModule::Fatal(text),
            false => UnusableModule::Missing(text),
        };
        done.map_err(|failure| kind(failure.text))
    }
}

/// Prints a line about progress on standard error.
fn print_progress(line: &str) {
    let _ = writeln!(std::io::stderr(), "{line}");
}

/// Reads the go command's settings.
///
/// # Errors
/// Returns a message that says which setting is wrong, without the prefix `go:`.
pub fn read_config(fs: &FsView) -> Result<Config, String> {
    if are_modules_off(fs) {
        return Err("modules disabled by GO111MODULE=off; see 'go help modules'".into());
    }
    check_module_setting(fs)?;
    let get = |name: &str| go_env(fs, name);
    let private = get("GOPRIVATE").unwrap_or_default();
    let or_private = |name: &str| get(name).unwrap_or_else(|| private.clone());
    let path = get("GOPATH").map(PathBuf::from);
    let path = path.or_else(|| Some(PathBuf::from(fs.env("HOME")?).join("go")));
    let mut config = Config {
        proxy: get("GOPROXY").unwrap_or_else(|| config::PROXY.into()),
        sum_db: get("GOSUMDB").unwrap_or_else(|| config::SUM_DB.into()),
        no_sum_db: or_private("GONOSUMDB"),
        no_proxy: or_private("GONOPROXY"),
        cache: module_cache(fs),
        sum_db_state: path.map(|path| minigo_modules::sumdb::state_directory(&path)),
        go_work: get("GOWORK"),
        std_packages: PACKAGES,
        go_release: RELEASE,
        ..Config::default()
    };
    for (name, value) in go_flags(fs)? {
        let value = value.unwrap_or_default();
        match name.as_str() {
            "modcacherw" => config.cache_is_writable = value != "false",
            "modfile" => config.mod_file = Some(value.into()),
            "mod" => config.module_mode = Some(value),
            "tags" => config.tags = parse_tags(&value),
            _ => {}
        }
    }
    Ok(config)
}

/// The build tags in the value of `-tags`.
pub fn parse_tags(value: &str) -> Vec<String> {
    let words = value.split([',', ' ']).filter(|word| !word.is_empty());
    words.map(str::to_owned).collect()
}
