//! Measures the costs of embedding: calls in both directions, machines, memory.
//!
//!     cargo run --release --example embed_figures [MACHINES]

#![allow(clippy::print_stdout, clippy::unwrap_used, reason = "an example prints, and fails loudly")]

use minigo::embed::{Engine, Error, Limits, Package, Source, World};
use std::time::{Duration, Instant};

const MODULE_SOURCE: &str = r#"
package p

import "host"

func Add(a, b int) int { return a + b }

func Loop(n int) (s int) {
	for i := range n {
		s = host.Next(s + i)
	}
	return
}

func Empty(n int) (s int) {
	for i := range n {
		s = next(s + i)
	}
	return
}

//go:noinline
func next(n int) int { return n + 1 }

func Forever() {
	for {
	}
}
"#;

/// Returns the resident memory of the process in KiB.
fn resident_kib() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    line.and_then(|line| line.split_whitespace().next()?.parse().ok()).unwrap_or(0)
}

fn mapping_count() -> usize {
    std::fs::read_to_string("/proc/self/maps").map_or(0, |maps| maps.lines().count())
}

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort();
    times[times.len() / 2]
}

fn main() -> Result<(), Error> {
    let machines: usize =
        std::env::args().nth(1).and_then(|word| word.parse().ok()).unwrap_or(10_000);
    let host = Package::new("host").func("Next", |n: isize| n + 1);
    let began = Instant::now();
    let module = Engine::new().compile(Source::text("p.go", MODULE_SOURCE).with(&host))?;
    println!("compile: {:?}", began.elapsed());
    let mut run = module.start(&World::empty(), Limits::new())?;

    let add = run.func::<(isize, isize), isize>("Add")?;
    let calls: u32 = 200_000;
    for _ in 0..5 {
        let began = Instant::now();
        for n in 0..calls as isize {
            add.call(&mut run, (n, 1))?;
        }
        println!("a call of a Go function: {:?}", began.elapsed() / calls);
    }
    let before = run.usage().memory;
    for n in 0..1_000_000 {
        add.call(&mut run, (n, 1))?;
    }
    println!("a million calls: {} bytes", run.usage().memory - before);

    let (hosts, empty) = (run.func::<(isize,), isize>("Loop")?, run.func("Empty")?);
    let turns: u32 = 1_000_000;
    for _ in 0..5 {
        let began = Instant::now();
        hosts.call(&mut run, (turns as isize,))?;
        let with = began.elapsed();
        let began = Instant::now();
        let _: isize = empty.call(&mut run, (turns as isize,))?;
        let own = began.elapsed();
        println!(
            "a turn with a call of a Rust function: {:?}, of a Go function: {:?}",
            with / turns,
            own / turns
        );
    }

    let mut late = Vec::new();
    for _ in 0..200 {
        let cancel = run.canceller();
        let thread = std::thread::spawn(move || {
            std::thread::sleep(Duration::from_millis(2));
            let asked = Instant::now();
            cancel.now();
            asked
        });
        let ended = run.func::<(), ()>("Forever")?.call(&mut run, ());
        assert_eq!(ended, Err(Error::Cancelled));
        let now = Instant::now();
        late.extend(thread.join().ok().map(|asked| now.duration_since(asked)));
    }
    late.sort();
    println!("cancelled after: median {:?}, most {:?}", late[late.len() / 2], late[late.len() - 1]);

    let (memory, maps) = (resident_kib(), mapping_count());
    let (mut all, mut times) = (Vec::new(), Vec::new());
    for _ in 0..machines {
        let began = Instant::now();
        let mut run = module.start(&World::empty(), Limits::new())?;
        times.push(began.elapsed());
        assert_eq!(call_add(&mut run)?, 3);
        all.push(run);
    }
    println!(
        "a machine of {machines}: {:?}, {} KiB, {:.1} mappings",
        median(times),
        (resident_kib() - memory) / machines.max(1) as u64,
        (mapping_count() - maps) as f64 / machines.max(1) as f64
    );
    let began = Instant::now();
    drop(all);
    println!("a drop: {:?}", began.elapsed() / machines.max(1) as u32);
    Ok(())
}

fn call_add(run: &mut minigo::embed::Run) -> Result<isize, Error> {
    run.func::<(isize, isize), isize>("Add")?.call(run, (1, 2))
}
