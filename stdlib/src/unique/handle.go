// Package unique canonicalises values: handles of equal values are equal pointers.
package unique

import (
	"internal/rt"
	"strings"
	"sync"
	"weak"
)

// A Handle is a canonical pointer to a value. Two handles are equal exactly if their values are.
type Handle[T comparable] struct{ value *T }

// Value returns the value of the handle.
func (h Handle[T]) Value() T { return *h.value }

// A table has the handles, in use, of all values of one type.
type table[T comparable] struct {
	mu      sync.Mutex
	handles map[T]weak.Pointer[T]
}

// tables has a *table[T] for each (*T)(nil).
var (
	tables sync.Map
	once   sync.Once
)

// Make returns the handle of value.
func Make[T comparable](value T) Handle[T] {
	var key any = (*T)(nil)
	found, ok := tables.Load(key)
	if !ok {
		once.Do(func() { rt.AfterGC(dropDead) })
		found, _ = tables.LoadOrStore(key, &table[T]{handles: map[T]weak.Pointer[T]{}})
	}
	return Handle[T]{found.(*table[T]).find(value)}
}

// find returns the canonical address of value.
func (t *table[T]) find(value T) *T {
	t.mu.Lock()
	defer t.mu.Unlock()
	if p := t.handles[value].Value(); p != nil {
		return p
	}
	p := new(T)
	*p = value
	if s, ok := any(p).(*string); ok {
		// A part of a large string must not keep the whole string alive.
		*s = strings.Clone(*s)
	}
	t.handles[*p] = weak.Make(p)
	return p
}

// dropDead removes values without a handle in use.
func (t *table[T]) dropDead() {
	t.mu.Lock()
	defer t.mu.Unlock()
	for value, p := range t.handles {
		if p.Value() == nil {
			delete(t.handles, value)
		}
	}
}

// dropDead calls the method dropDead of all tables, after each collection.
func dropDead() {
	tables.Range(func(_, t any) bool {
		t.(interface{ dropDead() }).dropDead()
		return true
	})
}
