package testing

import (
	"fmt"
	"io"
	"os"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"
	"unicode"
)

// InternalBenchmark is a benchmark in the form for MainStart.
type InternalBenchmark struct {
	Name string
	F    func(b *B)
}

// B is the argument of a benchmark function: N says how often to run the measured code; a loop over Loop does not need N.
type B struct {
	common
	N int

	importPath       string
	bstate           *benchState // nil in function Benchmark
	benchFunc        func(b *B)
	benchTime        durationOrCountFlag
	previousN        int
	previousDuration time.Duration
	parallelism      int // goroutines of RunParallel for each P
	timerOn          bool
	showAllocResult  bool
	bytes            int64 // bytes processed by an operation
	missingBytes     bool  // a sub-benchmark did not call SetBytes
	startAllocs      uint64
	startBytes       uint64
	netAllocs        uint64
	netBytes         uint64
	extra            map[string]float64 // the metrics of ReportMetric
	result           BenchmarkResult
	loop             benchLoop
}

// benchmarkLock makes benchmarks run one at a time.
var benchmarkLock sync.Mutex

// StartTimer starts the timer again after StopTimer.
func (b *B) StartTimer() {
	if !b.timerOn {
		b.startMeasuring()
		b.timerOn = true
		b.loop.resume()
	}
}

func (b *B) startMeasuring() {
	b.startAllocs, b.startBytes = allocated()
	b.start = highPrecisionTimeNow()
}

// StopTimer stops the timer, so that the following code is not measured.
func (b *B) StopTimer() {
	if b.timerOn {
		b.duration += highPrecisionTimeSince(b.start)
		allocs, bytes := allocated()
		b.netAllocs += allocs - b.startAllocs
		b.netBytes += bytes - b.startBytes
		b.timerOn = false
		b.loop.suspend()
	}
}

// ResetTimer resets the measured time and allocations, and reported metrics; it neither starts nor stops the timer.
func (b *B) ResetTimer() {
	if b.extra == nil {
		b.extra = make(map[string]float64, 16) // before allocations are counted
	}
	clear(b.extra)
	if b.timerOn {
		b.startMeasuring()
	}
	b.duration, b.netAllocs, b.netBytes = 0, 0, 0
}

// Elapsed returns the time measured so far.
func (b *B) Elapsed() time.Duration {
	if b.timerOn {
		return b.duration + highPrecisionTimeSince(b.start)
	}
	return b.duration
}

// SetBytes sets how many bytes an operation processes: the result then has MB/s.
func (b *B) SetBytes(n int64) { b.bytes = n }

// ReportAllocs adds allocations to the result, as -test.benchmem does for all benchmarks.
func (b *B) ReportAllocs() { b.showAllocResult = true }

// ReportMetric adds a metric to the result. It can replace a built-in unit; 0 for "ns/op" removes that one.
func (b *B) ReportMetric(n float64, unit string) {
	if unit == "" {
		panic("metric unit must not be empty")
	}
	if strings.ContainsFunc(unit, unicode.IsSpace) {
		panic("metric unit must not contain whitespace")
	}
	b.extra[unit] = n
}

// runN calls the benchmark function for n operations.
func (b *B) runN(n int) {
	benchmarkLock.Lock()
	defer benchmarkLock.Unlock()
	defer b.runCleanup()
	runtime.GC() // collects the garbage of the run before
	b.N = n
	b.loop = benchLoop{}
	b.ctx, b.cancelCtx, b.ctxOver = nil, nil, false
	b.parallelism = 1
	b.ResetTimer()
	b.StartTimer()
	b.benchFunc(b)
	b.StopTimer()
	b.previousN = n
	b.previousDuration = b.duration
	if b.loop.n > 0 && !b.loop.done && !b.Failed() {
		b.Error("benchmark function returned without B.Loop() == false (break or return in loop?)")
	}
}

// inGoroutine runs f in a new goroutine, and waits until f has returned or called FailNow.
func (b *B) inGoroutine(f func()) {
	go func() {
		defer func() { b.signal <- true }()
		f()
	}()
	<-b.signal
}

// run1 calls the function for one operation and reports whether to measure the benchmark.
func (b *B) run1() bool {
	if s := b.bstate; s != nil {
		if n := len(b.name) + s.extLen + 1; n > s.maxLen {
			s.maxLen = n + 8 // a bit wider, so that the column does not move for each name
		}
	}
	b.inGoroutine(func() { b.runN(1) })
	if b.Failed() {
		b.reportOutput("FAIL", b.name)
		return false
	}
	finished := b.hasFinished()
	if !finished && !b.hasSub.Load() {
		return true
	}
	if b.chatty != nil && (finished || len(b.output) > 0) {
		result := "BENCH"
		if b.Skipped() {
			result = "SKIP"
		}
		b.trimOutput()
		b.reportOutput(result, b.name)
	}
	return false
}

// reportOutput prints a result line and the log.
func (b *B) reportOutput(result, name string) {
	fmt.Fprintf(b.w, "%s--- %s: %s\n%s", b.chatty.prefix(), result, name, b.output)
}

// trimOutput cuts the log after ten lines.
func (b *B) trimOutput() {
	lines := 0
	for i, c := range b.output {
		if c == '\n' {
			if lines++; lines == 10 {
				b.output = append(b.output[:i], "\n\t... [output truncated]\n"...)
				return
			}
		}
	}
}

var labelsOnce sync.Once

// printLabels prints, once, the machine and package of all benchmarks.
func printLabels(w io.Writer, importPath string) {
	labelsOnce.Do(func() {
		fmt.Fprintf(w, "goos: %s\ngoarch: %s\n", runtime.GOOS, runtime.GOARCH)
		if importPath != "" {
			fmt.Fprintf(w, "pkg: %s\n", importPath)
		}
		if cpu := cpuName(); cpu != "" {
			fmt.Fprintf(w, "cpu: %s\n", cpu)
		}
	})
}

// cpuName returns the processor's name from the kernel.
func cpuName() string {
	info, _ := os.ReadFile("/proc/cpuinfo")
	for line := range strings.Lines(string(info)) {
		if key, value, ok := strings.Cut(line, ":"); ok && strings.TrimSpace(key) == "model name" {
			return strings.TrimSpace(value)
		}
	}
	return ""
}

// run measures a benchmark after run1.
func (b *B) run() {
	printLabels(b.w, b.importPath)
	if b.bstate != nil {
		b.bstate.processBench(b)
	} else {
		b.measure()
	}
}

// measure calls the function with growing N until it takes the benchmark time.
func (b *B) measure() BenchmarkResult {
	b.inGoroutine(func() {
		if b.loop.n == 0 { // a loop over Loop has measured already
			b.scale()
		}
		b.result = BenchmarkResult{b.N, b.duration, b.bytes, b.netAllocs, b.netBytes, b.extra}
	})
	return b.result
}

func (b *B) scale() {
	if n := b.benchTime.n; n > 0 {
		if n > 1 { // run1 has measured one operation
			b.runN(n)
		}
		return
	}
	goal := b.benchTime.d
	for n := int64(1); !b.Failed() && b.duration < goal && n < maxBenchPredictIters; {
		n = int64(predictN(goal.Nanoseconds(), int64(b.N), b.duration.Nanoseconds(), n))
		b.runN(int(n))
	}
}

const maxBenchPredictIters = 1_000_000_000

// predictN returns how many operations should take goal nanoseconds, and a fifth more, if previous ones took ns: at
// least one more than last, at most a hundred times as many, because short times are inaccurate.
func predictN(goal, previous, ns, last int64) int {
	n := goal * previous / max(ns, 1)
	n += n / 5
	n = max(min(n, 100*last), last+1)
	return int(min(n, maxBenchPredictIters))
}

// benchState is the state that all benchmarks of a run share.
type benchState struct {
	match  *matcher
	maxLen int // width of the column of names
	extLen int // length of the longest suffix for GOMAXPROCS
}

// benchmarkName returns a benchmark's name with GOMAXPROCS.
func benchmarkName(name string, procs int) string {
	if procs == 1 {
		return name
	}
	return fmt.Sprintf("%s-%d", name, procs)
}

// RunBenchmarks runs the benchmarks that -test.bench selects.
func RunBenchmarks(matchString func(pat, str string) (bool, error), benchmarks []InternalBenchmark) {
	runBenchmarks("", matchString, benchmarks)
}

func runBenchmarks(importPath string, matchString matchFunc, benchmarks []InternalBenchmark) (ok bool) {
	if given.bench == "" {
		return true
	}
	procs := max(1, slices.Max(cpuList))
	s := &benchState{
		match:  newMatcher(matchString, given.bench, "-test.bench", given.skip),
		extLen: len(benchmarkName("", procs)),
	}
	var chosen []InternalBenchmark
	for _, bench := range benchmarks {
		if _, matched, _ := s.match.fullName(nil, bench.Name); matched {
			chosen = append(chosen, bench)
			s.maxLen = max(s.maxLen, len(benchmarkName(bench.Name, procs))+s.extLen+1)
		}
	}
	root := &B{
		common:     common{name: "Main", w: os.Stdout, bench: true},
		importPath: importPath,
		bstate:     s,
		benchTime:  benchTime,
		benchFunc: func(b *B) {
			for _, bench := range chosen {
				b.Run(bench.Name, bench.F)
			}
		},
	}
	if Verbose() {
		root.chatty = newChattyPrinter(root.w)
	}
	root.runN(1)
	return !root.Failed()
}

// processBench measures a benchmark for each value of GOMAXPROCS, as often as -test.count says. The first measurement
// continues after run1.
func (s *benchState) processBench(b *B) {
	first := true
	for _, procs := range cpuList {
		for range given.count {
			runtime.GOMAXPROCS(procs)
			name := benchmarkName(b.name, procs)
			if b.chatty == nil {
				fmt.Fprintf(b.w, "%-*s\t", s.maxLen, name)
			}
			if !first {
				b = b.again()
				b.run1()
			}
			first = false
			s.report(b, b.measure(), name)
			if left := runtime.GOMAXPROCS(-1); !b.Failed() && left != procs {
				fmt.Fprintf(os.Stderr, "testing: %s left GOMAXPROCS set to %d\n", name, left)
			}
			if !b.Failed() && b.chatty != nil && b.chatty.json {
				b.chatty.update("", "=== NAME  \n")
			}
		}
	}
}

// again returns a new benchmark with the settings of b.
func (b *B) again() *B {
	fresh := &B{
		common:    common{signal: make(chan bool), name: b.name, w: b.w, chatty: b.chatty, bench: true},
		benchFunc: b.benchFunc,
		benchTime: b.benchTime,
	}
	fresh.setOutputWriter()
	return fresh
}

// report prints the result of a benchmark, and its log.
func (s *benchState) report(b *B, r BenchmarkResult, name string) {
	if b.Failed() {
		b.reportOutput("FAIL", name)
		return
	}
	text := r.String()
	if given.benchMem || b.showAllocResult {
		text += "\t" + r.MemString()
	}
	if b.chatty != nil {
		fmt.Fprintf(b.w, "%-*s\t", s.maxLen, name)
	}
	fmt.Fprintln(b.w, text)
	if len(b.output) > 0 {
		b.trimOutput()
		b.reportOutput("BENCH", name)
	}
}

// hideStdoutForTesting hides the names of benchmarks, for the tests of this package.
var hideStdoutForTesting = false

// Run runs f as a sub-benchmark of b and reports whether it has not failed. A benchmark that calls Run is not measured itself.
func (b *B) Run(name string, f func(b *B)) bool {
	b.hasSub.Store(true)
	benchmarkLock.Unlock() // held for b, which continues after the sub-benchmark
	defer benchmarkLock.Lock()
	fullName, ok, partial := b.name, true, false
	if b.bstate != nil {
		fullName, ok, partial = b.bstate.match.fullName(&b.common, name)
	}
	if !ok {
		return true
	}
	var pcs [maxStackLen]uintptr
	sub := &B{
		common: common{
			signal: make(chan bool), name: fullName, parent: &b.common, level: b.level + 1,
			creator: pcs[:runtime.Callers(2, pcs[:])], w: b.w, chatty: b.chatty, bench: true,
		},
		importPath: b.importPath, bstate: b.bstate, benchFunc: f, benchTime: b.benchTime,
	}
	sub.setOutputWriter()
	sub.hasSub.Store(partial) // -bench=X/Y runs X only for its sub-benchmarks
	sub.announce(b)
	if sub.run1() {
		sub.run()
	}
	b.add(sub.result)
	return !sub.Failed()
}

// announce prints the name of a sub-benchmark of b, with -test.v.
func (sub *B) announce(b *B) {
	if b.chatty == nil {
		return
	}
	printLabels(os.Stdout, b.importPath)
	if hideStdoutForTesting {
		return
	}
	if b.chatty.json {
		b.chatty.update(sub.name, "=== RUN   "+sub.name+"\n")
	}
	fmt.Println(sub.name)
}

// add adds the result of a sub-benchmark to that of b, as part of one operation. Bytes are reported only if all sub-benchmarks set them.
func (b *B) add(other BenchmarkResult) {
	r := &b.result
	r.N = 1
	r.T += time.Duration(other.NsPerOp())
	r.MemAllocs += uint64(other.AllocsPerOp())
	r.MemBytes += uint64(other.AllocedBytesPerOp())
	b.missingBytes = b.missingBytes || other.Bytes == 0
	r.Bytes += other.Bytes
	if b.missingBytes {
		r.Bytes = 0
	}
}

// Benchmark measures f outside of go test. A program that parses flags must call Init before.
func Benchmark(f func(b *B)) BenchmarkResult {
	b := &B{
		common:    common{signal: make(chan bool), w: io.Discard},
		benchFunc: f,
		benchTime: benchTime,
	}
	b.setOutputWriter()
	if b.run1() {
		b.run()
	}
	return b.result
}
