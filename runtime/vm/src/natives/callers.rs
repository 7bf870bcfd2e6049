//! `runtime.Callers` and the meaning of its numbers: frames of the goroutine, and the surrounding frames of Go's
//! runtime, which have no code here.

use crate::goroutine::context::Cx;
use crate::image::Image;
use crate::image::lines::{self, TraceFrame};
use crate::native::NativeCx;
use crate::report::traceback;
use crate::types::value::{GoSlice, GoStr};

/// A function of Go's runtime that a stack shows: its name, its file and the line of its call in Go 1.27.3, and the
/// index in the VM's own code whose address stands for it, where no goroutine ever is.
struct RuntimeFunction(&'static str, &'static str, i64, usize);

/// Runs a deferred call for a panic.
const GOPANIC: RuntimeFunction =
    RuntimeFunction("runtime.gopanic", "$GOROOT/src/runtime/panic.go", 859, 2);
/// Calls main.
const MAIN: RuntimeFunction =
    RuntimeFunction("runtime.main", "$GOROOT/src/runtime/proc.go", 302, 1);
/// Runs the initialisers of packages; called by runtime.main.
const DO_INIT: RuntimeFunction =
    RuntimeFunction("runtime.doInit", "$GOROOT/src/runtime/proc.go", 8121, 3);
/// Runs the initialisers of one package.
const DO_INIT_1: RuntimeFunction =
    RuntimeFunction("runtime.doInit1", "$GOROOT/src/runtime/proc.go", 8154, 5);
/// Calls the first function of each goroutine.
const GOEXIT: RuntimeFunction =
    RuntimeFunction("runtime.goexit", "$GOROOT/src/runtime/asm_amd64.s", 1264, 7);

const RUNTIME_FUNCTIONS: [RuntimeFunction; 5] = [GOPANIC, MAIN, DO_INIT, DO_INIT_1, GOEXIT];

impl RuntimeFunction {
    fn frame_number(&self, image: &Image) -> u64 {
        image.code[self.3].address() as u64
    }
}

/// The runtime functions that have called the first function of the running goroutine, innermost first; `outermost` is
/// the goroutine's outermost frame.
fn outer_runtime_functions(
    cx: &mut Cx,
    outermost: Option<&TraceFrame>,
) -> &'static [RuntimeFunction] {
    if cx.g().id != 1 {
        return &[GOEXIT];
    }
    let funcs = &cx.shared().image.program.funcs;
    match outermost.map_or("", |frame| &*funcs[frame.func.0 as usize].name) {
        "main.main" => &[MAIN, GOEXIT],
        _ => &[DO_INIT_1, DO_INIT, MAIN, GOEXIT],
    }
}

/// Fills `pcs` with the numbers of the running goroutine's frames. Returns how many numbers were stored.
pub(super) fn callers(cx: &mut NativeCx, skip: i64, pcs: GoSlice<u64>) -> i64 {
    let skip = skip.saturating_add(1).max(0) as usize;
    let most = skip.saturating_add(pcs.len());
    let frames = traceback::current_frames(cx, most);
    let bottom = if frames.len() < most { outer_runtime_functions(cx, frames.last()) } else { &[] };
    let image = &cx.shared().image;
    let inner = frames.iter().map(|frame| match frame.is_panic {
        true => GOPANIC.frame_number(image),
        false => frame.to_number(),
    });
    let all = inner.chain(bottom.iter().map(|outer| outer.frame_number(image)));
    let mut n = 0;
    for (to, number) in pcs.as_cells().iter().zip(all.skip(skip)) {
        to.set(number);
        n += 1;
    }
    n
}

/// The name, file, line and entry of the function that a number means.
pub(super) fn func_info(cx: &mut NativeCx, pc: u64) -> (GoStr, GoStr, i64, u64) {
    let shared = cx.shared;
    // SAFETY: the machine outlives its slices.
    let image = unsafe { &(*shared).image };
    // SAFETY: all these strings live as long as the machine.
    let lasting = |s: &str| unsafe { GoStr::from_raw(s.as_ptr(), s.len()) };
    if let Some(RuntimeFunction(name, file, line, _)) = RUNTIME_FUNCTIONS
        .iter()
        .find(|outer| outer.frame_number(image) == lines::round_up_to_return_address(pc))
    {
        // SAFETY: the machine outlives its slices.
        let file = unsafe { (*shared).files.runtime_name(file) };
        return (lasting(name), lasting(file), *line, pc);
    }
    let Some(frame) = TraceFrame::from_number(image, pc) else {
        return (GoStr::EMPTY, GoStr::EMPTY, 0, 0);
    };
    let f = &image.program.funcs[frame.func.0 as usize];
    // The entry of an inlined function is that of the function around it.
    let entry = image.entry_pc(image.func_at(frame.pc));
    let (file, line) = lines::file_and_line_numbers(image, frame);
    // SAFETY: as above.
    let file = unsafe { (*shared).files.name(&image.program.files, file) };
    let line = if frame.pc == entry { f.line } else { line };
    (lasting(&f.name), lasting(file), i64::from(line), entry as u64)
}
