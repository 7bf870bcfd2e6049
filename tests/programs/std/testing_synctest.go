package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"reflect"
	"regexp"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

func clock(t *testing.T) {
	real := time.Now()
	synctest.Test(t, func(t *testing.T) {
		start := time.Now()
		fmt.Println(start.UTC(), start.Unix())
		time.Sleep(1000 * time.Hour)
		fmt.Println(time.Since(start), time.Until(start.Add(2000*time.Hour)))
		<-time.After(time.Minute)
		fmt.Println(time.Since(start))
	})
	fmt.Println(time.Since(real) < time.Minute)
}

func waiting(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		done := false
		ch := make(chan int)
		go func() {
			time.Sleep(time.Second)
			done = true
			ch <- 1
		}()
		synctest.Wait()
		fmt.Println(done)
		time.Sleep(time.Second)
		synctest.Wait()
		fmt.Println(done, <-ch)
	})
}

func contexts(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), 5*time.Second)
		defer cancel()
		time.Sleep(5*time.Second - 1)
		synctest.Wait()
		fmt.Println(ctx.Err())
		synctest.Sleep(1)
		fmt.Println(ctx.Err())
		called := false
		ctx, cancel = context.WithCancel(t.Context())
		context.AfterFunc(ctx, func() { called = true })
		synctest.Wait()
		fmt.Println(called)
		cancel()
		synctest.Wait()
		fmt.Println(called, errors.Is(ctx.Err(), context.Canceled))
		t.Cleanup(func() { fmt.Println("cleanup", t.Context().Err()) })
	})
}

func timers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		start := time.Now()
		say := func(what ...any) { fmt.Println(append([]any{time.Since(start)}, what...)...) }
		ticker := time.NewTicker(3 * time.Second)
		for range 3 {
			<-ticker.C
			say("tick")
		}
		ticker.Reset(time.Minute)
		<-ticker.C
		say("slow tick")
		ticker.Stop()
		timer := time.NewTimer(time.Hour)
		say(timer.Stop(), timer.Stop(), timer.Reset(time.Second))
		<-timer.C
		say(timer.Reset(time.Second), timer.Reset(2*time.Second))
		<-timer.C
		say("again")
		after := time.AfterFunc(time.Second, func() { say("after") })
		time.Sleep(999 * time.Millisecond)
		say(after.Reset(time.Second))
		time.Sleep(time.Second)
		synctest.Wait()
		say(after.Stop())
		time.AfterFunc(0, func() { say("at once") })
		synctest.Wait()
		time.Sleep(0)
		time.Sleep(-1)
		say("end")
	})
}

func syncs(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var wg sync.WaitGroup
		var mu sync.Mutex
		cond := sync.NewCond(&mu)
		ready, n := false, 0
		for i := range 10 {
			wg.Go(func() {
				time.Sleep(time.Duration(i) * time.Second)
				mu.Lock()
				for !ready {
					cond.Wait()
				}
				n += i
				mu.Unlock()
			})
		}
		synctest.Wait()
		time.Sleep(5 * time.Second)
		synctest.Wait()
		mu.Lock()
		ready = true
		cond.Broadcast()
		mu.Unlock()
		synctest.Wait()
		fmt.Println(n)
		wg.Wait()
		fmt.Println(n)
	})
}

func pipes(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a, b := net.Pipe()
		go func() {
			time.Sleep(time.Second)
			io.WriteString(a, "through a pipe")
			a.Close()
		}()
		text, err := io.ReadAll(b)
		fmt.Println(string(text), err)
		select {
		case <-make(chan int):
		case <-time.After(time.Hour):
			fmt.Println("timeout")
		}
	})
}

func panics(t *testing.T) {
	try := func(what string, f func()) {
		defer func() { fmt.Println(what, recover()) }()
		f()
	}
	try("wait", synctest.Wait)
	synctest.Test(t, func(t *testing.T) {
		try("nested", func() { synctest.Test(t, func(*testing.T) {}) })
		try("run", func() { t.Run("x", func(*testing.T) {}) })
		try("parallel", func() { t.Parallel() })
		try("deadline", func() { t.Deadline() })
	})
}

func fails(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		t.Log("in the bubble")
		t.Cleanup(func() { t.Log("cleanup") })
		go func() { t.Error("from a goroutine") }()
		synctest.Wait()
		t.Fatal("fatal")
	})
	fmt.Println("not here")
}

func main() {
	os.Args = os.Args[:1]
	tests := []testing.InternalTest{
		{"clock", clock}, {"waiting", waiting}, {"contexts", contexts}, {"timers", timers}, {"syncs", syncs}, {"pipes", pipes},
		{"panics", panics}, {"fails", fails},
	}
	stdout := os.Stdout
	r, w, _ := os.Pipe()
	printed := make(chan []byte)
	go func() {
		all, _ := io.ReadAll(r)
		printed <- all
	}()
	os.Stdout = w
	code := testing.MainStart(deps{}, tests, nil, nil, nil).Run()
	os.Stdout = stdout
	w.Close()
	fmt.Printf("%s%d\n", regexp.MustCompile(`\(\d+\.\d\ds\)`).ReplaceAll(<-printed, []byte("(time)")), code)
}

// deps are what MainStart needs; this program takes no profiles and no coverage.
type deps struct{ corpus []entry }

type entry = struct {
	Parent     string
	Path       string
	Data       []byte
	Values     []any
	Generation int
	IsSeed     bool
}

func (deps) ImportPath() string                                        { return "example.com/pkg" }
func (deps) ModulePath() string                                        { return "example.com" }
func (deps) MatchString(pat, str string) (bool, error)                 { return regexp.MatchString(pat, str) }
func (deps) SetPanicOnExit0(bool)                                      {}
func (deps) StartCPUProfile(io.Writer) error                           { return nil }
func (deps) StopCPUProfile()                                           {}
func (deps) StartTestLog(io.Writer)                                    {}
func (deps) StopTestLog() error                                        { return nil }
func (deps) WriteProfileTo(string, io.Writer, int) error               { return nil }
func (deps) RunFuzzWorker(func(entry) error) error                     { return nil }
func (d deps) ReadCorpus(string, []reflect.Type) ([]entry, error)      { return d.corpus, nil }
func (deps) CheckCorpus([]any, []reflect.Type) error                   { return nil }
func (deps) ResetCoverage()                                            {}
func (deps) SnapshotCoverage()                                         {}
func (deps) InitRuntimeCoverage() (string, func(string, string) (string, error), func() float64) {
	return "", nil, nil
}

func (deps) CoordinateFuzzing(time.Duration, int64, time.Duration, int64, int, []entry, []reflect.Type, string, string) error {
	return nil
}

// Output:
// 2000-01-01 00:00:00 +0000 UTC 946684800
// 1000h0m0s 1000h0m0s
// 1000h1m0s
// true
// false
// true 1
// <nil>
// context deadline exceeded
// false
// true true
// cleanup context canceled
// 3s tick
// 6s tick
// 9s tick
// 1m9s slow tick
// 1m9s true false false
// 1m10s false true
// 1m12s again
// 1m12.999s true
// 1m13.999s after
// 1m13.999s false
// 1m13.999s at once
// 1m13.999s end
// 15
// 45
// through a pipe <nil>
// timeout
// wait goroutine is not in a bubble
// nested synctest.Run called from within a synctest bubble
// run testing: t.Run called inside synctest bubble
// parallel testing: t.Parallel called inside synctest bubble
// deadline testing: t.Deadline called inside synctest bubble
// --- FAIL: fails (time)
//     testing_synctest.go:167: in the bubble
//     testing_synctest.go:169: from a goroutine
//     testing_synctest.go:171: fatal
//     testing_synctest.go:168: cleanup
// FAIL
// 1
