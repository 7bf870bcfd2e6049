// Package pprof writes profiles of the running program.
package pprof

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"
	"unsafe"
)

// leaks stops the world, finds the leaked goroutines and returns them as text: with debug 1 those that are leaked, by stack; with debug 2
// all goroutines as in a dump, the leaked ones marked so.
func leaks(debug int) string

// leakCount is how many leaked goroutines the last call of leaks found.
func leakCount() int

// goroutines is the profile of all goroutines, by stack.
func goroutines() string

// goroutineStacks fills in the stacks of all goroutines, as cpuStacks does.
func goroutineStacks(records []uintptr) int

// A Profile is a collection of stacks.
type Profile struct {
	name  string
	count func() int
	write func(w io.Writer, debug int) error
	kind  kind
	taken func() []sample // nil: nothing is recorded

	mu     sync.Mutex
	stacks map[any][]uintptr
}

var (
	mu     sync.Mutex
	custom = map[string]*Profile{}
	known  = map[string]*Profile{
		"goroutine": {
			name: "goroutine", count: runtime.NumGoroutine, write: writeGoroutines, kind: counted("goroutine"),
			taken: func() []sample { return stacksOf(goroutineStacks) },
		},
		"goroutineleak": {name: "goroutineleak", count: leakCount, write: writeLeaks, kind: counted("goroutineleak")},
		"threadcreate":  nothing("threadcreate", "threadcreate profile: total 0\n", counted("threadcreate")),
		"heap":          nothing("heap", "heap profile: 0: 0 [0: 0] @ heap/1048576\n", allocated),
		"allocs":        nothing("allocs", "heap profile: 0: 0 [0: 0] @ heap/1048576\n", allocated),
		"block":         nothing("block", "--- contention:\ncycles/second=1000000000\n", contended),
		"mutex":         nothing("mutex", "--- mutex:\ncycles/second=1000000000\nsampling period=0\n", contended),
	}
	allocated = kind{
		types:  []string{"alloc_objects", "count", "alloc_space", "bytes", "inuse_objects", "count", "inuse_space", "bytes"},
		period: int64(runtime.MemProfileRate), of: [2]string{"space", "bytes"},
	}
	contended = kind{types: []string{"contentions", "count", "delay", "nanoseconds"}, period: 1, of: [2]string{"contentions", "count"}}
)

// counted is the kind of a profile that counts stacks.
func counted(name string) kind {
	return kind{types: []string{name, "count"}, period: 1, of: [2]string{name, "count"}}
}

// nothing is a profile for which nothing is recorded.
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

// Lookup returns the profile of that name, nil if there is none.
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

// NewProfile makes a profile that the program fills itself. The name must be new.
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

// Name is the profile's name.
func (p *Profile) Name() string { return p.name }

// Count is how many stacks the profile has.
func (p *Profile) Count() int { return p.count() }

// Add adds the stack of the caller, skip frames left out, under a value that must be new.
func (p *Profile) Add(value any, skip int) {
	if p.stacks == nil {
		panic("pprof: Add called on built-in Profile " + p.name)
	}
	pcs := make([]uintptr, 32)
	n := runtime.Callers(skip+1, pcs)
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

// lostProfileEvent is called, as it is in Go, what was added with more frames left out than there are.
func lostProfileEvent() { lostProfileEvent() }

// Remove takes a value's stack out.
func (p *Profile) Remove(value any) {
	p.mu.Lock()
	defer p.mu.Unlock()
	delete(p.stacks, value)
}

// WriteTo writes the profile as go tool pprof reads it, or as text: debug 1 groups equal stacks, debug 2 is a dump of all
// goroutines.
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
	return encode(w, p.kind, samples, time.Time{})
}

// merge counts equal stacks together.
func merge(samples []sample) []sample {
	at := map[string]int{}
	var merged []sample
	for _, s := range samples {
		key := fmt.Sprint(s.pcs)
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

// samples are the stacks that the program has added.
func (p *Profile) samples() []sample {
	p.mu.Lock()
	defer p.mu.Unlock()
	var all []sample
	for _, pcs := range p.stacks {
		all = append(all, sample{[]int64{1}, pcs})
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
	var out strings.Builder
	fmt.Fprintf(&out, "%s profile: total %d\n", p.name, total)
	for _, key := range keys {
		fmt.Fprintf(&out, "%d @", counts[key])
		for _, pc := range stacks[key] {
			fmt.Fprintf(&out, " %#x", pc)
		}
		out.WriteByte('\n')
		frames := runtime.CallersFrames(stacks[key])
		for more := true; more; {
			var frame runtime.Frame
			frame, more = frames.Next()
			if frame.Function != "" {
				fmt.Fprintf(&out, "#\t%#x\t%s+%#x\t%s:%d\n", frame.PC, frame.Function, frame.PC-frame.Entry, frame.File, frame.Line)
			}
		}
		out.WriteByte('\n')
	}
	_, err := io.WriteString(w, out.String())
	return err
}

// WriteHeapProfile writes the profile "heap".
func WriteHeapProfile(w io.Writer) error { return Lookup("heap").WriteTo(w, 0) }

// A LabelSet is a set of labels.
type LabelSet struct{ list []string }

type labelsKey struct{}

// Labels makes a set of keys and values in turns.
func Labels(args ...string) LabelSet {
	if len(args)%2 != 0 {
		panic("uneven number of arguments to pprof.Labels")
	}
	return LabelSet{args}
}

// WithLabels returns a context with the labels added.
func WithLabels(ctx context.Context, labels LabelSet) context.Context {
	all := map[string]string{}
	ForLabels(ctx, func(key, value string) bool {
		all[key] = value
		return true
	})
	for i := 0; i < len(labels.list); i += 2 {
		all[labels.list[i]] = labels.list[i+1]
	}
	return context.WithValue(ctx, labelsKey{}, all)
}

// Label is the value of a context's label.
func Label(ctx context.Context, key string) (string, bool) {
	all, _ := ctx.Value(labelsKey{}).(map[string]string)
	value, ok := all[key]
	return value, ok
}

// ForLabels calls f with each label of a context, sorted by key, until f returns false.
func ForLabels(ctx context.Context, f func(key, value string) bool) {
	all, _ := ctx.Value(labelsKey{}).(map[string]string)
	keys := make([]string, 0, len(all))
	for key := range all {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	for _, key := range keys {
		if !f(key, all[key]) {
			return
		}
	}
}

// SetGoroutineLabels does nothing: no profile shows labels.
func SetGoroutineLabels(ctx context.Context) {}

// Do calls f with a context that has the labels added.
func Do(ctx context.Context, labels LabelSet, f func(context.Context)) { f(WithLabels(ctx, labels)) }
