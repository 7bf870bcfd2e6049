package syscall

// A RawSockaddr is the kernel's form of an address.
type RawSockaddr struct {
	Family uint16
	Data   [14]int8
}

// A RawSockaddrAny has room for every address.
type RawSockaddrAny struct {
	Addr RawSockaddr
	Pad  [96]int8
}

// A RawSockaddrInet4 is an address of IPv4.
type RawSockaddrInet4 struct {
	Family, Port uint16
	Addr         [4]byte
	Zero         [8]uint8
}

// A RawSockaddrInet6 is an address of IPv6.
type RawSockaddrInet6 struct {
	Family, Port uint16
	Flowinfo     uint32
	Addr         [16]byte
	Scope_id     uint32
}

// A RawSockaddrLinklayer is an address of packet(7).
type RawSockaddrLinklayer struct {
	Family, Protocol uint16
	Ifindex          int32
	Hatype           uint16
	Pkttype, Halen   uint8
	Addr             [8]uint8
}

// A RawSockaddrNetlink is an address of netlink(7).
type RawSockaddrNetlink struct {
	Family, Pad uint16
	Pid, Groups uint32
}

// A RawSockaddrUnix is a path.
type RawSockaddrUnix struct {
	Family uint16
	Path   [108]int8
}

// A SockaddrLinklayer is an address of packet(7).
type SockaddrLinklayer struct {
	Protocol       uint16
	Ifindex        int
	Hatype         uint16
	Pkttype, Halen uint8
	Addr           [8]byte
}

// A SockaddrNetlink is an address of netlink(7).
type SockaddrNetlink struct {
	Family, Pad uint16
	Pid, Groups uint32
}

// A Linger says how long closing a socket waits for unsent data.
type Linger struct {
	Onoff, Linger int32
}

// An IPMreq is a group and the address of an interface.
type IPMreq struct {
	Multiaddr, Interface [4]byte
}

// An IPMreqn is an IPMreq with the number of the interface.
type IPMreqn struct {
	Multiaddr, Address [4]byte
	Ifindex            int32
}

// An IPv6Mreq is a group and the number of an interface.
type IPv6Mreq struct {
	Multiaddr [16]byte
	Interface uint32
}

// An IPv6MTUInfo is the largest packet on the way to an address.
type IPv6MTUInfo struct {
	Addr RawSockaddrInet6
	Mtu  uint32
}

// An ICMPv6Filter says which messages a socket does not receive.
type ICMPv6Filter struct {
	Data [8]uint32
}

// An Inet4Pktinfo says on which interface and address a packet arrived.
type Inet4Pktinfo struct {
	Ifindex        int32
	Spec_dst, Addr [4]byte
}

// An Inet6Pktinfo says on which interface and address a packet arrived.
type Inet6Pktinfo struct {
	Addr    [16]byte
	Ifindex uint32
}

// A TCPInfo is the state of a connection.
type TCPInfo struct {
	State, Ca_state, Retransmits, Probes, Backoff, Options                              uint8
	Pad_cgo_0                                                                           [2]byte
	Rto, Ato, Snd_mss, Rcv_mss, Unacked, Sacked, Lost, Retrans, Fackets, Last_data_sent uint32
	Last_ack_sent, Last_data_recv, Last_ack_recv, Pmtu, Rcv_ssthresh, Rtt, Rttvar       uint32
	Snd_ssthresh, Snd_cwnd, Advmss, Reordering, Rcv_rtt, Rcv_space, Total_retrans       uint32
}

// An NlMsghdr is the header of a message.
type NlMsghdr struct {
	Len         uint32
	Type, Flags uint16
	Seq, Pid    uint32
}

// An NlMsgerr is the answer to a message that failed.
type NlMsgerr struct {
	Error int32
	Msg   NlMsghdr
}

// An NlAttr is the header of an attribute.
type NlAttr struct {
	Len, Type uint16
}

// An RtAttr is the header of an attribute of rtnetlink(7).
type RtAttr struct {
	Len, Type uint16
}

// An RtGenmsg has the family of a request.
type RtGenmsg struct {
	Family uint8
}

// An RtMsg is rtnetlink(7)'s description of a route.
type RtMsg struct {
	Family, Dst_len, Src_len, Tos, Table, Protocol, Scope, Type uint8
	Flags                                                       uint32
}

// An RtNexthop is a hop of a route.
type RtNexthop struct {
	Len         uint16
	Flags, Hops uint8
	Ifindex     int32
}

// An IfInfomsg is rtnetlink(7)'s description of an interface.
type IfInfomsg struct {
	Family, X__ifi_pad uint8
	Type               uint16
	Index              int32
	Flags, Change      uint32
}

// An IfAddrmsg is rtnetlink(7)'s description of an address.
type IfAddrmsg struct {
	Family, Prefixlen, Flags, Scope uint8
	Index                           uint32
}

// A NetlinkMessage is a message of netlink(7).
type NetlinkMessage struct {
	Header NlMsghdr
	Data   []byte
}

// A NetlinkRouteAttr is an attribute of a message.
type NetlinkRouteAttr struct {
	Attr  RtAttr
	Value []byte
}

// A NetlinkRouteRequest requests a table.
type NetlinkRouteRequest struct {
	Header NlMsghdr
	Data   RtGenmsg
}

// A SockFilter is an instruction of a filter.
type SockFilter struct {
	Code   uint16
	Jt, Jf uint8
	K      uint32
}

// A SockFprog is a filter.
type SockFprog struct {
	Len       uint16
	Pad_cgo_0 [6]byte
	Filter    *SockFilter
}
