package fnv

// add32 adds the bytes of p to the state h of FNV-1.
func add32(h uint32, p []byte) uint32

// add32a adds the bytes of p to the state h of FNV-1a.
func add32a(h uint32, p []byte) uint32

// add64 adds the bytes of p to the state h of FNV-1.
func add64(h uint64, p []byte) uint64

// add64a adds the bytes of p to the state h of FNV-1a.
func add64a(h uint64, p []byte) uint64

// add128 adds the bytes of p to the state of FNV-1 in these two words.
func add128(hi, lo uint64, p []byte) (uint64, uint64)

// add128a adds the bytes of p to the state of FNV-1a in these two words.
func add128a(hi, lo uint64, p []byte) (uint64, uint64)
