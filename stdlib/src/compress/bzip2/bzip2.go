// Package bzip2 decompresses bzip2 files.
package bzip2

import (
	"bufio"
	"io"
)

// A StructuralError says what is wrong with the data.
type StructuralError string

func (s StructuralError) Error() string { return "bzip2 data invalid: " + string(s) }

const (
	fileMagic  = 0x425a
	blockMagic = 0x314159265359
	endMagic   = 0x177245385090
	// groupSize is how many symbols are decoded with one code.
	groupSize = 50
)

// bitReader reads bits, the highest of a byte first. After the first error, the error is kept and all
// further bits are 0.
type bitReader struct {
	r     io.ByteReader
	bits  uint64
	count uint
	ended error // the error that ended the input
	err   error
}

// fill reads input until n bits are buffered, or until its end.
func (b *bitReader) fill(n uint) {
	for b.count < n && b.ended == nil {
		c, err := b.r.ReadByte()
		if err != nil {
			if err == io.EOF {
				err = io.ErrUnexpectedEOF
			}
			b.ended = err
			return
		}
		b.bits = b.bits<<8 | uint64(c)
		b.count += 8
	}
}

func (b *bitReader) read(n uint) uint64 {
	if b.fill(n); b.count < n {
		b.err = b.ended
		return 0
	}
	b.count -= n
	return b.bits >> b.count & (1<<n - 1)
}

type reader struct {
	bits    bitReader
	begun   bool
	done    bool
	fileSum uint32
	size    int // the largest size of a block

	// A block is a permutation of its bytes: an entry's low byte, and above it the number of the next entry.
	entries []uint32
	left    int    // entries that have not been read
	next    uint32 // index of the next entry to be read
	last    int    // the byte before; -1 after a repetition count
	run     int    // how often the byte last has come in a row
	repeats int    // how often the byte last is still to be repeated

	blockSum, wantSum uint32
}

// NewReader returns a reader of the decompressed data of r. It may read more of r than the data needs, unless r has
// ReadByte.
func NewReader(r io.Reader) io.Reader {
	from, ok := r.(io.ByteReader)
	if !ok {
		from = bufio.NewReader(r)
	}
	return &reader{bits: bitReader{r: from}}
}

func (z *reader) Read(buf []byte) (n int, err error) {
	if z.done {
		return 0, io.EOF
	}
	if !z.begun {
		if z.bits.read(16) != fileMagic {
			err = StructuralError("bad magic value")
		} else {
			err = z.begin()
		}
		if z.bits.err != nil {
			err = z.bits.err
		}
		if err != nil {
			return 0, err
		}
		z.begun = true
	}
	n, err = z.read(buf)
	if z.bits.err != nil {
		err = z.bits.err
	}
	return n, err
}

// begin reads a file's header after its magic number.
func (z *reader) begin() error {
	if z.bits.read(8) != 'h' {
		return StructuralError("non-Huffman entropy encoding")
	}
	level := int(z.bits.read(8))
	if level < '1' || level > '9' {
		return StructuralError("invalid compression level")
	}
	z.fileSum, z.size = 0, 100000*(level-'0')
	return nil
}

func (z *reader) read(buf []byte) (int, error) {
	for {
		n := z.readBlock(buf)
		if n > 0 || len(buf) == 0 {
			z.blockSum = sum(z.blockSum, buf[:n])
			return n, nil
		}
		if z.blockSum != z.wantSum {
			z.bits.err = StructuralError("block checksum mismatch")
			return 0, z.bits.err
		}
		var err error
		switch z.bits.read(48) {
		case blockMagic:
			if err = z.decodeBlock(); err == nil {
				err = z.bits.err
			}
		case endMagic:
			err = z.endFile()
		default:
			err = StructuralError("bad magic value found")
		}
		if err != nil {
			return 0, err
		}
	}
}

// endFile checks the end of a file, and reads the header of another file that follows.
func (z *reader) endFile() error {
	want := uint32(z.bits.read(32))
	if z.bits.err != nil {
		return z.bits.err
	}
	if z.fileSum != want {
		z.bits.err = StructuralError("file checksum mismatch")
		return z.bits.err
	}
	z.bits.read(z.bits.count % 8)
	first, err := z.bits.r.ReadByte()
	if err == io.EOF {
		z.done = true
	}
	if err != nil {
		z.bits.err = err
		return err
	}
	second, err := z.bits.r.ReadByte()
	if err != nil {
		if err == io.EOF {
			err = io.ErrUnexpectedEOF
		}
		z.bits.err = err
		return err
	}
	if first != 'B' || second != 'Z' {
		return StructuralError("bad magic value in continuation file")
	}
	return z.begin()
}

// readBlock reads the rest of a block: four equal bytes are followed by the number of further
// repetitions.
func (z *reader) readBlock(buf []byte) (n int) {
	for n < len(buf) {
		if z.repeats > 0 {
			buf[n] = byte(z.last)
			n++
			if z.repeats--; z.repeats == 0 {
				z.last = -1
			}
			continue
		}
		if z.left == 0 {
			break
		}
		entry := z.entries[z.next]
		z.next = entry >> 8
		z.left--
		b := int(entry & 0xff)
		if z.run == 3 {
			z.repeats, z.run = b, 0
			continue
		}
		if z.last == b {
			z.run++
		} else {
			z.run = 0
		}
		z.last = b
		buf[n] = byte(b)
		n++
	}
	return n
}

// decodeBlock reads a block up to its end.
func (z *reader) decodeBlock() error {
	z.wantSum, z.blockSum = uint32(z.bits.read(32)), 0
	z.fileSum = (z.fileSum<<1 | z.fileSum>>31) ^ z.wantSum
	if z.bits.read(1) != 0 {
		return StructuralError("deprecated randomized files")
	}
	origin := int(z.bits.read(24))
	symbols := z.readSymbols()
	if len(symbols) == 0 {
		return StructuralError("no symbols in input")
	}
	selectors, trees, err := z.readTrees(len(symbols) + 2)
	if err != nil {
		return err
	}
	counts, err := z.decodeSymbols(symbols, selectors, trees)
	if err != nil {
		return err
	}
	if origin >= len(z.entries) {
		return StructuralError("origPtr out of bounds")
	}
	z.invert(counts)
	z.left, z.next = len(z.entries), z.entries[origin]>>8
	z.last, z.run, z.repeats = -1, 0, 0
	return nil
}

// readSymbols reads the list of the byte values that occur in the block.
func (z *reader) readSymbols() (symbols []byte) {
	ranges := z.bits.read(16)
	for i := range 16 {
		if ranges>>(15-i)&1 == 0 {
			continue
		}
		present := z.bits.read(16)
		for j := range 16 {
			if present>>(15-j)&1 != 0 {
				symbols = append(symbols, byte(16*i+j))
			}
		}
	}
	return symbols
}

// toFront returns m[n] and moves it to the front.
func toFront(m []byte, n int) byte {
	b := m[n]
	copy(m[1:], m[:n])
	m[0] = b
	return b
}

// readTrees reads the codes of an alphabet, and the order in which they are used.
func (z *reader) readTrees(symbols int) (selectors []byte, trees []code, err error) {
	n := int(z.bits.read(3))
	if n < 2 || n > 6 {
		return nil, nil, StructuralError("invalid number of Huffman trees")
	}
	selectors = make([]byte, z.bits.read(15))
	order := []byte{0, 1, 2, 3, 4, 5}[:n]
	for i := range selectors {
		c := 0
		for z.bits.read(1) != 0 {
			c++
		}
		if c >= n {
			return nil, nil, StructuralError("tree index too large")
		}
		selectors[i] = toFront(order, c)
	}
	trees = make([]code, n)
	lengths := make([]int, symbols)
	for i := range trees {
		if err := z.readLengths(lengths); err != nil {
			return nil, nil, err
		}
		if trees[i], err = newCode(lengths); err != nil {
			return nil, nil, err
		}
	}
	if len(selectors) == 0 {
		return nil, nil, StructuralError("no tree selectors given")
	}
	return selectors, trees, nil
}

// readLengths reads the lengths of code words, each as its difference to the one before.
func (z *reader) readLengths(lengths []int) error {
	length := int(z.bits.read(5))
	for j := range lengths {
		for {
			if length < 1 || length > maxLength {
				return StructuralError("Huffman length out of range")
			}
			if z.bits.read(1) == 0 {
				break
			}
			if z.bits.read(1) != 0 {
				length--
			} else {
				length++
			}
		}
		lengths[j] = length
	}
	return nil
}

// decodeSymbols decodes the block's bytes, and counts each.
func (z *reader) decodeSymbols(symbols, selectors []byte, trees []code) (*[256]int, error) {
	if cap(z.entries) < z.size {
		z.entries = make([]uint32, 0, z.size)
	}
	out, counts := z.entries[:0], new([256]int)
	repeat, power := 0, 0
	for group, decoded := 0, 0; ; decoded++ {
		if decoded == groupSize {
			decoded = 0
			if group++; group >= len(selectors) {
				return nil, StructuralError("insufficient selector indices for number of symbols")
			}
		}
		v := trees[selectors[group]].decode(&z.bits)
		if v < 2 {
			// A repetition count in base 2 with the digits 1 and 2, the lowest first.
			if repeat == 0 {
				power = 1
			}
			repeat += power << v
			power <<= 1
			if repeat > 2*1024*1024 {
				return nil, StructuralError("repeat count too large")
			}
			continue
		}
		if repeat > z.size-len(out) {
			return nil, StructuralError("repeats past end of block")
		}
		for range repeat {
			out = append(out, uint32(symbols[0]))
		}
		counts[symbols[0]] += repeat
		repeat = 0
		if v == len(symbols)+1 {
			z.entries = out
			return counts, nil
		}
		if len(out) >= z.size {
			return nil, StructuralError("data exceeds block size")
		}
		b := toFront(symbols, v-1)
		counts[b]++
		out = append(out, uint32(b))
	}
}

// invert inverts the Burrows-Wheeler transform: each entry gets the number of the entry after it.
func (z *reader) invert(counts *[256]int) {
	at, start := 0, *counts
	for b, n := range counts {
		start[b] = at
		at += n
	}
	for i, entry := range z.entries {
		b := entry & 0xff
		z.entries[start[b]] |= uint32(i) << 8
		start[b]++
	}
}

// table is the table of the checksum, a CRC-32 with the highest bit first.
var table = func() (t [256]uint32) {
	for i := range t {
		crc := uint32(i) << 24
		for range 8 {
			crc = crc<<1 ^ crc>>31*0x04c11db7
		}
		t[i] = crc
	}
	return t
}()

func sum(crc uint32, b []byte) uint32 {
	crc = ^crc
	for _, c := range b {
		crc = table[byte(crc>>24)^c] ^ crc<<8
	}
	return ^crc
}
