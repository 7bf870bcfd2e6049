// Ways to need memory without end: threads, timers and channels.
package main

import (
	"context"
	"runtime"
	"syscall"
	"time"

	"memorylimit/ways"
)

var (
	keep []any
	sink [][]byte
)

// blocked is the reading end of a pipe to which nobody writes.
func blocked() int {
	var ends [2]int
	if err := syscall.Pipe(ends[:]); err != nil {
		panic(err)
	}
	return ends[0]
}

func deep(n int) int {
	var frame [32]int
	if n == 0 {
		select {}
	}
	return deep(n-1) + frame[n%32]
}

var table = map[string]func(){
	"locked threads": func() {
		for {
			started := make(chan bool)
			go func() {
				runtime.LockOSThread()
				started <- true
				select {}
			}()
			<-started
		}
	},
	"locked threads with deep stacks": func() {
		for {
			started := make(chan bool)
			go func() {
				runtime.LockOSThread()
				started <- true
				deep(20)
			}()
			<-started
		}
	},
	"locked threads that allocate": func() {
		for {
			started := make(chan []byte)
			go func() {
				runtime.LockOSThread()
				started <- make([]byte, 20_000)
				select {}
			}()
			sink = append(sink, <-started)
		}
	},
	"locked threads that are locked out": func() {
		wait := make(chan bool)
		for {
			go func() {
				runtime.LockOSThread()
				<-wait
			}()
			runtime.Gosched()
		}
	},
	"threads that read": func() {
		fd := blocked()
		for {
			go syscall.Read(fd, make([]byte, 10))
			runtime.Gosched()
		}
	},
	"threads that sleep": func() {
		for {
			go syscall.Nanosleep(&syscall.Timespec{Sec: 1000}, nil)
			runtime.Gosched()
		}
	},
	"threads that read from many pipes": func() {
		fd := blocked()
		for {
			other, err := syscall.Dup(fd)
			if err != nil {
				// No descriptors are left.
				other = fd
			}
			go syscall.Read(other, make([]byte, 10))
			runtime.Gosched()
		}
	},
	"threads beside the heap": func() {
		for {
			go syscall.Nanosleep(&syscall.Timespec{Sec: 1000}, nil)
			sink = append(sink, make([]byte, 50_000))
			runtime.Gosched()
		}
	},
	"threads beside garbage": func() {
		for {
			go syscall.Nanosleep(&syscall.Timespec{Sec: 1000}, nil)
			for range 10 {
				sink = [][]byte{make([]byte, 50_000)}
			}
			runtime.Gosched()
		}
	},
	"timers of several goroutines": func() {
		for range 4 {
			go func() {
				var mine []*time.Timer
				for {
					mine = append(mine, time.AfterFunc(time.Hour, func() {}))
				}
			}()
		}
		select {}
	},
	"timers that are reset": func() {
		for {
			t := time.NewTimer(time.Hour)
			t.Reset(2 * time.Hour)
			keep = append(keep, t)
		}
	},
	"timers that are stopped": func() {
		for {
			t := time.AfterFunc(time.Hour, func() {})
			t.Stop()
			keep = append(keep, t)
		}
	},
	"timers that nobody has": func() {
		for {
			time.AfterFunc(time.Hour, func() {})
		}
	},
	"timers of contexts that are ended": func() {
		for {
			ctx, cancel := context.WithTimeout(context.Background(), time.Hour)
			cancel()
			keep = append(keep, ctx)
		}
	},
	"goroutines that wait for timers": func() {
		for {
			go func() { <-time.After(time.Hour) }()
		}
	},
	"channels in channels": func() {
		c := make(chan any, 1)
		for {
			next := make(chan any, 1)
			next <- c
			c = next
		}
	},
	"channels with senders": func() {
		c := make(chan [8]int)
		for {
			go func() { c <- [8]int{1} }()
		}
	},
	"channels with a sender each": func() {
		for {
			c := make(chan int)
			go func() { c <- 1 }()
			keep = append(keep, c)
		}
	},
	"channels with receivers that select": func() {
		for {
			a, b := make(chan int), make(chan int)
			go func() {
				select {
				case <-a:
				case <-b:
				}
			}()
		}
	},
	"channels of large elements": func() {
		for {
			keep = append(keep, make(chan [1000]int, 4))
		}
	},
	"channels that nobody has with buffers that somebody has": func() {
		for {
			c := make(chan []byte, 16)
			for range cap(c) {
				c <- make([]byte, 100)
			}
			keep = append(keep, c)
		}
	},
}

func main() { ways.Main(table) }
