package rt

// WaitsIn has positions in the functions of package runtime for the reasons of waiting: none, a receive, a
// send, a select. The positions are set at the first call of runtime.BlockProfile or MutexProfile.
var WaitsIn [4]uintptr
