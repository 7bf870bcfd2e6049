//! Finds the goroutine that a command names: `G7`, `g7`, `7`, or the name of its function if only one goroutine has
//! that.

use crate::cmd::repl::Console;
use crate::inspect::{Detail, GoroutineView, Inspection};
use crate::session::SessionHandle;
use std::time::Duration;

/// The time that a script's command waits until no goroutine can run. In a terminal no command waits: a user who types
/// takes longer anyway.
const IDLE_TIMEOUT: Duration = Duration::from_secs(1);

/// Returns the names of all goroutines, for completion.
pub(super) fn goroutine_names(console: &mut Console<'_>) -> Vec<String> {
    let snapshot = console.session.remote().inspect_all(Detail::GOROUTINES);
    snapshot.goroutines.iter().map(|g| format!("G{}", g.id)).collect()
}

/// Returns all goroutines. If not `interactive`, first waits until no goroutine can run, so that a script's output is
/// reproducible.
pub(super) fn all_goroutines(
    remote: &SessionHandle,
    interactive: bool,
    detail: Detail,
) -> Inspection {
    wait_until_idle(remote, interactive);
    remote.inspect_all(detail)
}

/// Waits, if not `interactive`, until no goroutine can run.
pub(super) fn wait_until_idle(remote: &SessionHandle, interactive: bool) {
    if !interactive {
        // Some goroutines never block; then the result shows them running.
        let _ = remote.wait_until_idle(IDLE_TIMEOUT);
    }
}

/// Returns the goroutine that `text` names; functions of package `package` need not be qualified.
///
/// # Errors
/// Fails if the text names no goroutine, or more than one; the error says why.
pub(super) fn find_goroutine<'s>(
    snapshot: &'s Inspection,
    package: &str,
    text: &str,
) -> Result<&'s GoroutineView, String> {
    let digits = text.strip_prefix(['G', 'g']).unwrap_or(text);
    if digits.starts_with(|c: char| c.is_ascii_digit()) {
        let id = digits.parse().map_err(|_| format!("{text} is no goroutine's number"))?;
        let none = || format!("there is no goroutine {id}; :gs lists them");
        return snapshot.goroutine(id).ok_or_else(none);
    }
    let named: Vec<&GoroutineView> =
        snapshot.goroutines.iter().filter(|g| runs_function(g, package, text)).collect();
    match named[..] {
        [] => Err(format!("{text} is no goroutine: neither a number nor a function that one runs")),
        [one] => Ok(one),
        _ => {
            let ids: Vec<String> = named.iter().take(8).map(|g| format!("G{}", g.id)).collect();
            let more = if named.len() > 8 { ", …" } else { "" };
            Err(format!("{} goroutines run {text}: {}{more}", named.len(), ids.join(", ")))
        }
    }
}

/// Reports whether the goroutine was started with the function `name`.
fn runs_function(g: &GoroutineView, package: &str, name: &str) -> bool {
    let Some(first) = g.frames.last() else { return false };
    let func = &first.place.func;
    let own = func.strip_prefix(package).and_then(|func| func.strip_prefix('.'));
    func == name || own == Some(name)
}
