package runtime

import "unsafe"

// In Go these functions exist only under the build tag race. Without the race detector they do
// nothing.

// RaceErrors returns the number of reported data races.
func RaceErrors() int

// RaceRead tells the race detector that the goroutine reads the memory at addr.
func RaceRead(addr unsafe.Pointer) { RaceReadRange(addr, 1) }

// RaceWrite tells the race detector that the goroutine writes the memory at addr.
func RaceWrite(addr unsafe.Pointer) { RaceWriteRange(addr, 1) }

// RaceReadRange tells the race detector that the goroutine reads len bytes.
func RaceReadRange(addr unsafe.Pointer, len int)

// RaceWriteRange tells the race detector that the goroutine writes len bytes.
func RaceWriteRange(addr unsafe.Pointer, len int)

// RaceAcquire orders all operations released at addr before the following operations of the calling goroutine.
func RaceAcquire(addr unsafe.Pointer)

// RaceRelease orders the calling goroutine's operations so far before those after the next RaceAcquire at addr.
func RaceRelease(addr unsafe.Pointer) { RaceReleaseMerge(addr) }

// RaceReleaseMerge is like RaceRelease, but keeps earlier releases at addr.
func RaceReleaseMerge(addr unsafe.Pointer)

// RaceDisable makes the race detector ignore the calling goroutine's synchronisation, until as many calls of
// RaceEnable. It still checks the goroutine's accesses to memory.
func RaceDisable() { raceIgnore(1) }

// RaceEnable ends the effect of RaceDisable.
func RaceEnable() { raceIgnore(-1) }

func raceIgnore(delta int)
