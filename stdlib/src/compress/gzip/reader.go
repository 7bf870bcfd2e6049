// Package gzip reads and writes gzip files, RFC 1952.
package gzip

import (
	"bufio"
	"compress/flate"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"io"
	"time"
)

// The errors of reading a file.
var (
	ErrChecksum = errors.New("gzip: invalid checksum")
	ErrHeader   = errors.New("gzip: invalid header")
)

// Flags of a header.
const (
	hasChecksum = 1 << 1
	hasExtra    = 1 << 2
	hasName     = 1 << 3
	hasComment  = 1 << 4
)

// A Header has the fields of a gzip file's header. The header's texts are Latin-1.
type Header struct {
	Comment string
	Extra   []byte
	ModTime time.Time
	Name    string
	OS      byte
}

// A Reader decompresses a file; its Header is the first member's, or the present member's if Multistream is off.
type Reader struct {
	Header
	r            flate.Reader
	data         io.ReadCloser // the decompressed data
	digest, size uint32
	err          error
	single       bool
}

// NewReader returns a Reader; it may read more of r than the file, unless r has ReadByte.
func NewReader(r io.Reader) (*Reader, error) {
	z := &Reader{}
	if z.Reset(r); z.err != nil {
		return nil, z.err
	}
	return z, nil
}

// Reset makes z read another file.
func (z *Reader) Reset(r io.Reader) error {
	*z = Reader{data: z.data}
	var ok bool
	if z.r, ok = r.(flate.Reader); !ok {
		z.r = bufio.NewReader(r)
	}
	z.Header, z.err = z.readHeader()
	return z.err
}

// Multistream sets whether several members in a row are read as one; that is the default.
func (z *Reader) Multistream(ok bool) { z.single = !ok }

func noEOF(err error) error {
	if err == io.EOF {
		return io.ErrUnexpectedEOF
	}
	return err
}

// read fills b with bytes of the header.
func (z *Reader) read(b []byte) error {
	_, err := io.ReadFull(z.r, b)
	z.count(b)
	return err
}

// count adds b to the checksum.
func (z *Reader) count(b []byte) { z.digest = crc32.Update(z.digest, crc32.IEEETable, b) }

// readString reads a text up to a zero byte, at most 511 bytes.
func (z *Reader) readString() (string, error) {
	var raw []byte
	for {
		c, err := z.r.ReadByte()
		if err != nil {
			return "", err
		}
		raw = append(raw, c)
		if c == 0 {
			break
		}
		if len(raw) == 512 {
			return "", ErrHeader
		}
	}
	z.count(raw)
	text := make([]rune, len(raw)-1)
	for i := range text {
		text[i] = rune(raw[i])
	}
	return string(text), nil
}

func (z *Reader) readHeader() (hdr Header, err error) {
	var fixed [10]byte
	z.digest = 0
	if err = z.read(fixed[:]); err != nil {
		return hdr, err
	}
	if fixed[0] != 0x1f || fixed[1] != 0x8b || fixed[2] != 8 {
		return hdr, ErrHeader
	}
	if seconds := int64(binary.LittleEndian.Uint32(fixed[4:])); seconds > 0 {
		hdr.ModTime = time.Unix(seconds, 0)
	}
	hdr.OS = fixed[9]
	if err = z.readOptional(&hdr, fixed[3]); err != nil {
		return hdr, noEOF(err)
	}
	z.digest = 0
	if old, ok := z.data.(flate.Resetter); ok {
		old.Reset(z.r, nil)
	} else {
		z.data = flate.NewReader(z.r)
	}
	return hdr, nil
}

// readOptional reads the parts of the header that its flags announce.
func (z *Reader) readOptional(hdr *Header, flags byte) (err error) {
	var two [2]byte
	if flags&hasExtra != 0 {
		if err = z.read(two[:]); err != nil {
			return err
		}
		extra := make([]byte, binary.LittleEndian.Uint16(two[:]))
		if err = z.read(extra); err != nil {
			return err
		}
		hdr.Extra = extra
	}
	if flags&hasName != 0 {
		if hdr.Name, err = z.readString(); err != nil {
			return err
		}
	}
	if flags&hasComment != 0 {
		if hdr.Comment, err = z.readString(); err != nil {
			return err
		}
	}
	if flags&hasChecksum != 0 {
		want := uint16(z.digest)
		if err = z.read(two[:]); err != nil {
			return err
		}
		if binary.LittleEndian.Uint16(two[:]) != want {
			return ErrHeader
		}
	}
	return nil
}

// Read reads decompressed data.
func (z *Reader) Read(p []byte) (n int, err error) {
	for z.err == nil && n == 0 {
		n, z.err = z.data.Read(p)
		z.count(p[:n])
		z.size += uint32(n)
		if z.err != io.EOF {
			return n, z.err
		}
		if z.err = z.endMember(); z.err == io.EOF && z.single {
			return n, io.EOF
		}
	}
	return n, z.err
}

// endMember checks the end of a member and begins with the next one.
func (z *Reader) endMember() error {
	var trailer [8]byte
	if _, err := io.ReadFull(z.r, trailer[:]); err != nil {
		return noEOF(err)
	}
	if want := uint64(z.size)<<32 | uint64(z.digest); want != binary.LittleEndian.Uint64(trailer[:]) {
		return ErrChecksum
	}
	z.digest, z.size = 0, 0
	if z.single {
		return io.EOF
	}
	_, err := z.readHeader()
	return err
}

// Close closes z, but not the underlying reader. Close checks no checksum: Read does so at the end of
// the file.
func (z *Reader) Close() error { return z.data.Close() }
