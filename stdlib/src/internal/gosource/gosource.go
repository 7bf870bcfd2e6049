// Package gosource formats Go source: files, and lists of declarations or statements.
package gosource

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/printer"
	"go/token"
	"strings"
)

// Standard is gofmt's format. The flag 1<<30 makes the letters in numbers
// lower-case.
var Standard = printer.Config{Mode: printer.UseSpaces | printer.TabIndent | 1<<30, Tabwidth: 8}

// A Source is a source file, or a fragment of one.
type Source struct {
	Tree *ast.File
	set  *token.FileSet
	text []byte
	// The text before and after the fragment in the formatted text of Tree; "" for a file.
	before, after string
	nested        bool // whether the fragment is in a function
}

// The texts that complete a fragment to a file; they contain no newline, so that errors have
// the right line numbers.
const (
	clause   = "package p;"
	function = "package p; func _() {"
)

// Read parses a file; if part is set, also declarations or statements.
func Read(set *token.FileSet, name string, text []byte, mode parser.Mode, part bool) (*Source, error) {
	s := &Source{set: set, text: text}
	var err error
	if s.Tree, err = parser.ParseFile(set, name, text, mode); err == nil || !part || !strings.Contains(err.Error(), "expected 'package'") {
		return s, err
	}
	s.before = "package p\n"
	if s.Tree, err = parser.ParseFile(set, name, clause+string(text), mode); err == nil || !strings.Contains(err.Error(), "expected declaration") {
		return s, err
	}
	s.before, s.after, s.nested = "package p\n\nfunc _() {", "}\n", true
	// Comments at the end belong before the empty line, not after the brace.
	s.Tree, err = parser.ParseFile(set, name, function+string(text)+"\n\n}", mode)
	return s, err
}

// IsFile reports whether the source is whole.
func (s *Source) IsFile() bool { return s.before == "" }

// Form returns the formatted text. A fragment keeps the white space around it and the indentation of its first line.
func (s *Source) Form(config printer.Config) ([]byte, error) {
	if s.IsFile() {
		return s.print(config)
	}
	core := bytes.TrimLeft(s.text, " \t\r\n")
	lead := s.text[:len(s.text)-len(core)]
	line := bytes.LastIndexByte(lead, '\n') + 1
	config.Indent = bytes.Count(lead[line:], []byte{'\t'})
	if config.Indent == 0 && bytes.IndexByte(lead[line:], ' ') >= 0 {
		config.Indent = 1
	}
	out := append([]byte(nil), lead[:line]...)
	out = append(out, strings.Repeat("\t", config.Indent)...)
	tabs := config.Indent // indentation of the lines added around the fragment
	if s.nested {
		config.Indent--
		tabs = 2 * max(config.Indent, 0)
	}
	formed, err := s.print(config)
	if err != nil {
		return nil, err
	}
	formed = formed[tabs+len(s.before):]
	formed = bytes.TrimSpace(formed[:len(formed)-len(s.after)])
	if len(formed) == 0 {
		// The text consists of blanks.
		return s.text, nil
	}
	out = append(out, formed...)
	return append(out, core[len(bytes.TrimRight(core, " \t\r\n")):]...), nil
}

func (s *Source) print(config printer.Config) ([]byte, error) {
	var b bytes.Buffer
	err := config.Fprint(&b, s.set, s.Tree)
	return b.Bytes(), err
}
