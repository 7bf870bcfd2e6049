//! Deferred calls, panics, `recover`, `Goexit`, and all calls that the VM makes itself.
//!
//! # How it works
//! A deferred call is a record in a list of its goroutine. A function that defers runs its records at its end, each as a call
//! that returns to the instruction `leave`: there the list of [`Act`]s, innermost last, says what the call was for.
//!
//! A panic does not unwind: it runs the goroutine's records on top of the stack, last first. When one has recovered, the
//! frame that made the record goes on at its `recover_pc`, and all above is forgotten. Panics nest: a newer one takes
//! over the records that are left, and an older one is forgotten with the frame it came from.

use crate::access::Access;
use crate::convert::GoFunc;
use crate::goroutine::{Goroutine, Wait, grow};
use crate::interp::{Cx, Exit, frame_slots, window_before};
use crate::native::{Control, GoCall};
use crate::traceback::Level;
use minigo_bytecode::func::HEADER_SLOTS;
use minigo_bytecode::operand::TypeId;
use minigo_bytecode::ops::Op;
use minigo_bytecode::rtype::Kind;
use minigo_sched::Step;
use std::sync::atomic::Ordering;

/// What the VM calls.
#[derive(Clone, Copy)]
pub(crate) enum Callee {
    /// A function, by its place in the image's code.
    Code(u32),
    /// A closure.
    Closure(u64),
}

/// What most goroutines never need.
#[derive(Default)]
pub(crate) struct Unwind {
    /// Records of deferred calls: arguments, callee, the place of the `defer`, and a word of frame base, number of
    /// arguments and kind.
    defers: Vec<u64>,
    acts: Vec<Act>,
    panics: Vec<Panic>,
    /// What `print` has collected.
    pub(crate) printed: Vec<u8>,
    /// Whether the panics in progress are the end of the program, and their texts are being found out.
    printing: bool,
    /// Whether `Goexit` has run all deferred calls.
    pub(crate) exiting: bool,
    /// See [`Goroutine::panics_on_fault`].
    pub(crate) panic_on_fault: bool,
}

/// So many words may be kept for the next goroutine.
const KEPT_WORDS: usize = 64;

impl Unwind {
    /// Whether another goroutine can go on with it.
    pub(crate) fn is_as_new(&self) -> bool {
        let empty = self.defers.is_empty() && self.acts.is_empty() && self.panics.is_empty();
        let small = self.defers.capacity() <= KEPT_WORDS && self.acts.capacity() <= KEPT_WORDS;
        let plain = !self.exiting && !self.printing && !self.panic_on_fault;
        empty && small && self.printed.capacity() == 0 && plain
    }

    /// Calls `visit` for every word of the records of deferred calls.
    pub(crate) fn each_deferred_word(&self, visit: impl FnMut(u64)) {
        self.defers.iter().copied().for_each(visit);
    }

    /// Calls `visit` with the callee and the arguments of each deferred call, last made first.
    pub(crate) fn each_deferred(&self, mut visit: impl FnMut(Callee, &[u64])) {
        let mut rest = &self.defers[..];
        while let [before @ .., word, _, meta] = rest {
            let n = (meta >> 32 & 0x3fff_ffff) as usize;
            let (others, args) = before.split_at(before.len() - n);
            visit(callee_of(*word, *meta), args);
            rest = others;
        }
    }

    /// Whether a panic or a `Goexit` is in progress.
    pub(crate) fn is_panicking(&self) -> bool {
        !self.panics.is_empty()
    }

    /// Calls `visit` for every word that may be a pointer: for the collector.
    pub(crate) fn each_word(&self, mut visit: impl FnMut(u64)) {
        self.defers.iter().copied().for_each(&mut visit);
        self.panics.iter().flat_map(|p| p.value).for_each(&mut visit);
        for act in &self.acts {
            if let ActKind::Native(Some(call)) = &act.kind {
                visit(call.func.0);
                call.args.iter().chain(&call.keep).copied().for_each(&mut visit);
            }
        }
    }
}

/// A call that the VM made: what to do when it returns.
pub(crate) struct Act {
    /// Base of the frame on whose behalf, in slots.
    pub(crate) base: u32,
    /// Where that frame is.
    pub(crate) pc: *const Op,
    pub(crate) kind: ActKind,
}

pub(crate) enum ActKind {
    /// A deferred call at the end of a function: go on there.
    Defer,
    /// A deferred call that the last panic runs.
    Panic,
    /// The remaining deferred calls of a frame that has recovered; then it goes on at this place.
    Recovered(*const Op),
    /// A call by a native.
    Native(Option<Box<GoCall>>),
    /// `Error` or `String` of the value of a panic that nobody recovered.
    Print(usize),
}

/// A panic or a `Goexit` in progress.
struct Panic {
    value: [u64; 2],
    goexit: bool,
    recovered: bool,
    /// It came of a bad access, and is to say so.
    access: Option<Access>,
    /// Base of the frame it came from, and where in it.
    origin: u32,
    pc: *const Op,
    /// Base of the deferred call that it runs now: who may recover.
    running: u32,
    /// Base of the frame that deferred that call, and where.
    frame: u32,
    frame_pc: *const Op,
    /// Its text, once found out.
    text: Option<Vec<u8>>,
}

const CLOSURE: u64 = 1 << 62;
const HEADER: usize = HEADER_SLOTS as usize;

fn base_of(cx: &mut Cx) -> u32 {
    let r = cx.s.r;
    // SAFETY: the frame lies in the stack.
    unsafe { r.offset_from(cx.g().stack.base()) as u32 }
}

fn set_frame(cx: &mut Cx, base: u32, pc: *const Op) {
    // SAFETY: the frame lies in the stack.
    cx.s.r = unsafe { cx.g().stack.base().add(base as usize) };
    cx.s.pc = pc;
}

/// `defer f(…)`.
///
/// # Safety
/// `args` leads to `n` slots.
#[inline(never)]
pub(crate) unsafe fn defer(cx: &mut Cx, callee: Callee, args: *const u64, n: usize) {
    let (base, pc) = (base_of(cx), cx.s.pc);
    // SAFETY: the caller's promise.
    let args = unsafe { std::slice::from_raw_parts(args, n) };
    if cx.g().unwind_ref().is_none()
        && let Some(used) = cx.task().local().take_unwind()
    {
        cx.g().inherit_unwind(used);
    }
    let defers = &mut cx.g().unwind().defers;
    if defers.capacity() - defers.len() < n + 3 {
        // The records lie outside the heap: that they fit must be asked for.
        let bytes = defers.capacity() * 16;
        cx.need(bytes);
    }
    let defers = &mut cx.g().unwind().defers;
    defers.extend_from_slice(args);
    let (word, kind) = match callee {
        Callee::Code(offset) => (u64::from(offset), 0),
        Callee::Closure(f) => (f, CLOSURE),
    };
    defers.extend([word, pc as u64, u64::from(base) | (n as u64) << 32 | kind]);
}

/// Whether the running frame has deferred calls.
#[inline]
pub(crate) fn has_defers(cx: &mut Cx) -> bool {
    let base = base_of(cx);
    cx.g().unwind_ref().is_some_and(|u| u.defers.last().is_some_and(|w| *w as u32 == base))
}

/// Takes the last record and calls it with a frame at `at` (slots from the running frame's base). False if that left.
fn call_last(cx: &mut Cx, at: usize) -> bool {
    let defers = &mut cx.g().unwind().defers;
    let end = defers.len();
    let (word, meta) = (defers[end - 3], defers[end - 1]);
    let n = (meta >> 32 & 0x3fff_ffff) as usize;
    let first = end - 3 - n;
    let mut few = [0; 8];
    let many: Vec<u64>;
    let args = if n <= few.len() {
        few[..n].copy_from_slice(&defers[first..first + n]);
        &few[..n]
    } else {
        many = defers[first..first + n].to_vec();
        &many
    };
    defers.truncate(first);
    enter(cx, callee_of(word, meta), at, args)
}

/// What a record calls.
fn callee_of(word: u64, meta: u64) -> Callee {
    if meta & CLOSURE == 0 { Callee::Code(word as u32) } else { Callee::Closure(word) }
}

/// Makes a call that returns to `leave`, with its frame `at` slots above the running frame's base. False if that left.
fn enter(cx: &mut Cx, callee: Callee, at: usize, args: &[u64]) -> bool {
    let (code, closure) = match callee {
        // SAFETY: places of functions lie in the code.
        Callee::Code(offset) => (unsafe { cx.code.add(offset as usize) }, 0),
        Callee::Closure(f) if f < 4096 => return cx.fail(crate::fault::Fault::Nil),
        // SAFETY: a func value leads to its code.
        Callee::Closure(f) => (unsafe { *(f as *const *const Op) }, f),
    };
    // SAFETY: the code is a function's.
    let slots = at + unsafe { frame_slots(code) }.max(args.len());
    if cx.s.r.wrapping_add(slots) > cx.limit && !grow(cx, slots) {
        cx.leave(Exit::Grow(slots));
        return false;
    }
    let leave = cx.shared().image.leave();
    // SAFETY: there is room now.
    unsafe {
        let base = cx.s.r.add(at);
        base.copy_from_nonoverlapping(args.as_ptr(), args.len());
        *base.sub(1) = leave as u64;
        *base.sub(2) = closure;
        cx.s.r = base;
        cx.s.pc = code;
    }
    true
}

/// Runs the last deferred call of the running frame in a window at `win`; then the instruction runs again.
#[inline(never)]
pub(crate) fn run_defers(cx: &mut Cx, win: usize) -> bool {
    let base = base_of(cx);
    // SAFETY: the registers are behind the `run.defers`.
    let pc = unsafe { cx.s.pc.sub(1) };
    cx.g().unwind().acts.push(Act { base, pc, kind: ActKind::Defer });
    call_last(cx, win)
}

/// First slot above the running frame, whatever call it is in.
fn top_of(cx: &Cx) -> usize {
    let image = &cx.shared().image;
    let code = image.entry_of(image.func_at(cx.s.pc));
    // SAFETY: the code is a function's.
    unsafe { frame_slots(code) + HEADER }
}

/// A call that the VM made has returned; goes on with what it was for. False if that leaves.
#[inline(never)]
pub(crate) fn vm_call_returned(cx: &mut Cx) -> bool {
    let Some(mut act) = cx.g().unwind_mut().and_then(|u| u.acts.pop()) else {
        cx.leave(Exit::Done);
        return false;
    };
    let results = cx.s.r;
    set_frame(cx, act.base, act.pc);
    match &mut act.kind {
        ActKind::Defer => true,
        ActKind::Panic => {
            let top = cx.g().unwind().panics.last().expect("its panic is there");
            let step = if top.recovered { recovered(cx) } else { next_deferred(cx) };
            settle(cx, step)
        }
        ActKind::Recovered(to) => run_rest(cx, *to),
        ActKind::Native(call) => {
            let call = call.take().expect("an act is taken once");
            // SAFETY: the native's window lies in the frame, which is behind its instruction.
            let at = unsafe { cx.s.r.add(window_before(cx.s.pc)) };
            (call.then)(cx, results, at) == Control::Next
        }
        ActKind::Print(i) => {
            // SAFETY: both methods give a string, in two slots.
            let text = unsafe { crate::rtype::string_at(results.cast()) }.to_vec();
            cx.g().unwind().panics[*i].text = Some(text);
            let step = print_first(cx, *i);
            settle(cx, step)
        }
    }
}

/// Turns "go on, or this step" into what handlers report: a step is left for `left` by way of a parked goroutine.
fn settle(cx: &mut Cx, step: Option<Step>) -> bool {
    match step {
        None => matches!(cx.exit, Exit::None),
        Some(Step::Done) => {
            cx.leave(Exit::Done);
            false
        }
        Some(_) => {
            cx.g().wait = Wait::Forever;
            cx.leave(Exit::Park(minigo_sched::Reason::Unknown));
            false
        }
    }
}

/// Starts a panic at the registers. `None`: the interpreter goes on with a deferred call.
pub(crate) fn panic(cx: &mut Cx, value: [u64; 2], access: Option<Access>) -> Option<Step> {
    begin(cx, value, false, access)
}

/// `runtime.Goexit` at the registers.
pub(crate) fn goexit(cx: &mut Cx) -> Option<Step> {
    begin(cx, [0, 0], true, None)
}

fn begin(cx: &mut Cx, value: [u64; 2], goexit: bool, access: Option<Access>) -> Option<Step> {
    if !goexit {
        cx.shared().panicking.fetch_add(1, Ordering::SeqCst);
    }
    let (origin, pc) = (base_of(cx), cx.s.pc);
    cx.g().unwind().panics.push(Panic {
        value,
        goexit,
        recovered: false,
        access,
        origin,
        pc,
        running: u32::MAX,
        frame: 0,
        frame_pc: std::ptr::null(),
        text: None,
    });
    next_deferred(cx)
}

/// Lets the last panic run the next deferred call, or ends it when there is none.
fn next_deferred(cx: &mut Cx) -> Option<Step> {
    let unwind = cx.g().unwind();
    let top = unwind.panics.last_mut().expect("a panic is in progress");
    let (origin, pc) = (top.origin, top.pc);
    if unwind.defers.is_empty() {
        if top.goexit {
            unwind.exiting = true;
            unwind.acts.clear();
            let aborted = unwind.panics.drain(..).filter(|p| !p.goexit).count();
            cx.shared().panicking.fetch_sub(aborted as u32, Ordering::SeqCst);
            return Some(finish_goroutine(cx));
        }
        let (printing, value) = (unwind.printing, top.value);
        set_frame(cx, origin, pc);
        return if printing { Some(panicked_while_printing(cx, value)) } else { print_panics(cx) };
    }
    let end = unwind.defers.len();
    (top.frame, top.frame_pc) =
        (unwind.defers[end - 1] as u32, unwind.defers[end - 2] as *const Op);
    unwind.acts.push(Act { base: origin, pc, kind: ActKind::Panic });
    set_frame(cx, origin, pc);
    let at = top_of(cx);
    cx.g().unwind().panics.last_mut().expect("a panic is in progress").running = origin + at as u32;
    if call_last(cx, at) {
        return None;
    }
    // The deferred func is nil, or the stack is full: that is a panic of its own.
    crate::goroutine::left_again(cx)
}

fn finish_goroutine(cx: &mut Cx) -> Step {
    crate::goroutine::done(cx)
}

/// The last panic is recovered, and the deferred call that did it has returned.
fn recovered(cx: &mut Cx) -> Option<Step> {
    let unwind = cx.g().unwind();
    let top = unwind.panics.last().expect("a panic is in progress");
    let (frame, frame_pc) = (top.frame, top.frame_pc);
    let (mut goexit, mut over) = (false, 0);
    while let Some(last) = unwind.panics.last()
        && last.origin >= frame
    {
        goexit |= last.goexit;
        over += u32::from(!last.goexit);
        unwind.panics.pop();
    }
    while unwind.acts.last().is_some_and(|a| a.base >= frame) {
        unwind.acts.pop();
    }
    cx.shared().panicking.fetch_sub(over, Ordering::SeqCst);
    let image = &cx.shared().image;
    let func = image.func_at(frame_pc);
    let entry = image.entry_of(func);
    let recover_pc = image.program.funcs[func.0 as usize].recover_pc;
    set_frame(cx, frame, frame_pc);
    if goexit {
        // A Goexit that a panic had interrupted goes on.
        return begin(cx, [0, 0], true, None);
    }
    let to = recover_pc.expect("functions that defer say where to go on");
    // SAFETY: the place lies in the function.
    let to = unsafe { entry.add(to as usize) };
    if run_rest(cx, to) { None } else { crate::goroutine::left_again(cx) }
}

/// Runs the deferred calls that the running frame has left, one after the other; then goes on at `to`.
fn run_rest(cx: &mut Cx, to: *const Op) -> bool {
    if !has_defers(cx) {
        cx.s.pc = to;
        return true;
    }
    let (base, pc) = (base_of(cx), cx.s.pc);
    let at = top_of(cx);
    cx.g().unwind().acts.push(Act { base, pc, kind: ActKind::Recovered(to) });
    call_last(cx, at)
}

/// `recover()` of the running frame.
#[inline(never)]
pub(crate) fn recover(cx: &mut Cx) -> [u64; 2] {
    let base = base_of(cx);
    let Some(top) = cx.g().unwind_ref().and_then(|u| u.panics.last()) else { return [0, 0] };
    let (running, open) = (top.running, !top.goexit && !top.recovered);
    if !open || !is_deferred_call(cx, base, running) {
        return [0, 0];
    }
    let top = cx.g().unwind().panics.last_mut().expect("it was there");
    top.recovered = true;
    top.value
}

/// Whether the frame at `base` is the deferred call at `running`, or is called by it through wrappers and reflection only.
fn is_deferred_call(cx: &mut Cx, base: u32, running: u32) -> bool {
    let pc = cx.s.pc;
    let g: *const Goroutine = cx.g();
    let image = &cx.shared().image;
    // SAFETY: nothing changes the goroutine meanwhile.
    let g = unsafe { &*g };
    let adapts = |pc: *const Op| {
        let f = &image.program.funcs[image.func_at(pc).0 as usize];
        !image.has_pc(pc as u64) || f.wrapper || f.name.starts_with("reflect.")
    };
    let mut acts = g.unwind_ref().map_or(&[][..], Unwind::acts);
    let mut at = (pc, base);
    // A wrapper around `recover` itself stands for its caller: `defer recover()`.
    let mut own = image.program.funcs[image.func_at(pc).0 as usize].wrapper;
    while own || at.1 != running {
        if at.1 < running {
            return false;
        }
        let back = g.stack.words()[at.1 as usize - 1] as *const Op;
        if back == image.leave() {
            let Some((act, rest)) = acts.split_last() else { return false };
            acts = rest;
            match act.kind {
                ActKind::Native(_) => {}
                ActKind::Defer | ActKind::Recovered(_) if own => {}
                _ => return false,
            }
            at = (act.pc, act.base);
        } else {
            // SAFETY: return addresses are behind calls.
            at = (back, at.1 - unsafe { window_before(back) } as u32);
        }
        if !own && !adapts(at.0) {
            return false;
        }
        own = false;
    }
    true
}

/// A native calls a Go function.
pub(crate) fn call_go(cx: &mut Cx, mut call: GoCall) -> Option<Step> {
    let (base, pc) = (base_of(cx), cx.s.pc);
    let at = top_of(cx);
    let args = std::mem::take(&mut call.args);
    let (func, results) = (call.func.0, call.result_slots);
    let kind = ActKind::Native(Some(Box::new(call)));
    cx.g().unwind().acts.push(Act { base, pc, kind });
    let slots = at + results;
    let room = cx.s.r.wrapping_add(slots) <= cx.limit || grow(cx, slots);
    if room && enter(cx, Callee::Closure(func), at, &args) {
        return None;
    }
    crate::goroutine::left_again(cx)
}

/// A function that reflection made calls its server, above the `room` slots of its own frame; then `then`, for which the objects in `keep` stay alive, stores the results at the
/// frame's base, and the function returns.
pub(crate) fn call_server(
    cx: &mut Cx,
    serve: GoFunc,
    args: Vec<u64>,
    keep: Vec<u64>,
    room: usize,
    then: impl FnOnce(&mut Cx, *mut u64) + Send + 'static,
) -> bool {
    let (base, pc) = (base_of(cx), cx.shared().image.made_ret());
    let then = Box::new(move |cx: &mut Cx, _: *const u64, at: *mut u64| {
        then(cx, at);
        Control::Next
    });
    let call = GoCall { func: serve, args: Vec::new(), result_slots: 0, keep, then };
    let kind = ActKind::Native(Some(Box::new(call)));
    cx.g().unwind().acts.push(Act { base, pc, kind });
    enter(cx, Callee::Closure(serve.0), room + HEADER, &args)
}

/// Finds out the texts of all panics, by running Go's methods where there are some; then prints them and ends the program.
fn print_panics(cx: &mut Cx) -> Option<Step> {
    let unwind = cx.g().unwind();
    unwind.printing = true;
    for panic in &mut unwind.panics {
        // The methods are no deferred calls: they cannot recover these panics.
        panic.running = u32::MAX;
    }
    let all = unwind.panics.len();
    print_first(cx, all)
}

/// The same for the first `count` of them, from the newest to the oldest as Go does.
fn print_first(cx: &mut Cx, count: usize) -> Option<Step> {
    for i in (0..count).rev() {
        let panic = &cx.g().unwind().panics[i];
        if panic.goexit {
            continue;
        }
        let value = panic.value;
        if let Some(text) = crate::fault::text_of(cx, value) {
            cx.g().unwind().panics[i].text = Some(text);
            continue;
        }
        if let Some(code) = text_method(cx, value) {
            let (base, pc) = (base_of(cx), cx.s.pc);
            let at = top_of(cx);
            // Should the method panic, it is not called again.
            cx.g().unwind().panics[i].text = Some(b"(its text could not be found out)".to_vec());
            cx.g().unwind().acts.push(Act { base, pc, kind: ActKind::Print(i) });
            let callee = Callee::Code(code);
            if enter(cx, callee, at, &[value[1]]) {
                return None;
            }
            cx.exit = Exit::None;
            cx.g().unwind().acts.pop();
        }
        let mut text = Vec::new();
        show_value(cx, value, &mut text);
        cx.g().unwind().panics[i].text = Some(text);
    }
    Some(report(cx))
}

/// A method that was to give the text of a panic has panicked itself, and has not recovered.
fn panicked_while_printing(cx: &mut Cx, value: [u64; 2]) -> Step {
    let ty = cx.shared().image.types.get(TypeId(value[0] as u32));
    let mut what = Vec::new();
    if ty.kind == Kind::String && ty.pkg_path.is_empty() {
        show_value(cx, value, &mut what);
    } else {
        what.extend(format!("type {}", ty.string).as_bytes());
    }
    let text = format!("panic while printing panic value: {}", String::from_utf8_lossy(&what));
    crate::goroutine::throw(cx, &text)
}

/// The place of `Error` or `String` of a panic's value.
fn text_method(cx: &Cx, value: [u64; 2]) -> Option<u32> {
    let image = &cx.shared().image;
    let known = image.program.known;
    let ty = TypeId(value[0] as u32);
    let find = |method| image.types.method_func(ty, method);
    let named = |name: &str, method| {
        let id: minigo_bytecode::operand::MethodId = method;
        let is = image.program.methods.get(id.0 as usize).is_some_and(|m| &*m.name == name);
        if is { find(id) } else { None }
    };
    let func =
        named("Error", known.error_method).or_else(|| named("String", known.string_method))?;
    Some(image.starts[func.0 as usize])
}

/// Prints all panics, oldest first, and the goroutine; exit status 2.
fn report(cx: &mut Cx) -> Step {
    let Panics { mut lines, signal, .. } = panics_of(cx);
    lines.extend(signal);
    crate::goroutine::crash(cx, lines, Level::All)
}

/// A goroutine's panics as they are reported.
#[derive(Default)]
pub(crate) struct Panics {
    /// Oldest first.
    pub(crate) lines: Vec<u8>,
    /// The line about the signal, if one of them came by it.
    pub(crate) signal: Vec<u8>,
    /// Whether a `Goexit` was interrupted last.
    pub(crate) exiting: bool,
}

/// The panics in progress; those whose text was not found out are shown by their values.
pub(crate) fn panics_of(cx: &mut Cx) -> Panics {
    let mut all = Panics::default();
    let cx = &*cx;
    // SAFETY: nothing changes the goroutine meanwhile.
    let g = unsafe { &*cx.g };
    let panics = g.unwind_ref().map_or(&[][..], |u| &u.panics);
    for (i, panic) in panics.iter().enumerate() {
        all.exiting = panic.goexit;
        let before = i.checked_sub(1).map(|j| &panics[j]);
        if before.is_some_and(|b| is_repanic(b, panic)) {
            continue;
        }
        // A Goexit after a panic prints its tab too, as in Go.
        if before.is_some_and(|b| !b.goexit) {
            all.lines.push(b'\t');
        }
        if panic.goexit {
            continue;
        }
        all.lines.extend(b"panic: ");
        let mut shown = Vec::new();
        if panic.text.is_none() {
            show_value(cx, panic.value, &mut shown);
        }
        for &b in panic.text.as_ref().unwrap_or(&shown) {
            all.lines.push(b);
            if b == b'\n' {
                all.lines.push(b'\t');
            }
        }
        if panic.recovered {
            let again = panics.get(i + 1).is_some_and(|next| is_repanic(panic, next));
            let how = if again { &b" [recovered, repanicked]"[..] } else { b" [recovered]" };
            all.lines.extend(how);
        }
        all.lines.push(b'\n');
    }
    let access = |p: &Panic| Some(p.access?.line(p.pc as u64).to_string());
    if let Some(line) = panics.iter().filter(|p| !p.goexit).find_map(access) {
        all.signal = line.into_bytes();
    }
    all
}

/// Whether a deferred call recovered `before` and panicked again with the same value.
fn is_repanic(before: &Panic, after: &Panic) -> bool {
    before.recovered && before.value == after.value
}

/// A panic's value as Go prints those without methods.
pub(crate) fn show_value(cx: &Cx, value: [u64; 2], out: &mut Vec<u8>) {
    use crate::interp::show;
    use minigo_bytecode::program::PrintKind as P;
    let types = &cx.shared().image.types;
    if value[0] == 0 {
        out.extend(b"nil");
        return;
    }
    let ty = types.get(TypeId(value[0] as u32));
    let kind = match ty.kind {
        Kind::Bool => P::Bool,
        Kind::Int | Kind::Int8 | Kind::Int16 | Kind::Int32 | Kind::Int64 => P::Int,
        Kind::Uint | Kind::Uint8 | Kind::Uint16 | Kind::Uint32 | Kind::Uint64 | Kind::Uintptr => {
            P::Uint
        }
        Kind::Float32 => P::Float32,
        Kind::Float64 => P::Float64,
        Kind::Complex64 => P::Complex64,
        Kind::Complex128 => P::Complex128,
        Kind::String => P::String,
        _ => {
            out.extend(format!("({}) {:#x}", ty.string, value[1]).as_bytes());
            return;
        }
    };
    let words = if ty.size <= 8 {
        [value[1], 0]
    } else {
        // SAFETY: values of 16 bytes lie where the data word leads.
        unsafe { *(value[1] as *const [u64; 2]) }
    };
    let (before, after): (&[u8], &[u8]) = match kind {
        _ if ty.pkg_path.is_empty() => (b"", b""),
        P::String => (b"(\"", b"\")"),
        // These have parentheses of their own.
        P::Complex64 | P::Complex128 => (b"", b""),
        _ => (b"(", b")"),
    };
    if !ty.pkg_path.is_empty() {
        out.extend(ty.string.as_bytes());
    }
    out.extend(before);
    show(out, kind, &words);
    out.extend(after);
}

impl Unwind {
    /// The calls that the VM made, innermost last: for tracebacks.
    pub(crate) fn acts(&self) -> &[Act] {
        &self.acts
    }
}
