package testdeps

import (
	"bufio"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"sync"
	"time"
)

// batchTime is how long a worker mutates one input.
const batchTime = 100 * time.Millisecond

// logEvery is how often the coordinator prints its progress.
const logEvery = 3 * time.Second

// A fuzzer makes workers look for inputs for which a fuzz target fails. Each worker is a process, because an input may
// kill it; for each worker a goroutine sends it tasks, and these goroutines share the fuzzer.
type fuzzer struct {
	fuzzOptions
	start time.Time

	mu       sync.Mutex
	changed  *sync.Cond // the state that workers wait for has changed
	initial  int        // number of inputs at the beginning
	warm     int        // how many of them workers have taken
	warmed   int        // and how many have run
	corpus   []corpusEntry
	known    map[[sha256.Size]byte]bool
	next     int // index of the input to mutate next
	mask     []byte
	mutator  mutator
	count    int64 // how many times the target has run
	waiting  int64 // how many times it may still run in current tasks
	found    int   // number of inputs that cover more
	stopping bool
	err      error

	crash      *message // an input for which the target fails
	minimizing bool     // the input is to be made smaller
	minimized  bool     // a worker has got that task

	logged      time.Time
	loggedCount int64
}

type fuzzOptions struct {
	limit, minimizeLimit int64
	minimizeTime         time.Duration
	parallel             int
	types                []reflect.Type
	corpusDir, cacheDir  string
}

// A crashError is an input for which the target fails; it has been written to a file.
type crashError struct {
	path string
	err  error
}

func (e *crashError) Error() string     { return e.err.Error() }
func (e *crashError) Unwrap() error     { return e.err }
func (e *crashError) CrashPath() string { return e.path }

// fuzz looks for failing inputs until it has one, or timeout, limit or Ctrl-C ends it.
func fuzz(options fuzzOptions, timeout time.Duration, seeds []corpusEntry) error {
	if options.parallel == 0 {
		options.parallel = runtime.GOMAXPROCS(0)
	}
	if options.limit > 0 && int64(options.parallel) > options.limit {
		options.parallel = int(options.limit)
	}
	f := &fuzzer{fuzzOptions: options, start: time.Now(), known: map[[sha256.Size]byte]bool{}}
	f.changed = sync.NewCond(&f.mu)
	f.logged = f.start
	f.mutator.state = uint64(f.start.UnixNano())
	f.mask = make([]byte, coverageSize())
	if err := f.read(seeds); err != nil {
		return err
	}
	interrupts := make(chan os.Signal, 1)
	signal.Notify(interrupts, os.Interrupt)
	defer signal.Stop(interrupts)
	f.log()
	var end <-chan time.Time
	if timeout > 0 {
		end = time.After(timeout)
	}
	done := make(chan struct{})
	go f.runWorkers(done)
	ticker := time.NewTicker(logEvery)
	defer ticker.Stop()
	for {
		select {
		case <-done:
			return f.finish()
		case <-end:
			f.stop(nil)
		case <-interrupts:
			f.stop(nil)
		case <-ticker.C:
			f.mu.Lock()
			f.log()
			f.mu.Unlock()
		}
	}
}

// read makes the corpus from the seeds and the inputs that earlier runs have found.
func (f *fuzzer) read(seeds []corpusEntry) error {
	for _, seed := range seeds {
		if seed.Values != nil {
			seed.Data = marshalInput(seed.Values)
		} else if data, err := os.ReadFile(seed.Path); err == nil {
			seed.Data = data
		} else {
			return err
		}
		f.add(seed)
	}
	if cached, err := readCorpus(f.cacheDir, f.types); err == nil && len(f.mask) > 0 {
		for _, entry := range cached {
			entry.Data = marshalInput(entry.Values)
			f.add(entry)
		}
	}
	if len(f.mask) == 0 {
		fmt.Fprintln(os.Stderr, "warning: the test binary was not built with coverage instrumentation, so fuzzing will run without coverage guidance and may be inefficient")
	}
	f.initial = len(f.corpus)
	if len(f.corpus) == 0 {
		fmt.Fprintln(os.Stderr, "warning: starting with empty corpus")
		var zeros []any
		for _, t := range f.types {
			zeros = append(zeros, reflect.Zero(t).Interface())
		}
		f.add(corpusEntry{Data: marshalInput(zeros)})
	}
	return nil
}

// add adds an input, if it is a new one.
func (f *fuzzer) add(entry corpusEntry) (isNew bool) {
	sum := sha256.Sum256(entry.Data)
	if f.known[sum] {
		return false
	}
	f.known[sum] = true
	entry.Values = nil
	f.corpus = append(f.corpus, entry)
	return true
}

func (f *fuzzer) elapsed() time.Duration { return time.Since(f.start).Round(time.Second) }

// log prints the fuzzer's progress.
func (f *fuzzer) log() {
	guided, now := len(f.mask) > 0, time.Now()
	line := fmt.Sprintf("fuzz: elapsed: %s, ", f.elapsed())
	switch rate := float64(f.count-f.loggedCount) / now.Sub(f.logged).Seconds(); {
	case f.warmed < f.initial && guided:
		line += fmt.Sprintf("gathering baseline coverage: %d/%d completed", f.warmed, f.initial)
	case f.warmed < f.initial:
		line += fmt.Sprintf("testing seed corpus: %d/%d completed", f.warmed, f.initial)
	case f.minimizing:
		line += "minimizing"
	case guided:
		line += fmt.Sprintf("execs: %d (%.0f/sec), new interesting: %d (total: %d)", f.count, rate, f.found, f.initial+f.found)
	default:
		line += fmt.Sprintf("execs: %d (%.0f/sec)", f.count, rate)
	}
	fmt.Fprintln(os.Stderr, line)
	f.logged, f.loggedCount = now, f.count
}

// stop makes all workers end after their current tasks.
func (f *fuzzer) stop(err error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.stopLocked(err)
}

func (f *fuzzer) stopLocked(err error) {
	if f.err == nil {
		f.err = err
	}
	f.stopping = true
	f.changed.Broadcast()
}

// finish writes the last failing input to a file.
func (f *fuzzer) finish() error {
	f.log()
	if f.crash == nil || f.err != nil {
		return f.err
	}
	path, err := writeInput(f.corpusDir, f.crash.input)
	if err != nil {
		return err
	}
	return &crashError{path, errors.New(string(f.crash.failure))}
}

// writeInput writes an input to a file of dir whose name is a hash of the content.
func writeInput(dir string, input []byte) (path string, err error) {
	path = filepath.Join(dir, fmt.Sprintf("%x", sha256.Sum256(input))[:16])
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return "", err
	}
	return path, os.WriteFile(path, input, 0o666)
}

// task returns the next task of a worker; nil if the worker may end.
func (f *fuzzer) task() (task *message, from corpusEntry) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for ; !f.stopping; f.changed.Wait() {
		switch {
		case f.crash != nil:
			if f.minimized {
				continue
			}
			f.minimized = true
			return &message{kind: taskMinimize, input: f.crash.input, limit: f.minimizeLimit, timeout: int64(f.minimizeTime)}, from
		case f.warm < f.initial:
			f.warm++
			from = f.corpus[f.warm-1]
			return &message{kind: taskRun, input: from.Data, limit: 1}, from
		case f.warmed < f.initial:
			continue
		}
		task := &message{kind: taskFuzz, seed: f.mutator.next(), timeout: int64(batchTime), coverage: slices.Clone(f.mask)}
		if f.limit > 0 {
			rest := f.limit - f.count - f.waiting
			if rest <= 0 {
				continue
			}
			task.limit = min((f.limit+int64(f.parallel)-1)/int64(f.parallel), rest)
			f.waiting += task.limit
		}
		from = f.corpus[f.next%len(f.corpus)]
		f.next++
		task.input = from.Data
		return task, from
	}
	return nil, from
}

// take processes a worker's answer.
func (f *fuzzer) take(task *message, from corpusEntry, answer *message, minimizable bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	defer f.changed.Broadcast()
	f.count += answer.count
	if task.kind == taskFuzz {
		f.waiting -= task.limit
	}
	switch failed := len(answer.failure) > 0; {
	case task.kind == taskMinimize:
		if failed && minimizable {
			f.crash = answer
		}
		f.stopLocked(nil)
		return
	case failed && from.IsSeed && task.kind == taskRun:
		name := filepath.Base(f.corpusDir) + "/" + filepath.Base(from.Path)
		fmt.Fprintf(os.Stderr, "failure while testing seed corpus entry: %s\n", name)
		f.stopLocked(errors.New(string(answer.failure)))
		return
	case failed:
		f.takeCrash(answer, minimizable)
		return
	}
	if task.kind == taskRun {
		f.warmed++
		addCoverage(f.mask, answer.coverage)
		if f.warmed == f.initial {
			what := "gathering baseline coverage"
			if len(f.mask) == 0 {
				what = "testing seed corpus"
			}
			fmt.Fprintf(os.Stderr, "fuzz: elapsed: %s, %s: %d/%d completed, now fuzzing with %d workers\n", f.elapsed(), what, f.warmed, f.initial, f.parallel)
		}
	} else if coversMore(answer.coverage, f.mask) && f.add(corpusEntry{Data: answer.input}) {
		f.found++
		addCoverage(f.mask, answer.coverage)
		if _, err := writeInput(f.cacheDir, answer.input); err != nil {
			f.stopLocked(err)
		}
	}
	if f.limit > 0 && f.count >= f.limit {
		f.stopLocked(nil)
	}
}

// takeCrash stores the first input for which the target fails.
func (f *fuzzer) takeCrash(answer *message, minimizable bool) {
	if f.crash != nil {
		return
	}
	f.crash = answer
	allowed := f.minimizeLimit > 0 || f.minimizeTime > 0
	for _, t := range f.types {
		if allowed && minimizable && (t.Kind() == reflect.String || t.Kind() == reflect.Slice) {
			f.minimizing = true
			fmt.Fprintf(os.Stderr, "fuzz: minimizing %d-byte failing input file\n", len(answer.input))
			return
		}
	}
	f.stopLocked(nil)
}

// runWorkers runs the workers and closes done when all have ended.
func (f *fuzzer) runWorkers(done chan<- struct{}) {
	var all sync.WaitGroup
	for range f.parallel {
		all.Go(func() {
			w := &workerProcess{}
			if err := w.work(f); err != nil {
				f.stop(err)
			}
		})
	}
	all.Wait()
	close(done)
}

// A workerProcess is the coordinator's side of a worker.
type workerProcess struct {
	process  *os.Process
	tasks    *os.File
	answers  *bufio.Reader
	pipe     *os.File
	progress *os.File
}

// work makes a worker do tasks until there are none.
func (w *workerProcess) work(f *fuzzer) error {
	defer w.end()
	for {
		task, from := f.task()
		if task == nil {
			return nil
		}
		if w.process == nil {
			if err := w.begin(); err != nil {
				if w.wasInterrupted() {
					f.stop(nil)
					return nil
				}
				return fmt.Errorf("fuzzing process terminated without fuzzing: %w", err)
			}
		}
		answer, err := w.ask(f, task)
		minimizable := true
		if err != nil {
			if answer, err = w.died(f, task); err != nil {
				return err
			}
			minimizable = false
		}
		if answer != nil {
			f.take(task, from, answer, minimizable)
		}
	}
}

// begin starts the process: the same program, with a flag that makes it a worker.
func (w *workerProcess) begin() (err error) {
	null, err := os.OpenFile(os.DevNull, os.O_RDWR, 0)
	if err != nil {
		return err
	}
	defer null.Close()
	taskEnd, tasks, err := os.Pipe()
	if err != nil {
		return err
	}
	answers, answerEnd, err := os.Pipe()
	if err != nil {
		return err
	}
	w.tasks, w.pipe, w.answers = tasks, answers, bufio.NewReader(answers)
	if w.progress, err = os.CreateTemp("", "minigo-fuzz-*"); err != nil {
		return err
	}
	os.Remove(w.progress.Name()) // the open file is enough
	args := append([]string{os.Args[0], "-test.fuzzworker"}, os.Args[1:]...)
	files := []*os.File{null, null, null, taskEnd, answerEnd, w.progress}
	w.process, err = os.StartProcess(os.Args[0], args, &os.ProcAttr{Files: files})
	// When the worker ends, nobody else may have the other ends open.
	taskEnd.Close()
	answerEnd.Close()
	if err != nil {
		return err
	}
	_, err = readMessage(w.answers)
	return err
}

// wasInterrupted reports whether Ctrl-C, which goes to all processes of a terminal, ended a worker before its first
// message.
func (w *workerProcess) wasInterrupted() bool {
	if w.process == nil {
		return false
	}
	state, err := w.process.Wait()
	w.process = nil
	return err == nil && state.String() == "signal: interrupt"
}

// ask sends the worker a task and waits for the answer. It kills a worker that is still busy a second after the fuzzer
// has stopped.
func (w *workerProcess) ask(f *fuzzer, task *message) (*message, error) {
	w.progress.WriteAt(make([]byte, 8), 0)
	if err := task.write(w.tasks); err != nil {
		return nil, err
	}
	answered := make(chan struct{})
	defer close(answered)
	go func() {
		for {
			select {
			case <-answered:
				return
			case <-time.After(time.Second):
			}
			f.mu.Lock()
			stopping := f.stopping
			f.mu.Unlock()
			if stopping {
				w.process.Kill()
				return
			}
		}
	}()
	return readMessage(w.answers)
}

// died makes an answer for a worker that ended during a task: the input that it ran has killed it. If the fuzzer itself
// has killed it, there is no answer.
func (w *workerProcess) died(f *fuzzer, task *message) (*message, error) {
	var count [8]byte
	w.progress.ReadAt(count[:], 0)
	state, err := w.process.Wait()
	w.process = nil
	w.end()
	f.mu.Lock()
	stopping := f.stopping
	f.mu.Unlock()
	if stopping {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	if state.ExitCode() == workerFailed {
		return nil, fmt.Errorf("fuzzing process exited unexpectedly due to an internal failure: %v", state)
	}
	n := int64(binary.LittleEndian.Uint64(count[:]))
	failure := fmt.Sprintf("fuzzing process hung or terminated unexpectedly: %v", state)
	return &message{kind: workerDone, count: n, failure: []byte(failure), input: task.lastInput(n)}, nil
}

// workerFailed is the exit status of a worker after an error of its own.
const workerFailed = 70

// end makes the worker end.
func (w *workerProcess) end() {
	if w.tasks != nil {
		w.tasks.Close()
		w.pipe.Close()
		w.progress.Close()
		w.tasks = nil
	}
	if w.process != nil {
		w.process.Wait()
		w.process = nil
	}
}
