package png

import (
	"bytes"
	"compress/zlib"
	"image"
	"io"
)

// A canvas is the image that is being read: its pixels, and the number of bytes of each.
type canvas struct {
	image         image.Image
	pix           []uint8
	stride, bytes int
}

// A pass is a pass of an interlaced image: its first pixel, and the distances between its pixels.
type pass struct {
	x, y, dx, dy int
}

// adam7 has the passes of Adam7, PNG's only interlace method.
var adam7 = []pass{{0, 0, 8, 8}, {4, 0, 8, 8}, {0, 4, 4, 8}, {2, 0, 4, 4}, {0, 2, 2, 4}, {1, 0, 2, 2}, {0, 1, 1, 2}}

// Read reads the concatenated contents of the IDAT chunks.
func (d *decoder) Read(p []byte) (int, error) {
	if len(p) == 0 {
		return 0, nil
	}
	for d.left == 0 {
		if err := d.finish(); err != nil {
			return 0, err
		}
		length, name, err := d.begin()
		if err != nil {
			return 0, err
		}
		d.left = length
		if name != "IDAT" {
			return 0, FormatError("not enough pixel data")
		}
	}
	n, err := d.r.Read(p[:min(len(p), int(d.left))])
	d.crc.Write(p[:n])
	d.left -= uint32(n)
	return n, err
}

func (d *decoder) decode() (image.Image, error) {
	z, err := zlib.NewReader(d)
	if err != nil {
		return nil, err
	}
	defer z.Close()
	c := d.canvas()
	passes := []pass{{0, 0, 1, 1}}
	if d.interlaced {
		passes = adam7
	}
	for _, p := range passes {
		if err := d.pass(z, &c, p); err != nil {
			return nil, err
		}
	}
	// The compressed stream must end after the last pixel; its checksum must still be read.
	n := 0
	for range 100 {
		if n, err = z.Read(d.buf[:1]); n != 0 || err != nil {
			break
		}
	}
	switch {
	case n == 0 && err == nil:
		return nil, io.ErrNoProgress
	case err != nil && err != io.EOF:
		return nil, FormatError(err.Error())
	case n != 0 || d.left != 0:
		return nil, FormatError("too much pixel data")
	}
	return c.image, nil
}

func (d *decoder) canvas() canvas {
	r, deep := image.Rect(0, 0, d.width, d.height), d.layout.depth == 16
	switch c := d.layout.color; {
	case c == paletted:
		m := image.NewPaletted(r, d.palette)
		return canvas{m, m.Pix, m.Stride, 1}
	case c == gray && d.transparent == nil && deep:
		m := image.NewGray16(r)
		return canvas{m, m.Pix, m.Stride, 2}
	case c == gray && d.transparent == nil:
		m := image.NewGray(r)
		return canvas{m, m.Pix, m.Stride, 1}
	case c == rgb && d.transparent == nil && deep:
		m := image.NewRGBA64(r)
		return canvas{m, m.Pix, m.Stride, 8}
	case c == rgb && d.transparent == nil:
		m := image.NewRGBA(r)
		return canvas{m, m.Pix, m.Stride, 4}
	case deep:
		m := image.NewNRGBA64(r)
		return canvas{m, m.Pix, m.Stride, 8}
	}
	m := image.NewNRGBA(r)
	return canvas{m, m.Pix, m.Stride, 4}
}

// pass reads the pixels of one pass.
func (d *decoder) pass(r io.Reader, c *canvas, p pass) error {
	width := (d.width - p.x + p.dx - 1) / p.dx
	if width == 0 {
		return nil
	}
	bytes := d.layout.rowBytes(width)
	row, above := make([]uint8, 1+bytes), make([]uint8, 1+bytes)
	for y := p.y; y < d.height; y += p.dy {
		if _, err := io.ReadFull(r, row); err != nil {
			if err == io.EOF || err == io.ErrUnexpectedEOF {
				err = FormatError("not enough pixel data")
			}
			return err
		}
		if !unfilter(row[0], row[1:], above[1:], (d.layout.bits()+7)/8) {
			return FormatError("bad filter type")
		}
		d.store(c, row[1:], c.pix[y*c.stride+p.x*c.bytes:], width, p.dx*c.bytes)
		row, above = above, row
	}
	return nil
}

// unfilter reverses the filter of a row. bytes is the size of a pixel, or of a group of pixels that share a byte. The
// function returns false if there is no such filter.
func unfilter(filter uint8, row, above []uint8, bytes int) bool {
	switch filter {
	case filterNone:
	case filterSub:
		for i := bytes; i < len(row); i++ {
			row[i] += row[i-bytes]
		}
	case filterUp:
		for i, up := range above {
			row[i] += up
		}
	case filterAverage:
		for i := range min(bytes, len(row)) {
			row[i] += above[i] / 2
		}
		for i := bytes; i < len(row); i++ {
			row[i] += uint8((int(row[i-bytes]) + int(above[i])) / 2)
		}
	case filterPaeth:
		for i := range min(bytes, len(row)) {
			row[i] += above[i]
		}
		for i := bytes; i < len(row); i++ {
			row[i] += paeth(row[i-bytes], above[i], above[i-bytes])
		}
	default:
		return false
	}
	return true
}

// store stores a row of pixels; they are step bytes apart in c.
func (d *decoder) store(c *canvas, row, to []uint8, width, step int) {
	size := d.layout.depth / 8
	switch {
	case d.layout.depth < 8:
		d.storeSmall(c, row, to, width, step)
	case d.layout.bits() == 8*c.bytes:
		// Input and image have the same layout.
		if step == c.bytes {
			copy(to, row)
		} else {
			for x := range width {
				copy(to[x*step:], row[x*c.bytes:(x+1)*c.bytes])
			}
		}
	case d.layout.color == rgb:
		for x := range width {
			from, pixel := row[3*x*size:3*(x+1)*size], to[x*step:x*step+4*size]
			copy(pixel, from)
			d.storeAlpha(pixel[3*size:], from)
		}
	default:
		samples := d.layout.bits() / 8
		for x := range width {
			from, pixel := row[x*samples:(x+1)*samples], to[x*step:x*step+4*size]
			for i := range 3 {
				copy(pixel[i*size:], from[:size])
			}
			if d.layout.color == grayAlpha {
				copy(pixel[3*size:], from[size:])
			} else {
				d.storeAlpha(pixel[3*size:], from)
			}
		}
	}
	if d.layout.color == paletted {
		d.extend(c, to, width, step)
	}
}

// storeAlpha stores the alpha of a pixel with these samples, in one or two bytes.
func (d *decoder) storeAlpha(alpha, samples []uint8) {
	value := uint8(0xff)
	if d.isTransparent(samples, len(alpha)) {
		value = 0
	}
	for i := range alpha {
		alpha[i] = value
	}
}

// isTransparent reports whether a color is the transparent one; its samples have two bytes each.
func (d *decoder) isTransparent(samples []uint8, size int) bool {
	if d.transparent == nil {
		return false
	}
	if size == 2 {
		return bytes.Equal(samples, d.transparent)
	}
	for i, sample := range samples {
		if sample != d.transparent[2*i+1] {
			return false
		}
	}
	return true
}

// storeSmall stores pixels of less than 8 bits; the first is in the highest bits of a byte.
func (d *decoder) storeSmall(c *canvas, row, to []uint8, width, step int) {
	depth, factor := d.layout.depth, uint8(1)
	if d.layout.color == gray {
		factor = spread(depth)
	}
	for x := range width {
		bit := x * depth
		sample := row[bit/8] << (bit % 8) >> (8 - depth) * factor
		pixel := to[x*step : x*step+c.bytes]
		pixel[0] = sample
		if c.bytes == 4 {
			pixel[1], pixel[2] = sample, sample
			d.storeAlpha(pixel[3:], pixel[:1])
		}
	}
}

// extend adds black colors to the image's palette for indices that pixels use but the palette lacks.
func (d *decoder) extend(c *canvas, row []uint8, width, step int) {
	m := c.image.(*image.Paletted)
	if len(m.Palette) == 256 {
		return
	}
	for x := range width {
		if index := int(row[x*step]); index >= len(m.Palette) {
			m.Palette = m.Palette[:index+1]
		}
	}
}
