//! Loops of natives over long slices. A loop works in parts, and other goroutines may run between two parts.

use minigo_vm::convert::GoSlice;
use minigo_vm::native::work_parts::WORK_PART_BYTES;
use minigo_vm::native::{NativeCx, Outcome};
use std::ops::ControlFlow::{Break, Continue};

/// Adds all bytes of `p` to a state, and returns the result that `end` makes of the state. The length of a part is a
/// multiple of the block size of every hash function.
pub(crate) fn fold_parts<H: Send + 'static, R>(
    cx: &mut NativeCx,
    begin: impl FnOnce() -> H,
    p: GoSlice<u8>,
    mut add: impl FnMut(&mut H, &[u8]),
    end: impl Fn(&H) -> R,
) -> Outcome<R> {
    if p.len() <= WORK_PART_BYTES {
        let mut state = begin();
        add(&mut state, &p);
        return Outcome::Return(end(&state));
    }
    cx.run_in_parts(
        |_| (begin(), 0),
        |_, (state, at)| {
            let to = p.len().min(*at + WORK_PART_BYTES);
            add(state, &p[*at..to]);
            *at = to;
            if to == p.len() { Break(end(state)) } else { Continue(WORK_PART_BYTES) }
        },
    )
}

/// Changes all bytes of `data` in place, in parts; `change` receives each part and the part's offset in `data`.
pub(crate) fn edit_parts(
    cx: &mut NativeCx,
    data: GoSlice<u8>,
    mut change: impl FnMut(&mut [u8], usize),
) -> Outcome<()> {
    if data.len() <= WORK_PART_BYTES {
        data.edit_elements(|data| change(data, 0));
        return Outcome::Return(());
    }
    cx.run_in_parts(
        |_| 0,
        |_, at| {
            let to = data.len().min(*at + WORK_PART_BYTES);
            data.with_len(to).tail(*at).edit_elements(|part| change(part, *at));
            *at = to;
            if to == data.len() { Break(()) } else { Continue(WORK_PART_BYTES) }
        },
    )
}
