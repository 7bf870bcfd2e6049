//! Fills the [story](super::story) of a run: when a goroutine passes a point of exploration, adds an event with the
//! goroutine's action, the name of the variable that it accesses, and the value.

use crate::explore::point_text::{self, Point};
use crate::explore::run_record::ExploredRun;
use crate::explore::scheduling_points::InstructionRole;
use crate::explore::story::{
    Event, GoroutineAction, PendingSelect, TIMER_GOROUTINE_ID, ValueFormat, WrittenValue,
};
use crate::goroutine::context::Cx;
use crate::goroutine::state::Goroutine;
use crate::image::Image;
use crate::image::lines::{TraceFrame, is_user_frame, position};
use crate::memory::recorded_accesses::AccessedBytes;
use crate::report::object_names::NamedObject;
use crate::report::{object_names, traceback, value_text};
use crate::shared::Shared;
use minigo_bytecode::operand::{SelectId, TypeId};
use minigo_bytecode::ops::{MemoryAccessKind, Op};
use minigo_explore::Thread;
use std::sync::atomic::{AtomicU64, Ordering};

/// Adds to an event the value that its instruction writes, once the instruction has been executed.
pub(crate) fn add_written_value(shared: &Shared, explored: &ExploredRun) {
    explored.with_story(|story| {
        let Some(WrittenValue { event_index: event, ty, address: at, format: shown }) =
            story.last_written.take()
        else {
            return;
        };
        let Some(Event::Point(it)) = story.events.get_mut(event) else { return };
        match shown {
            ValueFormat::Value => it.value = Some(value_text(shared, ty, at)),
            ValueFormat::Now => it.outcome = Some(format!("now {}", value_text(shared, ty, at))),
            ValueFormat::Counter => {
                // SAFETY: a WaitGroup begins with its state, the counter in the high half.
                let state = unsafe { (*(at as *const AtomicU64)).load(Ordering::Relaxed) };
                it.outcome = Some(format!("counter {}", (state >> 32) as i32));
            }
        }
    });
}

/// Adds an event: the goroutine is about to pass a point, the instruction `op` at its registers; `blocks`: the
/// goroutine waits there.
pub(crate) fn record_scheduling_point(
    cx: &mut Cx,
    explored: &ExploredRun,
    (op, role): (Op, InstructionRole),
    accessed: &[AccessedBytes],
    blocks: bool,
) {
    let Some(first) = accessed.first() else { return };
    let here = cx.registers.pc;
    // Positions are recorded for the address behind an instruction.
    cx.registers.pc = here.wrapping_add(1);
    let frames = traceback::current_frames(cx, 32);
    let g: *const Goroutine = cx.store_position();
    cx.registers.pc = here;
    let shared = cx.shared;
    // SAFETY: the machine outlives its slices; the running goroutine does not change during the call.
    let (shared, g) = unsafe { (&*shared, &*g) };
    let image = &shared.image;
    let users = frames.iter().find(|frame| is_user_frame(image, frame));
    // The library calls this native for itself.
    if users.is_none() && matches!(op, Op::CallNative { .. }) {
        return;
    }
    let Some(frame) = users.or(frames.first()) else { return };
    let called = called_sync_function(image, &frames);
    let is_lock =
        called.is_some() && first.access != MemoryAccessKind::Loads || !access_verb(first.access).1;
    let named = Some(()).filter(|()| is_lock);
    let named =
        named.and_then(|()| object_names::named_word(shared, Some(g), first.address, false));
    let named = named.or_else(|| object_names::named_word(shared, Some(g), first.address, true));
    let funcs = frames.iter().map(|frame| &*image.program.funcs[frame.func.0 as usize].name);
    // A context's own goroutine runs no code that the program calls.
    let funcs = funcs.filter(|func| users.is_some() || !func.starts_with("context."));
    let point =
        Point { shared, g, registers: cx.registers, op, role, accessed_bytes: accessed, blocks };
    let doing = point.describe_point(funcs, named.as_ref());
    let me = cx.task().current_task();
    let goroutine = explored.id_of(me);
    let (func, place) = function_and_position(image, *frame);
    let select = match op {
        Op::Select { table, .. } | Op::SelectOne { table, .. } => Some(SelectId(table.get())),
        _ => None,
    };
    explored.with_story_at_point(me, |story, thread, point, step| {
        let event = story.events.len();
        story.pending_selects.retain(|it| it.thread != thread);
        if doing.verb == Some("selects") {
            let table = select;
            story.pending_selects.push(PendingSelect {
                thread: thread.clone(),
                select_id: table,
                event_index: event,
            });
        }
        story.events.push(Event::Point(Box::new(GoroutineAction {
            thread,
            goroutine,
            point_index: point,
            step,
            func,
            place,
            verb: doing.verb.unwrap_or(access_verb(first.access).0),
            schedule_text: schedule_access_text(named.as_ref(), called, first.access),
            action: doing.action,
            objects: accessed.iter().map(|it| it.address).collect(),
            name: doing.name,
            is_part_of_call: doing.is_part_of_call,
            value: doing.value,
            outcome: doing.outcome,
        })));
        let written = |(named, shown): (NamedObject, ValueFormat)| WrittenValue {
            event_index: event,
            ty: named.ty,
            address: named.address,
            format: shown,
        };
        story.last_written = doing.stored_value.map(written);
    });
}

/// Adds an event: the goroutine calls the instruction's native, in a library function that the user's code has called;
/// the call accesses the object with this number.
pub(crate) fn record_call(cx: &mut Cx, explored: &ExploredRun, op: Op, object: u64) {
    let Op::CallNative { native, .. } = op else { return };
    let here = cx.registers.pc;
    // Positions are recorded for the address behind an instruction.
    cx.registers.pc = here.wrapping_add(1);
    let frames = traceback::current_frames(cx, 32);
    cx.registers.pc = here;
    let image = &cx.shared().image;
    let Some(users) = frames.iter().position(|frame| is_user_frame(image, frame)) else { return };
    let native = || {
        let native = &image.program.natives[native.get() as usize];
        format!("{}.{}", native.package, native.name)
    };
    let callee = users.checked_sub(1).map(|at| frames[at].func);
    let callee = callee.map(|func| image.program.funcs[func.0 as usize].name.to_string());
    let callee = readable_name(&callee.unwrap_or_else(native));
    let (func, place) = function_and_position(image, frames[users]);
    let me = cx.task().current_task();
    let goroutine = explored.id_of(me);
    explored.with_story_at_point(me, |story, thread, point, step| {
        let of = (thread, goroutine, point, step);
        let call = GoroutineAction::without_object(of, (func, place), "calls", callee);
        story.events.push(Event::Point(Box::new(GoroutineAction {
            objects: vec![object],
            is_part_of_call: true,
            ..call
        })));
    });
}

/// The readable form of a function's name: `os.File.Write` for `os.(*File).Write`.
fn readable_name(func: &str) -> String {
    let path = func.rsplit_once('/').map_or(func, |(_, name)| name);
    path.replace("(*", "").replace(')', "")
}

/// Records that the goroutine makes a timer of its bubble.
pub(crate) fn record_timer(cx: &mut Cx, explored: &ExploredRun, timer: Thread) {
    if let Some((func, place)) = user_position(cx) {
        explored.note_timer_maker(timer, func, place);
    }
}

/// Adds an event: a due timer fires, or the running goroutine stops a timer.
pub(crate) fn record_timer_event(cx: &mut Cx, explored: &ExploredRun, timer: Thread, fires: bool) {
    let me = cx.task().current_task();
    let Some((func, place)) = explored.timer_maker(timer) else { return };
    let (goroutine, func, place, action) = if fires {
        (TIMER_GOROUTINE_ID, func, place, "fires".to_owned())
    } else {
        let Some((here, at)) = user_position(cx) else { return };
        (explored.id_of(me), here, at, format!("stops the timer of {place}, which is due"))
    };
    explored.with_story_at_point(me, |story, thread, point, step| {
        let of = (thread, goroutine, point, step);
        story.events.push(Event::Point(Box::new(GoroutineAction::without_object(
            of,
            (func, place),
            "fires",
            action,
        ))));
    });
}

/// The user's function that is running, with file and line.
fn user_position(cx: &mut Cx) -> Option<(String, String)> {
    let frames = traceback::current_frames(cx, 32);
    let image = &cx.shared().image;
    let users = frames.iter().find(|frame| is_user_frame(image, frame));
    Some(function_and_position(image, *users.or(frames.first())?))
}

/// The function of a frame, with file and line.
fn function_and_position(image: &Image, frame: TraceFrame) -> (String, String) {
    let (file, line) = position(image, frame);
    (image.program.funcs[frame.func.0 as usize].name.to_string(), format!("{file}:{line}"))
}

/// Adds the result of the select with this table, which the goroutine takes at once or after a wait: this case, or the
/// default.
#[cold]
pub(crate) fn record_selected_case(cx: &mut Cx, table: SelectId, case: Option<usize>) {
    let shared = cx.shared;
    // SAFETY: the machine outlives its slices.
    let shared = unsafe { &*shared };
    let case = case.map(|case| shared.image.program.select_tables[table.0 as usize].cases[case]);
    // SAFETY: the table names slots of the frame.
    let case = case.map(|case| unsafe { (cx.registers.get(case.channel), case.is_send) });
    note_select_result(cx, Some(table), case);
}

/// Adds the result of a select, of the statement with this table or of package reflect: the channel of the chosen case,
/// and whether that case sends.
#[cold]
pub(crate) fn note_select_result(cx: &mut Cx, table: Option<SelectId>, case: Option<(u64, bool)>) {
    let shared = cx.shared;
    // SAFETY: the machine outlives its slices.
    let shared = unsafe { &*shared };
    let Some(explored) = shared.explored.as_deref().filter(|explored| explored.is_story_step())
    else {
        return;
    };
    let took = match case {
        Some((address, sends)) => {
            let g: *const Goroutine = cx.store_position();
            // SAFETY: the running goroutine stays the same during the call.
            let name = point_text::channel_name(shared, unsafe { &*g }, address);
            let verb = if sends { "sends to" } else { "receives from" };
            format!("takes the case that {verb} {}", point_text::name_or_a_channel(&name))
        }
        None => "takes its default".to_owned(),
    };
    explored.with_story_at_point(cx.task().current_task(), |story, thread, _, step| {
        let is_this = |it: &PendingSelect| it.thread == thread && it.select_id == table;
        // Selects of the library are not in the story.
        let Some(at) = story.pending_selects.iter().position(is_this) else { return };
        let begun = story.pending_selects.swap_remove(at).event_index;
        let Some(Event::Point(begun)) = story.events.get_mut(begun) else { return };
        if begun.step == step {
            begun.outcome = Some(took);
        } else {
            let goes_on =
                GoroutineAction { step, outcome: Some(took), ..GoroutineAction::clone(begun) };
            story.events.push(Event::Point(Box::new(goes_on)));
        }
    });
}

/// The access in the form of schedule files.
fn schedule_access_text(
    named: Option<&NamedObject>,
    called: Option<&str>,
    access: MemoryAccessKind,
) -> String {
    let method = called.and_then(|name| name.rsplit('.').next());
    let name = named.map(|named| variable_name(&named.path, method.is_some())).unwrap_or_default();
    match method {
        Some(method) if name.is_empty() => method.to_owned(),
        Some(method) => format!("{name}.{method}"),
        None => format!("{} {name}", access_verb(access).0).trim_end().to_owned(),
    }
}

/// The function or method of package sync or sync/atomic that the user's code has called, according to these frames.
fn called_sync_function<'a>(image: &'a Image, frames: &[TraceFrame]) -> Option<&'a str> {
    let func = |frame: &TraceFrame| &*image.program.funcs[frame.func.0 as usize].name;
    let of_sync = |frame: &&TraceFrame| func(frame).starts_with("sync");
    let names = frames.iter().take_while(of_sync).map(func);
    // Function literals are skipped, since the program has no name for them: `WaitGroup.Go`, for example, calls `Done`
    // in a function literal.
    let is_literal = |name: &&str| {
        let last = name.rsplit('.').next().unwrap_or(name);
        last.starts_with("func") || last.starts_with(char::is_numeric)
    };
    names.filter(|name| !is_literal(name)).last()
}

/// The name of a variable; for a variable of package sync, without the variable's field that the search for the name
/// has found.
fn variable_name(path: &str, of_sync: bool) -> String {
    let field =
        path.rsplit_once('.').filter(|(_, field)| of_sync && HIDDEN_SYNC_FIELDS.contains(field));
    field.map_or(path, |(variable, _)| variable).to_owned()
}

/// Fields of package sync and sync/atomic that a name search finds in place of their variable.
const HIDDEN_SYNC_FIELDS: [&str; 7] = ["v", "word", "state", "readerCount", "m", "w", "local"];

pub(crate) fn value_text(shared: &Shared, ty: TypeId, at: u64) -> String {
    // SAFETY: a variable of this type lies there, as the search for its name has found; nothing else runs.
    unsafe { value_text::memory_text(shared, ty, at as *const u8) }
}

/// The verb of an access, and whether the access is to plain memory or an atomic variable, which have values.
pub(crate) const fn access_verb(access: MemoryAccessKind) -> (&'static str, bool) {
    match access {
        MemoryAccessKind::Reads => ("reads", true),
        MemoryAccessKind::Writes => ("writes", true),
        MemoryAccessKind::Updates => ("updates", true),
        MemoryAccessKind::Loads => ("loads", true),
        MemoryAccessKind::Stores => ("stores", true),
        MemoryAccessKind::Swaps => ("updates", true),
        MemoryAccessKind::Locks => ("locks", false),
        MemoryAccessKind::Unlocks => ("unlocks", false),
        MemoryAccessKind::ReadLocks => ("locks for reading", false),
        MemoryAccessKind::ReadUnlocks => ("unlocks for reading", false),
        MemoryAccessKind::Sends => ("sends to", false),
        MemoryAccessKind::Receives => ("receives from", false),
        MemoryAccessKind::Closes => ("closes", false),
        MemoryAccessKind::Selects => ("selects", false),
        MemoryAccessKind::Counts => ("counts", false),
        MemoryAccessKind::Calls => ("calls", false),
    }
}
