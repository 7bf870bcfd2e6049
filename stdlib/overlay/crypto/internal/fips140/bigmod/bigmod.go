package bigmod

import "internal/words"

func addMulVVW(z, x []uint, y uint) (carry uint) { return words.AddMul(z, x, y) }
