package sync

import "internal/rt"

// A Pool keeps objects for use again; New makes one when the pool is empty. What no Get took during a whole cycle of the
// collector is dropped: free lives for the rest of a cycle, victim for one more.
type Pool struct {
	mu     Mutex
	free   []any
	victim []any
	cycle  uint64

	New func() any
}

// poolMax bounds what one pool keeps alive: a pool that nobody uses any more is not emptied.
const poolMax = 256

// Put gives x to the pool.
func (p *Pool) Put(x any) {
	if x == nil {
		return
	}
	p.mu.Lock()
	p.age()
	if len(p.free) < poolMax {
		p.free = append(p.free, x)
	}
	p.mu.Unlock()
}

// age drops what is too old. The mutex is held.
func (p *Pool) age() {
	now := rt.Collections()
	if now == p.cycle {
		return
	}
	p.victim = nil
	if now == p.cycle+1 {
		p.victim = p.free
	}
	p.free, p.cycle = nil, now
}

// Get takes an object out of the pool: the one put last, else what New makes, else nil.
func (p *Pool) Get() any {
	p.mu.Lock()
	p.age()
	from := &p.free
	if len(*from) == 0 {
		from = &p.victim
	}
	if n := len(*from) - 1; n >= 0 {
		x := (*from)[n]
		(*from)[n] = nil
		*from = (*from)[:n]
		p.mu.Unlock()
		return x
	}
	p.mu.Unlock()
	if p.New == nil {
		return nil
	}
	return p.New()
}
