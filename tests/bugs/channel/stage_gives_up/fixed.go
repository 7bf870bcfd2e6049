// fixed: the second stage drains its input before it returns.
// outputs: "empty line\n"

package main

import (
	"errors"
	"fmt"
	"strings"
)

func lines(text string) <-chan string {
	out := make(chan string)
	go func() {
		defer close(out)
		for line := range strings.SplitSeq(text, "\n") {
			out <- line
		}
	}()
	return out
}

func parse(in <-chan string) error {
	defer func() {
		for range in {
		}
	}()
	for line := range in {
		if line == "" {
			return errors.New("empty line")
		}
	}
	return nil
}

func main() {
	fmt.Println(parse(lines("a\nb\n\nc\nd")))
}
