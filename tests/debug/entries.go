package main

import "fmt"

type table struct {
	counts map[string]int
	names  map[int8]string
	queue  chan int
}

func visit(i int, t *table, held any) int {
	t.counts["visits"]++
	t.names[int8(i-3)] = fmt.Sprint("n", i)
	t.queue <- i
	return len(t.counts)
}

func main() {
	t := &table{map[string]int{}, map[int8]string{}, make(chan int, 20)}
	sum := 0
	for i := range 10 {
		var held any
		switch i % 4 {
		case 1:
			held = i
		case 2:
			held = fmt.Sprint("text ", i)
		case 3:
			held = &sum
		}
		sum += visit(i, t, held)
	}
	fmt.Println(sum)
}
