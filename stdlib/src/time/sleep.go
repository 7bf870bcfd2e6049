package time

import (
	"internal/rt"
	"internal/synctest"
)

// Sleep parks the goroutine for at least d; d <= 0 returns at once.
func Sleep(d Duration)

// An alarm is a runtime timer as the machine sees it; its memory is where the machine finds all it needs, and it keeps the alarm
// alive while it is armed.
type alarm struct {
	when   int64           // the monotonic clock's reading when it goes off
	period int64           // goes off again each period nanoseconds; 0 once
	c      chan Time       // where the time is sent, if f is nil
	f      func()          // what is started in a goroutine of its own
	loc    *Location       // the location of the times that are sent
	state  [2]uint64       // the machine's own: zero when never armed
	bubble *synctest.Timer // what goes off instead, if it was made in a bubble
}

// arm arms a, by the clock of its bubble if it was made in one.
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

// newAlarm arms a new alarm that goes off after d.
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

// markTimer says that c, unless it is nil, is a timer's channel: it shows no buffer.
func markTimer(c chan Time)

// awaited tells whether a goroutine receives from the channel of an alarm of a bubble.
func (a *alarm) awaited() bool { return hasReceiver(a.c) }

// hasReceiver tells whether a goroutine waits to receive from c.
func hasReceiver(c chan Time) bool

// fire is what an alarm of a bubble does when it goes off, which was due at when.
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

// startAlarm arms a (again, if it was armed, with the values that it has now) and tells whether it was armed before.
// When a goes off: with f, a new goroutine calls f; else the time when it was due is sent on c if there is room, without waiting. The time is
// what Now gave then, {1<<63 | (unix seconds + unixToInternal - minWall)<<30 | nanosecond, monotonic reading, loc}. A periodic alarm is armed again for the
// first multiple of its period after now.
func startAlarm(a *alarm) (wasArmed bool)

// stopAlarm disarms a and tells whether it was armed. After it returned nothing is sent on c or started any more: if a is
// going off at this moment on another P, stopAlarm waits until the send is done.
func stopAlarm(a *alarm) (wasArmed bool)

// after returns the monotonic clock's reading d from now, as late as it can be.
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

// stop disarms a and takes away a time that was sent and not received yet; then it counts as not gone off.
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
		// Nothing that it has sent can be left over, and nobody but startAlarm looks at when.
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

// A Timer is one event in the future: a time on C, or a call of AfterFunc's function.
type Timer struct {
	C <-chan Time
	a *alarm
}

// NewTimer makes a timer that sends the time on C after d.
func NewTimer(d Duration) *Timer {
	a := newAlarm(d, &alarm{c: make(chan Time, 1), loc: Local})
	return &Timer{a.c, a}
}

// AfterFunc makes a timer that calls f in a goroutine of its own after d.
func AfterFunc(d Duration, f func()) *Timer {
	a := newAlarm(d, &alarm{f: f})
	return &Timer{nil, a}
}

// Stop keeps the timer from going off; false if it has gone off or was stopped already.
func (t *Timer) Stop() bool {
	if t.a == nil {
		panic("time: Stop called on uninitialized Timer")
	}
	return t.a.stop()
}

// Reset makes the timer go off after d from now; true if it was on before.
func (t *Timer) Reset(d Duration) bool {
	if t.a == nil {
		panic("time: Reset called on uninitialized Timer")
	}
	return t.a.reset(d, 0)
}

// After is NewTimer(d).C.
func After(d Duration) <-chan Time { return NewTimer(d).C }

// A Ticker sends the time on C again and again; what nobody receives in time is left out.
type Ticker struct {
	C <-chan Time
	a *alarm
}

// NewTicker makes a ticker with period d.
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

// Reset gives the ticker another period, from now on.
func (t *Ticker) Reset(d Duration) {
	if d <= 0 {
		panic("non-positive interval for Ticker.Reset")
	}
	if t.a == nil {
		panic("time: Reset called on uninitialized Ticker")
	}
	t.a.reset(d, int64(d))
}

// Tick is NewTicker(d).C; nil if d is not positive.
func Tick(d Duration) <-chan Time {
	if d <= 0 {
		return nil
	}
	return NewTicker(d).C
}
