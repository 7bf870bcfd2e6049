package draw

import (
	"image"
	"image/color"
)

// FloydSteinberg is the Drawer that draws with Src, and distributes each pixel's color error to its neighbours.
var FloydSteinberg Drawer = floydSteinberg{}

type floydSteinberg struct{}

func (floydSteinberg) Draw(dst Image, r image.Rectangle, src image.Image, sp image.Point) {
	clip(dst, &r, src, &sp, nil, nil)
	if !r.Empty() {
		quantize(dst, r, src, sp, true)
	}
}

// A difference is the difference of two colors in red, green, blue and alpha; it also holds a color.
type difference [4]int32

func colorOf(c color.Color) difference {
	r, g, b, a := c.RGBA()
	return difference{int32(r), int32(g), int32(b), int32(a)}
}

// quantize draws each pixel as the nearest color that dst can have. With error diffusion, sixteenths of its error are
// added to the pixels beside and below that are not yet drawn: 7 to the right, 3, 5 and 1 below.
func quantize(dst Image, r image.Rectangle, src image.Image, sp image.Point, spread bool) {
	nearest := setter(dst)
	// The errors have one more pixel on each side.
	here, below := make([]difference, r.Dx()+2), make([]difference, r.Dx()+2)
	for y := range r.Dy() {
		for x := range r.Dx() {
			want := colorOf(src.At(sp.X+x, sp.Y+y))
			if !spread {
				nearest(r.Min.X+x, r.Min.Y+y, want)
				continue
			}
			for i := range want {
				want[i] = min(max(want[i]+here[x+1][i]/16, 0), full)
			}
			got := nearest(r.Min.X+x, r.Min.Y+y, want)
			for i := range want {
				lost := want[i] - got[i]
				here[x+2][i] += lost * 7
				below[x][i] += lost * 3
				below[x+1][i] += lost * 5
				below[x+2][i] += lost
			}
		}
		here, below = below, here
		clear(below)
	}
}

// setter returns a function that sets a pixel to the nearest color, and returns that color.
func setter(dst Image) func(x, y int, want difference) difference {
	p, ok := dst.(*image.Paletted)
	if !ok {
		return func(x, y int, want difference) difference {
			dst.Set(x, y, &color.RGBA64{uint16(want[0]), uint16(want[1]), uint16(want[2]), uint16(want[3])})
			return colorOf(dst.At(x, y))
		}
	}
	palette := make([]difference, len(p.Palette))
	for i, c := range p.Palette {
		palette[i] = colorOf(c)
	}
	return func(x, y int, want difference) difference {
		best, least := 0, uint32(1<<32-1)
		for i := range palette {
			own := &palette[i]
			sum := square(want[0]-own[0]) + square(want[1]-own[1]) + square(want[2]-own[2]) + square(want[3]-own[3])
			if sum < least {
				best, least = i, sum
				if sum == 0 {
					break
				}
			}
		}
		p.Pix[p.PixOffset(x, y)] = uint8(best)
		if len(palette) == 0 {
			return difference{}
		}
		return palette[best]
	}
}

// square returns a quarter of the square, so that four of them can be added.
func square(x int32) uint32 {
	return uint32(x) * uint32(x) >> 2
}
