// A deadline that has passed refuses an operation before its first system call, whichever call that is: writev, sendmsg,
// recvmsg, or one of the program's own.
package main

import (
	"errors"
	"fmt"
	"net"
	"os"
	"syscall"
	"time"
)

func show(name string, err error) {
	var timeout net.Error
	fmt.Println(name, errors.Is(err, os.ErrDeadlineExceeded), errors.As(err, &timeout) && timeout.Timeout())
}

func check(err error) {
	if err != nil {
		panic(err)
	}
}

func buffers(name string, c net.Conn, pieces ...string) {
	var b net.Buffers
	for _, piece := range pieces {
		b = append(b, []byte(piece))
	}
	n, err := b.WriteTo(c)
	show(name+" writev", err)
	fmt.Println(n, len(b))
}

func calls(name string, r syscall.RawConn) {
	done := func(uintptr) bool { fmt.Println("called"); return true }
	show(name+" own write", r.Write(done))
	show(name+" own read", r.Read(done))
	show(name+" control", r.Control(func(uintptr) { fmt.Println("called") }))
}

func main() {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	check(err)
	defer listener.Close() // also keeps it reachable: a collected listener is closed
	c, err := net.Dial("tcp", listener.Addr().String())
	check(err)
	past := time.Now().Add(time.Nanosecond)
	check(c.SetDeadline(past))
	buffers("tcp", c, "a", "b")
	buffers("tcp", c)
	r, err := c.(*net.TCPConn).SyscallConn()
	check(err)
	calls("tcp", r)
	check(c.SetDeadline(time.Time{}))
	buffers("tcp again", c, "a", "b")

	packets, err := net.ListenPacket("udp", "127.0.0.1:0")
	check(err)
	udp := packets.(*net.UDPConn)
	_, err = udp.WriteTo([]byte("x"), udp.LocalAddr())
	check(err)
	check(udp.SetDeadline(past))
	_, _, err = udp.WriteMsgUDP([]byte("x"), nil, udp.LocalAddr().(*net.UDPAddr))
	show("udp sendmsg", err)
	_, _, _, _, err = udp.ReadMsgUDP(make([]byte, 1), nil)
	show("udp recvmsg", err)

	dir, err := os.MkdirTemp("", "")
	check(err)
	defer os.RemoveAll(dir)
	unix, err := net.Listen("unix", dir+"/s")
	check(err)
	defer unix.Close()
	c, err = net.Dial("unix", unix.Addr().String())
	check(err)
	check(c.SetDeadline(past))
	buffers("unix", c, "a", "b")
	_, _, err = c.(*net.UnixConn).WriteMsgUnix([]byte("x"), nil, nil)
	show("unix sendmsg", err)
	_, _, _, _, err = c.(*net.UnixConn).ReadMsgUnix(make([]byte, 1), nil)
	show("unix recvmsg", err)

	in, out, err := os.Pipe()
	check(err)
	check(in.SetReadDeadline(past))
	check(out.SetWriteDeadline(past))
	r, err = in.SyscallConn()
	check(err)
	show("pipe own read", r.Read(func(uintptr) bool { fmt.Println("called"); return true }))
	r, err = out.SyscallConn()
	check(err)
	show("pipe own write", r.Write(func(uintptr) bool { fmt.Println("called"); return true }))
}

// Output:
// tcp writev true true
// 0 2
// tcp writev true true
// 0 0
// tcp own write true true
// tcp own read true true
// called
// tcp control false false
// tcp again writev false false
// 2 0
// udp sendmsg true true
// udp recvmsg true true
// unix writev true true
// 0 2
// unix sendmsg true true
// unix recvmsg true true
// pipe own read true true
// pipe own write true true
