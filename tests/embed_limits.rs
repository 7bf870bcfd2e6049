//! The limits of an embedder's machine: each ends the call with an error of its own or fails as in Go, and the machine
//! can be used after it.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a failing test may panic")]

use minigo::embed::{Engine, Error, Limits, Module, Package, Run, Source, World};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

fn compile(text: &str) -> Module {
    Engine::new().compile(Source::text("p.go", text)).unwrap()
}

fn call(run: &mut Run, name: &str) -> Result<(), Error> {
    run.func::<(), ()>(name).unwrap().call(run, ())
}

#[test]
fn fuel_ends_every_kind_of_work() {
    let text = r#"package p
        import ("strings"; "sync"; "time")
        var big = make([]byte, 1<<20)
        var other = make([]byte, 1<<20)
        func Loop() { for {} }
        func Deferred() { defer func() { for {} }(); panic("x") }
        func Recover() { for { func() { defer func() { recover() }(); for {} }() } }
        func Calls() { fib(90) }
        func fib(n int) int { if n < 2 { return n }; return fib(n-1) + fib(n-2) }
        func Copies() { for { copy(big, other) } }
        func Natives() { for { strings.Repeat("x", 100) } }
        func Goroutines() { for { var wg sync.WaitGroup; wg.Go(func() {}); wg.Wait() } }
        func Spinning() { go func() { for {} }(); time.Sleep(time.Hour) }
        func Channels() { c := make(chan int); go func() { for { c <- 1 } }(); for range c {} }
        func Maps() { m := map[int]int{}; for i := 0; ; i++ { m[i%1000]++ } }
        func Good() { for range 1000 {} }"#;
    let module = compile(text);
    let mut run = module.start(&World::empty(), Limits::new().fuel(200_000)).unwrap();
    let names = [
        "Loop",
        "Deferred",
        "Recover",
        "Calls",
        "Copies",
        "Natives",
        "Goroutines",
        "Spinning",
        "Channels",
        "Maps",
    ];
    for name in names {
        assert_eq!(call(&mut run, name), Err(Error::OutOfFuel), "{name}");
        assert_eq!(run.usage().goroutines, 0, "{name}");
        assert_eq!(call(&mut run, "Good"), Ok(()), "{name}");
    }
}

#[test]
fn a_call_needs_the_same_fuel_each_time() {
    let text = r#"package p
        import ("fmt"; "sort"; "strings")
        type node struct { left, right *node }
        func tree(n int) *node { if n == 0 { return nil }; return &node{tree(n - 1), tree(n - 1)} }
        var kept []*node
        func Work(turns int) string {
            var b strings.Builder
            c := make(chan int)
            go func() { for i := range turns { c <- i * 7919 % 1009 }; close(c) }()
            var xs []int
            for x := range c { xs = append(xs, x); done++; kept = append(kept, tree(7)); if len(kept) > 50 { kept = nil } }
            sort.Ints(xs)
            for _, x := range xs { fmt.Fprintln(&b, x) }
            return b.String()[:1]
        }
        var done int
        func Done() int { return done }"#;
    let module = compile(text);
    let used = |fuel: u64, turns: isize| {
        let limits = Limits::new().memory(64 << 20).fuel(fuel);
        let mut run = module.start(&World::empty(), limits).unwrap();
        let before = run.usage().fuel;
        let work = run.func::<(isize,), String>("Work").unwrap();
        let result = work.call(&mut run, (turns,));
        (result, run.usage().fuel - before)
    };
    let (result, needed) = used(u64::MAX, 2000);
    assert_eq!(result, Ok("0".into()));
    assert!((500_000..50_000_000).contains(&needed), "{needed}");
    for _ in 0..3 {
        assert_eq!(used(u64::MAX, 2000).1, needed);
    }
    // This much fuel is enough. With too little fuel, the call always ends at the same place.
    assert_eq!(used(needed, 2000).0, Ok("0".into()));
    let mut ends = (0..3).map(|_| {
        let mut run = module.start(&World::empty(), Limits::new().fuel(needed / 2)).unwrap();
        let work = run.func::<(isize,), String>("Work").unwrap();
        assert_eq!(work.call(&mut run, (2000,)), Err(Error::OutOfFuel));
        run.func::<(), isize>("Done").unwrap().call(&mut run, ()).unwrap()
    });
    let first = ends.next().unwrap();
    assert!(first > 0, "{first}");
    assert!(ends.all(|end| end == first));
}

#[test]
fn goroutines_stacks_and_open_files_have_limits() {
    let text = r#"package p
        import ("errors"; "net"; "os"; "runtime/debug"; "time")
        func Flood() { for { go func() { select {} }() } }
        func Waves() { for range 100 { c := make(chan int); for range 40 { go func() { c <- 1 }() }; for range 40 { <-c } } }
        func Timers() {
            for range 1000 { time.AfterFunc(0, func() { select {} }) }
            time.AfterFunc(time.Hour, func() {})
            time.NewTicker(time.Hour)
            time.Sleep(time.Millisecond)
            go Flood()
            select {}
        }
        func deep(n int) int { var pad [64]int; pad[n%64] = n; return deep(n+1) + pad[0] }
        func Deep() { deep(0) }
        func Deeper() { debug.SetMaxStack(1 << 30); deep(0) }
        func Shallow() { fall(1000) }
        func fall(n int) int { if n == 0 { return 0 }; return fall(n-1) + 1 }
        func Files() (int, error) {
            for n := 0; ; n++ {
                f, err := os.Create("/f")
                if err != nil { return n, err }
                defer f.Close()
            }
        }
        func Conns() (int, error) {
            l, err := net.Listen("tcp", "127.0.0.1:0")
            if err != nil { return 0, err }
            defer l.Close()
            for n := 0; ; n++ {
                c, err := net.Dial("tcp", l.Addr().String())
                if err != nil { return n, errors.Unwrap(errors.Unwrap(err)) }
                defer c.Close()
            }
        }"#;
    let limits = Limits::new().memory(256 << 20).goroutines(100).stack(256 << 10).open_files(20);
    let mut run = compile(text).start(&World::empty(), limits).unwrap();
    for name in ["Flood", "Timers"] {
        assert_eq!(call(&mut run, name), Err(Error::TooManyGoroutines), "{name}");
        assert_eq!(run.usage().goroutines, 0, "{name}");
        assert_eq!(call(&mut run, "Waves"), Ok(()), "{name}");
    }
    // No timer of a call that has ended runs.
    assert_eq!(run.drive(Duration::from_secs(60)), Ok(None));
    for name in ["Deep", "Deeper"] {
        let Err(Error::Panic(panic)) = call(&mut run, name) else { panic!("the stack overflows") };
        let message =
            "runtime: goroutine stack exceeds 262144-byte limit\nfatal error: stack overflow";
        assert!(panic.message().starts_with(message), "{}", panic.message());
        assert_eq!(call(&mut run, "Shallow"), Ok(()), "{name}");
    }
    let files = run.func::<(), (isize, String)>("Files");
    assert!(files.is_err(), "the Rust type of results with a Go error is a Result");
    let files = run.func::<(), Result<isize, String>>("Files").unwrap();
    assert_eq!(files.call(&mut run, ()), Ok(Err("open /f: too many open files".into())));
    assert_eq!(files.call(&mut run, ()), Ok(Err("open /f: too many open files".into())));
    let conns = run.func::<(), Result<isize, String>>("Conns").unwrap();
    let Ok(Err(error)) = conns.call(&mut run, ()) else { panic!("there are too many connections") };
    assert!(error.contains("too many open files"), "{error}");
}

#[test]
fn files_of_the_program_take_limited_memory() {
    let text = r#"package p
        import ("fmt"; "os")
        func Fill() (int, error) {
            f, err := os.Create("/big")
            if err != nil { return 0, err }
            defer f.Close()
            for n := 0; ; n++ { if _, err := f.Write(make([]byte, 1<<16)); err != nil { return n, err } }
        }
        func Clear() error { return os.Remove("/big") }
        func Empty() (n int, err error) {
            for ; err == nil; n++ { var f *os.File; f, err = os.Create(fmt.Sprint("/e", n)); if err == nil { f.Close() } }
            for i := range n - 1 { if err := os.Remove(fmt.Sprint("/e", i)); err != nil { return i, err } }
            return n, err
        }
        func Temporary() error {
            for range 20_000 {
                f, err := os.CreateTemp("", "x")
                if err != nil { return err }
                f.Write([]byte("some text"))
                f.Close()
                if err := os.Remove(f.Name()); err != nil { return err }
            }
            return nil
        }"#;
    let world = World::empty().file("/large", &vec![7; 8 << 20]).file("/tmp/x", b"");
    let limits = Limits::new().storage(4 << 20);
    let mut run = compile(text).start(&world, limits).unwrap();
    for _ in 0..2 {
        let fill = run.func::<(), Result<isize, String>>("Fill").unwrap();
        let full = "write /big: no space left on device";
        assert_eq!(fill.call(&mut run, ()), Ok(Err(full.into())));
        let clear = run.func::<(), Result<(), String>>("Clear").unwrap();
        assert_eq!(clear.call(&mut run, ()), Ok(Ok(())));
        let empty = run.func::<(), Result<isize, String>>("Empty").unwrap();
        let Ok(Err(error)) = empty.call(&mut run, ()) else { panic!("there are too many files") };
        assert!(error.ends_with("no space left on device"), "{error}");
        let temporary = run.func::<(), Result<(), String>>("Temporary").unwrap();
        assert_eq!(temporary.call(&mut run, ()), Ok(Ok(())));
    }
}

#[test]
fn compilations_have_limits() {
    // Each function has two instances for each instance of the one before.
    let mut text = "package p\nfunc f0[T any]() {}\n".to_owned();
    for n in 1..40 {
        text += &format!(
            "func f{n}[T any]() {{ f{m}[struct{{ a T }}](); f{m}[struct{{ b T }}]() }}\n",
            m = n - 1
        );
    }
    text += "func F() { f39[int]() }\n";
    let engine = Engine::new().compile_time(Duration::from_millis(200)).most_text(10_000);
    let compile = |text: &str| engine.compile(Source::text("p.go", text)).err();
    assert_eq!(compile(&text), Some(Error::CompilesTooLong));
    let mut types = "package p\ntype t0[T any] struct{}\n".to_owned();
    for n in 1..40 {
        types += &format!(
            "type t{n}[T any] struct {{ a t{m}[struct{{ x T }}]; b t{m}[struct{{ y T }}] }}\n",
            m = n - 1
        );
    }
    types += "var V t39[int]\n";
    assert_eq!(compile(&types), Some(Error::CompilesTooLong));
    let long = format!("package p\n// {}\n", "x".repeat(10_000));
    let refused = "the program has 10014 bytes of text, the limit is 10000";
    assert_eq!(compile(&long), Some(Error::Refused(refused.into())));
}

#[test]
fn a_rust_function_is_called_once_although_memory_for_its_result_is_lacking() {
    let called = Arc::new(AtomicUsize::new(0));
    let counted = called.clone();
    let host = Package::new("host").func("Bytes", move |n: isize| {
        counted.fetch_add(1, Ordering::Relaxed);
        vec![7u8; n as usize]
    });
    let text = r#"
        package p
        import "host"
        func Sum(calls, n int) (sum int) {
            for range calls {
                sum += len(host.Bytes(n))
            }
            return sum
        }"#;
    let module = Engine::new().compile(Source::text("p.go", text).with(&host)).unwrap();
    let mut run = module.start(&World::empty(), Limits::new().memory(24 << 20)).unwrap();
    let sum = run.func::<(isize, isize), isize>("Sum").unwrap();
    let (calls, n) = (40, 5 << 20);
    assert_eq!(sum.call(&mut run, (calls, n)), Ok(calls * n));
    assert_eq!(called.load(Ordering::Relaxed), 40);
}
