//! The calls that a goroutine has not returned from, as its last noted access has found them.
//!
//! A module of its own because calls and returns tell the detector nothing: a goroutine's frames are compared with a
//! list when an access is noted. A frame's header says where its call returns to, and so in which function and how far
//! below its caller's frame begins. So frames are those of the list if the innermost one begins at the same place and
//! each header is the same.

use crate::cell::Position;
use crate::notes::{Node, Notes};

/// The stack of an access in more calls than these is unknown: each record compares them all.
pub const MOST_CALLS: usize = 64;

/// A call that has not returned.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Call {
    /// Where its frame begins. Frames of inner calls begin further up.
    pub base: u32,
    /// Where it returns to. The detector attaches no meaning to the number.
    pub place: u32,
}

/// Where an access is made.
pub trait Site: Copy {
    /// The goroutine's frames then. Two words at most: they are passed out of line.
    type Frames: Frames;

    /// The position.
    fn position(self) -> Position;

    /// The frames.
    fn frames(self) -> Self::Frames;
}

/// The frames of a goroutine.
pub trait Frames: Copy {
    /// Whether accesses at the position, in the same activation and epoch, to other bytes of the word may be merged
    /// with this one's cell without being told.
    const IS_MERGED: bool;

    /// Where the innermost frame begins; `None`: the calls are unknown.
    fn base(self) -> Option<u32>;

    /// Whether each call was made by the frame below it, which is [compared](Self::has) by its header.
    fn is_plain(self) -> bool;

    /// Whether the header of the frame that begins at the call's base says that it returns to the call's place. The
    /// base is not above the innermost frame's.
    fn has(self, call: Call) -> bool;

    /// Gives the calls, the innermost first, until `visit` wants no more.
    fn each_call(self, visit: impl FnMut(Call) -> bool);
}

/// A position alone.
impl Site for Position {
    type Frames = ();

    #[inline(always)]
    fn position(self) -> Position {
        self
    }

    fn frames(self) {}
}

/// Frames that are unknown.
impl Frames for () {
    const IS_MERGED: bool = false;

    #[inline(always)]
    fn base(self) -> Option<u32> {
        None
    }

    fn is_plain(self) -> bool {
        false
    }

    fn has(self, _: Call) -> bool {
        false
    }

    fn each_call(self, _: impl FnMut(Call) -> bool) {}
}

/// A goroutine's calls as its last noted access has found them: all of them are plain.
#[derive(Debug)]
pub(crate) struct Calls {
    /// The outermost first, each with its node.
    list: Vec<(Call, Node)>,
    /// Where the innermost frame begins.
    base: u32,
    /// Frames from here on upwards were too deep, and are not walked over again before a frame below was not.
    deep: u32,
}

impl Calls {
    pub(crate) const fn new() -> Self {
        Self { list: Vec::new(), base: 0, deep: u32::MAX }
    }

    /// The node of the innermost call; `None`: the calls are unknown.
    #[inline(always)]
    pub(crate) fn node<F: Frames>(&mut self, frames: F, notes: &Notes) -> Option<Node> {
        let base = frames.base()?;
        if base == self.base && frames.is_plain() && are_there(frames, &self.list) {
            return Some(self.list.last().map_or(Node::BOTTOM, |last| last.1));
        }
        self.update(frames, base, notes)
    }

    /// Walks over the frames up to the first one that is in the list.
    #[inline(never)]
    fn update<F: Frames>(&mut self, frames: F, base: u32, notes: &Notes) -> Option<Node> {
        if base >= self.deep {
            return None;
        }
        let (old, is_plain) = (self.list.len(), frames.is_plain());
        let (mut kept, mut is_found, mut is_deep) = (if is_plain { old } else { 0 }, false, false);
        frames.each_call(|call| {
            while kept > 0 && self.list[kept - 1].0.base > call.base {
                kept -= 1;
            }
            if kept > 0 && self.list[kept - 1].0 == call {
                is_found = are_there(frames, &self.list[..kept]);
                // If it is not, the frames further out are not looked for again and again.
                kept = if is_found { kept } else { 0 };
            }
            is_deep = !is_found && self.list.len() - old == MOST_CALLS;
            if is_found || is_deep {
                return false;
            }
            self.list.push((call, Node::BOTTOM));
            true
        });
        kept = if is_found { kept } else { 0 };
        is_deep |= kept + self.list.len() - old > MOST_CALLS;
        self.deep = if is_deep { base } else { u32::MAX };
        self.list[old..].reverse();
        let caller = kept.checked_sub(1).map_or(Node::BOTTOM, |last| self.list[last].1);
        let node = if is_deep { None } else { notes.nodes(caller, &mut self.list[old..]) };
        if node.is_some() && is_plain {
            self.list.drain(kept..old);
            self.base = base;
        } else {
            self.list.truncate(old);
        }
        node
    }
}

fn are_there<F: Frames>(frames: F, list: &[(Call, Node)]) -> bool {
    list.iter().all(|(call, _)| frames.has(*call))
}
