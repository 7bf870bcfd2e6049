package syscall

// A Dirent is an entry of a directory, as getdents64(2) writes it; the record is Reclen bytes long.
type Dirent struct {
	Ino       uint64
	Off       int64
	Reclen    uint16
	Type      uint8
	Name      [256]int8
	Pad_cgo_0 [5]byte
}

// An EpollEvent is an event of epoll(7).
type EpollEvent struct {
	Events  uint32
	Fd, Pad int32
}

// An FdSet is a set of descriptors for select(2).
type FdSet struct {
	Bits [16]int64
}

// A Flock_t is a lock of a part of a file.
type Flock_t struct {
	Type, Whence int16
	Pad_cgo_0    [4]byte
	Start, Len   int64
	Pid          int32
	Pad_cgo_1    [4]byte
}

// An Fsid identifies a file system.
type Fsid struct {
	X__val [2]int32
}

// An InotifyEvent is a change that inotify(7) reports; Len bytes of a name follow.
type InotifyEvent struct {
	Wd                int32
	Mask, Cookie, Len uint32
	Name              [0]uint8
}

// PtraceRegs are the registers of a traced thread.
type PtraceRegs struct {
	R15, R14, R13, R12, Rbp, Rbx, R11, R10, R9, R8, Rax, Rcx, Rdx, Rsi, Rdi, Orig_rax, Rip, Cs uint64
	Eflags, Rsp, Ss, Fs_base, Gs_base, Ds, Es, Fs, Gs                                          uint64
}

// A Statfs_t describes a file system.
type Statfs_t struct {
	Type, Bsize                         int64
	Blocks, Bfree, Bavail, Files, Ffree uint64
	Fsid                                Fsid
	Namelen, Frsize, Flags              int64
	Spare                               [4]int64
}

// A Sysinfo_t describes the load of the system.
type Sysinfo_t struct {
	Uptime                                                       int64
	Loads                                                        [3]uint64
	Totalram, Freeram, Sharedram, Bufferram, Totalswap, Freeswap uint64
	Procs, Pad                                                   uint16
	Pad_cgo_0                                                    [4]byte
	Totalhigh, Freehigh                                          uint64
	Unit                                                         uint32
	X_f                                                          [0]byte
	Pad_cgo_1                                                    [4]byte
}

// A Termios has the settings of a terminal.
type Termios struct {
	Iflag, Oflag, Cflag, Lflag uint32
	Line                       uint8
	Cc                         [32]uint8
	Pad_cgo_0                  [3]byte
	Ispeed, Ospeed             uint32
}

// A Timex has the adjustments of the kernel's clock.
type Timex struct {
	Modes                                  uint32
	Pad_cgo_0                              [4]byte
	Offset, Freq, Maxerror, Esterror       int64
	Status                                 int32
	Pad_cgo_1                              [4]byte
	Constant, Precision, Tolerance         int64
	Time                                   Timeval
	Tick, Ppsfreq, Jitter                  int64
	Shift                                  int32
	Pad_cgo_2                              [4]byte
	Stabil, Jitcnt, Calcnt, Errcnt, Stbcnt int64
	Tai                                    int32
	Pad_cgo_3                              [44]byte
}

// A Tms is times of a process, in ticks.
type Tms struct {
	Utime, Stime, Cutime, Cstime int64
}

// A Ustat_t describes a file system to Ustat.
type Ustat_t struct {
	Tfree        int32
	Pad_cgo_0    [4]byte
	Tinode       uint64
	Fname, Fpack [6]int8
	Pad_cgo_1    [4]byte
}

// A Utimbuf has two times of a file.
type Utimbuf struct {
	Actime, Modtime int64
}

// A Time_t is a time in seconds since 1970.
type Time_t int64
