package runtime

// AddCleanup accepts a cleanup for ptr; nothing promises that one ever runs, and none does.
func AddCleanup[T, S any](ptr *T, cleanup func(S), arg S) Cleanup {
	if ptr == nil {
		panic(plainError("runtime.AddCleanup: ptr is nil"))
	}
	return Cleanup{}
}
