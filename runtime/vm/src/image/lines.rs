//! Maps instructions to functions, files and lines, including inlined calls.

use crate::image::Image;
use minigo_bytecode::func::InstructionOrigin;
use minigo_bytecode::operand::FuncId;
use minigo_bytecode::ops::Op;

/// A code address as the scheduler's records hold it: the number of the instruction in the address space.
pub(crate) fn code_number(pc: *const Op) -> u32 {
    (pc as usize / size_of::<Op>()) as u32
}

/// The prefix of the library's file names.
pub(crate) const LIBRARY_PREFIX: &str = "$GOROOT";

/// A frame of a stack.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TraceFrame {
    pub(crate) func: FuncId,
    /// The address behind the frame's current instruction.
    pub(crate) pc: *const Op,
    /// A call of the panic machinery: printed as `panic(…)`.
    pub(crate) is_panic: bool,
    /// `func` is a native, which has no frame of its own; the instruction before `pc` calls it.
    pub(crate) is_native: bool,
    /// If the function of the frame is inlined: how many of the functions inlined at `pc` are inside it, plus one; else
    /// 0.
    pub(crate) inline_level: u8,
}

/// The bit position of `inline_level` in the number of a frame: above all addresses.
const INLINE_LEVEL_SHIFT: u32 = 56;

impl TraceFrame {
    /// The innermost frame at `pc`.
    pub(crate) fn innermost(image: &Image, pc: *const Op) -> Self {
        let outer = Self {
            func: image.func_at(pc),
            pc,
            is_panic: false,
            is_native: false,
            inline_level: 0,
        };
        let inner = Self { inline_level: 1, ..outer };
        match origin_of(image, inner).and_then(|o| o.func) {
            Some(func) => Self { func, ..inner },
            None => outer,
        }
    }

    /// The frame as Go code sees it, a number: the return address, with `inline_level` in the highest bits.
    pub(crate) fn to_number(self) -> u64 {
        self.pc as u64 | u64::from(self.inline_level) << INLINE_LEVEL_SHIFT
    }

    /// The frame that a program counter of the Go program denotes. A slightly smaller number means the same frame:
    /// programs subtract one to get into the call, also from a `Frame.PC`, which is one less already.
    pub(crate) fn from_number(image: &Image, number: u64) -> Option<Self> {
        let (pc, inlined) = (
            round_up_to_return_address(number) & !(u64::MAX << INLINE_LEVEL_SHIFT),
            (number >> INLINE_LEVEL_SHIFT) as u8,
        );
        if !image.has_pc(pc) {
            return None;
        }
        let pc = pc as *const Op;
        let func = image.func_at(pc);
        let mut frame = Self { func, pc, is_panic: false, is_native: false, inline_level: inlined };
        if inlined > 0 {
            frame.func = origin_of(image, frame)?.func?;
        }
        Some(frame)
    }
}

/// The return address that `number` is below by less than an instruction's length.
pub(crate) fn round_up_to_return_address(number: u64) -> u64 {
    number.wrapping_add(size_of::<Op>() as u64 - 1) & !(size_of::<Op>() as u64 - 1)
}

/// The code addresses of a stack, innermost first: return addresses, and [`Image::vm_return_address`] for the panics
/// that run deferred calls.
pub(crate) type Pcs = Box<[u64]>;

/// The frames of a stack as numbers, without wrappers and the program's entry.
pub(crate) fn frame_numbers_of(image: &Image, pcs: &[u64]) -> Vec<u64> {
    let (mut numbers, mut frames) = (Vec::new(), Vec::new());
    for &pc in pcs {
        if pc == image.vm_return_address() as u64 {
            numbers.push(pc);
            continue;
        }
        push_frames(image, pc as *const Op, &mut frames);
        let shown = frames.drain(..).filter(|frame| frame.func != image.program.entry);
        numbers.extend(shown.map(TraceFrame::to_number));
    }
    numbers
}

/// Appends the functions, inlined ones included, that the instruction before `pc` belongs to, without wrappers.
pub(crate) fn push_frames(image: &Image, pc: *const Op, frames: &mut Vec<TraceFrame>) {
    let func = image.func_at(pc);
    let f = &image.program.funcs[func.0 as usize];
    for (i, origin) in f.origins_at(index_before(image, func, pc)).enumerate() {
        let (func, inlined) = match origin.func {
            Some(inlined) => (inlined, i as u8 + 1),
            None => (func, 0),
        };
        if !image.program.funcs[func.0 as usize].is_wrapper {
            frames.push(TraceFrame {
                func,
                pc,
                is_panic: false,
                is_native: false,
                inline_level: inlined,
            });
        }
    }
}

/// The index in `func` of the instruction before `pc`.
fn index_before(image: &Image, func: FuncId, pc: *const Op) -> u32 {
    let at = image.offset_of(pc).saturating_sub(image.function_starts[func.0 as usize] as usize);
    (at as u32).saturating_sub(1)
}

/// Reports whether a frame's function is not the library's.
pub(crate) fn is_user_frame(image: &Image, frame: &TraceFrame) -> bool {
    !position(image, *frame).0.starts_with(LIBRARY_PREFIX)
}

/// Reports whether the function at `pc` is the user's.
pub(crate) fn is_user_code(image: &Image, pc: *const Op) -> bool {
    if !image.has_pc(pc as u64) {
        return false;
    }
    let func = &image.program.funcs[image.func_at(pc).0 as usize];
    image.program.files.get(func.file as usize).is_some_and(|f| !f.starts_with(LIBRARY_PREFIX))
}

/// Which indexes of the instruction before `pc` have unsigned types, as a bit set.
pub(crate) fn unsigned_operands_before(image: &Image, pc: *const Op) -> u8 {
    let func = image.func_at(pc);
    image.program.funcs[func.0 as usize].unsigned_operands_at(index_before(image, func, pc))
}

/// The origin of a frame's instruction in the sources.
fn origin_of(image: &Image, frame: TraceFrame) -> Option<InstructionOrigin> {
    let func = image.func_at(frame.pc);
    let f = &image.program.funcs[func.0 as usize];
    let mut origins = f.origins_at(index_before(image, func, frame.pc));
    match frame.inline_level {
        0 => origins.last(),
        n => origins.nth(usize::from(n) - 1),
    }
}

/// The file and line of a frame.
pub(crate) fn position(image: &Image, frame: TraceFrame) -> (&str, u32) {
    let (file, line) = file_and_line_numbers(image, frame);
    (image.program.files.get(file as usize).map_or("?", |f| f), line)
}

/// The file and line of a frame; the file is an index into the program's files.
pub(crate) fn file_and_line_numbers(image: &Image, frame: TraceFrame) -> (u32, u32) {
    if frame.is_native {
        let declared = &image.program.funcs[frame.func.0 as usize];
        return (declared.file, declared.line);
    }
    origin_of(image, frame).map_or((u32::MAX, 0), |o| (o.file, o.line))
}

/// The name of the native that the instruction before `pc` calls; for other instructions the instruction's name.
pub(crate) fn instruction_name(image: &Image, pc: *const Op) -> String {
    let mut at = image.offset_of(pc) - 1;
    while let Op::Ext { .. } = image.op_at_index(at) {
        at -= 1;
    }
    match image.op_at_index(at) {
        Op::CallNative { native, .. } => {
            let native = &image.program.natives[native.get() as usize];
            format!("{}.{}", native.package, native.name)
        }
        op => op.mnemonic().to_owned(),
    }
}
