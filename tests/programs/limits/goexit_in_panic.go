package main

import "runtime"

func main() {
	defer func() {
		defer func() { panic("second") }()
		runtime.Goexit()
	}()
	panic("first")
}

// Exit: 2
// Stderr:
// panic: first
// 	panic: second
