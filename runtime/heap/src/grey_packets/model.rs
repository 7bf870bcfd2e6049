//! Every interleaving of workers and helpers that scan objects and find more: a marking ends, and not before all
//! objects are scanned.
//!
//! `RUSTFLAGS="--cfg loom" cargo test --release -p minigo-heap --lib`

use super::GreyPackets;
use loom::sync::Arc;
use loom::sync::atomic::{AtomicU32, Ordering};
use loom::thread;

/// An object of the model: the number of further objects that are reached from it, in a chain.
type Object = u32;

struct World {
    packets: GreyPackets<Object>,
    scanned: AtomicU32,
}

impl World {
    fn new(workers: usize, packet: Object) -> Arc<Self> {
        let packets = GreyPackets::default();
        packets.expect_workers(workers);
        packets.push(vec![packet]);
        Arc::new(Self { packets, scanned: AtomicU32::new(0) })
    }

    /// Scans all objects of a packet. Objects that the scan finds go to the other markers if a worker is idle, else
    /// into `packet`.
    fn scan(&self, mut packet: Vec<Object>) {
        while let Some(object) = packet.pop() {
            self.scanned.fetch_add(1, Ordering::Relaxed);
            match object {
                0 => {}
                more if self.packets.has_idle_worker() => self.packets.push(vec![more - 1]),
                more => packet.push(more - 1),
            }
        }
    }

    /// Does what `Marker::drain_grey` does.
    fn work(&self) {
        while let Some(packet) = self.packets.wait() {
            self.scan(packet);
        }
    }

    /// An assist: takes a packet, scans a part of it and gives the rest to other markers.
    fn help(&self) {
        self.packets.begin_help();
        if let Some(packet) = self.packets.take() {
            self.scanned.fetch_add(1, Ordering::Relaxed);
            let rest: Vec<_> = packet.into_iter().filter_map(|o| o.checked_sub(1)).collect();
            if !rest.is_empty() {
                self.packets.push(rest);
            }
        }
        self.packets.end_help();
    }
}

fn explore(model: impl Fn() + Sync + Send + 'static) {
    let mut builder = loom::model::Builder::new();
    builder.preemption_bound = Some(3);
    builder.check(model);
}

#[test]
fn workers_end_together_when_all_is_scanned() {
    explore(|| {
        let world = World::new(2, 2);
        let other = world.clone();
        let other = thread::spawn(move || other.work());
        world.work();
        // When either worker ends, all objects are scanned, and no marker has grey objects.
        assert_eq!(world.scanned.load(Ordering::Relaxed), 3);
        other.join().expect("the thread does not panic");
    });
}

#[test]
fn no_worker_ends_while_a_helper_has_something() {
    explore(|| {
        let world = World::new(1, 1);
        let helper = world.clone();
        let helper = thread::spawn(move || helper.help());
        world.work();
        assert_eq!(world.scanned.load(Ordering::Relaxed), 2);
        helper.join().expect("the thread does not panic");
        assert_eq!(world.packets.queued_packets(), 0);
    });
}

#[test]
fn two_workers_and_a_helper_end() {
    let mut builder = loom::model::Builder::new();
    builder.preemption_bound = Some(2);
    builder.check(|| {
        let world = World::new(2, 1);
        let (worker, helper) = (world.clone(), world.clone());
        let worker = thread::spawn(move || worker.work());
        let helper = thread::spawn(move || helper.help());
        world.work();
        worker.join().expect("the thread does not panic");
        helper.join().expect("the thread does not panic");
        assert_eq!(world.scanned.load(Ordering::Relaxed), 2);
    });
}
