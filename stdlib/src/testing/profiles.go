package testing

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"runtime/trace"
)

// before does what flags demand before the tests: it starts profiles and logs, and makes directories.
func (m *M) before() {
	if given.memProfileRate > 0 {
		runtime.MemProfileRate = given.memProfileRate
	}
	startRecording("cpu profile", "start", given.cpuProfile, m.deps.StartCPUProfile)
	startRecording("tracing", "start", given.trace, trace.Start)
	if given.blockProfile != "" && given.blockProfileRate >= 0 {
		runtime.SetBlockProfileRate(given.blockProfileRate)
	}
	if given.mutexProfile != "" && given.mutexFraction >= 0 {
		runtime.SetMutexProfileFraction(given.mutexFraction)
	}
	if CoverMode() == "" {
		needsCoverage("-test.coverprofile", given.coverProfile)
		needsCoverage("-test.gocoverdir", given.coverDir)
	}
	if given.artifacts {
		makeArtifactRoot()
	}
	if given.testLog != "" {
		m.startTestLog()
	}
	if given.panicOnExit0 {
		m.deps.SetPanicOnExit0(true)
	}
}

// exitFor ends the program with an error message, unless err is nil.
func exitFor(format string, err error, args ...any) {
	if err != nil {
		fmt.Fprintf(os.Stderr, "testing: "+format+"\n", append(args, err)...)
		os.Exit(2)
	}
}

// startRecording starts a recording into a file until the program ends; if it fails, the tests still run.
func startRecording(what, verb, file string, start func(io.Writer) error) {
	if file == "" {
		return
	}
	f, err := os.Create(toOutputDir(file))
	if err != nil {
		fmt.Fprintf(os.Stderr, "testing: %s\n", err)
		return
	}
	if err := start(f); err != nil {
		fmt.Fprintf(os.Stderr, "testing: can't %s %s: %s\n", verb, what, err)
		f.Close()
	}
}

func needsCoverage(name, value string) {
	if value != "" {
		fmt.Fprintf(os.Stderr, "testing: cannot use %s because test binary was not built with coverage enabled\n", name)
		os.Exit(2)
	}
}

func makeArtifactRoot() {
	dir, err := filepath.Abs(toOutputDir("_artifacts"))
	exitFor("cannot make -test.outputdir absolute: %v", err)
	artifactRoot = dir
	if err := os.Mkdir(dir, 0o777); !errors.Is(err, os.ErrExist) {
		exitFor("%v", err)
	}
}

// startTestLog begins the log of files and variables that tests use, from which go test knows whether it may reuse a
// cached result. A second Run appends to it.
func (m *M) startTestLog() {
	var err error
	if m.numRun == 1 {
		testlogFile, err = os.Create(given.testLog)
	} else if testlogFile, err = os.OpenFile(given.testLog, os.O_WRONLY, 0); err == nil {
		testlogFile.Seek(0, io.SeekEnd)
	}
	exitFor("%s", err)
	m.deps.StartTestLog(testlogFile)
}

// after ends what before started; only the first call writes profiles, because the timeout may come while Run returns.
func (m *M) after() {
	m.afterOnce.Do(m.writeProfiles)
	if given.panicOnExit0 {
		m.deps.SetPanicOnExit0(false)
	}
}

func (m *M) writeProfiles() {
	if given.testLog != "" {
		exitFor("can't write %s: %s", m.deps.StopTestLog(), given.testLog)
		exitFor("can't write %s: %s", testlogFile.Close(), given.testLog)
	}
	if given.cpuProfile != "" {
		m.deps.StopCPUProfile()
	}
	if given.trace != "" {
		trace.Stop()
	}
	if given.memProfile != "" {
		runtime.GC() // the profile shows the state after the last collection
	}
	m.writeProfile("allocs", given.memProfile, true)
	m.writeProfile("block", given.blockProfile, given.blockProfileRate >= 0)
	m.writeProfile("mutex", given.mutexProfile, given.mutexFraction >= 0)
	if CoverMode() != "" {
		reportCover()
	}
}

func (m *M) writeProfile(name, file string, recorded bool) {
	if file == "" || !recorded {
		return
	}
	f, err := os.Create(toOutputDir(file))
	exitFor("%s", err)
	exitFor("can't write %s: %s", m.deps.WriteProfileTo(name, f, 0), file)
	f.Close()
}

// toOutputDir prefixes a relative name with -test.outputdir.
func toOutputDir(path string) string {
	if given.outputDir == "" || path == "" || os.IsPathSeparator(path[0]) {
		return path
	}
	return fmt.Sprintf("%s%c%s", given.outputDir, os.PathSeparator, path)
}
