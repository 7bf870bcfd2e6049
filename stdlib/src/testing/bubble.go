package testing

import (
	"internal/synctest"
	"runtime"
	"slices"
)

// setRunTest tells package testing/synctest, which this one does not know, how to run a test in a bubble.
func setRunTest() {
	synctest.RunTest = func(t, f any) bool { return runInBubble(t.(*T), f.(func(*T))) }
}

// runInBubble runs f in the bubble of the calling goroutine, with a T that logs and fails through that of its test.
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
		runtime.Goexit() // the function ended a test above itself
	}
	return !inner.Failed()
}
