// Package gif reads and writes images in the Graphics Interchange Format, specification 89a.
//
// The package was written for minigo; it accepts the same files, writes the same bytes and reports
// the same errors as Go's package.
package gif

import (
	"bufio"
	"compress/lzw"
	"errors"
	"fmt"
	"image"
	"image/color"
	"io"
)

// The disposal methods: how a frame is removed before the next one is shown.
const (
	DisposalNone       = 0x01
	DisposalBackground = 0x02
	DisposalPrevious   = 0x03
)

// A GIF is the frames of a file.
type GIF struct {
	Image []*image.Paletted // the frames
	Delay []int             // how long each frame is shown, in hundredths of a second
	// LoopCount is how often the animation is repeated: 0 forever, -1 not at all.
	LoopCount int
	// Disposal is the disposal method of each frame. When written, nil stands for zeros.
	Disposal []byte
	// Config is the size, and the palette of frames without their own. When written, the zero Config stands for
	// the size of the first frame.
	Config image.Config
	// BackgroundIndex is the color in Config's palette where no frame is drawn.
	BackgroundIndex byte
}

// The first bytes of blocks.
const (
	extensionBlock = 0x21
	imageBlock     = 0x2c
	trailer        = 0x3b

	textExtension        = 0x01
	controlExtension     = 0xf9
	commentExtension     = 0xfe
	applicationExtension = 0xff
)

// Flags of blocks.
const (
	hasColorTable  = 1 << 7
	isInterlaced   = 1 << 6
	colorTableSize = 7 // mask for the logarithm of the size, less one
	hasTransparent = 1
	disposalShift  = 2
)

var (
	errNotEnough = errors.New("gif: not enough image data")
	errTooMuch   = errors.New("gif: too much image data")
	errBadPixel  = errors.New("gif: invalid pixel value")
)

type reader interface {
	io.Reader
	io.ByteReader
}

type decoder struct {
	r           reader
	gif         GIF
	palette     color.Palette // for frames without their own
	delay       int           // of the next frame
	disposal    byte
	transparent int // index of the transparent color in the next frame; -1 if there is none
	buf         [3 * 256]byte
}

// Decode reads the first frame.
func Decode(r io.Reader) (image.Image, error) {
	d, err := decode(r, true)
	if err != nil {
		return nil, err
	}
	return d.gif.Image[0], nil
}

// DecodeAll reads all frames.
func DecodeAll(r io.Reader) (*GIF, error) {
	d, err := decode(r, false)
	if err != nil {
		return nil, err
	}
	return &d.gif, nil
}

// DecodeConfig reads the size and the common colors.
func DecodeConfig(r io.Reader) (image.Config, error) {
	d, err := newDecoder(r)
	if err != nil {
		return image.Config{}, err
	}
	return d.gif.Config, nil
}

// newDecoder reads the header.
func newDecoder(r io.Reader) (*decoder, error) {
	d := &decoder{transparent: -1}
	d.gif.LoopCount = -1
	var ok bool
	if d.r, ok = r.(reader); !ok {
		d.r = bufio.NewReader(r)
	}
	h, err := d.bytes(13)
	if err != nil {
		return nil, fmt.Errorf("gif: reading header: %v", err)
	}
	if version := string(h[:6]); version != "GIF87a" && version != "GIF89a" {
		return nil, fmt.Errorf("gif: can't recognize format %q", version)
	}
	d.gif.Config.Width, d.gif.Config.Height = number(h[6:]), number(h[8:])
	if flags := h[10]; flags&hasColorTable != 0 {
		d.gif.BackgroundIndex = h[11]
		if d.palette, err = d.colorTable(flags); err != nil {
			return nil, err
		}
	}
	d.gif.Config.ColorModel = d.palette
	return d, nil
}

// decode reads one frame, or all.
func decode(r io.Reader, one bool) (*decoder, error) {
	d, err := newDecoder(r)
	for err == nil && !(one && len(d.gif.Image) == 1) {
		block, err1 := d.byte()
		if err1 != nil {
			return nil, fmt.Errorf("gif: reading frames: %v", err1)
		}
		switch block {
		case extensionBlock:
			err = d.extension()
		case imageBlock:
			err = d.frame()
		case trailer:
			if len(d.gif.Image) == 0 {
				return nil, errors.New("gif: missing image data")
			}
			return d, nil
		default:
			return nil, fmt.Errorf("gif: unknown block type: 0x%.2x", block)
		}
	}
	return d, err
}

// byte reads a byte; the end of the file is an error.
func (d *decoder) byte() (byte, error) {
	b, err := d.r.ReadByte()
	return b, whole(err)
}

// bytes reads bytes; the end of the file is an error. The bytes are valid until the next call.
func (d *decoder) bytes(n int) ([]byte, error) {
	_, err := io.ReadFull(d.r, d.buf[:n])
	return d.buf[:n], whole(err)
}

func whole(err error) error {
	if err == io.EOF {
		return io.ErrUnexpectedEOF
	}
	return err
}

// number returns the number in two bytes, the lower one first.
func number(p []byte) int {
	return int(p[0]) | int(p[1])<<8
}

func (d *decoder) colorTable(flags byte) (color.Palette, error) {
	table, err := d.bytes(3 << (1 + flags&colorTableSize))
	if err != nil {
		return nil, fmt.Errorf("gif: reading color table: %s", err)
	}
	p := make(color.Palette, len(table)/3)
	for i := range p {
		p[i] = color.RGBA{table[3*i], table[3*i+1], table[3*i+2], 0xff}
	}
	return p, nil
}

// subBlock reads a sub-block; an empty one ends the block.
func (d *decoder) subBlock() ([]byte, error) {
	n, err := d.byte()
	if err != nil {
		return nil, err
	}
	return d.bytes(int(n))
}

func (d *decoder) extension() error {
	kind, err := d.byte()
	if err == nil {
		switch kind {
		case controlExtension:
			return d.control()
		case textExtension:
			_, err = d.bytes(13)
		case applicationExtension:
			var name []byte
			if name, err = d.subBlock(); err == nil && string(name) == "NETSCAPE2.0" {
				var loops []byte
				if loops, err = d.subBlock(); err == nil && len(loops) == 0 {
					return nil
				}
				if err == nil && len(loops) == 3 && loops[0] == 1 {
					d.gif.LoopCount = number(loops[1:])
				}
			}
		case commentExtension:
		default:
			return fmt.Errorf("gif: unknown extension 0x%.2x", kind)
		}
	}
	for err == nil {
		var part []byte
		if part, err = d.subBlock(); err == nil && len(part) == 0 {
			return nil
		}
	}
	return fmt.Errorf("gif: reading extension: %v", err)
}

// control reads the graphic control extension of the next frame.
func (d *decoder) control() error {
	c, err := d.bytes(6)
	switch {
	case err != nil:
		return fmt.Errorf("gif: can't read graphic control: %s", err)
	case c[0] != 4:
		return fmt.Errorf("gif: invalid graphic control extension block size: %d", c[0])
	}
	d.disposal = c[1] >> disposalShift & 7
	d.delay = number(c[2:])
	if c[1]&hasTransparent != 0 {
		d.transparent = int(c[4])
	}
	if c[5] != 0 {
		return fmt.Errorf("gif: invalid graphic control extension block terminator: %d", c[5])
	}
	return nil
}

func (d *decoder) frame() error {
	h, err := d.bytes(9)
	if err != nil {
		return fmt.Errorf("gif: can't read image descriptor: %s", err)
	}
	r := image.Rect(0, 0, number(h[4:]), number(h[6:])).Add(image.Pt(number(h), number(h[2:])))
	if r.Max.X > d.gif.Config.Width || r.Max.Y > d.gif.Config.Height {
		return errors.New("gif: frame bounds larger than image bounds")
	}
	flags, m := h[8], image.NewPaletted(r, nil)
	if m.Palette, err = d.framePalette(flags); err != nil {
		return err
	}
	if err := d.pixels(m.Pix); err != nil {
		return err
	}
	if len(m.Palette) < 256 {
		for _, pixel := range m.Pix {
			if int(pixel) >= len(m.Palette) {
				return errBadPixel
			}
		}
	}
	if flags&isInterlaced != 0 {
		m.Pix = deinterlaced(m)
	}
	d.gif.Image = append(d.gif.Image, m)
	d.gif.Delay = append(d.gif.Delay, d.delay)
	d.gif.Disposal = append(d.gif.Disposal, d.disposal)
	d.delay, d.transparent = 0, -1
	return nil
}

// framePalette returns the palette of a frame, in which one color may be transparent.
func (d *decoder) framePalette(flags byte) (color.Palette, error) {
	p := d.palette
	if flags&hasColorTable != 0 {
		var err error
		if p, err = d.colorTable(flags); err != nil {
			return nil, err
		}
	} else if p == nil {
		return nil, errors.New("gif: no color table")
	}
	if d.transparent < 0 {
		return p, nil
	}
	p = append(color.Palette(nil), p...)
	for d.transparent >= len(p) {
		p = append(p, color.RGBA{})
	}
	p[d.transparent] = color.RGBA{}
	return p, nil
}

// pixels reads the pixels of a frame, in the order of the file.
func (d *decoder) pixels(pix []byte) error {
	width, err := d.byte()
	if err != nil {
		return fmt.Errorf("gif: reading image data: %v", err)
	}
	if width < 2 || width > 8 {
		return fmt.Errorf("gif: pixel size in decode out of range: %d", width)
	}
	blocks := &blockReader{d: d}
	z := lzw.NewReader(blocks, lzw.LSB, int(width))
	defer z.Close()
	if _, err := io.ReadFull(z, pix); err != nil {
		if err = whole(err); err == io.ErrUnexpectedEOF {
			return errNotEnough
		}
		return fmt.Errorf("gif: reading image data: %v", err)
	}
	// An end code follows the pixels, but some programs do not write it.
	var more [1]byte
	if n, err := z.Read(more[:]); n != 0 || err != io.EOF && err != io.ErrUnexpectedEOF {
		if err != nil {
			return fmt.Errorf("gif: reading image data: %v", err)
		}
		return errTooMuch
	}
	if err := blocks.close(); err == errTooMuch {
		return err
	} else if err != nil {
		return fmt.Errorf("gif: reading image data: %v", err)
	}
	return nil
}

// deinterlaced moves each row to its position: in the file every eighth row comes first, then three times the rows
// halfway between those before.
func deinterlaced(m *image.Paletted) []uint8 {
	width, height, rest := m.Rect.Dx(), m.Rect.Dy(), m.Pix
	out := make([]uint8, len(rest))
	for _, pass := range [][2]int{{0, 8}, {4, 8}, {2, 4}, {1, 2}} {
		for y := pass[0]; y < height; y += pass[1] {
			copy(out[y*width:(y+1)*width], rest)
			rest = rest[width:]
		}
	}
	return out
}

// A blockReader reads the contents of a block's sub-blocks.
type blockReader struct {
	d    *decoder
	rest []byte
	err  error
}

// fill reads the next part.
func (b *blockReader) fill() {
	if b.err == nil {
		if b.rest, b.err = b.d.subBlock(); b.err != nil {
			b.rest = nil
		} else if len(b.rest) == 0 {
			b.err = io.EOF
		}
	}
}

func (b *blockReader) ReadByte() (byte, error) {
	if len(b.rest) == 0 {
		b.fill()
		if b.err != nil {
			return 0, b.err
		}
	}
	c := b.rest[0]
	b.rest = b.rest[1:]
	return c, nil
}

func (b *blockReader) Read(p []byte) (int, error) {
	if len(p) == 0 || b.err != nil {
		return 0, b.err
	}
	if len(b.rest) == 0 {
		b.fill()
		if b.err != nil {
			return 0, b.err
		}
	}
	n := copy(p, b.rest)
	b.rest = b.rest[n:]
	return n, nil
}

// close reads the end of the block. A sub-block of one byte may precede it, since some programs write one.
func (b *blockReader) close() error {
	if len(b.rest) == 0 {
		b.fill()
		if b.err == nil && len(b.rest) > 1 {
			return errTooMuch
		}
	}
	b.fill()
	switch b.err {
	case nil:
		return errTooMuch
	case io.EOF:
		return nil
	}
	return b.err
}

func init() {
	image.RegisterFormat("gif", "GIF8?a", Decode, DecodeConfig)
}
