package syscall

// Read reads from fd.
func Read(fd int, p []byte) (n int, err error) {
	n, e := read(fd, p)
	return n, failure(e)
}

// Write writes to fd.
func Write(fd int, p []byte) (n int, err error) {
	n, e := write(fd, p)
	return n, failure(e)
}

// Pread reads from fd at off.
func Pread(fd int, p []byte, off int64) (n int, err error) {
	n, e := pread(fd, p, off)
	return n, failure(e)
}

// Pwrite writes to fd at off.
func Pwrite(fd int, p []byte, off int64) (n int, err error) {
	n, e := pwrite(fd, p, off)
	return n, failure(e)
}

// Seek sets the offset of fd.
func Seek(fd int, offset int64, whence int) (int64, error) {
	at, e := lseek(fd, offset, whence)
	return at, failure(e)
}

// Open opens a file.
func Open(path string, mode int, perm uint32) (fd int, err error) {
	fd, e := open(path, mode, perm)
	return fd, failure(e)
}

// Close closes fd.
func Close(fd int) error { return failure(fdCall(fdClose, fd, 0, 0)) }

// Fsync writes the data of fd to the disk.
func Fsync(fd int) error { return failure(fdCall(fdSync, fd, 0, 0)) }

// Ftruncate sets the length.
func Ftruncate(fd int, length int64) error { return failure(fdCall(fdTruncate, fd, length, 0)) }

// Fchmod sets the mode.
func Fchmod(fd int, mode uint32) error { return failure(fdCall(fdChmod, fd, int64(mode), 0)) }

// Fchown sets the owner.
func Fchown(fd int, uid, gid int) error {
	return failure(fdCall(fdChown, fd, int64(uid), int64(gid)))
}

// Fchdir changes the working directory.
func Fchdir(fd int) error { return failure(fdCall(fdChdir, fd, 0, 0)) }

// Stat describes a file.
func Stat(path string, st *Stat_t) error { return describe(path, true, st) }

// Lstat describes a file or link.
func Lstat(path string, st *Stat_t) error { return describe(path, false, st) }

func describe(path string, follow bool, st *Stat_t) error {
	if path == "" {
		return ENOENT
	}
	return failure(fileStat(-1, path, follow, st))
}

// Fstat describes an open file.
func Fstat(fd int, st *Stat_t) error { return failure(fileStat(fd, "", true, st)) }

// Mkdir makes a directory.
func Mkdir(path string, mode uint32) error {
	return failure(pathCall(callMkdir, path, "", int64(mode), 0))
}

// Unlink removes a file.
func Unlink(path string) error { return failure(pathCall(callUnlink, path, "", 0, 0)) }

// Rmdir removes an empty directory.
func Rmdir(path string) error { return failure(pathCall(callRmdir, path, "", 0, 0)) }

// Rename renames a file or directory.
func Rename(from, to string) error { return failure(pathCall(callRename, from, to, 0, 0)) }

// Link makes a hard link.
func Link(path, link string) error { return failure(pathCall(callLink, path, link, 0, 0)) }

// Symlink makes a symbolic link.
func Symlink(path, link string) error { return failure(pathCall(callSymlink, path, link, 0, 0)) }

// Chmod sets the mode.
func Chmod(path string, mode uint32) error {
	return failure(pathCall(callChmod, path, "", int64(mode), 0))
}

// Chown sets the owner.
func Chown(path string, uid, gid int) error {
	return failure(pathCall(callChown, path, "", int64(uid), int64(gid)))
}

// Lchown sets the owner of a file or link.
func Lchown(path string, uid, gid int) error {
	return failure(pathCall(callLchown, path, "", int64(uid), int64(gid)))
}

// Truncate sets the length.
func Truncate(path string, length int64) error {
	return failure(pathCall(callTruncate, path, "", length, 0))
}

// Chdir changes the working directory.
func Chdir(path string) error { return failure(pathCall(callChdir, path, "", 0, 0)) }

// Access checks permissions.
func Access(path string, mode uint32) error {
	return failure(pathCall(callAccess, path, "", int64(mode), 0))
}

// SetTimes sets both times, in nanoseconds since 1970; -1<<63 leaves one unchanged.
func SetTimes(path string, access, change int64) error {
	return failure(pathCall(callUtimes, path, "", access, change))
}

// Mkfifo makes a named pipe.
func Mkfifo(path string, mode uint32) error {
	return failure(pathCall(callMkfifo, path, "", int64(mode), 0))
}

// ReadLink reads a symbolic link.
func ReadLink(path string) (string, error) {
	text, e := readlink(path)
	return text, failure(e)
}

// Getwd returns the working directory.
func Getwd() (string, error) {
	dir, e := getcwd()
	return dir, failure(e)
}

// ReadDirent reads raw directory records.
func ReadDirent(fd int, buf []byte) (n int, err error) {
	n, e := readDirents(fd, buf)
	return n, failure(e)
}

// Pipe makes a pipe.
func Pipe(p []int) error {
	if len(p) != 2 {
		return EINVAL
	}
	r, w, e := pipe()
	p[0], p[1] = r, w
	return failure(e)
}

// Getpid returns the process.
func Getpid() int { return sysInfo(infoPid) }

// Getppid returns the parent process.
func Getppid() int { return sysInfo(infoPpid) }

// Getuid returns the user.
func Getuid() int { return sysInfo(infoUid) }

// Geteuid returns the effective user.
func Geteuid() int { return sysInfo(infoEuid) }

// Getgid returns the group.
func Getgid() int { return sysInfo(infoGid) }

// Getegid returns the effective group.
func Getegid() int { return sysInfo(infoEgid) }

// Getpagesize returns the size of a page of memory.
func Getpagesize() int { return sysInfo(infoPageSize) }

// Kill sends a signal.
func Kill(pid int, sig Signal) error { return failure(kill(pid, int(sig))) }

// Gettid returns the thread that runs the goroutine.
func Gettid() int

// nanosleep blocks the thread for sec seconds and nsec nanoseconds and returns an error number.
func nanosleep(sec, nsec int64) int

// Nanosleep blocks the thread for a time; signals do not interrupt it, so leftover is always zero.
func Nanosleep(time *Timespec, leftover *Timespec) error {
	if leftover != nil {
		*leftover = Timespec{}
	}
	return failure(nanosleep(time.Sec, time.Nsec))
}
