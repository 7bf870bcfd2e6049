package plan9obj

import (
	"bytes"
	"encoding/binary"
	"errors"
	"strings"
)

// The types of symbols whose names are paths: each pair of bytes is the number of a symbol of type pathPart.
const (
	pathPart  = 'f'
	path      = 'z'
	pathOther = 'Z'
)

// Symbols returns the symbol table.
func (f *File) Symbols() ([]Sym, error) {
	section := f.Section("syms")
	if section == nil {
		return nil, ErrNoSymbols
	}
	data, err := section.Data()
	if err != nil {
		return nil, errNoTable
	}
	all := []Sym{}
	parts := map[uint16]string{}
	for at := 0; len(data)-at >= 4; { // Fewer bytes are padding.
		s, next, err := f.symbol(data, at, parts)
		if err != nil {
			return nil, err
		}
		all = append(all, s)
		at = next
	}
	return all, nil
}

var errNoTable = errors.New("cannot load symbol section")

// symbol reads the symbol at an offset, and returns the offset of the next one.
func (f *File) symbol(data []byte, at int, parts map[uint16]string) (s Sym, next int, err error) {
	short := &formatError{len(data), "unexpected EOF", nil}
	if len(data)-at < f.PtrSize+1 {
		return s, 0, short
	}
	if f.PtrSize == 8 {
		s.Value = binary.BigEndian.Uint64(data[at:])
	} else {
		s.Value = uint64(binary.BigEndian.Uint32(data[at:]))
	}
	at += f.PtrSize
	s.Type = rune(data[at] &^ 0x80)
	at++
	rest := data[at:]
	end := bytes.IndexByte(rest, 0)
	if end < 0 {
		// as in Go, where the end of the table may end the last name
		s.Name = string(rest)
		return s, len(data), nil
	}
	if s.Type == path || s.Type == pathOther {
		pairs := rest[end+1:]
		n := pathLength(pairs)
		s.Name = pathName(pairs[:n], parts)
		return s, at + end + 1 + n + min(2, len(pairs)-n), nil
	}
	s.Name = string(rest[:end])
	if s.Type == pathPart {
		parts[uint16(s.Value)] = s.Name
	}
	return s, at + end + 1, nil
}

// pathLength returns the length of the pairs of a path; a pair of zeros ends them or, as in Go, the end of the table.
func pathLength(b []byte) int {
	n := 0
	for n+1 < len(b) && (b[n] != 0 || b[n+1] != 0) {
		n += 2
	}
	return n
}

// pathName joins the parts of a path, up to a number without a symbol.
func pathName(b []byte, parts map[uint16]string) string {
	var name strings.Builder
	for i := 0; i+1 < len(b); i += 2 {
		part, ok := parts[binary.BigEndian.Uint16(b[i:])]
		if !ok {
			break
		}
		if name.Len() > 0 && !strings.HasSuffix(name.String(), "/") {
			name.WriteByte('/')
		}
		name.WriteString(part)
	}
	return name.String()
}
