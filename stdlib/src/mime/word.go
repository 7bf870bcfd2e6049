package mime

import (
	"bytes"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"
)

// A WordEncoder writes words that are not ASCII in headers (RFC 2047).
type WordEncoder byte

const (
	// BEncoding writes base64.
	BEncoding = WordEncoder('b')
	// QEncoding leaves most letters unchanged.
	QEncoding = WordEncoder('q')
)

func invalidWord() error { return errors.New("mime: invalid RFC 2047 encoded-word") }

func needsEncoding(s string) bool {
	for _, r := range s {
		if (r < ' ' || r > '~') && r != '\t' {
			return true
		}
	}
	return false
}

// maxContent is the maximum number of characters between the beginning and end of an encoded word, which has at most 75.
const maxContent = 75 - len("=?UTF-8?q?") - len("?=")

func isUTF8(charset string) bool { return strings.EqualFold(charset, "UTF-8") }

// Encode returns s, a text in that charset, as encoded words, or unchanged if it is ASCII. UTF-8 is split into words of
// the allowed length.
func (e WordEncoder) Encode(charset, s string) string {
	if !needsEncoding(s) {
		return s
	}
	begin, end := "=?"+charset+"?"+string(rune(e))+"?", "?="
	if e == BEncoding {
		return begin + strings.Join(base64Words(charset, s), end+" "+begin) + end
	}
	return begin + strings.Join(plainWords(charset, s), end+" "+begin) + end
}

func base64Words(charset, s string) (words []string) {
	encode := func(s string) { words = append(words, base64.StdEncoding.EncodeToString([]byte(s))) }
	if isUTF8(charset) && base64.StdEncoding.EncodedLen(len(s)) > maxContent {
		size := 0
		for i := 0; i < len(s); {
			_, width := utf8.DecodeRuneInString(s[i:])
			if size+width > maxContent/4*3 {
				encode(s[:i])
				s, i, size = s[i:], 0, 0
			}
			size += width
			i += width
		}
	}
	encode(s)
	return words
}

func plainWords(charset, s string) (words []string) {
	var word []byte
	for i := 0; i < len(s); {
		c, width := s[i], 1
		asIs := '!' <= c && c <= '~' && c != '=' && c != '?' && c != '_' || c == ' '
		if !asIs && isUTF8(charset) {
			_, width = utf8.DecodeRuneInString(s[i:])
		}
		size := 3 * width
		if asIs {
			size = 1
		}
		if isUTF8(charset) && len(word)+size > maxContent {
			words = append(words, string(word))
			word = word[:0]
		}
		for _, c := range []byte(s[i : i+width]) {
			switch {
			case !asIs:
				word = append(word, '=', upperDigits[c>>4], upperDigits[c&15])
			case c == ' ':
				word = append(word, '_')
			default:
				word = append(word, c)
			}
		}
		i += width
	}
	return append(words, string(word))
}

// A WordDecoder reads encoded words.
type WordDecoder struct {
	// CharsetReader, if it is set, converts charsets, named in lower case, other than UTF-8, ISO-8859-1 and US-ASCII to UTF-8.
	CharsetReader func(charset string, input io.Reader) (io.Reader, error)
}

// Decode decodes one encoded word.
func (d *WordDecoder) Decode(word string) (string, error) {
	inner, begun := strings.CutPrefix(word, "=?")
	inner, ended := strings.CutSuffix(inner, "?=")
	parts := strings.Split(inner, "?")
	if len(word) < 8 || !begun || !ended || len(parts) != 3 || parts[0] == "" || len(parts[1]) != 1 {
		return "", invalidWord()
	}
	content, err := decodeText(parts[1][0], parts[2])
	if err != nil {
		return "", err
	}
	return d.convert(parts[0], content)
}

// DecodeHeader decodes the encoded words in a header. It leaves other text unchanged, and removes blanks
// between two encoded words.
func (d *WordDecoder) DecodeHeader(header string) (string, error) {
	var out strings.Builder
	behindWord := false
	for {
		w, ok := findWord(header)
		if !ok {
			out.WriteString(header)
			return out.String(), nil
		}
		content, err := decodeText(w.encoding, w.text)
		if err != nil {
			behindWord = false
			out.WriteString(header[:w.end])
			header = header[w.end:]
			continue
		}
		if before := header[:w.start]; !behindWord || strings.Trim(before, " \t\n\r") != "" {
			out.WriteString(before)
		}
		text, err := d.convert(w.charset, content)
		if err != nil {
			return "", err
		}
		out.WriteString(text)
		header = header[w.end:]
		behindWord = true
	}
}

// A wordAt is an encoded word in a header.
type wordAt struct {
	start, end    int
	encoding      byte
	charset, text string
}

func findWord(header string) (w wordAt, ok bool) {
	if w.start = strings.Index(header, "=?"); w.start < 0 {
		return w, false
	}
	at := w.start + len("=?")
	n := strings.IndexByte(header[at:], '?')
	if n < 0 {
		return w, false
	}
	w.charset = header[at : at+n]
	at += n + 1
	if len(header) < at+len("Q??=") || header[at+1] != '?' {
		return w, false
	}
	w.encoding = header[at]
	at += 2
	if n = strings.Index(header[at:], "?="); n < 0 {
		return w, false
	}
	w.text = header[at : at+n]
	w.end = at + n + len("?=")
	return w, true
}

func decodeText(encoding byte, text string) ([]byte, error) {
	switch encoding | 0x20 {
	case 'b':
		return base64.StdEncoding.DecodeString(text)
	case 'q':
		return decodePlain(text)
	}
	return nil, invalidWord()
}

func decodePlain(text string) ([]byte, error) {
	b := make([]byte, 0, len(text))
	for i := 0; i < len(text); i++ {
		c := text[i]
		switch {
		case c == '_':
			c = ' '
		case c == '=':
			if i+2 >= len(text) {
				return nil, invalidWord()
			}
			var digits [2]byte
			for j := range digits {
				var ok bool
				i++
				if digits[j], ok = hexDigit(text[i]); !ok {
					return nil, fmt.Errorf("mime: invalid hex byte %#02x", text[i])
				}
			}
			c = digits[0]<<4 | digits[1]
		case ' ' <= c && c <= '~' || c == '\n' || c == '\r' || c == '\t':
		default:
			return nil, invalidWord()
		}
		b = append(b, c)
	}
	return b, nil
}

// convert converts a text to UTF-8.
func (d *WordDecoder) convert(charset string, content []byte) (string, error) {
	latin := strings.EqualFold(charset, "iso-8859-1")
	switch {
	case isUTF8(charset):
		return string(content), nil
	case latin || strings.EqualFold(charset, "us-ascii"):
		var out strings.Builder
		for _, c := range content {
			r := rune(c)
			if !latin && c >= utf8.RuneSelf {
				r = utf8.RuneError
			}
			out.WriteRune(r)
		}
		return out.String(), nil
	case d.CharsetReader == nil:
		return "", fmt.Errorf("mime: unhandled charset %q", charset)
	}
	r, err := d.CharsetReader(strings.ToLower(charset), bytes.NewReader(content))
	if err != nil {
		return "", err
	}
	var out strings.Builder
	_, err = io.Copy(&out, r)
	return out.String(), err
}
