// Maps that grow to many tables: while they are walked through, with much deleted, with keys and values of all sizes.
package main

import (
	"fmt"
	"maps"
	"math"
)

type point struct{ x, y int32 }

type big struct {
	name string
	rest [20]int
}

func grown() {
	m := map[int]int{}
	for i := range 5000 {
		m[i] = i
	}
	seen, twice, wrong := map[int]bool{}, 0, 0
	for k, v := range m {
		if seen[k] {
			twice++
		}
		seen[k] = true
		if v != k {
			wrong++
		}
		for i := range 8 {
			if n := 5000 + len(seen)*8 + i; n < 45000 {
				m[n] = n
			}
		}
	}
	missing := 0
	for i := range 5000 {
		if !seen[i] {
			missing++
		}
	}
	fmt.Println("grown:", len(m), twice, wrong, missing)
}

func shrunk() {
	m := make(map[string]int, 3000)
	for i := range 20000 {
		m[fmt.Sprint("key", i)] = i
	}
	late := 0
	gone := map[string]bool{}
	for k, v := range m {
		if gone[k] {
			late++
		}
		for d := 1; d < 5; d++ {
			other := fmt.Sprint("key", (v+d*4999)%20000)
			delete(m, other)
			gone[other] = true
		}
		if len(m) < 3 {
			break
		}
	}
	fmt.Println("shrunk:", late, len(m) < 20000)
	for i := range 20000 {
		m[fmt.Sprint("key", i)] += 0
	}
	fmt.Println(len(m))
}

func cleared() {
	m := map[point]string{}
	for i := range int32(10000) {
		m[point{i, -i}] = fmt.Sprint(i)
	}
	n := 0
	for range m {
		n++
		if n == 100 {
			clear(m)
		}
	}
	fmt.Println("cleared:", n, len(m), m[point{5, -5}] == "")
	for i := range int32(3000) {
		m[point{i, -i}] = fmt.Sprint(i)
	}
	fmt.Println(len(m), m[point{2999, -2999}])
}

func sizes() {
	bytes := map[uint8]struct{}{}
	for i := range 1000 {
		bytes[uint8(i)] = struct{}{}
	}
	one := map[struct{}]struct{}{}
	one[struct{}{}] = struct{}{}
	_, there := one[struct{}{}]
	large := map[int]big{}
	for i := range 3000 {
		large[i] = big{name: fmt.Sprint(i), rest: [20]int{19: i}}
	}
	sum := 0
	for k, v := range large {
		if v.name == fmt.Sprint(k) {
			sum += v.rest[19]
		}
	}
	floats := map[float64]int{}
	for i := range 4000 {
		floats[math.NaN()] = i
		floats[float64(i)] = i
	}
	values := 0
	for _, v := range floats {
		values += v
	}
	anys := map[any]int{}
	for i := range 3000 {
		anys[i], anys[fmt.Sprint(i)], anys[float64(i)] = i, i, i
	}
	copied := maps.Clone(anys)
	fmt.Println(len(bytes), len(one), there, len(large), sum, len(floats), values, len(copied), copied["2999"], maps.Equal(anys, copied))
	delete(one, struct{}{})
	clear(floats)
	fmt.Println(len(one), len(floats))
}

func main() {
	grown()
	shrunk()
	cleared()
	sizes()
}

// Output:
// grown: 44992 0 0 0
// shrunk: 0 true
// 20000
// cleared: 100 0 true
// 3000 2999
// 256 1 true 3000 4498500 8000 15996000 9000 2999 true
// 0 0
