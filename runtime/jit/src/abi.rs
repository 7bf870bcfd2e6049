//! The interface between compiled code and the VM: the layout of a slice's context, and the calling convention of
//! compiled functions.
//!
//! A compiled function is `fn(frame_base, budget, a0, a1, a2, a3) -> (budget, v0, v1, v2)`. The function takes the
//! frame's base, the budget and the first slots of the arguments, and returns the budget and the first slots of the
//! results. Further slots of arguments and results lie in the frame. On x86-64 the registers are rdi, rsi, rdx, rcx,
//! r8, r9 for parameters and rax, rcx, rdx, rsi for results; r15 holds the context of the slice all the time. On
//! aarch64 x2 to x7 hold the parameters and x2 to x5 the results; x21 holds the context. All registers not named here
//! follow the system's C convention.
//!
//! A negative budget on entry means: the frame is in memory, continue in the middle of the function. A negative budget
//! on entry is `-1 - k` for the entry numbered `k`; the real budget is then in the context. A negative result is a
//! [`CompiledExitStatus`].

/// How many slots of arguments are passed in registers.
pub const REGISTER_ARGS: usize = 4;

/// How many slots of results are returned in registers.
pub const REGISTER_RESULTS: usize = 3;

/// Lower values of an entry are no addresses of compiled code: [`NO_ENTRY`], [`COMPILE_ON_FIRST_CALL`] and
/// [`BREAKPOINT_ENTRY`].
pub const LOWEST_CODE_ENTRY: u64 = 3;

/// The entry of a function that is not compiled.
pub const NO_ENTRY: u64 = 0;

/// The entry of a function that will be compiled when it is first called.
pub const COMPILE_ON_FIRST_CALL: u64 = 1;

/// The entry of an instruction before which a debugger may stop goroutines. Compiled code does not enter the function,
/// and the interpreter asks the debugger.
pub const BREAKPOINT_ENTRY: u64 = 2;

/// How many words each of the caches [`ContextLayout::method_cache`] and [`ContextLayout::implements_cache`] has: the
/// upper bits of the key times [`HASH_FACTOR`] are the index.
pub const LOOKUP_CACHE_WORDS: usize = 1024;

/// The factor in the hash of a key: see [`LOOKUP_CACHE_WORDS`].
pub const HASH_FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;

/// Strings that are longer than this, in bytes, are compared by the interpreter.
pub const MAX_COMPARED_STRING_BYTES: usize = 64 << 10;

/// How many bits of a word in the cache of methods hold the index of the first instruction of the method.
pub const METHOD_CACHE_CODE_BITS: u32 = 24;

/// How many bits of a key in the cache of methods hold the type.
pub const METHOD_CACHE_TYPE_BITS: u32 = 20;

/// The reason why compiled code has returned before its end. On a side exit each frame stores the slots that its
/// registers held, so that the interpreter can continue all frames.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(i64)]
pub enum CompiledExitStatus {
    /// The interpreter continues with the registers in the context.
    Interpret = -1,
    /// The budget is used up; the context holds the registers with which the goroutine continues.
    Budget = -2,
    /// A handler has ended the slice; the context holds the reason.
    Left = -3,
    /// The stack is too small for the frame of a function; the registers in the context are those at its first
    /// instruction.
    Grow = -4,
}

/// The VM's functions that compiled code calls; the numbers are indexes into the table at [`ContextLayout::helpers`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(usize)]
pub enum Helper {
    /// `fn(cx) -> n`: called when the goroutine's budget of instructions is used up. Returns a new budget, or -1 if the
    /// goroutine must stop.
    Budget,
    /// `fn(cx, word)`: called during marking, before a word that may be a pointer is overwritten.
    Shade,
    /// `fn(cx, type, site) -> code`: returns the code of the method that an interface call reaches.
    Method,
    /// `fn(cx, r, win, pc) -> entry`: begins the last deferred call of the frame in a window. Returns 0 if there is
    /// none, 1 if it cannot be begun here, 2 if it was begun and its function is not compiled.
    BeginDeferred,
    /// `fn(cx) -> 0`: the deferred call that was begun has returned.
    EndDeferred,
    /// `fn(cx, type) -> address`: allocates a variable; returns 0 if there is no memory.
    New,
    /// `fn(cx, func) -> address`: allocates a closure; returns 0 if there is no memory.
    NewClosure,
    /// `fn(a, b, n) -> bool`: compares two strings of the same length `n` for equality.
    EqualBytes,
    /// `fn()`: calls the function that the context names, with the four arguments that the context names (at
    /// [`ContextLayout::helper_arguments`]), stores the result in the context (at [`ContextLayout::helper_result`]) and
    /// preserves all registers. For rare calls, so that nothing around them is spilled: arguments in registers would
    /// occupy those registers in the code around the call.
    Preserving,
    /// `fn(cx, type, interface) -> answer`: 1 if the type implements the interface, else 0.
    Implements,
    /// `fn(cx, address, access, r) -> found`: records an access that the race detector has not recorded yet (see
    /// [`pack_access`]). Returns 1 if the access races; the race is reported once the frames are complete.
    Access,
}

/// An access as one word: its size in bytes, the detector's number of its kind, and its position.
#[must_use]
pub const fn pack_access(bytes: u32, kind: u8, position: u32) -> u64 {
    bytes as u64 | (kind as u64) << 32 | (position as u64) << 40
}

/// The size, kind and position that [`pack_access`] has packed.
#[must_use]
pub const fn unpack_access(access: u64) -> (u32, u8, u32) {
    (access as u32, (access >> 32) as u8, (access >> 40) as u32)
}

impl Helper {
    /// How many helpers there are.
    pub const COUNT: usize = Self::Access as usize + 1;
}

/// Beside a mutex's word, 48 bits record the locker. The lowest bits of that record, this many, hold the goroutine's
/// number.
pub const LOCKER_BITS: u32 = 26;
/// How many of these 48 bits hold the index of the instruction behind the call of `Lock`.
pub const LOCK_SITE_BITS: u32 = 18;
/// How many of these 48 bits, the highest, hold a digest of the mutex's address. The digest detects a copied mutex,
/// which has another address.
pub const LOCK_DIGEST_BITS: u32 = 48 - LOCKER_BITS - LOCK_SITE_BITS;
/// The digest is the highest bits of the address times this number, 2⁶⁴ divided by the golden ratio.
pub const DIGEST_FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;

/// Bit of a mutex's word: the mutex is locked.
pub const MUTEX_LOCKED: u16 = 1;
/// Bit of a mutex's word: a woken waiter competes for it.
pub const MUTEX_WOKEN: u16 = 2;
/// Bit of a mutex's word: the mutex is handed to waiters in order (starvation mode).
pub const MUTEX_STARVING: u16 = 4;

/// The offsets in bytes of the fields of a slice's context that compiled code reads and writes.
#[derive(Clone, Copy, Debug)]
pub struct ContextLayout {
    /// The end of the stack: the address behind its last slot.
    pub stack_end: i32,
    /// The lowest address that the native stack may reach.
    pub native_stack_limit: i32,
    /// The first instruction of the code.
    pub code_start: i32,
    /// The entries of compiled code: eight bytes for each instruction of the code.
    pub entries: i32,
    /// The distance from an instruction to its entry, in bytes.
    pub code_to_entry_distance: i32,
    /// The package-level variables.
    pub globals: i32,
    /// The string constants, two words each.
    pub strings: i32,
    /// The caches of interface calls, one word each: the low half of the type word in the low half, the index of the
    /// method's first instruction in the high half.
    pub call_caches: i32,
    /// The address at which the descriptors of types begin.
    pub type_descriptors: i32,
    /// The cached methods that call sites have found for types, see [`LOOKUP_CACHE_WORDS`]: the site and the type above
    /// [`METHOD_CACHE_CODE_BITS`] bits with the index of the method's first instruction.
    pub method_cache: i32,
    /// The cached answers whether a type implements an interface: the type and the interface in the two halves, the
    /// interface shifted left by one, and the answer in the lowest bit.
    pub implements_cache: i32,
    /// A byte: whether a collection is marking.
    pub is_marking: i32,
    /// The running goroutine.
    pub goroutine: i32,
    /// The offset of the goroutine's number in the goroutine.
    pub goroutine_number: i32,
    /// In the goroutine: two words, the addresses of `RWMutex`es that the goroutine holds for reading, or 0.
    pub read_locks: i32,
    /// In the goroutine: for each of these two `RWMutex`es, half a word: the index of the instruction behind the call
    /// of `RLock`.
    pub read_lock_sites: i32,
    /// The race detector's part of the goroutine, if there is a detector.
    pub race_goroutine: i32,
    /// The handlers by opcode: `fn(pc, r, n, cx) -> pc`, 0 when the handler has ended the slice; handlers store the
    /// registers in the context.
    pub handlers: i32,
    /// The table of the functions that [`Helper`] numbers.
    pub helpers: i32,
    /// The function that [`Helper::Preserving`] calls, and its four arguments: one word each.
    pub helper_arguments: i32,
    /// The word in which [`Helper::Preserving`] stores the result.
    pub helper_result: i32,
    /// The registers; `pc` is the next instruction.
    pub pc: i32,
    /// The registers: the frame's base.
    pub frame_base: i32,
    /// The registers: the budget.
    pub budget: i32,
}
