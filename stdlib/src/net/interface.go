package net

import (
	"errors"
	"os"
	"strconv"
	"strings"
)

// Flags of an interface.
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

// An Interface joins the machine to a network.
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

// Interfaces lists them, by index.
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

// InterfaceByName finds an interface.
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

// InterfaceByIndex finds an interface.
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
