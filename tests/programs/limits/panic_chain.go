// A panic that replaces a recovered one, and an error whose text has two lines.
package main

import "errors"

func main() {
	defer func() {
		recover()
		panic(errors.New("second\nline"))
	}()
	panic("first")
}

// Exit: 2
// Stderr:
// panic: first [recovered]
