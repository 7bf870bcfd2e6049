package syscall

import "errors"

// A Timeval is a time in seconds and microseconds.
type Timeval struct {
	Sec  int64
	Usec int64
}

// Unix gives the time as seconds and nanoseconds.
func (tv *Timeval) Unix() (sec int64, nsec int64) { return tv.Sec, tv.Usec * 1000 }

// Nano returns the time in nanoseconds.
func (tv *Timeval) Nano() int64 { return tv.Sec*1e9 + tv.Usec*1000 }

// A Rusage is the kernel's struct rusage.
type Rusage struct {
	Utime    Timeval
	Stime    Timeval
	Maxrss   int64
	Ixrss    int64
	Idrss    int64
	Isrss    int64
	Minflt   int64
	Majflt   int64
	Nswap    int64
	Inblock  int64
	Oublock  int64
	Msgsnd   int64
	Msgrcv   int64
	Nsignals int64
	Nvcsw    int64
	Nivcsw   int64
}

// A WaitStatus says how a process ended, stopped or continued: 7 bits of a signal, 0x7f if it stopped; one bit for a
// core dump; then the exit status or the signal that stopped it.
type WaitStatus uint32

const (
	statusSignal    = 0x7f
	statusCore      = 0x80
	statusContinued = 0xffff
)

// Exited reports whether the process ended by itself.
func (w WaitStatus) Exited() bool { return w&statusSignal == 0 }

// Signaled reports whether a signal ended the process.
func (w WaitStatus) Signaled() bool { return w&statusSignal != statusSignal && w&statusSignal != 0 }

// Stopped reports whether a signal stopped the process.
func (w WaitStatus) Stopped() bool { return w&0xff == statusSignal }

// Continued reports whether the process has been continued.
func (w WaitStatus) Continued() bool { return w == statusContinued }

// CoreDump reports whether the process left a core.
func (w WaitStatus) CoreDump() bool { return w.Signaled() && w&statusCore != 0 }

// ExitStatus returns the status of a process that ended by itself, else -1.
func (w WaitStatus) ExitStatus() int {
	if !w.Exited() {
		return -1
	}
	return int(w >> 8 & 0xff)
}

// Signal returns the signal that ended the process, else -1.
func (w WaitStatus) Signal() Signal {
	if !w.Signaled() {
		return -1
	}
	return Signal(w & statusSignal)
}

// StopSignal returns the signal that stopped the process, else -1.
func (w WaitStatus) StopSignal() Signal {
	if !w.Stopped() {
		return -1
	}
	return Signal(w>>8) & 0xff
}

// TrapCause returns the cause of a trap that stopped a traced process, else -1.
func (w WaitStatus) TrapCause() int {
	if w.StopSignal() != SIGTRAP {
		return -1
	}
	return int(w>>8) >> 8
}

// A Credential is the user and the groups of a process.
type Credential struct {
	Uid         uint32
	Gid         uint32
	Groups      []uint32
	NoSetGroups bool
}

// A SysProcIDMap maps ids of a user namespace.
type SysProcIDMap struct {
	ContainerID int
	HostID      int
	Size        int
}

// A SysProcAttr has Linux-specific attributes of a new process.
type SysProcAttr struct {
	Chroot                     string
	Credential                 *Credential
	Ptrace                     bool
	Setsid                     bool
	Setpgid                    bool // to Pgid, or to a new group if that is 0
	Setctty                    bool // sets Ctty, a descriptor of the child
	Noctty                     bool
	Ctty                       int
	Foreground                 bool // puts the group into the foreground of Ctty, a descriptor of the parent
	Pgid                       int
	Pdeathsig                  Signal
	Cloneflags                 uintptr
	Unshareflags               uintptr
	UidMappings                []SysProcIDMap
	GidMappings                []SysProcIDMap
	GidMappingsEnableSetgroups bool
	AmbientCaps                []uintptr
	UseCgroupFD                bool
	CgroupFD                   int
	PidFD                      *int // receives a descriptor of the child, or -1
}

// A ProcAttr has the attributes of a new process.
type ProcAttr struct {
	Dir   string
	Env   []string
	Files []uintptr
	Sys   *SysProcAttr
}

// Flags in the settings for forkExec.
const (
	flagSession = 1 << iota
	flagGroup
	flagForeground
	flagTerminal
	flagNoTerminal
	flagCredential
	flagGroups
	flagTraced
)

// forkExec starts a process. args and env are strings that each end with a zero byte; an empty dir or root means no
// change. settings are the flags above, the process group, a terminal, the signal at the parent's death, user, group,
// and the namespaces to unshare.
func forkExec(path, dir, root, args, env string, files, settings []int, groups []uint32) (pid, errno int)

// exec executes another program in this process. exec returns only if it fails, with an error
// number.
func exec(path, args, env string) (errno int)

// wait4 waits for a child without holding the P; usage may be nil.
func wait4(pid, options int, usage *Rusage) (wpid, status, errno int)

// waitEnd waits until a child has ended, without holding the P, but does not reap it.
func waitEnd(pid int) (errno int)

// pidfdOpen returns a descriptor of a process.
func pidfdOpen(pid int) (fd, errno int)

// terminated concatenates strings, each followed by a zero byte.
func terminated(list []string) (string, error) {
	n := 0
	for _, s := range list {
		n += len(s) + 1
	}
	all := make([]byte, 0, n)
	for _, s := range list {
		if hasZero(s) {
			return "", EINVAL
		}
		all = append(append(all, s...), 0)
	}
	return string(all), nil
}

func hasZero(s string) bool {
	for i := range len(s) {
		if s[i] == 0 {
			return true
		}
	}
	return false
}

// supported returns an error for attributes that minigo does not support.
func (sys *SysProcAttr) supported(files int) error {
	switch {
	case sys.Setctty && sys.Foreground:
		return errors.New("both Setctty and Foreground set in SysProcAttr")
	case sys.Setctty && sys.Ctty >= files:
		return errors.New("Setctty set but Ctty not valid in child")
	case sys.Cloneflags != 0 || sys.UidMappings != nil || sys.GidMappings != nil || sys.AmbientCaps != nil || sys.UseCgroupFD:
		return ENOSYS
	}
	return nil
}

// settings returns the settings for forkExec.
func (sys *SysProcAttr) settings() (settings []int, groups []uint32) {
	flags := 0
	set := func(on bool, flag int) {
		if on {
			flags |= flag
		}
	}
	set(sys.Setsid, flagSession)
	set(sys.Setpgid || sys.Foreground, flagGroup)
	set(sys.Foreground, flagForeground)
	set(sys.Setctty, flagTerminal)
	set(sys.Noctty, flagNoTerminal)
	set(sys.Ptrace, flagTraced)
	uid, gid := 0, 0
	if c := sys.Credential; c != nil {
		set(true, flagCredential)
		set(!c.NoSetGroups, flagGroups)
		uid, gid, groups = int(c.Uid), int(c.Gid), c.Groups
	}
	return []int{flags, sys.Pgid, sys.Ctty, int(sys.Pdeathsig), uid, gid, int(sys.Unshareflags)}, groups
}

// ForkExec starts a process and returns its number.
func ForkExec(argv0 string, argv []string, attr *ProcAttr) (pid int, err error) {
	if attr == nil {
		attr = &ProcAttr{}
	}
	sys := attr.Sys
	if sys == nil {
		sys = &SysProcAttr{}
	}
	args, err := terminated(argv)
	if err != nil {
		return 0, err
	}
	env, err := terminated(attr.Env)
	if err != nil {
		return 0, err
	}
	if err := sys.supported(len(attr.Files)); err != nil {
		return 0, err
	}
	files := make([]int, len(attr.Files))
	for i, fd := range attr.Files {
		files[i] = int(fd)
	}
	settings, groups := sys.settings()
	pid, errno := forkExec(argv0, attr.Dir, sys.Chroot, args, env, files, settings, groups)
	if errno != 0 {
		return 0, Errno(errno)
	}
	if sys.PidFD != nil {
		*sys.PidFD, _ = pidfdOpen(pid)
	}
	return pid, nil
}

// StartProcess starts a process and returns its number, and 0 as handle.
func StartProcess(argv0 string, argv []string, attr *ProcAttr) (pid int, handle uintptr, err error) {
	pid, err = ForkExec(argv0, argv, attr)
	return pid, 0, err
}

// Exec executes another program in this process.
func Exec(argv0 string, argv []string, envv []string) (err error) {
	args, err := terminated(argv)
	if err != nil {
		return err
	}
	env, err := terminated(envv)
	if err != nil {
		return err
	}
	return failure(exec(argv0, args, env))
}

// Wait4 waits for a child.
func Wait4(pid int, wstatus *WaitStatus, options int, rusage *Rusage) (wpid int, err error) {
	wpid, status, errno := wait4(pid, options, rusage)
	if errno != 0 {
		return wpid, Errno(errno)
	}
	if wstatus != nil {
		*wstatus = WaitStatus(status)
	}
	return wpid, nil
}

// WaitEnd waits until a child has ended, but leaves it to Wait4 to reap it.
func WaitEnd(pid int) error { return failure(waitEnd(pid)) }

// OpenProcess returns a descriptor of a process.
func OpenProcess(pid int) (fd int, err error) {
	fd, errno := pidfdOpen(pid)
	return fd, failure(errno)
}

// Options of Wait4.
const (
	WNOHANG    = 0x1
	WUNTRACED  = 0x2
	WCONTINUED = 0x8
)
