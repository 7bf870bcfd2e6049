package synctest

import "unsafe"

// Current returns the number of the calling goroutine's bubble; 0 if it is in none.
func Current() uint32

// begin puts the calling goroutine into a new bubble, and returns the bubble's number. Goroutines that this goroutine
// starts are in the bubble too.
func begin() uint32

// end removes the calling goroutine, which called begin, from the bubble.
func end()

// now returns the clock of the caller's bubble, in nanoseconds since 1970.
func now() int64

// setNow sets the clock of the caller's bubble.
func setNow(now int64)

// wakeSleeper wakes any goroutine of the caller's bubble whose sleep is over; it reports whether there was one.
func wakeSleeper() bool

// nextSleeper returns when the first sleep in the caller's bubble ends; -1 if no goroutine sleeps.
func nextSleeper() int64

// awaitIdle waits until all other goroutines of the caller's bubble wait for each other or for its clock, and returns
// their number. Only the goroutine that called begin calls it.
func awaitIdle() (others int)

// waited tells the data race detector that the calling goroutine has waited until the others of its bubble wait or
// have ended.
func waited()

// onHeap reports whether p points to an object of the heap, and not to a package-level variable.
func onHeap(p unsafe.Pointer) bool

// order returns a random number; 0 if a search among interleavings chooses the order of timers.
func order() uint32

// isExplored reports whether a search chooses the interleaving of the goroutines.
func isExplored() bool

// point is a scheduling point of such a search: other goroutines may run before the caller continues, and accesses p
// unless that is nil.
func point(p unsafe.Pointer)

// touch tells such a search that the goroutine accesses p. The search ignores the mutexes of this package: they would
// order goroutines in a way that no program can observe.
func touch(p unsafe.Pointer)

// nameTimer returns the search's thread number for a timer that the caller makes.
func nameTimer() uint32

// nameNext gives the next goroutine that the caller starts this thread number in the search.
func nameNext(timer uint32)

// tell adds to the search's log of events that a due timer fires, or that the caller stops it before it
// fires.
func tell(timer uint32, fires bool)
