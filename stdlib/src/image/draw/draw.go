// Package draw composes images.
//
// The package was written for minigo; each pixel gets the same value as in Go's package. One loop over
// 64-bit colors draws all images; the common combinations have loops over bytes.
package draw

import (
	"image"
	"image/color"
)

// full is the alpha of an opaque color.
const full = 1<<16 - 1

// Image is an image.Image that can be changed.
type Image interface {
	image.Image
	Set(x, y int, c color.Color)
}

// RGBA64Image is an image whose colors can be changed without an allocation for each.
type RGBA64Image interface {
	image.RGBA64Image
	Set(x, y int, c color.Color)
	SetRGBA64(x, y int, c color.RGBA64)
}

// Quantizer chooses the colors of a palette for an image.
type Quantizer interface {
	// Quantize appends up to cap(p) - len(p) colors to p.
	Quantize(p color.Palette, m image.Image) color.Palette
}

// Op is the operation that combines the drawn image with the background.
type Op int

const (
	// Over draws "(src in mask) over dst".
	Over Op = iota
	// Src draws "src in mask".
	Src
)

// Draw implements Drawer.
func (op Op) Draw(dst Image, r image.Rectangle, src image.Image, sp image.Point) {
	DrawMask(dst, r, src, sp, nil, image.Point{}, op)
}

// Drawer draws the part of src that begins at sp on a rectangle of dst.
type Drawer interface {
	Draw(dst Image, r image.Rectangle, src image.Image, sp image.Point)
}

// Draw is DrawMask without a mask.
func Draw(dst Image, r image.Rectangle, src image.Image, sp image.Point, op Op) {
	DrawMask(dst, r, src, sp, nil, image.Point{}, op)
}

// clip shrinks the rectangle to the part that all images have, and moves the points with its corner.
func clip(dst Image, r *image.Rectangle, src image.Image, sp *image.Point, mask image.Image, mp *image.Point) {
	from := r.Min
	*r = r.Intersect(dst.Bounds()).Intersect(src.Bounds().Add(from.Sub(*sp)))
	if mask != nil {
		*r = r.Intersect(mask.Bounds().Add(from.Sub(*mp)))
	}
	moved := r.Min.Sub(from)
	*sp = sp.Add(moved)
	if mp != nil {
		*mp = mp.Add(moved)
	}
}

// DrawMask draws the part of src that begins at sp on the rectangle r of dst, through the mask that begins at
// mp. A nil mask is opaque.
func DrawMask(dst Image, r image.Rectangle, src image.Image, sp image.Point, mask image.Image, mp image.Point, op Op) {
	clip(dst, &r, src, &sp, mask, &mp)
	if r.Empty() || mask == nil && drawFast(dst, r, src, sp, op) {
		return
	}
	// If dst and src share pixels that would be overwritten before they are read, the loop runs from the end.
	backward := overwrites(dst, r, src, sp)
	dst64, _ := dst.(RGBA64Image)
	src64, _ := src.(image.RGBA64Image)
	mask64, _ := mask.(image.RGBA64Image)
	pixel := func(d, s, m image.Point) { drawPixel(dst, d, src, s, mask, m, op) }
	if dst64 != nil && src64 != nil && (mask == nil || mask64 != nil) {
		pixel = func(d, s, m image.Point) { drawPixel64(dst64, d, src64, s, mask64, m, op) }
	}
	size := r.Size()
	for i := range size.Y {
		for j := range size.X {
			at := image.Point{j, i}
			if backward {
				at = image.Point{size.X - 1 - j, size.Y - 1 - i}
			}
			pixel(r.Min.Add(at), sp.Add(at), mp.Add(at))
		}
	}
}

func overwrites(dst image.Image, r image.Rectangle, src image.Image, sp image.Point) bool {
	return dst == src && r.Overlaps(r.Add(sp.Sub(r.Min))) && (sp.Y < r.Min.Y || sp.Y == r.Min.Y && sp.X < r.Min.X)
}

// drawPixel64 draws a pixel; a nil mask is opaque.
func drawPixel64(dst RGBA64Image, d image.Point, src image.RGBA64Image, s image.Point, mask image.RGBA64Image, m image.Point, op Op) {
	alpha := uint32(full)
	if mask != nil {
		alpha = uint32(mask.RGBA64At(m.X, m.Y).A)
	}
	switch {
	case alpha == full && op == Src:
		dst.SetRGBA64(d.X, d.Y, src.RGBA64At(s.X, s.Y))
	case alpha != 0:
		c := src.RGBA64At(s.X, s.Y)
		var behind color.RGBA64
		if op == Over {
			behind = dst.RGBA64At(d.X, d.Y)
		}
		dst.SetRGBA64(d.X, d.Y, composed(behind, c, alpha))
	case op == Src:
		dst.SetRGBA64(d.X, d.Y, color.RGBA64{})
	}
}

// drawPixel is drawPixel64 for images without 64-bit colors.
func drawPixel(dst Image, d image.Point, src image.Image, s image.Point, mask image.Image, m image.Point, op Op) {
	alpha := uint32(full)
	if mask != nil {
		_, _, _, alpha = mask.At(m.X, m.Y).RGBA()
	}
	switch {
	case alpha == full && op == Src:
		dst.Set(d.X, d.Y, src.At(s.X, s.Y))
	case alpha != 0:
		c := rgba64(src.At(s.X, s.Y))
		var behind color.RGBA64
		if op == Over {
			behind = rgba64(dst.At(d.X, d.Y))
		}
		out := composed(behind, c, alpha)
		dst.Set(d.X, d.Y, &out)
	case op == Src:
		dst.Set(d.X, d.Y, color.Transparent)
	}
}

func rgba64(c color.Color) color.RGBA64 {
	r, g, b, a := c.RGBA()
	return color.RGBA64{uint16(r), uint16(g), uint16(b), uint16(a)}
}

// composed returns a color, masked, over another.
func composed(behind, c color.RGBA64, mask uint32) color.RGBA64 {
	rest := full - uint32(c.A)*mask/full
	return color.RGBA64{
		R: uint16((uint32(behind.R)*rest + uint32(c.R)*mask) / full),
		G: uint16((uint32(behind.G)*rest + uint32(c.G)*mask) / full),
		B: uint16((uint32(behind.B)*rest + uint32(c.B)*mask) / full),
		A: uint16((uint32(behind.A)*rest + uint32(c.A)*mask) / full),
	}
}
