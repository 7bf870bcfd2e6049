//! `:freeze`, `:thaw`: which goroutines may run.

use super::which;
use crate::cmd::repl::commands::{Command, Completes, Group};
use crate::cmd::repl::show::print_note;
use crate::cmd::repl::{Console, Then};
use crate::inspect::{Detail, GoroutineView};

pub(super) const GROUP: Group = Group {
    heading: "Steering goroutines",
    commands: &[
        Command {
            name: "freeze",
            arguments: "G7",
            completes: Completes::Listed(which::ids),
            help: "holds a goroutine where it is until it is thawed",
            run: freeze,
        },
        Command {
            name: "thaw",
            arguments: "[G7]",
            completes: Completes::Listed(which::ids),
            help: "lets a frozen goroutine go on, or all of them",
            run: thaw,
        },
    ],
};

fn freeze(console: &mut Console<'_>, text: &str) -> Then {
    let remote = console.session.remote();
    let snapshot = which::all(&remote, console.interactive, Detail::GOROUTINES);
    match which::find(&snapshot, text) {
        Ok(g) if remote.freeze(g.id) => print_note(&format!("G{} is frozen", g.id)),
        Ok(g) => console.fail(&format!("goroutine {} has ended", g.id)),
        Err(why) => console.fail(&why),
    }
    Then::Next
}

fn thaw(console: &mut Console<'_>, text: &str) -> Then {
    let remote = console.session.remote();
    let snapshot = remote.inspect(Detail::GOROUTINES);
    let frozen: Vec<&GoroutineView> = match text {
        "" => snapshot.goroutines.iter().filter(|g| g.frozen).collect(),
        text => match which::find(&snapshot, text) {
            Ok(g) => vec![g],
            Err(why) => {
                console.fail(&why);
                return Then::Next;
            }
        },
    };
    if frozen.is_empty() {
        print_note("no goroutine is frozen");
    }
    for g in frozen {
        match remote.thaw(g.id) {
            true => print_note(&format!("G{} goes on", g.id)),
            false => console.fail(&format!("goroutine {} is not frozen", g.id)),
        }
    }
    Then::Next
}
