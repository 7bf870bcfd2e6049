//! Channels between Rust and Go.

#![allow(clippy::unwrap_used, reason = "a test fails at an error")]

use minigo::embed::{
    Engine, Error, Limits, Module, Package, Receiver, Sender, Source, World, channel,
};
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{RecvTimeoutError, TryRecvError, TrySendError};
use std::task::{Context, Poll, Wake, Waker};
use std::thread;
use std::time::Duration;

const PROGRAM: &str = r#"
package p

import (
	"errors"
	"strings"
)

type Pair struct {
	In  <-chan string
	Out chan<- string
}

func Sum(in <-chan int) (sum int) {
	for n := range in {
		sum += n
	}
	return sum
}

func Count(to int, out chan<- int) {
	for n := range to {
		out <- n
	}
	close(out)
}

func Produce(words []string) <-chan string {
	out := make(chan string)
	go func() {
		defer close(out)
		for _, word := range words {
			out <- word
		}
	}()
	return out
}

var sum = make(chan int)

func Collect() chan<- int {
	in := make(chan int)
	go func() { sum <- Sum(in) }()
	return in
}

func Collected() int { return <-sum }

func Nil() <-chan int { return nil }

func First(in <-chan int) int { return <-in }

func Fail(in <-chan int) error {
	<-in
	return errors.New("one is enough")
}

func Drop(in <-chan int) {
	<-in
	panic("no more")
}

func Upper(in <-chan string, out chan<- string) {
	for word := range in {
		out <- strings.ToUpper(word)
	}
	close(out)
}
"#;

fn module() -> Module {
    Engine::new().compile(Source::text("p.go", PROGRAM)).unwrap()
}

#[test]
fn go_receives_from_another_thread_until_the_sender_is_dropped() {
    let mut run = module().start(&World::empty(), Limits::new()).unwrap();
    let sum = run.func::<(Receiver<isize>,), isize>("Sum").unwrap();
    let (sender, receiver) = channel(2);
    let thread = thread::spawn(move || (0..1_000).for_each(|n| sender.send(n).unwrap()));
    assert_eq!(sum.call(&mut run, (receiver,)).unwrap(), 499_500);
    thread.join().unwrap();
}

#[test]
fn go_sends_to_another_thread_and_closes() {
    let mut run = module().start(&World::empty(), Limits::new()).unwrap();
    let count = run.func::<(isize, Sender<isize>), ()>("Count").unwrap();
    let (sender, receiver) = channel(3);
    let thread = thread::spawn(move || receiver.iter().collect::<Vec<_>>());
    count.call(&mut run, (1_000, sender)).unwrap();
    run.drive(Duration::from_secs(10)).unwrap();
    assert_eq!(thread.join().unwrap(), (0..1_000).collect::<Vec<_>>());
}

#[test]
fn one_thread_alternates_with_the_machine() {
    let mut run = module().start(&World::empty(), Limits::new()).unwrap();
    let count = run.func::<(isize, Sender<isize>), ()>("Count").unwrap();
    let (sender, receiver) = channel(2);
    let call = count.spawn(&mut run, (5, sender)).unwrap();
    let mut all = Vec::new();
    loop {
        run.drive(Duration::from_secs(10)).unwrap();
        match receiver.try_recv() {
            Ok(value) => all.push(value),
            Err(TryRecvError::Empty) => panic!("the machine has stopped before it has sent"),
            Err(TryRecvError::Disconnected) => break,
        }
    }
    assert_eq!(all, [0, 1, 2, 3, 4]);
    call.join(&mut run).unwrap();
}

#[test]
fn the_buffer_has_the_given_capacity() {
    let mut run = module().start(&World::empty(), Limits::new()).unwrap();
    let (sender, receiver) = channel::<isize>(2);
    assert_eq!((sender.try_send(1), sender.try_send(2)), (Ok(()), Ok(())));
    assert_eq!(sender.try_send(3), Err(TrySendError::Full(3)));
    let first = run.func::<(Receiver<isize>,), isize>("First").unwrap();
    assert_eq!(first.call(&mut run, (receiver,)).unwrap(), 1);
    // Go's goroutine holds the second value, which still counts, until the program receives it.
    run.drive(Duration::from_secs(10)).unwrap();
    assert_eq!(sender.try_send(4), Ok(()));
    assert_eq!(sender.try_send(5), Err(TrySendError::Full(5)));
}

#[test]
fn go_returns_channels() {
    let mut run = module().start(&World::empty(), Limits::new()).unwrap();
    let produce = run.func::<(Vec<String>,), Receiver<String>>("Produce").unwrap();
    let words = produce.call(&mut run, (vec!["a".to_owned(), "b".to_owned()],)).unwrap();
    let mut all = Vec::new();
    loop {
        run.drive(Duration::from_secs(10)).unwrap();
        match words.try_recv() {
            Ok(word) => all.push(word),
            Err(error) => break assert_eq!(error, TryRecvError::Disconnected),
        }
    }
    assert_eq!(all, ["a", "b"]);

    let sender = run.func::<(), Sender<isize>>("Collect").unwrap().call(&mut run, ()).unwrap();
    let thread = thread::spawn(move || (1..=10).for_each(|n| sender.send(n).unwrap()));
    assert_eq!(run.func::<(), isize>("Collected").unwrap().call(&mut run, ()).unwrap(), 55);
    thread.join().unwrap();

    let nil = run.func::<(), Receiver<isize>>("Nil").unwrap().call(&mut run, ());
    let text = "a nil <-chan int has no end in Rust";
    assert_eq!(nil.unwrap_err().to_string(), text);
}

#[test]
fn rust_functions_take_and_return_channels() {
    let (kept, taken) = std::sync::mpsc::channel();
    let host = Package::new("host")
        .func("Keep", move |from: Receiver<String>| kept.send(from).unwrap())
        .func("Numbers", |to: isize| {
            let (sender, receiver) = channel(1);
            thread::spawn(move || (0..to).for_each(|n| sender.send(n).unwrap()));
            receiver
        });
    let text = r#"
        package p
        import "host"
        func Give(word string) {
            c := make(chan string, 1)
            host.Keep(c)
            c <- word
            close(c)
        }
        func Sum(to int) (sum int) {
            for n := range host.Numbers(to) {
                sum += n
            }
            return sum
        }"#;
    let module = Engine::new().compile(Source::text("p.go", text).with(&host)).unwrap();
    let mut run = module.start(&World::empty(), Limits::new()).unwrap();
    let sum = run.func::<(isize,), isize>("Sum").unwrap();
    assert_eq!(sum.call(&mut run, (101,)).unwrap(), 5_050);
    run.func::<(String,), ()>("Give").unwrap().call(&mut run, ("word".to_owned(),)).unwrap();
    let from = taken.recv().unwrap();
    run.drive(Duration::from_secs(10)).unwrap();
    assert_eq!(from.recv_timeout(Duration::from_secs(10)).unwrap(), "word");
    run.drive(Duration::from_secs(10)).unwrap();
    assert_eq!(from.recv_timeout(Duration::ZERO), Err(RecvTimeoutError::Disconnected));
}

struct CountedWakes(AtomicUsize);

impl Wake for CountedWakes {
    fn wake(self: Arc<Self>) {
        self.0.fetch_add(1, Ordering::SeqCst);
    }
}

#[test]
fn a_value_wakes_the_task_that_polls_the_call() {
    let mut run = module().start(&World::empty(), Limits::new()).unwrap();
    let first = run.func::<(Receiver<isize>,), isize>("First").unwrap();
    let (sender, receiver) = channel(1);
    let wakes = Arc::new(CountedWakes(AtomicUsize::new(0)));
    let waker = Waker::from(wakes.clone());
    let mut cx = Context::from_waker(&waker);
    let mut call = pin!(first.call_async(&mut run, (receiver,)));
    assert_eq!(call.as_mut().poll(&mut cx), Poll::Pending);
    assert_eq!(wakes.0.load(Ordering::SeqCst), 0);
    sender.send(7).unwrap();
    assert_eq!(wakes.0.load(Ordering::SeqCst), 1);
    assert_eq!(call.as_mut().poll(&mut cx), Poll::Ready(Ok(7)));
}

#[test]
fn a_call_deadlocks_only_without_a_sender() {
    let mut run = module().start(&World::empty(), Limits::new()).unwrap();
    let upper = run.func::<(Receiver<String>, Sender<String>), ()>("Upper").unwrap();
    let (words, from_rust) = channel::<String>(1);
    let (to_rust, _upper) = channel::<String>(1);
    // A limit ends the call, which waits for the sender.
    let limits = Limits::new().wall(Duration::from_millis(50));
    let mut limited = module().start(&World::empty(), limits).unwrap();
    let first = limited.func::<(Receiver<isize>,), isize>("First").unwrap();
    let (sender, receiver) = channel(1);
    assert_eq!(first.call(&mut limited, (receiver,)), Err(Error::TimedOut));
    assert!(sender.send(1).is_err(), "the call's goroutine has ended");
    drop(words);
    assert_eq!(upper.call(&mut run, (from_rust, to_rust)), Ok(()));
}

#[test]
fn senders_get_an_error_when_the_goroutine_or_the_machine_has_ended() {
    let mut run = module().start(&World::empty(), Limits::new()).unwrap();
    let dropping = run.func::<(Receiver<isize>,), ()>("Drop").unwrap();
    let (sender, receiver) = channel(8);
    (0..5).for_each(|n| sender.send(n).unwrap());
    let ended = dropping.call(&mut run, (receiver,)).unwrap_err();
    assert!(matches!(ended, Error::Panic(panic) if panic.message() == "panic: no more"));
    assert!(sender.send(9).is_err());

    let (sender, receiver) = channel(1);
    let sum = run.func::<(Receiver<isize>,), isize>("Sum").unwrap();
    let call = sum.spawn(&mut run, (receiver,)).unwrap();
    run.drive(Duration::from_millis(10)).unwrap();
    drop((call, run));
    assert!(sender.send(1).is_err());
}

#[test]
fn types_are_checked() {
    let run = module().start(&World::empty(), Limits::new()).unwrap();
    let found = run.func::<(Sender<isize>,), isize>("Sum").unwrap_err();
    let text = "Sum has type func(<-chan int) int, the caller expects func(chan<- int) int";
    assert_eq!(found.to_string(), text);
}
