// Text comes to a Writer in pieces of one byte; writes fail and panic.
package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"text/tabwriter"
)

type broken struct{ panics bool }

func (b broken) Write(p []byte) (int, error) {
	if b.panics {
		panic("cannot write")
	}
	if len(p) == 0 {
		return 0, nil
	}
	return 0, errors.New("no more")
}

func main() {
	w := tabwriter.NewWriter(os.Stdout, 8, 0, 1, '.', tabwriter.FilterHTML|tabwriter.StripEscape)
	for _, b := range []byte("本\tb\tc\naa\t本本本\tcccc\n<b>é</b>\t&amp;&lt;\t\xffa\tb\xff\tx\n") {
		w.Write([]byte{b})
	}
	w.Flush()
	for _, b := range []broken{{true}, {false}} {
		func() {
			defer func() {
				if e := recover(); e != nil {
					fmt.Println("panic:", e)
				}
			}()
			w := tabwriter.NewWriter(b, 0, 8, 1, ' ', 0)
			n, err := io.WriteString(w, "a\tb\n\f")
			fmt.Println(n, err)
			fmt.Println(w.Flush())
		}()
	}
	w = tabwriter.NewWriter(broken{}, 0, 8, 1, ' ', 0)
	io.WriteString(w, "x\ty")
	fmt.Println(w.Flush(), w.Flush())
}

// Output:
// 本.......b.......c
// aa......本本本.....cccc
// <b>é</b>.......&amp;&lt;......a	b.....x
// panic: tabwriter: panic during Write (cannot write)
// 5 no more
// no more
// no more <nil>
