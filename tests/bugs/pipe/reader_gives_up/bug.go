// bug: leak bug.go:30
// why: The reader returns at a bad header and does not close its end, so the writer waits to be read.
// depth: 0 (some schedules)

package main

import (
	"errors"
	"fmt"
	"io"
)

func read(r *io.PipeReader) error {
	header := make([]byte, 2)
	if _, err := io.ReadFull(r, header); err != nil {
		return err
	}
	if string(header) != "OK" {
		return errors.New("bad header")
	}
	_, err := io.ReadAll(r)
	return err
}

func main() {
	r, w := io.Pipe()
	go func() {
		defer w.Close()
		for range 3 {
			io.WriteString(w, "NO data")
		}
	}()
	fmt.Println(read(r))
}
