//! The interpreter's drivers, one of which a machine uses.

/// Whether handlers end in real tail jumps. Without optimisation these jumps would be calls.
pub(crate) const HAS_TAIL_CALLS: bool = !cfg!(debug_assertions) && !cfg!(miri);

/// How instructions are dispatched.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DispatchMode {
    /// Each handler jumps to the next one: fast, but only in optimised builds.
    Tail,
    /// A loop around a `match`.
    Switch,
    /// The loop of `Switch`, which can end a slice between any two instructions: for seeded runs.
    Step,
    /// `Tail`, or `Switch` without optimisation, with a hook of the race detector before and after each instruction.
    Race,
    /// `Step` with the hook of the race detector.
    RaceStep,
    /// `Race` with stops before points of exploration: for explored runs.
    Points,
}

/// The hooks of `interp::dispatch`'s loop, which it calls before an instruction.
pub(crate) struct Hooks {
    /// A slice ends when `Cx::fuel` instructions have been executed.
    pub(crate) counts_fuel: bool,
    /// `race::hook` passes the memory accesses of each instruction to the detector of data races, if the goroutine is
    /// watched.
    pub(crate) watches_races: bool,
    /// A slice may end before an instruction that is a point (`explore::points`).
    pub(crate) stops_at_scheduling_points: bool,
}

impl DispatchMode {
    pub(crate) fn hooks(self) -> Hooks {
        let watch = !matches!(self, Self::Tail | Self::Switch);
        Hooks {
            counts_fuel: self.can_end_slice_anywhere(),
            watches_races: watch,
            stops_at_scheduling_points: self == Self::Points,
        }
    }

    /// Reports whether a slice can end before an instruction in order to choose the next goroutine.
    pub(crate) fn can_reschedule_in_slice(self) -> bool {
        self.can_end_slice_anywhere() || self == Self::Points
    }

    /// Reports whether a slice can end between any two instructions.
    pub(crate) fn can_end_slice_anywhere(self) -> bool {
        matches!(self, Self::Step | Self::RaceStep)
    }
}

impl Default for DispatchMode {
    fn default() -> Self {
        if HAS_TAIL_CALLS { Self::Tail } else { Self::Switch }
    }
}
