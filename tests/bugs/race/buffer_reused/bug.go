// bug: race buf[0] bug.go:16
// bug: race b[0] bug.go:16
// why: The sender writes the next message into the buffer whose last message the receiver may still read.
// depth: 0 (every schedule)

package main

import "fmt"

func main() {
	messages := make(chan []byte)
	go func() {
		defer close(messages)
		buf := make([]byte, 1)
		for i := range 3 {
			buf[0] = byte('a' + i)
			messages <- buf
		}
	}()
	vowels := 0
	for b := range messages {
		if b[0] == 'a' {
			vowels++
		}
	}
	fmt.Println(vowels)
}
