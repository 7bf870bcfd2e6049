//! A goroutine that is executed line by line: which one, and where it has come to.
//!
//! Its slices run one instruction at a time (`task::stepping`) and tell here where they are, in the user's own code. A
//! line begins where its code begins and the instruction before belonged to another line or to another frame. Coming
//! into the middle of a line's code begins none: so a call returns, and so a branch jumps behind code that it leaves
//! out (the jump that ends a `then` part leads to what follows the `else` part, which is still that part's line). A
//! line that jumps back to its own beginning begins anew.

use hashbrown::HashMap;
use minigo_bytecode::ops::Op;
use parking_lot::{Condvar, Mutex};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// A line of a frame.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct At {
    pub(crate) file: u32,
    pub(crate) line: u32,
    /// The frame's base, in slots of the stack.
    pub(crate) base: usize,
}

/// Where the next instruction is.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Position {
    pub(crate) pc: usize,
    pub(crate) at: At,
    /// Whether code of the line begins with the instruction.
    pub(crate) begins: bool,
}

/// How stepping ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Stop {
    /// So many lines have begun; the last one is to be executed next.
    Reached,
    /// The goroutine has ended.
    Ended,
}

/// What is stepped.
#[derive(Default, Debug)]
pub(crate) struct Stepping {
    /// The goroutine; 0 for none. Slices look here first.
    id: AtomicU64,
    /// The goroutine whose `go` statements make goroutines that are frozen before they begin; 0 for none.
    holds: AtomicU64,
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default, Debug)]
struct State {
    /// How many lines are still to begin.
    left: usize,
    last: Option<At>,
    /// Where the line that was begun last begins.
    first_pc: usize,
    began: Vec<At>,
    stop: Option<Stop>,
    /// The goroutines that were stopped before an instruction, and which.
    stands: HashMap<u64, usize>,
    /// Those that were frozen before they began.
    held: Vec<u64>,
}

impl Stepping {
    /// The goroutine `id` is to execute until `lines` lines have begun; `from` is the line in which it stands.
    pub(crate) fn begin(&self, id: u64, lines: usize, from: Option<At>, pc: usize) {
        let mut state = self.state.lock();
        let (mut stands, held) =
            (std::mem::take(&mut state.stands), std::mem::take(&mut state.held));
        stands.remove(&id);
        let (last, first_pc) = (from, pc);
        *state = State { left: lines, last, first_pc, stands, held, ..State::default() };
        self.id.store(id, Ordering::Relaxed);
    }

    /// Whether the goroutine is stepped.
    #[inline]
    pub(crate) fn is(&self, id: u64) -> bool {
        self.id.load(Ordering::Relaxed) == id
    }

    /// The goroutine is about to execute an instruction of the user's own code. Whether it is to stop before it;
    /// `moved`: it has executed another one since it was stepped.
    pub(crate) fn arrive(&self, id: u64, position: Position, moved: bool) -> bool {
        let mut state = self.state.lock();
        let Position { pc, at, begins } = position;
        let again = moved && state.last == Some(at) && pc == state.first_pc;
        if state.last == Some(at) && !again {
            return false;
        }
        if !begins && !again {
            // After a return the caller's line goes on; within a frame the line that was begun last does.
            if state.last.is_none_or(|last| at.base != last.base) {
                state.last = Some(at);
            }
            return false;
        }
        state.last = Some(at);
        state.first_pc = pc;
        state.began.push(at);
        state.left = state.left.saturating_sub(1);
        if state.left > 0 {
            return false;
        }
        state.stands.insert(id, pc);
        self.stop(&mut state, Stop::Reached);
        true
    }

    /// The goroutine has ended.
    pub(crate) fn ended(&self, id: u64) {
        let mut state = self.state.lock();
        state.stands.remove(&id);
        self.stop(&mut state, Stop::Ended);
    }

    /// From now on the goroutines that this one makes are frozen before they begin.
    pub(crate) fn hold_made_by(&self, id: u64) {
        self.state.lock().held.clear();
        self.holds.store(id, Ordering::Relaxed);
    }

    /// Whether goroutines that `parent` makes are to be frozen before they begin.
    #[inline]
    pub(crate) fn holds_made_by(&self, parent: u64) -> bool {
        parent != 0 && self.holds.load(Ordering::Relaxed) == parent
    }

    /// A goroutine that is to be held is about to execute the instruction at `pc`. Whether that is its first one.
    pub(crate) fn hold(&self, id: u64, pc: usize) -> bool {
        let mut state = self.state.lock();
        let first = !state.held.contains(&id);
        if first {
            state.held.push(id);
            state.stands.insert(id, pc);
        }
        first
    }

    /// The goroutines that were frozen before they began.
    pub(crate) fn held(&self) -> Vec<u64> {
        self.state.lock().held.clone()
    }

    fn stop(&self, state: &mut State, stop: Stop) {
        state.stop = Some(stop);
        self.id.store(0, Ordering::Relaxed);
        self.changed.notify_all();
    }

    /// Waits for the end, or for `time`.
    pub(crate) fn wait(&self, time: Duration) -> Option<Stop> {
        let mut state = self.state.lock();
        if state.stop.is_none() {
            self.changed.wait_for(&mut state, time);
        }
        state.stop
    }

    /// Nothing is stepped any more. The lines that have begun.
    pub(crate) fn take(&self) -> Vec<At> {
        self.id.store(0, Ordering::Relaxed);
        std::mem::take(&mut self.state.lock().began)
    }

    /// Whether the goroutine was stopped before the instruction at `pc`, and stands there still.
    pub(crate) fn stands_before(&self, id: u64, pc: usize) -> bool {
        self.state.lock().stands.get(&id) == Some(&pc)
    }
}

/// The address of an instruction, as a number.
pub(crate) fn number(pc: *const Op) -> usize {
    pc as usize
}
