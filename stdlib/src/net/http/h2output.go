package http

import (
	"errors"
	"os"
	"time"
)

// write sends what the others append to out, until the connection is closed.
func (c *h2conn) write() {
	c.mu.Lock()
	defer c.mu.Unlock()
	for !c.closed {
		if len(c.out.Bytes()) == 0 || c.sending {
			c.wake.Wait()
			continue
		}
		c.flush()
	}
}

// flush sends all that waits, unless another goroutine does. It is called with mu, and releases it meanwhile.
func (c *h2conn) flush() {
	if c.sending {
		return
	}
	c.sending = true
	for len(c.out.Bytes()) > 0 && !c.closed {
		buf, control := c.out.Bytes(), c.control
		c.out.Reset(c.spare)
		c.spare = nil
		c.passTurn()
		c.mu.Unlock()
		err := c.writeAll(buf)
		c.mu.Lock()
		c.control -= control
		if cap(buf) <= 2*maxQueuedBytes {
			c.spare = buf[:0]
		}
		if err != nil {
			c.shut()
		}
	}
	c.sending = false
	if c.closeWhenSent {
		c.shut()
	}
}

// writeAll writes buf. Where there is a WriteByteTimeout, the client has to take at least a byte in each such time.
func (c *h2conn) writeAll(buf []byte) error {
	c.log.wrote(buf)
	d := c.config.writeTimeout
	if d <= 0 {
		_, err := c.rwc.Write(buf)
		return err
	}
	for {
		c.rwc.SetWriteDeadline(time.Now().Add(d))
		n, err := c.rwc.Write(buf)
		if n == len(buf) || n == 0 || !errors.Is(err, os.ErrDeadlineExceeded) {
			c.rwc.SetWriteDeadline(time.Time{})
			return err
		}
		buf = buf[n:]
	}
}

// answered counts a frame that answers one of the client's.
func (c *h2conn) answered() {
	if c.control++; c.control > maxQueuedControl {
		c.shut()
	}
}
