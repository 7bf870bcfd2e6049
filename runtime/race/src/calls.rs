//! The active calls of a goroutine, as they were at its last recorded access.
//!
//! A module of its own because calls and returns report nothing to the detector: a goroutine's frames are compared with
//! a list when an access is recorded. A frame's header holds the return address of its call, which determines the
//! calling function and the distance to the caller's frame. So the frames equal the list if the innermost frame begins
//! at the same place and each header is the same.

use crate::call_notes::{CallNode, CallNotes};
use crate::cell::Position;

/// The most calls of a stack: each record compares all of them, so deeper stacks are recorded as unknown.
pub const MAX_CALLS: usize = 64;

/// An active call.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Call {
    /// The base of the call's frame. Frames of inner calls have higher bases.
    pub base: u32,
    /// The place to which the call returns. The detector attaches no meaning to the number.
    pub return_place: u32,
}

/// The place in the program that makes an access.
pub trait Site: Copy {
    /// The goroutine's frames at the access. The frames are passed to functions out of line, so they take two words at
    /// most.
    type Frames: Frames;

    /// The position of the access.
    fn position(self) -> Position;

    /// The goroutine's frames.
    fn frames(self) -> Self::Frames;
}

/// The frames of a goroutine.
pub trait Frames: Copy {
    /// Whether accesses at the position, in the same activation and epoch, to other bytes of the word may be merged
    /// with this access's cell without being reported.
    const CAN_MERGE_ACCESSES: bool;

    /// The base of the innermost frame; `None`: the calls are unknown.
    fn innermost_base(self) -> Option<u32>;

    /// Reports whether each call was made by the frame below it, so that headers can be [compared](Self::holds_call).
    fn calls_match_frames(self) -> bool;

    /// Reports whether the header of the frame at the call's base holds the call's return place. The base must not be
    /// above the innermost frame's.
    fn holds_call(self, call: Call) -> bool;

    /// Passes the calls to `visit`, the innermost first, until `visit` returns false.
    fn each_call(self, visit: impl FnMut(Call) -> bool);
}

/// A position without frames.
impl Site for Position {
    type Frames = ();

    #[inline(always)]
    fn position(self) -> Position {
        self
    }

    fn frames(self) {}
}

/// Unknown frames.
impl Frames for () {
    const CAN_MERGE_ACCESSES: bool = false;

    #[inline(always)]
    fn innermost_base(self) -> Option<u32> {
        None
    }

    fn calls_match_frames(self) -> bool {
        false
    }

    fn holds_call(self, _: Call) -> bool {
        false
    }

    fn each_call(self, _: impl FnMut(Call) -> bool) {}
}

/// A goroutine's calls at its last recorded access: all of them are plain.
#[derive(Debug)]
pub(crate) struct Calls {
    /// The calls with their nodes, the outermost first.
    calls: Vec<(Call, CallNode)>,
    /// The base of the innermost frame.
    innermost_base: u32,
    /// The base from which frames were too deep: they are not walked again until a frame below is the innermost.
    too_deep_base: u32,
}

impl Calls {
    pub(crate) const fn new() -> Self {
        Self { calls: Vec::new(), innermost_base: 0, too_deep_base: u32::MAX }
    }

    /// Returns the node of the innermost call; `None`: the calls are unknown.
    #[inline(always)]
    pub(crate) fn innermost_node<F: Frames>(
        &mut self,
        frames: F,
        notes: &CallNotes,
    ) -> Option<CallNode> {
        let base = frames.innermost_base()?;
        if base == self.innermost_base
            && frames.calls_match_frames()
            && are_calls_on_stack(frames, &self.calls)
        {
            return Some(self.calls.last().map_or(CallNode::NO_CALL, |last| last.1));
        }
        self.update(frames, base, notes)
    }

    /// Walks the frames from the innermost to the first one that is in the list.
    #[inline(never)]
    fn update<F: Frames>(&mut self, frames: F, base: u32, notes: &CallNotes) -> Option<CallNode> {
        if base >= self.too_deep_base {
            return None;
        }
        let (old, is_plain) = (self.calls.len(), frames.calls_match_frames());
        let (mut kept, mut is_found, mut is_deep) = (if is_plain { old } else { 0 }, false, false);
        frames.each_call(|call| {
            while kept > 0 && self.calls[kept - 1].0.base > call.base {
                kept -= 1;
            }
            if kept > 0 && self.calls[kept - 1].0 == call {
                is_found = are_calls_on_stack(frames, &self.calls[..kept]);
                // If no frame is in the list, the frames further out are not searched again and again.
                kept = if is_found { kept } else { 0 };
            }
            is_deep = !is_found && self.calls.len() - old == MAX_CALLS;
            if is_found || is_deep {
                return false;
            }
            self.calls.push((call, CallNode::NO_CALL));
            true
        });
        kept = if is_found { kept } else { 0 };
        is_deep |= kept + self.calls.len() - old > MAX_CALLS;
        self.too_deep_base = if is_deep { base } else { u32::MAX };
        self.calls[old..].reverse();
        let caller = kept.checked_sub(1).map_or(CallNode::NO_CALL, |last| self.calls[last].1);
        let node = if is_deep { None } else { notes.resolve_nodes(caller, &mut self.calls[old..]) };
        if node.is_some() && is_plain {
            self.calls.drain(kept..old);
            self.innermost_base = base;
        } else {
            self.calls.truncate(old);
        }
        node
    }
}

fn are_calls_on_stack<F: Frames>(frames: F, list: &[(Call, CallNode)]) -> bool {
    list.iter().all(|(call, _)| frames.holds_call(*call))
}
