package sync

import "internal/rt"

// A Pool keeps objects for use again; New makes one when the pool is empty. What no Get took during a whole cycle of the
// collector is dropped: free lives for the rest of a cycle, victim for one more.
type Pool struct {
	mu     Mutex
	free   []any
	victim []any
	cycle  uint64
	listed bool

	New func() any
}

// pools are those with something in them: they are emptied after collections also when nobody uses them.
var pools struct {
	mu     Mutex
	filled map[*Pool]bool
}

// agePools goes through all pools after a collection.
func agePools() {
	pools.mu.Lock()
	defer pools.mu.Unlock()
	for p := range pools.filled {
		p.mu.Lock()
		p.age()
		if len(p.free)+len(p.victim) == 0 {
			p.listed = false
			delete(pools.filled, p)
		}
		p.mu.Unlock()
	}
}

// list notes that p has something in it.
func (p *Pool) list() {
	pools.mu.Lock()
	if pools.filled == nil {
		pools.filled = map[*Pool]bool{}
		rt.AfterGC(agePools)
	}
	pools.filled[p] = true
	pools.mu.Unlock()
}

// Put gives x to the pool.
func (p *Pool) Put(x any) {
	if x == nil {
		return
	}
	p.mu.Lock()
	p.age()
	p.free = append(p.free, x)
	known := p.listed
	p.listed = true
	p.mu.Unlock()
	if !known {
		p.list()
	}
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
