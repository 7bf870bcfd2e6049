// The value of a defined type is shown with its type.
package main

type state int

func main() { panic(state(5)) }

// Exit: 2
// Stderr:
// panic: main.state(5)
