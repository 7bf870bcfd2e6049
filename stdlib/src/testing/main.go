package testing

import (
	"errors"
	"flag"
	"fmt"
	hooks "internal/testlog"
	"io"
	"math/rand"
	"os"
	"reflect"
	"runtime"
	"runtime/debug"
	"strconv"
	"sync"
	"time"
)

// testDeps are the functions of packages that testing does not import: testing/internal/testdeps.TestDeps.
type testDeps interface {
	ImportPath() string
	ModulePath() string
	MatchString(pat, str string) (bool, error)
	SetPanicOnExit0(bool)
	StartCPUProfile(io.Writer) error
	StopCPUProfile()
	StartTestLog(io.Writer)
	StopTestLog() error
	WriteProfileTo(string, io.Writer, int) error
	CoordinateFuzzing(time.Duration, int64, time.Duration, int64, int, []corpusEntry, []reflect.Type, string, string) error
	RunFuzzWorker(func(corpusEntry) error) error
	ReadCorpus(string, []reflect.Type) ([]corpusEntry, error)
	CheckCorpus([]any, []reflect.Type) error
	ResetCoverage()
	SnapshotCoverage()
	InitRuntimeCoverage() (mode string, tearDown func(coverprofile, gocoverdir string) (string, error), snapcov func() float64)
}

// M is the argument of TestMain: all tests of a program.
type M struct {
	deps        testDeps
	tests       []InternalTest
	benchmarks  []InternalBenchmark
	fuzzTargets []InternalFuzzTarget
	examples    []InternalExample
	timer       *time.Timer
	afterOnce   sync.Once
	numRun      int
	exitCode    int // the program's main function reads it when TestMain has returned
}

var (
	haveExamples   bool
	testlogFile    *os.File
	artifactRoot   string
	realStderr     *os.File // keeps descriptor 2 open when os.Stderr is os.Stdout
	testingTesting bool     // set by the tests of this package
)

// fuzzWorkerExitCode is the exit code of a fuzzing worker after an error of its own.
const fuzzWorkerExitCode = 70

// The main function of a test program, which go test or minigo test generates, calls MainStart.
func MainStart(deps testDeps, tests []InternalTest, benchmarks []InternalBenchmark, fuzzTargets []InternalFuzzTarget, examples []InternalExample) *M {
	if mode, tearDown, snapshot := deps.InitRuntimeCoverage(); mode != "" {
		cover.mode, cover.tearDown, cover.snapshot = mode, tearDown, snapshot
	}
	Init()
	setRunTest()
	return &M{deps: deps, tests: tests, benchmarks: benchmarks, fuzzTargets: fuzzTargets, examples: examples}
}

// Run runs the tests and returns the code to exit with.
func (m *M) Run() (code int) {
	defer func() { code = m.exitCode }()
	hooks.DenyParallel = func(t any) { checkParallel(t.(*T)) }
	m.numRun++
	if !flag.Parsed() {
		flag.Parse()
	}
	if chatty.json {
		// Both go to test2json. As one file they share a lock, so that the lines of one do not mix with the other's.
		realStderr = os.Stderr
		os.Stderr = os.Stdout
	}
	var ok bool
	if m.exitCode, ok = m.checkFlags(); !ok {
		return
	}
	parseCpuList()
	m.before()
	defer m.after()
	if !given.fuzzWorker {
		deadline := m.startAlarm()
		ran, ok := m.runTests(deadline)
		// An example can see the functions that called it: this one, as in Go.
		examplesRan, examplesOk := runExamples(m.deps.MatchString, m.examples)
		m.stopAlarm()
		if !m.runRest(ran || examplesRan, ok && examplesOk) {
			fmt.Print(chatty.prefix(), "FAIL\n")
			m.exitCode = 1
			return
		}
	}
	if !runFuzzing(m.deps, m.fuzzTargets) {
		fmt.Print(chatty.prefix(), "FAIL\n")
		m.exitCode = 1
		if given.fuzzWorker {
			m.exitCode = fuzzWorkerExitCode
		}
		return
	}
	m.exitCode = 0
	if !given.fuzzWorker {
		fmt.Print(chatty.prefix(), "PASS\n")
	}
	return
}

// checkFlags handles -test.list and -test.shuffle. ok is false if the program must exit with code.
func (m *M) checkFlags() (code int, ok bool) {
	if given.parallel < 1 {
		return usageError("testing: -parallel can only be given a positive integer"), false
	}
	if given.fuzz != "" && given.fuzzCacheDir == "" {
		return usageError("testing: -test.fuzzcachedir must be set if -test.fuzz is set"), false
	}
	if given.list != "" {
		m.list()
		return 0, false
	}
	if given.shuffle != "off" {
		if err := m.shuffle(); err != nil {
			fmt.Fprintln(os.Stderr, `testing: -shuffle should be "off", "on", or a valid integer:`, err)
			return 2, false
		}
	}
	return 0, true
}

func usageError(text string) int {
	fmt.Fprintln(os.Stderr, text)
	flag.Usage()
	return 2
}

// shuffle puts tests and benchmarks into an order that depends on the printed seed, the same as in Go.
func (m *M) shuffle() (err error) {
	seed := time.Now().UnixNano()
	if given.shuffle != "on" {
		if seed, err = strconv.ParseInt(given.shuffle, 10, 64); err != nil {
			return err
		}
	}
	fmt.Println("-test.shuffle", seed)
	numbers := rand.New(rand.NewSource(seed))
	numbers.Shuffle(len(m.tests), reflect.Swapper(m.tests))
	numbers.Shuffle(len(m.benchmarks), reflect.Swapper(m.benchmarks))
	return nil
}

// list prints the names that -test.list selects.
func (m *M) list() {
	chosen := func(name string) bool {
		ok, err := m.deps.MatchString(given.list, name)
		if err != nil {
			fmt.Fprintf(os.Stderr, "testing: invalid regexp in -test.list (%q): %s\n", given.list, err)
			os.Exit(1)
		}
		return ok
	}
	chosen("non-empty")
	var names []string
	for _, t := range m.tests {
		names = append(names, t.Name)
	}
	for _, b := range m.benchmarks {
		names = append(names, b.Name)
	}
	for _, f := range m.fuzzTargets {
		names = append(names, f.Name)
	}
	for _, e := range m.examples {
		names = append(names, e.Name)
	}
	for _, name := range names {
		if chosen(name) {
			fmt.Println(name)
		}
	}
}

// runTests runs tests and the seeds of fuzz targets.
func (m *M) runTests(deadline time.Time) (ran, ok bool) {
	haveExamples = len(m.examples) > 0
	ran, ok = runTests(m.deps.ModulePath(), m.deps.ImportPath(), m.deps.MatchString, m.tests, deadline)
	fuzzRan, fuzzOk := runFuzzTests(m.deps, m.fuzzTargets, deadline)
	return ran || fuzzRan, ok && fuzzOk
}

// runRest runs benchmarks, if everything before has passed. It reports whether all passed; ran says that there was something before.
func (m *M) runRest(ran, ok bool) bool {
	if !ran && given.bench == "" && given.fuzz == "" {
		warnOfNoTests()
		if testingTesting && given.run != "^$" {
			fmt.Print(chatty.prefix(), "FAIL: package testing must run tests\n")
			ok = false
		}
	}
	return ok && runBenchmarks(m.deps.ImportPath(), m.deps.MatchString, m.benchmarks)
}

func warnOfNoTests() { fmt.Fprintln(os.Stderr, "testing: warning: no tests to run") }

// timeLimit returns when -test.timeout ends the program; the zero time without that flag.
func timeLimit() (end time.Time) {
	if given.timeout > 0 {
		end = time.Now().Add(given.timeout)
	}
	return end
}

// RunTests runs the tests that -test.run selects and reports whether all passed.
func RunTests(matchString func(pat, str string) (bool, error), tests []InternalTest) (ok bool) {
	ran, ok := runTests("", "", matchString, tests, timeLimit())
	if !ran && !haveExamples {
		warnOfNoTests()
	}
	return ok
}

func runTests(modulePath, importPath string, matchString matchFunc, tests []InternalTest, deadline time.Time) (ran, ok bool) {
	ok = true
	for _, procs := range cpuList {
		runtime.GOMAXPROCS(procs)
		for i := range given.count {
			if shouldFailFast() || i > 0 && !ran {
				break
			}
			t := newRoot(newMatcher(matchString, given.run, "-test.run", given.skip), deadline)
			t.modulePath, t.importPath = modulePath, importPath
			tRunner(t, func(t *T) {
				for _, test := range tests {
					t.Run(test.Name, test.F)
				}
			})
			select {
			case <-t.signal:
			default:
				panic("internal error: tRunner exited without sending on t.signal")
			}
			ok = ok && !t.Failed()
			ran = ran || t.ran
		}
	}
	return ran, ok
}

// newRoot makes the test whose subtests are the program's tests.
func newRoot(m *matcher, deadline time.Time) *T {
	t := &T{
		common: common{w: os.Stdout, signal: make(chan bool, 1), barrier: make(chan bool)},
		tstate: newTestState(given.parallel, m),
	}
	t.tstate.deadline = deadline
	if Verbose() {
		t.chatty = newChattyPrinter(t.w)
	}
	return t
}

// startAlarm makes the program panic when -test.timeout has passed, and returns when that will be.
func (m *M) startAlarm() (deadline time.Time) {
	deadline = timeLimit()
	if !deadline.IsZero() {
		m.timer = time.AfterFunc(time.Until(deadline), func() {
			m.after()
			debug.SetTraceback("all")
			panic(timeoutText(given.timeout))
		})
	}
	return deadline
}

func (m *M) stopAlarm() {
	if m.timer != nil {
		m.timer.Stop()
	}
}

// errMain is the error of Main's dependencies for everything they do not support.
var errMain = errors.New("testing: unexpected use of func Main")

// matchStringOnly are the dependencies of Main.
type matchStringOnly func(pat, str string) (bool, error)

func (f matchStringOnly) MatchString(pat, str string) (bool, error)   { return f(pat, str) }
func (f matchStringOnly) ImportPath() string                          { return "" }
func (f matchStringOnly) ModulePath() string                          { return "" }
func (f matchStringOnly) SetPanicOnExit0(bool)                        {}
func (f matchStringOnly) StartCPUProfile(io.Writer) error             { return errMain }
func (f matchStringOnly) StopCPUProfile()                             {}
func (f matchStringOnly) StartTestLog(io.Writer)                      {}
func (f matchStringOnly) StopTestLog() error                          { return errMain }
func (f matchStringOnly) WriteProfileTo(string, io.Writer, int) error { return errMain }
func (f matchStringOnly) RunFuzzWorker(func(corpusEntry) error) error { return errMain }
func (f matchStringOnly) CheckCorpus([]any, []reflect.Type) error     { return nil }
func (f matchStringOnly) ResetCoverage()                              {}
func (f matchStringOnly) SnapshotCoverage()                           {}

func (f matchStringOnly) ReadCorpus(string, []reflect.Type) ([]corpusEntry, error) {
	return nil, errMain
}

func (f matchStringOnly) CoordinateFuzzing(time.Duration, int64, time.Duration, int64, int, []corpusEntry, []reflect.Type, string, string) error {
	return errMain
}

func (f matchStringOnly) InitRuntimeCoverage() (mode string, tearDown func(string, string) (string, error), snapcov func() float64) {
	return "", nil, nil
}

// Main is how test programs started before MainStart.
func Main(matchString func(pat, str string) (bool, error), tests []InternalTest, benchmarks []InternalBenchmark, examples []InternalExample) {
	os.Exit(MainStart(matchStringOnly(matchString), tests, benchmarks, nil, examples).Run())
}
