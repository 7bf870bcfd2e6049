package main

import (
	"os"
	"regexp"
	"testing"
)

func waits(t *testing.T) {
	t.Run("sub", func(t *testing.T) {
		deadline, ok := t.Deadline()
		t.Log(!deadline.IsZero(), ok)
		select {}
	})
}

func main() {
	os.Args = []string{"x", "-test.timeout=50ms", "-test.v"}
	testing.Main(regexp.MatchString, []testing.InternalTest{{"waits", waits}}, nil, nil)
}

// Exit: 2
// Output:
// === RUN   waits
// === RUN   waits/sub
//     testing_timeout.go:12: true true
// Stderr:
// panic: test timed out after 50ms
// 	running tests:
// 		waits (0s)
// 		waits/sub (0s)
// [running]:
// testing.(*M).startAlarm.func1()
// goroutine 1 [chan receive]:
// testing.(*T).Run(...)
