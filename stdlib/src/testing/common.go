package testing

import (
	"context"
	"fmt"
	"io"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"time"
	"unicode"
)

// highPrecisionTime is a time as tests are timed by it.
type highPrecisionTime struct{ now time.Time }

func highPrecisionTimeNow() highPrecisionTime { return highPrecisionTime{time.Now()} }

func highPrecisionTimeSince(from highPrecisionTime) time.Duration { return time.Since(from.now) }

// common is the state and the methods that T, B and F share.
type common struct {
	mu          sync.RWMutex // guards the fields up to ctxOver; when two are locked, the parent's is first
	output      []byte       // what was logged and not yet given to w
	ran         bool         // a test function ran, here or below
	failed      bool
	skipped     bool
	done        bool // the function, its subtests and cleanups are over
	finished    bool // the function returned, or ended by FailNow or SkipNow
	inFuzzFn    bool // a fuzz target's function runs: its F must not be used
	helperPCs   map[uintptr]struct{}
	helperNames map[string]struct{} // names of helperPCs; nil after one was added
	cleanups    []func()
	cleanupName string    // the function that calls the running cleanup,
	cleanupPc   []uintptr // and where that was registered
	ctx         context.Context
	cancelCtx   context.CancelFunc
	ctxOver     bool // the context is cancelled

	w              io.Writer      // where the result and what was logged go
	o              *outputWriter  // takes what is logged
	chatty         *chattyPrinter // nil without -test.v
	bench          bool
	isSynctest     bool // the T of a bubble: its test reports for it
	isParallel     bool
	hasSub         atomic.Bool // Run was called
	cleanupStarted atomic.Bool // cleanups run: no subtest may begin
	runner         string      // the name of the function that called the test function

	name       string
	parent     *common
	level      int          // depth below the root
	creator    []uintptr    // where Run was called
	leaks      uint32       // what beginLeaks returned
	races      atomic.Int64 // data races of which no failure is due any more
	modulePath string
	importPath string
	start      highPrecisionTime
	duration   time.Duration
	barrier    chan bool // closed when parallel subtests may begin; nil if there is no such thing
	signal     chan bool // gets a value when the test is over or paused; false if a test above was ended from within it
	sub        []*T      // parallel subtests

	temp      tempDirs
	artifacts artifactDir
}

func (c *common) private() {}

// Name returns the name of the running test or benchmark, with those of the tests above it.
func (c *common) Name() string { return c.name }

// checkFuzzFn panics when an F is used where the fuzz target's T should be.
func (c *common) checkFuzzFn(method string) {
	if c.inFuzzFn {
		panic(fmt.Sprintf("testing: f.%s was called inside the fuzz target, use t.%s instead", method, method))
	}
}

// setRan notes that a test function ran, in all tests above too.
func (c *common) setRan() {
	for ; c != nil; c = c.parent {
		c.mu.Lock()
		c.ran = true
		c.mu.Unlock()
	}
}

// Fail marks the test and those above it as failed; the function goes on.
func (c *common) Fail() {
	if above := c.parent; above != nil {
		above.Fail()
	}
	c.mu.Lock()
	over := c.done
	c.failed = c.failed || !over
	c.mu.Unlock()
	if over {
		panic("Fail in goroutine after " + c.name + " has completed")
	}
}

// Failed tells whether the test failed.
func (c *common) Failed() bool {
	c.mu.RLock()
	defer c.mu.RUnlock()
	return c.failed
}

// Skipped tells whether the test was skipped.
func (c *common) Skipped() bool {
	c.mu.RLock()
	defer c.mu.RUnlock()
	return c.skipped
}

// hasFinished tells whether the function came to an end that it was allowed to have.
func (c *common) hasFinished() bool {
	c.mu.RLock()
	defer c.mu.RUnlock()
	return c.finished
}

// setFinished notes that the function came to such an end.
func (c *common) setFinished() {
	c.mu.Lock()
	c.finished = true
	c.mu.Unlock()
}

// FailNow marks the test as failed and ends its goroutine, after the deferred calls. It is for the test's own goroutine
// only.
func (c *common) FailNow() {
	c.checkFuzzFn("FailNow")
	c.Fail()
	c.setFinished()
	runtime.Goexit()
}

// SkipNow marks the test as skipped and ends its goroutine, after the deferred calls. A test that failed before stays
// failed.
func (c *common) SkipNow() {
	c.checkFuzzFn("SkipNow")
	c.mu.Lock()
	c.skipped = true
	c.finished = true
	c.mu.Unlock()
	runtime.Goexit()
}

// Log records args as Println formats them. Of a test it is printed when that fails or with -test.v, of a benchmark
// always.
func (c *common) Log(args ...any) {
	c.log("Log", fmt.Sprintln(args...), false)
}

// Logf records args as Printf formats them.
func (c *common) Logf(format string, args ...any) {
	c.log("Logf", fmt.Sprintf(format, args...), false)
}

// Error is Log and Fail.
func (c *common) Error(args ...any) {
	c.log("Error", fmt.Sprintln(args...), true)
	c.Fail()
}

// Errorf is Logf and Fail.
func (c *common) Errorf(format string, args ...any) {
	c.log("Errorf", fmt.Sprintf(format, args...), true)
	c.Fail()
}

// Fatal is Log and FailNow.
func (c *common) Fatal(args ...any) {
	c.log("Fatal", fmt.Sprintln(args...), true)
	c.FailNow()
}

// Fatalf is Logf and FailNow.
func (c *common) Fatalf(format string, args ...any) {
	c.log("Fatalf", fmt.Sprintf(format, args...), true)
	c.FailNow()
}

// Skip is Log and SkipNow.
func (c *common) Skip(args ...any) {
	c.log("Skip", fmt.Sprintln(args...), false)
	c.SkipNow()
}

// Skipf is Logf and SkipNow.
func (c *common) Skipf(format string, args ...any) {
	c.log("Skipf", fmt.Sprintf(format, args...), false)
	c.SkipNow()
}

// log writes text, for the exported method that calls it, below that method's caller; further lines are indented.
func (c *common) log(method, text string, isErr bool) {
	c.checkFuzzFn(method)
	var pcs [maxStackLen]uintptr
	n := runtime.Callers(3, pcs[:]) // but Callers, log and the method
	text = strings.ReplaceAll(strings.TrimSuffix(text, "\n"), "\n", "\n"+indent) + "\n"
	to := c.destination()
	if to == nil {
		panic("Log in goroutine after " + c.name + " has completed: " + text)
	}
	text = to.callSite(pcs[:n]) + text
	to.flushPartial()
	to.o.write([]byte(text), isErr)
}

// destination returns the nearest test that can still show output; nil if all are over. A bubble's output is that of its
// test.
func (c *common) destination() *common {
	for ; c != nil; c = c.parent {
		c.mu.RLock()
		over := c.done
		c.mu.RUnlock()
		if !over && !c.isSynctest {
			return c
		}
	}
	return nil
}

// flushPartial ends a line that was begun.
func (c *common) flushPartial() {
	if c.o == nil {
		return
	}
	c.mu.RLock()
	begun := len(c.o.partial) > 0
	c.mu.RUnlock()
	if begun {
		c.o.Write([]byte("\n"))
	}
}

// flushToParent gives the parent a result line and below it what was logged, in one write, so that no other test's
// lines come between.
func (c *common) flushToParent(result string) {
	p := c.parent
	p.mu.Lock()
	defer p.mu.Unlock()
	c.mu.Lock()
	defer c.mu.Unlock()
	text := result + string(c.output)
	c.output = c.output[:0]
	if c.chatty != nil && (c.chatty.json || p.w == c.chatty.w) {
		c.chatty.update(c.name, text) // not kept in the parent's output: test2json shows subtests as they end
	} else {
		io.WriteString(p.w, c.chatty.prefix()+text)
	}
}

// reportResult prints a test's result: always when it failed, otherwise with -test.v.
func (c *common) reportResult(failed, skipped bool) {
	result := "PASS"
	switch {
	case failed:
		result = "FAIL"
	case c.chatty == nil:
		return
	case skipped:
		result = "SKIP"
	}
	c.flushToParent(resultLine(result, c.name, c.duration))
}

// resultLine returns the line with which a test ends.
func resultLine(result, name string, d time.Duration) string {
	return "--- " + result + ": " + name + " (" + fmtDuration(d) + ")\n"
}

// fmtDuration formats a time as result lines have it: "87.00s".
func fmtDuration(d time.Duration) string { return fmt.Sprintf("%.2fs", d.Seconds()) }

// setOutputWriter makes the writer that takes what the test logs.
func (c *common) setOutputWriter() { c.o = &outputWriter{c: c} }

// Output returns a writer into the test's log: lines are indented, but have no position before them.
func (c *common) Output() io.Writer {
	c.checkFuzzFn("Output")
	to := c.destination()
	if to == nil {
		panic("Output called after " + c.name + " has completed")
	}
	return to.o
}

// Attr prints an attribute of the test, for tools that read its output. The key has no white space, the value no line
// ends.
func (c *common) Attr(key, value string) {
	switch {
	case strings.ContainsFunc(key, unicode.IsSpace):
		c.Errorf("disallowed whitespace in attribute key %q", key)
	case strings.ContainsAny(value, "\r\n"):
		c.Errorf("disallowed newline in attribute value %q", value)
	case c.chatty != nil:
		c.chatty.update(c.name, "=== ATTR  "+c.name+" "+key+" "+value+"\n")
	}
}
