//! The last write of a variable in a run that is repeated up to a position.

use crate::shared::run_position::Position;

/// A place whose writes are watched. The numbers of goroutines, slots and functions are the same in each repetition of
/// a run; addresses of variables are not, except for addresses on the heap.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum WatchedPlace {
    /// Bytes of a package-level variable in this machine, or bytes of an object on the heap.
    Memory { address: u64, on_heap: bool },
    /// Slots of a frame: the goroutine, the first slot of the frame, the slot in the goroutine's stack, and the number
    /// of the frame's function.
    Slots { goroutine: u64, base: usize, slot: usize, func: u32 },
}

/// A write.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WatchedWrite {
    /// The position before the instruction that has written.
    pub position: Position,
    /// The goroutine that has written.
    pub goroutine: u64,
    /// The index of the instruction in the program's code.
    pub at: usize,
}

/// A watch of a place.
#[derive(Debug)]
pub(crate) struct WriteWatch {
    pub(crate) place: WatchedPlace,
    /// The bytes after the last instruction; empty while the place does not exist.
    pub(crate) old_bytes: Vec<u8>,
    pub(crate) len: usize,
    /// The instruction that was executed last.
    pub(crate) previous_instruction: Option<WatchedWrite>,
    pub(crate) last_write: Option<WatchedWrite>,
}

impl WriteWatch {
    pub(crate) fn new(place: WatchedPlace, len: usize) -> Self {
        Self { place, old_bytes: Vec::new(), len, previous_instruction: None, last_write: None }
    }

    /// Compares the watched bytes with the bytes before the previous instruction, which has made the change if they
    /// differ.
    pub(crate) fn compare(&mut self, bytes: &[u8]) {
        if self.old_bytes != bytes {
            self.old_bytes.clear();
            self.old_bytes.extend_from_slice(bytes);
            self.last_write.clone_from(&self.previous_instruction);
        }
    }

    /// Forgets the writes, since the place does not exist: earlier writes were to another variable.
    pub(crate) fn forget_writes(&mut self) {
        (self.last_write, self.previous_instruction) = (None, None);
        self.old_bytes.clear();
    }
}
