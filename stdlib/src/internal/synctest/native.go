package synctest

import "unsafe"

// Current is the number of the calling goroutine's bubble; 0 if it is in none.
func Current() uint32

// begin puts the calling goroutine into a new bubble, whose number it returns. Goroutines that this goroutine
// starts are in the bubble too.
func begin() uint32

// end takes the calling goroutine, which began the bubble, out of it.
func end()

// now is what the clock of the caller's bubble shows, in nanoseconds since 1970.
func now() int64

// setNow moves the clock of the caller's bubble.
func setNow(now int64)

// wakeSleeper wakes a goroutine of the caller's bubble whose sleep is over, any one; it reports whether there was one.
func wakeSleeper() bool

// nextSleeper is when the first sleep of the caller's bubble is over; -1 if none sleeps.
func nextSleeper() int64

// awaitIdle waits until all other goroutines of the caller's bubble wait for each other or for its clock, and returns
// how many there are. Only the goroutine that began the bubble calls it.
func awaitIdle() (others int)

// waited tells a detector of data races that the calling goroutine has waited until the others of its bubble wait or
// have ended.
func waited()

// onHeap reports whether p leads to an object of the heap, and not to a package's variable.
func onHeap(p unsafe.Pointer) bool

// order is a random number; 0 where a search among interleavings chooses the order of what it is for.
func order() uint32

// isExplored reports whether the interleaving of the goroutines is chosen by a search.
func isExplored() bool

// point is where a goroutine stops in such a search before it goes on, and accesses p unless that is nil: other
// goroutines may go on first.
func point(p unsafe.Pointer)

// touch says that the goroutine accesses p in such a search. The mutexes of this package say nothing to it: they would
// put goroutines into an order that nobody can see.
func touch(p unsafe.Pointer)

// nameTimer is the thread of such a search that a timer is which the caller makes.
func nameTimer() uint32

// nameNext says that the next goroutine that the caller starts is this thread of such a search.
func nameNext(timer uint32)

// tell says, where the story of such a search is told, that a timer which is due fires; else that the caller keeps it
// from that.
func tell(timer uint32, fires bool)
