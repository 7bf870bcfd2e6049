package zip

import (
	"errors"
	"io"
)

// directoryEnd has the fields of the archive's end record, which describe the directory.
type directoryEnd struct {
	files, size, offset uint64
	comment             string
}

// readEnd reads the archive's end, and returns how many bytes of r stand before the archive.
func readEnd(r io.ReaderAt, size int64) (*directoryEnd, int64, error) {
	b, at, err := findEnd(r, size)
	if err != nil {
		return nil, 0, err
	}
	d := &directoryEnd{files: uint64(le.Uint16(b[10:])), size: uint64(le.Uint32(b[12:])), offset: uint64(le.Uint32(b[16:]))}
	n := int(le.Uint16(b[20:]))
	if n > len(b)-endLen {
		return nil, 0, errors.New("zip: invalid comment length")
	}
	d.comment = string(b[endLen : endLen+n])
	if d.files == max16 || d.size == max32 || d.offset == max32 {
		if at, err = d.read64(r, at); err != nil {
			return nil, 0, err
		}
	}
	if int64(d.size) < 0 || int64(d.offset) < 0 {
		return nil, 0, ErrFormat
	}
	base := at - int64(d.size) - int64(d.offset)
	if from := base + int64(d.offset); from < 0 || from >= size {
		return nil, 0, ErrFormat
	}
	if base > 0 {
		// The offset counts from the start of r if the directory's signature is there.
		from := int64(d.offset)
		if new(File).readEntry(io.NewSectionReader(r, from, size-from)) == nil {
			base = 0
		}
	}
	return d, base, nil
}

// findEnd searches for the end record, which a comment follows; it returns the record with the comment, and
// the offset at which the record begins.
func findEnd(r io.ReaderAt, size int64) ([]byte, int64, error) {
	for _, n := range []int64{1024, 65 * 1024} {
		n = min(n, size)
		b := make([]byte, n)
		if _, err := r.ReadAt(b, size-n); err != nil && err != io.EOF {
			return nil, 0, err
		}
		for i := len(b) - endLen; i >= 0; i-- {
			if le.Uint32(b[i:]) == endSignature {
				if comment := int(le.Uint16(b[i+20:])); i+endLen+comment > len(b) {
					break
				}
				return b[i:], size - n + int64(i), nil
			}
		}
		if n == size {
			break
		}
	}
	return nil, 0, ErrFormat
}

// read64 reads the 64-bit end record, if there is one before the record at the offset. The function returns where the
// end begins.
func (d *directoryEnd) read64(r io.ReaderAt, at int64) (int64, error) {
	if at < locator64Len {
		return at, nil
	}
	var b [end64Len]byte
	if _, err := r.ReadAt(b[:locator64Len], at-locator64Len); err != nil {
		return 0, err
	}
	if le.Uint32(b[:]) != locator64Signature || le.Uint32(b[4:]) != 0 || le.Uint32(b[16:]) != 1 {
		return at, nil
	}
	from := int64(le.Uint64(b[8:]))
	if from < 0 {
		return at, nil
	}
	if _, err := r.ReadAt(b[:], from); err != nil {
		return 0, err
	}
	if le.Uint32(b[:]) != end64Signature {
		return 0, ErrFormat
	}
	d.files, d.size, d.offset = le.Uint64(b[32:]), le.Uint64(b[40:]), le.Uint64(b[48:])
	return from, nil
}
