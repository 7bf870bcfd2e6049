//! `minigo run`

use super::{FAILED, Next, complain, seeds, show};
use crate::options::{DriverKind, Mechanism, Run, Target, memory_size};
use crate::pipeline::{self, CheckOptions, Checked};
use minigo_vm::{Driver, Machine, SchedTrace, Switches};
use std::mem::ManuallyDrop;
use std::time::Duration;

/// A program that only has to be run.
pub struct Ready {
    machine: Machine,
    seed: Option<u64>,
}

impl Ready {
    /// Runs it and ends the process.
    pub fn run(self, run: &Run) -> ! {
        let status = self.machine.run().code();
        write_trace(run, &self.machine);
        if let Some(seed) = self.seed.filter(|_| self.machine.crashed()) {
            seeds::tell_replay(run, seed);
        }
        // Trees and heap are the system's to free: that is faster than dropping them.
        std::process::exit(status)
    }
}

/// Compiles the program; if that fails, the exit status is all there is.
#[must_use]
pub fn prepare(run: &Run) -> Next<'_> {
    match compile(run) {
        Ok(ready) => Next::Run(Box::new(ready), run),
        Err(status) => Next::Exit(status),
    }
}

fn compile(run: &Run) -> Result<Ready, u8> {
    if let Some(range) = &run.seeds {
        return Err(seeds::try_all(run, range.clone()));
    }
    let (target, args) = Target::split(&run.words);
    let options = CheckOptions {
        language: run.common.lang,
        require_bodies: true,
        library: minigo_stdlib::files,
    };
    let checked = match pipeline::check(&target, options) {
        // Its trees are left to the system to free.
        Ok(checked) => ManuallyDrop::new(checked),
        Err(error) => return Err(complain(&error.0)),
    };
    if show(&checked, &run.common) {
        return Err(FAILED);
    }
    if let Some(package) = checked.packages.last().filter(|_| !checked.is_main) {
        return Err(complain(&format!("package {} is not a main package", package.path)));
    }
    let Some(program) = &checked.program else { return Err(FAILED) };
    if program.main.is_none() {
        return Err(complain("function main is undeclared in the main package"));
    }
    let code = match minigo_codegen::generate(program, &checked.sources) {
        Ok(code) => code,
        Err(found) => {
            let diagnostics = found.into_sorted();
            let checked = ManuallyDrop::into_inner(checked);
            show(&Checked { program: None, diagnostics, ..checked }, &run.common);
            return Err(FAILED);
        }
    };
    let packages = minigo_stdlib::packages();
    let words = run.words.first().into_iter().chain(args);
    let args = words.map(|a| a.clone().into_encoded_bytes()).collect();
    let options = machine_options(run);
    match Machine::with_system(code, &packages, &options, args) {
        Ok(machine) => Ok(Ready { machine, seed: options.seed }),
        Err(error) => Err(complain(&error.to_string())),
    }
}

/// How many events of each processor a trace keeps.
const TRACED: usize = 1 << 16;

/// Writes what was recorded to where the user wants it.
fn write_trace(run: &Run, machine: &Machine) {
    let counted = debug_settings().any(|d| d == "schedstats=1");
    if run.trace.is_none() && !counted {
        return;
    }
    let Some(report) = machine.trace() else { return };
    if counted {
        complain(&report.counts);
    }
    let Some(path) = &run.trace else { return };
    if report.dropped > 0 {
        let more = "more room: MINIGODEBUG=tracebuf=EVENTS";
        complain(&format!("trace: the {} oldest events were forgotten ({more})", report.dropped));
    }
    if let Err(error) = std::fs::write(path, report.json) {
        complain(&format!("{}: {error}", path.display()));
    }
}

/// What is set for minigo alone.
fn debug_settings() -> impl Iterator<Item = String> {
    let debug = std::env::var("MINIGODEBUG").unwrap_or_default();
    debug.split(',').map(str::to_owned).collect::<Vec<_>>().into_iter()
}

/// What flags and environment say about the machine.
fn machine_options(run: &Run) -> minigo_vm::Options {
    let mut options = minigo_vm::Options::default();
    let set = |name: &str| std::env::var(name).ok();
    let from_environment = || set("GOMAXPROCS")?.parse().ok();
    options.procs = run.procs.or_else(from_environment).unwrap_or(0);
    options.driver = match run.driver {
        Some(DriverKind::Tail) => Driver::Tail,
        Some(DriverKind::Match) => Driver::Switch,
        None => options.driver,
    };
    options.switches = switches(&run.without);
    options.quantum = run.quantum;
    options.leaks = run.leaks;
    let debug = set("MINIGODEBUG").unwrap_or_default();
    let room = debug.split(',').find_map(|d| d.strip_prefix("tracebuf=")?.parse().ok());
    let counted = debug.split(',').any(|d| d == "schedstats=1").then_some(0);
    options.trace = run.trace.as_ref().map(|_| room.unwrap_or(TRACED)).or(counted);
    options.seed = seeds::chosen(run);
    options.virtual_time = run.virtual_time;
    options.sched_trace = sched_trace(&debug).or_else(|| sched_trace(&set("GODEBUG")?));
    options.signals = true;
    options.heap_limit = run.max_memory.unwrap_or(options.heap_limit);
    let gc = &mut options.gc;
    gc.percent = match set("GOGC").as_deref() {
        Some("off") => -1,
        percent => percent.and_then(|p| p.parse().ok()).unwrap_or(gc.percent),
    };
    let limit = set("GOMEMLIMIT").and_then(|l| memory_size(&l).ok());
    gc.memory_limit = limit.and_then(|l| l.try_into().ok()).unwrap_or(gc.memory_limit);
    gc.trace = set("GODEBUG").is_some_and(|d| d.split(',').any(|d| d == "gctrace=1"));
    gc.stopped = set("GODEBUG").is_some_and(|d| d.split(',').any(|d| d == "gcstoptheworld=1"));
    gc.stress = debug.split(',').any(|d| d == "gcstress=1");
    gc.verify = debug.split(',').any(|d| d == "gcverify=1");
    options
}

/// `schedtrace=1000,scheddetail=1`
fn sched_trace(debug: &str) -> Option<SchedTrace> {
    let value = |name: &str| {
        let values = debug.split(',').filter_map(|d| d.strip_prefix(name)?.strip_prefix('='));
        values.filter_map(|v| v.parse::<u64>().ok()).next_back().filter(|v| *v > 0)
    };
    let every = Duration::from_millis(value("schedtrace")?);
    Some(SchedTrace { every, detail: value("scheddetail").is_some() })
}

/// All mechanisms but these.
fn switches(without: &[Mechanism]) -> Switches {
    let mut switches = Switches::default();
    for mechanism in without {
        let switch = match mechanism {
            Mechanism::LocalQueues => &mut switches.local_queues,
            Mechanism::Runnext => &mut switches.runnext,
            Mechanism::Steal => &mut switches.steal,
            Mechanism::Park => &mut switches.park,
            Mechanism::Handoff => &mut switches.handoff,
            Mechanism::Preempt => &mut switches.preempt,
            Mechanism::Spin => &mut switches.spin,
            Mechanism::Tick61 => &mut switches.tick61,
            Mechanism::Netpoll => &mut switches.netpoll,
        };
        *switch = false;
    }
    switches
}
