package http

import (
	"errors"
	"fmt"
	"internal/settings"
	"io"
	"mime"
	"mime/multipart"
	"net/textproto"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

var (
	errSeeker    = errors.New("seeker can't seek")
	errNoOverlap = errors.New("invalid range: failed to overlap")
	errRange     = errors.New("invalid range")
)

// ServeContent answers with content: of the type that the name or its beginning tells, or parts of it, or 304 if the
// client has it.
func ServeContent(w ResponseWriter, req *Request, name string, modtime time.Time, content io.ReadSeeker) {
	serveContent(w, req, name, modtime, func() (int64, error) {
		size, err := content.Seek(0, io.SeekEnd)
		if err == nil {
			_, err = content.Seek(0, io.SeekStart)
		}
		if err != nil {
			return 0, errSeeker
		}
		return size, nil
	}, content)
}

func serveContent(w ResponseWriter, r *Request, name string, modtime time.Time, length func() (int64, error), content io.ReadSeeker) {
	setLastModified(w, modtime)
	done, wanted := preconditions(w, r, modtime)
	if done {
		return
	}
	kind, ok := contentType(w, name, content)
	if !ok {
		serveError(w, "seeker can't seek", StatusInternalServerError)
		return
	}
	size, err := length()
	if err != nil {
		serveError(w, err.Error(), StatusInternalServerError)
		return
	}
	if size < 0 {
		serveError(w, "negative content size computed", StatusInternalServerError)
		return
	}
	h := w.Header()
	code, sendSize := StatusOK, size
	var from io.Reader = content
	ranges, err := parseRange(wanted, size)
	if err == errNoOverlap && size == 0 {
		ranges, err = nil, nil
	}
	if err != nil {
		if err == errNoOverlap {
			h.Set("Content-Range", fmt.Sprintf("bytes */%d", size))
		}
		serveError(w, err.Error(), StatusRequestedRangeNotSatisfiable)
		return
	}
	var sum int64
	for _, ra := range ranges {
		sum += ra.length
	}
	if sum > size {
		ranges = nil
	}
	switch len(ranges) {
	case 0:
	case 1:
		if _, err := content.Seek(ranges[0].start, io.SeekStart); err != nil {
			serveError(w, err.Error(), StatusRequestedRangeNotSatisfiable)
			return
		}
		sendSize, code = ranges[0].length, StatusPartialContent
		h.Set("Content-Range", ranges[0].field(size))
	default:
		code = StatusPartialContent
		var count counter
		writeRanges(multipart.NewWriter(&count), ranges, kind, size, nil)
		sendSize = int64(count) + sum
		pr, pw := io.Pipe()
		mw := multipart.NewWriter(pw)
		h.Set("Content-Type", "multipart/byteranges; boundary="+mw.Boundary())
		from = pr
		defer pr.Close()
		go func() { pw.CloseWithError(writeRanges(mw, ranges, kind, size, content)) }()
	}
	h.Set("Accept-Ranges", "bytes")
	if len(ranges) > 0 || h.get("Content-Encoding") == "" {
		h.Set("Content-Length", strconv.FormatInt(sendSize, 10))
	}
	w.WriteHeader(code)
	if r.Method != "HEAD" {
		io.CopyN(w, from, sendSize)
	}
}

// contentType sets the type of the answer, unless the handler has.
func contentType(w ResponseWriter, name string, content io.ReadSeeker) (kind string, ok bool) {
	if kinds, set := w.Header()["Content-Type"]; set {
		if len(kinds) > 0 {
			kind = kinds[0]
		}
		return kind, true
	}
	if kind = mime.TypeByExtension(filepath.Ext(name)); kind == "" {
		var buf [sniffed]byte
		n, _ := io.ReadFull(content, buf[:])
		kind = DetectContentType(buf[:n])
		if _, err := content.Seek(0, io.SeekStart); err != nil {
			return "", false
		}
	}
	w.Header().Set("Content-Type", kind)
	return kind, true
}

type counter int64

func (c *counter) Write(p []byte) (int, error) {
	*c += counter(len(p))
	return len(p), nil
}

// writeRanges writes parts of the content; without content only what is around them.
func writeRanges(mw *multipart.Writer, ranges []byteRange, kind string, size int64, content io.ReadSeeker) error {
	for _, ra := range ranges {
		part, err := mw.CreatePart(textproto.MIMEHeader{"Content-Range": {ra.field(size)}, "Content-Type": {kind}})
		if err != nil {
			return err
		}
		if content == nil {
			continue
		}
		if _, err := content.Seek(ra.start, io.SeekStart); err != nil {
			return err
		}
		if _, err := io.CopyN(part, content, ra.length); err != nil {
			return err
		}
	}
	return mw.Close()
}

type byteRange struct{ start, length int64 }

func (r byteRange) field(size int64) string {
	return fmt.Sprintf("bytes %d-%d/%d", r.start, r.start+r.length-1, size)
}

// tooManyRanges tells whether a field with that many ranges is not heeded: 200 are the most, unless
// GODEBUG=httpservecontentmaxranges=N sets another limit (0 is none).
func tooManyRanges(n int) bool {
	most := settings.Int("httpservecontentmaxranges", 200)
	if most < 0 {
		most = 200
	}
	return most != 0 && n > most
}

// parseRange reads a Range field for content of a size.
func parseRange(s string, size int64) (ranges []byteRange, err error) {
	if s == "" {
		return nil, nil
	}
	list, ok := strings.CutPrefix(s, "bytes=")
	if !ok {
		return nil, errRange
	}
	if tooManyRanges(strings.Count(list, ",") + 1) {
		return nil, nil
	}
	missed := false
	for ra := range strings.SplitSeq(list, ",") {
		if ra = textproto.TrimString(ra); ra == "" {
			continue
		}
		first, last, ok := strings.Cut(ra, "-")
		if !ok {
			return nil, errRange
		}
		first, last = textproto.TrimString(first), textproto.TrimString(last)
		var r byteRange
		if first == "" {
			if last == "" || last[0] == '-' {
				return nil, errRange
			}
			n, err := strconv.ParseInt(last, 10, 64)
			if n < 0 || err != nil {
				return nil, errRange
			}
			n = min(n, size)
			r = byteRange{size - n, n}
		} else {
			n, err := strconv.ParseInt(first, 10, 64)
			if err != nil || n < 0 {
				return nil, errRange
			}
			if n >= size {
				missed = true
				continue
			}
			r = byteRange{n, size - n}
			if last != "" {
				end, err := strconv.ParseInt(last, 10, 64)
				if err != nil || n > end {
					return nil, errRange
				}
				r.length = min(end, size-1) - n + 1
			}
		}
		ranges = append(ranges, r)
	}
	if missed && len(ranges) == 0 {
		return nil, errNoOverlap
	}
	return ranges, nil
}

type condition int

const (
	conditionNone condition = iota
	conditionTrue
	conditionFalse
)

func truth(ok bool) condition {
	if ok {
		return conditionTrue
	}
	return conditionFalse
}

// scanETag reads a tag at the beginning of a list.
func scanETag(s string) (tag, rest string) {
	s = textproto.TrimString(s)
	start := 0
	if strings.HasPrefix(s, "W/") {
		start = 2
	}
	if len(s[start:]) < 2 || s[start] != '"' {
		return "", ""
	}
	for i := start + 1; i < len(s); i++ {
		c := s[i]
		switch {
		case c == 0x21 || c >= 0x23 && c <= 0x7e || c >= 0x80:
		case c == '"':
			return s[:i+1], s[i+1:]
		default:
			return "", ""
		}
	}
	return "", ""
}

// anyTag tells whether a list has a tag that matches.
func anyTag(list string, match func(tag string) bool) condition {
	for {
		list = textproto.TrimString(list)
		if list == "" {
			return conditionFalse
		}
		if list[0] == ',' {
			list = list[1:]
			continue
		}
		if list[0] == '*' {
			return conditionTrue
		}
		tag, rest := scanETag(list)
		if tag == "" {
			return conditionFalse
		}
		if match(tag) {
			return conditionTrue
		}
		list = rest
	}
}

func strongMatch(a, b string) bool { return a == b && a != "" && a[0] == '"' }
func weakMatch(a, b string) bool {
	return strings.TrimPrefix(a, "W/") == strings.TrimPrefix(b, "W/")
}

var unixEpoch = time.Unix(0, 0)

func noTime(t time.Time) bool { return t.IsZero() || t.Equal(unixEpoch) }

// modifiedAfter compares with the time in a field, in whole seconds.
func modifiedAfter(field string, modtime time.Time) (after, ok bool) {
	if field == "" || noTime(modtime) {
		return false, false
	}
	t, err := ParseTime(field)
	if err != nil {
		return false, false
	}
	return modtime.Truncate(time.Second).Compare(t) > 0, true
}

func unmodified(r *Request, modtime time.Time) condition {
	if r.Method != "GET" && r.Method != "HEAD" {
		return conditionNone
	}
	after, ok := modifiedAfter(r.Header.Get("If-Modified-Since"), modtime)
	if !ok {
		return conditionNone
	}
	return truth(after)
}

func ifRange(w ResponseWriter, r *Request, modtime time.Time) condition {
	if r.Method != "GET" && r.Method != "HEAD" {
		return conditionNone
	}
	v := r.Header.get("If-Range")
	if v == "" {
		return conditionNone
	}
	if tag, _ := scanETag(v); tag != "" {
		return truth(strongMatch(tag, w.Header().Get("Etag")))
	}
	if modtime.IsZero() {
		return conditionFalse
	}
	t, err := ParseTime(v)
	return truth(err == nil && t.Unix() == modtime.Unix())
}

func setLastModified(w ResponseWriter, modtime time.Time) {
	if !noTime(modtime) {
		w.Header().Set("Last-Modified", modtime.UTC().Format(TimeFormat))
	}
}

func notModified(w ResponseWriter) {
	h := w.Header()
	for _, field := range [...]string{"Content-Type", "Content-Length", "Content-Encoding"} {
		delete(h, field)
	}
	if h.get("Etag") != "" {
		delete(h, "Last-Modified")
	}
	w.WriteHeader(StatusNotModified)
}

// preconditions answers when the conditions of the request say so; else it gives the Range field that counts.
func preconditions(w ResponseWriter, r *Request, modtime time.Time) (done bool, ranges string) {
	tag := w.Header().get("Etag")
	check := conditionNone
	if im := r.Header.Get("If-Match"); im != "" {
		check = anyTag(im, func(t string) bool { return strongMatch(t, tag) })
	} else if after, ok := modifiedAfter(r.Header.Get("If-Unmodified-Since"), modtime); ok {
		check = truth(!after)
	}
	if check == conditionFalse {
		w.WriteHeader(StatusPreconditionFailed)
		return true, ""
	}
	if inm := r.Header.get("If-None-Match"); inm != "" {
		if anyTag(inm, func(t string) bool { return weakMatch(t, tag) }) == conditionTrue {
			if r.Method == "GET" || r.Method == "HEAD" {
				notModified(w)
			} else {
				w.WriteHeader(StatusPreconditionFailed)
			}
			return true, ""
		}
	} else if unmodified(r, modtime) == conditionFalse {
		notModified(w)
		return true, ""
	}
	ranges = r.Header.get("Range")
	if ranges != "" && ifRange(w, r, modtime) == conditionFalse {
		ranges = ""
	}
	return false, ranges
}
