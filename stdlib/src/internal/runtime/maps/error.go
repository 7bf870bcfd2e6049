// Package maps has the error for a map key that cannot be hashed: programs see the package in the type's name.
package maps

// unhashableTypeError is the whole text: "hash of unhashable type: []int".
type unhashableTypeError string

func (unhashableTypeError) RuntimeError()   {}
func (e unhashableTypeError) Error() string { return string(e) }
