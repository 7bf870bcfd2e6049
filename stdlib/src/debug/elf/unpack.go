package elf

import (
	"compress/zlib"
	"io"
	"os"

	"internal/unzstd"
)

// An unpacker reads the contents of a compressed section. A seek backwards restarts the decompression.
type unpacker struct {
	section *Section
	method  CompressionType
	begin   int64     // the offset of the compressed bytes in the section
	size    uint64    // the size of the contents
	in      io.Reader // nil before the first read
	at      int64     // position of in
}

func (u *unpacker) start() error {
	packed := io.NewSectionReader(u.section.span, u.begin, int64(u.section.FileSize)-u.begin)
	u.at = 0
	if u.method != COMPRESS_ZLIB {
		u.in = unzstd.NewReader(packed)
		return nil
	}
	in, err := zlib.NewReader(packed)
	if err == nil {
		u.in = in
	}
	return err
}

func (u *unpacker) Read(p []byte) (int, error) {
	if u.in == nil {
		if err := u.start(); err != nil {
			return 0, err
		}
	}
	n, err := u.in.Read(p)
	u.at += int64(n)
	return n, err
}

func (u *unpacker) Seek(offset int64, whence int) (int64, error) {
	switch whence {
	case io.SeekStart:
	case io.SeekCurrent:
		offset += u.at
	case io.SeekEnd:
		offset += int64(u.size)
	default:
		return 0, os.ErrInvalid
	}
	if offset < 0 || offset > int64(u.size) {
		return 0, os.ErrInvalid
	}
	if offset < u.at {
		u.in, u.at = nil, 0
	}
	if _, err := io.CopyN(io.Discard, u, offset-u.at); err != nil {
		return 0, err
	}
	return offset, nil
}
