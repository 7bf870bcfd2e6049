package p

type H[P any] = []H[P]
type A[P any] = B[P]
type B[P any] = A[P]
type C[P any] = *C[P]
type D[P any] = struct{ d *D[P] }
type E = []E
type F[P any] = map[string]F[[]P]

type K[P any] = struct{ k K2[P] }
type K2[P any] struct{ k *K[P] }
type L[P any] = func(L[P]) L[int]
type M[P any] = [3]M[P]
