package main

type Shape interface {
	Area() float64
	Perimeter() float64
}

type Square struct{ side float64 }

func (s Square) Area() float64     { return s.side * s.side }
func (s Square) Perimetre() float64 { return 4 * s.side }

func main() {
	var s Shape = Square{2}
	println(s.Area())
}
