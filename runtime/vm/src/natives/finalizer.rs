//! Natives that set [finalizers, cleanups and hooks](crate::shared::finalizers), and run those that are ready.

use crate::explore::collection_choice;
use crate::goroutine::native_call::GoError;
use crate::native::outcome::Outcome;
use crate::native::{Native, NativeCx};
use crate::shared::Shared;
use crate::shared::finalizers::{CallQueue, Cleanup, ReadyCall};
use crate::types::Types;
use crate::types::value::{GoFunc, Iface};
use minigo_bytecode::operand::TypeId;
use minigo_bytecode::rtype::{Kind, RType};

/// The natives of package `runtime` in this module.
pub(crate) fn natives() -> Vec<Native> {
    vec![
        Native::constant_time("setFinalizer", set_finalizer),
        Native::constant_time("addCleanup", add_cleanup),
        Native::constant_time("stopCleanup", stop_cleanup),
        Native::constant_time("cleanupsWait", |cx: &mut NativeCx| {
            cx.shared().gc.finalizers.has_entries(CallQueue::Cleanups)
        }),
    ]
}

/// The natives of package `internal/rt` in this module.
pub(crate) fn rt_natives() -> Vec<Native> {
    vec![Native::constant_time("afterGC", after_gc), Native::constant_time("runNext", run_next)]
}

/// Runs the first entry of a queue; false when there is none, and the caller must end.
fn run_next(cx: &mut NativeCx, queue: u64) -> Outcome<bool> {
    let mut lists = cx.shared().gc.finalizers.0.lock();
    let queue = queue as usize;
    let Some(ready) = lists.ready_queues[queue].pop_front() else {
        lists.is_running[queue] = false;
        return Outcome::Return(false);
    };
    drop(lists);
    cx.before_finalizer(queue == CallQueue::Cleanups as usize);
    // The queue, from which the entry was removed, is a root: a marking in progress may not have scanned it yet.
    ready.args.iter().chain([&ready.func]).for_each(|&word| cx.shade_word(word));
    let args = ready.args[..ready.argument_slots].to_vec();
    Outcome::call_go(GoFunc(ready.func), args, ready.result_slots, |cx, _| {
        cx.after_finalizer();
        Outcome::Return(true)
    })
}

fn after_gc(cx: &mut NativeCx, hook: u64, runner: u64) {
    cx.race_set_finalizer();
    let mut lists = cx.shared().gc.finalizers.0.lock();
    lists.runner_func = runner;
    lists.collection_hooks.push(hook);
}

/// The call of a finalizer with its object, or the error.
fn finalizer_call(types: &Types, object: Iface, finalizer: Iface) -> Result<ReadyCall, String> {
    let id = object.type_id();
    let (ty, func) = (types.get(id), types.get(finalizer.type_id()));
    if func.kind != Kind::Func {
        return Err(format!("second argument is {}, not a function", func.string));
    }
    let why = if func.is_variadic { " because dotdotdot" } else { "" };
    let param = match func.params[..] {
        [param] if !func.is_variadic && accepts_type(types, param, id) => types.get(param),
        _ => return Err(format!("cannot pass {} to finalizer {}{why}", ty.string, func.string)),
    };
    let results = func.results.iter().map(|&r| types.get(r).slots() as usize).sum();
    let (args, slots) = match param.kind {
        Kind::Interface => ([object.ty, object.data], 2),
        _ => ([object.data, 0], 1),
    };
    Ok(ReadyCall { func: finalizer.data, args, argument_slots: slots, result_slots: results })
}

/// Reports whether a finalizer with parameter type `param` takes an object of type `id`.
fn accepts_type(types: &Types, param: TypeId, id: TypeId) -> bool {
    let (to, from) = (types.get(param), types.get(id));
    let unnamed = |ty: &RType| ty.name.is_empty();
    match to.kind {
        _ if param == id => true,
        Kind::Pointer => (unnamed(to) || unnamed(from)) && to.elem == from.elem,
        Kind::Interface => types.missing_method(id, param).is_none(),
        _ => false,
    }
}

fn set_finalizer(cx: &mut NativeCx, object: Iface, finalizer: Iface, runner: u64) -> Outcome<()> {
    cx.race_set_finalizer();
    match register_finalizer(cx.shared(), object, finalizer, runner) {
        Ok(()) => {
            collection_choice::note_finalizer(cx, object.data);
            Outcome::Return(())
        }
        Err(text) => Outcome::Panic(GoError::Fatal(format!("runtime.SetFinalizer: {text}"))),
    }
}

/// Sets the finalizer of an object, or removes it if `finalizer` is nil; returns the text of an error if an argument is
/// invalid.
fn register_finalizer(
    shared: &Shared,
    object: Iface,
    finalizer: Iface,
    runner: u64,
) -> Result<(), String> {
    if object.ty == 0 {
        return Err("first argument is nil".to_owned());
    }
    let ty = shared.image.types.get(object.type_id());
    if ty.kind != Kind::Pointer {
        return Err(format!("first argument is {}, not pointer", ty.string));
    }
    if object.data == 0 {
        return Err("pointer not in allocated block".to_owned());
    }
    // A package-level variable or a value of size 0 is never freed.
    let Some(found) = shared.heap.object_at(object.data as usize) else { return Ok(()) };
    if found.base as u64 != object.data {
        return Err("pointer not at beginning of allocated block".to_owned());
    }
    if finalizer.ty == 0 {
        shared.gc.finalizers.0.lock().finalizers.remove(&object.data);
        return Ok(());
    }
    let ready = finalizer_call(&shared.image.types, object, finalizer)?;
    let mut lists = shared.gc.finalizers.0.lock();
    lists.runner_func = runner;
    if lists.finalizers.contains_key(&object.data) {
        return Err("finalizer already set".to_owned());
    }
    lists.finalizers.insert(object.data, ready);
    Ok(())
}

/// Adds a cleanup: `func` will call the func value `cleanup` with `arg`.
fn add_cleanup(
    cx: &mut NativeCx,
    address: u64,
    cleanup: u64,
    arg: Iface,
    func: u64,
    runner: u64,
) -> Result<u64, GoError> {
    cx.race_set_finalizer();
    let heap = &cx.shared().heap;
    let never =
        |why: &str| GoError::Text(format!("runtime.AddCleanup: {why}, cleanup will never run"));
    let is_pointer = arg.ty != 0
        && matches!(cx.type_descriptor(arg.type_id()).kind, Kind::Pointer | Kind::UnsafePointer);
    if is_pointer && arg.data == address {
        return Err(never("ptr is equal to arg"));
    }
    let Some(object) = heap.object_at(address as usize) else { return Ok(0) };
    let within = |word: u64| (object.base..object.base + object.size).contains(&(word as usize));
    if is_pointer && within(arg.data) {
        return Err(never("ptr is within arg"));
    }
    if let Some(closure) = heap.object_at(cleanup as usize) {
        // SAFETY: the words of an object that the caller keeps alive.
        let words =
            unsafe { std::slice::from_raw_parts(closure.base as *const u64, closure.size / 8) };
        if words.iter().any(|&w| within(w)) {
            return Err(never("cleanup function closes over ptr"));
        }
    }
    let mut lists = cx.shared().gc.finalizers.0.lock();
    lists.runner_func = runner;
    lists.last_id += 1;
    let id = lists.last_id;
    lists.cleanups_by_id.insert(id, Cleanup { address, func });
    drop(lists);
    collection_choice::note_finalizer(cx, address);
    Ok(id)
}

fn stop_cleanup(cx: &mut NativeCx, id: u64) {
    cx.shared().gc.finalizers.0.lock().cleanups_by_id.remove(&id);
}
