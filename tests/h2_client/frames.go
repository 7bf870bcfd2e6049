package h2client

import (
	"encoding/binary"
	"fmt"
	"sort"
	"strconv"
	"strings"
)

var frameNames = []string{"DATA", "HEADERS", "PRIORITY", "RST", "SETTINGS", "PUSH", "PING", "GOAWAY", "WINDOW", "CONT"}

// frame is a frame's bytes.
func frame(kind, flags byte, stream uint32, payload []byte) []byte {
	n := len(payload)
	b := []byte{byte(n >> 16), byte(n >> 8), byte(n), kind, flags}
	return append(binary.BigEndian.AppendUint32(b, stream), payload...)
}

const preface = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"

// A listing takes a client's bytes apart and lists the frames.
type listing struct {
	buf     []byte
	begun   bool
	fields  fieldDecoder
	pending []byte // the blocks of a HEADERS frame without END_HEADERS
	// seen is called for each frame.
	seen func(kind, flags byte, stream uint32, payload []byte)
}

// add lists the whole frames of more bytes, those of a stream after each other: different goroutines write them.
func (l *listing) add(b []byte) string {
	l.buf = append(l.buf, b...)
	if !l.begun {
		if len(l.buf) == 0 {
			return ""
		}
		if !strings.HasPrefix(string(l.buf), preface) {
			return fmt.Sprintf("no preface %q", l.buf)
		}
		l.begun = true
		l.buf = l.buf[len(preface):]
	}
	type line struct {
		stream uint32
		text   string
	}
	var lines []line
	for len(l.buf) >= 9 {
		n := int(l.buf[0])<<16 | int(l.buf[1])<<8 | int(l.buf[2])
		if len(l.buf) < 9+n {
			break
		}
		kind, flags := l.buf[3], l.buf[4]
		stream := binary.BigEndian.Uint32(l.buf[5:])
		payload := l.buf[9 : 9+n]
		l.buf = l.buf[9+n:]
		lines = append(lines, line{stream, l.describe(kind, flags, stream, payload)})
		if l.seen != nil {
			l.seen(kind, flags, stream, payload)
		}
	}
	sort.SliceStable(lines, func(i, j int) bool { return lines[i].stream < lines[j].stream })
	var texts []string
	for _, l := range lines {
		texts = append(texts, l.text)
	}
	return strings.Join(texts, " ")
}

func (l *listing) describe(kind, flags byte, stream uint32, p []byte) string {
	name := strconv.Itoa(int(kind))
	if int(kind) < len(frameNames) {
		name = frameNames[kind]
	}
	head := fmt.Sprintf("%s.%x@%d", name, flags, stream)
	switch kind {
	case 0:
		return fmt.Sprintf("%s %s", head, shortened(p))
	case 1, 9:
		l.pending = append(l.pending, p...)
		if flags&4 == 0 {
			return fmt.Sprintf("%s +%d", head, len(p))
		}
		fields, err := l.fields.decode(l.pending)
		l.pending = nil
		for i, f := range fields {
			fields[i] = shortened([]byte(f))
		}
		sortFields(fields)
		if err != nil {
			return fmt.Sprintf("%s %s %v", head, fields, err)
		}
		return fmt.Sprintf("%s {%s}", head, strings.Join(fields, " "))
	case 3, 8:
		if len(p) == 4 {
			return fmt.Sprintf("%s %d", head, binary.BigEndian.Uint32(p))
		}
	case 4:
		var set []string
		for ; len(p) >= 6; p = p[6:] {
			set = append(set, fmt.Sprintf("%d=%d", binary.BigEndian.Uint16(p), binary.BigEndian.Uint32(p[2:])))
		}
		return head + " " + strings.Join(set, ",")
	case 6:
		if flags&1 == 0 {
			return head // the bytes are random
		}
	case 7:
		if len(p) >= 8 {
			return fmt.Sprintf("%s %d,%d,%q", head, binary.BigEndian.Uint32(p), binary.BigEndian.Uint32(p[4:]), p[8:])
		}
	}
	return fmt.Sprintf("%s %x", head, p)
}

// sortFields sorts the fields behind the pseudo fields by name: a client takes them from a map.
func sortFields(fields []string) {
	name := func(i int) string {
		before, _, _ := strings.Cut(fields[i], "=")
		return before
	}
	rank := func(i int) string {
		if strings.HasPrefix(fields[i], `":`) || strings.HasPrefix(fields[i], `"table size`) {
			return ""
		}
		return name(i)
	}
	sort.SliceStable(fields, func(i, j int) bool { return rank(i) < rank(j) })
}

// shortened is a text, of which only beginning and length are told if it is long.
func shortened(b []byte) string {
	if len(b) > 60 {
		return fmt.Sprintf("%q…%d", b[:20], len(b))
	}
	return fmt.Sprintf("%q", b)
}
