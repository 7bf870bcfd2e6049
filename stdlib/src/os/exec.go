package os

import (
	"errors"
	"strconv"
	"sync"
	"syscall"
	"time"
)

// A Signal can be sent to a process.
type Signal interface {
	String() string
	Signal()
}

// The two signals that every system has.
var (
	Interrupt Signal = syscall.SIGINT
	Kill      Signal = syscall.SIGKILL
)

// ErrProcessDone means that a process has ended.
var ErrProcessDone = errors.New("os: process already finished")

// ErrNoHandle means that no handle of the process is available.
var ErrNoHandle = errors.New("os: process handle unavailable")

var errReleased = errors.New("os: process already released")

// A ProcAttr is what a new process has: a directory to work in, an environment and files. Of nil they are this
// process's, but for the files: entry i becomes the descriptor i, a nil one is closed.
type ProcAttr struct {
	Dir   string
	Env   []string
	Files []*File
	Sys   *syscall.SysProcAttr
}

// The states of a Process.
const (
	running = iota
	done
	released
)

// A Process is a process that was started or found.
type Process struct {
	Pid   int
	mu    sync.RWMutex // a signal holds it for reading; who waits, before the number becomes free
	state int
}

// StartProcess starts a program: a path, its arguments with its name, and what it has. Package os/exec is easier to
// use.
func StartProcess(name string, argv []string, attr *ProcAttr) (*Process, error) {
	if attr.Sys == nil && attr.Dir != "" {
		// The error of exec would name the program.
		if _, err := Stat(attr.Dir); err != nil {
			pe := err.(*PathError)
			pe.Op = "chdir"
			return nil, pe
		}
	}
	sys := &syscall.ProcAttr{Dir: attr.Dir, Env: attr.Env, Sys: attr.Sys}
	if sys.Env == nil {
		sys.Env = Environ()
	}
	for _, f := range attr.Files {
		if f != nil {
			f.share()
		}
		sys.Files = append(sys.Files, f.Fd())
	}
	pid, _, err := syscall.StartProcess(name, argv, sys)
	if err != nil {
		return nil, &PathError{Op: "fork/exec", Path: name, Err: err}
	}
	return &Process{Pid: pid}, nil
}

// FindProcess makes a Process of a number. If there is no such process it is one that has ended.
func FindProcess(pid int) (*Process, error) {
	p := &Process{Pid: pid}
	fd, err := syscall.OpenProcess(pid)
	switch err {
	case nil:
		syscall.Close(fd)
	case syscall.ESRCH:
		p.state = done
	}
	return p, nil
}

// over is the error of a process in this state.
func over(state int) error {
	switch state {
	case done:
		return ErrProcessDone
	case released:
		return errReleased
	}
	return nil
}

// finish makes the state one of an ended process. From then on its number may be another's.
func (p *Process) finish(state int) {
	p.mu.Lock()
	if p.state == running {
		p.state = state
	}
	p.mu.Unlock()
}

// Release gives the process up; it cannot be waited for any more.
func (p *Process) Release() error {
	p.Pid = -1
	p.finish(released)
	return nil
}

// Kill ends the process, and does not wait for that.
func (p *Process) Kill() error { return p.Signal(Kill) }

// Signal sends a signal.
func (p *Process) Signal(sig Signal) error {
	s, ok := sig.(syscall.Signal)
	if !ok {
		return errors.New("os: unsupported signal type")
	}
	switch p.Pid {
	case -1:
		return errReleased
	case 0:
		return errors.New("os: process not initialized")
	}
	p.mu.RLock()
	defer p.mu.RUnlock()
	if err := over(p.state); err != nil {
		return err
	}
	if err := syscall.Kill(p.Pid, s); err != syscall.ESRCH {
		return err
	}
	return ErrProcessDone
}

// WithHandle calls f with a descriptor of the process, which is valid until f returns.
func (p *Process) WithHandle(f func(handle uintptr)) error {
	p.mu.RLock()
	err := over(p.state)
	fd := -1
	if err == nil {
		if fd, err = syscall.OpenProcess(p.Pid); err != nil {
			err = ErrNoHandle
		}
	}
	p.mu.RUnlock()
	if err != nil {
		return err
	}
	defer syscall.Close(fd)
	f(uintptr(fd))
	return nil
}

// Wait waits until the process, a child, has ended.
func (p *Process) Wait() (*ProcessState, error) {
	p.mu.RLock()
	state := p.state
	p.mu.RUnlock()
	switch {
	case state == released || p.Pid == -1:
		return nil, syscall.EINVAL
	case state == done:
		return nil, NewSyscallError("wait", syscall.ECHILD)
	}
	// First it is known to have ended, then no signal is sent any more, then its number becomes free.
	err := syscall.WaitEnd(p.Pid)
	s := &ProcessState{}
	if err == nil {
		p.finish(done)
		s.pid, err = syscall.Wait4(p.Pid, &s.status, 0, &s.usage)
	}
	if err != nil {
		return nil, NewSyscallError("waitid", err)
	}
	return s, nil
}

// A ProcessState is how a process ended.
type ProcessState struct {
	pid    int
	status syscall.WaitStatus
	usage  syscall.Rusage
}

// Pid is the number that the process had.
func (p *ProcessState) Pid() int { return p.pid }

// Exited reports whether the process ended by itself.
func (p *ProcessState) Exited() bool { return p.status.Exited() }

// Success reports whether its status was 0.
func (p *ProcessState) Success() bool { return p.status.ExitStatus() == 0 }

// ExitCode is its status, -1 if a signal ended it or it has not ended.
func (p *ProcessState) ExitCode() int {
	if p == nil {
		return -1
	}
	return p.status.ExitStatus()
}

// Sys is the syscall.WaitStatus.
func (p *ProcessState) Sys() any { return p.status }

// SysUsage is the *syscall.Rusage.
func (p *ProcessState) SysUsage() any { return &p.usage }

// UserTime is the processor time that it and its children have taken.
func (p *ProcessState) UserTime() time.Duration { return time.Duration(p.usage.Utime.Nano()) }

// SystemTime is the processor time that the system has taken for them.
func (p *ProcessState) SystemTime() time.Duration { return time.Duration(p.usage.Stime.Nano()) }

// String is "exit status 1", "signal: killed" and the like.
func (p *ProcessState) String() string {
	if p == nil {
		return "<nil>"
	}
	text := ""
	switch s := p.status; {
	case s.Exited():
		text = "exit status " + strconv.Itoa(s.ExitStatus())
	case s.Signaled():
		text = "signal: " + s.Signal().String()
	case s.Stopped():
		text = "stop signal: " + s.StopSignal().String()
		if cause := s.TrapCause(); cause > 0 {
			text += " (trap " + strconv.Itoa(cause) + ")"
		}
	case s.Continued():
		text = "continued"
	}
	if p.status.CoreDump() {
		text += " (core dumped)"
	}
	return text
}
