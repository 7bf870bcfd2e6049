// Slices share arrays, append grows them, three indexes limit them.
package main

import "fmt"

func main() {
	a := [6]int{0, 1, 2, 3, 4, 5}
	s := a[1:4]
	t := a[1:4:4]
	s = append(s, 40)
	t = append(t, 400)
	t[0] = -1
	fmt.Println(a, s, t, len(s), cap(s), len(t), cap(t))
	var n []int
	fmt.Println(n == nil, len(n), n[:0] == nil)
	for i := 0; i < 20; i++ {
		n = append(n, i)
		fmt.Print(cap(n), " ")
	}
	fmt.Println()
	var st []struct{ a, b, c int64 }
	for i := 0; i < 10; i++ {
		st = append(st, struct{ a, b, c int64 }{int64(i), 0, 0})
		fmt.Print(cap(st), " ")
	}
	fmt.Println(st[9].a)
	m := make([]int, 3, 10)
	fmt.Println(copy(m, []int{7, 8, 9, 10}), m, m[:5], copy(m[1:], m))
	bs := append([]byte("ab"), "cd"...)
	fmt.Println(string(bs), append([]int(nil), n[3:5]...))
	fmt.Println(copy(bs, "xyz"), string(bs))
	clear(m)
	fmt.Println(m)
	g := [][]int{{1}, {2, 3}, nil, 4: {5}}
	fmt.Println(g, len(g))
	arr := [...]string{2: "c", 0: "a"}
	p := &arr
	p[1] = "b"
	for i, v := range p {
		fmt.Print(i, v)
	}
	fmt.Println(len(p), arr == [3]string{"a", "b", "c"})
	b := arr
	b[0] = "z"
	fmt.Println(arr, b, [2][2]int{{1, 2}, {3, 4}} == [2][2]int{{1, 2}, {3, 4}})
	ap := (*[2]int)(n[4:])
	ap[0] = 99
	fmt.Println(n[4], [2]int(n[4:6]))
	i := 0
	i, n[i] = 1, 50
	fmt.Println(i, n[0])
	n[0], n[1] = n[1], n[0]
	fmt.Println(n[:2], min(3, 1, 2), max(2.5, 1))
}

// Output:
// [0 1 2 3 40 5] [1 2 3 40] [-1 2 3 400] 4 5 4 6
// true 0 true
// 1 2 4 4 8 8 8 8 16 16 16 16 16 16 16 16 32 32 32 32
// 1 2 4 4 8 8 8 8 16 16 9
// 3 [7 7 8] [7 7 8 0 0] 2
// abcd [3 4]
// 3 xyzd
// [0 0 0]
// [[1] [2 3] [] [] [5]] 5
// 0a1b2c3 true
// [a b c] [z b c] true
// 99 [99 5]
// 1 50
// [1 50] 1 2.5
