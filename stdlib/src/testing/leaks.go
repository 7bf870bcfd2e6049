package testing

import (
	"fmt"
	"strings"
	"time"
)

// leakTries is how often, each millisecond, the goroutines are checked that still run when their test has ended: they
// may be about to end, or may leak.
const leakTries = 50

// leaked returns the leaked goroutines of a test and its subtests, if they were not reported before.
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

// failForLeaks makes the test fail if it leaked goroutines. Those that leaked after their test, and so after its
// result, are found by the root test.
func (t *T) failForLeaks() {
	if t.isSynctest {
		return // the test around the bubble owns its goroutines
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
