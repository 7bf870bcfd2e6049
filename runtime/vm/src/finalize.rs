//! What runs when an object has become unreachable: finalizers and cleanups.
//!
//! A module of its own because these hold addresses that are no roots, which the collector must treat in its own order.
//!
//! As in Go, everything an object with a finalizer leads to stays alive until the finalizer has run, but not the object by itself:
//! so of two such objects of which one leads to the other, the outer one's runs first, and cycles never end. A cleanup
//! does not keep its object, and runs when that is gone.

use crate::convert::Iface;
use crate::goroutine::spawn_on;
use crate::interp::Cx;
use crate::native::{GoError, Native, NativeCx, Outcome};
use hashbrown::HashMap;
use minigo_bytecode::operand::TypeId;
use minigo_bytecode::ops::Op;
use minigo_bytecode::rtype::Kind;
use minigo_heap::{Heap, Marker};
use parking_lot::Mutex;

/// A func value and the slots of its arguments.
#[derive(Clone, Copy)]
pub(crate) struct Ready {
    func: u64,
    args: [u64; 2],
    slots: usize,
}

struct Cleanup {
    id: u64,
    address: u64,
    func: u64,
}

#[derive(Default)]
struct Lists {
    /// By the object's address.
    finalizers: HashMap<u64, Ready>,
    cleanups: Vec<Cleanup>,
    last_id: u64,
}

/// All finalizers and cleanups of a machine.
#[derive(Default)]
pub(crate) struct Finalizers(Mutex<Lists>);

impl Finalizers {
    /// Marks what must stay for them: before marking goes on.
    pub(crate) fn mark(&self, marker: &mut Marker<'_>) {
        let lists = self.0.lock();
        for (&address, ready) in &lists.finalizers {
            marker.mark(ready.func);
            marker.mark_behind(address);
        }
        lists.cleanups.iter().for_each(|c| marker.mark(c.func));
    }

    /// Takes those out whose objects nobody has reached; `marker` keeps the objects for their finalizers.
    pub(crate) fn take_ready(&self, heap: &Heap, marker: &mut Marker<'_>) -> Vec<Ready> {
        let mut lists = self.0.lock();
        let unreached = |&address: &u64| !heap.is_marked(address as usize);
        let dead: Vec<u64> = lists.finalizers.keys().copied().filter(unreached).collect();
        let mut all = Vec::new();
        for address in dead {
            // All it leads to is marked already.
            marker.mark(address);
            all.extend(lists.finalizers.remove(&address));
        }
        lists.cleanups.retain(|c| {
            let reached = heap.is_marked(c.address as usize);
            if !reached {
                all.push(Ready { func: c.func, args: [0; 2], slots: 0 });
            }
            reached
        });
        all
    }
}

/// Runs them, each in a goroutine. Nothing holds what they need but the list, so there must be no safepoint before this.
pub(crate) fn run(cx: &mut Cx, all: &[Ready]) {
    for ready in all {
        // SAFETY: a func value leads to its code, and takes so many slots.
        unsafe {
            let code = *(ready.func as *const *const Op);
            let args = ready.args.as_ptr();
            spawn_on(cx.task(), code, ready.func, args, ready.slots, 1, std::ptr::null());
        }
    }
}

/// The natives of package `runtime` that are served here.
pub(crate) fn natives() -> Vec<Native> {
    vec![
        Native::new("setFinalizer", set_finalizer),
        Native::new("addCleanup", add_cleanup),
        Native::new("stopCleanup", stop_cleanup),
    ]
}

fn fatal(text: String) -> Outcome<()> {
    Outcome::Panic(GoError::Fatal(format!("runtime.SetFinalizer: {text}")))
}

fn set_finalizer(cx: &mut NativeCx, object: Iface, finalizer: Iface) -> Outcome<()> {
    let shared = cx.m;
    // SAFETY: the machine outlives its slices.
    let shared = unsafe { &*shared };
    let types = &shared.image.types;
    let ty = types.get(TypeId(object.ty as u32));
    if ty.kind != Kind::Pointer {
        return fatal(format!("first argument is {}, not pointer", ty.string));
    }
    if object.data == 0 {
        return fatal("first argument is a nil pointer".to_owned());
    }
    let mut lists = shared.gc.finalizers.0.lock();
    if finalizer.ty == 0 {
        lists.finalizers.remove(&object.data);
        return Outcome::Return(());
    }
    let func = types.get(TypeId(finalizer.ty as u32));
    if func.kind != Kind::Func {
        return fatal(format!("second argument is {}, not a function", func.string));
    }
    let param = match func.params[..] {
        [param] if !func.variadic => types.get(param),
        _ => return fatal(format!("cannot pass {} to finalizer {}", ty.string, func.string)),
    };
    let ready = if param.kind == Kind::Interface {
        Ready { func: finalizer.data, args: [object.ty, object.data], slots: 2 }
    } else if param.kind == Kind::Pointer && param.elem == ty.elem {
        Ready { func: finalizer.data, args: [object.data, 0], slots: 1 }
    } else {
        return fatal(format!("cannot pass {} to finalizer {}", ty.string, func.string));
    };
    let Some(place) = shared.heap.object_at(object.data as usize) else {
        // A package-level variable or a value of size 0 is never freed.
        return Outcome::Return(());
    };
    if place.base as u64 != object.data {
        return fatal("pointer not at beginning of allocated block".to_owned());
    }
    if lists.finalizers.contains_key(&object.data) {
        return fatal("finalizer already set".to_owned());
    }
    lists.finalizers.insert(object.data, ready);
    Outcome::Return(())
}

fn add_cleanup(cx: &mut NativeCx, address: u64, func: u64) -> u64 {
    let mut lists = cx.shared().gc.finalizers.0.lock();
    lists.last_id += 1;
    let id = lists.last_id;
    if cx.shared().heap.object_at(address as usize).is_some() {
        lists.cleanups.push(Cleanup { id, address, func });
    }
    id
}

fn stop_cleanup(cx: &mut NativeCx, id: u64) {
    cx.shared().gc.finalizers.0.lock().cleanups.retain(|c| c.id != id);
}
