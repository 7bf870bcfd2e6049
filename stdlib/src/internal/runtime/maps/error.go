// Package maps has the error of a look-up by a key that cannot be hashed: programs see its type's name.
package maps

// unhashableTypeError is the whole text: "hash of unhashable type: []int".
type unhashableTypeError string

func (unhashableTypeError) RuntimeError()   {}
func (e unhashableTypeError) Error() string { return string(e) }
