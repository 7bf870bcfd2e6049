package synctest

import "unsafe"

// Current is the number of the calling goroutine's bubble; 0 if it is in none.
func Current() uint32

// begin puts the calling goroutine into a new bubble, whose number it returns. Those that it starts are in it too.
func begin() uint32

// end takes the calling goroutine, which began the bubble, out of it.
func end()

// now is what the clock of the caller's bubble shows, in nanoseconds since 1970.
func now() int64

// setNow moves the clock of the caller's bubble.
func setNow(now int64)

// wakeSleeper wakes a goroutine of the caller's bubble whose sleep is over, any one; it tells whether there was one.
func wakeSleeper() bool

// nextSleeper is when the first sleep of the caller's bubble is over; -1 if none sleeps.
func nextSleeper() int64

// awaitIdle waits until all other goroutines of the caller's bubble wait for each other or for its clock, and returns how many there are. Only
// the goroutine that began the bubble calls it.
func awaitIdle() (others int)

// waited tells a detector of data races that the calling goroutine has waited until the others of its bubble wait or have ended.
func waited()

// onHeap tells whether p leads to an object of the heap, and not to a package's variable.
func onHeap(p unsafe.Pointer) bool
