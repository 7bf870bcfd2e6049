package runtime

import (
	"internal/rt"
	"unsafe"
)

// addCleanup makes the machine call run when ptr is unreachable, and returns the cleanup's number. It panics if cleanup
// or arg would keep ptr reachable.
func addCleanup(ptr unsafe.Pointer, cleanup unsafe.Pointer, arg any, run func(), runner func(queue int)) uint64

// AddCleanup makes the machine call cleanup with arg when ptr is unreachable.
func AddCleanup[T, S any](ptr *T, cleanup func(S), arg S) Cleanup {
	if ptr == nil {
		panic("runtime.AddCleanup: ptr is nil")
	}
	f := *(*unsafe.Pointer)(unsafe.Pointer(&cleanup))
	return Cleanup{addCleanup(unsafe.Pointer(ptr), f, arg, func() { cleanup(arg) }, rt.RunReady)}
}
