// Package list implements a doubly linked list.
package list

// An Element is an element of a list.
type Element struct {
	next, prev *Element // a ring through the list's root
	list       *List    // nil when it is in no list

	Value any
}

// Next returns the element after e, or nil.
func (e *Element) Next() *Element {
	if e.list == nil || e.next == &e.list.root {
		return nil
	}
	return e.next
}

// Prev returns the element before e, or nil.
func (e *Element) Prev() *Element {
	if e.list == nil || e.prev == &e.list.root {
		return nil
	}
	return e.prev
}

// A List is a list; the zero value is empty.
type List struct {
	root Element
	len  int
}

// New makes an empty list.
func New() *List { return new(List).Init() }

// Init empties the list.
func (l *List) Init() *List {
	l.root.next = &l.root
	l.root.prev = &l.root
	l.len = 0
	return l
}

func (l *List) ready() {
	if l.root.next == nil {
		l.Init()
	}
}

// Len returns the number of elements.
func (l *List) Len() int { return l.len }

// Front returns the first element, or nil.
func (l *List) Front() *Element {
	if l.len == 0 {
		return nil
	}
	return l.root.next
}

// Back returns the last element, or nil.
func (l *List) Back() *Element {
	if l.len == 0 {
		return nil
	}
	return l.root.prev
}

// link inserts e after at.
func (e *Element) link(at *Element) {
	e.prev = at
	e.next = at.next
	e.prev.next = e
	e.next.prev = e
}

func (e *Element) unlink() {
	e.prev.next = e.next
	e.next.prev = e.prev
}

func (l *List) insert(v any, at *Element) *Element {
	e := &Element{Value: v, list: l}
	e.link(at)
	l.len++
	return e
}

func (l *List) move(e, at *Element) {
	if e != at {
		e.unlink()
		e.link(at)
	}
}

// Remove removes e from l, if e is in l.
func (l *List) Remove(e *Element) any {
	if e.list == l {
		e.unlink()
		e.next = nil
		e.prev = nil
		e.list = nil
		l.len--
	}
	return e.Value
}

// PushFront adds v at the front.
func (l *List) PushFront(v any) *Element {
	l.ready()
	return l.insert(v, &l.root)
}

// PushBack adds v at the back.
func (l *List) PushBack(v any) *Element {
	l.ready()
	return l.insert(v, l.root.prev)
}

// InsertBefore adds v before mark, if that is in l.
func (l *List) InsertBefore(v any, mark *Element) *Element {
	if mark.list != l {
		return nil
	}
	return l.insert(v, mark.prev)
}

// InsertAfter adds v after mark, if that is in l.
func (l *List) InsertAfter(v any, mark *Element) *Element {
	if mark.list != l {
		return nil
	}
	return l.insert(v, mark)
}

// MoveToFront moves e to the front.
func (l *List) MoveToFront(e *Element) {
	if e.list == l && l.root.next != e {
		l.move(e, &l.root)
	}
}

// MoveToBack moves e to the back.
func (l *List) MoveToBack(e *Element) {
	if e.list == l && l.root.prev != e {
		l.move(e, l.root.prev)
	}
}

// MoveBefore moves e before mark.
func (l *List) MoveBefore(e, mark *Element) {
	if e.list == l && e != mark && mark.list == l {
		l.move(e, mark.prev)
	}
}

// MoveAfter moves e after mark.
func (l *List) MoveAfter(e, mark *Element) {
	if e.list == l && e != mark && mark.list == l {
		l.move(e, mark)
	}
}

// PushBackList adds copies of the values of other at the back; other may be l.
func (l *List) PushBackList(other *List) {
	l.ready()
	e := other.Front()
	for n := other.Len(); n > 0; n-- {
		l.insert(e.Value, l.root.prev)
		e = e.Next()
	}
}

// PushFrontList adds copies of the values of other at the front; other may be l.
func (l *List) PushFrontList(other *List) {
	l.ready()
	e := other.Back()
	for n := other.Len(); n > 0; n-- {
		l.insert(e.Value, &l.root)
		e = e.Prev()
	}
}
