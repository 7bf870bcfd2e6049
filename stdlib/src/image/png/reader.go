package png

import (
	"encoding/binary"
	"fmt"
	"hash"
	"hash/crc32"
	"image"
	"image/color"
	"io"
)

// A stage is the last chunk read among those with a fixed order.
type stage int

const (
	nothing stage = iota
	header
	colors
	transparency
	pixels
	end
)

type decoder struct {
	r             io.Reader
	crc           hash.Hash32
	stage         stage
	layout        layout
	width, height int
	interlaced    bool
	palette       color.Palette // has room for 256 colors
	// The samples of the transparent color, each in 16 bits; samples of less than 8 bits are scaled.
	transparent []uint8
	image       image.Image
	left        uint32 // unread bytes of the IDAT chunk
	buf         [3 * 256]uint8
}

var errOrder = FormatError("chunk out of order")

// Decode reads an image. The type of the result depends on the layout of the input.
func Decode(r io.Reader) (image.Image, error) {
	d := &decoder{r: r, crc: crc32.NewIEEE()}
	if err := d.signature(); err != nil {
		return nil, err
	}
	for d.stage != end {
		if err := whole(d.chunk(false)); err != nil {
			return nil, err
		}
	}
	return d.image, nil
}

// DecodeConfig reads the color model and the size of an image.
func DecodeConfig(r io.Reader) (image.Config, error) {
	d := &decoder{r: r, crc: crc32.NewIEEE()}
	if err := d.signature(); err != nil {
		return image.Config{}, err
	}
	// The transparency of a palette's colors is known only when the pixels begin.
	for d.stage < header || d.layout.color == paletted && d.stage < transparency {
		if err := whole(d.chunk(true)); err != nil {
			return image.Config{}, err
		}
	}
	return image.Config{ColorModel: d.layout.model(d.palette), Width: d.width, Height: d.height}, nil
}

// whole converts io.EOF to an error, because the input ends in the middle of an image.
func whole(err error) error {
	if err == io.EOF {
		return io.ErrUnexpectedEOF
	}
	return err
}

func (d *decoder) signature() error {
	if _, err := io.ReadFull(d.r, d.buf[:len(signature)]); err != nil {
		return whole(err)
	}
	if string(d.buf[:len(signature)]) != signature {
		return FormatError("not a PNG file")
	}
	return nil
}

// begin reads the length and the name of a chunk.
func (d *decoder) begin() (uint32, string, error) {
	if _, err := io.ReadFull(d.r, d.buf[:8]); err != nil {
		return 0, "", err
	}
	d.crc.Reset()
	d.crc.Write(d.buf[4:8])
	return binary.BigEndian.Uint32(d.buf[:4]), string(d.buf[4:8]), nil
}

// body reads the next n bytes of a chunk.
func (d *decoder) body(length int) ([]uint8, error) {
	if _, err := io.ReadFull(d.r, d.buf[:length]); err != nil {
		return nil, err
	}
	d.crc.Write(d.buf[:length])
	return d.buf[:length], nil
}

// finish reads the checksum of a chunk.
func (d *decoder) finish() error {
	if _, err := io.ReadFull(d.r, d.buf[:4]); err != nil {
		return err
	}
	if binary.BigEndian.Uint32(d.buf[:4]) != d.crc.Sum32() {
		return FormatError("invalid checksum")
	}
	return nil
}

// chunk reads a chunk; if the caller only wants the configuration, it reads no pixels.
func (d *decoder) chunk(configOnly bool) error {
	length, name, err := d.begin()
	if err != nil {
		return err
	}
	read, next := d.skip, d.stage
	switch name {
	case "IHDR":
		if d.stage != nothing {
			return errOrder
		}
		read, next = d.header, header
	case "PLTE":
		if d.stage != header {
			return errOrder
		}
		read, next = d.colors, colors
	case "tRNS":
		colored := d.layout.color == paletted || d.layout.color == rgb
		if !(d.stage == header && d.layout.color != paletted || d.stage == colors && colored) {
			return errOrder
		}
		read, next = d.transparency, transparency
	case "IDAT":
		if d.stage < header || d.stage > pixels || d.stage == header && d.layout.color == paletted {
			return errOrder
		}
		// Of further IDAT chunks only the checksum is checked: the image is complete.
		if d.stage < pixels {
			read, next = d.pixels, pixels
		}
	case "IEND":
		if d.stage != pixels {
			return errOrder
		}
		read, next = d.end, end
	}
	d.stage = next
	if name == "IDAT" && configOnly {
		return nil
	}
	if err := read(length); err != nil {
		return err
	}
	return d.finish()
}

func (d *decoder) skip(length uint32) error {
	if length > 1<<31-1 {
		return FormatError(fmt.Sprintf("Bad chunk length: %d", length))
	}
	for length > 0 {
		part, err := d.body(int(min(length, uint32(len(d.buf)))))
		if err != nil {
			return err
		}
		length -= uint32(len(part))
	}
	return nil
}

func (d *decoder) header(length uint32) error {
	if length != 13 {
		return FormatError("bad IHDR length")
	}
	h, err := d.body(13)
	if err != nil {
		return err
	}
	switch {
	case h[10] != 0:
		return UnsupportedError("compression method")
	case h[11] != 0:
		return UnsupportedError("filter method")
	case h[12] > 1:
		return FormatError("invalid interlace method")
	}
	d.interlaced = h[12] == 1
	width, height := int32(binary.BigEndian.Uint32(h)), int32(binary.BigEndian.Uint32(h[4:]))
	if width <= 0 || height <= 0 {
		return FormatError("non-positive dimension")
	}
	d.width, d.height = int(width), int(height)
	// A pixel takes up to eight bytes.
	if n := d.width * d.height; n != n*8/8 {
		return UnsupportedError("dimension overflow")
	}
	d.layout = layout{colorType(h[9]), int(h[8])}
	if !d.layout.valid() {
		return UnsupportedError(fmt.Sprintf("bit depth %d, color type %d", h[8], h[9]))
	}
	return nil
}

func (d *decoder) colors(length uint32) error {
	n := int(length / 3)
	if length%3 != 0 || n == 0 || n > 256 || n > 1<<d.layout.depth {
		return FormatError("bad PLTE length")
	}
	body, err := d.body(3 * n)
	if err != nil {
		return err
	}
	switch d.layout.color {
	case gray, grayAlpha:
		return FormatError("PLTE, color type mismatch")
	case paletted:
		all := make(color.Palette, 256)
		for i := range all {
			c := color.RGBA{A: 0xff}
			if i < n {
				c.R, c.G, c.B = body[3*i], body[3*i+1], body[3*i+2]
			}
			all[i] = c
		}
		d.palette = all[:n]
	}
	return nil
}

func (d *decoder) transparency(length uint32) error {
	switch c := d.layout.color; c {
	case gray, rgb:
		if c == gray && length != 2 || c == rgb && length != 6 {
			return FormatError("bad tRNS length")
		}
		body, err := d.body(int(length))
		if err != nil {
			return err
		}
		d.transparent = append([]uint8(nil), body...)
		if d.layout.depth < 8 {
			d.transparent[1] *= spread(d.layout.depth)
		}
	case paletted:
		if length > 256 {
			return FormatError("bad tRNS length")
		}
		body, err := d.body(int(length))
		if err != nil {
			return err
		}
		d.palette = d.palette[:max(len(d.palette), len(body))]
		for i, alpha := range body {
			c := d.palette[i].(color.RGBA)
			d.palette[i] = color.NRGBA{c.R, c.G, c.B, alpha}
		}
	default:
		return FormatError("tRNS, color type mismatch")
	}
	return nil
}

// spread returns the factor that scales a sample of depth bits to 8 bits.
func spread(depth int) uint8 {
	return uint8(0xff / (1<<depth - 1))
}

func (d *decoder) pixels(length uint32) (err error) {
	d.left = length
	d.image, err = d.decode()
	return err
}

func (d *decoder) end(length uint32) error {
	if length != 0 {
		return FormatError("bad IEND length")
	}
	return nil
}
