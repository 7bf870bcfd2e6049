package bytes

import (
	"errors"
	"io"
	"unicode/utf8"
)

// A Reader reads from a slice of bytes: it is an io.Reader, ReaderAt, Seeker, WriterTo, ByteScanner and RuneScanner.
type Reader struct {
	all      []byte
	at       int64 // offset of the next read; it may lie behind the end
	runeSize int   // bytes of the rune that was read last; 0 if the last call was no ReadRune
}

// NewReader returns a Reader of b.
func NewReader(b []byte) *Reader { return &Reader{all: b} }

// Reset makes r read b from the beginning.
func (r *Reader) Reset(b []byte) { *r = Reader{all: b} }

// left returns the unread bytes.
func (r *Reader) left() []byte {
	if r.at < int64(len(r.all)) {
		return r.all[r.at:]
	}
	return nil
}

// Len returns the number of bytes not yet read.
func (r *Reader) Len() int { return len(r.left()) }

// Size returns the length of the whole slice.
func (r *Reader) Size() int64 { return int64(len(r.all)) }

// Read implements io.Reader.
func (r *Reader) Read(b []byte) (n int, err error) {
	left := r.left()
	if len(left) == 0 {
		return 0, io.EOF
	}
	n = copy(b, left)
	r.at += int64(n)
	r.runeSize = 0
	return n, nil
}

// ReadAt implements io.ReaderAt.
func (r *Reader) ReadAt(b []byte, off int64) (n int, err error) {
	switch {
	case off < 0:
		return 0, errors.New("bytes.Reader.ReadAt: negative offset")
	case off >= r.Size():
		return 0, io.EOF
	}
	if n = copy(b, r.all[off:]); n < len(b) {
		err = io.EOF
	}
	return n, err
}

// ReadByte implements io.ByteReader.
func (r *Reader) ReadByte() (byte, error) {
	r.runeSize = 0
	at := r.at
	if at < int64(len(r.all)) {
		r.at = at + 1
		return r.all[at], nil
	}
	return 0, io.EOF
}

// UnreadByte implements io.ByteScanner.
func (r *Reader) UnreadByte() error {
	if r.at <= 0 {
		return errors.New("bytes.Reader.UnreadByte: at beginning of slice")
	}
	r.at--
	r.runeSize = 0
	return nil
}

// ReadRune implements io.RuneReader.
func (r *Reader) ReadRune() (ch rune, size int, err error) {
	at := r.at
	if at >= int64(len(r.all)) {
		r.runeSize = 0
		return 0, 0, io.EOF
	}
	ch, size = rune(r.all[at]), 1
	if ch >= utf8.RuneSelf {
		ch, size = utf8.DecodeRune(r.all[at:])
	}
	r.at = at + int64(size)
	r.runeSize = size
	return ch, size, nil
}

// UnreadRune implements io.RuneScanner.
func (r *Reader) UnreadRune() error {
	switch {
	case r.at <= 0:
		return errors.New("bytes.Reader.UnreadRune: at beginning of slice")
	case r.runeSize == 0:
		return errors.New("bytes.Reader.UnreadRune: previous operation was not ReadRune")
	}
	r.at -= int64(r.runeSize)
	r.runeSize = 0
	return nil
}

// Seek implements io.Seeker.
func (r *Reader) Seek(offset int64, whence int) (int64, error) {
	r.runeSize = 0
	switch whence {
	case io.SeekEnd:
		offset += r.Size()
	case io.SeekCurrent:
		offset += r.at
	case io.SeekStart:
	default:
		return 0, errors.New("bytes.Reader.Seek: invalid whence")
	}
	if offset < 0 {
		return 0, errors.New("bytes.Reader.Seek: negative position")
	}
	r.at = offset
	return offset, nil
}

// WriteTo implements io.WriterTo.
func (r *Reader) WriteTo(w io.Writer) (n int64, err error) {
	r.runeSize = 0
	left := r.left()
	if len(left) == 0 {
		return 0, nil
	}
	written, err := w.Write(left)
	switch {
	case written > len(left):
		panic("bytes.Reader.WriteTo: invalid Write count")
	case err == nil && written < len(left):
		err = io.ErrShortWrite
	}
	r.at += int64(written)
	return int64(written), err
}
