package main

import (
	"bufio"
	"errors"
	"fmt"
	"strings"
)

// An error of the SplitFunc leaves the token of the Scan before it.
func main() {
	s := bufio.NewScanner(strings.NewReader("ab cd"))
	s.Split(func(data []byte, atEOF bool) (int, []byte, error) {
		if data[0] == ' ' {
			return 0, nil, errors.New("a space")
		}
		return 1, data[:1], nil
	})
	for s.Scan() {
		fmt.Printf("%q\n", s.Text())
	}
	fmt.Printf("%q %v %v\n", s.Text(), s.Err(), s.Scan())
}

// Output:
// "a"
// "b"
// "b" a space false
