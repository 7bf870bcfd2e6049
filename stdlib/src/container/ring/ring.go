// Package ring implements a circular list.
package ring

// A Ring is an element of a circular list; the zero value is a ring of one.
type Ring struct {
	next, prev *Ring
	Value      any
}

func (r *Ring) ready() {
	if r.next == nil {
		r.next = r
		r.prev = r
	}
}

// New makes a ring of n elements.
func New(n int) *Ring {
	if n <= 0 {
		return nil
	}
	first := new(Ring)
	first.ready()
	for range n - 1 {
		second := &Ring{prev: first, next: first.next}
		second.next.prev, first.next = second, second
	}
	return first
}

// Next returns the element after r.
func (r *Ring) Next() *Ring {
	r.ready()
	return r.next
}

// Prev returns the element before r.
func (r *Ring) Prev() *Ring {
	r.ready()
	return r.prev
}

// Move returns the element n places after r, or before r if n is negative.
func (r *Ring) Move(n int) *Ring {
	r.ready()
	for ; n < 0; n++ {
		r = r.prev
	}
	for ; n > 0; n-- {
		r = r.next
	}
	return r
}

// Link makes s follow r and returns what followed r before.
func (r *Ring) Link(s *Ring) *Ring {
	n := r.Next()
	if s != nil {
		last := s.Prev()
		r.next = s
		s.prev = r
		n.prev = last
		last.next = n
	}
	return n
}

// Unlink removes n elements after r and returns them.
func (r *Ring) Unlink(n int) *Ring {
	if n <= 0 {
		return nil
	}
	return r.Link(r.Move(n + 1))
}

// Len counts the elements.
func (r *Ring) Len() int {
	if r == nil {
		return 0
	}
	n := 0
	r.Do(func(any) { n++ })
	return n
}

// Do calls f with each value.
func (r *Ring) Do(f func(any)) {
	if r == nil {
		return
	}
	for at := r; ; {
		f(at.Value)
		if at = at.Next(); at == r {
			break
		}
	}
}
