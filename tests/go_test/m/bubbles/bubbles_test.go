package bubbles

import (
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

func refused(t *testing.T, f func()) {
	defer func() { t.Log(recover()) }()
	f()
}

func TestRefused(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		refused(t, func() { t.Run("x", func(*testing.T) {}) })
		refused(t, t.Parallel)
		refused(t, func() { t.Deadline() })
		refused(t, func() { synctest.Test(t, func(*testing.T) {}) })
	})
	refused(t, synctest.Wait)
}

func TestClock(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		start := time.Now()
		t.Cleanup(func() {
			synctest.Wait() // for the goroutine that the cancelled context wakes
			t.Log("cleanup after", time.Since(start))
		})
		go func() {
			<-t.Context().Done()
			t.Log("context:", t.Context().Err())
		}()
		timer := time.NewTimer(time.Hour)
		t.Log(start.UTC(), len(timer.C), cap(timer.C))
		<-timer.C
		t.Log(timer.Reset(0), len(timer.C), timer.Stop())
	})
}

func TestGroups(t *testing.T) {
	var wg sync.WaitGroup
	for range 2 {
		synctest.Test(t, func(t *testing.T) {
			for i := range 3 {
				wg.Go(func() { time.Sleep(time.Duration(i)) })
			}
			start := time.Now()
			wg.Wait()
			t.Log(time.Since(start))
		})
	}
}

func TestDeadlock(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		go func() { <-make(chan int) }()
	})
}

func TestOutside(t *testing.T) {
	var ch chan int
	synctest.Test(t, func(t *testing.T) { ch = make(chan int, 1) })
	ch <- 1
}

func TestOutsideSelect(t *testing.T) {
	var ch chan int
	synctest.Test(t, func(t *testing.T) { ch = make(chan int, 1) })
	select {
	case <-ch:
	case <-time.After(time.Hour):
	}
}

func TestOutsideTimer(t *testing.T) {
	var timer *time.Timer
	synctest.Test(t, func(t *testing.T) { timer = time.NewTimer(1) })
	timer.Stop()
}

func TestOutsideGroup(t *testing.T) {
	var wg sync.WaitGroup
	synctest.Test(t, func(t *testing.T) { wg.Add(1) })
	wg.Add(1)
}
