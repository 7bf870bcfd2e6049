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

// highPrecisionTime is a time for measuring tests.
type highPrecisionTime struct{ now time.Time }

func highPrecisionTimeNow() highPrecisionTime { return highPrecisionTime{time.Now()} }

func highPrecisionTimeSince(from highPrecisionTime) time.Duration { return time.Since(from.now) }

// common is the state and the methods that T, B and F share.
type common struct {
	mu          sync.RWMutex // guards the fields up to ctxOver; a goroutine that locks two locks the parent's first
	output      []byte       // the log that is not yet written to w
	ran         bool         // a test function ran, in this test or below
	failed      bool
	skipped     bool
	done        bool // the function, its subtests and cleanups have ended
	finished    bool // the function returned, or called FailNow or SkipNow
	inFuzzFn    bool // a fuzz target is running: its F must not be used
	helperPCs   map[uintptr]struct{}
	helperNames map[string]struct{} // names of helperPCs; nil after one was added
	cleanups    []func()
	cleanupName string    // the function that calls the running cleanup,
	cleanupPc   []uintptr // and where the cleanup was registered
	ctx         context.Context
	cancelCtx   context.CancelFunc
	ctxOver     bool // the context is cancelled

	w              io.Writer      // destination of the result and the log
	o              *outputWriter  // receives the log
	chatty         *chattyPrinter // nil without -test.v
	bench          bool
	isSynctest     bool // for the T of a bubble: its test reports for it
	isParallel     bool
	hasSub         atomic.Bool // Run was called
	cleanupStarted atomic.Bool // cleanups have begun: no subtest may start
	runner         string      // the function that called the test function

	name       string
	parent     *common
	level      int          // nesting depth
	creator    []uintptr    // where Run was called
	leaks      uint32       // the result of beginLeaks
	races      atomic.Int64 // data races that were already reported as failures
	modulePath string
	importPath string
	start      highPrecisionTime
	duration   time.Duration
	barrier    chan bool // closed when parallel subtests may start; nil if there are none
	signal     chan bool // gets a value when the test has ended or paused; false if the test itself ended a test above it
	sub        []*T      // parallel subtests

	temp      tempDirs
	artifacts artifactDir
}

func (c *common) private() {}

// Name returns the name of the running test or benchmark, with those of the tests above it.
func (c *common) Name() string { return c.name }

// checkFuzzFn panics if an F is used where the fuzz target's T should be.
func (c *common) checkFuzzFn(method string) {
	if c.inFuzzFn {
		panic(fmt.Sprintf("testing: f.%s was called inside the fuzz target, use t.%s instead", method, method))
	}
}

// setRan records that a test function ran, also in all tests above.
func (c *common) setRan() {
	for ; c != nil; c = c.parent {
		c.mu.Lock()
		c.ran = true
		c.mu.Unlock()
	}
}

// Fail marks the test and those above it as failed; the function continues.
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

// Failed reports whether the test has failed.
func (c *common) Failed() bool {
	c.mu.RLock()
	defer c.mu.RUnlock()
	return c.failed
}

// Skipped reports whether the test was skipped.
func (c *common) Skipped() bool {
	c.mu.RLock()
	defer c.mu.RUnlock()
	return c.skipped
}

// hasFinished reports whether the function ended in a permitted way.
func (c *common) hasFinished() bool {
	c.mu.RLock()
	defer c.mu.RUnlock()
	return c.finished
}

// setFinished records that the function ended in a permitted way.
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

// Log logs args, formatted as by Println. A test prints its log if it fails or with -test.v, a benchmark
// always.
func (c *common) Log(args ...any) {
	c.log("Log", fmt.Sprintln(args...), false)
}

// Logf logs args, formatted as by Printf.
func (c *common) Logf(format string, args ...any) {
	c.log("Logf", fmt.Sprintf(format, args...), false)
}

// Error is Log followed by Fail.
func (c *common) Error(args ...any) {
	c.log("Error", fmt.Sprintln(args...), true)
	c.Fail()
}

// Errorf is Logf followed by Fail.
func (c *common) Errorf(format string, args ...any) {
	c.log("Errorf", fmt.Sprintf(format, args...), true)
	c.Fail()
}

// Fatal is Log followed by FailNow.
func (c *common) Fatal(args ...any) {
	c.log("Fatal", fmt.Sprintln(args...), true)
	c.FailNow()
}

// Fatalf is Logf followed by FailNow.
func (c *common) Fatalf(format string, args ...any) {
	c.log("Fatalf", fmt.Sprintf(format, args...), true)
	c.FailNow()
}

// Skip is Log followed by SkipNow.
func (c *common) Skip(args ...any) {
	c.log("Skip", fmt.Sprintln(args...), false)
	c.SkipNow()
}

// Skipf is Logf followed by SkipNow.
func (c *common) Skipf(format string, args ...any) {
	c.log("Skipf", fmt.Sprintf(format, args...), false)
	c.SkipNow()
}

// log logs text with the position of the exported method's caller; it indents further lines.
func (c *common) log(method, text string, isErr bool) {
	c.checkFuzzFn(method)
	var pcs [maxStackLen]uintptr
	n := runtime.Callers(3, pcs[:]) // skips Callers, log and the method
	text = strings.ReplaceAll(strings.TrimSuffix(text, "\n"), "\n", "\n"+indent) + "\n"
	to := c.destination()
	if to == nil {
		panic("Log in goroutine after " + c.name + " has completed: " + text)
	}
	text = to.callSite(pcs[:n]) + text
	to.flushPartial()
	to.o.write([]byte(text), isErr)
}

// destination returns the nearest test that can still show output; nil if all have ended. A bubble's output belongs to
// its test.
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

// flushPartial ends an incomplete line.
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

// flushToParent writes the result line and the log to the parent, in one write, so that no other test's
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
		c.chatty.update(c.name, text) // not added to the parent's output: test2json shows subtests as they end
	} else {
		io.WriteString(p.w, c.chatty.prefix()+text)
	}
}

// reportResult prints a test's result: always if the test failed, otherwise with -test.v.
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

// resultLine returns the line with the result of a test.
func resultLine(result, name string, d time.Duration) string {
	return "--- " + result + ": " + name + " (" + fmtDuration(d) + ")\n"
}

// fmtDuration formats a time for result lines: "87.00s".
func fmtDuration(d time.Duration) string { return fmt.Sprintf("%.2fs", d.Seconds()) }

// setOutputWriter makes the writer that receives the test's log.
func (c *common) setOutputWriter() { c.o = &outputWriter{c: c} }

// Output returns a writer to the test's log: lines are indented, but have no position.
func (c *common) Output() io.Writer {
	c.checkFuzzFn("Output")
	to := c.destination()
	if to == nil {
		panic("Output called after " + c.name + " has completed")
	}
	return to.o
}

// Attr prints an attribute of the test, for tools that read its output. The key must not contain white space, and the
// value no line breaks.
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
