package runtime

// The profiles below exist so that programs compile: nothing is recorded.

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

// GoroutineProfile has no stacks, only their number.
func GoroutineProfile(p []StackRecord) (n int, ok bool) {
	n = NumGoroutine()
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
