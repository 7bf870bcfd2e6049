package runtime

import (
	"internal/rt"
	"unsafe"
)

// A StackRecord describes one stack.
type StackRecord struct {
	Stack0 [32]uintptr
}

// Stack returns the part of Stack0 in use.
func (r *StackRecord) Stack() []uintptr {
	for i, v := range r.Stack0 {
		if v == 0 {
			return r.Stack0[:i]
		}
	}
	return r.Stack0[:]
}

// A MemProfileRecord describes objects allocated by one stack.
type MemProfileRecord struct {
	AllocBytes, FreeBytes     int64
	AllocObjects, FreeObjects int64
	Stack0                    [32]uintptr
}

// InUseBytes returns the number of bytes that have not been freed.
func (r *MemProfileRecord) InUseBytes() int64 { return r.AllocBytes - r.FreeBytes }

// InUseObjects returns the number of objects that have not been freed.
func (r *MemProfileRecord) InUseObjects() int64 { return r.AllocObjects - r.FreeObjects }

// Stack returns the part of Stack0 in use.
func (r *MemProfileRecord) Stack() []uintptr { return (&StackRecord{r.Stack0}).Stack() }

// A BlockProfileRecord describes blocking that began at one stack.
type BlockProfileRecord struct {
	Count  int64
	Cycles int64
	StackRecord
}

// The natives fill in records of several words, and return the length of all; if dst is too short, they fill in
// nothing. A record is three numbers, the length of the labels in bytes, the labels, the length of the stack and its return positions.

// goroutineStacks returns the stacks of all goroutines. The numbers are 1, 0, 0.
func goroutineStacks(records []uintptr) int

// heapRecords returns the sampled objects, by size and the stack that allocated them: the number allocated, the number
// freed, and the size.
func heapRecords(records []uintptr) int

// waitRecords returns the stacks that have waited, or those that made others wait for a mutex: how often, how many
// nanoseconds, and the reason (an index of rt.WaitsIn).
func waitRecords(mutexes bool, records []uintptr) int

// sampleHeap starts the heap profile, with the rate in that variable.
func sampleHeap(rate *int)

// setBlockRate makes the machine record one wait for each rate nanoseconds of waiting; 0 means none.
func setBlockRate(rate int)

// setMutexRate makes the machine record one of rate unlocks for which a goroutine waits; 0 means none. It returns the
// former rate; a negative rate changes nothing.
func setMutexRate(rate int) int

// A record is a decoded record of a native.
type record struct {
	figures [3]int
	stack   []uintptr
}

func recordsOf(fill func([]uintptr) int) []record {
	var words []uintptr
	for {
		n := fill(words)
		if n <= len(words) {
			words = words[:n]
			break
		}
		words = make([]uintptr, n+n/4)
	}
	var records []record
	for len(words) > 0 {
		labels := (int(words[3]) + 7) / 8
		rest := words[4+labels:]
		n := int(rest[0])
		records = append(records, record{[3]int{int(words[0]), int(words[1]), int(words[2])}, rest[1 : 1+n]})
		words = rest[1+n:]
	}
	return records
}

// MemProfileRate is how many allocated bytes a sample of the heap profile represents: 1 samples all objects, 0 none.
var MemProfileRate int = 512 * 1024

// heapProfile is initialised, and starts sampling, only in programs that can ask for the profile.
var heapProfile = profileHeap()

func profileHeap() func([]uintptr) int {
	sampleHeap(&MemProfileRate)
	return heapRecords
}

// MemProfile fills in the sampled allocations by stack, if there is room, and returns their number;
// as of the end of the last collection. Without inuseZero it omits stacks whose objects are all freed.
func MemProfile(p []MemProfileRecord, inuseZero bool) (n int, ok bool) {
	records := recordsOf(heapProfile)
	for _, r := range records {
		allocated, freed, size := int64(r.figures[0]), int64(r.figures[1]), int64(r.figures[2])
		if allocated == freed && (allocated == 0 || !inuseZero) {
			continue
		}
		if n < len(p) {
			p[n] = MemProfileRecord{AllocBytes: allocated * size, FreeBytes: freed * size, AllocObjects: allocated, FreeObjects: freed}
			withRoot(p[n].Stack0[:], r.stack)
		}
		n++
	}
	return n, n <= len(p)
}

// withRoot copies a stack and adds, if there is room, the frame that Go has at the root.
func withRoot(to, stack []uintptr) {
	if n := copy(to, stack); n < len(to) {
		to[n] = positionIn(goexit)
	}
}

// positionIn returns a return position in a function, as if it had made a call.
func positionIn(f func()) uintptr { return **(**uintptr)(unsafe.Pointer(&f)) + 8 }

// goexit is the root of stacks in profiles, as in Go.
func goexit() { goexit() }

// BlockProfile fills in the stacks that have waited, if there is room, and returns their number.
func BlockProfile(p []BlockProfileRecord) (n int, ok bool) { return waits(false, p) }

// MutexProfile fills in the stacks that have unlocked a mutex for which others waited, if there is room, and returns
// their number.
func MutexProfile(p []BlockProfileRecord) (n int, ok bool) { return waits(true, p) }

func waits(mutexes bool, p []BlockProfileRecord) (n int, ok bool) {
	rt.WaitsIn = [...]uintptr{0, positionIn(chanrecv1), positionIn(chansend1), positionIn(selectgo)}
	for _, r := range recordsOf(func(records []uintptr) int { return waitRecords(mutexes, records) }) {
		if n < len(p) {
			p[n] = BlockProfileRecord{Count: int64(r.figures[0]), Cycles: int64(r.figures[1])}
			stack := p[n].Stack0[:]
			if in := rt.WaitsIn[r.figures[2]]; in != 0 {
				stack[0], stack = in, stack[1:]
			}
			withRoot(stack, r.stack)
		}
		n++
	}
	return n, n <= len(p)
}

// ThreadCreateProfile has no records.
func ThreadCreateProfile(p []StackRecord) (n int, ok bool) { return 0, true }

// GoroutineProfile fills in the stacks of all goroutines, if there is room, and returns their number.
func GoroutineProfile(p []StackRecord) (n int, ok bool) {
	for _, r := range recordsOf(goroutineStacks) {
		if n < len(p) {
			p[n] = StackRecord{}
			copy(p[n].Stack0[:], r.stack)
		}
		n++
	}
	return n, n <= len(p)
}

// SetBlockProfileRate makes the block profile record one sample for each rate nanoseconds that goroutines wait; 1
// records all waits, 0 none.
func SetBlockProfileRate(rate int) { setBlockRate(rate) }

// SetCPUProfileRate does nothing.
func SetCPUProfileRate(hz int) {}

// SetMutexProfileFraction makes the mutex profile record one of rate unlocks for which a goroutine has waited, 0 none;
// it returns the former rate. A negative rate changes nothing.
func SetMutexProfileFraction(rate int) int { return setMutexRate(rate) }

// CPUProfile panics, as in Go.
func CPUProfile() []byte { panic("CPUProfile no longer available") }
