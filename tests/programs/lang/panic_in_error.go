// A panic in the method that says what a panic's value is.
package main

type broken struct{}

func (broken) Error() string { panic(broken{}) }

func main() {
	panic(broken{})
}

// Exit: 2
// Stderr:
// fatal error: panic while printing panic value: type main.broken
