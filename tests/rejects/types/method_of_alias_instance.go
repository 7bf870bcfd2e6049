// An alias of an instance takes no methods, however it is reached.
package p

type S struct{}
type C0 = S
type C1[P any] = C0
type C2 = *C1[int]

func (C2) m() {} // ERROR "cannot define new methods on instantiated type C1[int]"

type C3 = C1[string]
type C4 = C3

func (C4) n() {} // ERROR "cannot define new methods on instantiated type C1[string]"
