// Package pem reads and writes PEM blocks: bytes as base64 text between lines that name their type (RFC 1421).
package pem

import (
	"bytes"
	"encoding/base64"
	"errors"
	"io"
	"maps"
	"slices"
	"strings"
)

// A Block is a type ("CERTIFICATE"), headers and bytes.
type Block struct {
	Type    string
	Headers map[string]string
	Bytes   []byte
}

const (
	begin  = "-----BEGIN "
	end    = "\n-----END "
	dashes = "-----"
)

// cutLine cuts off the first line; the result has neither the line break nor the blanks before it.
func cutLine(data []byte) (line, rest []byte) {
	line, rest, broken := bytes.Cut(data, []byte("\n"))
	if broken {
		line = bytes.TrimSuffix(line, []byte("\r"))
	}
	return bytes.TrimRight(line, " \t"), rest
}

// Decode finds the first block in data: it returns the block and the data after it, or nil and data.
func Decode(data []byte) (p *Block, rest []byte) {
	rest = data
	for {
		bottom := bytes.Index(rest, []byte(end))
		if bottom < 0 {
			return nil, data
		}
		behind := rest[bottom+len(end):]
		top := bytes.LastIndex(rest[:bottom], []byte(begin))
		if top < 0 || top > 0 && rest[top-1] != '\n' {
			rest = behind
			continue
		}
		// The newline before the end line may be that of the type line.
		block, after, whole := decodeBlock(rest[top+len(begin):], len(behind))
		if !whole {
			return nil, data
		}
		if block != nil {
			return block, after
		}
		rest = behind
	}
}

// decodeBlock reads a block from its type on. The last tail bytes of text follow the end marker. The block is nil
// if it is invalid; whole is false if nothing follows the headers.
func decodeBlock(text []byte, tail int) (p *Block, rest []byte, whole bool) {
	line, body := cutLine(text)
	name, closed := bytes.CutSuffix(line, []byte(dashes))
	if !closed || len(body) < tail {
		return nil, nil, true
	}
	p = &Block{Type: string(name), Headers: make(map[string]string)}
	for {
		if len(body) == 0 {
			return nil, nil, false
		}
		line, next := cutLine(body)
		key, value, isHeader := bytes.Cut(line, []byte(":"))
		if !isHeader {
			break
		}
		p.Headers[string(bytes.TrimSpace(key))] = string(bytes.TrimSpace(value))
		body = next
	}
	// After headers there is an empty line, or a line of text, before the end.
	bottom := len(body) - tail - len(end)
	if len(p.Headers) > 0 && bottom < 0 || len(body) < tail {
		return nil, nil, true
	}
	closing, isEnd := bytes.CutPrefix(body[len(body)-tail:], append(slices.Clone(name), dashes...))
	if !isEnd {
		return nil, nil, true
	}
	garbage, rest := cutLine(closing)
	if len(garbage) > 0 {
		return nil, nil, true
	}
	p.Bytes = []byte{}
	if bottom > 0 {
		var err error
		if p.Bytes, err = decodeText(body[:bottom]); err != nil {
			return nil, nil, true
		}
	}
	return p, rest, true
}

// decodeText decodes base64, and ignores blanks in it.
func decodeText(text []byte) ([]byte, error) {
	packed := make([]byte, 0, len(text))
	for _, c := range text {
		if c != ' ' && c != '\t' {
			packed = append(packed, c)
		}
	}
	out := make([]byte, base64.StdEncoding.DecodedLen(len(packed)))
	n, err := base64.StdEncoding.Decode(out, packed)
	return out[:n], err
}

// A breaker writes lines of 64 characters.
type breaker struct {
	line []byte
	out  io.Writer
}

const lineLength = 64

func (b *breaker) Write(p []byte) (n int, err error) {
	for len(b.line)+len(p)-n >= lineLength {
		more := lineLength - len(b.line)
		b.line = append(append(b.line, p[n:n+more]...), '\n')
		n += more
		if err := b.flush(); err != nil {
			return n, err
		}
	}
	b.line = append(b.line, p[n:]...)
	return len(p), nil
}

func (b *breaker) flush() error {
	_, err := b.out.Write(b.line)
	b.line = b.line[:0]
	return err
}

// Close writes the buffered data.
func (b *breaker) Close() error {
	if len(b.line) == 0 {
		return nil
	}
	b.line = append(b.line, '\n')
	return b.flush()
}

// header returns the header lines. The header Proc-Type comes first (RFC 1421); others are sorted.
func (b *Block) header() (string, error) {
	const first = "Proc-Type"
	text := begin + b.Type + dashes + "\n"
	if len(b.Headers) == 0 {
		return text, nil
	}
	if value, ok := b.Headers[first]; ok {
		text += first + ": " + value + "\n"
	}
	for _, key := range slices.Sorted(maps.Keys(b.Headers)) {
		if strings.Contains(key, ":") {
			return "", errors.New("pem: cannot encode a header key that contains a colon")
		}
		if key != first {
			text += key + ": " + b.Headers[key] + "\n"
		}
	}
	return text + "\n", nil
}

// Encode writes a block.
func Encode(out io.Writer, b *Block) error {
	header, err := b.header()
	if err != nil {
		return err
	}
	if _, err := io.WriteString(out, header); err != nil {
		return err
	}
	lines := &breaker{out: out}
	text := base64.NewEncoder(base64.StdEncoding, lines)
	if _, err := text.Write(b.Bytes); err != nil {
		return err
	}
	if err := text.Close(); err != nil {
		return err
	}
	if err := lines.Close(); err != nil {
		return err
	}
	_, err = io.WriteString(out, end[1:]+b.Type+dashes+"\n")
	return err
}

// EncodeToMemory returns the text of a block, nil if it cannot be written.
func EncodeToMemory(b *Block) []byte {
	var buf bytes.Buffer
	if Encode(&buf, b) != nil {
		return nil
	}
	return buf.Bytes()
}
