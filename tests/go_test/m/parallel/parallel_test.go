package parallel

import (
	"sync/atomic"
	"testing"
)

func TestGroup(t *testing.T) {
	var n atomic.Int32
	t.Cleanup(func() {
		if n.Load() != 1 {
			t.Error("subtests have not run", n.Load())
		}
	})
	for _, name := range []string{"a"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			n.Add(1)
		})
	}
	if n.Load() != 0 {
		t.Error("parallel subtests have run too early")
	}
}
