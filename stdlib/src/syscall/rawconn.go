package syscall

import "unsafe"

// A RawConn gives access to a descriptor for which goroutines can wait.
type RawConn interface {
	// Control calls f once; the descriptor stays open until f returns.
	Control(f func(fd uintptr)) error
	// Read calls f until it returns true, and before each further call waits until the descriptor is readable.
	Read(f func(fd uintptr) (done bool)) error
	// Write is Read for writing.
	Write(f func(fd uintptr) (done bool)) error
}

// A Conn is a connection that has a RawConn.
type Conn interface {
	SyscallConn() (RawConn, error)
}

// An Iovec is a piece of memory.
type Iovec struct {
	Base *byte
	Len  uint64
}

// SetLen sets the length.
func (v *Iovec) SetLen(length int) { v.Len = uint64(length) }

// A Msghdr is the argument of sendmsg(2) and recvmsg(2).
type Msghdr struct {
	Name       *byte
	Namelen    uint32
	Pad_cgo_0  [4]byte
	Iov        *Iovec
	Iovlen     uint64
	Control    *byte
	Controllen uint64
	Flags      int32
	Pad_cgo_1  [4]byte
}

// SetControllen sets the length of the control message.
func (m *Msghdr) SetControllen(length int) { m.Controllen = uint64(length) }

// A Cmsghdr is the header of a control message.
type Cmsghdr struct {
	Len   uint64
	Level int32
	Type  int32
}

// SetLen sets the length.
func (c *Cmsghdr) SetLen(length int) { c.Len = uint64(length) }

// The sizes of these types.
const (
	SizeofMsghdr  = 56
	SizeofCmsghdr = 16
	SizeofUcred   = 12
)

// A SocketControlMessage is a control message with its header.
type SocketControlMessage struct {
	Header Cmsghdr
	Data   []byte
}

func cmsgAlign(n int) int { return (n + 7) &^ 7 }

// CmsgLen returns the length in the header of a control message with so much data.
func CmsgLen(datalen int) int { return SizeofCmsghdr + datalen }

// CmsgSpace returns the room of a control message with so much data.
func CmsgSpace(datalen int) int { return SizeofCmsghdr + cmsgAlign(datalen) }

// ParseSocketControlMessage splits the control messages in b.
func ParseSocketControlMessage(b []byte) ([]SocketControlMessage, error) {
	var list []SocketControlMessage
	for len(b) >= SizeofCmsghdr {
		h := *(*Cmsghdr)(unsafe.Pointer(&b[0]))
		if h.Len < SizeofCmsghdr || h.Len > uint64(len(b)) {
			return nil, EINVAL
		}
		list = append(list, SocketControlMessage{Header: h, Data: b[SizeofCmsghdr:h.Len:h.Len]})
		b = b[min(cmsgAlign(int(h.Len)), len(b)):]
	}
	return list, nil
}

// UnixRights returns a control message that passes descriptors.
func UnixRights(fds ...int) []byte {
	b := make([]byte, CmsgSpace(4*len(fds)))
	h := (*Cmsghdr)(unsafe.Pointer(&b[0]))
	h.Level, h.Type = SOL_SOCKET, SCM_RIGHTS
	h.SetLen(CmsgLen(4 * len(fds)))
	for i, fd := range fds {
		*(*int32)(unsafe.Pointer(&b[SizeofCmsghdr+4*i])) = int32(fd)
	}
	return b
}

// ParseUnixRights returns the descriptors that a message passes.
func ParseUnixRights(m *SocketControlMessage) ([]int, error) {
	if m.Header.Level != SOL_SOCKET || m.Header.Type != SCM_RIGHTS {
		return nil, EINVAL
	}
	fds := make([]int, len(m.Data)/4)
	for i := range fds {
		fds[i] = int(*(*int32)(unsafe.Pointer(&m.Data[4*i])))
	}
	return fds, nil
}

// A Ucred identifies the process that sent a message.
type Ucred struct {
	Pid int32
	Uid uint32
	Gid uint32
}

// GetsockoptInt reads an option that is a number.
func GetsockoptInt(fd, level, opt int) (value int, err error) {
	var v int32
	size := uint32(4)
	err = outcome(Syscall6(SYS_GETSOCKOPT, uintptr(fd), uintptr(level), uintptr(opt), uintptr(unsafe.Pointer(&v)),
		uintptr(unsafe.Pointer(&size)), 0))
	return int(v), err
}

// SetsockoptInt sets an option that is a number.
func SetsockoptInt(fd, level, opt int, value int) error {
	v := int32(value)
	return outcome(Syscall6(SYS_SETSOCKOPT, uintptr(fd), uintptr(level), uintptr(opt), uintptr(unsafe.Pointer(&v)), 4, 0))
}

// SetsockoptString sets an option that is a text.
func SetsockoptString(fd, level, opt int, s string) error {
	b := append([]byte(s), 0)
	return outcome(Syscall6(SYS_SETSOCKOPT, uintptr(fd), uintptr(level), uintptr(opt), uintptr(unsafe.Pointer(&b[0])),
		uintptr(len(s)), 0))
}

// SetsockoptByte sets an option that is a byte.
func SetsockoptByte(fd, level, opt int, value byte) error {
	return outcome(Syscall6(SYS_SETSOCKOPT, uintptr(fd), uintptr(level), uintptr(opt), uintptr(unsafe.Pointer(&value)), 1, 0))
}

// GetsockoptUcred returns which process is at the other end of a unix socket.
func GetsockoptUcred(fd, level, opt int) (*Ucred, error) {
	c := new(Ucred)
	size := uint32(SizeofUcred)
	err := outcome(Syscall6(SYS_GETSOCKOPT, uintptr(fd), uintptr(level), uintptr(opt), uintptr(unsafe.Pointer(c)),
		uintptr(unsafe.Pointer(&size)), 0))
	return c, err
}

// Socketpair makes two connected sockets.
func Socketpair(domain, typ, proto int) (fd [2]int, err error) {
	var fds [2]int32
	err = outcome(Syscall6(SYS_SOCKETPAIR, uintptr(domain), uintptr(typ), uintptr(proto), uintptr(unsafe.Pointer(&fds)), 0, 0))
	return [2]int{int(fds[0]), int(fds[1])}, err
}
