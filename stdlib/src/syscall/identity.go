package syscall

import "unsafe"

// The host changes the identity of all its threads, because any thread may run any goroutine of the program.

func identify(trap uintptr, ids ...int) error {
	var a [3]uintptr
	for i, id := range ids {
		a[i] = uintptr(id)
	}
	return outcome(Syscall(trap, a[0], a[1], a[2]))
}

// Setuid sets the user of the process, all three if it may.
func Setuid(uid int) error { return identify(SYS_SETUID, uid) }

// Setgid sets the group.
func Setgid(gid int) error { return identify(SYS_SETGID, gid) }

// Setreuid sets the real and the effective user; -1 leaves one unchanged, also in the following functions.
func Setreuid(ruid, euid int) error { return identify(SYS_SETREUID, ruid, euid) }

// Setregid sets the real and the effective group.
func Setregid(rgid, egid int) error { return identify(SYS_SETREGID, rgid, egid) }

// Setresuid sets the real, effective and saved user.
func Setresuid(ruid, euid, suid int) error { return identify(SYS_SETRESUID, ruid, euid, suid) }

// Setresgid sets the real, effective and saved group.
func Setresgid(rgid, egid, sgid int) error { return identify(SYS_SETRESGID, rgid, egid, sgid) }

// Seteuid sets the effective user.
func Seteuid(euid int) error { return Setresuid(-1, euid, -1) }

// Setegid sets the effective group.
func Setegid(egid int) error { return Setresgid(-1, egid, -1) }

// Setgroups sets the supplementary groups.
func Setgroups(gids []int) error {
	groups := make([]uint32, len(gids))
	for i, gid := range gids {
		groups[i] = uint32(gid)
	}
	return outcome(Syscall(SYS_SETGROUPS, uintptr(len(groups)), uintptr(unsafe.Pointer(unsafe.SliceData(groups))), 0))
}

// Getgroups returns the supplementary groups.
func Getgroups() ([]int, error) {
	for {
		n, err := result(Syscall(SYS_GETGROUPS, 0, 0, 0))
		if err != nil || n == 0 {
			return nil, err
		}
		groups := make([]uint32, n)
		n, err = result(Syscall(SYS_GETGROUPS, uintptr(n), uintptr(unsafe.Pointer(&groups[0])), 0))
		if err == EINVAL {
			// The number of groups has grown meanwhile.
			continue
		}
		if err != nil {
			return nil, err
		}
		gids := make([]int, n)
		for i := range gids {
			gids[i] = int(groups[i])
		}
		return gids, nil
	}
}
