package png

import (
	"bufio"
	"compress/zlib"
	"encoding/binary"
	"hash/crc32"
	"image"
	"image/color"
	"io"
	"strconv"
)

// Encoder writes images.
type Encoder struct {
	CompressionLevel CompressionLevel
	// BufferPool keeps buffers for reuse by later images.
	BufferPool EncoderBufferPool
}

// EncoderBufferPool is a pool of buffers.
type EncoderBufferPool interface {
	Get() *EncoderBuffer
	Put(*EncoderBuffer)
}

// EncoderBuffer has the buffers for writing an image.
type EncoderBuffer encoder

// CompressionLevel controls how much images are compressed.
type CompressionLevel int

const (
	DefaultCompression CompressionLevel = 0
	NoCompression      CompressionLevel = -1
	BestSpeed          CompressionLevel = -2
	BestCompression    CompressionLevel = -3
)

func (l CompressionLevel) zlib() int {
	switch l {
	case NoCompression:
		return zlib.NoCompression
	case BestSpeed:
		return zlib.BestSpeed
	case BestCompression:
		return zlib.BestCompression
	}
	return zlib.DefaultCompression
}

type encoder struct {
	w      io.Writer
	m      image.Image
	layout layout
	err    error
	rows   [filters][]uint8 // a row under each filter; the first byte is the filter's number
	above  []uint8
	z      *zlib.Writer
	level  int // compression level of z
	out    *bufio.Writer
}

// Encode writes an image in a layout without loss, except for precision that PNG does not have.
func Encode(w io.Writer, m image.Image) error {
	return new(Encoder).Encode(w, m)
}

// Encode writes an image in a layout without loss, except for precision that PNG does not have.
func (enc *Encoder) Encode(w io.Writer, m image.Image) error {
	width, height := m.Bounds().Dx(), m.Bounds().Dy()
	if width <= 0 || height <= 0 || width >= 1<<32 || height >= 1<<32 {
		return FormatError("invalid image size: " + strconv.Itoa(width) + "x" + strconv.Itoa(height))
	}
	var e *encoder
	if enc.BufferPool != nil {
		e = (*encoder)(enc.BufferPool.Get())
	}
	if e == nil {
		e = new(encoder)
	}
	if enc.BufferPool != nil {
		defer enc.BufferPool.Put((*EncoderBuffer)(e))
	}
	e.w, e.m, e.layout = w, m, layoutFor(m)
	_, e.err = io.WriteString(w, signature)
	e.header(width, height)
	if e.layout.color == paletted {
		e.palette(m.ColorModel().(color.Palette))
	}
	e.pixels(enc.CompressionLevel.zlib())
	e.chunk("IEND", nil)
	return e.err
}

// layoutFor returns the smallest layout for all colors that an image of this type can have.
func layoutFor(m image.Image) layout {
	if _, ok := m.(image.PalettedImage); ok {
		if palette, _ := m.ColorModel().(color.Palette); palette != nil {
			switch n := len(palette); {
			case n <= 2:
				return layout{paletted, 1}
			case n <= 4:
				return layout{paletted, 2}
			case n <= 16:
				return layout{paletted, 4}
			}
			return layout{paletted, 8}
		}
	}
	depth := 16
	switch m.ColorModel() {
	case color.GrayModel:
		return layout{gray, 8}
	case color.Gray16Model:
		return layout{gray, 16}
	case color.RGBAModel, color.NRGBAModel, color.AlphaModel:
		depth = 8
	}
	if opaque(m) {
		return layout{rgb, depth}
	}
	return layout{rgbAlpha, depth}
}

func opaque(m image.Image) bool {
	if o, ok := m.(interface{ Opaque() bool }); ok {
		return o.Opaque()
	}
	b := m.Bounds()
	for y := b.Min.Y; y < b.Max.Y; y++ {
		for x := b.Min.X; x < b.Max.X; x++ {
			if _, _, _, a := m.At(x, y).RGBA(); a != 0xffff {
				return false
			}
		}
	}
	return true
}

func (e *encoder) chunk(name string, body []uint8) {
	if e.err == nil && len(body) > 1<<32-1 {
		e.err = UnsupportedError(name + " chunk is too large: " + strconv.Itoa(len(body)))
	}
	head := binary.BigEndian.AppendUint32(nil, uint32(len(body)))
	head = append(head, name...)
	sum := crc32.Update(crc32.ChecksumIEEE(head[4:]), crc32.IEEETable, body)
	for _, part := range [][]uint8{head, body, binary.BigEndian.AppendUint32(nil, sum)} {
		if e.err == nil {
			_, e.err = e.w.Write(part)
		}
	}
}

func (e *encoder) header(width, height int) {
	h := binary.BigEndian.AppendUint32(nil, uint32(width))
	h = binary.BigEndian.AppendUint32(h, uint32(height))
	e.chunk("IHDR", append(h, uint8(e.layout.depth), uint8(e.layout.color), 0, 0, 0))
}

// palette writes the palette, and its alphas up to the last color that is not opaque.
func (e *encoder) palette(p color.Palette) {
	if len(p) < 1 || len(p) > 256 {
		e.err = FormatError("bad palette length: " + strconv.Itoa(len(p)))
		return
	}
	var colors, alphas []uint8
	last := -1
	for i, c := range p {
		n := color.NRGBAModel.Convert(c).(color.NRGBA)
		colors = append(colors, n.R, n.G, n.B)
		alphas = append(alphas, n.A)
		if n.A != 0xff {
			last = i
		}
	}
	e.chunk("PLTE", colors)
	if last >= 0 {
		e.chunk("tRNS", alphas[:last+1])
	}
}

// An idat writes each Write as an IDAT chunk.
type idat struct {
	e *encoder
}

func (w idat) Write(p []byte) (int, error) {
	w.e.chunk("IDAT", p)
	if w.e.err != nil {
		return 0, w.e.err
	}
	return len(p), nil
}

func (e *encoder) pixels(level int) {
	if e.err != nil {
		return
	}
	if e.out == nil {
		e.out = bufio.NewWriterSize(idat{e}, 1<<15)
	} else {
		e.out.Reset(idat{e})
	}
	if e.z == nil || e.level != level {
		e.z, e.err = zlib.NewWriterLevel(e.out, level)
		e.level = level
	} else {
		e.z.Reset(e.out)
	}
	if e.err != nil {
		return
	}
	err := e.compress(level)
	if closed := e.z.Close(); err == nil {
		err = closed
	}
	if err == nil {
		err = e.out.Flush()
	}
	e.err = err
}

// compress writes the rows, each with the filter that gives the smallest sum of bytes.
func (e *encoder) compress(level int) error {
	b := e.m.Bounds()
	size := 1 + e.layout.rowBytes(b.Dx())
	for i := range e.rows {
		e.rows[i] = sized(e.rows[i], size)
		e.rows[i][0] = uint8(i)
	}
	e.above = sized(e.above, size)
	clear(e.above)
	for y := b.Min.Y; y < b.Max.Y; y++ {
		e.row(y, e.rows[filterNone][1:])
		best := filterNone
		if level != zlib.NoCompression && e.layout.color != paletted {
			best = e.filter()
		}
		if _, err := e.z.Write(e.rows[best]); err != nil {
			return err
		}
		e.rows[filterNone], e.above = e.above, e.rows[filterNone]
		e.rows[filterNone][0] = filterNone
	}
	return nil
}

func sized(p []uint8, size int) []uint8 {
	if cap(p) < size {
		return make([]uint8, size)
	}
	return p[:size]
}

// filter applies each filter to the row, and returns the result whose bytes, as signed numbers, are nearest to zero.
func (e *encoder) filter() int {
	row, above, bytes := e.rows[filterNone][1:], e.above[1:], e.layout.bits()/8
	best, least := filterUp, int(^uint(0)>>1)
	for _, filter := range []int{filterUp, filterPaeth, filterNone, filterSub, filterAverage} {
		out := e.rows[filter][1:]
		sum := 0
		for i, x := range row {
			left, up, between := uint8(0), above[i], uint8(0)
			if i >= bytes {
				left, between = row[i-bytes], above[i-bytes]
			}
			switch filter {
			case filterUp:
				x -= up
			case filterPaeth:
				x -= paeth(left, up, between)
			case filterSub:
				x -= left
			case filterAverage:
				x -= uint8((int(left) + int(up)) / 2)
			}
			out[i] = x
			if sum += min(int(x), 256-int(x)); sum >= least {
				break
			}
		}
		if sum < least {
			best, least = filter, sum
		}
	}
	return best
}

// row writes the pixels of a row.
func (e *encoder) row(y int, out []uint8) {
	b := e.m.Bounds()
	switch e.layout {
	case layout{gray, 8}:
		if m, ok := e.m.(*image.Gray); ok {
			copy(out, m.Pix[m.PixOffset(b.Min.X, y):])
			return
		}
	case layout{rgbAlpha, 8}:
		if m, ok := e.m.(*image.NRGBA); ok {
			copy(out, m.Pix[m.PixOffset(b.Min.X, y):])
			return
		}
	case layout{paletted, 8}:
		if m, ok := e.m.(*image.Paletted); ok {
			copy(out, m.Pix[m.PixOffset(b.Min.X, y):])
			return
		}
	case layout{rgb, 8}:
		switch m := e.m.(type) {
		case *image.RGBA:
			withoutAlpha(out, m.Pix[m.PixOffset(b.Min.X, y):])
			return
		case *image.NRGBA:
			withoutAlpha(out, m.Pix[m.PixOffset(b.Min.X, y):])
			return
		}
	}
	if e.layout.color == paletted {
		e.indices(y, out)
		return
	}
	out = out[:0]
	for x := b.Min.X; x < b.Max.X; x++ {
		out = e.pixel(out, e.m.At(x, y))
	}
}

func withoutAlpha(out, pix []uint8) {
	for i, j := 0, 0; i < len(out); i, j = i+3, j+4 {
		out[i], out[i+1], out[i+2] = pix[j], pix[j+1], pix[j+2]
	}
}

// indices writes indices of colors, several in a byte if the palette is small.
func (e *encoder) indices(y int, out []uint8) {
	m, b, depth := e.m.(image.PalettedImage), e.m.Bounds(), e.layout.depth
	clear(out)
	for x := range b.Dx() {
		bit := x * depth
		out[bit/8] |= m.ColorIndexAt(b.Min.X+x, y) << (8 - depth - bit%8)
	}
}

func (e *encoder) pixel(out []uint8, c color.Color) []uint8 {
	switch e.layout {
	case layout{gray, 8}:
		return append(out, color.GrayModel.Convert(c).(color.Gray).Y)
	case layout{gray, 16}:
		return binary.BigEndian.AppendUint16(out, color.Gray16Model.Convert(c).(color.Gray16).Y)
	case layout{rgb, 8}:
		r, g, b, _ := c.RGBA()
		return append(out, uint8(r>>8), uint8(g>>8), uint8(b>>8))
	case layout{rgbAlpha, 8}:
		n := color.NRGBAModel.Convert(c).(color.NRGBA)
		return append(out, n.R, n.G, n.B, n.A)
	case layout{rgb, 16}:
		r, g, b, _ := c.RGBA()
		return deep(out, uint16(r), uint16(g), uint16(b))
	}
	n := color.NRGBA64Model.Convert(c).(color.NRGBA64)
	return deep(out, n.R, n.G, n.B, n.A)
}

func deep(out []uint8, samples ...uint16) []uint8 {
	for _, s := range samples {
		out = binary.BigEndian.AppendUint16(out, s)
	}
	return out
}
