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

// The two signals that all systems have.
var (
	Interrupt Signal = syscall.SIGINT
	Kill      Signal = syscall.SIGKILL
)

// ErrProcessDone means that a process has ended.
var ErrProcessDone = errors.New("os: process already finished")

// ErrNoHandle means that no handle of the process is available.
var ErrNoHandle = errors.New("os: process handle unavailable")

var errReleased = errors.New("os: process already released")

// A ProcAttr has the attributes of a new process: working directory, environment and files. Nil stands for those of
// this process, except for files: entry i becomes the descriptor i, a nil entry is closed.
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

// A Process is a process that the program started or found.
type Process struct {
	Pid   int
	mu    sync.RWMutex // a goroutine that sends a signal holds it for reading, one that waits locks it before the process number becomes free
	state int
}

// StartProcess starts a program, given its path, its arguments including the name, and its attributes. Package os/exec
// is easier to use.
func StartProcess(name string, argv []string, attr *ProcAttr) (*Process, error) {
	if attr.Sys == nil && attr.Dir != "" {
		// The error of exec would contain the program's name.
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

// FindProcess returns the Process with a number. If there is no such process, it returns one that has ended.
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

// over returns the error of a process in this state.
func over(state int) error {
	switch state {
	case done:
		return ErrProcessDone
	case released:
		return errReleased
	}
	return nil
}

// finish sets the state of an ended process. From then on another process may get its number.
func (p *Process) finish(state int) {
	p.mu.Lock()
	if p.state == running {
		p.state = state
	}
	p.mu.Unlock()
}

// Release releases the process; the program cannot wait for it afterwards.
func (p *Process) Release() error {
	p.Pid = -1
	p.finish(released)
	return nil
}

// Kill kills the process, and does not wait for its end.
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

// Wait waits until the process, a child of this one, has ended.
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
	// In this order: wait for the end, forbid further signals, and only then free the process number.
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

// A ProcessState describes how a process ended.
type ProcessState struct {
	pid    int
	status syscall.WaitStatus
	usage  syscall.Rusage
}

// Pid returns the number that the process had.
func (p *ProcessState) Pid() int { return p.pid }

// Exited reports whether the process ended by itself.
func (p *ProcessState) Exited() bool { return p.status.Exited() }

// Success reports whether the exit status was 0.
func (p *ProcessState) Success() bool { return p.status.ExitStatus() == 0 }

// ExitCode returns the exit status, -1 if a signal ended the process or it has not ended.
func (p *ProcessState) ExitCode() int {
	if p == nil {
		return -1
	}
	return p.status.ExitStatus()
}

// Sys returns the syscall.WaitStatus.
func (p *ProcessState) Sys() any { return p.status }

// SysUsage returns the *syscall.Rusage.
func (p *ProcessState) SysUsage() any { return &p.usage }

// UserTime returns the user processor time of the process and its children.
func (p *ProcessState) UserTime() time.Duration { return time.Duration(p.usage.Utime.Nano()) }

// SystemTime returns the system processor time of the process and its children.
func (p *ProcessState) SystemTime() time.Duration { return time.Duration(p.usage.Stime.Nano()) }

// String returns a text like "exit status 1" or "signal: killed".
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
