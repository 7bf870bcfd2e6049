package jpeg

import (
	"bufio"
	"errors"
	"image"
	"image/color"
	"io"
	"math/bits"
)

// DefaultQuality is the quality if Options are nil.
const DefaultQuality = 75

// Options are the options of Encode.
type Options struct {
	Quality int // from 1 to 100
}

// A code is a Huffman code: how many code words have each length in bits, from one on, and their values.
type code struct {
	counts [16]byte
	values []byte
}

// The codes in section K.3 of the standard: for the first coefficient of a block and for the others, for luma
// and for chroma.
var codes = [4]code{
	{[16]byte{0, 1, 5, 1, 1, 1, 1, 1, 1}, []byte("\x00\x01\x02\x03\x04\x05\x06\x07\x08\x09\x0a\x0b")},
	{[16]byte{0, 2, 1, 3, 3, 2, 4, 3, 5, 5, 4, 4, 0, 0, 1, 125}, []byte("\x01\x02\x03\x00\x04\x11\x05\x12!1A\x06\x13Qa\x07\"q\x142\x81\x91\xa1\x08#B\xb1\xc1\x15R\xd1\xf0$3br\x82" +
		"\x09\x0a\x16\x17\x18\x19\x1a%&'()*456789:CDEFGHIJSTUVWXYZcdefghijstuvwxyz" +
		"\x83\x84\x85\x86\x87\x88\x89\x8a\x92\x93\x94\x95\x96\x97\x98\x99\x9a\xa2\xa3\xa4\xa5\xa6\xa7\xa8\xa9\xaa\xb2\xb3\xb4\xb5\xb6\xb7\xb8\xb9\xba" +
		"\xc2\xc3\xc4\xc5\xc6\xc7\xc8\xc9\xca\xd2\xd3\xd4\xd5\xd6\xd7\xd8\xd9\xda\xe1\xe2\xe3\xe4\xe5\xe6\xe7\xe8\xe9\xea\xf1\xf2\xf3\xf4\xf5\xf6\xf7\xf8\xf9\xfa")},
	{[16]byte{0, 3, 1, 1, 1, 1, 1, 1, 1, 1, 1}, []byte("\x00\x01\x02\x03\x04\x05\x06\x07\x08\x09\x0a\x0b")},
	{[16]byte{0, 2, 1, 2, 4, 4, 3, 4, 7, 5, 4, 4, 0, 1, 2, 119}, []byte("\x00\x01\x02\x03\x11\x04\x05!1\x06\x12AQ\x07aq\x13\"2\x81\x08\x14B\x91\xa1\xb1\xc1\x09#3R\xf0\x15br\xd1\x0a\x16$4\xe1%\xf1" +
		"\x17\x18\x19\x1a&'()*56789:CDEFGHIJSTUVWXYZcdefghijstuvwxyz" +
		"\x82\x83\x84\x85\x86\x87\x88\x89\x8a\x92\x93\x94\x95\x96\x97\x98\x99\x9a\xa2\xa3\xa4\xa5\xa6\xa7\xa8\xa9\xaa\xb2\xb3\xb4\xb5\xb6\xb7\xb8\xb9\xba" +
		"\xc2\xc3\xc4\xc5\xc6\xc7\xc8\xc9\xca\xd2\xd3\xd4\xd5\xd6\xd7\xd8\xd9\xda\xe2\xe3\xe4\xe5\xe6\xe7\xe8\xe9\xea\xf2\xf3\xf4\xf5\xf6\xf7\xf8\xf9\xfa")},
}

// steps are the quantization steps at a quality of 50, in zig-zag order: section K.1.
var steps = [2]string{
	"\x10\x0b\x0c\x0e\x0c\x0a\x10\x0e\x0d\x0e\x12\x11\x10\x13\x18(\x1a\x18\x16\x16\x181#%\x1d(:3=<9387@H\\N@DWE78PmQW_bghg>Mqypdx\\egc",
	"\x11\x12\x12\x18\x15\x18/\x1a\x1a/cB8Bcccccccccccccccccccccccccccccccccccccccccccccccccc",
}

// A word is the code word of a value: its bits and length.
type word struct{ bits, n uint32 }

var words = func() (all [4][256]word) {
	for i, c := range codes {
		bits, at := uint32(0), 0
		for length, count := range c.counts {
			for range count {
				all[i][c.values[at]] = word{bits, uint32(length + 1)}
				bits++
				at++
			}
			bits <<= 1
		}
	}
	return all
}()

// A writer has the methods with which the file is written.
type writer interface {
	Flush() error
	io.Writer
	io.ByteWriter
}

type encoder struct {
	w       writer
	err     error
	bits, n uint32 // the bits of an incomplete byte, the first one highest
	steps   [2][64]int32
	last    [3]int32 // the first coefficient of each component's last block
}

// Encode writes an image, with colors in half of the resolution.
func Encode(w io.Writer, m image.Image, o *Options) error {
	size := m.Bounds().Size()
	if size.X >= 1<<16 || size.Y >= 1<<16 {
		return errors.New("jpeg: image is too large to encode")
	}
	e := encoder{}
	var ok bool
	if e.w, ok = w.(writer); !ok {
		e.w = bufio.NewWriter(w)
	}
	quality := DefaultQuality
	if o != nil {
		quality = min(max(o.Quality, 1), 100)
	}
	e.write([]byte{0xff, soi})
	e.tables(quality)
	gray, isGray := m.(*image.Gray)
	e.head(size, isGray)
	if isGray {
		e.gray(gray)
	} else {
		e.colors(m)
	}
	e.put(0x7f, 7) // fills the last byte
	e.write([]byte{0xff, eoi})
	if e.err == nil {
		e.err = e.w.Flush()
	}
	return e.err
}

func (e *encoder) write(p []byte) {
	if e.err == nil {
		_, e.err = e.w.Write(p)
	}
}

// segment writes a segment.
func (e *encoder) segment(marker byte, data []byte) {
	n := len(data) + 2
	e.write(append([]byte{0xff, marker, byte(n >> 8), byte(n)}, data...))
}

// tables writes the steps.
func (e *encoder) tables(quality int) {
	scale := 200 - 2*quality
	if quality < 50 {
		scale = 5000 / quality
	}
	var data []byte
	for i := range steps {
		data = append(data, byte(i))
		for j := range 64 {
			step := min(max((int(steps[i][j])*scale+50)/100, 1), 255)
			e.steps[i][j] = int32(step)
			data = append(data, byte(step))
		}
	}
	e.segment(dqt, data)
}

// head writes the segments before the data.
func (e *encoder) head(size image.Point, gray bool) {
	data := []byte{8, byte(size.Y >> 8), byte(size.Y), byte(size.X >> 8), byte(size.X)}
	scan, used := []byte{1, 1, 0}, codes[:2]
	if gray {
		data = append(data, 1, 1, 0x11, 0)
	} else {
		data = append(data, 3, 1, 0x22, 0, 2, 0x11, 1, 3, 0x11, 1)
		scan, used = []byte{3, 1, 0, 2, 0x11, 3, 0x11}, codes[:]
	}
	e.segment(sof0, data)
	data = nil
	for i, c := range used {
		data = append(data, byte(i>>1|i&1<<4))
		data = append(data, c.counts[:]...)
		data = append(data, c.values...)
	}
	e.segment(dht, data)
	e.segment(sos, append(scan, 0, 63, 0))
}

// put writes up to 16 bits.
func (e *encoder) put(bits, n uint32) {
	n += e.n
	bits = bits<<(32-n) | e.bits
	for n >= 8 {
		b := byte(bits >> 24)
		if e.err == nil {
			e.err = e.w.WriteByte(b)
		}
		if b == 0xff && e.err == nil {
			e.err = e.w.WriteByte(0)
		}
		bits <<= 8
		n -= 8
	}
	e.bits, e.n = bits, n
}

// value writes a coefficient after a number of zeros.
func (e *encoder) value(table *[256]word, zeros int, v int32) {
	a := v
	if v < 0 {
		a, v = -v, v-1
	}
	n := uint32(bits.Len32(uint32(a)))
	w := table[uint32(zeros)<<4|n]
	e.put(w.bits, w.n)
	if n > 0 {
		e.put(uint32(v)&(1<<n-1), n)
	}
}

// rounded is a/b, rounded to the nearest integer.
func rounded(a, b int32) int32 {
	if a < 0 {
		return -((b>>1 - a) / b)
	}
	return (a + b>>1) / b
}

// block writes a block of a part of the image.
func (e *encoder) block(b *block, part int) {
	b.transform()
	kind := min(part, 1)
	first, others := &words[2*kind], &words[2*kind+1]
	v := rounded(b[0], 8*e.steps[kind][0])
	e.value(first, 0, v-e.last[part])
	e.last[part] = v
	zeros := 0
	for i := 1; i < 64; i++ {
		v := rounded(b[zigzag[i]], 8*e.steps[kind][i])
		if v == 0 {
			zeros++
			continue
		}
		for ; zeros > 15; zeros -= 16 {
			e.put(others[0xf0].bits, others[0xf0].n)
		}
		e.value(others, zeros, v)
		zeros = 0
	}
	if zeros > 0 {
		e.put(others[0].bits, others[0].n)
	}
}

// gray writes the data of a gray image. Pixels of a block outside of the image get the color of the nearest pixel of
// the image.
func (e *encoder) gray(m *image.Gray) {
	r := m.Rect
	var b block
	for y := r.Min.Y; y < r.Max.Y; y += 8 {
		for x := r.Min.X; x < r.Max.X; x += 8 {
			for i := range b {
				b[i] = int32(m.Pix[m.PixOffset(min(x+i&7, r.Max.X-1), min(y+i>>3, r.Max.Y-1))])
			}
			e.block(&b, 0)
		}
	}
}

func (e *encoder) colors(m image.Image) {
	r := m.Bounds()
	pixel := pixels(m)
	var b, cb, cr block
	for y := r.Min.Y; y < r.Max.Y; y += 16 {
		for x := r.Min.X; x < r.Max.X; x += 16 {
			clear(cb[:])
			clear(cr[:])
			for quarter := range 4 {
				px, py := x+quarter&1*8, y+quarter>>1*8
				to := quarter&1*4 + quarter>>1*32
				for i := range b {
					yy, u, v := pixel(min(px+i&7, r.Max.X-1), min(py+i>>3, r.Max.Y-1))
					b[i] = int32(yy)
					at := to + i&7>>1 + i>>4*8
					cb[at] += int32(u)
					cr[at] += int32(v)
				}
				e.block(&b, 0)
			}
			for i := range cb {
				cb[i], cr[i] = (cb[i]+2)>>2, (cr[i]+2)>>2
			}
			e.block(&cb, 1)
			e.block(&cr, 2)
		}
	}
}

// pixels returns a function that reads the pixels of an image.
func pixels(m image.Image) func(x, y int) (yy, cb, cr uint8) {
	switch m := m.(type) {
	case *image.RGBA:
		return func(x, y int) (yy, cb, cr uint8) {
			p := m.Pix[m.PixOffset(x, y):]
			return color.RGBToYCbCr(p[0], p[1], p[2])
		}
	case *image.YCbCr:
		return func(x, y int) (yy, cb, cr uint8) {
			at := m.COffset(x, y)
			return m.Y[m.YOffset(x, y)], m.Cb[at], m.Cr[at]
		}
	}
	return func(x, y int) (yy, cb, cr uint8) {
		r, g, b, _ := m.At(x, y).RGBA()
		return color.RGBToYCbCr(uint8(r>>8), uint8(g>>8), uint8(b>>8))
	}
}
