package atomic

// The types allow only atomic access to their value; the zero value of each is ready.

// noCopy is a field of types that must not be copied after first use; go vet looks for its methods.
type noCopy struct{}

func (*noCopy) Lock()   {}
func (*noCopy) Unlock() {}

// align64 demands 8-byte alignment on every platform.
type align64 struct{}

// A Bool is an atomic boolean.
type Bool struct {
	_ noCopy
	v uint32
}

func word(b bool) uint32 {
	if b {
		return 1
	}
	return 0
}

// Load reads the value.
func (x *Bool) Load() bool { return LoadUint32(&x.v) != 0 }

// Store writes the value.
func (x *Bool) Store(val bool) { StoreUint32(&x.v, word(val)) }

// Swap writes the value and returns the former value.
func (x *Bool) Swap(new bool) (old bool) { return SwapUint32(&x.v, word(new)) != 0 }

// CompareAndSwap writes new if the value is old.
func (x *Bool) CompareAndSwap(old, new bool) (swapped bool) {
	return CompareAndSwapUint32(&x.v, word(old), word(new))
}

// An Int32 is an atomic int32.
type Int32 struct {
	_ noCopy
	v int32
}

// Load reads the value.
func (x *Int32) Load() int32 { return LoadInt32(&x.v) }

// Store writes the value.
func (x *Int32) Store(val int32) { StoreInt32(&x.v, val) }

// Swap writes the value and returns the former value.
func (x *Int32) Swap(new int32) (old int32) { return SwapInt32(&x.v, new) }

// CompareAndSwap writes new if the value is old.
func (x *Int32) CompareAndSwap(old, new int32) (swapped bool) {
	return CompareAndSwapInt32(&x.v, old, new)
}

// Add adds and returns the sum.
func (x *Int32) Add(delta int32) (new int32) { return AddInt32(&x.v, delta) }

// And clears the bits that mask lacks and returns the former value.
func (x *Int32) And(mask int32) (old int32) { return AndInt32(&x.v, mask) }

// Or sets the bits of mask and returns the former value.
func (x *Int32) Or(mask int32) (old int32) { return OrInt32(&x.v, mask) }

// An Int64 is an atomic int64.
type Int64 struct {
	_ noCopy
	_ align64
	v int64
}

// Load reads the value.
func (x *Int64) Load() int64 { return LoadInt64(&x.v) }

// Store writes the value.
func (x *Int64) Store(val int64) { StoreInt64(&x.v, val) }

// Swap writes the value and returns the former value.
func (x *Int64) Swap(new int64) (old int64) { return SwapInt64(&x.v, new) }

// CompareAndSwap writes new if the value is old.
func (x *Int64) CompareAndSwap(old, new int64) (swapped bool) {
	return CompareAndSwapInt64(&x.v, old, new)
}

// Add adds and returns the sum.
func (x *Int64) Add(delta int64) (new int64) { return AddInt64(&x.v, delta) }

// And clears the bits that mask lacks and returns the former value.
func (x *Int64) And(mask int64) (old int64) { return AndInt64(&x.v, mask) }

// Or sets the bits of mask and returns the former value.
func (x *Int64) Or(mask int64) (old int64) { return OrInt64(&x.v, mask) }

// A Uint32 is an atomic uint32.
type Uint32 struct {
	_ noCopy
	v uint32
}

// Load reads the value.
func (x *Uint32) Load() uint32 { return LoadUint32(&x.v) }

// Store writes the value.
func (x *Uint32) Store(val uint32) { StoreUint32(&x.v, val) }

// Swap writes the value and returns the former value.
func (x *Uint32) Swap(new uint32) (old uint32) { return SwapUint32(&x.v, new) }

// CompareAndSwap writes new if the value is old.
func (x *Uint32) CompareAndSwap(old, new uint32) (swapped bool) {
	return CompareAndSwapUint32(&x.v, old, new)
}

// Add adds and returns the sum.
func (x *Uint32) Add(delta uint32) (new uint32) { return AddUint32(&x.v, delta) }

// And clears the bits that mask lacks and returns the former value.
func (x *Uint32) And(mask uint32) (old uint32) { return AndUint32(&x.v, mask) }

// Or sets the bits of mask and returns the former value.
func (x *Uint32) Or(mask uint32) (old uint32) { return OrUint32(&x.v, mask) }

// A Uint64 is an atomic uint64.
type Uint64 struct {
	_ noCopy
	_ align64
	v uint64
}

// Load reads the value.
func (x *Uint64) Load() uint64 { return LoadUint64(&x.v) }

// Store writes the value.
func (x *Uint64) Store(val uint64) { StoreUint64(&x.v, val) }

// Swap writes the value and returns the former value.
func (x *Uint64) Swap(new uint64) (old uint64) { return SwapUint64(&x.v, new) }

// CompareAndSwap writes new if the value is old.
func (x *Uint64) CompareAndSwap(old, new uint64) (swapped bool) {
	return CompareAndSwapUint64(&x.v, old, new)
}

// Add adds and returns the sum.
func (x *Uint64) Add(delta uint64) (new uint64) { return AddUint64(&x.v, delta) }

// And clears the bits that mask lacks and returns the former value.
func (x *Uint64) And(mask uint64) (old uint64) { return AndUint64(&x.v, mask) }

// Or sets the bits of mask and returns the former value.
func (x *Uint64) Or(mask uint64) (old uint64) { return OrUint64(&x.v, mask) }

// A Uintptr is an atomic uintptr.
type Uintptr struct {
	_ noCopy
	v uintptr
}

// Load reads the value.
func (x *Uintptr) Load() uintptr { return LoadUintptr(&x.v) }

// Store writes the value.
func (x *Uintptr) Store(val uintptr) { StoreUintptr(&x.v, val) }

// Swap writes the value and returns the former value.
func (x *Uintptr) Swap(new uintptr) (old uintptr) { return SwapUintptr(&x.v, new) }

// CompareAndSwap writes new if the value is old.
func (x *Uintptr) CompareAndSwap(old, new uintptr) (swapped bool) {
	return CompareAndSwapUintptr(&x.v, old, new)
}

// Add adds and returns the sum.
func (x *Uintptr) Add(delta uintptr) (new uintptr) { return AddUintptr(&x.v, delta) }

// And clears the bits that mask lacks and returns the former value.
func (x *Uintptr) And(mask uintptr) (old uintptr) { return AndUintptr(&x.v, mask) }

// Or sets the bits of mask and returns the former value.
func (x *Uintptr) Or(mask uintptr) (old uintptr) { return OrUintptr(&x.v, mask) }
