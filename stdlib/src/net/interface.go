package net

import (
	"errors"
	"os"
	"strconv"
	"strings"
	"syscall"
	"unsafe"
)

// Flags are the flags of an interface.
type Flags uint

// The flags.
const (
	FlagUp Flags = 1 << iota
	FlagBroadcast
	FlagLoopback
	FlagPointToPoint
	FlagMulticast
	FlagRunning
)

var flagNames = []string{"up", "broadcast", "loopback", "pointtopoint", "multicast", "running"}

func (f Flags) String() string {
	s := ""
	for i, name := range flagNames {
		if f&(1<<i) != 0 {
			if s != "" {
				s += "|"
			}
			s += name
		}
	}
	if s == "" {
		return "0"
	}
	return s
}

// A HardwareAddr is an address on a link.
type HardwareAddr []byte

func (a HardwareAddr) String() string {
	s := make([]byte, 0, 3*len(a))
	for i, b := range a {
		if i > 0 {
			s = append(s, ':')
		}
		s = append(s, hex([]byte{b})...)
	}
	return string(s)
}

// ParseMAC reads a HardwareAddr of 6, 8 or 20 bytes, cut by : or -.
func ParseMAC(s string) (HardwareAddr, error) {
	wrong := &AddrError{Err: "invalid MAC address", Addr: s}
	var a HardwareAddr
	if len(s) >= 14 && s[4] == '.' {
		// Groups of two bytes: 0123.4567.89ab
		parts := strings.Split(s, ".")
		for _, part := range parts {
			if len(part) != 4 {
				return nil, wrong
			}
		}
		s = parts[0][:2]
		for i, part := range parts {
			if i > 0 {
				s += ":" + part[:2]
			}
			s += ":" + part[2:]
		}
	}
	for i := 0; ; i += 3 {
		if i+2 > len(s) || hexDigit(s[i]) < 0 || hexDigit(s[i+1]) < 0 {
			return nil, wrong
		}
		a = append(a, byte(hexDigit(s[i])<<4|hexDigit(s[i+1])))
		if i+2 == len(s) {
			break
		}
		if c := s[i+2]; c != s[2] || c != ':' && c != '-' {
			return nil, wrong
		}
	}
	if n := len(a); n != 6 && n != 8 && n != 20 {
		return nil, wrong
	}
	return a, nil
}

// An Interface connects the machine to a network.
type Interface struct {
	Index        int
	MTU          int
	Name         string
	HardwareAddr HardwareAddr
	Flags        Flags
}

// number reads a number of an interface from the kernel.
func number(name, what string) int {
	data, err := os.ReadFile("/sys/class/net/" + name + "/" + what)
	if err != nil {
		return 0
	}
	n, _ := strconv.ParseInt(strings.TrimSpace(string(data)), 0, 64)
	return int(n)
}

// Interfaces returns all interfaces, by index.
func Interfaces() ([]Interface, error) {
	entries, err := os.ReadDir("/sys/class/net")
	if err != nil {
		return nil, &OpError{Op: "route", Net: "ip+net", Err: err}
	}
	var list []Interface
	for _, e := range entries {
		name := e.Name()
		in := Interface{Index: number(name, "ifindex"), MTU: number(name, "mtu"), Name: name}
		bits := number(name, "flags")
		for i, bit := range []int{0x1, 0x2, 0x8, 0x10, 0x1000, 0x40} {
			if bits&bit != 0 {
				in.Flags |= 1 << i
			}
		}
		if data, err := os.ReadFile("/sys/class/net/" + name + "/address"); err == nil && in.Flags&FlagLoopback == 0 {
			in.HardwareAddr, _ = ParseMAC(strings.TrimSpace(string(data)))
		}
		at := 0
		for at < len(list) && list[at].Index < in.Index {
			at++
		}
		list = append(list[:at], append([]Interface{in}, list[at:]...)...)
	}
	return list, nil
}

// InterfaceByName returns the interface with a name.
func InterfaceByName(name string) (*Interface, error) {
	list, err := Interfaces()
	for i := range list {
		if list[i].Name == name {
			return &list[i], nil
		}
	}
	if err == nil {
		err = &OpError{Op: "route", Net: "ip+net", Err: errors.New("no such network interface")}
	}
	return nil, err
}

// InterfaceByIndex returns the interface with an index.
func InterfaceByIndex(index int) (*Interface, error) {
	list, err := Interfaces()
	for i := range list {
		if list[i].Index == index {
			return &list[i], nil
		}
	}
	if err == nil {
		err = &OpError{Op: "route", Net: "ip+net", Err: errors.New("no such network interface")}
	}
	return nil, err
}

func interfaceName(id int) string {
	if in, err := InterfaceByIndex(id); err == nil {
		return in.Name
	}
	return ""
}

func interfaceNumber(name string) int { return number(name, "ifindex") }

var errInvalidInterface = errors.New("invalid network interface")

func routeError(err error) error {
	if err == nil {
		return nil
	}
	return &OpError{Op: "route", Net: "ip+net", Err: err}
}

// InterfaceAddrs returns the addresses of all interfaces, with their network masks.
func InterfaceAddrs() ([]Addr, error) {
	list, err := interfaceAddrs(0)
	return list, routeError(err)
}

// Addrs returns the addresses of the interface, with their network masks.
func (in *Interface) Addrs() ([]Addr, error) {
	if in == nil {
		return nil, routeError(errInvalidInterface)
	}
	list, err := interfaceAddrs(in.Index)
	return list, routeError(err)
}

// interfaceAddrs asks the kernel for the addresses of one interface; with index 0, of all.
func interfaceAddrs(index int) ([]Addr, error) {
	s, err := syscall.Socket(syscall.AF_NETLINK, syscall.SOCK_RAW|syscall.SOCK_CLOEXEC, 0)
	if err != nil {
		return nil, os.NewSyscallError("netlinkrib", err)
	}
	defer syscall.Close(s)
	const getAddr, newAddr, done, failed = 22, 20, 3, 2
	request := [17]byte{0: 17, 4: getAddr, 6: 1, 7: 3, 8: 1} // length, type, REQUEST|DUMP, number 1, any family
	if _, _, e := syscall.Syscall6(syscall.SYS_SENDTO, uintptr(s), uintptr(unsafe.Pointer(&request)), 17, 0, 0, 0); e != 0 {
		return nil, os.NewSyscallError("netlinkrib", e)
	}
	var list []Addr
	buf := make([]byte, 65536)
	for {
		n, _, e := syscall.Syscall6(syscall.SYS_RECVFROM, uintptr(s), uintptr(unsafe.Pointer(&buf[0])), uintptr(len(buf)), 0, 0, 0)
		if e != 0 {
			return nil, os.NewSyscallError("netlinkrib", e)
		}
		for b := buf[:n]; len(b) >= 16; {
			size := number32(b)
			if size < 16 || size > len(b) {
				return nil, os.NewSyscallError("parsenetlinkmessage", syscall.EINVAL)
			}
			switch int(b[4]) | int(b[5])<<8 {
			case done:
				return list, nil
			case failed:
				return nil, os.NewSyscallError("netlinkrib", syscall.EINVAL)
			case newAddr:
				if a := addrOfMessage(b[16:size], index); a != nil {
					list = append(list, a)
				}
			}
			b = b[min((size+3)&^3, len(b)):]
		}
	}
}

func number32(b []byte) int { return int(b[0]) | int(b[1])<<8 | int(b[2])<<16 | int(b[3])<<24 }

// addrOfMessage returns the address in a message; for a point-to-point link, the local one.
func addrOfMessage(b []byte, index int) Addr {
	if len(b) < 8 || index != 0 && number32(b[4:]) != index {
		return nil
	}
	ones := int(b[1])
	var ip IP
	local := false
	for b = b[8:]; len(b) >= 4; {
		size, kind := int(b[0])|int(b[1])<<8, int(b[2])|int(b[3])<<8
		if size < 4 || size > len(b) {
			break
		}
		if value := b[4:size]; (len(value) == 4 || len(value) == 16) && (kind == 2 || kind == 1 && !local) {
			ip, local = append(IP(nil), value...), kind == 2
		}
		b = b[min((size+3)&^3, len(b)):]
	}
	if ip == nil {
		return nil
	}
	return &IPNet{IP: ip.To16(), Mask: CIDRMask(ones, 8*len(ip))}
}

// MulticastAddrs returns the groups that the interface has joined.
func (in *Interface) MulticastAddrs() ([]Addr, error) {
	if in == nil {
		return nil, routeError(errInvalidInterface)
	}
	var list []Addr
	data, _ := os.ReadFile("/proc/net/igmp")
	name := ""
	for line := range strings.SplitSeq(string(data), "\n") {
		f := strings.FieldsFunc(line, func(r rune) bool { return r == ' ' || r == ':' || r == '\t' })
		switch {
		case len(f) < 4:
		case line[0] != ' ' && line[0] != '\t':
			name = f[1]
		case len(f[0]) == 8 && name == in.Name:
			if b := hexBytes(f[0]); len(b) == 4 {
				list = append(list, &IPAddr{IP: IPv4(b[3], b[2], b[1], b[0])})
			}
		}
	}
	data, _ = os.ReadFile("/proc/net/igmp6")
	for line := range strings.SplitSeq(string(data), "\n") {
		f := strings.Fields(line)
		if len(f) >= 6 && f[1] == in.Name {
			if b := hexBytes(f[2]); len(b) == 16 {
				list = append(list, &IPAddr{IP: IP(b)})
			}
		}
	}
	return list, nil
}

func hexBytes(s string) []byte {
	b := make([]byte, len(s)/2)
	for i := range b {
		high, low := hexDigit(s[2*i]), hexDigit(s[2*i+1])
		if high < 0 || low < 0 {
			return nil
		}
		b[i] = byte(high<<4 | low)
	}
	return b
}
