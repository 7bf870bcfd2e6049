//! Determines which instructions are points: a class for each instruction of the code.

use crate::explore::reflect_channels;
use crate::image::Image;
use crate::image::lines::LIBRARY_PREFIX;
use minigo_bytecode::func::{Func, InstructionOrigin};
use minigo_bytecode::ops::{MemoryAccessKind, Op};
use std::collections::BTreeSet;

/// The class of an instruction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub(crate) enum PointClass {
    /// No other goroutine can observe when the instruction runs.
    Private,
    /// The instruction's accesses are recorded.
    Noted,
    /// The instruction synchronises for the library alone; its accesses are recorded.
    Own,
    /// The instruction prints; the print is recorded as an access. The goroutine stops before the instruction if others
    /// could observe what it has done since it last stopped.
    Prints,
    /// The instruction makes a system call. The goroutine stops before the system call if others could observe what it
    /// has done since it last stopped.
    Calls,
    /// A point if the user's code calls the function that contains the instruction.
    IfCalled,
    /// A point.
    Point,
    /// A point: the instruction accesses memory that races.
    Racy,
    /// Exploration may begin here.
    Begins,
}

impl PointClass {
    /// Reports whether the instruction has an effect outside the program.
    pub(crate) fn affects_outside(self) -> bool {
        matches!(self, Self::Prints | Self::Calls)
    }
}

/// How a synchronising instruction is treated, depending on where it was written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum InstructionRole {
    /// The instruction has no special role: its kind determines the story's words.
    Plain,
    /// The instruction locks a mutex, or does not wait for it: `TryLock`.
    Tries,
    /// The instruction checks whether a WaitGroup is done.
    AwaitsGroup,
    /// The instruction changes the counter of a WaitGroup.
    CountsGroup,
    /// The instruction puts an object into a `sync.Pool`, or takes one: the object depends on the earlier operations.
    Pools,
    /// The instruction declares an access to the target of its argument: a timer of a bubble.
    Touches,
    /// The instruction follows a weak pointer, whose object may be gone.
    Follows,
    /// The instruction reads the number of goroutines.
    CountsGoroutines,
    /// The instruction operates on a channel for package reflect.
    Reflected,
    /// The instruction is the select of package reflect.
    ReflectedSelect,
    /// The instruction orders goroutines in a way that none of them can observe.
    Hidden,
}

impl InstructionRole {
    /// Reports whether the instruction operates on channels for package reflect.
    pub(crate) fn is_reflect_operation(self) -> bool {
        matches!(self, Self::Reflected | Self::ReflectedSelect)
    }
}

/// Flag in the class of an instruction that accesses memory, or synchronises: the driver reports such an instruction to
/// the race detector.
pub(crate) const ACCESS_FLAG: u8 = 0x80;

/// The classes of all instructions.
pub(crate) struct SchedulingPoints {
    /// For each instruction a [`PointClass`], with or without [`ACCESS_FLAG`].
    classes: Box<[u8]>,
    /// The classes without races.
    classes_without_races: Box<[u8]>,
    /// The roles by instruction; instructions that are not in the map are [`InstructionRole::Plain`].
    roles: hashbrown::HashMap<u32, InstructionRole>,
    /// The instructions that access memory that races.
    racy_instructions: BTreeSet<u32>,
    schedule_version: u32,
    /// The instructions where exploration begins: see [`beginning`](crate::explore::beginning).
    pub(super) entry_range: Option<(u32, u32)>,
    /// Whether the program reads the number of goroutines.
    pub(crate) reads_goroutine_count: bool,
}

/// The version of schedule files since which goroutines stop before system calls, and at operations of packages reflect
/// and weak that the user's code makes.
const SYSTEM_CALL_STOPS_VERSION: u32 = 2;

/// The version of schedule files since which points are counted from main on.
const POINTS_FROM_MAIN_VERSION: u32 = 3;

/// Packages whose synchronisation counts as synchronisation of the code that calls them.
const CALLER_ATTRIBUTED_PACKAGES: [&str; 3] =
    ["$GOROOT/src/sync/", "$GOROOT/src/context/", "$GOROOT/src/iter/"];
/// Packages whose synchronisation counts as that of their callers only since version [`SYSTEM_CALL_STOPS_VERSION`] of
/// schedule files.
const LATER_CALLER_ATTRIBUTED_PACKAGES: [&str; 2] = ["$GOROOT/src/reflect/", "$GOROOT/src/weak/"];
/// `io.Pipe`, which other packages mostly read and write for the program.
const PIPE_FILE: &str = "$GOROOT/src/io/pipe.go";
const COND_FILE: &str = "$GOROOT/src/sync/cond.go";
const WAITGROUP_FILE: &str = "$GOROOT/src/sync/waitgroup.go";
/// The package that keeps the timers of bubbles. This package declares accesses to the search by `touch` and `point`.
const SYNCTEST_PACKAGE: &str = "$GOROOT/src/internal/synctest/";

/// Functions that can observe whether a lock is held.
const TRY_LOCK_FUNCTIONS: [&str; 3] =
    ["sync.(*Mutex).TryLock", "sync.(*RWMutex).TryLock", "sync.(*RWMutex).TryRLock"];

/// The owner of the code in a file: it decides which instructions are points.
#[derive(Clone, Copy, PartialEq, Eq)]
enum CodeOwner {
    User,
    Caller,
    Library,
}

fn owner_of_file(file: &str, version: u32) -> CodeOwner {
    let also = if version >= SYSTEM_CALL_STOPS_VERSION {
        &LATER_CALLER_ATTRIBUTED_PACKAGES[..]
    } else {
        &[]
    };
    match file {
        PIPE_FILE if version >= SYSTEM_CALL_STOPS_VERSION => CodeOwner::User,
        _ if CALLER_ATTRIBUTED_PACKAGES
            .iter()
            .chain(also)
            .any(|prefix| file.starts_with(prefix)) =>
        {
            CodeOwner::Caller
        }
        _ if file.starts_with(LIBRARY_PREFIX) => CodeOwner::Library,
        _ => CodeOwner::User,
    }
}

impl SchedulingPoints {
    /// Reports whether the user's code calls the function of a frame with this file; `None`: the next frame decides.
    pub(crate) fn is_called_by_user(&self, file: &str) -> Option<bool> {
        match owner_of_file(file, self.schedule_version) {
            CodeOwner::User => Some(true),
            CodeOwner::Caller => None,
            CodeOwner::Library => Some(false),
        }
    }

    /// The classes of a program's instructions while no races are known, counting points as schedule files of this
    /// version do.
    pub(crate) fn new(image: &Image, version: u32) -> Self {
        let mut points = Self {
            classes: vec![PointClass::Private as u8; image.code.len()].into(),
            classes_without_races: Box::default(),
            roles: hashbrown::HashMap::new(),
            racy_instructions: BTreeSet::new(),
            schedule_version: version,
            entry_range: Self::entry_range(image).filter(|_| version >= POINTS_FROM_MAIN_VERSION),
            reads_goroutine_count: false,
        };
        let files: Vec<CodeOwner> =
            image.program.files.iter().map(|file| owner_of_file(file, version)).collect();
        let tries =
            image.program.funcs.iter().any(|func| TRY_LOCK_FUNCTIONS.contains(&&*func.name));
        for (number, func) in image.program.funcs.iter().enumerate() {
            let begin = image.function_starts[number] as usize;
            let end =
                image.function_starts.get(number + 1).map_or(image.code.len(), |s| *s as usize - 1);
            for at in begin..end {
                points.classify_function(image, func, (&files, tries), at, (at - begin) as u32);
            }
        }
        if let Some((first, call)) = points.entry_range {
            for at in [first, call] {
                points.classes[at as usize] = PointClass::Begins as u8;
            }
        }
        points.classes_without_races.clone_from(&points.classes);
        points
    }

    /// A copy of these classes, changed so that exactly these instructions access memory that races.
    pub(crate) fn with_racy_instructions(&self, racy: BTreeSet<u32>) -> Self {
        let mut classes = self.classes_without_races.clone();
        for at in &racy {
            if let Some(class) = classes.get_mut(*at as usize) {
                *class = PointClass::Racy as u8 | ACCESS_FLAG;
            }
        }
        let Self {
            classes_without_races: plain,
            roles,
            schedule_version: version,
            reads_goroutine_count: counts_goroutines,
            ..
        } = self;
        let (plain, roles) = (plain.clone(), roles.clone());
        let (version, counts_goroutines) = (*version, *counts_goroutines);
        let beginning = self.entry_range;
        Self {
            classes,
            classes_without_races: plain,
            roles,
            racy_instructions: racy,
            schedule_version: version,
            entry_range: beginning,
            reads_goroutine_count: counts_goroutines,
        }
    }

    /// Reports whether goroutines stop before system calls and before they print.
    pub(crate) fn stops_before_calls(&self) -> bool {
        self.schedule_version >= SYSTEM_CALL_STOPS_VERSION
    }

    /// Classifies an instruction. `tries`: the program has `TryLock`, which can observe whether a lock was unlocked.
    fn classify_function(
        &mut self,
        image: &Image,
        func: &Func,
        (files, tries): (&[CodeOwner], bool),
        at: usize,
        pc: u32,
    ) {
        let (op, version) = (image.op_at_index(at), self.schedule_version);
        let mut access = None;
        op.visit_memory_accesses((0, 0), |touch| {
            self.classes[at] = ACCESS_FLAG;
            if touch.access.synchronises() {
                access = Some(touch.access);
            }
        });
        if matches!(op, Op::Print { .. }) {
            self.classes[at] |= PointClass::Prints as u8;
        }
        if version >= SYSTEM_CALL_STOPS_VERSION && calls_external_native(image, op) {
            self.classes[at] |= PointClass::Calls as u8;
            return;
        }
        let stops = calls_native(image, op, "internal/synctest", |name| name == "point");
        if stops || calls_native(image, op, "internal/synctest", |name| name == "touch") {
            self.roles.insert(at as u32, InstructionRole::Touches);
            self.classes[at] |= if stops { PointClass::Point } else { PointClass::Noted } as u8;
            return;
        }
        let is_pool = calls_native(image, op, "sync", |name| name.starts_with("pool"));
        let is_atomic = calls_native(image, op, "sync/atomic", |_| true);
        let has_calls = version >= SYSTEM_CALL_STOPS_VERSION;
        let reflected = reflect_channels::role_of(image, op).filter(|_| has_calls);
        let follows = has_calls && calls_native(image, op, "weak", |name| name == "target");
        let counts = has_calls && calls_native(image, op, "runtime", |name| name == "numGoroutine");
        let is_native = is_pool || is_atomic || follows || counts || reflected.is_some();
        let access = access.or_else(|| is_native.then_some(MemoryAccessKind::Swaps));
        if access.is_none() && !calls_native(image, op, "internal/rt", |_| true) {
            return;
        }
        let origins: Vec<InstructionOrigin> = func.origins_at(pc).collect();
        let file = |o: &InstructionOrigin| image.program.files.get(o.file as usize).map(|f| &**f);
        let inner = origins.first().and_then(file);
        let name = origins.first().and_then(|origin| origin.func);
        let name = name.map_or(&*func.name, |id| &*image.program.funcs[id.0 as usize].name);
        if is_order_unobservable(op, inner, name) {
            self.roles.insert(at as u32, InstructionRole::Hidden);
            return;
        }
        let Some(access) = access else { return };
        let role = match (inner, access) {
            (Some(WAITGROUP_FILE), MemoryAccessKind::Loads) => InstructionRole::AwaitsGroup,
            (Some(WAITGROUP_FILE), _) => InstructionRole::CountsGroup,
            (_, MemoryAccessKind::Locks) if name.contains("Try") => InstructionRole::Tries,
            _ if is_pool => InstructionRole::Pools,
            _ if follows => InstructionRole::Follows,
            _ if counts => InstructionRole::CountsGoroutines,
            _ if reflected.is_some() => reflected.unwrap_or(InstructionRole::Plain),
            _ => InstructionRole::Plain,
        };
        if role != InstructionRole::Plain {
            self.roles.insert(at as u32, role);
        }
        let is_point = match (inner, access) {
            // The Cond's own mutex protects all its state.
            (Some(COND_FILE), _) => access == MemoryAccessKind::Locks,
            (Some(WAITGROUP_FILE), MemoryAccessKind::Swaps) => !name.ends_with(".associate"),
            // The locks of a pipe, which are channels, only protect its errors and the order of writes: all else is a
            // point.
            (Some(PIPE_FILE), _) if name.starts_with("io.lock.") => false,
            (Some(WAITGROUP_FILE), MemoryAccessKind::Loads) => name.ends_with(".Wait"),
            (_, MemoryAccessKind::Unlocks | MemoryAccessKind::ReadUnlocks) => tries,
            _ => true,
        };
        let owner = |origin: &InstructionOrigin| match files.get(origin.file as usize) {
            Some(CodeOwner::User) => Some(true),
            Some(CodeOwner::Library) => Some(false),
            _ => None,
        };
        // The native that counts goroutines is called by runtime.NumGoroutine, which is inlined where the program calls
        // that function.
        let for_user = match counts {
            true => Some(origins.iter().any(|origin| owner(origin) == Some(true))),
            false => origins.iter().find_map(owner),
        };
        self.reads_goroutine_count |=
            role == InstructionRole::CountsGoroutines && for_user != Some(false);
        self.classes[at] |= match (is_point, for_user) {
            (_, Some(false)) => PointClass::Own,
            (false, _) => PointClass::Noted,
            (true, Some(true)) => PointClass::Point,
            (true, None) => PointClass::IfCalled,
        } as u8;
    }

    /// The table of classes, by the index of the instruction.
    pub(crate) fn class_table(&self) -> *const u8 {
        self.classes.as_ptr()
    }

    /// The class of an instruction.
    pub(crate) fn class_of(&self, at: usize) -> PointClass {
        const ALL: [PointClass; 9] = [
            PointClass::Private,
            PointClass::Noted,
            PointClass::Own,
            PointClass::Prints,
            PointClass::Calls,
            PointClass::IfCalled,
            PointClass::Point,
            PointClass::Racy,
            PointClass::Begins,
        ];
        self.classes
            .get(at)
            .map_or(PointClass::Private, |class| ALL[usize::from(*class & !ACCESS_FLAG)])
    }

    /// The role of an instruction.
    pub(crate) fn role_of(&self, at: usize) -> InstructionRole {
        self.roles.get(&(at as u32)).copied().unwrap_or(InstructionRole::Plain)
    }

    /// The instructions that access memory that races.
    pub(crate) fn racy_instructions(&self) -> &BTreeSet<u32> {
        &self.racy_instructions
    }
}

/// Reports whether no goroutine can observe the order of executions of the instruction, which is written in this file
/// and function: the operations of package internal/synctest itself, and the association of a WaitGroup with a bubble,
/// which is an error in every order or in none.
fn is_order_unobservable(op: Op, file: Option<&str>, func: &str) -> bool {
    if file == Some(WAITGROUP_FILE) {
        return match op {
            Op::AtomicLoadU32 { .. } | Op::AtomicCas32 { .. } | Op::AtomicStore32 { .. } => true,
            Op::AtomicLoad64 { .. } => func.ends_with(".associate"),
            _ => false,
        };
    }
    file.is_some_and(|file| file.starts_with(SYNCTEST_PACKAGE))
}

/// Reports whether an instruction calls a native that accesses anything outside of the program.
fn calls_external_native(image: &Image, op: Op) -> bool {
    const SYSTEM_NATIVES: [&str; 15] = [
        "read",
        "write",
        "pread",
        "pwrite",
        "lseek",
        "open",
        "fileStat",
        "pathCall",
        "fdCall",
        "readlink",
        "readDirents",
        "systemCall",
        "kill",
        "forkExec",
        "Exit",
    ];
    const POLL_NATIVES: [&str; 12] = [
        "closeDesc",
        "setDeadline",
        "read",
        "write",
        "receive",
        "send",
        "accept",
        "connect",
        "bind",
        "listen",
        "shutdown",
        "openFile",
    ];
    calls_native(image, op, "syscall", |name| SYSTEM_NATIVES.contains(&name))
        || calls_native(image, op, "internal/stdio", |name| SYSTEM_NATIVES.contains(&name))
        || calls_native(image, op, "internal/poll", |name| POLL_NATIVES.contains(&name))
}

/// Reports whether an instruction calls a native of the package whose name satisfies `is_it`.
pub(crate) fn calls_native(
    image: &Image,
    op: Op,
    package: &str,
    is_it: impl Fn(&str) -> bool,
) -> bool {
    let Op::CallNative { native, .. } = op else { return false };
    let native = &image.program.natives[native.get() as usize];
    &*native.package == package && is_it(&native.name)
}
