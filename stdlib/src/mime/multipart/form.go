package multipart

import (
	"bytes"
	"errors"
	"io"
	"math"
	"net/textproto"
	"os"
)

// A Form is a parsed form: values, and files in memory or on disk.
type Form struct {
	Value map[string][]string
	File  map[string][]*FileHeader
}

// RemoveAll removes the form's files from the disk.
func (f *Form) RemoveAll() error {
	var first error
	for _, list := range f.File {
		for _, h := range list {
			if h.path == "" {
				continue
			}
			if err := os.Remove(h.path); err != nil && !errors.Is(err, os.ErrNotExist) && first == nil {
				first = err
			}
		}
	}
	return first
}

// A FileHeader describes a file of a form.
type FileHeader struct {
	Filename string
	Header   textproto.MIMEHeader
	Size     int64

	content []byte // content of a file in memory
	path    string // path of a file on disk
	offset  int64  // its offset in the file on disk, which files share
	shared  bool
}

// A File is an opened file of a form.
type File interface {
	io.Reader
	io.ReaderAt
	io.Seeker
	io.Closer
}

// A section is a part of a file, or of memory.
type section struct {
	*io.SectionReader
	of io.Closer
}

func (s section) Close() error {
	if s.of == nil {
		return nil
	}
	return s.of.Close()
}

// Open opens the file.
func (fh *FileHeader) Open() (File, error) {
	if fh.content != nil {
		return section{io.NewSectionReader(bytes.NewReader(fh.content), 0, fh.Size), nil}, nil
	}
	f, err := os.Open(fh.path)
	if err != nil {
		return nil, err
	}
	if !fh.shared {
		return f, nil
	}
	return section{io.NewSectionReader(f, fh.offset, fh.Size), f}, nil
}

// The memory of map entries and of file descriptions, without their texts.
const (
	entrySize  = 200
	fileSize   = 100
	headerSize = 400
)

// A formReader reads a form with limits.
type formReader struct {
	of         *Reader
	form       *Form
	fileMemory int64 // memory left for files
	memory     int64 // memory left for everything
	parts      int64
	headers    int64
	disk       *os.File // the shared file for uploads that are too large; nil if there are none
	written    int64    // bytes written to disk
	onDisk     int      // number of files on disk
}

// ReadForm reads a form. Files use up to maxMemory bytes of memory, further ones are written to disk; values may
// use 10 MB more.
func (r *Reader) ReadForm(maxMemory int64) (*Form, error) {
	maxMemory = max(maxMemory, 0)
	f := &formReader{
		of:         r,
		form:       &Form{map[string][]string{}, map[string][]*FileHeader{}},
		fileMemory: min(maxMemory, math.MaxInt64-1),
		memory:     maxMemory + 10<<20,
		parts:      setting("multipartmaxparts", 1000),
		headers:    maxHeaders(),
	}
	if f.memory <= 0 {
		f.memory = math.MaxInt64
	}
	err := f.read()
	if f.disk != nil {
		if failed := f.disk.Close(); err == nil {
			err = failed
		}
	}
	if err != nil {
		f.form.RemoveAll()
		if f.disk != nil {
			os.Remove(f.disk.Name())
		}
		return nil, err
	}
	for _, list := range f.form.File {
		for _, h := range list {
			h.shared = f.onDisk > 1
		}
	}
	return f.form, nil
}

func (f *formReader) read() error {
	for {
		p, err := f.of.next(false, f.memory, f.headers)
		switch {
		case err == io.EOF:
			return nil
		case err != nil:
			return err
		case f.parts <= 0:
			return ErrMessageTooLarge
		}
		f.parts--
		if err := f.part(p); err != nil {
			return err
		}
	}
}

// take subtracts n bytes from the memory left.
func (f *formReader) take(n int64) error {
	if f.memory -= n; f.memory < 0 {
		return ErrMessageTooLarge
	}
	return nil
}

func (f *formReader) part(p *Part) error {
	name := p.FormName()
	if name == "" {
		return nil
	}
	filename := p.FileName()
	if err := f.take(int64(len(name)) + entrySize); err != nil {
		return err
	}
	if filename != "" {
		return f.file(name, filename, p)
	}
	var b bytes.Buffer
	n, err := io.CopyN(&b, p, f.memory+1)
	if err != nil && err != io.EOF {
		return err
	}
	if err := f.take(n); err != nil {
		return err
	}
	f.form.Value[name] = append(f.form.Value[name], b.String())
	return nil
}

func (f *formReader) file(name, filename string, p *Part) error {
	size := int64(headerSize + entrySize + fileSize)
	for key, values := range p.Header {
		size += int64(len(key)) + entrySize
		for _, value := range values {
			size += int64(len(value))
		}
		f.headers -= int64(len(values))
	}
	if err := f.take(size); err != nil {
		return err
	}
	h := &FileHeader{Filename: filename, Header: p.Header}
	var b bytes.Buffer
	n, err := io.CopyN(&b, p, f.fileMemory+1)
	switch {
	case err != nil && err != io.EOF:
		return err
	case n > f.fileMemory:
		if err := f.toDisk(h, b.Bytes(), p); err != nil {
			return err
		}
	default:
		if h.content = b.Bytes(); h.content == nil {
			h.content = []byte{}
		}
		h.Size = n
		f.fileMemory -= n
		f.memory -= n
	}
	f.form.File[name] = append(f.form.File[name], h)
	return nil
}

// toDisk writes a file to the shared file on disk: begin, and then the rest of p.
func (f *formReader) toDisk(h *FileHeader, begin []byte, p *Part) (err error) {
	if f.disk == nil {
		if f.disk, err = os.CreateTemp("", "multipart-"); err != nil {
			return err
		}
	}
	f.onDisk++
	if _, err := f.disk.Write(begin); err != nil {
		return err
	}
	n, err := io.Copy(struct{ io.Writer }{f.disk}, p)
	if err != nil {
		return err
	}
	h.path = f.disk.Name()
	h.offset = f.written
	h.Size = int64(len(begin)) + n
	f.written += h.Size
	return nil
}
