//! Facts about modules beyond the build list, for `list -m`: other versions, updates, retractions, deprecations, and
//! the results of version queries.

use super::{Context, MODULE_IF_ANY, parse_tags, print_line, read_config};
use crate::load::fs_view::{FsView, working_directory};
use crate::load::modules::describe::{Description, ModuleError, go_line};
use minigo_modules::fetch::Network;
use minigo_modules::project::Project;
use minigo_modules::query::{AllowedVersions, NoVersion};
use minigo_modules::version::{ModuleVersion, compare};

/// The facts to add to descriptions.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::cmd) struct WantedFacts {
    /// `-u`
    pub(in crate::cmd) wants_updates: bool,
    /// `-versions`
    pub(in crate::cmd) wants_versions: bool,
    /// `-retracted`
    pub(in crate::cmd) wants_retracted: bool,
}

impl WantedFacts {
    fn allowed_versions(self) -> AllowedVersions {
        if self.wants_retracted { AllowedVersions::Retracted } else { AllowedVersions::Current }
    }
}

/// Calls `act` with the queries about the modules of the project around the working directory.
///
/// # Errors
/// Fails if there is no project, or `act` fails.
pub(in crate::cmd) fn with_proxy_queries<T>(
    fs: &FsView,
    facts: WantedFacts,
    act: impl FnOnce(&ProxyQueries<'_, '_>) -> Result<T, String>,
) -> Result<T, String> {
    with_project(fs, |project| act(&ProxyQueries { project: &project, wanted_facts: facts }))
}

/// Calls `act` with the project around the working directory.
///
/// # Errors
/// Fails if there is no project, or `act` fails.
pub(super) fn with_project<T>(
    fs: &FsView,
    act: impl FnOnce(Project<'_>) -> Result<T, String>,
) -> Result<T, String> {
    let wrong = |why: String| format!("go: {why}");
    let flags = fs.build_flags()?;
    let mut config = read_config(fs).map_err(wrong)?;
    if let Some(file) = &flags.mod_file {
        config.mod_file = Some(file.clone());
    }
    config.module_mode = flags.module_mode.clone().or(config.module_mode);
    config.tags = flags.tags.as_deref().map_or(config.tags, parse_tags);
    let here = working_directory().map_err(|error| error.to_string())?;
    let context = Context { config, network: Network::default(), working_dir: here };
    let store = context.open_store().map_err(wrong)?;
    let workspace = super::WantedMainModules { uses_workspace: true, ..MODULE_IF_ANY };
    let project =
        Project::open(&context.config, store, &print_line, &context.working_dir, workspace, None);
    let project = project.map_err(|error| wrong(error.to_string()))?;
    act(project)
}

/// Looks up facts on the proxies, by the rules of the main module.
pub(in crate::cmd) struct ProxyQueries<'p, 'c> {
    project: &'p Project<'c>,
    wanted_facts: WantedFacts,
}

impl ProxyQueries<'_, '_> {
    /// The version that a query selects.
    ///
    /// # Errors
    /// Fails if no version matches the query.
    pub(in crate::cmd) fn query(
        &self,
        path: &str,
        query: &str,
        current: Option<&str>,
    ) -> Result<ModuleVersion, String> {
        let found =
            self.project.query_among(path, query, current, self.wanted_facts.allowed_versions());
        let asked = format!("module {path}");
        let version = found.map_err(|none| none.failure(&asked, query).text)?;
        let module = ModuleVersion::new(path, &version);
        // Downloads the files from which the description is made.
        let _ = self.project.store.mod_file(&module);
        let _ = self.project.store.info(path, &version);
        Ok(module)
    }

    /// Describes a version of a module if there is no main module.
    pub(in crate::cmd) fn describe_module(
        &self,
        fs: &FsView,
        module: &ModuleVersion,
    ) -> Description {
        let file = self.project.store.mod_file_path(module);
        Description {
            path: module.path.clone(),
            version: module.version.clone(),
            time: self.version_time(&module.path, &module.version),
            go_version: go_line(fs, &file),
            go_mod: file.display().to_string(),
            ..Description::default()
        }
    }

    /// The time at which a version was made.
    fn version_time(&self, path: &str, version: &str) -> String {
        self.project.store.info(path, version).map(|info| info.time).unwrap_or_default()
    }

    /// Adds the wanted facts to a description.
    pub(in crate::cmd) fn complete_description(&self, module: &mut Description) {
        self.add_facts(module);
        let Some(replace) = &mut module.replace else { return };
        self.add_facts(replace);
        if self.wanted_facts.wants_updates || self.wanted_facts.wants_retracted {
            module.retracted.clone_from(&replace.retracted);
        }
    }

    fn add_facts(&self, module: &mut Description) {
        let WantedFacts {
            wants_updates: updates,
            wants_versions: versions,
            wants_retracted: retracted,
        } = self.wanted_facts;
        if versions {
            match self.project.listed_versions(&module.path, self.wanted_facts.allowed_versions()) {
                Ok(all) => module.versions = all,
                Err(why) => module.error = ModuleError::new(why),
            }
        }
        if module.version.is_empty() {
            return;
        }
        let own = ModuleVersion::new(&module.path, &module.version);
        if updates {
            self.add_update(module);
            module.deprecated = match module.replace {
                Some(_) => String::new(),
                None => self.project.deprecation(&module.path),
            };
        }
        if updates || retracted {
            let reasons = self.project.retraction(&own).map(|mut reasons| {
                reasons.retain(|reason| !reason.is_empty());
                let none = "retracted by module author".to_owned();
                if reasons.is_empty() { vec![none] } else { reasons }
            });
            module.retracted = reasons.unwrap_or_default();
        }
    }

    fn add_update(&self, module: &mut Description) {
        let Description { path, version, .. } = &*module;
        match self.project.query_among(path, "upgrade", Some(version), AllowedVersions::Current) {
            Ok(found) if compare(&found, version).is_gt() => {
                module.update = Some(Box::new(Description {
                    path: path.clone(),
                    time: self.version_time(path, &found),
                    version: found,
                    ..Description::default()
                }));
            }
            Ok(_) | Err(NoVersion::NoMatch) => {}
            Err(NoVersion::Failed(failure)) if failure.is_not_found => {}
            Err(NoVersion::Failed(failure)) => module.error = ModuleError::new(failure.text),
        }
    }
}
