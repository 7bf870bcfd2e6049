package rt

// WaitsIn is positions in the functions of package runtime that do what a goroutine waits for: nothing, a receive, a
// send, a select. The positions are known once runtime.BlockProfile or MutexProfile was called.
var WaitsIn [4]uintptr
