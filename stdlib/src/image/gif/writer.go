package gif

import (
	"bufio"
	"bytes"
	"compress/lzw"
	"encoding/binary"
	"errors"
	"image"
	"image/color"
	"image/color/palette"
	"image/draw"
	"io"
	"math/bits"
)

// Options controls the conversion of an image to few colors.
type Options struct {
	// NumColors is the maximum number of colors, from 1 to 256; other values mean 256.
	NumColors int
	// Quantizer chooses the palette; nil means the first NumColors of palette.Plan9.
	Quantizer draw.Quantizer
	// Drawer converts the image to the palette; nil means draw.FloydSteinberg.
	Drawer draw.Drawer
}

// Encode writes an image as a file with one frame.
func Encode(w io.Writer, m image.Image, o *Options) error {
	b := m.Bounds()
	if b.Dx() >= 1<<16 || b.Dy() >= 1<<16 {
		return errors.New("gif: image is too large to encode")
	}
	var options Options
	if o != nil {
		options = *o
	}
	if options.NumColors < 1 || options.NumColors > 256 {
		options.NumColors = 256
	}
	if options.Drawer == nil {
		options.Drawer = draw.FloydSteinberg
	}
	frame := *reduced(m, options)
	frame.Rect = frame.Rect.Sub(frame.Rect.Min)
	return EncodeAll(w, &GIF{
		Image:  []*image.Paletted{&frame},
		Delay:  []int{0},
		Config: image.Config{ColorModel: frame.Palette, Width: b.Dx(), Height: b.Dy()},
	})
}

// reduced converts the image to the number of colors in the options.
func reduced(m image.Image, o Options) *image.Paletted {
	b := m.Bounds()
	p, ok := m.(*image.Paletted)
	if colors, has := m.ColorModel().(color.Palette); !ok && has {
		p, ok = image.NewPaletted(b, colors), true
		for y := b.Min.Y; y < b.Max.Y; y++ {
			for x := b.Min.X; x < b.Max.X; x++ {
				p.Set(x, y, colors.Convert(m.At(x, y)))
			}
		}
	}
	if ok && len(p.Palette) <= o.NumColors {
		return p
	}
	p = image.NewPaletted(b, palette.Plan9[:o.NumColors])
	if o.Quantizer != nil {
		p.Palette = o.Quantizer.Quantize(make(color.Palette, 0, o.NumColors), m)
	}
	o.Drawer.Draw(p, b, m, b.Min)
	return p
}

// A writer has the methods with which the file is written.
type writer interface {
	Flush() error
	io.Writer
	io.ByteWriter
}

type encoder struct {
	w      writer
	err    error
	gif    GIF
	common []byte // the encoded palette for frames without their own
}

// EncodeAll writes frames.
func EncodeAll(w io.Writer, g *GIF) error {
	switch {
	case len(g.Image) == 0:
		return errors.New("gif: must provide at least one image")
	case len(g.Image) != len(g.Delay):
		return errors.New("gif: mismatched image and delay lengths")
	case g.Disposal != nil && len(g.Image) != len(g.Disposal):
		return errors.New("gif: mismatched image and disposal lengths")
	}
	e := encoder{gif: *g}
	if g.Config == (image.Config{}) {
		size := g.Image[0].Bounds().Max
		e.gif.Config.Width, e.gif.Config.Height = size.X, size.Y
	} else if g.Config.ColorModel != nil {
		if _, ok := g.Config.ColorModel.(color.Palette); !ok {
			return errors.New("gif: GIF color model must be a color.Palette")
		}
	}
	var ok bool
	if e.w, ok = w.(writer); !ok {
		e.w = bufio.NewWriter(w)
	}
	e.header()
	for i, m := range g.Image {
		disposal := uint8(0)
		if g.Disposal != nil {
			disposal = g.Disposal[i]
		}
		if e.err == nil {
			e.setError(e.frame(m, g.Delay[i], disposal))
		}
	}
	e.write(trailer)
	if e.err == nil {
		e.err = e.w.Flush()
	}
	return e.err
}

func (e *encoder) setError(err error) {
	if e.err == nil {
		e.err = err
	}
}

func (e *encoder) write(p ...byte) {
	if e.err == nil {
		_, e.err = e.w.Write(p)
	}
}

func (e *encoder) header() {
	head := binary.LittleEndian.AppendUint16([]byte("GIF89a"), uint16(e.gif.Config.Width))
	head = binary.LittleEndian.AppendUint16(head, uint16(e.gif.Config.Height))
	e.write(head...)
	if p, ok := e.gif.Config.ColorModel.(color.Palette); ok && len(p) > 0 {
		size := tableSize(p)
		e.write(hasColorTable|uint8(size), e.gif.BackgroundIndex, 0)
		var err error
		e.common, err = colorTable(p, size)
		e.setError(err)
		e.write(e.common...)
	} else {
		e.write(0, 0, 0)
	}
	if len(e.gif.Image) > 1 && e.gif.LoopCount >= 0 {
		loops := append([]byte{extensionBlock, applicationExtension, 11}, "NETSCAPE2.0\x03\x01"...)
		e.write(append(binary.LittleEndian.AppendUint16(loops, uint16(e.gif.LoopCount)), 0)...)
	}
}

// tableSize returns the logarithm of the size, less one, of the smallest table for these colors.
func tableSize(p color.Palette) int {
	return max(bits.Len(uint(len(p)-1))-1, 0)
}

// colorTable returns the colors, followed by black ones up to the size of the table.
func colorTable(p color.Palette, size int) ([]byte, error) {
	if size >= 8 {
		return nil, errors.New("gif: cannot encode color table with more than 256 entries")
	}
	table := make([]byte, 3<<(size+1))
	for i, c := range p {
		if c == nil {
			return nil, errors.New("gif: cannot encode color table with nil entries")
		}
		r, g, b, _ := c.RGBA()
		table[3*i], table[3*i+1], table[3*i+2] = uint8(r>>8), uint8(g>>8), uint8(b>>8)
	}
	return table, nil
}

func (e *encoder) frame(m *image.Paletted, delay int, disposal byte) error {
	if len(m.Palette) == 0 {
		return errors.New("gif: cannot encode image block with empty palette")
	}
	b := m.Bounds()
	if b.Min.X < 0 || b.Max.X >= 1<<16 || b.Min.Y < 0 || b.Max.Y >= 1<<16 {
		return errors.New("gif: image block is too large to encode")
	}
	if !b.In(image.Rect(0, 0, e.gif.Config.Width, e.gif.Config.Height)) {
		return errors.New("gif: image block is out of bounds")
	}
	transparent := -1
	for i, c := range m.Palette {
		if c == nil {
			return errors.New("gif: cannot encode color table with nil entries")
		}
		if _, _, _, a := c.RGBA(); a == 0 {
			transparent = i
			break
		}
	}
	if delay > 0 || disposal != 0 || transparent >= 0 {
		e.control(delay, disposal, transparent)
	}
	head := []byte{imageBlock}
	for _, x := range []int{b.Min.X, b.Min.Y, b.Dx(), b.Dy()} {
		head = binary.LittleEndian.AppendUint16(head, uint16(x))
	}
	e.write(head...)
	if err := e.palette(m.Palette, transparent); err != nil {
		return err
	}
	return e.pixels(m, max(tableSize(m.Palette)+1, 2))
}

func (e *encoder) control(delay int, disposal byte, transparent int) {
	flags := disposal << disposalShift
	if transparent >= 0 {
		flags |= hasTransparent
	}
	control := binary.LittleEndian.AppendUint16([]byte{extensionBlock, controlExtension, 4, flags}, uint16(delay))
	e.write(append(control, uint8(max(transparent, 0)), 0)...)
}

// palette writes the palette of a frame, unless it is the beginning of the common one; the transparent color may differ.
func (e *encoder) palette(p color.Palette, transparent int) error {
	if common, ok := e.gif.Config.ColorModel.(color.Palette); ok && len(p) <= len(common) && &common[0] == &p[0] {
		e.write(0)
		return nil
	}
	size := tableSize(p)
	table, err := colorTable(p, size)
	if err != nil {
		return err
	}
	if len(table) <= len(e.common) && sameColors(table[:3*len(p)], e.common, transparent) {
		e.write(0)
		return nil
	}
	e.write(hasColorTable | uint8(size))
	e.write(table...)
	return nil
}

func sameColors(table, common []byte, transparent int) bool {
	if transparent < 0 {
		return bytes.Equal(table, common[:len(table)])
	}
	at := 3 * transparent
	return bytes.Equal(table[:at], common[:at]) && bytes.Equal(table[at+3:], common[at+3:len(table)])
}

func (e *encoder) pixels(m *image.Paletted, width int) error {
	e.write(uint8(width))
	blocks := blockWriter{e: e, part: make([]byte, 1, 256)}
	z := lzw.NewWriter(&blocks, lzw.LSB, width)
	defer func() {
		z.Close()
		blocks.close()
	}()
	dx, dy := m.Rect.Dx(), m.Rect.Dy()
	if dx == m.Stride {
		_, err := z.Write(m.Pix[:dx*dy])
		return err
	}
	for y := range dy {
		if _, err := z.Write(m.Pix[y*m.Stride : y*m.Stride+dx]); err != nil {
			return err
		}
	}
	return nil
}

// A blockWriter writes a block as sub-blocks of up to 255 bytes, each after its length.
type blockWriter struct {
	e    *encoder
	part []byte
}

func (b *blockWriter) WriteByte(c byte) error {
	if b.part = append(b.part, c); len(b.part) == 256 {
		b.flush()
	}
	return b.e.err
}

func (b *blockWriter) Write(p []byte) (int, error) {
	for i, c := range p {
		if err := b.WriteByte(c); err != nil {
			return i, err
		}
	}
	return len(p), nil
}

func (b *blockWriter) Flush() error { return b.e.err }

func (b *blockWriter) flush() {
	b.part[0] = uint8(len(b.part) - 1)
	b.e.write(b.part...)
	b.part = b.part[:1]
}

// close writes the last sub-block, and an empty one.
func (b *blockWriter) close() {
	if len(b.part) > 1 {
		b.flush()
	}
	b.e.write(0)
	if b.e.err == nil {
		b.e.err = b.e.w.Flush()
	}
}
