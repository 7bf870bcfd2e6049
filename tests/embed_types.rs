//! Embedding: the Rust types that stand for Go types, and calls that follow one another on one goroutine.

#![allow(clippy::unwrap_used, reason = "a failing test may panic")]

use minigo::embed::{Engine, Error, Go, Limits, Package, Run, Source, World};
use std::collections::{BTreeSet, HashMap};
use std::sync::atomic::{AtomicBool, Ordering};

fn start(text: &str, host: &Package) -> Run {
    let module = Engine::new().compile(Source::text("p.go", text).with(host)).unwrap();
    module.start(&World::empty(), Limits::new()).unwrap()
}

#[derive(Go, Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Color {
    Red,
    #[go(name = "Grass")]
    Green = 7,
    Blue,
}

#[derive(Go, Clone, PartialEq, Eq, Hash, Debug)]
struct Place {
    street: String,
    number: u16,
}

#[derive(Go, Clone, PartialEq, Debug)]
struct Paint {
    color: Color,
    liters: f64,
}

#[test]
fn maps_pass_in_both_directions() {
    let host = Package::new("host")
        .func("Count", |words: Vec<String>| {
            let mut counts = HashMap::<String, isize>::new();
            words.into_iter().for_each(|word| *counts.entry(word).or_default() += 1);
            counts
        })
        .func("Residents", |of: HashMap<Place, Vec<String>>| {
            of.into_iter().map(|(place, names)| (names.join("+"), place)).collect::<HashMap<_, _>>()
        });
    let text = r#"
        package p
        import "host"
        func Most(words []string) (string, int) {
            best, most := "", 0
            for word, n := range host.Count(words) {
                if n > most { best, most = word, n }
            }
            return best, most
        }
        func Nil(m map[int64]bool) (map[int64]bool, bool) {
            if m == nil { return nil, false }
            m[-5] = true
            delete(m, 1)
            return m, true
        }
        func None() map[int64]bool { return nil }
        func Streets() (s string) {
            at := host.Place{"Elm", 4}
            for names, place := range host.Residents(map[host.Place][]string{at: {"a", "b"}}) {
                s += names + " in " + place.Street
            }
            return
        }
        func Squares(n int) map[int]float64 {
            m := map[int]float64{}
            for i := range n { m[i] = float64(i * i) }
            return m
        }
        func Sum(m map[int]float64) (s float64) {
            for _, x := range m { s += x }
            return
        }
    "#;
    let mut run = start(text, &host);
    let most = run.func::<(Vec<String>,), (String, isize)>("Most").unwrap();
    let words = ["a", "b", "a"].map(String::from).to_vec();
    assert_eq!(most.call(&mut run, (words,)).unwrap(), ("a".to_owned(), 2));
    type Flags = HashMap<i64, bool>;
    let changed = run.func::<(Flags,), (Flags, bool)>("Nil").unwrap();
    let (flags, was_made) =
        changed.call(&mut run, (Flags::from([(1, true), (2, false)]),)).unwrap();
    assert_eq!((flags, was_made), (Flags::from([(2, false), (-5, true)]), true));
    assert!(changed.call(&mut run, (Flags::new(),)).unwrap().1, "an empty map is not nil");
    assert_eq!(run.func::<(), Flags>("None").unwrap().call(&mut run, ()).unwrap(), Flags::new());
    let streets = run.func::<(), String>("Streets").unwrap();
    assert_eq!(streets.call(&mut run, ()).unwrap(), "a+b in Elm");
    // A map of 20,000 entries has several tables, because a full table is split.
    let squares = run.func::<(isize,), HashMap<isize, f64>>("Squares").unwrap();
    let all = squares.call(&mut run, (20_000,)).unwrap();
    assert_eq!((all.len(), all[&19_999]), (20_000, 399_960_001.0));
    let sum = run.func::<(HashMap<isize, f64>,), f64>("Sum").unwrap();
    let expected: f64 = all.values().sum();
    assert_eq!(sum.call(&mut run, (all,)).unwrap(), expected);
}

#[test]
fn enums_are_constants() {
    let host = Package::new("host")
        .func("Next", |color: Color| match color {
            Color::Red => Color::Green,
            Color::Green => Color::Blue,
            Color::Blue => Color::Red,
        })
        .func("Mix", |paint: Paint| Paint { liters: paint.liters * 2.0, ..paint });
    let text = r#"
        package p
        import "host"
        func Values() []int { return []int{int(host.ColorRed), int(host.Grass), int(host.ColorBlue)} }
        func After(c host.Color) host.Color { return host.Next(c) }
        func Bad() host.Color { return 42 }
        func Recovered() (text any) {
            defer func() { text = recover() }()
            host.Mix(host.Paint{Color: -1})
            return nil
        }
        func Text() string { return Recovered().(string) }
    "#;
    let mut run = start(text, &host);
    let values = run.func::<(), Vec<isize>>("Values").unwrap();
    assert_eq!(values.call(&mut run, ()).unwrap(), [0, 7, 8]);
    let after = run.func::<(Color,), Color>("After").unwrap();
    assert_eq!(after.call(&mut run, (Color::Green,)).unwrap(), Color::Blue);
    let message = "Color(42) is no variant of the Rust enum".to_owned();
    let bad = run.func::<(), Color>("Bad").unwrap();
    assert_eq!(bad.call(&mut run, ()), Err(Error::Invalid(message)));
    let text = run.func::<(), String>("Text").unwrap();
    assert_eq!(text.call(&mut run, ()).unwrap(), "Color(-1) is no variant of the Rust enum");
    assert!(matches!(run.func::<(isize,), Color>("After"), Err(Error::Mismatch { .. })));
}

#[test]
fn methods_have_their_receivers() {
    let host = Package::new("example.com/host")
        .method("Text", |place: Place| format!("{} {}", place.street, place.number))
        .method("Text", |color: Color| format!("{color:?}"))
        .method("Moved", |place: Place, by: u16| -> Result<Place, String> {
            let number = place.number.checked_add(by).ok_or("too far")?;
            Ok(Place { number, ..place })
        });
    let text = r#"
        package p
        import "example.com/host"
        type texter interface { Text() string }
        func Texts(place host.Place, color host.Color) string {
            s := ""
            for _, t := range []texter{place, &place, color} { s += t.Text() + ";" }
            return s
        }
        func Moved(place host.Place, by uint16) (host.Place, error) { return place.Moved(by) }
    "#;
    let mut run = start(text, &host);
    let place = Place { street: "Elm".to_owned(), number: 4 };
    let texts = run.func::<(Place, Color), String>("Texts").unwrap();
    assert_eq!(texts.call(&mut run, (place.clone(), Color::Blue)).unwrap(), "Elm 4;Elm 4;Blue;");
    let moved = run.func::<(Place, u16), Result<Place, String>>("Moved").unwrap();
    let further = Place { number: 9, ..place.clone() };
    assert_eq!(moved.call(&mut run, (place.clone(), 5)).unwrap(), Ok(further));
    assert_eq!(moved.call(&mut run, (place, u16::MAX)).unwrap(), Err("too far".to_owned()));
}

#[test]
fn a_method_needs_a_type_of_its_package() {
    let compile = |packages: &[Package]| {
        let source = Source::text("p.go", "package p");
        let source = packages.iter().fold(source, |source, package| source.with(package));
        Engine::new().compile(source).map(drop).unwrap_err().to_string()
    };
    let refused =
        |name: &str| format!("method Text: the receiver is no type that package {name} declares");
    let scalar = Package::new("host").method("Text", |n: isize| n.to_string());
    assert_eq!(compile(&[scalar]), refused("host"));
    let none = Package::new("host").method("Text", String::new);
    assert_eq!(compile(&[none]), refused("host"));
    let owner = Package::new("a").ty::<Place>();
    let other = Package::new("b").method("Text", |place: Place| place.street);
    assert_eq!(compile(&[owner, other]), refused("b"));
}

/// One goroutine makes the calls that return; after a call that ends otherwise, the next call gets a new goroutine.
#[test]
fn calls_follow_one_another_on_a_goroutine() {
    let text = r#"
        package p
        import ("context"; "fmt"; "runtime"; "runtime/debug"; "runtime/pprof"; "time")
        func id() (n int) {
            fmt.Sscanf(string(debug.Stack()), "goroutine %d", &n)
            return
        }
        func ID() int { return id() }
        func Goroutines() int { return runtime.NumGoroutine() }
        func Boom() { panic("boom") }
        func Exit() { runtime.Goexit() }
        func Labels() { pprof.SetGoroutineLabels(pprof.WithLabels(context.Background(), pprof.Labels("a", "b"))) }
        func Faults() bool { return debug.SetPanicOnFault(true) }
        func Defer() (n int) { defer func() { n = 3 }(); return 1 }
        func Deep(n int) int { if n == 0 { return 0 }; return 1 + Deep(n-1) }
        func Spawn() { go func() { time.Sleep(time.Hour) }() }
    "#;
    let module = Engine::new().compile(Source::text("p.go", text)).unwrap();
    let mut run = module.start(&World::empty(), Limits::new().goroutines(4)).unwrap();
    let id = run.func::<(), isize>("ID").unwrap();
    let first = id.call(&mut run, ()).unwrap();
    for _ in 0..3 {
        assert_eq!(id.call(&mut run, ()).unwrap(), first);
    }
    assert_eq!(
        run.usage().goroutines,
        0,
        "a goroutine that waits for a call does not count as the program's"
    );
    let count = run.func::<(), isize>("Goroutines").unwrap();
    assert_eq!(count.call(&mut run, ()).unwrap(), 1);
    let (boom, exit) = (run.func::<(), ()>("Boom").unwrap(), run.func::<(), ()>("Exit").unwrap());
    assert!(matches!(boom.call(&mut run, ()), Err(Error::Panic(_))));
    let second = id.call(&mut run, ()).unwrap();
    assert_eq!(exit.call(&mut run, ()), Err(Error::Goexit));
    let third = id.call(&mut run, ()).unwrap();
    assert_eq!(BTreeSet::from([first, second, third]).len(), 3);
    run.func::<(), ()>("Labels").unwrap().call(&mut run, ()).unwrap();
    let fourth = id.call(&mut run, ()).unwrap();
    assert_ne!(fourth, third, "labels belong to one call");
    let faults = run.func::<(), bool>("Faults").unwrap();
    assert_eq!(faults.call(&mut run, ()), Ok(false));
    assert_eq!(faults.call(&mut run, ()), Ok(false));
    let defers = run.func::<(), isize>("Defer").unwrap();
    assert_eq!((defers.call(&mut run, ()), defers.call(&mut run, ())), (Ok(3), Ok(3)));
    let deep = run.func::<(isize,), isize>("Deep").unwrap();
    assert_eq!(deep.call(&mut run, (100_000,)), Ok(100_000));
    // Calls that are cancelled before they begin end, and do not begin later.
    for _ in 0..3 {
        run.canceller().now();
        assert_eq!(boom.call(&mut run, ()), Err(Error::Cancelled));
    }
    run.canceller().ask();
    assert_eq!(boom.call(&mut run, ()), Err(Error::Cancelled));
    assert_eq!(defers.call(&mut run, ()), Ok(3));
    // The limit on goroutines holds after cancelled calls, too.
    let spawn = run.func::<(), ()>("Spawn").unwrap();
    let mut spawned = 0;
    while spawn.call(&mut run, ()).is_ok() {
        spawned += 1;
        assert!(spawned < 10);
    }
    assert_eq!(spawned, 3);
}

#[test]
fn spawned_calls_run_beside_others() {
    let text = r#"
        package p
        var queue = make(chan int)
        func Receive() int { return <-queue }
        func Send(n int) { queue <- n }
        func Boom() { panic("boom") }
        func Forever() { for {} }
        func One() int { return 1 }
    "#;
    let module = Engine::new().compile(Source::text("p.go", text)).unwrap();
    let mut run = module.start(&World::empty(), Limits::new()).unwrap();
    let receive = run.func::<(), isize>("Receive").unwrap();
    let send = run.func::<(isize,), ()>("Send").unwrap();
    let one = run.func::<(), isize>("One").unwrap();
    let waiting = receive.spawn(&mut run, ()).unwrap();
    assert_eq!(one.call(&mut run, ()), Ok(1));
    assert!(!waiting.has_ended());
    let waiting = waiting.try_join(&mut run).unwrap_err();
    assert_eq!(send.call(&mut run, (5,)), Ok(()));
    assert_eq!(waiting.join(&mut run), Ok(5));
    // A panic in the goroutine of a spawned call is the error of that call alone.
    let boom = run.func::<(), ()>("Boom").unwrap().spawn(&mut run, ()).unwrap();
    let waiting = receive.spawn(&mut run, ()).unwrap();
    assert_eq!(one.call(&mut run, ()), Ok(1));
    assert!(matches!(boom.try_join(&mut run), Ok(Err(Error::Panic(_)))));
    // A canceller ends the call that it belongs to, and no other.
    let forever = run.func::<(), ()>("Forever").unwrap().spawn(&mut run, ()).unwrap();
    run.canceller().now();
    assert_eq!(one.call(&mut run, ()), Err(Error::Cancelled));
    forever.canceller().now();
    assert_eq!(forever.join(&mut run), Err(Error::Cancelled));
    let sender = send.spawn(&mut run, (6,)).unwrap();
    assert_eq!(waiting.join(&mut run), Ok(6));
    assert_eq!(sender.join(&mut run), Ok(()));
    // All goroutines wait, and none can wake another.
    let stuck = receive.spawn(&mut run, ()).unwrap();
    assert_eq!(stuck.join(&mut run), Err(Error::Deadlock));
    // Another machine's.
    let mut other = module.start(&World::empty(), Limits::new()).unwrap();
    let waiting = receive.spawn(&mut run, ()).unwrap();
    assert_eq!(waiting.join(&mut other), Err(Error::WrongMachine));
}

/// A cancel that comes while the goroutine is about to begin its call ends that call, and no later one.
#[test]
fn a_cancel_at_any_moment_ends_one_call() {
    let text = "package p; func Forever() { for {} }; func One() int { return 1 }";
    let module = Engine::new().compile(Source::text("p.go", text)).unwrap();
    let mut run = module.start(&World::empty(), Limits::new()).unwrap();
    let forever = run.func::<(), ()>("Forever").unwrap();
    let one = run.func::<(), isize>("One").unwrap();
    for turn in 0..600 {
        let (cancel, start) = (run.canceller(), AtomicBool::new(false));
        std::thread::scope(|scope| {
            scope.spawn(|| {
                while !start.load(Ordering::SeqCst) {
                    std::hint::spin_loop();
                }
                (0..turn % 200).for_each(|_| std::hint::spin_loop());
                cancel.now();
            });
            start.store(true, Ordering::SeqCst);
            assert_eq!(forever.call(&mut run, ()), Err(Error::Cancelled), "turn {turn}");
        });
        // Every second turn has a goroutine that waits for a call.
        if turn % 2 == 0 {
            assert_eq!(one.call(&mut run, ()), Ok(1), "turn {turn}");
        }
    }
}

/// A conversion of a cyclic value to Rust would not end.
#[test]
fn a_cyclic_value_is_an_error() {
    #[derive(Go)]
    struct Node {
        children: Vec<Node>,
    }
    let host = Package::new("host").func("Count", |node: Node| node.children.len());
    let text = r#"
        package p
        import "host"
        func Tree(depth int) host.Node {
            if depth == 0 { return host.Node{} }
            return host.Node{Children: []host.Node{Tree(depth - 1)}}
        }
        func Cycle() host.Node {
            n := host.Node{Children: make([]host.Node, 1)}
            n.Children[0] = n
            return n
        }
        func Passed() (text string) {
            defer func() { text = recover().(string) }()
            host.Count(Cycle())
            return
        }
    "#;
    let mut run = start(text, &host);
    let tree = run.func::<(isize,), Node>("Tree").unwrap();
    assert!(tree.call(&mut run, (500,)).is_ok());
    let message = "a value from Go is nested too deeply or too large".to_owned();
    let cycle = run.func::<(), Node>("Cycle").unwrap();
    assert_eq!(cycle.call(&mut run, ()).map(drop), Err(Error::Invalid(message.clone())));
    let passed = run.func::<(), String>("Passed").unwrap();
    assert_eq!(passed.call(&mut run, ()), Ok(message));
}
