package main

import (
	"flag"
	"os"
	"regexp"
	"testing"
)

func below(t *testing.T) {
	t.Cleanup(func() { t.Log("cleanup of sub") })
	t.Run("sub", func(t *testing.T) {
		t.Cleanup(func() { t.Log("logged by a cleanup") })
		t.Log("before it panics")
		panic("what it panics with")
	})
}

func main() {
	os.Args = []string{"x", "-test.v"}
	testing.Init()
	flag.Parse()
	testing.Main(regexp.MatchString, []testing.InternalTest{{"below", below}}, nil, nil)
}

// Exit: 2
// Stderr:
// panic: what it panics with [recovered, repanicked]
// main.below.func2(...)
// testing.tRunner(...)
// created by testing.(*T).Run in goroutine
