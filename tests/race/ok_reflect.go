package main

import "reflect"

func main() {
	c := make(chan *int)
	v := reflect.ValueOf(c)
	x := 0
	go func() {
		x = 1
		v.Send(reflect.ValueOf(&x))
		v.Recv()
		x++
		v.Close()
	}()
	p, _ := v.Recv()
	*p.Interface().(*int)++
	reflect.Select([]reflect.SelectCase{{Dir: reflect.SelectSend, Chan: v, Send: reflect.ValueOf(&x)}})
	<-c
	println(x)
}
