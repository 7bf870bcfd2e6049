package gzip

import (
	"compress/flate"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"time"
)

// Levels of compression, as in compress/flate.
const (
	NoCompression      = flate.NoCompression
	BestSpeed          = flate.BestSpeed
	BestCompression    = flate.BestCompression
	DefaultCompression = flate.DefaultCompression
	HuffmanOnly        = flate.HuffmanOnly
)

// A Writer compresses to a file. Its Header is written before the first data.
type Writer struct {
	Header
	w             io.Writer
	level         int
	begun, closed bool
	compressor    *flate.Writer
	digest, size  uint32
	err           error
}

// NewWriter returns a Writer with the default level.
func NewWriter(w io.Writer) *Writer {
	z, _ := NewWriterLevel(w, DefaultCompression)
	return z
}

// NewWriterLevel returns a Writer with a level from -2 to 9.
func NewWriterLevel(w io.Writer, level int) (*Writer, error) {
	if level < HuffmanOnly || level > BestCompression {
		return nil, fmt.Errorf("gzip: invalid compression level: %d", level)
	}
	z := &Writer{level: level}
	z.Reset(w)
	return z, nil
}

// Reset makes z as it was when it was new, but writing to w.
func (z *Writer) Reset(w io.Writer) {
	if z.compressor != nil {
		z.compressor.Reset(w)
	}
	*z = Writer{Header: Header{OS: 255}, w: w, level: z.level, compressor: z.compressor}
}

// latin1 returns a text of the header as its bytes, with a zero after them.
func latin1(s string) ([]byte, error) {
	b := make([]byte, 0, len(s)+1)
	for _, r := range s {
		if r == 0 || r > 0xff {
			return nil, errors.New("gzip.Write: non-Latin-1 header string")
		}
		b = append(b, byte(r))
	}
	return append(b, 0), nil
}

func (z *Writer) put(b []byte, err error) {
	if z.err = err; err == nil {
		_, z.err = z.w.Write(b)
	}
}

func (z *Writer) writeHeader() {
	z.begun = true
	head := [10]byte{0: 0x1f, 1: 0x8b, 2: 8, 9: z.OS}
	if z.Extra != nil {
		head[3] |= hasExtra
	}
	if z.Name != "" {
		head[3] |= hasName
	}
	if z.Comment != "" {
		head[3] |= hasComment
	}
	if z.ModTime.After(time.Unix(0, 0)) {
		binary.LittleEndian.PutUint32(head[4:], uint32(z.ModTime.Unix()))
	}
	switch z.level {
	case BestCompression:
		head[8] = 2
	case BestSpeed:
		head[8] = 4
	}
	z.put(head[:], nil)
	if z.err == nil && z.Extra != nil {
		if len(z.Extra) > 0xffff {
			z.err = errors.New("gzip.Write: Extra data is too large")
			return
		}
		z.put(append(binary.LittleEndian.AppendUint16(nil, uint16(len(z.Extra))), z.Extra...), nil)
	}
	for _, text := range [...]string{z.Name, z.Comment} {
		if z.err == nil && text != "" {
			z.put(latin1(text))
		}
	}
	if z.err == nil && z.compressor == nil {
		z.compressor, _ = flate.NewWriter(z.w, z.level)
	}
}

// Write compresses p.
func (z *Writer) Write(p []byte) (int, error) {
	if z.err == nil && !z.begun {
		z.writeHeader()
	}
	if z.err != nil {
		return 0, z.err
	}
	z.size += uint32(len(p))
	z.digest = crc32.Update(z.digest, crc32.IEEETable, p)
	var n int
	n, z.err = z.compressor.Write(p)
	return n, z.err
}

// Flush writes all that has come, so that a reader can have it.
func (z *Writer) Flush() error {
	if z.err != nil || z.closed {
		return z.err
	}
	if z.Write(nil); z.err == nil {
		z.err = z.compressor.Flush()
	}
	return z.err
}

// Close writes what is left and the file's end; it does not close the writer below.
func (z *Writer) Close() error {
	if z.err != nil || z.closed {
		return z.err
	}
	z.closed = true
	if z.Write(nil); z.err != nil {
		return z.err
	}
	if z.err = z.compressor.Close(); z.err == nil {
		end := binary.LittleEndian.AppendUint32(nil, z.digest)
		z.put(binary.LittleEndian.AppendUint32(end, z.size), nil)
	}
	return z.err
}
