//! Every interleaving of two or three tasks on a reader/writer lock and on a group: a writer is alone, no task sleeps
//! for ever, and a task that withdraws leaves no trace.
//!
//! `RUSTFLAGS="--cfg loom" cargo test --release -p minigo-sync --test loom_rwmutex`. The atomic instructions of the
//! library's Go code are written out here.

#![cfg(loom)]

mod loom_tasks;

use loom::sync::Arc;
use loom::sync::atomic::{AtomicU32, AtomicUsize, Ordering};
use loom::thread;
use loom_tasks::Tasks;
use minigo_sched::TaskRef;
use minigo_sync::{GroupState, LockStep, Locker, RwState, SemaTable};

const WRITER_BIAS: u32 = 1 << 30;

/// The role of a task.
#[derive(Clone, Copy, PartialEq)]
enum Role {
    Reads,
    Writes,
    ReadsOrLeaves,
    WritesOrLeaves,
}

struct World {
    sema_table: SemaTable,
    rw: RwState,
    readers: AtomicU32,
    writers: AtomicUsize,
    hands_over: bool,
}

fn park_until_done(on: &Tasks, sema_table: &SemaTable, me: TaskRef) {
    loop {
        on.park(me);
        if sema_table.finish_wait(on, me) {
            return;
        }
    }
}

impl World {
    fn read(&self, mut on: Tasks, me: TaskRef, leaves: bool) {
        let count = self.rw.reader_count.fetch_add(1, Ordering::SeqCst).wrapping_add(1);
        let mut reader = Locker { locking_task: me, waiting_since: None };
        let mut step = Some(LockStep::Locked);
        if (count as i32) < 0 {
            step = Some(self.sema_table.lock_reader(&mut on, &self.rw, &mut reader));
        }
        while step != Some(LockStep::Locked) {
            if leaves {
                return self.sema_table.withdraw_reader(&mut on, &self.rw, me);
            }
            on.park(me);
            step = self.sema_table.finish_reader_lock(&mut on, &self.rw, &mut reader);
        }
        self.readers.fetch_add(1, Ordering::Relaxed);
        assert_eq!(self.writers.load(Ordering::Relaxed), 0, "read while written");
        self.readers.fetch_sub(1, Ordering::Relaxed);
        let count = self.rw.reader_count.fetch_sub(1, Ordering::SeqCst).wrapping_sub(1);
        if (count as i32) < 0 {
            self.sema_table.finish_reader_unlock(&mut on, &self.rw);
        }
    }

    fn write(&self, mut on: Tasks, me: TaskRef, leaves: bool) {
        let count = self.rw.reader_count.fetch_sub(WRITER_BIAS, Ordering::SeqCst);
        let parked =
            count != 0 && self.sema_table.lock_writer(&mut on, &self.rw, me) == LockStep::Parked;
        if parked && leaves {
            self.sema_table.withdraw_writer(&on, &self.rw, me);
        } else {
            if parked {
                park_until_done(&on, &self.sema_table, me);
            }
            self.writers.fetch_add(1, Ordering::Relaxed);
            assert_eq!(self.readers.load(Ordering::Relaxed), 0, "written while read");
            self.writers.fetch_sub(1, Ordering::Relaxed);
        }
        self.rw.reader_count.fetch_add(WRITER_BIAS, Ordering::SeqCst);
        if self.rw.has_queued_readers() {
            self.sema_table.finish_writer_unlock(&mut on, &self.rw, self.hands_over);
        }
    }

    fn work(&self, on: Tasks, i: usize, role: Role) {
        let me = on.begin_task(i);
        match role {
            Role::Reads | Role::ReadsOrLeaves => self.read(on, me, role == Role::ReadsOrLeaves),
            Role::Writes | Role::WritesOrLeaves => self.write(on, me, role == Role::WritesOrLeaves),
        }
    }
}

fn run(roles: &'static [Role]) {
    run_with(roles, false);
    run_with(roles, true);
}

fn run_with(roles: &'static [Role], hands_over: bool) {
    let mut model = loom::model::Builder::new();
    model.preemption_bound = Some(3);
    model.check(move || {
        let on = Tasks::new(roles.len(), 0);
        let world = Arc::new(World {
            sema_table: SemaTable::with_roots(1),
            rw: RwState::default(),
            readers: AtomicU32::new(0),
            writers: AtomicUsize::new(0),
            hands_over,
        });
        let threads: Vec<_> = (1..roles.len())
            .map(|i| {
                let (on, world) = (on.clone(), world.clone());
                thread::spawn(move || world.work(on, i, roles[i]))
            })
            .collect();
        world.work(on, 0, roles[0]);
        for thread in threads {
            thread.join().expect("no task fails");
        }
        assert_eq!(world.rw.reader_count.load(Ordering::Relaxed), 0, "free");
        assert!(!world.rw.has_queued_readers(), "and nobody waits");
        assert!(world.sema_table.waiting_tasks().is_empty());
    });
}

#[test]
fn two_readers_and_a_writer() {
    run(&[Role::Writes, Role::Reads, Role::Reads]);
}

#[test]
fn a_reader_gives_up() {
    run(&[Role::Writes, Role::Reads, Role::ReadsOrLeaves]);
}

#[test]
fn the_writer_gives_up() {
    run(&[Role::WritesOrLeaves, Role::Reads, Role::Reads]);
}

/// A group of one task: one task waits for the group, and another withdraws its wait.
#[test]
fn a_group_is_waited_for() {
    let mut model = loom::model::Builder::new();
    model.preemption_bound = Some(3);
    model.check(|| {
        let on = Tasks::new(3, 0);
        let world = Arc::new((SemaTable::with_roots(1), GroupState::default()));
        world.1.state.store(1 << 32, Ordering::SeqCst);
        let threads: Vec<_> = (1..3)
            .map(|i| {
                let (on, world) = (on.clone(), world.clone());
                thread::spawn(move || {
                    let me = on.begin_task(i);
                    if world.0.wait_for_group(&on, &world.1, me) == LockStep::Parked {
                        match i {
                            1 => park_until_done(&on, &world.0, me),
                            _ => world.0.withdraw_from_group(&on, &world.1, me),
                        }
                    }
                })
            })
            .collect();
        let mut on = on;
        on.begin_task(0);
        let state = world.1.state.fetch_sub(1 << 32, Ordering::SeqCst) - (1 << 32);
        if state as u32 != 0 {
            assert!(world.0.wake_group_waiters(&mut on, &world.1), "no task was added");
        }
        for thread in threads {
            thread.join().expect("no task fails");
        }
        assert_eq!(world.1.state.load(Ordering::SeqCst), 0);
        assert!(world.0.waiting_tasks().is_empty());
    });
}
