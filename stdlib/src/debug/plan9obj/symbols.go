package plan9obj

import (
	"bytes"
	"encoding/binary"
	"errors"
	"strings"
)

// The types of symbols whose names are paths: pairs of bytes are the numbers of symbols of type pathPart.
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
	var all []Sym
	parts := map[uint16]string{}
	for at := 0; at < len(data); {
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

// symbol reads the symbol at an offset, and returns where the next one is.
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
	if s.Type == path || s.Type == pathOther {
		n := pathLength(rest)
		if n < 0 {
			return s, 0, short
		}
		s.Name = pathName(rest[:n], parts)
		return s, at + n + 2, nil
	}
	n := bytes.IndexByte(rest, 0)
	if n < 0 {
		return s, 0, short
	}
	s.Name = string(rest[:n])
	if s.Type == pathPart {
		parts[uint16(s.Value)] = s.Name
	}
	return s, at + n + 1, nil
}

// pathLength returns the length of a path: it has a byte of its own, pairs, and a pair of zeros behind it.
func pathLength(b []byte) int {
	for n := 1; n+1 < len(b); n += 2 {
		if b[n] == 0 && b[n+1] == 0 {
			return n
		}
	}
	return -1
}

// pathName joins the parts of a path, up to one that has no symbol.
func pathName(b []byte, parts map[uint16]string) string {
	var name strings.Builder
	for i := 1; i+1 < len(b); i += 2 {
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
