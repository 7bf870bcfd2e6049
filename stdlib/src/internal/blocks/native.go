package blocks

// MixMD5 mixes the whole blocks in p, of 64 bytes each, into the four words of a state.
func MixMD5(state []uint32, p []byte)

// MixSHA1 mixes the whole blocks in p, of 64 bytes each, into the five words of a state.
func MixSHA1(state []uint32, p []byte)

// MixSHA256 mixes the whole blocks in p, of 64 bytes each, into the eight words of a state.
func MixSHA256(state []uint32, p []byte)

// MixSHA512 mixes the whole blocks in p, of 128 bytes each, into the eight words of a state.
func MixSHA512(state []uint64, p []byte)
