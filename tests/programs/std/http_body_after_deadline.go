// A handler may go on to read a body after a deadline has passed and was moved; the connection serves the next request.
package main

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"time"
)

func main() {
	late := make(chan bool, 2)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		panic(err)
	}
	go http.Serve(l, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == "GET" {
			return
		}
		control := http.NewResponseController(w)
		control.SetReadDeadline(time.Now().Add(10 * time.Millisecond))
		part, err := io.ReadAll(r.Body)
		timeout, ok := err.(net.Error)
		fmt.Printf("%q %t\n", part, ok && timeout.Timeout())
		control.SetReadDeadline(time.Time{})
		late <- true
		part, err = io.ReadAll(r.Body)
		fmt.Printf("%q %v\n", part, err)
	}))
	c, err := net.Dial("tcp", l.Addr().String())
	if err != nil {
		panic(err)
	}
	io.WriteString(c, "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 6\r\n\r\n")
	<-late
	io.WriteString(c, "abcdefGET / HTTP/1.1\r\nHost: h\r\n\r\n")
	answers := bufio.NewReader(c)
	for range 2 {
		answer, err := http.ReadResponse(answers, nil)
		if err != nil {
			panic(err)
		}
		fmt.Println(answer.Status, answer.Close)
	}
}

// Output:
// "" true
// "abcdef" <nil>
// 200 OK false
// 200 OK false
