package testing

import (
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"strings"
)

// InternalFuzzTarget is a fuzz test in the form for MainStart.
type InternalFuzzTarget struct {
	Name string
	Fn   func(f *F)
}

// F is the argument of a fuzz test. The test adds seeds and calls Fuzz; the function passed to Fuzz may use only its T,
// and Failed and Name of F.
type F struct {
	common
	tstate     *testState
	deps       testDeps
	mode       fuzzMode
	corpus     []corpusEntry // the seeds
	fuzzCalled bool
	fuzzSite   []uintptr // where Fuzz was called
}

type fuzzMode uint8

const (
	seedCorpusOnly  fuzzMode = iota
	fuzzCoordinator          // coordinates workers that look for inputs
	fuzzWorker               // runs the inputs that a coordinator sends
)

// corpusEntry is an input: the arguments of a fuzz target, and the file that contains them. It is an alias, because
// another package implements testDeps.
type corpusEntry = struct {
	Parent     string
	Path       string
	Data       []byte
	Values     []any
	Generation int
	IsSeed     bool
}

// corpusDir is the directory with a directory of seeds for each fuzz test.
const corpusDir = "testdata/fuzz"

// Helper marks its caller as a helper: messages have the position of the helper's caller.
func (f *F) Helper() {
	f.checkFuzzFn("Helper")
	var pcs [1]uintptr
	runtime.Callers(2, pcs[:])
	f.markHelper(pcs[0])
}

// Fail marks the test as failed; the function continues.
func (f *F) Fail() {
	f.checkFuzzFn("Fail")
	f.common.Fail()
}

// Skipped reports whether the test was skipped.
func (f *F) Skipped() bool {
	f.checkFuzzFn("Skipped")
	return f.common.Skipped()
}

// canFuzz reports whether inputs can have a type.
func canFuzz(t reflect.Type) bool {
	switch t {
	case reflect.TypeFor[[]byte](), reflect.TypeFor[string](), reflect.TypeFor[bool](),
		reflect.TypeFor[float32](), reflect.TypeFor[float64](),
		reflect.TypeFor[int](), reflect.TypeFor[int8](), reflect.TypeFor[int16](), reflect.TypeFor[int32](), reflect.TypeFor[int64](),
		reflect.TypeFor[uint](), reflect.TypeFor[uint8](), reflect.TypeFor[uint16](), reflect.TypeFor[uint32](), reflect.TypeFor[uint64]():
		return true
	}
	return false
}

// Add adds a seed. The arguments must have the types of the fuzz target's parameters after the first.
func (f *F) Add(args ...any) {
	for _, arg := range args {
		if t := reflect.TypeOf(arg); t == nil || !canFuzz(t) {
			panic(fmt.Sprintf("testing: unsupported type to Add %v", t))
		}
	}
	seed := corpusEntry{Values: slices.Clone(args), IsSeed: true, Path: fmt.Sprintf("seed#%d", len(f.corpus))}
	f.corpus = append(f.corpus, seed)
}

// Fuzz runs target, a func(*testing.T, ...) whose other parameters can be fuzzed, on the seeds; with -test.fuzz it also
// looks for inputs for which target fails.
func (f *F) Fuzz(target any) {
	if f.fuzzCalled {
		panic("testing: F.Fuzz called more than once")
	}
	f.fuzzCalled = true
	if f.Failed() {
		return
	}
	f.Helper()
	var pcs [maxStackLen]uintptr
	f.fuzzSite = slices.Clone(pcs[:runtime.Callers(2, pcs[:])])
	fn := reflect.ValueOf(target)
	types := fuzzedTypes(fn.Type())
	if f.mode != fuzzWorker {
		if err := f.readSeeds(types); err != nil {
			f.Fatal(err)
		}
	}
	switch f.mode {
	case fuzzCoordinator:
		f.coordinate(types)
	case fuzzWorker:
		if err := f.deps.RunFuzzWorker(func(e corpusEntry) error { return f.runQuietly(fn, e) }); err != nil {
			f.Errorf("communicating with fuzzing coordinator: %v", err)
		}
	default:
		for _, e := range f.corpus {
			if _, ok, _ := f.tstate.match.fullName(nil, f.inputName(e)); ok {
				f.runInput(fn, e)
			}
		}
	}
}

// fuzzedTypes returns the types of a fuzz target's arguments after the first.
func fuzzedTypes(fn reflect.Type) (types []reflect.Type) {
	switch {
	case fn.Kind() != reflect.Func:
		panic("testing: F.Fuzz must receive a function")
	case fn.NumIn() < 2 || fn.In(0) != reflect.TypeFor[*T]():
		panic("testing: fuzz target must receive at least two arguments, where the first argument is a *T")
	case fn.NumOut() != 0:
		panic("testing: fuzz target must not return a value")
	}
	for i := 1; i < fn.NumIn(); i++ {
		t := fn.In(i)
		if !canFuzz(t) {
			panic(fmt.Sprintf("testing: unsupported type for fuzzing %v", t))
		}
		types = append(types, t)
	}
	return types
}

// readSeeds checks the added seeds and reads those in the test's directory.
func (f *F) readSeeds(types []reflect.Type) error {
	for _, e := range f.corpus {
		if err := f.deps.CheckCorpus(e.Values, types); err != nil {
			return err
		}
	}
	seeds, err := f.deps.ReadCorpus(filepath.Join(corpusDir, f.name), types)
	if err != nil {
		return err
	}
	for i := range seeds {
		seeds[i].IsSeed = true
		if f.mode == fuzzCoordinator {
			seeds[i].Values = nil // the worker reads them
		}
	}
	f.corpus = append(f.corpus, seeds...)
	return nil
}

// inputName returns the name of the subtest for an input.
func (f *F) inputName(e corpusEntry) string {
	if e.Path == "" {
		return f.name
	}
	return f.name + "/" + filepath.Base(e.Path)
}

// runInput runs the target on an input, as a subtest.
func (f *F) runInput(fn reflect.Value, e corpusEntry) (ok bool) {
	if e.Values == nil {
		panic(fmt.Sprintf("corpus file %q was not unmarshaled", e.Path))
	}
	if shouldFailFast() {
		return true
	}
	if f.tstate.isFuzzing {
		f.tstate.match.clearSubNames() // there would be very many
	}
	t := newTest(&f.common, f.tstate, f.inputName(e))
	t.signal = make(chan bool)
	t.creator = f.fuzzSite
	t.announce()
	f.inFuzzFn = true
	go tRunner(t, func(t *T) {
		args := []reflect.Value{reflect.ValueOf(t)}
		for _, v := range e.Values {
			args = append(args, reflect.ValueOf(v))
		}
		if f.tstate.isFuzzing {
			defer f.deps.SnapshotCoverage() // even if the target panics
			f.deps.ResetCoverage()
		}
		fn.Call(args)
	})
	<-t.signal
	t.announceParent()
	f.inFuzzFn = false
	return !t.Failed()
}

// runQuietly runs the target on an input; if the target fails, the error is its output.
func (f *F) runQuietly(fn reflect.Value, e corpusEntry) error {
	var printed strings.Builder
	f.w = &printed
	if !f.runInput(fn, e) {
		return errors.New(printed.String())
	}
	return nil
}

// A fuzzCrashError is an input for which the target fails; it was written to the test's directory.
type fuzzCrashError interface {
	error
	Unwrap() error
	CrashPath() string
}

// coordinate looks for inputs for which the target fails.
func (f *F) coordinate(types []reflect.Type) {
	err := f.deps.CoordinateFuzzing(
		fuzzDuration.d, int64(fuzzDuration.n), minimizeDuration.d, int64(minimizeDuration.n), given.parallel,
		f.corpus, types, filepath.Join(corpusDir, f.name), filepath.Join(given.fuzzCacheDir, f.name))
	if err == nil {
		return
	}
	f.Fail()
	fmt.Fprintf(f.w, "%v\n", err)
	if crash, ok := err.(fuzzCrashError); ok {
		path := crash.CrashPath()
		fmt.Fprintf(f.w, "Failing input written to %s\n", path)
		fmt.Fprintf(f.w, "To re-run:\ngo test -run=%s/%s\n", f.name, filepath.Base(path))
	}
}

// fRunner runs a fuzz test in its own goroutine.
func fRunner(f *F, fn func(*F)) {
	defer func() { f.conclude(recover()) }()
	defer func() {
		if len(f.sub) == 0 {
			f.runCleanup()
		}
	}()
	f.start = highPrecisionTimeNow()
	fn(f)
	f.setFinished()
}

// conclude ends a fuzz test: it waits for inputs whose tests are parallel, and reports the result. failure is the value
// of the function's panic.
func (f *F) conclude(failure any) {
	if f.Failed() {
		numFailed.Add(1)
	}
	if failure == nil && !f.Skipped() && !f.Failed() {
		switch {
		case !f.hasFinished():
			failure = errNilPanicOrGoexit
		case !f.fuzzCalled:
			f.Error("returned without calling F.Fuzz, F.Fail, or F.Skip")
		}
	}
	dying := false
	defer func() {
		if !dying {
			f.signal <- true
		}
	}()
	if failure == nil {
		f.duration += highPrecisionTimeSince(f.start)
		failure = f.finishInputs()
	}
	if failure != nil {
		f.Fail()
		f.flushBeforePanic()
		dying = true
		panic(failure)
	}
	if f.parent != nil && !given.fuzzWorker {
		f.reportResult(f.Failed(), f.Skipped())
	}
	f.mu.Lock()
	f.done = true
	f.mu.Unlock()
	f.setRan()
}

// finishInputs runs the inputs whose tests are parallel, if there are any, and then the cleanups; it returns the value
// of a cleanup's panic.
func (f *F) finishInputs() (failure any) {
	if len(f.sub) == 0 {
		return nil
	}
	f.tstate.release()
	close(f.barrier)
	for _, sub := range f.sub {
		<-sub.signal
	}
	now := highPrecisionTimeNow()
	failure = f.runCleanupRecovering()
	f.duration += highPrecisionTimeSince(now)
	return failure
}

// flushBeforePanic runs the cleanups and prints the log, because the program is about to die.
func (f *F) flushBeforePanic() {
	if p := f.runCleanupRecovering(); p != nil {
		f.Logf("cleanup panicked with %v", p)
	}
	for c := &f.common; c.parent != nil; c = c.parent {
		c.duration += highPrecisionTimeSince(c.start)
		c.flushToParent(resultLine("FAIL", c.name, c.duration))
	}
}

// newFuzzTest makes a fuzz test below root.
func newFuzzTest(root *common, state *testState, deps testDeps, name string) *F {
	f := &F{deps: deps, tstate: state, common: common{
		name: name, parent: root, level: root.level + 1, chatty: root.chatty, signal: make(chan bool),
	}}
	f.w = indenter{&f.common}
	f.setOutputWriter()
	return f
}

// newFuzzRoot makes a root test that collects the output of fuzz tests.
func newFuzzRoot(w io.Writer, verbose bool) *common {
	root := &common{w: w}
	if verbose {
		root.chatty = newChattyPrinter(w)
	}
	return root
}
