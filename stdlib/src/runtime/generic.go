package runtime

import (
	"internal/rt"
	"unsafe"
)

// addCleanup lets run be called when nothing leads to ptr any more, and gives its number. addCleanup panics if cleanup
// or arg would keep ptr alive.
func addCleanup(ptr unsafe.Pointer, cleanup unsafe.Pointer, arg any, run func(), runner func(queue int)) uint64

// AddCleanup lets cleanup run with arg when nothing leads to ptr any more.
func AddCleanup[T, S any](ptr *T, cleanup func(S), arg S) Cleanup {
	if ptr == nil {
		panic("runtime.AddCleanup: ptr is nil")
	}
	f := *(*unsafe.Pointer)(unsafe.Pointer(&cleanup))
	return Cleanup{addCleanup(unsafe.Pointer(ptr), f, arg, func() { cleanup(arg) }, rt.RunReady)}
}
