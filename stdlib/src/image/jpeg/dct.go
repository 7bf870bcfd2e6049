package jpeg

import "math"

// A block is eight rows of eight samples, or of their coefficients.
type block [64]int32

// The transforms are those of Loeffler, Ligtenberg and Moschytz, first of the columns and then of the rows, or the
// other way round, in fixed-point arithmetic. The order of operations determines the rounding, and thus the
// pixels and bytes of the result.

// fixed converts a constant to fixed point with this many fraction bits.
func fixed(v float64, digits int) int32 { return int32(math.Round(math.Ldexp(v, digits))) }

// A turn is the sine and cosine of a rotation of two values.
type turn struct{ cos, sin int32 }

func newTurn(scale float64, sixteenths, digits int) turn {
	sin, cos := math.Sincos(float64(sixteenths) * math.Pi / 16)
	return turn{fixed(scale*cos, digits), fixed(scale*sin, digits)}
}

func (t turn) by(x, y int32) (int32, int32) { return x*t.cos + y*t.sin, y*t.cos - x*t.sin }

func (t turn) back(x, y int32) (int32, int32) { return x*t.cos - y*t.sin, y*t.cos + x*t.sin }

// A forward has the constants of one pass of the forward transform.
type forward struct {
	shift           uint // bits that values lose before they are rotated
	one, three, six turn
	rootShift       uint
	root            int32 // of 2, in fixed point
}

func newForward(shift uint, digits int, rootShift uint) forward {
	return forward{
		shift, newTurn(1, 1, digits), newTurn(1, 3, digits), newTurn(math.Sqrt2, 6, digits),
		rootShift, fixed(math.Sqrt2, int(rootShift)),
	}
}

var forwardColumns, forwardRows = newForward(0, 18, 12), newForward(14, 14, 14)

// line transforms eight values: those at the index at, at+step, and so on.
func (f *forward) line(b *block, at, step int) {
	x0, x7 := b[at]+b[at+7*step], b[at]-b[at+7*step]
	x1, x6 := b[at+step]+b[at+6*step], b[at+step]-b[at+6*step]
	x2, x5 := b[at+2*step]+b[at+5*step], b[at+2*step]-b[at+5*step]
	x3, x4 := b[at+3*step]+b[at+4*step], b[at+3*step]-b[at+4*step]
	s := f.shift
	x4, x7 = f.three.by(x4>>s, x7>>s)
	x5, x6 = f.one.by(x5>>s, x6>>s)
	x0, x3 = x0+x3, x0-x3
	x1, x2 = x1+x2, x1-x2
	x2, x3 = f.six.by(x2>>s, x3>>s)
	x4, x6 = x4+x6, x4-x6
	x7, x5 = x7+x5, x7-x5
	b[at], b[at+4*step] = x0+x1, x0-x1
	b[at+2*step], b[at+6*step] = x2, x3
	b[at+step], b[at+7*step] = x7+x4, x7-x4
	b[at+3*step], b[at+5*step] = (x5>>f.rootShift)*f.root, (x6>>f.rootShift)*f.root
}

// transform converts samples from 0 to 255 to coefficients, times 8.
func (b *block) transform() {
	for i := range 8 {
		forwardColumns.line(b, i, 8)
		b[i] = (b[i] - 128*8) << 18
		b[i+32] <<= 18
	}
	for i := range 8 {
		forwardRows.line(b, 8*i, 1)
	}
	for i := range b {
		b[i] = (b[i] + 1<<17) >> 18
	}
}

// A backward has the constants of one pass of the inverse transform.
type backward struct {
	half       int32 // added before the low bits are dropped
	grow, drop uint  // shifts of the first two values
	evenShift  uint
	six        turn
	oddGrow    uint
	rootShift  uint
	root       int32 // of a half, in fixed point
	oddShift   uint
	one, three turn
	end        uint
}

var backwardRows = backward{
	0, 17, 0, 0, newTurn(math.Sqrt2/2, 6, 18), 7, 0, fixed(math.Sqrt2/2, 8), 2, newTurn(1, 1, 12), newTurn(1, 3, 12), 0,
}

var backwardColumns = backward{
	1 << 19, 0, 2, 13, newTurn(math.Sqrt2/2, 6, 12), 0, 13, fixed(math.Sqrt2/2, 14), 14, newTurn(1, 1, 12), newTurn(1, 3, 12), 18,
}

func (f *backward) line(b *block, at, step int) {
	x0, x1 := b[at]<<f.grow+f.half, b[at+4*step]<<f.grow
	x0, x1 = (x0+x1)>>f.drop, (x0-x1)>>f.drop
	x2, x3 := f.six.back(b[at+2*step]>>f.evenShift, b[at+6*step]>>f.evenShift)
	x1, x2 = x1+x2, x1-x2
	x0, x3 = x0+x3, x0-x3

	x7, x4 := b[at+step]<<f.oddGrow, b[at+7*step]<<f.oddGrow
	x7, x4 = x7+x4, x7-x4
	x5, x6 := (b[at+3*step]>>f.rootShift)*f.root, (b[at+5*step]>>f.rootShift)*f.root
	x7, x5 = x7+x5, x7-x5
	x4, x6 = x4+x6, x4-x6
	x4, x7 = f.three.back(x4>>f.oddShift, x7>>f.oddShift)
	x5, x6 = f.one.back(x5>>f.oddShift, x6>>f.oddShift)

	b[at], b[at+7*step] = (x0+x7)>>f.end, (x0-x7)>>f.end
	b[at+step], b[at+6*step] = (x1+x6)>>f.end, (x1-x6)>>f.end
	b[at+2*step], b[at+5*step] = (x2+x5)>>f.end, (x2-x5)>>f.end
	b[at+3*step], b[at+4*step] = (x3+x4)>>f.end, (x3-x4)>>f.end
}

// restore converts coefficients to samples.
func (b *block) restore() {
	for i := range 8 {
		backwardRows.line(b, 8*i, 1)
	}
	for i := range 8 {
		backwardColumns.line(b, i, 8)
	}
}
