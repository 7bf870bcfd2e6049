package http2

import "errors"

// Errors of compressed headers. All of them end the connection, since the tables of the two sides differ from there on.
var (
	errIndex       = errors.New("hpack: invalid index")
	errInteger     = errors.New("hpack: integer overflow")
	errTableUpdate = errors.New("hpack: invalid update of the dynamic table's size")
	errCutOff      = errors.New("hpack: header block ends inside a field")
)

// errMore says that a field goes on in the next part of the header block.
var errMore = errors.New("hpack: need more data")

// A Decoder decompresses headers.
type Decoder struct {
	table   dynamicTable
	allowed uint32 // how large the encoder may make the table
	longest int    // how many bytes a string may have, 0: any number
	rest    []byte // the beginning of a field that goes on in the next part
	inside  bool   // a field of the header block was read
	buf     []byte
}

// NewDecoder returns a decoder whose table may have tableSize bytes, and strings longest bytes (0: any number).
func NewDecoder(tableSize uint32, longest int) *Decoder {
	return &Decoder{table: dynamicTable{maxSize: tableSize}, allowed: tableSize, longest: longest}
}

// Write decodes a part of a header block and calls emit with each field that ends in it.
func (d *Decoder) Write(p []byte, emit func(Field)) error {
	if len(d.rest) > 0 {
		p = append(d.rest, p...)
		d.rest = nil
	}
	for len(p) > 0 {
		after, err := d.field(p, emit)
		if err == errMore {
			d.rest = append([]byte(nil), p...)
			return nil
		}
		if err != nil {
			return err
		}
		p, d.inside = after, true
	}
	return nil
}

// Close ends a header block.
func (d *Decoder) Close() error {
	cut := len(d.rest) > 0
	d.rest, d.inside = nil, false
	if cut {
		return errCutOff
	}
	return nil
}

// field decodes the field, or the update of the table, at the beginning of p; it returns what follows.
func (d *Decoder) field(p []byte, emit func(Field)) (after []byte, err error) {
	var n uint64
	switch b := p[0]; {
	case b&0x80 != 0:
		if n, p, err = integer(p, 7); err != nil {
			return nil, err
		}
		f, ok := d.at(n)
		if !ok {
			return nil, errIndex
		}
		emit(f)
		return p, nil
	case b&0x40 != 0:
		f, p, err := d.literal(p, 6)
		if err == nil {
			d.table.add(f)
			emit(f)
		}
		return p, err
	case b&0x20 != 0:
		return d.update(p)
	default:
		f, p, err := d.literal(p, 4)
		if err == nil {
			f.Sensitive = b&0x10 != 0
			emit(f)
		}
		return p, err
	}
}

func (d *Decoder) at(index uint64) (Field, bool) {
	if index == 0 {
		return Field{}, false
	}
	if index <= uint64(len(staticTable)) {
		return staticTable[index-1], true
	}
	return d.table.at(index)
}

// update changes the size of the table, which may only happen where a header block begins. An empty table has nothing
// to lose: there it may happen everywhere.
func (d *Decoder) update(p []byte) (after []byte, err error) {
	if d.inside && d.table.size > 0 {
		return nil, errTableUpdate
	}
	n, p, err := integer(p, 5)
	if err != nil {
		return nil, err
	}
	if n > uint64(d.allowed) {
		return nil, errTableUpdate
	}
	d.table.resize(uint32(n))
	return p, nil
}

// literal decodes a field that stands there with its value; its name may be that of a field of the tables. Both strings
// have to be there before either is decoded.
func (d *Decoder) literal(p []byte, bits uint) (f Field, after []byte, err error) {
	n, p, err := integer(p, bits)
	if err != nil {
		return f, nil, err
	}
	var name, value rawString
	if n > 0 {
		named, ok := d.at(n)
		if !ok {
			return f, nil, errIndex
		}
		f.Name = named.Name
	} else if name, p, err = d.raw(p); err != nil {
		return f, nil, err
	}
	if value, p, err = d.raw(p); err != nil {
		return f, nil, err
	}
	if n == 0 {
		if f.Name, err = d.text(name); err != nil {
			return f, nil, err
		}
	}
	f.Value, err = d.text(value)
	return f, p, err
}

// A rawString is a string as it was sent, perhaps in Huffman's code.
type rawString struct {
	bytes []byte
	coded bool
}

func (d *Decoder) raw(p []byte) (s rawString, after []byte, err error) {
	if len(p) == 0 {
		return s, nil, errMore
	}
	s.coded = p[0]&0x80 != 0
	n, p, err := integer(p, 7)
	switch {
	case err != nil:
		return s, nil, err
	case d.longest > 0 && n > uint64(d.longest):
		return s, nil, errStringLength
	case n > uint64(len(p)):
		return s, nil, errMore
	}
	s.bytes = p[:n]
	return s, p[n:], nil
}

func (d *Decoder) text(s rawString) (string, error) {
	if !s.coded {
		return string(s.bytes), nil
	}
	var err error
	d.buf, err = decodeHuffman(d.buf[:0], s.bytes, d.longest)
	return string(d.buf), err
}

// integer decodes a number that begins with the low bits of the first byte (RFC 7541, 5.1).
func integer(p []byte, bits uint) (n uint64, after []byte, err error) {
	full := uint64(1)<<bits - 1
	if len(p) == 0 {
		return 0, nil, errMore
	}
	if n = uint64(p[0]) & full; n < full {
		return n, p[1:], nil
	}
	shift := uint(0)
	for i, b := range p[1:] {
		n += uint64(b&0x7f) << shift
		if b&0x80 == 0 {
			return n, p[i+2:], nil
		}
		if shift += 7; shift >= 63 {
			return 0, nil, errInteger
		}
	}
	return 0, nil, errMore
}
