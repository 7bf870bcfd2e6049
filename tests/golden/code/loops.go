// Loops: tests at the bottom, fused steps, range, variables per turn, constants kept in slots.
package main

func sum(n int) int {
	s := 0
	for i := 0; i < n; i++ {
		s += i
	}
	for i := 0; i < 100; i += 7 {
		s ^= i
	}
	for j := 10; j <= n; j += s {
		s++
	}
	for s < 1000000 {
		s *= 3
	}
	return s
}

func ranges(xs []float64, m map[string]int, ch chan int, text string, arr *[4]int8) (out float64) {
	for i, x := range xs {
		out += x * 0.5
		xs[i] = 0
	}
	for k, v := range m {
		out += float64(len(k) + v)
	}
	for v := range ch {
		out += float64(v)
	}
	for i, r := range text {
		if r == 'x' {
			continue
		}
		out += float64(i)
	}
	for i := range arr {
		arr[i]++
	}
	for _, v := range arr {
		out += float64(v)
	}
	for i := range 10 {
		if i == 5 {
			break
		}
		out++
	}
	return
}

func closures() (fs []func() int) {
	for i := 0; i < 3; i++ {
		fs = append(fs, func() int { i++; return i })
	}
	return
}

func labels(grid [][]int) int {
outer:
	for y := range grid {
		for x := 0; ; x++ {
			if grid[y][x] == 0 {
				continue outer
			}
			if grid[y][x] < 0 {
				break outer
			}
		}
	}
	n := 0
again:
	n++
	if n < 3 {
		goto again
	}
	return n
}

func main() {
	println(sum(10), ranges(nil, nil, nil, "", new([4]int8)), len(closures()), labels(nil))
}
