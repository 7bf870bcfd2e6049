// Ranging over functions: break, continue, return, defer and goto through the iterator.
package main

import "fmt"

func count(n int) func(func(int) bool) {
	return func(yield func(int) bool) {
		defer fmt.Print("[done] ")
		for i := 0; i < n; i++ {
			if !yield(i) {
				return
			}
		}
	}
}

func pairs(m []string) func(func(int, string) bool) {
	return func(yield func(int, string) bool) {
		for i, s := range m {
			if !yield(i, s) {
				return
			}
		}
	}
}

func find(n int) (res int) {
	defer func() { res += 1000 }()
	for i := range count(100) {
		if i == n {
			return i
		}
	}
	return -1
}

func main() {
	for i := range count(3) {
		fmt.Print(i, " ")
	}
	fmt.Println()
	for i := range count(10) {
		if i == 1 {
			continue
		}
		if i == 4 {
			break
		}
		fmt.Print(i, " ")
	}
	fmt.Println()
	fmt.Println(find(7))
outer:
	for i, s := range pairs([]string{"a", "b", "c"}) {
		for j := range count(3) {
			if j == 1 && i == 0 {
				continue outer
			}
			if i == 2 {
				break outer
			}
			fmt.Print(s, j, " ")
		}
	}
	fmt.Println()
	n := 0
	for range func(y func() bool) {
		for y() {
		}
	} {
		n++
		if n == 5 {
			break
		}
	}
	fmt.Println(n)
	func() {
		for i := range count(2) {
			defer fmt.Print("deferred", i, " ")
		}
		fmt.Print("body end ")
	}()
	fmt.Println()
}

// Output:
// 0 1 2 [done]
// 0 2 3 [done]
// [done] 1007
// a0 [done] b0 b1 b2 [done] [done]
// 5
// [done] body end deferred1 deferred0
