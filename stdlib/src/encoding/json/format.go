package json

import "bytes"

// Compact appends src to dst without the white space between its tokens.
func Compact(dst *bytes.Buffer, src []byte) error {
	if err := check(src); err != nil {
		return err
	}
	dst.Write(compacted(nil, src, false))
	return nil
}

// compacted copies valid JSON without white space.
func compacted(out, src []byte, html bool) []byte {
	for i := 0; i < len(src); i++ {
		c := src[i]
		switch {
		case isSpace(c):
		case c == '"':
			end, _ := scanString(src, i)
			if html {
				out = escaped(out, src[i:end])
			} else {
				out = append(out, src[i:end]...)
			}
			i = end - 1
		default:
			out = append(out, c)
		}
	}
	return out
}

const hexDigits = "0123456789abcdef"

// escaped copies JSON with <, >, & and two line breaks of JavaScript as escapes.
func escaped(out, src []byte) []byte {
	for i := 0; i < len(src); i++ {
		switch c := src[i]; {
		case c == '<' || c == '>' || c == '&':
			out = append(out, '\\', 'u', '0', '0', hexDigits[c>>4], hexDigits[c&15])
		case c == 0xe2 && i+2 < len(src) && src[i+1] == 0x80 && src[i+2]&^1 == 0xa8:
			out = append(out, '\\', 'u', '2', '0', '2', hexDigits[src[i+2]&15])
			i += 2
		default:
			out = append(out, c)
		}
	}
	return out
}

// HTMLEscape appends src to dst so that it can stand in HTML.
func HTMLEscape(dst *bytes.Buffer, src []byte) { dst.Write(escaped(nil, src)) }

// Indent appends src to dst, each element on a line of its own that begins with prefix and, for each level, indent.
func Indent(dst *bytes.Buffer, src []byte, prefix, indent string) error {
	if err := check(src); err != nil {
		return err
	}
	dst.Write(indented(nil, src, prefix, indent))
	return nil
}

func indented(out, src []byte, prefix, indent string) []byte {
	depth := 0
	line := func() {
		out = append(out, '\n')
		out = append(out, prefix...)
		for range depth {
			out = append(out, indent...)
		}
	}
	end := len(src)
	for end > 0 && isSpace(src[end-1]) {
		end--
	}
	for i := 0; i < end; i++ {
		c := src[i]
		switch c {
		case ' ', '\t', '\n', '\r':
		case '"':
			to, _ := scanString(src, i)
			out = append(out, src[i:to]...)
			i = to - 1
		case '{', '[':
			out = append(out, c)
			if next := space(src, i+1); src[next] == c+2 {
				out = append(out, c+2)
				i = next
				continue
			}
			depth++
			line()
		case '}', ']':
			depth--
			line()
			out = append(out, c)
		case ',':
			out = append(out, c)
			line()
		case ':':
			out = append(out, ':', ' ')
		default:
			out = append(out, c)
		}
	}
	return append(out, src[end:]...)
}
