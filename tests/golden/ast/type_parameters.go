package p

type A[P *struct{}] struct{}
type B[P *int,] int
type C[P (*int),] int
type D [P * int]int
type E [P(*int)]int
type F[P *struct{} | int] struct{}
type G[a ([]t)] struct{}
type H[a ([]t) | t] struct{}
type I [N * len([]int{})]int
type J[a *t | t, b t] struct{}
type K [f(x)]int
