//! Finds the program's name for an address: `s.mu`, `main.done`, `results`.
//!
//! Reports of leaks and deadlocks name channels and locks, but the machine only knows addresses. The names are found by
//! a search from variables through pointers, fields and elements, nearest first; so the result is a path by which the
//! program could reach the object, but not always the path that it took.

use crate::goroutine::state::Goroutine;
use crate::image::{Image, lines::LIBRARY_PREFIX};
use crate::map::{Map, iter::MapIter};
use crate::shared::Shared;
use minigo_bytecode::func::Func;
use minigo_bytecode::liveness::Liveness;
use minigo_bytecode::operand::TypeId;
use minigo_bytecode::rtype::{Kind, RType};
use minigo_bytecode::type_word::type_of;
use std::collections::VecDeque;
use std::sync::atomic::{AtomicU64, Ordering};

/// A named channel or lock.
#[derive(Clone, Debug)]
pub(crate) struct NamedObject {
    /// The path as the program would write it.
    pub(crate) path: String,
    pub(crate) ty: TypeId,
    /// The address of the lock, or of the variable that holds the channel.
    pub(crate) address: u64,
}

/// A value in memory that the search has reached.
struct ReachedValue {
    path: String,
    ty: TypeId,
    address: u64,
    /// Whether the program can still reach the value. An object that only a variable refers to that is not read again
    /// may have been freed: its memory can be read, but may hold another value.
    is_live: bool,
}

/// The most values that a search examines.
const MAX_SEARCHED_VALUES: usize = 4000;

/// The most values while other goroutines wait for the processor.
const MAX_SEARCHED_VALUES_WHILE_RUNNING: usize = 500;

/// The most elements of a slice, an array or a map that are examined.
const MAX_ELEMENTS: u64 = 1000;

/// The most characters of a map's key that are shown.
const MAX_KEY_CHARS: usize = 40;

/// The types of package sync at which goroutines wait.
const LOCK_TYPES: [&str; 5] =
    ["sync.Mutex", "sync.RWMutex", "sync.WaitGroup", "sync.Cond", "sync.Once"];

/// The name of the channel at `target`, or of the lock around that address, by the variables of a goroutine's frames:
/// the innermost frame first, then its callers.
pub(crate) fn name_in_frames(shared: &Shared, g: &Goroutine, target: u64) -> Option<NamedObject> {
    let mut frames = variables(shared, g).into_iter();
    frames.find_map(|roots| search_names(shared, roots, target, stack_range(g), &|_| true))
}

/// The name of a channel or lock for a goroutine whose slice has just ended, while others run: elements as `[…]`, since
/// the name stands for the place in the code. Maps are left out, since a map that is being written must not be read.
pub(crate) fn name_while_running(shared: &Shared, g: &Goroutine, target: u64) -> Option<String> {
    let mut frames = variables(shared, g).into_iter();
    let found = frames.find_map(|roots| {
        let search = NameSearch {
            is_running: true,
            ..NameSearch::new(shared, roots, target, stack_range(g))
        };
        search.first_match(&|_| true)
    });
    let found = found.or_else(|| {
        let roots = globals(shared);
        NameSearch { is_running: true, ..NameSearch::new(shared, roots, target, (0, 0)) }
            .first_match(&|_| true)
    });
    found.map(|named| without_indexes(&named.path))
}

/// The name of the word at `target`, by the variables of a goroutine whose frames are whole, or by package-level
/// variables, while other goroutines run.
pub(crate) fn word_name(shared: &Shared, g: Option<&Goroutine>, target: u64) -> Option<String> {
    named_word(shared, g, target, true).map(|named| named.path)
}

/// Like [`word_name`], with type and address; without `matches_any_word` only channels and locks are found.
pub(crate) fn named_word(
    shared: &Shared,
    g: Option<&Goroutine>,
    target: u64,
    matches_any_word: bool,
) -> Option<NamedObject> {
    let search = |roots, stack| {
        let all = NameSearch::new(shared, roots, target, stack);
        NameSearch { is_running: true, matches_any_word, ..all }.first_match(&|_| true)
    };
    let found = g.and_then(|g| {
        let mut frames = variables(shared, g).into_iter();
        frames.find_map(|roots| search(roots, stack_range(g)))
    });
    found.or_else(|| search(globals(shared), (0, 0)))
}

/// The name of the struct around `target` whose type's name satisfies `is_it`. The channel of a context's Done counts
/// as part of its struct.
pub(crate) fn named_struct(
    shared: &Shared,
    g: &Goroutine,
    target: u64,
    is_it: &dyn Fn(&str) -> bool,
) -> Option<NamedObject> {
    let search = |roots, stack| {
        let all = NameSearch::new(shared, roots, target, stack);
        NameSearch { is_running: true, struct_filter: Some(is_it), ..all }.first_match(&|_| true)
    };
    let mut frames = variables(shared, g).into_iter();
    let found = frames.find_map(|roots| search(roots, stack_range(g)));
    found.or_else(|| search(globals(shared), (0, 0)))
}

/// The path without the indexes of elements.
fn without_indexes(path: &str) -> String {
    let mut out = String::new();
    for (i, part) in path.split('[').enumerate() {
        match part.split_once(']') {
            Some((index, rest)) if i > 0 && index.bytes().all(|b| b.is_ascii_digit()) => {
                out.push_str("[…]");
                out.push_str(rest);
            }
            _ => out.push_str(&format!("{}{part}", if i > 0 { "[" } else { "" })),
        }
    }
    out
}

/// Reports whether the goroutine has the channel or lock in a variable that it will still use, or passes it to a
/// deferred call. A channel counts if its type in that variable has one of the given directions (as in
/// [`RType::chan_dir`]).
pub(crate) fn will_use_object(
    shared: &Shared,
    g: &Goroutine,
    target: u64,
    lock: Option<&NamedObject>,
    directions: u8,
) -> bool {
    let mut deferred = false;
    if let Some(unwind) = g.unwind_ref() {
        unwind.each_deferred_word(|w| {
            deferred |= w == target || lock.is_some_and(|l| w == l.address);
        });
    }
    let fits = |ty: &RType| ty.kind != Kind::Chan || ty.chan_dir & directions != 0;
    let roots = variables(shared, g).into_iter().flatten().filter(|v| v.is_live).collect();
    deferred || search_names(shared, roots, target, stack_range(g), &fits).is_some()
}

fn stack_range(g: &Goroutine) -> (u64, u64) {
    let stack = g.frame_words().as_ptr_range();
    (stack.start as u64, stack.end as u64)
}

/// The variables of the user's own functions, frame by frame, innermost first.
fn variables(shared: &Shared, g: &Goroutine) -> Vec<Vec<ReachedValue>> {
    let image = &shared.image;
    let words = g.frame_words();
    let mut frames = Vec::new();
    for frame in g.frames(image) {
        if !image.has_pc(frame.pc as u64) {
            continue;
        }
        let id = image.func_at(frame.pc);
        let func = &image.program.funcs[id.0 as usize];
        let file = image.program.files.get(func.file as usize);
        if file.is_some_and(|f| f.starts_with(LIBRARY_PREFIX)) {
            continue;
        }
        let next = image.offset_of(frame.pc) - image.function_starts[id.0 as usize] as usize;
        let slots = words.get(frame.base..).unwrap_or(&[]);
        frames.push(variables_at(image, func, next, slots));
    }
    frames
}

/// The variables in scope before the instruction `next` of a frame with these slots, inner scopes first.
fn variables_at(image: &Image, func: &Func, next: usize, slots: &[u64]) -> Vec<ReachedValue> {
    let at = next.saturating_sub(1) as u32;
    let mut kept = Vec::new();
    Liveness::of(image.program.tables(), image.types.current_types(), func)
        .for_each_live(next, |slot| kept.push(slot));
    let mut roots = Vec::new();
    for var in func.vars.iter().rev().filter(|v| (v.scope_start_pc..v.scope_end_pc).contains(&at)) {
        let first = u32::from(var.slot.0);
        let width = if var.is_boxed { 1 } else { image.types.get(var.ty).slots() };
        let live = kept.iter().any(|k| (first..first + width).contains(k));
        let Some(slot) = slots.get(first as usize) else { continue };
        let at = if var.is_boxed { *slot } else { std::ptr::from_ref(slot) as u64 };
        roots.push(ReachedValue {
            path: var.name.to_string(),
            ty: var.ty,
            address: at,
            is_live: live,
        });
    }
    roots
}

/// The name of a channel or lock that package-level variables lead to, formed from the variable's name.
pub(crate) fn name_in_globals(shared: &Shared, target: u64) -> Option<NamedObject> {
    search_names(shared, globals(shared), target, (0, 0), &|_| true)
}

/// The package-level variables, the user's before the library's.
fn globals(shared: &Shared) -> Vec<ReachedValue> {
    let base = shared.image.globals() as u64;
    let own = |name: &str| !name.starts_with(char::is_lowercase) || name.starts_with("main.");
    let globals = shared.image.program.globals.iter();
    let roots = globals.map(|v| ReachedValue {
        path: v.name.to_string(),
        ty: v.ty,
        address: base + u64::from(v.offset),
        is_live: true,
    });
    let (mut roots, rest): (Vec<_>, Vec<_>) = roots.partition(|p| own(&p.path));
    roots.extend(rest);
    roots
}

/// The first value reached from `roots` that holds the channel at `target`, or is the lock around that address, and
/// whose type fits. `stack` are the addresses of the goroutine's stack.
fn search_names(
    shared: &Shared,
    roots: Vec<ReachedValue>,
    target: u64,
    stack: (u64, u64),
    fits: &dyn Fn(&RType) -> bool,
) -> Option<NamedObject> {
    NameSearch::new(shared, roots, target, stack).first_match(fits)
}

/// A breadth-first search for a channel or lock.
struct NameSearch<'a> {
    shared: &'a Shared,
    target: u64,
    stack: (u64, u64),
    queue: VecDeque<ReachedValue>,
    /// Whether other goroutines may run during the search.
    is_running: bool,
    /// Search for a value whose bytes contain the target, or the map at the target, rather than for a channel or lock.
    matches_any_word: bool,
    /// Search for a struct whose type's name satisfies this predicate.
    struct_filter: Option<&'a dyn Fn(&str) -> bool>,
}

impl<'a> NameSearch<'a> {
    fn new(shared: &'a Shared, roots: Vec<ReachedValue>, target: u64, stack: (u64, u64)) -> Self {
        Self {
            shared,
            target,
            stack,
            queue: VecDeque::from(roots),
            is_running: false,
            matches_any_word: false,
            struct_filter: None,
        }
    }

    /// The first value that matches the target and whose type fits.
    fn first_match(mut self, fits: &dyn Fn(&RType) -> bool) -> Option<NamedObject> {
        let types = &self.shared.image.types;
        let most =
            if self.is_running { MAX_SEARCHED_VALUES_WHILE_RUNNING } else { MAX_SEARCHED_VALUES };
        let mut seen = hashbrown::HashSet::new();
        while let Some(location) = self.queue.pop_front() {
            let ReachedValue { ty, address: at, .. } = location;
            let Some(of) = types.current_types().get(ty.0 as usize) else { continue };
            if seen.len() > most || !self.is_readable(at, of.size) || !seen.insert((at, ty)) {
                continue;
            }
            if self.is_target(of, at) && fits(of) {
                return Some(NamedObject { path: location.path, ty, address: at });
            }
            self.push_parts(location, of);
        }
        None
    }

    /// Reports whether `size` bytes at `at` lie in an object, a package-level variable or the stack.
    fn is_readable(&self, at: u64, size: u64) -> bool {
        let within = |from: u64, to: u64| from <= at && at + size <= to;
        let globals = self.shared.image.global_words().as_ptr_range();
        let object = || self.shared.heap.object_at(at as usize);
        at >= 4096
            && at.checked_add(size).is_some()
            && (within(self.stack.0, self.stack.1)
                || within(globals.start as u64, globals.end as u64)
                || object().is_some_and(|o| within(o.base as u64, (o.base + o.size) as u64)))
    }

    /// Reports whether the readable value of type `of` at `at` holds the target channel, or is the target lock.
    fn is_target(&self, of: &RType, at: u64) -> bool {
        let surrounds = || (at..at + of.size).contains(&self.target);
        if let Some(is_it) = self.struct_filter {
            let is_around =
                || surrounds() || self.is_cond_waiter(of, at) || self.is_context_done(of, at);
            return of.kind == Kind::Struct && is_it(&of.string) && is_around();
        }
        match of.kind {
            Kind::Struct | Kind::Array if self.matches_any_word => false,
            Kind::Map | Kind::Chan if self.matches_any_word => {
                [at, read_word(at)].contains(&self.target)
            }
            _ if self.matches_any_word => surrounds(),
            Kind::Chan => read_word(at) == self.target,
            Kind::Struct if LOCK_TYPES.contains(&&*of.string) => {
                surrounds() || self.is_cond_waiter(of, at)
            }
            _ => false,
        }
    }

    /// Reports whether the target is the channel of a context's Done.
    fn is_context_done(&self, of: &RType, at: u64) -> bool {
        let done =
            of.fields.iter().find(|f| &*f.name == "done" && of.string.starts_with("context."));
        done.is_some_and(|done| read_word(at + done.offset) == self.target)
    }

    /// Reports whether the target is one of the waiters' words of the `sync.Cond` at `at`.
    fn is_cond_waiter(&self, of: &RType, at: u64) -> bool {
        let Some(list) = of.fields.iter().find(|f| &*f.name == "waiters") else { return false };
        let [from, len] = [0, 8].map(|word| read_word(at + list.offset + word));
        (0..len.min(1 << 16)).any(|i| {
            let word = from + i * 8;
            self.is_readable(word, 8) && read_word(word) == self.target
        })
    }

    /// Queues the components of the readable value of type `of`, and the values that it points to.
    fn push_parts(&mut self, location: ReachedValue, of: &RType) {
        let ReachedValue { path, ty, address: at, is_live: live } = location;
        let types = &self.shared.image.types;
        let mut push = |path: String, ty, at| {
            self.queue.push_back(ReachedValue { path, ty, address: at, is_live: live });
        };
        match of.kind {
            Kind::Struct => {
                for field in of.fields.iter().filter(|field| !is_context_link(of, &field.name)) {
                    push(format!("{path}.{}", field.name), field.ty, at + field.offset);
                }
            }
            Kind::Pointer => push(path, of.elem, read_word(at)),
            Kind::Interface => {
                let ty = type_of(read_word(at));
                let small =
                    types.current_types().get(ty.0 as usize).is_some_and(|t| t.is_in_data_word);
                push(path, ty, if small { at + 8 } else { read_word(at + 8) });
            }
            Kind::Slice | Kind::Array => {
                // A search for any word covers the whole capacity of a slice, since an append writes behind the
                // existing elements.
                let len = if self.matches_any_word { 16 } else { 8 };
                let (from, len) = match of.kind {
                    Kind::Slice => (read_word(at), read_word(at + len)),
                    _ => (at, of.len),
                };
                let size = types.get(of.elem).size;
                for i in 0..len.min(MAX_ELEMENTS) {
                    push(format!("{path}[{i}]"), of.elem, from + i * size);
                }
            }
            // Only a valid map can be iterated over.
            Kind::Map if live && !self.is_running => {
                each_entry(self.shared, ty, read_word(at), |key, value| {
                    push(format!("{path}[{key}]"), of.elem, value);
                });
            }
            _ => {}
        }
    }
}

/// Reports whether a field of package context leads to a context that the program does not reach by this path: contexts
/// that are cancelled together are linked.
fn is_context_link(of: &RType, field: &str) -> bool {
    of.string.starts_with("context.")
        && ["also", "above", "below", "before", "next"].contains(&field)
}

/// The word at `at`, which is readable: it lies in an object, a package-level variable or the stack.
fn read_word(at: u64) -> u64 {
    // SAFETY: `NameSearch::is_readable` has found the memory readable. While the world is not stopped the memory may
    // change, by whole words, which are aligned.
    unsafe {
        match at % 8 {
            0 => AtomicU64::from_ptr(at as *mut u64).load(Ordering::Relaxed),
            _ => (at as *const u64).read_unaligned(),
        }
    }
}

/// Calls `visit` with the entries of the map at `map`: the key as the program would write it, and the address of the
/// value.
fn each_entry(shared: &Shared, ty: TypeId, map: u64, mut visit: impl FnMut(String, u64)) {
    let types = &shared.image.types;
    if map == 0 {
        return;
    }
    let key = types.get(types.get(ty).key);
    // SAFETY: the word is a map value of this type, and the map does not change while the world is stopped.
    let entries = unsafe { MapIter::new(map as *const Map, 0) };
    for _ in 0..MAX_ELEMENTS {
        // SAFETY: as above; the layout is the one of the map's type.
        let more = unsafe { entries.next(types.current_types(), shared.image.map_layout(ty)) };
        // For a map that is being written, `visit` gets no further entries.
        if more != Ok(true) {
            return;
        }
        // SAFETY: a live entry's key lies in the slots of its type.
        visit(unsafe { key_text(key, entries.key()) }, entries.value() as u64);
    }
}

/// The text of a map's key.
///
/// # Safety
/// The slots of a value of this type lie at `at`.
unsafe fn key_text(ty: &RType, at: *const u64) -> String {
    // SAFETY: the caller's promise; a string's words point to its bytes.
    unsafe {
        match ty.kind {
            Kind::String => {
                let (ptr, len) = (*at as *const u8, *at.add(1) as usize);
                let bytes = if len == 0 { &[][..] } else { std::slice::from_raw_parts(ptr, len) };
                let text = String::from_utf8_lossy(bytes);
                let shown: String = text.chars().take(MAX_KEY_CHARS).collect();
                format!("{shown:?}{}", if shown.len() < text.len() { "…" } else { "" })
            }
            Kind::Int | Kind::Int8 | Kind::Int16 | Kind::Int32 | Kind::Int64 => {
                (*at as i64).to_string()
            }
            Kind::Uint | Kind::Uint8 | Kind::Uint16 | Kind::Uint32 | Kind::Uint64 => {
                (*at).to_string()
            }
            Kind::Bool => (*at != 0).to_string(),
            _ => String::from("…"),
        }
    }
}
