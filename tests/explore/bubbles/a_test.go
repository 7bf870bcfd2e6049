// Package bubbles has tests that use testing/synctest. One whose name begins with TestBad fails in some interleaving: what
// the report then has stands behind WANT. The others fail in none, and every one is seen.
package bubbles

import (
	"context"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

func TestBadLostUpdate(t *testing.T) {
	// WANT sum is 1
	// WANT mu.Lock
	synctest.Test(t, func(t *testing.T) {
		var mu sync.Mutex
		sum := 0
		add := func() {
			mu.Lock()
			old := sum
			mu.Unlock()
			mu.Lock()
			sum = old + 1
			mu.Unlock()
		}
		go add()
		go add()
		synctest.Wait()
		if sum != 2 {
			t.Fatalf("sum is %d", sum)
		}
	})
}

func TestUpdate(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var mu sync.Mutex
		sum := 0
		add := func() {
			mu.Lock()
			sum++
			mu.Unlock()
		}
		go add()
		go add()
		synctest.Wait()
		if sum != 2 {
			t.Fatalf("sum is %d", sum)
		}
	})
}

func TestBadRace(t *testing.T) {
	// WANT variable: sum
	synctest.Test(t, func(t *testing.T) {
		sum := 0
		go func() { sum++ }()
		go func() { sum++ }()
		synctest.Wait()
	})
}

// A goroutine that sleeps is woken with others whose sleep is over at the same time.
func TestBadSleepers(t *testing.T) {
	// WANT the order is 2 0 1
	// WANT — all goroutines of the bubble wait: its clock advances by 1s —
	synctest.Test(t, func(t *testing.T) {
		woken := make(chan int, 3)
		for i := range 3 {
			go func() {
				time.Sleep(time.Second)
				woken <- i
			}()
		}
		if a, b, c := <-woken, <-woken, <-woken; a == 2 && b == 0 {
			t.Fatalf("the order is %d %d %d", a, b, c)
		}
	})
}

func TestSleepers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		woken := make(chan int, 3)
		for i := range 3 {
			go func() {
				time.Sleep(time.Duration(i))
				woken <- i
			}()
		}
		synctest.Wait()
		time.Sleep(3)
		synctest.Wait()
		if a, b, c := <-woken, <-woken, <-woken; a != 0 || b != 1 || c != 2 {
			t.Fatalf("the order is %d %d %d", a, b, c)
		}
	})
}

// Whichever sender is first is received from: the other's case is taken away with that.
func TestBadSenders(t *testing.T) {
	// WANT b was first
	synctest.Test(t, func(t *testing.T) {
		a, b := make(chan int), make(chan int)
		for _, c := range []chan int{a, b} {
			go func() {
				time.Sleep(time.Second)
				select {
				case c <- 1:
				default:
				}
			}()
		}
		select {
		case <-a:
		case <-b:
			t.Fatal("b was first")
		}
	})
}

func TestBadTimers(t *testing.T) {
	// WANT b was first
	// WANT timer bubbles.TestBadTimers.func1  ./a_test.go:127  fires
	synctest.Test(t, func(t *testing.T) {
		a := time.NewTimer(time.Second)
		b := time.NewTimer(time.Second)
		select {
		case <-a.C:
		case <-b.C:
			t.Fatal("b was first")
		}
	})
}

func TestTimers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a, b := time.NewTimer(time.Second), time.NewTimer(time.Second+1)
		select {
		case <-a.C:
		case <-b.C:
			t.Fatal("b was first")
		}
	})
}

// Ten timers for the same time, none of which concerns another one's goroutine.
func TestManyTimers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var wg sync.WaitGroup
		for range 10 {
			wg.Go(func() { <-time.After(time.Second) })
		}
		wg.Wait()
	})
}

// A goroutine that is woken stops a timer that is due at the same time.
func TestBadStop(t *testing.T) {
	// WANT a_test.go:166: stopped
	// WANT ./a_test.go:165  stops the timer of ./a_test.go:163, which is due
	synctest.Test(t, func(t *testing.T) {
		timer := time.AfterFunc(time.Second, func() {})
		time.Sleep(time.Second)
		if timer.Stop() {
			t.Fatal("stopped")
		}
	})
}

func TestBadFired(t *testing.T) {
	// WANT fired
	synctest.Test(t, func(t *testing.T) {
		timer := time.AfterFunc(time.Second, func() {})
		time.Sleep(time.Second)
		if !timer.Stop() {
			t.Fatal("fired")
		}
	})
}

func TestStop(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		early := time.AfterFunc(time.Second, func() {})
		late := time.AfterFunc(time.Second+1, func() {})
		time.Sleep(time.Second)
		synctest.Wait()
		if early.Stop() || !late.Stop() {
			t.Fatal("fired at another time")
		}
	})
}

// A ticker ticks while a goroutine sleeps until the same time and stops it.
func TestBadTicker(t *testing.T) {
	// WANT 2 ticks
	synctest.Test(t, func(t *testing.T) {
		ticker := time.NewTicker(time.Second)
		ticks := make(chan int)
		done := make(chan bool)
		go func() {
			n := 0
			for {
				select {
				case <-ticker.C:
					n++
				case <-done:
					ticks <- n
					return
				}
			}
		}()
		time.Sleep(3 * time.Second)
		ticker.Stop()
		synctest.Wait()
		done <- true
		if n := <-ticks; n != 3 {
			t.Fatalf("%d ticks", n)
		}
	})
}

func TestTicker(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ticker := time.NewTicker(time.Second)
		defer ticker.Stop()
		for i := range 3 {
			if at := <-ticker.C; at.Second() != i+1 {
				t.Fatal(at)
			}
		}
	})
}

// The time is over, and so is the context's, but its goroutine may not have run yet.
func TestBadTimeout(t *testing.T) {
	// WANT not done
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		time.Sleep(time.Second)
		if ctx.Err() == nil {
			t.Fatal("not done")
		}
	})
}

func TestTimeout(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		time.Sleep(time.Second - 1)
		synctest.Wait()
		if ctx.Err() != nil {
			t.Fatal("done early")
		}
		time.Sleep(1)
		synctest.Wait()
		if ctx.Err() == nil {
			t.Fatal("not done")
		}
	})
}

// Without Wait the function may not have been called yet.
func TestBadForgotten(t *testing.T) {
	// WANT not called
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		var mu sync.Mutex
		called := false
		context.AfterFunc(ctx, func() {
			mu.Lock()
			defer mu.Unlock()
			called = true
		})
		cancel()
		mu.Lock()
		defer mu.Unlock()
		if !called {
			t.Fatal("not called")
		}
	})
}

func TestWait(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		called := false
		context.AfterFunc(ctx, func() { called = true })
		synctest.Wait()
		if called {
			t.Fatal("called")
		}
		cancel()
		synctest.Wait()
		if !called {
			t.Fatal("not called")
		}
	})
}

func locks(a, b chan bool, done chan bool) {
	a <- true
	b <- true
	<-b
	<-a
	done <- true
}

func TestBadDeadlock(t *testing.T) {
	// WANT panic: deadlock: all goroutines in bubble are blocked
	synctest.Test(t, func(t *testing.T) {
		a, b, done := make(chan bool, 1), make(chan bool, 1), make(chan bool, 2)
		go locks(a, b, done)
		go locks(b, a, done)
		<-done
		<-done
	})
}

func TestNoDeadlock(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a, b, done := make(chan bool, 1), make(chan bool, 1), make(chan bool, 2)
		go locks(a, b, done)
		go locks(a, b, done)
		<-done
		<-done
	})
}

// A goroutine is left behind if the sleep is over first.
func TestBadLeft(t *testing.T) {
	// WANT panic: deadlock: main bubble goroutine has exited but blocked goroutines remain
	synctest.Test(t, func(t *testing.T) {
		answer := make(chan int)
		go func() {
			time.Sleep(time.Second)
			answer <- 1
		}()
		select {
		case <-answer:
		case <-time.After(time.Second):
		}
	})
}

// The counter of a group of the bubble, and a mutex that is held in a sleep.
func TestGroup(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var wg sync.WaitGroup
		for i := range 3 {
			wg.Go(func() { time.Sleep(time.Duration(i%2) * time.Second) })
		}
		begin := time.Now()
		wg.Wait()
		if d := time.Since(begin); d != time.Second {
			t.Fatal(d)
		}
	})
}
