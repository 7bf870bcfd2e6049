// A map whose tables are larger than any other: each of its entries holds an array of pointers.
package main

import (
	"fmt"
	"runtime"
)

type T struct{ n int }

func main() {
	m := map[int][20000]*T{}
	for k := range 40 {
		var a [20000]*T
		for i := 0; i < len(a); i += 97 {
			a[i] = &T{k*i + 1}
		}
		m[k] = a
		runtime.GC()
	}
	bad := 0
	for k, a := range m {
		for i, p := range a {
			if (i%97 == 0) != (p != nil) || p != nil && p.n != k*i+1 {
				bad++
			}
		}
	}
	fmt.Println(len(m), bad)
}

// Output:
// 40 0
