package syscall

import "unsafe"

// bytesOf returns the memory of a value.
func bytesOf[T any](v *T) []byte { return unsafe.Slice((*byte)(unsafe.Pointer(v)), unsafe.Sizeof(*v)) }

// swapped returns a port in the order of bytes of the network, or back.
func swapped(port uint16) uint16 { return port<<8 | port>>8 }

func (sa *SockaddrInet4) sockaddr() ([]byte, error) {
	if sa.Port < 0 || sa.Port > 0xffff {
		return nil, EINVAL
	}
	return bytesOf(&RawSockaddrInet4{Family: AF_INET, Port: swapped(uint16(sa.Port)), Addr: sa.Addr}), nil
}

func (sa *SockaddrInet6) sockaddr() ([]byte, error) {
	if sa.Port < 0 || sa.Port > 0xffff {
		return nil, EINVAL
	}
	raw := &RawSockaddrInet6{Family: AF_INET6, Port: swapped(uint16(sa.Port)), Addr: sa.Addr, Scope_id: sa.ZoneId}
	return bytesOf(raw), nil
}

// A name that begins with "@" or a zero byte is not a path: no zero byte ends it.
func (sa *SockaddrUnix) sockaddr() ([]byte, error) {
	raw := &RawSockaddrUnix{Family: AF_UNIX}
	b, n := bytesOf(raw), len(sa.Name)
	isPath := n > 0 && sa.Name[0] != '@' && sa.Name[0] != 0
	if n > len(raw.Path) || n == len(raw.Path) && isPath {
		return nil, EINVAL
	}
	copy(b[2:], sa.Name)
	switch {
	case isPath:
		n++
	case n > 0:
		b[2] = 0
	}
	return b[:2+n], nil
}

func (sa *SockaddrLinklayer) sockaddr() ([]byte, error) {
	if sa.Ifindex < 0 || sa.Ifindex > 0x7fffffff {
		return nil, EINVAL
	}
	return bytesOf(&RawSockaddrLinklayer{AF_PACKET, sa.Protocol, int32(sa.Ifindex), sa.Hatype, sa.Pkttype, sa.Halen, sa.Addr}), nil
}

func (sa *SockaddrNetlink) sockaddr() ([]byte, error) {
	return bytesOf(&RawSockaddrNetlink{AF_NETLINK, sa.Pad, sa.Pid, sa.Groups}), nil
}

// A place is the buffer for an address that the kernel writes, and its length.
type place struct {
	raw  RawSockaddrAny
	size uint32
}

func newPlace() *place { return &place{size: uint32(unsafe.Sizeof(RawSockaddrAny{}))} }

// pointers returns the arguments of a call that writes an address there.
func (p *place) pointers() (address, size uintptr) {
	return uintptr(unsafe.Pointer(&p.raw)), uintptr(unsafe.Pointer(&p.size))
}

// address returns the address that the kernel has written.
func (p *place) address() (Sockaddr, error) {
	at := unsafe.Pointer(&p.raw)
	switch p.raw.Addr.Family {
	case AF_INET:
		raw := (*RawSockaddrInet4)(at)
		return &SockaddrInet4{Port: int(swapped(raw.Port)), Addr: raw.Addr}, nil
	case AF_INET6:
		raw := (*RawSockaddrInet6)(at)
		return &SockaddrInet6{Port: int(swapped(raw.Port)), ZoneId: raw.Scope_id, Addr: raw.Addr}, nil
	case AF_UNIX:
		path := bytesOf(&(*RawSockaddrUnix)(at).Path)
		if path[0] == 0 {
			path[0] = '@'
			if p.size <= 2 {
				return &SockaddrUnix{Name: "@"}, nil
			}
		}
		return &SockaddrUnix{Name: untilZero(path)}, nil
	case AF_PACKET:
		raw := (*RawSockaddrLinklayer)(at)
		return &SockaddrLinklayer{raw.Protocol, int(raw.Ifindex), raw.Hatype, raw.Pkttype, raw.Halen, raw.Addr}, nil
	case AF_NETLINK:
		raw := (*RawSockaddrNetlink)(at)
		return &SockaddrNetlink{raw.Family, raw.Pad, raw.Pid, raw.Groups}, nil
	}
	return nil, EAFNOSUPPORT
}

// untilZero returns the text up to the first zero byte.
func untilZero(b []byte) string {
	for i, c := range b {
		if c == 0 {
			return string(b[:i])
		}
	}
	return string(b)
}

// withAddress makes a call with a socket and an address.
func withAddress(trap uintptr, fd int, sa Sockaddr) error {
	raw, err := sa.sockaddr()
	if err != nil {
		return err
	}
	return outcome(Syscall(trap, uintptr(fd), uintptr(unsafe.Pointer(&raw[0])), uintptr(len(raw))))
}

// Bind calls bind(2).
func Bind(fd int, sa Sockaddr) error { return withAddress(SYS_BIND, fd, sa) }

// Connect calls connect(2).
func Connect(fd int, sa Sockaddr) error { return withAddress(SYS_CONNECT, fd, sa) }

// Listen calls listen(2).
func Listen(s int, n int) error { return outcome(Syscall(SYS_LISTEN, uintptr(s), uintptr(n), 0)) }

// Shutdown calls shutdown(2).
func Shutdown(fd int, how int) error {
	return outcome(Syscall(SYS_SHUTDOWN, uintptr(fd), uintptr(how), 0))
}

// Accept calls accept(2).
func Accept(fd int) (nfd int, sa Sockaddr, err error) { return Accept4(fd, 0) }

// Accept4 calls accept4(2).
func Accept4(fd int, flags int) (nfd int, sa Sockaddr, err error) {
	from := newPlace()
	address, size := from.pointers()
	nfd, err = result(Syscall6(SYS_ACCEPT4, uintptr(fd), address, size, uintptr(flags), 0, 0))
	if err != nil {
		return nfd, nil, err
	}
	if sa, err = from.address(); err != nil {
		Close(nfd)
		nfd = 0
	}
	return nfd, sa, err
}

func nameOf(trap uintptr, fd int) (Sockaddr, error) {
	of := newPlace()
	address, size := of.pointers()
	if err := outcome(Syscall(trap, uintptr(fd), address, size)); err != nil {
		return nil, err
	}
	return of.address()
}

// Getsockname returns the address of a socket.
func Getsockname(fd int) (sa Sockaddr, err error) { return nameOf(SYS_GETSOCKNAME, fd) }

// Getpeername returns the address of the other end.
func Getpeername(fd int) (sa Sockaddr, err error) { return nameOf(SYS_GETPEERNAME, fd) }

// Recvfrom calls recvfrom(2).
func Recvfrom(fd int, p []byte, flags int) (n int, from Sockaddr, err error) {
	of := newPlace()
	address, size := of.pointers()
	data := uintptr(unsafe.Pointer(unsafe.SliceData(p)))
	n, err = result(Syscall6(SYS_RECVFROM, uintptr(fd), data, uintptr(len(p)), uintptr(flags), address, size))
	if err == nil && of.raw.Addr.Family != AF_UNSPEC {
		from, err = of.address()
	}
	return n, from, err
}

// Sendto calls sendto(2).
func Sendto(fd int, p []byte, flags int, to Sockaddr) error {
	raw, err := to.sockaddr()
	if err != nil {
		return err
	}
	return outcome(Syscall6(SYS_SENDTO, uintptr(fd), uintptr(unsafe.Pointer(unsafe.SliceData(p))), uintptr(len(p)),
		uintptr(flags), uintptr(unsafe.Pointer(&raw[0])), uintptr(len(raw))))
}

// message makes a call with a message of data and control data. A message on a stream that has only control data is
// sent with one byte of data.
func message(trap uintptr, fd int, p, oob []byte, address []byte, flags int) (n int, m *Msghdr, err error) {
	m = &Msghdr{Name: unsafe.SliceData(address), Namelen: uint32(len(address))}
	v := &Iovec{Base: unsafe.SliceData(p)}
	v.SetLen(len(p))
	with := len(p) == 0 && len(oob) > 0
	if with {
		typ, err := GetsockoptInt(fd, SOL_SOCKET, SO_TYPE)
		if err != nil {
			return 0, nil, err
		}
		if with = typ != SOCK_DGRAM; with {
			v.Base = new(byte)
			v.SetLen(1)
		}
	}
	m.Iov, m.Iovlen = v, 1
	m.Control = unsafe.SliceData(oob)
	m.SetControllen(len(oob))
	n, err = result(Syscall(trap, uintptr(fd), uintptr(unsafe.Pointer(m)), uintptr(flags)))
	if with && trap == SYS_SENDMSG && err == nil {
		n = 0
	}
	return n, m, err
}

// Recvmsg calls recvmsg(2).
func Recvmsg(fd int, p, oob []byte, flags int) (n, oobn int, recvflags int, from Sockaddr, err error) {
	of := newPlace()
	n, m, err := message(SYS_RECVMSG, fd, p, oob, bytesOf(&of.raw), flags)
	if err != nil {
		return n, 0, 0, nil, err
	}
	of.size = m.Namelen
	if of.raw.Addr.Family != AF_UNSPEC {
		from, err = of.address()
	}
	return n, int(m.Controllen), int(m.Flags), from, err
}

// Sendmsg is SendmsgN without the number of bytes.
func Sendmsg(fd int, p, oob []byte, to Sockaddr, flags int) error {
	_, err := SendmsgN(fd, p, oob, to, flags)
	return err
}

// SendmsgN calls sendmsg(2).
func SendmsgN(fd int, p, oob []byte, to Sockaddr, flags int) (n int, err error) {
	var address []byte
	if to != nil {
		if address, err = to.sockaddr(); err != nil {
			return 0, err
		}
	}
	n, _, err = message(SYS_SENDMSG, fd, p, oob, address, flags)
	return max(n, 0), err
}

// getOption reads an option into v.
func getOption[T any](fd, level, opt int, v *T) (*T, error) {
	size := uint32(unsafe.Sizeof(*v))
	return v, outcome(Syscall6(SYS_GETSOCKOPT, uintptr(fd), uintptr(level), uintptr(opt), uintptr(unsafe.Pointer(v)),
		uintptr(unsafe.Pointer(&size)), 0))
}

func setOption[T any](fd, level, opt int, v *T) error {
	return outcome(Syscall6(SYS_SETSOCKOPT, uintptr(fd), uintptr(level), uintptr(opt), uintptr(unsafe.Pointer(v)),
		unsafe.Sizeof(*v), 0))
}

// GetsockoptInet4Addr reads an option that is an address.
func GetsockoptInet4Addr(fd, level, opt int) (value [4]byte, err error) {
	_, err = getOption(fd, level, opt, &value)
	return value, err
}

// GetsockoptIPMreq reads a group.
func GetsockoptIPMreq(fd, level, opt int) (*IPMreq, error) {
	return getOption(fd, level, opt, new(IPMreq))
}

// GetsockoptIPMreqn reads a group.
func GetsockoptIPMreqn(fd, level, opt int) (*IPMreqn, error) {
	return getOption(fd, level, opt, new(IPMreqn))
}

// GetsockoptIPv6Mreq reads a group.
func GetsockoptIPv6Mreq(fd, level, opt int) (*IPv6Mreq, error) {
	return getOption(fd, level, opt, new(IPv6Mreq))
}

// GetsockoptIPv6MTUInfo reads the largest packet.
func GetsockoptIPv6MTUInfo(fd, level, opt int) (*IPv6MTUInfo, error) {
	return getOption(fd, level, opt, new(IPv6MTUInfo))
}

// GetsockoptICMPv6Filter reads a filter.
func GetsockoptICMPv6Filter(fd, level, opt int) (*ICMPv6Filter, error) {
	return getOption(fd, level, opt, new(ICMPv6Filter))
}

// SetsockoptInet4Addr sets an option that is an address.
func SetsockoptInet4Addr(fd, level, opt int, value [4]byte) error {
	return setOption(fd, level, opt, &value)
}

// SetsockoptIPMreq sets a group.
func SetsockoptIPMreq(fd, level, opt int, mreq *IPMreq) error { return setOption(fd, level, opt, mreq) }

// SetsockoptIPMreqn sets a group.
func SetsockoptIPMreqn(fd, level, opt int, mreq *IPMreqn) error {
	return setOption(fd, level, opt, mreq)
}

// SetsockoptIPv6Mreq sets a group.
func SetsockoptIPv6Mreq(fd, level, opt int, mreq *IPv6Mreq) error {
	return setOption(fd, level, opt, mreq)
}

// SetsockoptICMPv6Filter sets a filter.
func SetsockoptICMPv6Filter(fd, level, opt int, filter *ICMPv6Filter) error {
	return setOption(fd, level, opt, filter)
}

// SetsockoptLinger sets how long Close waits for unsent data.
func SetsockoptLinger(fd, level, opt int, l *Linger) error { return setOption(fd, level, opt, l) }

// SetsockoptTimeval sets an option that is a time.
func SetsockoptTimeval(fd, level, opt int, tv *Timeval) error { return setOption(fd, level, opt, tv) }

// BindToDevice binds a socket to an interface.
func BindToDevice(fd int, device string) error {
	return SetsockoptString(fd, SOL_SOCKET, SO_BINDTODEVICE, device)
}

// UnixCredentials returns a control message that identifies the sender.
func UnixCredentials(ucred *Ucred) []byte {
	b := make([]byte, CmsgSpace(SizeofUcred))
	h := (*Cmsghdr)(unsafe.Pointer(&b[0]))
	h.Level, h.Type = SOL_SOCKET, SCM_CREDENTIALS
	h.SetLen(CmsgLen(SizeofUcred))
	*(*Ucred)(unsafe.Pointer(&b[SizeofCmsghdr])) = *ucred
	return b
}

// ParseUnixCredentials returns the sender of a message.
func ParseUnixCredentials(m *SocketControlMessage) (*Ucred, error) {
	if m.Header.Level != SOL_SOCKET || m.Header.Type != SCM_CREDENTIALS || len(m.Data) < SizeofUcred {
		return nil, EINVAL
	}
	ucred := *(*Ucred)(unsafe.Pointer(&m.Data[0]))
	return &ucred, nil
}
