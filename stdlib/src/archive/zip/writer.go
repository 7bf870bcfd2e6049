package zip

import (
	"bufio"
	"errors"
	"hash"
	"hash/crc32"
	"io"
	"io/fs"
	"strings"
)

// A Writer writes an archive.
type Writer struct {
	w           *bufio.Writer
	count       *counter
	files       []*written
	last        *fileWriter
	closed      bool
	compressors map[uint16]Compressor
	comment     string
}

// written is a file that has been added to the archive.
type written struct {
	*FileHeader
	offset uint64
	raw    bool
}

// counter counts the bytes that it writes.
type counter struct {
	w io.Writer
	n int64
}

func (c *counter) Write(p []byte) (int, error) {
	n, err := c.w.Write(p)
	c.n += int64(n)
	return n, err
}

// NewWriter returns a Writer that writes an archive to w.
func NewWriter(w io.Writer) *Writer {
	buf := bufio.NewWriter(w)
	return &Writer{w: buf, count: &counter{w: buf}}
}

// SetOffset sets how many bytes stand before the archive. The caller must call it before the archive has any
// data.
func (w *Writer) SetOffset(n int64) {
	if w.count.n != 0 {
		panic("zip: SetOffset called after data was written")
	}
	w.count.n = n
}

// Flush writes what is buffered.
func (w *Writer) Flush() error { return w.w.Flush() }

// SetComment sets the archive's comment.
func (w *Writer) SetComment(comment string) error {
	if len(comment) > max16 {
		return errors.New("zip: Writer.Comment too long")
	}
	w.comment = comment
	return nil
}

// endLast finishes the file that was added last.
func (w *Writer) endLast() error {
	if w.last == nil || w.last.closed {
		return nil
	}
	return w.last.close()
}

// Close writes the archive's directory. Close does not close the underlying writer.
func (w *Writer) Close() error {
	if err := w.endLast(); err != nil {
		return err
	}
	w.last = nil
	if w.closed {
		return errors.New("zip: writer closed twice")
	}
	w.closed = true
	start, wide := w.count.n, false
	for _, f := range w.files {
		entry, is64 := f.entry()
		wide = wide || is64
		if _, err := w.count.Write(entry); err != nil {
			return err
		}
	}
	if _, err := w.count.Write(w.end(uint64(start), uint64(w.count.n), wide)); err != nil {
		return err
	}
	return w.w.Flush()
}

// entry returns the entry of the directory, and whether it has 64-bit fields; entry adds these to f.Extra too.
func (f *written) entry() (b []byte, wide bool) {
	version := f.ReaderVersion
	var values []byte
	for _, v := range []uint64{f.UncompressedSize64, f.CompressedSize64, f.offset} {
		if v >= max32 {
			values = le.AppendUint64(values, v)
		}
	}
	if len(values) > 0 {
		version, wide = max(version, version45), true
		f.Extra = le.AppendUint16(le.AppendUint16(f.Extra, extra64), uint16(len(values)))
		f.Extra = append(f.Extra, values...)
	}
	b = le.AppendUint32(nil, entrySignature)
	for _, v := range []uint16{f.CreatorVersion, version, f.Flags, f.Method, f.ModifiedTime, f.ModifiedDate} {
		b = le.AppendUint16(b, v)
	}
	b = le.AppendUint32(b, f.CRC32)
	b = le.AppendUint32(b, uint32(min(f.CompressedSize64, max32)))
	b = le.AppendUint32(b, uint32(min(f.UncompressedSize64, max32)))
	for _, n := range []int{len(f.Name), len(f.Extra), len(f.Comment), 0, 0} {
		b = le.AppendUint16(b, uint16(n))
	}
	b = le.AppendUint32(b, f.ExternalAttrs)
	b = le.AppendUint32(b, uint32(min(f.offset, max32)))
	b = append(append(b, f.Name...), f.Extra...)
	return append(b, f.Comment...), wide
}

// end returns the archive's end, for a directory that lies from start to end.
func (w *Writer) end(start, end uint64, wide bool) (b []byte) {
	files, size := uint64(len(w.files)), end-start
	if wide || files >= max16 || size >= max32 || start >= max32 {
		b = le.AppendUint32(nil, end64Signature)
		b = le.AppendUint64(b, end64Len-12)
		b = le.AppendUint16(le.AppendUint16(b, version45), version45)
		for _, v := range []uint64{0, files, files, size, start} {
			b = le.AppendUint64(b, v)
		}
		b = le.AppendUint32(le.AppendUint32(b, locator64Signature), 0)
		b = le.AppendUint32(le.AppendUint64(b, end), 1)
	}
	b = le.AppendUint32(le.AppendUint32(b, endSignature), 0)
	files = min(files, max16)
	b = le.AppendUint16(le.AppendUint16(b, uint16(files)), uint16(files))
	b = le.AppendUint32(b, uint32(min(size, max32)))
	b = le.AppendUint32(b, uint32(min(start, max32)))
	b = le.AppendUint16(b, uint16(len(w.comment)))
	return append(b, w.comment...)
}

// Create adds a compressed file; the caller writes its contents to the result before the next file or Close. A name
// that ends in a slash is a directory.
func (w *Writer) Create(name string) (io.Writer, error) {
	return w.CreateHeader(&FileHeader{Name: name, Method: Deflate})
}

func (w *Writer) prepare(h *FileHeader) error {
	if err := w.endLast(); err != nil {
		return err
	}
	if n := len(w.files); n > 0 && w.files[n-1].FileHeader == h {
		return errors.New("archive/zip: invalid duplicate FileHeader")
	}
	return nil
}

// CreateHeader adds a file with a header. CreateHeader completes the header, which the caller must not use any more.
func (w *Writer) CreateHeader(fh *FileHeader) (io.Writer, error) {
	if err := w.prepare(fh); err != nil {
		return nil, err
	}
	valid1, matters1 := isUTF8(fh.Name)
	valid2, matters2 := isUTF8(fh.Comment)
	switch {
	case fh.NonUTF8:
		fh.Flags &^= flagUTF8
	case (matters1 || matters2) && valid1 && valid2:
		fh.Flags |= flagUTF8
	}
	fh.CreatorVersion = fh.CreatorVersion&0xff00 | version20
	fh.ReaderVersion = version20
	if !fh.Modified.IsZero() {
		fh.ModifiedDate, fh.ModifiedTime = toDOS(fh.Modified)
		fh.Extra = append(fh.Extra, extraTime&0xff, extraTime>>8, 5, 0, 1)
		fh.Extra = le.AppendUint32(fh.Extra, uint32(fh.Modified.Unix()))
	}
	f := &written{FileHeader: fh, offset: uint64(w.count.n)}
	if strings.HasSuffix(fh.Name, "/") {
		// Directories have neither contents nor a descriptor.
		fh.Method = Store
		fh.Flags &^= flagDescriptor
		fh.CompressedSize, fh.CompressedSize64, fh.UncompressedSize, fh.UncompressedSize64 = 0, 0, 0, 0
		return dirWriter{}, w.begin(f, nil)
	}
	fh.Flags |= flagDescriptor
	out := &fileWriter{written: f, w: w.count, packed: &counter{w: w.count}, hash: crc32.NewIEEE()}
	compressor := w.compressors[fh.Method]
	if compressor == nil {
		compressor = compressors.get(fh.Method)
	}
	if compressor == nil {
		return nil, ErrAlgorithm
	}
	var err error
	if out.compressor, err = compressor(out.packed); err != nil {
		return nil, err
	}
	out.plain = &counter{w: out.compressor}
	if err := w.begin(f, out); err != nil {
		return nil, err
	}
	return out, nil
}

// begin adds the file and writes its header.
func (w *Writer) begin(f *written, out *fileWriter) error {
	w.files = append(w.files, f)
	head, err := f.head()
	if err == nil {
		_, err = w.count.Write(head)
	}
	if err == nil {
		w.last = out
	}
	return err
}

// head returns the header that stands before the contents.
func (f *written) head() ([]byte, error) {
	if len(f.Name) > max16 {
		return nil, errors.New("zip: FileHeader.Name too long")
	}
	if len(f.Extra) > max16 {
		return nil, errors.New("zip: FileHeader.Extra too long")
	}
	version := f.ReaderVersion
	var crc, packed, size uint32
	var wide []byte
	if f.raw && !f.hasDescriptor() {
		crc, packed, size = f.CRC32, uint32(f.CompressedSize64), uint32(f.UncompressedSize64)
		if f.CompressedSize64 > max32 || f.UncompressedSize64 > max32 {
			version, packed, size = max(version, version45), max32, max32
			wide = le.AppendUint16(le.AppendUint16(nil, extra64), 16)
			wide = le.AppendUint64(le.AppendUint64(wide, f.UncompressedSize64), f.CompressedSize64)
		}
	}
	b := le.AppendUint32(nil, fileSignature)
	for _, v := range []uint16{version, f.Flags, f.Method, f.ModifiedTime, f.ModifiedDate} {
		b = le.AppendUint16(b, v)
	}
	for _, v := range []uint32{crc, packed, size} {
		b = le.AppendUint32(b, v)
	}
	b = le.AppendUint16(le.AppendUint16(b, uint16(len(f.Name))), uint16(len(f.Extra)+len(wide)))
	b = append(append(b, f.Name...), f.Extra...)
	return append(b, wide...), nil
}

// CreateRaw adds a file whose contents the caller has compressed; the header must have all fields set.
func (w *Writer) CreateRaw(fh *FileHeader) (io.Writer, error) {
	if err := w.prepare(fh); err != nil {
		return nil, err
	}
	fh.CompressedSize = uint32(min(fh.CompressedSize64, max32))
	fh.UncompressedSize = uint32(min(fh.UncompressedSize64, max32))
	f := &written{FileHeader: fh, offset: uint64(w.count.n), raw: true}
	if strings.HasSuffix(fh.Name, "/") {
		return dirWriter{}, w.begin(f, nil)
	}
	out := &fileWriter{written: f, w: w.count}
	if err := w.begin(f, out); err != nil {
		return nil, err
	}
	return out, nil
}

// Copy adds a file of another archive without decompressing it.
func (w *Writer) Copy(f *File) error {
	r, err := f.OpenRaw()
	if err != nil {
		return err
	}
	h := f.FileHeader
	out, err := w.CreateRaw(&h)
	if err == nil {
		_, err = io.Copy(out, r)
	}
	return err
}

// RegisterCompressor sets the compressor that this archive uses for a method.
func (w *Writer) RegisterCompressor(method uint16, comp Compressor) {
	if w.compressors == nil {
		w.compressors = make(map[uint16]Compressor)
	}
	w.compressors[method] = comp
}

// AddFS adds all files and directories of a file system, compressed.
func (w *Writer) AddFS(fsys fs.FS) error {
	return fs.WalkDir(fsys, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || name == "." {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		if !d.IsDir() && !info.Mode().IsRegular() {
			return errors.New("zip: cannot add non-regular file")
		}
		h, err := FileInfoHeader(info)
		if err != nil {
			return err
		}
		h.Name, h.Method = name, Deflate
		if d.IsDir() {
			h.Name += "/"
		}
		out, err := w.CreateHeader(h)
		if err != nil || d.IsDir() {
			return err
		}
		f, err := fsys.Open(name)
		if err != nil {
			return err
		}
		defer f.Close()
		_, err = io.Copy(out, f)
		return err
	})
}

type dirWriter struct{}

func (dirWriter) Write(b []byte) (int, error) {
	if len(b) == 0 {
		return 0, nil
	}
	return 0, errors.New("zip: write to directory")
}

// fileWriter writes a file's contents: plain, compressor, packed and w are the stages that the bytes pass.
type fileWriter struct {
	*written
	w             io.Writer
	plain, packed *counter
	compressor    io.WriteCloser
	hash          hash.Hash32
	closed        bool
}

func (f *fileWriter) Write(p []byte) (int, error) {
	if f.closed {
		return 0, errors.New("zip: write to closed file")
	}
	if f.raw {
		return f.w.Write(p)
	}
	f.hash.Write(p)
	return f.plain.Write(p)
}

func (f *fileWriter) close() error {
	f.closed = true
	if !f.raw {
		if err := f.compressor.Close(); err != nil {
			return err
		}
		f.CRC32 = f.hash.Sum32()
		f.CompressedSize64, f.UncompressedSize64 = uint64(f.packed.n), uint64(f.plain.n)
		f.CompressedSize, f.UncompressedSize = uint32(f.CompressedSize64), uint32(f.UncompressedSize64)
		if f.isWide() {
			f.CompressedSize, f.UncompressedSize, f.ReaderVersion = max32, max32, version45
		}
	}
	if !f.hasDescriptor() {
		return nil
	}
	b := le.AppendUint32(le.AppendUint32(nil, descriptorSignature), f.CRC32)
	if f.isWide() {
		b = le.AppendUint64(le.AppendUint64(b, f.CompressedSize64), f.UncompressedSize64)
	} else {
		b = le.AppendUint32(le.AppendUint32(b, f.CompressedSize), f.UncompressedSize)
	}
	_, err := f.w.Write(b)
	return err
}

func (f *fileWriter) isWide() bool { return f.CompressedSize64 > max32 || f.UncompressedSize64 > max32 }
