//! Collects the goroutines of a stopped world for an inspection.

use crate::goroutine::state::Goroutine;
use crate::goroutine::unwind_records::VmCallKind;
use crate::image::Image;
use crate::image::lines::{self, LIBRARY_PREFIX, TraceFrame};
use crate::inspect::scheduler::ProcPlaces;
use crate::inspect::variables::{self, WalkedFrame};
use crate::inspect::view::{
    AwaitedObject, Created, Detail, FrameView, GoroutineView, HeldBy, Hold, SourceLine, State,
};
use crate::report::explain::{self, site_text};
use crate::report::leaks::{self, StoppedGoroutine};
use crate::report::traceback;
use crate::report::wait_help::{self, WaitHelpers, find_wait_helpers};
use crate::report::waits::{HoldMode, Node, Waits};
use crate::shared::Shared;
use crate::shared::session_inputs::SessionInputs;
use crate::shared::stepping::address_number;
use hashbrown::{HashMap, HashSet};
use minigo_sched::state::Phase;
use minigo_sched::{Handle, StoppedWorld};
use std::time::Duration;

/// The most goroutines, oldest first, whose awaited objects are determined.
pub(crate) const MAX_INSPECTED_GOROUTINES: usize = 1000;

/// The most frames of a goroutine that are shown.
const MAX_FRAMES: usize = 200;

/// The goroutines that could end the waits of others, by the waiting goroutine and its awaited object.
pub(super) type HelpersByWait = HashMap<(usize, usize), WaitHelpers>;

/// All goroutines of a stopped world; `places` says which were running when it was stopped.
pub(crate) fn goroutine_views(
    handle: &Handle<Goroutine>,
    world: &mut StoppedWorld<'_, Goroutine>,
    places: &ProcPlaces,
    shared: &Shared,
    detail: Detail,
) -> Vec<GoroutineView> {
    let all = leaks::all_goroutines(world, handle);
    let waits = Waits::of_live(shared, handle, &all, MAX_INSPECTED_GOROUTINES);
    let leaked =
        detail.leaks.then(|| leaks::find_leaked_goroutines(shared, handle, None, &all, &|_| false));
    let helpers = if detail.helpers {
        find_live_wait_helpers(shared, &waits)
    } else {
        HelpersByWait::default()
    };
    let collect = ViewBuilder {
        shared,
        handle,
        places,
        waits: &waits,
        leaked_goroutines: leaked,
        wait_helpers: helpers,
        wanted_detail: detail,
    };
    (0..waits.nodes.len()).filter_map(|i| collect.goroutine_view(i)).collect()
}

/// Computes which goroutines could end the waits in a live machine, including running goroutines.
pub(super) fn find_live_wait_helpers(shared: &Shared, waits: &Waits<'_>) -> HelpersByWait {
    let every: Vec<usize> = (0..waits.nodes.len()).collect();
    let searched = wait_help::choose_searched_goroutines(shared, waits, &every);
    find_wait_helpers(shared, waits, &searched, searched.len() == every.len())
}

/// The state of a goroutine.
pub(super) fn state_of(stopped: &StoppedGoroutine<'_>, places: &ProcPlaces) -> State {
    match stopped.status.map(|s| s.phase) {
        Some(Phase::Parked) => State::Waiting,
        Some(Phase::Blocked) => State::InCall,
        Some(Phase::Running | Phase::Notified) => State::Running,
        _ if places.is_running(stopped.goroutine.id) => State::Running,
        _ => State::Runnable,
    }
}

/// Reports whether a goroutine is the machine's own and must not be shown.
pub(crate) fn is_hidden(image: &Image, g: &Goroutine) -> bool {
    let frames = || traceback::goroutine_frames(image, g, g.position(), g.frame_base as usize, 64);
    g.is_system() && traceback::is_hidden(image, g, &frames())
}

/// The facts about a stopped world.
struct ViewBuilder<'c> {
    shared: &'c Shared,
    handle: &'c Handle<Goroutine>,
    places: &'c ProcPlaces,
    waits: &'c Waits<'c>,
    leaked_goroutines: Option<HashSet<u64>>,
    wait_helpers: HelpersByWait,
    wanted_detail: Detail,
}

impl ViewBuilder<'_> {
    fn goroutine_view(&self, i: usize) -> Option<GoroutineView> {
        let Node { stopped_goroutine: stopped, awaited_things: things, .. } = &self.waits.nodes[i];
        let g = stopped.goroutine;
        if is_hidden(&self.shared.image, g) {
            return None;
        }
        let state = state_of(stopped, self.places);
        let parked = stopped.status.filter(|s| s.phase == Phase::Parked);
        let frames = frame_views(self.shared, g, self.wanted_detail.variables);
        let at = frames.iter().find(|f| !f.is_library).map(|f| f.place.clone());
        Some(GoroutineView {
            id: g.id,
            state,
            reason: parked.map(|s| s.reason.text()),
            waited_time: parked
                .map(|s| Duration::from_nanos(self.handle.now().saturating_sub(s.since))),
            frozen: stopped.status.is_some_and(|s| s.is_frozen),
            proc: self.places.proc(g.id),
            leaked: self.leaked_goroutines.as_ref().map(|leaked| leaked.contains(&g.id)),
            created: creation_place(&self.shared.image, g),
            frames,
            waits_for: (0..things.len()).map(|k| self.awaited_object(i, k)).collect(),
            user_line: at,
        })
    }

    /// The `k`th object that the goroutine with index `i` waits for.
    fn awaited_object(&self, i: usize, k: usize) -> AwaitedObject {
        let (shared, waits) = (self.shared, self.waits);
        let node = &waits.nodes[i];
        let thing = &node.awaited_things[k];
        let held_by = explain::blocking_holders(node, thing).map(|hold| HeldBy {
            goroutine: hold.holder.id,
            hold: match hold.mode {
                HoldMode::Locked => Hold::Locked,
                HoldMode::Reads => Hold::Reads,
                HoldMode::WaitsToWrite => Hold::WaitsToWrite,
                HoldMode::LockedOriginal => Hold::LockedOriginal,
            },
            place: site_text(&shared.image, hold.holder.lock_site),
        });
        let held_by: Vec<HeldBy> = held_by.collect();
        let users = self.wait_helpers.get(&(i, k)).filter(|_| held_by.is_empty());
        let ids = users
            .iter()
            .flat_map(|h| &h.could_help)
            .map(|&j| waits.nodes[j].stopped_goroutine.goroutine.id);
        AwaitedObject {
            address: thing.object_address,
            name: waits.short_name(shared, thing),
            description: waits.describe_thing(shared, thing),
            is_send: explain::waits_to_send(shared, node, thing),
            held_by,
            possible_enders: ids.collect(),
        }
    }
}

/// The place of a frame.
fn source_line(image: &Image, frame: TraceFrame) -> SourceLine {
    let (file, line) = lines::position(image, frame);
    let func =
        if frame.is_panic { "panic" } else { &image.program.funcs[frame.func.0 as usize].name };
    SourceLine { func: func.to_owned(), file: file.to_owned(), line }
}

/// The `go` statement that made a goroutine.
fn creation_place(image: &Image, g: &Goroutine) -> Option<Created> {
    (!g.made_at.is_null()).then(|| Created {
        by_goroutine: g.parent_id,
        place: source_line(image, TraceFrame::innermost(image, g.made_at)),
    })
}

/// Reports whether a goroutine that is executed line by line was stopped before its next instruction.
fn stands_before_instruction(shared: &Shared, g: &Goroutine) -> bool {
    let stands = |inputs: &SessionInputs| inputs.stepping.stands_before(g.id, address_number(g.pc));
    shared.inputs.as_ref().is_some_and(stands)
}

/// The frames of a goroutine, innermost first.
fn frame_views(shared: &Shared, g: &Goroutine, variables: bool) -> Vec<FrameView> {
    let image = &shared.image;
    let mut found: Vec<FrameView> = Vec::new();
    let native = traceback::native_of(image, g, g.pc);
    if let Some((func, pc)) = native {
        found.push(frame_view(
            image,
            TraceFrame { func, pc, is_panic: false, is_native: true, inline_level: 0 },
        ));
    }
    for (i, stacked) in g.frames(image).enumerate() {
        let mut pc = native.filter(|_| i == 0).map_or(stacked.pc, |(_, behind)| behind);
        let stopped_before = i == 0 && stands_before_instruction(shared, g);
        if stopped_before {
            // The goroutine was stopped before this instruction, and positions are recorded for the address behind an
            // instruction.
            pc = pc.wrapping_add(1);
        }
        match stacked.vm_call.map(|act| &act.kind) {
            Some(VmCallKind::Panic) => {
                let func = image.func_at(pc);
                let frame =
                    TraceFrame { func, pc, is_panic: true, is_native: false, inline_level: 0 };
                found.push(frame_view(image, frame));
            }
            Some(VmCallKind::Defer) => pc = pc.wrapping_add(1),
            _ => {}
        }
        if found.len() >= MAX_FRAMES {
            break;
        }
        if !image.has_pc(stacked.pc as u64) {
            continue;
        }
        let has_own_code = push_inlined_calls(image, pc, &mut found);
        let wants = |f: &&mut FrameView| has_own_code && variables && !f.is_library;
        if let Some(frame) = found.last_mut().filter(wants) {
            let (pc, base) = (stacked.pc, stacked.base);
            let walked = WalkedFrame { pc, base, is_innermost: i == 0, stopped_before };
            frame.variables = variables::variables_of(shared, g, &walked);
        }
    }
    found
}

/// Appends the call that the frame at `pc` belongs to and the calls that the compiler inlined there, innermost first.
/// Returns whether the last of these calls is the frame's own function rather than a function inlined into it.
fn push_inlined_calls(
    image: &Image,
    pc: *const minigo_bytecode::ops::Op,
    found: &mut Vec<FrameView>,
) -> bool {
    let mut calls = Vec::new();
    lines::push_frames(image, pc, &mut calls);
    let has_own_code = calls.last().is_some_and(|f| f.inline_level == 0);
    calls.retain(|f| f.func != image.program.entry);
    found.extend(calls.into_iter().map(|frame| frame_view(image, frame)));
    has_own_code
}

fn frame_view(image: &Image, frame: TraceFrame) -> FrameView {
    let place = source_line(image, frame);
    let library = place.file.starts_with(LIBRARY_PREFIX);
    FrameView {
        place,
        is_library: library,
        is_inlined: frame.inline_level > 0,
        variables: Vec::new(),
    }
}
