//! Machine code that is compiled before a program runs.

use minigo_vm::{CodeStore, LinkedProgram, Machine, Options, Tiering};
use std::sync::{Arc, Mutex};

/// A code store that keeps the machine code in memory.
#[derive(Default)]
struct CollectedCode(Mutex<Vec<u8>>);

impl CodeStore for CollectedCode {
    fn is_probably_stored(&self) -> bool {
        false
    }

    fn load(&self) -> Option<Vec<u8>> {
        None
    }

    fn store(&self, code: &[u8]) {
        if let Ok(mut all) = self.0.lock() {
            *all = code.to_vec();
        }
    }
}

/// The encoded machine code of the program's own functions, without those of the library; empty if there is none.
/// Functions in files whose names begin with `first` come first. Code that detects data races contains addresses that
/// differ from run to run, so it is not compiled in advance.
pub(super) fn compile_machine_code(linked: LinkedProgram, first: &str) -> Vec<u8> {
    let tiering = Tiering::default_of_build();
    if tiering == Tiering::Off || linked.is_watched() {
        return Vec::new();
    }
    let collected = Arc::new(CollectedCode::default());
    let options = Options { tiering, code_store: Some(collected.clone()), ..Options::default() };
    let natives = linked.natives();
    let packages =
        minigo_stdlib::packages_where(|path| natives.iter().any(|n| &*n.package == path));
    let Ok(machine) = Machine::with_system_host(linked, &packages, &options, Vec::new()) else {
        return Vec::new();
    };
    machine.compile_ahead(first);
    drop(machine);
    collected.0.lock().map(|mut all| std::mem::take(&mut *all)).unwrap_or_default()
}
