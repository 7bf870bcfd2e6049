package testing

import (
	"fmt"
	"runtime"
	"sync"
	"sync/atomic"
)

// A benchLoop is the state of a loop over B.Loop. While i < n, Loop checks nothing else: n is the number of
// iterations before it checks the time again, and a stopped timer makes i too large.
type benchLoop struct {
	n    uint64
	i    uint64
	done bool // Loop returned false
}

// loopStopped is set in i while the timer is stopped.
const loopStopped = 1 << 63

func (l *benchLoop) suspend() { l.i |= loopStopped }
func (l *benchLoop) resume()  { l.i &^= loopStopped }

// Loop reports whether the loop continues. Its first call resets the timer, its last one stops the timer and sets N to
// the number of iterations.
func (b *B) Loop() bool {
	if b.loop.i < b.loop.n {
		b.loop.i++
		return true
	}
	return b.loopSlowPath()
}

// loopSlowPath begins the loop, or decides how many more iterations to run.
func (b *B) loopSlowPath() bool {
	l := &b.loop
	switch {
	case !b.timerOn:
		b.Fatal("B.Loop called with timer stopped")
	case l.n == 0:
		l.n = max(uint64(b.benchTime.n), 1)
		b.N = 0
		b.ResetTimer()
	case !b.extendLoop():
		b.StopTimer()
		b.N = int(l.n)
		l.done = true
		return false
	}
	l.i++
	return true
}

// extendLoop reports whether the loop has not yet run for the benchmark time, and makes it longer then.
func (b *B) extendLoop() bool {
	l := &b.loop
	if fixed := b.benchTime.n; fixed > 0 {
		if l.i != uint64(fixed) {
			panic(fmt.Sprintf("iteration count %d < fixed target %d", l.i, fixed))
		}
		return false
	}
	elapsed := b.Elapsed()
	if elapsed >= b.benchTime.d {
		return false
	}
	before := int64(l.n)
	l.n = uint64(predictN(b.benchTime.d.Nanoseconds(), before, elapsed.Nanoseconds(), before))
	return uint64(before) < l.n // false if the limit is reached
}

// A PB distributes the iterations among the goroutines of RunParallel.
type PB struct {
	globalN *atomic.Uint64 // iterations that goroutines have taken
	grain   uint64         // how many iterations a goroutine takes at once
	cache   uint64         // how many iterations the goroutine has left
	bN      uint64         // number of iterations
}

// Next reports whether there is another iteration.
func (pb *PB) Next() bool {
	if pb.cache == 0 {
		end := pb.globalN.Add(pb.grain)
		if end >= pb.bN+pb.grain {
			return false
		}
		pb.cache = pb.grain - (max(end, pb.bN) - pb.bN)
	}
	pb.cache--
	return true
}

// RunParallel calls body in several goroutines, GOMAXPROCS times the factor of SetParallelism; they share the
// iterations through Next.
func (b *B) RunParallel(body func(*PB)) {
	if b.N == 0 {
		return
	}
	// A goroutine takes iterations for about 100 µs at once: so it takes them rarely, and has few left when the others are
	// done.
	grain := uint64(1)
	if b.previousN > 0 && b.previousDuration > 0 {
		grain = min(max(1e5*uint64(b.previousN)/uint64(b.previousDuration), 1), 1e4)
	}
	var given atomic.Uint64
	var wg sync.WaitGroup
	for range b.parallelism * runtime.GOMAXPROCS(0) {
		wg.Add(1)
		go func() {
			defer wg.Done()
			body(&PB{globalN: &given, grain: grain, bN: uint64(b.N)})
		}()
	}
	wg.Wait()
	if given.Load() <= uint64(b.N) && !b.Failed() {
		b.Fatal("RunParallel: body exited without pb.Next() == false")
	}
}

// SetParallelism sets the number of RunParallel's goroutines for each P; less than one changes nothing.
func (b *B) SetParallelism(p int) {
	if p >= 1 {
		b.parallelism = p
	}
}
