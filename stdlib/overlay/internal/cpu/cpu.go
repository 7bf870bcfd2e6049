package cpu

// CacheLinePadSize is that of most processors. What a processor can do beyond that is of no use to bytecode.
const CacheLinePadSize = 64

func doinit() {}
