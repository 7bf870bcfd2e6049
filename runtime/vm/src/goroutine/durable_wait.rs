//! Durable waits of a bubble's goroutines ([`bubbles`](crate::shared::bubbles)): waits that only another goroutine of
//! the bubble, or the bubble's clock, can end.

use crate::channel::chan_of;
use crate::goroutine::state::{Goroutine, Wait};
use crate::image::Image;
use minigo_sched::state::Phase;
use minigo_sched::{Reason, TaskStatus};

/// Reports whether only a goroutine of its own bubble, or the bubble's clock, can end a goroutine's wait.
pub(crate) fn waits_durably(image: &Image, status: &TaskStatus, g: &Goroutine) -> bool {
    if status.phase != Phase::Parked {
        return false;
    }
    match status.reason {
        Reason::ChanReceiveNil
        | Reason::ChanSendNil
        | Reason::SelectNoCases
        | Reason::Sleep
        | Reason::CondWait
        | Reason::Coroutine
        | Reason::SynctestRun
        | Reason::SynctestWait => true,
        Reason::WaitGroupWait => has_noted_durable_wait(g),
        Reason::ChanReceive | Reason::ChanSend | Reason::Select => {
            waits_on_bubble_channels(image, g)
        }
        _ => false,
    }
}

fn waits_on_bubble_channels(image: &Image, g: &Goroutine) -> bool {
    let own = |ch: u64| chan_of(ch).is_none_or(|ch| ch.bubble == g.bubble);
    match g.wait {
        Wait::Send(ch) | Wait::Recv { ch, .. } => own(ch),
        Wait::Select { table, .. } => {
            let cases = &image.program.select_tables[table.0 as usize].cases;
            let words = g.frame_words();
            cases.iter().all(|case| own(words[g.frame_base as usize + usize::from(case.channel.0)]))
        }
        Wait::Forever => true,
        // The goroutine waits in a native of package reflect, which has recorded whether the wait is durable.
        Wait::Nothing => has_noted_durable_wait(g),
        Wait::SplitUpdate(_) | Wait::Point => false,
    }
}

/// Records, for a native that parks, whether its wait is durable.
pub(crate) fn note_durable_wait(g: &mut Goroutine, durable: bool) {
    g.scratch_word = u64::from(durable);
}

fn has_noted_durable_wait(g: &Goroutine) -> bool {
    g.scratch_word != 0
}
