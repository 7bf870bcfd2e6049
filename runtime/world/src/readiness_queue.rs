//! The readiness to report to the scheduler: registered descriptors that have become ready since the scheduler's last
//! wait, in that order.

use crate::choices::{ChoiceKind, Choices, choose_among};
use crate::ids::{PipeId, SocketId};
use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// An object for which tasks wait.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum WaitObject {
    Pipe(PipeId),
    Socket(SocketId),
}

/// The registered descriptors, and the pending reports about them.
#[derive(Default)]
pub(crate) struct ReadinessReports {
    /// By descriptor: the token, and the object of the descriptor.
    registrations: BTreeMap<i32, (u64, WaitObject)>,
    /// The registered descriptors of each object.
    descriptors_of: BTreeMap<WaitObject, Vec<i32>>,
    /// The descriptors whose state has changed, in order; `reported_descriptors` is the set of these descriptors, so
    /// that none is queued twice.
    queued_reports: VecDeque<i32>,
    reported_descriptors: BTreeSet<i32>,
    /// Whether the current or next wait must end at once.
    pub(crate) is_interrupted: bool,
}

impl ReadinessReports {
    /// Adds a descriptor; the next wait reports its present readiness.
    pub(crate) fn register(&mut self, fd: i32, token: u64, waited: WaitObject) {
        self.deregister(fd);
        self.registrations.insert(fd, (token, waited));
        self.descriptors_of.entry(waited).or_default().push(fd);
        self.queue_report(fd);
    }

    pub(crate) fn deregister(&mut self, fd: i32) {
        let Some((_, waited)) = self.registrations.remove(&fd) else { return };
        if let Some(all) = self.descriptors_of.get_mut(&waited) {
            all.retain(|other| *other != fd);
            if all.is_empty() {
                self.descriptors_of.remove(&waited);
            }
        }
        if self.reported_descriptors.remove(&fd) {
            self.queued_reports.retain(|other| *other != fd);
        }
    }

    fn queue_report(&mut self, fd: i32) {
        if self.reported_descriptors.insert(fd) {
            self.queued_reports.push_back(fd);
        }
    }

    /// Queues reports for the registered descriptors of an object whose state has changed.
    pub(crate) fn note_changed(&mut self, waited: WaitObject) {
        for fd in self.descriptors_of.get(&waited).cloned().unwrap_or_default() {
            self.queue_report(fd);
        }
    }

    pub(crate) fn has_reports(&self) -> bool {
        !self.queued_reports.is_empty()
    }

    /// Takes the next report: the descriptor and its token.
    pub(crate) fn take_report(&mut self, choices: &mut dyn Choices) -> Option<(i32, u64)> {
        let at = choose_among(choices, ChoiceKind::Report, self.queued_reports.len());
        let fd = self.queued_reports.remove(at)?;
        self.reported_descriptors.remove(&fd);
        self.registrations.get(&fd).map(|(token, _)| (fd, *token))
    }
}

#[cfg(test)]
mod tests {
    use super::{ReadinessReports, WaitObject};
    use crate::choices::{ChoiceKind, Choices, DefaultChoices};
    use crate::ids::PipeId;

    const A: WaitObject = WaitObject::Pipe(PipeId(1));
    const B: WaitObject = WaitObject::Pipe(PipeId(2));

    fn two_reports() -> ReadinessReports {
        let mut ready = ReadinessReports::default();
        ready.register(5, 50, A);
        ready.register(3, 30, B);
        while ready.take_report(&mut DefaultChoices).is_some() {}
        ready
    }

    #[test]
    fn readiness_is_reported_once_and_in_order() {
        let mut ready = two_reports();
        ready.note_changed(A);
        ready.note_changed(B);
        ready.note_changed(A);
        assert_eq!(ready.take_report(&mut DefaultChoices), Some((5, 50)));
        assert_eq!(ready.take_report(&mut DefaultChoices), Some((3, 30)));
        assert_eq!(ready.take_report(&mut DefaultChoices), None);
    }

    struct LastChoice;

    impl Choices for LastChoice {
        fn choose(&mut self, choice: ChoiceKind, n: u32) -> u32 {
            assert_eq!(choice, ChoiceKind::Report);
            n - 1
        }
    }

    #[test]
    fn the_order_can_be_chosen() {
        let mut ready = two_reports();
        ready.note_changed(A);
        ready.note_changed(B);
        assert_eq!(ready.take_report(&mut LastChoice), Some((3, 30)));
        assert_eq!(ready.take_report(&mut LastChoice), Some((5, 50)));
    }

    #[test]
    fn epoll_registration_reports_at_once_and_removal_stops_reports() {
        let mut ready = two_reports();
        ready.register(7, 70, A);
        assert_eq!(ready.take_report(&mut DefaultChoices), Some((7, 70)));
        ready.note_changed(A);
        ready.deregister(7);
        ready.deregister(5);
        assert!(!ready.has_reports());
    }
}
