package net

import (
	"internal/poll"
	"os"
	"syscall"
	"unsafe"
)

// rawConn is a socket for system calls of the program's own.
type rawConn struct{ fd *netFD }

func (r rawConn) fail(op string, source, addr Addr, err error) error {
	if err == nil {
		return nil
	}
	return &OpError{Op: op, Net: r.fd.net, Source: source, Addr: addr, Err: err}
}

func (r rawConn) Control(f func(fd uintptr)) error {
	return r.fail("raw-control", nil, r.fd.local, r.fd.sock.Control(f))
}

func (r rawConn) Read(f func(fd uintptr) bool) error {
	return r.fail("raw-read", r.fd.local, r.fd.remote, r.fd.sock.RawRead(f))
}

func (r rawConn) Write(f func(fd uintptr) bool) error {
	return r.fail("raw-write", r.fd.local, r.fd.remote, r.fd.sock.RawWrite(f))
}

// rawListener is the raw connection of a listener, from which nothing can be read.
type rawListener struct{ rawConn }

func (rawListener) Read(func(uintptr) bool) error  { return syscall.EINVAL }
func (rawListener) Write(func(uintptr) bool) error { return syscall.EINVAL }

func (c *conn) raw() (syscall.RawConn, error) {
	if !c.ok() {
		return nil, syscall.EINVAL
	}
	return rawConn{c.fd}, nil
}

// SyscallConn returns the socket for calls of the program's own.
func (c *TCPConn) SyscallConn() (syscall.RawConn, error) { return c.raw() }

// SyscallConn returns the socket for calls of the program's own.
func (c *UDPConn) SyscallConn() (syscall.RawConn, error) { return c.raw() }

// SyscallConn returns the socket for calls of the program's own.
func (c *UnixConn) SyscallConn() (syscall.RawConn, error) { return c.raw() }

// SyscallConn returns the socket for calls of the program's own.
func (l *TCPListener) SyscallConn() (syscall.RawConn, error) {
	if !l.ok() {
		return nil, syscall.EINVAL
	}
	return rawListener{rawConn{l.fd}}, nil
}

// SyscallConn returns the socket for calls of the program's own.
func (l *UnixListener) SyscallConn() (syscall.RawConn, error) {
	if !l.ok() {
		return nil, syscall.EINVAL
	}
	return rawListener{rawConn{l.fd}}, nil
}

// name returns the name of the socket's file.
func (fd *netFD) name() string {
	s := fd.net + ":"
	if fd.local != nil {
		s += fd.local.String()
	}
	s += "->"
	if fd.remote != nil {
		s += fd.remote.String()
	}
	return s
}

// file returns a copy of the descriptor, as a file in blocking mode.
func (fd *netFD) file() (*os.File, error) {
	dup := -1
	var errno syscall.Errno
	err := fd.sock.Control(func(s uintptr) {
		var r uintptr
		r, _, errno = syscall.Syscall(syscall.SYS_FCNTL, s, syscall.F_DUPFD_CLOEXEC, 0)
		dup = int(r)
	})
	if err == nil && errno != 0 {
		err = os.NewSyscallError("fcntl", errno)
	}
	if err == nil {
		err = wrap("setnonblock", syscall.SetNonblock(dup, false))
	}
	if err != nil {
		return nil, &OpError{Op: "file", Net: fd.net, Source: fd.local, Addr: fd.remote, Err: err}
	}
	return os.NewFile(uintptr(dup), fd.name()), nil
}

// File returns a file with a copy of the connection's descriptor; closing one does not close the other.
func (c *conn) File() (*os.File, error) {
	if !c.ok() {
		return nil, syscall.EINVAL
	}
	return c.fd.file()
}

// File returns a copy of the listener's descriptor.
func (l *TCPListener) File() (*os.File, error) {
	if !l.ok() {
		return nil, syscall.EINVAL
	}
	f, err := l.fd.file()
	return f, listenerFile(l.fd, err)
}

// File returns a copy of the listener's descriptor.
func (l *UnixListener) File() (*os.File, error) {
	if !l.ok() {
		return nil, syscall.EINVAL
	}
	f, err := l.fd.file()
	return f, listenerFile(l.fd, err)
}

func listenerFile(fd *netFD, err error) error {
	if e, ok := err.(*OpError); ok {
		e.Source, e.Addr = nil, fd.local
	}
	return err
}

// ofFile returns the socket that a file is a descriptor of; a copy.
func ofFile(f *os.File) (*netFD, int, error) {
	s, err := -1, error(nil)
	if raw, cerr := f.SyscallConn(); cerr != nil {
		err = cerr
	} else if cerr := raw.Control(func(fd uintptr) {
		r, _, errno := syscall.Syscall(syscall.SYS_FCNTL, fd, syscall.F_DUPFD_CLOEXEC, 0)
		if s = int(r); errno != 0 {
			err = os.NewSyscallError("fcntl", errno)
		}
	}); cerr != nil {
		err = cerr
	}
	if err != nil {
		return nil, 0, err
	}
	fail := func(call string, err error) (*netFD, int, error) {
		syscall.Close(s)
		return nil, 0, wrap(call, err)
	}
	if err := syscall.SetNonblock(s, true); err != nil {
		return fail("setnonblock", err)
	}
	kind, err := syscall.GetsockoptInt(s, solSocket, soType)
	if err != nil {
		return fail("getsockopt", err)
	}
	sock, err := poll.New(s, false)
	if err != nil {
		return fail("epoll_ctl", err)
	}
	fd := &netFD{sock: sock}
	sock.Eof = kind != sockDgram && kind != sockRaw
	if b, err := sock.Name(false); err == nil && len(b) >= 2 {
		fd.domain = int(b[0])
	}
	switch {
	case fd.domain == afUnix:
		fd.net = map[int]string{sockStream: "unix", sockDgram: "unixgram", sockSeqpacket: "unixpacket"}[kind]
	case fd.domain == afInet || fd.domain == afInet6:
		fd.net = map[int]string{sockStream: "tcp", sockDgram: "udp", sockRaw: "ip"}[kind]
	}
	if fd.net == "" {
		sock.Close()
		return nil, 0, syscall.EPROTONOSUPPORT
	}
	fd.setNames()
	return fd, kind, nil
}

func fileError(f *os.File, err error) error {
	return &OpError{Op: "file", Net: "file+net", Addr: fileAddr(f.Name()), Err: err}
}

type fileAddr string

func (fileAddr) Network() string  { return "file+net" }
func (a fileAddr) String() string { return string(a) }

// FileConn returns the connection that a file is a descriptor of.
func FileConn(f *os.File) (Conn, error) {
	fd, _, err := ofFile(f)
	if err != nil {
		return nil, fileError(f, err)
	}
	switch fd.net[:2] {
	case "tc":
		return newTCP(fd, 0, KeepAliveConfig{}), nil
	case "ud":
		return &UDPConn{conn{fd}}, nil
	case "ip":
		return &IPConn{conn{fd}}, nil
	}
	return &UnixConn{conn{fd}}, nil
}

// FileListener returns the listener that a file is a descriptor of.
func FileListener(f *os.File) (Listener, error) {
	fd, _, err := ofFile(f)
	if err != nil {
		return nil, fileError(f, err)
	}
	switch fd.net {
	case "tcp":
		return &TCPListener{fd: fd}, nil
	case "unix", "unixpacket":
		return &UnixListener{fd: fd, path: fd.local.String()}, nil
	}
	fd.sock.Close()
	return nil, fileError(f, syscall.EINVAL)
}

// FilePacketConn returns the socket for packets that a file is a descriptor of.
func FilePacketConn(f *os.File) (PacketConn, error) {
	fd, _, err := ofFile(f)
	if err != nil {
		return nil, fileError(f, err)
	}
	switch fd.net {
	case "udp":
		return &UDPConn{conn{fd}}, nil
	case "ip":
		return &IPConn{conn{fd}}, nil
	case "unix", "unixgram", "unixpacket":
		return &UnixConn{conn{fd}}, nil
	}
	fd.sock.Close()
	return nil, fileError(f, syscall.EINVAL)
}

// vector makes a system call with a pointer and a number that reads or writes, and waits until the descriptor is ready if needed.
func (fd *netFD) vector(number, pointer, count uintptr, write bool) (n int, err error) {
	step := func(s uintptr) bool {
		for {
			r, _, errno := syscall.Syscall(number, s, pointer, count)
			switch errno {
			case 0:
				n, err = int(r), nil
			case syscall.EINTR:
				continue
			case syscall.EAGAIN:
				return false
			default:
				err = errno
			}
			return true
		}
	}
	wait := fd.sock.RawRead
	if write {
		wait = fd.sock.RawWrite
	}
	if werr := wait(step); werr != nil {
		return 0, werr
	}
	return n, err
}

// receiveMessage calls recvmsg(2): it returns the lengths of data and out-of-band data, the flags and the sender's address.
func (fd *netFD) receiveMessage(b, oob []byte) (n, oobn, flags int, from []byte, err error) {
	from = make([]byte, 128)
	var piece syscall.Iovec
	m := syscall.Msghdr{Name: &from[0], Namelen: uint32(len(from)), Iov: &piece, Iovlen: 1}
	var spare [1]byte
	if len(b) > 0 {
		piece.Base, piece.Len = &b[0], uint64(len(b))
	} else if len(oob) > 0 && fd.sock.Eof {
		piece.Base, piece.Len = &spare[0], 1 // a stream passes out-of-band data only with data
	}
	if len(oob) > 0 {
		m.Control, m.Controllen = &oob[0], uint64(len(oob))
	}
	flag := uintptr(0)
	if fd.domain == afUnix {
		flag = syscall.MSG_CMSG_CLOEXEC
	}
	n, err = fd.vector(syscall.SYS_RECVMSG, uintptr(unsafe.Pointer(&m)), flag, false)
	if err != nil {
		return 0, 0, 0, nil, wrap("recvmsg", err)
	}
	return n, int(m.Controllen), int(m.Flags), from[:m.Namelen], nil
}

// sendMessage calls sendmsg(2), with the address unless that is empty.
func (fd *netFD) sendMessage(b, oob, to []byte) (n, oobn int, err error) {
	var piece syscall.Iovec
	m := syscall.Msghdr{Iov: &piece, Iovlen: 1}
	var spare [1]byte
	if len(b) > 0 {
		piece.Base, piece.Len = &b[0], uint64(len(b))
	} else if len(oob) > 0 && fd.sock.Eof {
		piece.Base, piece.Len = &spare[0], 1
	}
	if len(oob) > 0 {
		m.Control, m.Controllen = &oob[0], uint64(len(oob))
	}
	if len(to) > 0 {
		m.Name, m.Namelen = &to[0], uint32(len(to))
	}
	n, err = fd.vector(syscall.SYS_SENDMSG, uintptr(unsafe.Pointer(&m)), 0, true)
	if err != nil {
		return 0, 0, wrap("sendmsg", err)
	}
	return min(n, len(b)), len(oob), nil
}

// MultipathTCP reports whether the connection uses several paths.
func (c *TCPConn) MultipathTCP() (bool, error) {
	if !c.ok() {
		return false, syscall.EINVAL
	}
	if v, err := c.fd.sock.Option(solTCP, tcpIsMPTCP); err == nil {
		return v != 0, nil
	}
	v, err := c.fd.sock.Option(solSocket, soProtocol)
	return err == nil && v == protoMPTCP, nil
}
