// Package csv reads and writes comma-separated values in the format of RFC 4180.
package csv

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"unicode"
	"unicode/utf8"
)

// A ParseError says where the text is invalid; lines and columns count from 1, columns in bytes.
type ParseError struct {
	StartLine int
	Line      int
	Column    int
	Err       error
}

func (e *ParseError) Error() string {
	if e.Err == ErrFieldCount {
		return fmt.Sprintf("record on line %d: %v", e.Line, e.Err)
	}
	if e.StartLine != e.Line {
		return fmt.Sprintf("record on line %d; parse error on line %d, column %d: %v", e.StartLine, e.Line, e.Column, e.Err)
	}
	return fmt.Sprintf("parse error on line %d, column %d: %v", e.Line, e.Column, e.Err)
}

func (e *ParseError) Unwrap() error { return e.Err }

// The errors of reading.
var (
	ErrBareQuote     = errors.New("bare \" in non-quoted-field")
	ErrQuote         = errors.New("extraneous or missing \" in quoted-field")
	ErrFieldCount    = errors.New("wrong number of fields")
	ErrTrailingComma = errors.New("extra delimiter at end of line")

	errDelimiter = errors.New("csv: invalid field or comment delimiter")
)

func validDelimiter(r rune) bool {
	return r != 0 && r != '"' && r != '\r' && r != '\n' && utf8.ValidRune(r) && r != utf8.RuneError
}

// A Reader reads records.
type Reader struct {
	// Comma is the separator of fields.
	Comma rune
	// Comment, if not 0, begins lines that the Reader skips.
	Comment rune
	// FieldsPerRecord is how many fields each record must have: 0 for as many as the first has; negative for any number.
	FieldsPerRecord int
	// LazyQuotes allows quotes anywhere in a field.
	LazyQuotes bool
	// TrimLeadingSpace drops white space before fields.
	TrimLeadingSpace bool
	// ReuseRecord lets Read return the slice of its previous call again.
	ReuseRecord bool
	// TrailingComma has no effect.
	TrailingComma bool

	r      *bufio.Reader
	line   int
	offset int64
	text   []byte
	ends   []int
	places []place
	last   []string
}

type place struct{ line, column int }

// NewReader returns a reader of r.
func NewReader(r io.Reader) *Reader { return &Reader{Comma: ',', r: bufio.NewReader(r)} }

// Read reads one record; with ErrFieldCount it returns the record too.
func (r *Reader) Read() (record []string, err error) {
	if r.ReuseRecord {
		record, err = r.record(r.last)
		r.last = record
		return record, err
	}
	return r.record(nil)
}

// ReadAll reads all records.
func (r *Reader) ReadAll() (records [][]string, err error) {
	for {
		record, err := r.record(nil)
		if err == io.EOF {
			return records, nil
		}
		if err != nil {
			return nil, err
		}
		records = append(records, record)
	}
}

// FieldPos returns line and column of a field of the last record.
func (r *Reader) FieldPos(field int) (line, column int) {
	if field < 0 || field >= len(r.places) {
		panic("out of range index passed to FieldPos")
	}
	return r.places[field].line, r.places[field].column
}

// InputOffset returns the offset of the next record in bytes.
func (r *Reader) InputOffset() int64 { return r.offset }

var carriageReturn = []byte{'\r'}

// readLine returns a line, whose line break it converts to \n.
func (r *Reader) readLine() ([]byte, error) {
	line, err := r.r.ReadBytes('\n')
	n := len(line)
	r.offset += int64(n)
	r.line++
	switch {
	case err == nil && n > 1 && line[n-2] == '\r':
		line = append(line[:n-2], '\n')
	case err == io.EOF && n > 0:
		// The last line has no line break.
		line, err = bytes.TrimSuffix(line, carriageReturn), nil
	}
	return line, err
}

func breakLen(b []byte) int {
	if len(b) > 0 && b[len(b)-1] == '\n' {
		return 1
	}
	return 0
}

func (r *Reader) record(dst []string) ([]string, error) {
	if r.Comma == r.Comment || !validDelimiter(r.Comma) || r.Comment != 0 && !validDelimiter(r.Comment) {
		return nil, errDelimiter
	}
	var line []byte
	var readErr error
	for {
		line, readErr = r.readLine()
		if readErr != nil {
			break
		}
		if c, _ := utf8.DecodeRune(line); r.Comment != 0 && c == r.Comment {
			continue
		}
		if len(line) == breakLen(line) {
			continue
		}
		break
	}
	if readErr == io.EOF {
		return nil, readErr
	}
	first := r.line
	r.text, r.ends, r.places = r.text[:0], r.ends[:0], r.places[:0]
	err := r.fields(line, first, readErr)
	all := string(r.text)
	dst = dst[:0]
	from := 0
	for _, end := range r.ends {
		dst = append(dst, all[from:end])
		from = end
	}
	if dst == nil {
		dst = make([]string, 0)
	}
	switch {
	case r.FieldsPerRecord > 0:
		if len(dst) != r.FieldsPerRecord && err == nil {
			err = &ParseError{StartLine: first, Line: first, Column: 1, Err: ErrFieldCount}
		}
	case r.FieldsPerRecord == 0:
		r.FieldsPerRecord = len(dst)
	}
	return dst, err
}

// fields splits the record that begins with line into fields.
func (r *Reader) fields(line []byte, first int, readErr error) error {
	at := place{r.line, 1}
	comma := utf8.RuneLen(r.Comma)
	for {
		if r.TrimLeadingSpace {
			rest := bytes.TrimLeftFunc(line, unicode.IsSpace)
			at.column += len(line) - len(rest)
			if len(rest) == 0 {
				at.column -= breakLen(line)
			}
			line = rest
		}
		if len(line) == 0 || line[0] != '"' {
			i := bytes.IndexRune(line, r.Comma)
			field := line[:len(line)-breakLen(line)]
			if i >= 0 {
				field = line[:i]
			}
			if j := bytes.IndexByte(field, '"'); j >= 0 && !r.LazyQuotes {
				return &ParseError{StartLine: first, Line: r.line, Column: at.column + j, Err: ErrBareQuote}
			}
			r.text = append(r.text, field...)
			r.ends = append(r.ends, len(r.text))
			r.places = append(r.places, at)
			if i < 0 {
				break
			}
			line = line[i+comma:]
			at.column += i + comma
			continue
		}
		start := at
		line = line[1:]
		at.column++
		more, err := r.quoted(&line, &at, first, start, &readErr)
		if err != nil {
			return err
		}
		if !more {
			break
		}
	}
	return readErr
}

// quoted reads a field after its opening quote; more says that another field follows.
func (r *Reader) quoted(rest *[]byte, at *place, first int, start place, readErr *error) (more bool, err error) {
	comma := utf8.RuneLen(r.Comma)
	end := func() {
		r.ends = append(r.ends, len(r.text))
		r.places = append(r.places, start)
	}
	for {
		line := *rest
		i := bytes.IndexByte(line, '"')
		switch {
		case i >= 0:
			r.text = append(r.text, line[:i]...)
			line = line[i+1:]
			at.column += i + 1
			c, _ := utf8.DecodeRune(line)
			switch {
			case len(line) > 0 && c == '"':
				r.text = append(r.text, '"')
				line = line[1:]
				at.column++
			case len(line) > 0 && c == r.Comma:
				*rest = line[comma:]
				at.column += comma
				end()
				return true, nil
			case len(line) == breakLen(line):
				end()
				return false, nil
			case r.LazyQuotes:
				r.text = append(r.text, '"')
			default:
				return false, &ParseError{StartLine: first, Line: r.line, Column: at.column - 1, Err: ErrQuote}
			}
			*rest = line
		case len(line) > 0:
			r.text = append(r.text, line...)
			if *readErr != nil {
				return false, *readErr
			}
			at.column += len(line)
			*rest, *readErr = r.readLine()
			if len(*rest) > 0 {
				at.line++
				at.column = 1
			}
			if *readErr == io.EOF {
				*readErr = nil
			}
		default:
			if !r.LazyQuotes && *readErr == nil {
				return false, &ParseError{StartLine: first, Line: at.line, Column: at.column, Err: ErrQuote}
			}
			end()
			return false, nil
		}
	}
}
