// Package pprof writes profiles of the running program.
package pprof

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"runtime"
	"slices"
	"sync"
	"time"
	"unsafe"
)

// leaks stops the world, finds the leaked goroutines and returns them as text: with debug 1 only the leaked ones, by
// stack; with debug 2 a dump of all goroutines, in which the leaked ones are marked.
func leaks(debug int) string

// leakCount returns how many leaked goroutines the last call of leaks found.
func leakCount() int

// goroutines returns the profile of all goroutines, by stack.
func goroutines() string

// goroutineStacks fills in the stacks of all goroutines, in the form of cpuStacks.
func goroutineStacks(records []uintptr) int

// A Profile is a collection of stacks.
type Profile struct {
	name  string
	count func() int
	write func(w io.Writer, debug int) error // writes the text form
	kind  kind
	taken func() []sample // takes the samples; returns nil if nothing is recorded

	mu     sync.Mutex
	stacks map[any][]uintptr
}

var (
	mu     sync.Mutex
	custom = map[string]*Profile{}
	known  = map[string]*Profile{
		"goroutine": {
			name: "goroutine", count: runtime.NumGoroutine, write: writeGoroutines, kind: counted("goroutine"),
			taken: func() []sample { return samplesOf(goroutineStacks, 1) },
		},
		"goroutineleak": {name: "goroutineleak", count: leakCount, write: writeLeaks, kind: counted("goroutineleak")},
		"threadcreate":  nothing("threadcreate", "threadcreate profile: total 0\n", counted("threadcreate")),
		"heap":          {name: "heap", count: countHeap, write: writeHeap, kind: allocated(""), taken: heapSamples},
		"allocs":        {name: "allocs", count: countHeap, write: writeHeap, kind: allocated("alloc_space"), taken: heapSamples},
		"block": {
			name: "block", count: func() int { return countOf(runtime.BlockProfile) }, write: writeBlocks, kind: contended,
			taken: func() []sample { return waitSamples(false) },
		},
		"mutex": {
			name: "mutex", count: func() int { return countOf(runtime.MutexProfile) }, write: writeMutexes, kind: contended,
			taken: func() []sample { return waitSamples(true) },
		},
	}
)

// counted is the kind for a profile that counts stacks.
func counted(name string) kind {
	return kind{types: []string{name, "count"}, period: 1, of: [2]string{name, "count"}}
}

// nothing is a profile without records.
func nothing(name, text string, k kind) *Profile {
	write := func(w io.Writer, debug int) error {
		_, err := io.WriteString(w, text)
		return err
	}
	return &Profile{name: name, count: func() int { return 0 }, write: write, kind: k}
}

func writeLeaks(w io.Writer, debug int) error {
	_, err := io.WriteString(w, leaks(debug))
	return err
}

func writeGoroutines(w io.Writer, debug int) error {
	if debug < 2 {
		_, err := io.WriteString(w, goroutines())
		return err
	}
	buf := make([]byte, 1<<16)
	for {
		n := runtime.Stack(buf, true)
		if n < len(buf) {
			_, err := w.Write(buf[:n])
			return err
		}
		buf = make([]byte, 2*len(buf))
	}
}

// Lookup returns the profile with that name, nil if there is none.
func Lookup(name string) *Profile {
	if p := known[name]; p != nil {
		return p
	}
	mu.Lock()
	defer mu.Unlock()
	return custom[name]
}

// Profiles returns all profiles, sorted by name.
func Profiles() []*Profile {
	mu.Lock()
	defer mu.Unlock()
	var all []*Profile
	for _, p := range known {
		all = append(all, p)
	}
	for _, p := range custom {
		all = append(all, p)
	}
	slices.SortFunc(all, func(a, b *Profile) int { return cmp.Compare(a.name, b.name) })
	return all
}

// NewProfile makes a profile that the program fills itself. The name must be unused.
func NewProfile(name string) *Profile {
	mu.Lock()
	defer mu.Unlock()
	if name == "" {
		panic("pprof: NewProfile with empty name")
	}
	if known[name] != nil || custom[name] != nil {
		panic("pprof: NewProfile name already in use: " + name)
	}
	p := &Profile{name: name, stacks: map[any][]uintptr{}, kind: counted(name)}
	p.count = func() int {
		p.mu.Lock()
		defer p.mu.Unlock()
		return len(p.stacks)
	}
	p.write, p.taken = p.writeStacks, p.samples
	custom[name] = p
	return p
}

// Name returns the profile's name.
func (p *Profile) Name() string { return p.name }

// Count returns the number of stacks in the profile.
func (p *Profile) Count() int { return p.count() }

// Add adds the stack of the caller, without its first skip frames, under a value that must be new.
func (p *Profile) Add(value any, skip int) {
	if p.stacks == nil {
		panic("pprof: Add called on built-in Profile " + p.name)
	}
	pcs := make([]uintptr, 32)
	n := runtime.Callers(skip+1, pcs)
	if n > 0 && runtime.FuncForPC(pcs[n-1]).Name() == "runtime.goexit" {
		n-- // as in Go no profile shows runtime.goexit
	}
	if n == 0 {
		lost := lostProfileEvent
		pcs[0], n = **(**uintptr)(unsafe.Pointer(&lost)), 1
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.stacks[value] != nil {
		panic("pprof: Profile.Add of duplicate value")
	}
	p.stacks[value] = pcs[:n]
}

// lostProfileEvent is, as in Go, the frame of a stack of which more frames are skipped than it has.
func lostProfileEvent() { lostProfileEvent() }

// Remove removes the stack of a value.
func (p *Profile) Remove(value any) {
	p.mu.Lock()
	defer p.mu.Unlock()
	delete(p.stacks, value)
}

// WriteTo writes the profile in the format of go tool pprof, or as text: debug 1 groups equal stacks, debug 2 is a dump
// of all goroutines.
func (p *Profile) WriteTo(w io.Writer, debug int) error {
	if debug > 0 {
		return p.write(w, debug)
	}
	if p.name == "goroutineleak" {
		return errors.New("runtime/pprof: minigo writes goroutineleak profiles as text only: debug 1 or 2")
	}
	var samples []sample
	if p.taken != nil {
		samples = merge(p.taken())
	}
	k := p.kind
	if k.rated {
		k.period = int64(runtime.MemProfileRate)
	}
	return encode(w, k, samples, time.Time{})
}

// merge merges equal stacks, and adds their counts.
func merge(samples []sample) []sample {
	at := map[string]int{}
	var merged []sample
	for _, s := range samples {
		key := fmt.Sprint(s.pcs, s.size, s.labels)
		i, ok := at[key]
		if !ok {
			at[key] = len(merged)
			merged = append(merged, s)
			continue
		}
		for j, v := range s.values {
			merged[i].values[j] += v
		}
	}
	return merged
}

// samples returns the stacks that the program has added.
func (p *Profile) samples() []sample {
	p.mu.Lock()
	defer p.mu.Unlock()
	var all []sample
	for _, pcs := range p.stacks {
		all = append(all, sample{values: []int64{1}, pcs: pcs})
	}
	return all
}

func (p *Profile) writeStacks(w io.Writer, debug int) error {
	p.mu.Lock()
	counts := map[string]int{}
	stacks := map[string][]uintptr{}
	for _, pcs := range p.stacks {
		key := fmt.Sprint(pcs)
		counts[key]++
		stacks[key] = pcs
	}
	total := len(p.stacks)
	p.mu.Unlock()
	keys := make([]string, 0, len(counts))
	for key := range counts {
		keys = append(keys, key)
	}
	slices.SortFunc(keys, func(a, b string) int {
		return cmp.Or(cmp.Compare(counts[b], counts[a]), cmp.Compare(a, b))
	})
	out := newText(w)
	fmt.Fprintf(out, "%s profile: total %d\n", p.name, total)
	for _, key := range keys {
		fmt.Fprintf(out, "%d", counts[key])
		writeStack(out, stacks[key], false)
	}
	return out.Flush()
}

// WriteHeapProfile writes the profile "heap".
func WriteHeapProfile(w io.Writer) error { return Lookup("heap").WriteTo(w, 0) }
