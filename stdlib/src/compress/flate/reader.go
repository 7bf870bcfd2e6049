// Package flate implements the compressed format DEFLATE of RFC 1951.
package flate

import (
	"bufio"
	"bytes"
	"io"
	"math/bits"
	"strconv"
	"strings"
)

// A CorruptInputError is the offset of the invalid input.
type CorruptInputError int64

func (e CorruptInputError) Error() string {
	return "flate: corrupt input before offset " + strconv.FormatInt(int64(e), 10)
}

// An InternalError is an error in the package itself.
type InternalError string

func (e InternalError) Error() string { return "flate: internal error: " + string(e) }

// A ReadError is not returned any more.
//
// Deprecated: No longer returned.
type ReadError struct {
	Offset int64
	Err    error
}

func (e *ReadError) Error() string {
	return "flate: read error at offset " + strconv.FormatInt(e.Offset, 10) + ": " + e.Err.Error()
}

// A WriteError is not returned any more.
//
// Deprecated: No longer returned.
type WriteError struct {
	Offset int64
	Err    error
}

func (e *WriteError) Error() string {
	return "flate: write error at offset " + strconv.FormatInt(e.Offset, 10) + ": " + e.Err.Error()
}

// A Resetter can begin to read another stream; the result of NewReader implements it.
type Resetter interface {
	Reset(r io.Reader, dict []byte) error
}

// NewReader reads exactly the stream from a Reader; it wraps an io.Reader that is none in a bufio.Reader.
type Reader interface {
	io.Reader
	io.ByteReader
}

// inflate decodes symbols while there is input and room in window; the Rust native documents the parameters.
func inflate(state []uint64, literals, distances []uint32, window, input []byte) bool

// decompressor reads a stream. It reads the bits a byte at a time, and no byte behind the stream; inflate decodes many
// symbols at once.
type decompressor struct {
	r      Reader
	own    *bufio.Reader
	offset int64
	b      uint32 // the bits that were read, the first one lowest, and how many they are
	nb     uint

	window    []byte // the last decoded bytes, a ring buffer
	at, shown int    // where the next byte is written; from where on Read has not returned the bytes
	whole     bool   // whether the window has been filled once

	literals, distances huffman
	lit, dist           *huffman // codes of the present block; dist is nil for the fixed code
	lengths             [maxLiteral + maxDist]int
	state               [7]uint64
	scratch             []byte

	step             func(*decompressor)
	final            bool
	err              error
	toRead           []byte
	copyLen, copyFar int
}

// NewReader returns a reader of the decompressed data of r.
func NewReader(r io.Reader) io.ReadCloser { return NewReaderDict(r, nil) }

// NewReaderDict is NewReader with the dictionary that the writer used. The returned reader is a Resetter
// too.
func NewReaderDict(r io.Reader, dict []byte) io.ReadCloser {
	f := new(decompressor)
	f.Reset(r, dict)
	return f
}

func (f *decompressor) Reset(r io.Reader, dict []byte) error {
	window := f.window
	if window == nil {
		window = make([]byte, windowSize)
	}
	*f = decompressor{own: f.own, window: window, scratch: f.scratch, step: (*decompressor).nextBlock}
	f.at = copy(window, tail(dict))
	if f.at == len(window) {
		f.at, f.whole = 0, true
	}
	f.shown = f.at
	var ok bool
	if f.r, ok = r.(Reader); ok {
		return nil
	}
	if f.own == nil {
		f.own = bufio.NewReader(r)
	} else {
		f.own.Reset(r)
	}
	f.r = f.own
	return nil
}

func (f *decompressor) Read(b []byte) (int, error) {
	for f.err == nil && len(f.toRead) == 0 {
		if f.step(f); f.err != nil && len(f.toRead) == 0 {
			f.show()
		}
	}
	n := copy(b, f.toRead)
	f.toRead = f.toRead[n:]
	if len(f.toRead) > 0 {
		return n, nil
	}
	return n, f.err
}

func (f *decompressor) Close() error {
	if f.err == io.EOF {
		return nil
	}
	return f.err
}

// show makes the decoded bytes available to Read.
func (f *decompressor) show() {
	f.toRead = f.window[f.shown:f.at]
	f.shown = f.at
	if f.at == len(f.window) {
		f.at, f.shown, f.whole = 0, 0, true
	}
}

func noEOF(err error) error {
	if err == io.EOF {
		return io.ErrUnexpectedEOF
	}
	return err
}

// need reads until n bits are buffered; false if f has an error then.
func (f *decompressor) need(n uint) bool {
	for f.nb < n {
		c, err := f.r.ReadByte()
		if err != nil {
			f.err = noEOF(err)
			return false
		}
		f.offset++
		f.b |= uint32(c) << f.nb
		f.nb += 8
	}
	return true
}

// take removes n buffered bits and returns them.
func (f *decompressor) take(n uint) int {
	v := f.b & (1<<n - 1)
	f.b >>= n
	f.nb -= n
	return int(v)
}

func (f *decompressor) corrupt() { f.err = CorruptInputError(f.offset) }

// symbol returns the next symbol of a code; false if f has an error then.
func (f *decompressor) symbol(h *huffman) (int, bool) {
	for n := h.shortest; ; {
		if !f.need(n) {
			return 0, false
		}
		entry := h.table[f.b&(chunks-1)]
		if entry&15 > chunkBits {
			entry = h.table[entry>>4+f.b>>chunkBits&h.linkMask]
		}
		if n = uint(entry & 15); n == 0 {
			f.corrupt()
			return 0, false
		}
		if n <= f.nb {
			f.take(n)
			return int(entry >> 4), true
		}
	}
}

func (f *decompressor) nextBlock() {
	if !f.need(3) {
		return
	}
	f.final = f.take(1) == 1
	switch f.take(2) {
	case 0:
		f.storedBlock()
	case 1:
		f.lit, f.dist = fixedLiterals, nil
		f.block()
	case 2:
		if f.readCodes() {
			f.lit, f.dist = &f.literals, &f.distances
			f.block()
		}
	default:
		f.corrupt()
	}
}

// codeOrder is the order in which a block stores the lengths of the code that encodes code lengths.
var codeOrder = [...]int{16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15}

// readCodes reads the codes of a block; false if f has an error then.
func (f *decompressor) readCodes() bool {
	if !f.need(5 + 5 + 4) {
		return false
	}
	literals := f.take(5) + 257
	if literals > maxLiteral {
		f.corrupt()
		return false
	}
	dists := f.take(5) + 1
	if dists > maxDist {
		f.corrupt()
		return false
	}
	n := f.take(4) + 4
	var lengths [lengthLen]int
	for _, i := range codeOrder[:n] {
		if !f.need(3) {
			return false
		}
		lengths[i] = f.take(3)
	}
	if !f.literals.init(lengths[:]) {
		f.corrupt()
		return false
	}
	if !f.readLengths(f.lengths[:literals+dists]) {
		return false
	}
	ok := f.literals.init(f.lengths[:literals])
	if !ok || !f.distances.init(f.lengths[literals:literals+dists]) {
		f.corrupt()
		return false
	}
	// Each block ends with this symbol, so at least as many bits as its code word has can be read.
	f.literals.shortest = max(f.literals.shortest, uint(f.lengths[endOfBlock]))
	return true
}

// readLengths reads lengths of code words, which are themselves encoded by a code; false if f has an error then.
func (f *decompressor) readLengths(lengths []int) bool {
	for i := 0; i < len(lengths); {
		x, ok := f.symbol(&f.literals)
		if !ok {
			return false
		}
		if x < 16 {
			lengths[i] = x
			i++
			continue
		}
		value, times, extra := 0, 3, uint(3)
		switch x {
		case 16:
			if i == 0 {
				f.corrupt()
				return false
			}
			value, extra = lengths[i-1], 2
		case 18:
			times, extra = 11, 7
		}
		if !f.need(extra) {
			return false
		}
		if times += f.take(extra); i+times > len(lengths) {
			f.corrupt()
			return false
		}
		for range times {
			lengths[i] = value
			i++
		}
	}
	return true
}

// block decodes a block until the block ends, or the window is full and must be read.
func (f *decompressor) block() {
	f.step = (*decompressor).block
	for {
		if f.copyLen > 0 {
			f.copyMatch()
		} else if f.fast() {
			f.finishBlock()
			return
		} else {
			v, ok := f.symbol(f.lit)
			switch {
			case !ok:
				return
			case v == endOfBlock:
				f.finishBlock()
				return
			case v < endOfBlock:
				f.window[f.at] = byte(v)
				f.at++
			case !f.readMatch(v):
				return
			}
		}
		if f.at == len(f.window) {
			f.show()
			return
		}
	}
}

// readMatch reads the rest of a match, which copyMatch then copies; false if f has an error then.
func (f *decompressor) readMatch(v int) bool {
	length, extra := v-254, uint(0)
	switch {
	case v >= maxLiteral:
		f.corrupt()
		return false
	case v == maxLiteral-1:
		length = 258
	case v >= 265:
		extra = uint(v-261) / 4
		length = 3 + (4+(v-261)%4)<<extra
	}
	if !f.need(extra) {
		return false
	}
	length += f.take(extra)
	dist, ok := 0, true
	if f.dist != nil {
		dist, ok = f.symbol(f.dist)
	} else if ok = f.need(5); ok {
		dist = int(bits.Reverse8(uint8(f.take(5))) >> 3)
	}
	switch {
	case !ok:
		return false
	case dist >= maxDist:
		f.corrupt()
		return false
	case dist >= 4:
		extra := uint(dist-2) / 2
		if !f.need(extra) {
			return false
		}
		dist = 1<<(extra+1) + (dist&1)<<extra + f.take(extra)
	}
	if dist++; !f.whole && dist > f.at {
		f.corrupt()
		return false
	}
	f.copyLen, f.copyFar = length, dist
	return true
}

// copyMatch copies the match as far as the window has room.
func (f *decompressor) copyMatch() {
	for f.copyLen > 0 && f.at < len(f.window) {
		from := f.at - f.copyFar
		if from < 0 {
			from += len(f.window)
		}
		f.window[f.at] = f.window[from]
		f.at++
		f.copyLen--
	}
}

// fast lets inflate decode as far as that is possible without reading more input; it returns true
// if the block has ended.
func (f *decompressor) fast() bool {
	if f.at+258 > len(f.window) {
		return false
	}
	input := f.peek()
	if len(input) < 8 {
		return false
	}
	state, whole := &f.state, uint64(0)
	if f.whole {
		whole = 1
	}
	*state = [7]uint64{uint64(f.b), uint64(f.nb), uint64(f.lit.linkMask), 0, uint64(f.at), whole, 0}
	var distances []uint32
	if f.dist != nil {
		distances, state[3] = f.dist.table, uint64(f.dist.linkMask)
	}
	ended := inflate(state[:], f.lit.table, distances, f.window, input)
	f.b, f.nb, f.at = uint32(state[0]), uint(state[1]), int(state[4])
	f.skip(int(state[6]))
	return ended
}

// peek returns buffered bytes of the input without consuming them; none if it does not know the reader's type.
func (f *decompressor) peek() []byte {
	switch r := f.r.(type) {
	case *bufio.Reader:
		b, _ := r.Peek(r.Buffered())
		return b
	case *bytes.Buffer:
		return r.Bytes()
	case *bytes.Reader:
		return f.peekAt(r, r.Size()-int64(r.Len()))
	case *strings.Reader:
		return f.peekAt(r, r.Size()-int64(r.Len()))
	}
	return nil
}

func (f *decompressor) peekAt(r io.ReaderAt, at int64) []byte {
	if f.scratch == nil {
		f.scratch = make([]byte, 4096)
	}
	n, _ := r.ReadAt(f.scratch, at)
	return f.scratch[:n]
}

// skip consumes n bytes that peek has returned.
func (f *decompressor) skip(n int) {
	f.offset += int64(n)
	switch r := f.r.(type) {
	case *bufio.Reader:
		r.Discard(n)
	case *bytes.Buffer:
		r.Next(n)
	case io.Seeker:
		r.Seek(int64(n), io.SeekCurrent)
	}
}

// storedBlock begins to read a block that is not compressed.
func (f *decompressor) storedBlock() {
	f.nb, f.b = 0, 0
	var header [4]byte
	n, err := io.ReadFull(f.r, header[:])
	f.offset += int64(n)
	if err != nil {
		f.err = noEOF(err)
		return
	}
	length := uint16(header[0]) | uint16(header[1])<<8
	if length != ^(uint16(header[2]) | uint16(header[3])<<8) {
		f.corrupt()
		return
	}
	if length == 0 {
		f.show()
		f.finishBlock()
		return
	}
	f.copyLen = int(length)
	f.stored()
}

// stored copies the block until the block ends, or the window is full and must be read.
func (f *decompressor) stored() {
	to := f.window[f.at:]
	n, err := io.ReadFull(f.r, to[:min(len(to), f.copyLen)])
	f.offset += int64(n)
	f.copyLen -= n
	f.at += n
	switch {
	case err != nil:
		f.err = noEOF(err)
	case f.at == len(f.window) || f.copyLen > 0:
		f.show()
		f.step = (*decompressor).stored
	default:
		f.finishBlock()
	}
}

func (f *decompressor) finishBlock() {
	if f.final {
		if f.at > f.shown {
			f.show()
		}
		f.err = io.EOF
	}
	f.step = (*decompressor).nextBlock
}
