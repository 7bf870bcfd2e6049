package syscall

import "unsafe"

// aligned returns a length of netlink(7), including the padding.
func aligned(n int) int { return (n + 3) &^ 3 }

// NetlinkRIB asks the kernel for a table of a family, such as RTM_GETLINK, and returns the messages of its answer.
func NetlinkRIB(proto, family int) ([]byte, error) {
	fd, err := Socket(AF_NETLINK, SOCK_RAW|SOCK_CLOEXEC, NETLINK_ROUTE)
	if err != nil {
		return nil, err
	}
	defer Close(fd)
	own := &SockaddrNetlink{Family: AF_NETLINK}
	if err := Bind(fd, own); err != nil {
		return nil, err
	}
	request := NetlinkRouteRequest{
		NlMsghdr{Len: SizeofNlMsghdr + SizeofRtGenmsg, Type: uint16(proto), Flags: NLM_F_DUMP | NLM_F_REQUEST, Seq: 1},
		RtGenmsg{Family: uint8(family)},
	}
	if err := Sendto(fd, bytesOf(&request)[:request.Header.Len], 0, own); err != nil {
		return nil, err
	}
	name, err := Getsockname(fd)
	if err != nil {
		return nil, err
	}
	local, ok := name.(*SockaddrNetlink)
	if !ok {
		return nil, EINVAL
	}
	var all []byte
	part := make([]byte, Getpagesize())
	for {
		n, _, err := Recvfrom(fd, part, 0)
		if err != nil {
			return nil, err
		}
		if n < NLMSG_HDRLEN {
			return nil, EINVAL
		}
		all = append(all, part[:n]...)
		messages, err := ParseNetlinkMessage(part[:n])
		if err != nil {
			return nil, err
		}
		for _, m := range messages {
			switch h := m.Header; {
			case h.Seq != 1 || h.Pid != local.Pid, h.Type == NLMSG_ERROR:
				return nil, EINVAL
			case h.Type == NLMSG_DONE:
				return all, nil
			}
		}
	}
}

// ParseNetlinkMessage returns the messages in b.
func ParseNetlinkMessage(b []byte) ([]NetlinkMessage, error) {
	var all []NetlinkMessage
	for len(b) >= NLMSG_HDRLEN {
		h := *(*NlMsghdr)(unsafe.Pointer(&b[0]))
		end := aligned(int(h.Len))
		if h.Len < NLMSG_HDRLEN || end > len(b) {
			return nil, EINVAL
		}
		all = append(all, NetlinkMessage{Header: h, Data: b[NLMSG_HDRLEN:h.Len:len(b)]})
		b = b[end:]
	}
	return all, nil
}

// ParseNetlinkRouteAttr returns the attributes of a message about links, addresses or routes.
func ParseNetlinkRouteAttr(m *NetlinkMessage) ([]NetlinkRouteAttr, error) {
	var head int
	switch m.Header.Type {
	case RTM_NEWLINK, RTM_DELLINK:
		head = SizeofIfInfomsg
	case RTM_NEWADDR, RTM_DELADDR:
		head = SizeofIfAddrmsg
	case RTM_NEWROUTE, RTM_DELROUTE:
		head = SizeofRtMsg
	default:
		return nil, EINVAL
	}
	var all []NetlinkRouteAttr
	for b := m.Data[head:]; len(b) >= SizeofRtAttr; {
		a := *(*RtAttr)(unsafe.Pointer(&b[0]))
		end := aligned(int(a.Len))
		if a.Len < SizeofRtAttr || end > len(b) {
			return nil, EINVAL
		}
		all = append(all, NetlinkRouteAttr{Attr: a, Value: b[SizeofRtAttr:a.Len:len(b)]})
		b = b[end:]
	}
	return all, nil
}

// LsfStmt returns an instruction of a filter.
func LsfStmt(code, k int) *SockFilter { return &SockFilter{Code: uint16(code), K: uint32(k)} }

// LsfJump returns a jump of a filter.
func LsfJump(code, k, jt, jf int) *SockFilter {
	return &SockFilter{Code: uint16(code), Jt: uint8(jt), Jf: uint8(jf), K: uint32(k)}
}

// LsfSocket makes a socket for the packets of an interface.
func LsfSocket(ifindex, proto int) (int, error) {
	fd, err := Socket(AF_PACKET, SOCK_RAW, proto)
	if err != nil {
		return -1, err
	}
	if err := Bind(fd, &SockaddrLinklayer{Protocol: swapped(uint16(proto)), Ifindex: ifindex}); err != nil {
		Close(fd)
		return -1, err
	}
	return fd, nil
}

// SetLsfPromisc switches an interface's promiscuous mode, in which it receives all packets.
func SetLsfPromisc(name string, m bool) error {
	fd, err := Socket(AF_INET, SOCK_DGRAM|SOCK_CLOEXEC, 0)
	if err != nil {
		return err
	}
	defer Close(fd)
	var request struct {
		name  [IFNAMSIZ]byte
		flags uint16
		_     [22]byte
	}
	copy(request.name[:IFNAMSIZ-1], name)
	control := func(what uintptr) error {
		return outcome(Syscall(SYS_IOCTL, uintptr(fd), what, uintptr(unsafe.Pointer(&request))))
	}
	if err := control(SIOCGIFFLAGS); err != nil {
		return err
	}
	request.flags &^= IFF_PROMISC
	if m {
		request.flags |= IFF_PROMISC
	}
	return control(SIOCSIFFLAGS)
}

// AttachLsf attaches a filter to a socket.
func AttachLsf(fd int, i []SockFilter) error {
	return setOption(fd, SOL_SOCKET, SO_ATTACH_FILTER, &SockFprog{Len: uint16(len(i)), Filter: unsafe.SliceData(i)})
}

// DetachLsf removes the filter of a socket.
func DetachLsf(fd int) error { return SetsockoptInt(fd, SOL_SOCKET, SO_DETACH_FILTER, 0) }
