// Contexts, locks and the other tools of package sync.
package main
import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"time"
	"unsafe"
)

type key string
type skey struct{}

func main() {
	bg := context.Background()
	fmt.Println(bg, context.TODO())
	c1, cancel1 := context.WithCancel(bg)
	c2 := context.WithValue(c1, key("k"), "v")
	c3, cancel3 := context.WithTimeout(c2, time.Hour)
	c4, cancel4 := context.WithCancelCause(c3)
	fmt.Println(c1, c2)
	fmt.Println(strings.Split(fmt.Sprint(c3), "With")[1], len(fmt.Sprint(c4)) > 20)
	fmt.Printf("%T %T %T %T %v\n", c1, c2, c3, c4, c4.Value(key("k")))
	cancel4(errors.New("why"))
	fmt.Println(c4.Err(), context.Cause(c4), c3.Err(), context.Cause(c3))
	cancel1()
	fmt.Println(c3.Err(), context.Cause(c3), c2.Err(), c1.Err())
	cancel3()
	<-c3.Done()
	d, cancelD := context.WithTimeout(bg, 5*time.Millisecond)
	defer cancelD()
	<-d.Done()
	fmt.Println(d.Err(), errors.Is(d.Err(), context.DeadlineExceeded), context.Cause(d))
	d2, cancelD2 := context.WithTimeoutCause(bg, time.Millisecond, errors.New("slow"))
	defer cancelD2()
	<-d2.Done()
	fmt.Println(d2.Err(), context.Cause(d2))
	e, cancelE := context.WithCancel(bg)
	ch := make(chan int)
	stop := context.AfterFunc(e, func() { ch <- 1 })
	cancelE()
	fmt.Println(<-ch, stop())
	f, cancelF := context.WithCancel(bg)
	stop = context.AfterFunc(f, func() { panic("no") })
	fmt.Println(stop(), stop())
	cancelF()
	w := context.WithoutCancel(c2)
	fmt.Println(w, w.Err(), w.Value(key("k")), w.Done() == nil)
	g, cancelG := context.WithCancel(w)
	fmt.Println(g.Err())
	cancelG()
	fmt.Println(g.Err())
	past, cancelP := context.WithDeadline(bg, time.Now().Add(-time.Second))
	fmt.Println(past.Err())
	cancelP()
	func() {
		defer func() { fmt.Println(recover()) }()
		context.WithValue(bg, nil, 1)
	}()
	func() {
		defer func() { fmt.Println(recover()) }()
		context.WithValue(bg, []int{1}, 1)
	}()
	func() {
		defer func() { fmt.Println(recover()) }()
		context.WithCancel(nil)
	}()
	fmt.Println(context.WithValue(context.WithValue(bg, skey{}, 5), key("x"), time.Second))
	var wg sync.WaitGroup
	var mu sync.RWMutex
	n := 0
	cond := sync.NewCond(&mu)
	for i := 0; i < 50; i++ {
		wg.Go(func() {
			for k := 0; k < 100; k++ {
				mu.Lock()
				n++
				mu.Unlock()
				mu.RLock()
				_ = n
				mu.RUnlock()
			}
			cond.Broadcast()
		})
	}
	mu.Lock()
	for n < 5000 {
		cond.Wait()
	}
	mu.Unlock()
	wg.Wait()
	fmt.Println(n)
	var once sync.Once
	for i := 0; i < 3; i++ {
		once.Do(func() { fmt.Println("once") })
	}
	of := sync.OnceFunc(func() { panic("boom") })
	for i := 0; i < 2; i++ {
		func() {
			defer func() { fmt.Println(recover()) }()
			of()
		}()
	}
	var m sync.Map
	m.Store("a", 1)
	fmt.Println(m.LoadOrStore("a", 2))
	fmt.Println(m.LoadOrStore("b", 2))
	fmt.Println(m.Swap("a", 5))
	fmt.Println(m.CompareAndSwap("a", 5, 6), m.CompareAndDelete("b", 3), m.CompareAndDelete("b", 2))
	m.Range(func(k, v any) bool { fmt.Println(k, v); return true })
	fmt.Println(m.LoadAndDelete("a"))
	var v atomic.Value
	fmt.Println(v.Load(), v.CompareAndSwap(nil, 3), v.Load(), v.Swap(4), v.Load())
	func() {
		defer func() { fmt.Println(recover()) }()
		v.Store("x")
	}()
	func() {
		defer func() { fmt.Println(recover()) }()
		wg.Done()
	}()
	fmt.Println(unsafe.Sizeof(mu), unsafe.Sizeof(wg), unsafe.Sizeof(once), unsafe.Sizeof(v))
}

// Output:
// context.Background context.TODO
// context.Background.WithCancel context.Background.WithCancel.WithValue(main.key, v)
// Cancel. true
// *context.cancelCtx *context.valueCtx *context.timerCtx *context.cancelCtx v
// context canceled why <nil> <nil>
// context canceled context canceled context canceled context canceled
// context deadline exceeded true context deadline exceeded
// context deadline exceeded slow
// 1 false
// true false
// context.Background.WithCancel.WithValue(main.key, v).WithoutCancel <nil> v true
// <nil>
// context canceled
// context deadline exceeded
// nil key
// key is not comparable
// cannot create context from nil parent
// context.Background.WithValue(main.skey, int).WithValue(main.key, 1s)
// 5000
// once
// boom
// boom
// 1 true
// 2 false
// 1 true
// true false true
// a 6
// 6 true
// <nil> true 3 3 4
// sync/atomic: store of inconsistently typed value into Value
// sync: negative WaitGroup counter
// 24 16 12 16
