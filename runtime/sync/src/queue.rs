//! A wait queue: a doubly linked list in a slab, because removing an entry from the middle (of a select that was
//! completed elsewhere) must not cost a search. An empty queue owns no memory.

use crate::waiter::Ticket;
use minigo_sched::TaskRef;

const NIL: u32 = u32::MAX;

/// A queued waiter.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Entry {
    pub(crate) task: TaskRef,
    pub(crate) ticket: Ticket,
    /// The number of the case in the task's select.
    pub(crate) case: u16,
    /// Whether the entry belongs to a select, whose wait has entries in other queues too.
    pub(crate) select: bool,
    /// The offset of the value in the task's waiter, in words; for mutexes the time at which the wait began.
    pub(crate) at: u32,
}

impl Entry {
    /// Returns the only entry of a wait.
    #[inline]
    pub(crate) fn single(task: TaskRef, ticket: Ticket) -> Self {
        Self { task, ticket, case: 0, select: false, at: 0 }
    }
}

/// The size is a power of two: this saves a multiplication where a node is looked up.
#[derive(Debug)]
#[repr(align(32))]
struct Node {
    entry: Entry,
    prev: u32,
    next: u32,
}

/// The queue.
#[derive(Debug)]
pub(crate) struct Queue {
    nodes: Vec<Node>,
    first: u32,
    last: u32,
    /// Unused nodes, linked by `next`.
    free: u32,
}

impl Default for Queue {
    fn default() -> Self {
        Self { nodes: Vec::new(), first: NIL, last: NIL, free: NIL }
    }
}

impl Queue {
    #[inline]
    pub(crate) fn is_empty(&self) -> bool {
        self.first == NIL
    }

    #[inline]
    fn node(&mut self, entry: Entry, prev: u32, next: u32) -> u32 {
        if self.free == NIL {
            self.add_free();
        }
        let at = self.free;
        let node = &mut self.nodes[at as usize];
        self.free = node.next;
        node.entry = entry;
        (node.prev, node.next) = (prev, next);
        at
    }

    #[cold]
    #[inline(never)]
    fn add_free(&mut self) {
        let entry = Entry::single(TaskRef::NONE, Ticket(0));
        self.free = self.nodes.len() as u32;
        self.nodes.push(Node { entry, prev: NIL, next: NIL });
    }

    /// Appends an entry; returns its index, for [`remove`](Self::remove).
    #[inline]
    pub(crate) fn push(&mut self, entry: Entry) -> u32 {
        let at = self.node(entry, self.last, NIL);
        match self.last {
            NIL => self.first = at,
            last => self.nodes[last as usize].next = at,
        }
        self.last = at;
        at
    }

    /// Removes the entry of this task and ticket at `index`, if it is still there.
    #[inline]
    pub(crate) fn remove(&mut self, index: u32, task: TaskRef, ticket: Ticket) {
        let there = self.nodes.get(index as usize);
        if there.is_some_and(|n| n.entry.task == task && n.entry.ticket == ticket) {
            self.unlink(index);
        }
    }

    /// Removes the entry of this task at `index`; returns false if it is not there. A task that waits in one queue has
    /// one entry.
    pub(crate) fn withdraw(&mut self, index: u32, task: TaskRef) -> bool {
        let is_there = self.nodes.get(index as usize).is_some_and(|n| n.entry.task == task);
        if is_there {
            self.unlink(index);
        }
        is_there
    }

    /// Inserts an entry in front; returns its index.
    pub(crate) fn push_front(&mut self, entry: Entry) -> u32 {
        let at = self.node(entry, NIL, self.first);
        match self.first {
            NIL => self.last = at,
            first => self.nodes[first as usize].prev = at,
        }
        self.first = at;
        at
    }

    /// Removes the first entry.
    #[inline]
    pub(crate) fn pop(&mut self) -> Option<Entry> {
        if self.first == NIL {
            return None;
        }
        let at = self.first;
        let node = &mut self.nodes[at as usize];
        let entry = node.entry;
        // The first entry is nearly always the only one.
        if at == self.last {
            node.next = self.free;
            node.entry.task = TaskRef::NONE;
            self.free = at;
            (self.first, self.last) = (NIL, NIL);
        } else {
            self.unlink(at);
        }
        Some(entry)
    }

    fn unlink(&mut self, at: u32) {
        let (prev, next) = {
            let node = &mut self.nodes[at as usize];
            let links = (node.prev, node.next);
            node.next = self.free;
            node.entry.task = TaskRef::NONE;
            links
        };
        self.free = at;
        match prev {
            NIL => self.first = next,
            prev => self.nodes[prev as usize].next = next,
        }
        match next {
            NIL => self.last = prev,
            next => self.nodes[next as usize].prev = prev,
        }
    }

    /// All entries, first to last.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &Entry> {
        let mut at = self.first;
        std::iter::from_fn(move || {
            let node = self.nodes.get(at as usize)?;
            at = node.next;
            Some(&node.entry)
        })
    }
}
