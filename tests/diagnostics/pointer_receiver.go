package main

import "io"

type counter int

func (c *counter) Write(p []byte) (int, error) {
	*c += counter(len(p))
	return len(p), nil
}

func main() {
	var c counter
	var w io.Writer = c
	w.Write(nil)
}
