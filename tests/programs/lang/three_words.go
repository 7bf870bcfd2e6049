package main

import "fmt"

type vec struct{ x, y, z int }

type body struct {
	id  int
	pos vec
	vel vec
}

func (v vec) plus(w vec) vec { return vec{v.x + w.x, v.y + w.y, v.z + w.z} }

func step(b *body) {
	b.pos = b.pos.plus(b.vel)
}

func set(b *body, v vec) (err any) {
	defer func() { err = recover() }()
	b.vel = v
	return nil
}

// swapped stores a value that overlaps the one it comes from.
func swapped(b *body) {
	b.pos, b.vel = b.vel, b.pos
}

func main() {
	bodies := []body{{1, vec{1, 2, 3}, vec{10, 20, 30}}, {2, vec{4, 5, 6}, vec{-1, -2, -3}}}
	for i := range bodies {
		step(&bodies[i])
		fmt.Println(bodies[i])
		swapped(&bodies[i])
		fmt.Println(bodies[i])
	}
	fmt.Println(set(&bodies[1], vec{7, 8, 9}), bodies)
	fmt.Println(set(nil, vec{7, 8, 9}))
	p := &bodies[0].pos
	*p = vec{z: 1}
	fmt.Println(bodies[0])
}

// Output:
// {1 {11 22 33} {10 20 30}}
// {1 {10 20 30} {11 22 33}}
// {2 {3 3 3} {-1 -2 -3}}
// {2 {-1 -2 -3} {3 3 3}}
// <nil> [{1 {10 20 30} {11 22 33}} {2 {-1 -2 -3} {7 8 9}}]
// runtime error: invalid memory address or nil pointer dereference
// {1 {0 0 1} {11 22 33}}
