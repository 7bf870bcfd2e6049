package http2

// initialTableSize is the size of the dynamic tables unless the decoder's side sets another one.
const initialTableSize = 4096

// An Encoder compresses headers.
type Encoder struct {
	table   dynamicTable
	limit   uint32 // of the table, on this side
	lowest  uint32 // the smallest size that the table had since it was last announced
	resized bool   // a change of the size is to be announced
	byName  map[string]uint64
	byField map[Field]uint64
}

// NewEncoder returns an encoder with a table of 4096 bytes.
func NewEncoder() *Encoder {
	return &Encoder{
		table: dynamicTable{maxSize: initialTableSize}, limit: initialTableSize,
		byName: map[string]uint64{}, byField: map[Field]uint64{},
	}
}

// SetTableSize sets the size of the table, which the peer has allowed; it becomes no larger than the limit.
func (e *Encoder) SetTableSize(n uint32) {
	n = min(n, e.limit)
	if !e.resized {
		e.lowest = n
	}
	e.lowest, e.resized = min(e.lowest, n), true
	e.resize(n)
}

// LimitTableSize sets how large the table may become, whatever the peer allows.
func (e *Encoder) LimitTableSize(n uint32) {
	e.limit = n
	if e.table.maxSize > n {
		e.SetTableSize(n)
	}
}

func (e *Encoder) resize(n uint32) {
	e.table.resize(n)
	e.sweep()
}

// sweep forgets fields that the table no longer has, once they are many.
func (e *Encoder) sweep() {
	if len(e.byField) <= 2*len(e.table.fields)+64 {
		return
	}
	for name, sequence := range e.byName {
		if sequence <= e.table.evicted {
			delete(e.byName, name)
		}
	}
	for field, sequence := range e.byField {
		if sequence <= e.table.evicted {
			delete(e.byField, field)
		}
	}
}

// Append appends the fields of one header.
func (e *Encoder) Append(dst []byte, fields []Field) []byte {
	if e.resized {
		e.resized = false
		if e.lowest < e.table.maxSize {
			dst = appendInteger(dst, 0x20, 5, uint64(e.lowest))
		}
		dst = appendInteger(dst, 0x20, 5, uint64(e.table.maxSize))
	}
	for _, f := range fields {
		dst = e.appendField(dst, f)
	}
	return dst
}

func (e *Encoder) appendField(dst []byte, f Field) []byte {
	index, whole := e.find(f)
	if whole {
		return appendInteger(dst, 0x80, 7, index)
	}
	switch {
	case f.Sensitive:
		dst = appendInteger(dst, 0x10, 4, index)
	case f.Size() <= e.table.maxSize:
		dst = appendInteger(dst, 0x40, 6, index)
		e.table.add(f)
		e.byName[f.Name] = e.table.sequence()
		e.byField[f] = e.table.sequence()
		e.sweep()
	default:
		dst = appendInteger(dst, 0, 4, index)
	}
	if index == 0 {
		dst = appendString(dst, f.Name)
	}
	return appendString(dst, f.Value)
}

// find returns the index of the field, or else of one with its name, or else 0. Of a sensitive field only the name
// counts: e.byField has no such fields.
func (e *Encoder) find(f Field) (index uint64, whole bool) {
	static := staticIndex[f.Name]
	for i := static; i > 0 && !f.Sensitive && staticTable[i-1].Name == f.Name; i-- {
		if staticTable[i-1].Value == f.Value {
			return uint64(i), true
		}
	}
	if sequence, ok := e.byField[f]; ok {
		if index := e.table.index(sequence); index > 0 {
			return index, true
		}
	}
	if static > 0 {
		return uint64(static), false
	}
	if sequence, ok := e.byName[f.Name]; ok {
		return e.table.index(sequence), false
	}
	return 0, false
}

// appendInteger appends a number whose first bits share a byte with a mark (RFC 7541, 5.1).
func appendInteger(dst []byte, mark byte, bits uint, n uint64) []byte {
	full := uint64(1)<<bits - 1
	if n < full {
		return append(dst, mark|byte(n))
	}
	dst = append(dst, mark|byte(full))
	for n -= full; n >= 0x80; n >>= 7 {
		dst = append(dst, byte(n)|0x80)
	}
	return append(dst, byte(n))
}

// appendString appends a string, in Huffman's code where that is shorter.
func appendString(dst []byte, s string) []byte {
	if n := huffmanLen(s); n < len(s) {
		return appendHuffman(appendInteger(dst, 0x80, 7, uint64(n)), s)
	}
	return append(appendInteger(dst, 0, 7, uint64(len(s))), s...)
}
