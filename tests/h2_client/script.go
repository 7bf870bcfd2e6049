package h2client

import (
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// A step is one thing that the server, or the client's program, does: NAME[.flags][@stream] [argument]. A step that
// begins with & does not wait for the client to come to rest after the one before it.
type step struct {
	name   string
	flags  byte
	stream uint32
	arg    string
	atOnce bool
}

func parseStep(text string) (s step, err error) {
	text, s.atOnce = strings.CutPrefix(text, "&")
	head, arg, _ := strings.Cut(text, " ")
	s.arg = arg
	head, stream, found := strings.Cut(head, "@")
	if found {
		n, err := strconv.ParseUint(stream, 10, 32)
		if err != nil {
			return s, err
		}
		s.stream = uint32(n)
	}
	head, flags, found := strings.Cut(head, ".")
	if found {
		n, err := strconv.ParseUint(flags, 16, 8)
		if err != nil {
			return s, err
		}
		s.flags = byte(n)
	}
	s.name = head
	return s, nil
}

// plain takes away a script's escapes: %3B is a semicolon, %2C a comma.
func plain(s string) string {
	if p, err := url.PathUnescape(s); err == nil {
		s = p
	}
	if text, count, found := strings.Cut(s, "**"); found {
		if n, err := strconv.Atoi(count); err == nil {
			return strings.Repeat(text, n)
		}
	}
	return s
}

// headerBlock encodes name=value,name=value; hex:… is a block's bytes.
func headerBlock(arg string) []byte {
	if b, ok := strings.CutPrefix(arg, "hex:"); ok {
		raw, _ := hex.DecodeString(b)
		return raw
	}
	var fields [][2]string
	if arg == "" {
		return nil
	}
	for f := range strings.SplitSeq(arg, ",") {
		name, value, _ := strings.Cut(f[min(1, len(f)):], "=")
		name = f[:min(1, len(f))] + name
		fields = append(fields, [2]string{plain(name), plain(value)})
	}
	return block(fields)
}

func numbers(arg string) (ns []uint32, rest string) {
	for arg != "" {
		var one string
		one, rest, _ = strings.Cut(arg, ",")
		n, err := strconv.ParseUint(one, 10, 32)
		if err != nil {
			return ns, arg
		}
		ns = append(ns, uint32(n))
		arg = rest
	}
	return ns, ""
}

// bytes are those that a step of the server sends; ok is false if the step is none of the server's.
func (s step) bytes() (b []byte, ok bool) {
	var payload []byte
	put := func(n uint32) { payload = binary.BigEndian.AppendUint32(payload, n) }
	ns, rest := numbers(s.arg)
	kind := byte(0)
	switch s.name {
	case "DATA":
		payload = []byte(plain(s.arg))
	case "HEADERS", "CONT":
		if kind = 1; s.name == "CONT" {
			kind = 9
		}
		payload = headerBlock(s.arg)
	case "PRIORITY":
		kind = 2
		payload = []byte(plain(s.arg))
	case "RST", "WINDOW":
		if kind = 3; s.name == "WINDOW" {
			kind = 8
		}
		for _, n := range ns {
			put(n)
		}
	case "SETTINGS":
		kind = 4
		for pair := range strings.SplitSeq(s.arg, ",") {
			id, value, found := strings.Cut(pair, "=")
			if !found {
				payload = append(payload, pair...)
				continue
			}
			i, _ := strconv.ParseUint(id, 10, 16)
			v, _ := strconv.ParseUint(value, 10, 32)
			payload = binary.BigEndian.AppendUint16(payload, uint16(i))
			put(uint32(v))
		}
	case "PUSH":
		kind = 5
		promised, fields, _ := strings.Cut(s.arg, ",")
		n, _ := strconv.ParseUint(promised, 10, 32)
		put(uint32(n))
		payload = append(payload, headerBlock(fields)...)
	case "PING":
		kind = 6
		payload = []byte(plain(s.arg))
	case "GOAWAY":
		kind = 7
		for _, n := range ns {
			put(n)
		}
		payload = append(payload, plain(rest)...)
	case "RAW": // type:payload
		k, p, _ := strings.Cut(s.arg, ":")
		n, _ := strconv.ParseUint(k, 10, 8)
		kind = byte(n)
		payload, _ = hex.DecodeString(p)
	case "BYTES":
		return []byte(plain(s.arg)), true
	default:
		return nil, false
	}
	return frame(kind, s.flags, s.stream, payload), true
}

// pause lets the client come to rest: in a bubble time passes only when all goroutines wait.
func pause() { time.Sleep(time.Millisecond) }

// play runs a script and gives the record of what the client did.
func play(script string) string {
	r := newRun()
	for text := range strings.SplitSeq(script, ";") {
		if text == "" {
			continue
		}
		s, err := parseStep(text)
		if err != nil {
			return "bad step " + text
		}
		if !s.atOnce {
			pause()
			r.look()
			pause() // polite servers may have answered
		}
		if r.record.Len() > 0 || r.step > 0 {
			r.step++
		}
		if !r.do(s) {
			return "unknown step " + text
		}
	}
	pause()
	r.look()
	r.finish()
	return r.record.String()
}

// do makes a step.
func (r *run) do(s step) bool {
	if b, ok := s.bytes(); ok {
		if len(r.conns) > 0 {
			r.conns[0].greeted = r.conns[0].greeted || s.name == "SETTINGS" && s.flags&1 == 0
			if s.name == "HEADERS" {
				r.conns[0].answered[s.stream] = true
			}
			r.conns[0].send(b)
		}
		return true
	}
	n, argument, _ := strings.Cut(s.arg, " ")
	index, _ := strconv.Atoi(n)
	switch s.name {
	case "OPT":
		r.configure(s.arg)
	case "DO":
		r.ask(s.arg)
	case "WAIT":
		d, err := time.ParseDuration(s.arg)
		if err != nil {
			return false
		}
		time.Sleep(d)
	case "END":
		r.each0(func(c *peer) { c.end() })
	case "BREAK":
		r.each0(func(c *peer) { c.breakWrites() })
	case "IDLE":
		r.transport.CloseIdleConnections()
	case "POLITE":
		r.each0(func(c *peer) { c.becomePolite() })
	case "CANCEL", "READ", "CLOSE", "FEED", "EOF", "FAIL":
		if index < len(r.requests) {
			r.requests[index].act(s.name, argument)
		}
	default:
		return false
	}
	return true
}

func (r *run) each0(f func(*peer)) {
	if len(r.conns) > 0 {
		f(r.conns[0])
	}
}

var windows = regexp.MustCompile(`WINDOW\.0@\d+ \d+ ?`)

// look adds what happened since the last look to the record.
func (r *run) look() {
	r.mu.Lock()
	defer r.mu.Unlock()
	var parts []string
	for i, c := range r.conns {
		out, closed := c.take()
		text := c.listing.add(out)
		if closed && !c.told {
			c.told = true
			// Whether the windows of the last bytes are still told is chance.
			text = strings.TrimSpace(windows.ReplaceAllString(text, "")) + " closed"
		}
		if text = strings.TrimSpace(text); text != "" {
			parts = append(parts, fmt.Sprintf("c%d: %s", i+1, text))
		}
	}
	for i, q := range r.requests {
		if text := q.news.String(); text != "" {
			parts = append(parts, fmt.Sprintf("r%d: %s", i, text))
			q.news.Reset()
		}
		if text := q.traced.String(); text != "" {
			parts = append(parts, fmt.Sprintf("t%d: %s", i, text))
			q.traced.Reset()
		}
	}
	if r.logged.Len() > 0 {
		parts = append(parts, "log: "+r.logged.String())
		r.logged.Reset()
	}
	if len(parts) > 0 {
		fmt.Fprintf(&r.record, "[%d] %s\n", r.step, strings.Join(parts, "\n"))
	}
}
