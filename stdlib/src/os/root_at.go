package os

import (
	"syscall"
	"time"
	"unsafe"
)

// The following functions work on a name in an open directory, and follow no symbolic links.

const (
	atNoFollow  = 0x100
	atRemoveDir = 0x200
	noTime      = 0x3ffffffe // the value of nanoseconds that leaves a time unchanged
)

// at makes a system call with a directory and a name in it.
func at(number uintptr, dir int, name string, c, d, e uintptr) (int, error) {
	p, err := syscall.BytePtrFromString(name)
	if err != nil {
		return -1, err
	}
	for {
		r, _, errno := syscall.Syscall6(number, uintptr(dir), uintptr(unsafe.Pointer(p)), c, d, e, 0)
		if errno == 0 {
			return int(r), nil
		}
		if errno != syscall.EINTR {
			return -1, errno
		}
	}
}

// linkOr returns the symlink with the name as an error; if it is none, the original error.
func linkOr(dir int, name string, otherwise error) error {
	text, err := readlinkAt(dir, name)
	if err != nil {
		return otherwise
	}
	return symlink(text)
}

// followed returns the symlink with the name as an error, if it is one.
func followed(dir int, name string) error { return linkOr(dir, name, nil) }

func openDirAt(dir int, name string) (int, error) {
	fd, err := at(syscall.SYS_OPENAT, dir, name, syscall.O_NOFOLLOW|syscall.O_CLOEXEC|syscall.O_DIRECTORY, 0, 0)
	if err == syscall.ELOOP || err == syscall.ENOTDIR {
		err = linkOr(dir, name, err)
	}
	return fd, err
}

func openNoFollow(dir int, name string, flag int, perm uint32) (int, error) {
	flags := uintptr(flag | syscall.O_NOFOLLOW | syscall.O_CLOEXEC)
	fd, err := at(syscall.SYS_OPENAT, dir, name, flags, uintptr(perm), 0)
	if err != syscall.ELOOP && err != syscall.ENOTDIR {
		return fd, err
	}
	if flag&(O_CREATE|O_EXCL) != O_CREATE|O_EXCL {
		err = linkOr(dir, name, err)
	} else if err == syscall.ELOOP {
		err = syscall.EEXIST
	}
	return -1, err
}

func statAt(dir int, name string, st *syscall.Stat_t) error {
	_, err := at(syscall.SYS_NEWFSTATAT, dir, name, uintptr(unsafe.Pointer(st)), atNoFollow, 0)
	return err
}

func readlinkAt(dir int, name string) (string, error) {
	for size := 128; ; size *= 2 {
		buf := make([]byte, size)
		n, err := at(syscall.SYS_READLINKAT, dir, name, uintptr(unsafe.Pointer(&buf[0])), uintptr(size), 0)
		if err != nil {
			return "", err
		}
		if n < size {
			return string(buf[:n]), nil
		}
	}
}

func removeAt(dir int, name string) error {
	_, err := at(syscall.SYS_UNLINKAT, dir, name, 0, 0, 0)
	if err == nil {
		return nil
	}
	_, err1 := at(syscall.SYS_UNLINKAT, dir, name, atRemoveDir, 0, 0)
	if err1 == nil {
		return nil
	}
	if err1 != syscall.ENOTDIR {
		err = err1
	}
	return err
}

// removeAllAt removes a name and all below it.
func removeAllAt(dir int, name, path string) error {
	err := removeAt(dir, name)
	if err == nil || err == syscall.ENOENT {
		return nil
	}
	fd, derr := openDirAt(dir, name)
	if derr != nil {
		if derr == syscall.ENOENT {
			return nil
		}
		return &PathError{Op: "unlinkat", Path: path, Err: err}
	}
	d := &File{&file{fd: fd, name: name, inRoot: true}}
	defer syscall.Close(fd)
	var first error
	for removed := true; removed; {
		removed = false
		d.dir = nil
		if _, err := syscall.Seek(fd, 0, 0); err != nil {
			return err
		}
		names, err := d.Readdirnames(-1)
		if err != nil && first == nil {
			first = err
		}
		for _, below := range names {
			if err := removeAllAt(fd, below, path+"/"+below); err == nil {
				removed = true
			} else if first == nil {
				first = err
			}
		}
		if first != nil {
			break
		}
	}
	_, err = at(syscall.SYS_UNLINKAT, dir, name, atRemoveDir, 0, 0)
	if err == nil || err == syscall.ENOENT {
		return nil
	}
	if first != nil {
		return first
	}
	return &PathError{Op: "unlinkat", Path: path, Err: err}
}

func chmodAt(dir int, name string, mode uint32) error {
	const fchmodat2 = 452
	_, err := at(fchmodat2, dir, name, uintptr(mode), atNoFollow, 0)
	if err != syscall.ENOSYS && err != syscall.EPERM {
		return err
	}
	const path = 0x200000 // O_PATH
	fd, err := at(syscall.SYS_OPENAT, dir, name, path|syscall.O_NOFOLLOW|syscall.O_CLOEXEC, 0, 0)
	if err != nil {
		return err
	}
	defer syscall.Close(fd)
	return syscall.Chmod("/proc/self/fd/"+decimal(fd), mode)
}

// decimal returns a number that is not negative.
func decimal(n int) string {
	if n < 10 {
		return string(rune('0' + n))
	}
	return decimal(n/10) + string(rune('0'+n%10))
}

func chownAt(dir int, name string, uid, gid int) error {
	_, err := at(syscall.SYS_FCHOWNAT, dir, name, uintptr(uid), uintptr(gid), atNoFollow)
	return err
}

func timesAt(dir int, name string, access, change time.Time) error {
	var ts [2]syscall.Timespec
	for i, t := range []time.Time{access, change} {
		if t.IsZero() {
			ts[i].Nsec = noTime
		} else {
			ts[i] = syscall.NsecToTimespec(t.UnixNano())
		}
	}
	_, err := at(syscall.SYS_UTIMENSAT, dir, name, uintptr(unsafe.Pointer(&ts)), atNoFollow, 0)
	return err
}

// second returns the pointer to another name.
func second(name string) (uintptr, *byte, error) {
	p, err := syscall.BytePtrFromString(name)
	return uintptr(unsafe.Pointer(p)), p, err
}

// renameAt renames; if slash is set, the new name must be that of a directory.
func renameAt(olddir int, old string, newdir int, name string, slash bool) error {
	var from, to syscall.Stat_t
	ferr := statAt(olddir, old, &from)
	if slash {
		if ferr != nil {
			return ferr
		}
		if from.Mode&syscall.S_IFMT != syscall.S_IFDIR {
			return syscall.ENOTDIR
		}
	}
	if err := statAt(newdir, name, &to); err == nil && to.Mode&syscall.S_IFMT == syscall.S_IFDIR {
		if ferr != nil {
			return ferr
		}
		if name == old || from.Dev != to.Dev || from.Ino != to.Ino {
			return syscall.EEXIST
		}
	}
	q, keep, err := second(name)
	if err != nil {
		return err
	}
	_, err = at(syscall.SYS_RENAMEAT, olddir, old, uintptr(newdir), q, 0)
	_ = *keep
	return err
}

func linkAt(olddir int, old string, newdir int, name string) error {
	q, keep, err := second(name)
	if err != nil {
		return err
	}
	_, err = at(syscall.SYS_LINKAT, olddir, old, uintptr(newdir), q, 0)
	_ = *keep
	return err
}

func symlinkAt(text string, dir int, name string) error {
	t, err := syscall.BytePtrFromString(text)
	if err != nil {
		return err
	}
	n, err := syscall.BytePtrFromString(name)
	if err != nil {
		return err
	}
	_, _, errno := syscall.Syscall(syscall.SYS_SYMLINKAT, uintptr(unsafe.Pointer(t)), uintptr(dir), uintptr(unsafe.Pointer(n)))
	if errno != 0 {
		return errno
	}
	return nil
}
