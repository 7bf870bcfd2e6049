// Package structs has marker types for structs: as the type of a field named "_", at the beginning, they specify a
// property of the whole struct.
package structs

// A HostLayout demands the layout that the machine's C compiler would choose. minigo gives all structs this layout.
type HostLayout struct {
	_ hostLayout
}

// hostLayout differs from the type of any other marker, so that one cannot be converted to another.
type hostLayout struct{}
