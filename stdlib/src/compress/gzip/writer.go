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

// A Writer compresses to a file. The Header of a Writer is written before the first data.
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
	z := &Writer{level: DefaultCompression}
	z.Reset(w)
	return z
}

// NewWriterLevel returns a Writer with a level from -2 to 9.
func NewWriterLevel(w io.Writer, level int) (*Writer, error) {
	if allowed := HuffmanOnly <= level && level <= BestCompression; !allowed {
		return nil, fmt.Errorf("gzip: invalid compression level: %d", level)
	}
	z := &Writer{level: level}
	z.Reset(w)
	return z, nil
}

// Reset returns z to its initial state, with w as the underlying writer.
func (z *Writer) Reset(w io.Writer) {
	if z.compressor != nil {
		z.compressor.Reset(w)
	}
	*z = Writer{Header: Header{OS: 255}, w: w, level: z.level, compressor: z.compressor}
}

// latin1 returns a text of the header as its bytes.
func latin1(s string) ([]byte, error) {
	b := make([]byte, 0, len(s))
	for _, r := range s {
		if r == 0 || r > 0xff {
			return nil, errors.New("gzip.Write: non-Latin-1 header string")
		}
		b = append(b, byte(r))
	}
	return b, nil
}

// put writes b unless there has been an error.
func (z *Writer) put(b []byte) {
	if z.err == nil {
		_, z.err = z.w.Write(b)
	}
}

// putText writes a text of the header, with a zero behind it.
func (z *Writer) putText(s string) {
	if s == "" || z.err != nil {
		return
	}
	var b []byte
	if b, z.err = latin1(s); len(b) < len(s) {
		z.put(b)
	} else {
		_, z.err = io.WriteString(z.w, s)
	}
	z.put([]byte{0})
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
	z.put(head[:])
	if z.Extra != nil && z.err == nil {
		if len(z.Extra) > 0xffff {
			z.err = errors.New("gzip.Write: Extra data is too large")
			return
		}
		z.put(binary.LittleEndian.AppendUint16(nil, uint16(len(z.Extra))))
		z.put(z.Extra)
	}
	z.putText(z.Name)
	z.putText(z.Comment)
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

// Flush compresses and writes all data so far, so that a reader can decompress it.
func (z *Writer) Flush() error {
	if z.err != nil || z.closed {
		return z.err
	}
	if z.Write(nil); z.err == nil {
		z.err = z.compressor.Flush()
	}
	return z.err
}

// Close writes the remaining data and the end of the file; it does not close the underlying writer.
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
		z.put(binary.LittleEndian.AppendUint32(end, z.size))
	}
	return z.err
}
