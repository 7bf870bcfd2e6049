// The new array of slices.Replace grows from the capacity of the old one, as that of append does.
package main

import (
	"fmt"
	"slices"
)

func main() {
	s := slices.Replace([]int{1, 2, 3, 4, 5, 6}, 0, 2, 9, 8, 7, 6)
	fmt.Println(s, cap(s))
}

// Output:
// [9 8 7 6 3 4 5 6] 12
