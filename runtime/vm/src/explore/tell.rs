//! What a run is told as: what each goroutine does at its points, with names and values.

use crate::explore::noted::Explored;
use crate::explore::tale::{Event, TIMER, Told};
use crate::goroutine::context::Cx;
use crate::goroutine::state::Goroutine;
use crate::image::Image;
use crate::image::lines::{LIBRARY, TraceFrame, position};
use crate::memory::accessed::Accessed;
use crate::report::{names, traceback, values};
use crate::shared::Shared;
use minigo_bytecode::operand::TypeId;
use minigo_bytecode::ops::Access;
use minigo_explore::Thread;

/// The value that was to be written has been.
pub(crate) fn settle(cx: &mut Cx, explored: &Explored) {
    let shared = cx.m;
    // SAFETY: the machine outlives its slices.
    let shared = unsafe { &*shared };
    let me = cx.task().me();
    explored.tell(me, |tale, _, _| {
        if let Some((ty, at)) = tale.written.take()
            && let Some(Event::Point(last)) = tale.told.last_mut()
        {
            last.value = Some(value(shared, ty, at));
        }
    });
}

/// The goroutine is about to pass a point, with the registers before it.
pub(crate) fn point(cx: &mut Cx, explored: &Explored, accessed: &[Accessed]) {
    let Some(first) = accessed.first() else { return };
    let here = cx.s.pc;
    // Positions are those of the instruction before.
    cx.s.pc = here.wrapping_add(1);
    let frames = traceback::current_frames(cx, 32);
    let g: *const Goroutine = cx.store_position();
    cx.s.pc = here;
    let shared = cx.m;
    // SAFETY: the machine outlives its slices; the running goroutine is not changed meanwhile.
    let (shared, g) = unsafe { (&*shared, &*g) };
    let image = &shared.image;
    let is_users = |frame: &&_| !position(image, **frame).0.starts_with(LIBRARY);
    let Some(frame) = frames.iter().find(is_users).or(frames.first()) else { return };
    let (file, line) = position(image, *frame);
    let (verb, is_memory) = verb(first.access);
    let called = called(image, &frames);
    let method = called.and_then(|name| name.rsplit('.').next()).map(str::to_owned);
    // The word that stands for a pool is no value that the program knows.
    let is_pool = called.is_some_and(|name| name.starts_with("sync.(*Pool)"));
    let is_lock = method.is_some() && first.access != Access::Loads || !is_memory;
    let named = Some(()).filter(|()| is_lock);
    let named = named.and_then(|()| names::named_word(shared, Some(g), first.address, false));
    let named = named.or_else(|| names::named_word(shared, Some(g), first.address, true));
    let has_value = is_memory && !is_pool;
    let typed = named.as_ref().filter(|named| named.at == first.address && has_value);
    let reads = matches!(first.access, Access::Reads | Access::Loads);
    let me = cx.task().me();
    let goroutine = explored.id_of(me);
    let func = image.program.funcs[frame.func.0 as usize].name.to_string();
    explored.tell(me, |tale, thread, point| {
        tale.told.push(Event::Point(Told {
            thread,
            goroutine,
            point,
            func,
            place: format!("{file}:{line}"),
            verb,
            object: first.address,
            name: named
                .as_ref()
                .map(|named| name(&named.path, method.is_some()))
                .unwrap_or_default(),
            method,
            value: typed.filter(|_| reads).map(|named| value(shared, named.ty, named.at)),
        }));
        tale.written = typed.filter(|_| !reads).map(|named| (named.ty, named.at));
    });
}

/// The goroutine makes a timer of its bubble.
pub(crate) fn makes_timer(cx: &mut Cx, explored: &Explored, timer: Thread) {
    if let Some((func, place)) = users_place(cx) {
        explored.timer_made_in(timer, func, place);
    }
}

/// A timer that is due fires; or the running goroutine keeps it from that.
pub(crate) fn timer(cx: &mut Cx, explored: &Explored, timer: Thread, fires: bool) {
    let me = cx.task().me();
    let Some((func, place)) = explored.made_in(timer) else { return };
    let (goroutine, func, place, method) = if fires {
        (TIMER, func, place, None)
    } else {
        let Some((here, at)) = users_place(cx) else { return };
        (explored.id_of(me), here, at, Some(format!("stops the timer of {place}, which is due")))
    };
    let (verb, name) = ("fires", String::new());
    explored.tell(me, |tale, thread, point| {
        tale.told.push(Event::Point(Told {
            thread,
            goroutine,
            point,
            func,
            place,
            verb,
            method,
            object: 0,
            name,
            value: None,
        }));
    });
}

/// The user's function that runs, with file and line.
fn users_place(cx: &mut Cx) -> Option<(String, String)> {
    let frames = traceback::current_frames(cx, 32);
    let image = &cx.shared().image;
    let is_users = |frame: &&_| !position(image, **frame).0.starts_with(LIBRARY);
    let frame = frames.iter().find(is_users).or(frames.first())?;
    let (file, line) = position(image, *frame);
    let func = image.program.funcs[frame.func.0 as usize].name.to_string();
    Some((func, format!("{file}:{line}")))
}

/// The function or method of package sync or sync/atomic that the user's code has called, as these frames say.
fn called<'a>(image: &'a Image, frames: &[TraceFrame]) -> Option<&'a str> {
    let func = |frame: &TraceFrame| &*image.program.funcs[frame.func.0 as usize].name;
    let of_sync = |frame: &&TraceFrame| func(frame).starts_with("sync");
    let names = frames.iter().take_while(of_sync).map(func);
    // A function literal has no name that the program knows: `WaitGroup.Go` calls `Done` in one.
    let is_literal = |name: &&str| {
        let last = name.rsplit('.').next().unwrap_or(name);
        last.starts_with("func") || last.starts_with(char::is_numeric)
    };
    names.filter(|name| !is_literal(name)).last()
}

/// The name of a variable; of one of package sync without the field that stands for it.
fn name(path: &str, of_sync: bool) -> String {
    let field = path.rsplit_once('.').filter(|(_, field)| of_sync && FIELDS.contains(field));
    field.map_or(path, |(variable, _)| variable).to_owned()
}

/// Fields of package sync and sync/atomic that are found in place of their variable.
const FIELDS: [&str; 7] = ["v", "word", "state", "readerCount", "m", "w", "local"];

fn value(shared: &Shared, ty: TypeId, at: u64) -> String {
    // SAFETY: a variable of this type lies there, as the search for its name has found; nothing else runs.
    unsafe { values::in_memory(shared, ty, at as *const u8) }
}

/// What is said of an access, and whether it is to plain memory or an atomic variable, which have values.
const fn verb(access: Access) -> (&'static str, bool) {
    match access {
        Access::Reads => ("reads", true),
        Access::Writes => ("writes", true),
        Access::Updates => ("updates", true),
        Access::Loads => ("loads", true),
        Access::Stores => ("stores", true),
        Access::Swaps => ("updates", true),
        Access::Locks => ("locks", false),
        Access::Unlocks => ("unlocks", false),
        Access::ReadLocks => ("locks for reading", false),
        Access::ReadUnlocks => ("unlocks for reading", false),
        Access::Sends => ("sends to", false),
        Access::Receives => ("receives from", false),
        Access::Closes => ("closes", false),
        Access::Selects => ("selects", false),
        Access::Counts => ("counts", false),
        Access::Calls => ("calls", false),
    }
}
