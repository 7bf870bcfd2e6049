package main

import (
	"archive/zip"
	"compress/flate"
	"compress/gzip"
	"compress/zlib"
	"errors"
	"fmt"
	"io"
	"time"
)

// A testCase compresses random data; as a writer it counts and hashes what is written to it, and may fail.
type testCase struct {
	random
	about         string
	total         int // bytes that were compressed
	bytes, writes int
	hash          uint64
	fails         int // if not 0, so many writes succeed, minus 1
}

func newCase(seed uint64) *testCase {
	c := &testCase{random: random(seed)}
	c.next()
	return c
}

func (c *testCase) add(b []byte) {
	for _, b := range b {
		c.hash = (c.hash ^ uint64(b)) * 0x100000001b3
	}
	c.hash = (c.hash ^ 0x100) * 0x100000001b3
}

// note hashes a result.
func (c *testCase) note(a ...any) { c.add(fmt.Append(nil, a...)) }

func (c *testCase) Write(p []byte) (int, error) {
	if c.fails == 1 {
		return 0, errors.New("no more")
	}
	if c.fails > 1 {
		c.fails--
	}
	c.add(p)
	c.writes++
	c.bytes += len(p)
	return len(p), nil
}

func (c *testCase) run() {
	switch kind := c.below(20); {
	case kind < 11:
		c.streams("flate")
	case kind < 13:
		c.streams("gzip")
	case kind < 15:
		c.streams("zlib")
	case kind < 17:
		c.archive()
	default:
		c.picture()
	}
}

// A stream is the writers of all three packages.
type stream interface {
	io.WriteCloser
	Flush() error
	Reset(io.Writer)
}

func (c *testCase) input() []byte {
	kind := kinds[c.below(len(kinds))]
	data := c.data(kind, c.size())
	c.about += fmt.Sprintf(" %s %d", kind, len(data))
	c.total += len(data)
	return data
}

// dictionary is mostly none.
func (c *testCase) dictionary(data []byte) []byte {
	switch c.below(8) {
	case 0:
		return c.data(kinds[c.below(len(kinds))], c.below(40000))
	case 1:
		from := c.below(1 + len(data))
		return data[from : from+c.below(1+min(len(data)-from, 50000))]
	case 2:
		return []byte{}
	}
	return nil
}

func (c *testCase) streams(of string) {
	level := c.below(12) - 2
	c.about = fmt.Sprint(of, " level ", level)
	data := c.input()
	w := c.stream(of, level, c.dictionary(data))
	if w == nil {
		return
	}
	if c.oneOf(8) {
		c.fails = 1 + c.below(1+len(data)/300)
		c.about += " fails"
	}
	c.write(w, data)
	for c.oneOf(3) {
		c.fails = 0
		w.Reset(c)
		c.about += " reset"
		if z, ok := w.(*gzip.Writer); ok {
			c.header(z)
		}
		c.write(w, c.input())
	}
}

func (c *testCase) stream(of string, level int, dict []byte) (w stream) {
	var err error
	switch {
	case of == "gzip":
		var z *gzip.Writer
		z, err = gzip.NewWriterLevel(c, level)
		c.header(z)
		w = z
	case of == "zlib" && dict == nil && c.oneOf(2):
		w, err = zlib.NewWriterLevel(c, level)
	case of == "zlib":
		w, err = zlib.NewWriterLevelDict(c, level, dict)
	case dict == nil && c.oneOf(2):
		w, err = flate.NewWriter(c, level)
	default:
		w, err = flate.NewWriterDict(c, level, dict)
	}
	c.note("new", err)
	if dict != nil {
		c.about += fmt.Sprint(" dictionary ", len(dict))
	}
	return w
}

func (c *testCase) header(z *gzip.Writer) {
	if c.oneOf(2) {
		z.Name = []string{"name.txt", "näme", "", "名", "a\x00b"}[c.below(5)]
		z.Comment = []string{"", "comment", "ÿ"}[c.below(3)]
		z.ModTime = time.Unix(int64(c.below(3))*1_000_000_007-5, 0)
		z.Extra = [][]byte{nil, {}, {1, 2, 3}, make([]byte, 65536)}[c.below(4)]
		z.OS = byte(c.next())
	}
}

// write writes data in parts, with flushes, and what else can be done.
func (c *testCase) write(w stream, data []byte) {
	part, flush := len(data), 0
	switch c.below(4) {
	case 0:
		part = max(1+c.below(50), len(data)/2000)
	case 1, 2:
		part = 1 + c.below(1+len(data))
	}
	if c.oneOf(3) {
		flush = 1 + c.below(12)
	}
	c.about += fmt.Sprintf(" by %d, flush %d", part, flush)
	for i := 1; len(data) > 0; i++ {
		n := min(part, len(data))
		if c.oneOf(4) {
			n = c.below(n + 1)
		}
		n, err := w.Write(data[:n:n])
		if err != nil {
			c.note(n, err)
			break
		}
		data = data[n:]
		if flush > 0 && i%flush == 0 {
			c.note(w.Flush())
		}
		if c.oneOf(200) {
			c.note(w.Flush(), w.Flush())
		}
	}
	c.note(w.Close())
	if c.oneOf(5) {
		_, err := w.Write([]byte("more"))
		c.note("closed", err, w.Flush(), w.Close())
	}
}

func (c *testCase) archive() {
	c.about = "zip"
	w := zip.NewWriter(c)
	if c.oneOf(3) {
		level := c.below(12) - 2
		c.about += fmt.Sprint(" level ", level)
		w.RegisterCompressor(zip.Deflate, func(out io.Writer) (io.WriteCloser, error) { return flate.NewWriter(out, level) })
	}
	for i := range c.below(4) {
		h := &zip.FileHeader{Name: fmt.Sprint("file", i), Method: zip.Deflate}
		if c.oneOf(4) {
			h.Method = zip.Store
		}
		if c.oneOf(3) {
			h.Name, h.Comment = "dïr/ß", "comment"
			h.Modified = time.Unix(int64(c.below(1<<31)), 0).UTC()
			h.SetMode(0o644)
		}
		f, err := w.CreateHeader(h)
		c.note(err)
		for data := c.input(); len(data) > 0; {
			n := 1 + c.below(len(data))
			n, err := f.Write(data[:n])
			c.note(n, err)
			data = data[n:]
		}
	}
	c.note(w.SetComment("an archive"), w.Flush(), w.Close())
}
