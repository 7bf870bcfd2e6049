//! Commands that change the scheduler. Some settings change while goroutines run. A seed, virtual time and the race
//! detector are fixed when a machine is created, so these commands start a new session, and say so.

use super::scheduler_views::time_text;
use crate::cmd::repl::commands::{ArgumentCompletion, Command, Group};
use crate::cmd::repl::show::print_note;
use crate::cmd::repl::{Console, NextAction};
use crate::options;
use minigo_vm::Switches;
use minigo_vm::inspect::{Detail, Nanos};

pub(super) const GROUP: Group = Group {
    heading: "The scheduler's choices",
    commands: &[
        Command {
            name: "procs",
            arguments: "[N]",
            completion: ArgumentCompletion::Nothing,
            help: "changes how many Ps there are (GOMAXPROCS)",
            execute: set_procs,
        },
        Command {
            name: "quantum",
            arguments: "[TIME]",
            completion: ArgumentCompletion::Nothing,
            help: "changes how long a goroutine runs before sysmon asks it to yield: 1ms, 500us",
            execute: set_quantum,
        },
        Command {
            name: "without",
            arguments: "[LIST]",
            completion: ArgumentCompletion::Words(Switches::NAMES),
            help: "switches mechanisms off, such as steal,handoff; `nothing` switches all on",
            execute: set_scheduler_mechanisms,
        },
        Command {
            name: "seed",
            arguments: "[N|off]",
            completion: ArgumentCompletion::Words(&["off"]),
            help: "begins a new session in which all choices, time and randomness derive from N",
            execute: set_seed,
        },
        Command {
            name: "vtime",
            arguments: "[on|off]",
            completion: ArgumentCompletion::Words(&["on", "off"]),
            help: "begins a new session in which time jumps to the next timer when all goroutines wait",
            execute: set_virtual_time,
        },
        Command {
            name: "race",
            arguments: "[on|off]",
            completion: ArgumentCompletion::Words(&["on", "off"]),
            help: "begins a new session in which data races are reported",
            execute: set_race_detection,
        },
    ],
};

/// The largest number of Ps that a machine can have.
const MAX_PROCS: usize = 256;

fn set_procs(console: &mut Console<'_>, text: &str) -> NextAction {
    if text.is_empty() {
        print_note(&format!(
            "{} Ps",
            console.session.inspect(Detail::SCHEDULER).scheduler.ps.len()
        ));
        return NextAction::Next;
    }
    match text.parse() {
        Ok(n @ 1..=MAX_PROCS) => {
            console.session.machine().set_procs(n);
            console.scheduler_settings.procs = Some(n);
            print_note(&format!("{n} Ps from now on"));
        }
        _ => console.report_failure(&format!("{text} is no number of Ps: 1 to {MAX_PROCS}")),
    }
    NextAction::Next
}

fn set_quantum(console: &mut Console<'_>, text: &str) -> NextAction {
    if text.is_empty() {
        print_note(&format!(
            "a time slice is {}",
            time_text(console.session.inspect(Detail::SCHEDULER).scheduler.quantum)
        ));
        return NextAction::Next;
    }
    match options::duration(text) {
        Ok(quantum) if !quantum.is_zero() => {
            console.session.machine().set_quantum(quantum);
            console.scheduler_settings.quantum = Some(quantum);
            let length = time_text(quantum.as_nanos() as Nanos);
            let drawn = match console.scheduler_settings.seed {
                Some(_) => " (with a seed, the length of each slice is drawn at random)",
                None => "",
            };
            print_note(&format!("a time slice is {length} from now on{drawn}"));
        }
        Ok(_) => console.report_failure("a time slice must be longer than 0"),
        Err(why) => console.report_failure(&why),
    }
    NextAction::Next
}

fn set_scheduler_mechanisms(console: &mut Console<'_>, text: &str) -> NextAction {
    let mut switches = Switches::default();
    if text.is_empty() {
        switches = console.scheduler_settings.switches;
    } else if text != "nothing" {
        let words = text.split([',', ' ']).filter(|word| !word.is_empty());
        for word in words {
            let Some(switch) = switches.by_name_mut(word) else {
                let all = Switches::NAMES.join(", ");
                console
                    .report_failure(&format!("{word} is no mechanism; the mechanisms are {all}"));
                return NextAction::Next;
            };
            *switch = false;
        }
    }
    if !text.is_empty() {
        console.session.machine().set_scheduler_mechanisms(switches);
        console.scheduler_settings.switches = switches;
    }
    let off: Vec<&str> = switches.disabled().collect();
    print_note(&match off.is_empty() {
        true => "all mechanisms are on".to_owned(),
        false => format!("without {}", off.join(", ")),
    });
    NextAction::Next
}

fn set_seed(console: &mut Console<'_>, text: &str) -> NextAction {
    let seed = match (text, text.parse()) {
        ("", _) => {
            print_note(&match console.scheduler_settings.seed {
                Some(seed) => format!("all choices are drawn from seed {seed}"),
                None => "there is no seed: the system schedules the threads".to_owned(),
            });
            return NextAction::Next;
        }
        ("off", _) => None,
        (_, Ok(seed)) => Some(seed),
        (_, Err(_)) => {
            console.report_failure(&format!("{text} is neither a number nor `off`"));
            return NextAction::Next;
        }
    };
    console.scheduler_settings.seed = seed;
    restart_session(&match seed {
        Some(seed) => format!("all choices are drawn from seed {seed}"),
        None => "the system schedules the threads".to_owned(),
    })
}

fn set_virtual_time(console: &mut Console<'_>, text: &str) -> NextAction {
    let on = match text {
        "on" => true,
        "off" => false,
        "" => {
            print_note(
                match (console.scheduler_settings.virtual_time, console.scheduler_settings.seed) {
                    (_, Some(_)) => {
                        "with a seed, time follows from the number of instructions that have run"
                    }
                    (true, None) => "time jumps to the next timer when all goroutines wait",
                    (false, None) => "time is the system's",
                },
            );
            return NextAction::Next;
        }
        _ => {
            console.report_failure(&format!("{text} is neither on nor off"));
            return NextAction::Next;
        }
    };
    console.scheduler_settings.virtual_time = on;
    restart_session(match on {
        true => "time jumps to the next timer when all goroutines wait",
        false => "time is the system's",
    })
}

fn set_race_detection(console: &mut Console<'_>, text: &str) -> NextAction {
    let said = |on: bool| match on {
        true => "data races are reported",
        false => "the race detector is off",
    };
    let on = match text {
        "on" => true,
        "off" => false,
        "" => {
            print_note(said(console.scheduler_settings.detects_races));
            return NextAction::Next;
        }
        _ => {
            console.report_failure(&format!("{text} is neither on nor off"));
            return NextAction::Next;
        }
    };
    console.scheduler_settings.detects_races = on;
    restart_session(said(on))
}

/// Starts a new session for a setting that is fixed when a machine is created.
fn restart_session(what: &str) -> NextAction {
    print_note(&format!(
        "a new session has begun, since this setting holds from the start of a machine: {what}"
    ));
    NextAction::Reset
}
