package testing

import (
	"internal/synctest"
	"runtime"
	"slices"
)

// setRunTest passes the function that runs a test in a bubble to package testing/synctest, which this package cannot import.
func setRunTest() {
	synctest.RunTest = func(t, f any) bool { return runInBubble(t.(*T), f.(func(*T))) }
}

// runInBubble runs f in the bubble of the calling goroutine, with a new T that logs to and fails its test.
func runInBubble(t *T, f func(*T)) (ok bool) {
	if t.cleanupStarted.Load() {
		panic("testing: synctest.Run called during t.Cleanup")
	}
	var pcs [maxStackLen]uintptr
	inner := newTest(&t.common, t.tstate, t.name)
	inner.creator = slices.Clone(pcs[:runtime.Callers(2, pcs[:])])
	inner.isSynctest = true
	go tRunner(inner, f)
	if !<-inner.signal {
		runtime.Goexit() // the function ended a test above this one
	}
	return !inner.Failed()
}
