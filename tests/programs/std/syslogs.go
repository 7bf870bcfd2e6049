// Package log/syslog: what a server of each network gets, and errors.
package main

import (
	"bufio"
	"fmt"
	"log"
	"log/syslog"
	"net"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
)

var forms = []struct{ find, put string }{
	{`\d{4}-\d\d-\d\dT[0-9:]+(Z|[+-]\d\d:\d\d)`, "RFC3339"},
	{`[A-Z][a-z][a-z] [ \d]\d \d\d:\d\d:\d\d`, "STAMP"},
	{`\[` + strconv.Itoa(os.Getpid()) + `\]`, "[PID]"},
}

func plain(s string) string {
	for _, f := range forms {
		s = regexp.MustCompile(f.find).ReplaceAllString(s, f.put)
	}
	host, _ := os.Hostname()
	return regexp.MustCompile(" "+regexp.QuoteMeta(host)+" ").ReplaceAllString(s, " HOST ")
}

func use(w *syslog.Writer) {
	for _, text := range []string{"hello", "line\n", "", "a\nb"} {
		fmt.Println(w.Write([]byte(text)))
	}
	fmt.Println(w.Emerg("e"), w.Alert("a"), w.Crit("c"), w.Err("r"), w.Warning("w"), w.Notice("n"), w.Info("i"), w.Debug("d\n"))
}

func packets(network, address string) {
	fmt.Println("==", network)
	conn, err := net.ListenPacket(network, address)
	if err != nil {
		panic(err)
	}
	defer conn.Close()
	w, err := syslog.Dial(network, conn.LocalAddr().String(), syslog.LOG_USER|syslog.LOG_ERR, "tag")
	if err != nil {
		panic(err)
	}
	got := make(chan string, 20)
	go func() {
		buf := make([]byte, 1000)
		for range 13 {
			n, _, err := conn.ReadFrom(buf)
			got <- fmt.Sprintf("%q %v", plain(string(buf[:n])), err)
		}
	}()
	use(w)
	for range 12 {
		fmt.Println(<-got)
	}
	fmt.Println(w.Close(), w.Close())
	fmt.Println(w.Write([]byte("again")))
	fmt.Println(<-got)
}

func streams(network, address string) {
	fmt.Println("==", network)
	l, err := net.Listen(network, address)
	if err != nil {
		panic(err)
	}
	w, err := syslog.Dial(network, l.Addr().String(), syslog.LOG_LOCAL3|syslog.LOG_INFO, "tag")
	if err != nil {
		panic(err)
	}
	hear := func() {
		c, err := l.Accept()
		if err != nil {
			panic(err)
		}
		for r := bufio.NewReader(c); ; {
			line, err := r.ReadString('\n')
			fmt.Printf("%q %v\n", plain(line), err)
			if err != nil {
				return
			}
		}
	}
	use(w)
	fmt.Println(w.Close())
	hear()
	log.New(w, "pre ", log.Lmsgprefix).Print("after close")
	fmt.Println(w.Close())
	hear()
	l.Close()
	n, err := w.Write([]byte("x"))
	fmt.Println(n, err != nil)
}

func main() {
	for _, p := range []syslog.Priority{-1, syslog.LOG_LOCAL7 | syslog.LOG_DEBUG, (syslog.LOG_LOCAL7 | syslog.LOG_DEBUG) + 1, 1000} {
		_, err := syslog.Dial("tcp", "127.0.0.1:1", p, "")
		fmt.Println(int(p), err)
	}
	_, err := syslog.New(-1, "")
	fmt.Println(err)
	_, err = syslog.NewLogger(-1, 0)
	fmt.Println(err)
	_, err = syslog.Dial("nonet", "x", 0, "")
	fmt.Println(err)
	dir, err := os.MkdirTemp("", "syslog")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(dir)
	packets("unixgram", filepath.Join(dir, "a"))
	packets("udp", "127.0.0.1:0")
	streams("unix", filepath.Join(dir, "b"))
	streams("tcp", "127.0.0.1:0")
}

// Output:
// -1 log/syslog: invalid priority
// 191 dial tcp 127.0.0.1:1: connect: connection refused
// 192 log/syslog: invalid priority
// 1000 log/syslog: invalid priority
// log/syslog: invalid priority
// log/syslog: invalid priority
// dial nonet: unknown network nonet
// == unixgram
// 5 <nil>
// 5 <nil>
// 0 <nil>
// 3 <nil>
// <nil> <nil> <nil> <nil> <nil> <nil> <nil> <nil>
// "<11>STAMP tag[PID]: hello\n" <nil>
// "<11>STAMP tag[PID]: line\n" <nil>
// "<11>STAMP tag[PID]: \n" <nil>
// "<11>STAMP tag[PID]: a\nb\n" <nil>
// "<8>STAMP tag[PID]: e\n" <nil>
// "<9>STAMP tag[PID]: a\n" <nil>
// "<10>STAMP tag[PID]: c\n" <nil>
// "<11>STAMP tag[PID]: r\n" <nil>
// "<12>STAMP tag[PID]: w\n" <nil>
// "<13>STAMP tag[PID]: n\n" <nil>
// "<14>STAMP tag[PID]: i\n" <nil>
// "<15>STAMP tag[PID]: d\n" <nil>
// <nil> <nil>
// 5 <nil>
// "<11>STAMP tag[PID]: again\n" <nil>
// == udp
// 5 <nil>
// 5 <nil>
// 0 <nil>
// 3 <nil>
// <nil> <nil> <nil> <nil> <nil> <nil> <nil> <nil>
// "<11>RFC3339 HOST tag[PID]: hello\n" <nil>
// "<11>RFC3339 HOST tag[PID]: line\n" <nil>
// "<11>RFC3339 HOST tag[PID]: \n" <nil>
// "<11>RFC3339 HOST tag[PID]: a\nb\n" <nil>
// "<8>RFC3339 HOST tag[PID]: e\n" <nil>
// "<9>RFC3339 HOST tag[PID]: a\n" <nil>
// "<10>RFC3339 HOST tag[PID]: c\n" <nil>
// "<11>RFC3339 HOST tag[PID]: r\n" <nil>
// "<12>RFC3339 HOST tag[PID]: w\n" <nil>
// "<13>RFC3339 HOST tag[PID]: n\n" <nil>
// "<14>RFC3339 HOST tag[PID]: i\n" <nil>
// "<15>RFC3339 HOST tag[PID]: d\n" <nil>
// <nil> <nil>
// 5 <nil>
// "<11>RFC3339 HOST tag[PID]: again\n" <nil>
// == unix
// 5 <nil>
// 5 <nil>
// 0 <nil>
// 3 <nil>
// <nil> <nil> <nil> <nil> <nil> <nil> <nil> <nil>
// <nil>
// "<158>STAMP tag[PID]: hello\n" <nil>
// "<158>STAMP tag[PID]: line\n" <nil>
// "<158>STAMP tag[PID]: \n" <nil>
// "<158>STAMP tag[PID]: a\n" <nil>
// "b\n" <nil>
// "<152>STAMP tag[PID]: e\n" <nil>
// "<153>STAMP tag[PID]: a\n" <nil>
// "<154>STAMP tag[PID]: c\n" <nil>
// "<155>STAMP tag[PID]: r\n" <nil>
// "<156>STAMP tag[PID]: w\n" <nil>
// "<157>STAMP tag[PID]: n\n" <nil>
// "<158>STAMP tag[PID]: i\n" <nil>
// "<159>STAMP tag[PID]: d\n" <nil>
// "" EOF
// <nil>
// "<158>STAMP tag[PID]: pre after close\n" <nil>
// "" EOF
// 0 true
// == tcp
// 5 <nil>
// 5 <nil>
// 0 <nil>
// 3 <nil>
// <nil> <nil> <nil> <nil> <nil> <nil> <nil> <nil>
// <nil>
// "<158>RFC3339 HOST tag[PID]: hello\n" <nil>
// "<158>RFC3339 HOST tag[PID]: line\n" <nil>
// "<158>RFC3339 HOST tag[PID]: \n" <nil>
// "<158>RFC3339 HOST tag[PID]: a\n" <nil>
// "b\n" <nil>
// "<152>RFC3339 HOST tag[PID]: e\n" <nil>
// "<153>RFC3339 HOST tag[PID]: a\n" <nil>
// "<154>RFC3339 HOST tag[PID]: c\n" <nil>
// "<155>RFC3339 HOST tag[PID]: r\n" <nil>
// "<156>RFC3339 HOST tag[PID]: w\n" <nil>
// "<157>RFC3339 HOST tag[PID]: n\n" <nil>
// "<158>RFC3339 HOST tag[PID]: i\n" <nil>
// "<159>RFC3339 HOST tag[PID]: d\n" <nil>
// "" EOF
// <nil>
// "<158>RFC3339 HOST tag[PID]: pre after close\n" <nil>
// "" EOF
// 0 true
