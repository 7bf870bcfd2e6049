//! Sessions: sequences of inputs, and the result of each.

#[path = "support/sessions.rs"]
mod sessions;

use minigo::inspect::Detail;
use minigo::session::{Options, Output, Session, SyntaxStore};
use minigo_vm::InputEnd;
use sessions::{SessionRun, with_session};
use std::sync::Arc;

#[test]
fn expressions_have_values_and_types() {
    with_session(|s| {
        s.expect_values("1+2", &["3 : int"]);
        s.expect_values("_ * 2", &["6 : int"]);
        s.expect_values("\"a\" + \"b\"", &["\"ab\" : string"]);
        s.expect_values("'x'", &["120 : int32"]);
        s.expect_values("1.5", &["1.5 : float64"]);
        s.expect_values("[]int{1, 2}", &["[]int{1, 2} : []int"]);
        s.expect_values(
            "map[string]int{\"b\": 2, \"a\": 1}",
            &["map[string]int{\"a\": 1, \"b\": 2} : map[string]int"],
        );
        s.expect_values(
            "struct{ X int; Y string }{1, \"y\"}",
            &["struct { X int; Y string }{X: 1, Y: \"y\"} : struct { X int; Y string }"],
        );
        s.expect_values("var e any; e = 5; e", &["5 : interface {}"]);
        s.expect_values(
            "func() (int, string) { return 1, \"x\" }()",
            &["1 : int", "\"x\" : string"],
        );
        s.expect_values("1 == 1", &["true : bool"]);
        s.expect_error("nil", "nil is not a value");
        s.expect_error("int", "is not a value");
    });
}

#[test]
fn declarations_survive_a_failed_input() {
    with_session(|s| {
        s.eval_ok("x := 40");
        s.eval_ok("func add(y int) int { return x + y }");
        s.expect_values("add(2)", &["42 : int"]);
        s.eval_ok("x = 50");
        s.expect_values("add(2)", &["52 : int"]);
        s.eval_ok("type T struct{ A int }");
        s.eval_ok("func (t T) Twice() int { return 2 * t.A }");
        s.eval_ok("const c = 7");
        s.expect_values("T{c}.Twice()", &["14 : int"]);
        s.eval_ok("x := \"now a string\"");
        s.expect_values("x", &["\"now a string\" : string"]);
        s.expect_values("add(2)", &["52 : int"]);
        s.eval_ok("a, b := 1, 2; a, b = b, a");
        s.expect_values("a*10 + b", &["21 : int"]);
        s.eval_ok("y := 1; y := \"s\"");
        s.expect_values("y", &["\"s\" : string"]);
        s.eval_ok("for i := range 3 { a += i }");
        s.expect_values("a", &["5 : int"]);
        s.eval_ok("f := func() int { a++; return a }");
        s.expect_values("f() + f()", &["13 : int"]);
        s.expect_values("a", &["7 : int"]);
    });
}

#[test]
fn declarations_of_one_input_may_stand_in_any_order() {
    with_session(|s| {
        s.eval_ok("var p = q + 1\nvar q = r()\nfunc r() int { return 40 }");
        s.expect_values("p", &["41 : int"]);
        s.eval_ok("z := h(); func h() int { return w }; var w = 3");
        s.expect_values("z", &["0 : int"]);
        s.expect_values("h()", &["3 : int"]);
    });
}

#[test]
fn an_input_in_error_leaves_no_trace() {
    with_session(|s| {
        s.eval_ok("type T struct{ A int }\nfunc f() int { return 1 }\nx := 1");
        s.expect_error("x := \"a\"; y := undefinedName", "undefined: undefinedName");
        s.expect_error("func f() string { return 1 }", "cannot use 1");
        s.expect_error("func (t T) M() int { return \"\" }", "cannot use");
        s.expect_error("type T string; var t T = 5", "cannot use 5");
        s.expect_error("type Bad struct{ x Missing }; var b []Bad; len(b)", "undefined: Missing");
        s.expect_error("y", "undefined: y");
        s.expect_error("T{1}.M()", "undefined (type T has no field or method M)");
        s.expect_error("x := := 2", "syntax error");
        s.expect_values("x + f() + T{5}.A", &["7 : int"]);
        s.eval_ok("func (t T) M() int { return t.A + 1 }");
        s.expect_values("T{1}.M()", &["2 : int"]);
        s.expect_error("sort.Slice([]T{}, 5)", "cannot use 5");
        s.expect_values("ts := []T{{2}, {1}}; sort.Slice(ts, func(i, j int) bool { return ts[i].A < ts[j].A }); ts[0].A", &["1 : int"]);
    });
}

#[test]
fn library_packages_of_a_failed_input_are_initialised_later() {
    with_session(|s| {
        // The package is imported long before one of its variables is needed.
        s.eval_ok("var b bytes.Buffer");
        s.eval_ok("x := 1");
        s.expect_error("x := io.EOF + 1", "mismatched types");
        s.expect_values("io.EOF != nil", &["true : bool"]);
        assert_eq!(s.session.type_of("t", "os.Stdout").unwrap(), ["*os.File"]);
        s.expect_values("os.Stdout != nil", &["true : bool"]);
        s.expect_error("var v = fmt.Sprint(w); var w = \"\" + 1", "mismatched types");
        s.eval_ok("var v = fmt.Sprint(w); var w = \"w\"");
        s.expect_values("v", &["\"w\" : string"]);
        s.expect_error("var a = b; var b = a", "initialization cycle");
        s.eval_ok("var a = b; var b = 5");
        s.expect_values("a", &["5 : int"]);
    });
}

#[test]
fn functions_are_replaced_for_their_callers() {
    with_session(|s| {
        s.eval_ok("func inner() int { return 1 }");
        s.eval_ok("func outer() int { return inner() * 10 }");
        s.eval_ok("value := inner");
        s.expect_values("outer()", &["10 : int"]);
        s.eval_ok("func inner() int { return 2 }");
        s.expect_values("outer()", &["20 : int"]);
        s.expect_values("value()", &["2 : int"]);
        s.eval_ok("func inner() int { n := 0; for i := range 4 { n += i }; return n }");
        s.expect_values("outer() + value()", &["66 : int"]);
        let result = s.eval("func inner() string { return \"other\" }");
        assert_eq!(result.outdated_names, [("inner".to_owned(), vec!["outer".to_owned()])]);
        s.expect_values("outer()", &["60 : int"]);
        s.expect_values("inner()", &["\"other\" : string"]);
        s.eval_ok("type T int; func (t T) M() int { return int(t) }");
        s.eval_ok("var i interface{ M() int } = T(3)");
        s.expect_values("i.M()", &["3 : int"]);
        s.eval_ok("func (t T) M() int { return 100 * int(t) }");
        s.expect_values("i.M() + T(1).M()", &["400 : int"]);
    });
}

#[test]
fn a_running_call_ends_in_the_old_body() {
    with_session(|s| {
        s.eval_ok("in, out := make(chan int), make(chan int)");
        s.eval_ok("func work() int { for n := range in { out <- n }; return 1 }");
        s.eval_ok("done := make(chan int); go func() { done <- work() }()");
        s.eval_ok("in <- 5");
        s.expect_values("<-out", &["5 : int"]);
        s.eval_ok("func work() int { return 2 }");
        s.eval_ok("in <- 6");
        s.expect_values("<-out", &["6 : int"]);
        s.eval_ok("close(in)");
        s.expect_values("<-done", &["1 : int"]);
        s.expect_values("work()", &["2 : int"]);
    });
}

#[test]
fn methods_are_added_later() {
    with_session(|s| {
        s.eval_ok("type P struct{ X int }; type Q struct{ P }; var v any = Q{P{3}}");
        s.expect_values("_, ok := v.(interface{ Get() int }); ok", &["false : bool"]);
        s.eval_ok("func (p P) Get() int { return p.X }");
        s.expect_values("_, ok := v.(interface{ Get() int }); ok", &["true : bool"]);
        s.expect_values("v.(interface{ Get() int }).Get()", &["3 : int"]);
        s.expect_values("Q{P{4}}.Get()", &["4 : int"]);
        s.eval_ok("type L[E any] struct{ e []E }; var l L[int]");
        s.eval_ok("func (l *L[E]) Add(e E) int { l.e = append(l.e, e); return len(l.e) }");
        s.expect_values("l.Add(5) + l.Add(6)", &["3 : int"]);
        // A method of the library that nothing could call so far.
        s.eval_ok("var b any = new(bytes.Buffer)");
        s.expect_values("b.(interface{ Cap() int }).Cap()", &["0 : int"]);
        s.expect_values("b.(interface{ Available() int }).Available()", &["0 : int"]);
    });
}

#[test]
fn a_redefined_type_has_another_name() {
    with_session(|s| {
        s.eval_ok("type T struct{ A int }; old := T{1}; var boxed any = old");
        s.eval_ok("type T struct{ B string }; now := T{\"x\"}");
        s.expect_values("old.A", &["1 : int"]);
        s.expect_values(
            "fmt.Sprintf(\"%T %T %T\", old, now, boxed)",
            &["\"main.T·1 main.T main.T·1\" : string"],
        );
        s.expect_values("boxed", &["main.T·1{A: 1} : interface {}"]);
        s.eval_ok("type T int");
        s.expect_values(
            "fmt.Sprintf(\"%T %T %T\", old, now, T(1))",
            &["\"main.T·1 main.T·2 main.T\" : string"],
        );
        s.expect_error("var t T = old", "cannot use old (variable of struct type T·1) as T value");
    });
}

#[test]
fn instances_of_a_redefined_type_have_another_name() {
    with_session(|s| {
        s.eval_ok("type T[E any] struct{ e E }; type L[E any] []E; type X int; old := T[int]{4}; list := L[T[X]]{{1}}");
        s.eval_ok("func (t T[E]) Get() E { return t.e }; var boxed any = old");
        s.eval_ok("type T[E any] struct{ f E }");
        s.expect_values(
            "fmt.Sprintf(\"%T %T %T %T\", old, T[int]{5}, boxed, list)",
            &["\"main.T·1[int] main.T[int] main.T·1[int] main.L[main.T·1[main.X]]\" : string"],
        );
        s.eval_ok("func which(v any) string { switch v.(type) { case T[int]: return \"new\" }; return \"other\" }");
        s.expect_values(
            "which(old) + which(T[int]{}) + which(boxed)",
            &["\"othernewother\" : string"],
        );
        s.expect_values("old.Get() + boxed.(interface{ Get() int }).Get()", &["8 : int"]);
        s.eval_ok("type X string");
        s.expect_values(
            "list",
            &["main.L[main.T·1[main.X·1]]{main.T·1[main.X·1]{e: 1}} : main.L[main.T·1[main.X·1]]"],
        );
        s.eval_ok("type T string");
        s.expect_values(
            "fmt.Sprintf(\"%T %T\", old, T(\"\"))",
            &["\"main.T·1[int] main.T\" : string"],
        );
        s.expect_values(
            "fmt.Sprintf(\"%T\", &list)",
            &["\"*main.L[main.T·1[main.X·1]]\" : string"],
        );
    });
}

#[test]
fn values_of_a_redefined_type_keep_their_methods() {
    with_session(|s| {
        s.eval_ok("type U struct{ a int }; func (u U) String() string { return \"U!\" }; u := U{1}; var x any = u");
        s.eval_ok("type W struct{ U }; w := W{}");
        s.eval_ok("type U struct{ b int }");
        s.expect_values("u", &["U! : main.U·1"]);
        s.expect_values("U{2}", &["main.U{b: 2} : main.U"]);
        s.expect_values("_, ok := x.(U); ok", &["false : bool"]);
        s.expect_values("x.(fmt.Stringer).String() + w.String()", &["\"U!U!\" : string"]);
        s.expect_values("reflect.TypeOf(x).Name()", &["\"U·1\" : string"]);
        s.expect_error("func (u U) String() int { return u.a }", "u.a undefined");
        s.eval_ok("func (u U) String() string { return \"new\" }");
        s.expect_values("fmt.Sprint(u, U{}, x, w)", &["\"U! new U! U!\" : string"]);
    });
}

#[test]
fn instances_and_generic_functions_go_on() {
    with_session(|s| {
        s.eval_ok("const k = 10");
        s.eval_ok("func Map[A, B any](list []A, f func(A) B) (out []B) { for _, a := range list { out = append(out, f(a)) }; return }\nfunc K[T any]() int { return k }");
        s.expect_values(
            "Map([]int{1, 2}, func(i int) string { return fmt.Sprint(i * k) })",
            &["[]string{\"10\", \"20\"} : []string"],
        );
        s.eval_ok("const k = \"other\"");
        // A generic function uses the declarations from the time when it was declared.
        s.expect_values("K[string]()", &["10 : int"]);
        s.expect_values("slices.Max([]int{1, 5, 2})", &["5 : int"]);
        s.eval_ok("type Age int");
        s.expect_values("slices.Max([]Age{1, 5, 2})", &["5 : main.Age"]);
    });
}

#[test]
fn goroutines_go_on_between_inputs() {
    with_session(|s| {
        s.eval_ok("ch := make(chan int)");
        s.eval_ok("go func() { for i := 0; ; i++ { ch <- i * i } }()");
        s.expect_values("<-ch + <-ch + <-ch", &["5 : int"]);
        s.eval_ok("import \"sync/atomic\"\nvar n atomic.Int64; stop := make(chan bool)");
        s.eval_ok("for range 4 { go func() { for { select { case <-stop: return; default: n.Add(1) } } }() }");
        for i in 0..50 {
            s.eval_ok(&format!("func f{i}(x int) int {{ m := map[string]int{{\"{i}\": x}}; return m[\"{i}\"] + {i} }}"));
            s.expect_values(&format!("f{i}(1)"), &[&format!("{} : int", i + 1)]);
        }
        s.eval_ok("close(stop)");
        s.expect_values("n.Load() > 0", &["true : bool"]);
        s.expect_values("<-ch", &["9 : int"]);
    });
}

#[test]
fn failures_lose_nothing() {
    with_session(|s| {
        s.eval_ok("x := 1; m := map[string]int{}");
        s.expect_end("x = 2; panic(\"no\")", InputEnd::Failed);
        s.expect_values("x", &["2 : int"]);
        s.expect_end("var p *int; *p = 1", InputEnd::Failed);
        s.expect_end("os.Exit(3)", InputEnd::Exited(3));
        s.expect_end("runtime.Goexit()", InputEnd::Goexit);
        s.expect_end("func deep(n int) int { return deep(n+1) + 1 }; deep(0)", InputEnd::Failed);
        s.expect_end("var mu sync.Mutex; mu.Unlock()", InputEnd::Failed);
        s.expect_end("<-make(chan int)", InputEnd::Deadlocked);
        s.expect_end("select {}", InputEnd::Deadlocked);
        s.expect_end("var wg sync.WaitGroup; wg.Add(1); wg.Wait()", InputEnd::Deadlocked);
        s.eval_ok(
            "go func() { panic(\"in the background\") }(); time.Sleep(20 * time.Millisecond)",
        );
        s.expect_values("recovered := func() (r any) { defer func() { r = recover() }(); panic(7) }(); recovered", &["7 : interface {}"]);
        s.expect_values("x", &["2 : int"]);
    });
}

#[test]
fn an_endless_input_is_stopped() {
    with_session(|s| {
        s.eval_ok("n := 0; var log []string; ch := make(chan int)");
        let endless = [
            "for { n++ }",
            "func() { defer func() { log = append(log, \"deferred\") }(); for { } }()",
            "time.Sleep(time.Hour)",
            "go func() { for range time.Tick(time.Hour) { } }(); <-ch",
            "var mu sync.Mutex; mu.Lock(); mu.Lock()",
        ];
        for text in endless {
            let remote = s.session.remote();
            let (ended, end) = std::sync::mpsc::channel::<()>();
            // An interrupt that comes while the input is compiled, which takes long on a slow machine, stops nothing.
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
        s.expect_values("n > 0", &["true : bool"]);
        s.expect_values("log", &["[]string{\"deferred\"} : []string"]);
        // No goroutine waits for the channel any more, so no value is lost.
        s.expect_values("go func() { ch <- 9 }(); <-ch", &["9 : int"]);
    });
}

#[test]
fn initialisation_cycles_are_reported() {
    with_session(|s| {
        for (text, message) in [
            ("var a = b; var b = a", "initialization cycle for a"),
            ("var p = &p", "initialization cycle: p refers to itself"),
            ("const c = d; const d = c", "initialization cycle for c"),
        ] {
            let result = s.eval(text);
            let found: Vec<&str> = result.diagnostics.iter().map(|d| &*d.message).collect();
            assert_eq!(found, [message], "{text}");
        }
        s.expect_values("1+2", &["3 : int"]);
    });
}

#[test]
fn library_packages_are_imported_when_named() {
    with_session(|s| {
        let result = s.eval("strings.ToUpper(\"abc\")");
        assert_eq!(result.imported, ["strings"]);
        assert_eq!(result.values[0].text, "\"ABC\"");
        assert!(s.eval("strings.Repeat(\"a\", 3)").imported.is_empty());
        s.eval_ok("import f \"fmt\"");
        s.expect_values("f.Sprint(1)", &["\"1\" : string"]);
        s.expect_error("nosuch.Thing()", "undefined: nosuch");
        s.expect_error("strings.NoSuch()", "undefined: strings.NoSuch");
        s.eval_ok("type point struct{ X int }; path := point{1}");
        s.expect_values("path.X", &["1 : int"]);
    });
}

#[test]
fn inspecting_a_channel_is_no_input() {
    with_session(|s| {
        s.eval_ok("ch := make(chan int, 2); ch <- 1");
        s.expect_values("5", &["5 : int"]);
        assert!(matches!(
            s.session.look_up_channel(":chan", "ch"),
            minigo::session::ChannelLookup::Channel(_)
        ));
        assert_eq!(s.session.type_of(":type", "_").unwrap(), ["int"]);
        s.expect_values("_ + 1", &["6 : int"]);
        s.expect_values(
            "pc, _, _, _ := runtime.Caller(0); runtime.FuncForPC(pc).Name()",
            &["\"main.input·4\" : string"],
        );
    });
}

#[test]
fn reflection_and_later_code_agree_on_types() {
    with_session(|s| {
        s.eval_ok("type T int; made := reflect.New(reflect.SliceOf(reflect.TypeOf(T(0)))).Elem().Interface()");
        s.expect_values("_, ok := made.([]T); ok", &["true : bool"]);
        s.eval_ok("m := reflect.MakeMap(reflect.MapOf(reflect.TypeOf(\"\"), reflect.TypeOf([3]T{}))).Interface()");
        s.expect_values("len(m.(map[string][3]T))", &["0 : int"]);
        s.expect_values("[]T{3}", &["[]main.T{3} : []main.T"]);
    });
}

#[test]
fn the_collector_sees_all_variables() {
    with_session(|s| {
        s.eval_ok("type Node struct{ next *Node; n int }; var head *Node");
        for i in 0..40 {
            s.eval_ok(&format!(
                "head = &Node{{head, {i}}}; v{i} := &Node{{nil, {i}}}; runtime.GC()"
            ));
        }
        s.expect_values(
            "sum := 0; for n := head; n != nil; n = n.next { sum += n.n }; sum",
            &["780 : int"],
        );
        s.expect_values("v0.n + v39.n", &["39 : int"]);
    });
}

#[test]
fn many_inputs_take_little_memory() {
    with_session(|s| {
        for i in 0..2_000 {
            s.eval_ok(&format!("func g{i}(a, b int) int {{ return a*{i} + b }}"));
        }
        s.expect_values("g0(1, 1) + g1999(1, 1)", &["2001 : int"]);
    });
}

impl SessionRun<'_> {
    /// Evaluates an input that is interrupted once its goroutine waits for `wait`.
    #[track_caller]
    fn expect_interrupted(&mut self, text: &str, wait: &str) {
        let remote = self.session.remote();
        let over = std::sync::atomic::AtomicBool::new(false);
        let over = &over;
        std::thread::scope(|scope| {
            scope.spawn(move || {
                while !over.load(std::sync::atomic::Ordering::SeqCst) {
                    let all = remote.inspect_all(Detail::GOROUTINES).goroutines;
                    let newest = all.iter().max_by_key(|g| g.id);
                    if newest.is_some_and(|g| g.reason == Some(wait)) {
                        remote.interrupt();
                        return;
                    }
                    std::thread::sleep(std::time::Duration::from_millis(1));
                }
            });
            let result = self.eval(text);
            over.store(true, std::sync::atomic::Ordering::SeqCst);
            assert_eq!(result.end, Some(InputEnd::Interrupted), "{text}: {:?}", result.diagnostics);
        });
    }
}

#[test]
fn an_interrupted_wait_leaves_its_object_unchanged() {
    with_session(|s| {
        s.eval_ok("import (\"net\"; \"os\"; \"reflect\"; \"sync\"; \"time\")");
        s.eval_ok(
            "var mu sync.Mutex; var rw sync.RWMutex; var wg sync.WaitGroup; ch := make(chan int)",
        );
        // While a timer with a function is running, there is no deadlock.
        s.eval_ok("t := time.AfterFunc(time.Hour, func() {}); mu.Lock(); rw.Lock(); wg.Add(1)");
        s.expect_interrupted("mu.Lock()", "sync.Mutex.Lock");
        s.expect_interrupted("rw.RLock()", "sync.RWMutex.RLock");
        s.expect_interrupted("rw.Lock()", "sync.Mutex.Lock");
        s.expect_interrupted("wg.Wait()", "sync.WaitGroup.Wait");
        s.eval_ok("mu.Unlock(); rw.Unlock(); wg.Done(); wg.Wait()");
        s.expect_values("[]bool{mu.TryLock(), rw.TryLock()}", &["[]bool{true, true} : []bool"]);
        s.eval_ok("rw.Unlock(); rw.RLock()");
        s.expect_interrupted("rw.Lock()", "sync.RWMutex.Lock");
        s.expect_values("rw.TryRLock()", &["true : bool"]);
        s.expect_interrupted("reflect.ValueOf(ch).Recv()", "chan receive");
        s.expect_interrupted("select { case <-ch: case ch <- 1: }", "select");
        s.eval_ok("go func() { ch <- 7 }()");
        s.expect_values("<-ch", &["7 : int"]);
        // No timer is left that could wake a goroutine.
        s.expect_interrupted("time.Sleep(time.Hour)", "sleep");
        s.eval_ok("r, w, _ := os.Pipe(); b := make([]byte, 8)");
        s.expect_interrupted("r.Read(b)", "IO wait");
        s.eval_ok("_, _ = w.Write([]byte(\"x\"))");
        s.eval_ok("n, _ := r.Read(b)");
        s.expect_values("n", &["1 : int"]);
        s.eval_ok("l, _ := net.Listen(\"tcp\", \"127.0.0.1:0\")");
        s.expect_interrupted("l.Accept()", "IO wait");
        s.eval_ok("go net.Dial(\"tcp\", l.Addr().String())");
        s.eval_ok("c, err := l.Accept(); if err != nil { panic(err) }");
        s.eval_ok("c.Close(); l.Close(); r.Close(); w.Close(); _ = t.Stop()");
        s.expect_end("select {}", InputEnd::Deadlocked);
    });
}

#[test]
fn a_wait_for_a_condition_ends_with_its_lock() {
    with_session(|s| {
        s.eval_ok(
            "import (\"sync\"; \"time\"); var mu sync.Mutex; cond := sync.NewCond(&mu); ended := 0",
        );
        s.eval_ok("t := time.AfterFunc(time.Hour, func() {})");
        s.eval_ok(
            "func await() { mu.Lock(); defer func() { ended++; mu.Unlock() }(); cond.Wait() }",
        );
        s.expect_interrupted("await()", "sync.Cond.Wait");
        s.expect_values("mu.TryLock() && ended == 1", &["true : bool"]);
        s.eval_ok("mu.Unlock(); woken := make(chan int, 1); ready := make(chan int)");
        s.eval_ok("go func() { mu.Lock(); ready <- 1; cond.Wait(); mu.Unlock(); woken <- 1 }()");
        s.eval_ok("<-ready; mu.Lock(); cond.Signal(); mu.Unlock()");
        s.expect_values("<-woken", &["1 : int"]);
    });
}

/// A host output that panics a thread of the machine when it is to print a certain text.
struct PanickingOutput;

impl Output for PanickingOutput {
    fn write(&self, _: i32, text: &[u8]) -> Result<usize, i32> {
        assert!(!text.starts_with(b"break"), "a deliberate bug for the test");
        Ok(text.len())
    }
}

/// Nothing hangs when a thread of the machine panics, during an input or between inputs.
#[test]
fn inputs_fail_after_the_machine_has_ended() {
    for text in ["println(\"break\"); select {}", "go println(\"break\"); select {}"] {
        let store = SyntaxStore::default();
        let options = Options { output: Some(Arc::new(PanickingOutput)), ..Options::default() };
        let mut session = Session::new(&store, &options).expect("the library is available");
        assert!(session.eval("a", "x := 1").has_succeeded());
        assert_eq!(session.eval("b", text).end, Some(InputEnd::Failed), "{text}");
        assert!(session.has_ended());
        assert_eq!(session.eval("c", "x").end, Some(InputEnd::Failed), "{text}");
    }
}

#[test]
fn too_large_declarations_are_refused() {
    with_session(|s| {
        s.eval_ok("y := 3");
        s.expect_error("var x [1<<32]byte", "package-level variables take more than 4 GiB");
        s.expect_error("x[1<<31] = 1", "undefined: x");
        s.eval_ok("var z [1<<20]byte; z[1<<19] = 1");
        s.expect_values("y", &["3 : int"]);
        s.eval_ok("type B [128]int");
        let args = vec!["B{}"; 600].join(", ");
        let params: Vec<String> = (0..600).map(|i| format!("a{i} B")).collect();
        let wide = format!("func wide({}) int {{ return 7 }}", params.join(", "));
        s.expect_error(&wide, "stack frame of main.wide too large");
        s.eval_ok("func h(a string) int { return 1 }; func k() int { return h(\"\") }");
        let calls = format!("func h(a string) int {{ return wide({args}) }}");
        s.expect_error(&calls, "stack frame of main.h too large");
        s.expect_end("k()", InputEnd::Failed);
        s.expect_values("y", &["3 : int"]);
    });
}

#[test]
fn an_expression_that_fails_leaves_the_last_value() {
    with_session(|s| {
        s.expect_values("41", &["41 : int"]);
        s.expect_end("func() string { panic(1) }()", InputEnd::Failed);
        s.expect_values("_ + 1", &["42 : int"]);
        s.expect_end("func() []int { panic(_) }()", InputEnd::Failed);
        s.expect_values("_", &["42 : int"]);
    });
}

/// An interrupt ends the running input, or the next one: between two inputs, at the beginning or the end of one.
#[test]
fn no_interrupt_is_lost_between_inputs() {
    with_session(|s| {
        s.eval_ok("n := 0");
        let remote = s.session.remote();
        let (ended, interrupted) = std::sync::mpsc::channel::<()>();
        let wanted = 300;
        let user = std::thread::spawn(move || {
            for i in 0..wanted {
                std::thread::sleep(std::time::Duration::from_micros(i * 7 % 400));
                remote.interrupt_this_or_next();
                if interrupted.recv().is_err() {
                    return;
                }
            }
        });
        let mut ends = 0;
        let mut inputs = 0;
        while ends < wanted {
            inputs += 1;
            match s.session.eval("input", "n++").end {
                Some(InputEnd::Interrupted) => {
                    ends += 1;
                    inputs = 0;
                    ended.send(()).unwrap();
                }
                Some(InputEnd::Returned) => {
                    assert!(inputs < 20_000, "{ends} of {wanted} interrupts");
                }
                other => panic!("{other:?}"),
            }
        }
        user.join().unwrap();
    });
}
