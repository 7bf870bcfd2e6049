//! What compiled code and the VM agree on: where the context of a slice has what, and how a compiled function is
//! called.
//!
//! A compiled function is `fn(r, n, a0, a1, a2, a3) -> (n, v0, v1, v2)`: the frame's base, the budget, the first slots
//! of the arguments; and back the budget and the first slots of the results. Slots of arguments and results beyond
//! these lie in the frame. On x86-64 that is rdi, rsi, rdx, rcx, r8, r9, and rax, rcx, rdx, rsi; r15 holds the context
//! of the slice all the time. On aarch64 it is x2 to x7, and x2 to x5, and x21 holds the context. The other registers
//! are as in the C convention of the system.
//!
//! A budget that is negative on entry means: the frame is in memory, go on in the middle of the function. It is `-1 -
//! k` for the entry numbered `k`, and the budget is in the context then. A negative result is a [`Status`].

/// How many slots of arguments are passed in registers.
pub const REGISTER_ARGS: usize = 4;

/// How many slots of results come back in registers.
pub const REGISTER_RESULTS: usize = 3;

/// Values below are no addresses of compiled code: [`NO_ENTRY`] and [`ASK_FIRST`].
pub const LOWEST_ENTRY: u64 = 2;

/// The entry of what is not compiled.
pub const NO_ENTRY: u64 = 0;

/// The entry of what is to be compiled when it is first called.
pub const ASK_FIRST: u64 = 1;

/// How many words a table of answers has: the upper bits of a key times [`SPREAD`] tell which.
pub const ANSWERS: usize = 1024;

/// See [`ANSWERS`].
pub const SPREAD: u64 = 0x9e37_79b9_7f4a_7c15;

/// Strings that are longer than this, in bytes, are compared by the interpreter.
pub const LONGEST_COMPARISON: usize = 64 << 10;

/// Bits of the place of a method's code in an answer.
pub const METHOD_BITS: u32 = 24;

/// Bits of a type in the key of such an answer.
pub const TYPE_BITS: u32 = 20;

/// Why compiled code has come back before its end. Each frame stores the slots that its registers held on the way out,
/// so that the interpreter can go on with all of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(i64)]
pub enum Status {
    /// The interpreter goes on at the registers in the context.
    Interpret = -1,
    /// The budget is used up, at the registers in the context.
    Budget = -2,
    /// A handler has left, and the context says why.
    Left = -3,
    /// The stack is too small for the frame at the registers in the context: the function begins there.
    Grow = -4,
}

/// Functions of the VM that compiled code calls; numbers in the table at [`Layout::helpers`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(usize)]
pub enum Helper {
    /// `fn(cx) -> n`: the budget is used up. A new one, or -1 if the goroutine is to stop.
    Budget,
    /// `fn(cx, word)`: a word that may be a pointer is about to be overwritten while a marking goes on.
    Shade,
    /// `fn(cx, type, site) -> code`: the code of the method that an interface call reaches.
    Method,
    /// `fn(cx, r, win, pc) -> entry`: begins the last deferred call of the frame in a window; 0: there is none, 1: it
    /// cannot be begun here, 2: it was begun, and its function is not compiled.
    BeginDeferred,
    /// `fn(cx) -> 0`: the deferred call that was begun has returned.
    EndDeferred,
    /// `fn(cx, type) -> address`: a new variable, or 0 if there is no memory.
    New,
    /// `fn(cx, func) -> address`: a new closure, or 0 if there is no memory.
    NewClosure,
    /// `fn(a, b, n) -> bool`: whether two strings of the same length `n` are equal.
    EqualBytes,
    /// `fn()`: calls the function that the context names, with the four arguments that it names (at [`Layout::given`]),
    /// leaves its result in the context (at [`Layout::result`]) and preserves all registers: for calls that are rare,
    /// so that nothing around them is spilled. Arguments in registers would keep those from holding anything through
    /// the code around the call.
    Preserving,
    /// `fn(cx, type, interface) -> answer`: 0 or 1, whether it implements it.
    Implements,
    /// `fn(cx, address, access, r) -> found`: an access that the detector of data races has not recorded yet (see
    /// [`access`]); 1 if it has found a race, which is reported when the frames are whole.
    Access,
}

/// An access as one word: its size in bytes, its kind as the detector numbers it, and its position.
#[must_use]
pub const fn access(bytes: u32, kind: u8, position: u32) -> u64 {
    bytes as u64 | (kind as u64) << 32 | (position as u64) << 40
}

/// Size, kind and position of an [`access`].
#[must_use]
pub const fn access_parts(access: u64) -> (u32, u8, u32) {
    (access as u32, (access >> 32) as u8, (access >> 40) as u32)
}

impl Helper {
    /// How many there are.
    pub const COUNT: usize = Self::Access as usize + 1;
}

/// Of the 48 bits beside a mutex's word, which note what has locked it: those of the goroutine's number, the lowest.
pub const ID_BITS: u32 = 26;
/// Of these 48 bits: those of the index of the instruction behind the call of `Lock`.
pub const SITE_BITS: u32 = 18;
/// Of these 48 bits: those of a digest of the mutex's address, the highest. A copied mutex has another address.
pub const CHECK_BITS: u32 = 48 - ID_BITS - SITE_BITS;
/// The digest is the highest bits of the product of the address and this number, 2⁶⁴ divided by the golden ratio.
pub const DIGEST: u64 = 0x9e37_79b9_7f4a_7c15;

/// In the word of a mutex: it is locked.
pub const MUTEX_LOCKED: u16 = 1;
/// In the word of a mutex: a woken waiter competes for it.
pub const MUTEX_WOKEN: u16 = 2;
/// In the word of a mutex: it is handed to waiters.
pub const MUTEX_STARVING: u16 = 4;

/// Offsets in bytes of what compiled code reads and writes in the context of a slice.
#[derive(Clone, Copy, Debug)]
pub struct Layout {
    /// One past the last slot of the stack.
    pub limit: i32,
    /// The lowest address that the native stack may reach.
    pub native_limit: i32,
    /// The first instruction of the code.
    pub code: i32,
    /// The entries of compiled code: one of eight bytes for each instruction of the code.
    pub entries: i32,
    /// How far an instruction's entry is from the instruction, in bytes.
    pub entry_distance: i32,
    /// The package-level variables.
    pub globals: i32,
    /// The string constants, two words each.
    pub strings: i32,
    /// The caches of interface calls, a word each: the low half of the type word in the low half, the place of its
    /// method's code in the high half.
    pub sites: i32,
    /// Where the descriptors of types begin.
    pub descriptors: i32,
    /// The answers which method a site has found for a type, see [`ANSWERS`]: site and type above
    /// [`METHOD_BITS`] bits of the place of the method's code.
    pub methods: i32,
    /// The answers whether a type implements an interface: type and interface in the two halves, the latter shifted
    /// left by one, and in the lowest bit the answer.
    pub asserts: i32,
    /// A byte: whether a collection marks.
    pub marking: i32,
    /// The running goroutine.
    pub goroutine: i32,
    /// In the goroutine: its number.
    pub id: i32,
    /// In the goroutine: two words, the addresses of `RWMutex`es that it holds for reading, or 0.
    pub read_locks: i32,
    /// In the goroutine: for each of these two, in half a word, the index of the instruction behind the call of
    /// `RLock`.
    pub read_sites: i32,
    /// The detector's part of the goroutine, where it has one.
    pub race: i32,
    /// The handlers by opcode: `fn(pc, r, n, cx) -> pc`, 0 when it has left; they leave the registers in the context.
    pub handlers: i32,
    /// The functions that [`Helper`] numbers.
    pub helpers: i32,
    /// What [`Helper::Preserving`] calls, and four arguments: a word each.
    pub given: i32,
    /// Where it leaves a result.
    pub result: i32,
    /// The registers: the next instruction, the frame's base, the budget.
    pub pc: i32,
    /// See `pc`.
    pub r: i32,
    /// See `pc`.
    pub n: i32,
}
