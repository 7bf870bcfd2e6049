//! What the code that a goroutine has before it could do with channels and locks.
//!
//! A module of its own because it reads instructions, where the other parts of a report read memory.
//!
//! From where each frame stands the instructions are followed that it can reach, and the functions that they name: called,
//! started, deferred, or made a value of. What these contain is *sure*: code there does it, if it gets there. A call of an
//! interface's method or of a func value leads anywhere, so it makes *perhaps* of all that some function of the program does.
//! What is in neither set the goroutine cannot do.

use crate::goroutine::Goroutine;
use crate::image::Image;
use crate::leaks::raw_frames;
use hashbrown::{HashMap, HashSet};
use minigo_bytecode::func::Func;
use minigo_bytecode::operand::{FuncId, SelectId, Slot, Use};
use minigo_bytecode::ops::Op;
use minigo_bytecode::uses::{ExtKind, ext, ext_count, ext_kind, uses_of};
use minigo_bytecode::verify::ends;
use std::rc::Rc;

/// A set of deeds.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct Deeds(u8);

impl Deeds {
    pub(crate) const NONE: Self = Self(0);
    pub(crate) const SEND: Self = Self(1);
    pub(crate) const RECEIVE: Self = Self(2);
    pub(crate) const CLOSE: Self = Self(4);
    pub(crate) const UNLOCK: Self = Self(8);
    pub(crate) const READ_UNLOCK: Self = Self(16);
    pub(crate) const DONE: Self = Self(32);
    pub(crate) const SIGNAL: Self = Self(64);

    pub(crate) const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    pub(crate) const fn meets(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    fn add(&mut self, other: Self) {
        *self = self.or(other);
    }

    /// What calling a function of package sync is.
    fn of_call(name: &str) -> Self {
        match name {
            "sync.(*Mutex).Unlock" | "sync.(*RWMutex).Unlock" => Self::UNLOCK,
            "sync.(*RWMutex).RUnlock" => Self::READ_UNLOCK,
            "sync.(*WaitGroup).Done" => Self::DONE,
            "sync.(*Cond).Signal" | "sync.(*Cond).Broadcast" => Self::SIGNAL,
            _ => Self::NONE,
        }
    }
}

/// What a piece of code does, and where it leads.
#[derive(Default)]
struct Code {
    deeds: Deeds,
    /// Whether it calls what only shows when it runs.
    anything: bool,
    funcs: Vec<FuncId>,
    /// Those of them that are called when the function ends.
    deferred: Vec<FuncId>,
    globals: Vec<u32>,
}

/// What a goroutine could do.
#[derive(Default)]
pub(crate) struct Able {
    pub(crate) sure: Deeds,
    pub(crate) perhaps: Deeds,
    /// The package-level variables that its code names: their offsets.
    pub(crate) globals: HashSet<u32>,
}

/// The code that was looked at so far.
pub(crate) struct Reader<'i> {
    image: &'i Image,
    whole: HashMap<FuncId, Rc<Code>>,
    everything: Option<Deeds>,
}

impl<'i> Reader<'i> {
    pub(crate) fn new(image: &'i Image) -> Self {
        Self { image, whole: HashMap::new(), everything: None }
    }

    /// What a goroutine could do that is blocked where it stands.
    pub(crate) fn able(&mut self, g: &Goroutine) -> Able {
        let image = self.image;
        let mut able = Able::default();
        let (mut anything, mut todo) = (false, Vec::new());
        for frame in raw_frames(image, g).iter().filter(|f| image.has_pc(f.pc as u64)) {
            let id = image.func_at(frame.pc);
            if id == image.program.entry {
                continue;
            }
            let func = &image.program.funcs[id.0 as usize];
            let next = image.offset_of(frame.pc) - image.starts[id.0 as usize] as usize;
            let code = read(image, func, reachable(image, func, next));
            able.sure.add(code.deeds);
            anything |= code.anything;
            able.globals.extend(&code.globals);
            todo.extend(code.funcs);
            // What it has deferred is before it too.
            todo.extend(self.whole(id).deferred.iter().filter(|_| g.unwind_ref().is_some()));
        }
        let mut seen = HashSet::new();
        while let Some(id) = todo.pop() {
            if !seen.insert(id) {
                continue;
            }
            let code = self.whole(id);
            able.sure.add(Deeds::of_call(&image.program.funcs[id.0 as usize].name));
            able.sure.add(code.deeds);
            anything |= code.anything;
            able.globals.extend(&code.globals);
            todo.extend(&code.funcs);
        }
        if anything {
            able.perhaps = self.everything();
        }
        able
    }

    /// All code of a function.
    fn whole(&mut self, id: FuncId) -> Rc<Code> {
        let image = self.image;
        let code = self.whole.entry(id).or_insert_with(|| {
            let func = &image.program.funcs[id.0 as usize];
            Rc::new(read(image, func, places(func)))
        });
        code.clone()
    }

    /// What any function of the program does.
    fn everything(&mut self) -> Deeds {
        if let Some(known) = self.everything {
            return known;
        }
        let mut all = Deeds::NONE;
        for id in 0..self.image.program.funcs.len() {
            all.add(self.whole(FuncId(id as u32)).deeds);
        }
        self.everything = Some(all);
        all
    }
}

/// Where a function's instructions begin.
fn places(func: &Func) -> Vec<usize> {
    let mut all = Vec::new();
    let mut pc = 0;
    while pc < func.code.len() {
        all.push(pc);
        pc += 1 + ext_count(func.code[pc]);
    }
    all
}

/// The instructions that control can come to from `first` on.
fn reachable(image: &Image, func: &Func, first: usize) -> Vec<usize> {
    let code = &func.code;
    let mut seen = vec![false; code.len()];
    let mut todo = vec![first];
    while let Some(pc) = todo.pop() {
        if pc >= code.len() || std::mem::replace(&mut seen[pc], true) {
            continue;
        }
        let op = code[pc];
        if !ends(op) {
            todo.push(pc + 1 + ext_count(op));
        }
        let jump = |base: usize, by: i32| usize::try_from(base as i64 + i64::from(by)).ok();
        uses_of(&image.program, image.types.all(), code, pc, |operand| {
            if let Use::Jump(by) = operand {
                todo.extend(jump(pc + 1, by));
            }
        });
        if ext_count(op) > 0 && ext_kind(op) == ExtKind::Jump {
            todo.extend(jump(pc + 2, ext(code, pc, 1).1 as i32));
        }
    }
    (0..code.len()).filter(|&pc| seen[pc]).collect()
}

/// What the instructions at these places do.
fn read(image: &Image, func: &Func, places: Vec<usize>) -> Code {
    let mut found = Code::default();
    // The slots that hold functions made just before, and which.
    let mut made: Vec<(Slot, FuncId)> = Vec::new();
    for pc in places {
        let op = func.code[pc];
        found.deeds.add(deeds_of(image, op));
        for origin in func.origins_at(pc as u32) {
            let name = origin.func.map(|f| &*image.program.funcs[f.0 as usize].name);
            found.deeds.add(name.map_or(Deeds::NONE, Deeds::of_call));
        }
        let (mut named, mut writes) = (None, Vec::new());
        uses_of(&image.program, image.types.all(), &func.code, pc, |operand| match operand {
            Use::Func(f) => {
                named = Some(f);
                found.funcs.push(f);
            }
            Use::Global(offset) => found.globals.push(offset),
            Use::Write(slot, _) => writes.push(slot),
            _ => {}
        });
        found.anything |= match op {
            Op::CallIface { .. } => true,
            Op::CallClosure { f, .. }
            | Op::CallClosureArg { f, .. }
            | Op::GoClosure { f, .. }
            | Op::DeferClosure { f, .. } => !made.iter().any(|(slot, _)| *slot == f),
            _ => false,
        };
        match op {
            Op::DeferFunc { .. } => found.deferred.extend(named),
            Op::DeferClosure { f, .. } => {
                let known = made.iter().filter(|(slot, _)| *slot == f);
                found.deferred.extend(known.map(|(_, func)| *func));
            }
            _ => {}
        }
        made.retain(|(slot, _)| !writes.contains(slot));
        made.extend(named.into_iter().flat_map(|f| writes.iter().map(move |&slot| (slot, f))));
    }
    found
}

fn deeds_of(image: &Image, op: Op) -> Deeds {
    match op {
        Op::Send { .. } => Deeds::SEND,
        Op::Recv { .. } | Op::RecvOk { .. } => Deeds::RECEIVE,
        Op::Close { .. } => Deeds::CLOSE,
        _ => {
            let mut found = Deeds::NONE;
            op.operands(|operand| {
                if let Use::Select(id) = operand {
                    found = of_select(image, id);
                }
            });
            found
        }
    }
}

fn of_select(image: &Image, id: SelectId) -> Deeds {
    let cases = &image.program.selects[id.0 as usize].cases;
    let deed = |send: bool| if send { Deeds::SEND } else { Deeds::RECEIVE };
    cases.iter().map(|case| deed(case.send)).fold(Deeds::NONE, Deeds::or)
}
