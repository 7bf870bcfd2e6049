//! `MINIGODEBUG`: settings that show or test how minigo works: `name=value` pairs divided by commas, in the form of
//! `GODEBUG`.

use minigo_vm::Options;

/// The value of the setting `name` in a text of the form `name=value,name=value`. If the text sets the name several
/// times, the last value counts, as for Go's runtime.
#[must_use]
pub fn value_in<'t>(text: &'t str, name: &str) -> Option<&'t str> {
    text.split(',').filter_map(|setting| setting.strip_prefix(name)?.strip_prefix('=')).next_back()
}

/// The value of the setting `name` in the environment variable `MINIGODEBUG`.
#[must_use]
pub fn value(name: &str) -> Option<String> {
    value_in(&std::env::var("MINIGODEBUG").ok()?, name).map(str::to_owned)
}

/// Reports whether the setting `name` in `MINIGODEBUG` is 1.
#[must_use]
pub fn is_on(name: &str) -> bool {
    value(name).is_some_and(|value| value == "1")
}

/// Sets the checks that the machine makes and the events that it adds, for tests of minigo.
pub(crate) fn set_stress_options(options: &mut Options) {
    options.gc.stress = is_on("gcstress");
    options.gc.verify = is_on("gcverify");
    options.stress.preempts = is_on("preemptstress");
    options.stress.moves_stacks = is_on("stackstress");
}
