// Package encoding has the interfaces of types that write and read themselves.
package encoding

// BinaryMarshaler writes itself in a binary form.
type BinaryMarshaler interface {
	MarshalBinary() (data []byte, err error)
}

// BinaryUnmarshaler reads itself from a binary form.
type BinaryUnmarshaler interface {
	UnmarshalBinary(data []byte) error
}

// BinaryAppender writes itself in a binary form at the end of b.
type BinaryAppender interface {
	AppendBinary(b []byte) ([]byte, error)
}

// TextMarshaler writes itself as text.
type TextMarshaler interface {
	MarshalText() (text []byte, err error)
}

// TextUnmarshaler reads itself from text.
type TextUnmarshaler interface {
	UnmarshalText(text []byte) error
}

// TextAppender writes itself as text at the end of b.
type TextAppender interface {
	AppendText(b []byte) ([]byte, error)
}
