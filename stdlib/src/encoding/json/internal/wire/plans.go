package wire

import (
	"internal/rtype"
	"reflect"
	"sync"
	"sync/atomic"
)

// Plans caches what encoding/json, or v2, knows about types: a P for each type, which is made once.
type Plans[P any] struct {
	all    sync.Map // by reflect.Type
	recent [64]atomic.Pointer[planned[P]]
}

// A planned type is a type with its plan that was used recently.
type planned[P any] struct {
	id   rtype.ID
	plan *P
}

// slot returns the slot of a type among the recent ones. Type descriptors have a length of some dozen bytes.
func (p *Plans[P]) slot(id rtype.ID) *atomic.Pointer[planned[P]] {
	return &p.recent[(id>>5^id>>11)%rtype.ID(len(p.recent))]
}

// Recent returns the plan of a type that was used recently; nil otherwise.
func (p *Plans[P]) Recent(id rtype.ID) *P {
	if met := p.slot(id).Load(); met != nil && met.id == id {
		return met.plan
	}
	return nil
}

// Known returns the plan of a type if it exists; nil otherwise.
func (p *Plans[P]) Known(t reflect.Type) *P {
	if plan, ok := p.all.Load(t); ok {
		return plan.(*P)
	}
	return nil
}

// IDOf returns the number of a type.
func IDOf(t reflect.Type) rtype.ID {
	_, word := rtype.Words(t)
	return rtype.ID(uintptr(word))
}

// Of returns the plan of a type. If the table has none, build makes the plan, and puts the plans of all types that the type refers to into fresh.
func (p *Plans[P]) Of(t reflect.Type, build func(t reflect.Type, fresh map[reflect.Type]*P) *P) *P {
	id := IDOf(t)
	if plan := p.Recent(id); plan != nil {
		return plan
	}
	plan := p.Known(t)
	if plan == nil {
		fresh := map[reflect.Type]*P{}
		plan = build(t, fresh)
		for t, other := range fresh {
			p.all.LoadOrStore(t, other)
		}
	}
	p.slot(id).Store(&planned[P]{id, plan})
	return plan
}
