//! Creates, calls, cancels and drops machines for some time: the process must not grow.
//!
//!     cargo run --release --example embed_soak [SECONDS]

#![allow(clippy::print_stdout, clippy::unwrap_used, reason = "an example prints, and fails loudly")]

use minigo::embed::{Engine, Error, Limits, Package, Source, World};
use std::time::{Duration, Instant};

const MODULE_SOURCE: &str = r#"
package p

import (
	"errors"
	"fmt"
	"net"
	"os"
	"time"

	"host"
)

var kept [][]byte

func Work(n int) (string, error) {
	for range n {
		kept = append(kept, make([]byte, 1000))
	}
	if n%7 == 0 {
		return "", errors.New("seven")
	}
	return fmt.Sprint(n, len(kept), host.Double(n)), nil
}

func Leave() error {
	f, err := os.Create("/tmp/f")
	if err != nil {
		return err
	}
	fmt.Fprintln(f, "open for ever")
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	go func() {
		for {
			l.Accept()
		}
	}()
	go func() { time.Sleep(time.Hour) }()
	time.AfterFunc(time.Hour, func() {})
	return nil
}

func Panic() { var p *int; *p = 1 }

func Forever() { defer func() { for {} }(); for {} }

func Block() { host.Sleep(1) }
"#;

/// Returns the process's resident memory in KiB, its number of threads, and its number of open descriptors.
fn process_resources() -> (usize, usize, usize) {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let field = |name: &str| -> usize {
        let line = status.lines().find(|line| line.starts_with(name)).unwrap();
        line.split_whitespace().nth(1).unwrap().parse().unwrap()
    };
    (field("VmRSS:"), field("Threads:"), std::fs::read_dir("/proc/self/fd").unwrap().count())
}

fn run_round(module: &minigo::embed::Module, number: usize) -> Result<(), Error> {
    let limits = Limits::new().memory(16 << 20).wall(Duration::from_secs(10)).fuel(1_000_000);
    let world = World::empty().file("/tmp/x", b"x");
    let mut run = module.start(&world, limits)?;
    let work = run.func::<(isize,), Result<String, String>>("Work")?;
    for n in 0..20 {
        work.call(&mut run, (n,))?.ok();
    }
    run.func::<(), Result<(), String>>("Leave")?.call(&mut run, ())?.unwrap();
    let panics = run.func::<(), ()>("Panic")?;
    assert!(matches!(panics.call(&mut run, ()), Err(Error::Panic(_))));
    if number.is_multiple_of(50) {
        run.func::<(), ()>("Block")?.call(&mut run, ())?;
        let (forever, cancel) = (run.func::<(), ()>("Forever")?, run.canceller());
        let thread = std::thread::spawn(move || {
            std::thread::sleep(Duration::from_millis(1));
            cancel.now();
        });
        let end = forever.call(&mut run, ());
        assert!(matches!(end, Err(Error::Cancelled | Error::OutOfFuel)), "{end:?}");
        thread.join().unwrap();
    }
    Ok(())
}

fn main() -> Result<(), Error> {
    let seconds: u64 = std::env::args().nth(1).map_or(60, |text| text.parse().unwrap());
    let host =
        Package::new("host").func("Double", |n: isize| 2 * n).blocking("Sleep", |ms: u32| {
            std::thread::sleep(Duration::from_millis(ms.into()));
        });
    let engine = Engine::new();
    let module = engine.compile(Source::text("p.go", MODULE_SOURCE).with(&host))?;
    let (began, mut shown, mut rounds) = (Instant::now(), Instant::now(), 0);
    println!(
        "{:>8} {:>10} {:>9} {:>8} {:>12}",
        "seconds", "rounds", "RSS KiB", "threads", "descriptors"
    );
    while began.elapsed() < Duration::from_secs(seconds) {
        run_round(&module, rounds)?;
        rounds += 1;
        // Every 500th round also compiles a module and drops it.
        if rounds.is_multiple_of(500) {
            drop(engine.compile(Source::text("p.go", MODULE_SOURCE).with(&host))?);
        }
        if shown.elapsed() > Duration::from_secs(seconds.div_ceil(10)) || rounds == 1000 {
            shown = Instant::now();
            let (memory, threads, descriptors) = process_resources();
            let time = began.elapsed().as_secs();
            println!("{time:>8} {rounds:>10} {memory:>9} {threads:>8} {descriptors:>12}");
        }
    }
    Ok(())
}
