// Package atomic has atomic memory operations, in one order on which all goroutines agree.
package atomic

import "unsafe"

// The functions without a body are instructions of the machine: sequentially consistent, on naturally aligned words.

// LoadInt32 reads *addr.
func LoadInt32(addr *int32) (val int32)

// StoreInt32 writes *addr.
func StoreInt32(addr *int32, val int32)

// AddInt32 adds to *addr and returns the sum.
func AddInt32(addr *int32, delta int32) (new int32)

// SwapInt32 writes *addr and returns the former value.
func SwapInt32(addr *int32, new int32) (old int32)

// CompareAndSwapInt32 writes new if *addr is old.
func CompareAndSwapInt32(addr *int32, old, new int32) (swapped bool)

// AndInt32 clears the bits that mask lacks in *addr and returns the former value.
func AndInt32(addr *int32, mask int32) (old int32)

// OrInt32 sets the bits of mask in *addr and returns the former value.
func OrInt32(addr *int32, mask int32) (old int32)

// LoadInt64 reads *addr.
func LoadInt64(addr *int64) (val int64)

// StoreInt64 writes *addr.
func StoreInt64(addr *int64, val int64)

// AddInt64 adds to *addr and returns the sum.
func AddInt64(addr *int64, delta int64) (new int64)

// SwapInt64 writes *addr and returns the former value.
func SwapInt64(addr *int64, new int64) (old int64)

// CompareAndSwapInt64 writes new if *addr is old.
func CompareAndSwapInt64(addr *int64, old, new int64) (swapped bool)

// AndInt64 clears the bits that mask lacks in *addr and returns the former value.
func AndInt64(addr *int64, mask int64) (old int64)

// OrInt64 sets the bits of mask in *addr and returns the former value.
func OrInt64(addr *int64, mask int64) (old int64)

// LoadUint32 reads *addr.
func LoadUint32(addr *uint32) (val uint32)

// StoreUint32 writes *addr.
func StoreUint32(addr *uint32, val uint32)

// AddUint32 adds to *addr and returns the sum.
func AddUint32(addr *uint32, delta uint32) (new uint32)

// SwapUint32 writes *addr and returns the former value.
func SwapUint32(addr *uint32, new uint32) (old uint32)

// CompareAndSwapUint32 writes new if *addr is old.
func CompareAndSwapUint32(addr *uint32, old, new uint32) (swapped bool)

// AndUint32 clears the bits that mask lacks in *addr and returns the former value.
func AndUint32(addr *uint32, mask uint32) (old uint32)

// OrUint32 sets the bits of mask in *addr and returns the former value.
func OrUint32(addr *uint32, mask uint32) (old uint32)

// LoadUint64 reads *addr.
func LoadUint64(addr *uint64) (val uint64)

// StoreUint64 writes *addr.
func StoreUint64(addr *uint64, val uint64)

// AddUint64 adds to *addr and returns the sum.
func AddUint64(addr *uint64, delta uint64) (new uint64)

// SwapUint64 writes *addr and returns the former value.
func SwapUint64(addr *uint64, new uint64) (old uint64)

// CompareAndSwapUint64 writes new if *addr is old.
func CompareAndSwapUint64(addr *uint64, old, new uint64) (swapped bool)

// AndUint64 clears the bits that mask lacks in *addr and returns the former value.
func AndUint64(addr *uint64, mask uint64) (old uint64)

// OrUint64 sets the bits of mask in *addr and returns the former value.
func OrUint64(addr *uint64, mask uint64) (old uint64)

// LoadUintptr reads *addr.
func LoadUintptr(addr *uintptr) (val uintptr)

// StoreUintptr writes *addr.
func StoreUintptr(addr *uintptr, val uintptr)

// AddUintptr adds to *addr and returns the sum.
func AddUintptr(addr *uintptr, delta uintptr) (new uintptr)

// SwapUintptr writes *addr and returns the former value.
func SwapUintptr(addr *uintptr, new uintptr) (old uintptr)

// CompareAndSwapUintptr writes new if *addr is old.
func CompareAndSwapUintptr(addr *uintptr, old, new uintptr) (swapped bool)

// AndUintptr clears the bits that mask lacks in *addr and returns the former value.
func AndUintptr(addr *uintptr, mask uintptr) (old uintptr)

// OrUintptr sets the bits of mask in *addr and returns the former value.
func OrUintptr(addr *uintptr, mask uintptr) (old uintptr)

// LoadPointer reads *addr.
func LoadPointer(addr *unsafe.Pointer) (val unsafe.Pointer)

// StorePointer writes *addr.
func StorePointer(addr *unsafe.Pointer, val unsafe.Pointer)

// SwapPointer writes *addr and returns the former value.
func SwapPointer(addr *unsafe.Pointer, new unsafe.Pointer) (old unsafe.Pointer)

// CompareAndSwapPointer writes new if *addr is old.
func CompareAndSwapPointer(addr *unsafe.Pointer, old, new unsafe.Pointer) (swapped bool)
