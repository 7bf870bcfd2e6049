// Package testdeps has the functions that package testing needs but does not import: the main function of a test
// program passes TestDeps to testing.MainStart, and sets the variables.
package testdeps

import (
	"io"
	"reflect"
	"regexp"
	"runtime/pprof"
	"time"
)

// Set by the main function of a test program.
var (
	ImportPath string
	ModulePath string
)

// TestDeps implements the dependencies of testing.MainStart.
type TestDeps struct{}

// ImportPath returns the path of the tested package.
func (TestDeps) ImportPath() string { return ImportPath }

// ModulePath returns the path of its module.
func (TestDeps) ModulePath() string { return ModulePath }

// compiled caches the expressions of -test.run and similar flags. Package testing calls MatchString from one goroutine
// at a time.
var compiled = map[string]*regexp.Regexp{}

// MatchString reports whether the regular expression pat matches in str.
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

// ReadCorpus reads the inputs in the files of dir, which need not exist; types are the types of their values.
func (TestDeps) ReadCorpus(dir string, types []reflect.Type) ([]corpusEntry, error) {
	return readCorpus(dir, types)
}

// CheckCorpus returns an error unless an input's values have the right types.
func (TestDeps) CheckCorpus(vals []any, types []reflect.Type) error { return checkCorpus(vals, types) }

// ResetCoverage clears the coverage of the last input.
func (TestDeps) ResetCoverage() { resetCoverage() }

// SnapshotCoverage records the coverage of the input.
func (TestDeps) SnapshotCoverage() { takeCoverage() }

// CoordinateFuzzing makes workers look for inputs for which the target fails.
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

// RunFuzzWorker runs the inputs that a coordinator sends.
func (TestDeps) RunFuzzWorker(target func(corpusEntry) error) error { return runFuzzWorker(target) }
