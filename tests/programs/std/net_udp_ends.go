// Packets of UDP: to and fro, empty, late, refused, between families.
package main

import (
	"errors"
	"fmt"
	"net"
	"os"
	"syscall"
	"time"
)

func check(err error) {
	if err != nil {
		panic(err)
	}
}

func main() {
	server, err := net.ListenPacket("udp", "127.0.0.1:0")
	check(err)
	go func() {
		buf := make([]byte, 1500)
		for {
			n, from, err := server.ReadFrom(buf)
			if err != nil {
				return
			}
			_, err = server.WriteTo(append([]byte("re: "), buf[:n]...), from)
			check(err)
		}
	}()
	c, err := net.Dial("udp", server.LocalAddr().String())
	check(err)
	for _, text := range []string{"one", "", "three"} {
		_, err = c.Write([]byte(text))
		check(err)
		buf := make([]byte, 100)
		n, err := c.Read(buf)
		check(err)
		fmt.Printf("%q\n", buf[:n])
	}
	c.SetReadDeadline(time.Now().Add(time.Millisecond))
	_, err = c.Read(make([]byte, 1))
	fmt.Println("deadline:", errors.Is(err, os.ErrDeadlineExceeded))
	server.Close()
	c.SetReadDeadline(time.Time{})
	c.Write([]byte("lost"))
	_, err = c.Read(make([]byte, 1))
	fmt.Println("refused:", errors.Is(err, syscall.ECONNREFUSED))
	six, err := net.ListenPacket("udp", ":0")
	check(err)
	port := six.LocalAddr().(*net.UDPAddr).Port
	four, err := net.Dial("udp4", fmt.Sprintf("127.0.0.1:%d", port))
	check(err)
	four.Write([]byte("from four"))
	buf := make([]byte, 100)
	n, from, err := six.ReadFrom(buf)
	check(err)
	fmt.Println(string(buf[:n]), from.String() == four.LocalAddr().String())
}

// Output:
// "re: one"
// "re: "
// "re: three"
// deadline: true
// refused: true
// from four true
