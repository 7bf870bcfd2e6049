//! The display of values whose Error or String method gives their text.

#[path = "support/sessions.rs"]
mod sessions;

use minigo_vm::InputEnd;
use sessions::{SessionRun, with_session};
use std::time::Duration;

#[test]
fn values_are_shown_by_their_text_methods_as_in_fmt() {
    with_session(|s| {
        s.expect_values("1500 * time.Millisecond", &["1.5s : time.Duration"]);
        s.expect_values("errors.New(\"boom\")", &["boom : error"]);
        s.expect_values("var e error; e", &["nil : error"]);
        s.expect_values(
            "[]time.Duration{1, 1000}",
            &["[]time.Duration{1ns, 1µs} : []time.Duration"],
        );
        // Keys are sorted by their values, not by their texts.
        s.expect_values(
            "map[time.Duration]error{2e3: nil, 1e9: io.EOF}",
            &["map[time.Duration]error{2µs: nil, 1s: EOF} : map[time.Duration]error"],
        );
        s.expect_values("[]any{time.Second, 3}", &["[]interface {}{1s, 3} : []interface {}"]);
        s.expect_values("reflect.TypeOf(1)", &["int : reflect.Type"]);
        s.eval_ok(
            "type P struct{ n int }; func (p *P) String() string { return fmt.Sprint(\"P\", p.n) }",
        );
        s.expect_values("P{3}", &["main.P{n: 3} : main.P"]);
        s.expect_values("[]*P{{3}, nil}", &["[]*main.P{P3, <nil>} : []*main.P"]);
        s.eval_ok(
            "type R[E any] struct{ e E }; func (r R[E]) String() string { return fmt.Sprint(r.e) }",
        );
        s.expect_values("R[int]{4}", &["4 : main.R[int]"]);
        s.eval_ok("type I8 int8; func (i I8) String() string { return fmt.Sprint(int(i)) }");
        s.expect_values("[...]I8{-3, 4}", &["[2]main.I8{-3, 4} : [2]main.I8"]);
        s.eval_ok("type Big [200]int; func (b Big) String() string { return fmt.Sprint(b[199]) }");
        s.expect_values(
            "map[string]Big{\"k\": {199: 5}}",
            &["map[string]main.Big{\"k\": 5} : map[string]main.Big"],
        );
        // With another signature, the type is no Stringer.
        s.eval_ok("type N int; func (N) String(int) string { return \"no\" }");
        s.expect_values("N(2)", &["2 : main.N"]);
    });
}

#[test]
fn text_methods_of_unexported_fields_are_not_called() {
    with_session(|s| {
        s.eval_ok("type in struct{ A time.Duration; b time.Duration }");
        s.eval_ok("type O struct { in; X, y time.Duration }");
        s.expect_values(
            "O{in{1, 2}, 3, 4}",
            &["main.O{in: main.in{A: 1ns, b: 2}, X: 3ns, y: 4} : main.O"],
        );
        s.expect_values(
            "type H struct{ in in }; H{in{1, 2}}",
            &["main.H{in: main.in{A: 1, b: 2}} : main.H"],
        );
    });
}

#[test]
fn a_method_is_called_once() {
    with_session(|s| {
        s.eval_ok(
            "n := 0; type C struct{}; func (C) String() string { n++; return fmt.Sprint(n) }",
        );
        s.expect_values("[3]C{}", &["[3]main.C{1, 2, 3} : [3]main.C"]);
        s.expect_values("n", &["3 : int"]);
        s.expect_values("var x any = C{}; x", &["4 : interface {}"]);
    });
}

#[test]
fn a_panic_in_a_text_method_is_shown_instead_of_the_text() {
    with_session(|s| {
        s.eval_ok("type A struct{}; func (A) String() string { panic(\"why\") }");
        s.expect_values("A{}", &["%!v(PANIC=String method: why) : main.A"]);
        s.eval_ok("type B int; func (B) Error() string { panic(fmt.Errorf(\"e%d\", 1)) }");
        s.expect_values(
            "[]error{B(1), io.EOF}",
            &["[]error{%!v(PANIC=Error method: e1), EOF} : []error"],
        );
        s.eval_ok(
            "type D struct{ p *int }; func (d D) String() string { return fmt.Sprint(*d.p) }",
        );
        s.expect_values("D{}", &["%!v(PANIC=String method: runtime error: invalid memory address or nil pointer dereference) : main.D"]);
    });
}

#[test]
fn long_texts_are_laid_out_and_cut() {
    with_session(|s| {
        s.expect_values("errors.New(\"one\\ntwo\")", &["one\ntwo : error"]);
        s.expect_values(
            "struct{ E error }{errors.New(\"one\\ntwo\")}",
            &["struct { E error }{\n    E: one\n    two,\n} : struct { E error }"],
        );
        s.expect_values(
            "errors.New(strings.Repeat(\"a\", 5000))",
            &[&format!("{}… (1000 more bytes) : error", "a".repeat(4000))],
        );
        let all = (1..=20).map(|n| format!("{n}.5s")).collect::<Vec<_>>().join(", ");
        s.eval_ok("list := []time.Duration{}; for i := range 20 { list = append(list, time.Duration(i+1)*time.Second + 5e8) }");
        s.expect_values("list", &[&format!("[]time.Duration{{{all}}} : []time.Duration")]);
    });
}

/// Checks that the expression's value is displayed by its parts, and that the input ends in this way.
#[track_caller]
fn expect_shown_by_parts(
    s: &mut SessionRun<'_>,
    text: &str,
    shown: &str,
    end: InputEnd,
) -> Option<String> {
    let result = s.eval(text);
    assert!(!result.is_rejected(), "{text}: {:?}", result.diagnostics);
    assert_eq!(result.values[0].text, shown, "{text}");
    assert_eq!(result.end, Some(end), "{text}");
    result.timed_out_type
}

#[test]
fn an_endless_text_method_does_not_block_the_session() {
    with_session(|s| {
        s.eval_ok("type L struct{ N int }; func (L) String() string { for {} }");
        let late = expect_shown_by_parts(s, "L{1}", "main.L{N: 1}", InputEnd::Returned);
        assert_eq!(late.as_deref(), Some("main.L"));
        s.eval_ok("type F int; func (F) String() string { defer func() { for { if stop.Load() { return } } }(); for {} }; var stop atomic.Bool");
        let late = expect_shown_by_parts(
            s,
            "[]any{time.Second, F(2)}",
            "[]interface {}{time.Duration(1000000000), main.F(2)}",
            InputEnd::Returned,
        );
        assert_eq!(late.as_deref(), Some("main.F"));
        // The method's goroutine could not be stopped, and runs on.
        s.expect_values("time.Second", &["1s : time.Duration"]);
        s.eval_ok("stop.Store(true)");
        s.eval_ok("type W struct{}; func (W) String() string { select {} }");
        assert_eq!(expect_shown_by_parts(s, "W{}", "main.W{}", InputEnd::Deadlocked), None);
        s.eval_ok("type X struct{}; func (X) Error() string { os.Exit(3); return \"\" }");
        expect_shown_by_parts(s, "X{}", "main.X{}", InputEnd::Exited(3));
        s.eval_ok("type G struct{}; func (G) String() string { runtime.Goexit(); return \"\" }");
        expect_shown_by_parts(s, "G{}", "main.G{}", InputEnd::Goexit);
        s.expect_values("time.Second", &["1s : time.Duration"]);
    });
}

#[test]
fn an_interrupt_stops_a_method() {
    with_session(|s| {
        s.eval_ok("entered := make(chan bool, 1); type L struct{ N int }; func (L) String() string { entered <- true; for {} }");
        s.session.set_display_limit(Duration::from_secs(3600));
        let remote = s.session.remote();
        let stop = std::thread::spawn(move || {
            std::thread::sleep(Duration::from_millis(300));
            remote.interrupt();
        });
        expect_shown_by_parts(s, "L{1}", "main.L{N: 1}", InputEnd::Interrupted);
        stop.join().unwrap();
        s.expect_values("<-entered", &["true : bool"]);
    });
}

#[test]
fn values_are_shown_while_goroutines_and_the_collector_run() {
    with_session(|s| {
        s.eval_ok("type P struct{ s string }; func (p *P) String() string { return p.s }; var list [50]*P; stop := make(chan bool)");
        s.eval_ok("go func() { for i := 0; ; i++ { select { case <-stop: return; default: list[i%50] = &P{strings.Repeat(\"p\", 3)} } } }()");
        s.eval_ok("go func() { for { select { case <-stop: return; default: runtime.GC() } } }()");
        s.eval_ok("for list[49] == nil { runtime.Gosched() }");
        let all = vec!["ppp"; 50].join(",\n    ");
        for _ in 0..30 {
            s.expect_values("list", &[&format!("[50]*main.P{{\n    {all},\n}} : [50]*main.P")]);
        }
        s.eval_ok("close(stop)");
    });
}

/// If an input is interrupted during a long call into a crate, the session continues at once, and the call's result is
/// discarded.
#[test]
fn a_computation_is_abandoned() {
    with_session(|s| {
        s.eval_ok("import \"math/big\"");
        s.eval_ok("m := new(big.Int).Lsh(big.NewInt(1), 40_000); m.Sub(m, big.NewInt(12345)); var log []string");
        let long = [
            "func() { defer func() { log = append(log, \"deferred\") }(); new(big.Int).Exp(big.NewInt(3), m, m) }()",
            "new(big.Int).ModInverse(m, new(big.Int).Exp(m, big.NewInt(999), nil)); new(big.Int).Exp(m, m, new(big.Int).Add(m, big.NewInt(2)))",
        ];
        for text in long {
            let remote = s.session.remote();
            let (ended, end) = std::sync::mpsc::channel::<()>();
            let stop = std::thread::spawn(move || {
                let pause = std::time::Duration::from_millis(300);
                while end.recv_timeout(pause) == Err(std::sync::mpsc::RecvTimeoutError::Timeout) {
                    remote.interrupt();
                }
            });
            s.expect_end(text, InputEnd::Interrupted);
            drop(ended);
            stop.join().unwrap();
        }
        assert!(s.session.remote().abandoned_threads() > 0, "nothing was abandoned");
        s.eval_ok("runtime.GC(); runtime.GC()");
        s.expect_values("log", &["[]string{\"deferred\"} : []string"]);
    });
}
