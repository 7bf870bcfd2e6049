package h2client

func generate(seed uint64, random int) []string { return nil }
