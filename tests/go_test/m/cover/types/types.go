package types

type X int
