package main

type set struct{ items []int }

func main() {
	a, b := []int{1}, []int{1}
	println(a == b)
	println(set{a} == set{b})
	m := map[[]string]int{}
	println(len(m))
}
