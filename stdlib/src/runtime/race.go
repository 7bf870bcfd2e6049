package runtime

import "unsafe"

// In Go the functions of this file exist under the build tag race only. Without a detector of data races they do
// nothing.

// RaceErrors returns how many data races were reported.
func RaceErrors() int

// RaceRead is for the detector a read of the memory at addr.
func RaceRead(addr unsafe.Pointer) { RaceReadRange(addr, 1) }

// RaceWrite is for the detector a write of the memory at addr.
func RaceWrite(addr unsafe.Pointer) { RaceWriteRange(addr, 1) }

// RaceReadRange is for the detector a read of len bytes.
func RaceReadRange(addr unsafe.Pointer, len int)

// RaceWriteRange is for the detector a write of len bytes.
func RaceWriteRange(addr unsafe.Pointer, len int)

// RaceAcquire orders all that was released at addr before what the calling goroutine does next.
func RaceAcquire(addr unsafe.Pointer)

// RaceRelease orders what the calling goroutine has done before what follows the next RaceAcquire at addr.
func RaceRelease(addr unsafe.Pointer) { RaceReleaseMerge(addr) }

// RaceReleaseMerge is like RaceRelease, and what was released at addr before stays so.
func RaceReleaseMerge(addr unsafe.Pointer)

// RaceDisable lets what the calling goroutine does order nothing, until as many calls of RaceEnable. The goroutine's
// accesses to memory are still checked.
func RaceDisable() { raceIgnore(1) }

// RaceEnable ends what RaceDisable began.
func RaceEnable() { raceIgnore(-1) }

func raceIgnore(delta int)
