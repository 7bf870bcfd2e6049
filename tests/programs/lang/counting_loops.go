// Loops that count, over more turns than a budget has and next to the ends of the numbers; rows that a loop looks up; and
// functions that call themselves and return early.
package main

import (
	"fmt"
	"math"
)

//go:noinline
func sum(from, to int) (sum, turns int) {
	for i := from; i < to; i++ {
		sum += i
		turns++
	}
	return sum, turns
}

//go:noinline
func upTo(from, to, most int) (last, turns int) {
	for i := from; i <= to; i++ {
		last = i
		if turns++; turns == most {
			break
		}
	}
	return last, turns
}

//go:noinline
func twice(n int) (a, b int) {
	i := 0
	for ; i < n; i++ {
		a += i
	}
	for ; i < 2*n; i++ {
		b += i
	}
	return a, b + i
}

//go:noinline
func moving(n int) (turns int) {
	// The limit and the counter change in the loop.
	for i := 0; i < n; i++ {
		if i%3 == 0 {
			n--
		}
		if i == 10 {
			i += 5
		}
		turns++
	}
	return turns
}

//go:noinline
func dot(a, b [][]float64, i, j, n int) (sum float64, err any) {
	defer func() { err = recover() }()
	for k := 0; k < n; k++ {
		sum += a[i][k] * b[k][j]
	}
	return sum, nil
}

//go:noinline
func shrink(a [][]int, i, n int) (sum int, err any) {
	defer func() { err = recover() }()
	// The row changes while it is read.
	for k := 0; k < n; k++ {
		sum += a[i][k]
		if k == 5 {
			a[i] = a[i][:k+1]
		}
	}
	return sum, nil
}

//go:noinline
func maybe(a [][]int, i, n int) (sum int) {
	// The row is not looked up in any turn.
	for k := 0; k < n; k++ {
		if k > 1000 {
			sum += a[i][k]
		}
		sum++
	}
	return sum
}

//go:noinline
func ackermann(m, n int) int {
	if m == 0 {
		return n + 1
	}
	if n == 0 {
		return ackermann(m-1, 1)
	}
	return ackermann(m-1, ackermann(m, n-1))
}

//go:noinline
func power(x float64, n int) float64 {
	if n == 0 {
		return 1
	}
	half := power(x, n/2)
	if n%2 == 0 {
		return half * half
	}
	return half * half * x
}

//go:noinline
func digits(n, seen int) (count, sum, last int) {
	seen++
	if n < 10 {
		return seen, n, n
	}
	count, sum, _ = digits(n/10, seen)
	return count, sum + n%10, n % 10
}

type tree struct{ left, right *tree }

func (t *tree) count() int {
	if t == nil {
		return 0
	}
	return 1 + t.left.count() + t.right.count()
}

func full(depth int) *tree {
	if depth == 0 {
		return nil
	}
	return &tree{full(depth - 1), full(depth - 1)}
}

//go:noinline
func deep(n int) int {
	if n == 0 {
		return 0
	}
	return deep(n-1) + 1
}

func main() {
	for range 3 {
		fmt.Println(sum(0, 1_000_000))
		fmt.Println(sum(math.MaxInt64-70_000, math.MaxInt64))
		fmt.Println(sum(math.MinInt64, math.MinInt64+70_000))
		fmt.Println(sum(0, math.MinInt64))
		fmt.Println(upTo(1, 100_000, -1))
		fmt.Println(upTo(math.MaxInt64-3, math.MaxInt64, 60_000))
		fmt.Println(upTo(math.MinInt64, math.MinInt64, -1))
		fmt.Println(twice(50_000))
		fmt.Println(moving(100_000))
		a, b := make([][]float64, 3), make([][]float64, 40_000)
		for i := range a {
			a[i] = make([]float64, 40_000)
			for k := range a[i] {
				a[i][k] = float64(i + k)
			}
		}
		for k := range b {
			b[k] = []float64{1, float64(k), -1}
		}
		fmt.Println(dot(a, b, 2, 1, 40_000))
		fmt.Println(dot(a, b, 3, 1, 40_000))
		fmt.Println(dot(a, b, -1, 1, 40_000))
		fmt.Println(dot(a, b, 2, 3, 40_000))
		fmt.Println(dot(a, b, 2, 1, 40_001))
		fmt.Println(dot(a, b, 9, 1, 0))
		a[1] = a[1][:30_000]
		fmt.Println(dot(a, b, 1, 1, 40_000))
		c := [][]int{make([]int, 10), {1, 2, 3, 4, 5, 6, 7, 8}}
		fmt.Println(shrink(c, 1, 8))
		fmt.Println(maybe(c, 7, 1000))
		fmt.Println(ackermann(2, 300), power(1.5, 20), power(2, 10))
		fmt.Println(digits(987_654_321, 0))
		fmt.Println(full(14).count(), deep(100_000))
	}
}

// Output:
// 499999500000 1000000
// -2450105000 70000
// 2449965000 70000
// 0 0
// 100000 100000
// -9223372036854715813 60000
// -9223372036854775808 1
// 1249975000 3750075000
// 74996
// 2.13341333e+13 <nil>
// 0 runtime error: index out of range [3] with length 3
// 0 runtime error: index out of range [-1]
// 0 runtime error: index out of range [3] with length 3
// 2.13341333e+13 runtime error: index out of range [40000] with length 40000
// 0 <nil>
// 8.99999999e+12 runtime error: index out of range [30000] with length 30000
// 21 runtime error: index out of range [6] with length 6
// 1000
// 603 3325.256730079651 1024
// 9 45 1
// 16383 100000
// 499999500000 1000000
// -2450105000 70000
// 2449965000 70000
// 0 0
// 100000 100000
// -9223372036854715813 60000
// -9223372036854775808 1
// 1249975000 3750075000
// 74996
// 2.13341333e+13 <nil>
// 0 runtime error: index out of range [3] with length 3
// 0 runtime error: index out of range [-1]
// 0 runtime error: index out of range [3] with length 3
// 2.13341333e+13 runtime error: index out of range [40000] with length 40000
// 0 <nil>
// 8.99999999e+12 runtime error: index out of range [30000] with length 30000
// 21 runtime error: index out of range [6] with length 6
// 1000
// 603 3325.256730079651 1024
// 9 45 1
// 16383 100000
// 499999500000 1000000
// -2450105000 70000
// 2449965000 70000
// 0 0
// 100000 100000
// -9223372036854715813 60000
// -9223372036854775808 1
// 1249975000 3750075000
// 74996
// 2.13341333e+13 <nil>
// 0 runtime error: index out of range [3] with length 3
// 0 runtime error: index out of range [-1]
// 0 runtime error: index out of range [3] with length 3
// 2.13341333e+13 runtime error: index out of range [40000] with length 40000
// 0 <nil>
// 8.99999999e+12 runtime error: index out of range [30000] with length 30000
// 21 runtime error: index out of range [6] with length 6
// 1000
// 603 3325.256730079651 1024
// 9 45 1
// 16383 100000
