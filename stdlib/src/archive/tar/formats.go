package tar

import (
	"fmt"
	"reflect"
	"strconv"
	"strings"
	"time"
)

// headerError says why a header cannot be written.
type headerError []string

func (e headerError) Error() string {
	var reasons []string
	for _, reason := range e {
		if reason != "" {
			reasons = append(reasons, reason)
		}
	}
	const prefix = "archive/tar: cannot encode header"
	if len(reasons) == 0 {
		return prefix
	}
	return prefix + ": " + strings.Join(reasons, "; and ")
}

// choice finds out which formats can encode a header, and which PAX records it needs.
type choice struct {
	h         *Header
	formats   Format
	records   map[string]string
	preferPAX bool
	// The last reason that excludes a format, and the reason why only PAX is possible.
	noUSTAR, noPAX, noGNU, onlyPAX string
}

func (c *choice) without(f Format, why *string, format, name string, value any) {
	verb := "%v"
	if _, ok := value.(string); ok {
		verb = "%q"
	}
	*why = fmt.Sprintf("%s cannot encode %s="+verb, format, name, value)
	c.formats &^= f
}

// needRecord notes that value must be written to a PAX record, if PAX has a record for it.
func (c *choice) needRecord(key, text, name string, value any) {
	if key == "" {
		c.without(FormatPAX, &c.noPAX, "PAX", name, value)
		return
	}
	c.records[key] = text
}

// keep copies the record of h.PAXRecords with this key if it has the same text.
func (c *choice) keep(key, text string) {
	if v, ok := c.h.PAXRecords[key]; ok && v == text {
		c.records[key] = v
	}
}

func (c *choice) text(s string, size int, name, key string) {
	long := len(s) > size
	if hasNUL(s) || long && key != paxPath && key != paxLinkpath {
		c.without(FormatGNU, &c.noGNU, "GNU", name, s)
	}
	if !isASCII(s) || long {
		if _, _, ok := splitPath(s); key != paxPath || !ok {
			c.without(FormatUSTAR, &c.noUSTAR, "USTAR", name, s)
		}
		c.needRecord(key, s, name, s)
	}
	c.keep(key, s)
}

func (c *choice) number(n int64, size int, name, key string) {
	text := strconv.FormatInt(n, 10)
	if !fitsBinary(size, n) {
		c.without(FormatGNU, &c.noGNU, "GNU", name, n)
	}
	if !fitsOctal(size, n) {
		c.without(FormatUSTAR, &c.noUSTAR, "USTAR", name, n)
		c.needRecord(key, text, name, n)
	}
	c.keep(key, text)
}

func (c *choice) time(t time.Time, size int, name, key string) {
	if t.IsZero() {
		return
	}
	if !fitsBinary(size, t.Unix()) {
		c.without(FormatGNU, &c.noGNU, "GNU", name, t)
	}
	fits := key == paxMtime && fitsOctal(size, t.Unix())
	if !fits {
		c.without(FormatUSTAR, &c.noUSTAR, "USTAR", name, t)
	}
	if !fits || t.Nanosecond() != 0 {
		c.preferPAX = true
		c.needRecord(key, formatTime(t), name, t)
	}
	c.keep(key, formatTime(t))
}

// choose returns the formats that can encode h and the records that PAX needs for it.
func (h Header) choose() (Format, map[string]string, error) {
	c := choice{h: &h, formats: FormatUSTAR | FormatPAX | FormatGNU, records: make(map[string]string)}
	c.text(h.Name, 100, "Name", paxPath)
	c.text(h.Linkname, 100, "Linkname", paxLinkpath)
	c.text(h.Uname, 32, "Uname", paxUname)
	c.text(h.Gname, 32, "Gname", paxGname)
	c.number(h.Mode, 8, "Mode", "")
	c.number(int64(h.Uid), 8, "Uid", paxUid)
	c.number(int64(h.Gid), 8, "Gid", paxGid)
	c.number(h.Size, 12, "Size", paxSize)
	c.number(h.Devmajor, 8, "Devmajor", "")
	c.number(h.Devminor, 8, "Devminor", "")
	c.time(h.ModTime, 12, "ModTime", paxMtime)
	c.time(h.AccessTime, 12, "AccessTime", paxAtime)
	c.time(h.ChangeTime, 12, "ChangeTime", paxCtime)
	if err := c.checkType(); err != nil {
		return FormatUnknown, nil, err
	}
	c.takeRecords()
	for k, v := range c.records {
		if !validRecord(k, v) {
			return FormatUnknown, nil, headerError{fmt.Sprintf("invalid PAX record: %q", k+" = "+v)}
		}
	}
	if want := h.Format; want != FormatUnknown {
		if want.has(FormatPAX) && !c.preferPAX {
			want |= FormatUSTAR
		}
		c.formats &= want
	}
	if c.formats != FormatUnknown {
		return c.formats, c.records, nil
	}
	switch h.Format {
	case FormatUSTAR:
		return c.formats, c.records, headerError{"Format specifies USTAR", c.noUSTAR, c.onlyPAX}
	case FormatPAX:
		return c.formats, c.records, headerError{"Format specifies PAX", c.noPAX}
	case FormatGNU:
		return c.formats, c.records, headerError{"Format specifies GNU", c.noGNU, c.onlyPAX}
	}
	return c.formats, c.records, headerError{c.noUSTAR, c.noPAX, c.noGNU, c.onlyPAX}
}

func (c *choice) checkType() error {
	h := c.h
	switch h.Typeflag {
	case TypeReg, TypeChar, TypeBlock, TypeFifo, TypeGNUSparse:
		if strings.HasSuffix(h.Name, "/") {
			return headerError{"filename may not have trailing slash"}
		}
	case TypeXHeader, TypeGNULongName, TypeGNULongLink:
		return headerError{"cannot manually encode TypeXHeader, TypeGNULongName, or TypeGNULongLink headers"}
	case TypeXGlobalHeader:
		only := Header{Name: h.Name, Typeflag: h.Typeflag, Xattrs: h.Xattrs, PAXRecords: h.PAXRecords, Format: h.Format}
		if !reflect.DeepEqual(*h, only) {
			return headerError{"only PAXRecords should be set for TypeXGlobalHeader"}
		}
		c.onlyPAX = "only PAX supports TypeXGlobalHeader"
		c.formats &= FormatPAX
	}
	if !hasNoData(h.Typeflag) && h.Size < 0 {
		return headerError{"negative size on header-only type"}
	}
	return nil
}

// basicKeys are the keys of the records that a Writer makes from the header's fields.
var basicKeys = map[string]bool{
	paxPath: true, paxLinkpath: true, paxSize: true, paxUid: true, paxGid: true,
	paxUname: true, paxGname: true, paxMtime: true, paxAtime: true, paxCtime: true,
}

// takeRecords adds h.Xattrs, and the records of h.PAXRecords that no field of the header replaces.
func (c *choice) takeRecords() {
	h := c.h
	if len(h.Xattrs) > 0 {
		for k, v := range h.Xattrs {
			c.records[paxXattr+k] = v
		}
		c.onlyPAX = "only PAX supports Xattrs"
		c.formats &= FormatPAX
	}
	if len(h.PAXRecords) == 0 {
		return
	}
	for k, v := range h.PAXRecords {
		if _, ok := c.records[k]; ok {
			continue
		}
		if h.Typeflag == TypeXGlobalHeader || !basicKeys[k] && !strings.HasPrefix(k, paxSparse) {
			c.records[k] = v
		}
	}
	c.onlyPAX = "only PAX supports PAXRecords"
	c.formats &= FormatPAX
}
