//! The words of a story for a goroutine's point: the method that the user's code calls, and the variable on which it
//! calls it, rather than the instruction and the fields inside packages sync and context.

use crate::channel::chan_of;
use crate::explore::reflect_channels;
use crate::explore::scheduling_points::InstructionRole;
use crate::explore::story::ValueFormat;
use crate::explore::story_recorder::{access_verb, value_text};
use crate::goroutine::registers::VmRegisters;
use crate::goroutine::state::Goroutine;
use crate::memory::recorded_accesses::AccessedBytes;
use crate::report::object_names::{NamedObject, named_struct, named_word};
use crate::report::value_text;
use crate::shared::Shared;
use crate::shared::weak::handle_word;
use minigo_bytecode::operand::{Slot, TypeId};
use minigo_bytecode::ops::{MemoryAccessKind, Op};
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};

/// A RWMutex's count of readers is lower by this number while there is a writer (`maxReaders` of package sync).
const MAX_READERS: i32 = 1 << 30;

/// The words for one point of a goroutine, which become part of its `GoroutineAction`.
#[derive(Default)]
pub(crate) struct PointText {
    /// The verb, if it is not the verb of the first access.
    pub(crate) verb: Option<&'static str>,
    pub(crate) action: String,
    pub(crate) name: String,
    pub(crate) is_part_of_call: bool,
    pub(crate) value: Option<String>,
    pub(crate) outcome: Option<String>,
    /// The value that the action stores: its location, and how it is shown.
    pub(crate) stored_value: Option<(NamedObject, ValueFormat)>,
}

/// A call of package sync, sync/atomic or context by the user's code.
struct Call<'a> {
    /// The package's name in types: `sync`, `atomic`, `context`.
    package: &'a str,
    /// The type of the method's receiver.
    receiver_type: Option<&'a str>,
    name: &'a str,
    /// The code is a function literal that the function has returned.
    is_func_literal: bool,
}

impl<'a> Call<'a> {
    /// The outermost call among these functions, which are given innermost first. Function literals are skipped, since
    /// the program has no name for them: `WaitGroup.Go`, for example, calls `Done` in a function literal.
    fn outermost_call(funcs: impl Iterator<Item = &'a str>) -> Option<Self> {
        let calls = funcs.map_while(Self::parse);
        let of_context = |call: &Self| call.package == "context";
        calls.filter(|call| !call.is_func_literal || of_context(call)).last()
    }

    fn parse(func: &'a str) -> Option<Self> {
        let packages =
            [("sync/atomic.", "atomic"), ("sync.", "sync"), ("context.", "context"), ("io.", "io")];
        let mut found = packages.into_iter().filter_map(|(path, name)| {
            let rest = func.strip_prefix(path)?;
            Some((name, rest))
        });
        let (package, rest) = found.next()?;
        let method = rest.strip_prefix("(*").and_then(|rest| rest.rsplit_once(")."));
        let (of, name) = match method {
            Some((of, name)) => (of.split('[').next(), name),
            None => (None, rest),
        };
        let (name, literal) = match name.split_once('.') {
            Some((name, _)) => (name, true),
            None => (name, false),
        };
        Some(Self {
            package,
            receiver_type: of,
            name: name.split('[').next().unwrap_or(name),
            is_func_literal: literal,
        })
    }
}

/// The point of a goroutine whose registers stand before the instruction.
pub(crate) struct Point<'a> {
    pub(crate) shared: &'a Shared,
    pub(crate) g: &'a Goroutine,
    pub(crate) registers: VmRegisters,
    pub(crate) op: Op,
    pub(crate) role: InstructionRole,
    pub(crate) accessed_bytes: &'a [AccessedBytes],
    /// Whether the goroutine blocks at this point.
    pub(crate) blocks: bool,
}

impl Point<'_> {
    /// The words for this point. `funcs` are the functions of the goroutine's frames, innermost first; `named` is the
    /// word or channel that the instruction accesses.
    pub(crate) fn describe_point<'f>(
        &self,
        funcs: impl Iterator<Item = &'f str>,
        named: Option<&NamedObject>,
    ) -> PointText {
        let mut doing = match Call::outermost_call(funcs) {
            Some(call) if call.package == "context" => self.context_call_text(&call),
            Some(call) if call.package == "io" => self.pipe_call_text(&call),
            Some(call) => self.sync_call_text(&call),
            None => self.instruction_text(named),
        };
        if self.blocks {
            doing.outcome.get_or_insert_with(|| "blocks".to_owned());
        }
        doing
    }

    fn first_access(&self) -> AccessedBytes {
        self.accessed_bytes[0]
    }

    fn enclosing_value(&self, is_it: &dyn Fn(&str) -> bool) -> Option<NamedObject> {
        named_struct(self.shared, self.g, self.first_access().address, is_it)
    }

    fn type_of(&self, named: &NamedObject) -> &str {
        &self.shared.image.types.get(named.ty).string
    }

    fn sync_call_text(&self, call: &Call<'_>) -> PointText {
        let Call { package, name, .. } = *call;
        let Some(of) = call.receiver_type else { return self.function_call_text(package, name) };
        let is_it = |ty: &str| {
            let rest = ty.strip_prefix(package).and_then(|ty| ty.strip_prefix('.'));
            let rest = rest.and_then(|ty| ty.strip_prefix(of));
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('['))
        };
        if let Some(found) = self.enclosing_value(&is_it) {
            return self.method_call_text(&found, name);
        }
        // A Cond locks the lock that the program gave it.
        let is_lock = |ty: &str| ty == "sync.Mutex" || ty == "sync.RWMutex";
        match self.enclosing_value(&is_lock) {
            Some(lock) => PointText {
                action: format!("{} {} (in {package}.{of}.{name})", self.verb(), lock.path),
                name: lock.path,
                is_part_of_call: true,
                ..PointText::default()
            },
            None => PointText {
                action: format!("{package}.{of}.{name}"),
                is_part_of_call: true,
                ..PointText::default()
            },
        }
    }

    fn function_call_text(&self, package: &str, name: &str) -> PointText {
        let action = format!("{package}.{name}");
        let Some(word) = self.accessed_word().filter(|_| package == "atomic") else {
            return PointText { action, is_part_of_call: true, ..PointText::default() };
        };
        let action = format!("{action}(&{})", word.path);
        let doing = PointText { action, name: word.path.clone(), ..PointText::default() };
        self.atomic_access_text(doing, name, Some(word))
    }

    /// The words for a call of a method of package sync or sync/atomic.
    fn method_call_text(&self, of: &NamedObject, method: &str) -> PointText {
        let action = format!("{}.{method}", of.path);
        let doing = PointText { action, name: of.path.clone(), ..PointText::default() };
        match self.type_of(of) {
            "sync.Mutex" | "sync.Pool" => doing,
            "sync.WaitGroup" if self.first_access().access == MemoryAccessKind::Swaps => {
                PointText { stored_value: Some((of.clone(), ValueFormat::Counter)), ..doing }
            }
            "sync.WaitGroup" => {
                // SAFETY: the state, which has the counter in its high half, is about to be loaded.
                let state = unsafe { (*(of.address as *const AtomicU64)).load(Ordering::Relaxed) };
                let count = (state >> 32) as i32;
                let waits = (count != 0).then(|| format!("waits: the counter is {count}"));
                PointText { outcome: waits, ..doing }
            }
            "sync.RWMutex" => {
                let outcome = self.rwmutex_wait_text(of);
                PointText { outcome, is_part_of_call: true, ..doing }
            }
            "atomic.Value" => PointText { is_part_of_call: true, ..doing },
            ty if ty.starts_with("atomic.") => {
                let mut word = self.accessed_word();
                // The word of an atomic.Bool is a number.
                if let (Some(word), "atomic.Bool") = (&mut word, ty) {
                    let types = self.shared.image.types.current_types().iter();
                    let bool = types.zip(0..).find(|(ty, _)| &*ty.string == "bool");
                    word.ty = bool.map_or(word.ty, |(_, number)| TypeId(number));
                }
                self.atomic_access_text(doing, method, word)
            }
            _ => PointText { is_part_of_call: true, ..doing },
        }
    }

    fn context_call_text(&self, call: &Call<'_>) -> PointText {
        let found = self.enclosing_value(&|ty| ty.starts_with("context."));
        let name = found.map(|found| without_parent_fields(&found.path)).unwrap_or_default();
        let is_method = call.receiver_type.is_some() && call.name.starts_with(char::is_uppercase);
        let action = match (is_method, call.is_func_literal, name.is_empty()) {
            (true, _, false) => format!("{name}.{}", call.name),
            (true, _, true) => format!("context.Context.{}", call.name),
            (_, true, _) => match (call.name, &*name) {
                ("AfterFunc", _) => "calls the stop function of context.AfterFunc".to_owned(),
                (_, "") => "calls a context's cancel function".to_owned(),
                (_, name) => format!("calls the cancel function of {name}"),
            },
            _ => match call.receiver_type {
                Some(of) => format!("context.{of}.{}", call.name),
                None => format!("context.{}", call.name),
            },
        };
        PointText { action, name, is_part_of_call: true, ..PointText::default() }
    }

    /// The words for a call that uses `io.Pipe`: the channel that it accesses lies in the pipe of a reader or writer.
    fn pipe_call_text(&self, call: &Call<'_>) -> PointText {
        let channel = self.channel_name(self.first_access().address);
        let name = channel.rsplit_once(".p.").map(|(name, _)| name.to_owned()).unwrap_or_default();
        let action = match (call.receiver_type, &*name) {
            (Some(of), "") => format!("io.{of}.{}", call.name),
            (Some(_), name) => format!("{name}.{}", call.name),
            (None, _) => format!("io.{}", call.name),
        };
        PointText { action, name, is_part_of_call: true, ..PointText::default() }
    }

    /// The words for an instruction of the user's own code.
    fn instruction_text(&self, named: Option<&NamedObject>) -> PointText {
        let AccessedBytes { access, address, .. } = self.first_access();
        match access {
            _ if matches!(self.op, Op::Select { .. } | Op::SelectOne { .. })
                || self.role == InstructionRole::ReflectedSelect =>
            {
                self.select_text()
            }
            _ if self.role == InstructionRole::Follows => {
                let name = self.weak_pointer_text();
                let is_gone = handle_word(address).load(Ordering::Relaxed) == 0;
                let value = is_gone.then(|| "nil".to_owned());
                let (verb, action) = (Some("follows"), format!("{name}.Value"));
                PointText { verb, action, name, value, ..PointText::default() }
            }
            MemoryAccessKind::Counts => {
                let name = self.channel_name(address);
                let action = format!("len({})", name_or_a_channel(&name));
                let value = chan_of(address).map(|chan| chan.channel.len().to_string());
                PointText { action, name, value, ..PointText::default() }
            }
            MemoryAccessKind::Sends | MemoryAccessKind::Receives | MemoryAccessKind::Closes => {
                let name = self.channel_name(address);
                let channel = name_or_a_channel(&name);
                let action = match self.sent_value(address) {
                    Some(value) => format!("sends {value} to {channel}"),
                    None => format!("{} {channel}", self.verb()),
                };
                PointText { action, name, ..PointText::default() }
            }
            MemoryAccessKind::Loads | MemoryAccessKind::Stores | MemoryAccessKind::Swaps => {
                let is_it = |ty: &str| ty.starts_with("atomic.") || ty.starts_with("sync.");
                let Some(of) = self.enclosing_value(&is_it) else {
                    return self.plain_access_text(named);
                };
                match self.method_for_instruction(&of) {
                    Some(method) => self.method_call_text(&of, method),
                    None => self.whole_variable_text(of),
                }
            }
            MemoryAccessKind::Locks
            | MemoryAccessKind::ReadLocks
            | MemoryAccessKind::Unlocks
            | MemoryAccessKind::ReadUnlocks => {
                let is_lock = |ty: &str| ty == "sync.Mutex" || ty == "sync.RWMutex";
                match self.enclosing_value(&is_lock) {
                    Some(lock) => {
                        let method = match (access, self.role) {
                            (MemoryAccessKind::Locks, InstructionRole::Tries) => "TryLock",
                            (MemoryAccessKind::Locks, _) => "Lock",
                            (MemoryAccessKind::ReadLocks, _) => "RLock",
                            (MemoryAccessKind::Unlocks, _) => "Unlock",
                            _ => "RUnlock",
                        };
                        self.method_call_text(&lock, method)
                    }
                    None => self.plain_access_text(named),
                }
            }
            // A variable of package sync or sync/atomic is copied or overwritten.
            _ => match self
                .enclosing_value(&|ty| ty.starts_with("atomic.") || ty.starts_with("sync."))
            {
                Some(of) => self.whole_variable_text(of),
                None => self.plain_access_text(named),
            },
        }
    }

    /// The words for an access to a variable whose fields the program does not know.
    fn whole_variable_text(&self, of: NamedObject) -> PointText {
        let action = format!("{} {}", self.verb(), of.path);
        PointText { action, name: of.path, is_part_of_call: true, ..PointText::default() }
    }

    /// The method that an instruction stands for, if it can be determined.
    fn method_for_instruction(&self, of: &NamedObject) -> Option<&'static str> {
        let ty = self.type_of(of);
        match (ty, self.first_access().access, self.op) {
            ("sync.WaitGroup", MemoryAccessKind::Loads, _) => Some("Wait"),
            ("sync.WaitGroup", MemoryAccessKind::Swaps, _) => Some("Add"),
            ("sync.Once", ..) => Some("Do"),
            ("sync.RWMutex", MemoryAccessKind::Loads, _) => {
                let is_waited = |word: NamedObject| word.path.ends_with(".readerWait");
                self.accessed_word().is_some_and(is_waited).then_some("Unlock")
            }
            ("sync.RWMutex", MemoryAccessKind::Swaps, _) => match self.counter_change() {
                Some(1) => Some("RLock"),
                Some(-1) => Some("RUnlock"),
                Some(n) if n == -MAX_READERS => Some("Lock"),
                Some(MAX_READERS) => Some("Unlock"),
                _ => None,
            },
            _ if !ty.starts_with("atomic.") => None,
            (_, MemoryAccessKind::Loads, _) => Some("Load"),
            (_, MemoryAccessKind::Stores, _) => Some("Store"),
            (.., Op::AtomicCas32 { .. } | Op::AtomicCas64 { .. }) => Some("CompareAndSwap"),
            (.., Op::AtomicSwapI32 { .. } | Op::AtomicSwapU32 { .. } | Op::AtomicSwap64 { .. }) => {
                Some("Swap")
            }
            _ => Some("Add"),
        }
    }

    /// The number that the instruction adds to a 32-bit word.
    fn counter_change(&self) -> Option<i32> {
        // SAFETY: the operand lies in the frame, and an `Ext` follows an instruction with an immediate operand.
        unsafe {
            match self.op {
                Op::AtomicAddI32 { dst, .. } => Some(self.registers.get(dst) as i32),
                Op::AtomicAddI32Imm { .. } => {
                    let mut behind = VmRegisters { pc: self.registers.pc.add(1), ..self.registers };
                    Some(behind.read_ext_operands().1 as i32)
                }
                _ => None,
            }
        }
    }

    /// The goroutines that the goroutine is about to wait for in a RWMutex: readers or a writer.
    fn rwmutex_wait_text(&self, of: &NamedObject) -> Option<String> {
        let count = self.accessed_word().filter(|word| word.path.ends_with(".readerCount"))?;
        debug_assert!(of.address < count.address, "a field of the object");
        // SAFETY: the word is about to be accessed.
        let readers =
            unsafe { (*(count.address as *const AtomicU32)).load(Ordering::Relaxed) } as i32;
        let added = match self.first_access().access {
            MemoryAccessKind::ReadLocks => Some(1),
            _ => self.counter_change(),
        };
        match added? {
            1 if readers < 0 => Some("waits for the writer".to_owned()),
            n if n == -MAX_READERS && readers == 1 => Some("waits for a reader".to_owned()),
            n if n == -MAX_READERS && readers > 1 => Some(format!("waits for {readers} readers")),
            _ => None,
        }
    }

    /// The words for memory, or a lock or channel, by its name.
    fn plain_access_text(&self, named: Option<&NamedObject>) -> PointText {
        let AccessedBytes { access, address, .. } = self.first_access();
        let name = named.map(|named| named.path.clone()).unwrap_or_default();
        let action = match (&*name, access) {
            ("", MemoryAccessKind::Locks | MemoryAccessKind::Unlocks) => {
                format!("{} a lock", self.verb())
            }
            ("", _) => format!("{} a word", self.verb()),
            _ => format!("{} {name}", self.verb()),
        };
        let typed = named.filter(|named| named.address == address && access_verb(access).1);
        let mut doing = PointText { action, name, ..PointText::default() };
        match (access, typed) {
            (MemoryAccessKind::Reads | MemoryAccessKind::Loads, Some(named)) => {
                doing.value = self.value_text(named);
            }
            (_, Some(named)) => doing.stored_value = Some((named.clone(), ValueFormat::Value)),
            _ => {}
        }
        doing
    }

    /// The words for an atomic operation on a word.
    fn atomic_access_text(
        &self,
        mut doing: PointText,
        method: &str,
        word: Option<NamedObject>,
    ) -> PointText {
        let Some(word) = word.filter(|word| word.address == self.first_access().address) else {
            return doing;
        };
        let args = match self.op {
            Op::AtomicCas32 { args, .. } | Op::AtomicCas64 { args, .. } => Some(args),
            _ => None,
        };
        match args {
            Some(args) => self.add_compare_and_swap_outcome(&mut doing, args, &word),
            None if method.starts_with("Load") => doing.value = self.value_text(&word),
            None if ["Store", "Add"].iter().any(|it| method.starts_with(it)) => {
                doing.stored_value = Some((word, ValueFormat::Value));
            }
            None => {
                // The operation's result is the old value.
                doing.value = self.value_text(&word).filter(|_| method.starts_with("Swap"));
                doing.stored_value = Some((word, ValueFormat::Now));
            }
        }
        doing
    }

    /// Adds the outcome of a compare-and-swap that is about to be executed: nothing else runs, so the outcome is known.
    fn add_compare_and_swap_outcome(&self, doing: &mut PointText, args: Slot, word: &NamedObject) {
        // SAFETY: the operands lie in the frame, and point to the word, as the instruction itself requires.
        let (succeeds, [old, new]) = unsafe {
            let [old, _] = self.registers.slot_pair(args);
            let now = match self.op {
                Op::AtomicCas32 { .. } => {
                    let now = (*(word.address as *const AtomicU32)).load(Ordering::Relaxed);
                    now == old as u32
                }
                _ => (*(word.address as *const AtomicU64)).load(Ordering::Relaxed) == old,
            };
            let at = self.registers.slot_address(args);
            let shown = [0, 1].map(|i| value_text::slots_text(self.shared, word.ty, at.add(i)));
            (now, shown)
        };
        doing.action = match doing.action.strip_suffix(')') {
            Some(call) => format!("{call}, {old}, {new})"),
            None => format!("{}({old}, {new})", doing.action),
        };
        doing.outcome = Some(match succeeds {
            true => "succeeds".to_owned(),
            false => {
                format!("fails: the value is {}", value_text(self.shared, word.ty, word.address))
            }
        });
    }

    fn select_text(&self) -> PointText {
        let names = self.accessed_bytes.iter().map(|it| self.channel_name(it.address));
        let names: Vec<String> = names.map(|name| name_or_a_channel(&name).to_owned()).collect();
        let action = format!("select on {}", names.join(", "));
        PointText { verb: Some("selects"), action, ..PointText::default() }
    }

    /// The program's name of a weak pointer.
    fn weak_pointer_text(&self) -> String {
        let named = named_word(self.shared, Some(self.g), self.first_access().address, false);
        let path = named.map_or_else(|| "weak.Pointer".to_owned(), |named| named.path);
        path.strip_suffix(".handle").map(str::to_owned).unwrap_or(path)
    }

    /// The name of a channel for the goroutine of this point: see [`channel`].
    pub(crate) fn channel_name(&self, address: u64) -> String {
        channel_name(self.shared, self.g, address)
    }

    /// The value that is about to be sent.
    fn sent_value(&self, channel: u64) -> Option<String> {
        let named = named_word(self.shared, Some(self.g), channel, false)?;
        let elem = self.shared.image.types.get(named.ty).elem;
        if self.role == InstructionRole::Reflected {
            // SAFETY: the registers are those of the goroutine before the native.
            let at = unsafe { reflect_channels::sent_value_address(self.registers, self.op) };
            return at
                .filter(|_| self.first_access().access == MemoryAccessKind::Sends)
                .map(|at| value_text(self.shared, elem, at));
        }
        let Op::Send { val, .. } = self.op else { return None };
        // SAFETY: the operand lies in the frame, and has the channel's element type.
        Some(unsafe { value_text::slots_text(self.shared, elem, self.registers.slot_address(val)) })
    }

    fn accessed_word(&self) -> Option<NamedObject> {
        named_word(self.shared, Some(self.g), self.first_access().address, true)
    }

    fn value_text(&self, named: &NamedObject) -> Option<String> {
        Some(value_text(self.shared, named.ty, named.address))
    }

    fn verb(&self) -> &'static str {
        access_verb(self.first_access().access).0
    }
}

/// The name of the variable through which goroutine `g` reaches a channel; empty if none is found.
pub(crate) fn channel_name(shared: &Shared, g: &Goroutine, address: u64) -> String {
    let named = named_word(shared, Some(g), address, false);
    let path = named.map(|named| named.path).unwrap_or_default();
    if path != "done" && !path.ends_with(".done") {
        return path;
    }
    let of_context = named_struct(shared, g, address, &|ty| ty.starts_with("context."));
    of_context.map_or(path, |of| format!("{}.Done()", without_parent_fields(&of.path)))
}

/// The path without the fields by which contexts of package context refer to their parents: the program does not know
/// these fields.
fn without_parent_fields(path: &str) -> String {
    path.split('.')
        .filter(|part| !["cancelCtx", "timerCtx"].contains(part))
        .collect::<Vec<_>>()
        .join(".")
}

pub(crate) fn name_or_a_channel(name: &str) -> &str {
    if name.is_empty() { "a channel" } else { name }
}
