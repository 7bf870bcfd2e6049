// Many slice expressions, deferred closures and complex divisions between two turns of a loop: no instruction may leave
// anything on the native stack.
package main

import "fmt"

func deferred(n int) (sum int) {
	add := func(by int) { sum += by }
	for i := range n {
		defer add(i)
		defer add(1)
		defer add(-1)
		defer add(i)
	}
	return 0
}

func slices(n int) (sum int) {
	s := make([]int, 10)
	for i := range n {
		a, b := s[:5], s[2:]
		c, d := a[1:], b[:3]
		e, f := s[i%10:], s[:i%10]
		sum += len(a) + len(b) + len(c) + len(d) + len(e) + len(f)
		a, b = s[1:5], s[2:5:7]
		c, d = a[1:], b[:3]
		e, f = s[i%7:], s[:i%7]
		sum += len(a) + len(b) + len(c) + cap(d) + len(e) + cap(f)
	}
	return
}

func quotients(n int) (sum complex128) {
	a, b := complex(1, 2), complex(3, 4)
	for range n {
		sum += a/b + b/a + a/2i + b/2i
		sum += a/(b+1) + b/(a+1) + a/1i + b/1i
	}
	return
}

func main() {
	fmt.Println(deferred(40000), slices(100000))
	fmt.Printf("%.3f\n", quotients(100000))
}

// Output:
// 1599960000 6200005
// (1376500.000-594500.000i)
