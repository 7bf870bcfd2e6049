package testing

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"runtime"
	"strconv"
	"strings"
	"time"
)

var initRan bool

// given has the values of the flags that Init registers.
var given struct {
	// which tests to run, and how
	run, skip, list, bench, fuzz       string
	short, failFast, fullPath          bool
	count                              uint
	cpu, shuffle                       string
	parallel                           int
	timeout                            time.Duration
	panicOnExit0, benchMem, fuzzWorker bool

	// files
	outputDir, testLog, coverProfile, coverDir, fuzzCacheDir  string
	memProfile, cpuProfile, blockProfile, mutexProfile, trace string
	memProfileRate, blockProfileRate, mutexFraction           int
	artifacts                                                 bool
}

// The flags with types of their own.
var (
	chatty           chattyFlag
	benchTime        = durationOrCountFlag{d: time.Second}
	fuzzDuration     durationOrCountFlag
	minimizeDuration = durationOrCountFlag{d: time.Minute, allowZero: true}
)

// Init registers the flags of testing. MainStart calls it; other programs call it before functions like Benchmark. Only
// the first call has an effect.
func Init() {
	if initRan {
		return
	}
	initRan = true
	initTestFlags()
	initProfileFlags()
	initBenchmarkFlags()
	initFuzzFlags()
}

func initTestFlags() {
	flag.BoolVar(&given.short, "test.short", false, "run smaller test suite to save time")
	flag.BoolVar(&given.failFast, "test.failfast", false, "do not start new tests after the first test failure")
	flag.StringVar(&given.outputDir, "test.outputdir", "", "write profiles to `dir`")
	flag.BoolVar(&given.artifacts, "test.artifacts", false, "store test artifacts in test.,outputdir")
	flag.Var(&chatty, "test.v", "verbose: print additional output")
	flag.UintVar(&given.count, "test.count", 1, "run tests and benchmarks `n` times")
	flag.StringVar(&given.list, "test.list", "", "list tests, examples, and benchmarks matching `regexp` then exit")
	flag.StringVar(&given.run, "test.run", "", "run only tests and examples matching `regexp`")
	flag.StringVar(&given.skip, "test.skip", "", "do not list or run tests matching `regexp`")
	flag.BoolVar(&given.panicOnExit0, "test.paniconexit0", false, "panic on call to os.Exit(0)")
	flag.DurationVar(&given.timeout, "test.timeout", 0, "panic test binary after duration `d` (default 0, timeout disabled)")
	flag.StringVar(&given.cpu, "test.cpu", "", "comma-separated `list` of cpu counts to run each test with")
	flag.IntVar(&given.parallel, "test.parallel", runtime.GOMAXPROCS(0), "run at most `n` tests in parallel")
	flag.StringVar(&given.testLog, "test.testlogfile", "", "write test action log to `file` (for use only by cmd/go)")
	flag.StringVar(&given.shuffle, "test.shuffle", "off", "randomize the execution order of tests and benchmarks")
	flag.BoolVar(&given.fullPath, "test.fullpath", false, "show full file names in error messages")
}

func initProfileFlags() {
	flag.StringVar(&given.coverProfile, "test.coverprofile", "", "write a coverage profile to `file`")
	flag.StringVar(&given.coverDir, "test.gocoverdir", "", "write coverage intermediate files to this directory")
	flag.StringVar(&given.memProfile, "test.memprofile", "", "write an allocation profile to `file`")
	flag.IntVar(&given.memProfileRate, "test.memprofilerate", 0, "set memory allocation profiling `rate` (see runtime.MemProfileRate)")
	flag.StringVar(&given.cpuProfile, "test.cpuprofile", "", "write a cpu profile to `file`")
	flag.StringVar(&given.blockProfile, "test.blockprofile", "", "write a goroutine blocking profile to `file`")
	flag.IntVar(&given.blockProfileRate, "test.blockprofilerate", 1, "set blocking profile `rate` (see runtime.SetBlockProfileRate)")
	flag.StringVar(&given.mutexProfile, "test.mutexprofile", "", "write a mutex contention profile to the named file after execution")
	flag.IntVar(&given.mutexFraction, "test.mutexprofilefraction", 1, "if >= 0, calls runtime.SetMutexProfileFraction()")
	flag.StringVar(&given.trace, "test.trace", "", "write an execution trace to `file`")
}

func initBenchmarkFlags() {
	flag.StringVar(&given.bench, "test.bench", "", "run only benchmarks matching `regexp`")
	flag.BoolVar(&given.benchMem, "test.benchmem", false, "print memory allocations for benchmarks")
	flag.Var(&benchTime, "test.benchtime", "run each benchmark for duration `d` or N times if `d` is of the form Nx")
}

func initFuzzFlags() {
	flag.StringVar(&given.fuzz, "test.fuzz", "", "run the fuzz test matching `regexp`")
	flag.Var(&fuzzDuration, "test.fuzztime", "time to spend fuzzing; default is to run indefinitely")
	flag.Var(&minimizeDuration, "test.fuzzminimizetime", "time to spend minimizing a value after finding a failing input")
	flag.StringVar(&given.fuzzCacheDir, "test.fuzzcachedir", "", "directory where interesting fuzzing inputs are stored (for use only by cmd/go)")
	flag.BoolVar(&given.fuzzWorker, "test.fuzzworker", false, "coordinate with the parent process to fuzz random values (for use only by cmd/go)")
}

// A durationOrCountFlag is a duration, or a number of times written "100x".
type durationOrCountFlag struct {
	d         time.Duration
	n         int
	allowZero bool
}

// String returns the flag as it was given.
func (f *durationOrCountFlag) String() string {
	if f.n > 0 {
		return strconv.Itoa(f.n) + "x"
	}
	return f.d.String()
}

// Set reads the flag.
func (f *durationOrCountFlag) Set(s string) error {
	var read durationOrCountFlag
	var err error
	kind := "duration"
	if times, counted := strings.CutSuffix(s, "x"); counted {
		kind = "count"
		read.n, err = strconv.Atoi(times)
	} else {
		read.d, err = time.ParseDuration(s)
	}
	if value := int64(read.n) + int64(read.d); err != nil || value < 0 || value == 0 && !f.allowZero {
		return errors.New("invalid " + kind)
	}
	*f = read
	return nil
}

// cpuList returns the values of GOMAXPROCS for -test.cpu.
var cpuList []int

func parseCpuList() {
	for word := range strings.SplitSeq(given.cpu, ",") {
		word = strings.TrimSpace(word)
		if n, err := strconv.Atoi(word); err == nil && n > 0 {
			cpuList = append(cpuList, n)
		} else if word != "" {
			fmt.Fprintf(os.Stderr, "testing: invalid value %q for -test.cpu\n", word)
			os.Exit(1)
		}
	}
	if len(cpuList) == 0 {
		cpuList = append(cpuList, runtime.GOMAXPROCS(-1))
	}
}
