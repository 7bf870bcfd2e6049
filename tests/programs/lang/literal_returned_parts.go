// A struct literal with small fields, returned where its parameters lie: they are read before it is written.
package main

import "fmt"

type id struct{ n, m int }

type entry struct {
	id         id
	at         int
	a, b, c, d uint16
}

func entryOf(of id, at int, a uint16) entry { return entry{of, at, a, 1, 2, 3} }

func both(of id, at int, a uint16) (entry, uint16) {
	for range at {
		a++
	}
	return entry{of, at, a, 1, 2, 3}, a
}

// Called by value, so that it is not inlined.
var made = entryOf

func main() {
	made = entryOf
	fmt.Println(made(id{7, 8}, 9, 4))
	fmt.Println(both(id{7, 8}, 9, 4))
}

// Output:
// {{7 8} 9 4 1 2 3}
// {{7 8} 9 13 1 2 3} 13
