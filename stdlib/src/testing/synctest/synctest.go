// Package synctest tests what goroutines do over time: in a bubble, whose clock moves on at once when all of its goroutines wait.
package synctest

import (
	"internal/synctest"
	"testing"
	"time"
)

// Test runs f in a new bubble and waits until all goroutines of the bubble have ended; the test fails if they cannot. The T that f gets has
// cleanups and a context of its own, in the bubble; Run, Parallel and Deadline must not be called.
func Test(t *testing.T, f func(*testing.T)) {
	ok := false
	synctest.Run(func() { ok = synctest.RunTest(t, f) })
	if !ok {
		t.FailNow() // outside of the bubble: the test's time is the real one
	}
}

// Wait waits until all other goroutines of the bubble are durably blocked: wait for each other or for the bubble's clock.
func Wait() { synctest.Wait() }

// Sleep is time.Sleep and then Wait.
func Sleep(d time.Duration) {
	time.Sleep(d)
	Wait()
}
