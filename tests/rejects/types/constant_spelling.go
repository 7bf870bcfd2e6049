// A conversion is a mention of its type.
package p

import "math"

const x = int32(math.MinInt32) / -1 // ERROR "int32(math.MinInt32) / -1 (constant 2147483648 of type int32) overflows int32"
