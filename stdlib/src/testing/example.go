package testing

import (
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"time"
)

// InternalExample is an example in the form for MainStart: a function and its expected output, whose lines may come in
// any order if Unordered is set.
type InternalExample struct {
	Name      string
	F         func()
	Output    string
	Unordered bool
}

// RunExamples runs the examples that -test.run selects and reports whether all passed.
func RunExamples(matchString func(pat, str string) (bool, error), examples []InternalExample) (ok bool) {
	_, ok = runExamples(matchString, examples)
	return ok
}

func runExamples(matchString matchFunc, examples []InternalExample) (ran, ok bool) {
	ok = true
	m := newMatcher(matchString, given.run, "-test.run", given.skip)
	for _, eg := range examples {
		if _, matched, _ := m.fullName(nil, eg.Name); matched {
			ran = true
			ok = runExample(eg) && ok
		}
	}
	return ran, ok
}

// captureStdout redirects standard output to a pipe. The returned function undoes this and returns the output.
func captureStdout() (restore func() string) {
	r, w, err := os.Pipe()
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	printed := make(chan string)
	go func() {
		defer r.Close()
		text, err := io.ReadAll(r)
		if err != nil {
			fmt.Fprintf(os.Stderr, "testing: copying pipe: %v\n", err)
			os.Exit(1)
		}
		printed <- string(text)
	}()
	before := os.Stdout
	os.Stdout = w
	return func() string {
		w.Close()
		os.Stdout = before
		return <-printed
	}
}

// runExample runs an example and compares its output with the expected one.
func runExample(eg InternalExample) (ok bool) {
	if Verbose() {
		fmt.Print(chatty.prefix(), "=== RUN   ", eg.Name, "\n")
	}
	restore := captureStdout()
	leaks := beginLeaks()
	finished, start := false, time.Now()
	defer func() {
		took := time.Since(start)
		ok = eg.processRunResult(restore(), took, finished, recover())
		if leaked := leaked(leaks); leaked != "" {
			fmt.Printf("%s%s: %s", chatty.prefix(), eg.Name, leaked)
			ok = false
		}
	}()
	eg.F()
	finished = true
	return
}

// processRunResult compares an example's output with the expected one, and reports the result. If the example panicked,
// it panics again with the value.
func (eg *InternalExample) processRunResult(printed string, took time.Duration, finished bool, recovered any) (passed bool) {
	difference := ""
	if recovered == nil {
		difference = eg.difference(printed)
	}
	passed = difference == "" && finished && recovered == nil
	if !passed {
		fmt.Print(chatty.prefix(), resultLine("FAIL", eg.Name, took), difference)
	} else if chatty.on {
		fmt.Print(chatty.prefix(), resultLine("PASS", eg.Name, took))
	}
	if chatty.json {
		fmt.Print(chatty.prefix(), "=== NAME   \n")
	}
	switch {
	case recovered != nil:
		panic(recovered)
	case !finished:
		panic(errNilPanicOrGoexit)
	}
	return passed
}

// difference returns the message for unexpected output, "" if the output is right.
func (eg *InternalExample) difference(printed string) string {
	got, want := strings.TrimSpace(printed), strings.TrimSpace(eg.Output)
	if eg.Unordered {
		if !slices.Equal(sortedLines(got), sortedLines(want)) {
			return fmt.Sprintf("got:\n%s\nwant (unordered):\n%s\n", printed, eg.Output)
		}
	} else if got != want {
		return fmt.Sprintf("got:\n%s\nwant:\n%s\n", got, want)
	}
	return ""
}

func sortedLines(text string) []string { return slices.Sorted(strings.SplitSeq(text, "\n")) }
