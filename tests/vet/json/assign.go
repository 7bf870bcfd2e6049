package main

type T struct{ x, y int }

func f(p *T, i int) {
	p.x = p.x // trailing
	p.x = p.x; p.y = p.y
	// before
	p.y = p.y

	if p.x = p.x; i > 0 {
	}
	for p.x = p.x; i < 3; i = i {
	}
	switch p.x = p.x; i {
	case 1: p.x = p.x
	case 2:
		p.x = p.x
	}
	p.x, p.y = p.x, i
	p.x, p.y = i, p.y
	p.x, i, p.y = p.x, 3, p.y
	p.x, i, p.y = p.x, 3, 4
	p.x, p.y = p.x, p.y
	p.x, p.y, i = p.x, p.y, 4
	func() { p.x = p.x }()
	func() {
		p.x = p.x }()
	select {
	default: p.x = p.x
	}
L: p.x = p.x
	goto L
	/* a */ p.x = p.x /* b */
	{ p.x = p.x }
	{
		p.x = p.x
	}
}
func main() {}
