//! The choice of the goroutine that gets the next slice in an explored machine.

use crate::explore::bubbles::{BubbleMember, update_enabled_members};
use crate::explore::run_record::{
    ExploredRun, FILES_OBJECT, GOROUTINE_COUNT_OBJECT, State, WEAK_TARGETS_OBJECT, WaitCondition,
};
use crate::explore::seen_states::SeenStates;
use crate::explore::story::Event;
use minigo_explore::{Access, ChoiceStream, CutReason, Kind, Thread};
use minigo_sched::{Chooser, Nanos, SliceEnd, TaskRef};
use std::time::Duration;

/// The most slices of the free part of a run; a run with more counts as unfinished.
const MAX_UNRECORDED_SLICES: u32 = 100_000;
/// The most runnable goroutines that are offered, in addition to the last one to become runnable, to the search at a
/// step.
const MAX_CHOICES: usize = 100;

impl ExploredRun {
    /// Gives up a run that is too long.
    fn give_up_if_too_long(&self, state: &mut State) {
        state.choice_count += 1;
        let is_late = || state.first_choice_at.elapsed() > state.run.max_time();
        let is_over = match self.has_stopped_choosing() {
            true => state.choice_count > MAX_UNRECORDED_SLICES || is_late(),
            false => state.choice_count.is_multiple_of(256) && is_late(),
        };
        if is_over {
            state.run.give_up(CutReason::Unfinished);
        }
    }
}

impl Chooser for ExploredRun {
    fn choose(&self, runnable: &[TaskRef]) -> Option<usize> {
        let mut state = self.state();
        let state = &mut *state;
        self.give_up_if_too_long(state);
        if state.run.is_too_long() {
            let turns = state.turn_states.take();
            let hangs =
                |turns: SeenStates| turns.is_repeat() && turns.heap_digest == self.memory_digest();
            // If no state repeats, the run is long, but makes progress.
            if !turns.is_some_and(hangs) {
                state.run.note_progress();
            }
        }
        if runnable.len() > MAX_CHOICES {
            state.run.note_threads_left_out();
        }
        let mut all = Vec::with_capacity(runnable.len());
        for (at, task) in runnable.iter().enumerate() {
            if !state.goroutines.contains_key(task) {
                let _ = state.add_goroutine(&self.exploration.thread_names, None, *task, 0);
            }
            let Some(known) = state.goroutines.get_mut(task) else { continue };
            if !std::mem::replace(&mut known.is_runnable, true) {
                state.run.note_wake(known.thread);
                for channel in known.select_channels.drain(..) {
                    state.run.note_access(Access::new(self.object_number(channel), Kind::Write));
                }
            }
            let gate = known.wait_condition;
            let open = gate.is_none_or(WaitCondition::is_satisfied);
            let member =
                BubbleMember { bubble: known.bubble, wait_condition: gate, is_enabled: open };
            all.push((known.creation_order, known.thread, at, member, known.has_yielded));
        }
        all.sort_unstable_by_key(|(order, ..)| *order);
        update_enabled_members(all.iter_mut().map(|(.., member, _)| member));
        // If no gate is open, the goroutines wait for each other: they run until they really wait.
        if all.iter().any(|(.., member, _)| member.is_enabled) {
            all.retain(|(.., member, _)| member.is_enabled);
        }
        // A goroutine that yields mostly does so in a loop, until another goroutine has acted: schedules in which only
        // the loop runs are not explored.
        if all.iter().any(|(.., member, yields)| member.is_enabled && !yields) {
            all.retain(|(.., yields)| !yields);
        }
        let threads: Vec<Thread> = all.iter().map(|(_, thread, ..)| *thread).collect();
        state.has_observable_effect = false;
        let chosen = if state.count_initial_slice() { Some(0) } else { state.run.choose(&threads) };
        let Some(chosen) = chosen else {
            state.is_cut = true;
            return None;
        };
        if state.run.is_in_unrecorded_part() {
            self.stop_choosing(state);
        }
        let at = all[chosen].2;
        for task in state.yielded_goroutines.drain(..) {
            if let Some(known) = state.goroutines.get_mut(&task) {
                known.has_yielded = false;
            }
        }
        if let Some(known) = state.goroutines.get_mut(&runnable[at]) {
            (known.wait_condition, known.is_at_point) = (None, false);
        }
        Some(at)
    }

    fn max_choices(&self) -> usize {
        MAX_CHOICES
    }

    fn choose_value(&self, n: u32) -> u32 {
        self.state().choose_value(ChoiceStream::Select, n)
    }

    fn fires_timer_early(&self, late: Nanos) -> bool {
        if Duration::from_nanos(late) > self.start_delay {
            return false;
        }
        let mut state = self.state();
        let fires = state.choose_value(ChoiceStream::Timer, 2) == 1;
        if fires {
            state.add_event(Event::Timer(Duration::from_nanos(late)));
        }
        fires
    }

    fn is_only_waiting_for_time(&self) -> bool {
        self.state().turn_states.as_ref().is_some_and(SeenStates::is_repeat)
    }

    fn slice_advances_clock(&self) -> bool {
        !self.is_initialising()
    }

    fn has_used_budget(&self) -> bool {
        std::mem::take(&mut self.state().has_used_budget)
    }

    fn keeps_clock_slow(&self) -> bool {
        self.state().choose_value(ChoiceStream::Clock, 2) == 1
    }

    fn note_slice_end(&self, task: TaskRef, end: SliceEnd) {
        let mut state = self.state();
        let state = &mut *state;
        let Some(known) = state.goroutines.get_mut(&task) else { return };
        known.is_runnable = matches!(end, SliceEnd::Paused | SliceEnd::Yielded);
        state.has_initialiser_waited |= end == SliceEnd::Parked;
        if state.has_weak_pointers {
            // In this step the goroutine may have dropped the last reference to the target of a weak pointer.
            state.run.note_access(Access::new(WEAK_TARGETS_OBJECT, Kind::Read));
        }
        let calls = std::mem::take(&mut known.is_before_system_call);
        if !known.is_at_point {
            let file = [Access::new(FILES_OBJECT, Kind::Write)];
            state.run.note_stop(known.thread, if calls { &file } else { &[] });
        }
        if end == SliceEnd::Yielded {
            known.has_yielded = true;
            state.yielded_goroutines.push(task);
            state.run.note_yield(known.thread);
        }
        if end == SliceEnd::Done {
            state.run.note_access(Access::new(GOROUTINE_COUNT_OBJECT, Kind::Add));
            let Some(known) = state.goroutines.remove(&task) else { return };
            match state.timers.get_mut(&known.thread) {
                Some(timer) => timer.goroutines_made = known.goroutines_made,
                None => state.run.note_progress(),
            }
        }
    }
}
