package sync

import "unsafe"

// A Pool keeps objects for use again; New makes one when the pool is empty. Each P has a list of its own, so that
// goroutines that run at the same time do not wait for each other; a goroutine that finds its P's list empty looks into
// the other lists. Objects that no Get has taken during a whole cycle of the collector are dropped.
type Pool struct {
	local  unsafe.Pointer // a part for each P
	victim unsafe.Pointer // what local was until the last collection

	New func() any
}

// Put gives x to the pool.
func (p *Pool) Put(x any) { poolPut(p, x) }

// Get takes an object out of the pool, else what New makes, else nil.
func (p *Pool) Get() any {
	if x := poolTake(p); x != nil || p.New == nil {
		return x
	}
	return p.New()
}

func poolPut(p *Pool, x any)

// poolTake gives nil when there is nothing.
func poolTake(p *Pool) any
