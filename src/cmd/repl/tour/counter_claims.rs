//! Claims about the scheduler's counters, such as `steal >= 1`.

use crate::inspect::{Counters, Kind};

/// A claim about a counter.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct CounterClaim<'t> {
    text: &'t str,
    kind: Kind,
    relation: Relation,
    number: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Relation {
    AtLeast,
    AtMost,
    Exactly,
}

impl<'t> CounterClaim<'t> {
    /// Parses a claim.
    pub(super) fn parse(text: &'t str) -> Result<Self, String> {
        let wrong = |why: &str| format!("{text:?} is no claim: {why}");
        let words: Vec<&str> = text.split_whitespace().collect();
        let &[name, relation, number] = &words[..] else {
            return Err(wrong("a claim has a counter, >=, <= or ==, and a number"));
        };
        let named = Kind::ALL.iter().find(|kind| kind.text() == name);
        let relation = match relation {
            ">=" => Relation::AtLeast,
            "<=" => Relation::AtMost,
            "==" => Relation::Exactly,
            _ => return Err(wrong("the comparison must be >=, <= or ==")),
        };
        Ok(Self {
            text,
            kind: *named.ok_or_else(|| wrong("a claim must begin with the name of a counter"))?,
            relation,
            number: number.parse().map_err(|_| wrong("a claim must end with a number"))?,
        })
    }

    /// Returns a line with the counter's increase, and whether the claim holds.
    pub(super) fn judge_claim(&self, before: &Counters, after: &Counters) -> (String, bool) {
        let count = after.of(self.kind) - before.of(self.kind);
        let holds = match self.relation {
            Relation::AtLeast => count >= self.number,
            Relation::AtMost => count <= self.number,
            Relation::Exactly => count == self.number,
        };
        let name = self.kind.text();
        let meaning = counter_meaning(self.kind);
        match holds {
            true => (format!("{count} × {name}: {meaning}"), true),
            false => {
                let claim = self.text.trim();
                (format!("{count} × {name}, but the chapter claims {claim}: {meaning}"), false)
            }
        }
    }
}

/// Returns the meaning of a counter, for readers of the tour.
fn counter_meaning(kind: Kind) -> &'static str {
    match kind {
        Kind::Create => "goroutines were made",
        Kind::Gc => "steps of the garbage collector",
        Kind::Global => "goroutines, or batches of them, were taken from the global queue",
        Kind::StartWorld => "the world went on after a stop",
        Kind::Handoff => "Ps were given to another M when a long call began",
        Kind::Kept => "threads (Ms) waited together with a goroutine that could not park",
        Kind::Local => "goroutines were taken from the P's own queue",
        Kind::Netpoll => "looks into the netpoller found goroutines that can go on",
        Kind::Overflow => "full queues gave half of their goroutines to the global queue",
        Kind::Park => "goroutines parked: they wait without an M",
        Kind::PreemptAsk => "sysmon asked goroutines to yield, since their time slices were over",
        Kind::Preempted => "goroutines yielded because they were asked to",
        Kind::Procs => "the number of Ps was changed",
        Kind::Retake => "Ps were taken out of blocking calls",
        Kind::Inherit => "goroutines came from runnext, and inherited the time slice",
        Kind::Slots => "new pieces of memory for goroutines were needed",
        Kind::Steal => "Ps stole half of another's queue",
        Kind::StealNext => "Ps stole what lay in another's runnext",
        Kind::StopWorld => "the world was stopped",
        Kind::Block => "calls began that may block",
        Kind::ThreadNew => "Ms (threads) were started",
        Kind::Tick61 => "the global queue came first, as at every 61st tick",
        Kind::Timer => "timers went off",
        Kind::TimerSteal => "timers of another P were run",
        Kind::Wake => "goroutines were made ready",
        Kind::Yield => "goroutines yielded by themselves (runtime.Gosched)",
        _ => "events of this kind",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_claim_holds_or_not() {
        let none = Counters::default();
        let judge = |text| CounterClaim::parse(text).unwrap().judge_claim(&none, &none);
        let expected = "0 × steal: Ps stole half of another's queue";
        assert_eq!(judge("steal == 0"), (expected.into(), true));
        assert_eq!(judge("steal <= 3"), (expected.into(), true));
        let expected =
            "0 × steal, but the chapter claims steal >= 1: Ps stole half of another's queue";
        assert_eq!(judge("steal >= 1"), (expected.into(), false));
    }

    /// Checks that every counter in a chapter has an explanation.
    #[test]
    fn counters_are_explained() {
        for text in super::super::CHAPTERS {
            let (_, rest) = super::super::chapter::split_title(text);
            for step in super::super::chapter::chapter_steps(rest).unwrap() {
                let super::super::Step::Counts(claims) = step else { continue };
                for claim in claims {
                    assert_ne!(
                        counter_meaning(claim.kind),
                        "events of this kind",
                        "{}",
                        claim.text
                    );
                }
            }
        }
    }

    #[test]
    fn malformed_claims_are_refused() {
        for text in ["", "steal", "steal > 1", "stael >= 1", "steal >= x", "steal >= 1 2"] {
            assert!(CounterClaim::parse(text).is_err(), "{text}");
        }
    }
}
