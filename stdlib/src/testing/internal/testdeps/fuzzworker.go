package testdeps

import (
	"bufio"
	"encoding/binary"
	"io"
	"os"
	"os/signal"
	"slices"
	"syscall"
	"time"
)

// The files of a worker: for tasks, for answers, and for the number of inputs that the task has begun, which
// the coordinator needs if an input kills the worker.
const (
	tasksFile    = 3
	answersFile  = 4
	progressFile = 5
)

// chained is the number of mutations after which the mutator starts again with the task's input.
const chained = 5

// inputLimit is how long the target may run on one input.
const inputLimit = 10 * time.Second

// A fuzzWorker runs a fuzz target on inputs.
type fuzzWorker struct {
	target   func(corpusEntry) error
	progress *os.File
	watch    *time.Timer
	count    int64
}

// runFuzzWorker executes a coordinator's tasks until the coordinator closes its end.
func runFuzzWorker(target func(corpusEntry) error) error {
	// The coordinator handles Ctrl-C, and ends its workers.
	signal.Ignore(os.Interrupt)
	for _, fd := range []int{tasksFile, answersFile, progressFile} {
		syscall.CloseOnExec(fd) // programs that the target starts must not keep them open
	}
	tasks := bufio.NewReader(os.NewFile(tasksFile, "fuzz_in"))
	answers := os.NewFile(answersFile, "fuzz_out")
	watch := time.AfterFunc(inputLimit, func() { panic("deadlocked!") })
	watch.Stop()
	w := &fuzzWorker{target: target, progress: os.NewFile(progressFile, "fuzz_progress"), watch: watch}
	takeCoverage()
	ready := message{kind: workerReady, coverage: make([]byte, len(covered))}
	if err := ready.write(answers); err != nil {
		return err
	}
	for {
		task, err := readMessage(tasks)
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		answer, err := w.do(task)
		if err != nil {
			return err
		}
		if err := answer.write(answers); err != nil {
			return err
		}
	}
}

func (w *fuzzWorker) do(task *message) (*message, error) {
	values, err := parseInput(task.input)
	if err != nil {
		return nil, err
	}
	w.count = 0
	answer := &message{kind: workerDone, input: task.input}
	switch task.kind {
	case taskRun:
		answer.failure = w.run(values)
		answer.coverage = covered
	case taskFuzz:
		w.fuzz(task, values, answer)
	case taskMinimize:
		w.minimize(task, values, answer)
	}
	answer.count = w.count
	return answer, nil
}

// run runs the target and returns its output if it failed.
func (w *fuzzWorker) run(values []any) (failure []byte) {
	w.count++
	w.progress.WriteAt(binary.LittleEndian.AppendUint64(nil, uint64(w.count)), 0)
	w.watch.Reset(inputLimit)
	err := w.target(corpusEntry{Values: values})
	w.watch.Stop()
	if err == nil {
		return nil
	}
	if err.Error() == "" {
		return []byte("fuzz function failed with no input")
	}
	return []byte(err.Error())
}

// over returns a function that reports whether a task has used up its time or its number of runs.
func (w *fuzzWorker) over(task *message) func() bool {
	start := time.Now()
	return func() bool {
		return task.limit > 0 && w.count >= task.limit ||
			task.timeout > 0 && time.Since(start) >= time.Duration(task.timeout)
	}
}

// fuzz runs the target on mutated values until it fails or covers more than is known.
func (w *fuzzWorker) fuzz(task *message, values []any, answer *message) {
	m := mutator{task.seed}
	over := w.over(task)
	var changed []any
	for !over() {
		changed = m.change(values, changed, w.count)
		answer.failure = w.run(slices.Clone(changed))
		if len(answer.failure) > 0 {
			answer.input = marshalInput(changed)
			return
		}
		if coversMore(covered, task.coverage) {
			answer.input, answer.coverage = marshalInput(changed), covered
			return
		}
	}
}

// change returns the values for run number count of a task, given those before.
func (m *mutator) change(values, before []any, count int64) []any {
	if count%chained == 0 {
		before = slices.Clone(values)
	}
	m.mutate(before)
	return before
}

// lastInput reconstructs the input that a task ran last.
func (task *message) lastInput(count int64) []byte {
	values, err := parseInput(task.input)
	if err != nil || task.kind != taskFuzz {
		return task.input
	}
	m := mutator{task.seed}
	var changed []any
	for i := range count {
		changed = m.change(values, changed, i)
	}
	if changed == nil {
		return task.input
	}
	return marshalInput(changed)
}

// minimize makes failing values smaller.
func (w *fuzzWorker) minimize(task *message, values []any, answer *message) {
	answer.failure = w.run(slices.Clone(values))
	if len(answer.failure) == 0 {
		return // the failure is not reproducible
	}
	try := func(values []any) bool {
		failure := w.run(values)
		if len(failure) > 0 {
			answer.failure = failure
		}
		return len(failure) > 0
	}
	if minimize(values, try, w.over(task)) {
		answer.input = marshalInput(values)
	}
}
