// Package gosym reads the tables of functions and lines in programs compiled by gc.
package gosym

import (
	"fmt"
	"strings"
)

// A Sym is a symbol.
type Sym struct {
	Value  uint64
	Type   byte
	Name   string
	GoType uint64
	// Func is the function, if the symbol is one.
	Func *Func

	colons bool // The compiler's own names begin with go: and type:, as since Go 1.20.
}

// Static reports whether the symbol is local to its file.
func (s *Sym) Static() bool { return s.Type >= 'a' }

// dots returns where the first and the last dot after the package path are, or -1 and -1. It skips dots in type arguments.
func (s *Sym) dots() (first, last int) {
	from, to := strings.IndexByte(s.Name, '['), strings.LastIndexByte(s.Name, ']')
	if from < 0 || to < from {
		from, to = len(s.Name), len(s.Name)
	}
	first, last = -1, -1
	for i := 0; i < len(s.Name); i++ {
		if i == from {
			i = to
			continue
		}
		switch c := s.Name[i]; {
		case c == '/':
			first, last = -1, -1
		case c == '.' && first < 0:
			first, last = i, i
		case c == '.':
			last = i
		}
	}
	return first, last
}

// PackageName returns the import path of the package, or "" for the compiler's own names.
func (s *Sym) PackageName() string {
	separator := "."
	if s.colons {
		separator = ":"
	}
	if strings.HasPrefix(s.Name, "go"+separator) || strings.HasPrefix(s.Name, "type"+separator) {
		return ""
	}
	if first, _ := s.dots(); first >= 0 {
		return s.Name[:first]
	}
	return ""
}

// ReceiverName returns the type of the receiver, or "" if there is none.
func (s *Sym) ReceiverName() string {
	first, last := s.dots()
	if first == last {
		return ""
	}
	return s.Name[first+1 : last]
}

// BaseName returns the name without package and receiver.
func (s *Sym) BaseName() string {
	_, last := s.dots()
	return s.Name[last+1:]
}

// A Func is a function.
type Func struct {
	Entry uint64
	*Sym
	End uint64
	// Params and Locals are nil since Go 1.3.
	Params, Locals []*Sym
	FrameSize      int
	LineTable      *LineTable
	Obj            *Obj
}

// An Obj is a collection of functions. Since Go 1.2 a program has one.
type Obj struct {
	Funcs []Func
	// Paths are the sources; nil since Go 1.2.
	Paths []Sym
}

// UnknownFileError is the name of a file that is not in the tables.
type UnknownFileError string

func (e UnknownFileError) Error() string { return "unknown file: " + string(e) }

// UnknownLineError is the number of a line without code.
type UnknownLineError struct {
	File string
	Line int
}

func (e *UnknownLineError) Error() string { return fmt.Sprintf("no code at %s:%d", e.File, e.Line) }

// DecodingError says where a symbol table is invalid.
type DecodingError struct {
	offset int
	text   string
	value  any
}

func (e *DecodingError) Error() string {
	value := ""
	if e.value != nil {
		value = fmt.Sprintf(" '%v'", e.value)
	}
	return fmt.Sprintf("%s%s at byte %#x", e.text, value, e.offset)
}
