package runtime

import "unsafe"

func addCleanup(ptr unsafe.Pointer, run func()) uint64

// AddCleanup lets cleanup run with arg when nothing leads to ptr any more.
func AddCleanup[T, S any](ptr *T, cleanup func(S), arg S) Cleanup {
	if ptr == nil {
		panic(plainError("runtime.AddCleanup: ptr is nil"))
	}
	return Cleanup{addCleanup(unsafe.Pointer(ptr), func() { cleanup(arg) })}
}
