// Package synctest tests concurrent code over time: in a bubble, whose clock advances at once when all of its goroutines wait.
package synctest

import (
	"internal/synctest"
	"testing"
	"time"
)

// Test runs f in a new bubble and waits until all goroutines of the bubble have ended; the test fails if they cannot. f
// gets a new T, whose cleanups and context belong to the bubble; f must not call its Run, Parallel and Deadline.
func Test(t *testing.T, f func(*testing.T)) {
	ok := false
	synctest.Run(func() { ok = synctest.RunTest(t, f) })
	if !ok {
		t.FailNow() // outside of the bubble, because the test's time is the real one
	}
}

// Wait waits until all other goroutines of the bubble are durably blocked: they wait for each other or for the bubble's clock.
func Wait() { synctest.Wait() }

// Sleep calls time.Sleep and then Wait.
func Sleep(d time.Duration) {
	time.Sleep(d)
	Wait()
}
