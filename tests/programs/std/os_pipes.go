// Pipes and FIFOs: goroutines wait, threads do not.
package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"sync"
	"syscall"
	"time"
)

func main() {
	// A ring of pipes.
	const n = 50
	var rs, ws [n]*os.File
	for i := range rs {
		var err error
		if rs[i], ws[i], err = os.Pipe(); err != nil {
			panic(err)
		}
	}
	var wg sync.WaitGroup
	for i := range rs {
		wg.Add(1)
		go func() {
			defer wg.Done()
			defer ws[(i+1)%n].Close()
			if i == 0 {
				fmt.Fprintln(ws[1], "round and round")
				line, err := bufio.NewReader(rs[0]).ReadString('\n')
				fmt.Printf("%q %v\n", line, err)
				return
			}
			io.Copy(ws[(i+1)%n], rs[i])
		}()
	}
	wg.Wait()
	for i := range rs {
		rs[i].Close()
	}

	r, w, _ := os.Pipe()
	fmt.Println(r.Name(), w.Name())
	// More than the pipe holds.
	go func() {
		n, err := w.Write(make([]byte, 1<<20))
		fmt.Println(n, err)
		w.Close()
	}()
	b, err := io.ReadAll(r)
	fmt.Println(len(b), err)
	r.Close()

	r, w, _ = os.Pipe()
	buf := make([]byte, 4)
	fmt.Println(r.SetReadDeadline(time.Now().Add(5 * time.Millisecond)))
	_, err = r.Read(buf)
	fmt.Println(err, errors.Is(err, os.ErrDeadlineExceeded), os.IsTimeout(err))
	fmt.Println(r.SetDeadline(time.Time{}), w.SetWriteDeadline(time.Now().Add(time.Hour)))
	// Too early a deadline is over before anything is written.
	m := 0
	for wait := 10 * time.Millisecond; m == 0; wait *= 2 {
		w.SetWriteDeadline(time.Now().Add(wait))
		m, err = w.Write(make([]byte, 1<<20))
	}
	fmt.Println(m, err)
	for got := 0; got < m; {
		k, _ := r.Read(make([]byte, 1<<16))
		got += k
	}
	// Close wakes the reader.
	done := make(chan error)
	go func() { _, err := r.Read(buf); done <- err }()
	time.Sleep(2 * time.Millisecond)
	fmt.Println(r.Close())
	fmt.Println(<-done)
	w.SetWriteDeadline(time.Time{})
	_, err = w.Write(buf)
	fmt.Println(err, errors.Is(err, syscall.EPIPE))
	fmt.Println(w.Close(), w.Close())
	_, err = w.Write(buf)
	fmt.Println(err, errors.Is(err, os.ErrClosed))
	fmt.Println(w.SetDeadline(time.Now()))

	dir, _ := os.MkdirTemp("", "fifo")
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, "f")
	fmt.Println(syscall.Mkfifo(path, 0600))
	go func() {
		w, err := os.OpenFile(path, os.O_WRONLY, 0)
		fmt.Println(err)
		time.Sleep(2 * time.Millisecond)
		w.WriteString("through a FIFO")
		w.Close()
	}()
	f, err := os.Open(path)
	b, err2 := io.ReadAll(f)
	fmt.Printf("%v %q %v\n", err, b, err2)
	fmt.Println(f.SetReadDeadline(time.Now().Add(time.Hour)))
	f.Close()
	plain, _ := os.Create(filepath.Join(dir, "plain"))
	fmt.Println(plain.SetDeadline(time.Now()))
	plain.Close()
}

// Output:
// "round and round\n" <nil>
// |0 |1
// 1048576 <nil>
// 1048576 <nil>
// <nil>
// read |0: i/o timeout true true
// <nil> <nil>
// 65536 write |1: i/o timeout
// <nil>
// read |0: file already closed
// write |1: broken pipe true
// <nil> close |1: file already closed
// write |1: file already closed true
// use of closed file
// <nil>
// <nil>
// <nil> "through a FIFO" <nil>
// <nil>
// file type does not support deadline
