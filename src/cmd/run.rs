//! `minigo run`

use super::{FAILED, Next, complain, seeds, show};
use crate::cache::Place;
use crate::disk::Disk;
use crate::options::{DriverKind, Mechanism, Run, Target, memory_size};
use crate::pipeline::{self, CheckOptions, Checked};
use crate::words;
use minigo_vm::{Driver, Linked, Machine, SchedTrace, Switches, footprint};
use std::time::Duration;

/// A program that only has to be run.
pub struct Ready {
    machine: Machine,
    seed: Option<u64>,
}

impl Ready {
    /// Runs it and ends the process.
    pub fn run(self, run: &Run) -> ! {
        footprint::release_free();
        footprint::release_code();
        let status = self.machine.run().code();
        write_trace(run, &self.machine);
        if let Some(seed) = self.seed.filter(|_| self.machine.crashed()) {
            seeds::tell_replay(run, seed);
        }
        footprint::leave(status)
    }
}

/// What there is to do without compiling anything: all of it, if the cache has the program.
#[must_use]
pub fn from_cache<'a>(run: &'a Run, place: Option<&Place>) -> Option<Next<'a>> {
    if let Some(range) = &run.seeds {
        return Some(Next::Exit(seeds::try_all(run, range.clone())));
    }
    let (linked, map) = place?.load()?;
    let ready = ready(run, linked);
    // What linking has looked at the run may never ask for.
    map.release();
    Some(ready)
}

/// Where the cache keeps the program.
#[must_use]
pub fn place(run: &Run) -> Option<Place> {
    Place::of(&Target::split(&run.words).0, run.common.lang).filter(|_| run.seeds.is_none())
}

/// Compiles the program, and keeps it in `place`; if that fails, the exit status is all there is.
#[must_use]
pub fn prepare<'a>(run: &'a Run, place: Option<&Place>) -> Next<'a> {
    match compile(run, place) {
        Ok(linked) => ready(run, linked),
        Err(status) => Next::Exit(status),
    }
}

fn compile(run: &Run, place: Option<&Place>) -> Result<Linked, u8> {
    let (target, _) = Target::split(&run.words);
    let disk = Disk::default();
    let options = CheckOptions { language: run.common.lang, require_bodies: true };
    // The process's peak is that of its largest phase: what one has read of minigo's code is dropped before the next.
    footprint::release_code();
    let loaded = pipeline::load(&disk, &target, options).map_err(|error| complain(&error.0))?;
    footprint::release_code();
    let checked = pipeline::check_loaded(loaded, options);
    footprint::release_code();
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
            show(&Checked { program: None, diagnostics, ..checked }, &run.common);
            return Err(FAILED);
        }
    };
    let spotless = checked.diagnostics.is_empty();
    drop(checked);
    footprint::release_code();
    let linked = Linked::from(code);
    if let Some(place) = place.filter(|_| spotless) {
        place.store(&linked, disk);
    }
    footprint::release_code();
    Ok(linked)
}

/// Makes a machine for the program.
fn ready(run: &Run, linked: Linked) -> Next<'_> {
    match machine(run, linked) {
        Ok(ready) => Next::Run(Box::new(ready), run),
        Err(status) => Next::Exit(status),
    }
}

fn machine(run: &Run, linked: Linked) -> Result<Ready, u8> {
    if let Some(path) = &run.trace {
        // Better now than when the program has run.
        let made = std::fs::File::create(path);
        made.map_err(|error| complain(&format!("open {}: {}", path.display(), words::of(&error))))?;
    }
    let natives = linked.natives();
    let packages = minigo_stdlib::packages_of(|path| natives.iter().any(|n| &*n.package == path));
    let words = run.words.first().into_iter().chain(Target::split(&run.words).1);
    let args = words.map(|a| a.clone().into_encoded_bytes()).collect();
    let options = machine_options(run)?;
    match Machine::with_system(linked, &packages, &options, args) {
        Ok(machine) => Ok(Ready { machine, seed: options.seed }),
        Err(error) => Err(complain(&error.to_string())),
    }
}

/// The status of a program that a fatal error has ended.
const CRASHED: u8 = 2;

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
        complain(&format!("write {}: {}", path.display(), words::of(&error)));
    }
}

/// What is set for minigo alone.
fn debug_settings() -> impl Iterator<Item = String> {
    let debug = std::env::var("MINIGODEBUG").unwrap_or_default();
    debug.split(',').map(str::to_owned).collect::<Vec<_>>().into_iter()
}

/// What flags and environment say about the machine.
fn machine_options(run: &Run) -> Result<minigo_vm::Options, u8> {
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
    options.whole_process = true;
    let gc = &mut options.gc;
    gc.percent = match set("GOGC").as_deref() {
        Some("off") => -1,
        percent => percent.and_then(|p| p.parse().ok()).unwrap_or(gc.percent),
    };
    if let Some(limit) = set("GOMEMLIMIT").filter(|l| !l.is_empty() && l != "off") {
        let bytes = memory_size(&limit).ok().and_then(|l| l.try_into().ok());
        gc.memory_limit = bytes.ok_or_else(|| malformed_limit(&limit))?;
    }
    gc.trace = set("GODEBUG").is_some_and(|d| d.split(',').any(|d| d == "gctrace=1"));
    gc.stopped = set("GODEBUG").is_some_and(|d| d.split(',').any(|d| d == "gcstoptheworld=1"));
    gc.stress = debug.split(',').any(|d| d == "gcstress=1");
    gc.verify = debug.split(',').any(|d| d == "gcverify=1");
    Ok(options)
}

/// A `GOMEMLIMIT` that says nothing ends the program before it begins, as in Go.
fn malformed_limit(limit: &str) -> u8 {
    complain(&format!(
        "GOMEMLIMIT={limit}\nfatal error: malformed GOMEMLIMIT; see `go doc runtime/debug.SetMemoryLimit`"
    ));
    CRASHED
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
