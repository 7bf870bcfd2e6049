// An iteration of a small map begins at the first entry in seven of eight cases for two keys, six of eight for three. The limits
// are eight standard deviations from that.
package main

import "fmt"

func main() {
	const n = 8000
	second := 0
	for range n {
		m := map[string]int{"a": 1, "b": 2}
		for k := range m {
			if k == "b" {
				second++
			}
			break
		}
	}
	fmt.Println(second > n/8-240 && second < n/8+240)
	orders := map[string]int{}
	m := map[string]int{"a": 1, "b": 2, "c": 3}
	for range n {
		s := ""
		for k := range m {
			s += k
		}
		orders[s]++
	}
	fmt.Println(len(orders), orders["abc"] > n*6/8-320 && orders["abc"] < n*6/8+320)
}

// Output:
// true
// 3 true
