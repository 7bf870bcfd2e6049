//! Embedding: calls in both directions, limits, errors, the sandbox. The figures of embedding are measured by
//! `examples/embed_figures.rs`.

#![allow(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]

use minigo::embed::{Clock, Engine, Error, Go, Limits, Module, Package, Run, Source, World};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

#[path = "../examples/embed.rs"]
mod example;

#[test]
fn the_example_runs() {
    example::main().unwrap();
}

fn compile(text: &str) -> Module {
    Engine::new().compile(Source::text("p.go", text)).unwrap()
}

fn start(text: &str) -> Run {
    compile(text).start(&World::empty(), Limits::new()).unwrap()
}

#[derive(Go, Clone, PartialEq, Debug)]
struct Point {
    x: i32,
    y: i8,
}

#[derive(Go, Clone, PartialEq, Debug)]
#[go(name = "Order")]
struct Purchase {
    user_id: i64,
    items: Vec<String>,
    at: Point,
    next: Option<Point>,
    #[go(name = "Sum")]
    total: f64,
    paid: bool,
}

#[test]
fn scalars_strings_and_lists_pass_both_ways() {
    let mut run = start(
        r#"package p
        func I(a int8, b int16, c int32, d int64, e int) int { return int(a)+int(b)+int(c)+int(d)+e }
        func U(a uint8, b uint16, c uint32, d uint64, e uint) uint64 { return uint64(a)+uint64(b)+uint64(c)+d+uint64(e) }
        func F(a float32, b float64) (float64, float32) { return float64(a)+b, a }
        func B(a bool) bool { return !a }
        func S(a, b string) (string, int) { return a+b, len(a+b) }
        func L(a []string) []string { return append(a, "end") }
        func Min8() int8 { return -128 }"#,
    );
    let f = run.func::<(i8, i16, i32, i64, isize), isize>("I").unwrap();
    assert_eq!(f.call(&mut run, (-1, -2, -3, -4, -5)), Ok(-15));
    let f = run.func::<(u8, u16, u32, u64, usize), u64>("U").unwrap();
    assert_eq!(
        f.call(&mut run, (255, 65535, 1 << 31, 1 << 40, 5)),
        Ok(255 + 65535 + (1 << 31) + (1 << 40) + 5)
    );
    let f = run.func::<(f32, f64), (f64, f32)>("F").unwrap();
    assert_eq!(f.call(&mut run, (1.5, 0.25)), Ok((1.75, 1.5)));
    let f = run.func::<(bool,), bool>("B").unwrap();
    assert_eq!((f.call(&mut run, (true,)), f.call(&mut run, (false,))), (Ok(false), Ok(true)));
    let f = run.func::<(String, String), (String, isize)>("S").unwrap();
    assert_eq!(f.call(&mut run, ("né".into(), String::new())), Ok(("né".into(), 3)));
    let f = run.func::<(Vec<String>,), Vec<String>>("L").unwrap();
    assert_eq!(f.call(&mut run, (vec!["a".into()],)), Ok(vec!["a".into(), "end".into()]));
    let f = run.func::<(), i8>("Min8").unwrap();
    assert_eq!(f.call(&mut run, ()), Ok(-128));
}

#[test]
fn derived_structs_have_gos_layout() {
    let host = Package::new("example.com/shop").ty::<Purchase>().func("Kept", |p: Purchase| p);
    let text = r#"package p
        import "example.com/shop"
        func Change(o shop.Order) shop.Order {
            o.UserID++
            o.Items = append(o.Items, "tea")
            o.At.X, o.At.Y = -o.At.X, -o.At.Y
            if o.Next == nil { o.Next = &shop.Point{X: 7, Y: 8} } else { o.Next = nil }
            o.Sum *= 2
            o.Paid = !o.Paid
            return shop.Kept(o)
        }
        func Far(ps []shop.Point) (n int32) { for _, p := range ps { n += p.X * int32(p.Y) }; return }"#;
    let module = Engine::new().compile(Source::text("p.go", text).with(&host)).unwrap();
    let mut run = module.start(&World::empty(), Limits::new()).unwrap();
    let change = run.func::<(Purchase,), Purchase>("Change").unwrap();
    let before = Purchase {
        user_id: -1,
        items: vec!["milk".into()],
        at: Point { x: 5, y: -6 },
        next: None,
        total: 1.5,
        paid: false,
    };
    let after = change.call(&mut run, (before.clone(),)).unwrap();
    let expected = Purchase {
        user_id: 0,
        items: vec!["milk".into(), "tea".into()],
        at: Point { x: -5, y: 6 },
        next: Some(Point { x: 7, y: 8 }),
        total: 3.0,
        paid: true,
    };
    assert_eq!(after, expected);
    assert_eq!(change.call(&mut run, (after,)).unwrap().next, None);
    let far = run.func::<(Vec<Point>,), i32>("Far").unwrap();
    let points = (1..=100).map(|n| Point { x: n, y: -1 }).collect();
    assert_eq!(far.call(&mut run, (points,)), Ok(-5050));
}

#[test]
fn a_functions_type_is_checked_once() {
    let run = start(
        "package p\ntype T int\nfunc F(a int, b string) (int, error) { return a, nil }\nfunc G(T) {}",
    );
    let wrong = run.func::<(i64, String), Result<isize, String>>("F").unwrap_err();
    let text = "F has type func(int, string) (int, error), the caller expects func(int64, string) (int, error)";
    assert_eq!(wrong.to_string(), text);
    assert!(matches!(run.func::<(isize,), ()>("G"), Err(Error::Mismatch { .. })));
    assert_eq!(run.func::<(), ()>("H").unwrap_err(), Error::NoFunction("H".into()));
    let other = start("package p\nfunc F() {}");
    let f = other.func::<(), ()>("F").unwrap();
    let mut run = run;
    assert_eq!(f.call(&mut run, ()), Err(Error::WrongMachine));
}

#[test]
fn errors_of_both_sides_are_values() {
    let host = Package::new("host")
        .func("Fails", |n: isize| -> Result<isize, String> { Err(format!("no {n}")) })
        .func("Empty", || -> Result<(), std::fmt::Error> { Ok(()) })
        .func("Panics", |text: String| -> isize { panic!("{text}") });
    let text = r#"package p
        import ("errors"; "fmt"; "host")
        type E struct{ n int }
        func (e *E) Error() string { return fmt.Sprint("E", e.n) }
        func Own(n int) (string, error) { return "x", &E{n} }
        func Fails(n int) (int, error) { return host.Fails(n) }
        func Good() error { return host.Empty() }
        func Wrapped() error { return fmt.Errorf("a: %w", errors.New("b")) }
        func Recovered() (s string) {
            defer func() { s = fmt.Sprint(recover()) }()
            host.Panics("out of cheese")
            return
        }
        func Unrecovered() { host.Panics("boom") }"#;
    let module = Engine::new().compile(Source::text("p.go", text).with(&host)).unwrap();
    let mut run = module.start(&World::empty(), Limits::new()).unwrap();
    let own = run.func::<(isize,), Result<String, String>>("Own").unwrap();
    assert_eq!(own.call(&mut run, (3,)), Ok(Err("E3".into())));
    let fails = run.func::<(isize,), Result<isize, String>>("Fails").unwrap();
    assert_eq!(fails.call(&mut run, (4,)), Ok(Err("no 4".into())));
    let good = run.func::<(), Result<(), String>>("Good").unwrap();
    assert_eq!(good.call(&mut run, ()), Ok(Ok(())));
    let wrapped = run.func::<(), Result<(), String>>("Wrapped").unwrap();
    assert_eq!(wrapped.call(&mut run, ()), Ok(Err("a: b".into())));
    let recovered = run.func::<(), String>("Recovered").unwrap();
    assert_eq!(recovered.call(&mut run, ()), Ok("out of cheese".into()));
    let Err(Error::Panic(panic)) = run.func::<(), ()>("Unrecovered").unwrap().call(&mut run, ())
    else {
        panic!("the function panics")
    };
    assert_eq!(panic.message(), "panic: boom");
}

#[test]
fn a_panic_is_data_and_nothing_is_printed() {
    let mut run = start(
        "package p\nimport \"fmt\"\nvar n int\nfunc Bad(i int) int {\n\tn++\n\treturn []int{1}[i]\n}\nfunc N() int { return n }\n\
         func Behind() {\n\tgo func() { panic(fmt.Sprint(\"x\", 1)) }()\n\tselect {}\n}\nfunc Later() { go func() { panic(2) }() }",
    );
    let bad = run.func::<(isize,), isize>("Bad").unwrap();
    assert_eq!(bad.call(&mut run, (0,)), Ok(1));
    let Err(Error::Panic(panic)) = bad.call(&mut run, (5,)) else { panic!("the function panics") };
    let message = "panic: runtime error: index out of range [5] with length 1";
    assert!(panic.message().starts_with(message), "{}", panic.message());
    let first = &panic.frames()[0];
    assert_eq!((&*first.function, &*first.file, first.line), ("p.Bad", "p.go", 6));
    assert!(panic.trace().contains("p.Bad(...)\n\tp.go:6"), "{}", panic.trace());
    assert_eq!(run.func::<(), isize>("N").unwrap().call(&mut run, ()), Ok(2));
    let Err(Error::Panic(panic)) = run.func::<(), ()>("Behind").unwrap().call(&mut run, ()) else {
        panic!("a goroutine panics")
    };
    assert_eq!(panic.message(), "panic: x1");
    assert_eq!(run.usage().goroutines, 0);
    let later = run.func::<(), ()>("Later").unwrap();
    assert_eq!(later.call(&mut run, ()), Ok(()));
    assert!(matches!(run.drive(Duration::from_secs(5)), Err(Error::Panic(_))));
    assert_eq!(bad.call(&mut run, (0,)), Ok(1));
    assert_eq!((run.take_output(), run.take_error_output()), (Vec::new(), Vec::new()));
}

#[test]
fn exit_goexit_and_deadlock_end_the_call_alone() {
    let mut run = start(
        "package p\nimport (\"os\"; \"runtime\"; \"sync\")\nfunc Exit(n int) { defer os.Exit(9); os.Exit(n) }\n\
         func Behind() { go os.Exit(4); select {} }\nfunc Goexit() { runtime.Goexit() }\n\
         func Dead() { var mu sync.Mutex; mu.Lock(); defer mu.Unlock(); <-make(chan int) }\nfunc Good() int { return 1 }",
    );
    let good = run.func::<(), isize>("Good").unwrap();
    assert_eq!(
        run.func::<(isize,), ()>("Exit").unwrap().call(&mut run, (3,)),
        Err(Error::Exited(3))
    );
    assert_eq!(good.call(&mut run, ()), Ok(1));
    assert_eq!(run.func::<(), ()>("Behind").unwrap().call(&mut run, ()), Err(Error::Exited(4)));
    assert_eq!(run.func::<(), ()>("Goexit").unwrap().call(&mut run, ()), Err(Error::Goexit));
    assert_eq!(run.func::<(), ()>("Dead").unwrap().call(&mut run, ()), Err(Error::Deadlock));
    assert_eq!(good.call(&mut run, ()), Ok(1));
    assert_eq!(run.usage().goroutines, 0);
}

#[test]
fn calls_are_cancelled_wherever_they_are() {
    let text = "package p\nimport (\"sync\"; \"time\")\nfunc Loop() { defer func() { for {} }(); for {} }\n\
        func Sleep() { time.Sleep(time.Hour) }\nfunc Chan() { go func() { for { time.Sleep(time.Millisecond) } }(); <-make(chan int) }\n\
        func Lock() { var mu sync.Mutex; mu.Lock(); go func() { for { time.Sleep(time.Second) } }(); mu.Lock() }\n\
        func Many() { for range 100 { go func() { for {} }() }; for {} }\nfunc Good() int { return 1 }";
    let mut run = start(text);
    let good = run.func::<(), isize>("Good").unwrap();
    for name in ["Loop", "Sleep", "Chan", "Lock", "Many"] {
        let cancel = run.canceller();
        let thread = std::thread::spawn(move || {
            std::thread::sleep(Duration::from_millis(20));
            cancel.now();
        });
        let call = run.func::<(), ()>(name).unwrap();
        assert_eq!(call.call(&mut run, ()), Err(Error::Cancelled), "{name}");
        thread.join().unwrap();
        assert_eq!(good.call(&mut run, ()), Ok(1), "{name}");
        assert_eq!(run.usage().goroutines, 0, "{name}");
    }
    // A handle belongs to one call: it does not cancel a later one.
    let old = run.canceller();
    assert_eq!(good.call(&mut run, ()), Ok(1));
    old.now();
    assert_eq!(good.call(&mut run, ()), Ok(1));
    // The call is cancelled before it begins.
    run.canceller().now();
    assert_eq!(run.func::<(), ()>("Loop").unwrap().call(&mut run, ()), Err(Error::Cancelled));
}

#[test]
fn limits_end_the_call_and_the_machine_goes_on() {
    let text = "package p\nimport (\"fmt\"; \"time\")\nvar kept [][]byte\nfunc Fill() { for { kept = append(kept, make([]byte, 1<<16)) } }\n\
        func Drop() { kept = nil }\nfunc Deep(n int) int { if n == 0 { return 0 }; return Deep(n-1) + 1 }\n\
        func Flood() { for { go func() { select {} }() } }\nfunc Loop() { for {} }\nfunc Sleep() { time.Sleep(time.Hour) }\n\
        func Print() (n int, err error) { for err == nil { _, err = fmt.Println(\"0123456789\"); n++ }; return n, err }";
    let module = compile(text);
    let limits = Limits::new().memory(64 << 20).wall(Duration::from_millis(300)).output(1000);
    let mut run = module.start(&World::empty(), limits.wall(Duration::from_secs(60))).unwrap();
    let drop = run.func::<(), ()>("Drop").unwrap();
    for name in ["Fill", "Flood"] {
        let call = run.func::<(), ()>(name).unwrap();
        assert_eq!(call.call(&mut run, ()), Err(Error::OutOfMemory), "{name}");
        assert_eq!(drop.call(&mut run, ()), Ok(()), "{name}");
    }
    let deep = run.func::<(isize,), isize>("Deep").unwrap();
    assert_eq!(deep.call(&mut run, (1000,)), Ok(1000));
    assert!(deep.call(&mut run, (100_000_000,)).is_err());
    let mut run = module.start(&World::empty(), limits).unwrap();
    for name in ["Loop", "Sleep"] {
        let call = run.func::<(), ()>(name).unwrap();
        assert_eq!(call.call(&mut run, ()), Err(Error::TimedOut), "{name}");
    }
    let print = run.func::<(), (isize, Option<isize>)>("Print");
    assert!(matches!(print, Err(Error::Mismatch { .. })));
    let print = run.func::<(), Result<isize, String>>("Print").unwrap();
    let failed = print.call(&mut run, ()).unwrap().unwrap_err();
    assert!(failed.ends_with("no space left on device"), "{failed}");
    assert_eq!((run.take_output().len(), run.usage().output), (1000, 1000));
}

#[test]
fn blocking_functions_let_goroutines_run() {
    let calls = Arc::new(AtomicUsize::new(0));
    let (counted, (sender, receiver)) = (calls.clone(), std::sync::mpsc::channel::<()>());
    let receiver = Mutex::new(receiver);
    let host = Package::new("host")
        .blocking("Wait", move || {
            receiver.lock().unwrap().recv().unwrap();
            counted.fetch_add(1, Ordering::SeqCst);
        })
        .func("Release", move || sender.send(()).unwrap());
    let text = "package p\nimport \"host\"\nfunc F() int {\n\tdone := make(chan int)\n\tgo func() { host.Wait(); done <- 1 }()\n\
        \tgo host.Release()\n\treturn <-done\n}";
    let module = Engine::new().compile(Source::text("p.go", text).with(&host)).unwrap();
    let mut run = module.start(&World::empty(), Limits::new()).unwrap();
    assert_eq!(run.func::<(), isize>("F").unwrap().call(&mut run, ()), Ok(1));
    assert_eq!(calls.load(Ordering::SeqCst), 1);
}

#[test]
fn a_world_has_only_what_was_added() {
    let text = r#"package p
        import ("net"; "os"; "os/exec"; "time"; "math/rand")
        func File(name string) (string, error) { b, err := os.ReadFile(name); return string(b), err }
        func Write(name, text string) error { return os.WriteFile(name, []byte(text), 0o644) }
        func List(dir string) (names []string, err error) {
            es, err := os.ReadDir(dir)
            for _, e := range es { names = append(names, e.Name()) }
            return names, err
        }
        func Env() []string { return os.Environ() }
        func Args() []string { return os.Args }
        func Exec() error { return exec.Command("/bin/true").Run() }
        func Dial() error { _, err := net.Dial("tcp", "1.1.1.1:80"); return err }
        func Now() int64 { return time.Now().Unix() }
        func Random() int64 { return rand.Int63() }
        func Kill() error { p, err := os.FindProcess(os.Getppid()); if err != nil { return err }; return p.Kill() }
        func Talk() (string, error) {
            l, err := net.Listen("tcp", "127.0.0.1:0")
            if err != nil { return "", err }
            go func() { c, _ := net.Dial("tcp", l.Addr().String()); c.Write([]byte("hi")); c.Close() }()
            c, err := l.Accept()
            if err != nil { return "", err }
            b := make([]byte, 9)
            n, err := c.Read(b)
            return string(b[:n]), err
        }"#;
    let world = World::empty()
        .file("/etc/app/rules.json", b"{}")
        .env("MODE", "test")
        .arg("one")
        .clock(Clock::Fixed(1_000_000_000));
    let module = compile(text);
    let mut run = module.start(&world, Limits::new()).unwrap();
    let file = run.func::<(String,), Result<String, String>>("File").unwrap();
    assert_eq!(file.call(&mut run, ("/etc/app/rules.json".into(),)), Ok(Ok("{}".into())));
    for path in ["/etc/passwd", "/proc/self/maps", "/work", "Cargo.toml"] {
        let found = file.call(&mut run, (path.into(),)).unwrap();
        let missing = format!("open {path}: no such file or directory");
        assert_eq!(found, Err(missing), "{path}");
    }
    let write = run.func::<(String, String), Result<(), String>>("Write").unwrap();
    assert_eq!(write.call(&mut run, ("/tmp-of-go".into(), "x".into())), Ok(Ok(())));
    assert_eq!(file.call(&mut run, ("/tmp-of-go".into(),)), Ok(Ok("x".into())));
    assert!(!std::path::Path::new("/tmp-of-go").exists());
    let list = run.func::<(String,), Result<Vec<String>, String>>("List").unwrap();
    assert_eq!(list.call(&mut run, ("/etc".into(),)), Ok(Ok(vec!["app".into()])));
    let strings = run.func::<(), Vec<String>>("Env").unwrap();
    assert_eq!(strings.call(&mut run, ()), Ok(vec!["MODE=test".into()]));
    let strings = run.func::<(), Vec<String>>("Args").unwrap();
    assert_eq!(strings.call(&mut run, ()), Ok(vec!["minigo".into(), "one".into()]));
    assert_eq!(run.func::<(), i64>("Now").unwrap().call(&mut run, ()), Ok(1_000_000_000));
    for name in ["Exec", "Dial", "Kill"] {
        let refused = run.func::<(), Result<(), String>>(name).unwrap();
        assert!(refused.call(&mut run, ()).unwrap().is_err(), "{name}");
    }
    let talk = run.func::<(), Result<String, String>>("Talk").unwrap();
    assert_eq!(talk.call(&mut run, ()), Ok(Ok("hi".into())));
    let random = run.func::<(), i64>("Random").unwrap();
    let mut again = module.start(&world, Limits::new()).unwrap();
    assert_eq!(random.call(&mut run, ()), call_random(&mut again));
}

fn call_random(run: &mut Run) -> Result<i64, Error> {
    run.func::<(), i64>("Random")?.call(run, ())
}

#[test]
fn errors_of_a_compilation_have_places() {
    let engine = Engine::new();
    let compile = |text: &str| engine.compile(Source::text("p.go", text)).unwrap_err().to_string();
    assert_eq!(
        compile("package p\nfunc F() int { return \"a\" }"),
        "p.go:2:23: cannot use \"a\" (untyped string constant) as int value in return statement"
    );
    assert!(compile("package p\nfunc F() {").starts_with("p.go:2:"));
    assert!(compile("package main\nfunc main() {}").contains("package main"));
    assert!(
        compile("package p\nimport \"example.com/none\"\nvar _ = none.X")
            .contains("example.com/none")
    );
    assert!(
        compile("package p\nimport \"internal/embed\"\nvar _ = embed.Error")
            .contains("internal/embed")
    );
}

#[test]
fn code_that_bypasses_gos_types_does_not_compile() {
    let cases = [
        ("import \"unsafe\"\nvar _ unsafe.Pointer", "2:8: import of \"unsafe\" is refused"),
        (
            "import (\n\t\"syscall\"\n)\nvar _ = syscall.Getpid()",
            "3:2: import of \"syscall\" is refused",
        ),
        (
            "import _ \"time\"\n//go:linkname now time.now\nfunc now() int",
            "3:3: //go:linkname is refused",
        ),
        ("func IndexByte(address, length uintptr, b byte) int", "2:6: missing function body"),
        (
            "import \"reflect\"\nvar x = 1\nvar _ = (*string)(reflect.ValueOf(&x).UnsafePointer())",
            "4:19: cannot convert reflect.ValueOf(&x).UnsafePointer() (value of type unsafe.Pointer) to type *string: \
             conversions of unsafe.Pointer are refused",
        ),
        (
            "import \"reflect\"\nfunc F[P any](p P, t reflect.Type) { v := reflect.ValueOf(p)\nq := v.UnsafePointer()\n\
             _ = reflect.NewAt(t, q) }",
            "5:5: use of reflect.NewAt is refused: a parameter has type unsafe.Pointer",
        ),
        (
            "import . \"reflect\"\nvar _ = NewAt",
            "3:9: use of reflect.NewAt is refused: a parameter has type unsafe.Pointer",
        ),
        (
            "import \"reflect\"\nvar _ = reflect.SliceAt",
            "3:9: use of reflect.SliceAt is refused: a parameter has type unsafe.Pointer",
        ),
        (
            "import (\"encoding/json\"; \"errors\")\nfunc F(err error) {\nvar e *json.UnmarshalTypeError\nerrors.As(err, &e)\n\
             m := e.Type.Method(0).Func.UnsafePointer()\n_ = (*uintptr)(m) }",
            "7:16: cannot convert m (variable of type unsafe.Pointer) to type *uintptr: \
             conversions of unsafe.Pointer are refused",
        ),
    ];
    let engine = Engine::new();
    for (text, expected) in cases {
        let text = format!("package p\n{text}\n");
        let error = engine.compile(Source::text("p.go", &text)).unwrap_err();
        assert!(matches!(error, Error::Compile(_)), "{error:?}");
        let first = error.to_string();
        assert_eq!(first.lines().next(), Some(&*format!("p.go:{expected}")), "{text}");
    }
    for name in ["reflect", "strings"] {
        let error = engine.compile(Source::text("p.go", &format!("package {name}\n"))).unwrap_err();
        assert_eq!(error.to_string(), format!("package {name} needs another name"));
    }
}

#[test]
fn an_initialisation_that_panics_is_an_error_of_the_start() {
    let module = compile("package p\nvar x = f()\nfunc f() int { panic(\"early\") }");
    let error = module.start(&World::empty(), Limits::new()).unwrap_err();
    assert_eq!(error.to_string(), "panic: early");
    let module = compile("package p\nfunc init() { <-make(chan int) }");
    assert_eq!(module.start(&World::empty(), Limits::new()).unwrap_err(), Error::Deadlock);
}

#[test]
fn goroutines_stand_still_between_calls() {
    let mut run = start(
        "package p\nimport \"time\"\nvar n int\nfunc Start() { go func() { for { n++; time.Sleep(time.Microsecond) } }() }\n\
         func N() int { return n }",
    );
    run.func::<(), ()>("Start").unwrap().call(&mut run, ()).unwrap();
    let n = run.func::<(), isize>("N").unwrap();
    run.drive(Duration::from_millis(5)).unwrap();
    let first = n.call(&mut run, ()).unwrap();
    assert!(first > 0);
    std::thread::sleep(Duration::from_millis(5));
    // The goroutine ran only while a call ran, if at all.
    assert!(n.call(&mut run, ()).unwrap() <= first + 2);
    let began = Instant::now();
    run.drive(Duration::from_millis(2)).unwrap();
    assert!(began.elapsed() < Duration::from_secs(5));
    assert!(n.call(&mut run, ()).unwrap() > first);
}

#[test]
fn machines_move_between_threads_and_share_nothing() {
    let module = compile("package p\nvar n int\nfunc Add(m int) int { n += m; return n }");
    let threads: Vec<_> = (0..4)
        .map(|number| {
            let module = module.clone();
            std::thread::spawn(move || {
                let mut run = module.start(&World::empty(), Limits::new()).unwrap();
                let add = run.func::<(isize,), isize>("Add").unwrap();
                for turn in 1..=100 {
                    assert_eq!(add.call(&mut run, (number,)), Ok(turn * number));
                }
                run
            })
        })
        .collect();
    for (number, thread) in (0..).zip(threads) {
        let mut run = thread.join().unwrap();
        let add = run.func::<(isize,), isize>("Add").unwrap();
        assert_eq!(add.call(&mut run, (0,)), Ok(100 * number));
    }
}

#[test]
fn calls_leave_no_memory() {
    let mut run = start("package p\nfunc F(s []string) int { return len(s) }");
    let f = run.func::<(Vec<String>,), isize>("F").unwrap();
    let mut call = |times: usize| {
        for _ in 0..times {
            assert_eq!(f.call(&mut run, (vec!["abc".into(); 10],)), Ok(10));
        }
        run.usage().memory
    };
    let before = call(30_000);
    let after = call(100_000);
    assert!(after <= before + (1 << 20), "{before} bytes, then {after}");
}
