// Package rt holds the natives of the scheduler that several packages share.
package rt

// The reasons a goroutine gives for waiting on a semaphore; they are what a goroutine dump prints.
const (
	WhySemacquire = iota // "semacquire"
	WhyCond              // "sync.Cond.Wait"
	WhySynctest          // "synctest.Wait"
)

// PresetDebug returns the GODEBUG settings that the program was built with: the defaults of its Go version, go.mod's
// settings, //go:debug lines.
func PresetDebug() string

// TryLock locks the mutex whose word is *word (the six bytes behind it hold the holder's number and position) if that
// needs no waiting. A call in a condition is compiled to an instruction.
func TryLock(word *uint16) bool

// TryUnlock unlocks the mutex if no goroutine must be woken. A call in a condition is compiled to an
// instruction.
func TryUnlock(word *uint16) bool

// Lock locks the mutex, and waits for it if needed.
func Lock(word *uint16)

// Unlock unlocks the mutex and wakes the goroutine that gets it next. If the mutex is not locked, that is a
// fatal error.
func Unlock(word *uint16)

// NoteRead records that the goroutine holds an RWMutex for reading; *count is its count of readers.
func NoteRead(count *int32)

// ProcPin binds the goroutine to its P, where no other goroutine runs, until as many calls of ProcUnpin. The
// goroutine must not wait before that. ProcPin returns the number of the P.
func ProcPin() int

// ProcUnpin undoes one ProcPin.
func ProcUnpin()

// LockReader waits until the writer of an RWMutex, whose words begin at *state, has unlocked it. The caller has already
// counted itself as a reader.
func LockReader(state *uint32)

// LockWriter waits until the readers of an RWMutex have unlocked it. The caller has already subtracted itself from the
// count. False means that the goroutine must end: the caller undoes its changes of the mutex, and calls End.
func LockWriter(state *uint32) bool

// ReaderLeft wakes the writer, if the caller was the last reader that it waits for.
func ReaderLeft(state *uint32)

// WriterLeft wakes the waiting readers. The caller has restored the count of readers.
func WriterLeft(state *uint32)

// WaitForGroup waits until the counter of a WaitGroup, whose words begin at *state, is zero, and reports whether the
// caller had to park. With durable, only goroutines of the caller's bubble can make the counter zero.
func WaitForGroup(state *uint64, durable bool) (parked bool)

// GroupIsDone wakes all goroutines that wait for a group whose counter has become zero; false if it is no longer zero.
func GroupIsDone(state *uint64) bool

// End ends the goroutine because the machine has asked for it: the operation that the goroutine had
// begun is undone.
func End()

// SemAcquire waits until *addr > 0 and then subtracts one, as one atomic step. Waiters of one address form a FIFO
// queue; with lifo the caller goes to the head of the queue. SemRelease hands its unit to a waiter directly: the waiter
// does not compete again when it runs. False means that the goroutine must end: the caller undoes what it has
// begun, and calls End.
func SemAcquire(addr *uint32, lifo bool, why int) bool

// SemRelease hands a unit to the first waiter of addr and makes it ready; without a waiter it adds one to *addr.
// With handoff the waiter runs next on this P and the caller goes to the end of the local queue.
func SemRelease(addr *uint32, handoff bool)

// Fatal ends the program like Go's fatal errors: "fatal error: msg", the goroutines, exit status 2. Fatal does not
// return, and programs cannot recover from it.
func Fatal(msg string)

// Overflow panics with the run-time error for a quotient that overflows.
func Overflow()

// Nanotime returns the monotonic clock in nanoseconds; its zero is arbitrary but never after the machine's start.
func Nanotime() int64

// Walltime returns the real-time clock: seconds since 1970 and the nanoseconds within the second.
func Walltime() (sec int64, nsec int32)

// Random returns 64 bits of the machine's random source (cheap, not cryptographic, different in each run unless the
// host sets a seed).
func Random() uint64

// NextRandom atomically advances a generator whose whole state is *state, and returns its next 64 bits (SplitMix64).
func NextRandom(state *uint64) uint64

// AfterGC makes f run after each collection, in a goroutine of the machine, which the program does not see.
func AfterGC(f func()) { afterGC(f, RunReady) }

func afterGC(f func(), run func(queue int))

// RunReady is the goroutine that runs finalizers (queue 0), cleanups (1), or the functions of AfterGC (2), one after
// the other.
func RunReady(queue int) {
	done := false
	defer func() {
		if !done { // one of them called Goexit
			go RunReady(queue)
		}
	}()
	for runNext(queue) {
	}
	done = true
}

// runNext runs the first function of a queue; false if the queue is empty, and the goroutine must end.
func runNext(queue int) bool

// TypeName returns the dynamic type of v as %T prints it; "<nil>" for nil.
func TypeName(v any) string

// Comparable reports whether the dynamic type of v can be compared with ==. v is not nil.
func Comparable(v any) bool

// WhyCoroutine is the number of the reason "coroutine": a wait for the other half of an iter.Pull.
const WhyCoroutine = 3
