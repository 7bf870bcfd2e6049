// The value of a recovered panic, panicked again.
package main

func main() {
	defer func() { panic(recover()) }()
	panic("again")
}

// Exit: 2
// Stderr:
// panic: again [recovered, repanicked]
