package shelf

import "example.com/m/store"

type Shelf struct {
	*store.Store
}

func (Shelf) Put() {}
