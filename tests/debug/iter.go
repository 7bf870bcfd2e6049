package main

import "slices"

func gen(n int) func(yield func(int) bool) {
	return func(yield func(int) bool) {
		for i := 0; i < n; i++ {
			if !yield(i) {
				return
			}
		}
	}
}

func main() {
	sum := 0
	for v := range gen(3) {
		d := v * 10
		sum += d
	}
	s := slices.Collect(gen(2))
	slices.SortFunc(s, func(a, b int) int {
		diff := b - a
		return diff
	})
	println(sum, s[0])
}
