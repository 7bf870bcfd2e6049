// Package structs has types that mark structs: as the type of a field named "_", at the beginning, they say something
// of the whole.
package structs

// A HostLayout asks for the layout that the machine's C compiler would choose. minigo lays out all structs so.
type HostLayout struct {
	_ hostLayout
}

// hostLayout is another type than that of any other marker, so that one cannot be converted to another.
type hostLayout struct{}
