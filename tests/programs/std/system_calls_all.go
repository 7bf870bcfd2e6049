package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"unsafe"
)

func try(what string, err error) {
	if err != nil {
		fmt.Println(what, err, err == error(syscall.EINVAL))
	}
}

func show(sa syscall.Sockaddr) string {
	switch sa := sa.(type) {
	case *syscall.SockaddrInet4:
		return fmt.Sprint("4 ", sa.Port > 0, sa.Addr)
	case *syscall.SockaddrInet6:
		return fmt.Sprint("6 ", sa.Port > 0, sa.Addr, sa.ZoneId)
	case *syscall.SockaddrUnix:
		return "unix " + filepath.Base(sa.Name)
	case *syscall.SockaddrNetlink:
		return fmt.Sprint("netlink ", sa.Family)
	}
	return fmt.Sprint(sa)
}

func sockets(dir string) {
	l, err := syscall.Socket(syscall.AF_INET, syscall.SOCK_STREAM, 0)
	try("socket", err)
	try("bind", syscall.Bind(l, &syscall.SockaddrInet4{Addr: [4]byte{127, 0, 0, 1}}))
	try("listen", syscall.Listen(l, 1))
	name, err := syscall.Getsockname(l)
	fmt.Println(show(name), err)
	c, _ := syscall.Socket(syscall.AF_INET, syscall.SOCK_STREAM, 0)
	try("connect", syscall.Connect(c, name))
	s, from, err := syscall.Accept(l)
	fmt.Println(s > 0, show(from), err)
	peer, err := syscall.Getpeername(c)
	fmt.Println(show(peer), err)
	try("send", syscall.Sendto(c, []byte("hello"), 0, name))
	b := make([]byte, 10)
	n, from, err := syscall.Recvfrom(s, b, 0)
	fmt.Println(string(b[:n]), from == nil, err)
	try("linger", syscall.SetsockoptLinger(c, syscall.SOL_SOCKET, syscall.SO_LINGER, &syscall.Linger{Onoff: 1, Linger: 2}))
	try("timeout", syscall.SetsockoptTimeval(s, syscall.SOL_SOCKET, syscall.SO_RCVTIMEO, &syscall.Timeval{Usec: 1000}))
	_, _, err = syscall.Recvfrom(s, b, 0)
	fmt.Println(err)
	try("shutdown", syscall.Shutdown(c, syscall.SHUT_WR))
	n, err = syscall.Read(s, b)
	fmt.Println(n, err)
	value, err := syscall.GetsockoptInet4Addr(c, syscall.IPPROTO_IP, syscall.IP_MULTICAST_IF)
	fmt.Println(value, err)
	_, err = syscall.GetsockoptIPMreqn(c, syscall.IPPROTO_IP, 12345)
	fmt.Println(err)
	for _, fd := range []int{l, c, s} {
		syscall.Close(fd)
	}
	fmt.Println(syscall.Bind(-1, &syscall.SockaddrInet4{Port: 70000}), syscall.Bind(-1, &syscall.SockaddrInet6{}))
	_, _, err = syscall.Accept4(-1, 0)
	fmt.Println(err)

	u, _ := syscall.Socket(syscall.AF_UNIX, syscall.SOCK_DGRAM, 0)
	v, _ := syscall.Socket(syscall.AF_UNIX, syscall.SOCK_DGRAM, 0)
	name, err = syscall.Getsockname(u)
	fmt.Println(name.(*syscall.SockaddrUnix).Name, err)
	at := &syscall.SockaddrUnix{Name: filepath.Join(dir, "socket")}
	try("bind", syscall.Bind(u, at))
	try("bind", syscall.Bind(v, &syscall.SockaddrUnix{Name: fmt.Sprint("@minigo-test-", os.Getpid())}))
	name, err = syscall.Getsockname(v)
	fmt.Println(strings.HasPrefix(name.(*syscall.SockaddrUnix).Name, "@minigo-test-"), err)
	try("passcred", syscall.SetsockoptInt(u, syscall.SOL_SOCKET, syscall.SO_PASSCRED, 1))
	oob := syscall.UnixCredentials(&syscall.Ucred{Pid: int32(os.Getpid()), Uid: uint32(os.Getuid()), Gid: uint32(os.Getgid())})
	sent, err := syscall.SendmsgN(v, []byte("data"), oob, at, 0)
	fmt.Println(sent, err)
	control := make([]byte, 100)
	n, oobn, flags, from, err := syscall.Recvmsg(u, b, control, 0)
	fmt.Println(n, oobn, flags, err, string(b[:n]), show(from) == show(name))
	messages, err := syscall.ParseSocketControlMessage(control[:oobn])
	fmt.Println(len(messages), err)
	ucred, err := syscall.ParseUnixCredentials(&messages[0])
	fmt.Println(ucred.Pid == int32(os.Getpid()), err)
	fmt.Println(syscall.Bind(u, &syscall.SockaddrUnix{Name: strings.Repeat("x", 108)}), syscall.Bind(u, &syscall.SockaddrUnix{Name: strings.Repeat("@", 109)}))
	syscall.Close(u)
	syscall.Close(v)

	pair, _ := syscall.Socketpair(syscall.AF_UNIX, syscall.SOCK_STREAM, 0)
	try("rights", syscall.Sendmsg(pair[0], nil, syscall.UnixRights(0), nil, 0))
	n, oobn, _, _, err = syscall.Recvmsg(pair[1], nil, control, 0)
	fmt.Println(n, oobn, err)
	syscall.SocketDisableIPv6 = true
	_, err = syscall.Socket(syscall.AF_INET6, syscall.SOCK_STREAM, 0)
	fmt.Println(err, errors.Is(err, syscall.EAFNOSUPPORT))
}

func netlink() {
	b, err := syscall.NetlinkRIB(syscall.RTM_GETLINK, syscall.AF_UNSPEC)
	if err != nil {
		fmt.Println(err)
		return
	}
	messages, err := syscall.ParseNetlinkMessage(b)
	loopback := false
	for i := range messages {
		m := &messages[i]
		if m.Header.Type != syscall.RTM_NEWLINK {
			continue
		}
		info := (*syscall.IfInfomsg)(unsafe.Pointer(&m.Data[0]))
		attrs, err := syscall.ParseNetlinkRouteAttr(m)
		try("attributes", err)
		for _, a := range attrs {
			if a.Attr.Type == syscall.IFLA_IFNAME && string(bytes.TrimRight(a.Value, "\x00")) == "lo" {
				loopback = info.Flags&syscall.IFF_LOOPBACK != 0
			}
		}
	}
	fmt.Println(loopback, err)
	_, err = syscall.ParseNetlinkMessage(make([]byte, 20))
	_, err2 := syscall.ParseNetlinkRouteAttr(&messages[len(messages)-1])
	fmt.Println(err, err2)
	fmt.Println(*syscall.LsfStmt(syscall.BPF_RET, 7), *syscall.LsfJump(syscall.BPF_JMP, 1, 2, 3))
}

func files(dir string) {
	path := filepath.Join(dir, "file")
	fd, err := syscall.Creat(path, 0o600)
	fmt.Println(fd > 0, err)
	syscall.Write(fd, []byte("0123456789"))
	try("fdatasync", syscall.Fdatasync(fd))
	try("range", syscall.SyncFileRange(fd, 0, 10, 2))
	fmt.Println(syscall.Fdatasync(-1), syscall.Fallocate(-1, 0, 0, 1))
	try("fallocate", syscall.Fallocate(fd, 0, 0, 100))
	var st syscall.Stat_t
	syscall.Fstat(fd, &st)
	fmt.Println(st.Size)
	lock := syscall.Flock_t{Type: syscall.F_WRLCK, Start: 2, Len: 3}
	try("lock", syscall.FcntlFlock(uintptr(fd), syscall.F_SETLK, &lock))
	try("get", syscall.FcntlFlock(uintptr(fd), syscall.F_GETLK, &lock))
	fmt.Println(lock.Type == syscall.F_UNLCK, syscall.FcntlFlock(^uintptr(0), syscall.F_GETLK, &lock))
	tv := []syscall.Timeval{{Sec: 1000, Usec: 5}, {Sec: 2000, Usec: 6}}
	try("utimes", syscall.Utimes(path, tv))
	syscall.Stat(path, &st)
	fmt.Println(st.Atim, st.Mtim)
	tv[0].Sec = 3000
	try("futimes", syscall.Futimes(fd, tv))
	try("futimesat", syscall.Futimesat(-100, path, tv))
	syscall.Stat(path, &st)
	fmt.Println(st.Atim, syscall.Utimes(path, tv[:1]), syscall.Futimes(-1, tv), syscall.Utimes("a\x00b", tv))
	try("nano", syscall.UtimesNano(path, []syscall.Timespec{{Sec: 5, Nsec: 7}, {Sec: 6, Nsec: 8}}))
	syscall.Stat(path, &st)
	fmt.Println(st.Atim, st.Mtim, syscall.UtimesNano(path+"/none", make([]syscall.Timespec, 2)))
	try("utime", syscall.Utime(path, &syscall.Utimbuf{Actime: 9, Modtime: 8}))
	syscall.Stat(path, &st)
	fmt.Println(st.Atim, st.Mtim, syscall.Chroot("a\x00"), syscall.Chroot(path))
	try("symlink", syscall.Symlink("file", filepath.Join(dir, "link")))
	b := make([]byte, 4096)
	n, err := syscall.Readlink(filepath.Join(dir, "link"), b)
	fmt.Println(string(b[:n]), err)
	n, err = syscall.Readlink(path, b)
	fmt.Println(n, err)
	try("mknod", syscall.Mknod(filepath.Join(dir, "fifo"), syscall.S_IFIFO|0o600, 0))
	d, err := syscall.Open(dir, syscall.O_RDONLY|syscall.O_DIRECTORY, 0)
	try("open", err)
	try("mknodat", syscall.Mknodat(d, "fifo2", syscall.S_IFIFO|0o600, 0))
	try("renameat", syscall.Renameat(d, "fifo2", d, "fifo3"))
	try("fchownat", syscall.Fchownat(d, "file", os.Getuid(), os.Getgid(), 0))
	n, err = syscall.Getdents(d, b)
	consumed, count, names := syscall.ParseDirent(b[:n], -1, nil)
	slices.Sort(names)
	fmt.Println(consumed == n, count, names, err)
	_, count, names = syscall.ParseDirent(b[:n], 2, []string{"first"})
	fmt.Println(count, len(names))
	syscall.Close(d)
	_, err = syscall.Getdents(fd, b)
	fmt.Println(err)
	err = syscall.Setxattr(path, "user.minigo", []byte("value"), 0)
	if err == nil {
		n, err = syscall.Getxattr(path, "user.minigo", b)
		list, err2 := syscall.Listxattr(path, b[10:])
		if string(b[:n]) != "value" || err != nil || !bytes.Contains(b[10:10+list], []byte("user.minigo\x00")) || err2 != nil {
			fmt.Println("attributes", n, err, list, err2)
		}
		try("removexattr", syscall.Removexattr(path, "user.minigo"))
	}
	_, err = syscall.Getxattr(path+"none", "user.x", b)
	fmt.Println(err, syscall.Removexattr("a\x00", "b"))
	var fs, fs2 syscall.Statfs_t
	fmt.Println(syscall.Statfs(dir, &fs), syscall.Fstatfs(fd, &fs2), fs.Type == fs2.Type, fs.Bsize > 0, syscall.Statfs(dir+"/none", &fs))
	n, err = syscall.Getcwd(b)
	wd, _ := os.Getwd()
	fmt.Println(string(b[:n]) == wd+"\x00", err)
	_, err = syscall.Getcwd(b[:1])
	fmt.Println(err)
	out, _ := syscall.Creat(filepath.Join(dir, "copy"), 0o600)
	in, _ := syscall.Open(path, syscall.O_RDONLY, 0)
	off := int64(3)
	n, err = syscall.Sendfile(out, in, &off, 4)
	fmt.Println(n, off, err)
	var p, q [2]int
	syscall.Pipe2(p[:], 0)
	syscall.Pipe2(q[:], 0)
	off = 1
	moved, err := syscall.Splice(in, &off, p[1], nil, 5, 0)
	fmt.Println(moved, off, err)
	moved, err = syscall.Tee(p[0], q[1], 3, 0)
	m, _ := syscall.Read(q[0], b)
	fmt.Println(moved, string(b[:m]), err)
	syscall.Sync()
}

func waits(dir string) {
	var p [2]int
	syscall.Pipe2(p[:], 0)
	e, err := syscall.EpollCreate1(syscall.EPOLL_CLOEXEC)
	try("epoll", err)
	try("ctl", syscall.EpollCtl(e, syscall.EPOLL_CTL_ADD, p[0], &syscall.EpollEvent{Events: syscall.EPOLLIN, Fd: int32(p[0])}))
	events := make([]syscall.EpollEvent, 4)
	n, err := syscall.EpollWait(e, events, 0)
	fmt.Println(n, err)
	syscall.Write(p[1], []byte("x"))
	n, err = syscall.EpollWait(e, events, 1000)
	fmt.Println(n, err, events[0].Fd == int32(p[0]), events[0].Events)
	var set syscall.FdSet
	set.Bits[p[0]/64] |= 1 << (p[0] % 64)
	n, err = syscall.Select(p[0]+1, &set, nil, nil, &syscall.Timeval{})
	fmt.Println(n, err)
	_, err = syscall.EpollCreate(0)
	fmt.Println(err)
	i, err := syscall.InotifyInit1(syscall.IN_NONBLOCK)
	try("inotify", err)
	w, err := syscall.InotifyAddWatch(i, dir, syscall.IN_CREATE)
	try("watch", err)
	os.WriteFile(filepath.Join(dir, "new"), nil, 0o600)
	b := make([]byte, 1024)
	n, err = syscall.Read(i, b)
	event := (*syscall.InotifyEvent)(unsafe.Pointer(&b[0]))
	fmt.Println(err, event.Mask, string(bytes.TrimRight(b[syscall.SizeofInotifyEvent:n], "\x00")))
	_, err = syscall.InotifyRmWatch(i, uint32(w))
	_, err2 := syscall.InotifyAddWatch(i, dir+"/none", syscall.IN_CREATE)
	fmt.Println(err, err2)
}

func system() {
	var tv syscall.Timeval
	now, err := syscall.Time(nil)
	fmt.Println(syscall.Gettimeofday(&tv), tv.Sec >= int64(now), err)
	fmt.Println(syscall.NsecToTimeval(-1), syscall.NsecToTimeval(1_500_000_999), syscall.TimevalToNsec(syscall.Timeval{Sec: 1, Usec: 2}))
	var tms syscall.Tms
	ticks, err := syscall.Times(&tms)
	fmt.Println(ticks > 0, err)
	var timex syscall.Timex
	_, err = syscall.Adjtimex(&timex)
	fmt.Println(err, timex.Tick > 0)
	var usage syscall.Rusage
	fmt.Println(syscall.Getrusage(syscall.RUSAGE_SELF, &usage), usage.Maxrss > 0, syscall.Getrusage(77, &usage))
	prio, err := syscall.Getpriority(syscall.PRIO_PROCESS, 0)
	fmt.Println(prio > 0, err, syscall.Setpriority(77, 0, 0))
	var info syscall.Sysinfo_t
	fmt.Println(syscall.Sysinfo(&info), info.Totalram > 0, info.Unit)
	fmt.Println(syscall.Tgkill(syscall.Getpid(), 0, 0), syscall.Acct("a\x00"))
	fmt.Println(syscall.Unshare(0), syscall.PivotRoot("a\x00", "b"))
	_, err = syscall.SlicePtrFromStrings([]string{"a", "b\x00"})
	list, err2 := syscall.SlicePtrFromStrings([]string{"a", "b"})
	fmt.Println(err, len(list), *list[1], list[2] == nil, err2)
	fmt.Println(syscall.StringByteSlice("ab"), *syscall.StringBytePtr("c"), len(syscall.StringSlicePtr(nil)))
	func() {
		defer func() { fmt.Println(recover()) }()
		syscall.StringBytePtr("a\x00")
	}()
	var regs syscall.PtraceRegs
	regs.SetPC(77)
	fmt.Println(regs.PC(), regs.Rip)
	fmt.Println(syscall.PtraceSetOptions(1<<30, 0), syscall.PtraceDetach(1<<30))
	n, err := syscall.PtracePeekData(1<<30, 9, make([]byte, 9))
	fmt.Println(n, err)
	syscall.ForkLock.RLock()
	syscall.ForkLock.RUnlock()
	fmt.Println(unsafe.Sizeof(timex), unsafe.Sizeof(info), unsafe.Sizeof(syscall.Statfs_t{}), unsafe.Sizeof(syscall.Flock_t{}),
		unsafe.Sizeof(syscall.TCPInfo{}), unsafe.Sizeof(syscall.PtraceRegs{}), unsafe.Sizeof(syscall.Termios{}),
		unsafe.Sizeof(syscall.Dirent{}), unsafe.Sizeof(syscall.Ustat_t{}), unsafe.Sizeof(syscall.RawSockaddrAny{}),
		unsafe.Sizeof(syscall.IPv6MTUInfo{}), unsafe.Sizeof(syscall.InotifyEvent{}))
	fmt.Println(syscall.TCP_INFO, syscall.TIOCGWINSZ, syscall.RTM_NEWADDR, syscall.PTRACE_O_TRACEFORK, syscall.ARPHRD_LOOPBACK)
}

func main() {
	dir, err := os.MkdirTemp("", "calls")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(dir)
	sockets(dir)
	netlink()
	sub := filepath.Join(dir, "files")
	os.Mkdir(sub, 0o700)
	files(sub)
	waits(sub)
	system()
}

// Output:
// 4 true [127 0 0 1] <nil>
// true 4 true [127 0 0 1] <nil>
// 4 true [127 0 0 1] <nil>
// hello true <nil>
// resource temporarily unavailable
// 0 <nil>
// [0 0 0 0] <nil>
// protocol not available
// invalid argument bad file descriptor
// bad file descriptor
// @ <nil>
// true <nil>
// 4 <nil>
// 4 32 0 <nil> data true
// 1 <nil>
// true <nil>
// invalid argument invalid argument
// 1 24 <nil>
// address family not supported by protocol true
// true <nil>
// invalid argument invalid argument
// {6 0 0 7} {5 2 3 1}
// true <nil>
// bad file descriptor bad file descriptor
// 100
// true bad file descriptor
// {1000 5000} {2000 6000}
// {3000 5000} invalid argument no such file or directory invalid argument
// {5 7} {6 8} not a directory
// {9 0} {8 0} invalid argument not a directory
// file <nil>
// -1 invalid argument
// true 4 [fifo fifo3 file link] <nil>
// 2 3
// not a directory
// no such file or directory invalid argument
// <nil> <nil> true true no such file or directory
// true <nil>
// numerical result out of range
// 4 7 <nil>
// 5 6 <nil>
// 3 123 <nil>
// 0 <nil>
// 1 <nil> true 1
// 1 <nil>
// invalid argument
// <nil> 256 new
// <nil> no such file or directory
// <nil> true <nil>
// {0 0} {1 500001} 1000002000
// true <nil>
// <nil> true
// <nil> true invalid argument
// true <nil> invalid argument
// <nil> true 1
// invalid argument invalid argument
// <nil> invalid argument
// invalid argument 3 98 true <nil>
// [97 98 0] 99 1
// syscall: string with NUL passed to StringByteSlice
// 77 77
// no such process no such process
// 0 no such process
// 208 112 120 32 104 216 60 280 32 112 32 20
// 11 21523 20 2 772
