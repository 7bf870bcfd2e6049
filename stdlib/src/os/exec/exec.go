// Package exec runs programs: it finds them, and connects their input and output.
package exec

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"syscall"
	"time"
)

// ErrWaitDelay means that WaitDelay expired while the program's output was still open.
var ErrWaitDelay = errors.New("exec: WaitDelay expired before I/O complete")

// A Cmd is a program to run, or a program that runs or has run. It can be started only once.
type Cmd struct {
	Path         string    // path of the program
	Args         []string  // the name first; only Path if empty
	Env          []string  // this process's if nil; of equal names the last wins
	Dir          string    // the working directory; this process's if empty
	Stdin        io.Reader // an empty input if nil
	Stdout       io.Writer // discarded if nil; if both writers are equal, only one goroutine at a time writes
	Stderr       io.Writer
	ExtraFiles   []*os.File // the descriptors from 3 on
	SysProcAttr  *syscall.SysProcAttr
	Process      *os.Process      // set by Start
	ProcessState *os.ProcessState // set by Wait
	Err          error            // error of the search for Path
	Cancel       func() error     // called when the context ends; by default it kills the program
	WaitDelay    time.Duration    // how long to wait, after the end of the context or the program, for open pipes

	ctx     context.Context
	started atomic.Bool
	theirs  []io.Closer    // the child's ends of pipes, closed after the start
	ours    []io.Closer    // this process's ends, closed by Wait
	copies  []func() error // functions that copy input and output
	copied  chan error     // the first error of all copies; nil if there are none
	watched chan watch     // the result of watching the context; nil if nothing watches it
}

// A watch is the result of watching the context: the error of a cancelled command, and the timer for
// WaitDelay.
type watch struct {
	err   error
	timer *time.Timer
}

// Command returns a Cmd for a program with arguments. A name without a slash is searched in PATH.
func Command(name string, arg ...string) *Cmd {
	c := &Cmd{Path: name, Args: append([]string{name}, arg...)}
	if filepath.Base(name) == name {
		path, err := LookPath(name)
		if path != "" {
			c.Path = path
		}
		c.Err = err
	}
	return c
}

// CommandContext is Command, but the program is killed if the context ends first.
func CommandContext(ctx context.Context, name string, arg ...string) *Cmd {
	if ctx == nil {
		panic("nil Context")
	}
	c := Command(name, arg...)
	c.ctx = ctx
	c.Cancel = func() error { return c.Process.Kill() }
	return c
}

func (c *Cmd) argv() []string {
	if len(c.Args) > 0 {
		return c.Args
	}
	return []string{c.Path}
}

// String returns the command line, not quoted.
func (c *Cmd) String() string {
	if c.Err != nil {
		return strings.Join(c.Args, " ")
	}
	return strings.Join(append([]string{c.Path}, c.argv()[1:]...), " ")
}

// environ returns the environment of the program.
func (c *Cmd) environ() ([]string, error) {
	var first error
	env := c.Env
	if env == nil {
		env = os.Environ()
		if c.Dir != "" {
			pwd, err := filepath.Abs(c.Dir)
			if err == nil {
				env = append(env, "PWD="+pwd)
			}
			first = err
		}
	}
	env, err := lastOfEach(env)
	if first == nil {
		first = err
	}
	return env, first
}

// lastOfEach keeps the last setting of each variable, and removes settings that contain a zero byte.
func lastOfEach(env []string) (out []string, err error) {
	seen := make(map[string]bool, len(env))
	for _, setting := range slices.Backward(env) {
		if strings.IndexByte(setting, 0) >= 0 {
			err = errors.New("exec: environment variable contains NUL")
			continue
		}
		if setting == "" {
			continue
		}
		// A name may begin with "=".
		if equals := strings.IndexByte(setting[1:], '='); setting[0] == '=' || equals >= 0 {
			name := setting[:equals+1]
			if seen[name] {
				continue
			}
			seen[name] = true
		}
		out = append(out, setting)
	}
	slices.Reverse(out)
	return out, err
}

// Environ returns the environment that the program gets.
func (c *Cmd) Environ() []string {
	env, _ := c.environ()
	return env
}

// Run runs the program to its end. The error is an *ExitError if the program ran but did not succeed.
func (c *Cmd) Run() error {
	if err := c.Start(); err != nil {
		return err
	}
	return c.Wait()
}

func closeAll(list *[]io.Closer) {
	for _, c := range *list {
		c.Close()
	}
	*list = nil
}

// Start starts the program; the caller must call Wait afterwards.
func (c *Cmd) Start() error {
	if c.started.Swap(true) {
		return errors.New("exec: already started")
	}
	err := c.start()
	closeAll(&c.theirs)
	if err != nil {
		closeAll(&c.ours)
		c.copies = nil
		return err
	}
	c.copyInBackground()
	if (c.Cancel != nil || c.WaitDelay != 0) && c.ctx != nil && c.ctx.Done() != nil {
		c.watched = make(chan watch)
		go c.watch()
	}
	return nil
}

func (c *Cmd) start() error {
	if c.Path == "" && c.Err == nil {
		c.Err = errors.New("exec: no command")
	}
	switch {
	case c.Err != nil:
		return c.Err
	case c.Cancel != nil && c.ctx == nil:
		return errors.New("exec: command with a non-nil Cancel was not created with CommandContext")
	case c.ctx != nil && c.ctx.Err() != nil:
		return c.ctx.Err()
	}
	files, err := c.files()
	if err != nil {
		return err
	}
	env, err := c.environ()
	if err != nil {
		return err
	}
	attr := &os.ProcAttr{Dir: c.Dir, Files: files, Env: env, Sys: c.SysProcAttr}
	c.Process, err = os.StartProcess(c.Path, c.argv(), attr)
	return err
}

// copyInBackground starts the copying goroutines, and sends their first error when all have ended.
func (c *Cmd) copyInBackground() {
	if len(c.copies) == 0 {
		return
	}
	copied := make(chan error, 1)
	c.copied = copied
	ended := make(chan error)
	for _, f := range c.copies {
		go func() { ended <- f() }()
	}
	go func(n int) {
		var first error
		for range n {
			if err := <-ended; first == nil {
				first = err
			}
		}
		copied <- first
	}(len(c.copies))
	c.copies = nil
}

// A caused is an error with words before it.
type caused struct {
	words string
	err   error
}

func (e caused) Error() string { return e.words + ": " + e.err.Error() }
func (e caused) Unwrap() error { return e.err }

// watch cancels the program when the context ends before Wait receives from watched.
func (c *Cmd) watch() {
	select {
	case c.watched <- watch{}:
		return
	case <-c.ctx.Done():
	}
	var err error
	if c.Cancel != nil {
		switch failed := c.Cancel(); {
		case failed == nil:
			err = c.ctx.Err()
		case !errors.Is(failed, os.ErrProcessDone):
			err = caused{"exec: canceling Cmd", failed}
		}
	}
	if c.WaitDelay == 0 {
		c.watched <- watch{err: err}
		return
	}
	timer := time.NewTimer(c.WaitDelay)
	select {
	case c.watched <- watch{err, timer}:
	case <-timer.C:
		c.watched <- watch{err: c.kill(err)}
	}
}

// kill kills a program that was cancelled with err and has not ended, and closes the pipes.
func (c *Cmd) kill(err error) error {
	failed := c.Process.Kill()
	if failed != nil && !errors.Is(failed, os.ErrProcessDone) {
		err = caused{"exec: killing Cmd", failed}
	}
	if c.copied == nil {
		return err
	}
	select {
	case copied := <-c.copied:
		if err == nil && failed != nil {
			err = copied
		}
	default:
		closeAll(&c.ours)
		<-c.copied
		if err == nil {
			err = ErrWaitDelay
		}
	}
	c.copied = nil
	return err
}

// An ExitError is a program that did not succeed.
type ExitError struct {
	*os.ProcessState
	Stderr []byte // the beginning and the end of its standard error, if Output was called
}

func (e *ExitError) Error() string { return e.ProcessState.String() }

// Wait waits until a started program has ended and all data is copied.
func (c *Cmd) Wait() error {
	switch {
	case c.Process == nil:
		return errors.New("exec: not started")
	case c.ProcessState != nil:
		return errors.New("exec: Wait was already called")
	}
	state, failed := c.Process.Wait()
	c.ProcessState = state
	if failed == nil && !state.Success() {
		failed = &ExitError{ProcessState: state}
	}
	timer, interrupted := c.unwatch()
	copied := c.awaitCopies(timer)
	closeAll(&c.ours)
	return cmp.Or(failed, interrupted, copied)
}

// unwatch stops watching the context. It returns the timer for WaitDelay, if that has
// begun, and the error of a context that has ended the program.
func (c *Cmd) unwatch() (*time.Timer, error) {
	if c.watched == nil {
		return nil, nil
	}
	w := <-c.watched
	return w.timer, w.err
}

// awaitCopies waits for the end of copying, at most until the timer fires; without a timer, WaitDelay begins now.
func (c *Cmd) awaitCopies(timer *time.Timer) error {
	if timer != nil {
		defer timer.Stop()
	}
	if c.copied == nil {
		return nil
	}
	copied := c.copied
	c.copied = nil
	if timer == nil {
		if c.WaitDelay == 0 {
			return <-copied
		}
		// A copy that has already ended is complete, however short the delay is.
		select {
		case err := <-copied:
			return err
		default:
		}
		timer = time.NewTimer(c.WaitDelay)
		defer timer.Stop()
	}
	select {
	case err := <-copied:
		return err
	case <-timer.C:
		closeAll(&c.ours)
		<-copied
		return ErrWaitDelay
	}
}

// Output runs the program and returns its standard output. It sets ExitError.Stderr if c.Stderr is nil.
func (c *Cmd) Output() ([]byte, error) {
	if c.Stdout != nil {
		return nil, errors.New("exec: Stdout already set")
	}
	var out bytes.Buffer
	c.Stdout = &out
	var kept *ends
	if c.Stderr == nil {
		kept = &ends{}
		c.Stderr = kept
	}
	err := c.Run()
	if exit, ok := err.(*ExitError); ok && kept != nil {
		exit.Stderr = kept.bytes()
	}
	return out.Bytes(), err
}

// CombinedOutput runs the program and returns its standard output and standard error together.
func (c *Cmd) CombinedOutput() ([]byte, error) {
	if c.Stdout != nil {
		return nil, errors.New("exec: Stdout already set")
	}
	if c.Stderr != nil {
		return nil, errors.New("exec: Stderr already set")
	}
	var out bytes.Buffer
	c.Stdout, c.Stderr = &out, &out
	err := c.Run()
	return out.Bytes(), err
}
