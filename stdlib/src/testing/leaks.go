package testing

import (
	"fmt"
	"strings"
	"time"
)

// leakTries is how often, a millisecond apart, goroutines are looked at that still run when their test has ended: they
// may be about to end, or to leak.
const leakTries = 50

// leaked tells which goroutines have leaked of those that a test and its subtests made, if that was not told before.
func leaked(test uint32) string {
	if test == 0 {
		return ""
	}
	for range leakTries {
		if run, text := leaksOf(test, false); !run {
			return strings.TrimPrefix(text, "minigo: ")
		}
		time.Sleep(time.Millisecond)
	}
	_, text := leaksOf(test, true)
	return strings.TrimPrefix(text, "minigo: ")
}

// failForLeaks lets the test fail if it leaked goroutines. Those that leaked after their test, and so after its result,
// are found above all tests.
func (t *T) failForLeaks() {
	if t.isSynctest {
		return // its goroutines belong to the test around the bubble
	}
	text := leaked(t.leaks)
	switch {
	case text == "":
		return
	case t.parent == nil:
		fmt.Print(chatty.prefix(), "after their tests, ", text)
	default:
		t.Output().Write([]byte(text))
	}
	t.Fail()
}
