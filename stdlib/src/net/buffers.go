package net

import (
	"io"
	"syscall"
	"unsafe"
)

// Buffers are written one after the other, with one system call if possible.
type Buffers [][]byte

// maxPieces is how many buffers the system accepts in a call.
const maxPieces = 1024

// A vectored writes several pieces at once.
type vectored interface {
	writeBuffers(v *Buffers) (int64, error)
}

// WriteTo writes all buffers and removes them from v.
func (v *Buffers) WriteTo(w io.Writer) (n int64, err error) {
	if w, ok := w.(vectored); ok {
		return w.writeBuffers(v)
	}
	for len(*v) > 0 {
		m, err := w.Write((*v)[0])
		n += int64(m)
		v.consume(int64(m))
		if err != nil {
			return n, err
		}
		if len(*v) > 0 && len((*v)[0]) == 0 {
			(*v)[0] = nil
			*v = (*v)[1:]
		}
	}
	return n, nil
}

// consume removes n bytes from the front.
func (v *Buffers) consume(n int64) {
	for len(*v) > 0 {
		size := int64(len((*v)[0]))
		if size > n {
			(*v)[0] = (*v)[0][n:]
			return
		}
		n -= size
		(*v)[0] = nil
		*v = (*v)[1:]
		if n == 0 {
			return
		}
	}
}

// Read removes bytes from the front and returns them.
func (v *Buffers) Read(p []byte) (n int, err error) {
	for n < len(p) && len(*v) > 0 {
		m := copy(p[n:], (*v)[0])
		v.consume(int64(m))
		n += m
	}
	if len(*v) == 0 {
		err = io.EOF
	}
	return n, err
}

func (c *conn) writeBuffers(v *Buffers) (n int64, err error) {
	if !c.ok() {
		return 0, syscall.EINVAL
	}
	if len(*v) == 0 {
		err := c.fd.sock.RawWrite(func(uintptr) bool { return true })
		return 0, c.fd.between("writev", err)
	}
	for len(*v) > 0 {
		var pieces []syscall.Iovec
		for _, b := range *v {
			if len(b) > 0 && len(pieces) < maxPieces {
				pieces = append(pieces, syscall.Iovec{Base: &b[0], Len: uint64(len(b))})
			}
		}
		if len(pieces) == 0 {
			*v = (*v)[len(*v):]
			break
		}
		m, err := c.fd.vector(syscall.SYS_WRITEV, uintptr(unsafe.Pointer(&pieces[0])), uintptr(len(pieces)), true)
		if err != nil {
			return n, c.fd.between("writev", wrap("writev", err))
		}
		n += int64(m)
		v.consume(int64(m))
	}
	return n, nil
}
