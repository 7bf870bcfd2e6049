// Package rt holds the natives of the scheduler that several packages stand on.
package rt

// The reasons a goroutine gives for waiting on a semaphore; they are what a goroutine dump prints.
const (
	WhySemacquire = iota // "semacquire"
	WhyCond              // "sync.Cond.Wait"
	WhySynctest          // "synctest.Wait"
)

// PresetDebug is what the program was built with of GODEBUG: the defaults of its Go version, go.mod's settings,
// //go:debug lines.
func PresetDebug() string

// TryLock takes the mutex whose word is *word (the six bytes behind it are for the holder's number and place) if that
// needs no waiting. A call in a condition is compiled to an instruction.
func TryLock(word *uint16) bool

// TryUnlock gives the mutex back if no goroutine must be woken. A call in a condition is compiled to an
// instruction.
func TryUnlock(word *uint16) bool

// Lock takes the mutex, waiting for it if need be.
func Lock(word *uint16)

// Unlock unlocks the mutex and wakes the goroutine that gets it next. If the mutex is not locked, that is a
// fatal error.
func Unlock(word *uint16)

// NoteRead says that the goroutine holds for reading the RWMutex whose count of readers is *count.
func NoteRead(count *int32)

// ProcPin lets the goroutine keep its P, without any other running there, until as many calls of ProcUnpin. The
// goroutine must not wait before that. ProcPin returns the number of the P.
func ProcPin() int

// ProcUnpin undoes one ProcPin.
func ProcUnpin()

// LockReader waits until the writer of an RWMutex, whose words begin at *state, has left. The caller is counted as a
// reader already.
func LockReader(state *uint32)

// LockWriter waits until the readers of an RWMutex have left. The caller has taken itself off the count already. False:
// the goroutine is to end, and has given up; the caller gives back what it has taken, and calls End.
func LockWriter(state *uint32) bool

// ReaderLeft wakes the writer, if the caller was the last reader that it waits for.
func ReaderLeft(state *uint32)

// WriterLeft wakes the readers that wait. The caller has given back what it took off the count.
func WriterLeft(state *uint32)

// WaitForGroup waits until the counter of a WaitGroup, whose words begin at *state, is zero, and reports whether it had
// to park for it. With durable only goroutines of the caller's bubble can make it so.
func WaitForGroup(state *uint64, durable bool) (parked bool)

// GroupIsDone wakes all that wait for a group whose counter has become zero; false if it is not zero any more.
func GroupIsDone(state *uint64) bool

// End ends the goroutine, which the machine has asked for: the operation that the goroutine had
// begun is undone.
func End()

// SemAcquire waits until *addr > 0 and then takes one from it, as one atomic step. Waiters of one address queue first
// in, first out; with lifo the caller goes to the head of the queue. A waiter is handed its unit by SemRelease: it does
// not compete again when it runs. False: the goroutine is to end, and has given up; the caller undoes what it has
// begun, and calls End.
func SemAcquire(addr *uint32, lifo bool, why int) bool

// SemRelease gives a unit to the first waiter of addr and makes it ready; without a waiter it adds one to *addr.
// With handoff the waiter runs next on this P and the caller goes to the local queue's end.
func SemRelease(addr *uint32, handoff bool)

// Fatal ends the program as Go's fatal errors do: "fatal error: msg", the goroutines, exit status 2. Fatal does not
// return, and the error cannot be recovered.
func Fatal(msg string)

// Overflow panics with the run-time error of a quotient that does not fit.
func Overflow()

// Nanotime is the monotonic clock in nanoseconds; its zero is arbitrary but never after the machine's start.
func Nanotime() int64

// Walltime is the real-time clock: seconds since 1970 and the nanoseconds within the second.
func Walltime() (sec int64, nsec int32)

// Random gives 64 bits of the machine's random source (cheap, not cryptographic, different in each run unless seeded by
// the host).
func Random() uint64

// NextRandom steps a generator whose whole state is *state, atomically, and gives its next 64 bits (SplitMix64).
func NextRandom(state *uint64) uint64

// AfterGC lets f run after each collection, in a goroutine of the machine's own that does not count.
func AfterGC(f func()) { afterGC(f, RunReady) }

func afterGC(f func(), run func(queue int))

// RunReady is the goroutine that runs finalizers (queue 0), cleanups (1), or what AfterGC was given (2), one after the
// other.
func RunReady(queue int) {
	done := false
	defer func() {
		if !done { // One of them called Goexit.
			go RunReady(queue)
		}
	}()
	for runNext(queue) {
	}
	done = true
}

// runNext runs the first of a queue; false when there is none, and the goroutine must end.
func runNext(queue int) bool

// TypeName is the dynamic type of v as %T prints it; "<nil>" for nil.
func TypeName(v any) string

// Comparable reports whether the dynamic type of v can be compared with ==. v is not nil.
func Comparable(v any) bool

// WhyCoroutine is "coroutine": a wait for the other half of an iter.Pull.
const WhyCoroutine = 3
