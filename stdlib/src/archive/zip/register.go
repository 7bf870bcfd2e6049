package zip

import (
	"compress/flate"
	"errors"
	"io"
	"sync"
)

// A Compressor returns a writer that compresses to w. Several goroutines may call the function at once, but only
// one goroutine at a time uses a returned value.
type Compressor func(w io.Writer) (io.WriteCloser, error)

// A Decompressor returns a reader that decompresses r. Several goroutines may call the function at once, but only
// one goroutine at a time uses a returned reader.
type Decompressor func(r io.Reader) io.ReadCloser

// registry has the compressor or decompressor of each method.
type registry[F any] struct {
	mu sync.Mutex
	of map[uint16]F
}

func (r *registry[F]) get(method uint16) F {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.of[method]
}

// add registers a function and reports whether the method had none before.
func (r *registry[F]) add(method uint16, f F) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	_, dup := r.of[method]
	if !dup {
		r.of[method] = f
	}
	return !dup
}

var compressors = registry[Compressor]{of: map[uint16]Compressor{
	Store: func(w io.Writer) (io.WriteCloser, error) { return nopCloser{w}, nil },
	Deflate: func(w io.Writer) (io.WriteCloser, error) {
		z, err := flate.NewWriter(w, 5)
		return &flateWriter{z, false}, err
	},
}}

var decompressors = registry[Decompressor]{of: map[uint16]Decompressor{
	Store:   io.NopCloser,
	Deflate: func(r io.Reader) io.ReadCloser { return &flateReader{flate.NewReader(r), false} },
}}

type nopCloser struct{ io.Writer }

func (nopCloser) Close() error { return nil }

type flateWriter struct {
	z      *flate.Writer
	closed bool
}

func (w *flateWriter) Write(p []byte) (int, error) {
	if w.closed {
		return 0, errors.New("Write after Close")
	}
	return w.z.Write(p)
}

func (w *flateWriter) Close() error {
	w.closed = true
	return w.z.Close()
}

type flateReader struct {
	io.ReadCloser
	closed bool
}

func (r *flateReader) Read(p []byte) (int, error) {
	if r.closed {
		return 0, errors.New("Read after Close")
	}
	return r.ReadCloser.Read(p)
}

func (r *flateReader) Close() error {
	if r.closed {
		return nil
	}
	r.closed = true
	return r.ReadCloser.Close()
}

// RegisterDecompressor sets the decompressor that all archives use for a method; it panics if the method has one.
func RegisterDecompressor(method uint16, dcomp Decompressor) {
	if !decompressors.add(method, dcomp) {
		panic("decompressor already registered")
	}
}

// RegisterCompressor sets the compressor that all archives use for a method; it panics if the method has one.
func RegisterCompressor(method uint16, comp Compressor) {
	if !compressors.add(method, comp) {
		panic("compressor already registered")
	}
}
