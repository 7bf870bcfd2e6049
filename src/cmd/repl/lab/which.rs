//! Which goroutine a command means: `G7`, `g7`, `7`, or the name of its function where only one has that.

use crate::cmd::repl::Console;
use crate::inspect::{Detail, GoroutineView, Inspection};
use crate::session::Remote;
use std::time::Duration;

/// How long a script's command waits for goroutines to come to rest: a person who types has waited longer.
const REST: Duration = Duration::from_secs(1);

/// How the goroutines are called, for completion.
pub(super) fn ids(console: &mut Console<'_>) -> Vec<String> {
    let snapshot = console.session.remote().inspect(Detail::GOROUTINES);
    snapshot.goroutines.iter().map(|g| format!("G{}", g.id)).collect()
}

/// All goroutines. Without `interactive` they may come to rest first, so that a script shows the same each time.
pub(super) fn all(remote: &Remote, interactive: bool, detail: Detail) -> Inspection {
    settle(remote, interactive);
    remote.inspect(detail)
}

/// Without `interactive` goroutines may come to rest first.
pub(super) fn settle(remote: &Remote, interactive: bool) {
    if !interactive {
        // Some never rest: then they are shown at work.
        let _ = remote.settle(REST);
    }
}

/// The goroutine that `text` names; functions of this package need not be qualified.
///
/// # Errors
/// Why there is none.
pub(super) fn find<'s>(
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
        snapshot.goroutines.iter().filter(|g| runs(g, package, text)).collect();
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

/// Whether the function of this name is the one that the goroutine was started with.
fn runs(g: &GoroutineView, package: &str, name: &str) -> bool {
    let Some(first) = g.frames.last() else { return false };
    let func = &first.place.func;
    let own = func.strip_prefix(package).and_then(|func| func.strip_prefix('.'));
    func == name || own == Some(name)
}
