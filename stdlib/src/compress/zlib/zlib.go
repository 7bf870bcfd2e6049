// Package zlib reads and writes zlib data, RFC 1950.
package zlib

import (
	"bufio"
	"compress/flate"
	"encoding/binary"
	"errors"
	"fmt"
	"hash"
	"hash/adler32"
	"io"
)

// The errors of reading a stream.
var (
	ErrChecksum   = errors.New("zlib: invalid checksum")
	ErrDictionary = errors.New("zlib: invalid dictionary")
	ErrHeader     = errors.New("zlib: invalid header")
)

// Levels of compression, as in compress/flate.
const (
	NoCompression      = flate.NoCompression
	BestSpeed          = flate.BestSpeed
	BestCompression    = flate.BestCompression
	DefaultCompression = flate.DefaultCompression
	HuffmanOnly        = flate.HuffmanOnly
)

// hasDictionary is the flag for a dictionary.
const hasDictionary = 0x20

// A Resetter can begin to read another stream; the result of NewReader implements it.
type Resetter interface {
	Reset(r io.Reader, dict []byte) error
}

type reader struct {
	r      flate.Reader
	data   io.ReadCloser // the decompressed data
	digest hash.Hash32
	err    error
}

// NewReader returns a reader of the decompressed data of r. It may read more of r than the data needs, unless r has
// ReadByte.
func NewReader(r io.Reader) (io.ReadCloser, error) { return NewReaderDict(r, nil) }

// NewReaderDict is NewReader with the dictionary that the writer used.
func NewReaderDict(r io.Reader, dict []byte) (io.ReadCloser, error) {
	z := new(reader)
	if err := z.Reset(r, dict); err != nil {
		return nil, err
	}
	return z, nil
}

// get reads n bytes of the header or trailer.
func (z *reader) get(n int) (b []byte, ok bool) {
	b = make([]byte, n)
	_, err := io.ReadFull(z.r, b)
	if err == io.EOF {
		err = io.ErrUnexpectedEOF
	}
	if err != nil {
		z.err = err
	}
	return b, err == nil
}

func (z *reader) Read(p []byte) (int, error) {
	n := 0
	if z.err == nil {
		n, z.err = z.data.Read(p)
		z.digest.Write(p[:n])
		if z.err == io.EOF {
			z.check(z.digest.Sum32(), ErrChecksum)
		}
	}
	return n, z.err
}

// check reads a checksum from the stream and sets z.err to wrong if it is not sum.
func (z *reader) check(sum uint32, wrong error) {
	if read, ok := z.get(4); ok && binary.BigEndian.Uint32(read) != sum {
		z.err = wrong
	}
}

func (z *reader) Close() error {
	switch z.err {
	case nil, io.EOF:
		z.err = z.data.Close()
	}
	return z.err
}

func (z *reader) Reset(r io.Reader, dict []byte) error {
	*z = reader{data: z.data}
	var ok bool
	if z.r, ok = r.(flate.Reader); !ok {
		z.r = bufio.NewReader(r)
	}
	head, ok := z.get(2)
	if !ok {
		return z.err
	}
	if head[0]&15 != 8 || head[0]>>4 > 7 || binary.BigEndian.Uint16(head)%31 != 0 {
		z.err = ErrHeader
		return z.err
	}
	if head[1]&hasDictionary != 0 {
		if z.check(adler32.Checksum(dict), ErrDictionary); z.err != nil {
			return z.err
		}
	} else if z.data == nil {
		// As in Go, only a new reader, not a reset one, ignores a dictionary that the stream does not need.
		dict = nil
	}
	if old, ok := z.data.(flate.Resetter); ok {
		old.Reset(z.r, dict)
	} else {
		z.data = flate.NewReaderDict(z.r, dict)
	}
	z.digest = adler32.New()
	return nil
}

// A Writer compresses what is written to it.
type Writer struct {
	w          io.Writer
	level      int
	dict       []byte
	compressor *flate.Writer
	digest     hash.Hash32
	err        error
	begun      bool
}

// NewWriter returns a Writer with the default level.
func NewWriter(w io.Writer) *Writer {
	return &Writer{w: w, level: DefaultCompression}
}

// NewWriterLevel returns a Writer with a level from -2 to 9.
func NewWriterLevel(w io.Writer, level int) (*Writer, error) {
	return NewWriterLevelDict(w, level, nil)
}

// NewWriterLevelDict is NewWriterLevel with a dictionary that the reader must have too; nil is none.
func NewWriterLevelDict(w io.Writer, level int, dict []byte) (*Writer, error) {
	if allowed := HuffmanOnly <= level && level <= BestCompression; !allowed {
		return nil, fmt.Errorf("zlib: invalid compression level: %d", level)
	}
	return &Writer{w: w, level: level, dict: dict}, nil
}

// Reset returns z to its initial state, with w as the underlying writer.
func (z *Writer) Reset(w io.Writer) {
	*z = Writer{w: w, level: z.level, dict: z.dict, compressor: z.compressor, digest: z.digest}
	if z.compressor != nil {
		z.compressor.Reset(w)
	}
	if z.digest != nil {
		z.digest.Reset()
	}
}

// begin writes the header at the first call.
func (z *Writer) begin() error {
	if z.begun || z.err != nil {
		return z.err
	}
	z.begun = true
	head := []byte{0x78, 0}
	switch z.level {
	case 2, 3, 4, 5:
		head[1] = 1 << 6
	case 6, -1:
		head[1] = 2 << 6
	case 7, 8, 9:
		head[1] = 3 << 6
	}
	if z.dict != nil {
		head[1] |= hasDictionary
	}
	head[1] += byte(31 - binary.BigEndian.Uint16(head)%31)
	_, z.err = z.w.Write(head)
	if z.err == nil && z.dict != nil {
		_, z.err = z.w.Write(binary.BigEndian.AppendUint32(nil, adler32.Checksum(z.dict)))
	}
	if z.err == nil && z.compressor == nil {
		z.compressor, z.err = flate.NewWriterDict(z.w, z.level, z.dict)
		z.digest = adler32.New()
	}
	return z.err
}

// Write compresses p.
func (z *Writer) Write(p []byte) (n int, err error) {
	if err = z.begin(); err != nil || len(p) == 0 {
		return 0, err
	}
	if n, z.err = z.compressor.Write(p); z.err == nil {
		z.digest.Write(p)
	}
	return n, z.err
}

// Flush compresses and writes all data so far, so that a reader can decompress it.
func (z *Writer) Flush() error {
	if z.begin() == nil {
		z.err = z.compressor.Flush()
	}
	return z.err
}

// Close writes the remaining data and the end of the stream; it does not close the underlying
// writer.
func (z *Writer) Close() error {
	if z.begin() == nil {
		z.err = z.compressor.Close()
	}
	if z.err == nil {
		_, z.err = z.w.Write(binary.BigEndian.AppendUint32(nil, z.digest.Sum32()))
	}
	return z.err
}
