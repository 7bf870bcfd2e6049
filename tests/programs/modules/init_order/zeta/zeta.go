package zeta

func init() { println("zeta") }
