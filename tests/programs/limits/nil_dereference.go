// A nil dereference that nobody recovers.
package main

type node struct{ next *node }

func main() {
	var n *node
	n.next.next = n
}

// Exit: 2
// Stderr:
// panic: runtime error: invalid memory address or nil pointer dereference
