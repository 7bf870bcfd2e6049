package testing

import (
	"fmt"
	"io"
	"os"
	"runtime"
	"time"
)

// runFuzzTests runs the fuzz tests that -test.run selects on their seeds, except for the one that -test.fuzz selects.
func runFuzzTests(deps testDeps, fuzzTests []InternalFuzzTarget, deadline time.Time) (ran, ok bool) {
	ok = true
	if len(fuzzTests) == 0 || given.fuzzWorker {
		return ran, ok
	}
	m := newMatcher(deps.MatchString, given.run, "-test.run", given.skip)
	var later *matcher
	if given.fuzz != "" {
		later = newMatcher(deps.MatchString, given.fuzz, "-test.fuzz", given.skip)
	}
	for _, procs := range cpuList {
		runtime.GOMAXPROCS(procs)
		for range given.count {
			if shouldFailFast() {
				break
			}
			state := newTestState(given.parallel, m)
			state.deadline = deadline
			root := newFuzzRoot(os.Stdout, Verbose())
			for _, target := range fuzzTests {
				if shouldFailFast() {
					break
				}
				if name, chosen := chooseFuzzTest(m, later, target.Name); chosen {
					f := newFuzzTest(root, state, deps, name)
					f.barrier = make(chan bool)
					f.announceFuzz()
					go fRunner(f, target.Fn)
					<-f.signal
					f.announceParent()
					ok = ok && !f.Failed()
					ran = ran || f.ran
				}
			}
			if !ran {
				break // without fuzz tests, a repetition has none either
			}
		}
	}
	return ran, ok
}

// chooseFuzzTest reports whether m selects a fuzz test and later does not.
func chooseFuzzTest(m, later *matcher, target string) (name string, chosen bool) {
	name, chosen, _ = m.fullName(nil, target)
	if chosen && later != nil {
		_, fuzzed, _ := later.fullName(nil, target)
		chosen = !fuzzed
	}
	return name, chosen
}

func (f *F) announceFuzz() {
	if f.chatty != nil {
		f.chatty.update(f.name, "=== RUN   "+f.name+"\n")
	}
}

// runFuzzing looks for inputs for which the fuzz test that -test.fuzz selects fails. Without the flag it does
// nothing.
func runFuzzing(deps testDeps, fuzzTests []InternalFuzzTarget) (ok bool) {
	if len(fuzzTests) == 0 || given.fuzz == "" {
		return true
	}
	state := newTestState(1, newMatcher(deps.MatchString, given.fuzz, "-test.fuzz", given.skip))
	state.isFuzzing = true
	var chosen []InternalFuzzTarget
	var names []string
	for _, target := range fuzzTests {
		if name, ok, _ := state.match.fullName(nil, target.Name); ok {
			chosen = append(chosen, target)
			names = append(names, name)
		}
	}
	switch len(chosen) {
	case 0:
		fmt.Fprintln(os.Stderr, "testing: warning: no fuzz tests to fuzz")
		return true
	case 1:
	default:
		fmt.Fprintf(os.Stderr, "testing: will not fuzz, -fuzz matches more than one fuzz test: %v\n", names)
		return false
	}
	root := newFuzzRoot(os.Stdout, Verbose())
	mode := fuzzCoordinator
	if given.fuzzWorker {
		root = newFuzzRoot(io.Discard, false)
		mode = fuzzWorker
	}
	f := newFuzzTest(root, state, deps, names[0])
	f.mode = mode
	f.announceFuzz()
	go fRunner(f, chosen[0].Fn)
	<-f.signal
	if f.chatty != nil {
		f.chatty.update(root.name, "=== NAME  "+root.name+"\n")
	}
	return !f.Failed()
}
