package iotest

import (
	"bytes"
	"fmt"
	"io"
)

// A smallReader reads one, two and three bytes alternately, and records where it failed.
type smallReader struct {
	r   io.Reader
	off int
	n   int
}

func (r *smallReader) Read(p []byte) (int, error) {
	if len(p) == 0 {
		return 0, nil
	}
	r.n = r.n%3 + 1
	n, err := r.r.Read(p[:min(r.n, len(p))])
	if err != nil && err != io.EOF {
		err = fmt.Errorf("Read(%d bytes at offset %d): %v", n, r.off, err)
	}
	r.off += n
	return n, err
}

// TestReader returns the errors of r, which should read content: it tests reads of several sizes and, if r has
// them, Seek and ReadAt.
func TestReader(r io.Reader, content []byte) error {
	if err := checkRead(r, content); err != nil {
		return err
	}
	if r, ok := r.(io.ReadSeeker); ok {
		if err := checkSeek(r, content); err != nil {
			return err
		}
	}
	if r, ok := r.(io.ReaderAt); ok {
		return checkReadAt(r, content)
	}
	return nil
}

func checkRead(r io.Reader, content []byte) error {
	if len(content) > 0 {
		if n, err := r.Read(nil); n != 0 || err != nil {
			return fmt.Errorf("Read(0) = %d, %v, want 0, nil", n, err)
		}
	}
	data, err := io.ReadAll(&smallReader{r: r})
	if err != nil {
		return err
	}
	if !bytes.Equal(data, content) {
		return fmt.Errorf("ReadAll(small amounts) = %q\n\twant %q", data, content)
	}
	if n, err := r.Read(make([]byte, 10)); n != 0 || err != io.EOF {
		return fmt.Errorf("Read(10) at EOF = %v, %v, want 0, EOF", n, err)
	}
	return nil
}

// checkSeek seeks in r, which is at its end, in all ways and reads from there.
func checkSeek(r io.ReadSeeker, content []byte) error {
	size := len(content)
	middle := size - size/3
	third := -size / 3
	seek := func(offset, whence int, from string, want int) error {
		if at, err := r.Seek(int64(offset), whence); at != int64(want) || err != nil {
			return fmt.Errorf("Seek(%s, %d) from %s = %d, %v, want %d, nil", seekText(offset, whence, want, middle), whence, from, at, err, want)
		}
		return nil
	}
	rest := func(from int, small bool) error {
		var in io.Reader = r
		if small {
			in = &smallReader{r: r}
		}
		data, err := io.ReadAll(in)
		if err != nil {
			return fmt.Errorf("ReadAll from offset %d: %v", from, err)
		}
		if !bytes.Equal(data, content[from:]) {
			return fmt.Errorf("ReadAll from offset %d = %q\n\twant %q", from, data, content[from:])
		}
		return nil
	}
	number := func(n int) string { return fmt.Sprint(n) }
	steps := []func() error{func() error { return seek(0, io.SeekCurrent, "EOF", size) }}
	if middle > 0 {
		steps = append(steps,
			func() error { return seek(-1, io.SeekCurrent, "EOF", size-1) },
			func() error { return seek(third, io.SeekCurrent, number(size-1), middle-1) },
			func() error { return seek(1, io.SeekCurrent, number(middle-1), middle) })
	}
	steps = append(steps,
		func() error { return seek(0, io.SeekCurrent, number(middle), middle) },
		func() error { return rest(middle, true) },
		func() error { return seek(middle/2, io.SeekStart, "EOF", middle/2) },
		func() error { return seek(third, io.SeekEnd, number(middle/2), middle) },
		func() error { return rest(middle, true) },
		func() error { return seek(middle/2, io.SeekStart, "EOF", middle/2) },
		func() error { return rest(middle/2, false) })
	for _, step := range steps {
		if err := step(); err != nil {
			return err
		}
	}
	return nil
}

// seekText formats an offset for messages: the distance with its sign.
func seekText(offset, whence, want, middle int) string {
	if whence == io.SeekCurrent && offset == 1 && want == middle {
		return "+1"
	}
	return fmt.Sprint(offset)
}

// checkReadAt reads all of r, then after its end, then more than r has, then each byte. The buffer is filled with bytes
// that content lacks, which shows what was not read.
func checkReadAt(r io.ReaderAt, content []byte) error {
	size := len(content)
	data := bytes.Repeat([]byte{0xfe}, size+1)
	n, err := r.ReadAt(data[:size], 0)
	if n != size || err != nil && err != io.EOF {
		return fmt.Errorf("ReadAt(%d, 0) = %v, %v, want %d, nil or EOF", size, n, err, size)
	}
	if !bytes.Equal(data[:size], content) {
		return fmt.Errorf("ReadAt(%d, 0) = %q\n\twant %q", size, data[:size], content)
	}
	if n, err := r.ReadAt(data[:1], int64(size)); n != 0 || err != io.EOF {
		return fmt.Errorf("ReadAt(1, %d) = %v, %v, want 0, EOF", size, n, err)
	}
	data = bytes.Repeat([]byte{0xfe}, size+1)
	n, err = r.ReadAt(data, 0)
	if n != size || err != io.EOF {
		return fmt.Errorf("ReadAt(%d, 0) = %v, %v, want %d, EOF", size+1, n, err, size)
	}
	if !bytes.Equal(data[:size], content) {
		return fmt.Errorf("ReadAt(%d, 0) = %q\n\twant %q", size+1, data[:size], content)
	}
	for i := range content {
		one := []byte{0xfe}
		n, err := r.ReadAt(one, int64(i))
		atEnd, want := false, "nil"
		if i == size-1 {
			atEnd, want = err == io.EOF, "nil or EOF"
		}
		if n != 1 || err != nil && !atEnd {
			return fmt.Errorf("ReadAt(1, %d) = %v, %v, want 1, %s", i, n, err, want)
		}
		if one[0] != content[i] {
			return fmt.Errorf("ReadAt(1, %d) = %q want %q", i, one, content[i:i+1])
		}
	}
	return nil
}
