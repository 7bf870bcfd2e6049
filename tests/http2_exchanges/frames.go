package exchanges

import (
	"bytes"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"minigo.test/http2/h2"
)

// A maker makes the bytes of a step that sends frames.
type maker struct{ out []byte }

func (m *maker) frame(typ, flags byte, stream uint32, payload []byte) {
	n := len(payload)
	m.out = append(m.out, byte(n>>16), byte(n>>8), byte(n), typ, flags)
	m.out = binary.BigEndian.AppendUint32(m.out, stream)
	m.out = append(m.out, payload...)
}

func number(s string) uint32 {
	n, err := strconv.ParseUint(s, 0, 32)
	if err != nil {
		panic(err)
	}
	return uint32(n)
}

// step appends the frames of a step: a word and its arguments, as README.md lists them.
func (m *maker) step(words []string) {
	args := map[string]string{}
	var plain []string
	for _, w := range words[1:] {
		if k, v, ok := strings.Cut(w, "="); ok && !strings.HasPrefix(w, "text:") && !strings.Contains(k, ":") && len(k) > 1 {
			args[k] = v
		} else {
			plain = append(plain, w)
		}
	}
	id := func() uint32 { return number(plain[0]) }
	switch words[0] {
	case "preface":
		m.out = append(m.out, http2.ClientPreface...)
	case "bytes", "raw":
		m.raw(words[0], plain)
	case "settings":
		var p []byte
		for _, w := range plain {
			k, v, _ := strings.Cut(w, ":")
			p = binary.BigEndian.AppendUint16(p, uint16(number(k)))
			p = binary.BigEndian.AppendUint32(p, number(v))
		}
		m.frame(4, 0, 0, p)
	case "ack":
		m.frame(4, 1, 0, nil)
	case "ping":
		m.frame(6, 0, 0, []byte((plain[0] + "--------")[:8]))
	case "flood":
		for range number(plain[0]) {
			m.step(words[2:])
		}
	case "headers":
		m.headers(id(), plain[1:], args)
	case "data":
		m.data(id(), plain[1:], args)
	case "rst":
		m.frame(3, 0, id(), binary.BigEndian.AppendUint32(nil, number(plain[1])))
	case "window":
		m.frame(8, 0, id(), binary.BigEndian.AppendUint32(nil, number(plain[1])))
	case "priority":
		m.frame(2, 0, id(), append(binary.BigEndian.AppendUint32(nil, number(plain[1])), 7))
	case "goaway":
		p := binary.BigEndian.AppendUint32(nil, id())
		m.frame(7, 0, 0, binary.BigEndian.AppendUint32(p, number(plain[1])))
	default:
		panic("no step " + words[0])
	}
}

func (m *maker) raw(word string, plain []string) {
	p, err := hex.DecodeString(strings.TrimPrefix(plain[len(plain)-1], "-"))
	if err != nil {
		panic(err)
	}
	if word == "bytes" {
		m.out = append(m.out, p...)
		return
	}
	m.frame(byte(number(plain[0])), byte(number(plain[1])), number(plain[2]), p)
}

// data makes a DATA frame: its text, or size=N bytes; end; pad=N.
func (m *maker) data(id uint32, plain []string, args map[string]string) {
	var flags byte
	var p []byte
	for _, w := range plain {
		if w == "end" {
			flags |= 1
		} else {
			p = append(p, strings.TrimPrefix(w, "text:")...)
		}
	}
	if n, ok := args["size"]; ok {
		p = bytes.Repeat([]byte("d"), int(number(n)))
	}
	if n, ok := args["pad"]; ok {
		flags |= 8
		p = append(append([]byte{byte(number(n))}, p...), make([]byte, number(n))...)
	}
	m.frame(0, flags, id, p)
}

// headers makes a HEADERS frame from fields name:value, where ~ in a name stands for the colon of a pseudo field and _
// in a value for a space; end; pad=N; parts=N: so many frames; big=N: a field of N bytes; many=N: N fields.
func (m *maker) headers(id uint32, plain []string, args map[string]string) {
	var flags byte
	var block []byte
	field := func(name, value string) {
		name = strings.ReplaceAll(name, "~", ":")
		value = strings.ReplaceAll(value, "_", " ")
		block = append(block, 0)
		block = appendString(block, name)
		block = appendString(block, value)
	}
	for _, w := range plain {
		if w == "end" {
			flags |= 1
			continue
		}
		name, value, _ := strings.Cut(w, ":")
		field(name, unescape(value))
	}
	if n, ok := args["big"]; ok {
		field("big", strings.Repeat("b", int(number(n))))
	}
	if n, ok := args["many"]; ok {
		for i := range number(n) {
			field(fmt.Sprint("f", i), "v")
		}
	}
	if n, ok := args["hpack"]; ok {
		p, _ := hex.DecodeString(n)
		block = append(block, p...)
	}
	var before []byte
	if n, ok := args["prio"]; ok {
		flags |= 0x20
		before = append(binary.BigEndian.AppendUint32(nil, number(n)), 7)
	}
	parts := 1
	if n, ok := args["parts"]; ok {
		parts = int(number(n))
	}
	size := max((len(block)+parts-1)/parts, 1)
	first := block[:min(size, len(block))]
	block = block[len(first):]
	payload := append(before, first...)
	if n, ok := args["pad"]; ok {
		flags |= 8
		payload = append(append([]byte{byte(number(n))}, payload...), make([]byte, number(n))...)
	}
	if len(block) == 0 && args["open"] == "" {
		flags |= 4
	}
	m.frame(1, flags, id, payload)
	for len(block) > 0 {
		part := block[:min(size, len(block))]
		block = block[len(part):]
		flags = 0
		if len(block) == 0 && args["open"] == "" {
			flags = 4
		}
		m.frame(9, flags, id, part)
	}
}

// unescape replaces %XX.
func unescape(s string) string {
	for i := 0; i+2 < len(s); i++ {
		if s[i] == '%' {
			if n, err := strconv.ParseUint(s[i+1:i+3], 16, 8); err == nil {
				s = s[:i] + string([]byte{byte(n)}) + s[i+3:]
			}
		}
	}
	return s
}

// appendString appends a string as header compression has it, without Huffman's code.
func appendString(b []byte, s string) []byte {
	if n := len(s); n < 127 {
		b = append(b, byte(n))
	} else {
		b = append(b, 127)
		for n -= 127; n >= 128; n >>= 7 {
			b = append(b, byte(n)|128)
		}
		b = append(b, byte(n))
	}
	return append(b, s...)
}

// A described is the frames that the server wrote, put into an order that does not depend on which goroutine was first:
// those of the connection, sorted, and then those of each stream. DATA frames of a stream that follow one another are
// one.
type described struct {
	buf     []byte
	decoder *http2.Decoder
}

// frames describes the frames of what was written.
func (d *described) frames(out []byte) string {
	d.buf = append(d.buf, out...)
	byStream := map[uint32][]string{}
	var ids []uint32
	note := func(id uint32, text string) {
		if _, ok := byStream[id]; !ok {
			ids = append(ids, id)
		}
		byStream[id] = append(byStream[id], text)
	}
	for len(d.buf) >= 9 {
		n := int(d.buf[0])<<16 | int(d.buf[1])<<8 | int(d.buf[2])
		if len(d.buf) < 9+n {
			break
		}
		typ, flags, id := d.buf[3], d.buf[4], binary.BigEndian.Uint32(d.buf[5:])
		p := d.buf[9 : 9+n]
		d.buf = d.buf[9+n:]
		note(id, d.frame(typ, flags, p))
	}
	slices.Sort(ids)
	if failed := slices.IndexFunc(byStream[0], isFailure); failed >= 0 {
		// Go sends what was queued before the error or not, by chance.
		ids = []uint32{0}
		byStream[0] = slices.DeleteFunc(byStream[0], func(f string) bool { return f[0] != 'g' })
	}
	var all []string
	for _, id := range ids {
		if id == 0 {
			slices.Sort(byStream[id])
		}
		text := strings.Join(joinData(byStream[id]), " ")
		if id != 0 {
			text = fmt.Sprintf("%d{%s}", id, text)
		}
		all = append(all, text)
	}
	return strings.Join(all, " ")
}

func isFailure(frame string) bool {
	return strings.HasPrefix(frame, "goaway ") && !strings.HasSuffix(frame, " NO_ERROR")
}

// joinData makes one of DATA frames that follow one another.
func joinData(frames []string) []string {
	var joined []string
	for _, f := range frames {
		if n := len(joined); n > 0 && strings.HasPrefix(f, "data ") && strings.HasPrefix(joined[n-1], "data ") && !strings.HasSuffix(joined[n-1], "]end") {
			joined[n-1] = strings.TrimSuffix(joined[n-1], "]") + strings.TrimPrefix(f, "data [")
		} else {
			joined = append(joined, f)
		}
	}
	return joined
}

func (d *described) frame(typ, flags byte, p []byte) string {
	word := func(i int) uint32 { return binary.BigEndian.Uint32(p[i:]) }
	end := ""
	if flags&1 != 0 {
		end = "end"
	}
	switch typ {
	case 0:
		return "data [" + string(p) + "]" + end
	case 1:
		return "headers " + d.fields(flags, p) + end
	case 3:
		return "rst " + http2.ErrCode(word(0)).String()
	case 4:
		if flags&1 != 0 {
			return "ack"
		}
		var b strings.Builder
		for i := 0; i < len(p); i += 6 {
			fmt.Fprintf(&b, " %d:%d", binary.BigEndian.Uint16(p[i:]), word(i+2))
		}
		return "settings" + b.String()
	case 5:
		return fmt.Sprintf("push %d %s", word(0), d.fields(flags, p[4:]))
	case 6:
		if flags&1 != 0 {
			return "pong " + string(p)
		}
		return "ping"
	case 7:
		return strings.TrimSpace(fmt.Sprintf("goaway %d %v %s", word(0), http2.ErrCode(word(4)), p[8:]))
	case 8:
		return fmt.Sprint("window ", word(0))
	}
	if typ == 9 {
		return "continuation " + d.fields(flags, p)
	}
	return fmt.Sprintf("frame %d %x", typ, p)
}

func (d *described) fields(flags byte, block []byte) string {
	var fields []string
	err := d.decoder.Write(block, func(f http2.Field) { fields = append(fields, f.Name+": "+f.Value) })
	if flags&4 != 0 && err == nil {
		err = d.decoder.Close()
	}
	text := "[" + strings.Join(fields, ", ") + "]"
	if err != nil {
		text += " " + err.Error()
	}
	if flags&4 == 0 {
		text += "…"
	}
	return text
}
