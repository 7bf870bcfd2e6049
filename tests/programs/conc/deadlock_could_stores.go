// A goroutine that would store a channel into an array, in any of the ways there are, and then send to what it loads
// from there: nobody may say that none is left that could send.
package main

var never chan int

// Elements of interfaces.
type sender interface{ send() }

type idle struct{ ch chan int }

func (idle) send() {}

type busy struct{ ch chan int }

func (b busy) send() { b.ch <- 1 }

var (
	senders   = [1]sender{idle{nil}}
	byElement = make(chan int)
)

func storeElement(i int) {
	<-never
	senders[i] = busy{byElement}
	senders[0].send()
}

// Elements that are slices.
var (
	lists   = [1][]sender{{idle{nil}}}
	bySlice = make(chan int)
)

func storeSlice(i int) {
	<-never
	lists[i] = []sender{busy{bySlice}}
	for _, s := range lists[0] {
		s.send()
	}
}

// Copies.
var (
	copied = [1]chan int{make(chan int)}
	byCopy = make(chan int)
)

func storeCopy(from []chan int) {
	<-never
	copy(copied[:], from)
	copied[0] <- 1
}

// Appending into the room that an array has.
var (
	appended = [2]chan int{make(chan int), make(chan int)}
	byAppend = make(chan int)
)

func storeAppended(c chan int) {
	<-never
	_ = append(appended[:1], c)
	appended[1] <- 1
}

var (
	joined = [2]chan int{make(chan int), make(chan int)}
	byJoin = make(chan int)
)

func storeJoined(from []chan int) {
	<-never
	_ = append(joined[1:1], from...)
	joined[1] <- 1
}

// Function values that are given to calls.
func nothing(func()) {}
func sendLater()     { byCall <- 1 }
func sendSoon()      { byGo <- 1 }
func call(f func())  { f() }

var (
	calls  = [1]func(func()){nothing}
	byCall = make(chan int)
	byGo   = make(chan int)
)

func deferCall() {
	defer call(sendLater)
	<-never
}

func goCall() {
	<-never
	go call(sendSoon)
}

func main() {
	go storeElement(0)
	go storeSlice(0)
	go storeCopy([]chan int{byCopy})
	go storeAppended(byAppend)
	go storeJoined([]chan int{byJoin})
	go deferCall()
	go goCall()
	for _, c := range []chan int{byElement, bySlice, byCopy, byAppend, byJoin, byCall} {
		go func() { <-c }()
	}
	<-byGo
}

// Flags: --procs 1
// Exit: 2
// Stderr:
// fatal error: all goroutines are asleep - deadlock!
// minigo: wait-for graph
// goroutine 24 could send to it or close it, but is stuck too
// it is unknown whether goroutine 20 could send to it or close it
// it is unknown whether goroutine 21 could send to it or close it
// it is unknown whether goroutine 22 could send to it or close it
// goroutine 23 could send to it or close it, but is stuck too
// Absent:
// no goroutine is left that could send
