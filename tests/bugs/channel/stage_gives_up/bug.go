// bug: leak bug.go:18
// why: The second stage returns at the first bad line and leaves the first stage waiting to send the next one.
// depth: 0 (some schedules)

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
