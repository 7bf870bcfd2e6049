package main

import "fmt"

type node struct {
	value int8
	next  *node
}

type list struct {
	*node
	name  string
	sizes []uint16
	grid  [2][2]float64
}

var limit = 7

func visit(i int, l *list, failed error) int {
	big := uint64(1)<<63 + uint64(i)
	i *= 2
	return i + int(big>>63)
}

func main() {
	l := &list{node: &node{value: -3, next: &node{value: 4}}, name: "one", sizes: []uint16{1, 2, 65535}}
	sum := 0
	for i := range 10 {
		if i == 5 {
			l.name, l.grid[1][0], l.next = "two", 2.5, nil
		}
		var err error
		if i == 8 {
			err = fmt.Errorf("eight")
		}
		sum += visit(i, l, err)
	}
	fmt.Println(sum)
}
