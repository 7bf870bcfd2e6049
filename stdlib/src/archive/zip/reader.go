package zip

import (
	"bufio"
	"errors"
	"hash"
	"hash/crc32"
	"internal/settings"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"
)

// The errors of reading an archive.
var (
	ErrFormat       = errors.New("zip: not a valid zip file")
	ErrAlgorithm    = errors.New("zip: unsupported compression algorithm")
	ErrChecksum     = errors.New("zip: checksum error")
	ErrInsecurePath = errors.New("zip: insecure file path")
)

// A Reader reads an archive.
type Reader struct {
	r             io.ReaderAt
	File          []*File
	Comment       string
	decompressors map[uint16]Decompressor

	// The fields that Open needs.
	once sync.Once
	list []listed
}

// A ReadCloser is a Reader of a file of the operating system.
type ReadCloser struct {
	f *os.File
	Reader
}

// A File is a file of an archive.
type File struct {
	FileHeader
	zip    *Reader
	r      io.ReaderAt
	offset int64 // offset of the file's header in the archive
}

// OpenReader opens an archive by name. If names in it leave the directory where they are extracted to, and $GODEBUG
// has zipinsecurepath=0, the error is ErrInsecurePath and the reader can be used.
func OpenReader(name string) (*ReadCloser, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	fi, err := f.Stat()
	r := &ReadCloser{f: f}
	if err == nil {
		err = r.init(f, fi.Size())
	}
	if err != nil && err != ErrInsecurePath {
		f.Close()
		return nil, err
	}
	return r, err
}

// Close closes the file.
func (rc *ReadCloser) Close() error { return rc.f.Close() }

// NewReader returns a Reader of an archive of size bytes. It returns ErrInsecurePath as OpenReader does.
func NewReader(r io.ReaderAt, size int64) (*Reader, error) {
	if size < 0 {
		return nil, errors.New("zip: size cannot be negative")
	}
	z := new(Reader)
	err := z.init(r, size)
	if err != nil && err != ErrInsecurePath {
		return nil, err
	}
	return z, err
}

func (r *Reader) init(from io.ReaderAt, size int64) error {
	end, base, err := readEnd(from, size)
	if err != nil {
		return err
	}
	r.r, r.Comment = from, end.comment
	section := io.NewSectionReader(from, 0, size)
	if _, err = section.Seek(base+int64(end.offset), io.SeekStart); err != nil {
		return err
	}
	buf := bufio.NewReader(section)
	// The number of files in the archive may have been cut to sixteen bits, so entries are read until there are no more.
	for {
		f := &File{zip: r, r: from}
		err = f.readEntry(buf)
		if err == ErrFormat || err == io.ErrUnexpectedEOF {
			break
		}
		if err != nil {
			return err
		}
		f.offset += base
		r.File = append(r.File, f)
	}
	if uint16(len(r.File)) != uint16(end.files) {
		return err
	}
	if strictPaths() {
		for _, f := range r.File {
			if f.Name != "" && (!filepath.IsLocal(f.Name) || strings.Contains(f.Name, `\`)) {
				return ErrInsecurePath
			}
		}
	}
	return nil
}

// strictPaths reports whether $GODEBUG has zipinsecurepath=0.
func strictPaths() bool { return settings.Of("zipinsecurepath") == "0" }

// RegisterDecompressor sets the decompressor that this archive uses for a method.
func (r *Reader) RegisterDecompressor(method uint16, dcomp Decompressor) {
	if r.decompressors == nil {
		r.decompressors = make(map[uint16]Decompressor)
	}
	r.decompressors[method] = dcomp
}

// DataOffset returns where the file's compressed data begins in the archive.
func (f *File) DataOffset() (offset int64, err error) {
	var head [fileLen]byte
	if _, err := f.r.ReadAt(head[:], f.offset); err != nil {
		return 0, err
	}
	if le.Uint32(head[:]) != fileSignature {
		return 0, ErrFormat
	}
	return f.offset + fileLen + int64(le.Uint16(head[26:])) + int64(le.Uint16(head[28:])), nil
}

// Open opens the file to read its contents.
func (f *File) Open() (io.ReadCloser, error) {
	offset, err := f.DataOffset()
	if err != nil {
		return nil, err
	}
	if strings.HasSuffix(f.Name, "/") {
		if f.UncompressedSize64 != 0 {
			return &dirReader{ErrFormat}, nil
		}
		return &dirReader{io.EOF}, nil
	}
	size := int64(f.CompressedSize64)
	decompressor := f.zip.decompressors[f.Method]
	if decompressor == nil {
		decompressor = decompressors.get(f.Method)
	}
	if decompressor == nil {
		return nil, ErrAlgorithm
	}
	r := &checksumReader{rc: decompressor(io.NewSectionReader(f.r, offset, size)), hash: crc32.NewIEEE(), f: f}
	if f.hasDescriptor() {
		r.descriptor = io.NewSectionReader(f.r, offset+size, descriptorLen)
	}
	return r, nil
}

// OpenRaw opens the file to read its compressed contents.
func (f *File) OpenRaw() (io.Reader, error) {
	offset, err := f.DataOffset()
	if err != nil {
		return nil, err
	}
	return io.NewSectionReader(f.r, offset, int64(f.CompressedSize64)), nil
}

type dirReader struct{ err error }

func (r *dirReader) Read([]byte) (int, error) { return 0, r.err }
func (r *dirReader) Close() error             { return nil }

// checksumReader checks the length and the checksum of the data when it reaches the end.
type checksumReader struct {
	rc         io.ReadCloser
	hash       hash.Hash32
	n          uint64
	f          *File
	descriptor io.Reader // nil if the file has no descriptor
	err        error
}

func (r *checksumReader) Stat() (fs.FileInfo, error) { return headerFileInfo{&r.f.FileHeader}, nil }
func (r *checksumReader) Close() error               { return r.rc.Close() }

func (r *checksumReader) Read(b []byte) (n int, err error) {
	if r.err != nil {
		return 0, r.err
	}
	n, err = r.rc.Read(b)
	r.hash.Write(b[:n])
	if r.n += uint64(n); r.n > r.f.UncompressedSize64 {
		return 0, ErrFormat
	}
	if err == io.EOF {
		if r.n != r.f.UncompressedSize64 {
			return 0, io.ErrUnexpectedEOF
		}
		err = r.check()
	}
	r.err = err
	return n, err
}

// check returns io.EOF if length and checksum are right.
func (r *checksumReader) check() error {
	if r.descriptor != nil {
		err := readDescriptor(r.descriptor, r.f)
		if err == io.EOF {
			err = io.ErrUnexpectedEOF
		}
		if err != nil {
			return err
		}
	} else if r.f.CRC32 == 0 {
		// Some archives have no checksum.
		return io.EOF
	}
	if r.hash.Sum32() != r.f.CRC32 {
		return ErrChecksum
	}
	return io.EOF
}

// readEntry reads the entry of a file in the directory.
func (f *File) readEntry(r io.Reader) error {
	var b [entryLen]byte
	if _, err := io.ReadFull(r, b[:]); err != nil {
		return err
	}
	if le.Uint32(b[:]) != entrySignature {
		return ErrFormat
	}
	f.CreatorVersion, f.ReaderVersion = le.Uint16(b[4:]), le.Uint16(b[6:])
	f.Flags, f.Method = le.Uint16(b[8:]), le.Uint16(b[10:])
	f.ModifiedTime, f.ModifiedDate = le.Uint16(b[12:]), le.Uint16(b[14:])
	f.CRC32 = le.Uint32(b[16:])
	f.CompressedSize, f.UncompressedSize = le.Uint32(b[20:]), le.Uint32(b[24:])
	f.CompressedSize64, f.UncompressedSize64 = uint64(f.CompressedSize), uint64(f.UncompressedSize)
	name, extra, comment := int(le.Uint16(b[28:])), int(le.Uint16(b[30:])), int(le.Uint16(b[32:]))
	f.ExternalAttrs = le.Uint32(b[38:])
	f.offset = int64(le.Uint32(b[42:]))
	texts := make([]byte, name+extra+comment)
	if _, err := io.ReadFull(r, texts); err != nil {
		return err
	}
	f.Name, f.Extra, f.Comment = string(texts[:name]), texts[name:name+extra], string(texts[name+extra:])
	valid1, matters1 := isUTF8(f.Name)
	valid2, matters2 := isUTF8(f.Comment)
	switch {
	case !valid1 || !valid2:
		f.NonUTF8 = true
	case matters1 || matters2:
		f.NonUTF8 = f.Flags&flagUTF8 == 0
	}
	return f.readExtra()
}

// readExtra reads sizes and times of the extra fields.
func (f *File) readExtra() error {
	var modified time.Time
	for rest := f.Extra; len(rest) >= 4; {
		tag, n := le.Uint16(rest), int(le.Uint16(rest[2:]))
		if rest = rest[4:]; len(rest) < n {
			break
		}
		field := rest[:n]
		rest = rest[n:]
		switch tag {
		case extra64:
			if !f.readSizes(field) {
				return ErrFormat
			}
		case extraNTFS:
			if t, ok := timeNTFS(field); ok {
				modified = t
			}
		case extraUnix, extraInfoUnix:
			if n >= 8 {
				modified = time.Unix(int64(le.Uint32(field[4:])), 0)
			}
		case extraTime:
			if n >= 5 && field[0]&1 != 0 {
				modified = time.Unix(int64(le.Uint32(field[1:])), 0)
			}
		}
	}
	f.setModified(modified)
	return nil
}

// readSizes reads the 64-bit sizes whose 32-bit fields overflowed; false if the field is too short.
func (f *File) readSizes(field []byte) bool {
	for _, need := range []struct {
		it bool
		to func(uint64)
	}{
		{f.UncompressedSize == max32, func(v uint64) { f.UncompressedSize64 = v }},
		{f.CompressedSize == max32, func(v uint64) { f.CompressedSize64 = v }},
		{f.offset == max32, func(v uint64) { f.offset = int64(v) }},
	} {
		if !need.it {
			continue
		}
		if len(field) < 8 {
			return false
		}
		need.to(le.Uint64(field))
		field = field[8:]
	}
	return true
}

// timeNTFS returns the time in an NTFS extra field.
func timeNTFS(field []byte) (t time.Time, ok bool) {
	if len(field) < 4 {
		return t, false
	}
	for rest := field[4:]; len(rest) >= 4; {
		tag, n := le.Uint16(rest), int(le.Uint16(rest[2:]))
		if rest = rest[4:]; len(rest) < n {
			break
		}
		if tag == 1 && n == 24 {
			const ticks = 1e7 // ticks per second
			at := int64(le.Uint64(rest))
			epoch := time.Date(1601, time.January, 1, 0, 0, 0, 0, time.UTC)
			t, ok = time.Unix(epoch.Unix()+at/ticks, 1e9/ticks*(at%ticks)), true
		}
		rest = rest[n:]
	}
	return t, ok
}

// setModified sets Modified: the MS-DOS date is local time, so its difference to the time of the extra field is
// the zone's offset.
func (f *File) setModified(modified time.Time) {
	dos := fromDOS(f.ModifiedDate, f.ModifiedTime)
	f.Modified = dos
	if !modified.IsZero() {
		f.Modified = modified.UTC()
		if f.ModifiedTime != 0 || f.ModifiedDate != 0 {
			f.Modified = modified.In(zoneOf(dos.Sub(modified)))
		}
	}
}

// readDescriptor compares the checksum after a file's data with that of its header.
func readDescriptor(r io.Reader, f *File) error {
	var b [descriptorLen]byte
	// The signature may be missing.
	if _, err := io.ReadFull(r, b[:4]); err != nil {
		return err
	}
	at := 0
	if le.Uint32(b[:]) != descriptorSignature {
		at = 4
	}
	if _, err := io.ReadFull(r, b[at:12]); err != nil {
		return err
	}
	if le.Uint32(b[:]) != f.CRC32 {
		return ErrChecksum
	}
	// The sizes follow, in 32 or 64 bits; the reader uses those of the directory.
	return nil
}
