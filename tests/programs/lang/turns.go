// Operations that are not calls but are evaluated in order, such as min, len, && and slicing, are not delayed until after a later call.
package main

import "fmt"

func main() {
	arr := [8]int{1, 2, 3, 4, 5, 6, 7, 8}
	sl := []int{1, 2}
	r := 3
	f := func(x int) int { r += 100; sl[0] |= r; return x }
	arr[min(6, r)&7] += f(1)
	fmt.Println(arr, r)
	r = 3
	arr[r&7] += f(1)
	fmt.Println(arr, r)
	r = 3
	arr[(r+1)&7] = f(1)
	fmt.Println(arr, r)
	r = 3
	sl2 := arr[:]
	sl2[r&7] += f(1)
	fmt.Println(arr, r)
	r = 3
	sl2[min(r, 6)] += f(1)
	fmt.Println(arr, r)
	r = 3
	sl2[max(r, 2)] = f(1)
	fmt.Println(arr, r)
	r = 3
	x := min(r, 200) + f(1)
	fmt.Println(x, r)
	r = 3
	x = max(r, 1) + f(1)
	fmt.Println(x, r)
	r = 3
	fmt.Println(min(r, 200), f(1))
	r = 3
	m := map[int]int{}
	m[min(r, 200)] = f(1)
	fmt.Println(m)
	r = 3
	fmt.Println(len(sl), cap(sl), r*2, -r, f(1))
	g := func(x int) int { sl = append(sl, x); return x }
	n := len(sl) + g(7)
	fmt.Println(n)
	n = cap(sl)*100 + len(sl)*10 + g(len(sl))
	fmt.Println(n, len(sl))
	arr[len(sl)] = g(1)
	arr[len(sl)] += g(1)
	fmt.Println(arr)
	b := r > 5 && len(sl) > 2
	fmt.Println(b, r > 5 && len(sl) > 2, g(1), len(sl) > 5 || r < 2, g(2))
	sl[len(sl)-1], sl[0] = g(4), len(sl)
	fmt.Println(sl)
	c := complex(float64(r), float64(f(1)))
	fmt.Println(c, real(c), r)
	var i any = r
	h := func() int { i = "s"; return 2 }
	fmt.Println(i.(int), h())
}

// Output:
// [1 2 3 5 5 6 7 8] 103
// [1 2 3 5 5 6 7 9] 103
// [1 2 3 5 5 6 7 9] 103
// [1 2 3 5 5 6 7 10] 103
// [1 2 3 6 5 6 7 10] 103
// [1 2 3 1 5 6 7 10] 103
// 4 103
// 4 103
// 3 1
// map[3:1]
// 2 2 206 -103 1
// 9
// 433 4
// [1 2 3 1 1 7 7 10]
// true true 1 true 2
// [9 2 7 3 1 1 1 4 4]
// (203+1i) 203 203
// 203 2
