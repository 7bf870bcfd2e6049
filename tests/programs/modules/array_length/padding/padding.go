package padding

import (
	"math"
	"math/rand/v2"
	"runtime"
	"time"
)

const (
	Size        = 64
	MaxDuration = time.Duration(math.MaxInt64)
)

func Parallelism() uint32 {
	most := uint32(runtime.GOMAXPROCS(0))
	if most < uint32(runtime.NumCPU()) {
		return most
	}
	return rand.Uint32()
}
