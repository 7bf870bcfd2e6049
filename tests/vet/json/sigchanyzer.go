package main

import (
	"os"
	"os/signal"
)

type C = chan os.Signal
type D chan os.Signal

func main() {
	c := make(chan os.Signal)
	signal.Notify(c)
	d := make(C)
	signal.Notify(d)
	e := make(D)
	signal.Notify(e)
	var g = make(chan os.Signal)
	signal.Notify(g)
	h, k := make(chan os.Signal), make( chan   os.Signal )
	signal.Notify(h)
	signal.Notify(k)
	l := (make)(chan os.Signal)
	signal.Notify(l)
	n := (make(chan os.Signal))
	signal.Notify(n)
	p := make(chan os.Signal /* c */)
	signal.Notify(p, os.Interrupt)
	signal.Notify(make(chan os.Signal))
	q := make(chan (os.Signal),)
	signal.Notify(q)
}
