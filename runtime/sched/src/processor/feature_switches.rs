//! Mechanisms that can be switched off, to see the effect of each.

use std::sync::atomic::{AtomicU32, Ordering};

macro_rules! switches {
    ($($(#[$doc:meta])* $name:ident $text:literal,)*) => {
        /// The mechanisms that can be switched off, to see the effect of each; true means on.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub struct Switches { $($(#[$doc])* pub $name: bool,)* }

        impl Default for Switches {
            fn default() -> Self {
                Self { $($name: true,)* }
            }
        }

        impl Switches {
            /// The names of all mechanisms, as the command line has them.
            pub const NAMES: &[&str] = &[$($text,)*];

            /// Returns the mechanism with this name.
            pub fn by_name_mut(&mut self, name: &str) -> Option<&mut bool> {
                match name {
                    $($text => Some(&mut self.$name),)*
                    _ => None,
                }
            }

            /// The names of the mechanisms that are off.
            pub fn disabled(&self) -> impl Iterator<Item = &'static str> {
                let all = [$((self.$name, $text),)*];
                all.into_iter().filter(|(on, _)| !on).map(|(_, name)| name)
            }

            fn to_bits(self) -> u32 {
                [$(self.$name,)*].into_iter().rev().fold(0, |bits, on| bits << 1 | u32::from(on))
            }

            fn from_bits(bits: u32) -> Self {
                let mut rest = bits;
                let mut next = || {
                    let on = rest & 1 != 0;
                    rest >>= 1;
                    on
                };
                Self { $($name: next(),)* }
            }
        }
    };
}

switches! {
    /// Off: one global queue.
    local_queues "local-queues",
    /// Off: a woken task goes to the tail of the local queue.
    runnext "runnext",
    /// Off: an idle P takes no tasks from other Ps.
    steal "steal",
    /// Off: a parked task keeps its thread and its P.
    park "park",
    /// Off: a blocking call keeps its P.
    handoff "handoff",
    /// Off: no task is asked to yield.
    preempt "preempt",
    /// Off: a worker looks for work once and then sleeps.
    spin "spin",
    /// Off: the global queue is only looked at when the local queue is empty.
    tick61 "tick61",
    /// Off: a task that waits for the network keeps a thread.
    netpoll "netpoll",
}

/// The switches as all threads see them. The switches are written while the world is stopped; a P has its own copy of
/// those that it needs often.
#[derive(Debug)]
pub(crate) struct SharedFeatureSwitches(AtomicU32);

impl SharedFeatureSwitches {
    pub(crate) fn new(switches: Switches) -> Self {
        Self(AtomicU32::new(switches.to_bits()))
    }

    pub(crate) fn get(&self) -> Switches {
        Switches::from_bits(self.0.load(Ordering::Relaxed))
    }

    pub(crate) fn set(&self, switches: Switches) {
        self.0.store(switches.to_bits(), Ordering::Relaxed);
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;

    #[test]
    fn each_switch_keeps_its_place() {
        for name in Switches::NAMES {
            let mut one = Switches::default();
            *one.by_name_mut(name).expect("the text is a valid name") = false;
            let shared = SharedFeatureSwitches::new(Switches::default());
            shared.set(one);
            assert_eq!(shared.get(), one);
            assert_eq!(shared.get().disabled().collect::<Vec<_>>(), [*name]);
        }
    }
}
