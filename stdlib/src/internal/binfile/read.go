// Package binfile has the parts that the readers of object files share.
package binfile

import (
	"encoding/binary"
	"io"
	"math"
)

// piece is the largest number of bytes that a reader allocates before the file has returned as many.
const piece = 4 << 20

// Bytes reads size bytes at an offset. Its memory is bounded by the bytes that the file has, whatever size says.
func Bytes(r io.ReaderAt, offset int64, size uint64) ([]byte, error) {
	if size > math.MaxInt {
		return nil, io.ErrUnexpectedEOF
	}
	var b []byte
	for done := uint64(0); done < size || b == nil; {
		step := min(size-done, piece)
		if done == 0 {
			b = make([]byte, step)
		} else {
			step = min(size-done, max(piece, done))
			b = append(b, make([]byte, step)...)
		}
		n, err := r.ReadAt(b[done:], offset+int64(done))
		if uint64(n) < step {
			return nil, err
		}
		done += step
	}
	return b, nil
}

// Full is Bytes, but if the file has only some of the bytes, its error is io.ErrUnexpectedEOF.
func Full(r io.ReaderAt, offset int64, size uint64) ([]byte, error) {
	b, err := Bytes(r, offset, size)
	if err == io.EOF && size > 0 {
		if n, _ := r.ReadAt(make([]byte, 1), offset); n > 0 {
			err = io.ErrUnexpectedEOF
		}
	}
	return b, err
}

// Record reads a structure of size bytes at an offset. The error is io.EOF if the file has none of them,
// io.ErrUnexpectedEOF if it has some.
func Record(r io.ReaderAt, offset int64, size int) ([]byte, error) {
	b := make([]byte, size)
	n, err := r.ReadAt(b, offset)
	switch {
	case n == size:
		return b, nil
	case n > 0 && err == io.EOF:
		err = io.ErrUnexpectedEOF
	}
	return nil, err
}

// Fields reads consecutive numbers from the beginning of B. Past the end they are 0, and Short is true.
type Fields struct {
	B     []byte
	Order binary.ByteOrder
	// Wide says that Word takes 8 bytes, not 4.
	Wide  bool
	Short bool
	// Between says that the bytes ended between two numbers, not inside one.
	Between bool
}

// Take reads n bytes. The result has n bytes even past the end.
func (f *Fields) Take(n int) []byte {
	if len(f.B) < n {
		f.Between = len(f.B) == 0 && (f.Between || !f.Short)
		f.Short = true
		f.B = nil
		return make([]byte, n)
	}
	b := f.B[:n:n]
	f.B = f.B[n:]
	return b
}

// U8 reads a byte.
func (f *Fields) U8() uint8 { return f.Take(1)[0] }

// U16 reads 2 bytes.
func (f *Fields) U16() uint16 { return f.Order.Uint16(f.Take(2)) }

// U32 reads 4 bytes.
func (f *Fields) U32() uint32 { return f.Order.Uint32(f.Take(4)) }

// U64 reads 8 bytes.
func (f *Fields) U64() uint64 { return f.Order.Uint64(f.Take(8)) }

// Word reads 4 or 8 bytes.
func (f *Fields) Word() uint64 {
	if f.Wide {
		return f.U64()
	}
	return uint64(f.U32())
}

// Text returns the bytes before the first zero.
func Text(b []byte) string {
	for i, c := range b {
		if c == 0 {
			return string(b[:i])
		}
	}
	return string(b)
}

// Unreadable is a section without bytes in the file: all calls fail with Err.
type Unreadable struct{ Err error }

func (u Unreadable) Read([]byte) (int, error)          { return 0, u.Err }
func (u Unreadable) ReadAt([]byte, int64) (int, error) { return 0, u.Err }
func (u Unreadable) Seek(int64, int) (int64, error)    { return 0, u.Err }
