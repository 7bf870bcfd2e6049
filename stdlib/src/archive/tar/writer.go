package tar

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"
	"time"
)

// A Writer writes an archive.
type Writer struct {
	w    io.Writer
	left int64 // bytes of the present entry's contents that are not yet written
	pad  int64 // bytes of padding after the contents
	err  error
}

// NewWriter returns a Writer that writes an archive to w.
func NewWriter(w io.Writer) *Writer { return &Writer{w: w} }

// Flush ends the present entry, whose contents must be there. WriteHeader and Close do it too.
func (tw *Writer) Flush() error {
	if tw.err != nil {
		return tw.err
	}
	if tw.left > 0 {
		return fmt.Errorf("archive/tar: missed writing %d bytes", tw.left)
	}
	var zeros block
	if _, tw.err = tw.w.Write(zeros[:tw.pad]); tw.err == nil {
		tw.pad = 0
	}
	return tw.err
}

// WriteHeader begins an entry; the caller then writes as many bytes as hdr.Size says.
func (tw *Writer) WriteHeader(hdr *Header) error {
	if err := tw.Flush(); err != nil {
		return err
	}
	h := *hdr
	if h.Typeflag == TypeRegA {
		h.Typeflag = TypeReg
		if strings.HasSuffix(h.Name, "/") {
			h.Typeflag = TypeDir
		}
	}
	if h.Format == FormatUnknown {
		h.ModTime, h.AccessTime, h.ChangeTime = h.ModTime.Round(time.Second), time.Time{}, time.Time{}
	}
	formats, records, err := h.choose()
	switch {
	case formats.has(FormatUSTAR):
		tw.err = tw.writeUSTAR(&h)
	case formats.has(FormatPAX):
		tw.err = tw.writePAX(&h, records)
	case formats.has(FormatGNU):
		tw.err = tw.writeGNU(&h)
	default:
		return err
	}
	return tw.err
}

// fill writes the fields that all formats have.
func fill(h *Header, text func([]byte, string), number func([]byte, int64)) *block {
	b := new(block)
	modified := h.ModTime
	if modified.IsZero() {
		modified = time.Unix(0, 0)
	}
	b[typeAt] = h.Typeflag
	texts := [...]struct {
		field []byte
		value string
	}{{b.name(), h.Name}, {b.linkName(), h.Linkname}, {b.userName(), h.Uname}, {b.groupName(), h.Gname}}
	for _, it := range texts {
		text(it.field, it.value)
	}
	numbers := [...]struct {
		field []byte
		value int64
	}{
		{b.mode(), h.Mode}, {b.uid(), int64(h.Uid)}, {b.gid(), int64(h.Gid)}, {b.size(), h.Size},
		{b.modTime(), modified.Unix()}, {b.devMajor(), h.Devmajor}, {b.devMinor(), h.Devminor},
	}
	for _, it := range numbers {
		number(it.field, it.value)
	}
	return b
}

func (tw *Writer) writeUSTAR(h *Header) error {
	prefix, rest, ok := splitPath(h.Name)
	if ok {
		h.Name = rest
	}
	var f formatter
	b := fill(h, f.text, f.octal)
	f.text(b.prefixUSTAR(), prefix)
	b.finish(FormatUSTAR)
	if f.err != nil {
		return f.err
	}
	return tw.begin(b, h.Size)
}

func (tw *Writer) writePAX(h *Header, records map[string]string) error {
	global := h.Typeflag == TypeXGlobalHeader
	if len(records) > 0 || global {
		var data strings.Builder
		for _, key := range slices.Sorted(maps.Keys(records)) {
			data.WriteString(formatRecord(key, records[key]))
		}
		dir, file := path.Split(h.Name)
		name, flag := path.Join(dir, "PaxHeaders.0", file), byte(TypeXHeader)
		if global {
			name, flag = h.Name, TypeXGlobalHeader
			if name == "" {
				name = "GlobalHead.0.0"
			}
		}
		if data.Len() > maxSpecial {
			return ErrFieldTooLong
		}
		if err := tw.writeSpecial(name, data.String(), flag, FormatPAX); err != nil || global {
			return err
		}
	}
	// The PAX records contain the values that do not fit into the block.
	var f formatter
	b := fill(h, func(b []byte, s string) { f.text(b, toASCII(s)) }, f.octal)
	b.finish(FormatPAX)
	return tw.begin(b, h.Size)
}

func (tw *Writer) writeGNU(h *Header) error {
	for _, long := range []struct {
		name string
		flag byte
	}{{h.Name, TypeGNULongName}, {h.Linkname, TypeGNULongLink}} {
		if len(long.name) > nameSize {
			if err := tw.writeSpecial("././@LongLink", long.name+"\x00", long.flag, FormatGNU); err != nil {
				return err
			}
		}
	}
	var f formatter
	b := fill(h, f.text, f.number)
	if !h.AccessTime.IsZero() {
		f.number(b.accessGNU(), h.AccessTime.Unix())
	}
	if !h.ChangeTime.IsZero() {
		f.number(b.changeGNU(), h.ChangeTime.Unix())
	}
	b.finish(FormatGNU)
	return tw.begin(b, h.Size)
}

// writeSpecial writes an entry that belongs to the next one.
func (tw *Writer) writeSpecial(name, data string, flag byte, format Format) error {
	name = toASCII(name)
	name = strings.TrimRight(name[:min(len(name), nameSize)], "/")
	b := new(block)
	b[typeAt] = flag
	var f formatter
	f.text(b.name(), name)
	for _, field := range [][]byte{b.mode(), b.uid(), b.gid(), b.modTime()} {
		f.octal(field, 0)
	}
	f.octal(b.size(), int64(len(data)))
	b.finish(format)
	if f.err != nil {
		return f.err
	}
	if err := tw.begin(b, int64(len(data))); err != nil {
		return err
	}
	_, err := io.WriteString(tw, data)
	return err
}

// begin writes the header of an entry.
func (tw *Writer) begin(b *block, size int64) error {
	if err := tw.Flush(); err != nil {
		return err
	}
	if _, err := tw.w.Write(b[:]); err != nil {
		return err
	}
	if hasNoData(b[typeAt]) {
		size = 0
	}
	tw.left, tw.pad = size, padding(size)
	return nil
}

// Write writes contents of the present entry; ErrWriteTooLong if there are more than its Size says.
func (tw *Writer) Write(b []byte) (n int, err error) {
	if tw.err != nil {
		return 0, tw.err
	}
	long := int64(len(b)) > tw.left
	if long {
		b = b[:tw.left]
	}
	if len(b) > 0 {
		n, err = tw.w.Write(b)
		tw.left -= int64(n)
	}
	if err != nil {
		tw.err = err
	} else if long {
		err = ErrWriteTooLong
	}
	return n, err
}

// AddFS adds all files, directories and symbolic links of a file system.
func (tw *Writer) AddFS(fsys fs.FS) error {
	return fs.WalkDir(fsys, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || name == "." {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		link := ""
		if kind := d.Type(); kind == fs.ModeSymlink {
			if link, err = fs.ReadLink(fsys, name); err != nil {
				return err
			}
		} else if !kind.IsRegular() && kind != fs.ModeDir {
			return errors.New("tar: cannot add non-regular file")
		}
		h, err := FileInfoHeader(info, link)
		if err != nil {
			return err
		}
		h.Name = name
		if d.IsDir() {
			h.Name += "/"
		}
		if err := tw.WriteHeader(h); err != nil || !d.Type().IsRegular() {
			return err
		}
		f, err := fsys.Open(name)
		if err != nil {
			return err
		}
		defer f.Close()
		_, err = io.Copy(tw, f)
		return err
	})
}

// Close ends the archive. Close does not close the underlying writer.
func (tw *Writer) Close() error {
	if tw.err == ErrWriteAfterClose {
		return nil
	}
	if tw.err != nil {
		return tw.err
	}
	err := tw.Flush()
	for range 2 {
		if err == nil {
			_, err = tw.w.Write(make([]byte, blockSize))
		}
	}
	tw.err = ErrWriteAfterClose
	return err
}
