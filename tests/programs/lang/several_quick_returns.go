// A function that returns early at several places, with more results than fit into registers.
package main

import (
	"errors"
	"fmt"
)

type hash [32]byte

var errBad = errors.New("bad")

func run(p []int, lo, hi int64, leaf hash) (hash, error) {
	if lo+1 == hi {
		if len(p) != 0 {
			return hash{}, errBad
		}
		return leaf, nil
	}
	if len(p) == 0 {
		return hash{}, errBad
	}
	h, err := run(p[:len(p)-1], lo, hi-1, leaf)
	if err != nil {
		return hash{}, err
	}
	h[1]++
	return h, nil
}

func pick(n int, a, b, c, d string) (string, string, int) {
	if n < 0 {
		return a, b, n
	}
	if n == 0 {
		return c, d, 100
	}
	x, y, z := pick(n-2, b, c, d, a)
	return y, x, z + 1
}

func main() {
	for hi := range int64(5) {
		for n := range 4 {
			h, err := run(make([]int, n), 0, hi, hash{byte(hi + 7)})
			fmt.Print(h[:2], err, " ")
		}
		fmt.Println()
	}
	for n := range 6 {
		fmt.Println(pick(n, "a", "b", "c", "d"))
	}
}

// Output:
// [0 0] bad [0 0] bad [0 0] bad [0 0] bad
// [8 0] <nil> [0 0] bad [0 0] bad [0 0] bad
// [0 0] bad [9 1] <nil> [0 0] bad [0 0] bad
// [0 0] bad [0 0] bad [10 2] <nil> [0 0] bad
// [0 0] bad [0 0] bad [0 0] bad [11 3] <nil>
// c d 100
// c b 0
// a d 101
// c d 1
// a b 102
// a d 2
