package image

import (
	"image/color"
	"math/bits"
	"strconv"
)

// A Point is a pair of coordinates: X grows to the right, Y downwards.
type Point struct {
	X, Y int
}

// ZP is the zero Point.
//
// Deprecated: use a literal Point{}.
var ZP Point

// Pt is short for Point{X, Y}.
func Pt(X, Y int) Point {
	return Point{X, Y}
}

func (p Point) String() string {
	return "(" + strconv.Itoa(p.X) + "," + strconv.Itoa(p.Y) + ")"
}

// Add returns the sum p+q.
func (p Point) Add(q Point) Point {
	return Point{p.X + q.X, p.Y + q.Y}
}

// Sub returns the difference p-q.
func (p Point) Sub(q Point) Point {
	return Point{p.X - q.X, p.Y - q.Y}
}

// Mul returns p times k.
func (p Point) Mul(k int) Point {
	return Point{p.X * k, p.Y * k}
}

// Div returns p divided by k.
func (p Point) Div(k int) Point {
	return Point{p.X / k, p.Y / k}
}

// In reports whether p is in r.
func (p Point) In(r Rectangle) bool {
	return r.has(p.X, p.Y)
}

// has reports whether the point (x, y) is in r.
func (r Rectangle) has(x, y int) bool {
	return x >= r.Min.X && y >= r.Min.Y && x < r.Max.X && y < r.Max.Y
}

// Mod returns the point in r whose coordinates differ from those of p by multiples of r's sizes.
func (p Point) Mod(r Rectangle) Point {
	modulo := func(x, n int) int {
		if x %= n; x < 0 {
			x += n
		}
		return x
	}
	p = p.Sub(r.Min)
	return Point{modulo(p.X, r.Dx()), modulo(p.Y, r.Dy())}.Add(r.Min)
}

// Eq reports whether p and q are equal.
func (p Point) Eq(q Point) bool {
	return p == q
}

// A Rectangle has the points from Min to those before Max. A Rectangle is well-formed if no coordinate of Min is
// greater than that of Max. A Rectangle is also an image that is opaque inside the rectangle.
type Rectangle struct {
	Min, Max Point
}

// ZR is the zero Rectangle.
//
// Deprecated: use a literal Rectangle{}.
var ZR Rectangle

// Rect returns the Rectangle between two corners, in whatever order they are.
func Rect(x0, y0, x1, y1 int) Rectangle {
	return Rectangle{Point{x0, y0}, Point{x1, y1}}.Canon()
}

func (r Rectangle) String() string {
	return r.Min.String() + "-" + r.Max.String()
}

// Dx returns the width.
func (r Rectangle) Dx() int {
	return r.Max.X - r.Min.X
}

// Dy returns the height.
func (r Rectangle) Dy() int {
	return r.Max.Y - r.Min.Y
}

// Size returns the width and the height.
func (r Rectangle) Size() Point {
	return r.Max.Sub(r.Min)
}

// Add returns r moved by p.
func (r Rectangle) Add(p Point) Rectangle {
	return Rectangle{r.Min.Add(p), r.Max.Add(p)}
}

// Sub returns r moved by -p.
func (r Rectangle) Sub(p Point) Rectangle {
	return Rectangle{r.Min.Sub(p), r.Max.Sub(p)}
}

// Inset returns r with all sides moved inwards by n. If r is too short, the result is a point in its middle.
func (r Rectangle) Inset(n int) Rectangle {
	inset := func(from, to int) (int, int) {
		if to-from < 2*n {
			middle := (from + to) / 2
			return middle, middle
		}
		return from + n, to - n
	}
	r.Min.X, r.Max.X = inset(r.Min.X, r.Max.X)
	r.Min.Y, r.Max.Y = inset(r.Min.Y, r.Max.Y)
	return r
}

// Intersect returns the largest rectangle in both; the zero Rectangle if there is none.
func (r Rectangle) Intersect(s Rectangle) Rectangle {
	r.Min = Point{max(r.Min.X, s.Min.X), max(r.Min.Y, s.Min.Y)}
	r.Max = Point{min(r.Max.X, s.Max.X), min(r.Max.Y, s.Max.Y)}
	if r.Empty() {
		return Rectangle{}
	}
	return r
}

// Union returns the smallest rectangle around both.
func (r Rectangle) Union(s Rectangle) Rectangle {
	if r.Empty() {
		return s
	}
	if s.Empty() {
		return r
	}
	r.Min = Point{min(r.Min.X, s.Min.X), min(r.Min.Y, s.Min.Y)}
	r.Max = Point{max(r.Max.X, s.Max.X), max(r.Max.Y, s.Max.Y)}
	return r
}

// Empty reports whether r has no points.
func (r Rectangle) Empty() bool {
	return r.Min.X >= r.Max.X || r.Min.Y >= r.Max.Y
}

// Eq reports whether r and s have the same points. All empty rectangles are equal.
func (r Rectangle) Eq(s Rectangle) bool {
	return r == s || r.Empty() && s.Empty()
}

// Overlaps reports whether r and s have a common point.
func (r Rectangle) Overlaps(s Rectangle) bool {
	return !r.Empty() && !s.Empty() && r.Min.X < s.Max.X && s.Min.X < r.Max.X && r.Min.Y < s.Max.Y && s.Min.Y < r.Max.Y
}

// In reports whether all points of r are in s.
func (r Rectangle) In(s Rectangle) bool {
	return r.Empty() || s.Min.X <= r.Min.X && r.Max.X <= s.Max.X && s.Min.Y <= r.Min.Y && r.Max.Y <= s.Max.Y
}

// Canon returns r with its corners exchanged, if necessary, so that it is well-formed.
func (r Rectangle) Canon() Rectangle {
	return Rectangle{
		Point{min(r.Min.X, r.Max.X), min(r.Min.Y, r.Max.Y)},
		Point{max(r.Min.X, r.Max.X), max(r.Min.Y, r.Max.Y)},
	}
}

// At implements Image.
func (r Rectangle) At(x, y int) color.Color {
	if (Point{x, y}).In(r) {
		return color.Opaque
	}
	return color.Transparent
}

// RGBA64At implements RGBA64Image.
func (r Rectangle) RGBA64At(x, y int) color.RGBA64 {
	if (Point{x, y}).In(r) {
		return color.RGBA64{0xffff, 0xffff, 0xffff, 0xffff}
	}
	return color.RGBA64{}
}

// Bounds implements Image.
func (r Rectangle) Bounds() Rectangle {
	return r
}

// ColorModel implements Image.
func (r Rectangle) ColorModel() color.Model {
	return color.Alpha16Model
}

// product multiplies non-negative numbers; it returns -1 if one is negative, or the result is too large.
func product(factors ...int) int {
	all := uint64(1)
	for _, f := range factors {
		hi, lo := bits.Mul64(all, uint64(f))
		if f < 0 || hi != 0 {
			return -1
		}
		all = lo
	}
	return max(int(all), -1)
}
