// The methods that give a panic's text may panic and recover, but cannot recover the panics that are printed; the newest is asked first.
package main

import "fmt"

type inner struct{ n int }

func (e inner) Error() string {
	defer func() { fmt.Println("recovered", recover()) }()
	if recover() != nil {
		fmt.Println("no deferred call may recover here")
	}
	var m map[int]int
	m[e.n] = 1
	return "never"
}

type named struct{ n int }

func (s named) String() string {
	func() {
		if recover() != nil {
			fmt.Println("nor here")
		}
	}()
	fmt.Println("asked", s.n)
	return fmt.Sprint("named ", s.n)
}

func main() {
	defer func() { panic(named{2}) }()
	defer func() { panic(inner{1}) }()
	panic(named{0})
}

// Output:
// asked 2
// recovered assignment to entry in nil map
// asked 0
// Exit: 2
// Stderr:
// panic: named 0
// 	panic: 
// 	panic: named 2
