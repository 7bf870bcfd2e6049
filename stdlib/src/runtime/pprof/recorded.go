package pprof

import (
	"cmp"
	"fmt"
	"internal/rt"
	"io"
	"math"
	"runtime"
	"slices"
	"strings"
	"text/tabwriter"
	"unsafe"
)

// The natives fill in records of several words, and return the length of all; if dst is too short, they fill in
// nothing. A record is three numbers, the length of the labels in bytes, the labels, the length of the stack and its return positions.

// heapRecords returns the sampled objects, by size and the stack that allocated them: the number allocated, the number
// freed, and the size.
func heapRecords(records []uintptr) int

// waitRecords returns the stacks that have waited, or those that made others wait for a mutex: how often, how many
// nanoseconds, and the reason (an index of rt.WaitsIn).
func waitRecords(mutexes bool, records []uintptr) int

// samplesOf reads records of a native; the first numbers are the samples' values.
func samplesOf(fill func([]uintptr) int, values int) []sample {
	var words []uintptr
	for {
		n := fill(words)
		if n <= len(words) {
			words = words[:n]
			break
		}
		words = make([]uintptr, n+n/4)
	}
	var samples []sample
	for len(words) > 0 {
		var s sample
		for _, figure := range words[:values] {
			s.values = append(s.values, int64(figure))
		}
		length := int(words[3])
		s.labels = string(unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(words[4:]))), length))
		rest := words[4+(length+7)/8:]
		n := int(rest[0])
		s.pcs = rest[1 : 1+n]
		samples, words = append(samples, s), rest[1+n:]
	}
	return samples
}

// countOf returns how many records a profile of package runtime has.
func countOf(profile func([]runtime.BlockProfileRecord) (int, bool)) int {
	n, _ := profile(nil)
	return n
}

var contended = kind{types: []string{"contentions", "count", "delay", "nanoseconds"}, period: 1, of: [2]string{"contentions", "count"}}

// waitSamples returns the counts and nanoseconds of the block or mutex profile, the longest first.
func waitSamples(mutexes bool) []sample {
	countOf(runtime.BlockProfile) // this sets rt.WaitsIn
	samples := samplesOf(func(records []uintptr) int { return waitRecords(mutexes, records) }, 3)
	for i := range samples {
		s := &samples[i]
		if in := rt.WaitsIn[s.values[2]]; in != 0 {
			s.pcs = append([]uintptr{in}, s.pcs...)
		}
		s.values = s.values[:2]
	}
	slices.SortStableFunc(samples, func(a, b sample) int { return cmp.Compare(b.values[1], a.values[1]) })
	return samples
}

func writeBlocks(w io.Writer, debug int) error {
	return writeWaits(w, "--- contention:\ncycles/second=1000000000\n", waitSamples(false))
}

func writeMutexes(w io.Writer, debug int) error {
	period := runtime.SetMutexProfileFraction(-1)
	return writeWaits(w, fmt.Sprintf("--- mutex:\ncycles/second=1000000000\nsampling period=%d\n", period), waitSamples(true))
}

func writeWaits(w io.Writer, head string, samples []sample) error {
	out := newText(w)
	io.WriteString(out, head)
	for _, s := range samples {
		fmt.Fprintf(out, "%v %v", s.values[1], s.values[0])
		writeStack(out, s.pcs, true)
	}
	return out.Flush()
}

// allocated is the kind of the heap profile that shows allocated bytes first.
func allocated(show string) kind {
	return kind{
		types: []string{"alloc_objects", "count", "alloc_space", "bytes", "inuse_objects", "count", "inuse_space", "bytes"},
		of:    [2]string{"space", "bytes"}, show: show, rated: true,
	}
}

// heapRecorded returns the numbers of allocated and freed objects and their size, most bytes in use first.
func heapRecorded() []sample {
	runtime.MemProfile(nil, true) // a program that mentions MemProfile has samples taken
	samples := slices.DeleteFunc(samplesOf(heapRecords, 3), func(s sample) bool { return s.values[0] == 0 })
	inUse := func(s sample) int64 { return (s.values[0] - s.values[1]) * s.values[2] }
	slices.SortStableFunc(samples, func(a, b sample) int { return cmp.Compare(inUse(b), inUse(a)) })
	return samples
}

func countHeap() int {
	n, _ := runtime.MemProfile(nil, true)
	return n
}

// heapSamples returns the values of the heap profile, scaled from the samples.
func heapSamples() []sample {
	samples := heapRecorded()
	rate := runtime.MemProfileRate
	for i, s := range samples {
		allocated, freed, size := s.values[0], s.values[1], s.values[2]
		made, bytes := scaled(allocated, size, rate)
		used, inUse := scaled(allocated-freed, size, rate)
		samples[i].values, samples[i].size = []int64{made, bytes, used, inUse}, size
	}
	return samples
}

// scaled estimates how many objects, and bytes, a number of sampled objects of one size represents. An object is
// sampled with probability 1-exp(-size/rate).
func scaled(count, size int64, rate int) (objects, bytes int64) {
	if count == 0 || size == 0 {
		return 0, 0
	}
	if rate <= 1 {
		return count, count * size
	}
	scale := 1 / (1 - math.Exp(-float64(size)/float64(rate)))
	return int64(float64(count) * scale), int64(float64(count*size) * scale)
}

func writeHeap(w io.Writer, debug int) error {
	var stats runtime.MemStats
	runtime.ReadMemStats(&stats)
	samples := heapRecorded()
	var used, inUse, made, bytes int64
	for _, s := range samples {
		used += s.values[0] - s.values[1]
		inUse += (s.values[0] - s.values[1]) * s.values[2]
		made += s.values[0]
		bytes += s.values[0] * s.values[2]
	}
	if inUse == bytes {
		// If the bytes in use equal the allocated bytes, go tool pprof would not show the bytes in use.
		bytes++
	}
	out := newText(w)
	fmt.Fprintf(out, "heap profile: %d: %d [%d: %d] @ heap/%d\n", used, inUse, made, bytes, 2*runtime.MemProfileRate)
	for _, s := range samples {
		used, size := s.values[0]-s.values[1], s.values[2]
		fmt.Fprintf(out, "%d: %d [%d: %d]", used, used*size, s.values[0], s.values[0]*size)
		writeStack(out, s.pcs, false)
	}
	writeStats(out, &stats)
	return out.Flush()
}

func writeStats(out io.Writer, s *runtime.MemStats) {
	fmt.Fprintf(out, "\n# runtime.MemStats\n")
	line := func(name string, values ...any) {
		fmt.Fprintf(out, "# %s = %v", name, values[0])
		for _, value := range values[1:] {
			fmt.Fprintf(out, " / %v", value)
		}
		fmt.Fprintln(out)
	}
	line("Alloc", s.Alloc)
	line("TotalAlloc", s.TotalAlloc)
	line("Sys", s.Sys)
	line("Lookups", s.Lookups)
	line("Mallocs", s.Mallocs)
	line("Frees", s.Frees)
	line("HeapAlloc", s.HeapAlloc)
	line("HeapSys", s.HeapSys)
	line("HeapIdle", s.HeapIdle)
	line("HeapInuse", s.HeapInuse)
	line("HeapReleased", s.HeapReleased)
	line("HeapObjects", s.HeapObjects)
	line("Stack", s.StackInuse, s.StackSys)
	line("MSpan", s.MSpanInuse, s.MSpanSys)
	line("MCache", s.MCacheInuse, s.MCacheSys)
	line("BuckHashSys", s.BuckHashSys)
	line("GCSys", s.GCSys)
	line("OtherSys", s.OtherSys)
	line("NextGC", s.NextGC)
	line("LastGC", s.LastGC)
	line("PauseNs", s.PauseNs)
	line("PauseEnd", s.PauseEnd)
	line("NumGC", s.NumGC)
	line("NumForcedGC", s.NumForcedGC)
	line("GCCPUFraction", s.GCCPUFraction)
	line("DebugGC", s.DebugGC)
}

// newText returns a writer for the text of profiles, whose columns are aligned with tabs.
func newText(w io.Writer) *tabwriter.Writer { return tabwriter.NewWriter(w, 1, 8, 1, '\t', 0) }

// writeStack writes the rest of a line that begins with numbers: the stack as addresses, and below it as functions.
// Innermost functions of package runtime are only shown if all are wanted, or there are no others.
func writeStack(out io.Writer, pcs []uintptr, all bool) {
	fmt.Fprint(out, " @")
	for _, pc := range pcs {
		fmt.Fprintf(out, " %#x", pc)
	}
	fmt.Fprintln(out)
	var shown []runtime.Frame
	frames := runtime.CallersFrames(pcs)
	for more := len(pcs) > 0; more; {
		var frame runtime.Frame
		frame, more = frames.Next()
		if frame.Function != "" {
			shown = append(shown, frame)
		}
	}
	inner := func(frame runtime.Frame) bool { return !strings.HasPrefix(frame.Function, "runtime.") }
	if from := slices.IndexFunc(shown, inner); from > 0 && !all {
		shown = shown[from:]
	}
	for _, frame := range shown {
		fmt.Fprintf(out, "#\t%#x\t%s+%#x\t%s:%d\n", frame.PC, frame.Function, frame.PC-frame.Entry, frame.File, frame.Line)
	}
	fmt.Fprintln(out)
}
