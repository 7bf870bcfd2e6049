// Package image has images in memory, and a registry of the formats that Decode can read.
//
// The package was written for minigo; it has the types and fields of Go's package, and each method
// returns the same values.
package image

import "image/color"

// A Config has the color model and the size of an image.
type Config struct {
	ColorModel    color.Model
	Width, Height int
}

// An Image is a rectangle of colors.
type Image interface {
	// ColorModel returns the model of the image's colors.
	ColorModel() color.Model
	// Bounds returns the rectangle of the image's pixels. It need not begin at (0, 0).
	Bounds() Rectangle
	// At returns the color at a point.
	At(x, y int) color.Color
}

// An RGBA64Image is an image whose colors can be read without an allocation for each.
type RGBA64Image interface {
	// RGBA64At returns the color at a point.
	RGBA64At(x, y int) color.RGBA64
	Image
}

// A PalettedImage may have a palette: its ColorModel is then a color.Palette.
type PalettedImage interface {
	// ColorIndexAt returns the index in the palette of the color at a point.
	ColorIndexAt(x, y int) uint8
	Image
}

// newPixels allocates the pixels of an image.
func newPixels(bytes int, r Rectangle, name string) ([]uint8, int) {
	size := product(bytes, r.Dx(), r.Dy())
	if size < 0 {
		panic("image: New" + name + " Rectangle has huge or negative dimensions")
	}
	return make([]uint8, size), bytes * r.Dx()
}

// offset returns the index of a pixel in its slice.
func offset(r Rectangle, stride, bytes, x, y int) int {
	return (y-r.Min.Y)*stride + (x-r.Min.X)*bytes
}

// opaque reports whether the bytes of each pixel, from its byte first on, are all 0xff.
func opaque(pix []uint8, r Rectangle, stride, bytes, first int) bool {
	if r.Empty() {
		return true
	}
	for from := 0; from < r.Dy()*stride; from += stride {
		for i := from; i < from+r.Dx()*bytes; i += bytes {
			for _, b := range pix[i+first : i+bytes] {
				if b != 0xff {
					return false
				}
			}
		}
	}
	return true
}

// rgba64 returns any color as a color.RGBA64.
func rgba64(c color.Color) color.RGBA64 {
	r, g, b, a := c.RGBA()
	return color.RGBA64{uint16(r), uint16(g), uint16(b), uint16(a)}
}

// divided divides red, green and blue by alpha. Transparent pixels keep their colors.
func divided(c color.RGBA64) color.NRGBA64 {
	r, g, b, a := uint32(c.R), uint32(c.G), uint32(c.B), uint32(c.A)
	if a != 0 && a != 0xffff {
		r, g, b = r*0xffff/a, g*0xffff/a, b*0xffff/a
	}
	return color.NRGBA64{uint16(r), uint16(g), uint16(b), uint16(a)}
}
