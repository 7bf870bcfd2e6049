package constanttime

import "unsafe"

// A bool is a byte that is 0 or 1.
func boolToUint8(b bool) uint8 { return *(*uint8)(unsafe.Pointer(&b)) }
