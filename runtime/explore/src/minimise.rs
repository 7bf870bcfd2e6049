//! Makes a failing schedule short: leaves out switches as long as the run still fails.

use crate::schedule::Schedule;

/// Returns the shortest schedule that was found. `try_it` makes a run by a schedule; if the run fails in the same way,
/// it returns the run's actual deviations. `max_runs` is the number of runs that may be made.
pub fn minimise(
    failing: Schedule,
    max_runs: usize,
    mut try_it: impl FnMut(&Schedule) -> Option<Schedule>,
) -> Schedule {
    let mut best = failing;
    let mut runs = 0;
    let mut attempt = |schedule: &Schedule| {
        runs += 1;
        if runs > max_runs { None } else { try_it(schedule) }
    };
    // The loop tries to leave out large parts first, and those at the end before those at the beginning: the last
    // switches of a failing run often come after the switches that cause the failure, and have no part in it.
    let mut part = best.len().div_ceil(2).max(1);
    loop {
        let mut shorter = false;
        let mut end = best.len();
        while end > 0 {
            let begin = end.saturating_sub(part);
            let kept = attempt(&best.without_deviations(begin..end));
            if let Some(kept) = kept.filter(|kept| kept.len() < best.len()) {
                best = kept;
                shorter = true;
                end = end.min(best.len());
            } else {
                end = begin;
            }
        }
        if part > 1 {
            part = part.div_ceil(2).min(part - 1);
        } else if !shorter {
            match try_without_pair(&best, &mut attempt) {
                Some(kept) => best = kept,
                None => return best,
            }
        }
    }
}

/// The longest schedule for which leaving out pairs is tried.
const MAX_SCHEDULE_LEN_FOR_PAIRS: usize = 16;

/// Two switches can lead away from a thread and back: then neither can be left out alone, but both together can.
fn try_without_pair(
    best: &Schedule,
    attempt: &mut impl FnMut(&Schedule) -> Option<Schedule>,
) -> Option<Schedule> {
    let n = if best.len() <= MAX_SCHEDULE_LEN_FOR_PAIRS { best.len() } else { 0 };
    let pairs = (0..n).flat_map(|b| (0..b).map(move |a| (a, b)));
    pairs.into_iter().find_map(|(a, b)| {
        let kept = attempt(&best.without_deviations(b..b + 1).without_deviations(a..a + 1));
        kept.filter(|kept| kept.len() < best.len())
    })
}

#[cfg(test)]
mod tests {
    use super::minimise;
    use crate::schedule::{Schedule, Switch, ThreadPosition};

    #[test]
    fn switches_that_matter_stay() {
        let switch = |point| Switch {
            previous_thread: 0,
            position: ThreadPosition { point, stop_count: 0 },
            next_thread: 1,
        };
        let all = Schedule { switches: (0..40).map(switch).collect(), value_picks: Vec::new() };
        let mut runs = 0;
        let found = minimise(all, 1000, |schedule| {
            runs += 1;
            let has = |point| schedule.switches.contains(&switch(point));
            (has(3) && has(31)).then(|| schedule.clone())
        });
        assert_eq!(found.switches, [switch(3), switch(31)]);
        assert!(runs < 60, "{runs} runs");
    }
}
