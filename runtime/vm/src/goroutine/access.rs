//! A memory access that faulted, as the kernel describes the fault.

use std::fmt::{self, Display as _};

/// A memory access that faulted, as the kernel's signal describes the fault.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct FaultedAccess {
    pub(crate) signal: i32,
    pub(crate) signal_code: i32,
    pub(crate) address: u64,
}

/// Addresses below this bound are nil, or fields of an object behind a nil pointer.
pub(crate) const NIL_BOUND: u64 = 4096;

/// The signal codes `SEGV_MAPERR`, `SEGV_ACCERR` and `BUS_ADRERR`: the address caused the fault.
const ADDRESS_FAULT_CODES: [i32; 2] = [1, 2];

impl FaultedAccess {
    /// The access of a nil dereference.
    pub(crate) const NIL: Self = Self { signal: libc::SIGSEGV, signal_code: 1, address: 0 };

    /// Reports whether the access is a nil dereference: an address below [`NIL_BOUND`] that caused the fault.
    pub(crate) fn is_near_nil(self) -> bool {
        self.address < NIL_BOUND && ADDRESS_FAULT_CODES.contains(&self.signal_code)
    }

    /// Go's line about the signal, for an instruction at `pc`.
    pub(crate) fn signal_line(self, pc: u64) -> impl fmt::Display {
        let Self { signal, signal_code: code, address } = self;
        let name = match signal {
            libc::SIGBUS => "SIGBUS: bus error",
            _ => "SIGSEGV: segmentation violation",
        };
        fmt::from_fn(move |f| {
            writeln!(f, "[signal {name} code={code:#x} addr={address:#x} pc={pc:#x}]")
        })
    }

    /// The text that Go prints when the fault ends the program.
    pub(crate) fn fault_report(self, pc: u64) -> impl fmt::Display {
        fmt::from_fn(move |f| {
            writeln!(f, "unexpected fault address {:#x}\nfatal error: fault", self.address)?;
            self.signal_line(pc).fmt(f)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_text_is_gos() {
        let access =
            FaultedAccess { signal: libc::SIGSEGV, signal_code: 1, address: 0x1234_5678_9000 };
        let text = "unexpected fault address 0x123456789000\nfatal error: fault\n\
            [signal SIGSEGV: segmentation violation code=0x1 addr=0x123456789000 pc=0x47db18]\n";
        assert_eq!(access.fault_report(0x47_db18).to_string(), text);
        let bus = FaultedAccess { signal: libc::SIGBUS, signal_code: 2, address: 8 };
        assert_eq!(
            bus.signal_line(9).to_string(),
            "[signal SIGBUS: bus error code=0x2 addr=0x8 pc=0x9]\n"
        );
        assert!(bus.is_near_nil() && FaultedAccess::NIL.is_near_nil() && !access.is_near_nil());
        // The kernel does not report non-canonical addresses: the signal has the code SI_KERNEL.
        let wild = FaultedAccess { signal: libc::SIGSEGV, signal_code: 0x80, address: 0 };
        assert!(!wild.is_near_nil());
    }
}
