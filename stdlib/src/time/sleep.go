package time

import (
	"internal/rt"
	"internal/synctest"
)

// Sleep parks the goroutine for at least d; for d <= 0 it returns at once.
func Sleep(d Duration)

// An alarm is a runtime timer; the machine reads and writes its fields, and keeps the alarm
// alive while it is armed.
type alarm struct {
	when   int64           // monotonic time when it fires
	period int64           // time between repetitions in nanoseconds; 0 if it fires once
	c      chan Time       // where the time is sent, if f is nil
	f      func()          // the function that is called in a new goroutine
	loc    *Location       // the location of the times that are sent
	state  [3]uint64       // private to the machine: zero if it was never armed
	bubble *synctest.Timer // fires instead of the alarm if that was made in a bubble
}

// arm arms a, with the bubble's clock if it was made in one.
func (a *alarm) arm() (wasArmed bool) {
	if a.bubble == nil {
		return startAlarm(a)
	}
	return a.bubble.Start(a.when, a.period)
}

func (a *alarm) disarm() (wasArmed bool) {
	if a.bubble == nil {
		return stopAlarm(a)
	}
	return a.bubble.Stop()
}

// newAlarm makes an alarm that fires after d, and arms it.
func newAlarm(d Duration, a *alarm) *alarm {
	a.when = after(d)
	if synctest.Active != 0 {
		if b := synctest.BubbleOf(synctest.Current()); b != nil {
			if a.f != nil {
				a.bubble = b.NewTimer(a.fire, nil)
			} else {
				a.bubble = b.NewTimer(a.fire, a.awaited)
				markTimer(a.c)
			}
		}
	}
	a.arm()
	return a
}

// markTimer marks c, unless it is nil, as a timer's channel: its len and cap are 0.
func markTimer(c chan Time)

// awaited reports whether a goroutine receives from the channel of an alarm in a bubble.
func (a *alarm) awaited() bool { return hasReceiver(a.c) }

// hasReceiver reports whether a goroutine waits to receive from c.
func hasReceiver(c chan Time) bool

// fire is called when an alarm in a bubble fires, which was due at when.
func (a *alarm) fire(when int64) {
	if a.f != nil {
		go a.f()
		return
	}
	late := max(synctest.Now()-when, 0)
	select {
	case a.c <- Now().In(a.loc).Add(-Duration(late)):
	default:
	}
}

// startAlarm arms a, or arms it again with its new fields, and reports whether it was armed before.
// When a fires and f is set, a new goroutine calls f; else the time when it was due is sent on c if there is room,
// without blocking. The time has the form of Now's result, {1<<63 | (unix seconds + unixToInternal - minWall)<<30 |
// nanosecond, monotonic reading, loc}. A periodic alarm is armed again for the first multiple of its period after now.
func startAlarm(a *alarm) (wasArmed bool)

// stopAlarm disarms a and reports whether it was armed. After it returns, nothing is sent on c and f is not started: if
// a is firing at this moment on another P, stopAlarm waits until the send is done.
func stopAlarm(a *alarm) (wasArmed bool)

// after returns the monotonic time d from now, at most the greatest time.
func after(d Duration) int64 {
	now := rt.Nanotime()
	if synctest.Active != 0 && synctest.Current() != 0 {
		now = synctest.Now()
	}
	if d <= 0 {
		return now
	}
	if t := now + int64(d); t > 0 {
		return t
	}
	return 1<<63 - 1
}

// stop disarms a and removes a time that was sent but not received; in this case the alarm counts as not fired.
func (a *alarm) stop() bool {
	armed := a.disarm()
	if a.f == nil {
		select {
		case <-a.c:
			return true
		default:
		}
	}
	return armed
}

// reset stops a and arms it.
func (a *alarm) reset(d Duration, period int64) bool {
	if a.f != nil {
		// No sent time can be left, and only startAlarm reads when.
		a.when = after(d)
		return a.arm()
	}
	if a.bubble != nil {
		a.bubble.Own("reset of synctest timer from outside bubble")
	}
	armed := a.stop()
	a.when = after(d)
	a.period = period
	a.arm()
	return armed
}

// A Timer is a single event in the future: it sends the time on C, or calls AfterFunc's function.
type Timer struct {
	C <-chan Time
	a *alarm
}

// NewTimer returns a timer that sends the time on C after d.
func NewTimer(d Duration) *Timer {
	a := newAlarm(d, &alarm{c: make(chan Time, 1), loc: Local})
	return &Timer{a.c, a}
}

// AfterFunc returns a timer that calls f in a new goroutine after d.
func AfterFunc(d Duration, f func()) *Timer {
	a := newAlarm(d, &alarm{f: f})
	return &Timer{nil, a}
}

// Stop prevents the timer from firing; false if it has fired or was stopped already.
func (t *Timer) Stop() bool {
	if t.a == nil {
		panic("time: Stop called on uninitialized Timer")
	}
	return t.a.stop()
}

// Reset makes the timer fire after d from now; true if it was armed before.
func (t *Timer) Reset(d Duration) bool {
	if t.a == nil {
		panic("time: Reset called on uninitialized Timer")
	}
	return t.a.reset(d, 0)
}

// After returns NewTimer(d).C.
func After(d Duration) <-chan Time { return NewTimer(d).C }

// A Ticker sends the time on C repeatedly; it drops ticks that nobody receives in time.
type Ticker struct {
	C <-chan Time
	a *alarm
}

// NewTicker returns a ticker with period d.
func NewTicker(d Duration) *Ticker {
	if d <= 0 {
		panic("non-positive interval for NewTicker")
	}
	a := newAlarm(d, &alarm{period: int64(d), c: make(chan Time, 1), loc: Local})
	return &Ticker{a.c, a}
}

// Stop ends the ticker; C stays open.
func (t *Ticker) Stop() {
	if t.a != nil {
		t.a.stop()
	}
}

// Reset sets the ticker's period, beginning now.
func (t *Ticker) Reset(d Duration) {
	if d <= 0 {
		panic("non-positive interval for Ticker.Reset")
	}
	if t.a == nil {
		panic("time: Reset called on uninitialized Ticker")
	}
	t.a.reset(d, int64(d))
}

// Tick returns NewTicker(d).C; nil if d is not positive.
func Tick(d Duration) <-chan Time {
	if d <= 0 {
		return nil
	}
	return NewTicker(d).C
}
