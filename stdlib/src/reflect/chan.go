package reflect

import (
	rt "internal/rtype"
	"unsafe"
)

// MakeChan returns a new channel of type typ with that buffer.
func MakeChan(typ Type, buffer int) Value {
	// A program's own Type can embed a Type and return another Kind than that.
	if Kind(rt.Kind(typ.id())) != Chan {
		panic("reflect.MakeChan of non-chan type")
	}
	if buffer < 0 {
		panic("reflect.MakeChan: negative buffer size")
	}
	if typ.ChanDir() != BothDir {
		panic("reflect.MakeChan: unidirectional channel type")
	}
	return direct(typ.id(), rt.ChanNew(typ.id(), buffer), 0)
}

// Close closes the channel v.
func (v Value) Close() {
	v.must(Chan, "Close")
	v.mustBeExported("Close")
	if ChanDir(rt.Len(v.typ))&SendDir == 0 {
		panic("reflect: close of receive-only channel")
	}
	rt.ChanClose(v.word())
}

func (v Value) mustChan(dir ChanDir, method, what string) {
	v.must(Chan, method)
	v.mustBeExported(method)
	if ChanDir(rt.Len(v.typ))&dir == 0 {
		panic("reflect: " + what + " channel")
	}
}

// Send sends x on the channel v.
func (v Value) Send(x Value) { v.send(x, "Send", true) }

// TrySend is Send that does not wait; it reports whether x was sent.
func (v Value) TrySend(x Value) bool { return v.send(x, "TrySend", false) }

func (v Value) send(x Value, method string, wait bool) bool {
	v.mustChan(SendDir, method, "send on recv-only")
	x.mustBeExported(method)
	x = x.assignTo("reflect.Value.Send", rt.Elem(v.typ))
	return rt.ChanSend(v.typ, v.word(), x.memory(), wait)
}

// Recv receives a value from the channel v; if v is closed, ok is false and x is zero.
func (v Value) Recv() (x Value, ok bool) {
	x, _, ok = v.recv("Recv", true)
	return x, ok
}

// TryRecv is Recv that does not wait; it returns the zero Value if there is nothing to receive.
func (v Value) TryRecv() (x Value, ok bool) {
	x, selected, ok := v.recv("TryRecv", false)
	if !selected {
		return Value{}, false
	}
	return x, ok
}

func (v Value) recv(method string, wait bool) (x Value, selected, ok bool) {
	v.mustChan(RecvDir, method, "recv on send-only")
	e := rt.Elem(v.typ)
	p := rt.New(e, 1)
	selected, ok = rt.ChanRecv(v.typ, v.word(), p, wait)
	return loaded(e, p, 0), selected, ok
}

// A SelectDir is the direction of a SelectCase.
type SelectDir int

// The kinds of cases.
const (
	_             SelectDir = iota
	SelectSend              // case Chan <- Send
	SelectRecv              // case <-Chan:
	SelectDefault           // default
)

// A SelectCase is a case of Select. A case with a zero Chan never proceeds.
type SelectCase struct {
	Dir  SelectDir
	Chan Value
	Send Value
}

// Select runs a select statement with those cases. It returns the index of the chosen one and, if it receives, the received value.
func Select(cases []SelectCase) (chosen int, recv Value, recvOK bool) {
	if len(cases) > 65536 {
		panic("reflect.Select: too many cases (max 65536)")
	}
	byDefault := -1
	var types []rt.ID
	var chans, values []unsafe.Pointer
	var send []bool
	var index []int // index of the case for each channel operation
	for i, c := range cases {
		if c.Dir == SelectDefault {
			if byDefault >= 0 {
				panic("reflect.Select: multiple default cases")
			}
			byDefault = i
			if c.Chan.IsValid() {
				panic("reflect.Select: default case has Chan value")
			}
			if c.Send.IsValid() {
				panic("reflect.Select: default case has Send value")
			}
			continue
		}
		if c.Dir != SelectSend && c.Dir != SelectRecv {
			panic("reflect.Select: invalid Dir")
		}
		if c.Dir == SelectRecv && c.Send.IsValid() {
			panic("reflect.Select: RecvDir case has Send value")
		}
		if !c.Chan.IsValid() {
			continue
		}
		c.Chan.mustBe(Chan)
		c.Chan.mustBeExported("Select")
		e := rt.Elem(c.Chan.typ)
		var p unsafe.Pointer
		if c.Dir == SelectSend {
			if ChanDir(rt.Len(c.Chan.typ))&SendDir == 0 {
				panic("reflect.Select: SendDir case using recv-only channel")
			}
			if !c.Send.IsValid() {
				panic("reflect.Select: SendDir case missing Send value")
			}
			c.Send.mustBeExported("Select")
			p = c.Send.assignTo("reflect.Select", e).memory()
		} else {
			if ChanDir(rt.Len(c.Chan.typ))&RecvDir == 0 {
				panic("reflect.Select: RecvDir case using send-only channel")
			}
			p = rt.New(e, 1)
		}
		types = append(types, c.Chan.typ)
		chans = append(chans, c.Chan.word())
		values = append(values, p)
		send = append(send, c.Dir == SelectSend)
		index = append(index, i)
	}
	n, ok := rt.Select(types, chans, values, send, byDefault >= 0)
	if n < 0 {
		return byDefault, Value{}, false
	}
	if send[n] {
		return index[n], Value{}, false
	}
	return index[n], loaded(rt.Elem(types[n]), values[n], 0), ok
}
