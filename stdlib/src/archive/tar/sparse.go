package tar

import (
	"io"
	"math"
	"strconv"
	"strings"
)

// PAX records of files with holes.
const (
	sparseCount    = "GNU.sparse.numblocks"
	sparseOffset   = "GNU.sparse.offset"
	sparseLength   = "GNU.sparse.numbytes"
	sparseMap      = "GNU.sparse.map"
	sparseName     = "GNU.sparse.name"
	sparseMajor    = "GNU.sparse.major"
	sparseMinor    = "GNU.sparse.minor"
	sparseSize     = "GNU.sparse.size"
	sparseRealSize = "GNU.sparse.realsize"

	maxParts = 1 << 20
)

// part is a part of a file: data or a hole.
type part struct{ at, length int64 }

func (p part) end() int64 { return p.at + p.length }

func addPart(parts []part, at, length int64) ([]part, error) {
	if len(parts) >= maxParts {
		return nil, errTooManyHoles
	}
	return append(parts, part{at, length}), nil
}

// validParts reports whether parts lie in order within the size, and do not overlap.
func validParts(parts []part, size int64) bool {
	if size < 0 {
		return false
	}
	before := int64(0)
	for _, p := range parts {
		if p.at < 0 || p.length < 0 || p.at > math.MaxInt64-p.length || p.end() > size || before > p.at {
			return false
		}
		before = p.end()
	}
	return true
}

// holesBetween returns the holes between parts of data, the last one also if it is empty.
func holesBetween(parts []part, size int64) (holes []part) {
	at := int64(0)
	for _, p := range parts {
		if p.length == 0 {
			continue
		}
		if p.at > at {
			holes = append(holes, part{at, p.at - at})
		}
		at = p.end()
	}
	return append(holes, part{at, size - at})
}

// beginSparse prepares the reader for the contents of a file with holes, if the entry is one.
func (tr *Reader) beginSparse(h *Header) (err error) {
	var parts []part
	if h.Typeflag == TypeGNUSparse {
		parts, err = tr.readOldParts(h)
	} else {
		parts, err = tr.readPAXParts(h)
	}
	if err != nil || parts == nil {
		return err
	}
	if hasNoData(h.Typeflag) || !validParts(parts, h.Size) {
		return ErrHeader
	}
	tr.entry = &sparseContents{tr.entry, holesBetween(parts, h.Size), 0}
	return nil
}

// readPAXParts reads the parts of data in any of the three PAX forms; nil if the entry has none.
func (tr *Reader) readPAXParts(h *Header) ([]part, error) {
	records := h.PAXRecords
	major, minor := records[sparseMajor], records[sparseMinor]
	inData := major == "1" && minor == "0"
	inRecords := major == "0" && (minor == "0" || minor == "1") || major == "" && minor == "" && records[sparseMap] != ""
	if !inData && !inRecords {
		return nil, nil
	}
	h.Format &= FormatPAX
	if name := records[sparseName]; name != "" {
		h.Name = name
	}
	size := records[sparseSize]
	if size == "" {
		size = records[sparseRealSize]
	}
	if size != "" {
		n, err := strconv.ParseInt(size, 10, 64)
		if err != nil {
			return nil, ErrHeader
		}
		h.Size = n
	}
	if inData {
		return readPartsOfData(tr.entry)
	}
	return readPartsOfRecords(records)
}

// readOldParts reads the parts in GNU's old form: from the header, and from blocks after it.
func (tr *Reader) readOldParts(h *Header) ([]part, error) {
	b := &tr.block
	if b.format() != FormatGNU {
		return nil, ErrHeader
	}
	h.Format &= FormatGNU
	var p parser
	h.Size = p.number(b.realSize())
	if p.err != nil {
		return nil, p.err
	}
	field, parts := b.sparseGNU(), []part{}
	for total := len(field); total < maxSpecial; total += len(field) {
		n := len(field) / 24
		for i := range n {
			entry := field[24*i:]
			if entry[0] == 0 {
				break
			}
			at, length := p.number(entry[:12]), p.number(entry[12:24])
			if p.err != nil {
				return nil, p.err
			}
			var err error
			if parts, err = addPart(parts, at, length); err != nil {
				return nil, err
			}
		}
		if field[24*n] == 0 {
			return parts, nil
		}
		if err := mustRead(tr.r, b[:]); err != nil {
			return nil, err
		}
		field = b[:]
	}
	return nil, errTooManyHoles
}

// mustRead fills b; the end of r before that is an error.
func mustRead(r io.Reader, b []byte) error {
	_, err := readAll(r, b)
	if err == io.EOF {
		err = io.ErrUnexpectedEOF
	}
	return err
}

// partsOf makes parts of pairs of numbers: offset and length.
func partsOf(numbers []string) ([]part, error) {
	parts := []part{}
	for i := 0; i+1 < len(numbers); i += 2 {
		at, err1 := strconv.ParseInt(numbers[i], 10, 64)
		length, err2 := strconv.ParseInt(numbers[i+1], 10, 64)
		if err1 != nil || err2 != nil {
			return nil, ErrHeader
		}
		var err error
		if parts, err = addPart(parts, at, length); err != nil {
			return nil, err
		}
	}
	return parts, nil
}

// countOf parses the number of parts.
func countOf(s string) (int, error) {
	n, err := strconv.ParseInt(s, 10, 0)
	if err != nil || n < 0 || 2*n < n {
		return 0, ErrHeader
	}
	return int(n), nil
}

// readPartsOfData reads the parts that stand before the data, in lines: how many, and where each begins and its length.
func readPartsOfData(r io.Reader) ([]part, error) {
	var data strings.Builder
	lines, want := 0, 1
	for lines < want {
		if data.Len()+blockSize > maxSpecial {
			return nil, errTooManyHoles
		}
		var b block
		if err := mustRead(r, b[:]); err != nil {
			return nil, err
		}
		data.Write(b[:])
		lines += strings.Count(string(b[:]), "\n")
		if want == 1 && lines > 0 {
			first, _, _ := strings.Cut(data.String(), "\n")
			n, err := countOf(first)
			if err != nil {
				return nil, err
			}
			want += 2 * n
		}
	}
	return partsOf(strings.Split(data.String(), "\n")[1:want])
}

// readPartsOfRecords reads the parts from a record that separates them by commas.
func readPartsOfRecords(records map[string]string) ([]part, error) {
	n, err := countOf(records[sparseCount])
	if err != nil {
		return nil, err
	}
	var numbers []string
	if all := records[sparseMap]; all != "" {
		numbers = strings.Split(all, ",")
	}
	if len(numbers) != 2*n {
		return nil, ErrHeader
	}
	return partsOf(numbers)
}

// sparseContents are the contents of a file with holes. There is always a hole; the last one may be empty.
type sparseContents struct {
	contents
	holes []part
	at    int64
}

func (s *sparseContents) Read(b []byte) (n int, err error) {
	size := s.holes[len(s.holes)-1].end()
	ends := int64(len(b)) >= size-s.at
	if ends {
		b = b[:size-s.at]
	}
	for n < len(b) && err == nil {
		var more int
		rest, hole := b[n:], s.holes[0]
		if s.at < hole.at {
			more, err = readAll(s.contents, rest[:min(int64(len(rest)), hole.at-s.at)])
		} else {
			more = int(min(int64(len(rest)), hole.end()-s.at))
			clear(rest[:more])
		}
		n += more
		s.at += int64(more)
		if s.at >= hole.end() && len(s.holes) > 1 {
			s.holes = s.holes[1:]
		}
	}
	switch {
	case err == io.EOF:
		err = errMissingData
	case err == nil && s.at == size && s.data() > 0:
		err = errSuperfluous
	case err == nil && ends:
		err = io.EOF
	}
	return n, err
}
