package main

import (
	"bytes"
	"flag"
	"fmt"
	"io"
	"os"
	"reflect"
	"regexp"
	"runtime"
	"strings"
	"testing"
	"time"
)

func helper(t testing.TB, text string) {
	t.Helper()
	t.Error(text)
}

func outerHelper(t testing.TB, text string) {
	t.Helper()
	helper(t, text)
}

func generic[E any](t testing.TB, e E) {
	t.Helper()
	t.Logf("%v", e)
}

func testLogs(t *testing.T) {
	t.Log("one", 2)
	t.Logf("two lines\nof text\n")
	t.Log()
	helper(t, "a helper")
	outerHelper(t, "two helpers")
	generic(t, 1.5)
	generic(t, "text")
	func() {
		t.Helper()
		t.Log("a literal")
	}()
	t.Run("sub", func(t *testing.T) {
		t.Helper()
		t.Log("a subtest as a helper")
	})
	fmt.Fprint(t.Output(), "begun, ")
	fmt.Fprint(t.Output(), "ended\nbegun again")
	t.Log("after it")
	t.Cleanup(func() { helper(t, "from a cleanup") })
}

func testNames(t *testing.T) {
	for _, name := range []string{"a", "a", "", "", "a b", "a\tb", "a#01", "é\x00", "x/y", "a"} {
		t.Run(name, func(t *testing.T) { t.Log(t.Name()) })
	}
}

func testEnds(t *testing.T) {
	t.Run("skip", func(t *testing.T) {
		defer t.Log("deferred")
		t.Skip("why")
		t.Log("not here")
	})
	t.Run("skip after error", func(t *testing.T) {
		t.Error("wrong")
		t.SkipNow()
	})
	t.Run("fatal", func(t *testing.T) { t.Fatalf("code %d", 3) })
	t.Run("cleanups", func(t *testing.T) {
		t.Cleanup(func() { t.Log("first registered", t.Context().Err(), t.Failed()) })
		t.Cleanup(func() { t.Cleanup(func() { t.Log("registered by a cleanup") }); t.Log("second") })
		t.Cleanup(func() { t.FailNow() })
		t.Log(t.Context().Err())
	})
	t.Log(t.Run("fails", func(t *testing.T) { t.Fail() }), t.Run("passes", func(*testing.T) {}), t.Skipped())
	t.Run("from below", func(*testing.T) { t.FailNow() })
	t.Log("not here")
}

func testFiles(t *testing.T) {
	before, _ := os.Getwd()
	var dir string
	t.Run("in", func(t *testing.T) {
		dir = t.TempDir()
		t.Log(dir != t.TempDir(), strings.HasSuffix(dir, "001"), strings.Contains(dir, "testFilesin"))
		t.Chdir(dir)
		t.Setenv("MINIGO_TESTING", "set")
		now, _ := os.Getwd()
		t.Log(now == dir, os.Getenv("PWD") == dir, os.Getenv("MINIGO_TESTING"), t.ArtifactDir() == t.ArtifactDir())
	})
	_, err := os.Stat(dir)
	after, _ := os.Getwd()
	_, set := os.LookupEnv("MINIGO_TESTING")
	t.Log(os.IsNotExist(err), before == after, set)
	t.Attr("key", "a value")
	t.Attr("a key", "value")
}

func testParallel(t *testing.T) {
	t.Cleanup(func() { t.Log("cleanup") })
	var order []string
	for _, name := range []string{"a", "b", "c"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			order = append(order, name) // one runs at a time
			t.Run("below", func(t *testing.T) { t.Log(name) })
		})
	}
	t.Log("before them", len(order))
}

func testMarks(t *testing.T) {
	t.Log("a\x16b\x0ec\x0fd\x1be")
	t.Error("an error\nof two lines")
}

func testMisuse(t *testing.T) {
	try := func(f func()) {
		defer func() { t.Log(recover()) }()
		f()
	}
	try(func() { t.Setenv("", "x") })
	t.Run("parallel", func(t *testing.T) {
		t.Parallel()
		try(func() { t.Parallel() })
		try(func() { t.Setenv("A", "b") })
	})
	t.Run("setenv", func(t *testing.T) {
		t.Setenv("A", "b")
		try(func() { t.Parallel() })
	})
	t.Cleanup(func() { try(func() { t.Run("late", func(*testing.T) {}) }) })
	var over *testing.T
	t.Run("over", func(t *testing.T) { over = t })
	over.Log("a log for the test above")
	try(func() { over.Fail() })
}

var tests = []testing.InternalTest{
	{"testLogs", testLogs}, {"testNames", testNames}, {"testEnds", testEnds}, {"testFiles", testFiles},
	{"testParallel", testParallel}, {"testMarks", testMarks}, {"testMisuse", testMisuse},
}

// What differs from run to run and from one library to another: times and places in the library.
var (
	times  = regexp.MustCompile(`\(\d+\.\d\ds\)`)
	places = regexp.MustCompile(`\b(testing|common|files|panic)\.go:\d+`)
)

// run runs the tests with flags and prints what they print.
func run(flags ...string) {
	for _, f := range flags {
		name, value, _ := strings.Cut(f, "=")
		if err := flag.Set("test."+name, value); err != nil {
			fmt.Println(err)
		}
	}
	stdout, stderr := os.Stdout, os.Stderr
	r, w, _ := os.Pipe()
	printed := make(chan []byte)
	go func() {
		all, _ := io.ReadAll(r)
		printed <- all
	}()
	os.Stdout, os.Stderr = w, w
	ok := testing.RunTests(regexp.MatchString, tests)
	os.Stdout, os.Stderr = stdout, stderr
	w.Close()
	all := places.ReplaceAll(times.ReplaceAll(<-printed, []byte("(time)")), []byte("library"))
	for _, mark := range []string{"\x16V", "\x0eN", "\x0fO", "\x1b["} {
		all = bytes.ReplaceAll(all, []byte(mark[:1]), []byte("^"+mark[1:]))
	}
	fmt.Printf("\n%q\n%s%v\n", flags, bytes.ReplaceAll(all, []byte(" \n"), []byte("$\n")), ok)
	for _, f := range flags {
		name, _, _ := strings.Cut(f, "=")
		flag.Set("test."+name, flag.Lookup("test."+name).DefValue)
	}
}

func main() {
	runtime.GOMAXPROCS(1)
	testing.Init()
	os.Args = os.Args[:1]
	flag.Parse()
	fmt.Println(testing.Short(), testing.Verbose(), testing.CoverMode() == "", testing.Coverage())
	// With no value for -test.cpu there is nothing to run until M.Run has read it.
	testing.MainStart(deps{}, nil, nil, nil, nil).Run()
	run("parallel=1")
	run("parallel=1", "v=true", "skip=Parallel") // which parallel test is first is not said
	run("v=test2json", "run=Marks|Parallel/a|Ends/f", "parallel=1")
	run("run=Names/a$", "v=true")
	run("skip=Names/a|Logs|Misuse|Files|Parallel|Marks", "v=true", "failfast=true")
	run("run=none")
	run("count=2", "run=Parallel/b", "v=true", "timeout=1h")
}

// deps are what MainStart needs; this program takes no profiles and no coverage.
type deps struct{ corpus []entry }

type entry = struct {
	Parent     string
	Path       string
	Data       []byte
	Values     []any
	Generation int
	IsSeed     bool
}

func (deps) ImportPath() string                                        { return "example.com/pkg" }
func (deps) ModulePath() string                                        { return "example.com" }
func (deps) MatchString(pat, str string) (bool, error)                 { return regexp.MatchString(pat, str) }
func (deps) SetPanicOnExit0(bool)                                      {}
func (deps) StartCPUProfile(io.Writer) error                           { return nil }
func (deps) StopCPUProfile()                                           {}
func (deps) StartTestLog(io.Writer)                                    {}
func (deps) StopTestLog() error                                        { return nil }
func (deps) WriteProfileTo(string, io.Writer, int) error               { return nil }
func (deps) RunFuzzWorker(func(entry) error) error                     { return nil }
func (d deps) ReadCorpus(string, []reflect.Type) ([]entry, error)      { return d.corpus, nil }
func (deps) CheckCorpus([]any, []reflect.Type) error                   { return nil }
func (deps) ResetCoverage()                                            {}
func (deps) SnapshotCoverage()                                         {}
func (deps) InitRuntimeCoverage() (string, func(string, string) (string, error), func() float64) {
	return "", nil, nil
}

func (deps) CoordinateFuzzing(time.Duration, int64, time.Duration, int64, int, []entry, []reflect.Type, string, string) error {
	return nil
}

// Output:
// false false true 0
// PASS
//
// ["parallel=1"]
// --- FAIL: testLogs (time)
//     testing_tests.go:33: one 2
//     testing_tests.go:34: two lines
//         of text
//     testing_tests.go:35:$
//     testing_tests.go:36: a helper
//     testing_tests.go:37: two helpers
//     testing_tests.go:38: 1.5
//     testing_tests.go:39: text
//     testing_tests.go:43: a literal
//     begun, ended
//     begun again
//     testing_tests.go:50: after it
//     testing_tests.go:51: from a cleanup
// --- FAIL: testEnds (time)
//     --- FAIL: testEnds/skip_after_error (time)
//         testing_tests.go:67: wrong
//     --- FAIL: testEnds/fatal (time)
//         testing_tests.go:70: code 3
//     --- FAIL: testEnds/cleanups (time)
//         testing_tests.go:75: <nil>
//         testing_tests.go:73: second
//         testing_tests.go:73: registered by a cleanup
//         testing_tests.go:72: first registered context canceled true
//     --- FAIL: testEnds/fails (time)
//     testing_tests.go:77: false true false
//     --- FAIL: testEnds/from_below (time)
//         library: test executed panic(nil) or runtime.Goexit: subtest may have called FailNow on a parent test
// --- FAIL: testFiles (time)
//     testing_tests.go:96: true true false
//     library: disallowed whitespace in attribute key "a key"
// --- FAIL: testMarks (time)
//     testing_tests.go:115: a^Vb^Nc^Od^[e
//     testing_tests.go:116: an error
//         of two lines
// --- FAIL: testMisuse (time)
//     library: cannot set environment variable: setenv: invalid argument
//     testing_tests.go:121: <nil>
// false
//
// ["parallel=1" "v=true" "skip=Parallel"]
// === RUN   testLogs
//     testing_tests.go:33: one 2
//     testing_tests.go:34: two lines
//         of text
//     testing_tests.go:35:$
//     testing_tests.go:36: a helper
//     testing_tests.go:37: two helpers
//     testing_tests.go:38: 1.5
//     testing_tests.go:39: text
//     testing_tests.go:43: a literal
// === RUN   testLogs/sub
//     testing_tests.go:44: a subtest as a helper
// === NAME  testLogs
//     begun, ended
//     begun again
//     testing_tests.go:50: after it
//     testing_tests.go:51: from a cleanup
// --- FAIL: testLogs (time)
//     --- PASS: testLogs/sub (time)
// === RUN   testNames
// === RUN   testNames/a
//     testing_tests.go:56: testNames/a
// === RUN   testNames/a#01
//     testing_tests.go:56: testNames/a#01
// === RUN   testNames/#00
//     testing_tests.go:56: testNames/#00
// === RUN   testNames/#01
//     testing_tests.go:56: testNames/#01
// === RUN   testNames/a_b
//     testing_tests.go:56: testNames/a_b
// === RUN   testNames/a_b#01
//     testing_tests.go:56: testNames/a_b#01
// === RUN   testNames/a#01#01
//     testing_tests.go:56: testNames/a#01#01
// === RUN   testNames/é\x00
//     testing_tests.go:56: testNames/é\x00
// === RUN   testNames/x/y
//     testing_tests.go:56: testNames/x/y
// === RUN   testNames/a#02
//     testing_tests.go:56: testNames/a#02
// --- PASS: testNames (time)
//     --- PASS: testNames/a (time)
//     --- PASS: testNames/a#01 (time)
//     --- PASS: testNames/#00 (time)
//     --- PASS: testNames/#01 (time)
//     --- PASS: testNames/a_b (time)
//     --- PASS: testNames/a_b#01 (time)
//     --- PASS: testNames/a#01#01 (time)
//     --- PASS: testNames/é\x00 (time)
//     --- PASS: testNames/x/y (time)
//     --- PASS: testNames/a#02 (time)
// === RUN   testEnds
// === RUN   testEnds/skip
//     testing_tests.go:63: why
//     library: deferred
// === RUN   testEnds/skip_after_error
//     testing_tests.go:67: wrong
// === RUN   testEnds/fatal
//     testing_tests.go:70: code 3
// === RUN   testEnds/cleanups
//     testing_tests.go:75: <nil>
//     testing_tests.go:73: second
//     testing_tests.go:73: registered by a cleanup
//     testing_tests.go:72: first registered context canceled true
// === RUN   testEnds/fails
// === RUN   testEnds/passes
// === NAME  testEnds
//     testing_tests.go:77: false true false
// === RUN   testEnds/from_below
//     library: test executed panic(nil) or runtime.Goexit: subtest may have called FailNow on a parent test
// --- FAIL: testEnds (time)
//     --- SKIP: testEnds/skip (time)
//     --- FAIL: testEnds/skip_after_error (time)
//     --- FAIL: testEnds/fatal (time)
//     --- FAIL: testEnds/cleanups (time)
//     --- FAIL: testEnds/fails (time)
//     --- PASS: testEnds/passes (time)
//     --- FAIL: testEnds/from_below (time)
// === RUN   testFiles
// === RUN   testFiles/in
//     testing_tests.go:87: true true true
//     testing_tests.go:91: true true set true
// === NAME  testFiles
//     testing_tests.go:96: true true false
// === ATTR  testFiles key a value
//     library: disallowed whitespace in attribute key "a key"
// --- FAIL: testFiles (time)
//     --- PASS: testFiles/in (time)
// === RUN   testMarks
//     testing_tests.go:115: a^Vb^Nc^Od^[e
//     testing_tests.go:116: an error
//         of two lines
// --- FAIL: testMarks (time)
// === RUN   testMisuse
//     library: cannot set environment variable: setenv: invalid argument
//     testing_tests.go:121: <nil>
// --- FAIL: testMisuse (time)
// false
//
// ["v=test2json" "run=Marks|Parallel/a|Ends/f" "parallel=1"]
// ^V=== RUN   testEnds
// ^V=== RUN   testEnds/skip_after_error
// ^O    testing_tests.go:67: wrong^N
// ^V--- FAIL: testEnds/skip_after_error (time)
// ^V=== NAME  testEnds
// ^V=== RUN   testEnds/fatal
// ^O    testing_tests.go:70: code 3^N
// ^V--- FAIL: testEnds/fatal (time)
// ^V=== NAME  testEnds
// ^V=== RUN   testEnds/fails
// ^V--- FAIL: testEnds/fails (time)
// ^V=== NAME  testEnds
//     testing_tests.go:77: false true false
// ^V=== RUN   testEnds/from_below
// ^O    library: test executed panic(nil) or runtime.Goexit: subtest may have called FailNow on a parent test^N
// ^V--- FAIL: testEnds/from_below (time)
// ^V--- FAIL: testEnds (time)
// ^V=== NAME $
// ^V=== RUN   testParallel
// ^V=== RUN   testParallel/a
// ^V=== PAUSE testParallel/a
// ^V=== NAME  testParallel
//     testing_tests.go:111: before them 0
// ^V=== CONT  testParallel/a
// ^V=== RUN   testParallel/a/below
//     testing_tests.go:108: a
// ^V--- PASS: testParallel/a/below (time)
// ^V=== NAME  testParallel/a
// ^V--- PASS: testParallel/a (time)
// ^V=== NAME  testParallel
//     testing_tests.go:102: cleanup
// ^V--- PASS: testParallel (time)
// ^V=== NAME $
// ^V=== RUN   testMarks
//     testing_tests.go:115: a^[^Vb^[^Nc^[^Od^[^[e
// ^O    testing_tests.go:116: an error
//         of two lines^N
// ^V--- FAIL: testMarks (time)
// ^V=== NAME $
// false
//
// ["run=Names/a$" "v=true"]
// === RUN   testNames
// === RUN   testNames/a
//     testing_tests.go:56: testNames/a
// --- PASS: testNames (time)
//     --- PASS: testNames/a (time)
// true
//
// ["skip=Names/a|Logs|Misuse|Files|Parallel|Marks" "v=true" "failfast=true"]
// testing: warning: no tests to run
// true
//
// ["run=none"]
// testing: warning: no tests to run
// true
//
// ["count=2" "run=Parallel/b" "v=true" "timeout=1h"]
// === RUN   testParallel
// === RUN   testParallel/b
// === PAUSE testParallel/b
// === NAME  testParallel
//     testing_tests.go:111: before them 0
// === CONT  testParallel/b
// === RUN   testParallel/b/below
//     testing_tests.go:108: b
// === NAME  testParallel
//     testing_tests.go:102: cleanup
// --- PASS: testParallel (time)
//     --- PASS: testParallel/b (time)
//         --- PASS: testParallel/b/below (time)
// === RUN   testParallel
// === RUN   testParallel/b
// === PAUSE testParallel/b
// === NAME  testParallel
//     testing_tests.go:111: before them 0
// === CONT  testParallel/b
// === RUN   testParallel/b/below
//     testing_tests.go:108: b
// === NAME  testParallel
//     testing_tests.go:102: cleanup
// --- PASS: testParallel (time)
//     --- PASS: testParallel/b (time)
//         --- PASS: testParallel/b/below (time)
// true
