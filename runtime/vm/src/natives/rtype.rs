//! Natives of package `internal/rtype` for the machine's own types: maps, channels, methods as func values.

use crate::channel::chan_of;
use crate::explore::story_recorder;
use crate::goroutine::context::Cx;
use crate::goroutine::durable_wait;
use crate::goroutine::exit::InterpreterExit;
use crate::goroutine::fault::Fault;
use crate::goroutine::native_call::GoError;
use crate::goroutine::out_of_memory;
use crate::interp::alloc::grown_cap;
use crate::interp::chan::{
    CLOSE_OUTSIDE_BUBBLE, RECEIVE_OUTSIDE_BUBBLE, SELECT_OUTSIDE_BUBBLE, SEND_OUTSIDE_BUBBLE,
};
use crate::interp::iface::bind_method;
use crate::interp::map::{map_fault, new_iter, next as next_entry};
use crate::interp::new_chan::new_chan;
use crate::map::iter::MapIter;
use crate::map::{Map, MapError, map_clear, map_delete, map_get, map_len, map_new, map_set};
use crate::memory::words;
use crate::native::outcome::Outcome;
use crate::native::slots::{address_in_slots, load, store};
use crate::native::work_parts::WORK_PART_BYTES;
use crate::native::{Native, NativeCx};
use crate::race::channels::on_channels;
use crate::types::equality::{self, NotComparable};
use crate::types::value::{GoSlice, GoStr, Iface};
use minigo_bytecode::operand::TypeId;
use minigo_bytecode::rtype::RMethod;
use minigo_bytecode::type_word::type_of;
use minigo_sched::Reason;
use minigo_sync::{
    Case, Channel, RecvStep, SelectResult, SelectStep, SendStep, TryRecvResult, TrySendResult,
};

/// The natives of package `internal/rtype` in this module.
#[must_use]
pub fn natives() -> Vec<Native> {
    let mut all = vec![
        Native::constant_time("MethodValue", method_value),
        Native::constant_time("GrownCap", grown_slice_cap),
        Native::constant_time("Hash", hash),
        Native::constant_time("HashText", |text: GoStr, seed: u64| {
            equality::hash_bytes(seed, &text)
        }),
    ];
    all.extend(map_natives());
    all.extend(chan_natives());
    all
}

/// Method `i` (among those that reflection shows, in the order of names) of the value in `v`, bound to the value; nil
/// where the program cannot call it.
fn method_value(cx: &mut NativeCx, v: Iface, i: i64) -> u64 {
    let types = cx.types();
    let shown = |m: &&RMethod| types.method_name(m.method).pkg_path.is_empty();
    let all = &types.get(v.type_id()).methods;
    let mut methods: Vec<RMethod> = all.iter().filter(shown).copied().collect();
    methods.sort_by_key(|m| &types.method_name(m.method).name);
    match methods.get(i as usize).and_then(|m| m.func) {
        Some(func) => bind_method(cx, func, v.data),
        None => 0,
    }
}

/// The capacity that a slice of `t`s with capacity `cap` gets when it must hold `needed` elements.
fn grown_slice_cap(cx: &mut NativeCx, t: TypeId, cap: i64, needed: i64) -> Result<i64, GoError> {
    let elem = cx.type_descriptor(t);
    let (size, pointers) = (elem.size, elem.has_pointers);
    if size == 0 {
        return Ok(needed);
    }
    match grown_cap(cap as u64, needed as u64, size, pointers) {
        Some((cap, _)) => Ok(cap as i64),
        None => Err(Fault::GrowSlice.error(cx.types())),
    }
}

fn hash(cx: &mut NativeCx, t: TypeId, p: *mut u8, seed: u64) -> Outcome<u64> {
    cx.race_read(p, cx.type_descriptor(t).size as usize);
    // SAFETY: the Go code passes a value of the type.
    match unsafe { equality::hash(cx.shared().image.types.current_types(), t, p, seed) } {
        Ok(hash) => Outcome::Return(hash),
        Err(NotComparable::Type(ty)) => map_panic(cx, MapError::Unhashable(ty)),
        Err(NotComparable::TooDeep) => map_panic(cx, MapError::TooDeep),
    }
}

/// A failed map operation as an outcome.
fn map_error<R>(error: MapError) -> Outcome<R> {
    match error {
        MapError::Unhashable(_)
        | MapError::UnhashableLookup(_)
        | MapError::TooDeep
        | MapError::OutOfMemory(_) => {
            unreachable!("callers of map_error turn this MapError into a fault")
        }
        MapError::ConcurrentWrites => {
            Outcome::Panic(GoError::Fatal("concurrent map writes".into()))
        }
        MapError::ConcurrentReadWrite => {
            Outcome::Panic(GoError::Fatal("concurrent map read and map write".into()))
        }
        MapError::ConcurrentIteration => {
            Outcome::Panic(GoError::Fatal("concurrent map iteration and map write".into()))
        }
    }
}

/// The panic of a failed map operation, with the texts of types.
fn map_panic<R>(cx: &mut Cx, error: MapError) -> Outcome<R> {
    match error {
        MapError::Unhashable(ty) => Outcome::Panic(Fault::Unhashable(ty).error(cx.types())),
        MapError::UnhashableLookup(ty) => {
            Outcome::Panic(Fault::UnhashableLookup(ty).error(cx.types()))
        }
        MapError::TooDeep => Outcome::Panic(GoError::Fatal("stack overflow".into())),
        MapError::OutOfMemory(_) => {
            map_fault(cx, error);
            Outcome::Exit(2)
        }
        other => map_error(other),
    }
}

fn map_natives() -> Vec<Native> {
    vec![
        Native::constant_time("MapNew", |cx: &mut NativeCx, t: TypeId, n: i64| {
            let seed = cx.task().random(u32::MAX);
            let shared = cx.shared;
            // SAFETY: the machine outlives its slices.
            let layout = unsafe { &*shared }.image.map_layout(t);
            match map_new(cx.cache(), layout, n.max(0) as usize, seed) {
                Ok(map) => map.cast::<u8>(),
                Err(e) => out_of_memory::raise_out_of_memory(e.requested),
            }
        }),
        Native::constant_time("MapLen", |cx: &mut NativeCx, m: *mut Map| {
            cx.race_read(m.cast(), MAP_ACCESS_BYTES);
            // SAFETY: `m` is a map or nil.
            unsafe { map_len(m) }
        }),
        Native::constant_time("MapGet", reflect_get),
        Native::constant_time("MapSet", reflect_set),
        Native::constant_time("MapDelete", reflect_delete),
        Native::constant_time("MapClear", |cx: &mut NativeCx, _: TypeId, m: *mut Map| {
            cx.race_write(m.cast(), MAP_ACCESS_BYTES);
            // SAFETY: `m` is a map or nil.
            match unsafe { map_clear(cx.cache(), m) } {
                Ok(()) => Outcome::Return(()),
                Err(e) => map_error(e),
            }
        }),
        Native::chunked("MapEntries", entries),
    ]
}

/// The bytes that an access to a map counts as.
const MAP_ACCESS_BYTES: usize = 8;

/// The slots of a map's key that lies in memory.
fn key_slots(cx: &mut Cx, t: TypeId, key: *mut u8) -> Vec<u64> {
    let mut slots = Vec::new();
    let key_type = cx.type_descriptor(t).key;
    // SAFETY: a key of the map's type lies there.
    unsafe { load(cx, key_type, key, &mut slots) };
    slots
}

fn reflect_get(cx: &mut NativeCx, t: TypeId, m: *mut Map, key: *mut u8) -> Outcome<*mut u64> {
    cx.race_read(m.cast(), MAP_ACCESS_BYTES);
    let key = key_slots(cx, t, key);
    let image = &cx.shared().image;
    // SAFETY: a map of this type or nil, and a key of it.
    match unsafe { map_get(image.types.current_types(), image.map_layout(t), m, key.as_ptr()) } {
        Ok(found) if found.is_null() => Outcome::Return(found.cast_mut()),
        Ok(found) => {
            // SAFETY: `found` points to the slots of an element.
            Outcome::Return(unsafe {
                address_in_slots(cx.type_descriptor(cx.type_descriptor(t).elem), found)
            } as *mut u64)
        }
        Err(e) => map_panic(cx, e),
    }
}

fn reflect_set(
    cx: &mut NativeCx,
    t: TypeId,
    m: *mut Map,
    key: *mut u8,
    elem: *mut u8,
) -> Outcome<()> {
    if m.is_null() {
        return Outcome::Panic(Fault::NilMap.error(cx.types()));
    }
    cx.race_write(m.cast(), MAP_ACCESS_BYTES);
    let key = key_slots(cx, t, key);
    let mut value = Vec::new();
    let elem_type = cx.type_descriptor(t).elem;
    // SAFETY: an element of the map's type lies there.
    unsafe { load(cx, elem_type, elem, &mut value) };
    let shared = cx.shared;
    // SAFETY: the machine outlives its slices.
    let image = unsafe { &(*shared).image };
    let layout = image.map_layout(t);
    // SAFETY: a map of this type, and a key of it; the place has the slots of a value.
    unsafe {
        match map_set(cx.cache(), image.types.current_types(), layout, m, key.as_ptr()) {
            Ok(place) => {
                words::copy(place.cast(), value.as_ptr().cast(), value.len() * 8);
                Outcome::Return(())
            }
            Err(e) => map_panic(cx, e),
        }
    }
}

fn reflect_delete(cx: &mut NativeCx, t: TypeId, m: *mut Map, key: *mut u8) -> Outcome<()> {
    cx.race_write(m.cast(), MAP_ACCESS_BYTES);
    let key = key_slots(cx, t, key);
    let shared = cx.shared;
    // SAFETY: the machine outlives its slices.
    let image = unsafe { &(*shared).image };
    // SAFETY: a map of this type or nil, and a key of it.
    match unsafe {
        map_delete(cx.cache(), image.types.current_types(), image.map_layout(t), m, key.as_ptr())
    } {
        Ok(()) => Outcome::Return(()),
        Err(e) => map_panic(cx, e),
    }
}

/// The state of copying a map's entries.
#[derive(Clone, Copy)]
struct EntryCopy {
    iter: u64,
    keys: *mut u8,
    elements: *mut u8,
    max_entries: usize,
    entry_count: usize,
}

// SAFETY: addresses of heap objects that only the goroutine knows.
unsafe impl Send for EntryCopy {}

/// The number of entries copied in a part.
const ENTRIES_PER_PART: usize = 1024;

fn entries(cx: &mut NativeCx, t: TypeId, m: *mut Map) -> Outcome<(*mut u8, *mut u8, i64)> {
    cx.race_read(m.cast(), MAP_ACCESS_BYTES);
    let (key, elem) = (cx.type_descriptor(t).key, cx.type_descriptor(t).elem);
    let mut state: EntryCopy = match cx.resumed_state() {
        Some(state) => state,
        None => {
            // SAFETY: `m` is a map or nil.
            let n = unsafe { map_len(m) } as usize;
            let (keys, elems) = (cx.alloc_values(key, n.max(1)), cx.alloc_values(elem, n.max(1)));
            EntryCopy {
                iter: new_iter(cx, m as u64),
                keys,
                elements: elems,
                max_entries: n,
                entry_count: 0,
            }
        }
    };
    loop {
        match copy_entries(cx, (key, elem), &mut state) {
            Ok(true) => {
                return Outcome::Return((state.keys, state.elements, state.entry_count as i64));
            }
            Ok(false) if cx.must_stop_after_part(WORK_PART_BYTES) => {
                cx.suspend_with(state, [state.iter, state.keys as u64, state.elements as u64]);
                return Outcome::Part;
            }
            Ok(false) => {}
            Err(error) => return map_error(error),
        }
    }
}

/// Copies the next entries; true when there are no more.
fn copy_entries(
    cx: &mut NativeCx,
    (key, elem): (TypeId, TypeId),
    state: &mut EntryCopy,
) -> Result<bool, MapError> {
    let (key_size, elem_size) =
        (cx.type_descriptor(key).size as usize, cx.type_descriptor(elem).size as usize);
    for _ in 0..ENTRIES_PER_PART {
        if state.entry_count == state.max_entries {
            return Ok(true);
        }
        // SAFETY: only this native has the iterator.
        if !unsafe { next_entry(cx, state.iter) } {
            let exit = std::mem::replace(&mut cx.exit, InterpreterExit::None);
            drop(exit);
            return Err(MapError::ConcurrentReadWrite);
        }
        // SAFETY: as above.
        let at = unsafe { &*(state.iter as *const MapIter) };
        if at.key().is_null() {
            return Ok(true);
        }
        // SAFETY: there is room for as many entries as the map had. A marking may read the copied entries.
        unsafe {
            let from = [
                address_in_slots(cx.type_descriptor(key), at.key()),
                address_in_slots(cx.type_descriptor(elem), at.value()),
            ];
            let to = [
                state.keys.add(state.entry_count * key_size),
                state.elements.add(state.entry_count * elem_size),
            ];
            for ((to, from), size) in to.into_iter().zip(from).zip([key_size, elem_size]) {
                // A null pointer means the zero value; the new memory is already zero.
                if !from.is_null() {
                    cx.overwrite_values(to, from, size);
                }
            }
        }
        state.entry_count += 1;
    }
    Ok(false)
}

fn chan_natives() -> Vec<Native> {
    vec![
        Native::constant_time("ChanNew", |cx: &mut NativeCx, t: TypeId, n: i64| {
            match new_chan(cx, t, n) {
                Some(chan) => Ok(chan),
                None => Err(Fault::MakeChan.error(cx.types())),
            }
        }),
        Native::constant_time("ChanLen", |c: u64| chan_of(c).map_or(0, |c| c.len() as i64)),
        Native::constant_time("ChanCap", |c: u64| chan_of(c).map_or(0, |c| c.cap() as i64)),
        Native::constant_time("ChanClose", |cx: &mut NativeCx, c: u64| {
            let Some(chan) = chan_of(c) else { return Err(Fault::CloseNil.error(cx.types())) };
            if chan.is_of_other_bubble(cx.g().bubble) {
                return Err(CLOSE_OUTSIDE_BUBBLE.error(cx.types()));
            }
            let closed = on_channels!(cx, |on| chan.channel.close(on));
            closed.map_err(|_| Fault::CloseClosed.error(cx.types()))
        }),
        Native::constant_time("ChanSend", chan_send),
        Native::constant_time("ChanRecv", chan_recv),
        Native::constant_time("Select", select),
    ]
}

/// Records for [`waits_durably`](durable_wait::waits_durably) whether only the goroutine's bubble can end a wait at
/// these channels.
fn note_durable_wait(cx: &mut NativeCx, chans: &[u64]) {
    let bubble = cx.g().bubble;
    let own = |&c: &u64| chan_of(c).is_none_or(|chan| chan.bubble == bubble);
    let all_own = bubble != 0 && chans.iter().all(own);
    durable_wait::note_durable_wait(cx.g(), all_own);
}

fn chan_send(cx: &mut NativeCx, t: TypeId, c: u64, p: *mut u8, wait: bool) -> Outcome<bool> {
    let Some(chan) = chan_of(c) else {
        return if wait { Outcome::Park(Reason::ChanSendNil) } else { Outcome::Return(false) };
    };
    if chan.is_of_other_bubble(cx.g().bubble) {
        return Outcome::Panic(SEND_OUTSIDE_BUBBLE.error(cx.types()));
    }
    let elem = cx.type_descriptor(t).elem;
    let mut value = Vec::new();
    // SAFETY: an element lies there.
    unsafe { load(cx, elem, p, &mut value) };
    let me = cx.task().current_task();
    let closed = |cx: &Cx| Outcome::Panic(Fault::SendClosed.error(cx.types()));
    if !wait {
        return match on_channels!(cx, |on| chan.channel.try_send(on, &value)) {
            TrySendResult::Sent => Outcome::Return(true),
            TrySendResult::Closed => closed(cx),
            TrySendResult::WouldBlock => Outcome::Return(false),
        };
    }
    if cx.must_give_up_wait() {
        chan.channel.withdraw_wait(cx.on_p(), me);
        return Outcome::End;
    }
    let step = if cx.is_retry() {
        Channel::finish_send(cx.task().shared_data().as_ref())
    } else {
        Some(on_channels!(cx, |on| chan.channel.send(on, me, &value)))
    };
    match step {
        Some(SendStep::Sent) => Outcome::Return(true),
        Some(SendStep::Closed) => closed(cx),
        Some(SendStep::Parked) | None => {
            note_durable_wait(cx, &[c]);
            Outcome::Park(Reason::ChanSend)
        }
    }
}

fn chan_recv(
    cx: &mut NativeCx,
    t: TypeId,
    c: u64,
    p: *mut u8,
    wait: bool,
) -> Outcome<(bool, bool)> {
    let Some(chan) = chan_of(c) else {
        let never = Outcome::Return((false, false));
        return if wait { Outcome::Park(Reason::ChanReceiveNil) } else { never };
    };
    if chan.is_of_other_bubble(cx.g().bubble) {
        return Outcome::Panic(RECEIVE_OUTSIDE_BUBBLE.error(cx.types()));
    }
    let elem = cx.type_descriptor(t).elem;
    let mut out = vec![0; chan.channel.element_words()];
    let me = cx.task().current_task();
    if cx.must_give_up_wait() {
        chan.channel.withdraw_wait(cx.on_p(), me);
        return Outcome::End;
    }
    let received = if !wait {
        match on_channels!(cx, |on| chan.channel.try_recv(on, &mut out)) {
            TryRecvResult::Received => true,
            TryRecvResult::Closed => false,
            TryRecvResult::WouldBlock => return Outcome::Return((false, false)),
        }
    } else {
        let step = if cx.is_retry() {
            Channel::finish_recv(cx.task().shared_data().as_ref(), &mut out)
        } else {
            Some(on_channels!(cx, |on| chan.channel.recv(on, me, &mut out)))
        };
        match step {
            Some(RecvStep::Received) => true,
            Some(RecvStep::Closed) => false,
            Some(RecvStep::Parked) | None => {
                note_durable_wait(cx, &[c]);
                return Outcome::Park(Reason::ChanReceive);
            }
        }
    };
    // SAFETY: a variable of the element's type lies there.
    unsafe { store(cx, elem, &out, p) };
    Outcome::Return((true, received))
}

/// Tells an explored run which case the select has taken: its channel, and whether it sends. Explored runs are watched
/// for races.
fn note_selected_case(cx: &mut NativeCx, case: Option<(u64, bool)>) {
    if !cx.race_state.is_null() {
        story_recorder::note_select_result(cx, None, case);
    }
}

fn select(
    cx: &mut NativeCx,
    types: GoSlice<u64>,
    chans: GoSlice<u64>,
    values: GoSlice<u64>,
    send: GoSlice<bool>,
    no_wait: bool,
) -> Outcome<(i64, bool)> {
    let bubble = cx.g().bubble;
    if chans.iter().filter_map(|&c| chan_of(c)).any(|c| c.is_of_other_bubble(bubble)) {
        return Outcome::Panic(SELECT_OUTSIDE_BUBBLE.error(cx.types()));
    }
    let elems: Vec<TypeId> = types.iter().map(|&ty| cx.type_descriptor(type_of(ty)).elem).collect();
    let mut sent: Vec<Vec<u64>> = vec![Vec::new(); chans.len()];
    for i in (0..chans.len()).filter(|&i| send[i]) {
        // SAFETY: an element lies there.
        unsafe { load(cx, elems[i], values[i] as *const u8, &mut sent[i]) };
    }
    let widest = elems.iter().map(|&ty| cx.type_descriptor(ty).slots() as usize).max().unwrap_or(0);
    let case = |i: usize| match chan_of(chans[i]) {
        None => Case::Never,
        Some(c) if send[i] => Case::Send(&c.channel, &sent[i]),
        Some(c) => Case::Recv(&c.channel),
    };
    let cases: Vec<Case<'_>> = (0..chans.len()).map(case).collect();
    let mut out = vec![0; widest];
    let me = cx.task().current_task();
    if cx.must_give_up_wait() {
        minigo_sync::withdraw_select(cx.on_p(), me, &cases);
        return Outcome::End;
    }
    let chosen = if cx.is_retry() {
        minigo_sync::finish_select(cx.on_p(), me, &cases, &mut out)
    } else {
        match on_channels!(cx, |on| minigo_sync::select(on, me, &cases, no_wait, &mut out)) {
            SelectStep::Chosen(chosen) => Some(chosen),
            SelectStep::Default => {
                note_selected_case(cx, None);
                return Outcome::Return((-1, false));
            }
            SelectStep::Parked => None,
        }
    };
    let Some(SelectResult { chosen_case: case, is_open: ok }) = chosen else {
        note_durable_wait(cx, &chans);
        return Outcome::Park(Reason::Select);
    };
    if !send[case] || ok {
        note_selected_case(cx, Some((chans[case], send[case])));
    }
    match (send[case], ok) {
        (true, false) => Outcome::Panic(Fault::SendClosed.error(cx.types())),
        (true, true) => Outcome::Return((case as i64, false)),
        (false, _) => {
            // SAFETY: a variable of the element's type lies there.
            unsafe { store(cx, elems[case], &out, values[case] as *mut u8) };
            Outcome::Return((case as i64, ok))
        }
    }
}
