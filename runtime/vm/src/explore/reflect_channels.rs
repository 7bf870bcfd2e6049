//! Operations on channels by package reflect: natives, which are points like the corresponding instructions.

use crate::explore::scheduling_points::{InstructionRole, calls_native};
use crate::goroutine::registers::VmRegisters;
use crate::image::Image;
use crate::memory::recorded_accesses::AccessedBytes;
use minigo_bytecode::operand::Slot;
use minigo_bytecode::ops::{MemoryAccessKind, Op};

const PACKAGE: &str = "internal/rtype";

/// The role of an instruction that calls one of these natives; `None` for others.
pub(crate) fn role_of(image: &Image, op: Op) -> Option<InstructionRole> {
    if calls_native(image, op, PACKAGE, |name| name == "Select") {
        return Some(InstructionRole::ReflectedSelect);
    }
    let is_it = |name: &str| ["ChanSend", "ChanRecv", "ChanClose", "ChanLen"].contains(&name);
    calls_native(image, op, PACKAGE, is_it).then_some(InstructionRole::Reflected)
}

/// Calls `visit` for the channels that the native is about to access; the address of a sent value is in the slot behind
/// the channel. The argument slots are as `internal/rtype` declares them.
///
/// # Safety
/// The registers are those of a goroutine before the instruction, which calls a channel native of package reflect.
pub(crate) unsafe fn each_channel(
    image: &Image,
    s: VmRegisters,
    op: Op,
    mut visit: impl FnMut(AccessedBytes),
) {
    let Op::CallNative { native, win, .. } = op else { return };
    // SAFETY: the arguments lie in the frame.
    let arg = |at: u16| unsafe { s.get(Slot(win.0 + at)) };
    let mut visit = |access: MemoryAccessKind, address: u64| {
        // A nil channel has no memory.
        if address != 0 {
            visit(AccessedBytes { access, address, bytes: 8 });
        }
    };
    match &*image.program.natives[native.get() as usize].name {
        "ChanSend" => visit(MemoryAccessKind::Sends, arg(1)),
        "ChanRecv" => visit(MemoryAccessKind::Receives, arg(1)),
        "ChanClose" => visit(MemoryAccessKind::Closes, arg(0)),
        "ChanLen" => visit(MemoryAccessKind::Counts, arg(0)),
        _ => {
            let (channels, sends) = (arg(3) as *const u64, arg(9) as *const bool);
            for at in 0..arg(4) as usize {
                // SAFETY: both slices have the same length.
                let (channel, is_sent) = unsafe { (*channels.add(at), *sends.add(at)) };
                visit(
                    if is_sent { MemoryAccessKind::Sends } else { MemoryAccessKind::Receives },
                    channel,
                );
            }
        }
    }
}

/// The address of the value that the native is about to send.
///
/// # Safety
/// As for [`each_channel`].
pub(crate) unsafe fn sent_value_address(s: VmRegisters, op: Op) -> Option<u64> {
    let Op::CallNative { win, .. } = op else { return None };
    // SAFETY: the arguments lie in the frame.
    Some(unsafe { s.get(Slot(win.0 + 2)) })
}
