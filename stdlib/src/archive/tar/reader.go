package tar

import (
	"internal/settings"
	"io"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// A Reader reads an archive, one entry after the other.
type Reader struct {
	r     io.Reader
	pad   int64
	entry contents
	block block
	err   error
}

// contents are the contents of an entry. data is the number of their bytes that the archive still has.
type contents interface {
	io.Reader
	data() int64
}

// NewReader returns a Reader of r.
func NewReader(r io.Reader) *Reader { return &Reader{r: r, entry: &plain{r, 0}} }

// Next goes to the next entry; io.EOF if there is none. If its name leaves the directory where it is extracted to, and
// $GODEBUG has tarinsecurepath=0, it returns the header and ErrInsecurePath.
func (tr *Reader) Next() (*Header, error) {
	if tr.err != nil {
		return nil, tr.err
	}
	h, err := tr.next()
	tr.err = err
	if err == nil && !filepath.IsLocal(h.Name) && strictPaths() {
		err = ErrInsecurePath
	}
	return h, err
}

// strictPaths reports whether $GODEBUG has tarinsecurepath=0.
func strictPaths() bool { return settings.Of("tarinsecurepath") == "0" }

// next reads the next entry, and the special entries before it that belong to it.
func (tr *Reader) next() (*Header, error) {
	var records map[string]string
	var longName, longLink string
	format := FormatUSTAR | FormatPAX | FormatGNU
	for {
		if err := tr.skip(); err != nil {
			return nil, err
		}
		h, err := tr.readHeader()
		if err != nil {
			return nil, err
		}
		if err := tr.begin(h); err != nil {
			return nil, err
		}
		format &= h.Format
		switch h.Typeflag {
		case TypeXHeader, TypeXGlobalHeader:
			format &= FormatPAX
			if records, err = readRecords(tr); err != nil {
				return nil, err
			}
			if h.Typeflag == TypeXGlobalHeader {
				h.take(records)
				return &Header{Name: h.Name, Typeflag: h.Typeflag, Xattrs: h.Xattrs, PAXRecords: h.PAXRecords, Format: format}, nil
			}
		case TypeGNULongName, TypeGNULongLink:
			format &= FormatGNU
			name, err := readSpecial(tr)
			if err != nil {
				return nil, err
			}
			if h.Typeflag == TypeGNULongName {
				longName = text(name)
			} else {
				longLink = text(name)
			}
		default:
			if err := h.take(records); err != nil {
				return nil, err
			}
			return tr.finish(h, format, longName, longLink)
		}
	}
}

// skip goes to the end of the present entry.
func (tr *Reader) skip() error {
	n := tr.entry.data()
	if s, ok := tr.r.(io.Seeker); ok && n > 1 {
		// Seek leaves the last byte to be read, because only a read shows whether it exists.
		if from, err := s.Seek(0, io.SeekCurrent); err == nil && from >= 0 {
			to, err := s.Seek(n-1, io.SeekCurrent)
			if to < 0 || err != nil {
				return err
			}
			n -= to - from
		}
	}
	if skipped, err := io.CopyN(io.Discard, tr.r, n); err != nil {
		if err == io.EOF && skipped < n {
			err = io.ErrUnexpectedEOF
		}
		return err
	}
	if _, err := readAll(tr.r, tr.block[:tr.pad]); err != nil {
		return err
	}
	tr.pad = 0
	return nil
}

// finish completes the header of an entry before Next returns it.
func (tr *Reader) finish(h *Header, format Format, longName, longLink string) (*Header, error) {
	if longName != "" {
		h.Name = longName
	}
	if longLink != "" {
		h.Linkname = longLink
	}
	if h.Typeflag == TypeRegA {
		h.Typeflag = TypeReg
		if strings.HasSuffix(h.Name, "/") {
			h.Typeflag = TypeDir
		}
	}
	if err := tr.begin(h); err != nil {
		return nil, err
	}
	if err := tr.beginSparse(h); err != nil {
		return nil, err
	}
	if format.has(FormatUSTAR) && format.has(FormatPAX) {
		format &= FormatUSTAR
	}
	h.Format = format
	return h, nil
}

// begin prepares the reader for the contents of an entry.
func (tr *Reader) begin(h *Header) error {
	n := h.Size
	if hasNoData(h.Typeflag) {
		n = 0
	}
	if n < 0 {
		return ErrHeader
	}
	tr.pad, tr.entry = padding(n), &plain{tr.r, n}
	return nil
}

// take sets the fields of the header from PAX records.
func (h *Header) take(records map[string]string) (err error) {
	integer := func(v string) int64 {
		var n int64
		n, err = strconv.ParseInt(v, 10, 64)
		return n
	}
	for k, v := range records {
		if v == "" {
			// The field of the header keeps its value.
			continue
		}
		switch k {
		case paxPath:
			h.Name = v
		case paxLinkpath:
			h.Linkname = v
		case paxUname:
			h.Uname = v
		case paxGname:
			h.Gname = v
		case paxUid:
			h.Uid = int(integer(v))
		case paxGid:
			h.Gid = int(integer(v))
		case paxSize:
			h.Size = integer(v)
		case paxMtime:
			h.ModTime, err = parseTime(v)
		case paxAtime:
			h.AccessTime, err = parseTime(v)
		case paxCtime:
			h.ChangeTime, err = parseTime(v)
		default:
			if name, ok := strings.CutPrefix(k, paxXattr); ok {
				if h.Xattrs == nil {
					h.Xattrs = make(map[string]string)
				}
				h.Xattrs[name] = v
			}
		}
		if err != nil {
			return ErrHeader
		}
	}
	h.PAXRecords = records
	return nil
}

func readSpecial(r io.Reader) ([]byte, error) {
	data, err := io.ReadAll(io.LimitReader(r, maxSpecial+1))
	if len(data) > maxSpecial {
		return nil, ErrFieldTooLong
	}
	return data, err
}

// readRecords reads PAX records. Records about the holes of a sparse file, which have the same keys, are
// joined into one.
func readRecords(r io.Reader) (map[string]string, error) {
	data, err := readSpecial(r)
	if err != nil {
		return nil, err
	}
	records := make(map[string]string)
	var holes []string
	for rest := string(data); rest != ""; {
		var key, value string
		if key, value, rest, err = cutRecord(rest); err != nil {
			return nil, ErrHeader
		}
		if key != sparseOffset && key != sparseLength {
			records[key] = value
			continue
		}
		if want := []string{sparseOffset, sparseLength}[len(holes)%2]; key != want || strings.Contains(value, ",") {
			return nil, ErrHeader
		}
		holes = append(holes, value)
	}
	if len(holes) > 0 {
		records[sparseMap] = strings.Join(holes, ",")
	}
	return records, nil
}

// readHeader reads a header; io.EOF at the archive's end, which is two blocks of zeros.
func (tr *Reader) readHeader() (*Header, error) {
	b := &tr.block
	if _, err := io.ReadFull(tr.r, b[:]); err != nil {
		return nil, err
	}
	if *b == (block{}) {
		if _, err := io.ReadFull(tr.r, b[:]); err != nil {
			return nil, err
		}
		if *b == (block{}) {
			return nil, io.EOF
		}
		return nil, ErrHeader
	}
	format := b.format()
	if format == FormatUnknown {
		return nil, ErrHeader
	}
	var p parser
	h := &Header{Typeflag: b[typeAt], Name: text(b.name()), Linkname: text(b.linkName())}
	h.Size, h.Mode = p.number(b.size()), p.number(b.mode())
	h.Uid, h.Gid = int(p.number(b.uid())), int(p.number(b.gid()))
	h.ModTime = time.Unix(p.number(b.modTime()), 0)
	if format > formatV7 {
		h.Uname, h.Gname = text(b.userName()), text(b.groupName())
		h.Devmajor, h.Devminor = p.number(b.devMajor()), p.number(b.devMinor())
		if prefix := b.readSpecific(h, format, &p); prefix != "" {
			h.Name = prefix + "/" + h.Name
		}
	}
	return h, p.err
}

// readSpecific reads the fields that only some formats have, and returns the name's prefix.
func (b *block) readSpecific(h *Header, format Format, p *parser) string {
	switch {
	case format.has(FormatUSTAR | FormatPAX):
		h.Format = format
		for _, c := range b {
			if c >= 0x80 {
				h.Format = FormatUnknown
			}
		}
		for _, field := range [][]byte{b.size(), b.mode(), b.uid(), b.gid(), b.modTime(), b.devMajor(), b.devMinor()} {
			if field[len(field)-1] != 0 {
				h.Format = FormatUnknown
			}
		}
		return text(b.prefixUSTAR())
	case format.has(formatSTAR):
		h.AccessTime = time.Unix(p.number(b.accessSTAR()), 0)
		h.ChangeTime = time.Unix(p.number(b.changeSTAR()), 0)
		return text(b.prefixSTAR())
	case format.has(FormatGNU):
		h.Format = format
		var times parser
		if field := b.accessGNU(); field[0] != 0 {
			h.AccessTime = time.Unix(times.number(field), 0)
		}
		if field := b.changeGNU(); field[0] != 0 {
			h.ChangeTime = time.Unix(times.number(field), 0)
		}
		if times.err != nil {
			// Old versions of Go wrote a prefix in the place of the times.
			h.AccessTime, h.ChangeTime, h.Format = time.Time{}, time.Time{}, FormatUnknown
			if prefix := text(b.prefixUSTAR()); isASCII(prefix) {
				return prefix
			}
		}
	}
	return ""
}

// Read reads contents of the present entry, with zeros where it has holes.
func (tr *Reader) Read(b []byte) (int, error) {
	if tr.err != nil {
		return 0, tr.err
	}
	n, err := tr.entry.Read(b)
	if err != nil && err != io.EOF {
		tr.err = err
	}
	return n, err
}

// plain are the contents of an entry without holes.
type plain struct {
	r    io.Reader
	left int64
}

func (p *plain) data() int64 { return p.left }

func (p *plain) Read(b []byte) (n int, err error) {
	if b = b[:min(int64(len(b)), p.left)]; len(b) > 0 {
		n, err = p.r.Read(b)
		p.left -= int64(n)
	}
	switch {
	case err == io.EOF && p.left > 0:
		err = io.ErrUnexpectedEOF
	case err == nil && p.left == 0:
		err = io.EOF
	}
	return n, err
}

// readAll reads until b is full; it returns io.EOF if r ends before that.
func readAll(r io.Reader, b []byte) (n int, err error) {
	for n < len(b) && err == nil {
		var more int
		more, err = r.Read(b[n:])
		n += more
	}
	if n == len(b) && err == io.EOF {
		err = nil
	}
	return n, err
}
