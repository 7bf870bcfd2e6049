package draw

import "image"

// drawFast draws images without a mask if there is a loop over bytes for them. The function reports whether it has
// drawn the images.
func drawFast(dst Image, r image.Rectangle, src image.Image, sp image.Point, op Op) bool {
	switch dst := dst.(type) {
	case *image.RGBA:
		switch src := src.(type) {
		case *image.Uniform:
			if op == Src || src.Opaque() {
				red, green, blue, alpha := src.RGBA()
				fill(rowsOf(dst.Pix, dst.PixOffset(r.Min.X, r.Min.Y), dst.Stride, r, 4),
					uint8(red>>8), uint8(green>>8), uint8(blue>>8), uint8(alpha>>8))
				return true
			}
		case *image.RGBA:
			from := rowsOf(src.Pix, src.PixOffset(sp.X, sp.Y), src.Stride, r, 4)
			to := rowsOf(dst.Pix, dst.PixOffset(r.Min.X, r.Min.Y), dst.Stride, r, 4)
			if op == Src {
				copyRows(to, from, r.Min.Y > sp.Y)
			} else {
				compose(to, from, r.Min.Y > sp.Y || r.Min.Y == sp.Y && r.Min.X > sp.X)
			}
			return true
		}
	case *image.NRGBA:
		if src, ok := src.(*image.NRGBA); ok && op == Src {
			copyRows(rowsOf(dst.Pix, dst.PixOffset(r.Min.X, r.Min.Y), dst.Stride, r, 4),
				rowsOf(src.Pix, src.PixOffset(sp.X, sp.Y), src.Stride, r, 4), r.Min.Y > sp.Y)
			return true
		}
	case *image.NRGBA64:
		if src, ok := src.(*image.NRGBA64); ok && op == Src {
			copyRows(rowsOf(dst.Pix, dst.PixOffset(r.Min.X, r.Min.Y), dst.Stride, r, 8),
				rowsOf(src.Pix, src.PixOffset(sp.X, sp.Y), src.Stride, r, 8), r.Min.Y > sp.Y)
			return true
		}
	case *image.Paletted:
		if op != Src {
			return false
		}
		if src, ok := src.(*image.Uniform); ok {
			fill(rowsOf(dst.Pix, dst.PixOffset(r.Min.X, r.Min.Y), dst.Stride, r, 1), uint8(dst.Palette.Index(src.C)))
			return true
		}
		if !overwrites(dst, r, src, sp) {
			quantize(dst, r, src, sp, false)
			return true
		}
	}
	return false
}

// A rows is a rectangle of bytes.
type rows struct {
	pix           []uint8
	stride        int
	width, height int
}

func rowsOf(pix []uint8, from, stride int, r image.Rectangle, bytes int) rows {
	return rows{pix[from:], stride, r.Dx() * bytes, r.Dy()}
}

func (r *rows) at(y int) []uint8 {
	return r.pix[y*r.stride:][:r.width]
}

func fill(to rows, pixel ...uint8) {
	first := to.at(0)
	done := copy(first, pixel)
	for done < len(first) {
		done += copy(first[done:], first[:done])
	}
	for y := 1; y < to.height; y++ {
		copy(to.at(y), first)
	}
}

func copyRows(to, from rows, backward bool) {
	for i := range to.height {
		y := i
		if backward {
			y = to.height - 1 - i
		}
		copy(to.at(y), from.at(y))
	}
}

// compose draws RGBA over RGBA, backwards if the caller asks for it, because the two may share pixels.
func compose(to, from rows, backward bool) {
	for i := range to.height {
		y := i
		if backward {
			y = to.height - 1 - i
		}
		d, s := to.at(y), from.at(y)
		for j := 0; j < len(d); j += 4 {
			x := j
			if backward {
				x = len(d) - 4 - j
			}
			composePixel(d[x:x+4:x+4], s[x:x+4:x+4])
		}
	}
}

func composePixel(d, s []uint8) {
	switch s[3] {
	case 0xff:
		copy(d, s)
		return
	case 0:
		if s[0] == 0 && s[1] == 0 && s[2] == 0 {
			return
		}
	}
	rest := (full - uint32(s[3])*0x101) * 0x101
	for i := range 4 {
		d[i] = uint8((uint32(d[i])*rest/full + uint32(s[i])*0x101) >> 8)
	}
}
