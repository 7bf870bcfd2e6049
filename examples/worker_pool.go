// A pool with a bounded queue that says at once when it is full, instead of letting callers pile up.
package main

import (
	"errors"
	"fmt"
	"sync"
)

// ErrQueueFull is returned by Submit when there is no room for another job.
var ErrQueueFull = errors.New("queue full")

// Pool runs jobs on a fixed number of workers.
type Pool struct {
	jobs chan func()
	wg   sync.WaitGroup
}

// NewPool starts the workers.
func NewPool(workers, depth int) *Pool {
	p := &Pool{jobs: make(chan func(), depth)}
	for range workers {
		p.wg.Add(1)
		go func() {
			defer p.wg.Done()
			for job := range p.jobs {
				job()
			}
		}()
	}
	return p
}

// Submit hands a job over, or fails at once.
func (p *Pool) Submit(job func()) error {
	select {
	case p.jobs <- job:
		return nil
	default:
		return fmt.Errorf("submit: %w", ErrQueueFull)
	}
}

// Close waits for all jobs.
func (p *Pool) Close() {
	close(p.jobs)
	p.wg.Wait()
}

func main() {
	pool := NewPool(2, 3)
	var started sync.WaitGroup
	release := make(chan bool)
	started.Add(2)
	for range 2 {
		for pool.Submit(func() { started.Done(); <-release }) != nil {
		}
	}
	started.Wait()

	var mu sync.Mutex
	done := 0
	accepted, refused := 0, 0
	for range 10 {
		err := pool.Submit(func() {
			mu.Lock()
			done++
			mu.Unlock()
		})
		switch {
		case err == nil:
			accepted++
		case errors.Is(err, ErrQueueFull):
			refused++
		}
	}
	close(release)
	pool.Close()
	fmt.Println("accepted", accepted, "refused", refused, "done", done)
}

// Output:
// accepted 3 refused 7 done 3
