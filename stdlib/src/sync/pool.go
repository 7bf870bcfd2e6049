package sync

// A Pool keeps objects for use again; New makes one when the pool is empty.
type Pool struct {
	mu   Mutex
	free []any

	New func() any
}

// poolMax bounds what one pool keeps alive, since no collection empties it.
const poolMax = 256

// Put gives x to the pool.
func (p *Pool) Put(x any) {
	if x == nil {
		return
	}
	p.mu.Lock()
	if len(p.free) < poolMax {
		p.free = append(p.free, x)
	}
	p.mu.Unlock()
}

// Get takes an object out of the pool: the one put last, else what New makes, else nil.
func (p *Pool) Get() any {
	p.mu.Lock()
	if n := len(p.free) - 1; n >= 0 {
		x := p.free[n]
		p.free[n] = nil
		p.free = p.free[:n]
		p.mu.Unlock()
		return x
	}
	p.mu.Unlock()
	if p.New == nil {
		return nil
	}
	return p.New()
}
