package main

import (
	"fmt"
	"net"
	"os"
	"syscall"
)

// Control data of a stream comes with a byte, which counts where it is read.
func main() {
	fds, _ := syscall.Socketpair(syscall.AF_UNIX, syscall.SOCK_STREAM, 0)
	var ends [2]*net.UnixConn
	for i, fd := range fds {
		c, err := net.FileConn(os.NewFile(uintptr(fd), ""))
		if err != nil {
			panic(err)
		}
		ends[i] = c.(*net.UnixConn)
	}
	oob := syscall.UnixRights(0)
	n, oobn, err := ends[0].WriteMsgUnix(nil, oob, nil)
	fmt.Println(n, oobn == len(oob), err)
	n, oobn, _, addr, err := ends[1].ReadMsgUnix(nil, make([]byte, 100))
	fmt.Println(n, oobn == len(oob), addr, err)
	n, _, err = ends[0].WriteMsgUnix([]byte("abc"), oob, nil)
	fmt.Println(n, err)
	b := make([]byte, 2)
	n, oobn, _, _, err = ends[1].ReadMsgUnix(b, make([]byte, 100))
	fmt.Println(n, oobn == len(oob), string(b), err)
}

// Output:
// 0 true <nil>
// 1 true <nil> <nil>
// 3 <nil>
// 2 true ab <nil>
