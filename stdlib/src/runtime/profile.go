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

// The natives fill in records of several words, and give the length of all; without room for that nothing is filled in.
// A record is three figures, the length of labels in bytes and these, the length of a stack and its return positions.

// goroutineStacks is of the stacks of all goroutines. The figures are 1, 0, 0.
func goroutineStacks(records []uintptr) int

// heapRecords is of the sampled objects, by size and the stack that allocated them: how many were allocated and how
// many freed, and the size.
func heapRecords(records []uintptr) int

// waitRecords is of the stacks that have waited, or of those that have let others wait for a mutex: how often, how many
// nanoseconds, and what for (an index of rt.WaitsIn).
func waitRecords(mutexes bool, records []uintptr) int

// sampleHeap lets the heap profile begin, with the rate in that variable.
func sampleHeap(rate *int)

// setBlockRate has one wait noted for each rate nanoseconds of waiting; 0: none.
func setBlockRate(rate int)

// setMutexRate has one of rate unlockings noted for which a goroutine waits, 0: none, and returns what it was before; a
// negative rate changes nothing.
func setMutexRate(rate int) int

// A record is of a stack.
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

// MemProfileRate is how many bytes a sample of the heap profile stands for: 1 for all objects, 0 for none.
var MemProfileRate int = 512 * 1024

// heapProfile is evaluated, and lets samples be taken, in programs that can ask for them.
var heapProfile = profileHeap()

func profileHeap() func([]uintptr) int {
	sampleHeap(&MemProfileRate)
	return heapRecords
}

// MemProfile fills in what the stacks have allocated that was sampled, if there is room, and tells how many there are;
// as it was at the end of the last collection. Without inuseZero those are left out of which everything is freed.
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

// withRoot fills in a stack and below it, if there is room, the frame that Go has at the root.
func withRoot(to, stack []uintptr) {
	if n := copy(to, stack); n < len(to) {
		to[n] = positionIn(goexit)
	}
}

// positionIn returns a position in a function, as in a call that it has made.
func positionIn(f func()) uintptr { return **(**uintptr)(unsafe.Pointer(&f)) + 8 }

// goexit is, as it is in Go, the root of stacks in profiles.
func goexit() { goexit() }

// BlockProfile fills in which stacks have waited, if there is room, and tells how many there are.
func BlockProfile(p []BlockProfileRecord) (n int, ok bool) { return waits(false, p) }

// MutexProfile fills in which stacks have unlocked what others waited for, if there is room, and tells how many there
// are.
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

// GoroutineProfile fills in the stacks of all goroutines, if there is room, and tells how many there are.
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

// SetBlockProfileRate lets the block profile have one sample for each rate nanoseconds that goroutines wait; 1 for all
// waits, 0 for none.
func SetBlockProfileRate(rate int) { setBlockRate(rate) }

// SetCPUProfileRate does nothing.
func SetCPUProfileRate(hz int) {}

// SetMutexProfileFraction lets the mutex profile have one of rate unlockings for which a goroutine has waited, 0: none;
// it returns what was set before. A negative rate changes nothing.
func SetMutexProfileFraction(rate int) int { return setMutexRate(rate) }

// CPUProfile is gone, in Go too.
func CPUProfile() []byte { panic("CPUProfile no longer available") }
