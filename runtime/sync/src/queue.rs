//! A wait queue: a doubly linked list in a slab, because removing an entry from the middle (of a select that was
//! completed elsewhere) must not cost a search. An empty queue owns no memory.

use crate::waiter::Ticket;
use minigo_sched::TaskRef;

const NIL: u32 = u32::MAX;

/// A queued waiter.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Entry {
    pub(crate) task: TaskRef,
    pub(crate) wait_ticket: Ticket,
    /// The number of the case in the task's select.
    pub(crate) select_case: u16,
    /// Whether the entry belongs to a select, whose wait has entries in other queues too.
    pub(crate) is_select: bool,
    /// The offset of the value in the task's waiter, in words; for mutexes the time at which the wait began.
    pub(crate) offset_or_time: u32,
}

impl Entry {
    /// Returns the only entry of a wait.
    #[inline]
    pub(crate) fn single(task: TaskRef, ticket: Ticket) -> Self {
        Self { task, wait_ticket: ticket, select_case: 0, is_select: false, offset_or_time: 0 }
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
    first_node: u32,
    last_node: u32,
    /// Unused nodes, linked by `next`.
    free_nodes: u32,
}

impl Default for Queue {
    fn default() -> Self {
        Self { nodes: Vec::new(), first_node: NIL, last_node: NIL, free_nodes: NIL }
    }
}

impl Queue {
    #[inline]
    pub(crate) fn is_empty(&self) -> bool {
        self.first_node == NIL
    }

    #[inline]
    fn new_node(&mut self, entry: Entry, prev: u32, next: u32) -> u32 {
        if self.free_nodes == NIL {
            self.add_free_node();
        }
        let at = self.free_nodes;
        let node = &mut self.nodes[at as usize];
        self.free_nodes = node.next;
        node.entry = entry;
        (node.prev, node.next) = (prev, next);
        at
    }

    #[cold]
    #[inline(never)]
    fn add_free_node(&mut self) {
        let entry = Entry::single(TaskRef::NONE, Ticket(0));
        self.free_nodes = self.nodes.len() as u32;
        self.nodes.push(Node { entry, prev: NIL, next: NIL });
    }

    /// Appends an entry; returns its index, for [`remove`](Self::remove).
    #[inline]
    pub(crate) fn push(&mut self, entry: Entry) -> u32 {
        let at = self.new_node(entry, self.last_node, NIL);
        match self.last_node {
            NIL => self.first_node = at,
            last => self.nodes[last as usize].next = at,
        }
        self.last_node = at;
        at
    }

    /// Removes the entry of this task and ticket at `index`, if it is still there.
    #[inline]
    pub(crate) fn remove(&mut self, index: u32, task: TaskRef, ticket: Ticket) {
        let there = self.nodes.get(index as usize);
        if there.is_some_and(|n| n.entry.task == task && n.entry.wait_ticket == ticket) {
            self.unlink_node(index);
        }
    }

    /// Removes the entry of this task at `index`; returns false if it is not there. A task that waits in one queue has
    /// one entry.
    pub(crate) fn withdraw(&mut self, index: u32, task: TaskRef) -> bool {
        let is_there = self.nodes.get(index as usize).is_some_and(|n| n.entry.task == task);
        if is_there {
            self.unlink_node(index);
        }
        is_there
    }

    /// Inserts an entry in front; returns its index.
    pub(crate) fn push_front(&mut self, entry: Entry) -> u32 {
        let at = self.new_node(entry, NIL, self.first_node);
        match self.first_node {
            NIL => self.last_node = at,
            first => self.nodes[first as usize].prev = at,
        }
        self.first_node = at;
        at
    }

    /// Removes the first entry.
    #[inline]
    pub(crate) fn pop(&mut self) -> Option<Entry> {
        if self.first_node == NIL {
            return None;
        }
        let at = self.first_node;
        let node = &mut self.nodes[at as usize];
        let entry = node.entry;
        // The first entry is nearly always the only one.
        if at == self.last_node {
            node.next = self.free_nodes;
            node.entry.task = TaskRef::NONE;
            self.free_nodes = at;
            (self.first_node, self.last_node) = (NIL, NIL);
        } else {
            self.unlink_node(at);
        }
        Some(entry)
    }

    fn unlink_node(&mut self, at: u32) {
        let (prev, next) = {
            let node = &mut self.nodes[at as usize];
            let links = (node.prev, node.next);
            node.next = self.free_nodes;
            node.entry.task = TaskRef::NONE;
            links
        };
        self.free_nodes = at;
        match prev {
            NIL => self.first_node = next,
            prev => self.nodes[prev as usize].next = next,
        }
        match next {
            NIL => self.last_node = prev,
            next => self.nodes[next as usize].prev = prev,
        }
    }

    /// All entries, first to last.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &Entry> {
        let mut at = self.first_node;
        std::iter::from_fn(move || {
            let node = self.nodes.get(at as usize)?;
            at = node.next;
            Some(&node.entry)
        })
    }
}
