package binfile

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"io"
)

// Unzip returns the contents of a section .zdebug_…: "ZLIB", their size in 8 bytes, and a zlib stream. Other sections
// it returns unchanged.
func Unzip(b []byte) ([]byte, error) {
	const header = 12
	if len(b) < header || string(b[:4]) != "ZLIB" {
		return b, nil
	}
	size := binary.BigEndian.Uint64(b[4:])
	r, err := zlib.NewReader(bytes.NewReader(b[header:]))
	if err != nil {
		return nil, err
	}
	contents, err := Exactly(r, size)
	if err != nil {
		return nil, err
	}
	// The reader verifies the checksum at the end of the stream.
	if _, err := r.Read(make([]byte, 1)); err == zlib.ErrChecksum {
		return nil, err
	}
	return contents, nil
}

// Exactly reads size bytes. Its memory is bounded by the bytes that in delivers, whatever size says.
func Exactly(r io.Reader, size uint64) ([]byte, error) {
	if int64(size) < 0 {
		return nil, io.ErrUnexpectedEOF
	}
	var b bytes.Buffer
	n, err := io.CopyN(&b, r, int64(size))
	if err == io.EOF && n > 0 {
		err = io.ErrUnexpectedEOF
	}
	if err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}
