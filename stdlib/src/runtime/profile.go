package runtime

// The profiles below exist so that programs compile: nothing is recorded but goroutines.

// A StackRecord describes one stack.
type StackRecord struct {
	Stack0 [32]uintptr
}

// Stack is the part of Stack0 in use.
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

// InUseBytes is what was not freed.
func (r *MemProfileRecord) InUseBytes() int64 { return r.AllocBytes - r.FreeBytes }

// InUseObjects is what was not freed.
func (r *MemProfileRecord) InUseObjects() int64 { return r.AllocObjects - r.FreeObjects }

// Stack is the part of Stack0 in use.
func (r *MemProfileRecord) Stack() []uintptr { return (&StackRecord{r.Stack0}).Stack() }

// A BlockProfileRecord describes blocking that began at one stack.
type BlockProfileRecord struct {
	Count  int64
	Cycles int64
	StackRecord
}

// MemProfile has no records.
func MemProfile(p []MemProfileRecord, inuseZero bool) (n int, ok bool) { return 0, true }

// BlockProfile has no records.
func BlockProfile(p []BlockProfileRecord) (n int, ok bool) { return 0, true }

// MutexProfile has no records.
func MutexProfile(p []BlockProfileRecord) (n int, ok bool) { return 0, true }

// ThreadCreateProfile has no records.
func ThreadCreateProfile(p []StackRecord) (n int, ok bool) { return 0, true }

// goroutineStacks fills in the stacks of all goroutines: of each the number 1, its length and its return positions. It
// gives the length of all; without room for that nothing is filled in.
func goroutineStacks(records []uintptr) int

// GoroutineProfile fills in the stacks of all goroutines, if there is room, and tells how many there are.
func GoroutineProfile(p []StackRecord) (n int, ok bool) {
	var records []uintptr
	for {
		size := goroutineStacks(records)
		if size <= len(records) {
			records = records[:size]
			break
		}
		records = make([]uintptr, 2*size)
	}
	for rest := records; len(rest) > 0; rest = rest[2+rest[1]:] {
		if n < len(p) {
			p[n] = StackRecord{}
			copy(p[n].Stack0[:], rest[2:2+rest[1]])
		}
		n++
	}
	return n, n <= len(p)
}

// SetBlockProfileRate does nothing.
func SetBlockProfileRate(rate int) {}

// SetCPUProfileRate does nothing.
func SetCPUProfileRate(hz int) {}

// SetMutexProfileFraction does nothing and says that nothing was sampled.
func SetMutexProfileFraction(rate int) int { return 0 }

// CPUProfile is gone, in Go too.
func CPUProfile() []byte { panic("CPUProfile no longer available") }

// StartTrace is not supported.
func StartTrace() error { return plainError("tracing is not supported") }

// StopTrace does nothing.
func StopTrace() {}

// ReadTrace has nothing.
func ReadTrace() (buf []byte) { return nil }
