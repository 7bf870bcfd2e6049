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

// before does what flags say should happen before any test: begin profiles and logs, make directories.
func (m *M) before() {
	if *memProfileRate > 0 {
		runtime.MemProfileRate = *memProfileRate
	}
	startRecording("cpu profile", "start", *cpuProfile, m.deps.StartCPUProfile)
	startRecording("tracing", "start", *traceFile, trace.Start)
	if *blockProfile != "" && *blockProfileRate >= 0 {
		runtime.SetBlockProfileRate(*blockProfileRate)
	}
	if *mutexProfile != "" && *mutexProfileFraction >= 0 {
		runtime.SetMutexProfileFraction(*mutexProfileFraction)
	}
	if CoverMode() == "" {
		needsCoverage("-test.coverprofile", *coverProfile)
		needsCoverage("-test.gocoverdir", *gocoverdir)
	}
	if *artifacts {
		makeArtifactRoot()
	}
	if *testlog != "" {
		m.startTestLog()
	}
	if *panicOnExit0 {
		m.deps.SetPanicOnExit0(true)
	}
}

// exitFor ends the program with a message about err, if there is one.
func exitFor(format string, err error, args ...any) {
	if err != nil {
		fmt.Fprintf(os.Stderr, "testing: "+format+"\n", append(args, err)...)
		os.Exit(2)
	}
}

// startRecording starts what records into a file until the program ends; it does not stop the tests if it cannot.
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

// startTestLog begins the log of what tests ask of the system, by which go test knows whether a result may be used
// again. A second Run appends to it.
func (m *M) startTestLog() {
	var err error
	if m.numRun == 1 {
		testlogFile, err = os.Create(*testlog)
	} else if testlogFile, err = os.OpenFile(*testlog, os.O_WRONLY, 0); err == nil {
		testlogFile.Seek(0, io.SeekEnd)
	}
	exitFor("%s", err)
	m.deps.StartTestLog(testlogFile)
}

// after ends what before began; only the first call writes profiles, as the alarm may come while Run returns.
func (m *M) after() {
	m.afterOnce.Do(m.writeProfiles)
	if *panicOnExit0 {
		m.deps.SetPanicOnExit0(false)
	}
}

func (m *M) writeProfiles() {
	if *testlog != "" {
		exitFor("can't write %s: %s", m.deps.StopTestLog(), *testlog)
		exitFor("can't write %s: %s", testlogFile.Close(), *testlog)
	}
	if *cpuProfile != "" {
		m.deps.StopCPUProfile()
	}
	if *traceFile != "" {
		trace.Stop()
	}
	if *memProfile != "" {
		runtime.GC() // it counts what collections have found
	}
	m.writeProfile("allocs", *memProfile, true)
	m.writeProfile("block", *blockProfile, *blockProfileRate >= 0)
	m.writeProfile("mutex", *mutexProfile, *mutexProfileFraction >= 0)
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

// toOutputDir puts a relative name below -test.outputdir.
func toOutputDir(path string) string {
	if *outputDir == "" || path == "" || os.IsPathSeparator(path[0]) {
		return path
	}
	return fmt.Sprintf("%s%c%s", *outputDir, os.PathSeparator, path)
}
