package main

import (
	"errors"
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

func benchPlain(b *testing.B) {
	for range b.N {
	}
	b.SetBytes(100)
	b.ReportMetric(0, "ns/op")
	b.ReportMetric(float64(b.N), "rounds")
	b.ReportMetric(7, "MB/s")
	b.Log("N is", b.N)
}

func benchLoop(b *testing.B) {
	n := 0
	for b.Loop() {
		n++
	}
	b.ReportMetric(0, "ns/op")
	b.ReportMetric(float64(n-b.N), "left")
	b.ReportMetric(12345.6789/7, "x/op")
}

func benchBelow(b *testing.B) {
	b.Run("a", func(b *testing.B) {
		for b.Loop() {
		}
		b.ReportMetric(0, "ns/op")
	})
	b.Run("fails", func(b *testing.B) { b.Fatal("no") })
	b.Run("skips", func(b *testing.B) { b.Skip("not now") })
	b.Run("c d", func(b *testing.B) {
		b.SetParallelism(3)
		b.RunParallel(func(pb *testing.PB) {
			for pb.Next() {
			}
		})
		b.ReportMetric(0, "ns/op")
	})
}

func benchLong(b *testing.B) {
	for i := range 12 {
		b.Log(i)
	}
	b.ReportMetric(0, "ns/op")
}

func benchBreak(b *testing.B) {
	for b.Loop() {
		break
	}
}

func exampleGood()     { fmt.Println("  text  \nmore") }
func exampleBad()      { fmt.Println("other") }
func exampleShuffled() { fmt.Print("b\na\n") }

func fuzzSeeds(f *testing.F) {
	f.Add("text", 1)
	f.Add("bad", 2)
	f.Cleanup(func() { f.Log("cleanup") })
	f.Fuzz(func(t *testing.T, s string, n int) {
		t.Log(s, n, f.Name())
		if n == 2 {
			t.Error("two")
		}
		if n == 3 {
			t.Parallel()
		}
		defer func() {
			if p := recover(); p != nil {
				t.Log(p)
			}
		}()
		f.Log("not allowed")
	})
}

func fuzzNothing(f *testing.F) {}
func fuzzSkips(f *testing.F)   { f.Skip("why") }

func fuzzMisuse(f *testing.F) {
	try := func(g func()) {
		defer func() { f.Log(recover()) }()
		g()
	}
	try(func() { f.Add([]int{1}) })
	try(func() { f.Add(nil) })
	for _, target := range []any{func(*testing.T) {}, func(*testing.T, int) int { return 0 }, func(*testing.T, map[int]int) {}} {
		f := f
		try(func() { f.Fuzz(target) })
	}
	f.Fail()
}

var (
	benchmarks = []testing.InternalBenchmark{{"benchPlain", benchPlain}, {"benchLoop", benchLoop}, {"benchBelow", benchBelow}, {"benchLong", benchLong}, {"benchBreak", benchBreak}}
	examples   = []testing.InternalExample{{"exampleGood", exampleGood, "text  \nmore\n", false}, {"exampleBad", exampleBad, "text\n", false}, {"exampleShuffled", exampleShuffled, "a\nb\n", true}, {"exampleUnordered", exampleBad, "a\nb\n", true}}
	targets    = []testing.InternalFuzzTarget{{"fuzzSeeds", fuzzSeeds}, {"fuzzNothing", fuzzNothing}, {"fuzzSkips", fuzzSkips}, {"fuzzMisuse", fuzzMisuse}}
)

// What differs from run to run, from machine to machine and from one library to another.
var (
	times  = regexp.MustCompile(`\(\d+\.\d\ds\)`)
	places = regexp.MustCompile(`\b(fuzz|benchmark)\.go:\d+`)
	names  = regexp.MustCompile(`(?m)^cpu: .*\n|^Usage of .*\n`)
)

// run runs all with flags and prints what they print.
func run(flags ...string) {
	for _, f := range flags {
		name, value, _ := strings.Cut(f, "=")
		if err := flag.Set("test."+name, value); err != nil {
			fmt.Println(err)
		}
	}
	stdout, stderr := os.Stdout, os.Stderr
	r, w, _ := os.Pipe()
	printed := make(chan string)
	go func() {
		all, _ := io.ReadAll(r)
		printed <- string(all)
	}()
	os.Stdout, os.Stderr = w, w
	seeds := deps{corpus: []entry{{Path: "testdata/fuzz/fuzzSeeds/file", Values: []any{"from a file", 3}}}}
	code := testing.MainStart(seeds, nil, benchmarks, targets, examples).Run()
	os.Stdout, os.Stderr = stdout, stderr
	w.Close()
	all := names.ReplaceAllString(times.ReplaceAllString(<-printed, "(time)"), "")
	all = places.ReplaceAllString(all, "library")
	all = strings.NewReplacer("\x16", "^V", " \n", "$\n").Replace(all)
	fmt.Printf("%q\n%s%d\n\n", flags, all, code)
	for _, f := range flags {
		name, _, _ := strings.Cut(f, "=")
		flag.Set("test."+name, flag.Lookup("test."+name).DefValue)
	}
}

func results() {
	for _, x := range []float64{0, 0.00012345, 0.00099994, 0.00099996, 0.0123456, 0.5, 0.99999, 1, 9.9994, 9.9996, 12.345, 99.994, 99.996, 123.456, 999.94, 999.96, 1e6, -3.25} {
		r := testing.BenchmarkResult{N: 3, Extra: map[string]float64{"ns/op": x, "zz": -x}}
		fmt.Printf("%q\n", r.String())
	}
	r := testing.BenchmarkResult{N: 1000, T: 1234567 * time.Microsecond, Bytes: 1 << 20, MemAllocs: 123456, MemBytes: 7654321}
	fmt.Printf("%s|%s|%d %d %d\n", r, r.MemString(), r.NsPerOp(), r.AllocsPerOp(), r.AllocedBytesPerOp())
	r.Extra = map[string]float64{"allocs/op": 5, "B/op": 6, "MB/s": 7}
	fmt.Printf("%s|%s\n", r, r.MemString())
	fmt.Println(testing.BenchmarkResult{}.NsPerOp(), testing.BenchmarkResult{}.AllocsPerOp())
}

var sink []byte

func counts() {
	n := 0
	fmt.Println(testing.AllocsPerRun(100, func() { n++ }), n)
	fmt.Println(testing.AllocsPerRun(10, func() { sink = make([]byte, 100) }))
	flag.Set("test.benchtime", "10x")
	calls := []int{}
	r := testing.Benchmark(func(b *testing.B) { calls = append(calls, b.N) })
	fmt.Println(calls, r.N)
	r = testing.Benchmark(func(b *testing.B) {
		b.StopTimer()
		n = 0
		b.StartTimer()
		for b.Loop() {
			n++
		}
	})
	fmt.Println(n, r.N)
	r = testing.Benchmark(func(b *testing.B) {
		for i := 0; i < b.N; i++ {
			sink = make([]byte, 64)
		}
	})
	fmt.Println(r.AllocsPerOp(), r.AllocedBytesPerOp() >= 64)
	for _, text := range []string{"0x", "-1s", "x", "3y", "5x", "20ms"} {
		fmt.Println(text, flag.Set("test.benchtime", text), flag.Lookup("test.benchtime").Value)
	}
	fmt.Println(errors.Is(flag.Set("test.v", "maybe"), nil))
}

func main() {
	runtime.GOMAXPROCS(1)
	testing.Init()
	os.Args = os.Args[:1]
	flag.Parse()
	run("parallel=1")
	run("v=true", "parallel=1")
	run("v=test2json", "run=Good|Seeds/seed#1|Skips")
	run("run=none", "bench=.", "benchtime=3x")
	run("run=none", "bench=Below/a|Plain", "benchtime=2x", "v=true", "count=2")
	run("run=none", "bench=Plain", "benchtime=2x", "cpu=1,4")
	run("list=a|S")
	run("parallel=0")
	results()
	counts()
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
// ["parallel=1"]
// --- FAIL: fuzzSeeds (time)
//     --- FAIL: fuzzSeeds/seed#1 (time)
//         testing_benchmarks.go:77: bad 2 fuzzSeeds
//         testing_benchmarks.go:79: two
//         testing_benchmarks.go:86: testing: f.Log was called inside the fuzz target, use t.Log instead
//     testing_benchmarks.go:89: not allowed
//     testing_benchmarks.go:75: cleanup
// --- FAIL: fuzzNothing (time)
//     library: returned without calling F.Fuzz, F.Fail, or F.Skip
// --- FAIL: fuzzMisuse (time)
//     testing_benchmarks.go:98: testing: unsupported type to Add []int
//     testing_benchmarks.go:98: testing: unsupported type to Add <nil>
//     testing_benchmarks.go:98: testing: fuzz target must receive at least two arguments, where the first argument is a *T
//     testing_benchmarks.go:98: testing: F.Fuzz called more than once
//     testing_benchmarks.go:98: testing: F.Fuzz called more than once
// --- FAIL: exampleBad (time)
// got:
// other
// want:
// text
// --- FAIL: exampleUnordered (time)
// got:
// other
//
// want (unordered):
// a
// b
//
// FAIL
// 1
//
// ["v=true" "parallel=1"]
// === RUN   fuzzSeeds
// === RUN   fuzzSeeds/seed#0
//     testing_benchmarks.go:77: text 1 fuzzSeeds
//     testing_benchmarks.go:86: testing: f.Log was called inside the fuzz target, use t.Log instead
// === RUN   fuzzSeeds/seed#1
//     testing_benchmarks.go:77: bad 2 fuzzSeeds
//     testing_benchmarks.go:79: two
//     testing_benchmarks.go:86: testing: f.Log was called inside the fuzz target, use t.Log instead
// === RUN   fuzzSeeds/file
//     testing_benchmarks.go:77: from a file 3 fuzzSeeds
// === PAUSE fuzzSeeds/file
// === CONT  fuzzSeeds/file
// === NAME  fuzzSeeds
//     testing_benchmarks.go:89: not allowed
//     testing_benchmarks.go:75: cleanup
// --- FAIL: fuzzSeeds (time)
//     --- PASS: fuzzSeeds/seed#0 (time)
//     --- FAIL: fuzzSeeds/seed#1 (time)
//     --- PASS: fuzzSeeds/file (time)
// === RUN   fuzzNothing
//     library: returned without calling F.Fuzz, F.Fail, or F.Skip
// --- FAIL: fuzzNothing (time)
// === RUN   fuzzSkips
//     testing_benchmarks.go:94: why
// --- SKIP: fuzzSkips (time)
// === RUN   fuzzMisuse
//     testing_benchmarks.go:98: testing: unsupported type to Add []int
//     testing_benchmarks.go:98: testing: unsupported type to Add <nil>
//     testing_benchmarks.go:98: testing: fuzz target must receive at least two arguments, where the first argument is a *T
//     testing_benchmarks.go:98: testing: F.Fuzz called more than once
//     testing_benchmarks.go:98: testing: F.Fuzz called more than once
// --- FAIL: fuzzMisuse (time)
// === RUN   exampleGood
// --- PASS: exampleGood (time)
// === RUN   exampleBad
// --- FAIL: exampleBad (time)
// got:
// other
// want:
// text
// === RUN   exampleShuffled
// --- PASS: exampleShuffled (time)
// === RUN   exampleUnordered
// --- FAIL: exampleUnordered (time)
// got:
// other
//
// want (unordered):
// a
// b
//
// FAIL
// 1
//
// ["v=test2json" "run=Good|Seeds/seed#1|Skips"]
// ^V=== RUN   fuzzSeeds
// ^V=== RUN   fuzzSeeds/seed#1
//     testing_benchmarks.go:77: bad 2 fuzzSeeds
//     testing_benchmarks.go:79: two
//     testing_benchmarks.go:86: testing: f.Log was called inside the fuzz target, use t.Log instead
// ^V--- FAIL: fuzzSeeds/seed#1 (time)
// ^V=== NAME  fuzzSeeds
//     testing_benchmarks.go:75: cleanup
// ^V--- FAIL: fuzzSeeds (time)
// ^V=== NAME $
// ^V=== RUN   fuzzSkips
//     testing_benchmarks.go:94: why
// ^V--- SKIP: fuzzSkips (time)
// ^V=== NAME $
// ^V=== RUN   exampleGood
// ^V--- PASS: exampleGood (time)
// ^V=== NAME  $
// ^VFAIL
// 1
//
// ["run=none" "bench=." "benchtime=3x"]
// goos: linux
// goarch: amd64
// pkg: example.com/pkg
// benchPlain 	       3	   7.00 MB/s	         3.000 rounds
// --- BENCH: benchPlain
//     testing_benchmarks.go:24: N is 1
//     testing_benchmarks.go:24: N is 3
// benchLoop  	       3	         0 left	      1764 x/op
// benchBelow/a         	       3
// --- FAIL: benchBelow/fails
//     testing_benchmarks.go:43: no
// benchBelow/c_d       	       3
// --- FAIL: benchBelow
// benchLong            	       3
// --- BENCH: benchLong
//     testing_benchmarks.go:57: 0
//     testing_benchmarks.go:57: 1
//     testing_benchmarks.go:57: 2
//     testing_benchmarks.go:57: 3
//     testing_benchmarks.go:57: 4
//     testing_benchmarks.go:57: 5
//     testing_benchmarks.go:57: 6
//     testing_benchmarks.go:57: 7
//     testing_benchmarks.go:57: 8
//     testing_benchmarks.go:57: 9
// 	... [output truncated]
// --- FAIL: benchBreak
//     library: benchmark function returned without B.Loop() == false (break or return in loop?)
// FAIL
// 1
//
// ["run=none" "bench=Below/a|Plain" "benchtime=2x" "v=true" "count=2"]
// benchPlain
//     testing_benchmarks.go:24: N is 1
//     testing_benchmarks.go:24: N is 2
// benchPlain 	       2	   7.00 MB/s	         2.000 rounds
//     testing_benchmarks.go:24: N is 1
//     testing_benchmarks.go:24: N is 2
// benchPlain 	       2	   7.00 MB/s	         2.000 rounds
// benchBelow
// benchBelow/a
// benchBelow/a         	       2
// benchBelow/a         	       2
// benchBelow/fails
//     testing_benchmarks.go:43: no
// --- FAIL: benchBelow/fails
// --- FAIL: benchBelow
// FAIL
// 1
//
// ["run=none" "bench=Plain" "benchtime=2x" "cpu=1,4"]
// benchPlain     	       2	   7.00 MB/s	         2.000 rounds
// --- BENCH: benchPlain
//     testing_benchmarks.go:24: N is 1
//     testing_benchmarks.go:24: N is 2
// benchPlain     	       2	   7.00 MB/s	         2.000 rounds
// --- BENCH: benchPlain
//     testing_benchmarks.go:24: N is 1
//     testing_benchmarks.go:24: N is 2
// benchPlain-4   	       2	   7.00 MB/s	         2.000 rounds
// --- BENCH: benchPlain-4
//     testing_benchmarks.go:24: N is 1
//     testing_benchmarks.go:24: N is 2
// PASS
// 0
//
// ["list=a|S"]
// benchPlain
// benchBreak
// fuzzSeeds
// fuzzSkips
// exampleGood
// exampleBad
// exampleShuffled
// exampleUnordered
// 0
//
// ["parallel=0"]
// testing: -parallel can only be given a positive integer
//   -test.artifacts
//     	store test artifacts in test.,outputdir
//   -test.bench regexp
//     	run only benchmarks matching regexp
//   -test.benchmem
//     	print memory allocations for benchmarks
//   -test.benchtime d
//     	run each benchmark for duration d or N times if `d` is of the form Nx (default 1s)
//   -test.blockprofile file
//     	write a goroutine blocking profile to file
//   -test.blockprofilerate rate
//     	set blocking profile rate (see runtime.SetBlockProfileRate) (default 1)
//   -test.count n
//     	run tests and benchmarks n times (default 1)
//   -test.coverprofile file
//     	write a coverage profile to file
//   -test.cpu list
//     	comma-separated list of cpu counts to run each test with
//   -test.cpuprofile file
//     	write a cpu profile to file
//   -test.failfast
//     	do not start new tests after the first test failure
//   -test.fullpath
//     	show full file names in error messages
//   -test.fuzz regexp
//     	run the fuzz test matching regexp
//   -test.fuzzcachedir string
//     	directory where interesting fuzzing inputs are stored (for use only by cmd/go)
//   -test.fuzzminimizetime value
//     	time to spend minimizing a value after finding a failing input (default 1m0s)
//   -test.fuzztime value
//     	time to spend fuzzing; default is to run indefinitely
//   -test.fuzzworker
//     	coordinate with the parent process to fuzz random values (for use only by cmd/go)
//   -test.gocoverdir string
//     	write coverage intermediate files to this directory
//   -test.list regexp
//     	list tests, examples, and benchmarks matching regexp then exit
//   -test.memprofile file
//     	write an allocation profile to file
//   -test.memprofilerate rate
//     	set memory allocation profiling rate (see runtime.MemProfileRate)
//   -test.mutexprofile string
//     	write a mutex contention profile to the named file after execution
//   -test.mutexprofilefraction int
//     	if >= 0, calls runtime.SetMutexProfileFraction() (default 1)
//   -test.outputdir dir
//     	write profiles to dir
//   -test.paniconexit0
//     	panic on call to os.Exit(0)
//   -test.parallel n
//     	run at most n tests in parallel (default 1)
//   -test.run regexp
//     	run only tests and examples matching regexp
//   -test.short
//     	run smaller test suite to save time
//   -test.shuffle string
//     	randomize the execution order of tests and benchmarks (default "off")
//   -test.skip regexp
//     	do not list or run tests matching regexp
//   -test.testlogfile file
//     	write test action log to file (for use only by cmd/go)
//   -test.timeout d
//     	panic test binary after duration d (default 0, timeout disabled)
//   -test.trace file
//     	write an execution trace to file
//   -test.v
//     	verbose: print additional output
// 2
//
// "       3\t        -0 zz"
// "       3\t         0.0001234 ns/op\t        -0.0001234 zz"
// "       3\t         0.0009999 ns/op\t        -0.0009999 zz"
// "       3\t         0.001000 ns/op\t        -0.001000 zz"
// "       3\t         0.01235 ns/op\t        -0.01235 zz"
// "       3\t         0.5000 ns/op\t        -0.5000 zz"
// "       3\t         1.000 ns/op\t        -1.000 zz"
// "       3\t         1.000 ns/op\t        -1.000 zz"
// "       3\t         9.999 ns/op\t        -9.999 zz"
// "       3\t        10.00 ns/op\t       -10.00 zz"
// "       3\t        12.35 ns/op\t       -12.35 zz"
// "       3\t        99.99 ns/op\t       -99.99 zz"
// "       3\t       100.0 ns/op\t      -100.0 zz"
// "       3\t       123.5 ns/op\t      -123.5 zz"
// "       3\t       999.9 ns/op\t      -999.9 zz"
// "       3\t      1000 ns/op\t     -1000 zz"
// "       3\t   1000000 ns/op\t  -1000000 zz"
// "       3\t        -3.250 ns/op\t         3.250 zz"
//     1000	   1234567 ns/op	 849.35 MB/s|    7654 B/op	     123 allocs/op|1234567 123 7654
//     1000	   1234567 ns/op	   7.00 MB/s|       6 B/op	       5 allocs/op
// 0 0
// 0 101
// 1
// [1 10] 10
// 10 10
// 1 true
// 0x invalid count 10x
// -1s invalid duration 10x
// x invalid count 10x
// 3y invalid duration 10x
// 5x <nil> 5x
// 20ms <nil> 20ms
// false
