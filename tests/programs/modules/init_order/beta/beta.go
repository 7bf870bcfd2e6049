package beta

func init() { println("beta") }
