// fixed: the reader closes its end with the error.
// outputs: "bad header\n"

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
		err := errors.New("bad header")
		r.CloseWithError(err)
		return err
	}
	_, err := io.ReadAll(r)
	return err
}

func main() {
	r, w := io.Pipe()
	go func() {
		defer w.Close()
		for range 3 {
			if _, err := io.WriteString(w, "NO data"); err != nil {
				return
			}
		}
	}()
	fmt.Println(read(r))
}
