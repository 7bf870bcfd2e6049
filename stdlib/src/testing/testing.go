package testing

import (
	"errors"
	"fmt"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// T is the argument of a test function. FailNow, SkipNow and Parallel are for the test's own goroutine, the other methods for any.
type T struct {
	common
	denyParallel bool // Setenv or Chdir was called
	tstate       *testState
}

// InternalTest is a test in the form for MainStart.
type InternalTest struct {
	Name string
	F    func(*T)
}

// errNilPanicOrGoexit is the error of a test that neither returned nor called a method that ends it.
var errNilPanicOrGoexit = errors.New("test executed panic(nil) or runtime.Goexit")

const parallelConflict = `testing: test using t.Setenv, t.Chdir, or cryptotest.SetGlobalRandom can not use t.Parallel`

// The number of parallel tests that have started and ended.
var parallelStart, parallelStop atomic.Int64

// numFailed is the number of failed tests, for -test.failfast.
var numFailed atomic.Uint32

func shouldFailFast() bool { return given.failFast && numFailed.Load() > 0 }

// running has the tests that run and are not paused, with their start times.
var running = runningTests{since: map[string]highPrecisionTime{}}

type runningTests struct {
	mu    sync.Mutex
	since map[string]highPrecisionTime
}

func (r *runningTests) add(name string, now highPrecisionTime) {
	r.mu.Lock()
	r.since[name] = now
	r.mu.Unlock()
}

func (r *runningTests) remove(name string) {
	r.mu.Lock()
	delete(r.since, name)
	r.mu.Unlock()
}

// list returns their names, each with how long the test has run.
func (r *runningTests) list() (names []string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for name, since := range r.since {
		names = append(names, name+" ("+highPrecisionTimeSince(since).Round(time.Second).String()+")")
	}
	slices.Sort(names)
	return names
}

// testState is the state that all tests of a run share: which ones to run, and how many at a time.
type testState struct {
	match     *matcher
	deadline  time.Time
	isFuzzing bool // fuzzing generates inputs: a panic is a finding, not the end

	mu            sync.Mutex
	startParallel chan bool // a value lets a waiting test run
	running       int       // number of running tests, except those that wait for subtests
	numWaiting    int
	maxParallel   int
}

func newTestState(maxParallel int, m *matcher) *testState {
	return &testState{match: m, startParallel: make(chan bool), maxParallel: maxParallel, running: 1}
}

// waitParallel waits until one more test may run.
func (s *testState) waitParallel() {
	s.mu.Lock()
	full := s.running >= s.maxParallel
	if full {
		s.numWaiting++
	} else {
		s.running++
	}
	s.mu.Unlock()
	if full {
		<-s.startParallel
	}
}

// release undoes waitParallel: a waiting test, if there is one, runs next.
func (s *testState) release() {
	s.mu.Lock()
	next := min(s.numWaiting, 1)
	s.numWaiting -= next
	s.running += next - 1
	s.mu.Unlock()
	if next > 0 {
		s.startParallel <- true
	}
}

// Parallel makes the test run together with other parallel ones: it first waits until the test above has returned.
func (t *T) Parallel() {
	switch {
	case t.isParallel:
		panic("testing: t.Parallel called multiple times")
	case t.isSynctest:
		panic("testing: t.Parallel called inside synctest bubble")
	case t.denyParallel:
		panic(parallelConflict)
	case t.parent.barrier == nil:
		return // while fuzzing, inputs are run one after the other
	}
	t.isParallel = true
	t.duration += highPrecisionTimeSince(t.start) // the waiting time does not count
	t.parent.mu.Lock()
	t.parent.sub = append(t.parent.sub, t)
	t.parent.mu.Unlock()
	if t.chatty != nil {
		t.chatty.update(t.name, "=== PAUSE "+t.name+"\n")
	}
	running.remove(t.name)

	t.signal <- true
	<-t.parent.barrier
	t.tstate.waitParallel()
	parallelStart.Add(1)

	if t.chatty != nil {
		t.chatty.update(t.name, "=== CONT  "+t.name+"\n")
	}
	t.start = highPrecisionTimeNow()
	running.add(t.name, t.start)
}

// checkParallel forbids that the test becomes parallel; it panics if it or one above it already is, because they run
// beside others. Go's testing/cryptotest links to it.
func checkParallel(t *T) {
	for c := &t.common; c != nil; c = c.parent {
		if c.isParallel {
			panic(parallelConflict)
		}
	}
	t.denyParallel = true
}

// Setenv sets an environment variable until the test ends. A parallel test, or one below a parallel test, must not
// call it.
func (t *T) Setenv(key, value string) {
	checkParallel(t)
	t.common.Setenv(key, value)
}

// Chdir changes the working directory until the test ends. A parallel test, or one below a parallel test, must not
// call it.
func (t *T) Chdir(dir string) {
	checkParallel(t)
	t.common.Chdir(dir)
}

// Deadline returns when -test.timeout will end the program; ok is false without that flag.
func (t *T) Deadline() (deadline time.Time, ok bool) {
	if t.isSynctest {
		panic("testing: t.Deadline called inside synctest bubble")
	}
	return t.tstate.deadline, !t.tstate.deadline.IsZero()
}

// Run runs f as a subtest, in a goroutine, until it returns or calls Parallel. It reports whether the subtest has not
// failed by then.
func (t *T) Run(name string, f func(t *T)) bool {
	switch {
	case t.isSynctest:
		panic("testing: t.Run called inside synctest bubble")
	case t.cleanupStarted.Load():
		panic("testing: t.Run called during t.Cleanup")
	}
	t.hasSub.Store(true)
	full, chosen, _ := t.tstate.match.fullName(&t.common, name)
	if !chosen || shouldFailFast() {
		return true
	}
	sub := t.newSubtest(full)
	sub.announce()
	go tRunner(sub, f)
	if above := <-sub.signal; !above {
		runtime.Goexit() // the subtest ended a test above this one
	}
	sub.announceParent()
	return !sub.Failed()
}

// newSubtest makes a test for Run, which calls it.
func (t *T) newSubtest(name string) *T {
	var pcs [maxStackLen]uintptr
	sub := newTest(&t.common, t.tstate, name)
	sub.creator = slices.Clone(pcs[:runtime.Callers(3, pcs[:])])
	sub.modulePath, sub.importPath = t.modulePath, t.importPath
	return sub
}

// newTest makes a test below parent.
func newTest(parent *common, state *testState, name string) *T {
	t := &T{tstate: state, common: common{
		name:    name,
		parent:  parent,
		level:   parent.level + 1,
		chatty:  parent.chatty,
		barrier: make(chan bool),
		signal:  make(chan bool, 1),
	}}
	t.w = indenter{&t.common}
	t.setOutputWriter()
	return t
}

// announce prints that a test begins.
func (c *common) announce() {
	if c.chatty != nil {
		c.chatty.update(c.name, "=== RUN   "+c.name+"\n")
	}
	running.add(c.name, highPrecisionTimeNow())
}

// announceParent tells test2json that the test above continues.
func (c *common) announceParent() {
	if c.chatty != nil && c.chatty.json {
		c.chatty.update(c.parent.name, "=== NAME  "+c.parent.name+"\n")
	}
}

// tRunner runs a test function in the test's own goroutine.
func tRunner(t *T, fn func(t *T)) {
	t.runner = callerName(0)
	defer func() { t.conclude(recover()) }()
	defer func() {
		if len(t.sub) == 0 {
			t.runCleanup()
		}
	}()
	t.leaks = beginLeaks()
	t.races.Store(int64(racesFound()))
	t.start = highPrecisionTimeNow()
	fn(t)
	t.setFinished()
}

// conclude ends a test: it waits for its parallel subtests, reports, and wakes the test above. failure is the value of
// the function's panic; a test that ended in a forbidden way ends the program.
func (t *T) conclude(failure any) {
	signal := true
	if failure == nil && !t.hasFinished() {
		failure, signal = t.endedUnfinished()
	}
	if failure != nil && t.tstate.isFuzzing {
		t.reportFinding(failure)
		failure = nil
	}
	// A cleanup may end the goroutine with FailNow; then the test above must continue too, unless the program dies of a
	// panic.
	dying := false
	defer func() {
		switch {
		case dying:
			return
		case failure != nil:
			panic(failure)
		}
		running.remove(t.name)
		if t.isParallel {
			parallelStop.Add(1)
		}
		t.signal <- signal
	}()
	if failure == nil {
		t.duration += highPrecisionTimeSince(t.start)
		failure = t.finishSubtests()
	}
	if failure != nil {
		t.Fail()
		t.flushBeforePanic()
		dying = true
		panic(failure)
	}
	t.failForLeaks()
	t.failForRaces()
	for c := &t.common; c.parent != nil; c = c.parent {
		c.flushPartial()
	}
	if t.Failed() {
		numFailed.Add(1)
	}
	if t.parent != nil && !t.isSynctest {
		t.reportResult(t.Failed(), t.Skipped())
	}
	t.mu.Lock()
	t.done = true
	t.mu.Unlock()
	if t.parent != nil && !t.hasSub.Load() {
		t.setRan()
	}
}

// endedUnfinished returns why a test ended that neither returned nor panicked: usually because one below ended it with
// FailNow, and then the goroutines of all tests between must end too.
func (t *T) endedUnfinished() (failure any, signal bool) {
	for p := t.parent; p != nil; p = p.parent {
		if p.hasFinished() {
			if t.isParallel {
				return errNilPanicOrGoexit, false
			}
			t.Errorf("%v: subtest may have called FailNow on a parent test", errNilPanicOrGoexit)
			return nil, false
		}
	}
	return errNilPanicOrGoexit, true
}

// reportFinding converts a panic of a fuzz target to an error: fuzzing continues to find a shorter input.
func (t *T) reportFinding(failure any) {
	prefix := "panic: "
	if failure == errNilPanicOrGoexit {
		prefix = ""
	}
	t.Errorf("%s%s\n%s\n", prefix, failure, string(debug.Stack()))
	t.setFinished()
}

// flushBeforePanic runs the cleanups of the test and of those above it, and prints their logs, because the program is
// about to die.
func (t *T) flushBeforePanic() {
	if p := t.runCleanupRecovering(); p != nil {
		t.Logf("cleanup panicked with %v", p)
	}
	for c := &t.common; !c.isSynctest && c.parent != nil; c = c.parent {
		c.mu.Lock()
		c.duration += highPrecisionTimeSince(c.start)
		d := c.duration
		c.mu.Unlock()
		c.flushPartial()
		c.flushToParent(resultLine("FAIL", c.name, d))
		if p := c.parent.runCleanupRecovering(); p != nil {
			fmt.Fprintf(c.parent.w, "cleanup panicked with %v", p)
		}
	}
}

// finishSubtests runs the parallel subtests, if there are any, and then the cleanups; it returns the value of a
// cleanup's panic. Meanwhile the test does not count among the running ones.
func (t *T) finishSubtests() (failure any) {
	if len(t.sub) == 0 {
		if t.isParallel {
			t.tstate.release()
		}
		return nil
	}
	t.tstate.release()
	running.remove(t.name)
	close(t.barrier)
	for _, sub := range t.sub {
		<-sub.signal
	}
	now := highPrecisionTimeNow()
	running.add(t.name, now)
	failure = t.runCleanupRecovering()
	t.duration += highPrecisionTimeSince(now)
	if failure == nil && !t.isParallel {
		t.tstate.waitParallel() // it takes the place that Run released, so that the sequential tests continue
	}
	return failure
}

// timeoutText returns the value of the panic when -test.timeout has passed.
func timeoutText(limit time.Duration) string {
	var text strings.Builder
	text.WriteString("test timed out after " + limit.String())
	for i, name := range running.list() {
		if i == 0 {
			text.WriteString("\nrunning tests:")
		}
		text.WriteString("\n\t" + name)
	}
	return text.String()
}
