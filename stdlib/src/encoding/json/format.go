package json

import (
	"bytes"
	"strings"
)

// Compact appends src to dst without the white space between its tokens.
func Compact(dst *bytes.Buffer, src []byte) error {
	if err := checkFormat(src); err != nil {
		return err
	}
	dst.Write(compacted(nil, src, false))
	return nil
}

// checkFormat reports whether src is one value; its errors name elements of arrays in another way than Unmarshal's.
func checkFormat(src []byte) error {
	err := check(src)
	if err == nil {
		return nil
	}
	err.msg = strings.Replace(err.msg, "after array element", "after array value", 1)
	return err
}

// HTMLEscape appends src to dst with escapes, so that it can be embedded in HTML.
func HTMLEscape(dst *bytes.Buffer, src []byte) { dst.Write(escaped(nil, src)) }

// Indent appends src to dst, each element on a line of its own that begins with prefix and, for each level, indent.
func Indent(dst *bytes.Buffer, src []byte, prefix, indent string) error {
	if err := checkFormat(src); err != nil {
		return err
	}
	dst.Write(indented(nil, src, prefix, indent))
	return nil
}
