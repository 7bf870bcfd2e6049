// Package internal has the chunked encoding, which net/http and net/http/httputil share.
package internal

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
)

const maxLine = 4096

// ErrLineTooLong is the error of a line that is too long.
var ErrLineTooLong = errors.New("header line too long")

// NewChunkedReader reads chunks and gives their content. At the last chunk it ends; a trailer stays unread.
func NewChunkedReader(r io.Reader) io.Reader {
	br, ok := r.(*bufio.Reader)
	if !ok {
		br = bufio.NewReader(r)
	}
	return &chunkedReader{r: br}
}

type chunkedReader struct {
	r      *bufio.Reader
	left   uint64 // bytes of the chunk to come
	err    error
	inside bool  // the end of the chunk has to be checked
	excess int64 // bytes that lines had beside content
}

func (c *chunkedReader) begin() {
	var line []byte
	if line, c.err = readLine(c.r); c.err != nil {
		return
	}
	c.excess += int64(len(line)) + 2
	// Blanks may end the line. They may stand neither before the size nor between it and an extension, where others who
	// read the message could take the size for another one.
	line = bytes.TrimRight(line, " \t")
	if i := bytes.IndexByte(line, ';'); i >= 0 {
		line = line[:i]
	}
	if c.left, c.err = parseHex(line); c.err != nil {
		return
	}
	// Much overhead for little content is an attack.
	c.excess -= 16 + 2*int64(c.left)
	c.excess = max(c.excess, 0)
	if c.excess > 16*1024 {
		c.err = errors.New("chunked encoding contains too much non-data")
	}
	if c.left == 0 {
		c.err = io.EOF
	}
}

func (c *chunkedReader) ready() bool {
	n := c.r.Buffered()
	if n == 0 {
		return false
	}
	peek, _ := c.r.Peek(n)
	return bytes.IndexByte(peek, '\n') >= 0
}

func (c *chunkedReader) Read(b []byte) (n int, err error) {
	for c.err == nil {
		if c.inside {
			if n > 0 && c.r.Buffered() < 2 {
				break
			}
			c.endChunk()
		} else if c.left == 0 {
			if n > 0 && !c.ready() {
				break
			}
			c.begin()
		} else if len(b) == 0 {
			break
		} else {
			m := c.readChunk(b)
			n, b = n+m, b[m:]
		}
	}
	return n, c.err
}

// endChunk reads the line break behind the data of a chunk.
func (c *chunkedReader) endChunk() {
	var end [2]byte
	_, err := io.ReadFull(c.r, end[:])
	switch {
	case err == io.EOF:
		err = io.ErrUnexpectedEOF
	case err == nil && string(end[:]) != "\r\n":
		err = errors.New("malformed chunked encoding")
	}
	c.inside, c.err = false, err
}

// readChunk reads data of the current chunk.
func (c *chunkedReader) readChunk(b []byte) int {
	m, err := c.r.Read(b[:min(uint64(len(b)), c.left)])
	c.left -= uint64(m)
	c.inside = c.left == 0 && err == nil
	if err == io.EOF {
		err = io.ErrUnexpectedEOF
	}
	c.err = err
	return m
}

// readLine reads a line, without its end.
func readLine(r *bufio.Reader) ([]byte, error) {
	line, err := r.ReadSlice('\n')
	if err != nil {
		if err == io.EOF {
			err = io.ErrUnexpectedEOF
		} else if err == bufio.ErrBufferFull {
			err = ErrLineTooLong
		}
		return nil, err
	}
	i := bytes.IndexByte(line, '\r')
	if i == -1 {
		return nil, errors.New("chunked line ends with bare LF")
	}
	if i != len(line)-2 {
		return nil, errors.New("invalid CR in chunked line")
	}
	if len(line) >= maxLine {
		return nil, ErrLineTooLong
	}
	return line[:i], nil
}

func parseHex(v []byte) (n uint64, err error) {
	if len(v) == 0 {
		return 0, errors.New("empty hex number for chunk length")
	}
	for i, b := range v {
		switch {
		case '0' <= b && b <= '9':
			b -= '0'
		case 'a' <= b|0x20 && b|0x20 <= 'f':
			b = b | 0x20 - 'a' + 10
		default:
			return 0, errors.New("invalid byte in chunk length")
		}
		if i == 16 {
			return 0, errors.New("http chunk length too large")
		}
		n = n<<4 | uint64(b)
	}
	return n, nil
}

// NewChunkedWriter writes chunks; Close writes the last one, which is empty, but no trailer.
func NewChunkedWriter(w io.Writer) io.WriteCloser { return &chunkedWriter{w} }

type chunkedWriter struct{ w io.Writer }

func (c *chunkedWriter) Write(data []byte) (n int, err error) {
	if len(data) == 0 {
		return 0, nil
	}
	if _, err = fmt.Fprintf(c.w, "%x\r\n", len(data)); err != nil {
		return 0, err
	}
	if n, err = c.w.Write(data); err != nil {
		return n, err
	}
	if n != len(data) {
		return n, io.ErrShortWrite
	}
	if _, err = io.WriteString(c.w, "\r\n"); err != nil {
		return n, err
	}
	if bw, ok := c.w.(*FlushAfterChunkWriter); ok {
		err = bw.Flush()
	}
	return n, err
}

func (c *chunkedWriter) Close() error {
	_, err := io.WriteString(c.w, "0\r\n")
	return err
}

// A FlushAfterChunkWriter has every chunk sent at once.
type FlushAfterChunkWriter struct{ *bufio.Writer }
