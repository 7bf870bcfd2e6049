// A panic with the value of the previous panic is reported once, recovered or not.
package main

import "fmt"

func twice(value any) {
	defer func() {
		fmt.Println(recover())
	}()
	defer panic(value)
	panic(value)
}

func main() {
	twice(1)
	defer panic("a,b,c")
	panic("a,b,c")
}

// Exit: 2
// Output:
// 1
// Stderr:
// panic: a,b,c
// Absent:
// 	panic: a,b,c
