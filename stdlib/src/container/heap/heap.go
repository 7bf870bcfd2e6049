// Package heap implements heap operations on any sortable container.
package heap

import "sort"

// Interface has the methods of a heap's container: its order is that of a binary tree, with the least element at 0.
type Interface interface {
	sort.Interface
	Push(x any) // add x at the end
	Pop() any   // remove the last element and return it
}

// Init establishes the heap order.
func Init(h Interface) {
	n := h.Len()
	for i := n/2 - 1; i >= 0; i-- {
		down(h, i, n)
	}
}

// Push adds x.
func Push(h Interface, x any) {
	h.Push(x)
	up(h, h.Len()-1)
}

// Pop removes the least element and returns it.
func Pop(h Interface) any {
	n := h.Len() - 1
	h.Swap(0, n)
	down(h, 0, n)
	return h.Pop()
}

// Remove removes element i and returns it.
func Remove(h Interface, i int) any {
	n := h.Len() - 1
	if n != i {
		h.Swap(i, n)
		if !down(h, i, n) {
			up(h, i)
		}
	}
	return h.Pop()
}

// Fix restores the heap order after element i has changed.
func Fix(h Interface, i int) {
	if !down(h, i, h.Len()) {
		up(h, i)
	}
}

func up(h Interface, j int) {
	for j > 0 {
		i := (j - 1) / 2
		if !h.Less(j, i) {
			return
		}
		h.Swap(i, j)
		j = i
	}
}

// down lets element i0 sink among the first n and reports whether it moved.
func down(h Interface, i0, n int) bool {
	i := i0
	for {
		j := 2*i + 1
		if j >= n || j < 0 {
			break
		}
		if r := j + 1; r < n && h.Less(r, j) {
			j = r
		}
		if !h.Less(j, i) {
			break
		}
		h.Swap(i, j)
		i = j
	}
	return i > i0
}
