package sync

import "unsafe"

// A Pool keeps objects for reuse; New makes one when the pool is empty. Each P has a list of its own, so that
// goroutines that run at the same time do not wait for each other; a goroutine that finds its P's list empty searches
// the other lists. The collector drops objects that no Get has taken during a whole cycle.
type Pool struct {
	local  unsafe.Pointer // one part for each P
	victim unsafe.Pointer // the value of local before the last collection

	New func() any
}

// Put adds x to the pool.
func (p *Pool) Put(x any) { poolPut(p, x) }

// Get removes an object from the pool and returns it; if there is none, it returns the result of New, or nil without New.
func (p *Pool) Get() any {
	if x := poolTake(p); x != nil || p.New == nil {
		return x
	}
	return p.New()
}

func poolPut(p *Pool, x any)

// poolTake returns nil if the pool is empty.
func poolTake(p *Pool) any
