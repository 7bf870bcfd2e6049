package http

import (
	"net/http/internal/h2"
	"strings"
)

// h2rings are the streams of a connection by the priority of their responses (RFC 9218), each a ring that begins with
// the stream whose turn is next. A stream that is not incremental keeps its turn until its response has ended; an
// incremental one passes it on with each frame.
type h2rings struct {
	heads [8][2]*h2stream // by urgency, then those that are not incremental and those that are
	// Whether the next stream to write, among streams of one urgency, is an incremental one: the two kinds take turns.
	incremental bool
	known       bool // the client has stated a priority
	waits       int  // streams that wait for their turn
	early       http2.Priority
	earlyStream uint32 // the stream, not yet begun, that has the priority early; 0: none
}

func (c *h2conn) ring(p http2.Priority) **h2stream {
	kind := 0
	if p.Incremental {
		kind = 1
	}
	return &c.rings.heads[p.Urgency][kind]
}

// enqueue puts a stream at the end of the ring of a priority.
func (c *h2conn) enqueue(st *h2stream, p http2.Priority) {
	st.priority = p
	head := c.ring(p)
	if *head == nil {
		*head, st.next, st.prev = st, st, st
		return
	}
	st.next, st.prev = *head, (*head).prev
	st.prev.next, st.next.prev = st, st
}

// dequeue takes a stream from its ring, if it is in one.
func (c *h2conn) dequeue(st *h2stream) {
	if st.next == nil {
		return
	}
	head := c.ring(st.priority)
	if *head == st {
		*head = st.next
	}
	if *head == st {
		*head = nil
	}
	st.prev.next, st.next.prev = st.next, st.prev
	st.next, st.prev = nil, nil
}

// defaultPriority is the priority of a response for which the client states none. A client that states none for any
// response gets all at the same time.
func (c *h2conn) defaultPriority() http2.Priority {
	return http2.Priority{Urgency: 3, Incremental: !c.rings.known}
}

// requestPriority is the priority of the response to a request with this header.
func (c *h2conn) requestPriority(id uint32, header Header) http2.Priority {
	r := &c.rings
	if c.server.DisableClientPriority {
		return c.defaultPriority()
	}
	if values, ok := header["Priority"]; ok {
		r.known = true
		p, _ := http2.ParsePriority(strings.Join(values, ", "))
		if r.earlyStream != id {
			return p
		}
	}
	if r.earlyStream == id {
		r.earlyStream = 0
		return r.early
	}
	return c.defaultPriority()
}

// processPriority changes the priority of a stream. Of the streams that have not begun, the last one that the client
// named has a priority.
func (c *h2conn) processPriority(f *http2.Frame) error {
	if c.server.DisableClientPriority {
		return nil
	}
	p, ok := http2.ParsePriority(string(f.Data))
	if !ok {
		return c.ofStream("unparsable_priority_update", f.Other, http2.ErrCodeProtocol)
	}
	c.rings.known = true
	if st := c.streams[f.Other]; st != nil {
		c.dequeue(st)
		c.enqueue(st, p)
		c.passTurn()
	} else if c.isIdle(f.Other) {
		c.rings.early, c.rings.earlyStream = p, f.Other
	}
	return nil
}

// sent is called when a stream has sent a frame.
func (c *h2conn) sent(st *h2stream) {
	c.rings.incremental = !c.rings.incremental
	if st.next == nil {
		return
	}
	head := c.ring(st.priority)
	*head = st
	if st.priority.Incremental {
		*head = st.next
	}
}

// nextStream is the stream that may send data next, of those that wait and have a window; nil if there is none.
func (c *h2conn) nextStream() *h2stream {
	for urgency := range c.rings.heads {
		kinds := &c.rings.heads[urgency]
		first := 0
		if c.rings.incremental {
			first = 1
		}
		for _, head := range [2]*h2stream{kinds[first], kinds[1-first]} {
			for st := head; st != nil; {
				if st.waits && st.send.Available() > 0 {
					return st
				}
				if st = st.next; st == head {
					break
				}
			}
		}
	}
	return nil
}

// passTurn wakes the stream that may send data next.
func (c *h2conn) passTurn() {
	if c.rings.waits == 0 || len(c.out.Bytes()) >= maxQueuedBytes {
		return
	}
	if st := c.nextStream(); st != nil {
		st.changed.Broadcast()
	}
}

// awaitTurn waits unless a stream may send data now. It returns true if it has waited: much may have changed.
func (st *h2stream) awaitTurn() bool {
	c := st.conn
	if len(c.out.Bytes()) < maxQueuedBytes && st.send.Available() > 0 {
		if c.rings.waits == 0 {
			return false
		}
		st.waits = true
		next := c.nextStream()
		st.waits = false
		if next == st || next == nil {
			return false
		}
		next.changed.Broadcast() // it may have been woken when another had the turn
	}
	c.wake.Signal()
	st.waits = true
	c.rings.waits++
	st.changed.Wait()
	st.waits = false
	c.rings.waits--
	return true
}
