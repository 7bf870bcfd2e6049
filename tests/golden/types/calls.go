package main

type stack[T any] struct{ items []T }

func (s *stack[T]) push(items ...T) *stack[T] {
	s.items = append(s.items, items...)
	return s
}

type named interface{ name() string }

type base struct{ id int }

func (b base) name() string { return "base" }

type derived struct {
	*base
	next func(int) (int, error)
}

func pair() (int, string) { return 1, "a" }

func take(n int, rest ...any) {}

func main() {
	var s stack[string]
	s.push("a").push()
	d := derived{base: &base{id: 3}}
	var n named = d
	f, g, h := d.name, n.name, named.name
	take(pair())
	go take(d.id, f, g(), h(n))
	defer d.next(4)
	r := recover()
	println(copy(s.items, s.items[1:]), min(d.id, 2), r)
	panic(n)
}
