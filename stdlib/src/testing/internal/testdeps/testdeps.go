// Package testdeps gives test programs what package testing does not import itself: the main function of a test program
// hands TestDeps to testing.MainStart, and sets the variables.
package testdeps

import (
	"io"
	"reflect"
	"regexp"
	"runtime/pprof"
	"time"
)

// What the main function of a test program says about it.
var (
	ImportPath string
	ModulePath string
)

// TestDeps is what testing.MainStart takes.
type TestDeps struct{}

// ImportPath returns the path of the tested package.
func (TestDeps) ImportPath() string { return ImportPath }

// ModulePath returns the path of its module.
func (TestDeps) ModulePath() string { return ModulePath }

// compiled has the expressions of -test.run and the like. Package testing calls MatchString from one goroutine at a
// time.
var compiled = map[string]*regexp.Regexp{}

// MatchString tells whether the regular expression pat matches in str.
func (TestDeps) MatchString(pat, str string) (result bool, err error) {
	re := compiled[pat]
	if re == nil {
		if re, err = regexp.Compile(pat); err != nil {
			return false, err
		}
		compiled[pat] = re
	}
	return re.MatchString(str), nil
}

// StartCPUProfile begins a profile.
func (TestDeps) StartCPUProfile(w io.Writer) error { return pprof.StartCPUProfile(w) }

// StopCPUProfile ends it.
func (TestDeps) StopCPUProfile() { pprof.StopCPUProfile() }

// WriteProfileTo writes a profile by its name.
func (TestDeps) WriteProfileTo(name string, w io.Writer, debug int) error {
	return pprof.Lookup(name).WriteTo(w, debug)
}

// ReadCorpus reads the inputs in the files of dir, which need not exist; types are those of their values.
func (TestDeps) ReadCorpus(dir string, types []reflect.Type) ([]corpusEntry, error) {
	return readCorpus(dir, types)
}

// CheckCorpus tells whether an input's values have the types that they should.
func (TestDeps) CheckCorpus(vals []any, types []reflect.Type) error { return checkCorpus(vals, types) }

// ResetCoverage forgets what the last input covered.
func (TestDeps) ResetCoverage() { resetCoverage() }

// SnapshotCoverage notes what the input covered.
func (TestDeps) SnapshotCoverage() { takeCoverage() }

// CoordinateFuzzing has workers look for inputs under which the target fails.
func (TestDeps) CoordinateFuzzing(
	timeout time.Duration, limit int64, minimizeTimeout time.Duration, minimizeLimit int64, parallel int,
	seeds []corpusEntry, types []reflect.Type, corpusDir, cacheDir string,
) error {
	options := fuzzOptions{
		limit: limit, minimizeTime: minimizeTimeout, minimizeLimit: minimizeLimit,
		parallel: parallel, types: types, corpusDir: corpusDir, cacheDir: cacheDir,
	}
	return fuzz(options, timeout, seeds)
}

// RunFuzzWorker runs the inputs that a coordinator tells.
func (TestDeps) RunFuzzWorker(target func(corpusEntry) error) error { return runFuzzWorker(target) }
