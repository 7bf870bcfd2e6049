package image

import (
	"bufio"
	"errors"
	"io"
	"sync"
)

// ErrFormat means that the input does not begin like any registered format.
var ErrFormat = errors.New("image: unknown format")

type format struct {
	name, magic  string
	decode       func(io.Reader) (Image, error)
	decodeConfig func(io.Reader) (Config, error)
}

var (
	formatsLock sync.RWMutex
	formats     []format
)

// RegisterFormat registers a format for Decode. Files of the format begin with magic, in which "?" matches
// any byte.
func RegisterFormat(name, magic string, decode func(io.Reader) (Image, error), decodeConfig func(io.Reader) (Config, error)) {
	formatsLock.Lock()
	defer formatsLock.Unlock()
	formats = append(formats, format{name, magic, decode, decodeConfig})
}

// A peeker is a reader with lookahead.
type peeker interface {
	io.Reader
	Peek(int) ([]byte, error)
}

// recognized returns the format of the input. The zero format means unknown.
func recognized(r io.Reader) (peeker, format) {
	p, ok := r.(peeker)
	if !ok {
		p = bufio.NewReader(r)
	}
	formatsLock.RLock()
	known := formats
	formatsLock.RUnlock()
	for _, f := range known {
		if start, err := p.Peek(len(f.magic)); err == nil && matches(f.magic, start) {
			return p, f
		}
	}
	return p, format{}
}

func matches(magic string, start []byte) bool {
	for i, b := range start {
		if magic[i] != b && magic[i] != '?' {
			return false
		}
	}
	return len(magic) == len(start)
}

// Decode reads an image in any registered format, and returns the format's name. Importing the package of a format
// registers it.
func Decode(r io.Reader) (Image, string, error) {
	p, f := recognized(r)
	if f.decode == nil {
		return nil, "", ErrFormat
	}
	m, err := f.decode(p)
	return m, f.name, err
}

// DecodeConfig is like Decode, but reads only the image's size and color model.
func DecodeConfig(r io.Reader) (Config, string, error) {
	p, f := recognized(r)
	if f.decodeConfig == nil {
		return Config{}, "", ErrFormat
	}
	c, err := f.decodeConfig(p)
	return c, f.name, err
}
