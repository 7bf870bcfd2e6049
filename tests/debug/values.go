package main

import (
	"errors"
	"fmt"
)

type Point struct{ X, Y int }

type Shape struct {
	Name   string
	Points []Point
	tags   map[string]int
	next   *Shape
	Point
}

type color uint8

var total = 7

func main() {
	small, big, neg := int8(-3), uint64(1<<63), -5
	ratio, half := 0.25, float32(0.5)
	ok, text, bytes := true, "héllo\n", []byte("raw")
	grid := [2][3]int{{1, 2, 3}, {4, 5, 6}}
	shape := &Shape{Name: "tri", Points: []Point{{1, 2}, {3, 4}}, tags: map[string]int{"b": 2, "a": 1}}
	shape.next = shape
	var none *Shape
	var err error = errors.New("bad")
	var any1 any = Point{8, 9}
	c, f, many := color(3), func(n int) int { return n + neg }, make([]int, 300)
	fmt.Println(small, big, neg, ratio, half, ok, text, len(bytes), grid[1][2], len(shape.Points))
	fmt.Println(none == nil, err, any1, c, f(1), len(many), total)
	fmt.Println("end")
}
