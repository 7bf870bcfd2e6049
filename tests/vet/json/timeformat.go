package main

import "time"

const K = "2006-02-01"

func main() {
	_ = time.Now().Format("2006-02-01")
	_ = time.Now().Format("at 2006-02-01 2006-02-01")
	_ = time.Now().Format(`2006-02-01`)
	_ = time.Now().Format(K)
	_ = time.Now().Format("x" + "2006-02-01")
	_ = time.Now().Format(("2006-02-01"))
	_, _ = time.Parse("\x41 2006-02-01", "")
	_, _ = time.Parse("é 2006-02-01", "")
}
