//! Calls that are polled, and cancelled, asked to end or abandoned, on threads of the embedder's choice.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a failing test may panic")]

use minigo::embed::{Engine, Error, Limits, Module, Package, Run, Source, World};
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::task::{Context, Poll, Wake, Waker};
use std::thread::{self, Thread};
use std::time::Duration;

struct UnparkingWaker(Thread, AtomicUsize);

impl Wake for UnparkingWaker {
    fn wake(self: Arc<Self>) {
        self.1.fetch_add(1, Ordering::Relaxed);
        self.0.unpark();
    }
}

/// Polls all futures on this thread until they have ended. Also returns how often the futures were woken.
fn poll_all<F: Future>(futures: Vec<F>) -> (Vec<F::Output>, usize) {
    let unpark = Arc::new(UnparkingWaker(thread::current(), AtomicUsize::new(0)));
    let waker = Waker::from(unpark.clone());
    let mut cx = Context::from_waker(&waker);
    let mut futures: Vec<Pin<Box<F>>> = futures.into_iter().map(Box::pin).collect();
    let mut results: Vec<Option<F::Output>> = futures.iter().map(|_| None).collect();
    loop {
        for (future, result) in futures.iter_mut().zip(&mut results) {
            if result.is_none()
                && let Poll::Ready(value) = future.as_mut().poll(&mut cx)
            {
                *result = Some(value);
            }
        }
        if results.iter().all(Option::is_some) {
            return (results.into_iter().flatten().collect(), unpark.1.load(Ordering::Relaxed));
        }
        thread::park();
    }
}

fn compile(text: &str) -> Module {
    compile_with_ready_callback(text, || {})
}

/// Compiles a program in which `host.Ready` calls `ready`.
fn compile_with_ready_callback(text: &str, ready: impl Fn() + Send + Sync + 'static) -> Module {
    let host = Package::new("example.com/host")
        .func("Ready", ready)
        .blocking("Wait", |ms: u32| thread::sleep(Duration::from_millis(ms.into())));
    Engine::new().compile(Source::text("p.go", text).with(&host)).unwrap()
}

fn start(module: &Module, limits: Limits) -> Run {
    module.start(&World::empty(), limits).unwrap()
}

const MODULE_SOURCE: &str = r#"package p
    import ("example.com/host"; "time")
    func Sleep(n int) int { time.Sleep(time.Duration(n) * time.Millisecond); return n }
    func Wait(n uint32) uint32 { host.Wait(n); return n }
    func Sum(n int) (sum int) { for i := range n { sum += i }; return sum }
    func Forever() { for {} }
    func Never() { <-make(chan int) }
    func Hour() { time.Sleep(time.Hour) }
    func Good() int { return 1 }"#;

#[test]
fn one_thread_polls_the_calls_of_many_machines() {
    let module = compile(MODULE_SOURCE);
    let mut runs: Vec<Run> = (0..50).map(|_| start(&module, Limits::new())).collect();
    let sleep = runs.iter().map(|run| run.func::<(isize,), isize>("Sleep").unwrap());
    let calls: Vec<_> = sleep.collect();
    let futures = runs.iter_mut().zip(&calls).map(|(run, call)| call.call_async(run, (30,)));
    let (results, wakes) = poll_all(futures.collect());
    assert_eq!(results, vec![Ok(30); 50]);
    // The thread slept meanwhile: a timer woke each task, not one poll after the other.
    assert!(wakes < 500, "{wakes}");
    let wait: Vec<_> =
        runs.iter().take(5).map(|run| run.func::<(u32,), u32>("Wait").unwrap()).collect();
    let futures = runs.iter_mut().zip(&wait).map(|(run, call)| call.call_async(run, (20,)));
    assert_eq!(poll_all(futures.collect()).0, vec![Ok(20); 5]);
    let sums: Vec<_> =
        runs.iter().take(5).map(|run| run.func::<(isize,), isize>("Sum").unwrap()).collect();
    let futures = runs.iter_mut().zip(&sums).map(|(run, call)| call.call_async(run, (1_000_000,)));
    assert_eq!(poll_all(futures.collect()).0, vec![Ok(499_999_500_000); 5]);
}

#[test]
fn polled_calls_end_by_limits_cancels_and_drops() {
    let module = compile(MODULE_SOURCE);
    let mut run = start(&module, Limits::new().wall(Duration::from_millis(50)));
    for name in ["Forever", "Hour"] {
        let call = run.func::<(), ()>(name).unwrap();
        assert_eq!(
            poll_all(vec![call.call_async(&mut run, ())]).0,
            [Err(Error::TimedOut)],
            "{name}"
        );
    }
    let never = run.func::<(), ()>("Never").unwrap();
    assert_eq!(poll_all(vec![never.call_async(&mut run, ())]).0, [Err(Error::Deadlock)]);
    let mut run = start(&module, Limits::new());
    for name in ["Forever", "Hour"] {
        let (call, cancel) = (run.func::<(), ()>(name).unwrap(), run.canceller());
        let thread = thread::spawn(move || {
            thread::sleep(Duration::from_millis(20));
            cancel.now();
        });
        assert_eq!(
            poll_all(vec![call.call_async(&mut run, ())]).0,
            [Err(Error::Cancelled)],
            "{name}"
        );
        thread.join().unwrap();
        let mut future = pin!(call.call_async(&mut run, ()));
        assert!(future.as_mut().poll(&mut Context::from_waker(Waker::noop())).is_pending());
        drop(call);
    }
    assert_eq!(run.usage().goroutines, 0);
    assert_eq!(run.func::<(), isize>("Good").unwrap().call(&mut run, ()), Ok(1));
    let mut other = start(&module, Limits::new());
    let call = other.func::<(), isize>("Good").unwrap();
    assert_eq!(poll_all(vec![call.call_async(&mut run, ())]).0, [Err(Error::WrongMachine)]);
    assert_eq!(call.call(&mut other, ()), Ok(1));
}

#[test]
fn a_call_that_is_asked_to_end_runs_its_deferred_calls() {
    let text = r#"package p
        import ("example.com/host"; "time")
        var trail []string
        func Trail() []string { t := trail; trail = nil; return t }
        func note(s string) { trail = append(trail, s) }
        func Loop() {
            defer note("outer")
            go func() { defer note("background"); for { time.Sleep(time.Millisecond) } }()
            for { func() { defer func() { if recover() != nil { note("recovered") } }(); defer note("inner"); host.Ready(); for {} }() }
        }
        func Sleep() { defer note("sleep"); host.Ready(); time.Sleep(time.Hour) }
        func Stubborn() { defer func() { for {} }(); host.Ready(); for {} }
        func Good() int { return 1 }"#;
    let (send, ready) = std::sync::mpsc::channel();
    let module = compile_with_ready_callback(text, move || send.send(()).unwrap());
    let ready = Arc::new(std::sync::Mutex::new(ready));
    let mut run = start(&module, Limits::new());
    let trail = run.func::<(), Vec<String>>("Trail").unwrap();
    let expected: [(&str, &[&str]); 3] =
        [("Loop", &["inner", "outer"]), ("Sleep", &["sleep"]), ("Stubborn", &[])];
    for (name, deferred) in expected {
        let (call, cancel) = (run.func::<(), ()>(name).unwrap(), run.canceller());
        let ready = ready.clone();
        let thread = thread::spawn(move || {
            ready.lock().unwrap().recv().unwrap();
            cancel.ask();
            // The deferred call of one function does not return.
            thread::sleep(Duration::from_millis(if name == "Stubborn" { 20 } else { 5000 }));
            cancel.now();
        });
        assert_eq!(call.call(&mut run, ()), Err(Error::Cancelled), "{name}");
        assert_eq!(trail.call(&mut run, ()).unwrap(), deferred, "{name}");
        assert_eq!(run.usage().goroutines, 0, "{name}");
        drop(thread);
    }
}

#[test]
fn a_cancelled_call_abandons_a_computation_of_the_library() {
    let text = r#"package p
        import "math/big"
        var two = big.NewInt(2)
        func Power() int {
            n := new(big.Int).Lsh(big.NewInt(1), 400_000)
            return new(big.Int).Exp(big.NewInt(3), n, n.Sub(n, two)).BitLen()
        }
        func Good() int { return two.BitLen() }"#;
    let module = compile(text);
    let mut run = start(&module, Limits::new());
    // On a loaded machine the call may be cancelled before the computation has begun.
    for wait in [100, 1000, 10_000] {
        let (call, cancel) = (run.func::<(), isize>("Power").unwrap(), run.canceller());
        thread::spawn(move || {
            thread::sleep(Duration::from_millis(wait));
            cancel.now();
        });
        assert_eq!(call.call(&mut run, ()), Err(Error::Cancelled));
        if run.usage().abandoned > 0 {
            break;
        }
    }
    assert_eq!(run.usage().abandoned, 1);
    assert_eq!(run.func::<(), isize>("Good").unwrap().call(&mut run, ()), Ok(2));
}
